"""The stores by themselves, and crawls that keep their templates in them."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path
from pkgutil import resolve_name
from threading import Event
from typing import Any

import pytest

from extract_pipelines import Page
from extract_pipelines import Site as KnownSite
from extract_pipelines.forum.seen import SeenStore
from extract_pipelines.site.extract import FORMAT
from extract_pipelines.site.options import Options
from extract_pipelines.site.sites import Sites
from extract_pipelines.site.stores import Store, StoreError, UnreadableError, open_store
from extract_pipelines.site.stores.memory import MemoryStore
from extract_pipelines.site.stores.sqlite import SqliteStore
from tests.crawling import Result, Site, crawl
from tests.pages import THREADS, forum, thread_page
from tests.redis_server import RedisServer
from tests.test_scrapy import YIELDS

STATE = {"text": "论坛", "numbers": [1, 2**63]}
DOMAIN = "a.example"

Opener = Callable[[], Store]


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with Site(forum()) as site:
        yield site


@pytest.fixture(params=["memory", "sqlite", "redis_server"])
def opener(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    """Opens one and the same store, an empty one at first."""
    if request.param == "memory":
        store = MemoryStore()
        return lambda: store
    address = f"sqlite:///{tmp_path}/templates.sqlite"
    if request.param == "redis_server":
        server: RedisServer = request.getfixturevalue(request.param)
        address = server.url
        server.empty()
    return lambda: open_store(address)


def test_a_store_gives_back_what_was_written(opener: Opener) -> None:
    store = opener()
    assert store.read(DOMAIN) is None
    assert store.write(DOMAIN, STATE, 0) == 1
    assert store.write("b.example:8080", {}, 0) == 1
    store.close()
    again = opener()
    assert again.read(DOMAIN) == (1, STATE)
    assert list(again.domains()) == [DOMAIN, "b.example:8080"]


def test_a_row_that_somebody_else_changed_is_not_overwritten(opener: Opener) -> None:
    one, two = opener(), opener()
    assert one.write(DOMAIN, {"by": "one"}, 0) == 1
    assert two.write(DOMAIN, {"by": "two"}, 0) is None
    assert one.write(DOMAIN, {"by": "one"}, 1) == 2
    assert two.write(DOMAIN, {"by": "two"}, 1) is None
    assert two.write(DOMAIN, {"by": "two"}, 7) is None
    assert two.read(DOMAIN) == (2, {"by": "one"})


def test_what_is_forgotten_is_gone(opener: Opener) -> None:
    store = opener()
    store.write(DOMAIN, STATE, 0)
    store.write("b.example", STATE, 0)
    assert store.forget(DOMAIN)
    assert not store.forget(DOMAIN)
    assert store.read(DOMAIN) is None
    assert list(store.domains()) == ["b.example"]
    assert store.write(DOMAIN, STATE, 1) is None
    assert store.write(DOMAIN, STATE, 0) == 1


def pages(domain: str = DOMAIN) -> list[Page]:
    """Six thread pages of one site."""
    return [
        Page(thread_page(f"{title} {turn}", posts), f"https://{domain}/thread/{turn}{number}")
        for turn in range(2)
        for number, (title, posts) in enumerate(THREADS.items())
    ]


class Stats(dict[str, int]):
    def add(self, name: str, number: int) -> None:
        self[name] = self.get(name, 0) + number


def sites_of(store: Store, stats: Stats | None = None, **options: Any) -> Sites:
    values = {"most": 100, "frozen": False, "reset": False, **options}
    return Sites(store, Options(), count=(Stats() if stats is None else stats).add, **values)


def known(store: Store) -> list[tuple[int, frozenset[int]]]:
    """Pages and entries of the kinds of the stored site."""
    row = store.read(DOMAIN)
    assert row is not None
    kinds = KnownSite.from_state(row.state).kinds
    return [(kind.template.pages, kind.template.entries) for kind in kinds]


def test_the_tables_of_two_writers_are_those_of_one(opener: Opener) -> None:
    alone = MemoryStore()
    one, two, only = sites_of(opener()), sites_of(opener()), sites_of(alone)
    for number, page in enumerate(pages()):
        (one, two)[number % 2].learn(DOMAIN, page)
        one.save()
        two.save()
        only.learn(DOMAIN, page)
    for sites in (one, two, only):
        sites.close()
    assert known(opener()) == known(alone)
    assert known(alone)[0][0] == 6


def test_a_page_that_two_writers_learned_counts_once(opener: Opener) -> None:
    for _ in range(2):
        sites = sites_of(opener())
        for page in pages():
            sites.learn(DOMAIN, page)
        sites.close()
    assert [number for number, _ in known(opener())] == [6]


@pytest.mark.parametrize("opener", ["sqlite", "redis"], indirect=True)
def test_the_least_recently_used_site_goes_to_the_store(opener: Opener) -> None:
    stats = Stats()
    sites = sites_of(opener(), stats, most=1)
    for page in pages():
        sites.learn(DOMAIN, page)
        sites.learn("b.example", page)
    assert stats["sites_stored"] == 11
    assert sites.in_memory(DOMAIN) is None
    assert sum(kind.template.pages for kind in sites.get(DOMAIN).kinds) == 6
    assert "sites_forgotten" not in stats


def test_a_site_in_memory_alone_is_forgotten_at_the_bound() -> None:
    stats = Stats()
    sites = sites_of(MemoryStore(), stats, most=1)
    sites.learn(DOMAIN, pages()[0])
    sites.learn("b.example", pages()[0])
    assert stats["sites_forgotten"] == 1
    assert not sites.get(DOMAIN).kinds


def test_frozen_sites_read_and_never_learn_or_write(opener: Opener) -> None:
    sites = sites_of(opener())
    for page in pages()[:4]:
        sites.learn(DOMAIN, page)
    sites.close()
    before = opener().read(DOMAIN)
    frozen = sites_of(opener(), frozen=True)
    for page in pages():
        frozen.learn(DOMAIN, page)
        frozen.learn("b.example", page)
    assert [kind.template.pages for kind in frozen.get(DOMAIN).kinds] == [4]
    frozen.save()
    frozen.close()
    assert opener().read(DOMAIN) == before
    assert list(opener().domains()) == [DOMAIN]


@pytest.mark.parametrize("opener", ["sqlite", "redis"], indirect=True)
def test_a_row_that_cannot_be_read_is_told_and_left_alone(opener: Opener) -> None:
    opener().write(DOMAIN, {"format": FORMAT + 1}, 0)
    stats = Stats()
    sites = sites_of(opener(), stats)
    for page in pages():
        sites.learn(DOMAIN, page)
        sites.learn("b.example", page)
    sites.close()
    assert stats["sites_unreadable"] == 1
    assert opener().read(DOMAIN) == (1, {"format": FORMAT + 1})
    assert list(opener().domains()) == [DOMAIN, "b.example"]


@pytest.mark.parametrize("opener", ["sqlite", "redis"], indirect=True)
def test_a_row_that_cannot_be_read_is_learned_afresh_on_demand(opener: Opener) -> None:
    opener().write(DOMAIN, {"format": FORMAT + 1}, 0)
    sites = sites_of(opener(), reset=True)
    sites.learn(DOMAIN, pages()[0])
    sites.close()
    assert known(opener()) == [(1, frozenset())]


def not_sqlite(path: Path) -> None:
    path.write_bytes(b"This was a template store until something wrote over it.\n" * 200)


def torn(path: Path) -> None:
    store = open_store(f"sqlite:///{path}")
    for number in range(50):
        store.write(f"{number}.example", {"numbers": list(range(5000))}, 0)
    store.close()
    content = bytearray(path.read_bytes())
    content[4096 * 3 : 4096 * 30] = b"\xaa" * (4096 * 27)
    path.write_bytes(content)


def torn_and_older(path: Path) -> None:
    """Damaged, of an older version, and used by a monitor."""
    SeenStore(path).close()
    torn(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {FORMAT - 1}")


def of_a_later_version(path: Path) -> None:
    open_store(f"sqlite:///{path}").close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {FORMAT + 1}")


def of_something_else(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE accounts (name TEXT)")


@pytest.mark.parametrize(
    "spoil", [not_sqlite, torn, torn_and_older, of_a_later_version, of_something_else]
)
def test_an_unreadable_file_is_told_and_never_overwritten(
    spoil: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "templates.sqlite"
    spoil(path)
    before = path.read_bytes()
    with pytest.raises(UnreadableError, match=r"templates\.sqlite.*EXTRACT_STORE_RESET"):
        open_store(f"sqlite:///{path}")
    assert path.read_bytes() == before
    store = open_store(f"sqlite:///{path}", reset=True)
    assert list(store.domains()) == []
    assert store.write(DOMAIN, STATE, 0) == 1
    assert [aside.read_bytes() for aside in tmp_path.glob("*.unreadable-*")] == [before]


def of_another_monitor(path: Path) -> None:
    SeenStore(path).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE monitor_version SET version = 99")


@pytest.mark.parametrize(
    ("store", "step", "spoil"),
    [
        (SqliteStore, "extract_pipelines.site.stores.sqlite.SqliteStore._open", of_a_later_version),
        (SqliteStore, "extract_pipelines.site.stores.sqlite.SqliteStore._open", not_sqlite),
        (SeenStore, "extract_pipelines.forum.seen.put_aside", of_another_monitor),
        (SeenStore, "extract_pipelines.forum.seen.put_aside", not_sqlite),
    ],
)
def test_of_two_runs_that_reset_a_file_one_puts_it_aside(
    store: Any,
    step: str,
    spoil: Callable[[Path], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "templates.sqlite"
    spoil(path)
    kept, inside, ends, most = resolve_name(step), [], Event(), []

    def slow(one: Any) -> Any:
        inside.append(1)
        most.append(len(inside))
        ends.wait()
        try:
            return kept(one)
        finally:
            inside.pop()

    monkeypatch.setattr(step, slow)
    with ThreadPoolExecutor() as pool:
        runs = [pool.submit(lambda: store(path, reset=True).close()) for _ in range(2)]
        _, waiting = wait(runs, timeout=0.3)
        ends.set()
        assert len(waiting) == 2
        for run in runs:
            run.result()
    assert max(most) == 1
    assert len(list(tmp_path.glob("*.unreadable-*"))) == 1
    assert not list(tmp_path.glob("*-reset"))
    store(path).close()


def test_what_is_moved_aside_is_told_and_overwrites_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "templates.sqlite"
    monkeypatch.setattr(time, "strftime", lambda form: "20261128-100000")
    for number in range(2):
        path.write_text(f"Text {number}")
        open_store(f"sqlite:///{path}", reset=True).close()
    asides = [tmp_path / f"{path.name}.unreadable-20261128-100000{end}" for end in ("", "-2")]
    assert [aside.read_text() for aside in asides] == ["Text 0", "Text 1"]
    for aside, message in zip(asides, caplog.messages, strict=True):
        assert f"{path} cannot be read" in message
        assert message.endswith(f"it is now {aside}, and a new one is begun")


@pytest.mark.parametrize("spoil", [not_sqlite, torn])
def test_a_damaged_file_that_a_monitor_has_alone_is_moved_aside_too(
    spoil: Callable[[Path], None], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "seen.sqlite"
    spoil(path)
    before = path.read_bytes()
    SeenStore(path, reset=True).close()
    (aside,) = tmp_path.glob("*.unreadable-*")
    assert aside.read_bytes() == before
    (message,) = caplog.messages
    assert f"{path} is damaged" in message
    assert f"it is now {aside}" in message
    SeenStore(path).close()


def test_a_file_that_a_monitor_began_takes_templates_later(tmp_path: Path) -> None:
    path = tmp_path / "seen.sqlite"
    SeenStore(path).close()
    store = open_store(f"sqlite:///{path}")
    assert store.write(DOMAIN, STATE, 0) == 1
    assert open_store(f"sqlite:///{path}").read(DOMAIN) == (1, STATE)
    SeenStore(path).close()


def test_a_file_that_can_be_read_survives_a_reset(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/templates.sqlite"
    open_store(address).write(DOMAIN, STATE, 0)
    assert open_store(address, reset=True).read(DOMAIN) == (1, STATE)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"EXTRACT_STORE: .*/nowhere/templates\.sqlite"):
        open_store(f"sqlite:///{tmp_path}/nowhere/templates.sqlite")


@pytest.mark.parametrize("begin", [SqliteStore, SeenStore])
def test_a_file_that_another_run_begins_is_waited_for(
    begin: Callable[[Path], Any], tmp_path: Path
) -> None:
    path = tmp_path / "seen.sqlite"
    with closing(sqlite3.connect(path, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor() as pool:
            waiting = pool.submit(lambda: begin(path).close())
            with pytest.raises(TimeoutError):
                waiting.result(timeout=0.2)
            other.execute("COMMIT")
            waiting.result()


def read_threads(folder: Path, site: Site, *numbers: int, **settings: Any) -> Result:
    """Crawl thread pages of the site."""
    urls = [f"{site.url}/thread/{number}" for number in numbers]
    return crawl(folder, YIELDS.format(urls=urls, body="yield PageItem(response)"), **settings)


def test_spiders_and_runs_share_a_file(site: Site, tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/shared.sqlite"
    read_threads(tmp_path, site, 1, 2, EXTRACT_STORE=store)
    second = read_threads(tmp_path, site, 3, EXTRACT_STORE=store)
    assert second.stat("sites_loaded") == 1
    assert second.items[0]["metadata"]["pages_seen"] == 3
    assert second.stat("items_held") == 0


def test_what_is_frozen_reads_the_same_page_as_the_same_item(site: Site, tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/shared.sqlite"
    read_threads(tmp_path, site, 1, 2, EXTRACT_STORE=store)
    before = open_store(store).read(site.url.removeprefix("http://"))
    frozen = {"EXTRACT_STORE": store, "EXTRACT_FREEZE": True}
    first = read_threads(tmp_path, site, 3, **frozen)
    second = read_threads(tmp_path, site, 2, 1, 3, **frozen)
    items = {item["url"]: item for item in second.items}
    for item in (*first.items, *items.values()):
        item["metadata"]["date_downloaded"] = None
        assert item["metadata"]["pages_seen"] == 2
    assert first.items == [items[f"{site.url}/thread/3"]]
    assert second.stat("pages_learned") == second.stat("items_held") == 0
    assert open_store(store).read(site.url.removeprefix("http://")) == before


def test_a_frozen_crawl_writes_neither_the_file_nor_beside_it(site: Site, tmp_path: Path) -> None:
    path = tmp_path / "templates" / "shared.sqlite"
    path.parent.mkdir()
    read_threads(tmp_path, site, 1, 2, EXTRACT_STORE=f"sqlite:///{path}")
    before = path.read_bytes(), path.stat().st_mtime_ns
    path.chmod(0o444)
    path.parent.chmod(0o555)
    frozen = {"EXTRACT_STORE": f"sqlite:///{path}", "EXTRACT_FREEZE": True}
    result = read_threads(tmp_path, site, 3, EXTRACT_STORE_RESET=True, **frozen)
    path.parent.chmod(0o755)
    assert result.stat("sites_loaded") == 1
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert list(path.parent.iterdir()) == [path]


def test_a_frozen_store_shows_what_a_crawl_writes_meanwhile(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/templates.sqlite"
    open_store(address).close()
    frozen = open_store(address, frozen=True)
    assert frozen.read(DOMAIN) is None
    writer = open_store(address)
    writer.write(DOMAIN, STATE, 0)
    assert frozen.read(DOMAIN) == (1, STATE)
    writer.close()
    assert frozen.read(DOMAIN) == (1, STATE)
    with pytest.raises(StoreError, match="frozen"):
        frozen.write(DOMAIN, STATE, 1)


def test_a_frozen_crawl_without_its_store_stops_at_the_start(site: Site, tmp_path: Path) -> None:
    path = tmp_path / "none.sqlite"
    result = read_threads(tmp_path, site, 3, EXTRACT_STORE=f"sqlite:///{path}", EXTRACT_FREEZE=True)
    assert result.has_failed
    assert f"{path} does not exist, and with EXTRACT_FREEZE" in result.log
    assert not path.exists()


@pytest.mark.parametrize("settings", [{}, {"EXTRACT_STORE": "memory"}])
def test_a_frozen_crawl_that_can_know_nothing_says_so(
    settings: dict[str, str], site: Site, tmp_path: Path
) -> None:
    result = read_threads(tmp_path, site, 3, EXTRACT_FREEZE=True, **settings)
    assert result.log.count("EXTRACT_FREEZE: templates are kept in memory only") == 1
    assert len(result.items) == 1


@pytest.mark.parametrize("address", ["redis://127.0.0.1:1/{}", "rediss://127.0.0.1:1/{}?a=b"])
@pytest.mark.parametrize(("database", "why"), [("abc", "not 'abc'"), ("1/2", "not '1/2'")])
def test_a_database_of_redis_has_a_number(address: str, database: str, why: str) -> None:
    with pytest.raises(StoreError, match=f"its database must be a number, {why}.$"):
        open_store(address.format(database))


def test_a_redis_that_is_not_there_is_told_with_one_full_stop() -> None:
    with pytest.raises(StoreError, match=r"[^.]\.$"):
        open_store("redis://127.0.0.1:1/0")


def test_templates_in_memory_stay_in_the_state_of_the_job(site: Site, tmp_path: Path) -> None:
    job = {"JOBDIR": str(tmp_path / "job"), "EXTRACT_STORE": "memory"}
    read_threads(tmp_path, site, 1, 2, **job)
    assert read_threads(tmp_path, site, 3, **job).stat("template_pages_loaded") == 2


TAMPERED = """
    def closed(self, reason):
        self.state["extract_pipelines"]["format"] = 99
