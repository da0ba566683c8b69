"""The sites of a crawl: the most recently used ones in memory, all of them in the store."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from extract_pipelines.learned.state import StateError
from extract_pipelines.page import Page
from extract_pipelines.site.extract import Site
from extract_pipelines.site.kind import Kind
from extract_pipelines.site.options import Options
from extract_pipelines.site.stores import (
    Store,
    StoredSite,
    StoreError,
    TooLargeError,
    UnreadableError,
)

logger = logging.getLogger(__name__)

# Attempts to write a row that others write at the same moment; the next save tries again.
ATTEMPTS: Final = 5


@dataclass(slots=True)
class _Known:
    """A domain in memory."""

    site: Site
    version: int = 0
    """Version of the row that the site has taken in; 0 if none."""
    changed: bool = False
    """Whether the site knows more than that row."""
    in_memory_only: bool = False
    """Whether the row cannot be read, and is left as it is, or cannot hold what is known."""


class Sites:
    """Sites by domain. What is learned is in the store after the next `save`.

    :param store: where the rows are
    :param options: the strategies of all sites
    :param most: most sites in memory; beyond it the least recently used goes to the store
    :param frozen: whether nothing is learned and nothing is written
    :param reset: whether a row that cannot be read is overwritten
    :param count: called with the name of a stat and a number to add to it
    """

    def __init__(
        self,
        store: Store,
        options: Options,
        *,
        most: int,
        frozen: bool,
        reset: bool,
        count: Callable[[str, int], None],
    ) -> None:
        self._store = store
        self._options = options
        self._most = most
        self._frozen = frozen
        self._reset = reset
        self._count = count
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._is_down = False

    def __iter__(self) -> Iterator[Site]:
        return (known.site for known in self._known.values())

    def get(self, domain: str) -> Site:
        """The domain's site, from memory or else from the store, a new one if it is in neither."""
        return self._get(domain).site

    def in_memory(self, domain: str) -> Site | None:
        """The domain's site if it need not be fetched; does not count as a use."""
        known = self._known.get(domain)
        return known.site if known else None

    def learn(self, domain: str, page: Page) -> Kind:
        """Stream one more page into the domain's templates; a frozen site learns nothing."""
        known = self._get(domain)
        known.changed = not self._frozen
        redesigns = known.site.redesigns
        kind = known.site.learn(page)
        self._count("redesigns", known.site.redesigns - redesigns)
        return kind

    def _get(self, domain: str) -> _Known:
        known = self._known.get(domain)
        if known is None:
            known = self._known[domain] = _Known(Site(self._options, frozen=self._frozen))
            self._count("sites", 1)
            if not self._is_down:
                self._try(self._load, domain, known)
            if len(self._known) > self._most:
                self._put_away(*self._known.popitem(last=False))
        self._known.move_to_end(domain)
        return known

    def _load(self, domain: str, known: _Known) -> None:
        row = self._store.read(domain)
        if row:
            known.site, known.version = self._site(row), row.version
            self._count("sites_loaded", 1)
            self._count("template_pages_loaded", _pages(known.site))

    def _site(self, row: StoredSite) -> Site:
        return Site.from_state(row.state, self._options, frozen=self._frozen)

    def save(self) -> None:
        """Write what was learned since the last time, merged with what others have written.

        A store that cannot be used is told once, counted each time, and tried again the next time.
        """
        if not self._store.durable:
            return
        for domain, known in self._known.items():
            if known.changed:
                self._try(self._write, domain, known)
            if self._is_down:
                return

    def _write(self, domain: str, known: _Known) -> None:
        for _ in range(ATTEMPTS):
            version = self._store.write(domain, known.site.to_state(), known.version)
            if version is not None:
                known.version, known.changed = version, False
                self._count("store_writes", 1)
                return
            row = self._store.read(domain)
            known.version = row.version if row else 0
            if row:
                known.site.merge(self._site(row))
                self._count("store_merges", 1)
        raise StoreError(f"The template of {domain} could not be written, so often do others.")

    def _put_away(self, domain: str, known: _Known) -> None:
        if not self._store.durable:
            self._store.forget(domain)
            self._count("sites_forgotten", 1)
        elif not known.changed or self._try(self._write, domain, known):
            self._count("sites_stored", 1)
        else:
            self._count("sites_forgotten", 1)

    def close(self) -> None:
        """Write everything."""
        for domain, known in self._known.items():
            if known.changed and not self._is_down:
                self._try(self._write, domain, known)
        self._store.close()

    def _try(self, action: Callable[[str, _Known], None], domain: str, known: _Known) -> bool:
        """Do something with the store; what cannot be done is told once and counted each time."""
        if known.in_memory_only:
            return False
        try:
            action(domain, known)
        except (UnreadableError, StateError) as error:
            self._tell_unreadable(domain, known, error)
            return False
        except TooLargeError as error:
            known.in_memory_only = True
            self._count("sites_too_large", 1)
            logger.error("What is known of %s stays in memory: %s", domain, error)
            return False
        except StoreError as error:
            self._count("store_errors", 1)
            if not self._is_down:
                logger.warning("The crawl goes on with the templates in memory: %s", error)
            self._is_down = True
            return False
        if self._is_down:
            self._is_down = False
            logger.info("The template store can be used again")
        return True

    def _tell_unreadable(self, domain: str, known: _Known, error: Exception) -> None:
        self._count("sites_unreadable", 1)
        with suppress(StoreError):
            if self._reset and self._store.forget(domain):
                logger.warning("The stored template of %s cannot be read: learning afresh", domain)
                return
        known.in_memory_only = True
        logger.error(
            "The stored template of %s cannot be read (%s). It stays as it is, and the domain is"
            " learned in memory only; EXTRACT_STORE_RESET = True learns it afresh.",
            domain,
            error,
        )


def _pages(site: Site) -> int:
    return sum(kind.template.pages for kind in site.kinds)
