"""Which threads a later visit of a forum reads though no list shows that they changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from extract_pipelines.forum.recrawl_plan import RecrawlPlan
from extract_pipelines.forum.seen import SeenStore
from extract_pipelines.url import page_key, thread_key

HOUR = 3600.0
YEAR = 365 * 24 * HOUR
BEGIN = 1.8e9
SITE = "forum.example"
# What docs/monitoring.md promises.
RUNS = 100
MOST_THREADS = 0.02
MOST_LISTS = 0.03


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SeenStore]:
    store = SeenStore(tmp_path / "seen.sqlite")
    yield store
    store.close()


def fill(store: SeenStore, threads: int, quiet: float = YEAR) -> None:
    """Threads that were all read an hour ago; each has been quiet longer than the one before."""
    for number in range(threads):
        url = f"https://{SITE}/thread/{number}/"
        store.threads.note(thread_key(url), SITE, url, {"date": None, "error": 0.0, "numbers": {}})
        changed = BEGIN - quiet * (number + 1)
        store.threads.note_read(
            thread_key(url), floors=3, pages=1, last_url=url, changed=changed, now=BEGIN - HOUR
        )
        listing = f"https://{SITE}/board/?page={number // 10 + 1}"
        store.lists.note_read(page_key(listing), SITE, listing, BEGIN - HOUR)


def read_again(store: SeenStore, run: int, quiet: float = YEAR) -> list[str]:
    """Threads that one of hourly runs reads, all of them without a change."""
    now = BEGIN + run * HOUR
    readings = RecrawlPlan(SITE, store).at_start(now)
    for reading in readings:
        thread = store.threads.get(reading.thread)
        assert thread
        store.threads.note_read(
            reading.thread,
            floors=3,
            pages=1,
            last_url=reading.url,
            changed=thread.changed,
            now=now,
        )
    return [reading.url for reading in readings]


@pytest.mark.parametrize("threads", [1, 5, 16, 24, 25, 130])
def test_each_thread_has_its_turn(store: SeenStore, threads: int) -> None:
    fill(store, threads)
    read = Counter(url for run in range(RUNS + 1) for url in read_again(store, run))
    assert len(read) == threads
    assert read.total() <= MOST_THREADS * threads * (RUNS + 1) + 2


@pytest.mark.parametrize("threads", [1, 5, 16, 24, 25, 130])
def test_each_page_of_a_list_has_its_turn(store: SeenStore, threads: int) -> None:
    fill(store, threads)
    read: Counter[str] = Counter()
    for run in range(RUNS + 1):
        now = BEGIN + run * HOUR
        for url in RecrawlPlan(SITE, store).lists_at_start(now):
            store.lists.note_read(page_key(url), SITE, url, now)
            read[url] += 1
    assert len(read) == (threads + 9) // 10
    assert read.total() <= MOST_LISTS * threads * (RUNS + 1) + 1


def test_threads_that_changed_lately_have_more_turns(store: SeenStore) -> None:
    fill(store, 20, quiet=24 * HOUR)
    read = Counter(url for run in range(400) for url in read_again(store, run))
    turns = [read[f"https://{SITE}/thread/{number}/"] for number in (0, 19)]
    assert turns[0] > turns[1] > 0


def test_nothing_is_saved_up_while_nobody_looks(store: SeenStore) -> None:
    fill(store, 16)
    for _ in range(RUNS):
        assert read_again(store, -1) == []
    assert len(read_again(store, 1)) <= 2
