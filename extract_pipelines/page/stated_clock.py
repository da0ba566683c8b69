"""The zone of a page's clock, where its foot states it: "All times are GMT -5."."""

from __future__ import annotations

from datetime import timezone
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.text.clocks import stated_zone

# It stands in a short text, one of so many at the end of the page.
LONGEST_STATEMENT: Final = 300
MOST_FOOT: Final = 60


@once_a_page
def zone_of(page: Page) -> timezone | None:
    """The zone that the page's foot states for its times; None if it states none."""
    foot = [text for text in page.flat.texts[-MOST_FOOT:] if len(text) <= LONGEST_STATEMENT]
    return next(filter(None, map(stated_zone, reversed(foot))), None)
