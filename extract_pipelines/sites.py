"""The sites of a crawl: the most recently used ones in memory, all of them in the store."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from extract_pipelines.extract import Site
from extract_pipelines.kinds import Kind
from extract_pipelines.options import Options
from extract_pipelines.page import Page
from extract_pipelines.stores import NOBODY, Row, State, Store, StoreError, UnreadableError

logger = logging.getLogger(__name__)

# A row that was not written for so many seconds is nobody's any more: its writer was killed.
STALE_SECONDS = 24 * 3600
# Attempts to write a row that others write at the same moment.
ATTEMPTS = 5


@dataclass(slots=True)
class _Known:
    """A domain in memory."""

    own: Site
    """What this writer learned: its row in the store."""
    site: Site
    """What all writers learned; the same object as `own` while there are no others."""
    versions: Mapping[str, int] = field(default_factory=dict)
    """Versions of the domain's rows when they were last read or written."""
    changed: bool = False
    """Whether `own` is more than its row in the store."""
    is_read: bool = False
    """Whether the rows have been read: not yet, while the store cannot be used."""
    is_unreadable: bool = False
    """Whether its rows cannot be read; then they are not overwritten."""
    saved: float = 0.0
    """When the own row was written, by `time.monotonic`."""


class Sites:
    """Sites by domain. What is learned is in the store after the next `save`.

    :param store: where the rows are
    :param options: the strategies of all sites
    :param writer: name of this writer's rows in a shared store; a store that is not shared has one
        writer, whose rows are nobody's
    :param most: most sites in memory; beyond it the least recently used goes to the store
    :param frozen: whether nothing is learned and nothing is written
    :param count: called with the name of a stat and a number to add to it
    """

    def __init__(
        self,
        store: Store,
        options: Options,
        *,
        writer: str,
        most: int,
        frozen: bool,
        count: Callable[[str, int], None],
    ) -> None:
        self._store = store
        self._options = options
        self._writer = writer if store.shared else NOBODY
        self._most = most
        self._frozen = frozen
        self._count = count
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._is_down = False

    def __iter__(self) -> Iterator[Site]:
        return (known.site for known in self._known.values())

    def get(self, domain: str) -> Site:
        """The domain's site, from the store if it is not in memory, a new one if it is in neither.

        The object stays the same until other writers' rows come in, or until it goes to the store.
        """
        return self._get(domain).site

    def in_memory(self, domain: str) -> Site | None:
        """The domain's site if it need not be fetched; does not count as a use."""
        known = self._known.get(domain)
        return known.site if known else None

    def learn(self, domain: str, page: Page) -> Kind | None:
        """Stream one more page into the domain's templates.

        :return: the kind that it belongs to; None if the site is frozen and knows none like it
        """
        known = self._get(domain)
        if self._frozen:
            return known.site.kind_of(page)
        known.changed = True
        kind = known.own.learn(page)
        return kind if known.site is known.own else known.site.learn(page)

    def _get(self, domain: str) -> _Known:
        known = self._known.get(domain)
        if known is None:
            known = self._known[domain] = _new(Site(self._options))
            self._try(self._read, domain, known)
            self._count("sites", 1)
            if len(self._known) > self._most:
                self._put_away(*self._known.popitem(last=False))
        self._known.move_to_end(domain)
        return known

    def _read(self, domain: str, known: _Known) -> None:
        """Add the store's rows to a site that was begun without them."""
        rows = self._rows_to_start_from(domain)
        mine = rows.pop(self._writer, None)
        if mine:
            own = merged([mine.state], self._options)
            own.merge(known.own)
            known.own = own
        known.versions = {writer: row.version for writer, row in rows.items()}
        if mine:
            known.versions = {**known.versions, self._writer: mine.version}
        self._view(known, rows)
        known.is_read = True
        if rows or mine:
            self._count("sites_loaded", 1)
            self._count("template_pages_loaded", _pages(known.site))

    def _rows_to_start_from(self, domain: str) -> dict[str, Row]:
        """The domain's rows, once this writer has taken over those that are nobody's."""
        rows = self._store.read(domain)
        if not self._store.shared or self._frozen:
            return rows
        for _ in range(ATTEMPTS):
            stale = time.time() - STALE_SECONDS
            free = [w for w, row in rows.items() if w == NOBODY or row.saved < stale]
            if not free:
                break
            taken = [rows[writer].state for writer in {*free, self._writer} & rows.keys()]
            state = merged(taken, self._options).to_state()
            changes: dict[str, State | None] = {**dict.fromkeys(free), self._writer: state}
            expected = {w: rows[w].version if w in rows else 0 for w in changes}
            self._store.replace(domain, expected, changes)
            rows = self._store.read(domain)
        return rows

    def _view(self, known: _Known, rows: Mapping[str, Row]) -> None:
        """Put together what all writers know."""
        others = [row.state for writer, row in sorted(rows.items()) if writer != self._writer]
        if others:
            known.site = merged([*others, known.own.to_state()], self._options)
        else:
            known.site = known.own

    def save(self) -> None:
        """Write what was learned since the last time, and read what other writers learned.

        A store that cannot be used is told once, counted each time, and tried again the next time.
        """
        if self._frozen or not self._store.durable:
            return
        now = time.monotonic()
        for domain, known in self._known.items():
            old = self._store.shared and known.saved and now - known.saved > STALE_SECONDS / 2
            if known.changed or old:
                self._try(self._write, domain, known)
            if self._is_down:
                return

    def _write(self, domain: str, known: _Known) -> None:
        """Write the own row; nobody else does, so one of another version is an own one, too."""
        if not known.is_read:
            self._read(domain, known)
        state = known.own.to_state()
        versions = None
        mine = known.versions.get(self._writer, 0)
        for _ in range(ATTEMPTS):
            versions = self._store.replace(domain, {self._writer: mine}, {self._writer: state})
            if versions is not None:
                break
            row = self._store.read(domain).get(self._writer)
            mine = row.version if row else 0
        if versions is None:
            raise StoreError(f"The template of {domain} could not be written: others write it.")
        self._count("store_writes", 1)
        known.changed, known.saved = False, time.monotonic()
        if self._others(versions) != self._others(known.versions):
            self._view(known, self._store.read(domain))
        known.versions = versions

    def _others(self, versions: Mapping[str, int]) -> dict[str, int]:
        return {writer: number for writer, number in versions.items() if writer != self._writer}

    def _put_away(self, domain: str, known: _Known) -> None:
        """Leave what was learned to whoever comes to the domain next."""
        if not self._store.durable:
            self._store.forget(domain)
            self._count("sites_forgotten", 1)
        elif not self._frozen and self._try(self._hand_over, domain, known):
            self._count("sites_stored", 1)

    def _hand_over(self, domain: str, known: _Known) -> None:
        if known.changed:
            self._write(domain, known)
        if not self._store.shared or self._writer not in known.versions:
            return
        for _ in range(ATTEMPTS):
            rows = self._store.read(domain)
            ours = [rows[writer].state for writer in (NOBODY, self._writer) if writer in rows]
            if not ours:
                return
            changes = {NOBODY: merged(ours, self._options).to_state(), self._writer: None}
            expected = {w: rows[w].version if w in rows else 0 for w in changes}
            if self._store.replace(domain, expected, changes) is not None:
                return

    def close(self) -> None:
        """Write everything, and hand it over."""
        if not self._frozen:
            for domain, known in self._known.items():
                self._try(self._hand_over, domain, known)
                if self._is_down:
                    break
        self._store.close()

    def _try(self, action: Callable[[str, _Known], None], domain: str, known: _Known) -> bool:
        """Do something with the store; what cannot be done is told once and counted each time."""
        if known.is_unreadable:
            return False
        try:
            action(domain, known)
        except (UnreadableError, LookupError, TypeError, ValueError) as error:
            known.is_unreadable = True
            self._count("sites_unreadable", 1)
            logger.error(
                "The stored template of %s cannot be read (%s) and stays as it is: learning"
                " afresh, in memory only",
                domain,
                error,
            )
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


def merged(states: Sequence[State], options: Options | None = None) -> Site:
    """The site that all of the states, one at least, tell of."""
    site = Site.from_state(states[0], options)
    for state in states[1:]:
        site.merge(Site.from_state(state, options))
    return site


def _new(site: Site) -> _Known:
    return _Known(own=site, site=site)


def _pages(site: Site) -> int:
    return sum(kind.template.pages for kind in site.kinds)
