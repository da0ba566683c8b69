"""`scrapy forum URL`, with and without a project."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.changing_forum import Forum, make_forum
from tests.commands import scrapy_command
from tests.crawling import Site
from tests.test_own_project import Project, bodies

SIZES = {1: 3, 2: 6, 3: 2}
QUICK = ("-s", "AUTOTHROTTLE_ENABLED=0")


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command outside of a project."""
    return scrapy_command("forum", *arguments, *QUICK, cwd=folder)


def posts(forum: Forum) -> list[str]:
    return sorted(post.text for posts in forum.threads.values() for post in posts)


def test_a_forum_is_crawled_outside_a_project(tmp_path: Path) -> None:
    forum = make_forum(SIZES)
    with Site(forum.site()) as site:
        done = run(tmp_path, f"{site.url}/", "-O", "threads.json")
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
        assert site.requested[0] == "/robots.txt"
    items: list[dict[str, Any]] = json.loads((tmp_path / "threads.json").read_text("utf-8"))
    assert bodies(items) == posts(forum)
    assert done.stdout == ""
    assert [path.name for path in tmp_path.iterdir()] == ["threads.json"]


def test_without_a_file_threads_go_to_stdout(tmp_path: Path) -> None:
    forum = make_forum(SIZES)
    with Site(forum.site()) as site:
        done = run(tmp_path, f"{site.url}/", "-a", "max_pages=5", "-s", "EXTRACT_FIELDS=title,url")
    items = [json.loads(line) for line in done.stdout.splitlines()]
    assert items
    assert all(list(item) == ["title", "url"] for item in items)


def test_in_a_project_its_pipelines_get_the_threads(tmp_path: Path) -> None:
    project, forum = Project(tmp_path), make_forum(SIZES)
    with Site(forum.site()) as site:
        done = project.run("forum", f"{site.url}/", "-O", "items.json", *QUICK)
    assert done.returncode == 0, done.stderr
    items = json.loads((tmp_path / "items.json").read_text("utf-8"))
    assert bodies(items) == posts(forum)
    assert all(item["title"].startswith("seen: ") for item in items)
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        ((), 2, "Give the address of one forum."),
        (("https://forum.example/", "--max-pages"), 2, "There is no option --max-pages."),
        (("forum.example",), 1, "-a url=forum.example: this is no address of a web page"),
    ],
)
def test_a_wrong_command_is_told(
    arguments: tuple[str, ...], code: int, sentence: str, tmp_path: Path
) -> None:
    done = run(tmp_path, *arguments)
    assert done.returncode == code
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
