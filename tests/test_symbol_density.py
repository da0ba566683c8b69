from __future__ import annotations

from math import log, log10
from statistics import pstdev

import pytest

from extract_pipelines import Page
from extract_pipelines.published.symbol_density import (
    score,
    symbol_density,
    text_and_symbol_density,
)
from extract_pipelines.published.text_density import Density, densities

SMALL = "<body><div>Hello, you!<p>ab <a href=x>link</a></p><p>cd.</p></div></body>"


def test_the_formulas_on_a_page_counted_by_hand() -> None:
    page = Page(SMALL)
    table = densities(page, page.leaves)
    # html, body and div: 16 characters are no link; 5, 4 and 3 tags below, one of them a link.
    # The first p holds only a link, a and the second p hold no tags.
    assert [it.text_density for it in table] == [16 / 4, 16 / 3, 16 / 2, 0, 0, 0]
    # Punctuation: the comma, the exclamation mark and the full stop.
    assert [symbol_density(it) for it in table] == [4, 4, 4, 2 / 1, 0, 3 / 2]
    deviation = pstdev([4, 16 / 3, 8, 0, 0, 0])
    assert score(table[2], deviation) == pytest.approx(log(deviation) * 8 * log10(2 + 2) * log(4))
    assert text_and_symbol_density(page, page.leaves).node == 2


def test_the_score_is_formula_5() -> None:
    density = Density(text=300, link_text=20, tags=6, link_tags=1, symbols=9, paragraphs=4)
    # log 25 · 280 / 5 · log10 6 · log 28
    assert score(density, deviation=25.0) == pytest.approx(3.218876 * 56 * 0.778151 * 3.332205)


def test_paragraphs_win_over_other_tags_with_the_same_text() -> None:
    sentence = "So, it is; and so, they say, it was. "
    page = Page(
        f"<body><div>{f'<b>{sentence * 6}</b>' * 3}</div><div>{f'<p>{sentence * 6}</p>' * 3}</div>"
    )
    body = text_and_symbol_density(page, page.leaves)
    assert [leaf.element.tag for leaf in body.leaves] == ["p", "p", "p"]


def test_a_deviation_below_one_does_not_turn_the_order_round() -> None:
    rich = Density(text=300, link_text=0, tags=3, link_tags=0, symbols=9, paragraphs=3)
    poor = Density(text=30, link_text=0, tags=3, link_tags=0, symbols=9, paragraphs=3)
    assert score(rich, 0.5) > score(poor, 0.5) > 0


def test_a_page_without_elements_to_compare_has_no_body() -> None:
    page = Page("")
    assert not text_and_symbol_density(page, page.leaves).leaves
