"""Thread pages cut down to one post: python -m benchmarks.one_post PATH.

PATH and data as in benchmarks.forum. All pages of a site are learned; then each page is cut down to
each of its first three posts, the other records taken out of its tree, and read with what the site
knows. A cut page is right if its one floor is similar by 0.80 to a gold post of the page. Where an
opening post of another shape is left on it, that is one more, neither right nor wrong.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from lxml import etree

from benchmarks.forum import read_sites
from benchmarks.measures import match_posts, plain, scores
from extract_pipelines import ForumThread, Page, Site
from extract_pipelines.items.trace import listening
from extract_pipelines.posts.records.group_facts import GroupTaken

FIRST_POSTS = 3


def cut_pages(page: Page, site: Site) -> Iterator[Page]:
    """The page with each of its first records alone."""
    with listening() as told:
        site.extract(page)
    taken = [fact.candidate.records for fact in told if isinstance(fact, GroupTaken)]
    records = taken[-1] if taken else []
    if len(records) < 2:
        return
    source = etree.tostring(page.root, encoding="unicode", method="html")
    for kept in range(min(FIRST_POSTS, len(records))):
        copy = Page(source, page.url)
        if len(copy.elements) != len(page.elements):
            return
        for number, record in enumerate(records):
            node = record.start if number != kept else record.stop
            while node < record.stop:
                remove(copy, node)
                node = copy.subtree_end[node]
        yield Page(etree.tostring(copy.root, encoding="unicode", method="html"), page.url)


def remove(page: Page, node: int) -> None:
    """Take an element out of its tree; the text behind it stays."""
    element = page.elements[node]
    parent, before = element.getparent(), element.getprevious()
    if parent is None:
        return
    if before is None:
        parent.text = (parent.text or "") + (element.tail or "")
    else:
        before.tail = (before.tail or "") + (element.tail or "")
    element.tail = None
    parent.remove(element)


def bodies(site: Site, page: Page) -> Sequence[str]:
    """The texts of the floors that are read on a page."""
    item = site.extract(page)
    floors = item.floors if isinstance(item, ForumThread) else []
    return [text for text in (plain(floor.body) for floor in floors) if text]


def main() -> None:
    """Print the figures of all cut pages."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path)
    asked = parser.parse_args()
    cut = found = right = 0
    for pages in read_sites(asked.folder).values():
        site = Site()
        parsed = [Page(page.source, page.url) for page in pages]
        for page in parsed:
            site.learn(page)
        for gold, page in zip(pages, parsed, strict=True):
            texts = [plain(post["post_text"]["surface_form"]) for post in gold.posts]
            for alone in cut_pages(page, site):
                read = bodies(site, alone)
                posts = len(match_posts(read, [text for text in texts if text], 80))
                cut, found = cut + 1, found + len(read) - max(0, posts - 1)
                right += posts > 0
    precision, recall, f1 = scores(right, found, cut)
    print(f"{cut} cut pages, {found} floors, F1 {f1:.3f} (P {precision:.3f}, R {recall:.3f})")


if __name__ == "__main__":
    main()
