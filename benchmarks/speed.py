"""Cost in parses: python -m benchmarks.speed FOLDER.

FOLDER is harvest/corpus/goldDocuments, that of WCXB (web-content-extraction-benchmark/dev), or one
of whole sites (mirrors): of each site so many pages as --known tells are learned beforehand, and
those behind them are read: alone, and learned and read as the site is known then. With --kinds all
are learned and read as they stream in, and told by how many pages of their kind had come before.

The unit is lxml.html.document_fromstring on the same pages. Unit and candidates take turns, pass
by pass, so that the load of the machine cancels out; medians of the ratios over the passes, of the
time that the processor takes.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from itertools import islice
from math import inf
from pathlib import Path
from statistics import median
from typing import Any

import lxml.html

from benchmarks.articles import read_wcxb
from benchmarks.forum import read_sites
from benchmarks.labelled import read_site
from extract_pipelines import Page, Site, extract
from extract_pipelines.page.source import decode
from extract_pipelines.site.options import Options

Sites = list[list[tuple[str, str]]]
# Pages of a kind up to so many, and what they are called.
KINDS = ((8, "1 to 8"), (64, "9 to 64"), (inf, "over 64"))


def read_pages(folder: Path, most: int) -> Sites:
    """URL and source of the pages of each site."""
    if (folder / "ground-truth").exists():
        step = max(1, len(list((folder / "ground-truth").iterdir())) // most)
        return [
            [(page.url or "", str(page.source))]
            for page in islice(read_wcxb(folder), 0, None, step)
        ]
    if whole := sorted(folder.glob("*/index.jsonl.gz")):
        return [
            [
                (page.url, decode(page.html) if isinstance(page.html, bytes) else page.html)
                for page in islice(read_site(index.parent), most)
            ]
            for index in whole
        ]
    return [[(page.url, page.source) for page in pages] for pages in read_sites(folder).values()]


def parse_all(sites: Sites) -> None:
    """The unit."""
    for pages in sites:
        for _, source in pages:
            lxml.html.document_fromstring(source.encode())


def extract_all(sites: Sites, options: Options | None = None) -> None:
    """Each page alone."""
    for pages in sites:
        for url, source in pages:
            extract(source, url, options)


def learn_all(sites: Sites) -> None:
    """Each page streamed into its site."""
    for pages in sites:
        site = Site()
        for url, source in pages:
            site.learn(Page(source, url))


def learned(pages: list[tuple[str, str]]) -> dict[str, Any]:
    """The state of a site that has learned its pages."""
    site = Site()
    for url, source in pages:
        site.learn(Page(source, url))
    return site.to_state()


def read_known(known: list[Site], sites: Sites) -> None:
    """Each page learned and read by its site, which knows others."""
    for site, pages in zip(known, sites, strict=True):
        for url, source in pages:
            page = Page(source, url)
            site.learn(page)
            site.extract(page)


def tell_kinds(sites: Sites) -> None:
    """Print the cost by how many pages of a page's kind had come before, and by what it holds."""
    taken: dict[tuple[str, str], list[tuple[float, ...]]] = defaultdict(list)
    for pages in sites:
        site = Site()
        for url, source in pages:
            parse = seconds(parse_all, [[(url, source)]])
            started = time.process_time()
            page = Page(source, url)
            kind = site.learn(page)
            learned = time.process_time()
            item = site.extract(page)
            read = time.process_time()
            told = next(name for most, name in KINDS if kind.pages <= most)
            row = parse, learned - started, read - learned
            taken[told, type(item).__name__].append(row)
    for (told, name), rows in sorted(taken.items()):
        parse, learn, read = (sum(column) for column in zip(*rows, strict=True))
        print(
            f"{told:<8} {name:<12} {len(rows):5} pages {(learn + read) / parse:6.1f} parses a page:"
            f" learned {learn / parse:.1f}, read {read / parse:.1f}"
        )


def main() -> None:
    """Print the cost of reading a page alone, and of learning one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--most", type=int, default=150, help="pages of a wcxb folder, or a site")
    parser.add_argument("--known", type=int, default=100, help="pages of a whole site to learn")
    parser.add_argument("--kinds", action="store_true", help="whole sites as they stream in")
    parser.add_argument("--body", default=Options().body)
    asked = parser.parse_args()
    sites = read_pages(asked.folder, asked.most)
    if asked.kinds:
        tell_kinds(sites)
        return
    alone = partial(extract_all, options=Options(body=asked.body))
    tasks: dict[str, Callable[[], Callable[[Sites], None]]] = {"extract": lambda: alone}
    if any(asked.folder.glob("*/index.jsonl.gz")):
        states = [learned(pages[: asked.known]) for pages in sites]
        sites = [pages[asked.known :] for pages in sites]
        tasks["known"] = lambda: partial(read_known, [Site.from_state(one) for one in states])
    else:
        tasks["learn"] = lambda: learn_all
    ratios: dict[str, list[float]] = {name: [] for name in tasks}
    parse_all(sites)
    for _ in range(asked.passes):
        for name, task in tasks.items():
            ready = task()
            before = seconds(parse_all, sites)
            taken = seconds(ready, sites)
            ratios[name].append(2 * taken / (before + seconds(parse_all, sites)))
    for name, found in ratios.items():
        print(f"{name:<8} {median(found):6.1f} parses a page ({min(found):.1f}-{max(found):.1f})")


def seconds(task: Callable[[Sites], None], sites: Sites) -> float:
    """How long a task keeps the processor."""
    start = time.process_time()
    task(sites)
    return time.process_time() - start


if __name__ == "__main__":
    main()
