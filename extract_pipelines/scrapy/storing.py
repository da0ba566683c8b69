"""Which store keeps the templates of a crawl."""

from __future__ import annotations

from pathlib import Path

from scrapy.exceptions import NotConfigured
from scrapy.utils.project import data_path

from extract_pipelines.scrapy.settings import ExtractSettings
from extract_pipelines.site.stores import Store, open_file, open_store
from extract_pipelines.site.stores.memory import MemoryStore

# The file in the JOBDIR that holds the templates, unless EXTRACT_STORE names another store.
STORE_FILE = "extract_pipelines.sqlite"


def open_store_of(settings: ExtractSettings, folder: str | None) -> Store:
    """The store that the settings name; without one the crawl's file, or memory.

    A crawl has a file if it has a JOBDIR, or monitors: what a later run reads must not differ
    because it knows less of the site.

    :param folder: the JOBDIR, if there is one
    :raises StoreError: if the store cannot be used
    """
    kept = bool(folder) or settings.monitor
    if settings.store == "memory" or (settings.store is None and not kept):
        return MemoryStore()
    if settings.store is None:
        path = store_file(folder)
        return open_file(path, reset=settings.store_reset, frozen=settings.freeze)
    return open_store(settings.store, reset=settings.store_reset, frozen=settings.freeze)


def store_file(folder: str | None) -> Path:
    """The SQLite file of a crawl whose settings name none: in the JOBDIR, or else in .scrapy.

    :param folder: the JOBDIR, if there is one
    """
    if folder:
        return Path(folder, STORE_FILE)
    try:
        data = Path(data_path(""))
    except NotConfigured:  # settings by name, and no scrapy.cfg
        data = Path(".scrapy")
    data.mkdir(parents=True, exist_ok=True)
    return data / STORE_FILE
