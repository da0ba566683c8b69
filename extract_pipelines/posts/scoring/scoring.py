"""How likely the record groups of a page are a thread's posts, or the comments below a text.

Three scorers of boosted trees were learned on labelled pages of many sites. The first looks at all
groups of a page from the outside; of the likeliest a sample is read as floors, and the second
scores what comes out, until no other group looks likelier than that. Of those that are about as
likely, such as posts and what stands around or within them, the third chooses. Nothing of other
pages of the site is in what they tell. Where the page's own data tell of its posts, the records
that these are have that besides.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import exp, inf, log
from typing import Final

from extract_pipelines.items.trace import tell
from extract_pipelines.page import Page
from extract_pipelines.page.boosted_trees import load
from extract_pipelines.page.declared_posts import declared_posts
from extract_pipelines.page.declared_type import says_other
from extract_pipelines.posts.records.analysis import Analysis
from extract_pipelines.posts.records.group_facts import GroupScored
from extract_pipelines.posts.records.groups import Group
from extract_pipelines.posts.records.records import Candidate, Record
from extract_pipelines.posts.scoring.outside import OUTSIDE_NAMES, OutsideScorer, Row, Rows
from extract_pipelines.posts.scoring.read_features import READ_NAMES, read_features
from extract_pipelines.posts.scoring.shape_odds import MOST_OF_PAGE, KnownShapes

# Samples that are read, at most, and the least log odds from the outside of what they are read of.
MOST_SAMPLES: Final = 6
LEAST_ODDS: Final = -1.0
# As long as none is likelier than the first, a sample is also read of groups that look less likely
# than the best one by no more than the second.
UNSURE: Final = 3.25
LOOK_ON: Final = 1.5
# Of groups that are less likely than the likeliest by no more than this, one is chosen.
NEAR: Final = 2.0
# Log odds from the outside from which on no sample is read.
SURE_OUTSIDE: Final = 4.0
# No post stands so deep in its record: to read such costs more than all else.
DEEPEST: Final = 48
# Log odds that the page's own data add for records that are the posts they tell of, by their F1:
# of all labelled pages 170 have such records and are threads, none has and is none.
STATED: Final = 5.0
LEAST_STATED: Final = 0.8
INSIDE_NAMES: Final[tuple[str, ...]] = (*OUTSIDE_NAMES, *READ_NAMES, "odds", "behind")

_Scored = tuple[Sequence[Candidate], str | None, list[Group]]


def scored_groups(page: Page, analysis: Analysis, known: KnownShapes) -> Sequence[Group]:
    """The record groups of a page with their odds; once for a page that is learned and then read.

    Where the spider tells what the page is, groups are looked into however unlikely they are.

    :param known: what other pages tell: of groups that are sure by that no sample is read, and
        beside them, or where the latest pages had no posts, no others are looked at that pages have
        shown without taking them
    """
    kept: _Scored = page.kept.get(score_groups, ((), None, []))
    before, page_type, groups = kept
    if before is not analysis.candidates or page_type != page.page_type:
        groups = score_groups(page, analysis, known)
        page.kept[score_groups] = analysis.candidates, page.page_type, groups
    return groups


def score_groups(page: Page, analysis: Analysis, known: KnownShapes | None = None) -> list[Group]:
    """The record groups of a page with their odds; see `scored_groups`."""
    outside = OutsideScorer(page, analysis)
    if known and (sure := known.sure(outside.dated(known))):
        sure.odds, sure.is_told = MOST_OF_PAGE, True
        return [sure]
    rows = outside.scored(known)
    rows.sort(key=lambda one: -one[0].odds)
    told = _look_inside(page, analysis, rows, outside.name, known)
    groups = [group for group, _ in rows]
    moved, stated = _chosen(groups, told), _stated(page, groups)
    for group, asked, by_choice, by_data in zip(groups, told, moved, stated, strict=True):
        group.odds += by_choice + by_data
        _tell(group, *asked, by_choice, by_data)
    return groups


def _look_inside(
    page: Page, analysis: Analysis, rows: Rows, outside: str, known: KnownShapes | None
) -> list[tuple[str, Row]]:
    """For each group the scorer that had the last word, and what it was told.

    Groups whose records have the same leaves, as an element and the one around it, share a sample.

    :param rows: groups with what is seen from the outside, the likeliest first
    :param outside: the scorer that was asked so far
    """
    told = [(outside, features) for _, features in rows]
    samples: dict[tuple[tuple[int, int], ...], Row] = {}
    first = rows[0][0].odds if rows else LEAST_ODDS
    best, sure = -inf, UNSURE
    for place, (group, features) in enumerate(rows):
        odds, behind = group.odds, group.odds - first
        least = best - LOOK_ON if best < sure else best
        if odds < least or (odds < LEAST_ODDS and not page.page_type):
            break
        if _needs_no_sample(page, group, known):
            if odds > 0:  # beside what other pages have told only likelier ones are looked into
                best, sure = max(best, odds), 0.0
            continue
        records = group.candidate.records
        leaves = _leaves_of(page, records)
        if leaves not in samples:
            if is_deep(page, records[0]) or len(samples) == MOST_SAMPLES:
                continue
            samples[leaves] = read_features(page, analysis, records)
        told[place] = "inside", (*features, *samples[leaves], odds, behind)
        group.odds, group.thread = _inside_odds(told[place][1])
        best = max(best, group.odds)
    return told


def _leaves_of(page: Page, records: Sequence[Record]) -> tuple[tuple[int, int], ...]:
    """The leaves of records, and of those that stand in them."""
    starts = [start for one in records for start in (one.start, *[inner for inner, _ in one.inner])]
    return tuple(map(page.leaf_range, starts))


def _chosen(groups: Sequence[Group], told: Sequence[tuple[str, Row]]) -> list[float]:
    """For each group by how much its log odds change for the choice between the likely ones.

    The one that is chosen gets the log odds of the likeliest, the others as much less as the scorer
    puts them behind it.

    :param told: for each group the last scorer that was asked, and what it was told
    """
    read = [place for place, (scorer, _) in enumerate(told) if scorer == "inside"]
    top = max([groups[place].odds for place in read], default=0.0)
    near = [place for place in read if groups[place].odds >= top - NEAR]
    moved = [0.0] * len(groups)
    if len(near) > 1:
        choice = load("posts", "choice", INSIDE_NAMES)
        worth = [choice(*told[place][1]) for place in near]
        for place, one in zip(near, worth, strict=True):
            moved[place] = top - groups[place].odds + (one - max(worth))
    return moved


def _stated(page: Page, groups: Sequence[Group]) -> list[float]:
    """For each group the log odds that the page's own data add, if the scorers are sure of none."""
    is_sure = any(group.is_decided for group in groups)
    posts = [] if is_sure or says_other(page) else declared_posts(page)
    if not posts:
        return [0.0] * len(groups)
    fits = (_fit_of(group.candidate.records, posts) for group in groups)
    return [STATED if fit >= LEAST_STATED else 0.0 for fit in fits]


