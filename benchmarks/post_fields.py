"""Titles, dates and authors: python -m benchmarks.post_fields [DATA | --unseen] [--show N].

DATA is that of benchmarks.train_threads: its single pages are read alone, its whole sites as they
stream in. Without it the made-up layouts are read, as they stream in; with --unseen those that
nothing is learned from. Of the posts whose texts come out, prints the share whose date is right, to
the minute or, where no more is told on either side, to the day; and the share whose author is
right. Of the thread pages, the share with the right title. With --show the sites with the most
others.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from benchmarks.labelled import WHOLE_SITES
from benchmarks.labelled_page import Labelled
from benchmarks.layouts import LAYOUTS, UNSEEN
from benchmarks.layouts.render import pages_of
from benchmarks.measures import plain
from benchmarks.stream_sites import sites_of
from benchmarks.thread_examples import pairs_of
from extract_pipelines import Page, Site
from extract_pipelines.items import Floor

# Characters of a date up to its day.
DAY = 10
FIELDS = "date", "author"
TITLE = "title"


def is_right_date(post: dict[str, Any], floor: Floor) -> bool:
    """Whether a floor has a post's date, as exactly as both say to know it.

    It is right as it is shown, and as the moment that it is, where both have an offset.
    """
    if floor.date is None:
        return False
    wanted = [post["date"], *filter(None, [post.get("date_attr")])]
    if floor.date_precision not in ("second", "minute") or len(post["date"]) == DAY:
        return floor.date[:DAY] in [date[:DAY] for date in wanted]
    return any(_is_minute(floor.date, date) for date in wanted)


def _is_minute(date: str, other: str) -> bool:
    one, two = (
        datetime.fromisoformat(text).replace(second=0, microsecond=0) for text in (date, other)
    )
    is_same = one.replace(tzinfo=None) == two.replace(tzinfo=None)
    return is_same or (one.tzinfo is not None and two.tzinfo is not None and one == two)


def told(pages: Iterable[Labelled], *, alone: bool) -> dict[str, tuple[int, int]]:
    """For each field how many posts or pages are labelled with it, and of how many it is right."""
    site = Site()
    counts = dict.fromkeys((*FIELDS, TITLE), (0, 0))
    for labelled in pages:
        page = Page(labelled.html, labelled.url, downloaded=labelled.downloaded)
        if not alone:
            site.learn(page)
        item = site.extract(page) if labelled.kind == "thread" else None
        if item and labelled.title:
            known, right = counts[TITLE]
            counts[TITLE] = known + 1, right + (plain(item.title or "") == plain(labelled.title))
        for post, floor in pairs_of(labelled.posts, getattr(item, "floors", [])):
            for field in FIELDS:
                if post.get(field):
                    known, right = counts[field]
                    counts[field] = known + 1, right + _is_right(field, post, floor)
    return counts


def _is_right(field: str, post: dict[str, Any], floor: Floor) -> bool:
    if field == "date":
        return is_right_date(post, floor)
    return plain(floor.author or "") == plain(post["author"])


def _sites(data: Path | None, *, unseen: bool) -> dict[tuple[str, str], Sequence[Labelled]]:
    if data is None:
        names = UNSEEN if unseen else LAYOUTS
        return {("layouts", name): list(pages_of(name)) for name in names}
    found: dict[tuple[str, str], Sequence[Labelled]] = {}
    for single in (True, False):
        found |= sites_of(data, 1000, single=single)
    return found


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("data", type=Path, nargs="?")
    parser.add_argument("--unseen", action="store_true", help="layouts nothing is learned from")
    parser.add_argument("--show", type=int, default=0)
    arguments = parser.parse_args()
    known: Counter[tuple[str, str]] = Counter()
    wrong: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for (source, name), pages in _sites(arguments.data, unseen=arguments.unseen).items():
        alone = source not in ("layouts", *WHOLE_SITES)
        for field, (posts, right) in told(pages, alone=alone).items():
            known[source, field] += posts
            wrong[source, field][name] += posts - right
    for (source, field), posts in known.items():
        counts = wrong[source, field]
        if posts:
            print(f"{source:<14} {field:<7} {1 - counts.total() / posts:.4f} of {posts}")
            for name, count in counts.most_common(arguments.show):
                print(f"    {name:<26} {count}")


if __name__ == "__main__":
    main()
