"""Jobs that are killed, and begun again with the same command."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

from tests.crawling import DEFAULTS, Answer, Result, Run, Site
from tests.pages import list_page, thread_page
from tests.test_scrapy import REQUESTS_ONLY

KILLS = 20
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
        "EXTRACT_WARMUP_PAGES": 4,
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
    while len(site.requested) == before and started.process.poll() is None:
        time.sleep(0.005)
    time.sleep(seconds)
    return started.kill()


def test_a_job_killed_at_20_random_moments_loses_nothing(tmp_path: Path) -> None:
    moments = random.Random()
    kills = chains = resumed = 0
    with Site(forum_of_boards()) as site:
        while kills < KILLS:
            chains += 1
            folder = tmp_path / str(chains)
            folder.mkdir()
            result = killed_after(moments.uniform(0, 1), folder, site)
            while result.returncode and kills < KILLS:
                kills += 1
                result = killed_after(moments.uniform(0, 1), folder, site)
            result = run(folder, site).wait()
            resumed += result.stat("template_pages_loaded") > 0
            urls = {item["url"].removeprefix(site.url) or "/" for item in result.items}
            assert urls == site.pages.keys(), result.log
            assert "Traceback" not in result.log
            assert result.returncode == 0
            assert result.stat("errors") == 0
    assert resumed