def _fit_of(records: Sequence[Record], posts: Sequence[int]) -> float:
    """F1 of records against posts: how many hold just one of these elements."""
    alone = sum(_held(record, posts) == 1 for record in records)
    return 2 * alone / (len(records) + len(posts))


def _held(record: Record, posts: Sequence[int]) -> int:
    """How many of these elements belong to a record itself."""
    ranges = ((record.start, record.stop), *record.inner)
    whole, *inner = (bisect_left(posts, stop) - bisect_left(posts, start) for start, stop in ranges)
    return whole - sum(inner)


def _needs_no_sample(page: Page, group: Group, known: KnownShapes | None) -> bool:
    """Whether a group is sure to be posts or none: by itself, or by what other pages tell.

    Where the spider tells what the page is, all that are not likely are looked into.
    """
    is_told = known is not None and known.odds.are_told(group)
    if page.page_type:
        return is_told and group.odds > 0
    return is_told or group.odds >= SURE_OUTSIDE


def _tell(group: Group, scorer: str, features: Row, chosen: float, stated: float) -> None:
    tell(lambda: GroupScored(group.candidate, scorer, features, group.odds, chosen, stated))


def is_deep(page: Page, record: Record) -> bool:
    """Whether the text in the middle of a record, or its last one, stands deep in it."""
    first, last = page.flat.leaf_range(record.start)
    some = page.leaves[(first + last) // 2 : last : max(1, (last - first) // 2)]
    return any(page.flat.depth(leaf.node, record.start) > DEEPEST for leaf in some)


def _inside_odds(features: Sequence[float]) -> tuple[float, float]:
    """Log odds of posts or comments, and of posts against comments."""
    nothing, posts, comments = (
        load("posts", f"inside_{name}", INSIDE_NAMES)(*features)
        for name in ("nothing", "posts", "comments")
    )
    top = max(posts, comments)
    either = top + log(exp(posts - top) + exp(comments - top))
    return either - nothing, posts - comments
