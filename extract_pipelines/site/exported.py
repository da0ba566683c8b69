"""Files with templates of sites that people look at and pass on: JSON, or a store of SQLite."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from extract_pipelines.learned.state import ANY, MOST, StateError, fields, one_of, table
from extract_pipelines.site.extract import FORMAT, Site
from extract_pipelines.site.stores import State, Store, StoreError, open_file
from extract_pipelines.site.stores.memory import MemoryStore

# What an exported file holds.
EXPORTED: Final = fields(
    format=one_of(FORMAT), sites=table(fields(summary=ANY, state=Site.STATE), MOST)
)
_SQLITE: Final = b"SQLite format 3\0"


def read_exported(path: Path) -> dict[str, State]:
    """The states by domain of a file that ``scrapy templates export`` has written.

    :raises StoreError: if any of them cannot be read
    """
    try:
        told: dict[str, Any] = json.loads(path.read_text("utf-8"))
        EXPORTED(told, "")
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error}.") from None
    except StateError as error:
        raise StoreError(f"{path} holds no exported templates; {error}.") from None
    except (ValueError, RecursionError) as error:
        raise StoreError(f"{path} holds no exported templates, it is no JSON ({error}).") from None
    return {domain: site["state"] for domain, site in told["sites"].items()}


def open_templates(path: Path) -> Store:
    """What an exported file holds, or a store's SQLite file, to be read only.

    :raises StoreError: if the file cannot be read
    """
    try:
        with path.open("rb") as file:
            is_store = file.read(len(_SQLITE)) == _SQLITE
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror or error}.") from None
    if is_store:
        return open_file(path, frozen=True)
    store = MemoryStore()
    for domain, state in read_exported(path).items():
        store.write(domain, state, 0)
    return store