"""


def test_state_of_another_format_is_told_and_not_used(site: Site, tmp_path: Path) -> None:
    job = {"JOBDIR": str(tmp_path / "job"), "EXTRACT_STORE": "memory"}
    spider = YIELDS.format(urls=[f"{site.url}/thread/1"], body="yield PageItem(response)")
    crawl(tmp_path, spider + TAMPERED, **job)
    for _ in range(2):
        refused = read_threads(tmp_path, site, 1, 2, **job)
        assert refused.stat("state_unreadable") == 1
    assert "Closing spider (extract_pipelines_state_unreadable)" in refused.log
    assert f"format: expected {FORMAT}, got 99" in refused.log
    assert refused.items == []
    again = read_threads(tmp_path, site, 1, 2, EXTRACT_STORE_RESET=True, **job)
    assert len(again.items) == 2


def test_a_crawl_stops_at_a_store_it_cannot_read(site: Site, tmp_path: Path) -> None:
    not_sqlite(tmp_path / "bad.sqlite")
    before = len(site.requested)
    settings = {"EXTRACT_STORE": f"sqlite:///{tmp_path}/bad.sqlite"}
    refused = read_threads(tmp_path, site, 1, **settings)
    assert refused.has_failed
    sentence = refused.log.strip().splitlines()[-1]
    assert "EXTRACT_STORE: " in sentence
    assert f"{tmp_path}/bad.sqlite" in sentence
    assert len(site.requested) == before
    again = read_threads(tmp_path, site, 1, **settings, EXTRACT_STORE_RESET=True)
    assert len(again.items) == 1
