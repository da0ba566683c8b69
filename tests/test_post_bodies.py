"""Which lines of a record are its post's: what stands within and beside the place of the bodies."""

from __future__ import annotations

import pytest

from extract_pipelines import ForumThread, Page, Site, extract
from tests.pages import forum

TEXTS = (
    "My gearbox makes a noise like a coffee mill since Monday, and only when it is cold.",
    "Check the oil first, and then the seal behind the pulley. It is easy to reach from below.",
    "There was hardly any left. Thank you, I would have looked for weeks.",
    "Write down how much you filled in, so that you see whether it leaks again next month.",
    "It leaks. I have ordered a new seal, it should be here on Thursday or Friday.",
)
NAMES = ("oldowl", "kestrel", "oldowl", "bergfex", "oldowl")
POST = """<article class="post" id="p{n}"><div class="by"><a href="/members/{name}">{name}</a>
<em class="rank">Member</em></div><div class="when">{n} March 2023, 10:15</div>
<div class="content">{text}</div>
<div class="tools"><a href="#">Reply</a> <a href="#">Report</a></div></article>"""


def page(shown: list[str]) -> str:
    posts = "".join(
        POST.format(n=n, name=name, text=text)
        for n, (name, text) in enumerate(zip(NAMES, shown, strict=True), start=1)
    )
    return f"""<html><head><title>Noisy gearbox - Tinkerers</title></head><body>
    <ul><li><a href="/">Home</a></li><li><a href="/new">New posts</a></li></ul>
    <h1>Noisy gearbox</h1>{posts}<p>Tinkerers runs on our own forum software.</p></body></html>"""


def bodies(source: str) -> list[str]:
    item = extract(source, "https://f.example/t/9")
    assert isinstance(item, ForumThread)
    return [floor.body for floor in item.floors]


@pytest.mark.parametrize(
    "note",
    [
        "<p class='small'><i>Oldowl muokkasi viestiä 5. maaliskuuta 2023 klo 11:20</i></p>",
        "<div class='tail'><a href='#'>Copy</a></div>",
    ],
)
def test_a_line_that_some_posts_have_below_their_text_is_none_of_it(note: str) -> None:
    shown = [f"<p>{text}</p>{note if n in (1, 3) else ''}" for n, text in enumerate(TEXTS)]
    assert bodies(page(shown)) == list(TEXTS)


def test_code_beside_the_paragraphs_of_a_post_is_part_of_it() -> None:
    code = "<div class='codebox'><pre><code>G0 X10\nG1 Z-2 F100</code></pre></div>"
    shown = [f"<p>{text}</p>{code if n == 2 else ''}" for n, text in enumerate(TEXTS)]
    assert bodies(page(shown))[2] == f"{TEXTS[2]}\nG0 X10\nG1 Z-2 F100"


def test_code_in_the_block_of_a_text_is_known_by_its_tag_alone() -> None:
    """One post begins with code; in another one it stands behind a quote and few words."""
    code = "<div class='bit'><pre>fan_min = 27\nrestart --now</pre></div>"
    quote = f"<div><aside><blockquote><div>{TEXTS[1]}</div></blockquote></aside></div>"
    posts = "".join(
        f"<li><div><article><blockquote>{text}</blockquote></article></div>"
        f"<div><a class='date'>{n} March 2023, 10:15</a></div></li>"
        for n, text in enumerate([f"{code}{TEXTS[0]}", TEXTS[1], f"{quote}It leaks.{code}"], 1)
    )
    first, *_ = bodies(f"<h1>Noisy gearbox</h1><ol>{posts}</ol>")
    assert first == f"fan_min = 27\nrestart --now\n{TEXTS[0]}"


def test_code_between_the_elements_of_a_text_is_part_of_it() -> None:
    code = """</span><table><tr><td><b>Code:</b></td></tr><tr><td class="code">
    $ sudo drain --all</td></tr></table><span class="postbody">Or so."""
    rows = "".join(
        f"<tr><td class='name'><b>{name}</b></td><td><table><tr><td class='posted'>{n} March 2023,"
        f" 10:15</td></tr><tr><td><span class='postbody'>{text}{code if n == 2 else ''}</span>"
        "</td></tr></table></td></tr>"
        for n, (name, text) in enumerate(zip(NAMES, TEXTS, strict=True), start=1)
    )
    told = bodies(f"<title>Noisy gearbox</title><h1>Noisy gearbox</h1><table>{rows}</table>")
    assert told == [TEXTS[0], f"{TEXTS[1]}\n$ sudo drain --all\nOr so.", *TEXTS[2:]]


def test_a_table_between_the_paragraphs_of_a_post_is_part_of_it() -> None:
    table = "<div class='x'><table class='parts'><tr><td>Seal<br>Two bolts</td></tr></table></div>"
    between = f"<p>These I have ordered:</p><p><br></p>{table}<p>All was there today.</p>"
    shown = [f"<p>{text}</p>{between if n == 4 else ''}" for n, text in enumerate(TEXTS)]
    told = [TEXTS[4], "These I have ordered:", "Seal", "Two bolts", "All was there today."]
    assert bodies(page(shown))[4] == "\n".join(told)


