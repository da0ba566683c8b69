"""Mail archives: the heads of letters, and what stands below them."""

from __future__ import annotations

import pytest

from extract_pipelines import Floor, Page, Site, extract

LETTERS = [
    ("Ada Kern", "Fri, 24 Oct 2025 16:13:00 +0000", ["The valve leaks, and I am", "out of seals."]),
    ("Bo", "Sat, 25 Oct 2025 08:02:00 +0000", ["Ada Kern wrote:", "> The valve leaks", "", "+1"]),
    ("Ada Kern", "Sun, 26 Oct 2025 11:40:00 +0000", ["Note: it was the other one."]),
]
LISTED = """<h1>Valves</h1><hr><ul><li><em>To</em>: list@a.example</li>
<li><em>{from_}</em>: {author} &lt;<a href="mailto:x@a.example">x@a.example</a>&gt;</li>
<li><em>{date_}</em>: {date}</li></ul><hr><pre>{text}
{dashes}
Sent from the shed
</pre><hr><ul><li>Follow-ups: <a href="/2">Valves</a></li></ul>"""
IN_ROWS = """<h1>Re: Valves</h1><hr><table>
<tr><th><b>{from_}</b>:</th><td>{author} &lt;x@a.example&gt;</td></tr>
<tr><th><b>{date_}</b>:</th><td>{date}</td></tr></table><hr><pre>{text}
{dashes}
Sent from the shed
</pre><hr><ul><li>Follow-ups: <a href="/2">Valves</a></li></ul>"""
# As in rows, but the cells say what they are without a colon.
IN_BARE_ROWS = IN_ROWS.replace("</b>:</th>", "</b></th>").replace(
    "<table>", "<table><tr><th><b>To</b></th><td>list</td></tr>"
)
PREFORMATTED = """<pre><b>From:</b> {author} @ {date} (<a href="/{n}">link</a>)
  To: list

{text}

<a href="#{n}">up</a> <a href="/{n}">link</a> <a href="/{n}/r">reply</a> [3 in all]</pre><hr>"""


def escaped(lines: list[str]) -> str:
    return "\n".join(lines).replace(">", "&gt;")


def read(html: str) -> list[Floor]:
    page = Page(f"<html><head><title>Valves</title></head><body>{html}</body></html>")
    floors: list[Floor] = getattr(Site().extract(page), "floors", [])
    return floors


@pytest.mark.parametrize(("from_", "date_"), [("From", "Date"), ("Von", "Datum"), ("От", "Дата")])
@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize(
    "layout", [LISTED, IN_ROWS, IN_BARE_ROWS], ids=["listed", "in rows", "without colons"]
)
def test_a_letter_is_a_floor_with_the_fields_of_its_head(
    layout: str, number: int, from_: str, date_: str
) -> None:
    author, date, text = LETTERS[number]
    (floor,) = read(
        layout.format(
            author=author, date=date, text=escaped(text), from_=from_, date_=date_, dashes="-- "
        )
    )
    assert (floor.author, floor.date_raw) == (author, date)
    assert floor.body == "\n".join(line for line in text if line)


def test_a_letter_ends_with_the_element_that_it_begins_in() -> None:
    (floor,) = read(
        """<h1>Re: Valves</h1><ul><li><em>From</em>: Ada Kern &lt;x@a.example&gt;</li>
<li><em>Date</em>: Fri, 24 Oct 2025 16:13:00 +0000</li>
<li><em>Content-Transfer-Encoding</em>: 8bit</li></ul>
<div><p>The valve leaks, and I am<br>out of seals.</p><p>Who has some?</p></div>
<ul><li><b>References</b>: <ul><li><a href="/1">Valves</a>, <i>Bo</i></li></ul></li></ul>"""
    )
    assert floor.author == "Ada Kern"
    assert floor.body == "The valve leaks, and I am\nout of seals.\nWho has some?"


def test_a_letter_in_paragraphs_ends_with_the_last_of_them() -> None:
    head = """<h1>Re: Valves</h1><ul><li><b>From</b>: Ada Kern &lt;x@a.example&gt;</li>
<li><b>Date</b>: Fri, 24 Oct 2025 16:13:00 +0000</li></ul>"""
    first = "<p>The valve leaks, and I am out of seals. Nobody in town has any left.</p>"
    below = "<ul><li>Follow-ups: <a href=/2>Valves</a></li></ul>"
    (floor,) = read(f"{head}{first}<ul><li>13 mm</li></ul><p>Who has some?</p>{below}")
    assert floor.body.endswith("any left.\n13 mm\nWho has some?")
    (floor,) = read(f"{head}<blockquote>{first}</blockquote><p>I have.</p>{below}")
    assert floor.own_text == "I have."


