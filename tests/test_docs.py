"""Every block of the README and the documents does what it says, as it is printed.

A block is run by what `HOW` has under its name, or `NOT_RUN` says why it cannot be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.crawling import ROOT
from tests.docs import commands, guides, runs, schedules
from tests.docs.blocks import DOCUMENTS, blocks_of
from tests.docs.newcomer import Newcomer
from tests.docs.place import Place
from tests.docs.web import ExampleWeb
from tests.redis_server import RedisServer

HOW = {**runs.HOW, **schedules.HOW, **guides.HOW, **commands.HOW}
NOT_RUN = {**runs.NOT_RUN, **guides.NOT_RUN}
BLOCKS = {block.name: block for path in DOCUMENTS for block in blocks_of(path)}
ADDON = BLOCKS["README.md: In a Scrapy project"]


@pytest.fixture(scope="module")
def newcomer(
    tmp_path_factory: pytest.TempPathFactory, redis_server: RedisServer
) -> Iterator[Newcomer]:
    folder = tmp_path_factory.mktemp("newcomer")
    redis_server.empty()
    with ExampleWeb(folder) as web:
        made = Newcomer(folder, web, redis_server, ADDON.text)
        yield made
        made.close()
    redis_server.empty()


@pytest.mark.parametrize("name", BLOCKS)
def test_a_block_does_what_it_says(name: str, newcomer: Newcomer) -> None:
    if name in NOT_RUN:
        pytest.skip(NOT_RUN[name])
    assert name in HOW, f"nothing here runs the block of {name!r} (line {BLOCKS[name].line})"
    project = newcomer.project(BLOCKS[name])
    text = newcomer.placed(BLOCKS[name].text, project)
    HOW[name](Place(BLOCKS[name], text, project, newcomer))


def test_all_that_is_said_of_blocks_is_of_one_that_there_is() -> None:
    assert HOW.keys() | NOT_RUN.keys() == BLOCKS.keys()


def test_the_stats_of_the_crawls_are_described(newcomer: Newcomer) -> None:
    """Runs after the blocks: what their crawls have counted is what it looks at."""
    described = set(re.findall(r"`([\w/]+)`", (ROOT / "docs" / "stats.md").read_text("utf-8")))
    of_methods = {name for name in newcomer.stats if name.startswith(("method/", "share_by_"))}
    assert newcomer.stats - of_methods <= described
