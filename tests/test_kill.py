"""Jobs that are killed, and begun again with the same command."""

from __future__ import annotations

import random
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from extract_pipelines.scrapy.journal import FILE, Journal
from extract_pipelines.site.stores import StoreError
from tests.crawling import DEFAULTS, Answer, Result, Run, Site
from tests.pages import list_page, thread_page
from tests.test_scrapy import REQUESTS_ONLY

SIDE_BY_SIDE = 2
KILLS = 10
BOARDS = 6
THREADS = 8


def forum_of_boards() -> dict[str, str | Answer]:
    """A list of boards, lists of threads, and the threads: a list that is lost loses threads."""
    boards = {f"/board/{board}": f"Board {board}" for board in range(BOARDS)}
    pages: dict[str, str | Answer] = {"/": list_page(boards)}
    for board in range(BOARDS):
        paths = [f"/thread/{board}/{thread}" for thread in range(THREADS)]
        pages[f"/board/{board}"] = list_page({path: f"Thread {path}" for path in paths})
        for path in paths:
            words = path.replace("/", " ")
            posts = [
                (
                    f"member{board}",
                    f"2024-01-0{day} 10:00",
                    f"Nobody else wrote of{words} day {day}",
                )
                for day in (1, 2, 3)
            ]
            pages[path] = thread_page(f"Thread {path}", posts)
    return pages


def run(folder: Path, site: Site, **settings: Any) -> Run:
    values = {
        **DEFAULTS,
        "EXTRACT_URLS": ["."],
        "EXTRACT_SAVE_SECONDS": 0.1,
        # The lists are held to the end, the threads for most of the crawl.
        "EXTRACT_WARMUP_PAGES": 40,
        "CONCURRENT_REQUESTS": 2,
        "DOWNLOAD_DELAY": 0.02,
        "RANDOMIZE_DOWNLOAD_DELAY": False,
        "JOBDIR": str(folder / "job"),
        **settings,
    }
    return Run(folder, REQUESTS_ONLY.format(url=site.url), values, appends=True)


def killed_after(seconds: float, folder: Path, site: Site) -> Result:
    """Kill a run some time after its first request."""
    before = len(site.requested)
    started = run(folder, site)
    while len(site.requested) == before and started.command.poll() is None:
        time.sleep(0.005)
    time.sleep(seconds)
    return started.kill()


def kept(folder: Path) -> list[bytes]:
    """What a journal would go on with if its process were killed now."""
    journal = Journal(folder)
    assert journal.was_killed
    return [request for _, request in journal.requests()]


def journal_of(folder: Path, *requests: bytes) -> Journal:
    """A journal with requests under way, the first of number 1."""
    journal = Journal(folder)
    for request in requests:
        number = journal.next_number()
        journal.add(number, request)
        journal.start(number)
    journal.checkpoint({1, 2, 3}, 0)
    return journal


def test_a_request_is_kept_until_it_is_not_under_way(tmp_path: Path) -> None:
    journal = journal_of(tmp_path, b"one", b"two", b"three")
    assert kept(tmp_path) == [b"one", b"two", b"three"]
    journal.checkpoint({2}, 0)
    assert kept(tmp_path) == [b"two"]
    journal.checkpoint(set(), 0)
    assert kept(tmp_path) == []


def test_a_request_that_waits_is_kept(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.add(journal.next_number(), b"one")
    journal.checkpoint(set(), 0)
    assert kept(tmp_path) == [b"one"]
    journal.close()
    assert not Journal(tmp_path).was_killed


def test_a_request_is_kept_while_its_items_are_held_and_carried(tmp_path: Path) -> None:
    journal = journal_of(tmp_path, b"one", b"two")
    journal.hold(1)
    journal.hold(1)
    journal.checkpoint(set(), 0)
    assert kept(tmp_path) == [b"one"]
    journal.release(1, None)
    journal.checkpoint(set(), 0)
    assert kept(tmp_path) == [b"one"]
    journal.release(1, 7)
    journal.checkpoint({7}, 0)
    assert kept(tmp_path) == [b"one"]
    journal.checkpoint(set(), 0)
    assert kept(tmp_path) == []


def test_a_journal_of_a_later_version_is_told(tmp_path: Path) -> None:
    journal_of(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="format 99"):
        Journal(tmp_path)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE checkpoint SET seen_bytes = 'x'",
        "UPDATE checkpoint SET seen_bytes = -1",
        "UPDATE checkpoint SET closed = x'00'",
    ],
)
def test_a_damaged_journal_is_told(damage: str, tmp_path: Path) -> None:
    journal_of(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = 1")
        connection.execute(damage)
        connection.commit()
    with pytest.raises(StoreError, match=r"journal of requests .* cannot be read .*delete the JOB"):
        Journal(tmp_path)


def test_a_request_that_cannot_be_read_is_told_and_the_others_go_on(tmp_path: Path) -> None:
    with Site(forum_of_boards()) as site:
        assert killed_after(0.6, tmp_path, site).returncode
        with closing(sqlite3.connect(tmp_path / "job" / FILE)) as connection:
            waiting = connection.execute("SELECT count(*) FROM requests").fetchone()[0]
            connection.execute(
                "UPDATE requests SET request = substr(request, 1, 9)"
                " WHERE number = (SELECT max(number) FROM requests)"
            )
            connection.commit()
        result = run(tmp_path, site).wait()
    assert result.returncode == 0
    assert "Traceback" not in result.log
    assert result.stat("requests_unreadable") == 1
    assert result.stat("requests_recovered") == waiting - 1
    assert "of the job's journal cannot be read" in result.log


def killed_often(folder: Path) -> int:
    """Jobs that are killed until they have been killed `KILLS` times.

    :return: how many runs went on from the template of one that was killed
    """
    moments = random.Random()
    kills = jobs = resumed = 0
    with Site(forum_of_boards()) as site:
        while kills < KILLS:
            jobs += 1
            job = folder / str(jobs)
            job.mkdir(parents=True)
            while kills < KILLS and killed_after(moments.uniform(0, 1), job, site).returncode:
                kills += 1
            result = run(job, site).wait()
            resumed += result.stat("template_pages_loaded") > 0
            urls = {item["url"].removeprefix(site.url) or "/" for item in result.items}
            assert urls == site.pages.keys(), result.log
            assert "Traceback" not in result.log
            assert result.returncode == 0
            assert result.stat("errors") == 0
    return resumed


def test_jobs_killed_at_20_random_moments_lose_nothing(tmp_path: Path) -> None:
    folders = [tmp_path / str(number) for number in range(SIDE_BY_SIDE)]
    with ThreadPoolExecutor() as pool:
        assert sum(pool.map(killed_often, folders))


def test_a_kill_before_the_first_save_loses_no_link_of_a_long_list(tmp_path: Path) -> None:
    """Scrapy has written part of the fingerprints by then, but not the queue."""
    threads = {f"/thread/{number}": thread_page(f"Thread {number}", []) for number in range(420)}
    with Site({"/": list_page({path: path for path in threads}), **threads}) as site:
        quick = {"EXTRACT_SAVE_SECONDS": 600, "DOWNLOAD_DELAY": 0, "CONCURRENT_REQUESTS": 8}
        first = run(tmp_path, site, **quick)
        while len(site.requested) < 30 and first.command.poll() is None:
            time.sleep(0.005)
        assert first.kill().returncode
        second = run(tmp_path, site, **quick).wait()
        urls = {item["url"].removeprefix(site.url) or "/" for item in second.items}
    assert urls == site.pages.keys()
