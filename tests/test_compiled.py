"""The compiled modules read as the others do; without a compiler there are none."""

from __future__ import annotations

import gc
import importlib.machinery
import json
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

from benchmarks.mutations import mutated
from extract_pipelines import Page, Site
from extract_pipelines.posts.records import records
from tests.crawling import ROOT
from tests.environ import ENVIRON
from tests.pages import THREADS, thread_page

WHEN = datetime(2026, 1, 1, tzinfo=UTC)
COMPILED = not str(records.__file__).endswith(".py")
SOURCES = [thread_page(title, posts).encode() for title, posts in THREADS.items()]


def build(folder: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """A wheel of this clone, with this in the environment."""
    pure = {name: value for name, value in ENVIRON.items() if name != "EXTRACT_PURE"}
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    return subprocess.run(
        [*command, str(ROOT)], env={**pure, **environ}, capture_output=True, text=True, check=False
    )


def items(sources: list[bytes]) -> list[dict[str, Any]]:
    """What is read of pages of one site, each learned before."""
    site, read = Site(), []
    for number, source in enumerate(sources):
        page = Page(source, f"https://forum.example/thread/{number}", downloaded=WHEN)
        site.learn(page)
        read.append(asdict(site.extract(page)))
    return read


def test_without_a_compiler_the_wheel_is_pure_and_says_why(tmp_path: Path) -> None:
    done = build(tmp_path, CC="no-such-compiler")
    assert done.returncode == 0, done.stderr
    assert next(path.name for path in tmp_path.iterdir()).endswith("-py3-none-any.whl")
    assert "in pure Python: there is no C compiler no-such-compiler." in done.stdout + done.stderr


def test_a_build_that_has_to_compile_fails_without_a_compiler(tmp_path: Path) -> None:
    done = build(tmp_path, CC="no-such-compiler", EXTRACT_PURE="0")
    assert done.returncode != 0
    assert "there is no C compiler no-such-compiler" in done.stdout + done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled in place: make compiled")
def test_what_is_compiled_reads_as_its_source_does(tmp_path: Path) -> None:
    here = json.dumps(items([*SOURCES, *mutated(SOURCES, 100)]), default=str)
    binary = shutil.ignore_patterns(*(f"*{end}" for end in importlib.machinery.EXTENSION_SUFFIXES))
    for room in ("extract_pipelines", "tests", "benchmarks"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=binary)
    code = (
        "import json; from tests.test_compiled import *; assert not COMPILED; "
        "print(json.dumps(items([*SOURCES, *mutated(SOURCES, 100)]), default=str))"
    )
    pure = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**ENVIRON, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert pure.stdout.strip() == here


def test_threads_that_read_at_once_read_the_same() -> None:
    alone = items(SOURCES)
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(items, [SOURCES] * 6)) == [alone] * 6


def test_threads_that_read_the_same_page_by_the_same_site_read_the_same() -> None:
    site = Site()
    for number, source in enumerate(SOURCES):
        site.learn(Page(source, f"https://forum.example/thread/{number}", downloaded=WHEN))
    with ThreadPoolExecutor(4) as pool:
        for number, source in enumerate(SOURCES * 5):
            url = f"https://forum.example/thread/{number}"
            read = pool.map(site.extract, [Page(source, url, downloaded=WHEN)] * 4)
            alone = site.extract(Page(source, url, downloaded=WHEN))
            assert list(read) == [alone] * 4


def test_what_is_kept_of_a_page_that_was_freed_is_whole() -> None:
    page = Page(SOURCES[0], "https://forum.example/thread/1", downloaded=WHEN)
    assert Site().extract(page)
    told, leaves, flat, gone = (
        [leaf.text for leaf in page.leaves],
        page.leaves,
        page.flat,
        ref(page),
    )
    page.root.clear()
    del page
    gc.collect()
    assert gone() is None
    assert [leaf.text for leaf in leaves] == told
    assert any(leaf.element.text for leaf in leaves)
    assert len(flat.tagged("table")) == len(THREADS["Noisy gearbox"])


def test_a_tree_that_was_changed_after_it_was_read_is_no_harm() -> None:
    page = Page(SOURCES[0], "https://forum.example/thread/1", downloaded=WHEN)
    assert page.leaves
    other = Page(SOURCES[1]).root
    for element in list(page.root.iter())[5::3]:
        other.append(element)
    assert Site().extract(page).url == page.url
