"""Authors and dates of articles: python -m benchmarks.fields SET PATH.

SET and PATH are one of

wcxb     PATH/web-content-extraction-benchmark/dev, its pages of the type article
chinese  PATH/Chinese-Web-Content-Extraction-Dataset

in their public layouts. An author is right if all names are those of the gold, or the first is; a
date, if its day is. Of the pages without a gold author, a found one counts as extra: not all of
these are wrong. Each page is read with nothing known of its site.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.articles import read_chinese, read_wcxb
from extract_pipelines import extract
from extract_pipelines.text.dates import find_date

_BETWEEN = re.compile(r"\s*(?:[,;&、，；/|]|\band\b|\bund\b|\s-\s)\s*")
_UNKNOWN = re.compile(r"UNK", re.IGNORECASE)


class GoldFields(NamedTuple):
    """A page with its gold author and date; empty where it has none."""

    url: str
    source: str | bytes
    author: str
    date: str


def wcxb_fields(folder: Path) -> Iterator[GoldFields]:
    """The articles of the web content extraction benchmark."""
    files = sorted((folder / "ground-truth").glob("*.json"))
    for page, file in zip(read_wcxb(folder), files, strict=True):
        if page.kind == "article":
            gold = json.loads(file.read_text("utf-8")).get("ground_truth") or {}
            author, date = gold.get("author") or "", gold.get("publish_date") or ""
            yield GoldFields(page.url or "", page.source, author, date)


def chinese_fields(folder: Path) -> Iterator[GoldFields]:
    """The pages of the Chinese web content extraction dataset."""
    files = sorted((folder / "original").glob("*.html"))
    for page, file in zip(read_chinese(folder), files, strict=True):
        fields = [
            (folder / name / f"{file.stem}.txt").read_text("utf-8-sig").strip()
            for name in ("author", "date")
        ]
        author, date = ("" if _UNKNOWN.match(field) else field for field in fields)
        yield GoldFields(page.url, page.source, author, date)


def names(author: str | None) -> list[str]:
    """The names of an author field in lower case; Chinese ones may stand without commas."""
    text = " ".join((author or "").lower().split())
    text = re.sub(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])", "、", text)
    return [name for name in _BETWEEN.split(text) if name]


def is_author(found: str | None, gold: str) -> bool:
    """Whether an author is right; see the module."""
    one, other = names(found), names(gold)
    return bool(one) and (set(one) == set(other) or one[0] == other[0])


def day(date: str | None) -> str:
    """The day of a date; empty for one that is less exact."""
    found = find_date(date) if date else None
    return found.value[:10] if found and found.value else ""


SETS = {"wcxb": wcxb_fields, "chinese": chinese_fields}


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("set", choices=SETS)
    parser.add_argument("path", type=Path)
    arguments = parser.parse_args()
    counts: Counter[str] = Counter()
    for page in SETS[arguments.set](arguments.path):
        item = extract(page.source, page.url)
        if page.author:
            counts["authors"] += 1
            counts["authors right"] += is_author(item.author, page.author)
            counts["authors missing"] += not item.author
        else:
            counts["pages without"] += 1
            counts["authors extra"] += bool(item.author)
        if gold := day(page.date):
            counts["dates"] += 1
            counts["dates right"] += day(item.date) == gold
            counts["dates missing"] += not item.date
    for field, missing in (("authors", "extra"), ("dates", "")):
        known, right = counts[field], counts[f"{field} right"]
        print(f"{field:<8}{known:>5}  right {right / max(1, known):.3f}", end="")
        print(f"  missing {counts[f'{field} missing'] / max(1, known):.3f}", end="")
        print(f"  extra {counts['authors extra']} of {counts['pages without']}" * bool(missing))


if __name__ == "__main__":
    main()
