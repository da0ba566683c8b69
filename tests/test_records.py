"""Floors by records, on the layouts that forums have."""

from __future__ import annotations

import gc
import weakref

import pytest

from extract_pipelines import Article, Floor, ForumThread, Page, Site, extract
from extract_pipelines.page.date_mentions import find_dates_of
from extract_pipelines.posts.records.analysis import analyse
from extract_pipelines.site.options import Options
from tests.pages import article_page

RECORDS = Options(floors="records")
LONG = (
    "There was hardly any left, so I filled it up last night, and it is as quiet as it was when I"
    " bought it. Who would have thought that it can be so simple?"
)
POSTS = [
    ("oldowl", "2023-03-01 10:15", "My gearbox makes a noise like a coffee mill since Monday."),
    ("kestrel", "2023-03-01 11:40", "Check the oil first."),
    ("oldowl", "2023-03-02 07:05", LONG),
    ("bergfex", "2023-03-04 21:30", "+1"),
    ("kestrel", "2023-03-05 08:00", "Glad to hear that. Mine leaks through the shaft seal."),
]

DIVS = """<div class="post" id="p{n}"><div class="user"><a href="/u/{author}">{author}</a>
<span>Posts: {n}7</span></div><div class="info">{date}</div><div class="text">{text}</div>
<div class="tools"><a href="/reply/{n}">Reply</a> <a href="/report/{n}">Report</a></div></div>"""
PLAIN_TABLE = """<tr><td><b><a href="/u/{author}">{author}</a></b></td><td>{date}</td></tr>
<tr><td>Member</td><td>{text}</td></tr>"""
LIST = """<li><p><a href="/u/{author}">{author}</a> <time datetime="{date}">{date}</time></p>
<div>{text}</div></li>"""
DEFINITIONS = """<dt><a href="/u/{author}">{author}</a> wrote on {date}</dt><dd>{text}</dd>"""
FOOTER_DATE = """<section class="entry"><p class="says">{text}</p>
<footer><b class="by"><a href="/u/{author}">{author}</a></b><em>{date}</em></footer></section>"""
NOSCRIPT = """<noscript><article class="m m{n}"><h4><a href="/u/{author}">{author}</a></h4>
<small>{date}</small><div class="b">{text}</div></article></noscript>"""
ODD_EVEN = """<div class="row {odd}"><span class="n"><a href="/u/{author}">{author}</a></span>
<span class="d">{date}</span><div class="c">{text}</div></div>"""
LAYOUTS = {
    "divs": ("<form>{}</form>", DIVS),
    "table rows": ("<table>{}</table>", PLAIN_TABLE),
    "list": ("<ol>{}</ol>", LIST),
    "definition list": ("<dl>{}</dl>", DEFINITIONS),
    "date below": ("<main>{}</main>", FOOTER_DATE),
    "noscript": ("<div>{}</div>", NOSCRIPT),
    "odd and even": ("<div>{}</div>", ODD_EVEN),
}
CHROME = """<html><head><title>Noisy gearbox - Tinkerers</title></head><body>
<ul class="menu"><li><a href="/">Home</a></li><li><a href="/new">New posts</a></li></ul>
<h1>Noisy gearbox</h1>{}
<div class="similar"><h3>Similar threads</h3><ul>
<li><a href="/t/7">Gearbox oil for old lathes</a> <i>2022-01-03</i></li>
<li><a href="/t/8">Which noise is a bearing noise</a> <i>2022-05-13</i></li>
<li><a href="/t/9">Where to buy shaft seals</a> <i>2021-11-23</i></li></ul></div>
<p class="foot">All times are GMT. It is now 2023-03-06 10:00. Be kind to each other.</p>
</body></html>"""


def page(layout: str, posts: list[tuple[str, str, str]] = POSTS, before: str = "") -> str:
    around, post = LAYOUTS[layout]
    floors = "".join(
        post.format(n=n, author=author, date=date, text=text, odd="odd" if n % 2 else "even")
        for n, (author, date, text) in enumerate(posts, start=1)
    )
    return CHROME.format(before + around.format(floors))


def fields(floors: list[Floor]) -> list[tuple[str | None, str | None, str]]:
    return [(floor.author, floor.date, floor.body) for floor in floors]


def expected(posts: list[tuple[str, str, str]] = POSTS) -> list[tuple[str, str, str]]:
    return [(author, date.replace(" ", "T") + ":00", text) for author, date, text in posts]


