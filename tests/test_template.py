from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from hashlib import blake2b
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract_pipelines import Page
from extract_pipelines.template import Template, entries_of, entry
from extract_pipelines.template.sample import MOST_PAGES, PageSample
from extract_pipelines.template.tally import MOST_KEPT

ENTRIES = st.frozensets(st.integers(0, 30), max_size=12)
PAGES = st.lists(ENTRIES, max_size=5)
# Pages by what tells them, as (key, time, entries): some are there twice, in two versions.
SEEN = st.tuples(
    st.integers(0, 60).map(lambda n: number(f"key {n}")),
    st.integers(1, 9).map(float),
    st.frozensets(st.integers(0, 40), min_size=1, max_size=12),
)
MANY = st.lists(SEEN, max_size=20) | st.lists(SEEN, min_size=50, max_size=90)
Seen = tuple[int, float, frozenset[int]]


def number(name: str) -> int:
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest())


def learned(pages: Iterable[frozenset[int]], support: float = 0.5) -> Template:
    template = Template(support)
    for page in pages:
        template.learn(page)
    return template


def pages_of(chrome: str, count: int, start: int = 0) -> list[frozenset[int]]:
    """Pages of ten entries of chrome and ten of content each."""
    shared = frozenset(number(f"{chrome} {n}") for n in range(10))
    return [
        shared | {number(f"{chrome} content {page} {n}") for n in range(10)}
        for page in range(start, start + count)
    ]


@given(PAGES.filter(lambda pages: len({page for page in pages if page}) > 1))
def test_with_full_support_the_template_is_the_intersection(pages: list[frozenset[int]]) -> None:
    expected = frozenset.intersection(*(page for page in pages if page))
    assert learned(pages, 1.0).entries == expected


@given(PAGES, st.sampled_from([1.0, 0.5, 0.2]))
def test_order_does_not_matter(pages: list[frozenset[int]], support: float) -> None:
    results = {learned(list(order), support).entries for order in permutations(pages[:4])}
    assert len(results) == 1


@given(PAGES, ENTRIES)
def test_with_full_support_a_page_more_only_shrinks_it(
    pages: list[frozenset[int]], page: frozenset[int]
) -> None:
    template = learned(pages, 1.0)
    before, pages_before = template.entries, template.pages
    template.learn(page)
    if pages_before > 1:
        assert template.entries <= before


@given(PAGES, st.sampled_from([1.0, 0.5]))
def test_learning_the_pages_again_changes_nothing(
    pages: list[frozenset[int]], support: float
) -> None:
    again, once = learned(pages + pages, support), learned(pages, support)
    assert (again.entries, again.pages) == (once.entries, once.pages)


@pytest.mark.parametrize("support", [1.0, 0.5, 0.01])
def test_nothing_is_template_before_the_second_different_page(support: float) -> None:
    template = learned([frozenset({1, 2})], support)
    assert not template.entries
    template.learn({1, 2})
    assert template.pages == 1
    assert not template.entries
    template.learn({2, 3})
    assert template.entries == {2}


@pytest.mark.parametrize("support", [1.0, 0.5])
def test_one_page_at_two_addresses_tells_nothing(support: float) -> None:
    template = Template(support)
    template.learn({1, 2}, key=1)
    template.learn({1, 2}, key=2)
    assert not template.entries
    template.learn({2, 3}, key=3)
    assert template.entries == {2}


@pytest.mark.parametrize("support", [1.0, 0.5])
def test_an_empty_page_does_not_empty_it(support: float) -> None:
    template = learned([frozenset({1, 2}), frozenset({2, 3}), frozenset()], support)
    assert template.entries == {2}


@pytest.mark.parametrize("wrong", [0, -1, 1.1, math.nan])
def test_a_support_that_is_no_share_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match="support"):
        Template(wrong)


