"""The steps in order, without Scrapy: subtract the template, filter, find floors, find the body."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from functools import cached_property
from typing import Any, Final

from extract_pipelines.article.bounds import find_bounds
from extract_pipelines.article.byline import find_author
from extract_pipelines.article.choose import body_share, find_body
from extract_pipelines.article.dateline import find_published, meta_dates, own_dates
from extract_pipelines.article.embedded import replaces
from extract_pipelines.article.markup import clean_html, images_of
from extract_pipelines.items import Article, Floor, ForumThread, Metadata
from extract_pipelines.page import Leaf, Page, text_of
from extract_pipelines.page.breadcrumbs import breadcrumbs
from extract_pipelines.page.date_mentions import DateMention, find_dates_of, page_order
from extract_pipelines.page.embedded_article import EmbeddedArticle, read_article
from extract_pipelines.page.head import Head, read_head, read_language
from extract_pipelines.page.microdata import read_microdata
from extract_pipelines.page.pagination import next_page_url, page_number
from extract_pipelines.page.writing_systems import writing_systems
from extract_pipelines.posts.comments import not_within
from extract_pipelines.posts.floors.group_floors import PageFloors
from extract_pipelines.posts.reader import read_thread
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
from extract_pipelines.template import entries_of
from extract_pipelines.text.date_order import KnownOrder
from extract_pipelines.text.scripts import expected_scripts
from extract_pipelines.url import thread_id

# What fewer pages share may be a post of a thread that was fetched by several addresses.
FEWEST_TELLING: Final = 8


class Reading:
    """One page on its way through the steps; each takes what the one before it left.

    :ivar leaves: the page's leaves that are not the template's
    :ivar floors: the floors, or none
    :ivar comments: the floors below an article
    :ivar body: the main text, where there are no floors
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
        self._kind = kind
        self._options = options
        self._writing_systems = writing_systems
        self._site_order = order
        template = kind.template
        self.leaves = (
            template.effective(page.leaves, entries_of(page).leaves)
            if template.entries
            else page.leaves
        )
        self._sought_floors = False
        self._dates: Sequence[DateMention] | None = None
        self._spans: Sequence[tuple[int, int]] = ()
        self._above = Floor()

    @cached_property
    def marked(self) -> list[MarkedLeaf]:
        """The leaves that the filter lets pass; dates and names are marked."""
        if self._options.filter == "none":
            return mark_leaves(self.leaves, self.page.downloaded)
        site, page = self._writing_systems, writing_systems(self.page)
        scripts = expected_scripts(site) | expected_scripts(page)
        if self._options.filter == "language":
            names, declared = self._options.language_models, read_language(self.page)
            models = choose_models(self.page.leaves, scripts, declared, names)
            return filter_by_language(self.leaves, models, self.page.downloaded)
        return filter_leaves(self.leaves, scripts, self.page.downloaded)

    def leaves_for(self, body: str) -> Sequence[Leaf]:
        """The leaves that a method finds a body in: `auto` needs no filter, if none is asked for.

        :param body: its name
        """
        if body == "auto" and self._options.filter == "auto":
            return self._without_notices
        return [marked.leaf for marked in self.marked]

    @cached_property
    def _without_notices(self) -> Sequence[Leaf]:
        page, template = self.page, self._kind.template
        if template.pages:
            return template.without_notices(page.leaves, entries_of(page).leaves)
        return self.leaves

    @cached_property
    def _order(self) -> KnownOrder | None:
        """The order of day and month, if the page shows a date that depends on it."""
        dates = find_dates_of(self.page).mentions
        if not any(mention.date.ambiguous for mention in dates):
            return None
        return page_order(self.page, dates, self._site_order)

    @cached_property
    def _embedded(self) -> EmbeddedArticle:
        return read_article(self.page)

    def filter(self) -> None:
        """Drop code, menus and noise now; else it is done when a later step needs it."""
        if self._options.filter != "auto":
            _ = self.marked

    @property
    def _of_template(self) -> Set[int]:
        """Indices of the leaves that are the template's, once that is known from enough pages."""
        template = self._kind.template
        if template.pages < FEWEST_TELLING:
            return frozenset()
        shared = template.entries
        return {i for i, entry in enumerate(entries_of(self.page).leaves) if entry in shared}

    def find_floors(self) -> None:
        """Find the floors, if the page is a thread's; once, whoever asks first."""
        if not self._sought_floors:
            self._find_floors()
            self._sought_floors = True

    def _find_floors(self) -> None:
        if self._options.floors in ("auto", "records"):
            model = self._kind.floor_model
            found = read_thread(self.page, model, self._site_order, self._of_template)
            self._dates = found.dates
            self.probability, self.method = found.probability, "records"
            if self._are_comments(found):
                self.comments, self._above = found.floors, found.article or Floor()
                self._spans, self._dates = found.spans, not_within(found.spans, found.dates)
            else:
                self.floors = found.floors
        elif self._options.floors == "clusters":
            self._find_clusters()

    def _are_comments(self, found: PageFloors) -> bool:
        """Whether floors are comments below an article; the spider may know what the page is."""
        if self.page.page_type is not None:
            return bool(found.floors) and self.page.page_type == "article"
        return found.below_article

    def _find_clusters(self) -> None:
        found = self.clusters()
        if not is_thread(found, single_allowed=self._kind.thread_pages > 0):
            return
        body_side = self._kind.body_side
        if not body_side.before + body_side.after:
            body_side = BodySideVote()
            body_side.count(found)
        self.floors, self.method = read_floors(found, body_side, self.url), "clusters"
        told = [bool(field) for f in self.floors for field in (f.author, f.date, f.body)]
        self.probability = sum(told) / max(1, len(told))

    def clusters(self) -> list[Cluster]:
        """The clusters of what the filter kept."""
        return clusters(self.marked, self._options.cluster_passes)

    def _shown_dates(self) -> Sequence[DateMention]:
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
        self.body = self.body_by(self._options.body)
        if len(self.comments) == 1 and _part_in(self.comments[0].body, self.body.leaves):
            self._above, self.comments = self.comments[0], []

    def body_by(self, name: str) -> Body:
        """The main text by a method, whatever floors the page has.

        :param name: a key of `extract_pipelines.article.choose.STRATEGIES`
        """
        told, leaves = self._embedded.text, self.leaves_for(name)
        if self._spans:
            body = find_body(name, self.page, not_within(self._spans, leaves), told)
            if body.leaves:
                return body
        return find_body(name, self.page, leaves, told)

    def item(self) -> ForumThread | Article:
        """What was read."""
        head = read_head(self.page)
        fields = {
            "url": self.url,
            "canonical_url": head.canonical_url,
            "in_language": head.in_language,
            "title": self._kind.titles.choose(self.page, self._kind.template),
        }
        return self._thread(fields) if self.floors else self._article(head, fields)

    def _thread(self, fields: dict[str, Any]) -> ForumThread:
        first = self.floors[0]
        return ForumThread(
            **fields,
            date=first.date,
            date_raw=first.date_raw,
            author=first.author,
            body=first.body,
            body_html=first.body_html,
            floors=self.floors,
            floor_count=len(self.floors),
            thread_id=thread_id(fields["canonical_url"] or self.url),
            page_number=page_number(self.page),
            next_page_url=next_page_url(self.page),
            breadcrumbs=breadcrumbs(self.page),
            metadata=self._metadata(self.method, self.probability),
        )

    def _article(self, head: Head, fields: dict[str, Any]) -> Article:
        page = self.page
        leaves = _part_in(self._above.body, self.body.leaves) or self.body.leaves
        images = images_of(page, leaves)
        embedded = self._embedded
        text, method, sure = text_of(leaves), self._options.body, 0.0
        if method == "auto" and replaces(embedded.text, text):
            text, method, leaves = embedded.text, "embedded", ()
        elif text:
            sure = body_share(self.body, self.leaves_for(self._options.body))
        else:
            method = "empty"
        bounds = find_bounds(page.leaves, leaves, head.title)
        microdata = read_microdata(page)
        told = (embedded.published, *meta_dates(head.meta), *microdata.dates)
        declared = [date for date in told if date]
        all_dates = self._shown_dates()
        shown = own_dates(page, all_dates, self.leaves)
        order = page_order(page, shown, self._site_order, declared)
        by_order = order.order if order else None
        found = find_published(page, declared, shown, bounds, by_order, shared=all_dates)
        if found and found.ambiguous:
            self._order = order
        return Article(
            **fields,
            date=found.value if found else self._above.date,
            date_raw=found.raw if found else self._above.date_raw,
            author=find_author(page, head.meta, embedded, microdata.authors, bounds)
            or self._above.author,
            body=text,
            images=images,
            breadcrumbs=breadcrumbs(page),
            comments=self.comments,
            body_html=clean_html(page, leaves, self.leaves_for(self._options.body)),
            metadata=self._metadata(method, sure),
        )

    def _metadata(self, method: str, probability: float) -> Metadata:
        template = self._kind.template
        return Metadata(
            date_downloaded=self.page.downloaded.isoformat(timespec="seconds"),
            method=method,
            probability=round(probability, 3),
            template_version=template.version,
            pages_seen=template.pages,
            truncated=self.page.truncated or find_dates_of(self.page).truncated,
            date_order=self._order.order if self._order else None,
            date_order_source=self._order.source if self._order else None,
        )


def _part_in(text: str, leaves: Sequence[Leaf]) -> Sequence[Leaf]:
    """The leaves that stand in a text, if they say at least half of what all do; else none."""
    found = [leaf for leaf in leaves if leaf.text in text] if text else []
    return found if found and 2 * len(text_of(found)) >= len(text_of(leaves)) else []
