"""Who wrote the records of a page, each by the places that name authors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set

from extract_pipelines.page import Page, link_of
from extract_pipelines.page.date_mentions import DateMention, find_dates_of
from extract_pipelines.posts.authors.authors import author_of
from extract_pipelines.posts.authors.naming import (
    Naming,
    behind_seat,
    can_be_author,
    is_answered,
    said_beside_date,
)
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.posts.views.views import RecordView
from extract_pipelines.text.names import LONGEST_NAME
from extract_pipelines.url import page_form


def authors_of(
    page: Page,
    views: Sequence[RecordView],
    statistics: SlotStatistics,
    template: Set[int] = frozenset(),
) -> list[Naming | None]:
    """The author of each record.

    :param statistics: what is known of the places in them, this page included
    :param template: indices of the page's leaves that are the site's template
    """
    places = [statistics.author_places([view]) for view in views]
    usual = statistics.author_places()[:1]
    others = _beside_names(page, views, usual) if any(one[:1] != usual for one in places) else set()
    found = [
        author_of(page, view, told, others) or said_beside_date(page, view)
        for view, told in zip(views, places, strict=True)
    ]
    if any(one and one.leaf in template for one in found):
        found = _without_chrome(page, views, found, template)
    if any(one is None for one in found):
        found = _linked_as_others(page, views, found, others)
    if any(one is None or not page.leaves[one.leaf].in_link for one in found):
        around, leads = _around_link(page, views, found)
        if around:
            return [
                _unlinked_at(page, view, author, around, leads=leads)
                for view, author in zip(views, found, strict=True)
            ]
    return found


def _beside_names(
    page: Page, views: Sequence[RecordView], usual: Sequence[str]
) -> set[tuple[str, str]]:
    """The short texts that stand beside the names of most records, each with its place.

    They are nobody's where the name is missing: ranks, and buttons that some records have. But whom
    a record answers has a name.
    """
    said: set[tuple[str, str]] = set()
    for view in views:
        author = author_of(page, view, usual)
        for leaf in view.leaves if author else ():
            text = page.flat.texts[leaf]
            is_other = author and len(text) <= LONGEST_NAME and text not in author.name
            if is_other and not (page.flat.in_link[leaf] and is_answered(page, leaf)):
                said.add((view.place(page.flat.nodes[leaf]), text))
    return said


def _without_chrome(
    page: Page,
    views: Sequence[RecordView],
    authors: Sequence[Naming | None],
    template: Set[int],
) -> list[Naming | None]:
    """The authors; for a link that is on all pages, who is linked as most others' authors are.

    A link as that to the start of a forum has another address than these; a member's, who has
    written on all pages, is alike.
    """
    forms = Counter(_form(page, one.leaf) for one in authors if one)
    usual = max(forms, key=forms.__getitem__)
    if not usual or 2 * forms[usual] <= len(views):
        return list(authors)
    return [
        _linked_so(page, view, usual) or one
        if one and one.leaf in template and _form(page, one.leaf) != usual
        else one
        for view, one in zip(views, authors, strict=True)
    ]


def _linked_as_others(
    page: Page,
    views: Sequence[RecordView],
    authors: Sequence[Naming | None],
    others: Set[tuple[str, str]],
) -> list[Naming | None]:
    """The authors; where none was found, who is linked as most others' are, above or beside a date.

    The first post may be made otherwise than those below it. Beside the date of an edit stands who
    has edited.
    """
    forms = Counter(_form(page, one.leaf) for one in authors if one)
    usual = max(forms, key=forms.__getitem__, default="")
    if not usual or 2 * forms[usual] <= forms.total():
        return list(authors)
    found, edits = list(authors), {_place_of(edit) for edit in find_dates_of(page).edits}
    for place, view in enumerate(views):
        is_known = authors[place] is not None or _place_of(view.record.mention) in edits
        one = None if is_known else _linked_so(page, view, usual)
        is_other = one and (view.place(page.leaves[one.leaf].node), one.name) in others
        if one and not is_other and page.leaves[one.leaf].line <= view.date_line:
            found[place] = one
    return found


def _place_of(mention: DateMention) -> tuple[int, int, int]:
    """Where a date stands, in whatever order of day and month it is read."""
    return mention.node, mention.leaf, mention.date.start


def _form(page: Page, index: int) -> str:
    """What the address of a leaf's link shares with those of its kind; empty without a link."""
    leaf = page.leaves[index]
    return page_form(page.joined(link_of(leaf))) if leaf.in_link else ""


def _linked_so(page: Page, view: RecordView, form: str) -> Naming | None:
    """The first text of a record that can be a name and leads to an address of a form."""
    for index in view.leaves:
        leaf = page.leaves[index]
        if leaf.in_link and can_be_author(leaf.text) and _form(page, index) == form:
            return Naming(index, leaf.text)
    return None


def _around_link(
    page: Page, views: Sequence[RecordView], authors: Sequence[Naming | None]
) -> tuple[str | None, bool]:
    """The place of the element around the first author's link, within the record.

    And whether it begins with that link.
    """
    for view, author in zip(views, authors, strict=True):
        if author is None or not page.leaves[author.leaf].in_link:
            continue
        node = page.leaves[author.leaf].node
        while node > 0 and page.tags[node] != "a":  # deeper than elements are read
            node = page.parents[node]
        place = view.place(page.parents[node])
        if place != ".":
            return place, view.leaves_at.get(place, [])[:1] == [author.leaf]
        break
    return None, False


def _unlinked_at(
    page: Page, view: RecordView, author: Naming | None, place: str, *, leads: bool
) -> Naming | None:
    """Who wrote a record: without a link, he is rather named where others have theirs.

    Who has left has no page to link to. That is the only text at the place, or the first one.

    :param author: who is named at another place, if any
    :param leads: whether links of others are the first there
    """
    leaves = view.leaves_at.get(place, ())
    is_linked = author is not None and page.leaves[author.leaf].in_link
    is_told = leads or (author is None and len(leaves) == 1)
    if is_linked or not leaves or not is_told or leaves[0] in view.dated_leaves:
        return author
    leaf = page.leaves[leaves[0]]
    is_named = not leaf.in_link and can_be_author(leaf.text)
    return Naming(leaves[0], behind_seat(leaf.text)) if is_named else author
