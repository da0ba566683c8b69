"""The store in memory; with a JOBDIR, Scrapy keeps it in ``spider.state``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from extract_pipelines.learned.state import (
    ANY,
    MOST,
    StateError,
    cells,
    fields,
    one_of,
    table,
    whole,
)
from extract_pipelines.site.extract import FORMAT
from extract_pipelines.site.stores.store import State, StoredSite, UnreadableError

# The state of each site is checked when it is loaded; see `Site.from_state`.
KEPT: Final = fields(format=one_of(FORMAT), sites=table(cells(whole(1), ANY), MOST))


class MemoryStore:
    """Rows in a dict, which can be taken out and put back as plain values."""

    durable = False

    def __init__(self) -> None:
        self._rows: dict[str, StoredSite] = {}

    def read(self, domain: str) -> StoredSite | None:
        """See `Store.read`."""
        return self._rows.get(domain)

    def write(self, domain: str, state: State, version: int) -> int | None:
        """See `Store.write`."""
        known = self._rows.get(domain)
        if version != (known.version if known else 0):
            return None
        self._rows[domain] = StoredSite(version + 1, state)
        return version + 1

    def domains(self) -> Iterator[str]:
        """See `Store.domains`."""
        return iter(sorted(self._rows))

    def forget(self, domain: str) -> bool:
        """See `Store.forget`."""
        return self._rows.pop(domain, None) is not None

    def close(self) -> None:
        """See `Store.close`."""

    def to_state(self) -> State:
        """Plain values that `load` takes back."""
        return {
            "format": FORMAT,
            "sites": {domain: list(row) for domain, row in self._rows.items()},
        }

    def load(self, state: State) -> None:
        """Take over the rows of which `to_state` gave the values.

        :raises UnreadableError: if they are none, or have another version's format
        """
        try:
            KEPT(state, "")
        except StateError as error:
            raise UnreadableError(
                f"The templates in spider.state cannot be read ({error}): delete the JOBDIR, or set"
                " EXTRACT_STORE_RESET = True to learn afresh."
            ) from None
        self._rows = {domain: StoredSite(*row) for domain, row in state["sites"].items()}