def read(source: str) -> list[Floor]:
    item = extract(source, "https://a.example/t/1", RECORDS)
    assert isinstance(item, ForumThread)
    assert item.metadata.method == "records"
    return item.floors


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_first_page_of_a_site_is_read(layout: str) -> None:
    assert fields(read(page(layout))) == expected()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_page_with_one_post_is_read_with_what_the_site_taught(layout: str) -> None:
    site = Site(RECORDS)
    site.learn(Page(page(layout)))
    one = [("newbie", "2023-04-01 09:00", "Thanks!")]
    item = site.extract(Page(page(layout, one)))
    assert isinstance(item, ForumThread)
    assert fields(item.floors) == expected(one)


def test_an_opening_post_of_another_shape_is_a_floor() -> None:
    text = (
        "Does anybody know why it howls in third gear only? I changed the oil, and nothing helped."
    )
    opening = f"""<section class="question"><header><a href="/u/asker">asker</a>
    <span>asked on 2023-02-28 18:00</span></header><div class="problem"><p>{text}</p></div>
    </section>"""
    floors = read(page("divs", before=opening))
    assert fields(floors) == [("asker", "2023-02-28T18:00:00", text), *expected()]


TICKET = """<div class="ticket"><div class="when">Opened <a href="/at">{date}</a></div>
<h2>new defect</h2><table><tr><th>{label}</th><td>{author}</td><th>Milestone:</th>
<td><a href="/m/3">third</a></td></tr><tr><th>Priority:</th><td><a href="/p/2">major</a></td></tr>
</table><div class="description"><h3>Description</h3><div class="text"><p>{text}</p></div></div>
</div>"""


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("Reported by:", '<a href="/query?by={name}">{name}</a>'),
        ("Submitted by", "{name}"),
        ("Author:", "{name}"),
    ],
)
def test_the_head_of_a_ticket_is_read_by_its_labels_and_its_prose(label: str, shown: str) -> None:
    author, date, _ = POSTS[0]
    head = TICKET.format(label=label, author=shown.format(name=author), date=date, text=LONG)
    floors = read(page("divs", POSTS[1:], before=head))
    assert fields(floors) == expected([(author, date, LONG), *POSTS[1:]])


@pytest.mark.parametrize(
    ("link", "found"),
    [
        ('<a href="/thread/8"><b>Oil or grease?</b> <i>2022-05-01 09:30</i> by kestrel</a>', 0),
        ('<a href="/thread/8"><i>2022-05-01 09:30</i></a>', 1),
        ('<a href="/thread/8">long ago, on 2022-05-01 09:30</a>', 1),
        ('<a href="/thread/9#p7"><b>Go to post 7</b> of <i>2022-05-01 09:30</i></a>', 1),
        ('<a href="/members/kestrel">kestrel, here since <i>2022-05-01 09:30</i></a>', 1),
    ],
)
def test_the_date_of_a_thread_that_a_link_leads_to_is_no_post_s(link: str, found: int) -> None:
    shown = '<a href="#p1">2023-03-01 10:15</a><p>My gearbox is noisy.</p>'
    mentions = analyse(
        Page(f"{shown}<div>{link}</div>", "https://a.example/thread/9")
    ).dates.mentions
    assert [one.date.raw for one in mentions] == ["2023-03-01 10:15", "2022-05-01 09:30"][
        : 1 + found
    ]


def test_dates_of_members_edits_and_quotes_are_not_the_posts() -> None:
    posts = [
        (
            author,
            date,
            f"{text}</div><div class='edit'>Last edited by {author} on 2023-05-0{n} 10:00",
        )
        for n, (author, date, text) in enumerate(POSTS, start=1)
    ]
    source = page("divs", posts).replace("Posts: ", "Joined: 2019-08-11 Posts: ")
    assert fields(read(source)) == expected()


@pytest.mark.parametrize(
    "note",
    [
        "Last edited by oldowl on Sat Mar 04, 2023 10:05 pm, edited 1 time in total.",
        "This post was last modified: 04-03-2023, 10:05 PM by <a href='/u/oldowl'>oldowl</a>.",
        "<em>Zuletzt geändert von oldowl am Sa 4. Mär 2023, 22:05, insgesamt 1-mal geändert.</em>",
        "Сообщение отредактировал oldowl: 04 Март 2023 - 22:05",
        "Last edited by oldowl; 03-04-2023 at 10:05 PM. Reason: a letter too many",
        "最后于 2023-3-4 22:05 被oldowl编辑 ，原因： 补充附件",
    ],
)
def test_a_note_of_an_edit_that_ends_a_text_is_no_part_of_it(note: str) -> None:
    posts = [
        (author, date, f"{text}<br><br>{note}" if text == LONG else text)
        for author, date, text in POSTS
    ]
    assert fields(read(page("divs", posts))) == expected()


