"""The same items from two builds: python -m benchmarks.same_items DATA --write FILE.

Then, with the other build (``make compiled``, ``make pure``), the same with --compare for --write:
it prints what differs, and fails if anything does. DATA is that of benchmarks.labelled.
Each labelled page is read alone, whole sites are learned and read as they stream in, and --pages
damaged ones, made of the labelled pages, are learned and read, a few as a site. An exception is an
item, too; it is told with its type. What a site has learned is compared by its digest.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks.labelled import read_labelled
from benchmarks.labelled_page import Labelled
from benchmarks.mutations import mutated
from extract_pipelines import Page, Site
from extract_pipelines.posts.records import records

WHEN = datetime(2026, 1, 1, tzinfo=UTC)
# Damaged pages that are learned as those of a site.
DAMAGED_A_SITE = 20
# Differences that are printed.
MOST_SHOWN = 20

# A name that tells which page it was, and what came out.
Told: TypeAlias = tuple[str, dict[str, Any]]


def read(site: Site, html: str | bytes, url: str, *, learned: bool) -> dict[str, Any]:
    """What comes out of a page, or the type of the exception."""
    try:
        page = Page(html, url, downloaded=WHEN)
        if learned:
            site.learn(page)
        return asdict(site.extract(page))
    except Exception as error:
        return {"error": type(error).__name__}


def state_of(site: Site) -> dict[str, Any]:
    """What a site has learned, in one number."""
    return {"state": site.to_state()["digest"]}


def alone(data: Path, _pages: int) -> Iterator[Told]:
    """Each labelled page, as if nothing else of its site were known."""
    for page in read_labelled(data):
        yield f"{page.source} {page.name}", read(Site(), page.html, page.url, learned=False)


def streamed(data: Path, _pages: int) -> Iterator[Told]:
    """The pages of whole sites, each right after it was learned."""
    whole = (page for page in read_labelled(data) if page.source in ("mirrors", "engines"))
    for name, pages in groupby(whole, _folder):
        site = Site()
        for page in pages:
            yield f"{page.source} {page.name}", read(site, page.html, page.url, learned=True)
        yield name, state_of(site)


def _folder(page: Labelled) -> str:
    return f"{page.source} {page.name.partition('/')[0]}"


def damaged(data: Path, pages: int) -> Iterator[Told]:
    """Damaged pages, a few learned as those of one site."""
    sources = [_bytes(page.html) for page in read_labelled(data)]
    site = Site()
    for number, source in enumerate(mutated(sources, pages)):
        url = f"https://damaged.example/{number % DAMAGED_A_SITE % 3}/{number}"
        yield str(number), read(site, source, url, learned=True)
        if number % DAMAGED_A_SITE == DAMAGED_A_SITE - 1:
            yield f"site of {number}", state_of(site)
            site = Site()


def _bytes(html: str | bytes) -> bytes:
    return html.encode("utf-8", "replace") if isinstance(html, str) else html


PARTS: dict[str, Callable[[Path, int], Iterator[Told]]] = {
    part.__name__: part for part in (alone, streamed, damaged)
}


def lines(data: Path, parts: list[str], pages: int, found: Counter[str]) -> Iterator[str]:
    """A line for each item; how many there are is counted."""
    for part in parts:
        for name, item in PARTS[part](data, pages):
            found[part] += 1
            found["exceptions"] += "error" in item
            yield json.dumps([part, name, item], ensure_ascii=True) + "\n"


def difference(here: str | None, there: str | None) -> str:
    """The page, and the fields that are not the same."""
    if here is None or there is None:
        return "one build has more items than the other"
    (part, name, item), (other_part, other_name, other) = json.loads(here), json.loads(there)
    if (part, name) != (other_part, other_name):
        return f"{part} {name} is {other_part} {other_name} of the other"
    keys = [key for key in {**item, **other} if item.get(key) != other.get(key)]
    shown = ((key, str(item.get(key))[:200], str(other.get(key))[:200]) for key in keys[:3])
    return f"{part} {name}: " + "; ".join(f"{key}: {a} for {b}" for key, a, b in shown)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("data", type=Path)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", type=Path, metavar="FILE")
    what.add_argument("--compare", type=Path, metavar="FILE")
    parser.add_argument("--part", choices=PARTS, action="append")
    parser.add_argument("--pages", type=int, default=10_000, help="damaged pages")
    asked = parser.parse_args()
    found, differ = Counter[str](), 0
    parts = [part for part in PARTS if part in (asked.part or PARTS)]
    here = lines(asked.data, parts, asked.pages, found)
    print("pure Python" if str(records.__file__).endswith(".py") else "compiled", flush=True)
    if asked.write:
        with gzip.open(asked.write, "wt", compresslevel=1) as file:
            file.writelines(here)
    else:
        with gzip.open(asked.compare, "rt") as file:
            there = (line for line in file if json.loads(line)[0] in parts)
            for own, other in zip_longest(here, there):
                if own != other:
                    differ += 1
                    if differ <= MOST_SHOWN:
                        print(difference(own, other), flush=True)
        print(f"{differ} differ")
    print(", ".join(f"{count} {name}" for name, count in found.items()))
    sys.exit(differ > 0)


if __name__ == "__main__":
    main()
