"""A crawl with the add-on: python -m benchmarks.crawl [--pages 2000] [--runs 5] [--real DATA].

Pages of the embedded demo forum are crawled by a spider that takes only the title, and by the same
spider with the add-on reading every page, in turns. Prints the medians.

With --real these are saved pages of many sites, those of `benchmarks.labelled` in DATA but of
servers of our own, each once: served on this machine as by a proxy, under their own hosts' names.
Trafilatura and resiliparse, each in a pipeline of the same spider, are measured beside.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import NamedTuple
from urllib.parse import urlsplit

from w3lib.url import safe_url_string

from benchmarks.labelled import read_labelled
from benchmarks.stores import pages_of
from example_spiders.demo_forum import DemoForum

SPIDER = """
import scrapy

class Trafilatura:
    def process_item(self, item):
        import trafilatura
        item["body"] = trafilatura.extract(item.pop("html"))
        return item

class Resiliparse:
    def process_item(self, item):
        from resiliparse.extract.html2text import extract_plain_text
        item["body"] = extract_plain_text(item.pop("html"), main_content=True)
        return item

class TitleSpider(scrapy.Spider):
    name = "titles"
    custom_settings = {{"CONCURRENT_REQUESTS_PER_DOMAIN": 8}}

    async def start(self):
        for url in open("urls.txt"):
            yield scrapy.Request(url.strip())

    def parse(self, response):
        item = {{"title": response.css("title::text").get()}}
        if {keeps_source}:
            item["html"] = response.text
        yield item

    def closed(self, reason):
        lines = [line for line in open("/proc/self/status") if line.startswith("VmHWM")]
        open("memory.txt", "w").write(lines[0].split()[1] if lines else "0")
"""
TITLES = "titles only"
OURS = "with the add-on"
WITH: Mapping[str, Sequence[str]] = {
    TITLES: (),
    OURS: ("-s", 'ADDONS={"extract_pipelines.Addon": 300}', "-s", 'EXTRACT_URLS=["."]'),
    "with trafilatura": ("-s", 'ITEM_PIPELINES={"spider.Trafilatura": 300}'),
    "with resiliparse": ("-s", 'ITEM_PIPELINES={"spider.Resiliparse": 300}'),
}


class Cost(NamedTuple):
    """What one crawl takes."""

    wall: float
    """Seconds."""
    cpu: float
    """Seconds of the processor, the crawl's process alone."""
    memory: float
    """The most that its process held, in MB; 0 where `/proc` does not tell."""
    items: float


def crawl(folder: Path, name: str, proxy: str = "") -> Cost:
    """What one crawl of the addresses in a folder takes."""
    options = WITH[name]
    spider = SPIDER.format(keeps_source="ITEM_PIPELINES" in "".join(options))
    (folder / "spider.py").write_text(spider, "utf-8")
    items = folder / "items.jsonl"
    items.unlink(missing_ok=True)
    command = (sys.executable, "-m", "scrapy", "runspider", "spider.py", "-L", "WARNING")
    path = os.pathsep.join((str(folder), str(Path.cwd()), os.environ.get("PYTHONPATH", "")))
    environment = {**os.environ, "http_proxy": proxy, "no_proxy": "", "PYTHONPATH": path}
    started = time.perf_counter()
    running = subprocess.Popen([*command, "-o", items.name, *options], cwd=folder, env=environment)
    _, status, used = os.wait4(running.pid, 0)
    wall = time.perf_counter() - started
    if status:
        raise subprocess.CalledProcessError(status, command)
    memory = int((folder / "memory.txt").read_text("utf-8")) / 1024
    read = len(items.read_bytes().splitlines())
    return Cost(wall, used.ru_utime + used.ru_stime, memory, read)


def saved_pages(data: Path, most: int) -> dict[str, bytes]:
    """The sources of real pages by their addresses: single ones, then whole forums, evenly."""
    found: dict[str, bytes] = {}
    whole: dict[str, dict[str, bytes]] = {}
    for page in read_labelled(data):
        address = urlsplit(page.url)
        if page.source == "engines" or not address.netloc:
            continue
        url = safe_url_string(address._replace(scheme="http", fragment="").geturl())
        html = page.html if isinstance(page.html, bytes) else page.html.encode()
        (whole.setdefault(page.site, {}) if page.source == "mirrors" else found)[url] = html
    each = max(0, most - len(found)) // max(1, len(whole))
    for pages in whole.values():
        found |= dict(list(pages.items())[:each])
    return dict(list(found.items())[:most])


@contextmanager
def served(pages: Mapping[str, bytes]) -> Iterator[str]:
    """The address of a proxy that serves pages as if their hosts did."""

    class Pages(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = pages.get(self.path, b"")
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Be quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Pages) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def measure(urls: Sequence[str], names: Sequence[str], runs: int, proxy: str = "") -> None:
    """Crawl in turns, and print the medians of each."""
    taken: dict[str, list[Cost]] = {name: [] for name in names}
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "urls.txt").write_text("\n".join(urls), "utf-8")
        for _ in range(runs):
            for name in names:
                taken[name].append(crawl(Path(folder), name, proxy))
    middle = {name: Cost(*map(median, zip(*costs, strict=True))) for name, costs in taken.items()}
    for name, cost in middle.items():
        plain = middle[TITLES]
        print(
            f"{name:<17} {cost.items:5.0f} items  {cost.wall:6.1f} s ({cost.wall / plain.wall:.2f})"
            f"  processor {cost.cpu:6.1f} s ({cost.cpu / plain.cpu:.2f})  {cost.memory:5.0f} MB"
        )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--real", type=Path, metavar="DATA", help="crawl saved pages of many sites")
    asked = parser.parse_args()
    if asked.real:
        pages = saved_pages(asked.real, asked.pages)
        with served(pages) as proxy:
            measure(list(pages), list(WITH), asked.runs, proxy)
        return
    with DemoForum() as demo:
        known = [page.url for page in pages_of(demo.urls["modern"])]
        plain = [url for url in known if "?" not in url]
        urls = [f"{plain[n % len(plain)]}?copy={n}" for n in range(asked.pages)]
        measure(urls, (TITLES, OURS), asked.runs)


if __name__ == "__main__":
    main()
