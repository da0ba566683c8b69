"""Features of a page with records: what tells a thread from an article with comments.

But for the class by which records are called comments, and for captions, none has a word in it:
counts, shares and logarithms of what stands before the records, in them and around them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from math import log2

from extract_pipelines.page import Page
from extract_pipelines.page.declared_type import DeclaredType, declared_type
from extract_pipelines.page.embedded_article import read_article
from extract_pipelines.posts.opening.opening import Opening
from extract_pipelines.posts.records.groups import spread
from extract_pipelines.posts.records.records import Record, text_length
from extract_pipelines.posts.scoring.caption_features import CAPTION_NAMES, caption_features
from extract_pipelines.posts.scoring.features import MOST_SAMPLED
from extract_pipelines.posts.scoring.sums import elements_of, sentences_of, shown_title
from extract_pipelines.url import folder_form, names_person, split_url

THREAD_NAMES: tuple[str, ...] = (
    *"called shared_article says_article count opened length linked".split(),
    *"title_gap below_title before after paragraphs headings pictures".split(),
    *"people leaving member_above mails sites".split(),
    *CAPTION_NAMES,
)
# A count is no greater than this.
MOST_COUNTED = 40
_COMMENTS = re.compile(
    r"comment|kommentar|comentario|commento|коммент|respon[sd]|评论|評論|留言|コメント|댓글",
    re.IGNORECASE,
)
_SITES = frozenset(("url", "website", "homepage"))


def thread_features(
    page: Page, records: Sequence[Record], first: Opening | None
) -> tuple[float, ...]:
    """The features of a page with records, named by `THREAD_NAMES`.

    :param first: the opening post, if one of another shape was found
    """
    return (
        float(are_called_comments(page, records[0])),
        float(declared_type(page) is DeclaredType.ARTICLE),
        float(read_article(page).says_article),
        log2(len(records)),
        0.0 if first is None else 2.0 if first.is_sure else 1.0,
        _length(page, records),
        sum(page.flat.in_link) / max(1, len(page.leaves)),
        *_above(page, records),
        *_links(page, records),
        *_fields(page),
        *caption_features(page).of(elements_of(spread(records, MOST_SAMPLED))),
    )


def are_called_comments(page: Page, record: Record) -> bool:
    """Whether a record's own class or id says that it is a comment."""
    root = page.elements[record.start]
    return _COMMENTS.search(f"{root.get('class')} {root.get('id')}") is not None


def _length(page: Page, records: Sequence[Record]) -> float:
    lengths = page.flat.unlinked_before
    some = spread(records, MOST_SAMPLED)
    return log2(1 + sum(text_length(page, record, lengths) for record in some) / len(some))


def _above(page: Page, records: Sequence[Record]) -> tuple[float, ...]:
    """What stands between the title and the records; the sentences before and behind these."""
    tree, first = page.flat, records[0].start
    start, stop = tree.leaf_start[first], tree.leaf_range(records[-1].start)[1]
    sentences = [0, *accumulate(sentences_of(page))]
    whole = max(1, sentences[-1])
    title = shown_title(page)
    is_above = 0 <= title < start
    node = page.leaves[title].node if is_above else 0
    kinds = (tree.tagged("p"), tree.tagged("h2", "h3", "h4"), tree.tagged("img"))
    return (
        log2(1 + start - title) if is_above else -1.0,
        (sentences[start] - sentences[title + 1]) / whole if is_above else -1.0,
        sentences[start] / whole,
        (sentences[-1] - sentences[stop]) / whole,
        *(
            float(min(MOST_COUNTED, bisect_left(nodes, first) - bisect_left(nodes, node)))
            for nodes in kinds
        ),
    )


def _links(page: Page, records: Sequence[Record]) -> tuple[float, ...]:
    """The share of the records that link to people, and to other sites; who is linked above."""
    hrefs = page.flat.values("href")
    nodes = [node for node in hrefs if page.tags[node] == "a"]
    host = split_url(page.url).netloc
    people, leaving = 0, 0
    forms: set[tuple[object, ...] | None] = set()
    some = spread(records, MOST_SAMPLED)
    for record in some:
        found = nodes[bisect_left(nodes, record.start) : bisect_left(nodes, record.stop)]
        named = [hrefs[node] for node in found if names_person(hrefs[node])]
        people += bool(named)
        forms.update(folder_form(page.joined(href)) for href in named)
        leaving += any(_leaves(hrefs[node], host) for node in found)
    is_above = -1.0
    if forms:
        above = [hrefs[node] for node in nodes[: bisect_left(nodes, records[0].start)]]
        people_above = [href for href in above if names_person(href)]
        is_above = float(any(folder_form(page.joined(one)) in forms for one in people_above))
    return people / len(some), leaving / len(some), is_above


def _leaves(href: str, host: str) -> bool:
    return href.startswith("http") and bool(host) and host not in href


def _fields(page: Page) -> tuple[float, ...]:
    """Fields for a mail address and for the address of a site, which members are not asked for."""
    fields = [page.elements[node] for node in page.flat.tagged("input")]
    told = [(one.get("type"), (one.get("name") or "").lower()) for one in fields]
    mails = sum(kind == "email" or "mail" in name for kind, name in told)
    sites = sum(kind == "url" or name in _SITES for kind, name in told)
    return float(min(MOST_COUNTED, mails)), float(min(MOST_COUNTED, sites))
