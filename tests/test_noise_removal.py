from __future__ import annotations

import pytest

from extract_pipelines import Page
from extract_pipelines.published.noise_removal import CountedTree, noise_removal, points

FIRST = (
    "The council met on Monday, late in the evening, and after three hours of talk the plan for"
    " the mill was accepted."
)
SECOND = "Work begins in spring, if the river lets us."
STORY = f"<p>{FIRST}</p><p>{SECOND}</p>"


def text_of(source: str) -> str:
    page = Page(source)
    return " ".join(leaf.text for leaf in noise_removal(page, page.leaves).leaves)


@pytest.mark.parametrize(
    ("length", "commas", "expected"),
    [(24, 9, 0), (25, 0, 1 + 1), (99, 2, 1 + 3), (250, 2, 1 + 3 + 2), (1000, 0, 1 + 1 + 3)],
)
def test_points_of_a_paragraph(length: int, commas: int, expected: int) -> None:
    assert points(length, commas) == expected


def test_points_rise_to_parent_and_grandparent() -> None:
    page = Page(f"<body><div class=wrap><div id=story>{STORY}<a href=/>next one</a></div></div>")
    tags = [(element.tag, element.get("class"), element.get("id")) for element in page.elements]
    assert (len(FIRST), len(SECOND)) == (113, 44)
    # 113 characters, 2 commas: 1 + 3 + 1 = 5 points; 44 characters, 1 comma: 1 + 2 = 3
    inner, outer = tags.index(("div", None, "story")), tags.index(("div", "wrap", None))
    unlinked = 157 / (157 + 8)
    assert CountedTree(page, page.leaves).scores(weigh=True) == {
        inner: pytest.approx((5 + 3 + 5 + 25) * unlinked),  # a <div>, named like a text
        outer: pytest.approx(((5 + 3) / 2 + 5) * unlinked),
    }


def test_what_is_named_like_noise_is_left_out() -> None:
    comments = f"<div class=comments>{f'<p>{FIRST} I say!</p>' * 9}</div>"
    found = text_of(f"<body><div class=entry>{STORY * 2}</div>{comments}</body>")
    assert found == " ".join([FIRST, SECOND] * 2)


def test_a_page_of_which_all_is_named_like_noise_is_read_nevertheless() -> None:
    assert text_of(f"<body><div class=sidebar>{STORY * 2}</div></body>") == " ".join(
        [FIRST, SECOND] * 2
    )


def test_siblings_like_the_best_element_are_joined() -> None:
    page = Page(
        f"<body><div><div class=part>{STORY * 6}</div><p>{FIRST}</p><p>More soon.</p>"
        f"<p>Short</p><div class=part>{STORY * 2}</div><div>A box of few words, and why not?</div>"
    )
    body = noise_removal(page, page.leaves)
    found = [leaf.text for leaf in body.leaves]
    assert found == [FIRST, SECOND] * 6 + [FIRST, "More soon."] + [FIRST, SECOND] * 2
    assert body.node is None


def test_boxes_of_links_inside_the_text_are_taken_out() -> None:
    box = "<ul><li><a href=/1>Another story, and one more</a><li><a href=/2>Weather</a></ul>"
    assert text_of(f"<body><div>{STORY}{box}{STORY}</div>") == " ".join([FIRST, SECOND] * 2)


def test_commas_of_chinese_count() -> None:
    sentence = "昨天晚上，市议会开了三个小时的会，最后通过了老磨坊的改造计划，明年春天开工。"
    links = "<p>首页 新闻 体育 娱乐 财经 科技 汽车 房产 教育 旅游 更多 关于我们</p>"
    found = text_of(f"<body><div>{links}</div><div>{f'<p>{sentence}</p>' * 8}</div></body>")
    assert found == " ".join([sentence] * 8)


def test_a_page_without_paragraphs_has_no_body() -> None:
    assert text_of("<body><div><span>Home</span> <span>About</span></div></body>") == ""
