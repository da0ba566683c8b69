"""Tells how well a run has read: what it met on each site, and how the site's runs before did.

Compared are shares, not numbers: a quiet run, or one that is to ask for fewer pages, reads less
and is none the worse. See `extract_pipelines.forum.figures`.
"""

from __future__ import annotations

import logging
import time
from collections import defaultdict
from typing import TYPE_CHECKING

from extract_pipelines.forum.coverage_history import MET
from extract_pipelines.forum.figures import Share, fallen
from extract_pipelines.forum.seen import SeenStore
from extract_pipelines.forum.watch import SiteWatch
from extract_pipelines.scrapy.internals import end_with_an_error

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from extract_pipelines.scrapy.crawl import Crawl

logger = logging.getLogger(__name__)


class _EarlierRuns:
    """What a spider knows from its runs before; see `extract_pipelines.forum.watch.EarlierRuns`."""

    def __init__(self, store: SeenStore, crawler: Crawler) -> None:
        self.store = store
        self._crawler = crawler

    @property
    def spider(self) -> str:
        """The spider's name; a shell has no spider when this is made."""
        assert self._crawler.spider
        return self._crawler.spider.name

    def has_thread(self, key: str) -> bool:
        """Whether posts of a thread were told."""
        return self.store.has_thread(self.store.threads.key_of(key))

    def figures(self, site: str) -> dict[str, list[Share]]:
        """The figures of the runs before."""
        return self.store.history.of(self.spider, site)

    def met(self, site: str) -> bool:
        """Whether a run met anything on a site."""
        return any(share.of for share in self.figures(site).get(MET, ()))

    def had_threads(self, site: str) -> bool:
        """Whether a run met threads on a site."""
        return any(share.good for share in self.figures(site).get(MET, ()))


class Coverage:
    """At the end, tells what share of requests, pages and floors was good, and what has fallen.

    With EXTRACT_MONITOR each site's figures are kept, and compared with those of its runs before.
    """

    def __init__(self, crawl: Crawl, crawler: Crawler) -> None:
        self._crawl = crawl
        self._crawler = crawler
        self._before: _EarlierRuns | None = None
        if crawl.monitor:
            self._before = _EarlierRuns(crawl.monitor.store, crawler)
            crawl.watch.earlier_runs = self._before

    def close(self) -> None:
        """Tell when all pages were read, before extensions look at the stats, as Spidermon does."""
        totals: defaultdict[str, Share] = defaultdict(Share)
        for watched in self._crawl.watch.sites.values():
            for name, share in watched.figures().items():
                totals[name] = Share(totals[name].good + share.good, totals[name].of + share.of)
        for name, share in totals.items():
            self._crawl.set_stat(f"share_{name}", round(share.value, 3))
        if self._before:
            self._compare(self._before)

    def _compare(self, before: _EarlierRuns) -> None:
        """Compare each site with its own past; what has fallen is no measure for later runs."""
        watch = self._crawl.watch
        cut_short = watch.cut_short or self._left_requests()
        blind = 0
        kept: dict[str, dict[str, Share]] = {}
        for site, watched in watch.sites.items():
            past = before.figures(site)
            if watched.is_met:
                kept[site] = self._good_figures(site, watched, past)
            elif before.met(site) and not (cut_short and watched.all_went_well):
                blind += 1
                logger.warning("%s", _blindness(site, watched))
        missing = [] if cut_short else before.store.history.missing(before.spider, watch.sites)
        for site in missing:
            kept[site] = {MET: Share()}
            logger.warning("%s was asked for nothing; the runs before read it", site)
        before.store.history.add(before.spider, time.time(), kept)
        self._crawl.count("sites_blind", blind)
        self._crawl.count("sites_missing", len(missing))
        if (blind or missing) and self._crawl.settings.fail_when_blind:
            end_with_an_error(self._crawler)

    def _good_figures(
        self, site: str, watched: SiteWatch, past: dict[str, list[Share]]
    ) -> dict[str, Share]:
        """A site's figures without those that have fallen, which are told."""
        good = {MET: Share(watched.met_threads, 1)}
        for name, share in watched.figures().items():
            fall = fallen(name, share, past.get(name, ()))
            if fall is None:
                good[name] = share
            else:
                self._crawl.count("coverage_drops")
                self._crawl.count(f"coverage_drops/{name}")
                logger.warning("On %s %s", site, fall)
        return good

    def _left_requests(self) -> bool:
        """Whether the run ended before all its requests were made."""
        stats = self._crawl.stats
        return bool(stats.get("scheduler/enqueued", 0) > stats.get("scheduler/dequeued", 0))


def _blindness(site: str, watched: SiteWatch) -> str:
    """The sentence for a site on which nothing was read."""
    counts = watched.counts
    what = "no thread was seen" if watched.had_threads else "nothing was read"
    told = f"On {site} {what}, unlike in the runs before: "
    if not counts["requests"]:
        return told + "no request was made, as robots.txt or another rule forbids it"
    told += f"{counts['answered']} of {counts['requests']} requests were answered with a page"
    if counts["read"]:
        told += f", {counts['with_own_text']} of {counts['read']} that were read say anything"
        told += " that the others do not"
    return told
