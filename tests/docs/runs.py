"""How the blocks of the documents are run, and what is to come of them."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from contextlib import chdir, redirect_stdout
from io import StringIO
from typing import Any

from extract_pipelines import extract
from tests.crawling import ROOT
from tests.docs.newcomer import until
from tests.docs.place import Place, add_settings, assert_read, items_of, save_spider
from tests.docs.web import ARTICLES, FORUM, NEWS
from tests.test_train_language import TEXTS, lines, threads

CRAWL = f"scrapy crawl forum -a url=https://{FORUM}/"
NOT_RUN = {"how-it-works.md: How it works": "a drawing"}


def crawl_with_settings(place: Place) -> str:
    """Crawl with the block among the settings of its section's project; give the log."""
    place.newcomer.add_settings(place.project, place.text)
    log = place.run(f"{CRAWL} -o items.jsonl")
    assert_read(place.items("items.jsonl"))
    return log


def crawl_with_spider(place: Place) -> None:
    save_spider(place)
    place.run("scrapy crawl threads -o threads.jsonl")
    assert [item["url"] for item in place.items("threads.jsonl")] == [
        f"https://{FORUM}/thread-15-1-1.html"
    ]


def crawl_with_subclass(place: Place) -> None:
    save_spider(place)
    place.run("scrapy crawl garden -o garden.jsonl")
    assert_read(place.items("garden.jsonl"))


def compare_with_items(place: Place) -> None:
    """The item that is shown has names and kinds of values that items have."""
    shown = json.loads(place.text.replace(", …", ""))
    (item,) = place.items("threads.jsonl")
    assert same_kind(shown, {name: item[name] for name in shown}), item
    assert same_kind(shown["floors"][0], {n: item["floors"][0][n] for n in shown["floors"][0]})
    assert item["url"] == shown["url"]


def same_kind(shown: dict[str, Any], found: dict[str, Any]) -> bool:
    return {name: type(value) for name, value in shown.items()} == {
        name: type(value) for name, value in found.items()
    }


def make_demo(place: Place) -> None:
    told = place.newcomer.run(place.text, place.newcomer.clone)
    assert items_of(place.newcomer.clone / "threads.json")
    assert "thread pages" in told


def install(place: Place) -> None:
    """What is installed comes out of the clone, and is what the other blocks are run with."""
    place.newcomer.install(place.text)
    where = place.run("python -c 'import extract_pipelines; print(extract_pipelines.__file__)'")
    assert where.startswith(str(place.newcomer.installed))


def tell_what_runs(place: Place) -> None:
    assert place.run().strip().endswith("records.py")


def crawl_forum(place: Place) -> None:
    place.run()
    assert_read(place.items("threads.json"))


def crawl_articles(place: Place) -> None:
    place.run()
    listed, found = place.items("articles.jsonl"), place.items("found.jsonl")
    assert {item["url"] for item in listed} == set(ARTICLES)
    assert found
    assert all(item["url"].startswith(f"https://{NEWS}/20") for item in found)
    assert all(item["body"] for item in (*listed, *found))


def monitor(place: Place) -> None:
    place.run()
    assert_read(place.items("new.jsonl"))


def monitor_twice(place: Place) -> None:
    """The first run gives all posts, the second one nothing."""
    monitor(place)
    monitor(place)


def ask_questions(place: Place) -> dict[str, Any]:
    """The one item of a spider that asks scrapy-poet for the first thread."""
    save_spider(place)
    place.run("scrapy crawl threads -O threads.jsonl")
    (item,) = place.items("threads.jsonl")
    assert item["asked_by"]
    return item


def crawl_with_callback(place: Place) -> None:
    assert ask_questions(place)["answers"] > 0


def crawl_with_page_object(place: Place) -> None:
    place.newcomer.add_settings(place.project, 'ADDONS["scrapy_poet.Addon"] = 300')
    assert ask_questions(place)["is_solved"] is False