QUOTES = {
    "paragraphs": "<blockquote class='quote'><div class='by'><b>{}</b> wrote:</div>"
    "<div class='said'>{}</div></blockquote><p>{}</p>",
    "bare text": "<div class='quoteheader'>Quote from: {}</div><blockquote>{}</blockquote>{}",
}


def quoting(layout: str, quoted: dict[int, int], answers: tuple[str, ...]) -> str:
    """The page, in which some posts quote another one, by the numbers of both from 0."""
    return page(
        [
            QUOTES[layout].format(NAMES[quoted[n]], answers[quoted[n]], text)
            if n in quoted
            else f"<p>{text}</p>"
            for n, text in enumerate(answers)
        ]
    )


@pytest.mark.parametrize("layout", QUOTES)
@pytest.mark.parametrize(
    "quoted", [{2: 0}, {2: 0, 3: 0}, {2: 1, 3: 0, 4: 0}, {1: 0, 2: 0, 3: 0, 4: 0}]
)
@pytest.mark.parametrize("short", [None, "+1"])
def test_what_is_quoted_is_told_though_others_quote_the_same_or_nobody_does(
    layout: str, quoted: dict[int, int], short: str | None
) -> None:
    answers = (*TEXTS[:2], short or TEXTS[2], *TEXTS[3:])
    item = extract(quoting(layout, quoted, answers), "https://f.example/t/9")
    assert isinstance(item, ForumThread)
    assert [floor.own_text for floor in item.floors] == list(answers)
    found = [[quote.text for quote in floor.quotes] for floor in item.floors]
    assert found == [[TEXTS[quoted[n]]] if n in quoted else [] for n in range(len(TEXTS))]


def test_an_answer_that_is_given_on_most_pages_is_no_part_of_the_template() -> None:
    site = Site()
    pages = []
    for n in range(12):
        own = tuple(f"{text} I say so for the time number {n}." for text in TEXTS)
        shown = quoting("paragraphs", {2: 1}, (*own[:2], "Thanks!", *own[3:]))
        pages.append(Page(shown, f"https://f.example/t/{n}"))
        site.learn(pages[-1])
    for one in pages:
        item = site.extract(one)
        assert isinstance(item, ForumThread)
        assert item.floors[2].own_text == "Thanks!"
        assert [quote.text for quote in item.floors[2].quotes] == [item.floors[1].own_text]


def test_a_copy_of_a_post_that_is_there_to_be_quoted_is_no_part_of_it() -> None:
    post = (
        "<div id='quote-source-{n}' style='display:none'><blockquote><div class='title'>Quote from"
        " <a href='/u/{n}'>{name}</a> on 3 March 2023</div>{text}</blockquote></div><p>{text}</p>"
    )
    site = Site()
    for number in range(6):
        own = [f"{text} I say so for the time number {number}." for text in TEXTS]
        shown = [
            post.format(n=n, name=name, text=text)
            for n, (name, text) in enumerate(zip(NAMES, own, strict=True))
        ]
        site.learn(last := Page(page(shown), f"https://f.example/t/{number}"))
    item = site.extract(last)
    assert isinstance(item, ForumThread)
    assert [floor.body for floor in item.floors] == own


def test_a_page_whose_posts_all_stand_behind_copies_of_them_is_read_by_itself() -> None:
    post = (
        "<div id='quote-container-{n}' style='display:none'><blockquote><div class='quotetitle'>"
        "Quote from {name} on 3 March 2023</div>{text}</blockquote></div><p>{text}</p>"
    )
    shown = [
        post.format(n=n, name=name, text=text)
        for n, (name, text) in enumerate(zip(NAMES, TEXTS, strict=True))
    ]
    assert bodies(page(shown)) == list(TEXTS)


def test_a_paragraph_that_begins_with_the_box_of_a_quote_is_not_empty() -> None:
    head = "<div class='quotetop'>QUOTE({} @ Mar 1 2023, 10:15 AM)</div>"
    box = f"{head}<div class='quotemain'>{{}}</div>{{}}"
    quoted = box.format(NAMES[0], TEXTS[0], TEXTS[3])
    texts = [quoted if n == 3 else text for n, text in enumerate(TEXTS)]
    posts = "".join(
        f"<div class='print'><h4>Posted by: {name} Mar {n} 2023, 10:15 AM</h4><p>{text}</p></div>"
        for n, (name, text) in enumerate(zip(NAMES, texts, strict=True), start=1)
    )
    item = extract(f"<title>Noisy gearbox</title>{posts}", "https://f.example/t/9")
    assert isinstance(item, ForumThread)
    assert [floor.own_text for floor in item.floors] == list(TEXTS)
    assert [quote.text for quote in item.floors[3].quotes] == [TEXTS[0]]


