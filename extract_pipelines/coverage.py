"""The pipeline that watches the reading itself: which share of the floors has which fields."""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from itemadapter import ItemAdapter, is_item

from extract_pipelines.crawl import STATS, Crawl, domain_of
from extract_pipelines.monitor.past import FIELDS, fallen
from extract_pipelines.monitorpipelines import Monitor
from extract_pipelines.pipelines import url_under_way

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

METHODS = STATS + "method/"


class CoveragePipeline:
    """Counts floors with author, date and body; at the end, tells shares and what has fallen.

    With EXTRACT_MONITOR each site's shares are kept, and compared with those of its runs before.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawl = Crawl.of(crawler)
        self._crawler = crawler
        self._floors: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._of_no_site: Counter[str] = Counter()
        """The same for items that neither carry a page nor tell its address."""
        self._redesigns: dict[str, int] = {}
        """How often each site had been redesigned before this run."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Called by Scrapy."""
        return cls(crawler)

    def process_item(self, item: Any) -> Any:
        """Count the item's floors; it passes untouched."""
        adapter = ItemAdapter(item) if is_item(item) else {}
        floors = adapter.get("floors") or ()
        url = url_under_way() or adapter.get("url")
        if floors and url is None:
            self._count(self._of_no_site, floors)
        elif floors:
            self._count_site(domain_of(str(url)), floors)
        return item

    def _count_site(self, site: str, floors: Sequence[Any]) -> None:
        if site in self._floors or len(self._floors) < self._crawl.settings.max_sites:
            self._redesigns.setdefault(site, self._crawl.site(site).redesigns)
            self._count(self._floors[site], floors)

    def _count(self, counts: Counter[str], floors: Sequence[Any]) -> None:
        counts["floors"] += len(floors)
        for name in FIELDS:
            counts[name] += sum(bool(ItemAdapter(floor).get(name)) for floor in floors)

    def close_spider(self) -> None:
        """Called by Scrapy."""
        total = sum(self._floors.values(), self._of_no_site)
        if total["floors"]:
            for name in FIELDS:
                self._tell(f"share_with_{name}", total[name] / total["floors"])
        for site, before in self._redesigns.items():
            self._crawl.count("redesigns", self._crawl.site(site).redesigns - before)
        self._tell_methods()
        if self._crawl.settings.monitor:
            self._compare()

    def _tell(self, name: str, share: float) -> None:
        if self._crawler.stats:
            self._crawler.stats.set_value(STATS + name, round(share, 3))

    def _tell_methods(self) -> None:
        stats = self._crawler.stats.get_stats() if self._crawler.stats else {}
        pages = {
            name.removeprefix(METHODS): count
            for name, count in stats.items()
            if name.startswith(METHODS)
        }
        for method, count in pages.items():
            self._tell(f"share_by_{method}", count / sum(pages.values()))

    def _compare(self) -> None:
        """Compare each site with its own past; a run that has fallen is no past for the next."""
        store = Monitor.of(self._crawler).store
        for site, counts in self._floors.items():
            drops = fallen(counts, store.past.of(site))
            for name, (share, before) in drops.items():
                self._crawl.count("coverage_drops")
                logger.warning(
                    "On %s %.0f%% of the floors have a known %s; in the runs before, %.0f%% had",
                    site,
                    100 * share,
                    name,
                    100 * before,
                )
            if not drops:
                store.past.add(site, counts)
