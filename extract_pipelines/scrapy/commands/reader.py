"""Reads pages by themselves, without a crawl: those of one site are learned together first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from extract_pipelines.items import Article, ForumThread
from extract_pipelines.learned.state import StateError
from extract_pipelines.page import Page
from extract_pipelines.scrapy.commands.inputs import Input, InputError
from extract_pipelines.scrapy.settings import ExtractSettings
from extract_pipelines.site.extract import Site
from extract_pipelines.site.stores import Store, StoreError
from extract_pipelines.url import domain_of, is_web_address

NOTHING = "nothing to read was found on this page"
NO_THREAD = "this is no thread, and EXTRACT_ARTICLES is False"
IMPROBABLE = "this is a thread with a probability of {:.3f}, below EXTRACT_MIN_PROBABILITY"


class NothingReadError(InputError):
    """A page on which there is nothing to read, or nothing that is asked for.

    :ivar page: the page
    :ivar site: what was known of its site
    """

    def __init__(self, why: str, page: Page, site: Site) -> None:
        super().__init__(why)
        self.page = page
        self.site = site


class Read(NamedTuple):
    """A page that was read, and with what."""

    item: ForumThread | Article
    page: Page
    site: Site


class Reader:
    """Reads inputs.

    :param settings: those of a crawl; what is about pages is used
    :param page_type: ``thread`` or ``article``, if all pages are that
    :param templates: what is known of sites already; it is only read
    :param progress: called with what is being done, and how many pages of a site it was done with
    """

    def __init__(
        self,
        settings: ExtractSettings,
        page_type: str | None = None,
        templates: Store | None = None,
        progress: Callable[[str], None] = lambda doing: None,
    ) -> None:
        self._settings = settings
        self._page_type = page_type
        self._templates = templates
        self._progress = progress

    def read(self, inputs: Iterable[Input]) -> Iterator[tuple[Input, Read | InputError]]:
        """What each page says, or why that is not known; pages of one site follow each other."""
        sites: dict[str, list[Input]] = {}
        for one in inputs:
            sites.setdefault(one.site, []).append(one)
        for some in sites.values():
            yield from self._read_site(some)

    def _read_site(self, inputs: list[Input]) -> Iterator[tuple[Input, Read | InputError]]:
        """Read pages of one site. One alone is read as it is: it would be taken for a template."""
        taken: set[str] = set()
        site: Site | None = None
        if len(inputs) > 1:
            for number, one in enumerate(inputs, start=1):
                self._progress(f"learning page {number} of {len(inputs)}")
                page = self._page(one, taken)
                if isinstance(page, Page):
                    site = site or self._site(one, page)
                    site.learn(page)
        for number, one in enumerate(inputs, start=1):
            self._progress(f"reading page {number} of {len(inputs)}")
            page = self._page(one, taken)
            if isinstance(page, InputError):
                yield one, page
                continue
            site = site or self._site(one, page)
            yield one, self._extract(one, page, site)

    def _page(self, one: Input, taken: set[str]) -> Page | InputError:
        try:
            page = one.page(taken, self._settings.options.max_elements)
        except InputError as error:
            return error
        known = (name for url, name in self._settings.page_type if url.search(page.url))
        page.page_type = self._page_type or next(known, None)
        return page

    def _extract(self, one: Input, page: Page, site: Site) -> Read | InputError:
        item = site.extract(page)
        why = self._why_left_out(item)
        if why:
            return NothingReadError(why, page, site)
        # What a saved page declares is its address on the web; what it was read from is a file.
        if page.url != one.url:
            item.canonical_url = item.canonical_url or page.url
            item.url = one.url
        return Read(item, page, site)

    def _why_left_out(self, item: ForumThread | Article) -> str | None:
        """Why an item does not come out, if it does not."""
        if not item.body and not getattr(item, "floors", None):
            return NOTHING
        if isinstance(item, Article):
            return None if self._settings.articles else NO_THREAD
        probability = item.metadata.probability
        is_improbable = probability < self._settings.min_probability
        return IMPROBABLE.format(probability) if is_improbable else None

    def _site(self, one: Input, page: Page) -> Site:
        """The site of a page, with what is known of it.

        :raises StoreError: if its template cannot be read
        """
        options = self._settings.options
        if self._templates is None:
            return Site(options)
        domain = domain_of(page.url) if is_web_address(page.url) else ""
        known = list(self._templates.domains())
        if domain not in known and len(known) == 1 and not is_web_address(one.url):
            # Saved pages that do not say where they are from.
            domain = domain or known[0]
        row = self._templates.read(domain)
        if row is None:
            return Site(options)
        try:
            return Site.from_state(row.state, options)
        except StateError as error:
            raise StoreError(f"The template of {domain} cannot be read ({error}).") from None