def test_the_only_quote_of_a_page_is_none_of_the_post_that_answers_it_in_a_word() -> None:
    post = """<div class="windowbg"><div class="poster"><h4><a href="?u={n}">{name}</a></h4></div>
    <div class="postarea"><div class="keyinfo"><div class="smalltext">&#171; <strong>Reply #{n}
    on:</strong> March {n:02d}, 2023, 11:20:00 AM &#187;</div></div>
    <div class="post"><div class="inner" id="msg_{n}">{text}</div></div></div></div>"""
    asked = "I replaced the seal on my gearbox last weekend and it still leaks.<br>Has anybody one?"
    shown = [
        *(asked, "The dealer in town had to replace mine."),
        QUOTES["bare text"].format("oldowl", asked, "+1"),
        "My gearbox was cleaned because nobody had looked at the small screw.",
        "It was leaking for years before the long trip to Norway.",
    ]
    posts = "".join(
        post.format(n=n, name=name, text=text)
        for n, (name, text) in enumerate(zip(NAMES, shown, strict=True), start=1)
    )
    item = extract(f"<title>Noisy gearbox</title><h1>Noisy gearbox</h1>{posts}")
    assert isinstance(item, ForumThread)
    assert item.floors[2].own_text == "+1"
    assert [quote.text for quote in item.floors[2].quotes] == [item.floors[0].body]


def test_a_lone_post_is_read_by_what_its_site_taught() -> None:
    site = Site()
    for _ in range(2):
        site.learn(Page(page([f"<p>{text}</p>" for text in TEXTS]), "https://f.example/t/9"))
    lone = POST.format(n=7, name="newbie", text="<p>Thanks!</p>")
    source = f"<html><title>Seals</title><body><h1>Seals</h1>{lone}</body></html>"
    item = site.extract(Page(source, "https://f.example/t/12"))
    assert isinstance(item, ForumThread)
    assert [floor.body for floor in item.floors] == ["Thanks!"]


def test_the_html_of_a_body_holds_neither_author_nor_date() -> None:
    thread = extract(forum()["/thread/1"], "https://tinkerers.example/thread/1")
    assert isinstance(thread, ForumThread)
    for floor in thread.floors:
        shown = floor.body_html or ""
        assert floor.body in shown
        assert str(floor.author) not in shown
        assert str(floor.date_raw) not in shown


def test_of_a_line_with_a_long_link_the_words_around_it_are_read_too() -> None:
    story = "The long story of the leaking gearbox, told once more from its start"
    shown = [f"<p>{text}</p>" for text in TEXTS]
    link = f"<a class='box' href='/t/4'>{story}</a>"
    shown[3] = f"<ol><li><code>seal</code> is all in {link} and below it.</li></ol>"
    assert bodies(page(shown))[3] == f"seal is all in {story} and below it."


LINE = """<div class="push"><span class="vote">{vote} </span>{name}<span class="said">{said}</span>
<span class="when"> 03/{n:02} 10:15</span></div>"""


@pytest.mark.parametrize("name", ['<b class="by">{0}</b>', '<a href="/members/{0}">{0}</a>'])
@pytest.mark.parametrize("colon", [": ", "："])
def test_of_a_line_that_says_who_says_what_the_text_is_what_stands_behind_the_colon(
    name: str, colon: str
) -> None:
    shown = "".join(
        LINE.format(vote="+1" if n % 2 else "-1", name=name.format(who), said=colon + text, n=n)
        for n, (who, text) in enumerate(zip(NAMES, TEXTS, strict=True), start=1)
    )
    source = f"<html><head><title>Noisy gearbox</title></head><body>{shown}</body></html>"
    item = Site().extract(Page(source, "https://f.example/t/9", page_type="thread"))
    assert isinstance(item, ForumThread)
    assert [(floor.author, floor.body) for floor in item.floors] == list(
        zip(NAMES, TEXTS, strict=True)
    )


def test_a_smiley_behind_a_name_is_part_of_the_text() -> None:
    smiling = [f":) {text}" for text in TEXTS]
    source = page(smiling).replace('</a>\n<em class="rank">Member</em>', "</a>")
    assert bodies(source) == smiling


@pytest.mark.parametrize("dash", ["- ", " – ", "| "])
def test_a_dash_between_a_date_and_the_text_on_its_line_is_none_of_it(dash: str) -> None:
    shown = "".join(
        f'<div class="media"><h4><a href="/u/{name}">{name}</a></h4>'
        f"<i>{n} March 2023, 10:15</i> {dash}{text}</div>"
        for n, (name, text) in enumerate(zip(NAMES, TEXTS, strict=True), start=1)
    )
    source = f"<html><head><title>Noisy gearbox</title></head><body>{shown}</body></html>"
    assert bodies(source) == list(TEXTS)
