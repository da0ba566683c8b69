"""The body by the learned scorer of blocks, and what it is made of."""

from __future__ import annotations

import ast
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.scorers import TREES_A_PART, compiled, source_of
from extract_pipelines import Article, Page, Site, extract
from extract_pipelines.article.auto import threshold
from extract_pipelines.article.blocks import Blocks
from extract_pipelines.article.embedded import confirmed
from extract_pipelines.article.features import GROUP_NAMES, OWN_NAMES, Features
from extract_pipelines.article.hints import hints_in
from extract_pipelines.article.markup import clean_html, images_of
from extract_pipelines.page.boosted_trees import load
from extract_pipelines.page.type_features import page_type_features
from extract_pipelines.published.body import Body

TEXTS = [
    "The mill by the river was sold on Monday, and nobody in the town had expected it so soon.",
    "Its last owner had ground flour there for forty years; his son builds boats in the north.",
    "What the new owner wants with it she would not say, but the wheel, she said, will turn again.",
]
MENU = "".join(f'<li><a href="/{n}">Section {n}</a></li>' for n in range(9))
TEASERS = "".join(
    f'<li><a href="/t{n}">Ten things about mills, part {n}</a></li>' for n in range(6)
)
NEWS = """<html><head><title>Mill sold | The Daily</title></head><body>
<nav class="menu"><ul>{menu}</ul></nav>
<div id="main"><h1>Mill sold</h1>{paragraphs}<ul><li>one wheel</li><li>two stones</li></ul></div>
<div class="related"><h3>More</h3><ul>{teasers}</ul></div>
<footer>© The Daily 2024. All rights reserved. <a href="/imprint">Imprint</a></footer>
</body></html>"""
SOURCE = NEWS.format(
    menu=MENU, teasers=TEASERS, paragraphs="".join(f"<p>{text}</p>" for text in TEXTS)
)


def test_the_text_of_an_article_comes_out_without_what_stands_around_it() -> None:
    item = extract(SOURCE, "https://daily.example/mill")
    assert isinstance(item, Article)
    assert item.metadata.method == "auto"
    for text in (*TEXTS, "one wheel", "two stones"):
        assert text in item.body.split("\n")
    for chrome in ("Section 3", "Ten things", "Imprint", "All rights"):
        assert chrome not in item.body


@pytest.mark.parametrize("code", ["pip install mill", "def f(x):\n    return x", "[Unit]\nAfter=y"])
def test_code_between_paragraphs_is_of_the_text(code: str) -> None:
    block = f"</p><pre><code>{code}</code></pre><p>"
    source = SOURCE.replace(f"</p><p>{TEXTS[1]}", f"{block}{TEXTS[1]}", 1)
    assert block in source
    assert code.split("\n", maxsplit=1)[0] in extract(source, "https://daily.example/mill").body


@pytest.mark.parametrize("picture", ['<img src="/stone.jpg">', ""])
def test_links_are_a_body_only_where_they_are_cards_with_pictures(picture: str) -> None:
    card = '<li class="card"><a href="/p{0}">{1}<h3>Millstone No. {0}</h3><b>$ {0}9.50</b></a></li>'
    cards = "".join(card.format(n, picture) for n in range(1, 13))
    source = f"""<html><head><title>Millstones | The Mill Shop</title></head><body>
    <nav class="menu"><ul>{MENU}</ul></nav><ul class="products">{cards}</ul></body></html>"""
    item = extract(source, "https://shop.example/millstones")
    assert ("Millstone No. 3\n$ 39.50" in item.body) == bool(picture)
    assert "Section 3" not in item.body


def test_what_is_known_as_template_is_no_body() -> None:
    notice = "<p>This paper is free to read, since our readers pay for it as they like and can.</p>"
    site = Site()
    for number in range(4):
        own = [f"{text} That was day {number}." for text in TEXTS]
        paragraphs = notice + "".join(f"<p>{text}</p>" for text in own)
        page = Page(NEWS.format(menu=MENU, teasers=TEASERS, paragraphs=paragraphs))
        site.learn(page)
    item = site.extract(page)
    assert "That was day 3." in item.body
    assert "free to read" not in item.body


def test_blocks_are_visual_lines_with_their_lengths() -> None:
    page = Page("<div><p>one <a href=/>two</a> three</p><ul><li>four</li></ul></div>")
    blocks = Blocks(page)
    assert [blocks.text(block) for block in range(len(blocks))] == ["one two three", "four"]
    assert blocks.lengths == [11, 4]
    assert blocks.unlinked == [8, 4]


