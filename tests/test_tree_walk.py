"""The walk that is compiled finds what the one in Python does, whatever becomes of the tree."""

from __future__ import annotations

import gc
import importlib.util
import shutil
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from parsel import Selector

from benchmarks.mutations import demo_sources, mutated
from extract_pipelines import Page
from extract_pipelines.page import tree_walk
from tests.crawling import ROOT


@pytest.fixture(scope="module")
def in_c(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The compiled walk, of the source as it is now."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    header = Path(sysconfig.get_path("include"), "Python.h")
    if not (shutil.which(compiler) and header.exists()):
        pytest.skip("there is no C compiler, or no Python.h")
    folder = tmp_path_factory.mktemp("compiled")
    command = [sys.executable, str(ROOT / "hatch_build.py"), "walk", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (path,) = folder.rglob(f"tree_in_c{EXTENSION_SUFFIXES[0]}")
    spec = importlib.util.spec_from_file_location("extract_pipelines.page.tree_in_c", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def assert_same(in_c: Any, root: Any, most: int = 60_000) -> None:
    """Both find the same, of the same types and in the same order."""
    found, expected = in_c.walk(root, most), tree_walk.walk(root, most)
    assert found == expected
    assert [list(map(type, leaf)) for leaf in found.leaves] == [
        list(map(type, leaf)) for leaf in expected.leaves
    ]
    told = in_c.attributes_of(found.elements)
    known = tree_walk.attributes_of(expected.elements)
    assert [(name, list(of.items())) for name, of in told.items()] == [
        (name, list(of.items())) for name, of in known.items()
    ]


def parts() -> Iterator[st.SearchStrategy[str]]:
    """What markup is made of."""
    tags = st.sampled_from(
        "div p b a td tr table script style template svg title noscript br h1 pre o:p nav main"
        " form textarea".split()
    )
    yield tags.map("<{}>".format)
    yield tags.map("</{}>".format)
    yield tags.map("<{} class='a  é' id=x data-y title=''>".format)
    yield st.just("<template shadowrootmode=open>")
    yield st.text(alphabet="ab <>&\n\t\f\x1c\r中é\x00\xa0\u200b\u3000\ufeff", max_size=8)
    yield st.sampled_from(
        ["<!-- c -->", "<?php x ?>", "<![CDATA[d]]>", "\u200b", "&nbsp;", "&#133;"]
    )


MARKUP = st.lists(st.one_of(*parts()), max_size=60).map("".join)


@settings(max_examples=3 * settings().max_examples)
@given(MARKUP, st.integers(0, 40))
def test_both_walks_find_the_same(in_c: Any, source: str, most: int) -> None:
    root = Page(source).root
    assert_same(in_c, root)
    assert_same(in_c, root, most)
    assert_same(in_c, Selector(source).root)
    for element in root.iter():
        assert_same(in_c, element)


def test_both_find_the_same_on_damaged_pages(in_c: Any) -> None:
    for source in mutated(demo_sources(), 5 * settings().max_examples):
        assert_same(in_c, Page(source).root)


@pytest.mark.parametrize(
    "source",
    [
        "<!DOCTYPE r [<!ENTITY e 'told'>]><r>a &e; b<c d='&e; x'>&e;</c>&e; tail</r>",
        "<r xmlns='urn:a' xmlns:x='urn:b' x:y='1' y='2'><x:div>a</x:div><div>b</div></r>",
        "<r><![CDATA[one]]> <![CDATA[two\n]]>three<!-- c --> four<?pi x?>five</r>",
        "<div>" * 1000 + "deep" + "</div>" * 1000,
    ],
)
def test_both_find_the_same_in_xml(in_c: Any, source: str) -> None:
    parser = etree.XMLParser(resolve_entities=False, strip_cdata=False, huge_tree=True)
    assert_same(in_c, etree.fromstring(source, parser))


def test_both_leave_out_what_has_very_many_attributes(in_c: Any) -> None:
    names = " ".join(f"a{number}" for number in range(tree_walk.MOST_ATTRIBUTES + 1))
    root = Page(f"<p {names} b>x<p c>y").root
    assert_same(in_c, root)
    assert "b" not in in_c.attributes_of(in_c.walk(root, 100).elements)


def test_what_is_no_tree_is_refused(in_c: Any) -> None:
    wrong: Any
    for wrong in (None, "<p>x", [], etree.ElementTree(etree.Element("p"))):
        with pytest.raises(TypeError):
            in_c.walk(wrong, 10)
    with pytest.raises(TypeError):
        in_c.attributes_of(["p"])


def test_leaves_outlive_the_tree_and_its_changes(in_c: Any) -> None:
    root = Page("<div><p>one<script>x</script> two<!-- c --> three</p><p class=y>four").root
    found = in_c.walk(root, 100)
    root.clear()
    del root
    gc.collect()
    assert [leaf.text for leaf in found.leaves] == ["one", "two three", "four"]
    assert in_c.attributes_of(found.elements) == {"class": {4: "y"}}
    assert found.leaves[-1].element.get("class") == "y"


def test_a_tree_that_a_search_for_garbage_changes_is_no_harm(in_c: Any) -> None:
    before = gc.get_threshold()
    for wait in range(60):
        root = Page("<div><p>1<b>x</b></p>t</div>" * 300).root
        body: Any = root.find("body")
        searches = 0

        def change(phase: str, _info: object, wait: int = wait, body: Any = body) -> None:
            nonlocal searches
            searches += phase == "start"
            if searches > wait:
                for element in list(body)[1:]:
                    body.remove(element)

        gc.callbacks.append(change)
        gc.set_threshold(7)
        try:
            in_c.attributes_of(in_c.walk(root, 3000).elements)
        finally:
            gc.set_threshold(*before)
            gc.callbacks.remove(change)


@pytest.mark.parametrize("collects", [True, False])
def test_garbage_is_looked_for_as_before_once_a_tree_is_walked(in_c: Any, collects: bool) -> None:
    root = Page("<p>1</p>").root
    (gc.enable if collects else gc.disable)()
    try:
        in_c.attributes_of(in_c.walk(root, 100).elements)
        assert gc.isenabled() is collects
    finally:
        gc.enable()


def test_a_tree_that_another_thread_changes_is_no_harm(in_c: Any) -> None:
    posts = [f"<div><script>{i}</script><p>{i}<b>x</b></p><!-- c -->t</div>" for i in range(300)]
    root = Page("".join(posts)).root
    over = threading.Event()

    def change() -> None:
        while not over.is_set():
            for element in list(root.iter("p", "script", etree.Comment))[::7]:
                parent: Any = element.getparent()
                parent.remove(element)
            root.append(Page(posts[0]).root[0])

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    changing = threading.Thread(target=change)
    changing.start()
    try:
        for _ in range(200):
            walked = in_c.walk(root, 3000)
            assert len(walked.elements) == len(walked.tags)
            in_c.attributes_of(walked.elements)
    finally:
        over.set()
        changing.join()
        sys.setswitchinterval(before)
