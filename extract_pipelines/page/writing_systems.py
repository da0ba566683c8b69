"""Which writing systems a page uses: Latin, Han, Cyrillic."""

from __future__ import annotations

from collections import Counter

from extract_pipelines.page import Page
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.text.scripts import scripts_of


@once_a_page
def writing_systems(page: Page) -> Counter[str]:
    """Number of letters of each writing system in a sample of the page's texts."""
    return scripts_of(page.flat.texts)
