"""What stands beside the text of a post: lists of its own, forms, copies, heads, signatures."""

from __future__ import annotations

import pytest

from extract_pipelines import ForumThread, extract
from extract_pipelines.items import Floor
from extract_pipelines.posts.floors.finishing import without_heads

TEXTS = (
    "My gearbox makes a noise like a coffee mill since Monday, and only when it is cold.",
    "Check the oil first, and then the seal behind the pulley. It is easy to reach from below.",
    "There was hardly any left. Thank you, I would have looked for weeks.",
    "Thanks!",
)
NAMES = ("oldowl", "kestrel", "oldowl", "bergfex")
SORTING = """<form action="/sort" method="post"><h2>Viewing options</h2><div>
<select name="order"><option>Newest first</option><option>Oldest first</option></select>
<input type="submit" value="Save settings">
<div>Select your preferred way to display the answers, and save it.</div></div></form>"""


def read(texts: list[str], *, below: str = "", end: str = "") -> ForumThread:
    """A thread whose posts are rows of three cells: who, when and the text.

    :param below: what each text has below it
    :param end: what the cell of the last has at its end
    """
    rows = "".join(
        f'<tr class="post"><td><a href="/members/{name}">{name}</a></td>'
        f"<td>{n} March 2023, 10:15</td>"
        f'<td class="top">{text}{below}{end if n == len(texts) else ""}</td></tr>'
        for n, (name, text) in enumerate(zip(NAMES, texts, strict=True), start=1)
    )
    page = f"<title>Noisy gearbox</title><h1>Noisy gearbox</h1><table>{rows}</table>"
    item = extract(page, "https://f.example/t/9")
    assert isinstance(item, ForumThread)
    return item


def paragraphs() -> list[str]:
    return [f"<p>{text}</p>" for text in TEXTS]


@pytest.mark.parametrize(
    ("box", "said"),
    [
        ("<ul><li>Two seals of rubber</li><li>An oil</li></ul>", "Two seals of rubber\nAn oil"),
        ("<pre>drain --all</pre>", "drain --all"),
        ("<ol><li>Oil</li></ol><pre>drain --all</pre>", "Oil\ndrain --all"),
    ],
)
def test_a_list_beside_the_paragraphs_of_a_post_is_part_of_it(box: str, said: str) -> None:
    shown = paragraphs()
    shown[0], shown[1] = box + shown[0], shown[1] + box
    first, second, *_ = read(shown).floors
    assert first.body == f"{said}\n{TEXTS[0]}"
    assert second.body == f"{TEXTS[1]}\n{said}"


@pytest.mark.parametrize(
    "box",
    [
        '<ul><li><a href="/reply">Answer it</a></li><li><a href="/report">Report it</a></li></ul>',
        '<ul class="facts"><li>Lives in the mountains</li></ul>',
    ],
)
def test_a_list_of_links_or_one_with_a_name_is_not(box: str) -> None:
    shown = paragraphs()
    shown[1] += box
    assert read(shown).floors[1].body == TEXTS[1]


def test_what_a_form_below_the_last_post_says_is_no_part_of_it() -> None:
    assert [floor.body for floor in read(paragraphs(), end=SORTING).floors] == list(TEXTS)


def test_a_post_in_a_form_of_its_own_is_read() -> None:
    shown = [f"<form><input type='password' name='key'>{text}</form>" for text in paragraphs()]
    assert [floor.body for floor in read(shown).floors] == list(TEXTS)


def test_the_copy_of_a_post_in_a_field_is_told_once() -> None:
    shown = [
        f"<p>{text}</p><textarea id='save{n}' style='display:none'>{text}</textarea>"
        for n, text in enumerate(TEXTS)
    ]
    assert [floor.body for floor in read(shown).floors] == list(TEXTS)


def test_code_in_a_field_is_part_of_a_post() -> None:
    shown = list(TEXTS)
    shown[1] += "<br><textarea>drain --all</textarea>"
    assert read(shown).floors[1].body == f"{TEXTS[1]}\ndrain --all"


@pytest.mark.parametrize("image", ["images/common/sigline.gif", "/skins/line.png", "/i/hr2.gif"])
def test_what_an_image_of_a_line_parts_from_a_post_is_its_signature(image: str) -> None:
    shown = [f"<table><tr><td>{text}</td></tr>" for text in TEXTS]
    ends = ("</table>", "</table>", "", "</table>")
    sign = f'<tr><td><img src="{image}"><br>Never trust a quiet engine</td></tr></table>'
    shown = [text + (end or sign) for text, end in zip(shown, ends, strict=True)]
    assert [floor.own_text for floor in read(shown).floors] == list(TEXTS)


def test_a_smiley_before_a_text_parts_nothing() -> None:
    shown = [f"<table><tr><td>{text}</td></tr></table>" for text in TEXTS]
    more = '<tr><td><img src="/smilies/grin.gif"><br>It runs again.</td></tr></table>'
    shown[2] = shown[2].replace("</table>", more)
    assert read(shown).floors[2].body == f"{TEXTS[2]}\nIt runs again."


def test_the_row_with_the_number_of_a_post_is_no_post() -> None:
    head, post = Floor(author="oldowl", body="#1"), Floor(author="oldowl", body=TEXTS[0])
    quoted = Floor(author=None, body="#1 oldowl")
    answer = Floor(author="kestrel", body=TEXTS[1])
    assert without_heads([head, post, quoted, answer]) == [post, answer]


@pytest.mark.parametrize("said", ["#1", "#1 is right", "1", "@oldowl"])
def test_a_number_that_somebody_answers_with_is_a_post(said: str) -> None:
    floors = [Floor(author=name, body=text) for name, text in (("oldowl", TEXTS[0]), ("kes", said))]
    assert without_heads(floors) == floors
