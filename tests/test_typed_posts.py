"""Posts that are shown as typed: in BBCode, and with quotes in no element of their own."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract_pipelines import Floor, ForumThread, extract
from extract_pipelines.posts.quotes.bbcode import find_pairs

URL = "https://f.example/archive/t-9.html"
FIRST = "My gearbox makes a noise like a coffee mill since Monday."
LAYOUTS = {
    "bare text": "<p class='author'><strong>{}</strong> posted on {}</p>{}<br>",
    "boxes": "<div class='post'><p><cite>{}</cite> {}</p><div class='text'>{}</div></div>",
}


def floors_of(layout: str, *texts: str) -> list[Floor]:
    """The posts of a thread of three, the first of which is always the same."""
    names = ("oldowl", "kestrel", "bergfex")
    posts = (FIRST, *texts)
    body = "".join(
        LAYOUTS[layout].format(name, f"2023-03-0{day} 10:15", text.replace("\n", "<br>\n"))
        for day, (name, text) in enumerate(zip(names, posts, strict=True), start=1)
    )
    frame = "<html><head><title>Noisy gearbox - Tinkerers</title></head><body>{}</body></html>"
    item = extract(frame.format(f"<div id='content'>{body}</div><hr>Be kind."), URL)
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == list(names)
    return item.floors


@pytest.mark.parametrize("layout", LAYOUTS)
def test_tags_of_bbcode_are_no_text(layout: str) -> None:
    _, floor, code = floors_of(
        layout,
        "[i] Last edited by kestrel on 2023-03-05 10:15 [/i]\n\n"
        "[b]Check[/b] the [url=/oil]oil[/url] [i]first[/i], [color=#999999]it says.[/color]\n"
        "[img]https://f.example/seal.png[/img]\n[list]\n[*]Then the seal.\n[*]And the rest.[/list]",
        "I wrote this, and [it] is [not] a tag:[code]a[b]1[/b][/code]",
    )
    lines = ["Check the oil first, it says.", "Then the seal.", "And the rest."]
    assert floor.body == floor.own_text == "\n".join(lines)
    assert floor.images == ["https://f.example/seal.png"]
    assert floor.links == ["https://f.example/oil"]
    assert code.body == "I wrote this, and [it] is [not] a tag:\na[b]1[/b]"


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    "quote",
    [
        "[quote=oldowl]{}[/quote]",
        '[quote="oldowl, post: 5, member: 7"]{}[/quote]',
        "[quote author=oldowl link=topic=3.msg4#msg4 date=1678]{}[/quote]",
        "[QUOTE=oldowl;123][B]{}[/B][/QUOTE]",
        "[quote]oldowl wrote:\n{}[/quote]",
        "[quote]{}\n[i]oldowl 发表于 2023-3-1 10:15[/i] [url=/1][img]b[/img][/url][/quote]",
    ],
)
def test_a_quote_in_bbcode_is_told_with_its_writer(layout: str, quote: str) -> None:
    _, floor, _ = floors_of(layout, f"{quote.format(FIRST)}\nHow old is it?", "Nice [b]one[/b].")
    assert floor.own_text == "How old is it?"
    assert [(one.author, one.text) for one in floor.quotes] == [("oldowl", FIRST)]
    assert floor.body.startswith(FIRST) or floor.body.startswith("oldowl wrote:")


@pytest.mark.parametrize(
    "shown",
    [f"<blockquote>{FIRST}</blockquote>Old?", "It is <b>old</b>.", "<code>[b]bold[/b]</code> is."],
)
def test_a_tag_that_was_not_read_among_posts_that_were_is_text(shown: str) -> None:
    typed = "Use [b]bold[/b] for the [quote]words[/quote], and [img]/a.png[/img]."
    *_, floor = floors_of("boxes", shown, typed)
    assert (floor.own_text, floor.quotes, floor.images) == (typed, [], [])


def test_items_of_a_list_stand_on_lines_of_their_own() -> None:
    _, floor, other = floors_of(
        "boxes", "So:[LIST=1][*]drain it[*]clean it[/LIST]", "İİ [code]a[*]b[/code] or [*] so."
    )
    assert floor.body == "So:\ndrain it\nclean it"
    assert other.body == "İİ\na[*]b\nor [*] so."


@pytest.mark.parametrize("answer", ["My gear", "No.", "like a coffee mill"])
def test_an_answer_is_its_own_though_its_letters_stand_in_the_post_that_is_quoted(
    answer: str,
) -> None:
    _, floor, _ = floors_of("boxes", f"oldowl wrote:\n{FIRST}\n{answer}\nOr so.", "Fine.")
    assert floor.own_text == f"{answer}\nOr so."


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    "line", ["oldowl 发表于 2023-3-1 10:15", "oldowl wrote:", "Здравствуйте, oldowl, Вы писали:"]
)
@pytest.mark.parametrize("quoted", [FIRST, FIRST[:29], f"{FIRST[:29]}..."])
def test_what_repeats_a_post_below_a_line_that_names_its_writer_is_a_quote(
    layout: str, line: str, quoted: str
) -> None:
    _, floor, other = floors_of(layout, f"{line}\n{quoted}\nHow old is it?", f"{line}\nNo idea.")
    assert floor.own_text == "How old is it?"
    assert [(one.author, one.text) for one in floor.quotes] == [("oldowl", quoted)]
    assert (other.quotes, other.own_text) == ([], f"{line}\nNo idea.")


@given(
    st.lists(st.sampled_from(["[b]", "[/b]", "[quote=a]", "[/QUOTE]", "[code]", "[/code]", "x"]))
)
def test_pairs_of_tags_stand_in_each_other_or_apart(parts: list[str]) -> None:
    text = "".join(parts)
    pairs = find_pairs(text)
    for first, second in combinations(pairs, 2):
        inside = first.inner <= second.start and second.stop <= first.end
        assert inside or first.stop <= second.start
    assert len(pairs) <= text.lower().count("[/")
