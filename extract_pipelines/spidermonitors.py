"""A Spidermon suite that fails when a forum is read worse than before (extra: ``spidermon``).

SPIDERMON_ENABLED = True
EXTENSIONS = {"spidermon.contrib.scrapy.extensions.Spidermon": 500}
SPIDERMON_SPIDER_CLOSE_MONITORS = ("extract_pipelines.spidermonitors.ForumMonitorSuite",)
"""

from __future__ import annotations

from spidermon import Monitor, MonitorSuite, monitors
from spidermon.contrib.monitors.mixins import StatsMonitorMixin

from extract_pipelines.crawl import STATS


class _StatMonitor(Monitor, StatsMonitorMixin):  # type: ignore[misc]
    def stat(self, name: str) -> int:
        """A counter of ours; 0 if nothing was counted."""
        return int(self.stats.get(STATS + name, 0))


@monitors.name("Field coverage")
class FieldCoverageMonitor(_StatMonitor):
    """Authors, dates and bodies are found as often as in the site's runs before."""

    @monitors.name("No share has fallen")
    def test_no_share_has_fallen(self) -> None:
        """Called by Spidermon."""
        drops = self.stat("coverage_drops")
        self.assertEqual(drops, 0, f"{drops} shares of fields have fallen; the log names them")


@monitors.name("Redesign")
class RedesignMonitor(_StatMonitor):
    """No site has got a new skin."""

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

    monitors = (FieldCoverageMonitor, RedesignMonitor, ErrorMonitor)
