"""What each hand-set part brings: python -m benchmarks.parts DATA [--part WORD].

A part is a pattern, or a function that says yes or no or what it found. Pages are read alone: once
as they are, and again without each part that spoke on them. A pattern finds nothing then, a
function says no. What is printed of each, the least useful first: on how many pages it spoke, how
many of those came out otherwise without it, on how many sites it helped and harmed, and the sum
of what it brings, where a page's posts and authors can be worth 1 each.

Only the package in pure Python can be changed so. What speaks on more than 400 pages is tried on
150 of them. Parts that no page calls are named at the end.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from benchmarks.labelled import WHOLE_SITES, read_labelled
from benchmarks.labelled_page import Labelled
from benchmarks.layouts import LAYOUTS
from benchmarks.layouts.render import pages_of
from benchmarks.switches import Parts
from benchmarks.thread_examples import right_authors, worth
from extract_pipelines import Page, Site

MANY, SAMPLE = 400, 150
# Of a whole site every so many-th page is read; of a layout the thread with the fewest posts, and
# that with the most.
EACH = 12


def _sample(data: Path) -> list[Labelled]:
    """The pages that are read."""
    known = [page for page in read_labelled(data) if page.kind in ("thread", "none")]
    forums = ("forum-posts", "web-forum-52")
    whole = [page for page in known if page.source in WHOLE_SITES]
    pages = [page for page in known if page.source in forums] + whole[::EACH]
    for name in LAYOUTS:
        threads = sorted(
            (page for page in pages_of(name, 1) if page.posts), key=lambda page: len(page.posts)
        )
        pages += [threads[0], threads[-1]]
    return pages


def _score(page: Labelled) -> float:
    """What a page's posts and authors are worth, read alone."""
    item = Site().extract(Page(page.html, page.url, downloaded=page.downloaded))
    floors = getattr(item, "floors", [])
    if page.kind == "none":
        return 2.0 if len(floors) < 2 else 0.0
    return worth(page.posts, floors) + right_authors(page.posts, floors)


def _brings(parts: Parts, name: str, pages: Sequence[Labelled], before: Sequence[float]) -> str:
    """A line on what a part brings, after the sum that it is sorted by."""
    spoke = sorted(parts.spoke[name])
    tried = random.Random(1).sample(spoke, SAMPLE) if len(spoke) > MANY else spoke
    sites: dict[str, float] = defaultdict(float)
    changed = 0
    parts.off = name
    for number in tried:
        try:
            brings = before[number] - _score(pages[number])
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            brings = before[number]
        changed += brings != 0
        sites[pages[number].site] += brings
    parts.off = ""
    helped, harmed = (sum(sign * worth > 1e-9 for worth in sites.values()) for sign in (1, -1))
    short = name.removeprefix("extract_pipelines.")
    return (
        f"{sum(sites.values()):8.2f}  {short:<64} spoke {len(spoke):4}  tried {len(tried):3}"
        f"  changed {changed:3}  helped {helped:3}  harmed {harmed:3}"
    )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--part", default="", help="only parts with this word in their names")
    arguments = parser.parse_args()
    if not (sys.modules["extract_pipelines.page"].__file__ or "").endswith(".py"):
        parser.error("this needs the package in pure Python: EXTRACT_PURE=1 pip install -e .")
    parts, pages = Parts(), _sample(arguments.data)
    before = []
    for parts.page, page in enumerate(pages):
        before.append(_score(page))
    names = [name for name in parts.names if arguments.part in name]
    lines = [_brings(parts, name, pages, before) for name in names if name in parts.spoke]
    for line in sorted(lines, key=lambda line: float(line.split()[0])):
        print(line)
    print("silent:", *(name for name in names if name not in parts.spoke), sep="\n  ")


if __name__ == "__main__":
    main()
