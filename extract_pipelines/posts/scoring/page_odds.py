"""How likely a page is to show posts or comments at all, before records are looked for on it.

Most articles and forms are told by the page as a whole: nobody replies there, and dates do not
follow each other down the page. What is sure to have no posts needs no look at its records, which
costs a third of reading an article.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import log2
from typing import Final, NamedTuple

from extract_pipelines.items.trace import tell
from extract_pipelines.page import Page, type_features
from extract_pipelines.page.boosted_trees import load
from extract_pipelines.page.captions import MEANINGS
from extract_pipelines.page.date_mentions import DateMention, find_dates_of
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.posts.scoring.caption_features import caption_features

# Log odds up to which it is sure that there are no posts; and dates on one tag path from which on
# it is not: they may be those of short posts on a page that says nothing else of these.
NO_POSTS: Final = -4.5
FEWEST_DATES: Final = 6
# A text outside links with more characters is a sentence rather than a label.
LONGEST_LABEL: Final = 60
# Elements that are counted.
TAGS: Final = "article li blockquote textarea form p img h2 h3 td".split()

PAGE_NAMES: Final[tuple[str, ...]] = (
    *"page_length page_links long_share texts paths elements_on_page".split(),
    *"long_texts long_paths long_alike".split(),
    *"dates dates_alike depth_of_dates dates_distinct dates_clocks dates_relative".split(),
    *"first_date last_date span_of_dates dates_over_texts share_over_texts".split(),
    *(f"{tag}_elements" for tag in TAGS),
    *type_features.NAMES,
    "captions",
    *(f"{meaning}_on_page" for meaning in MEANINGS),
)
_ALIKE: Final = PAGE_NAMES.index("dates_alike")


class PageScored(NamedTuple):
    """What the scorer said of a page as a whole."""

    features: Sequence[float]
    odds: float
    """Log odds of posts or comments."""

    @property
    def has_no_posts(self) -> bool:
        """Whether it is sure that the page has none."""
        return self.odds <= NO_POSTS and self.features[_ALIKE] < log2(1 + FEWEST_DATES)


def shows_no_posts(page: Page) -> bool:
    """Whether a page, by itself, is sure to have neither posts nor comments.

    What the spider tells of it counts more: then it is looked at.
    """
    scored = _scored(page)
    if page.page_type or not scored.has_no_posts:
        return False
    tell(lambda: scored)
    return True


@once_a_page
def _scored(page: Page) -> PageScored:
    features = page_features(page)
    return PageScored(features, load("posts", "pages", PAGE_NAMES)(*features))


def page_features(page: Page) -> tuple[float, ...]:
    """The features of a page, named by `PAGE_NAMES`; counts as log2(1 + n)."""
    captions = caption_features(page)
    return (
        *_of_texts(page),
        *_of_dates(page),
        *[_count(len(page.flat.tagged(tag))) for tag in TAGS],
        *map(float, type_features.page_type_features(page)),
        _count(captions.count),
        *captions.on_page,
    )


def _of_texts(page: Page) -> tuple[float, ...]:
    """How much text there is, which share stands in links and in long texts, and on which paths."""
    tree = page.flat
    own = linked = long = 0
    paths: dict[str, int] = {}
    for text, is_linked, path in zip(tree.texts, tree.in_link, tree.paths, strict=True):
        size = len(text)
        if is_linked:
            linked += size
        else:
            own += size
            if size > LONGEST_LABEL:
                long += size
                paths[path] = paths.get(path, 0) + 1
    return (
        _count(own),
        linked / max(1, linked + own),
        long / max(1, own),
        _count(len(tree.texts)),
        _count(len(set(tree.paths))),
        _count(len(tree.tags)),
        _count(sum(paths.values())),
        _count(len(paths)),
        _count(max(paths.values(), default=0)),
    )


def _of_dates(page: Page) -> tuple[float, ...]:
    """How many dates there are, how alike, and where; -1 for the places if there are none."""
    mentions, tree = find_dates_of(page).mentions, page.flat
    paths = Counter([_path(page, mention) for mention in mentions])
    path, alike = paths.most_common(1)[0] if paths else ("", 0)
    dates, count = [mention.date for mention in mentions], max(1, len(mentions))
    nodes, whole = [mention.node for mention in mentions], max(1, len(tree.tags))
    first, last = min(nodes, default=-1), max(nodes, default=-1)
    shown = [mention.leaf for mention in mentions if mention.leaf >= 0]
    over = _over_texts(page, shown)
    return (
        _count(len(mentions)),
        _count(alike),
        float(path.count("/") + 1),
        len({date.raw for date in dates}) / count,
        sum([date.hours is not None for date in dates]) / count,
        sum([date.relative for date in dates]) / count,
        first / whole,
        last / whole,
        (last - first) / whole if nodes else -1.0,
        _count(over),
        over / max(1, len(shown)),
    )


def _over_texts(page: Page, dates: Sequence[int]) -> int:
    """How many dates have a long text below them, before the next date.

    :param dates: their leaves, in document order
    """
    texts, in_link = page.flat.texts, page.flat.in_link
    over = 0
    for date, following in pairwise([*dates, len(texts)]):
        for leaf in range(date, following):
            if len(texts[leaf]) > LONGEST_LABEL and not in_link[leaf]:
                over += 1
                break
    return over


def _path(page: Page, mention: DateMention) -> str:
    """The tag path of a date's text; the tag of its element, where only an attribute has it."""
    return page.flat.paths[mention.leaf] if mention.leaf >= 0 else page.flat.tags[mention.node]


def _count(number: int) -> float:
    return log2(1 + number)
