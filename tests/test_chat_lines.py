"""Logs of chats whose lines stand in no elements of their own."""

from collections.abc import Sequence

import pytest

from extract_pipelines import Page, Site

SAID = (
    ("09:01", "anna", "Did anyone try the new release?"),
    ("09:03", "@bob", "Yes, it works here on two machines."),
    ("09:04", "carl_", "The build fails with a missing header since yesterday."),
    ("09:11", "anna", "Then please open a ticket."),
)
FORMS = {
    "pre": ("[{0}] &lt;{1}&gt; {2}", "\n", "<pre>{}</pre>"),
    "breaks": ("{0} &lt;{1}&gt; {2}", "<br>\n", "<p>{}</p>"),
    "links": (
        '<a name="{0}" class="ts">[{0}:00]</a> <b>&lt;{1}&gt;</b> {2}',
        "<br>\n",
        "<div>{}</div>",
    ),
    "blocks": ("<div>[{0}] &lt;{1}&gt; {2}</div>", "\n", "{}"),
    "dated": ("2024-03-14 {0}:00 &lt;{1}&gt; {2}", "\n", "<pre>{}</pre>"),
}


def log(form: str, more: str = "", said: Sequence[tuple[str, str, str]] = SAID) -> str:
    line, between, around = FORMS[form]
    lines = between.join(line.format(*one) for one in said)
    return f"<title>#dev</title><h1>#dev, 2024-03-14</h1>{around.format(lines)}{more}"


@pytest.mark.parametrize("form", FORMS)
def test_messages_are_posts(form: str) -> None:
    item = Site().extract(Page(log(form), "https://logs.example/dev/14"))
    assert [floor.author for floor in item.floors] == ["anna", "bob", "carl_", "anna"]
    assert [floor.body for floor in item.floors] == [text for _, _, text in SAID]
    assert [floor.date[:16] for floor in item.floors] == [
        f"2024-03-14T{when}" for when, _, _ in SAID
    ]


def test_comings_and_goings_are_no_messages() -> None:
    line = "[09:02] * dave has joined"
    page = log("pre").replace("[09:03]", f"{line}\n[09:03]")
    item = Site().extract(Page(page, "https://logs.example/dev/14"))
    assert len(item.floors) == len(SAID)
    assert not any("dave" in floor.body for floor in item.floors)


def test_an_article_that_quotes_a_log_is_no_chat() -> None:
    prose = "<p>Nobody expected the release to break anything, and yet it did so at once.</p>" * 12
    item = Site().extract(Page(log("pre", prose), "https://blog.example/release"))
    assert not getattr(item, "floors", None)


def test_one_message_is_enough_where_other_days_are_known() -> None:
    site = Site()
    for day in range(10, 14):
        page = log("links").replace("2024-03-14", f"2024-03-{day}")
        site.learn(Page(page, f"https://logs.example/dev/{day}"))
    others = "".join(
        f'<br>\n<a name="09:{minute}" class="ts">[09:{minute}:00]</a> <b>{name}</b> has left'
        for minute, name in ((16, "dave"), (19, "erin"), (23, "frank"))
    )
    page = log("links", said=[("09:13", "dave", f"Is anybody here?{others}")])
    item = site.extract(Page(page, "https://logs.example/dev/14"))
    assert [(floor.author, floor.body) for floor in item.floors] == [("dave", "Is anybody here?")]
