"""Measure the floors on WEB-FORUM-52: thread pages of forum sites, with the posts marked by hand.

The set is the folder ``corpus/goldDocuments`` of the Harvest repository (fhgr/harvest): a JSON file
for each page, with its ``url``, ``html`` and ``gold_standard_annotation``. Run as::

    python -m benchmarks.forum PATH_TO/harvest/corpus/goldDocuments [--alone] [--floors NAME ...]

All pages of a site are learned, then each is read; with ``--alone`` each page is read as the first
of its site. Posts of answer and gold are paired by the similarity of their normalised texts (ratio
of rapidfuzz), the most similar first, each in one pair at most; a pair counts from .80 on, strictly
from .95. Posts without text are left out. Of the paired posts, dates must agree to the minute, or
to the day if the gold has no time ("near" allows for 26 hours); golds such as "2 days ago" are left
out. An author agrees by name, or by the link that the name has on the page.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from rapidfuzz import fuzz

from benchmarks.data import ForumPage, forum_sites
from benchmarks.dates import near_moment, read_moment, same_moment
from benchmarks.measures import Authors, Score, mean, normalised, score
from benchmarks.strategies import add_strategies, chosen
from extract_pipelines import Floor, ForumThread, Page, Site, extract
from extract_pipelines.options import Options

SIMILAR = 80.0
STRICT = 95.0
# Sites that write the month before the day in numbers.
MONTH_FIRST = {"www.fanfiction.net", "www.msworld.org", "talk.collegeconfidential.com"}


def read_site(pages: list[ForumPage], options: Options, *, alone: bool) -> list[list[Floor]]:
    """The floors of each page of one site."""
    if alone:
        items = [extract(page.html, page.url, options) for page in pages]
    else:
        site = Site(options)
        sources = [Page(page.html, page.url) for page in pages]
        for source in sources:
            site.learn(source)
        items = [site.extract(source) for source in sources]
    return [item.floors if isinstance(item, ForumThread) else [] for item in items]


def pair(answered: list[str], gold: list[str]) -> dict[tuple[int, int], float]:
    """The similarity of each pair (index in the answer, index in the gold)."""
    candidates = sorted(
        (-similarity, abs(left - right), left, right)
        for left, text in enumerate(answered)
        for right, gold_text in enumerate(gold)
        if (similarity := fuzz.ratio(text, gold_text, score_cutoff=SIMILAR)) >= SIMILAR
    )
    pairs: dict[tuple[int, int], float] = {}
    lefts, rights = set(), set()
    for negative, _, left, right in candidates:
        if left not in lefts and right not in rights:
            pairs[left, right] = -negative
            lefts.add(left)
            rights.add(right)
    return pairs


def count_page(page: ForumPage, floors: list[Floor]) -> Counter[str]:
    """What agrees on one page, and of how many."""
    floors = [floor for floor in floors if normalised(floor.body)]
    posts = [post for post in page.posts if normalised(post.text)]
    pairs = pair(
        [normalised(floor.body) for floor in floors], [normalised(post.text) for post in posts]
    )
    counts = Counter(
        answered=len(floors),
        gold=len(posts),
        similar=len(pairs),
        strict=sum(similarity >= STRICT for similarity in pairs.values()),
    )
    authors = Authors(page.html, page.url)
    month_first = page.host in MONTH_FIRST
    for left, right in pairs:
        floor, post = floors[left], posts[right]
        if date := read_moment(post.date, month_first=month_first):
            found = read_moment(floor.date or floor.date_raw or "", month_first=month_first)
            counts["dates"] += 1
            counts["same_dates"] += same_moment(date, found)
            counts["near_dates"] += near_moment(date, found)
        if post.author:
            counts["authors"] += 1
            counts["same_authors"] += authors.same(post.author, floor.author or "")
    return counts


def posts_score(counts: Counter[str], agreeing: str) -> Score:
    """The score of the posts, by the count of those that agree (``similar`` or ``strict``)."""
    return score(counts[agreeing], counts["answered"], counts["gold"])


def report(pages: dict[str, Counter[str]]) -> None:
    """Print the figures over all pages."""
    total: Counter[str] = sum(pages.values(), Counter())
    print(f"pages {len(pages)}  gold posts {total['gold']}  answered {total['answered']}")
    for title, agreeing in (("similar", "similar"), ("strict ", "strict")):
        micro = posts_score(total, agreeing)
        macro = mean(
            posts_score(counts, agreeing).f1
            for counts in pages.values()
            if counts["gold"] or counts["answered"]
        )
        print(
            f"posts, {title}  F1 {micro.f1:.4f}  P {micro.precision:.4f}  R {micro.recall:.4f}"
            f"  F1 by page {macro:.4f}"
        )
    for title, agreeing, of in (
        ("dates  ", "same_dates", "dates"),
        ("  near ", "near_dates", "dates"),
        ("authors", "same_authors", "authors"),
    ):
        share = total[agreeing] / total[of] if total[of] else 0.0
        print(f"{title}  {share:.4f} of {total[of]} in paired posts")


def report_worst(pages: dict[str, Counter[str]], count: int) -> None:
    """Print the pages on which the posts are read worst."""
    for name in sorted(pages, key=lambda name: posts_score(pages[name], "similar").f1)[:count]:
        counts = pages[name]
        print(
            f"{posts_score(counts, 'similar').f1:.2f}  {name[:60]:<60}  gold {counts['gold']}"
            f"  answered {counts['answered']}  similar {counts['similar']}"
            f"  dates {counts['same_dates']}/{counts['dates']}"
            f"  authors {counts['same_authors']}/{counts['authors']}"
        )


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path, help="the folder goldDocuments")
    parser.add_argument("--alone", action="store_true", help="read each page as its site's first")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="list the N worst pages")
    add_strategies(parser)
    arguments = parser.parse_args()
    options = chosen(arguments)
    pages: dict[str, Counter[str]] = {}
    for site in forum_sites(arguments.data).values():
        answers = read_site(site, options, alone=arguments.alone)
        for page, floors in zip(site, answers, strict=True):
            pages[page.name] = count_page(page, floors)
    report_worst(pages, arguments.worst)
    report(pages)


if __name__ == "__main__":
    main()
