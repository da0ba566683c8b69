from __future__ import annotations

import json
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from extract_pipelines import Page
from extract_pipelines.template import Template, entry

ENTRIES = st.frozensets(st.integers(0, 30), max_size=12)
PAGES = st.lists(ENTRIES, max_size=5)


def learned(pages: list[frozenset[int]]) -> Template:
    template = Template()
    for page in pages:
        template.learn(page)
    return template


@given(PAGES.filter(lambda pages: len({page for page in pages if page}) > 1))
def test_the_template_is_the_intersection_of_the_pages(pages: list[frozenset[int]]) -> None:
    expected = frozenset.intersection(*(page for page in pages if page))
    assert learned(pages).entries == expected


@given(PAGES)
def test_order_does_not_matter(pages: list[frozenset[int]]) -> None:
    results = {learned(list(order)).entries for order in permutations(pages[:4])}
    assert len(results) == 1


@given(PAGES, ENTRIES)
def test_a_page_more_only_shrinks_it(pages: list[frozenset[int]], page: frozenset[int]) -> None:
    template = learned(pages)
    before, pages_before = template.entries, template.pages
    template.learn(page)
    if pages_before > 1:
        assert template.entries <= before


@given(PAGES)
def test_learning_the_pages_again_changes_nothing(pages: list[frozenset[int]]) -> None:
    assert learned(pages + pages).entries == learned(pages).entries


def test_nothing_is_template_before_the_second_different_page() -> None:
    template = learned([frozenset({1, 2})])
    assert not template.entries
    template.learn({1, 2})
    assert template.pages == 1
    assert not template.entries
    template.learn({2, 3})
    assert template.entries == {2}


def test_an_empty_page_does_not_empty_it() -> None:
    template = learned([frozenset({1, 2}), frozenset({2, 3}), frozenset()])
    assert template.entries == {2}


def test_content_is_page_minus_template() -> None:
    sources = [f"<div>Menu</div><p>Post {n}</p><p>Menu</p><div>Foot</div>" for n in (1, 2, 3)]
    pages = [Page(source) for source in sources]
    template = learned(
        [frozenset(entry(leaf.path, leaf.text) for leaf in page.leaves) for page in pages]
    )
    assert [leaf.text for leaf in template.effective(pages[0].leaves)] == ["Post 1"]


def test_the_same_text_on_another_path_is_another_entry() -> None:
    assert entry("html/body/p", "x") != entry("html/body/div", "x")
    assert entry("html/body", "p/x") != entry("html/body/p", "x")


def test_entries_are_the_same_in_every_process() -> None:
    assert entry("html/body/p", "论坛") == 5183649467541228345


def test_state_is_plain_and_comes_back() -> None:
    template = learned([frozenset({1, 2, 3}), frozenset({2, 3, 4})])
    copy = Template.from_state(json.loads(json.dumps(template.to_state())))
    assert (copy.pages, copy.version, copy.entries) == (
        template.pages,
        template.version,
        template.entries,
    )
    copy.learn({3})
    assert copy.entries == {3}
