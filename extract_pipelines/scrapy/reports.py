"""Reports of the pages that a crawl read with a low probability: why each was read as it was."""

from __future__ import annotations

import logging
import re
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryFile

from extract_pipelines.explain import (
    Explanation,
    MissingExtraError,
    explain,
    require_jinja,
    write_report,
)
from extract_pipelines.page import Page
from extract_pipelines.scrapy.settings import SettingError
from extract_pipelines.site.extract import Site

logger = logging.getLogger(__name__)


class ReportError(Exception):
    """A report that cannot be written; the message is a sentence."""


def report_page(page: Page, site: Site, path: Path) -> Explanation:
    """Write the report of a page, read with what is known of its site, and give what it tells.

    :raises ReportError: if it cannot be written
    """
    try:
        require_jinja()
        told = explain(page, site=site)
        write_report(told, path)
    except MissingExtraError as error:
        raise ReportError(str(error)) from None
    except OSError as error:
        raise ReportError(f"{path} cannot be written: {error.strerror or error}.") from None
    return told


_UNSAFE = re.compile(r"[^a-z0-9.-]+")
# Characters of a domain in the name of a file.
LONGEST_DOMAIN = 100


class Reports:
    """Writes the reports of a crawl.

    :param folder: where they go; made if it is not there
    :param below: pages that are less probable get one
    :param most: so many reports are written at most
    :raises SettingError: if the folder cannot be written to
    """

    def __init__(self, folder: str, below: float, most: int) -> None:
        self._folder = Path(folder)
        self._below = below
        self._most = most
        self._written: set[Path] = set()
        self._is_full = False
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            TemporaryFile(dir=self._folder).close()
        except OSError as error:
            why = error.strerror or error
            raise SettingError(
                f"EXTRACT_EXPLAIN_DIR is {folder!r}, which cannot be written to: {why}."
            ) from None

    def wants(self, probability: float) -> bool:
        """Whether a page that was read with this probability is to have a report."""
        if probability >= self._below or self._is_full:
            return False
        self._is_full = len(self._written) >= self._most
        if self._is_full:
            logger.warning(
                "EXTRACT_EXPLAIN_PAGES: %d reports are in %s, and no more are written",
                self._most,
                self._folder,
            )
        return not self._is_full

    def write(self, page: Page, domain: str, probability: float, site: Site) -> None:
        """Write the report of a page.

        :param domain: the page's
        :param site: what is known of it
        :raises OSError: if the file cannot be written
        """
        digest = blake2b(page.url.encode("utf-8", "replace"), digest_size=4).hexdigest()
        host = _UNSAFE.sub("_", domain)[:LONGEST_DOMAIN]
        path = self._folder / f"{probability:.2f}-{host}-{digest}.html"
        write_report(explain(page, site=site), path)
        self._written.add(path)
