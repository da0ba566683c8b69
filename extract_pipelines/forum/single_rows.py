"""Pages that may be boards with a single thread, or anything else with one dated link."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from extract_pipelines.forum.page_roles import PageRole
from extract_pipelines.forum.rows import links_of, list_rows
from extract_pipelines.page import Page
from extract_pipelines.url import thread_form

# Shapes of pages of which the rows are kept.
MOST_KEPT = 200


@dataclass(slots=True)
class SingleRows:
    """Of pages that are nothing known, by their shapes: the single rows that they have.

    :param enough: so many rows of a shape that lead to different threads make it one of lists
    """

    enough: int
    _led_to: dict[str, dict[str, set[str]]] = field(default_factory=dict)
    """What the rows link to, as shapes and keys."""

    def keep(self, page: Page) -> bool:
        """Keep the rows of a page; whether it has some is told."""
        own = thread_form(page.url)
        links = [link for link in links_of(page) if link.shape != own]
        found = list_rows(page, links, {link.shape for link in links})
        if own in self._led_to or len(self._led_to) < MOST_KEPT:
            rows = self._led_to.setdefault(own, {})
            for row in found:
                keys = rows.setdefault(row.link.shape, set())
                if len(keys) < self.enough:
                    keys.add(row.link.key)
        return bool(found)

    def may_be_lists(self, shape: str, outcomes: Mapping[str, Counter[PageRole]]) -> bool:
        """Whether the rows of pages of a shape may still turn out to lead to threads.

        :param outcomes: for each shape, how many threads, lists and others it has led to
        """
        return any(
            len(keys) >= self.enough and outcomes.get(led, Counter()).total() <= self.enough
            for led, keys in self._led_to.get(shape, {}).items()
        )

    def take_lists(self, thread: str) -> list[str]:
        """The shapes of which the rows have turned out to lead to different threads.

        :param thread: a shape of threads
        """
        found = [
            shape
            for shape, rows in self._led_to.items()
            if shape != thread and len(rows.get(thread, ())) >= self.enough
        ]
        for shape in found:
            del self._led_to[shape]
        return found
