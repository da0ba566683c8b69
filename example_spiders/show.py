"""Prints a feed of threads as a table: python -m example_spiders.show threads.json."""

from __future__ import annotations

import json
import sys
import unicodedata
from pathlib import Path
from typing import Any

COLUMNS = (("floors", 6), ("date", 16), ("author", 14), ("title", 44), ("url", 40))


def main(feed: str) -> None:
    """Print one line a thread page, and how many floors have an author, a date, a body."""
    threads = json.loads(Path(feed).read_text("utf-8"))
    print("  ".join(fit(name, width) for name, width in COLUMNS))
    for thread in sorted(threads, key=lambda thread: str(thread["url"])):
        print("  ".join(fit(cell(thread, name), width) for name, width in COLUMNS).rstrip())
    floors = [floor for thread in threads for floor in thread["floors"]]
    told = ", ".join(
        f"{sum(bool(floor[name]) for floor in floors)} with {name}"
        for name in ("author", "date", "body")
    )
    print(f"\n{len(threads)} thread pages, {len(floors)} floors: {told}")


def cell(thread: dict[str, Any], name: str) -> str:
    """A thread's value as the table shows it."""
    value = len(thread["floors"]) if name == "floors" else thread[name]
    if name == "date":
        return str(value or thread["date_raw"] or "").replace("T", " ")[:16]
    return str(value or "").removeprefix("http://").removeprefix("https://")


def fit(text: str, width: int) -> str:
    """The text cut or padded to so many columns of a terminal; Chinese takes two a character."""
    used, kept = 0, ""
    for character in text:
        columns = 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if used + columns > width:
            break
        used += columns
        kept += character
    return kept + " " * (width - used)


if __name__ == "__main__":
    main(sys.argv[1])
