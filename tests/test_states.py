"""Stored states that were damaged are refused with the path of what is wrong, wherever they lie."""

from __future__ import annotations

import copy
import json
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from benchmarks.mutated_states import items_of, learned, mutated, sealed, try_state, use
from extract_pipelines import Page, Site
from extract_pipelines.learned.state import StateError
from extract_pipelines.site.stores import (
    MOST_BYTES,
    Store,
    StoredSite,
    UnreadableError,
    decode,
    encode,
)
from extract_pipelines.site.stores.memory import MemoryStore
from tests.test_stores import DOMAIN, Opener, Stats, opener, pages, sites_of
from tests.test_templates_command import templates

__all__ = ["opener"]
# 150, if no profile asks for fewer.
STATES = 3 * settings().max_examples // 2


@pytest.fixture(scope="module")
def known() -> tuple[Site, list[Page]]:
    """A site, and the pages that it was learned from."""
    return learned()


@pytest.fixture(scope="module")
def state(known: tuple[Site, list[Page]]) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(json.dumps(known[0].to_state()))
    return told


def test_a_damaged_state_is_refused_or_reads_as_before(
    known: tuple[Site, list[Page]], state: dict[str, Any]
) -> None:
    before = items_of(Site.from_state(state), known[1])
    for damaged in mutated(state, STATES):
        assert try_state(damaged, known[1], before) in ("refused", "reads as before")


def test_a_damaged_state_with_a_digest_that_fits_is_refused_or_of_use(
    known: tuple[Site, list[Page]], state: dict[str, Any]
) -> None:
    site, pages = known
    told = [use(sealed(damaged), pages[:9], site) for damaged in mutated(state, STATES, seed=2)]
    assert told.count("refused") > STATES / 2


def put(state: dict[str, Any], value: Any, *path: str | int) -> dict[str, Any]:
    """The state with another value somewhere, and a digest that fits."""
    changed: Any = copy.deepcopy(state)
    holder: Any = changed
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    return sealed(changed)


@pytest.mark.parametrize(
    ("value", "path", "told"),
    [
        ("x", ("pages",), 'pages: expected a whole number from 0 on, got "x"'),
        (True, ("pages",), "pages: expected a whole number from 0 on, got true"),
        (-1, ("use",), "use: expected a number from 0 on, got -1"),
        (float("nan"), ("use",), "use: expected a number from 0 on, got NaN"),
        (10**9, ("last",), "last: expected a whole number from 0 to "),
        (None, ("shapes",), "shapes: expected an object of at most 16, got null"),
        ({"/t": 1.5}, ("shapes",), 'shapes["/t"]: expected a whole number from 0 on, got 1.5'),
        (7, ("template", "sample", "rows", 0), "template.sample.rows[0]: expected a list of 5"),
        ("AAAA", ("structure", "keys"), "structure.keys: expected at most 512 ascending hashes"),
        ({"posts": 1}, ("records", "votes"), '"floors" or "comments" or "rows", got "posts"'),
        (
            [["div", "b", 0.5]] * 161,
            ("records", "shapes"),
            "records.shapes: expected a list of at most 160, got a list of 161",
        ),
        (
            {".": 40.0},
            ("records", "statistics", "counts"),
            'counts["."]: expected a whole number from 0 on, got 40.0',
        ),
        ([], ("records", "statistics", "fits"), "records.statistics.fits: expected an object"),
        (1, ("colour",), "colour: is not known"),
    ],
)
def test_what_is_wrong_is_told_by_its_path(
    value: object, path: tuple[str | int, ...], told: str, state: dict[str, Any]
) -> None:
    with pytest.raises(StateError) as refused:
        Site.from_state(put(state, value, "kinds", "kinds", 2, *path))
    assert str(refused.value).startswith("kinds.kinds[2]." + ".".join(map(str, path[:1])))
    assert told in str(refused.value)


def test_a_field_that_is_missing_is_told_by_its_path(state: dict[str, Any]) -> None:
    short = copy.deepcopy(state)
    del short["kinds"]["kinds"][0]["template"]["redesigns"]
    with pytest.raises(StateError, match=r"^kinds.kinds\[0\].template.redesigns: is missing$"):
        Site.from_state(short)


def test_a_count_that_could_have_been_written_is_known_to_be_another(state: dict[str, Any]) -> None:
    changed = copy.deepcopy(state)
    of_records = [kind["records"] for kind in changed["kinds"]["kinds"]]
    next(one for one in of_records if one["votes"])["votes"] = {}
    with pytest.raises(StateError, match=r"^digest: expected .* as for what was written"):
        Site.from_state(changed)


