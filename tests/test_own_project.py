"""The spiders of the package in a user's own project, which has the add-on and no more."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
import scrapy

from tests.changing_forum import make_forum, path_of
from tests.commands import scrapy_command
from tests.crawling import ROOT, Answer, Site
from tests.environ import ENVIRON

SETTINGS = """
SPIDER_MODULES = ["shop.spiders"]
ADDONS = {"extract_pipelines.Addon": 300}
ITEM_PIPELINES = {"shop.pipelines.Marked": 300}
"""
PIPELINES = """
class Marked:
    def process_item(self, item):
        item.title = "seen: " + item.title
        return item
"""
OWN_FORUM = """
import scrapy

class Forum(scrapy.Spider):
    name = "forum"
"""
SUBCLASS = """
from extract_pipelines.scrapy.spiders import ForumSpider

class TinkerersSpider(ForumSpider):
    name = "tinkerers"
    start_urls = ["{url}/"]
    crawl = monitor = frontiers = plans = requested = probe = "its own"

    def parse(self, response, row=None):
        for one in super().parse(response, row):
            self.crawler.stats.inc_value("tinkerers")
            yield one
"""
SETTLED = """
from extract_pipelines.scrapy.spiders import ForumSpider

class SettledSpider(ForumSpider):
    name = "settled"
    custom_settings = {"EXTRACT_THREADS": "thread"}
"""
STARTED = """
import scrapy
from extract_pipelines.scrapy.spiders import ForumSpider

class StartedSpider(ForumSpider):
    name = "started"
    start_urls = ["{url}/"]

    async def start(self):
        yield scrapy.Request(self.start_urls[0], headers={{"X-Members": "1"}})
"""
# Links that wait cannot be told at first, nor ever those to the second thread.
BROKEN = """
from extract_pipelines.forum.link_frontier import LinkFrontier
from extract_pipelines.scrapy.spiders import ForumSpider

class BrokenWay(LinkFrontier):
    __slots__ = ()

    def freed(self):
        if self.pages.total() < 4:
            raise IndexError("deque index out of range")
        return super().freed()

    def _step(self, link, row, role):
        if "/thread/2/" in link.url:
            raise KeyError(link.url)
        return super()._step(link, row, role)

class BrokenSpider(ForumSpider):
    name = "broken"

    def _frontier(self, url):
        frontier = super()._frontier(url)
        frontier.__class__ = BrokenWay
        return frontier
