"""Workers that share templates in a real Redis."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from example_spiders.demo_forum import DemoForum
from extract_pipelines import Site as KnownSite
from extract_pipelines.site.stores import Store, open_store
from extract_pipelines.url import domain_of
from tests.comparison import compare
from tests.crawling import DEFAULTS, Result, Run, Site
from tests.forums.engine import RunningForum
from tests.pages import THREADS, list_page, thread_page
from tests.redis_server import RedisServer
from tests.test_scrapy import REQUESTS_ONLY

WORKERS = 4
# Of fewer pages of a kind the order decides which of them it takes in.
ODD_PAGES = 12

# When all are there, the first worker asks for the start pages; the others wait for more.
WORKER = """
import asyncio
from scrapy import Request
from extract_pipelines import Page, PageItem
from extract_pipelines.url import domain_of
from extract_pipelines.forum.rows import links_of
from tests.crawling import StatsSpider

class Worker(StatsSpider):
    name = "worker"
    urls = {urls!r}
    is_first = {is_first}

    async def start(self):
        engine = self.crawler.engine
        scheduler = getattr(engine, "scheduler", None) or engine._slot.scheduler  # older
        scheduler.server.incr("ready")
        while int(scheduler.server.get("ready")) < {workers}:
            await asyncio.sleep(0.02)
        if self.is_first:
            for url in self.urls:
                yield Request(url)
        while scheduler.server.scard(scheduler.df.key) < 4 * {workers}:
            await asyncio.sleep(0.02)

    def parse(self, response):
        yield PageItem(response)
        sites = {{domain_of(url) for url in self.urls}}
        for link in links_of(Page.from_response(response)):
            if domain_of(link.url) in sites:
                yield Request(link.url)
"""


@dataclass
class Crawled:
    """What workers brought home."""

    items: dict[str, dict[str, Any]]
    results: list[Result]
    store: Store

    def templates(self) -> dict[str, set[frozenset[int]]]:
        """The templates of each domain, but those of odd pages."""
        found = {}
        for domain in self.store.domains():
            row = self.store.read(domain)
            assert row is not None
            kinds = KnownSite.from_state(row.state).kinds
            found[domain] = {k.template.entries for k in kinds if k.template.pages >= ODD_PAGES}
        return found


def crawled_by(workers: int, urls: list[str], folder: Path, redis_server: RedisServer) -> Crawled:
    """Let so many processes crawl the sites together."""
    redis_server.empty()
    settings = {
        **DEFAULTS,
        "EXTRACT_CLUSTER_PASSES": 2,
        "EXTRACT_WARMUP_PAGES": 10,
        "EXTRACT_STORE": redis_server.url,
        "EXTRACT_SAVE_SECONDS": 0.5,
        "SCHEDULER": "scrapy_redis.scheduler.Scheduler",
        "SCHEDULER_PERSIST": True,
        "DUPEFILTER_CLASS": "scrapy_redis.dupefilter.RFPDupeFilter",
        "REDIS_URL": redis_server.url,
        "ROBOTSTXT_OBEY": True,
        "CONCURRENT_REQUESTS": 2,
    }
    runs = []
    for number in range(workers):
        home = folder / f"{workers}-{number}"
        home.mkdir()
        spider = WORKER.format(urls=urls, is_first=number == 0, workers=workers)
        runs.append(Run(home, spider, settings))
    results = [run.wait() for run in runs]
    items = [item for result in results for item in result.items]
    counts = Counter(item["url"] for item in items)
    assert max(counts.values()) == 1, counts.most_common(3)
    for result in results:
        assert "Traceback" not in result.log
    return Crawled({item["url"]: item for item in items}, results, open_store(redis_server.url))


def test_four_workers_crawl_two_forums_as_one_does(
    spirit_forum: RunningForum, redis_server: RedisServer, tmp_path: Path
) -> None:
    with DemoForum(now=datetime.now(UTC)) as demo:
        urls = [spirit_forum.url, demo.urls["classic"], demo.urls["modern"]]
        together = crawled_by(WORKERS, urls, tmp_path, redis_server)
        templates = together.templates()
        alone = crawled_by(1, urls, tmp_path, redis_server)
        truth = demo.truth()
    assert all(result.items for result in together.results)
    assert together.items.keys() == alone.items.keys()
    shares = compare(spirit_forum.truth, together.items)
    assert shares.found == shares.known
    # A worker's first items are read with what it has learned alone.
    assert shares.posts >= 0.98 * shares.known
    floors = {url: len(item.get("floors", ())) for url, item in together.items.items()}
    posts = Counter(post.page for thread in truth.threads for post in thread.posts)
    right = sum(floors[page] == count for page, count in posts.items())
    assert right >= 0.9 * len(posts)
    assert templates == alone.templates()
    assert sum(result.stat("store_merges") for result in together.results) > 0


def pages_of(store: Store, domain: str) -> int:
    """Pages of the domain's templates in the store."""
    row = store.read(domain)
    kinds = KnownSite.from_state(row.state).kinds if row else ()
    return sum(kind.template.pages for kind in kinds)


def wait_until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("returns", [True, False])
def test_a_crawl_goes_on_while_redis_is_away_and_catches_up(returns: bool, tmp_path: Path) -> None:
    pages = {
        f"/thread/{number}": thread_page(f"Thread {number}", THREADS["Noisy gearbox"])
        for number in range(60)
    }
    with (
        Site({"/": list_page({path: path for path in pages}), **pages}) as site,
        RedisServer() as redis,
    ):
        domain = domain_of(site.url)
        settings = {
            **DEFAULTS,
            "EXTRACT_URLS": ["/thread/"],
            "EXTRACT_STORE": redis.url,
            "EXTRACT_SAVE_SECONDS": 0.1,
            "DOWNLOAD_DELAY": 0.05,
            "RANDOMIZE_DOWNLOAD_DELAY": False,
        }
        run = Run(tmp_path, REQUESTS_ONLY.format(url=site.url), settings)
        store = open_store(redis.url)
        wait_until(lambda: pages_of(store, domain) > 5)
        redis.stop()
        asked = len(site.requested)
        wait_until(lambda: len(site.requested) > asked + 15)
        if returns:
            redis.start()
        result = run.wait()
        assert len(result.items) == 60
        assert "Traceback" not in result.log
        assert result.stat("store_errors") > 1
        assert result.log.count("The crawl goes on with the templates in memory") == 1
        assert result.log.count("The template store can be used again") == returns
        if returns:
            assert pages_of(store, domain) == 61
