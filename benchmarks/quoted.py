"""Of how many quotes it is told whom they are of: python -m benchmarks.quoted DATA.

DATA is the folder that benchmarks.labelled reads. Each thread page is read alone, of a whole site
or an engine's layout no more than fourteen. Counts the quotes in the posts: those that name an
author of the page, those that name somebody else (who wrote on another page, or nobody: the first
few are printed), and those that name nobody, of which many tell nothing of it.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from pathlib import Path

from benchmarks.labelled import read_labelled
from extract_pipelines import Page, Site
from extract_pipelines.items import ForumThread

WHOLE_SITES = ("mirrors", "engines")
MOST_PAGES, MOST_SHOWN = 14, 6


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("data", type=Path)
    pages: Counter[str] = Counter()
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    others: dict[str, list[str]] = defaultdict(list)
    for labelled in read_labelled(parser.parse_args().data):
        if labelled.kind != "thread":
            continue
        site = labelled.name.partition("/")[0]
        pages[site] += labelled.source in WHOLE_SITES
        if pages[site] > MOST_PAGES:
            continue
        item = Site().extract(Page(labelled.html, labelled.url, downloaded=labelled.downloaded))
        floors = item.floors if isinstance(item, ForumThread) else []
        authors = {floor.author for floor in floors}
        for quote in (quote for floor in floors for quote in floor.quotes):
            name = quote.author
            kind = "nobody" if name is None else "of the page" if name in authors else "others"
            counts[labelled.source][kind] += 1
            if name and kind == "others":
                others[labelled.source].append(name)
    for source, found in counts.items():
        print(f"{source:<13}", ", ".join(f"{kind} {n}" for kind, n in sorted(found.items())))
        print(" " * 13, *(repr(name) for name in list(dict.fromkeys(others[source]))[:MOST_SHOWN]))


if __name__ == "__main__":
    main()
