"""Lines in a post that tell when it was edited, and are none of its text."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from extract_pipelines.text.dates import OTHER_DATES, find_date

LONGEST_NOTE: Final = 200


def is_edit_note(line: str, now: datetime | None = None) -> bool:
    """Whether a line says when a text was edited, as "Last edited by Anna on 3 May 2024".

    :param now: when it was read, from which relative dates are counted
    """
    date = find_date(line, now) if len(line) <= LONGEST_NOTE else None
    return date is not None and date.label in OTHER_DATES
