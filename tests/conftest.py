from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from .forums.content import make_plan
from .forums.spirit import SpiritForum, start_spirit


@pytest.fixture(scope="session")
def spirit_forum(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SpiritForum]:
    """A real forum server with known threads; a test that asks for it fails if it cannot start."""
    plan = make_plan(seed=1, now=datetime.now(UTC))
    with start_spirit(tmp_path_factory.mktemp("spirit"), plan) as forum:
        yield forum