HEAD = """<h1>Re: Valves</h1><table><tr><td><table>
<tr><td>From</td><td>Ada Kern &lt;x@a.example&gt;</td></tr>
<tr><td>Date</td><td>Fri, 24 Oct 2025 16:13:00 +0000</td></tr></table></td>
<td>{beside}</td></tr></table>"""


@pytest.mark.parametrize(
    "letter",
    [
        HEAD.format(beside='<div><a href="/share">Share</a><i>|</i></div>') + "<pre>{}</pre>",
        HEAD.format(beside="") + '<pre>[Get the <a href="/raw">message</a>]\n\n{}\n'
        '[<a href="/1">last</a>] [<a href="/3">next</a>]\n</pre>',
    ],
    ids=["beside the head", "in the text"],
)
def test_buttons_around_a_letter_are_none_of_it(letter: str) -> None:
    for text in ("Oil it.", "The valve leaks.\nhttps://a.example/valves", "+1 [see below]"):
        (floor,) = read(letter.format(text))
        assert (floor.author, floor.body) == ("Ada Kern", text)


def test_quotes_part_the_text_of_a_letter_and_do_not_end_it() -> None:
    quote = "<blockquote><pre>The valve leaks.</pre></blockquote>"
    text = f"<pre>Bo wrote:\n</pre>{quote}<pre>\nOil it.\n</pre>{quote}<pre>\nOr not.\n</pre>"
    (floor,) = read(f"{HEAD.format(beside='')}{text}<h4>Related</h4><pre>Re: Valves</pre>")
    assert floor.body.endswith("Oil it.\nThe valve leaks.\nOr not.")


def test_a_field_of_a_head_may_be_a_table() -> None:
    files = '<table><tr><td><img alt="text"></td><td>text/plain (17 lines)</td></tr></table>'
    rows = "".join(
        f"<tr><td><p>{label}:</p></td><td>{value}</td></tr>"
        for label, value in (
            ("From", "<p>Ada Kern &lt;x@a.example&gt;</p>"),
            ("Date", "<p>Fri, 24 Oct 2025 16:13:00 +0000</p>"),
            ("Parts/Files", files),
        )
    )
    for text in ("Bo wrote:\n&gt; It leaks.\n\nOil it.", "Oil it."):
        (floor,) = read(f"<table>{rows}</table><div><pre>{text}</pre></div>")
        assert floor.own_text == "Oil it."


@pytest.mark.parametrize("rule", [60 * "-", 72 * "#", 50 * "=", "_" * 47])
def test_a_long_rule_parts_what_the_list_adds_to_a_letter(rule: str) -> None:
    added = f"{rule}\nTo leave the list, write to valves-request@a.example"
    (floor,) = read(f"{HEAD.format(beside='')}<pre>Oil it.\n-----\nOr not.\n\n{added}\n</pre>")
    assert floor.body == "Oil it.\n-----\nOr not."


def test_a_letter_counts_for_more_than_dated_lines_that_list_its_thread() -> None:
    line = "<li><b><a href=/{0}>Re: Valves</a></b>, <i>Bo, 10/2{0}/2025</i>{1}</li>"
    answers = line.format(5, "") + line.format(6, "")
    thread = "<ul>" + line.format(4, f"<ul>{answers}</ul>") + "</ul>"
    for text in ("+1", "The valve leaks, and I am<br>out of seals.<br>" * 9):
        (floor,) = read(
            f"""<h1>Re: Valves</h1><ul><li><b>From</b>: Ada Kern &lt;<i>x</i>&gt;</li>
<li><b>Date</b>: Fri, 24 Oct 2025 16:13:00 +0000</li></ul><hr>{text}<hr>{thread}"""
        )
        assert (floor.author, floor.date) == ("Ada Kern", "2025-10-24T16:13:00+00:00")


