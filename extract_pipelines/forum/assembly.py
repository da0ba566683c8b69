"""The pages of a thread put together: in order, overlaps merged, missing pages told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from extract_pipelines.forum.changes import fingerprint
from extract_pipelines.forum.date_uncertainty import error_of, is_compatible
from extract_pipelines.items import Floor, ForumThread
from extract_pipelines.url import address, is_permalink, thread_key


def key_of(thread: ForumThread) -> str:
    """Key of the thread that an item is a page of.

    The page's own address tells it; where that names a single post, the canonical one does.
    """
    if thread.canonical_url and (is_permalink(thread.url) or address(thread.url).name is None):
        return thread_key(thread.canonical_url)
    return thread_key(thread.url)


def has_next(thread: ForumThread) -> bool:
    """Whether another page of the same thread follows."""
    following = thread.next_page_url
    return following is not None and thread_key(following) in (
        key_of(thread),
        thread_key(thread.url),
    )


class Assembly:
    """The pages of one thread that are in so far.

    :param first: number of the first page that is waited for
    """

    def __init__(self, first: int = 1) -> None:
        self._first = first
        self.pages: dict[int, ForumThread] = {}

    def add(self, page: ForumThread) -> None:
        """Take in a page; one that is in already is replaced."""
        self.pages[page.page_number or 1] = page

    @property
    def missing(self) -> list[int]:
        """Numbers of the pages that are known to be missing, ascending."""
        last = max(self.pages)
        if has_next(self.pages[last]):
            last += 1
        return [number for number in range(self._first, last + 1) if number not in self.pages]

    @property
    def is_complete(self) -> bool:
        """Whether all pages are in, up to one that has no next."""
        return not self.missing

    def merged(self) -> ForumThread:
        """One thread of the pages that are in: the first page's fields, and the floors of all."""
        numbers = sorted(self.pages)
        first, last = self.pages[numbers[0]], self.pages[numbers[-1]]
        floors = merge_floors([self.pages[number].floors for number in numbers])
        return replace(
            first,
            floors=floors,
            floor_count=len(floors),
            next_page_url=last.next_page_url,
            page_urls=[self.pages[number].url for number in numbers],
            complete=self.is_complete,
            missing_pages=self.missing,
        )


def merge_floors(pages: Iterable[Sequence[Floor]]) -> list[Floor]:
    """The floors of pages in their order; one that stands on several pages once.

    Numbers that rise from floor to floor are the forum's and stay; others count floors of a page,
    and are counted anew.
    """
    merged: list[Floor] = []
    by_fingerprint: dict[str, list[Floor]] = {}
    for page in pages:
        ids = Counter(floor.post_id for floor in page)
        floors = [f if ids[f.post_id] == 1 else replace(f, post_id=None) for f in page]
        earlier = {name: list(same) for name, same in by_fingerprint.items()}
        for floor in floors:
            name = fingerprint(floor)
            same = next((one for one in earlier.get(name, ()) if _is_same(one, floor)), None)
            if same is not None:
                earlier[name].remove(same)
                continue
            merged.append(floor)
            by_fingerprint.setdefault(name, []).append(floor)
    numbers = [floor.number or 0 for floor in merged]
    if all(one < other for one, other in pairwise(numbers)):
        return merged
    return [replace(floor, number=number) for number, floor in enumerate(merged, start=1)]


def _is_same(one: Floor, other: Floor) -> bool:
    """Whether two floors of one author and text are one."""
    if one.post_id and other.post_id and one.post_id != other.post_id:
        return False
    return is_compatible(
        one.date, error_of(one.date, one.date_raw), other.date, error_of(other.date, other.date_raw)
    )