"""


class Project:
    """A Scrapy project in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        spiders = folder / "shop" / "spiders"
        spiders.mkdir(parents=True)
        (folder / "scrapy.cfg").write_text("[settings]\ndefault = shop.settings\n")
        self.write("__init__.py", "")
        self.write("spiders/__init__.py", "")
        self.write("settings.py", SETTINGS)
        self.write("pipelines.py", PIPELINES)

    def write(self, name: str, source: str) -> None:
        (self.folder / "shop" / name).write_text(source, "utf-8")

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of Scrapy in the project."""
        environ = {**ENVIRON, "PYTHONPATH": os.pathsep.join([str(ROOT), str(self.folder)])}
        return scrapy_command(*arguments, cwd=self.folder, environ=environ)

    def crawl(self, spider: str, *options: str) -> tuple[list[dict[str, Any]], str]:
        """The items of a crawl, and its log."""
        feed = self.folder / "items.jsonl"
        options = ("-O", str(feed), "-s", "AUTOTHROTTLE_ENABLED=0", *options)
        done = self.run("crawl", spider, *options)
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in feed.read_text("utf-8").splitlines()], done.stderr


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


SIZES = {1: 3, 2: 6, 3: 2, 4: 4, 5: 1}


def bodies(items: list[dict[str, Any]], *, without: int = 0) -> list[str]:
    kept = [item for item in items if item["thread_id"] != str(without)]
    return sorted(floor["body"] for item in kept for floor in item["floors"])


def test_the_add_on_brings_the_forum_spider(project: Project) -> None:
    forum = make_forum(SIZES)
    with Site(forum.site()) as site:
        items, log = project.crawl("forum", "-a", f"url={site.url}/")
    assert bodies(items) == sorted(post.text for posts in forum.threads.values() for post in posts)
    assert all(item["title"].startswith("seen: ") for item in items)
    assert "Traceback" not in log


def test_a_subclass_reads_one_forum_and_is_listed(project: Project) -> None:
    forum = make_forum(SIZES)
    with Site(forum.site()) as site:
        project.write("spiders/tinkerers.py", SUBCLASS.format(url=site.url))
        items, log = project.crawl("tinkerers")
    assert len(bodies(items)) == sum(SIZES.values())
    assert "'tinkerers': " in log
    assert project.run("list").stdout.split() == ["tinkerers"]
    project.write(
        "settings.py",
        SETTINGS.replace(
            '["shop.spiders"]', '["shop.spiders", "extract_pipelines.scrapy.spiders"]'
        ),
    )
    listed = project.run("list")
    assert listed.stdout.split() == ["articles", "forum", "tinkerers"]
    assert "several spiders" not in listed.stderr


def test_what_others_read_of_a_spider_is_no_wrong_argument(project: Project) -> None:
    forum = make_forum(SIZES)
    options = [f"-a{name}" for name in ("_job=ab12", "http_user=anna", "user_agent=me", "name=f")]
    with Site(forum.site()) as site:
        items, log = project.crawl("forum", "-a", f"url={site.url}/", *options)
    assert len(bodies(items)) == sum(SIZES.values())
    assert "no such argument" not in log


def test_a_subclass_warns_of_arguments_that_it_does_not_declare(project: Project) -> None:
    forum = make_forum(SIZES)
    with Site(forum.site()) as site:
        source = SUBCLASS.format(url=site.url) + "    section = None\n"
        source += (
            "    def __init__(self, region='', **kwargs):\n        super().__init__(**kwargs)\n"
        )
        project.write("spiders/tinkerers.py", source)
        names = ("section", "region", "topic")
        items, log = project.crawl("tinkerers", *(f"-a{name}=tea" for name in names))
    assert len(bodies(items)) == sum(SIZES.values())
    (told,) = [line for line in log.splitlines() if "no such argument" in line]
    assert "WARNING: -a topic=tea: tinkerers has no such argument; there are max_pages, reg" in told


def test_a_setting_that_there_is_not_is_told_once(project: Project) -> None:
    with Site(make_forum(SIZES).site()) as site:
        url = f"url={site.url}/"
        _, log = project.crawl("forum", "-a", url, "-s", "EXTRACT_MONITR=1")
    assert log.count("EXTRACT_MONITR is no setting of extract_pipelines") == 1


def test_a_spider_of_the_project_keeps_its_name(project: Project) -> None:
    project.write("spiders/forum.py", OWN_FORUM)
    done = project.run("crawl", "forum")
    assert done.returncode == 0
    assert "several spiders" not in done.stderr
    assert "wrong_argument" not in done.stderr


def test_an_exception_costs_neither_the_item_nor_other_links(project: Project) -> None:
    project.write("spiders/broken.py", BROKEN)
    forum = make_forum(SIZES)
    with Site(forum.site()) as site:
        items, log = project.crawl("broken", "-a", f"url={site.url}/")
    known = [post.text for number in (1, 3, 4, 5) for post in forum.threads[number]]
    assert bodies(items, without=2) == sorted(known)
    assert "IndexError: deque index out of range" in log
    assert "extract_pipelines could not follow" in log
    assert "'extract_pipelines/errors/follow': " in log
    assert "'spider_exceptions" not in log


def test_a_subclass_may_begin_in_its_own_way(project: Project) -> None:
    forum = make_forum(SIZES)
    with Site(forum.site()) as site:
        project.write("spiders/started.py", STARTED.format(url=site.url))
        items, log = project.crawl("started", "-s", "EXTRACT_MONITOR=1")
    assert bodies(items) == sorted(post.text for posts in forum.threads.values() for post in posts)
    assert "Traceback" not in log


def test_scrapy_parse_shows_what_the_forum_spider_reads(project: Project) -> None:
    with Site(make_forum(SIZES).site()) as site:
        url = site.url + path_of(2)
        done = project.run("parse", url, "--spider=forum", "-a", f"url={url}", "--nocolour")
    items, _, requests = done.stdout.partition("# Requests")
    assert url in items
    assert path_of(2, page=2) in requests
    assert "Traceback" not in done.stderr


ROBOTS = Answer(b"User-agent: *\nDisallow: /thread/2/", "text/plain")
FORBIDDEN = path_of(2)
HURRY = ("-s", "AUTOTHROTTLE_START_DELAY=0.01")
THROTTLES = "scrapy.extensions.throttle.AutoThrottle"


def asked_for(
    project: Project, spider: str, *options: str, start: str = "url={}/"
) -> tuple[list[str], str]:
    """The paths that a spider asks a site for that forbids some, and the log."""
    with Site({**make_forum(SIZES).site(), "/robots.txt": ROBOTS}) as site:
        url = start.format(site.url)
        done = project.run("crawl", spider, "-a", url, *HURRY, *options, "-O", "items.jsonl")
    assert done.returncode == 0, done.stderr
    return site.requested, done.stderr


@pytest.mark.parametrize("spider", ["forum", "settled"])
def test_a_forum_is_asked_for_no_page_that_it_forbids_whatever_a_subclass_sets(
    project: Project, spider: str
) -> None:
    project.write("spiders/settled.py", SETTLED)
    asked, log = asked_for(project, spider)
    assert "/robots.txt" in asked
    assert not any(path.startswith("/thread/2/") for path in asked)
    assert path_of(1) in asked
    assert THROTTLES in log
    items = [json.loads(line) for line in (project.folder / "items.jsonl").open(encoding="utf-8")]
    assert all("floors" in item for item in items)
    assert (spider == "settled") == any(item["page_urls"] for item in items)


def test_articles_are_not_read_where_the_site_forbids_it(project: Project) -> None:
    asked, log = asked_for(project, "articles", start="urls={}" + FORBIDDEN)
    assert asked == ["/robots.txt"]
    assert THROTTLES in log


@pytest.mark.parametrize(
    "answer",
    [
        Answer(b"\x89PNG\r\n\x1a\n\x00\x00", "image/png"),
        Answer(b'{"found": []}', "application/json"),
    ],
)
def test_a_page_of_results_that_is_none_is_told_in_a_sentence(
    answer: Answer, project: Project
) -> None:
    with Site({"/found": answer}) as site:
        _, log = project.crawl("articles", "-a", f"search={site.url}/found")
    assert f"No links can be read from {site.url}/found: it is no HTML page" in log
    assert "Traceback" not in log


@pytest.mark.parametrize("place", ["settings", "command line"])
def test_settings_of_the_project_say_how_a_site_is_treated(project: Project, place: str) -> None:
    rude = {"ROBOTSTXT_OBEY": False, "AUTOTHROTTLE_ENABLED": False}
    if place == "settings":
        lines = "".join(f"{name} = {value}\n" for name, value in rude.items())
        project.write("settings.py", SETTINGS + lines)
        options = []
    else:
        options = [word for name in rude for word in ("-s", f"{name}=0")]
    asked, log = asked_for(project, "forum", *options)
    assert FORBIDDEN in asked
    assert "/robots.txt" not in asked
    assert THROTTLES not in log


@pytest.mark.parametrize(
    ("arguments", "refusals"),
    [
        (("forum", "-a", "url=forum.example"), ["-a url=forum.example: "]),
        (
            ("forum", "-a", "url=http://[::1/", "-a", "max_pages=abc"),
            ["-a url=http://[::1/: ", "-a max_pages=abc: "],
        ),
        (("forum", "-a", "url=https://forum.example/", "-a", "max_pages=-1"), ["-a max_pages=-1:"]),
        (("forum",), ["-a url=: "]),
        (("articles",), ["-a urls=: "]),
        (("articles", "-a", "urls= , "), ["-a urls=: "]),
        (("articles", "-a", "search=ftp://a.example/"), ["-a search=ftp://a.example/: "]),
        (("articles", "-a", "urls=https://a.example/", "-a", "follow=("), ["-a follow=(: "]),
        (
            ("forum", "-a", "url=https://forum.example/", "-a", "maxpages=3"),
            ["-a maxpages=3: forum has no such argument; there are max_pages, url"],
        ),
        (
            ("articles", "-a", "url=https://a.example/", "-a", "urls=https://a.example/"),
            ["-a url=https://a.example/: articles has no such argument; there are follow, search,"],
        ),
    ],
)
def test_a_wrong_argument_stops_the_crawl_with_a_sentence(
    project: Project, arguments: tuple[str, ...], refusals: list[str]
) -> None:
    done = project.run("crawl", *arguments)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "'finish_reason': 'wrong_argument'" in done.stderr
    assert "downloader/request_count" not in done.stderr
    told = [line for line in done.stderr.splitlines() if " ERROR: " in line]
    assert len(told) == len(refusals)
    for refusal in refusals:
        assert sum(refusal in line for line in told) == 1


def test_a_spider_without_the_add_on_does_not_start(project: Project) -> None:
    off = ("-s", "EXTRACT_ENABLED=False")
    done = project.run("crawl", "forum", "-a", "url=https://forum.example/", *off)
    assert done.returncode != 0 or scrapy.version_info < (2, 15)
    assert "Traceback" not in done.stderr
    assert "downloader/request_count" not in done.stderr
    (told,) = [line for line in done.stderr.splitlines() if " ERROR: " in line]
    assert "EXTRACT_ENABLED = False leaves the pages of forum unread." in told
