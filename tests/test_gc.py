"""No garbage is looked for while a page is read, and what is read leaves none behind."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator

import pytest

from extract_pipelines import Page, Site, extract
from extract_pipelines.scrapy import gc_schedule
from extract_pipelines.scrapy.gc_schedule import REST, without_gc_in_crawl
from extract_pipelines.site.gc_pause import without_gc

POSTS = "".join(
    f"<div class=post><a href=/u/{n}>user{n}</a> <i>2024-05-0{n} 10:0{n}</i>"
    f"<div class=text>This is what number {n} has to say of it{' and of more' * n}.</div></div>"
    for n in range(1, 8)
)
HTML = f"<html><head><title>A thread</title></head><body>{POSTS}</body></html>"


@pytest.fixture(autouse=True)
def collector_is_on() -> Iterator[None]:
    gc.enable()
    yield
    gc.enable()


def count_collections(action: Callable[[], object]) -> int:
    found: list[str] = []

    def callback(phase: str, _: object) -> None:
        found.append(phase)

    gc.collect()
    gc.callbacks.append(callback)
    try:
        action()
    finally:
        gc.callbacks.remove(callback)
    return found.count("start")


def test_not_collected_while_a_page_is_learned_and_read() -> None:
    site, page = Site(), Page(HTML, "https://a.example/t/1")
    before = gc.get_threshold()
    gc.set_threshold(50)
    try:
        assert count_collections(lambda: [[n] for n in range(500)])
        # One may come at the end of each, when the collector is on again.
        assert count_collections(lambda: site.learn(page)) <= 1
        assert count_collections(lambda: site.extract(page)) <= 1
        assert count_collections(lambda: site.read(page)) <= 1
        assert count_collections(lambda: extract(HTML)) <= 1
    finally:
        gc.set_threshold(*before)
    assert gc.isenabled()


def test_collector_is_left_as_it_was() -> None:
    @without_gc
    def fails() -> None:
        assert not gc.isenabled()
        raise ValueError("a page that cannot be read")

    with pytest.raises(ValueError, match="cannot be read"):
        fails()
    assert gc.isenabled()
    gc.disable()
    assert extract(HTML).body
    assert not gc.isenabled()


def test_pages_are_freed_with_no_collector() -> None:
    gc.collect()
    gc.disable()
    site, kept = Site(), []
    for number in range(5):
        page = Page(HTML, f"https://a.example/t/{number}")
        site.learn(page)
        site.extract(page)
        kept.append(weakref.ref(page))
        del page
    assert [one() for one in kept] == [None] * 5


def test_what_is_read_leaves_no_garbage() -> None:
    text = "".join(f"<p>This is what there is to say of number {n}.</p>" for n in range(9))
    table = "<table><tr><td><p>One.</p><p>Two.</p></td></tr></table>"
    for html in (HTML, f"<html><title>Of all</title><body>{text}{table}</body></html>"):
        extract(html)
        gc.collect()
        gc.disable()
        assert extract(html).body
        assert gc.collect() == 0
        gc.enable()


class Kept:
    """Something that is in a cycle with another."""

    other: Kept | None = None


def kept_cycle() -> weakref.ref[Kept]:
    one, other = Kept(), Kept()
    one.other, other.other = other, one
    return weakref.ref(one)


def test_what_a_step_of_a_crawl_makes_is_not_searched_with_the_young() -> None:
    @without_gc_in_crawl
    def step() -> weakref.ref[Kept]:
        assert not gc.isenabled()
        return kept_cycle()

    gc.collect()
    made = step()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
    gc.collect(1)
    assert made() is not None
    gc.collect()
    assert made() is None


def test_everything_is_searched_in_a_small_share_of_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, made = [0.0], []

    def slow(phase: str, info: dict[str, int]) -> None:
        now[0] += phase == "stop" and info["generation"] == 2

    @without_gc_in_crawl
    def step() -> None:
        made.append(kept_cycle())

    monkeypatch.setattr(gc_schedule, "perf_counter", lambda: now[0])
    monkeypatch.setattr(gc_schedule, "_searches", gc_schedule._Searches())
    gc.callbacks.append(slow)
    try:
        step()
        assert now[0] == 1
        now[0] = REST
        step()
        assert made[0]() is not None
        now[0] = REST + 1
        step()
    finally:
        gc.callbacks.remove(slow)
    assert [one() is None for one in made] == [True, True, False]


def test_steps_leave_a_collector_that_is_off_or_what_is_frozen_as_they_are() -> None:
    states = []
    step = without_gc_in_crawl(lambda: states.append(gc.isenabled()))
    gc.disable()
    step()
    assert not gc.isenabled()
    gc.enable()
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        step()
        assert abs(gc.get_freeze_count() - frozen) < frozen / 2
    finally:
        gc.unfreeze()
    assert states == [False, True]
