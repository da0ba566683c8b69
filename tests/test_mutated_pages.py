"""Damaged pages are learned and read without an error, and take no more memory than allowed."""

from __future__ import annotations

import json

import pytest
from hypothesis import settings

from benchmarks.mutations import demo_sources, mutated
from extract_pipelines import Article, ForumThread, Page, Site

# 1000, if no profile asks for fewer.
PAGES = 10 * settings().max_examples
LARGEST_STATE = 8_000_000


@pytest.fixture(scope="module")
def sources() -> list[bytes]:
    found = demo_sources()
    assert len(found) >= 10
    return found


def test_damaged_pages_are_learned_and_read(sources: list[bytes]) -> None:
    site = Site()
    for number, source in enumerate(mutated(sources, PAGES)):
        page = Page(source, f"https://demo.example/{number % 100}/{number}")
        site.learn(page)
        assert isinstance(site.extract(page), Article | ForumThread)
    assert len(site.kinds) <= 16
    assert len(json.dumps(site.to_state())) < LARGEST_STATE
