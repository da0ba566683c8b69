from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from .forums.askbot import start_askbot
from .forums.content import make_plan
from .forums.engine import RunningForum
from .forums.fossil import FossilForum
from .forums.journal import start_journal
from .forums.machina import start_machina
from .forums.spirit import start_spirit
from .redis_server import RedisServer


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
def machina_forum_zh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningForum]:
    """The same as ``machina_forum`` in simplified Chinese."""
    plan = make_plan(seed=1, now=datetime.now(UTC))
    with start_machina(tmp_path_factory.mktemp("machina_zh"), plan, "zh-hans") as forum:
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
