"""Pages without posts that come out as threads: python -m benchmarks.false_threads FOLDER ...

Each FOLDER has saved pages of sites that nothing was learned from, such as the packages of other
extractors bring for their tests. Each page is read alone, at the address that it calls its own.
Pages that are threads are left out by a part of their names (--threads). --show prints the pages
that come out as threads.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from extract_pipelines import ForumThread, Page, extract
from extract_pipelines.page.head import read_head

# The address of a page that tells none.
ADDRESS = "https://articles.example/news/article.html"


def read_folder(folder: Path, threads: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The name of each page, and how many posts come out of it: 0 if it is no thread."""
    for file in sorted(folder.rglob("*.htm*")):
        if any(name in file.name for name in threads):
            continue
        html = file.read_bytes()
        item = extract(html, address_of(html))
        yield file.name, len(item.floors) if isinstance(item, ForumThread) else 0


def address_of(html: bytes) -> str:
    """The address that a page calls its own."""
    head = read_head(Page(html, ADDRESS))
    told = head.canonical_url or head.meta.get("og:url", "")
    return told if told.startswith("http") else ADDRESS


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--threads", nargs="*", default=())
    parser.add_argument("--show", action="store_true")
    arguments = parser.parse_args()
    for folder in arguments.folders:
        read = list(read_folder(folder, arguments.threads))
        posts = [count for _, count in read if count]
        print(f"{folder}: {len(read)} pages, {len(posts)} threads, {posts.count(1)} of one post")
        for name, count in read:
            if count and arguments.show:
                print(f"   {count:4} {name}")


if __name__ == "__main__":
    main()
