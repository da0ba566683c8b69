"""A forum that is gone raises the alarm, in whichever way it went; one that is quiet does not."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from tests.changing_forum import CHROME, Forum, Post, make_forum
from tests.crawling import DEFAULTS, Answer, Result, Run, Site
from tests.watching import SPIDER

SPIDERMON = {
    "SPIDERMON_ENABLED": True,
    "EXTENSIONS": {"spidermon.contrib.scrapy.extensions.Spidermon": 500},
    "SPIDERMON_SPIDER_CLOSE_MONITORS": (
        "extract_pipelines.scrapy.spidermonitors.ForumMonitorSuite",
    ),
}
SPIDERS = {
    # Reads the same pages in each run.
    "reader": SPIDER,
    # Reads what its lists show to be new or changed.
    "follower": """
from extract_pipelines.scrapy.spiders import ForumSpider

class Spider(ForumSpider):
    custom_settings = {{**ForumSpider.custom_settings, "AUTOTHROTTLE_ENABLED": False}}

    def __init__(self):
        super().__init__(url="{index}/", max_pages={max_pages})
""",
}
SIZES = dict(enumerate((3, 1, 7, 4, 2, 8, 1, 5, 3, 6, 2, 4), start=1))
LOGIN = CHROME.format(
    title="Log in",
    content="<p>You have to log in to see this page.</p>"
    "<form><label>Name</label><input name='name'><input name='password' type='password'></form>",
)
# What a board says with status 200 where a thread should be, between its menu and its foot.
NOTICE = """<html lang="en"><head><title>Information - Tinkerers</title></head><body>
<div id="header"><h1><a href="/">Tinkerers</a></h1><ul class="menu"><li><a href="/faq/">FAQ</a></li>
<li><a href="/about/">About us</a></li><li><a href="/login/">Log in</a></li></ul></div>
<div id="main"><h2>Information</h2><p>{says}</p></div>
<div id="foot">All times are UTC. <a href="/about/">Imprint</a></div></body></html>"""
NOTICES = {
    "login": LOGIN,
    "members only": NOTICE.format(says="You must log in to read topics."),
    "maintenance": NOTICE.format(says="The board is down for maintenance, back in 10 minutes."),
}
CAPTCHA = (
    "<html><head><title>Just a moment</title></head><body><h1>Are you a person?</h1>"
    "<p>Please solve the riddle to go on.</p></body></html>"
)
# What all addresses are answered with.
WALLS: dict[str, str | Answer] = {
    "login": LOGIN,
    "forbidden": Answer(b"Forbidden", "text/plain", 403),
    "captcha": CAPTCHA,
    "empty board": CHROME.format(title="Boards", content="<p>There are no threads here yet.</p>"),
    "new markup": "<html><body><div id='app'></div><script src='/app.js'></script></body></html>",
}


@dataclass
class Cron:
    """A forum that a spider is run on, again and again.

    :ivar folder: where the store is that the runs share
    :ivar hidden: what some paths are answered with in place of the forum's pages
    """

    folder: Path
    spider: str
    site: Site
    forum: Forum = field(default_factory=lambda: make_forum(SIZES))
    hidden: dict[str, str | Answer] = field(default_factory=dict)

    def run(self, max_pages: int = 0, **settings: Any) -> Result:
        """One more run."""
        self.site.pages = {**self.forum.site(), **self.hidden}
        values = {
            **DEFAULTS,
            **SPIDERMON,
            "EXTRACT_MONITOR": True,
            # Pages come in the same order in every run, so that the same is known of the site.
            "CONCURRENT_REQUESTS": 1,
            "RETRY_ENABLED": False,
            "STATS_CLASS": "tests.crawling.KeptStats",
            "EXTRACT_STORE": f"sqlite:///{self.folder / 'seen.sqlite'}",
            **settings,
        }
        index = self.site.url
        urls = [index + path for path in self.forum.pages()]
        spider = self.spider.format(index=index, urls=urls, max_pages=max_pages)
        return Run(self.folder, spider, values).wait()


@pytest.fixture(scope="module", params=SPIDERS)
def begun(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A forum that was read twice."""
    site = Site({})
    cron = Cron(tmp_path_factory.mktemp("begun"), SPIDERS[request.param], site)
    with site:
        for _ in range(2):
            assert not alarms(cron.run(EXTRACT_FAIL_WHEN_BLIND=True))
        yield cron


@pytest.fixture
def cron(begun: Cron, tmp_path: Path) -> Iterator[Cron]:
    """The forum as it was after two runs."""
    shutil.copytree(begun.folder, tmp_path, dirs_exist_ok=True)
    yield replace(begun, folder=tmp_path, forum=make_forum(SIZES))
    begun.site.always = None


