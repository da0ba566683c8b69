"""Records below an article are its readers' comments; what tells them from a thread's floors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from extract_pipelines.items import Floor
from extract_pipelines.items.trace import tell
from extract_pipelines.page import Leaf, Page
from extract_pipelines.page.boosted_trees import load
from extract_pipelines.page.date_mentions import DateMention
from extract_pipelines.page.declared_type import DeclaredType, declared_type
from extract_pipelines.posts.opening.opening import Opening
from extract_pipelines.posts.records.records import Record
from extract_pipelines.posts.scoring.shape_odds import MOST_OF_PAGE, bounded
from extract_pipelines.posts.thread_features import THREAD_NAMES, thread_features
from extract_pipelines.url import folder_form

T = TypeVar("T", Leaf, DateMention)
# Log odds where a page calls itself a thread, or a product: 96 and 6 labelled pages do, and none of
# them is another.
CLAIMED = 5.0
DECIDING = (DeclaredType.THREAD, DeclaredType.PRODUCT)
# What the scorers of record groups say of posts against comments counts up to so much, and a third.
MOST_OF_GROUPS, WEIGHT_OF_GROUPS = 3.0, 1 / 3


class ThreadTold(NamedTuple):
    """What was said of records: a thread's posts, or comments below an article."""

    features: Sequence[float]
    odds: float
    """Log odds of a thread, by the page alone."""


def thread_odds(
    page: Page, records: Sequence[Record], first: Opening | None, of_group: float = 0.0
) -> float:
    """Log odds that records are posts of a thread, and not comments below an article.

    Told by what the page calls itself, if that is a thread or a product, which has reviews. Else by
    a scorer of boosted trees that was learned on labelled pages of many sites, together with what
    the scorers of record groups say.

    :param first: the opening post, if one of another shape was found
    :param of_group: `extract_pipelines.posts.records.groups.Group.thread` of the records
    """
    claim = declared_type(page)
    if claim in DECIDING:
        return CLAIMED if claim is DeclaredType.THREAD else -CLAIMED
    features = thread_features(page, records, first)
    odds = load("posts", "threads", THREAD_NAMES)(*features)
    odds += WEIGHT_OF_GROUPS * bounded(of_group, MOST_OF_GROUPS)
    tell(lambda: ThreadTold(features, odds))
    return odds


def are_comments(
    page: Page, records: Sequence[Record], first: Opening | None, of_group: float, others: float
) -> bool:
    """Whether records are comments below an article, and not the posts of a thread.

    :param first: the opening post, if one of another shape was found
    :param of_group: `extract_pipelines.posts.records.groups.Group.thread` of the records
    :param others: log odds of a thread by other pages of the kind; where these are sure, the page
        itself is not asked
    """
    if abs(others) >= MOST_OF_PAGE:
        return others < 0
    return bounded(thread_odds(page, records, first, of_group), MOST_OF_PAGE) + others <= 0


def not_within(spans: Iterable[tuple[int, int]], found: Iterable[T]) -> list[T]:
    """What does not stand in these elements; each is the index of a first one, and after a last."""
    inside = {node for start, stop in spans for node in range(start, stop)}
    return [one for one in found if one.node not in inside]


def tells_first_post(head: Floor, floors: Sequence[Floor]) -> bool:
    """Whether what may be an opening post is a line that tells who wrote the first of them, when.

    Nobody answers himself within the same minute. Or it is a part of the first one, and holds its
    text, but neither its date nor its author.
    """
    is_exact = head.date_precision in ("minute", "second")
    told = {(first.author, first.date) for first in floors[:1]}
    is_part = head.author is None and head.date is None and head.body != ""
    said = {first.body for first in floors[:1]}
    return (is_exact and (head.author, head.date) in told) or (is_part and head.body in said)


def is_by_member(page: Page, opening: Floor, floors: Sequence[Floor]) -> bool:
    """Whether an opening post's author is linked as the floors' authors are, and in no article."""
    if declared_type(page) is DeclaredType.ARTICLE:
        return False
    own = folder_form(opening.author_url)
    return own is not None and any(folder_form(floor.author_url) == own for floor in floors)