@given(
    st.lists(
        st.frozensets(st.integers(0, 9), min_size=1),
        min_size=3,
        max_size=MOST_PAGES,
        unique=True,
    ),
    st.floats(0.05, 0.95),
)
def test_up_to_the_size_of_the_sample_frequencies_are_exact(
    pages: list[frozenset[int]], support: float
) -> None:
    template = Template(support)
    for key, page in enumerate(pages):
        template.learn(page, key, time=1.0)
    least = max(len(pages) * support, 3)
    counts = Counter(e for page in pages for e in page)
    if not template.redesigns:
        assert all(counts[e] >= least for e in template.entries)
        sure = least + math.sqrt(len(pages)) / 2 + 1
        assert {e for e, count in counts.items() if count >= sure} <= template.entries


def test_of_a_long_stream_frequencies_are_as_exact_as_said() -> None:
    """Entries of known frequency in 3000 pages; the bound holds for 99 of 100 of them."""
    draw = random.Random(7)
    shares = {number(f"entry {n}"): n / 200 for n in range(1, 200)}
    sample, counts = PageSample(), Counter[int]()
    for page in range(3000):
        entries = {e for e, share in shares.items() if draw.random() < share} | {page}
        counts.update(entries)
        sample.add(entries, number(f"page {page}"))
    off = math.sqrt(math.log(2 / 0.01) / (2 * MOST_PAGES))
    frequent = {
        least: sample.frequent(lambda _, least=least: least)  # type: ignore[misc]
        for least in range(1, MOST_PAGES + 1)
    }
    found = {e: max((n for n, has in frequent.items() if e in has), default=0) for e in shares}
    wrong = [e for e in shares if abs(found[e] / MOST_PAGES - counts[e] / 3000) > off]
    assert len(wrong) <= len(shares) / 100
    assert sample.pages == pytest.approx(3000, rel=0.15)


def test_odd_pages_change_nothing() -> None:
    usual = pages_of("chrome", 200)
    odd = pages_of("error", 10)
    mixed = [page for n in range(10) for page in (*usual[20 * n : 20 * n + 20], odd[n])]
    assert learned(mixed).entries == learned(usual).entries
    assert learned(usual).entries == usual[0] & usual[1]


def test_what_two_pages_share_is_content_from_the_third_page_on() -> None:
    pages = pages_of("chrome", 20)
    post = number("a post that stands at the end of one page and the start of the next")
    pages[0] |= {post}
    pages[1] |= {post}
    assert post in learned(pages[:2])
    for seen in range(3, 20):
        template = learned(pages[:seen])
        assert post not in template
        assert template.entries == pages[5] & pages[6]


def test_what_most_pages_quote_is_template() -> None:
    pages = pages_of("chrome", 40)
    quoted = number("a pinned announcement")
    pages = [page | {quoted} if n % 4 else page for n, page in enumerate(pages)]
    assert quoted in learned(pages)
    assert quoted not in learned(pages, 1.0)


@pytest.mark.parametrize("before", [4, 10, 20, 500])
def test_a_new_skin_is_learned_within_ten_of_its_pages(before: int) -> None:
    old, new = pages_of("old", before), pages_of("new", 10)
    kept = frozenset({number("imprint"), number("logo")})
    template = learned(page | kept for page in old)
    assert template.entries == (old[0] & old[1]) | kept
    for page in new:
        template.learn(page | kept)
    assert template.entries == (new[0] & new[1]) | kept
    assert template.redesigns == 1


def test_a_variant_of_half_of_the_pages_is_no_redesign() -> None:
    a, b = pages_of("a", 100), pages_of("b", 100)
    template = learned(page for both in zip(a, b, strict=True) for page in both)
    assert template.redesigns == 0


def test_a_page_that_is_read_again_counts_with_its_last_version() -> None:
    template = Template()
    for time in range(30):
        page = pages_of("chrome", 1, start=time)[0] | {number("index")}
        template.learn(page, key=1, time=float(time))
    assert template.pages == 1
    assert not template.entries


@given(MANY, MANY, ENTRIES)
def test_counts_are_those_of_the_sample_as_it_is(
    pages: list[Seen], others: list[Seen], entries: frozenset[int]
) -> None:
    sample, other = PageSample(), PageSample()

    def ask() -> None:
        anew = PageSample.from_state(sample.to_state())
        assert sample.counts(sorted(entries)) == anew.counts(sorted(entries))

    for key, time, page in pages:
        sample.add(page, key, time)
        ask()
    sample.restart()
    ask()
    for key, time, page in others:
        other.add(page, key, time)
    sample.merge(other)
    ask()


