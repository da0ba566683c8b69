"""How the blocks of the documents are run, and what is to come of them."""

from __future__ import annotations

import json
import re
import shutil
import urllib.request
from collections.abc import Callable
from configparser import RawConfigParser
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from extract_pipelines import ForumThread, extract
from tests.crawling import ROOT
from tests.docs.newcomer import Newcomer, until
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


def read_without_scrapy(place: Place) -> None:
    pages = place.newcomer.web.threads()
    known: dict[str, Any] = {"html": pages[0][0], "downloaded": pages}
    exec(place.text, known)
    assert isinstance(known["item"], ForumThread)
    assert_read([{"url": page.url, "floors": []} for page in known["threads"]])
    assert all(page.floors for page in known["threads"])


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


def share_forum(place: Place) -> None:
    """Both workers have a part of the pages, and together all, each once."""
    # So slow that the second worker is there before the first one has read all.
    place.newcomer.add_settings(place.project, "DOWNLOAD_DELAY = 0.4\nCONCURRENT_REQUESTS = 2")
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


def run_crontab(place: Place) -> None:
    *times, command = place.text.strip().split(maxsplit=5)
    assert len(times) == 5
    assert not re.search(r"(?<!\\)%", command)
    place.run(command)
    assert_read(place.items("new.jsonl"))
    assert "Spider closed (finished)" in (place.project / "forum.log").read_text("utf-8")
    gone = command.replace(f"https://{FORUM}/", f"https://{FORUM}/gone")
    place.run(f"{{ {gone}; }} > mail.txt")
    (told,) = (place.project / "mail.txt").read_text("utf-8").splitlines()
    assert "no thread was seen, unlike in the runs before" in told


def verify_unit(place: Place) -> RawConfigParser:
    """Have systemd, if it is there, check the file of a unit, which the first line names."""
    file = place.project / place.text.partition("\n")[0].rpartition("/")[2]
    file.write_text(place.text, "utf-8")
    if shutil.which("systemd-analyze"):
        assert not place.run(f"systemd-analyze verify {file} 2>&1")
    unit = RawConfigParser()
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(place.text)
    return unit


def run_service(place: Place) -> None:
    service = verify_unit(place)["Service"]
    place.newcomer.run(service["ExecStart"], Path(service["WorkingDirectory"]))
    assert_read(place.items("new.jsonl"))


def set_for_scrapyd(place: Place) -> None:
    place.newcomer.add_settings(place.project, place.text)
    assert "forum" in place.run("scrapy list").split()


def configure_deploy(place: Place) -> None:
    (place.project / "scrapy.cfg").write_text(place.text, "utf-8")


def start_scrapyd(place: Place) -> None:
    home = place.project / "scrapyd"
    home.mkdir()
    address = f"http_port = {place.newcomer.scrapyd_port}\nbind_address = 127.0.0.1"
    (home / "scrapyd.conf").write_text(f"[scrapyd]\n{address}\npoll_interval = 0.2\n")
    place.newcomer.start(place.text, home)
    until(lambda: ask_scrapyd(place.newcomer, "daemonstatus")["status"] == "ok")


def ask_scrapyd(newcomer: Newcomer, what: str) -> dict[str, Any]:
    """What Scrapyd answers; as long as it does not, what it would if it had failed."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"http://127.0.0.1:{newcomer.scrapyd_port}/{what}.json") as answer:
            told: dict[str, Any] = json.load(answer)
            return told
    except OSError as error:
        return {"status": str(error)}


def deploy_and_run(place: Place) -> None:
    assert '"status": "ok"' in place.run().rpartition("}")[0]
    until(lambda: bool(ask_scrapyd(place.newcomer, "listjobs").get("finished")))
    (feed,) = place.project.glob("new-*.jsonl")
    assert_read(items_of(feed))


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
    "README.md: extract_pipelines": crawl_with_settings,
    "README.md: extract_pipelines (2)": crawl_with_spider,
    "README.md: extract_pipelines (3)": compare_with_items,
    "README.md: Try it": make_demo,
    "README.md: In your own project": install,
    "README.md: In your own project (2)": crawl_forum,
    "README.md: In your own project (3)": crawl_articles,
    "README.md: In your own project (4)": crawl_with_subclass,
    "README.md: Follow a forum": monitor,
    "README.md: Without Scrapy": read_without_scrapy,
    "distributed.md: One domain, one worker": share_domains,
    "distributed.md: Many workers for one domain": crawl_with_settings,
    "distributed.md: Many workers for one domain (2)": save_spider,
    "distributed.md: Many workers for one domain (3)": share_forum,
    "distributed.md: Many workers for one domain (4)": give_address,
    "distributed.md: Many workers for one domain (5)": forget_requests,
    "explain.md: See why": install,
    "explain.md: Of one page": explain_page,
    "explain.md: Of a crawl": crawl_with_reports,
    "items.md: Some fields only": crawl_with_fields,
    "items.md: As a document": write_documents,
    "languages.md: Which models read a page": choose_models,
    "languages.md: A model of your own": train_language,
    "monitoring.md: Following a forum": monitor_twice,
    "monitoring.md: Feeds": write_json_feed,
    "monitoring.md: Feeds (2)": write_json_feed_by_option,
    "monitoring.md: cron": run_crontab,
    "monitoring.md: systemd": run_service,
    "monitoring.md: systemd (2)": verify_unit,
    "scrapyd.md: Scrapyd": set_for_scrapyd,
    "scrapyd.md: Scrapyd (2)": configure_deploy,
    "scrapyd.md: Scrapyd (3)": start_scrapyd,
    "scrapyd.md: Scrapyd (4)": deploy_and_run,
    "monitoring.md: Spidermon": watch_with_spidermon,
    "scrapy-poet.md: A thread as a dependency": add_settings,
    "scrapy-poet.md: A thread as a dependency (2)": crawl_with_callback,
    "scrapy-poet.md: In a page object": crawl_with_page_object,
    "scrapy-poet.md: Items of zyte-common-items": give_zyte_item,
    "stores.md: Seeing and shipping templates": handle_templates,
}
