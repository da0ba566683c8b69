"""Posts of thread pages: python -m benchmarks.forum PATH/harvest/corpus/goldDocuments.

Data: WEB-FORUM-52, the gold documents of the Harvest corpus, JSON files with url, html and posts.
All pages of a site are learned, then each is read (--alone: each as the first of its site).
A predicted post is right if its text is similar to a gold post's by 0.80 (strict: 0.95), one to
one; posts without text are left out. Dates (to the minute or day that the gold gives; near: 26
hours) and authors are counted on the posts matched.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from benchmarks.measures import (
    compare_dates,
    match_posts,
    names_of_links,
    plain,
    same_author,
    scores,
)
from extract_pipelines import Page, Site
from extract_pipelines.items import Floor, ForumThread
from extract_pipelines.site.options import Options

# Sites of the set that write the month first.
MONTH_FIRST = {"www.fanfiction.net", "www.msworld.org", "talk.collegeconfidential.com"}


class GoldPage(NamedTuple):
    """A page with its gold posts."""

    name: str
    url: str
    source: str
    posts: list[dict[str, Any]]


def read_sites(folder: Path) -> dict[str, list[GoldPage]]:
    """The pages by host, hosts and pages in the order of their names."""
    sites: dict[str, list[GoldPage]] = defaultdict(list)
    for file in sorted(folder.glob("*.json")):
        gold = json.loads(file.read_text("utf-8"))
        page = GoldPage(file.stem, gold["url"], gold["html"], gold["gold_standard_annotation"])
        sites[urlsplit(page.url).netloc].append(page)
    return dict(sorted(sites.items()))


def read_floors(pages: list[GoldPage], options: Options, *, alone: bool) -> list[list[Floor]]:
    """The floors of each page of one site."""
    parsed = [Page(page.source, page.url) for page in pages]
    site = Site(options)
    for page in [] if alone else parsed:
        site.learn(page)
    items = [(Site(options) if alone else site).extract(page) for page in parsed]
    return [item.floors if isinstance(item, ForumThread) else [] for item in items]


def count(host: str, page: GoldPage, floors: list[Floor]) -> Counter[str]:
    """What is right and wrong on one page."""
    gold = [post for post in page.posts if plain(post["post_text"]["surface_form"])]
    found = [floor for floor in floors if plain(floor.body)]
    texts = [plain(post["post_text"]["surface_form"]) for post in gold]
    bodies = [plain(floor.body) for floor in found]
    pairs = match_posts(bodies, texts, 80)
    counts = Counter(gold=len(gold), found=len(found), right=len(pairs))
    counts["strict"] = len(match_posts(bodies, texts, 95))
    names = names_of_links(Page(page.source, page.url))
    for i, j in pairs:
        floor, post = found[i], gold[j]
        date = (post.get("datetime") or {}).get("surface_form") or ""
        if compared := compare_dates(date, floor, "MDY" if host in MONTH_FIRST else "DMY"):
            counts.update(dates=1, dates_right=compared[0], dates_near=compared[1])
        if author := (post.get("user") or {}).get("surface_form"):
            right = same_author(author, floor.author, names, page.url)
            counts.update(authors=1, authors_right=right)
    return counts


def main() -> None:
    """Print the figures of all pages, and the worst pages if asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--alone", action="store_true", help="each page as the first of its site")
    parser.add_argument("--floors", default=Options().floors)
    parser.add_argument("--passes", type=int, default=Options().cluster_passes)
    parser.add_argument("--filter", default=Options().filter)
    parser.add_argument("--worst", type=int, default=0, help="print so many pages, worst first")
    asked = parser.parse_args()
    options = Options(filter=asked.filter, floors=asked.floors, cluster_passes=asked.passes)
    rows = [
        (count(host, page, floors), page.name)
        for host, pages in read_sites(asked.folder).items()
        for page, floors in zip(pages, read_floors(pages, options, alone=asked.alone), strict=True)
    ]
    for counts, name in sorted(rows, key=lambda row: _f1(row[0]))[: asked.worst]:
        print(f"{_f1(counts):.3f} {name[:60]:<60} {dict(counts)}")
    total = sum((counts for counts, _ in rows), Counter[str]())
    strict = scores(total["strict"], total["found"], total["gold"])
    precision, recall, f1 = scores(total["right"], total["found"], total["gold"])
    print(f"{len(rows)} pages, {total['gold']} posts, {total['found']} found")
    print(f"F1 {f1:.3f} (P {precision:.3f}, R {recall:.3f}), strict {strict[2]:.3f}")
    print(f"macro F1 over pages {sum(_f1(counts) for counts, _ in rows) / len(rows):.3f}")
    print(f"dates {total['dates_right'] / max(1, total['dates']):.3f}", end=" ")
    print(f"(near {total['dates_near'] / max(1, total['dates']):.3f})", end=", ")
    print(f"authors {total['authors_right'] / max(1, total['authors']):.3f}")


def _f1(counts: Counter[str]) -> float:
    return 2 * counts["right"] / max(1, counts["found"] + counts["gold"])


if __name__ == "__main__":
    main()