@pytest.mark.parametrize(
    "text", ["Oil it.", "The valve leaks, and I am<br>out of seals. " * 9], ids=["short", "long"]
)
def test_who_sends_a_letter_may_be_called_its_author_if_he_has_a_mail_address(text: str) -> None:
    letter = f"""<h1>Re: Valves</h1><div><div><b>Autor: </b>{{}}<br>
<b>Datum: </b><script>show(1)</script><noscript>2025-10-24 16:13</noscript><br>
<b>Betreff: </b>Re: Valves<br></div><div>{text}</div></div>
<div>This letter was sent to these lists, among others: <a href="/l">Valves</a></div>"""
    (floor,) = read(letter.format('<a href="mailto:x@a.example">Ada Kern</a>'))
    assert (floor.author, floor.date) == ("Ada Kern", "2025-10-24T16:13:00")
    assert " ".join(floor.body.split()) == " ".join(text.replace("<br>", " ").split())
    assert not read(letter.format("Ada Kern"))


def test_letters_that_follow_each_other_are_the_floors_of_one_page() -> None:
    floors = read(
        "".join(
            PREFORMATTED.format(n=n, author=author, date=date, text=escaped(text))
            for n, (author, date, text) in enumerate(LETTERS)
        )
    )
    assert [(floor.author, floor.date_raw) for floor in floors] == [
        (author, date) for author, date, _ in LETTERS
    ]
    assert floors[1].own_text == "+1"
    assert floors[1].body.endswith("> The valve leaks\n+1")


@pytest.mark.parametrize("sender", ['<a href="mailto:x@a.example">mail</a>', "ada at a.example"])
def test_a_head_without_labels_is_told_by_its_mail_address(sender: str) -> None:
    links = "<ul><li>Before: <a href='/1'>[Valves] Which?</a></li><li>By date</li></ul>"
    text = "The valve leaks, and I am\nout of seals.\n\n-- \nSent from the shed"
    page = f"""<h1>[Valves] Leaks</h1><b>Ada Kern</b> {sender}<br><i>{{0}}</i>{links}<hr>
    <pre>{text}</pre><hr>{links}"""
    (floor,) = read(page.format("Fri Oct 24 16:13:00 UTC 2025"))
    assert (floor.author, floor.date) == ("Ada Kern", "2025-10-24T16:13:00+00:00")
    assert floor.body == "The valve leaks, and I am\nout of seals."
    assert not read(page.format("October"))


def test_a_post_that_shows_the_head_of_a_letter_is_no_letter() -> None:
    post = '<div class="post"><a href="/u/{0}">{0}</a> <i>{1}</i><div class="t">{2}</div></div>'
    mail = "They sent me this:<br>From: Bank<br>Date: 2025-10-01<br>Subject: Money"
    texts = [mail, "Delete it.", "I did so at once, but what a strange letter that was!"]
    days = ["2025-10-02", "2025-10-03", "2025-10-04"]
    posts = [post.format(*one) for one in zip(["ada", "bo", "cy"], days, texts, strict=True)]
    item = extract(f"<html><body>{''.join(posts)}</body></html>")
    assert [floor.author for floor in getattr(item, "floors", [])] == ["ada", "bo", "cy"]


@pytest.mark.parametrize(
    "quoted", ["> The valve leaks", "<blockquote>The valve leaks, and I am out.</blockquote>"]
)
def test_a_letter_that_only_quotes_says_nothing_of_its_own(quoted: str) -> None:
    letters = "".join(
        f"""<hr><ul><li><em>From</em>: {author} &lt;x@a.example&gt;</li>
        <li><em>Date</em>: {date}</li></ul><div><p>{text}</p></div>"""
        for (author, date, _), text in zip(
            LETTERS, ["The valve leaks.", quoted, "Which?"], strict=True
        )
    )
    floors = read(letters)
    assert [floor.author for floor in floors] == ["Ada Kern", "Bo", "Ada Kern"]
    assert floors[1].own_text == ""
    assert floors[2].own_text == "Which?"


@pytest.mark.parametrize("title", ["garden: Thread: Noisy pump", "[garden] Message: Noisy pump"])
def test_the_subject_of_a_letter_is_the_title_that_ends_in_it(title: str) -> None:
    head = "<b>Subject:</b> <a href='mailto:a@b.example'>Re: Noisy pump</a><br>"
    letter = f"{head}<b>From:</b> Anna Holt<br><b>Date:</b> Mon, 04 Mar 2024 10:15:00 +0000<br>"
    source = f"<title>{title}</title><h1>{title}</h1>{letter}<pre>It hums all night.</pre>"
    assert extract(source, "https://lists.example/7").title == "Noisy pump"


