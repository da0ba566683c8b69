"""What the filters keep and cost: python -m benchmarks.filters PATH.

PATH is that of benchmarks.articles for its set wcxb. Of articles, forum and service pages: the
share of the gold's leaves (6 characters or more, not in <pre> or <code>) that a filter keeps, and
the share of the lines of their scripts and style sheets that it would keep if the pages showed
them; by length. The cost is CPU time in parses (see benchmarks.speed) on top of the walk over a
page's tree.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path
from statistics import median

import lxml.html

from benchmarks.articles import GoldText, read_wcxb
from extract_pipelines import Page, Site
from extract_pipelines.site.options import FILTERS, Options

KINDS = ("article", "forum", "service")
LENGTHS = (6, 8, 16, 32, 64)


def with_code_shown(source: str | bytes) -> tuple[Page, set[str]]:
    """The page with the lines of its scripts and style sheets as paragraphs, and these lines."""
    root = lxml.html.document_fromstring(source)
    shown: set[str] = set()
    body = root.find("body")
    if body is None:
        return Page(source), shown
    for element in list(root.iter("script", "style")):
        for line in (element.text or "").split("\n")[:30]:
            text = " ".join(line.split())
            if len(text) >= LENGTHS[0] and text not in shown:
                shown.add(text)
                paragraph = lxml.html.Element("p")
                paragraph.text = text
                body.append(paragraph)
    return Page(lxml.html.tostring(root, encoding="unicode")), shown


def count(page: GoldText, counts: Counter[tuple[str, str, int]]) -> None:
    """Add what each filter keeps of one page, by what it is and its length."""
    shown, code = with_code_shown(page.source)
    gold = " ".join(page.text.split())
    kept = {
        name: {marked.leaf.text for marked in Site(Options(filter=name)).subtract(shown).marked}
        for name in FILTERS
    }
    for text, path in {(leaf.text, leaf.path) for leaf in shown.leaves}:
        is_text = text in gold and "/pre" not in path and "/code" not in path
        if len(text) < LENGTHS[0] or not (is_text or text in code):
            continue
        what = "code" if text in code else "text"
        length = max(least for least in LENGTHS if least <= len(text))
        counts[what, "all", length] += 1
        for name, texts in kept.items():
            counts[what, name, length] += text in texts


def cost(pages: list[GoldText]) -> dict[str, float]:
    """CPU time of the filters, in parses."""
    ratios: dict[str, list[float]] = {name: [] for name in FILTERS}
    parsed = [Page(page.source, page.url) for page in pages]
    for page in parsed:
        _ = page.leaves
    for _ in range(5):
        for name, found in ratios.items():
            start = time.process_time()
            for page in parsed:
                Site(Options(filter=name)).subtract(page).filter()
            taken, start = time.process_time() - start, time.process_time()
            for source in pages:
                lxml.html.document_fromstring(source.source)
            found.append(taken / (time.process_time() - start))
    return {name: median(found) for name, found in ratios.items()}


def main() -> None:
    """Print the shares by length, and the cost."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--step", type=int, default=5, help="take one of so many pages")
    asked = parser.parse_args()
    pages = list(read_wcxb(asked.folder))[:: asked.step]
    counts: Counter[tuple[str, str, int]] = Counter()
    for page in pages:
        if page.kind in KINDS:
            count(page, counts)
    print("kept of", *(f"{name} text/code" for name in FILTERS), sep="\t")
    for length in LENGTHS:
        shares = [
            "/".join(
                f"{counts[what, name, length] / max(1, counts[what, 'all', length]):.3f}"
                for what in ("text", "code")
            )
            for name in FILTERS
        ]
        print(f"{length}+", *shares, sep="\t")
    for name, parses in cost(pages).items():
        print(f"{name:<10}{parses:.1f} parses a page")


if __name__ == "__main__":
    main()
