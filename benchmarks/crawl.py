"""Wall time of a crawl with the add-on: python -m benchmarks.crawl [--pages 2000] [--runs 5].

Pages of the embedded demo forum are crawled by a spider that takes only the title, and by the same
spider with the add-on reading every page, in turns. Prints the ratio of the medians.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from benchmarks.stores import pages_of
from example_spiders.demo_forum import DemoForum

SPIDER = """
import scrapy

class TitleSpider(scrapy.Spider):
    name = "titles"
    start_urls = {urls!r}

    def parse(self, response):
        yield {{"title": response.css("title::text").get()}}
"""
SETTINGS = ("-s", "CONCURRENT_REQUESTS_PER_DOMAIN=8", "-s", "LOG_LEVEL=WARNING")
ADDON = ("-s", 'ADDONS={"extract_pipelines.Addon": 300}', "-s", 'EXTRACT_URLS=["."]')


def seconds(folder: Path, *options: str) -> float:
    """Time of one crawl."""
    command = (sys.executable, "-m", "scrapy", "runspider", "spider.py", "-O", "items.jsonl")
    started = time.perf_counter()
    subprocess.run([*command, *SETTINGS, *options], cwd=folder, check=True)
    return time.perf_counter() - started


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=5)
    asked = parser.parse_args()
    with DemoForum() as demo, tempfile.TemporaryDirectory() as name:
        known = [page.url for page in pages_of(demo.urls["modern"])]
        plain = [url for url in known if "?" not in url]
        urls = [f"{plain[n % len(plain)]}?copy={n}" for n in range(asked.pages)]
        folder = Path(name)
        (folder / "spider.py").write_text(SPIDER.format(urls=urls), "utf-8")
        pairs = [(seconds(folder), seconds(folder, *ADDON)) for _ in range(asked.runs)]
    without, with_addon = (median(times) for times in zip(*pairs, strict=True))
    ratio = with_addon / without
    print(f"{asked.pages} pages: {without:.1f} s, with the add-on {with_addon:.1f} s: {ratio:.2f}")


if __name__ == "__main__":
    main()
