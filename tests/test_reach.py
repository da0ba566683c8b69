"""Tests that start processes are known by what their code leads to."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from tests.crawling import crawl, run_cleanly
from tests.pages import forum
from tests.reach import reached
from tests.redis_server import RedisServer


class Crawls:
    @property
    def items(self) -> Any:
        return crawl


class Commands:
    @classmethod
    def started(cls) -> Any:
        return run_cleanly


def by_a_property() -> Any:
    return Crawls().items


def by_a_class_method() -> Any:
    return Commands.started()


def by_a_function_in_it() -> Any:
    return [lambda: RedisServer().start() for _ in range(2)]


@pytest.mark.parametrize("function", [crawl, by_a_property, by_a_class_method, by_a_function_in_it])
def test_what_leads_to_a_process_is_known(function: Callable[..., Any]) -> None:
    assert subprocess in reached([function])


@pytest.mark.parametrize("function", [forum, pytest.raises])
def test_what_leads_to_none_does_not(function: Callable[..., Any]) -> None:
    assert subprocess not in reached([function])