@pytest.mark.parametrize(
    "text",
    [
        "It leaks.<br>Edited 4 March 2023, 22:05: the seal is new.",
        "It leaks.<br>I edited this on 4 March 2023.",
        "It leaks.<br>Edited by me on 4 March 2023, 22:05<br>The seal is new now.",
        "The text was edited on 4 March 2023, 22:05.",
        "It leaks.<br>Edited on 4 March 2023, 22:05, for a good reason: the seal is new.",
    ],
)
def test_what_an_author_says_of_an_edit_is_part_of_the_text(text: str) -> None:
    posts = [(author, date, text if said == LONG else said) for author, date, said in POSTS]
    assert read(page("divs", posts))[2].body == text.replace("<br>", "\n")


def test_signatures_and_buttons_stay_out_of_the_body() -> None:
    signature = {
        "oldowl": "Measure twice, cut once.",
        "kestrel": "Rust never sleeps.",
        "bergfex": "",
    }
    posts = POSTS + [(author, date, f"As to this, {text}") for author, date, text in POSTS]
    shown = [
        (author, date, f"<div>{text}</div><div class='sig'>{signature[author]}</div>{button}")
        for button in ["<a class='more'>Click to expand</a>"]
        for author, date, text in posts
    ]
    assert fields(read(page("divs", shown))) == expected(posts)


def test_a_numbered_head_of_one_line_with_author_and_date_stays_out_of_the_body() -> None:
    later = [
        (author, date.replace("2023", "2024"), f"A year later: {text}")
        for author, date, text in POSTS
    ]
    posts = [*POSTS, *later]
    floors = "".join(
        f'<div class="note"><h3>comment:{n} by <b>{author}</b>, <i>{date}</i></h3>{text}</div>'
        for n, (author, date, text) in enumerate(posts, start=1)
    )
    item = extract(f"<body>{floors}</body>", "https://a.example/t/1", RECORDS)
    assert isinstance(item, ForumThread)
    assert [floor.body for floor in item.floors] == [text for _, _, text in posts]


def test_quotes_are_part_of_the_body_but_not_of_the_own_text() -> None:
    quote = "<blockquote><cite>oldowl said:</cite><p>My gearbox makes a noise.</p></blockquote>"
    posts = [
        *POSTS[:1],
        ("kestrel", "2023-03-01 11:40", f"{quote}<p>Check the oil.</p>"),
        *POSTS[2:],
    ]
    floor = read(page("divs", posts))[1]
    assert floor.body == "oldowl said:\nMy gearbox makes a noise.\nCheck the oil."
    assert floor.own_text == "Check the oil."
    assert [(one.author, one.text) for one in floor.quotes] == [
        ("oldowl", "My gearbox makes a noise.")
    ]


def test_images_links_and_ids() -> None:
    text = 'See <a href="/wiki/oil">the wiki</a>.<img src="/img/9.png" alt="">'
    text += '<amp-img src="/img/10.png"></amp-img>'
    floor = read(page("divs", [*POSTS, ("ann", "2023-03-06 09:00", text)]))[-1]
    assert floor.links == ["https://a.example/wiki/oil"]
    assert floor.images == ["https://a.example/img/9.png", "https://a.example/img/10.png"]
    assert floor.author_url == "https://a.example/u/ann"
    assert floor.post_id == "6"
    assert floor.body_html is not None
    assert "See " in floor.body_html


@pytest.mark.parametrize(
    "shown", ["{date}, <span>{time}</span>", "<b>{time}</b> On <b>{date}</b>", "{time} {date}"]
)
def test_a_time_that_stands_beside_its_day_is_taken(shown: str) -> None:
    posts = [
        (author, shown.format(date=date[:10], time=date[11:]), text) for author, date, text in POSTS
    ]
    assert fields(read(page("divs", posts))) == expected()


@pytest.mark.parametrize("ends", [", {year} at {time}", " {year}, {time}"])
def test_the_ending_of_a_day_may_be_raised(ends: str) -> None:
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()

    def written(date: str) -> str:
        year, month, day = date[:10].split("-")
        rest = ends.format(year=year, time=date[11:])
        return f"Reply on {months[int(month) - 1]} {int(day)}<sup>th</sup>{rest}"

    posts = [(author, written(date), text) for author, date, text in POSTS]
    assert fields(read(page("divs", posts))) == expected()


