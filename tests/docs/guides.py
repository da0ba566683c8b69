"""How the blocks of the quickstart, the tutorial and the how-to pages are run."""

from __future__ import annotations

import ast
import io
import json
import re
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any

from extract_pipelines import ForumThread, Page
from tests.docs.blocks import DOCUMENTS, blocks_of
from tests.docs.place import Place, assert_read, save_file, save_spider
from tests.docs.runs import same_kind
from tests.docs.web import FORUM, MEMBERS

BROWSER = "needs a browser, which is no part of the tests"
OF_THESE_TESTS = "runs the tests that this is one of"
NOT_RUN = {
    "CONTRIBUTING.md: 1. Clone and check": OF_THESE_TESTS,
    "CONTRIBUTING.md: 2. See it fail": "a row of a table in a test",
    "CONTRIBUTING.md: 2. See it fail (2)": OF_THESE_TESTS,
    "CONTRIBUTING.md: 4. Measure it": "needs data that is not part of the repository",
    "CONTRIBUTING.md: 5. Hand it in": OF_THESE_TESTS,
    "javascript.md: Pages that need JavaScript": "asks for a page in the web",
    "javascript.md: Pages that need JavaScript (2)": BROWSER,
    "javascript.md: Pages that need JavaScript (3)": BROWSER,
    "javascript.md: Pages that need JavaScript (5)": BROWSER,
}


def begin_project(place: Place) -> None:
    """What is shown makes the project that the sections of the document go on with."""
    assert place.text == "scrapy startproject watch\n"
    place.newcomer.start_project(place.project)


def is_elsewhere(place: Place) -> None:
    """The block is one of another document's, by which it is run."""
    others = (path for path in DOCUMENTS if not place.block.name.startswith(f"{path.name}: "))
    assert place.block.text in {block.text for path in others for block in blocks_of(path)}


def make_environment(place: Place) -> None:
    """The commands are those of the README, in an environment that is made first."""
    made, installed = place.text.splitlines()
    assert made == "python3 -m venv .venv"
    (readme,) = (block for block in blocks_of(DOCUMENTS[0]) if "pip install ." in block.text)
    assert installed.removeprefix(".venv/bin/") in [
        line.partition("#")[0].strip() for line in readme.text.splitlines()
    ]


def run(place: Place) -> str:
    return place.run()


def read_one(place: Place) -> None:
    html, _ = place.newcomer.web.threads()[0]
    known: dict[str, Any] = {"html": html}
    told = printed(place.text, known)
    assert isinstance(known["item"], ForumThread)
    assert told.startswith(f"{known['item'].title}\n1 ")


def crawl_some(place: Place) -> None:
    place.run()
    assert_read(place.items("threads.json"))


def run_python(place: Place) -> str:
    """Run the block in the project, as a script."""
    script = place.project / "script.py"
    script.write_text(place.text, "utf-8")
    return place.run("python script.py")


def look_at_feed(place: Place) -> None:
    assert len(run_python(place).splitlines()) == len(place.items("threads.json"))


def compare_with_feed(place: Place) -> None:
    """The item that is shown has names and kinds of values that items have."""
    shown = json.loads(place.text.replace(", …", ""))
    item = next(item for item in place.items("threads.json") if item["url"] == shown["url"])
    assert same_kind(shown, {name: item[name] for name in shown})
    assert same_kind(shown["floors"][0], {n: item["floors"][0][n] for n in shown["floors"][0]})


def crawl_posts(place: Place) -> None:
    """A line for each post."""
    place.run()
    posts = place.items("posts.jsonl")
    assert len(posts) > 50
    assert all(post["thread_url"] and post["author"] and post["body"] for post in posts)


def count_lines(place: Place) -> None:
    assert int(place.run().split()[0]) == len(place.items("posts.jsonl"))


def alert(place: Place) -> None:
    assert int(place.run()) > 0


def see_alarm(place: Place) -> None:
    (told,) = place.newcomer.run(place.text, place.project, complaints=True).splitlines()
    assert "no thread was seen, unlike in the runs before" in told