def give_zyte_item(place: Place) -> None:
    known: dict[str, Any] = {"html": place.newcomer.web.threads()[0][0]}
    exec(place.text, known)
    assert known["thread"].posts


def crawl_with_fields(place: Place) -> None:
    """Items of the crawl have the fields of the setting, and no others."""
    place.newcomer.add_settings(place.project, place.text)
    place.run(f"{CRAWL} -a max_pages=8 -o items.jsonl")
    items = place.items("items.jsonl")
    assert items
    for item in items:
        assert list(item) == ["url", "title", "floors", "metadata"]
        assert list(item["metadata"]) == ["method"]
        assert all(list(floor) == ["author", "date", "body"] for floor in item["floors"])


def write_documents(place: Place) -> None:
    html, _ = place.newcomer.web.threads()[0]
    known: dict[str, Any] = {"html": html, "extract": extract}
    exec(place.text, known)
    for floor in known["item"].floors:
        for document in ("markdown", "text", "document"):
            assert floor.author in known[document]


def explain_by_command(place: Place) -> None:
    report = place.project / "report.html"
    report.unlink(missing_ok=True)
    place.run()
    assert "How this page was read" in report.read_text("utf-8")


def explain_page(place: Place) -> None:
    html, _ = place.newcomer.web.threads()[0]
    with chdir(place.project), redirect_stdout(StringIO()) as told:
        exec(place.text, {"html": html})
    assert re.fullmatch(r"A thread: \d+ floors came out\.\n", told.getvalue())
    report = (place.project / "report.html").read_text("utf-8")
    assert "How this page was read" in report


def crawl_with_reports(place: Place) -> None:
    place.newcomer.add_settings(place.project, f"{place.text}\nEXTRACT_EXPLAIN_BELOW = 1")
    place.run(f"{CRAWL} -a max_pages=8 -o items.jsonl")
    reports = sorted((place.project / "reports").glob("0.*.html"))
    assert len(reports) >= len(place.items("items.jsonl"))


def share_domains(place: Place) -> None:
    known: dict[str, Any] = {}
    exec(place.text, known)
    is_mine = known["is_mine"]
    urls = [f"https://site{site}.example/{page}" for site in range(40) for page in range(3)]
    owners = [[worker for worker in range(4) if is_mine(url, worker, 4)] for url in urls]
    assert all(len(owner) == 1 for owner in owners)
    assert owners[0::3] == owners[1::3] == owners[2::3]
    assert {owner for (owner,) in owners} == {0, 1, 2, 3}


# So slow that the second worker is there before the first one has read all; and no line waits in
# memory for those behind it, as short ones do in a feed.
SLOW_AND_WRITTEN = """
from scrapy.exporters import JsonLinesItemExporter

DOWNLOAD_DELAY = 0.4
CONCURRENT_REQUESTS = 2


class Written(JsonLinesItemExporter):
    def export_item(self, item):
        super().export_item(item)
        self.file.flush()


FEED_EXPORTERS = {"jsonl": Written}
"""


def share_forum(place: Place) -> None:
    """Both workers have a part of the pages, and together all, each once."""
    place.newcomer.add_settings(place.project, SLOW_AND_WRITTEN)
    place.newcomer.start(place.text, place.project)
    feeds = [place.project / name for name in ("one.jsonl", "two.jsonl")]
    known = {url for _, url in place.newcomer.web.threads()}

    def found() -> list[list[str]]:
        # A line that is being written has no end yet.
        lines = [feed.read_bytes().split(b"\n")[:-1] for feed in feeds if feed.exists()]
        return [[json.loads(line)["url"] for line in some] for some in lines]

    until(lambda: known <= {url for urls in found() for url in urls})
    parts = found()
    assert sorted(url for urls in parts for url in urls) == sorted(known)
    assert min(map(len, parts)) > 0, parts


def give_address(place: Place) -> None:
    """The workers that have read all still wait, and one of them takes the address."""
    place.run()
    until(lambda: not place.newcomer.redis.exists("worker:start_urls"))
    place.newcomer.end()