def test_the_order_of_day_and_month_is_learned_from_the_site() -> None:
    def written(date: str) -> str:
        year, month, day = date[:10].split("-")
        return f"{day}/{month}/{year} {date[11:]}"

    early = [(author, written(date), text) for author, date, text in POSTS]
    late = [
        (author, written(f"2023-03-2{n} 10:00"), text) for n, (author, _, text) in enumerate(POSTS)
    ]
    site = Site(RECORDS)
    pages = [Page(page("divs", posts)) for posts in (early, late)]
    for one in pages:
        site.learn(one)
    item = site.extract(pages[0])
    assert isinstance(item, ForumThread)
    assert [floor.date for floor in item.floors] == [date for _, date, _ in expected()]


LIST_ROW = """<tr><td class="t"><a href="/t/{n}">{text}</a></td><td>
<a href="/u/{author}">{author}</a></td><td>1{n}</td><td>{date}</td></tr>"""
TEASER = """<div class="teaser"><h2><a href="/a/{n}">{text}</a></h2><p class="when">{date} by
<a href="/u/{author}">{author}</a></p><p>{text} This is what the article says in a sentence or two
of about this length. <a href="/a/{n}">More</a></p></div>"""
MEMBER_ROW = """<tr><td><a href="/u/{n}">{author}{n}</a></td><td>{date}</td><td>{n}</td></tr>"""


@pytest.mark.parametrize("row", [LIST_ROW, TEASER, MEMBER_ROW])
def test_lists_are_no_threads(row: str) -> None:
    rows = "".join(
        row.format(n=n, author=author, date=date, text=text.replace("+1", "Is it worth a repair?"))
        for n, (author, date, text) in enumerate(POSTS)
    )
    item = extract(CHROME.format(f"<table>{rows}</table>"), options=RECORDS)
    assert isinstance(item, Article)
    assert item.comments == []


def test_a_floor_has_the_address_of_its_post() -> None:
    posts = "".join(
        f'<div class="post" id="p{n}4"><a href="/u/{author}">{author}</a> <i>{date}</i>'
        f'<a href="/report?p={n}4">Report</a><a href="t.php?t=7#p{n}4">#{n}</a>'
        f"<div>{text}</div></div>"
        for n, (author, date, text) in enumerate(POSTS, start=1)
    )
    item = extract(f"<body>{posts}</body>", "https://f.example/t.php?t=7")
    assert isinstance(item, ForumThread)
    assert [floor.url for floor in item.floors][:2] == [
        "https://f.example/t.php?t=7#p14",
        "https://f.example/t.php?t=7#p24",
    ]


def test_links_that_count_the_posts_are_no_titles() -> None:
    numbered = '<a href="/t/5/post-1{n}">Post #{n} of 5</a><div class="user">'
    source = page("divs")
    for n in range(1, 6):
        user = f'<div class="post" id="p{n}"><div class="user">'
        assert user in source
        source = source.replace(user, user.replace('<div class="user">', numbered.format(n=n)))
    assert [floor.author for floor in read(source)] == [author for author, _, _ in POSTS]


def test_parts_of_posts_on_one_level_are_no_posts() -> None:
    post = """<article class="entry"><div class="card"><div class="who">
<a href="/u/{author}">{author}</a> <time class="t"><i class="d">{date}</i></time></div></div>
<div class="content"><div class="says"><time class="t"><i class="d">{date}</i></time>
<p>{text}</p></div></div></article>"""
    posts = "".join(
        post.format(author=author, date=date, text=text) for author, date, text in POSTS
    )
    assert fields(read(CHROME.format(posts))) == expected()


def test_a_post_of_an_image_has_no_text() -> None:
    posts = [*POSTS[:3], ("bergfex", "2023-03-04 21:30", ""), POSTS[4]]
    image = '<div class="text"></div><p><img src="/i/7.png"></p><div class="likes">Likes {}</div>'
    source = page("divs", posts).replace('<div class="text"></div>', image)
    floor = read(source)[3]
    assert (floor.author, floor.body, floor.images) == (
        "bergfex",
        "",
        ["https://a.example/i/7.png"],
    )


