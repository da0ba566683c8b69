"""Cost in parses: python -m benchmarks.speed PATH/harvest/corpus/goldDocuments (or a wcxb folder).

The unit is lxml.html.document_fromstring on the same pages. Unit and candidates take turns, pass
by pass, so that the load of the machine cancels out; medians of the ratios over the passes.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median

import lxml.html

from benchmarks.articles import read_wcxb
from benchmarks.forum import read_sites
from extract_pipelines import Page, Site, extract
from extract_pipelines.site.options import Options

Sites = list[list[tuple[str, str]]]


def read_pages(folder: Path, most: int) -> Sites:
    """URL and source of the pages of each site."""
    if (folder / "ground-truth").exists():
        step = max(1, len(list((folder / "ground-truth").iterdir())) // most)
        return [
            [(page.url or "", str(page.source))]
            for page in islice(read_wcxb(folder), 0, None, step)
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


def main() -> None:
    """Print the cost of reading a page alone, and of learning one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--most", type=int, default=150, help="pages of a wcxb folder")
    parser.add_argument("--body", default=Options().body)
    asked = parser.parse_args()
    sites = read_pages(asked.folder, asked.most)
    options = Options(body=asked.body)
    candidates: dict[str, Callable[[Sites], None]] = {
        "extract": partial(extract_all, options=options),
        "learn": learn_all,
    }
    ratios: dict[str, list[float]] = {name: [] for name in candidates}
    parse_all(sites)
    for _ in range(asked.passes):
        for name, candidate in candidates.items():
            before = seconds(parse_all, sites)
            taken = seconds(candidate, sites)
            ratios[name].append(2 * taken / (before + seconds(parse_all, sites)))
    for name, found in ratios.items():
        print(f"{name:<8} {median(found):6.1f} parses a page ({min(found):.1f}-{max(found):.1f})")


def seconds(task: Callable[[Sites], None], sites: Sites) -> float:
    """How long a task takes."""
    start = time.perf_counter()
    task(sites)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
