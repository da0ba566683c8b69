"""Threads of pages whose classes say other things: python -m benchmarks.restyled DATA [NAME ...].

DATA is that of benchmarks.train_threads. The single pages of its forums are read alone, as they are
and with classes of other kinds (`benchmarks.other_classes`). Prints macro F1 of posts, the share of
pages with .95 or more, and how many of the authors are right where the text is. Names of changes
pick some.
"""

from __future__ import annotations

import argparse
import random
import re
from pathlib import Path
from statistics import fmean

from lxml import etree, html

from benchmarks.labelled import read_labelled
from benchmarks.labelled_page import Labelled
from benchmarks.measures import plain
from benchmarks.other_classes import CHANGES, Change, restyle
from benchmarks.thread_examples import pairs_of, worth
from extract_pipelines import Page, Site
from extract_pipelines.items import ForumThread
from extract_pipelines.page.source import decode

SETS = ("forum-posts", "web-forum-52")
WELL_READ = 0.95
_DECLARATION = re.compile(r"\s*<\?xml[^>]*>")


def changed(labelled: Labelled, change: Change) -> str:
    """The source of a page with other classes; without ids where these say what classes did."""
    source = labelled.html if isinstance(labelled.html, str) else decode(labelled.html)
    root = html.document_fromstring(_DECLARATION.sub("", source, count=1))
    restyle(root, change)
    return etree.tostring(root, encoding="unicode", method="html")


def read(labelled: Labelled, source: bytes | str) -> tuple[float, list[bool]]:
    """F1 of the posts of a page, and for each post that comes out whether its author is right."""
    item = Site().extract(Page(source, labelled.url, downloaded=labelled.downloaded))
    floors = item.floors if isinstance(item, ForumThread) else []
    floors = [floor for floor in floors if floor.body]
    gold = [post for post in labelled.posts if post["text"].strip()]
    pairs = [(post, floor) for post, floor in pairs_of(gold, floors) if post.get("author")]
    return worth(gold, floors), [
        plain(floor.author or "") == plain(post["author"]) for post, floor in pairs
    ]


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("changes", nargs="*", metavar="NAME", help=", ".join(CHANGES))
    arguments = parser.parse_args()
    random.seed(1)
    pages = [
        page
        for page in read_labelled(arguments.data)
        if page.source in SETS and page.kind == "thread"
    ]
    for name in arguments.changes or ["as_they_are", *CHANGES]:
        for source in SETS:
            found = [
                read(page, changed(page, CHANGES[name]) if name in CHANGES else page.html)
                for page in pages
                if page.source == source
            ]
            values = [value for value, _ in found]
            authors = [is_right for _, several in found for is_right in several]
            told = f"  authors {fmean(authors):.3f}" if authors else ""
            print(
                f"{name:<18} {source:<13} pages {len(values):4}  macro F1 {fmean(values):.3f}"
                f"  F1 >= .95 {fmean(value >= WELL_READ for value in values):.3f}"
                f"{told}"
            )


if __name__ == "__main__":
    main()
