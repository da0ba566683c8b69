"""Pages that Scrapy's HTTP cache kept are read as they were when they were fetched."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crawling import Site, crawl
from tests.pages import THREADS, thread_page
from tests.test_scrapy import YIELDS

LONG_AGO = "Tue, 05 Mar 2019 12:00:00 GMT"
POSTS = list(THREADS.values())[1]


def thread() -> str:
    """A thread whose posts tell by how many hours they are older than the page."""
    posts = [(author, f"{5 - n} hours ago", text) for n, (author, _, text) in enumerate(POSTS)]
    return thread_page("Which solder for brass", posts)


def dates_of(folder: Path, date: str | None) -> list[list[str]]:
    """The dates of the posts, of a crawl and of another one that reads the pages in the cache."""
    with Site({"/thread/1": thread()}) as site:
        site.date = date
        spider = YIELDS.format(urls=[f"{site.url}/thread/1"], body="yield PageItem(response)")
        kept = {"HTTPCACHE_ENABLED": True, "HTTPCACHE_DIR": str(folder / "cache")}
        runs = [crawl(folder, spider, **kept) for _ in range(2)]
    assert len(site.requested) == 1
    return [[floor["date"] for item in run.items for floor in item["floors"]] for run in runs]


def test_relative_dates_are_counted_from_the_time_that_a_page_was_fetched(tmp_path: Path) -> None:
    first, cached = dates_of(tmp_path, LONG_AGO)
    assert not first[0].startswith("2019")
    assert [date[:13] for date in cached] == [f"2019-03-05T{hour:02}" for hour in (7, 8, 9, 10)]


@pytest.mark.parametrize("date", ["yesterday", "Tue, 05 Mar 2199 12:00:00 GMT"])
def test_a_date_that_tells_no_moment_of_the_past_is_not_heeded(date: str, tmp_path: Path) -> None:
    first, cached = dates_of(tmp_path, date)
    assert [day[:10] for day in cached] == [day[:10] for day in first] != []
