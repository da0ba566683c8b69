from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import settings

from .forums.askbot import start_askbot
from .forums.content import make_plan
from .forums.engine import RunningForum
from .forums.fossil import FossilForum
from .forums.journal import start_journal
from .forums.machina import start_machina
from .forums.process import ServerProcess
from .forums.spirit import start_spirit
from .reach import reached
from .redis_server import RedisServer

# What takes long on a busy machine is not wrong.
# The same examples in each run; others are looked for with --hypothesis-profile search.
settings.register_profile("test", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)
settings.register_profile("check", deadline=None, max_examples=20)
settings.load_profile("test")

FORUMS = {
    "askbot_forum": "askbot",
    "spirit_forum": "spirit",
    "machina_forum": "machina",
    "machina_forum_zh": "machina",
    "journal": "journal",
    "fossil_forum": "fossil",
}
"""Fixtures that take long to start, each with the group of its tests."""
FORUM_WORK = 20
"""How many times the work of another process it is to start a forum, about."""
LONG = {"test_mutated_pages": 15, "test_kinds": 10, "test_docs": 60}
"""The same of files whose tests take long, too."""


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that start processes, and group those that one process is to run.

    Tests on a forum are a group, so that it is started once; so are the other tests of a file,
    which share its fixtures. Groups with most to do come first: a process takes the next group
    when it is done with one.
    """
    work = Counter({**LONG, **dict.fromkeys(FORUMS.values(), FORUM_WORK)})
    for item in items:
        assert isinstance(item, pytest.Function)
        used = _named_by(item)
        forum = next((forum for forum in FORUMS if forum in used), None)
        group = FORUMS[forum] if forum else item.path.stem
        item.add_marker(pytest.mark.xdist_group(group))
        leads_to = reached(_functions_of(item))
        if forum or "redis_server" in used or subprocess in leads_to:
            item.add_marker("processes")
            work[group] += FORUM_WORK if ServerProcess in leads_to and not forum else 1
    items.sort(key=lambda item: (-work[_group_of(item)], _group_of(item)))


def _named_by(item: pytest.Function) -> set[str]:
    """The fixtures of a test, and those that its parameters name."""
    parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return {*item.fixturenames, *(value for value in parameters if isinstance(value, str))}


def _functions_of(item: pytest.Function) -> list[Any]:
    """The function of the test, and those of its fixtures."""
    fixtures = item._fixtureinfo.name2fixturedefs.values()
    return [item.obj, *(fixture.func for ways in fixtures for fixture in ways)]


def _group_of(item: pytest.Item) -> str:
    marker = item.get_closest_marker("xdist_group")
    assert marker
    return str(marker.args[0])


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    """A real redis-server; a test that asks for it fails if there is none to be had."""
    with RedisServer() as server:
        yield server


@pytest.fixture(scope="session")
def spirit_forum(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningForum]:
    """A real forum server with known threads; a test that asks for it fails if it cannot start."""
    plan = make_plan(seed=1, now=datetime.now(UTC))
    with start_spirit(tmp_path_factory.mktemp("spirit"), plan) as forum:
        yield forum


@pytest.fixture(scope="session")
def machina_forum(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningForum]:
    """A real machina with known threads and signatures, in English."""
    plan = make_plan(seed=1, now=datetime.now(UTC))
    with start_machina(tmp_path_factory.mktemp("machina"), plan, "en") as forum:
        yield forum


@pytest.fixture(scope="session")
def machina_forum_zh(machina_forum: RunningForum) -> Iterator[RunningForum]:
    """The same as ``machina_forum`` in simplified Chinese."""
    with machina_forum.served_with(FORUM_LANGUAGE="zh-hans") as forum:
        yield forum


@pytest.fixture(scope="session")
def askbot_forum(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningForum]:
    """A real askbot: questions, answers, and comments below both."""
    plan = make_plan(seed=1, now=datetime.now(UTC))
    with start_askbot(tmp_path_factory.mktemp("askbot"), plan) as forum:
        yield forum


@pytest.fixture(scope="session")
def fossil_forum(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FossilForum]:
    """A real fossil: its replies stand below the posts that they answer, all on one page."""
    plan = make_plan(seed=1, now=datetime.now(UTC))
    with FossilForum(tmp_path_factory.mktemp("fossil"), plan) as forum:
        yield forum


@pytest.fixture(scope="session")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningForum]:
    """Articles with comments of readers, and replies to these, several levels deep."""
    plan = make_plan(seed=1, now=datetime.now(UTC))
    with start_journal(tmp_path_factory.mktemp("journal"), plan) as forum:
        yield forum