def test_a_post_marked_to_have_a_signature_keeps_its_text() -> None:
    signed = (
        '<div class="text with-signature">{text}</div><div class="signature">Bye, {author}</div>'
    )
    assert '<div class="text">{text}</div>' in DIVS
    post = DIVS.replace('<div class="text">{text}</div>', signed)
    floors = "".join(
        post.format(n=n, author=author, date=date, text=text)
        for n, (author, date, text) in enumerate(POSTS)
    )
    assert fields(read(CHROME.format(floors))) == expected()


def test_a_card_marked_as_a_signature_tells_author_and_date() -> None:
    post = """<div class="post"><div class="text">{text}</div><div class="post-signature">
<span>asked {date}</span> <a href="/u/{author}">{author}</a></div></div>"""
    floors = "".join(
        post.format(author=author, date=date, text=text) for author, date, text in POSTS
    )
    assert fields(read(CHROME.format(floors))) == expected()


def test_a_board_that_tells_the_time_is_no_opening_post() -> None:
    hello = """<div class="top"><p>Welcome, guest. Please log in or register to take part in what
people of this board discuss; it costs nothing at all. It has been here for many years, and nobody
was ever asked to pay for it.</p><p>2023-03-06 10:00</p></div>"""
    assert fields(read(page("divs", before=hello))) == expected()


def test_whom_one_always_quotes_is_part_of_the_body() -> None:
    quote = "<blockquote><b class='by'>kestrel said:</b><p>{0} are noisy.</p></blockquote>Mine too."
    things = ("Gears", "Belts", "Chains", "Bearings", "Shafts")
    posts = [
        (
            "oldowl",
            f"2023-03-0{n} 10:15",
            f"{quote.format(thing)} But {thing.lower()} can be oiled.",
        )
        for n, thing in enumerate(things, start=1)
    ]
    assert all("kestrel said:" in floor.body for floor in read(page("divs", posts)))


@pytest.mark.parametrize("title", ["Posts of oldowl - Tinkerers", "Threads | oldowl"])
def test_the_page_of_a_member_with_his_posts_is_no_thread(title: str) -> None:
    posts = [("oldowl", date, text) for _, date, text in POSTS]
    few = posts if title.startswith("Posts") else posts[1:3]
    html = page("divs", few).replace("Noisy gearbox - Tinkerers", title)
    html = html.replace("<h1>Noisy gearbox</h1>", "<h1>Posts</h1>")
    assert not isinstance(extract(html, "https://a.example/u/oldowl"), ForumThread)
    asked = html.replace(title, "Who mends an owl - Tinkerers")
    assert isinstance(extract(asked, "https://a.example/t/12"), ForumThread)


@pytest.mark.parametrize(
    ("before", "found"),
    [
        ("This topic has 2 replies, 2 voices, and was last updated", 0),
        ("Last updated", 0),
        ("Edited 2023-02-27", 1),
        ("2 of 3", 1),
    ],
)
def test_a_label_tells_of_the_next_date_behind_other_numbers_too(before: str, found: int) -> None:
    source = f"<p>{before} <a href='#3'>2023-03-01 12:40</a> <a href='/u/1'>oldowl</a></p>"
    dates = [mention.date.raw for mention in find_dates_of(Page(source)).mentions]
    assert dates.count("2023-03-01 12:40") == found


def test_a_time_in_a_text_of_its_own_is_a_part_of_the_date() -> None:
    post = """<div class="post"><a href="/u/{0}">{0}</a><div class="all"><b>{1}</b> <i>{2} PM</i>
    <br>{3}</div></div>"""
    posts = [(name, *date.split(), text) for name, date, text in POSTS]
    floors = read(CHROME.format("".join(post.format(*one) for one in posts)))
    assert [floor.body for floor in floors] == [text for *_, text in POSTS]


SIGNATURE_AT_END = """<div class="post"><a href="/u/{author}">{author}</a> <i>{date}</i>
<p>{text}{signature}</p></div>"""


@pytest.mark.parametrize("line", ["_________________<br>", ""])
def test_what_all_posts_of_an_author_end_with_is_no_part_of_them(line: str) -> None:
    signatures = {"oldowl": f"<br>{line}Measure twice, cut once.", "bergfex": ""}
    written = [*POSTS, ("oldowl", "2023-03-09 08:00", "It was the worm wheel after all.")]
    posts = "".join(
        SIGNATURE_AT_END.format(
            author=author, date=date, text=text, signature=signatures.get(author, "")
        )
        for author, date, text in written
    )
    item = extract(f"<html><body>{posts}</body></html>")
    assert isinstance(item, ForumThread)
    assert [floor.body for floor in item.floors] == [text for _, _, text in written]


