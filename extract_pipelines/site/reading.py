"""The steps in order, without Scrapy: subtract the template, filter, find floors, find the body."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from functools import cached_property
from typing import Final

from extract_pipelines.article.choose import find_body
from extract_pipelines.items import Floor
from extract_pipelines.page import Leaf, Page, text_of
from extract_pipelines.page.date_mentions import DateMention, find_dates_of, page_order
from extract_pipelines.page.embedded_article import EmbeddedArticle, read_article
from extract_pipelines.page.head import read_language, title_parts
from extract_pipelines.page.writing_systems import writing_systems
from extract_pipelines.posts.comments import not_within
from extract_pipelines.posts.floors.group_floors import PageFloors
from extract_pipelines.posts.reader import KnownSite, read_thread
from extract_pipelines.posts.scoring.beside import NO_BOXES
from extract_pipelines.published.body import Body
from extract_pipelines.published.clusters import (
    BodySideVote,
    Cluster,
    clusters,
    is_thread,
    read_floors,
)
from extract_pipelines.published.language_filter import choose_models, filter_by_language
from extract_pipelines.published.rules import MarkedLeaf, filter_leaves, mark_leaves
from extract_pipelines.site.kind import Kind
from extract_pipelines.site.options import Options
from extract_pipelines.site.titles.link_texts import LinkTexts
from extract_pipelines.site.titles.model import TITLE_PATH
from extract_pipelines.template import entries_of, entry
from extract_pipelines.text.date_order import KnownOrder
from extract_pipelines.text.lexicon import words
from extract_pipelines.text.scripts import expected_scripts

# What fewer pages share may be a post of a thread that was fetched by several addresses.
FEWEST_TELLING: Final = 8
_NUMBER: Final = re.compile(r"\W*\d+\W*")


class Reading:
    """One page on its way through the steps; each takes what the one before it left.

    :ivar leaves: the page's leaves that are not the template's
    :ivar floors: the floors, or none
    :ivar comments: the floors below an article
    :ivar article_post: what stands above these, read as a post; empty if nothing was
    :ivar body: the main text, where there are no floors
    :ivar method: how the floors were found
    :ivar probability: how sure they are, 0 to 1
    :ivar kind: what is known of pages built alike
    :ivar site_order: order of day and month on the site, if it is known
    :ivar links: what links of the site's pages say
    :ivar boxes: what stands beside posts on the site
    :ivar shared: the entries of the templates of the site's kinds that have enough pages
    """

    def __init__(
        self,
        page: Page,
        kind: Kind,
        writing_systems: Counter[str],
        options: Options,
        order: KnownOrder | None = None,
    ) -> None:
        self.page = page
        self.url = page.url
        self.floors: list[Floor] = []
        self.comments: list[Floor] = []
        self.method = "empty"
        self.probability = 0.0
        self.body = Body([], None)
        self.kind = kind
        self.options = options
        self._writing_systems = writing_systems
        self.site_order = order
        self.links = LinkTexts()
        self.boxes = NO_BOXES
        self.shared: Sequence[Set[int]] = ()
        template = kind.template
        self.leaves = (
            template.effective(page.leaves, entries_of(page).leaves)
            if template.entries
            else page.leaves
        )
        self._sought_floors = False
        self._dates: Sequence[DateMention] | None = None
        self._spans: Sequence[tuple[int, int]] = ()
        self.article_post = Floor()

    @cached_property
    def marked(self) -> list[MarkedLeaf]:
        """The leaves that the filter lets pass; dates and names are marked."""
        if self.options.filter == "none":
            return mark_leaves(self.leaves, self.page.downloaded)
        site, page = self._writing_systems, writing_systems(self.page)
        scripts = expected_scripts(site) | expected_scripts(page)
        if self.options.filter == "language":
            names, declared = self.options.language_models, read_language(self.page)
            models = choose_models(self.page.leaves, scripts, declared, names)
            return filter_by_language(self.leaves, models, self.page.downloaded)
        return filter_leaves(self.leaves, scripts, self.page.downloaded)

    def leaves_for(self, body: str) -> Sequence[Leaf]:
        """The leaves that a method finds a body in: `auto` needs no filter, if none is asked for.

        :param body: its name
        """
        if body == "auto" and self.options.filter == "auto":
            return self._without_notices
        return [marked.leaf for marked in self.marked]

    @cached_property
    def _without_notices(self) -> Sequence[Leaf]:
        page, template = self.page, self.kind.template
        if template.pages:
            return template.without_notices(page.leaves, entries_of(page).leaves)
        return self.leaves

    @cached_property
    def order(self) -> KnownOrder | None:
        """The order of day and month, if the page shows a date that depends on it."""
        dates = find_dates_of(self.page).mentions
        if not any(mention.date.ambiguous for mention in dates):
            return None
        return page_order(self.page, dates, self.site_order)

    @cached_property
    def embedded(self) -> EmbeddedArticle:
        """What the page's JSON-LD says of an article."""
        return read_article(self.page)

    def filter(self) -> None:
        """Drop code, menus and noise now; else it is done when a later step needs it."""
        if self.options.filter != "auto":
            _ = self.marked

    @property
    def _of_template(self) -> Set[int]:
        """Indices of the leaves that are the template's, once that is known from enough pages."""
        template = self.kind.template
        if template.pages < FEWEST_TELLING:
            return frozenset()
        shared = template.entries
        return {i for i, entry in enumerate(entries_of(self.page).leaves) if entry in shared}

    @cached_property
    def _are_of_one_thread(self) -> bool:
        """Whether most pages of a kind have the title of this one in common, but for its number."""
        parts = [part for part in title_parts(self.page.title) if not _numbers_page(part)]
        told = (entry(TITLE_PATH, part) for part in parts)
        return all(any(part in one for one in self.shared) for part in told)

    def find_floors(self) -> None:
        """Find the floors, if the page is a thread's; once, whoever asks first."""
        if not self._sought_floors:
            self._find_floors()
            self._sought_floors = True

    def _find_floors(self) -> None:
        if self.options.floors in ("auto", "records"):
            model = self.kind.floor_model
            template = self._of_template
            shared = frozenset[int]() if self._are_of_one_thread else template
            known = KnownSite(self.site_order, template, shared, self.boxes)
            found = read_thread(self.page, model, known)
            self._dates = found.dates
            self.probability, self.method = found.probability, "records"
            if self._are_comments(found):
                self.comments, self.article_post = found.floors, found.article or Floor()
                self._spans, self._dates = found.spans, not_within(found.spans, found.dates)
            else:
                self.floors = found.floors
        elif self.options.floors == "clusters":
            self._find_clusters()

    def _are_comments(self, found: PageFloors) -> bool:
        """Whether floors are comments below an article; the spider may know what the page is."""
        if self.page.page_type is not None:
            return bool(found.floors) and self.page.page_type == "article"
        return found.below_article

    def _find_clusters(self) -> None:
        found = self.clusters()
        if not is_thread(found, single_allowed=self.kind.thread_pages > 0):
            return
        body_side = self.kind.body_side
        if not body_side.before + body_side.after:
            body_side = BodySideVote()
            body_side.count(found)
        self.floors, self.method = read_floors(found, body_side, self.url), "clusters"
        told = [bool(field) for f in self.floors for field in (f.author, f.date, f.body)]
        self.probability = sum(told) / max(1, len(told))

    def clusters(self) -> list[Cluster]:
        """The clusters of what the filter kept."""
        return clusters(self.marked, self.options.cluster_passes)

    def shown_dates(self) -> Sequence[DateMention]:
        """The dates that may be an article's, those of edits not."""
        shown = find_dates_of(self.page).mentions
        if self._dates is None:
            return shown
        nodes = {one.node for one in shown}
        return [one for one in self._dates if one.node in nodes]

    def find_body(self) -> None:
        """Find the main text, if the page has no floors.

        A single comment that says what the article does is the article, read as a post.
        """
        if self.floors:
            return
        self.body = self.body_by(self.options.body)
        if len(self.comments) == 1 and part_in(self.comments[0].body, self.body.leaves):
            self.article_post, self.comments = self.comments[0], []

    def body_by(self, name: str) -> Body:
        """The main text by a method, whatever floors the page has.

        :param name: a key of `extract_pipelines.article.choose.STRATEGIES`
        """
        told, leaves = self.embedded.text, self.leaves_for(name)
        if self._spans:
            body = find_body(name, self.page, not_within(self._spans, leaves), told)
            if body.leaves:
                return body
        return find_body(name, self.page, leaves, told)


def part_in(text: str, leaves: Sequence[Leaf]) -> Sequence[Leaf]:
    """The leaves that stand in a text, if they say at least half of what all do; else none."""
    found = [leaf for leaf in leaves if leaf.text in text] if text else []
    return found if found and 2 * len(text_of(found)) >= len(text_of(leaves)) else []


def _numbers_page(part: str) -> bool:
    """Whether a part of a title tells which page of several it is: "Page 2", "第2页"."""
    beside = [word.casefold() for word in _NUMBER.split(part, maxsplit=1)]
    return len(beside) > 1 and all(word in words("page") for word in filter(None, beside))