def test_letters_that_say_more_count_for_more() -> None:
    assert Blocks(Page("<p>磨坊卖掉了</p>")).lengths == [15]


def test_containers_hold_more_with_each_step_outwards() -> None:
    page = Page(SOURCE)
    blocks = Blocks(page)
    for block in range(len(blocks)):
        around, sizes = blocks.container(block), []
        while around >= 0:
            start, stop = page.leaf_range(around)
            sizes.append(stop - start)
            around = blocks.wider(around)
        assert sizes
        assert all(a < b for a, b in pairwise(sizes))


def test_features_have_the_names_they_were_learned_by() -> None:
    features = Features(Page(SOURCE))
    assert len(features.of_block(0)) == len(OWN_NAMES)
    assert len(features.groups[0]) == len(GROUP_NAMES)
    own = dict(zip(OWN_NAMES, features.of_block(9), strict=True))
    assert (own["length"], own["title_share"], own["share_of_title"]) == (9, 1, 0.5)


def test_class_words_hint_at_what_an_element_is() -> None:
    assert hints_in("site-nav") == hints_in("NavBar") != hints_in("xyz") == 0


def test_a_scorer_learned_with_other_features_is_refused() -> None:
    with pytest.raises(ValueError, match="other features"):
        load("article", "blocks", ("a", "b"))


def test_trees_add_up() -> None:
    score = compiled(("a", "b"), [[0, 1.5, 0.25, [1, 0.0, -1.0, 2.0]], 0.5])
    assert score(1.5, 9) == 0.75
    assert score(2, 0) == -0.5
    assert score(2, 1) == 2.5


def test_many_trees_stand_in_functions_of_a_few() -> None:
    trees = [[number % 3, 0.5, 0.1 * number, -0.7] for number in range(2 * TREES_A_PART + 10)]
    source = source_of(("a", "b", "c"), trees)
    functions = [one for one in ast.parse(source).body if isinstance(one, ast.FunctionDef)]
    splits = [sum(isinstance(node, ast.IfExp) for node in ast.walk(one)) for one in functions]
    assert sum(splits) == len(trees)
    assert max(splits) == TREES_A_PART
    left = 0.0
    for number in range(len(trees)):
        left += 0.1 * number
    assert compiled(("a", "b", "c"), trees)(0, 0, 0) == left


@pytest.mark.parametrize("tree", [[2, 0.5, 1.0, 2.0], [0, 1.0], "f0", [0, "x", 1.0, 2.0]])
def test_what_is_no_tree_is_an_error(tree: object) -> None:
    with pytest.raises(ValueError, match=r"no tree|no feature|could not convert|unpack"):
        compiled(("a", "b"), [tree])  # type: ignore[list-item]


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(1, 500)), min_size=1, max_size=40))
def test_the_threshold_makes_expected_f1_largest(blocks: list[tuple[float, int]]) -> None:
    chances, lengths = [chance for chance, _ in blocks], [float(length) for _, length in blocks]
    all_right = sum(p * n for p, n in blocks)

    def expected(least: float) -> float:
        taken = [(p, n) for p, n in blocks if p >= least]
        return sum(p * n for p, n in taken) / (sum(n for _, n in taken) + all_right or 1)

    least = threshold(chances, lengths)
    assert 0.2 <= least <= 0.5
    if 0.2 < least < 0.5:
        assert expected(least) >= max(map(expected, chances)) - 1e-9


def test_clean_html_keeps_structure_links_and_images() -> None:
    page = Page(
        """<div><h2>A &amp; B</h2><p>See <a href="/x" onclick="y()">my page</a>, please.</p>
        <img src="a.png" alt="B"><ul><li>one<ol><li>within</ol></li><li>two</li></ul>
        <pre class="lang-py">a\n  b</pre><blockquote><p>said<p>so</blockquote>
        <table><tr><th>c<th>d</tr><tr><td><td><b>e</b></table></div>""",
        "https://a.example/d/",
    )
    assert clean_html(page, page.leaves) == (
        "<h2>A &amp; B</h2>\n"
        '<p>See <a href="https://a.example/x">my page</a>, please.</p>\n'
        '<p><img src="https://a.example/d/a.png" alt="B"></p>\n'
        "<ul><li>one<ol><li>within</li></ol></li><li>two</li></ul>\n"
        '<pre><code class="language-py">a\n  b</code></pre>\n'
        "<blockquote><p>said</p><p>so</p></blockquote>\n"
        "<table><tr><th>c</th><th>d</th></tr><tr><td></td><td><strong>e</strong></td></tr></table>"
    )
    assert images_of(page, page.leaves) == ["https://a.example/d/a.png"]
    assert clean_html(page, []) is None


