"""What a page's posts show between their texts and the signatures below."""

from __future__ import annotations

import pytest

from extract_pipelines import ForumThread, Page, extract

PAGE = (
    "<html><head><title>Noise of the gearbox</title></head><body><h1>Noise of the gearbox</h1>"
    "<table>{rows}</table></body></html>"
)
ROW = (
    "<tr><td width=150><b>{name}</b><br>{posts} posts</td><td><small>0{n}.05.2023 10:1{n}</small>"
    "<hr>{text}{ending}<hr><a href=q?{n}>Quote</a></td></tr>"
)
TEXTS = [
    "The gearbox of my mill makes a noise since Monday.",
    "Mine did so too, until I changed the bearing. It took me all weekend to find out.",
    "Thanks.",
    "A plain one from the shop on the corner, it holds so far.",
    "Then I shall go there on Saturday, if it is open at all, and tell you how it went.",
]
NAMES = ["anna", "old-owl", "anna", "kestrel", "anna"]
SIGNATURES = {"anna": "Never trust a quiet engine", "old-owl": "Sent from the shed", "kestrel": ""}


def read(texts: list[str], endings: list[str]) -> list[str]:
    """The texts of a thread whose posts have these, each with an ending."""
    rows = [
        ROW.format(n=n, name=name, posts=n * 37, text=text, ending=ending)
        for n, (name, text, ending) in enumerate(zip(NAMES, texts, endings, strict=True), start=1)
    ]
    item = extract(PAGE.format(rows="".join(rows)))
    assert isinstance(item, ForumThread)
    return [floor.body for floor in item.floors]


@pytest.mark.parametrize(
    "rule", ["--------------------", "....................", '<img src="images/line.gif">']
)
def test_what_two_authors_posts_end_with_below_the_same_rule_is_a_signature(rule: str) -> None:
    signatures = [SIGNATURES[name] for name in NAMES]
    endings = [f"<br><br>{rule}<br>{one}" if one else "" for one in signatures]
    assert read(TEXTS, endings) == TEXTS


def test_what_one_author_draws_is_part_of_his_text() -> None:
    drawn = "The parts:<br>------------<br>one bearing, 12 mm, and a seal"
    read_texts = read([*TEXTS[:3], drawn, TEXTS[4]], [""] * 5)
    assert read_texts[3] == drawn.replace("<br>", "\n")


def test_what_several_authors_draw_around_a_heading_parts_no_signature() -> None:
    rule = "-" * 20
    headed = [f"{rule}<br>Part {n}<br>{rule}<br>{text}" for n, text in enumerate(TEXTS)]
    read_texts = read(headed, [""] * 5)
    assert all(own.endswith(text) for own, text in zip(read_texts, TEXTS, strict=True))


@pytest.mark.parametrize("answers", [TEXTS, [f"&gt; {text}" for text in TEXTS]])
def test_what_follows_a_line_below_who_is_quoted_is_no_signature(answers: list[str]) -> None:
    quoted = [f"@{name} 2023-05-0{n} 10:11<br>{'-' * 20}<br>" for n, name in enumerate(NAMES)]
    read_texts = read([quote + text for quote, text in zip(quoted, answers, strict=True)], [""] * 5)
    assert all(own.endswith(text) for own, text in zip(read_texts, TEXTS, strict=True))


def test_images_of_who_is_online_are_no_rules() -> None:
    page = Page('<hr><img src="i/sigline.gif"><img src="user_online.gif"><img src="offline.png">')
    assert [page.tags[node] for node in page.flat.rules] == ["hr", "img"]
