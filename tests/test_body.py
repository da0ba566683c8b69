from __future__ import annotations

import pytest

from extract_pipelines import Page, extract
from extract_pipelines.article.choose import STRATEGIES
from extract_pipelines.items import Article
from extract_pipelines.published.body import body_of
from extract_pipelines.published.line_blocks import line_blocks, text_ranges
from extract_pipelines.published.text_density import Density, densities, text_density
from extract_pipelines.published.unlinked_text import score as unlinked_score
from extract_pipelines.published.unlinked_text import unlinked_text
from extract_pipelines.site.options import Options

PARAGRAPHS = [
    "The town council met on Monday evening, and the hall was full; nobody had expected that.",
    "After three hours of talk, most of it about parking, the plan for the old mill was accepted.",
    'Work begins in spring, the mayor said, "if the river lets us" — and if the money is there.',
]
MENU = "".join(f'<li><a href="/{n}">Section number {n}</a></li>' for n in range(12))
ARTICLE = f"""<html><body><ul>
{MENU}
</ul>
<div class="x">
<h1>Mill</h1>
{"".join(f"<p>{text}</p>" for text in PARAGRAPHS)}
</div>



<div><a href="/imprint">Imprint</a> <a href="/contact">Contact</a></div></body></html>"""


def node_of(page: Page, tag: str) -> int:
    return [element.tag for element in page.elements].index(tag)


def test_densities_count_what_the_formulas_count() -> None:
    page = Page("<body><div>Hello, you!<p>ab <a href=x>link</a></p><p>cd.</p></div></body>")
    density = densities(page, page.leaves)[node_of(page, "div")]
    assert density == Density(text=20, link_text=4, tags=3, link_tags=1, symbols=3, paragraphs=2)
    assert density.text_density == (20 - 4) / (3 - 1)


def test_the_densest_node_is_the_body() -> None:
    page = Page(ARTICLE)
    # The <div> has 4 tags below it; <body>, with the same unlinked text, 33, of which 14 are links.
    body = text_density(page, page.leaves)
    assert body.node == node_of(page, "div")
    assert [leaf.text for leaf in body.leaves] == ["Mill", *PARAGRAPHS]


@pytest.mark.parametrize("method", STRATEGIES)
def test_a_page_of_links_has_no_body(method: str) -> None:
    page = Page(f"<body><ul>{MENU}</ul></body>")
    assert not STRATEGIES[method](page, page.leaves).leaves


def test_text_begins_at_a_surge_and_ends_at_a_drop() -> None:
    #          0   1   2   3   4   5   6  7  8  9  10
    lengths = [10, 0, 0, 50, 60, 70, 40, 0, 0, 0, 12]
    # blocks:  10 50 110 180 170 110 40 0 0 12 12   (k = 3)
    assert text_ranges(lengths) == [range(2, 7)]


def test_a_text_that_runs_to_the_last_line_is_kept() -> None:
    assert text_ranges([0, 0, 0, 50, 60, 70, 80]) == [range(2, 7)]


def test_every_surge_is_a_text() -> None:
    lengths = [90, 90, 0, 0, 0, 0, 90, 90, 0, 0, 0, 0]
    assert text_ranges(lengths) == [range(2), range(4, 8)]


def test_below_the_threshold_there_is_no_text() -> None:
    assert text_ranges([20, 20, 20, 20]) == []
    assert text_ranges([]) == []


def test_line_blocks_find_the_paragraphs_of_the_source() -> None:
    page = Page(ARTICLE)
    text = " ".join(leaf.text for leaf in line_blocks(page, page.leaves).leaves)
    assert all(paragraph in text for paragraph in PARAGRAPHS)
    assert "Imprint" not in text


@pytest.mark.parametrize("method", STRATEGIES)
def test_an_article_says_what_found_its_body(method: str) -> None:
    item = extract(ARTICLE, "https://a.example/mill", Options(body=method))
    assert isinstance(item, Article)
    assert item.metadata.method == method
    assert PARAGRAPHS[1] in item.body
    assert 0 < item.metadata.probability <= 1


def test_unlinked_text_takes_the_element_with_all_paragraphs() -> None:
    page = Page(ARTICLE)
    text = " ".join(leaf.text for leaf in unlinked_text(page, page.leaves).leaves)
    assert all(paragraph in text for paragraph in PARAGRAPHS)
    assert "Section number" not in text


def test_the_score_of_unlinked_text() -> None:
    density = Density(text=300, link_text=60, tags=7, link_tags=2, symbols=9, paragraphs=4)
    expected = 240 * (240 / 7) ** 0.35 * (1 - 60 / 300)
    assert unlinked_score(density) == pytest.approx(expected)
    assert unlinked_score(density._replace(link_text=300)) == 0


def test_body_html_is_the_node_that_won() -> None:
    item = extract(ARTICLE, "https://a.example/mill")
    assert item.body_html is not None
    assert Page(item.body_html).leaves[0].text in item.body


def test_a_body_that_is_part_of_an_element_has_no_html() -> None:
    page = Page("<body><div><p>one</p><p>two</p></div><div>three</div></body>")
    one, two, three = page.leaves
    assert body_of(page, page.leaves, [one, two]).node == node_of(page, "div")
    assert body_of(page, page.leaves, [two, three]).node is None
    assert body_of(page, page.leaves, []).node is None
