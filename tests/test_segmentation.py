from __future__ import annotations

import pytest

from extract_pipelines import Page
from extract_pipelines.published.segmentation import (
    HEAVIEST,
    blocks,
    score,
    segmentation,
    segments,
    separators,
)


def weights(source: str) -> list[int]:
    page = Page(source)
    return separators(page, blocks(page.leaves))


def test_blocks_are_not_divided_at_inline_tags() -> None:
    page = Page("<body><p>one <b>two</b> <a href=x>three</a></p><div>four<p>five</p></div>")
    assert [[leaf.text for leaf in block.leaves] for block in blocks(page.leaves)] == [
        ["one", "two", "three"],
        ["four"],
        ["five"],
    ]
    assert [(block.text, block.link_text) for block in blocks(page.leaves)] == [
        (11, 5),
        (4, 0),
        (4, 0),
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p>a</p><p>b</p><h2>c</h2>", [0, 0]),  # what a text is made of
        ("<div>a</div><div>b</div>", [2]),  # one ends, one begins
        ("<div><div>a</div></div>b", [2]),  # two end
        ("<p>a</p><hr><p>b</p>", [3]),
        ("<div><p>a</p><hr>b</div>", [3]),
        ("<hr><p>a</p><p>b</p><hr>", [0]),  # no rule between them
        ("<p>a</p><p bgcolor=#EEE>b</p>", [1]),
        ("<div style='background: red'><p>a</p><p>b</p></div>c", [0, 2]),
        ("<div>" * 90 + "a" + "</div>" * 90 + "b", [HEAVIEST]),
    ],
)
def test_separators_weigh_what_stands_between(source: str, expected: list[int]) -> None:
    assert weights(f"<body>{source}</body>") == expected


def test_segments_end_at_heavy_separators() -> None:
    assert list(segments([0, 2, 0, 5], heaviest=1)) == [range(2), range(2, 4), range(4, 5)]
    assert list(segments([0, 2, 0, 5], heaviest=2)) == [range(4), range(4, 5)]
    assert list(segments([], heaviest=0)) == [range(1)]


def test_the_score_of_a_segment() -> None:
    # 60 of 80 characters are unlinked; DoC = 10 / (1 + 4) = 2
    assert score(80, 20, heaviest=4) == pytest.approx(60 * (60 / 80) ** 2 * 2**0.25)
    assert score(80, 0, heaviest=0) == pytest.approx(80 * 10**0.25)
    assert score(0, 0, heaviest=0) == 0


FIRST = "The council met on Monday, and after three hours of talk the plan was accepted."
SECOND = "Work begins in spring, the mayor said, if the river lets us."
FRAME = """<body><table><tr><td><a href=/>Home</a> <a href=/all>All news</a></td></tr></table>
<div>{}</div><hr><div><div><p>Write to us, we answer within three days.</p></div></div></body>"""


def test_the_segment_with_most_unlinked_text_is_the_body() -> None:
    page = Page(FRAME.format(f"<h1>Mill</h1><p>{FIRST}</p><p>{SECOND}</p>"))
    body = segmentation(page, page.leaves)
    assert [leaf.text for leaf in body.leaves] == ["Mill", FIRST, SECOND]
    assert body.node is not None
    assert page.elements[body.node].tag == "div"


def test_segments_are_joined_where_the_text_outweighs_the_separator() -> None:
    page = Page(FRAME.format(f"<div><p>{FIRST}</p></div><div><p>{SECOND}</p></div>"))
    assert [leaf.text for leaf in segmentation(page, page.leaves).leaves] == [FIRST, SECOND]


def test_blocks_in_hundreds_of_boxes_are_segmented_too() -> None:
    page = Page("<body>" + "<div><p>The mill by the river was sold.</p>" * 400 + "<p>Nobody knew.")
    assert [leaf.text for leaf in segmentation(page, page.leaves).leaves][-1] == "Nobody knew."