def test_counts_of_samples_and_their_copies_are_their_own_however_many_there_are() -> None:
    samples = [PageSample() for _ in range(2 * MOST_KEPT)]
    for pages in range(1, 4):
        for start, sample in enumerate(samples):
            for page in pages_of("chrome", 1, start=start + pages):
                sample.add(page)
        copies = deepcopy(samples)
        for sample in copies:
            sample.add(frozenset({number("index")}))
        entries = sorted(pages_of("chrome", 1)[0] | {number("index")})
        for sample, copy in zip(samples, copies, strict=True):
            for one in (sample, copy):
                anew = PageSample.from_state(one.to_state())
                assert one.counts(entries) == anew.counts(entries)
            assert copy.counts(entries)[1] == sample.counts(entries)[1] + 1


@given(MANY, MANY, MANY)
def test_samples_merge_to_that_of_one_worker(a: list[Seen], b: list[Seen], c: list[Seen]) -> None:
    def sample(*parts: list[Seen]) -> PageSample:
        found = PageSample()
        for part in parts:
            for key, time, entries in part:
                found.add(entries, key, time)
        return found

    def merged(*samples: PageSample) -> PageSample:
        found = PageSample()
        for one in samples:
            found.merge(one)
        return found

    one = sample(a, b, c)
    assert merged(sample(a), sample(b), sample(c)).to_state() == one.to_state()
    assert merged(sample(c), merged(sample(b), sample(a))).to_state() == one.to_state()
    assert merged(one, one, sample(b)).to_state() == one.to_state()


@pytest.mark.parametrize("most_entries", [8192, 40])
@pytest.mark.parametrize(("keys", "times", "words"), [(60, 3, 4), (100, 3, 30), (100, 100, 4)])
def test_samples_merge_in_any_order_where_times_and_entries_are_the_same(
    monkeypatch: pytest.MonkeyPatch, most_entries: int, keys: int, times: int, words: int
) -> None:
    monkeypatch.setattr("extract_pipelines.template.sample.MOST_ENTRIES", most_entries)
    monkeypatch.setattr("extract_pipelines.template.sample.MOST_OF_PAGE", 6)
    chance = random.Random(keys * times * words)

    def seen() -> Seen:
        entries = chance.sample(range(words), chance.randint(1, min(12, words)))
        return number(f"key {chance.randrange(keys)}"), chance.randrange(times), frozenset(entries)

    for _ in range(60):
        parts = [[seen() for _ in range(chance.choice([3, 10, 20, 80]))] for _ in range(3)]
        one = PageSample()
        samples = []
        for part in parts:
            samples.append(PageSample())
            for key, time, entries in part:
                one.add(entries, key, time)
                samples[-1].add(entries, key, time)
        for order in permutations(samples):
            found = PageSample()
            for sample in order:
                found.merge(sample)
            assert found.to_state() == one.to_state()


@given(st.lists(MANY, min_size=3, max_size=3), st.sampled_from([1.0, 0.5]))
def test_templates_merge_commutatively_associatively_and_idempotently(
    parts: list[list[Seen]], support: float
) -> None:
    def template(part: list[Seen]) -> Template:
        found = Template(support)
        for key, time, page in part:
            found.learn(page, key, time)
        return found

    def merged(*templates: Template) -> tuple[frozenset[int], int, Template]:
        found = Template(support)
        for one in templates:
            found.merge(one)
        return found.entries, found.pages, found

    a, b, c = map(template, parts)
    forth = merged(a, merged(b, c)[2])
    assert forth[:2] == merged(merged(c, a)[2], b)[:2]
    assert forth[:2] == merged(forth[2], a, forth[2])[:2]
    one = template([seen for part in parts for seen in part])
    if not any(each.redesigns for each in (a, b, c, one)):
        assert forth[:2] == (one.entries, one.pages)