def forget_requests(place: Place) -> None:
    """What the workers have asked for was there, and can be asked for again."""
    assert place.run().strip() == "1"


def choose_models(place: Place) -> None:
    models = ROOT / "extract_pipelines" / "text" / "language_models"
    shutil.copy(models / "zh.model", place.project / "my-forum.model")
    crawl_with_settings(place)


def train_language(place: Place) -> None:
    (place.project / "threads.jsonl").write_text(lines(threads(TEXTS)), "utf-8")
    place.run()
    assert (place.project / "my-forum.model").stat().st_size > 500


def write_json_feed(place: Place) -> None:
    crawl_with_settings(place)
    feed = json.loads((place.project / "forum.json").read_text("utf-8"))
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert feed["title"] == "My forum"
    assert len(feed["items"]) > 50


def write_json_feed_by_option(place: Place) -> None:
    place.newcomer.add_settings(place.project, place.text)
    place.run(f"{CRAWL} -O feed.json:jsonfeed")
    feed = json.loads((place.project / "feed.json").read_text("utf-8"))
    assert len(feed["items"]) > 50


def watch_with_spidermon(place: Place) -> None:
    log = crawl_with_settings(place)
    assert "[Spidermon]" in log
    assert "OK" in log


def handle_templates(place: Place) -> None:
    """All commands work on what a crawl has learned; what is forgotten can be imported again."""
    place.newcomer.add_settings(place.project, 'EXTRACT_STORE = "sqlite:///templates.sqlite"')
    place.run(f"{CRAWL} -o items.jsonl")
    told = place.run()
    assert FORUM in told
    assert FORUM in json.loads((place.project / "templates.json").read_text("utf-8"))["sites"]
    assert FORUM in place.run("scrapy templates list")


HOW: dict[str, Callable[[Place], object]] = {
    "README.md: In a Scrapy project": crawl_with_settings,
    "README.md: In a Scrapy project (2)": crawl_with_spider,
    "README.md: In a Scrapy project (3)": compare_with_items,
    "README.md: Two commands": install,
    "quickstart.md: Crawl (2)": make_demo,
    "spiders.md: A forum": crawl_forum,
    "spiders.md: Articles": crawl_articles,
    "spiders.md: One for a site of its own": crawl_with_subclass,
    "distributed.md: One domain, one worker": share_domains,
    "distributed.md: Many workers for one domain": crawl_with_settings,
    "distributed.md: Many workers for one domain (2)": save_spider,
    "distributed.md: Many workers for one domain (3)": share_forum,
    "distributed.md: Many workers for one domain (4)": give_address,
    "distributed.md: Many workers for one domain (5)": forget_requests,
    "speed.md: Compiled or not": install,
    "speed.md: Compiled or not (2)": tell_what_runs,
    "explain.md: See why": install,
    "explain.md: Of one page": explain_by_command,
    "explain.md: Of one page (2)": explain_by_command,
    "explain.md: Of one page (3)": explain_page,
    "explain.md: Of a crawl": crawl_with_reports,
    "items.md: Some fields only": crawl_with_fields,
    "items.md: As a document": write_documents,
    "languages.md: Which models read a page": choose_models,
    "languages.md: A model of your own": train_language,
    "monitoring.md: Following a forum": monitor_twice,
    "monitoring.md: Feeds": write_json_feed,
    "monitoring.md: Feeds (2)": write_json_feed_by_option,
    "monitoring.md: Spidermon": watch_with_spidermon,
    "scrapy-poet.md: A thread as a dependency": add_settings,
    "scrapy-poet.md: A thread as a dependency (2)": crawl_with_callback,
    "scrapy-poet.md: In a page object": crawl_with_page_object,
    "scrapy-poet.md: Items of zyte-common-items": give_zyte_item,
    "stores.md: Seeing and shipping templates": handle_templates,
}