def run_cron(place: Place) -> None:
    mail_to, line = place.text.strip().splitlines()
    assert mail_to.startswith("MAILTO=")
    command = line.split(maxsplit=5)[5]
    assert not re.search(r"(?<!\\)%", command)
    assert not place.run(command)  # cron would send a mail of it


def crawl_own_items(place: Place) -> None:
    save_spider(place)
    place.run("scrapy crawl threads -o own.jsonl")
    (item,) = place.items("own.jsonl")
    assert item["source"] == "forum"
    assert item["page"] is None
    assert item["title"]
    assert item["author"] == item["floors"][0]["author"]


def crawl_answered(place: Place) -> None:
    save_file(place)
    crawl = f"scrapy crawl forum -a url=https://{FORUM}/ -o answered.jsonl"
    place.newcomer.run(crawl, place.project, complaints=True)  # Scrapy warns of what is dropped
    items = place.items("answered.jsonl")
    assert items
    assert all(len(item["floors"]) > 1 for item in items)


def log_in(place: Place) -> None:
    place.run()
    items = place.items("threads.json")
    assert len(items) > 10
    assert all(item["url"].startswith(f"https://{MEMBERS}/thread-") for item in items)
    refused = place.text.replace("secret", "wrong").replace("threads", "none")
    told = place.newcomer.run(refused, place.project, complaints=True)
    assert "The login has failed" in told
    assert place.items("none.json") == []


def is_python(place: Place) -> None:
    ast.parse(place.text)


def crawl_twice(place: Place) -> None:
    told = place.run()
    assert "httpcache/hit" in told
    first, second = (place.items(name) for name in ("first.json", "second.json"))
    assert_read(first)
    assert {item["metadata"]["method"] for item in second} == {"clusters"}


def read_folder(place: Place) -> None:
    folder = place.project / "pages"
    folder.mkdir()
    for number, (html, _) in enumerate(place.newcomer.web.threads()):
        (folder / f"{number}.html").write_bytes(html)
    known: dict[str, Any] = {"folder": folder}
    exec(place.text, known)
    assert all(thread.floors for thread in known["threads"])


WITHOUT_SCRAPY: dict[str, Any] = {}


def read_without_scrapy(place: Place) -> None:
    pages = place.newcomer.web.threads()
    known: dict[str, Any] = {"html": pages[0][0], "downloaded": pages}
    exec(place.text, known)
    WITHOUT_SCRAPY.update(known)
    assert isinstance(known["item"], ForumThread)
    assert_read([{"url": page.url, "floors": []} for page in known["threads"]])
    assert all(page.floors for page in known["threads"])


def keep_state(place: Place) -> None:
    known = dict(WITHOUT_SCRAPY)
    exec(place.text, known)
    assert known["same_site"].to_state() == known["site"].to_state()


def choose_methods(place: Place) -> None:
    known: dict[str, Any] = {}
    exec(place.text, known)
    (html, url), *_ = place.newcomer.web.threads()
    assert known["site"].extract(Page(html, url)).metadata.method == "clusters"


def crawl_by_settings(place: Place) -> None:
    save_spider(place)
    place.run("scrapy crawl follow -o follow.jsonl")
    items = place.items("follow.jsonl")
    assert items
    assert all("/thread-" in item["url"] and item["floors"] for item in items)


def crawl_whole_threads(place: Place) -> None:
    save_file(place)
    place.run(f"scrapy crawl forum -a url=https://{FORUM}/ -o threads.jsonl")
    assert all(thread["complete"] for thread in place.items("threads.jsonl"))
    assert (place.project / "templates.sqlite").exists()


def see_stats(place: Place) -> None:
    told = place.run()
    floors = sum(len(thread["floors"]) for thread in place.items("threads.json"))
    assert f"'extract_pipelines/floors': {floors}," in told


