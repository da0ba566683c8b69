"""Reading pages without Scrapy: one alone, or those of a site that is learned as they stream in."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar, Final

from extract_pipelines.items import Article, ForumThread
from extract_pipelines.learned.state import (
    COUNT,
    TEXT,
    all_of,
    digest_of,
    fields,
    is_unchanged,
    one_of,
    table,
)
from extract_pipelines.page import Page
from extract_pipelines.page.head import title_parts
from extract_pipelines.page.writing_systems import writing_systems
from extract_pipelines.posts.scoring.beside import SiteBoxes
from extract_pipelines.published.clusters import is_thread
from extract_pipelines.site.gc_pause import without_gc
from extract_pipelines.site.kind import Fingerprints, Kind
from extract_pipelines.site.kinds import READ_AS_KIND, Kinds
from extract_pipelines.site.options import Options
from extract_pipelines.site.reading import FEWEST_TELLING, Reading
from extract_pipelines.site.result import item_of
from extract_pipelines.site.titles.link_texts import LinkTexts
from extract_pipelines.site.titles.model import TITLE_PATH
from extract_pipelines.template import entries_of, entry
from extract_pipelines.text.date_order import KnownOrder, strongest
from extract_pipelines.text.scripts import RANGES
from extract_pipelines.url import page_form

# Version of the format of a site's state.
FORMAT: Final = 17


@without_gc
def extract(
    html: str | bytes,
    url: str = "",
    options: Options | None = None,
    *,
    page_type: str | None = None,
) -> ForumThread | Article:
    """Read one page of which nothing else of its site is known.

    :param html: the page's source; see `Page`
    :param url: its address, for absolute links
    :param options: strategies by name
    :param page_type: ``thread`` or ``article``, if that is known
    :raises TypeError: if the source or the address is of another type
    :raises ValueError: for another type of page
    """
    options = options or Options()
    page = Page(html, url, page_type=page_type, max_elements=options.max_elements)
    return Site(options).extract(page)


class Site:
    """What is known of one site: its kinds of pages with their templates, and its writing systems.

    Threads may read pages of one site at once; while one learns, no other may use the site.

    :param options: strategies by name, used for all its pages
    :param frozen: whether it learns nothing: the same page gives the same item then
    """

    def __init__(self, options: Options | None = None, *, frozen: bool = False) -> None:
        self.options = options or Options()
        self.frozen = frozen
        self.kinds = Kinds(self.options.support)
        self.writing_systems: Counter[str] = Counter()
        self.links = LinkTexts()

    @property
    def redesigns(self) -> int:
        """How often a new design of the site was noticed."""
        return self.kinds.redesigns

    @property
    def order(self) -> KnownOrder | None:
        """The order of day and month in the site's numeric dates, by the votes of all its kinds."""
        return strongest(sum((kind.floor_model.orders for kind in self.kinds), Counter()))

    @property
    def boxes(self) -> SiteBoxes:
        """What stands beside the posts of the site's threads, by the pages of all its kinds."""
        return SiteBoxes([kind.floor_model for kind in self.kinds])

    def kind_of(self, page: Page) -> Kind | None:
        """The kind to read the page as, if one like it was learned."""
        if not self.kinds:
            return None
        return self.kinds.nearest(entries_of(page).structure, page_form(page.url), READ_AS_KIND)

    @without_gc
    def learn(self, page: Page) -> Kind:
        """Stream one more page into the template of its kind, which is returned.

        A page without a text is of no kind; nor is one that a frozen site does not know.
        """
        if self.frozen or not page.leaves:
            return self.kind_of(page) or Kind(self.options.support)
        kind = self.learn_kind(page)
        self.links.learn(page)
        self.writing_systems += writing_systems(page)
        if kind.tells_floors:
            self._learn_floors(kind, page)
            kind.titles.learn(page, self.links)
        return kind

    def learn_kind(self, page: Page) -> Kind:
        """Stream one more page into the template of its kind, and nothing else."""
        structure, time = entries_of(page).structure, page.downloaded.timestamp()
        return self.kinds.learn(Fingerprints(_texts(page), structure, page.url, time))

    def _learn_floors(self, kind: Kind, page: Page) -> None:
        if self.options.floors in ("auto", "records"):
            kind.floor_model.learn(page, self.order, self.boxes)
        elif self.options.floors == "clusters" and kind.template.pages > 1:
            reading = Reading(page, kind, self.writing_systems, self.options, self.order)
            found = reading.clusters()
            kind.body_side.count(found)
            kind.thread_pages += is_thread(found, single_allowed=False)

    def subtract(self, page: Page, options: Options | None = None) -> Reading:
        """The first step: the page without its kind's template.

        :param options: others than the site's
        """
        kind = self.kind_of(page) or Kind(self.options.support)
        reading = Reading(page, kind, self.writing_systems, options or self.options, self.order)
        reading.links, reading.boxes = self.links, self.boxes
        templates = (kind.template for kind in self.kinds)
        reading.shared = [one.entries for one in templates if one.pages >= FEWEST_TELLING]
        return reading

    @without_gc
    def read(self, page: Page, options: Options | None = None) -> Reading:
        """All steps: the page's floors, or else its main text. Learns nothing.

        :param options: others than the site's
        """
        reading = self.subtract(page, options)
        reading.find_floors()
        reading.find_body()
        return reading

    @without_gc
    def extract(self, page: Page) -> ForumThread | Article:
        """What comes out of a page after all steps. Learns nothing."""
        return item_of(self.read(page))

    def merge(self, other: Site) -> None:
        """Add what another worker learned of the same site; the other is left as it is.

        Kinds are matched by their structure. Their templates become those of one worker who
        learned the pages of both, in any order, and pages that both have seen count once. What
        was learned of floors is not added up: of each count the larger is kept. So merging the
        same site again changes nothing, and a store may merge as often as it likes.
        """
        self.kinds.merge(other.kinds)
        self.writing_systems |= other.writing_systems
        self.links.merge(other.links)

    STATE: ClassVar = all_of(
        fields(
            format=one_of(FORMAT),
            kinds=Kinds.STATE,
            scripts=table(COUNT, len(RANGES), one_of(*RANGES)),
            links=LinkTexts.STATE,
            digest=TEXT,
        ),
        is_unchanged,
    )

    def to_state(self) -> dict[str, Any]:
        """Plain values (JSON) that `from_state` takes back."""
        told = {
            "format": FORMAT,
            "kinds": self.kinds.to_state(),
            "scripts": dict(self.writing_systems),
            "links": self.links.to_state(),
        }
        return {**told, "digest": digest_of(told)}

    @classmethod
    def from_state(
        cls, state: dict[str, Any], options: Options | None = None, *, frozen: bool = False
    ) -> Site:
        """The site of which `to_state` gave the values.

        :raises StateError: if they are none that this version has written
        """
        cls.STATE(state, "")
        site = cls(options, frozen=frozen)
        site.kinds = Kinds.from_state(state["kinds"], site.options.support)
        site.writing_systems = Counter(state["scripts"])
        site.links = LinkTexts.from_state(state["links"])
        return site


def _texts(page: Page) -> frozenset[int]:
    """The entries of a page's texts and of the parts of its title."""
    parts = title_parts(page.title)
    return frozenset((*entries_of(page).leaves, *(entry(TITLE_PATH, part) for part in parts)))
