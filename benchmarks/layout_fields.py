"""Dates and authors of posts of the made-up layouts: python -m benchmarks.layout_fields [--show N].

Each layout is read as it streams in. Of the posts that come out, prints the share whose date is
right to the minute (or to the day, if only that is told or the moment is counted from now), and the
share whose author is right; with --show the layouts with the most others.
"""

from __future__ import annotations

import argparse
from collections import Counter

from benchmarks.layouts import LAYOUTS
from benchmarks.layouts.render import pages_of
from benchmarks.measures import plain
from benchmarks.thread_examples import pairs_of
from extract_pipelines import Page, Site
from extract_pipelines.items import Floor, ForumThread

# Characters of a date up to its day, and up to its minute.
DAY, MINUTE = 10, 16


def is_right_date(date: str, floor: Floor) -> bool:
    """Whether a floor has a date, as exactly as it says to know it."""
    length = MINUTE if floor.date_precision in ("second", "minute") else DAY
    return floor.date is not None and floor.date[:length] == date[:length]


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("--show", type=int, default=0)
    show = parser.parse_args().show
    posts = 0
    wrong: dict[str, Counter[str]] = {"dates": Counter(), "authors": Counter()}
    for name in LAYOUTS:
        site = Site()
        for labelled in pages_of(name):
            page = Page(labelled.html, labelled.url, downloaded=labelled.downloaded)
            site.learn(page)
            item = site.extract(page) if labelled.kind == "thread" else None
            if not isinstance(item, ForumThread):
                continue
            for post, floor in pairs_of(labelled.posts, item.floors):
                posts += 1
                wrong["dates"][name] += not is_right_date(post["date"], floor)
                wrong["authors"][name] += plain(floor.author or "") != plain(post["author"])
    for field, counts in wrong.items():
        print(f"{field:<8} {1 - counts.total() / posts:.4f} of {posts} posts")
        for name, count in counts.most_common(show):
            print(f"    {name:<26} {count}")


if __name__ == "__main__":
    main()
