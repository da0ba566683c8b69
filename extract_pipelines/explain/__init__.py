"""See why a page was read as it was: `explain` tells it, `write_report` shows it in one file."""

from extract_pipelines.explain.explaining import explain
from extract_pipelines.explain.explanation import Explanation
from extract_pipelines.explain.report import MissingExtraError, require_jinja, write_report

__all__ = ["Explanation", "MissingExtraError", "explain", "require_jinja", "write_report"]