def test_the_order_of_fields_is_of_no_account(state: dict[str, Any]) -> None:
    assert Site.from_state(json.loads(json.dumps(state, sort_keys=True))).to_state() == state


def test_a_time_in_whole_seconds_is_written_as_any_other(state: dict[str, Any]) -> None:
    whole = put(state, 1, "kinds", "kinds", 2, "structure", "since")
    told = Site.from_state(whole).to_state()["kinds"]["kinds"][2]["structure"]["since"]
    assert repr(told) == "1.0"


def test_a_damaged_row_is_refused_by_every_store(opener: Opener, state: dict[str, Any]) -> None:
    damaged = put(state, "x", "kinds", "kinds", 2, "pages")
    opener().write(DOMAIN, damaged, 0)
    stats = Stats()
    sites = sites_of(opener(), stats)
    for page in pages():
        sites.learn(DOMAIN, page)
    sites.close()
    assert stats["sites_unreadable"] == 1
    assert opener().read(DOMAIN) == (1, damaged)


def test_a_damaged_row_of_another_worker_is_not_merged(
    opener: Opener, state: dict[str, Any]
) -> None:
    stats = Stats()
    store = opener()
    sites = sites_of(store, stats)
    sites.learn(DOMAIN, pages()[0])
    store.write(DOMAIN, put(state, -1, "kinds", "pages"), 0)
    sites.close()
    assert stats["sites_unreadable"] == 1
    assert "store_writes" not in stats


def test_an_import_of_a_damaged_state_imports_nothing(
    tmp_path: Path, state: dict[str, Any]
) -> None:
    sites = {
        "a.example": {"summary": [], "state": state},
        "b.example": {"summary": [], "state": put(state, "x", "kinds", "kinds", 2, "pages")},
    }
    (tmp_path / "damaged.json").write_text(json.dumps({"format": state["format"], "sites": sites}))
    told = templates(tmp_path, "import", "--file", "damaged.json")
    path = 'sites["b.example"].state.kinds.kinds[2].pages'
    assert f'{path}: expected a whole number from 0 on, got "x"' in told
    assert len(templates(tmp_path, "list").splitlines()) == 1


def nested() -> bytes:
    return zlib.compress(b"[" * 1_000_000)


def of_nothing() -> bytes:
    return zlib.compress(b"[" + b"[]," * (200_000_000 // 3) + b"[]]")


def cut_off() -> bytes:
    return encode({"format": 4})[:-3]


def with_more() -> bytes:
    return encode({"format": 4}) + b"more"


@pytest.mark.parametrize("data", [nested, of_nothing, cut_off, with_more, str, lambda: None])
def test_a_row_that_nobody_wrote_is_refused(data: Callable[[], Any]) -> None:
    row = data()
    tracemalloc.start()
    with pytest.raises(UnreadableError):
        decode(1, row)
    assert tracemalloc.get_traced_memory()[1] < 4 * MOST_BYTES
    tracemalloc.stop()


@pytest.mark.parametrize("version", [None, "x", 0, -1])
def test_a_row_of_no_version_is_refused(version: Any) -> None:
    assert decode(1, encode({"a": 1})) == StoredSite(1, {"a": 1})
    with pytest.raises(UnreadableError):
        decode(version, encode({"a": 1}))


@pytest.mark.parametrize("opener", ["sqlite", "redis_server"], indirect=True)
def test_what_no_row_can_hold_is_told_and_stays_in_memory(
    opener: Opener, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    small = Site()
    small.learn(pages()[0])
    most = len(json.dumps(small.to_state(), separators=(",", ":"))) + 100
    monkeypatch.setattr("extract_pipelines.site.stores.store.MOST_BYTES", most)
    stats = Stats()
    sites = sites_of(opener(), stats)
    for page in pages():
        sites.learn(DOMAIN, page)
        sites.save()
    sites.learn("b.example", pages()[0])
    sites.close()
    assert stats["sites_too_large"] == 1
    assert f"a row holds {most:,}" in caplog.text
    assert "store_errors" not in stats
    store: Store = opener()
    assert "b.example" in store.domains()


@pytest.mark.parametrize(
    "kept", [5, {"format": 99}, {"format": 4, "sites": {DOMAIN: [0, {}]}}, {"format": 4}]
)
def test_damaged_templates_of_a_job_are_refused(kept: Any) -> None:
    with pytest.raises(UnreadableError, match=r"spider\.state.*EXTRACT_STORE_RESET"):
        MemoryStore().load(kept)
