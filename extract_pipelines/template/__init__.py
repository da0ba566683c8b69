"""What the pages of a site share: the template, and the sample of pages that it is counted on."""

from extract_pipelines.template.template import (
    LEAST_KNOWN,
    SUPPORT,
    Template,
    entries_of,
    entry,
)

__all__ = [
    "LEAST_KNOWN",
    "SUPPORT",
    "Template",
    "entries_of",
    "entry",
]
