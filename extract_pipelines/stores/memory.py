"""The store in memory; with a JOBDIR, Scrapy keeps it in ``spider.state``."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

from extract_pipelines.stores import FORMAT, Row, State, UnreadableError


class MemoryStore:
    """Rows in a dict, which can be taken out and put back as plain values."""

    shared = False
    durable = False

    def __init__(self) -> None:
        self._rows: dict[str, dict[str, Row]] = {}

    def read(self, domain: str) -> dict[str, Row]:
        """See `Store.read`."""
        return dict(self._rows.get(domain, {}))

    def replace(
        self, domain: str, expected: Mapping[str, int], rows: Mapping[str, State | None]
    ) -> dict[str, int] | None:
        """See `Store.replace`."""
        known = self._rows.get(domain, {})
        versions = {writer: row.version for writer, row in known.items()}
        if any(versions.get(writer, 0) != version for writer, version in expected.items()):
            return None
        kept = {writer: row for writer, row in known.items() if writer not in rows}
        for writer, state in rows.items():
            if state is not None:
                kept[writer] = Row(versions.get(writer, 0) + 1, time.time(), state)
        self._rows[domain] = kept
        return {writer: row.version for writer, row in kept.items()}

    def domains(self) -> Iterator[str]:
        """See `Store.domains`."""
        return iter(sorted(domain for domain, rows in self._rows.items() if rows))

    def forget(self, domain: str) -> bool:
        """See `Store.forget`."""
        return bool(self._rows.pop(domain, None))

    def close(self) -> None:
        """See `Store.close`."""

    def to_state(self) -> State:
        """Plain values that `load` takes back."""
        sites = {
            domain: {writer: list(row) for writer, row in rows.items()}
            for domain, rows in self._rows.items()
        }
        return {"format": FORMAT, "sites": sites}

    def load(self, state: State) -> None:
        """Take over the rows of which `to_state` gave the values.

        :raises UnreadableError: if they have another version's format
        """
        if state.get("format") != FORMAT:
            raise UnreadableError(
                f"The templates in spider.state have format {state.get('format')!r}, this version"
                f" reads {FORMAT}: delete the JOBDIR, or set EXTRACT_STORE_RESET = True to learn"
                " afresh."
            )
        for domain, rows in state["sites"].items():
            self._rows[domain] = {writer: Row(*row) for writer, row in rows.items()}