def check_blind(result: Result) -> None:
    """Look whether the run has raised the alarm in all ways, and told nothing else."""
    (told,) = alarms(result)
    assert "no thread was seen, unlike in the runs before" in told
    assert result.stat("sites_blind") == 1
    assert result.returncode == 1
    assert result.items == []


def alarms(result: Result) -> list[str]:
    """The warnings, after a look at whether all that can raise the alarm agree."""
    told = [line for line in result.log.splitlines() if " WARNING: " in line]
    assert result.stat("errors") == 0, result.log
    counted = sum(map(result.stat, ("sites_blind", "sites_missing", "coverage_drops")))
    assert counted == len(told), result.log
    assert ("FAILED (" in result.log) == bool(told), result.log
    return told


only_reader = pytest.mark.parametrize("begun", ["reader"], indirect=True)
only_follower = pytest.mark.parametrize("begun", ["follower"], indirect=True)


@pytest.mark.parametrize("wall", WALLS)
def test_a_forum_behind_a_wall_raises_the_alarm(cron: Cron, wall: str) -> None:
    cron.site.always = WALLS[wall]
    check_blind(cron.run(EXTRACT_FAIL_WHEN_BLIND=True))


@only_reader
def test_the_alarm_goes_on_until_the_forum_is_back(cron: Cron) -> None:
    cron.site.always = LOGIN
    check_blind(cron.run(EXTRACT_FAIL_WHEN_BLIND=True))
    check_blind(cron.run(EXTRACT_FAIL_WHEN_BLIND=True))
    cron.site.always = None
    cron.forum.threads[1].append(Post("alice", "2023-12-30 10:00", "Here again.", "9001"))
    result = cron.run(EXTRACT_FAIL_WHEN_BLIND=True)
    assert alarms(result) == []
    assert [floor["body"] for item in result.items for floor in item["floors"]] == ["Here again."]


def test_a_server_that_is_stopped_raises_the_alarm(cron: Cron) -> None:
    cron.site.__exit__()
    try:
        check_blind(cron.run(EXTRACT_FAIL_WHEN_BLIND=True))
        result = cron.run()
        assert result.returncode == 0
        assert len(alarms(result)) == 1
    finally:
        cron.site.restart()


@only_follower
def test_a_robots_txt_that_forbids_all_raises_the_alarm(cron: Cron) -> None:
    cron.hidden = {"/robots.txt": Answer(b"User-agent: *\nDisallow: /", "text/plain")}
    result = cron.run(EXTRACT_FAIL_WHEN_BLIND=True)
    check_blind(result)
    assert "no request was made, as robots.txt or another rule forbids it" in result.log


@only_follower
@pytest.mark.parametrize("notice", NOTICES)
def test_notices_in_place_of_threads_raise_the_alarm_though_lists_can_be_seen(
    cron: Cron, notice: str
) -> None:
    cron.hidden = dict.fromkeys(cron.forum.pages(), NOTICES[notice])
    for number, posts in cron.forum.threads.items():
        posts.append(Post("alice", "2023-12-30 10:00", f"Mended, number {number}.", f"90{number}"))
    for _ in range(2):
        result = cron.run()
        assert alarms(result)
        assert result.stat("coverage_drops/read_again") == 1
        assert result.items == []
    cron.hidden = {}
    told = cron.run().items
    assert len([floor for item in told for floor in item["floors"]]) == len(SIZES)
    assert [name for item in told for name in item["deleted_floors"]] == []


def test_a_forum_that_reads_as_before_raises_none(cron: Cron) -> None:
    result = cron.run(EXTRACT_FAIL_WHEN_BLIND=True)
    assert alarms(result) == []
    assert result.returncode == 0


def test_a_run_that_is_to_ask_for_less_raises_none(cron: Cron) -> None:
    fewer = {"max_pages": 1} if "max_pages" in cron.spider else {"CLOSESPIDER_PAGECOUNT": 3}
    result = cron.run(EXTRACT_FAIL_WHEN_BLIND=True, **fewer)
    assert alarms(result) == []
    assert result.returncode == 0


@only_reader
def test_a_run_of_another_spider_raises_none(cron: Cron) -> None:
    other = SPIDER.replace("{urls}", "['{index}/about/', '{index}/login/']").replace(
        '"monitor"', '"other"'
    )
    result = replace(cron, spider=other).run(EXTRACT_FAIL_WHEN_BLIND=True)
    assert alarms(result) == []
    assert result.returncode == 0