@pytest.mark.parametrize(
    "text",
    [
        "<div class='t'>{text}<br>{line}<br>{signature}</div>",
        "<pre>{text}\n{line}\n{signature}</pre>",
    ],
)
@pytest.mark.parametrize("line", ["-- ", "--", "____________"])
def test_what_follows_the_line_that_parts_a_signature_is_no_part_of_a_post(
    text: str, line: str
) -> None:
    posts = "".join(
        f"<div class='post'><a href='/u/{author}'>{author}</a> <i>{date}</i>"
        + text.format(text=said, line=line, signature=f"Sent on the {n}th day of rain")
        + "</div>"
        for n, (author, date, said) in enumerate(POSTS, start=4)
    )
    floors = read(CHROME.format(posts))
    assert [(floor.body, floor.own_text) for floor in floors] == [(one, one) for *_, one in POSTS]


RULED = """<div class="post"><div class="who"><a href="/u/{author}">{author}</a></div>
<div class="what"><div class="when">{date}</div><div class="rich"><p>{text}</p></div>
<div class="end"><hr><div class="rich"><p>{motto}</p></div></div></div></div>"""


def test_what_a_rule_parts_from_a_post_in_a_box_of_its_own_is_no_part_of_it() -> None:
    posts = "".join(
        RULED.format(
            author=author, date=date, text=text, motto=f"Life is short, says {author}'s cat."
        )
        for author, date, text in POSTS
    )
    assert [floor.body for floor in read(CHROME.format(posts))] == [text for *_, text in POSTS]


BELOW = """<div class="post"><p class="who">by <a href="/u/{author}">{author}</a> &raquo; {date}</p>
<div class="what"><hr><div class="rich">{text}</div>{motto}</div><b>{n}</b></div>"""


def below_rules(texts: list[str], mottos: list[str]) -> str:
    told = zip(POSTS, texts, mottos, strict=True)
    return "".join(
        BELOW.format(author=author, date=date, text=text, motto=motto, n=n)
        for n, ((author, date, _), text, motto) in enumerate(told)
    )


def test_what_a_rule_parts_from_the_box_of_a_post_is_no_part_of_it() -> None:
    texts = [text for *_, text in POSTS]
    mottos = ["", "<hr>Life is short.", "", "<hr>Never trust a quiet engine.", ""]
    posts = below_rules(texts, mottos)
    assert [floor.body for floor in read(CHROME.format(posts))] == texts


@pytest.mark.parametrize("tag", ["p", "div"])
def test_what_stands_below_a_rule_in_the_box_of_a_post_is_text(tag: str) -> None:
    texts = [text for *_, text in POSTS]
    said = f"<{tag}>{texts[0]}</{tag}><hr>The seal is new, and the oil, too."
    posts = below_rules([said, *texts[1:]], [""] * len(texts))
    assert read(CHROME.format(posts))[0].body == f"{texts[0]}\nThe seal is new, and the oil, too."


def test_what_stands_below_a_rule_of_the_author_s_own_is_text() -> None:
    own = [f"<p>{text}</p><hr><p>Number {n} is alive.</p>" for n, (*_, text) in enumerate(POSTS)]
    posts = "".join(
        RULED.format(author=author, date=date, text=text, motto="")
        for (author, date, _), text in zip(POSTS, own, strict=True)
    )
    texts = [f"{text}\nNumber {n} is alive." for n, (*_, text) in enumerate(POSTS)]
    assert [floor.body for floor in read(CHROME.format(posts))] == texts


def test_a_rule_between_parts_that_are_built_alike_parts_no_signature() -> None:
    part = '<hr><div class="part"><span class="bubble">{}</span></div>'
    texts = [
        [f"{text} It is number {n}.", f"Or was it {n + 1}?"][: 1 + n % 2]
        for n, (*_, text) in enumerate(POSTS)
    ]
    posts = "".join(
        f"""<div class="message"><div><p><b class="sender">{author}</b> <i>{date}</i></p>
        {"".join(map(part.format, said))}</div></div>"""
        for (author, date, _), said in zip(POSTS, texts, strict=True)
    )
    assert [floor.body for floor in read(CHROME.format(posts))] == ["\n".join(one) for one in texts]


def test_a_rule_above_the_text_of_a_post_parts_no_signature() -> None:
    posts = "".join(
        f"""<div class="post"><a href="/u/{author}">{author}</a> <i>{date}</i>
        <div class="text"><hr>{text}</div></div>"""
        for author, date, text in POSTS
    )
    assert [floor.body for floor in read(CHROME.format(posts))] == [text for *_, text in POSTS]


