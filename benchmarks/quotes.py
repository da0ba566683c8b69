"""Posts without what they quote: python -m benchmarks.quotes DATA [--most N] [--without-titles].

DATA is the folder that benchmarks.labelled reads; of whole sites the first N threads count, each
page right after it was learned. Of the posts that were found and quote others, it tells how many
have the own text of the gold (alike by 0.95), and of those that quote nobody, how many have a body
that is all their own. --without-titles reads as if no line said that what follows is a quote.
Posts whose gold has the quotes in their own text are left out, and so are sites without quotes.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from rapidfuzz import fuzz

from benchmarks.labelled import read_labelled
from benchmarks.labelled_page import Labelled
from benchmarks.measures import plain
from extract_pipelines import Page, Site
from extract_pipelines.items import Floor, ForumThread
from extract_pipelines.page.markup import quote_marks

LEAST_ALIKE, LEAST_SAME = 80, 95
MOST = 60


def count(gold: list[dict[str, Any]], floors: list[Floor]) -> Counter[str]:
    """How many posts quote others or not, and how many of each have the right own text."""
    found: Counter[str] = Counter()
    for post in gold:
        own, quoted = plain(post["text"]), [plain(one) for one in post.get("quoted") or []]
        whole = " ".join([*quoted, own])
        if not own or any(one in own for one in quoted):
            continue
        alike = [
            max(fuzz.ratio(plain(floor.body), whole), fuzz.ratio(plain(floor.own_text), own))
            for floor in floors
        ]
        if max(alike, default=0) < LEAST_ALIKE:
            continue
        floor = floors[alike.index(max(alike))]
        kind = "quoting" if quoted else "others"
        found[kind] += 1
        if quoted:
            found[f"{kind} right"] += fuzz.ratio(plain(floor.own_text), own) >= LEAST_SAME
        else:
            found[f"{kind} right"] += plain(floor.own_text) == plain(floor.body)
    return found


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--most", type=int, default=MOST)
    parser.add_argument("--without-titles", action="store_true")
    arguments = parser.parse_args()
    if arguments.without_titles:
        setattr(quote_marks, "_titled", lambda _: ())  # noqa: B010
    sites: dict[str, list[Labelled]] = defaultdict(list)
    for labelled in read_labelled(arguments.data):
        if labelled.kind == "thread" and len(sites[labelled.site]) < arguments.most:
            sites[labelled.site].append(labelled)
    total: Counter[str] = Counter()
    for name, pages in sites.items():
        site, found = Site(), Counter[str]()
        for labelled in pages:
            page = Page(labelled.html, labelled.url, downloaded=labelled.downloaded)
            site.learn(page)
            item = site.extract(page)
            found += count(labelled.posts, item.floors if isinstance(item, ForumThread) else [])
        if found["quoting"]:
            print(f"{name:<40} {dict(found)}")
            total += found
    print(dict(total))


if __name__ == "__main__":
    main()
