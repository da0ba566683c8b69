"""Runs real Scrapy crawls in a process of their own, against a small server of this one."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self

import scrapy
from scrapy.statscollectors import MemoryStatsCollector

from tests.commands import Command, scrapy_command
from tests.environ import ENVIRON

ROOT = Path(__file__).parents[1]
# Scrapy, imported anew; see `tests.commands` for what is quicker.
SCRAPY = (sys.executable, "-W", "error::DeprecationWarning", "-m", "scrapy")
# The floors of the made-up pages are flat: one cut parts them.
DEFAULTS = {"ADDONS": {"extract_pipelines.Addon": 300}, "EXTRACT_CLUSTER_PASSES": 1}


class StatsSpider(scrapy.Spider):
    """A spider that leaves its stats behind as JSON."""

    def closed(self, reason: str) -> None:
        stats = self.crawler.stats.get_stats() if self.crawler.stats else {}
        path = self.settings.get("STATS_FILE")
        Path(path).write_text(json.dumps(stats, default=str), "utf-8")


class KeptStats(MemoryStatsCollector):
    """Stats that are left behind as JSON, of any spider."""

    def close_spider(self, *args: Any, **kwargs: Any) -> None:
        super().close_spider(*args, **kwargs)
        path = self._crawler.settings.get("STATS_FILE")
        Path(path).write_text(json.dumps(self._stats, default=str), "utf-8")


@dataclass
class Result:
    items: list[dict[str, Any]]
    stats: dict[str, Any]
    log: str
    returncode: int

    @property
    def has_failed(self) -> bool:
        """Whether it could not begin; before 2.15 Scrapy's exit code did not tell."""
        return self.returncode != 0 or scrapy.version_info < (2, 15)

    def stat(self, name: str) -> Any:
        """A stat of ours; 0 if it was never set."""
        return self.stats.get(f"extract_pipelines/{name}", 0)


class Run:
    """A crawl that is running: `runspider` on the source, with these settings."""

    def __init__(
        self,
        folder: Path,
        spider: str,
        settings: Mapping[str, Any],
        feed: str | None = "items.jsonl",
        *,
        appends: bool = False,
    ) -> None:
        """Start it.

        :param feed: name of the file in the folder that items are added to; None for no feed
        :param appends: whether the feed of an earlier run in the folder goes on
        """
        self._feed = folder / (feed or "none")
        self._stats = folder / "stats.json"
        for old in (self._stats,) if appends else (self._feed, self._stats):
            old.unlink(missing_ok=True)
        source = folder / "spider.py"
        source.write_text(spider, "utf-8")
        options = folder / "settings_of_the_test.py"
        values = {"STATS_FILE": str(self._stats), "LOG_LEVEL": "INFO", **settings}
        options.write_text("\n".join(f"{name} = {value!r}" for name, value in values.items()))
        self.command = Command(
            "runspider",
            str(source),
            *(("-o", str(self._feed)) if feed else ()),
            cwd=folder,
            environ={
                **ENVIRON,
                "PYTHONPATH": os.pathsep.join([str(ROOT), str(folder)]),
                "SCRAPY_SETTINGS_MODULE": options.stem,
            },
        )

    def kill(self) -> Result:
        """End the process at once, as kill -9 does; what it has written is the result."""
        self.command.kill()
        return self.wait()

    def wait(self) -> Result:
        """The result, once the process has ended."""
        done = self.command.wait()
        lines = self._feed.read_text("utf-8").splitlines() if self._feed.exists() else []
        stats = json.loads(self._stats.read_text("utf-8")) if self._stats.exists() else {}
        return Result([json.loads(line) for line in lines], stats, done.stderr, done.returncode)


def crawl(folder: Path, spider: str, **settings: Any) -> Result:
    """Run a spider with the add-on on (unless ADDONS says otherwise) until it ends."""
    return Run(folder, spider, {**DEFAULTS, **settings}).wait()


def run_cleanly(*arguments: str) -> str:
    """Run a command of the example project without an error or a traceback, and give its log."""
    done = scrapy_command(*arguments, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return done.stderr


def example_crawl(folder: Path, spider: str, *options: str) -> list[dict[str, Any]]:
    """Run a spider of the example project and give its feed."""
    feed = folder / "feed.json"
    run_cleanly("crawl", spider, "-O", str(feed), "-s", "AUTOTHROTTLE_ENABLED=0", *options)
    items: list[dict[str, Any]] = json.loads(feed.read_text("utf-8"))
    return items


@dataclass(frozen=True)
class Answer:
    body: bytes
    content_type: str = "text/html; charset=utf-8"
    status: int = 200
    location: str | None = None
    """Where it sends who asks for it."""


class Site:
    """A site on loopback that answers each path with what is set for it."""

    def __init__(self, pages: Mapping[str, str | Answer]) -> None:
        self.pages = dict(pages)
        self.always: str | Answer | None = None
        """What every path is answered with, if anything."""
        self.date: str | None = None
        """The ``Date`` header of what it answers, if it is not the time of the answer."""
        self.requested: list[str] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.requested.append(self.path)
                page = site.pages.get(self.path, Answer(b"not here", "text/plain", 404))
                if site.always is not None:
                    page = site.always
                answer = Answer(page.encode()) if isinstance(page, str) else page
                self.send_response(answer.status)
                self.send_header("Content-Type", answer.content_type)
                self.send_header("Content-Length", str(len(answer.body)))
                if answer.location:
                    self.send_header("Location", answer.location)
                self.end_headers()
                self.wfile.write(answer.body)

            def date_time_string(self, timestamp: float | None = None) -> str:
                return site.date or super().date_time_string(timestamp)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._handler = Handler
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._port = self._server.server_port
        self.url = f"http://127.0.0.1:{self._port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def restart(self) -> None:
        """Answer again, at the same address, after the end."""
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), self._handler)
        self.__enter__()
