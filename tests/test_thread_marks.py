"""What tells posts from what surrounds them, on pages as forums of several kinds write them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from parsel import Selector

from extract_pipelines import Article, Floor, ForumThread, Page, Site, extract
from extract_pipelines.items import Quote
from extract_pipelines.posts.quotes.quotes import find_quotes, read_quotes

URL = "https://f.example/topics/89"
POSTS = [
    ("oldowl", "10/15/2025 12:00 PM", "My gearbox makes a noise like a coffee mill since Monday."),
    ("kestrel", "11/04/2025 08:53 PM", "Check the oil first, and then the seal behind the pulley."),
    ("oldowl", "11/05/2025 07:05 AM", "There was hardly any left."),
    ("bergfex", "11/06/2025 09:30 PM", "+1"),
]
# The date stands in the title of a link, the text tells it roughly and outside the link.
REPLY = """<div class="message reply" id="m{n}"><h4><a href="/topics/89?r={n}#m{n}">RE: Noise</a> -
Added by <a href="/users/{author}">{author}</a> <a title="{date}" href="/activity">1 month</a> ago
</h4><div class="wiki"><p>{text}</p></div></div>"""
OPENING = """<div class="message"><p>Added by <a href="/users/{author}">{author}</a>
<a title="{date}" href="/activity">1 month</a> ago. Updated
<a title="11/21/2026 12:43 PM" href="/activity">6 minutes</a> ago.</p>
<dl><dt>Status:</dt><dd>New</dd></dl><div class="wiki"><p>{text}</p></div></div>"""


def page(body: str, title: str = "Noise - Tinkerers") -> str:
    return f"""<html><head><title>{title}</title></head><body><p class="crumb">
    <a href="/boards/1">Lathes</a></p><h2>Noise</h2>{body}
    <p>Powered by Something</p></body></html>"""


def replies(posts: list[tuple[str, str, str]]) -> str:
    return "".join(
        REPLY.format(n=n, author=author, date=date, text=text)
        for n, (author, date, text) in enumerate(posts, start=90)
    )


def floors(source: str) -> list[Floor]:
    item = extract(source, URL)
    assert isinstance(item, ForumThread)
    return item.floors


def told(found: list[Floor]) -> list[tuple[str | None, str | None, str]]:
    return [(floor.author, floor.date, floor.body) for floor in found]


EXPECTED = [
    ("oldowl", "2025-10-15T12:00:00", POSTS[0][2]),
    ("kestrel", "2025-11-04T20:53:00", POSTS[1][2]),
    ("oldowl", "2025-11-05T07:05:00", POSTS[2][2]),
    ("bergfex", "2025-11-06T21:30:00", POSTS[3][2]),
]


def test_dates_in_titles_of_links_prove_their_order_on_one_page() -> None:
    assert told(floors(page(replies(POSTS)))) == EXPECTED


def test_an_opening_shares_the_class_of_the_replies_and_the_place_of_their_body() -> None:
    author, date, text = POSTS[0]
    opening = OPENING.format(author=author, date=date, text=text)
    assert told(floors(page(opening + replies(POSTS[1:])))) == EXPECTED


def test_a_thread_with_a_single_short_reply_is_read_once_others_are_known() -> None:
    author, date, text = POSTS[0]
    opening = OPENING.format(author=author, date=date, text=text)
    site = Site()
    for _ in range(3):
        site.learn(Page(page(opening + replies(POSTS[1:])), URL))
    item = site.extract(Page(page(opening + replies(POSTS[3:])), "https://f.example/topics/90"))
    assert isinstance(item, ForumThread)
    assert told(item.floors) == [EXPECTED[0], EXPECTED[3]]


def test_an_opening_without_answers_is_read_alone_and_where_other_threads_are_known() -> None:
    author, date, text = POSTS[0]
    opening = OPENING.format(author=author, date=date, text=text)
    alone = Page(page(opening), "https://f.example/topics/90")
    site = Site()
    assert told(floors(page(opening))) == EXPECTED[:1]
    for _ in range(3):
        site.learn(Page(page(opening + replies(POSTS[1:])), URL))
    item = site.extract(alone)
    assert isinstance(item, ForumThread)
    assert told(item.floors) == EXPECTED[:1]
    notice = '<div class="notice"><p>Updated on 11/21/2026 12:43 PM by an administrator.</p></div>'
    assert isinstance(site.extract(Page(page(notice), "https://f.example/notice")), Article)


# The opening is no element: its head and its text stand side by side, the answers beside them.
BOARD = """<html lang="ko"><head><title>{title} &gt; 자유게시판</title></head><body>
<ul><li><a href="/">자유게시판</a></li></ul><article><header><h2>{title}</h2></header>
<section><h3>페이지 정보</h3><p><span>댓글</span> <strong><a href="#all">{count}건</a></strong>
<span>작성자</span> <strong><span class="member">{author}</span></strong>
<span>작성일</span> <strong>{date}</strong></p></section>
<section class="text"><h3>본문</h3><div><p>{text}</p></div></section>
<section id="answers"><h3>댓글목록</h3>{answers}</section></article></body></html>"""
ANSWER = """<article id="c_{n}"><header><h4>{author}님의 댓글</h4><b class="member">{author}</b>
<time datetime="2025-11-{day:02}T08:30:00+09:00">25-11-{day:02} 08:30</time></header>
<div class="said"><p>{text}</p></div></article>"""
LONG = (
    "공유기를 바꾼 뒤로 인터넷이 하루에도 몇 번씩 끊기는데 "
    "같은 제품을 쓰시는 분이 계신지 궁금합니다. 설정은 모두 처음 그대로입니다."
)

SAID = (
    "설정을 처음 상태로 돌린 다음 하나씩 다시 켜 보시면 원인을 찾을 수 있습니다.",
    "저는 두 달 전에 새 제품으로 바꿨고 그 뒤로는 한 번도 끊기지 않았습니다.",
    "고객센터에 전화하니 회선 점검을 먼저 받으라고 했습니다. 무료라고 하네요.",
    "같은 모델인데 창가로 옮겼더니 속도가 두 배로 올랐어요. 위치도 확인해 보세요.",
)


def board(number: int, text: str, answers: int) -> Page:
    names = ["달빛소년", "oldowl", "산책하는곰", "kimcs77"]
    said = [
        ANSWER.format(
            n=10 * number + n,
            author=names[(number + n) % 4],
            day=5 + n,
            text=f"{n}번째로 답합니다. {number}호 모델도 케이블을 바꾸니 나았어요. {SAID[n % 4]}",
        )
        for n in range(1, answers + 1)
    ]
    source = BOARD.format(
        title=f"질문 {number}",
        count=answers,
        author=names[number % 4],
        date=f"25-11-0{1 + number % 4} 07:1{number}",
        text=text,
        answers="".join(said) or "<p>등록된 댓글이 없습니다.</p>",
    )
    return Page(source, f"https://b.example/bbs/board.php?bo_table=free&wr_id={number}")


def test_head_and_text_of_an_opening_may_stand_side_by_side() -> None:
    site = Site()
    for number in range(4):
        site.learn(board(number, f"{number}. {LONG}", 3))
    item = site.extract(board(2, f"2. {LONG}", 3))
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == [
        "산책하는곰",
        "kimcs77",
        "달빛소년",
        "oldowl",
    ]
    assert (item.floors[0].body, item.floors[0].date) == (f"2. {LONG}", "2025-11-03T07:12:00")
    short = site.extract(board(5, "도와주세요.", 2))
    assert isinstance(short, ForumThread)
    assert [floor.body for floor in short.floors][:1] == ["도와주세요."]
    assert len(short.floors) == 3
    alone = site.extract(board(6, f"6. {LONG}", 0))
    assert isinstance(alone, ForumThread)
    assert [(floor.author, floor.body) for floor in alone.floors] == [("산책하는곰", f"6. {LONG}")]


@pytest.mark.parametrize(
    ("before", "author"),
    [
        ("<p>oldowl wrote:</p>", "oldowl"),
        (
            '<p><a href="/users/oldowl">@oldowl</a> said in <a href="/post/1">Noise</a>:</p>',
            "oldowl",
        ),
        ("<p>@oldowl2 said in <a href='/post/1'>Noise</a>:</p>", "oldowl2"),
        ("<p>@oldowl dijo en Noise of 2019:</p>", "oldowl"),
        ("<p>oldowl (02 Ноябрь 2025 - 18:30) писал:</p>", "oldowl"),
        ("<p>Replying to <a href='#c1'>oldowl</a>:</p>", "oldowl"),
        ("<p>oldowl 写道：</p>", "oldowl"),
        ("<p>@oldowl 说在 【已解决】齿轮箱有杂音:</p>", "oldowl"),
        ("<p>@oldowl 在 齿轮箱有杂音 中说：</p>", "oldowl"),
        ("<p>On Wed, Oct 15, 2025 at 12:00 PM, oldowl wrote:</p>", "oldowl"),
        ("<p>Am 15.10.2025 um 12:00 schrieb oldowl:</p>", "oldowl"),
        ("<p>This is what the manual says:</p>", None),
    ],
)
def test_a_line_that_names_who_is_quoted_is_no_own_text(before: str, author: str | None) -> None:
    quote = f"{before}<blockquote><p>My gearbox makes a noise.</p></blockquote><p>Oil it.</p>"
    floor = floors(page(replies([*POSTS, ("kestrel", "11/07/2025 09:00 AM", quote)])))[-1]
    assert [(one.author, one.text) for one in floor.quotes] == [
        (author, "My gearbox makes a noise.")
    ]
    assert floor.own_text == ("Oil it." if author else "This is what the manual says:\nOil it.")


def test_the_first_line_of_a_quote_may_be_the_name_of_an_author() -> None:
    quote = "<blockquote><em>oldowl</em><br>There was hardly any left.</blockquote>Fill it up."
    floor = floors(page(replies([*POSTS, ("kestrel", "11/07/2025 09:00 AM", quote)])))[-1]
    assert [(one.author, one.text) for one in floor.quotes] == [
        ("oldowl", "There was hardly any left.")
    ]


SAID = "My gearbox makes a noise like a coffee mill since Monday."


@pytest.mark.parametrize(
    ("text", "author", "quoted"),
    [
        (f"&gt; {SAID}<br>Oil it.", None, SAID),
        (f"<p>&gt;&gt; {SAID}</p><p>Oil it.</p>", None, SAID),
        (
            "<pre>oldowl said:\n<i>&gt; There was hardly\n</i><i>&gt; any left.\n</i>Oil it.</pre>",
            "oldowl",
            "There was hardly\nany left.",
        ),
        (f": {SAID}<br><br>Oil it.", None, SAID),
        (
            "On Wed, 15 Oct 2025 at 12:00,<br>oldowl wrote:<br>&gt; Said elsewhere.<br>Oil it.",
            "oldowl",
            "Said elsewhere.",
        ),
    ],
)
def test_lines_that_are_marked_as_quoted_are_no_own_text(
    text: str, author: str | None, quoted: str
) -> None:
    floor = floors(page(replies([*POSTS, ("kestrel", "11/07/2025 09:00 AM", text)])))[-1]
    assert floor.own_text == "Oil it."
    assert [(one.author, one.text) for one in floor.quotes] == [(author, quoted)]


@pytest.mark.parametrize(
    "text",
    [
        "Go there:<br>&gt; Tools<br>&gt; Oil &gt; Add<br>and press the button.",
        "&gt;&gt;17<br>So it is.",
        f"&gt; {SAID}",
        "<pre><code>&gt;&gt;&gt; oil(2)\n4</code></pre>So it is.",
    ],
)
def test_marked_lines_that_nobody_else_said_are_own_text(text: str) -> None:
    floor = floors(page(replies([*POSTS, ("kestrel", "11/07/2025 09:00 AM", text)])))[-1]
    assert floor.own_text == floor.body
    assert not floor.quotes


OLD_QUOTE = "<p>Originally Posted by <b>oldowl</b></p><p>My gearbox makes a noise.</p>"


@pytest.mark.parametrize(
    ("quote", "author"),
    [
        (
            f"<div><p>Quote:</p><table><tr><td>{OLD_QUOTE}</td></tr></table></div>",
            "oldowl",
        ),
        ("<div>QUOTE:</div><div>My gearbox makes a noise.</div>", None),
        ("<b>Zitat:</b><br><div>My gearbox makes a noise.</div>", None),
        ("<b>Quota:</b><br><div>My gearbox makes a noise.</div>", None),
        ("<p>引用第2楼oldowl于2025-11-02发表的:</p><div>My gearbox makes a noise.</div>", "oldowl"),
        ("<p>引用 2 楼 oldowl 的回复:</p><div>My gearbox makes a noise.</div>", "oldowl"),
        ("<div><p>Quote from: oldowl</p><p>My gearbox makes a noise.</p></div>", "oldowl"),
    ],
)
def test_a_block_below_a_line_that_calls_it_a_quote_is_one(quote: str, author: str | None) -> None:
    posts = [*POSTS, ("kestrel", "11/07/2025 09:00 AM", f"{quote}Oil it.")]
    floor = floors(page(replies(posts)))[-1]
    assert floor.own_text == "Oil it."
    assert [(one.author, one.text) for one in floor.quotes] == [
        (author, "My gearbox makes a noise.")
    ]


@pytest.mark.parametrize(
    "quote",
    [
        '<a href="/post/90">oldowl 发表于 2025-11-02 18:30</a><br>My gearbox makes a noise.',
        'My gearbox makes a noise.<br><a href="/post/90">oldowl 发表于 2025-11-02 18:30</a> [b]',
    ],
)
def test_a_line_that_tells_who_wrote_a_quote_when_names_its_author(quote: str) -> None:
    here = Page(f"<div><blockquote>{quote}</blockquote>Oil it.</div>", URL)
    (found,) = find_quotes(here, [here.tags.index("div")])
    assert found.read(here) == Quote(
        author="oldowl", text="My gearbox makes a noise.", url="https://f.example/post/90"
    )


@pytest.mark.parametrize(
    "told",
    [
        # Discuz, Dvbbs and phpwind
        "原帖由 <i>oldowl</i> 于 2025-11-2 18:30 发表",
        "原帖由 oldowl 於 2025-11-2 18:30 發表",
        "最初由 oldowl 发布",
        "以下是引用<i>oldowl在2025-11-2 18:30:00</i>的发言：",
        "引用第0楼oldowl于2025-11-02 18:30发表的“”:",
        "引用 oldowl 的话：",
        # Discuz, Invision, SMF and mail
        "Originally posted by oldowl at 2025-11-2 18:30:",
        "Originally posted by <i>oldowl</i>@Nov 2 2025, 06:30 PM",
        "QUOTE (oldowl @ Nov 2 2025, 06:30 PM)",
        "Цитата oldowl @ 02.11.25, 18:30",
        "Quote from: oldowl on November 02, 2025, 06:30:00 PM",
        "Zitat von oldowl am 2.11.2025, 18:30 Uhr",
        "oldowl wrote on 2 November 2025, 18:30:",
        # MyBB, XenForo, vBulletin, Elkarte, Carbon, Discuz for phones
        "(2025-11-02, 06:30 PM) oldowl Wrote:",
        "02.11.2025 18:30 oldowl писал(а):",
        "oldowl said: ↑",
        "引用<br>oldowl wrote",
        "oldowl hat gesagt.:",
        'Originally posted by <b>oldowl</b> <a href="#p1">View Post</a>',
        "Quote from: oldowl – on 02. 11. 2025, 18:30",
        "引用来自 #0 @oldowl 的回复：",
        '引用: <a href="/post/9">oldowl 发表于 2025-11-2 18:30</a>',
        # vBulletin in other languages
        *("Сообщение от <b>oldowl</b>", "Envoyé par oldowl", "Iniciado por oldowl"),
        *("Originariamente inviato da oldowl", "Oorspronkelijk geplaatst door oldowl"),
        *("Zamieszczone przez oldowl", "Postado originalmente por oldowl"),
        *("المشاركة الأصلية كتبت بواسطة oldowl", "Повідомлення від oldowl", "作者: oldowl"),
        *("Първоначално публикувано от oldowl", "פורסם במקור על ידי oldowl"),
        *("Pôvodne odoslal oldowl", "Alkuperäinen kirjoittaja oldowl", "Izvorno postao oldowl"),
        *("oldowl Nickli Üyeden Alıntı", "อ้างอิง: ข้อความเดิมเขียนโดยคุณ oldowl"),
        # SMF in other languages
        *("Цитата: oldowl от 02 Ноябрь 2025, 18:30:00", "Citazione di: oldowl - 2/11/2025, 18:30"),
        *("Cytat: oldowl w 02 Listopad 2025, 18:30", "Cita de: oldowl en 2 Nov, 2025, 18:30:00"),
        *("Citace: oldowl  02. Listopad 2025, 18:30", "引用: oldowl 2025年11月02日 18:30"),
        *("Citat: oldowl 02. novembar 2025, 18:30", "인용: oldowl 2025-11-02 18:30"),
        # phpBB, MyBB, Invision, phpwind
        'oldowl wrote: <a href="#p1">↑</a><span>Sun Nov 02, 2025 6:30 pm</span>',
        *("oldowl さんが書きました: ↑", "oldowl Wrote: (11-02-2025, 06:30 PM)"),
        *("(2.11.2025, 18:30)oldowl schrieb:", "oldowl, on 2 November 2025 - 06:30 PM, said:"),
        *("oldowl (02 Ноябрь 2025 - 18:30) писал:", "在 2025/11/2 在 PM6点30分， oldowl 说："),
        '引用0楼oldowl于2025-11-02 18:30发表的 <a href="#p1">Noise</a> :',
    ],
)
def test_of_a_line_that_tells_when_a_quote_was_written_the_name_is_quoted(told: str) -> None:
    here = Page(f"<div><blockquote>{told}<br>Mine makes a noise.</blockquote>Oil it.</div>", URL)
    (found,) = find_quotes(here, [here.tags.index("div")])
    quote = found.read(here)
    assert (quote.author, quote.text) == ("oldowl", "Mine makes a noise.")


@pytest.mark.parametrize(
    "said",
    [
        "Сообщение от пользователя пришло вчера.",
        "Posted by the gate, as ever, is the man who sells the tools of all the others",
        "Цитата: масло меняют от 3 до 5 раз",
    ],
)
def test_a_sentence_that_a_quote_begins_with_tells_of_nobody(said: str) -> None:
    here = Page(f"<div><blockquote>{said}<br>It leaks.</blockquote>Oil it.</div>", URL)
    (found,) = find_quotes(here, [here.tags.index("div")])
    assert found.read(here) == Quote(author=None, text=f"{said}\nIt leaks.", url=None)


def test_an_article_below_who_sent_it_is_no_quote() -> None:
    here = Page("<div><p>Envoyé par oldowl</p><div>It leaks.</div></div>", URL)
    assert not find_quotes(here, [here.tags.index("div")])


def test_the_head_of_a_citation_may_have_a_line_for_its_date() -> None:
    """As in phpBB, which writes names of those on other pages, too."""
    head = '<a href="/u/2">oldowl</a> wrote: <a href="#p1">↑</a><div>Sun Nov 02, 2025 6:30 pm</div>'
    quote = f"<blockquote><div><cite>{head}</cite>Mine makes a noise.</div></blockquote>"
    here = Page(f"<div>{quote}Oil it.</div>", URL)
    (found,) = find_quotes(here, [here.tags.index("div")])
    assert found.read(here) == Quote(author="oldowl", text="Mine makes a noise.", url=f"{URL}#p1")


@pytest.mark.parametrize(
    "said", ["oldowl wrote:", "Quote from: oldowl on November 2, 2025", "oldowl"]
)
def test_who_is_quoted_may_stand_on_the_line_of_the_quote(said: str) -> None:
    """As in phpBB, whose `<cite>` is set on a line of its own by a style."""
    quote = f"<blockquote><div><cite>{said}</cite>Mine makes a noise.</div></blockquote>"
    here = Page(f"<div>{quote}Oil it.</div>", URL)
    (found,) = find_quotes(here, [here.tags.index("div")])
    told = found.read(here, {"oldowl", "kestrel"})
    assert told == Quote(author="oldowl", text="Mine makes a noise.", url=None)


@pytest.mark.parametrize(
    "said",
    [
        *("oldowl wrote on Sun, 02 November 2025 18:30", "oldowl schreef op zo, 2 november 2025"),
        *("oldowl, vorhin", "oldowl"),
    ],
)
def test_a_citation_right_above_a_quote_tells_who_is_quoted(said: str) -> None:
    """As in FUDforum, which ends it with no colon."""
    quote = f"<cite>{said}</cite><blockquote>Mine makes a noise.</blockquote>"
    here = Page(f"<div>{quote}Oil it.</div>", URL)
    (found,) = find_quotes(here, [here.tags.index("div")], {"oldowl"})
    assert len(found.lead) == 1
    told = found.read(here, {"oldowl"})
    assert told == Quote(author="oldowl", text="Mine makes a noise.", url=None)


def test_a_book_on_the_line_above_a_quote_is_no_citation() -> None:
    quote = "<p>See <cite>The Miller's Guide</cite></p><blockquote>Oil it.</blockquote>"
    here = Page(f"<div>{quote}And so I did.</div>", URL)
    (found,) = find_quotes(here, [here.tags.index("div")], {"oldowl"})
    assert not found.lead


def test_a_book_that_a_quote_begins_with_is_part_of_it() -> None:
    quote = "<blockquote><cite>The Miller's Guide</cite> says so.</blockquote>"
    here = Page(f"<div>{quote}Oil it.</div>", URL)
    (found,) = find_quotes(here, [here.tags.index("div")])
    told = found.read(here, {"oldowl"})
    assert (told.author, told.text) == (None, "The Miller's Guide says so.")


@pytest.mark.parametrize(
    "when", ["On 3 May 2024 at 10:15 AM, ", "(2024-05-03, 10:15 AM) ", "3.5.2024 "]
)
@pytest.mark.parametrize("name", ["Amanda", "PMc", "Old Owl"])
def test_a_name_behind_a_date_is_told_whole(name: str, when: str) -> None:
    here = Page(f"<div><blockquote>{when}{name} wrote:<br>It leaks.</blockquote>Oil it.</div>", URL)
    (found,) = find_quotes(here, [here.tags.index("div")])
    assert found.read(here).author == name


@pytest.mark.parametrize("name", ["Old Owl", "owl@home", "on the road", "2 owls"])
def test_of_the_names_on_a_page_the_one_that_stands_above_a_quote_is_meant(name: str) -> None:
    html = f"Quote from: {name} on November 2, 2025<br>Mine makes a noise."
    here = Page(f"<div><blockquote>{html}</blockquote>Oil it.</div>", URL)
    (found,) = find_quotes(here, [here.tags.index("div")])
    assert found.read(here, {name, "Owl", "kestrel"}).author == name


def test_a_name_of_the_page_that_is_part_of_another_is_not_meant() -> None:
    html = "Quote from: Annabel on November 2, 2025<br>Mine makes a noise."
    here = Page(f"<div><blockquote>{html}</blockquote>Oil it.</div>", URL)
    (found,) = find_quotes(here, [here.tags.index("div")])
    assert found.read(here, {"Anna", "kestrel"}).author == "Annabel"


@pytest.mark.parametrize(
    ("top", "author"),
    [
        *(("Quote", None), ("oldowl wrote:", "oldowl"), ("QUOTE(oldowl @ 2 Nov 2025)", "oldowl")),
        *(
            ("Цитата: oldowl от 02 Ноябрь 2025, 18:30:00", "oldowl"),
            ("引用自: oldowl 于 2025-11-2 18:30", "oldowl"),
        ),
        ("Citace: oldowl  02. Listopad 2025, 18:30:00", "oldowl"),
    ],
)
def test_what_only_stands_above_a_quote_is_none(top: str, author: str | None) -> None:
    """Invision and SMF have classes for what is above and below a quote that are like its own."""
    quote = f"<div class='quotetop'>{top}</div><div class='quotemain'>Mine makes a noise.</div>"
    quote += "<div class='quotefooter'></div>"
    here = Page(f"<div>{quote}Oil it.</div>", URL)
    (found,) = read_quotes(here, find_quotes(here, [here.tags.index("div")]))
    assert found == Quote(author=author, text="Mine makes a noise.", url=None)


def test_what_shows_the_rest_of_a_quote_is_no_part_of_it() -> None:
    """XenForo writes a link without an address, which a script makes a button of."""
    more = '<div><a role="button"><b>Click to expand...</b></a></div>'
    said = 'Mine makes a <a role="button" href="/noise">noise</a>.'
    quote = f"<blockquote><p>oldowl said:</p><div>{said}</div>{more}</blockquote>"
    here = Page(f"<div>{quote}Oil it.</div>", URL)
    (found,) = find_quotes(here, [here.tags.index("div")])
    assert found.read(here) == Quote(author="oldowl", text="Mine makes a noise.", url=None)


def test_a_table_of_one_cell_that_names_whom_it_quotes_is_a_quote() -> None:
    told = "<b>以下是引用<i>oldowl在2025-11-2 18:30:00</i>的发言：</b>"
    quote = f"<table><tr><td>{told}<br>Mine makes a noise.</td></tr></table>"
    here = Page(f"<div><p>Hi.</p>{quote}<br>Oil it.</div>", URL)
    (found,) = find_quotes(here, [here.tags.index("div")])
    assert found.read(here) == Quote(author="oldowl", text="Mine makes a noise.", url=None)


@pytest.mark.parametrize("told", ["oldowl tog till orda i Re: Gearbox:", "oldowl 在 Re: 中写到："])
def test_a_line_before_a_quote_that_names_a_writer_of_the_page_tells_whom(told: str) -> None:
    text = f"<p>{told}</p><blockquote>My gearbox makes a noise.</blockquote><p>Oil it.</p>"
    floor = floors(page(replies([*POSTS, ("kestrel", "11/07/2025 09:00 AM", text)])))[-1]
    assert floor.own_text == "Oil it."
    assert [(one.author, one.text) for one in floor.quotes] == [
        ("oldowl", "My gearbox makes a noise.")
    ]


@pytest.mark.parametrize("told", ["oldowl, this helped me:", "nobody told me so:"])
def test_a_line_before_a_quote_that_only_speaks_to_somebody_is_own_text(told: str) -> None:
    text = f"<p>{told}</p><blockquote>My gearbox makes a noise.</blockquote><p>Oil it.</p>"
    floor = floors(page(replies([*POSTS, ("kestrel", "11/07/2025 09:00 AM", text)])))[-1]
    assert floor.own_text == f"{told}\nOil it."


@pytest.mark.parametrize(
    "text", ["<p>Quote: My gearbox makes a noise.</p><p>Oil it.</p>", "Quote:<br>Noise.<br>Oil it."]
)
def test_a_text_that_only_begins_with_the_word_is_no_quote(text: str) -> None:
    floor = floors(page(replies([*POSTS, ("kestrel", "11/07/2025 09:00 AM", text)])))[-1]
    assert floor.own_text == floor.body
    assert not floor.quotes


def test_buttons_and_what_is_marked_as_a_signature_are_no_body() -> None:
    posts = [
        (
            author,
            date,
            f"{text}<button>Show {n} more</button></p><div class='post-signature x{n}'><p>Sign {n}",
        )
        for n, (author, date, text) in enumerate(POSTS)
    ]
    assert told(floors(page(replies(posts)))) == EXPECTED


BOARD_ROW = """<tr class="row"><td><a href="/forum/{n}/">{name}</a><div>All about {name}</div></td>
<td>{n}6</td><td>11{n}</td><td>{date}</td></tr>"""
PERSONS_POST = """<table class="post"><tr><th><a href="/post/{n}/">#</a> {date}</th></tr>
<tr><td><a href="/users/oldowl/">oldowl</a></td><td>{text}</td></tr></table>"""
ACTIVITY = """<h3>{date}</h3><dl><dt><i>04:28</i> <a href="/topics/{n}">Lathes: {text}</a></dt>
<dd><p>{text} It began on Monday, and I do not know what to do about it.</p>
<a href="/users/{author}">{author}</a></dd></dl>"""
CELLS = """<div class="row"><h2><a href="/category/{n}/a">Boards of {name}</a></h2>
<p>All about {name}</p></div><div class="row"><a href="/user/{author}">{author}</a>
<a href="/topic/{n}"><time datetime="2025-10-1{n}T10:00">a while ago</time></a><p>{text}</p>
</div>"""


@pytest.mark.parametrize(
    ("row", "title"),
    [
        (BOARD_ROW, "Tinkerers"),
        (PERSONS_POST, "Posts of oldowl - Tinkerers"),
        (ACTIVITY, "Activity - Tinkerers"),
        (CELLS, "Tinkerers"),
    ],
)
def test_boards_activities_and_the_posts_of_a_member_are_no_threads(row: str, title: str) -> None:
    rows = "".join(
        row.format(n=n, name=f"{author}s", author=author, date=date, text=text * (n % 2 + 1))
        for n, (author, date, text) in enumerate(POSTS, start=1)
    )
    item = extract(page(rows, title), "https://f.example/")
    assert isinstance(item, Article)
    assert item.comments == []


def test_the_next_thread_is_no_next_page() -> None:
    for address, expected in (
        ("/topics/90", None),
        ("/topics/89?page=2", "https://f.example/topics/89?page=2"),
    ):
        source = page(f'{replies(POSTS)}<a rel="next" href="{address}">Next</a>')
        item = extract(source, URL)
        assert isinstance(item, ForumThread)
        assert item.next_page_url == expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("/topic/5-top-10", "5"),
        ("/topic/12345-top-10", "12345"),
        ("/topic/5-best-of-2024", "5"),
        ("/topic/3-best-cars-1234", "1234"),
        ("/threads/top-10.345/", "345"),
        ("/t/a-title-345.html", "345"),
        ("/post/ab6c6c2b53", "ab6c6c2b53"),
    ],
)
def test_a_thread_has_the_id_of_its_address(address: str, expected: str) -> None:
    item = extract(page(replies(POSTS)), f"https://f.example{address}")
    assert isinstance(item, ForumThread)
    assert item.thread_id == expected


def test_addresses_are_written_as_they_are_asked_for() -> None:
    item = extract(page(replies(POSTS) + '<a rel="next" href="?seite=2&amp;q=ö">2</a>'), URL)
    assert isinstance(item, ForumThread)
    assert item.next_page_url == "https://f.example/topics/89?seite=2&q=%C3%B6"


@pytest.mark.parametrize(
    "today",
    ["<strong>Today</strong> at {}:27:28 AM", "<span>Today at {}:27:28 AM</span>"],
)
def test_posts_of_today_whose_date_is_marked_are_posts_as_the_others_are(today: str) -> None:
    dates = [
        "November 20, 2026, 05:49:36 PM",
        "November 20, 2026, 07:25:51 PM",
        "November 20, 2026, 08:51:36 PM",
        *map(today.format, ("01", "02", "04")),
    ]
    texts = [text for _, _, text in POSTS] + ["Which seal do you mean?", "The left one, I think."]
    source = page(
        "".join(
            f'<div class="windowbg" id="msg{n}"><div class="poster"><h4><a href="/u/{n % 3}">'
            f"{POSTS[n % 3][0]}{n % 3}</a></h4><ul><li>Posts: {7 * n}</li></ul></div>"
            f'<div class="area"><div class="at"><a href="/t/89.msg{n}#msg{n}" class="when">{date}'
            "</a></div>"
            f'<div class="inner" id="msg_{n}">{text}</div></div></div>'
            for n, (date, text) in enumerate(zip(dates, texts, strict=True))
        )
    )
    item = Site().extract(Page(source, URL, downloaded=datetime(2026, 11, 21, 9, tzinfo=UTC)))
    assert isinstance(item, ForumThread)
    assert [floor.body for floor in item.floors] == texts
    assert [(floor.date or "")[:13] for floor in item.floors][2:4] == [
        "2026-11-20T20",
        "2026-11-21T01",
    ]


def test_a_part_of_a_page_may_be_bold_as_a_whole() -> None:
    source = "<p><b><b>2024-03-01 10:00</b> oldowl: oil it.<b>2024-03-02 10:00</b> Thanks!</b></p>"
    (part,) = Selector(source).xpath("//p/b")
    item = Site().extract(Page(Selector(root=part.root), URL))
    assert "Thanks!" in (item.body or "")