def tell_how_items_were_read(place: Place) -> None:
    place.run(f"scrapy crawl forum -a url=https://{FORUM}/ -s JOBDIR=job -o threads.jsonl")
    told = run_python(place).splitlines()
    assert len(told) == len(place.items("threads.jsonl"))
    assert all(line.startswith("records ") for line in told)


def show_templates(place: Place) -> None:
    assert FORUM in place.run(place.text.strip() + " -s JOBDIR=job")


def explain_one(place: Place) -> None:
    place.run()
    item = json.loads((place.project / "item.json").read_text("utf-8"))
    assert item["title"] in (place.project / "report.html").read_text("utf-8")


def stop_at_once(place: Place) -> None:
    told = place.newcomer.run(place.text, place.project, complaints=True)
    assert "EXTRACT_BODY must be one of " in told
    assert "not 'best'" in told


def printed(code: str, known: dict[str, Any]) -> str:
    out = io.StringIO()
    with redirect_stdout(out):
        exec(code, known)
    return out.getvalue()


class Session:
    """Python that goes on from block to block, each with what it prints in the block after it."""

    def __init__(self) -> None:
        self._known: dict[str, Any] = {}
        self._told = ""

    def run(self, place: Place) -> None:
        self._told = printed(place.text, self._known)

    def compare(self, place: Place) -> None:
        assert place.text == self._told


ONE_PAGE = Session()
STEPS = (
    "The pages of a site",
    "Leaves",
    "The template",
    "Page − template",
    "Rules",
    "Floors",
    "The item",
)
HOW: dict[str, Callable[[Place], object]] = {
    "index.md: extract_pipelines": is_elsewhere,
    **{
        block.name: is_elsewhere
        for path in DOCUMENTS
        if path.name == "chinese.md"
        for block in blocks_of(path)
    },
    "quickstart.md: Install": make_environment,
    "quickstart.md: Read one page (2)": read_one,
    "quickstart.md: Make a project": begin_project,
    "quickstart.md: Make a project (2)": save_file,
    "quickstart.md: Crawl": crawl_some,
    "quickstart.md: Look": look_at_feed,
    "quickstart.md: Look (2)": compare_with_feed,
    "tutorial.md: A project": begin_project,
    "tutorial.md: A project (2)": save_file,
    "tutorial.md: The first run": crawl_posts,
    "tutorial.md: The first run (2)": count_lines,
    "tutorial.md: The second run": run,
    "tutorial.md: Do something with new posts": save_file,
    "tutorial.md: Do something with new posts (2)": save_file,
    "tutorial.md: Do something with new posts (3)": alert,
    "tutorial.md: Every half hour": run_cron,
    "tutorial.md: See the alarm": see_alarm,
    "own-items.md: Items of your own": crawl_own_items,
    "own-items.md: A pipeline of yours": save_file,
    "own-items.md: A pipeline of yours (2)": crawl_answered,
    "settings.md: Settings": crawl_whole_threads,
    "stats.md: Stats": see_stats,
    "spiders.md: Spiders of your own": crawl_by_settings,
    "without-scrapy.md: Without Scrapy": read_without_scrapy,
    "without-scrapy.md: Without Scrapy (2)": keep_state,
    "without-scrapy.md: Without Scrapy (3)": choose_methods,
    "login.md: Forums behind a login": save_spider,
    "login.md: Forums behind a login (2)": log_in,
    "javascript.md: Pages that need JavaScript (4)": is_python,
    "cache.md: Crawl once, read often": crawl_twice,
    "cache.md: Crawl once, read often (2)": read_folder,
    "troubleshooting.md: Look first": tell_how_items_were_read,
    "troubleshooting.md: Look first (2)": show_templates,
    "troubleshooting.md: Look first (3)": explain_one,
    "troubleshooting.md: A list or an article comes out as a thread": save_file,
    "troubleshooting.md: The crawl stops at once": stop_at_once,
    **{f"one-page.md: {step}": ONE_PAGE.run for step in STEPS},
    **{f"one-page.md: {step} (2)": ONE_PAGE.compare for step in STEPS},
}