def test_a_merge_of_pages_that_both_have_seen_counts_them_once() -> None:
    pages = pages_of("chrome", 30)
    shared = number("on a third of the pages")
    pages = [page | {shared} if n % 3 == 0 else page for n, page in enumerate(pages)]
    a, b = learned(pages[:20]), learned(pages[10:] + pages[:20:3])
    a.merge(b)
    assert a.pages == 30
    assert a.entries == learned(pages).entries == pages[1] & pages[2]


def test_of_two_workers_the_one_that_saw_the_redesign_is_right() -> None:
    old, new = pages_of("old", 60), pages_of("new", 30)
    for first in (True, False):
        knows, late = learned(old[:30] + new[:20]), learned(old[30:] + new[20:24])
        a, b = (knows, late) if first else (late, knows)
        a.merge(b)
        assert a.entries == new[0] & new[1]
        assert a.redesigns == 1
        a.learn(new[25])
        assert a.entries == new[0] & new[1]


def test_pages_of_many_entries_are_cut_without_bias() -> None:
    """The chrome of huge pages is told as far as their rows go."""
    shared = frozenset(number(f"chrome {n}") for n in range(300))
    huge = [shared | {number(f"{page} {n}") for n in range(1500)} for page in range(10)]
    small = [shared | {number(f"small {page} {n}") for n in range(50)} for page in range(10)]
    assert len(learned(huge).entries) > 100
    assert learned(huge).entries < shared
    assert learned(huge + small).entries == shared


def test_content_is_page_minus_template() -> None:
    sources = [f"<div>Menu</div><p>Post {n}</p><p>Menu</p><div>Foot</div>" for n in (1, 2, 3)]
    pages = [Page(source) for source in sources]
    template = learned([frozenset(entries_of(page).leaves) for page in pages])
    effective = template.effective(pages[0].leaves, entries_of(pages[0]).leaves)
    assert [leaf.text for leaf in effective] == ["Post 1"]


def test_the_entries_of_a_page_are_those_of_its_leaves() -> None:
    page = Page("<div>Menu</div><p>Post \ud800 <b>x</b></p><p>Menu</p><div>论坛</div>")
    assert entries_of(page).leaves == [entry(leaf.path, leaf.text) for leaf in page.leaves]


def test_the_structure_of_a_page_is_its_paths_and_classes() -> None:
    structure = [
        entries_of(Page(source)).structure
        for source in (
            "<div class='post p12'>a<p>b</p></div>",
            "<div class='p7 post'>c<p class=post>d</p></div>",
            "<div class='post'>a<p>b</p></div>",
            "<div class='post p12'>a<b>b</b></div>",
        )
    ]
    assert structure[0] == structure[1]
    assert len(set(structure)) == 3


def test_the_same_text_on_another_path_is_another_entry() -> None:
    assert entry("html/body/p", "x") != entry("html/body/div", "x")
    assert entry("html/body", "p/x") != entry("html/body/p", "x")


def test_entries_are_the_same_in_every_process() -> None:
    assert entry("html/body/p", "论坛") == 5183649467541228345


@pytest.mark.parametrize("support", [1.0, 0.5])
def test_state_is_plain_and_comes_back(support: float) -> None:
    template = learned([*pages_of("chrome", 40), frozenset({1, 2, 3})], support)
    copy = Template.from_state(json.loads(json.dumps(template.to_state())), support)
    assert copy.to_state() == template.to_state()
    assert (copy.pages, copy.version, copy.entries) == (
        template.pages,
        template.version,
        template.entries,
    )
    for page in pages_of("new", 10):
        copy.learn(page)
        template.learn(page)
    assert copy.entries == template.entries


def test_a_template_goes_on_under_another_support() -> None:
    pages = pages_of("chrome", 10)
    for before, after in ((0.5, 1.0), (1.0, 0.5)):
        copy = Template.from_state(learned(pages, before).to_state(), after)
        assert copy.entries == pages[0] & pages[1]


def test_the_version_counts_the_changes() -> None:
    pages = pages_of("chrome", 3)
    template = learned(pages[:2])
    before = template.version
    template.learn(pages[2])
    assert template.version == before
    template.learn(frozenset(list(pages[0] & pages[1])[:9]) | {1})
    template.learn({1, 2})
    assert template.version > before