def test_two_hyphens_before_a_long_text_part_no_signature() -> None:
    posts = [
        (author, date, f"{text}<br>--<br>{LONG} {LONG} {LONG} {LONG}")
        for author, date, text in POSTS
    ]
    floors = read(page("list", posts))
    assert all(floor.body.endswith(LONG) for floor in floors)


EDITED_AT_THE_HEAD = """<div class="post"><p class="by"><a href="/u/{author}">{author}</a> {edited}
<time datetime="{date}">{date}</time></p><div class="t">{text}</div></div>"""


def test_posts_that_show_no_more_than_when_they_were_edited_are_posts() -> None:
    posts = "".join(
        EDITED_AT_THE_HEAD.format(author=author, date=date, text=text, edited="modified")
        for author, date, text in POSTS
    )
    assert fields(read(CHROME.format(posts))) == expected()


@pytest.mark.parametrize(("label", "date"), [("Last edited", None), ("Published", "2024-03-05")])
def test_when_an_article_was_edited_is_no_date_of_it(label: str, date: str | None) -> None:
    source = article_page(1).replace("<div class='text'>", f"<p>{label}: 2024-03-05</p><div>")
    assert extract(source).date == date


@pytest.mark.parametrize("words", ["and updated", "und geändert"])
def test_the_date_of_an_edit_behind_that_of_the_page_is_no_date_of_it(words: str) -> None:
    time = "<time datetime='2024-04-09T17:34:45'>2024-04-09 17:34</time>"
    dates = find_dates_of(Page(f"<p>Created 2024-03-05 {words} {time}</p>"))
    assert [mention.date.raw for mention in dates.mentions] == ["2024-03-05"]
    assert [mention.date.raw for mention in dates.edits] == ["2024-04-09 17:34"]


@pytest.mark.parametrize("said", ["Edited by {} on", "Geändert von: {} am", "Modifié par {} le"])
@pytest.mark.parametrize("name", ["<a href='/u/7'>Anna Lindt</a>", "<b>Anna Lindt</b>"])
def test_who_edited_a_post_may_be_marked_between_the_word_and_the_date(
    said: str, name: str
) -> None:
    by = said.format(name)
    dates = find_dates_of(Page(f"<p>2024-03-05 10:15</p><p>Text</p><p>{by} 2024-04-09 17:34</p>"))
    assert [mention.date.raw for mention in dates.mentions] == ["2024-03-05 10:15"]
    assert [mention.date.raw for mention in dates.edits] == ["2024-04-09 17:34"]


def test_who_wrote_a_post_behind_the_word_for_it_has_its_date() -> None:
    dates = find_dates_of(Page("<p>Posted by <a href='/u/7'>Anna</a> on 2024-04-09 17:34</p>"))
    assert [mention.date.raw for mention in dates.mentions] == ["2024-04-09 17:34"]


def test_a_post_that_shows_only_when_it_was_edited_is_a_post() -> None:
    posts = "".join(
        EDITED_AT_THE_HEAD.format(
            author=author, date=date, text=text, edited="edited" if text == LONG else ""
        )
        for author, date, text in POSTS
    )
    assert fields(read(CHROME.format(posts))) == expected()


def test_the_date_of_an_edit_beside_that_of_the_post_is_no_post_of_its_own() -> None:
    edit = "<p class='by'>edited <time datetime='2023-04-01 12:00'>2023-04-01 12:00</time></p>"
    posts = [(author, date, text + edit * (text == LONG)) for author, date, text in POSTS]
    found = "".join(
        EDITED_AT_THE_HEAD.format(author=author, date=date, text=text, edited="")
        for author, date, text in posts
    )
    assert fields(read(CHROME.format(found))) == expected()


@pytest.mark.parametrize("layout", ["divs", "table rows", "date below", "odd and even"])
def test_sure_posts_are_a_thread_though_the_page_calls_itself_an_article(layout: str) -> None:
    says = """<script type="application/ld+json">{"@type": "Article", "headline": "Noisy gearbox",
    "author": {"@type": "Person", "name": "oldowl"}, "datePublished": "2023-03-01"}</script>"""
    item = extract(page(layout, before=says), "https://a.example/t/1")
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == [author for author, *_ in POSTS]


