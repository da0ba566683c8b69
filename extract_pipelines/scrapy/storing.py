"""Which store keeps the templates of a crawl."""

from __future__ import annotations

import logging
from pathlib import Path

from scrapy.exceptions import NotConfigured
from scrapy.utils.project import data_path

from extract_pipelines.scrapy.settings import ExtractSettings
from extract_pipelines.site.stores import Store, open_file, open_store
from extract_pipelines.site.stores.memory import MemoryStore

logger = logging.getLogger(__name__)

NOTHING_KNOWN = (
    "EXTRACT_FREEZE: templates are kept in memory only, so that nothing is known of any site, and"
    " nothing is learned: name the store of another crawl (EXTRACT_STORE)"
)
# The file in the JOBDIR that holds the templates, unless EXTRACT_STORE names another store.
STORE_FILE = "extract_pipelines.sqlite"
# How the address of a file begins.
FILE_PREFIX = "sqlite:///"


def address_of(settings: ExtractSettings, folder: str | None) -> str:
    """``memory``, or the address of the store of a crawl with these settings.

    Where the settings name none, a crawl has a file if it has a JOBDIR, or monitors: what a later
    run reads must not differ because it knows less of the site.

    :param folder: the JOBDIR, if there is one
    """
    if settings.store is None and (folder or settings.monitor):
        return f"{FILE_PREFIX}{store_file(folder)}"
    return settings.store or "memory"


def open_store_of(settings: ExtractSettings, folder: str | None) -> Store:
    """The store of a crawl with these settings.

    :param folder: the JOBDIR, if there is one
    :raises StoreError: if the store cannot be used
    """
    address = address_of(settings, folder)
    if address == "memory":
        if settings.freeze and not folder:
            logger.warning(NOTHING_KNOWN)
        return MemoryStore()
    if settings.store is None:
        path = Path(address.removeprefix(FILE_PREFIX))
        return open_file(path, reset=settings.store_reset, frozen=settings.freeze)
    return open_store(address, reset=settings.store_reset, frozen=settings.freeze)


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
