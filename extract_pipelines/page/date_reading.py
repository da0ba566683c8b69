"""Dates as a page means them: by its clock, its language, and the day that it was downloaded."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.head import read_head
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.page.stated_clock import zone_of
from extract_pipelines.text.dates import AHEAD, FoundDate, Order, disputing_language, find_date

# In a longer text of a page no date is looked for.
LONGEST_TEXT: Final = 160
# What scripts count: seconds or milliseconds since 1970, from a time on that forums are read of.
_SINCE_1970: Final = re.compile(r"\s*(?P<seconds>\d{9,10})(?:\d{3}|\.\d+)?\s*")
_FIRST_MOMENT: Final = datetime(1995, 1, 1, tzinfo=UTC)
_NUMBER: Final = re.compile(r"\d+")


def read_date(page: Page, text: str, order: Order | None = None) -> FoundDate | None:
    """The first date in a text of a page, or the moment that a script is given in an attribute.

    :param order: in which ambiguous dates are read
    """
    if counted := _SINCE_1970.fullmatch(text):
        moment = datetime.fromtimestamp(int(counted["seconds"]), UTC)
        if _FIRST_MOMENT <= moment <= page.downloaded.astimezone(UTC) + AHEAD:
            value = moment.isoformat()
            return FoundDate(value, text, 0, len(text), "second", hours=24)
    declared = read_head(page).in_language
    now, zone = page.downloaded, zone_of(page)
    date = find_date(text, now, order, declared, zone)
    if date is None or not date.disputed or (declared or "")[:2].lower() in date.disputed:
        return date
    language = _month_language(page)
    return find_date(text, now, order, language, zone) if language in date.disputed else date


@once_a_page
def _month_language(page: Page) -> str | None:
    """Of the languages that dispute names of months, the one that the page's dates are in."""
    texts = (leaf.text for leaf in page.leaves if len(leaf.text) <= LONGEST_TEXT)
    return disputing_language(text for text in texts if _NUMBER.search(text))