@pytest.mark.parametrize(
    "line",
    [
        '<a href="/t/6">‹ Old lathes</a> <a href="/t/8">Shaft seals ›</a>',
        '<a href="/t/6">« Previous topic</a>',
        '<a href="/t/8">Which oil is the right one? →</a>',
    ],
)
def test_links_to_the_threads_before_and_after_are_no_part_of_a_post(line: str) -> None:
    first, *others = POSTS
    posts = [(first[0], first[1], f"<p>{first[2]}</p><div class='around'>{line}</div>"), *others]
    assert fields(read(page("divs", posts))) == expected()


def test_a_quotation_is_part_of_a_post_though_its_marks_are_arrows() -> None:
    first, *others = POSTS
    for said in ("« So be it »", '<a href="/book">« So be it »</a>'):
        posts = [(first[0], first[1], f"<p>{first[2]}</p><p>{said}</p>"), *others]
        assert read(page("divs", posts))[0].body.endswith("« So be it »")


def test_what_a_hidden_source_says_once_more_is_no_part_of_the_post() -> None:
    written = [
        (name, date, (f"{text} That is all there is to say.", f"So much for day {n}, then."))
        for n, (name, date, text) in enumerate(POSTS)
    ]
    posts = "".join(
        f"""<div class="post"><a href="/u/{author}">{author}</a> <i>{date}</i><div class="box">
        <div class="shown"><p>{first}</p><p>{last}</p></div>
        <div class="source">{first}\n\n{last}</div></div></div>"""
        for author, date, (first, last) in written
    )
    item = extract(f"<html><body>{posts}</body></html>")
    assert isinstance(item, ForumThread)
    assert [floor.body for floor in item.floors] == ["\n".join(texts) for *_, texts in written]


def test_a_name_that_ends_all_posts_of_its_author_is_a_part_of_them() -> None:
    posts = "".join(
        SIGNATURE_AT_END.format(
            author=author, date=date, text=text, signature=f"<br>Cheers, {author}"
        )
        for author, date, text in POSTS
    )
    item = extract(f"<html><body>{posts}</body></html>")
    assert isinstance(item, ForumThread)
    assert item.floors[0].body == f"{POSTS[0][2]}\nCheers, oldowl"


def test_an_opening_post_is_told_by_its_length_among_the_shorter_posts() -> None:
    note = '<div class="note"><h4><a href="/u/{0}">{0}</a> <i>{1}</i></h4><p>{2}</p></div>'
    notes = [
        ("kestrel", "2023-03-02", LONG),
        ("oldowl", "2023-03-03", "That is it, thanks to all."),
    ]
    notes += [("bergfex", "2023-03-05", LONG.replace("oil", "gas"))]
    first = "My gearbox has made a noise like a mill since Monday."
    page = f"""<html><body><div class="ticket"><p>Added by <a href="/u/oldowl">oldowl</a>
    2023-03-01</p><dl><dt>Start date:</dt><dd>2023-03-01</dd><dt>Due date:</dt><dd>2023-04-01</dd>
    </dl><div><p>{first}</p></div></div>{{}}</body></html>"""
    item = extract(page.format("".join(note.format(*one) for one in notes)))
    assert isinstance(item, ForumThread)
    assert [(floor.author, floor.date) for floor in item.floors] == [
        ("oldowl", "2023-03-01"),
        *((author, day) for author, day, _ in notes),
    ]
    assert item.floors[0].body.endswith(first)


@pytest.mark.parametrize(("odd", "even"), [("rowodd", "roweven"), ("c-odd", "c-even")])
def test_rows_that_alternate_are_posts_of_one_shape(odd: str, even: str) -> None:
    head = '<tr><td class="{0}"><i class="d">{1}</i></td></tr>'
    rest = '<tr><td class="{0}"><a href="/u/{1}">{1}</a></td><td class="{0}"><p>{2}</p></td></tr>'
    rows = "".join(
        head.format((odd, even)[n % 2], date) + rest.format((odd, even)[n % 2], author, text)
        for n, (author, date, text) in enumerate(POSTS)
    )
    item = extract(f"<html><body><table>{rows}</table></body></html>")
    assert isinstance(item, ForumThread)
    assert [(floor.author, floor.body) for floor in item.floors] == [
        (author, text) for author, _, text in POSTS
    ]


def test_a_page_that_was_read_leaves_memory_with_its_last_reference() -> None:
    gc.collect()
    gc.disable()
    try:
        read = Page(page("divs"), "https://a.example/t/1")
        site = Site()
        site.learn(read)
        assert isinstance(site.extract(read), ForumThread)
        kept = weakref.ref(read)
        del read
        assert kept() is None
    finally:
        gc.enable()
