"""A Spidermon suite that fails when a forum is read worse than before (extra: ``spidermon``).

EXTRACT_MONITOR = True
SPIDERMON_ENABLED = True
EXTENSIONS = {"spidermon.contrib.scrapy.extensions.Spidermon": 500}
SPIDERMON_SPIDER_CLOSE_MONITORS = ("extract_pipelines.scrapy.spidermonitors.ForumMonitorSuite",)
"""

from __future__ import annotations

from spidermon import Monitor, MonitorSuite, monitors
from spidermon.contrib.monitors.mixins import StatsMonitorMixin

from extract_pipelines.scrapy.crawl import STATS


class _StatMonitor(Monitor, StatsMonitorMixin):  # type: ignore[misc]
    def stat(self, name: str) -> int:
        """A counter of ours; 0 if nothing was counted."""
        return int(self.stats.get(STATS + name, 0))


@monitors.name("Sites")
class SiteMonitor(_StatMonitor):
    """The sites of the runs before are still there."""

    @monitors.name("Something was read on each site")
    def test_something_was_read_on_each_site(self) -> None:
        """Called by Spidermon."""
        blind = self.stat("sites_blind")
        self.assertEqual(blind, 0, f"on {blind} sites nothing was read; the log says what came")

    @monitors.name("No site is missing")
    def test_no_site_is_missing(self) -> None:
        """Called by Spidermon."""
        missing = self.stat("sites_missing")
        self.assertEqual(missing, 0, f"{missing} sites were not asked; the log names them")


@monitors.name("Coverage")
class CoverageMonitor(_StatMonitor):
    """Requests, pages, threads and fields are as good as in the site's runs before."""

    @monitors.name("No share has fallen")
    def test_no_share_has_fallen(self) -> None:
        """Called by Spidermon."""
        begin = f"{STATS}coverage_drops/"
        names = [name.removeprefix(begin) for name in self.stats if name.startswith(begin)]
        self.assertEqual(names, [], f"shares have fallen, as the log tells: {', '.join(names)}")


@monitors.name("Redesign")
class RedesignMonitor(_StatMonitor):
    """No site has got a new design."""

    @monitors.name("No redesign was noticed")
    def test_no_redesign_was_noticed(self) -> None:
        """Called by Spidermon."""
        redesigns = self.stat("redesigns")
        self.assertEqual(redesigns, 0, f"{redesigns} redesigns were noticed")


@monitors.name("Errors")
class ErrorMonitor(_StatMonitor):
    """All pages could be read."""

    @monitors.name("No step failed")
    def test_no_step_failed(self) -> None:
        """Called by Spidermon."""
        errors = self.stat("errors")
        self.assertEqual(errors, 0, f"{errors} steps failed on a page; the log has the tracebacks")


class ForumMonitorSuite(MonitorSuite):  # type: ignore[misc]
    """For SPIDERMON_SPIDER_CLOSE_MONITORS."""

    monitors = (SiteMonitor, CoverageMonitor, RedesignMonitor, ErrorMonitor)
