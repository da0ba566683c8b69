"""The `forum` spider on a real journal, whose readers' comments are replies to each other."""

from __future__ import annotations

from pathlib import Path

from tests.comparison import is_date_of, is_own_text
from tests.crawling import example_crawl
from tests.forums.engine import RunningForum


def test_every_comment_comes_out_with_its_date(journal: RunningForum, tmp_path: Path) -> None:
    options = ("-s", "CONCURRENT_REQUESTS=1", "-a", f"url={journal.url}")
    items = {item["url"]: item for item in example_crawl(tmp_path, "forum", *options)}
    known = 0
    for thread in journal.truth.threads:
        _, *comments = thread.pages[0].posts
        known += len(comments)
        if comments:
            item = items[thread.url]
            assert item["title"] == thread.title
            floors = item["floors"][-len(comments) :]
            for comment, floor in zip(comments, floors, strict=True):
                assert is_own_text(floor["own_text"], comment)
                assert is_date_of(floor["date"], comment)
    assert known > 300