def test_clean_html_is_escaped() -> None:
    page = Page(
        """<p>1 &lt; 2 &amp; 3 &gt; 2 <img alt="a &quot;b&quot;" src="/a%20b c?d&amp;e=é"> or
        <img alt="'c' &quot;d&quot; &lt;" src="f"><p>g""",
        "https://a.example/",
    )
    assert clean_html(page, page.leaves) == (
        "<p>1 &lt; 2 &amp; 3 &gt; 2 "
        '<img src="https://a.example/a%20b%20c?d&amp;e=%C3%A9" alt=\'a "b"\'> or'
        '<img src="https://a.example/f" alt="\'c\' &quot;d&quot; &lt;"></p>\n'
        "<p>g</p>"
    )


def test_clean_html_has_no_scripts_in_links() -> None:
    page = Page('<p><a href="javascript:x()">one</a> <a href="http://[">two</a></p>', "http://a.b/")
    assert clean_html(page, page.leaves) == "<p>one two</p>"


def test_the_html_of_an_article_is_clean_where_one_element_holds_it_too() -> None:
    item = extract(SOURCE.replace("<p>", '<p onclick="x()"><script>y()</script>'))
    assert item.body_html
    assert not any(own in item.body_html for own in ("onclick", "script", "class="))
    assert Page(item.body_html).leaves[0].text in item.body


def test_lines_that_the_embedded_text_does_not_have_are_dropped() -> None:
    asked = "<p>Write to our desk, please.</p>"
    told = '<script type="application/ld+json">{"@type": "Article", "articleBody": "%s"}</script>'
    source = SOURCE.replace("<ul><li>one wheel", f"{asked}<ul><li>one wheel")
    whole = " ".join((*TEXTS, "one wheel", "two stones"))
    assert "our desk" in extract(source).body
    item = extract(source.replace("<nav", told % whole + "<nav"))
    assert item.body.split("\n") == [*TEXTS, "one wheel", "two stones"]
    summary = extract(source.replace("<nav", told % TEXTS[0] + "<nav"))
    assert summary.body == extract(source).body


def test_of_headings_those_between_lines_of_the_embedded_text_stay() -> None:
    first, *others = (f"<p>{text}</p>" for text in TEXTS)
    page = Page(f"<h1>Mill sold</h1>{first}<h2>The owner</h2>{''.join(others)}<h2>More</h2>")
    body = confirmed(page, page.leaves, Body(page.leaves, 0), " ".join(TEXTS))
    assert [leaf.text for leaf in body.leaves] == [TEXTS[0], "The owner", *TEXTS[1:]]


def test_a_page_that_shows_nothing_is_read_by_its_embedded_text() -> None:
    told = "<p>".join(TEXTS * 2)
    data = f'{{"@type": "Article", "headline": "Mill sold", "articleBody": "{told}"}}'
    page = f'<title>Mill sold</title><script type="application/ld+json">{data}</script><p>Log in.'
    item = extract(page)
    assert isinstance(item, Article)
    assert item.body.split("\n") == TEXTS * 2
    assert item.metadata.method == "embedded"
    assert item.metadata.probability == 0
    assert item.body_html is None


@pytest.mark.parametrize(
    ("head", "url", "expected"),
    [
        ("", "", (0, 0, -1, -1, -1, -1)),
        ("", "http://[", (0, 0, -1, -1, -1, -1)),
        ('<meta property="og:type" content="website">', "https://a.example/", (0, 1, 0, 0, 0, 0)),
        (
            '<meta property="og:type" content="Article">',
            "https://a.example/news/2024/mill-by-the_river-sold?from=home",
            (1, 2, 3, 4, 4, 1),
        ),
    ],
)
def test_a_page_type_is_what_the_page_calls_itself_and_the_form_of_its_address(
    head: str, url: str, expected: tuple[int, ...]
) -> None:
    assert page_type_features(Page(f"<html><head>{head}</head><body><p>x</p>", url)) == expected
