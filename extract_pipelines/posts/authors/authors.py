"""Authors: which place inside the records names who wrote them.

A place is one of a record's elements, or stands in the text of the date: ``{date} - {name}``. How
likely it names the author was learned from labelled forums; see `author_features`.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.boosted_trees import load
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.page.tag_paths import in_heading
from extract_pipelines.page.title_parts import is_title
from extract_pipelines.posts.authors.author_features import NAMES, author_features
from extract_pipelines.posts.authors.naming import Naming, naming_at
from extract_pipelines.posts.views.views import RecordView

# Log odds of a place of which nothing is known: one in twenty names the authors.
USUAL: Final = -3.0
# What one page tells of a place lies within these: none outweighs many.
LEAST_OF_PAGE: Final = -3.0
MOST_OF_PAGE: Final = 6.0
# At least so much is told of a single record's text that another one says to be a name.
SAID_SO: Final = 3.0
_SAYING: Final = [NAMES.index(name) for name in ("announced", "announces")]


def author_scores(page: Page, views: Sequence[RecordView]) -> dict[str, float]:
    """How much more likely than any place each one names the authors of the records.

    These are log odds less the usual ones: those of several pages add up. Of the same views they
    are computed once: pages are learned, and then read.
    """
    known, asked = _scores_of(page), tuple(views)
    if asked not in known:
        known[asked] = _author_scores(page, views)
    return known[asked].copy()


@once_a_page
def _scores_of(page: Page) -> dict[tuple[RecordView, ...], dict[str, float]]:
    """The scores of a page that were asked for."""
    return {}


def _author_scores(page: Page, views: Sequence[RecordView]) -> dict[str, float]:
    score = load("posts", "authors", NAMES)
    scores: dict[str, float] = {}
    for place, features in author_features(page, views).items():
        told = score(*features) - USUAL
        if len(views) == 1 and any(features[index] for index in _SAYING):
            told = max(told, SAID_SO)
        scores[place] = max(LEAST_OF_PAGE, min(MOST_OF_PAGE, told))
    return scores


def author_of(
    page: Page,
    view: RecordView,
    places: Sequence[str],
    others: Set[tuple[str, str]] = frozenset(),
) -> Naming | None:
    """The author at the first of the places that the record has; its title is at none.

    :param others: texts that name nobody, each with its place
    """
    for place in places:
        naming = naming_at(page, view, place)
        if naming is None or _is_title(page, naming):
            continue
        if not others or (view.place(page.flat.nodes[naming.leaf]), naming.name) not in others:
            return naming
    return None


def _is_title(page: Page, naming: Naming) -> bool:
    """Whether a text is a heading with the title of the page."""
    return in_heading(page.flat.paths[naming.leaf]) and is_title(page, naming.name)
