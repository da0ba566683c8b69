"""How a crawl that cannot start says why: in a sentence, without a traceback."""

from __future__ import annotations

import logging
import traceback

from extract_pipelines.scrapy.internals import START_LOGGERS
from extract_pipelines.scrapy.settings import SettingError
from extract_pipelines.site.stores import StoreError, UnreadableError

# Errors whose message is all that a user needs, as a traceback names them.
_NAMES = frozenset(
    f"{error.__module__}.{error.__qualname__}"
    for error in (SettingError, StoreError, UnreadableError)
)


class _SentenceOnly(logging.Filter):
    """Puts the message of such an error in the place of its traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Called by logging."""
        error = record.exc_info[1] if record.exc_info else None
        told = traceback.format_exception_only(error) if error else [record.getMessage()]
        name, _, sentence = "".join(told).strip().rpartition("\n")[2].partition(": ")
        if name in _NAMES:
            record.name, record.msg, record.args = "extract_pipelines", sentence, ()
            record.exc_info = record.exc_text = None
        return True


_FILTER = _SentenceOnly()


def tell_errors_in_a_sentence() -> None:
    """From now on the process tells wrong settings, and stores that cannot be used, so."""
    for name in START_LOGGERS:
        logging.getLogger(name).addFilter(_FILTER)
