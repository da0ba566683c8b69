"""Threads of pages whose classes say other things: python -m benchmarks.restyled DATA [NAME ...].

DATA is that of benchmarks.train_threads. The single pages of its forums are read alone, as they are
and with classes of other kinds, of which the template of another site might be made: words for
looks before the own ones, or instead of them; one word on all; a word of each element's own; other
letters; none at all. Prints macro F1 of posts, the share of pages with .95 or more, and how many of
the authors are right where the text is. Names of changes pick some.
"""

from __future__ import annotations

import argparse
import codecs
import random
import re
from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from zlib import crc32

from lxml import etree, html

from benchmarks.labelled import read_labelled
from benchmarks.labelled_page import Labelled
from benchmarks.measures import plain
from benchmarks.thread_examples import pairs_of, worth
from extract_pipelines import Page, Site
from extract_pipelines.items import ForumThread
from extract_pipelines.page.source import decode

SETS = ("forum-posts", "web-forum-52")
WELL_READ = 0.95
LOOKS = "flex block items-center text-sm w-full mt- px- relative".split()
_DIGITS = re.compile(r"\d+")
_DECLARATION = re.compile(r"\s*<\?xml[^>]*>")

# The classes of an element of a tag, from what they were.
Change = Callable[[str, str], str]


def looks_in_front(tag: str, names: str) -> str:
    """A word for looks, the same for elements of the same classes."""
    return f"{LOOKS[crc32((tag + names).encode()) % len(LOOKS)]} {names}" if names else ""


def looks_everywhere(tag: str, names: str) -> str:
    """Two words for looks, on elements without a class, too."""
    number = crc32((tag + names).encode())
    return f"{LOOKS[number % 8]} {LOOKS[number // 8 % 8]} {names}"


def looks_only(tag: str, names: str) -> str:
    """Words for looks alone."""
    number = crc32((tag + _DIGITS.sub("", names)).encode())
    words = f"{LOOKS[number % 8]} {LOOKS[number // 8 % 8]} {LOOKS[number // 64 % 8]}-{number % 4}"
    return words if names else ""


def one_word_on_all(_tag: str, names: str) -> str:
    """The same word before all classes."""
    return f"x {names}" if names else ""


def one_of_each(_tag: str, names: str) -> str:
    """A word before the classes that no other element has."""
    letters = "".join(random.choices("abcdefgh", k=8))
    return f"{letters} {names}" if names else ""


def other_letters(_tag: str, names: str) -> str:
    """Classes that say nothing, but the same as before of which elements are alike."""
    return codecs.encode(names, "rot13")


def none(_tag: str, _names: str) -> str:
    """No classes."""
    return ""


CHANGES: dict[str, Change] = {
    change.__name__: change
    for change in (
        looks_in_front,
        looks_everywhere,
        looks_only,
        one_word_on_all,
        one_of_each,
        other_letters,
        none,
    )
}


def changed(labelled: Labelled, change: Change) -> str:
    """The source of a page with other classes; without ids where these say what classes did."""
    source = labelled.html if isinstance(labelled.html, str) else decode(labelled.html)
    root = html.document_fromstring(_DECLARATION.sub("", source, count=1))
    for element in root.iter(etree.Element):
        element.set("class", change(str(element.tag), element.get("class") or ""))
        if not element.get("class"):
            del element.attrib["class"]
        if change in (other_letters, none):
            element.attrib.pop("id", None)
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