@pytest.mark.parametrize(
    ("subject", "title"),
    [
        ("Our old pump: how loud is it?", "Our old pump: how loud is it?"),
        ("Re: Noisy pump", "Noisy pump"),
        ("[garden] Re: Noisy pump", "Noisy pump"),
    ],
)
def test_a_title_that_is_a_whole_subject_loses_no_more_than_a_mark(
    subject: str, title: str
) -> None:
    head = f"<table><tr><th>From:</th><td>Anna Holt</td></tr><tr><th>Subject:</th><td>{subject}"
    letter = f"{head}</td></tr><tr><th>Date:</th><td>2024-03-04 10:15:00</td></tr></table>"
    source = f"<title>{subject}</title><h1>{subject}</h1>{letter}<pre>It hums all night.</pre>"
    assert extract(source, "https://lists.example/7").title == title


def test_a_letter_in_paragraphs_ends_at_a_rule_with_bare_text_behind_it() -> None:
    (floor,) = read(
        """<ul><li><b>From</b>: Ada Kern &lt;<i>x@a.example</i>&gt;</li>
<li><b>Date</b>: Fri, 24 Oct 2025 16:13:00 +0000</li></ul><hr><p>The valve leaks again.</p>
<p>I am out of seals.</p><hr>This list is read by many.<br>Write what is of use to them."""
    )
    assert floor.body == "The valve leaks again.\nI am out of seals."


def test_a_copy_of_a_head_behind_a_button_is_part_of_the_head() -> None:
    letter = """<div class=head><b>Subject:</b> Valves<br><b>From:</b> <a href=/u/1>{author}</a><br>
<b>Date:</b> {date}<br><div><input type=checkbox><div>Path: a.example!not-for-mail<br>
From: u1@a.example ({author})<br>Date: {date}<br></div> View all headers<br></div></div>
<div class=body>{text}</div><form><input type=submit value=Reply></form>"""
    letters = [(author, date, " ".join(text[:1])) for author, date, text in LETTERS]
    html = "".join(letter.format(author=a, date=d, text=text) for a, d, text in letters)
    assert [(f.author, f.body) for f in read(html)] == [(a, text) for a, _, text in letters]


def test_code_in_a_letter_keeps_its_spaces() -> None:
    code = "<b>if</b> <i>wet</i>:\n    <b>oil</b>()\n<i>wait</i>()"
    html = LISTED.format(
        author="Bo", date=LETTERS[0][1], text=code, from_="From", date_="Date", dashes="-- "
    )
    assert [floor.body for floor in read(html)] == ["if wet:\n    oil()\nwait()"]


BOXED = """<div class="msg"><table class="head"><tr><td colspan="2"><b>Re: Valves</b></td></tr>
<tr><td>From:</td><td><a href="/user/{id}">{author}</a> <a href="http://{id}.example">{id}.example</a></td>
</tr><tr><td>Date:</td><td>{date}</td></tr></table>
<div class="text">{text}</div><div class="sign">Greetings from the shed number {id}</div></div>"""


def test_letters_in_boxes_are_read_as_other_posts_are() -> None:
    texts = [
        "The valve leaks, and I am out of seals.<pre><b>if</b> <i>wet</i>: oil()</pre>",
        "Hello, Ada Kern, you wrote:<br><blockquote>The valve leaks</blockquote>Which one is it?",
        "Note: it was the other one, and it did not leak at all before the frost came.",
        "Mine leaks since the frost, too, and nobody in the shop knows what to do about it.",
    ]
    authors = ["Ada Kern", "Bo", "Ada Kern", "Cy"]
    html = "".join(
        BOXED.format(
            id=f"u{authors.index(author)}", author=author, date=f"0{day}.10.25 16:13", text=text
        )
        for day, (author, text) in enumerate(zip(authors, texts, strict=True), 1)
    )
    floors = read(html)
    assert [floor.author for floor in floors] == authors
    said = [
        "The valve leaks, and I am out of seals.\nif wet: oil()",
        "Which one is it?",
        *texts[2:],
    ]
    assert [floor.own_text for floor in floors] == said
    assert [(quote.author, quote.text) for quote in floors[1].quotes] == [
        ("Ada Kern", "The valve leaks")
    ]
