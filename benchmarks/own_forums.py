"""Pages of the real servers that the tests seed and start, labelled by what was seeded."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.labelled_page import Labelled, gold_of
from tests.forums.askbot import start_askbot
from tests.forums.content import make_plan
from tests.forums.fetching import source
from tests.forums.journal import start_journal
from tests.forums.machina import start_machina
from tests.forums.spirit import start_spirit

STARTS = {
    "spirit": start_spirit,
    "machina": lambda workdir, plan: start_machina(workdir, plan, "en"),
    "machina-zh": lambda workdir, plan: start_machina(workdir, plan, "zh-hans"),
    "askbot": start_askbot,
    "journal": start_journal,
}


def read_own() -> Iterator[Labelled]:
    """The pages of one server after the other; installs what they need at the first time."""
    for name, start in STARTS.items():
        with tempfile.TemporaryDirectory() as folder:
            now = datetime.now(UTC)
            with start(Path(folder), make_plan(seed=1, now=now)) as forum:
                truth, engine = forum.truth, name.partition("-")[0]
                kind = "comments" if name == "journal" else "thread"
                pages = {
                    page.url: (kind, [gold_of(post) for post in page.posts])
                    for thread in truth.threads
                    for page in thread.pages
                }
                for url in (*truth.others, *(board.url for board in truth.boards)):
                    pages[url] = "none", []
                for url in truth.posts_elsewhere:
                    if "profile" in url:
                        pages[url] = "none", []
                for number, (url, (kind_of_page, posts)) in enumerate(pages.items()):
                    page = f"{name}/{number}"
                    html = source(url)
                    yield Labelled("own", page, name, engine, url, html, kind_of_page, posts, now)
