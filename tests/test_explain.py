"""The report of how a page was read says what the reading did, and nothing of the page runs."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from lxml import html as lxml_html

from extract_pipelines import Page, Site, extract
from extract_pipelines.explain import Explanation, explain, report, words, write_report
from extract_pipelines.explain.chart import chart_of, thinned, ticks
from extract_pipelines.explain.explanation import ROLES, Figure, Series
from extract_pipelines.items import Article, ForumThread
from extract_pipelines.posts.scoring import INSIDE_NAMES
from extract_pipelines.published.clusters import cut, peaks
from extract_pipelines.site.options import Options
from tests.test_letters import LETTERS, PREFORMATTED
from tests.test_signed import POSTS, signed

NOW = datetime(2024, 5, 1, tzinfo=UTC)
WORDS = (
    "the router drops its link at night and comes back in the morning, so I looked at the log and"
    " found that the lease had run out; since then I renew it by hand"
).split()


def post(number: int, author: str, words: int, *, before: str = "", behind: str = "") -> str:
    text = " ".join(WORDS[(number + at) % len(WORDS)] for at in range(words))
    return (
        f'<div class="post" id="p{number}"><div class="head"><a href="/user/{author}">{author}</a>'
        f' <span class="when">2024-03-{number:02} 10:15</span> <a href="#p{number}">#{number}</a>'
        f'</div><div class="text">{before}<p>{text}.</p>{behind}</div>'
        '<div class="links"><a href="/reply">Reply</a> <a href="/report">Report</a></div></div>'
    )


def thread(first: int = 1, posts: int = 5, *, body: str = "") -> str:
    names = ("anna", "bert", "carla", "dora", "emil", "fritz")
    shown = "".join(
        post(number, names[number % len(names)], 8 + 5 * number % 31)
        for number in range(first, first + posts)
    )
    return (
        f"<html lang=en><title>Router {first} at night - Forum</title><body>"
        "<div class=menu><a href=/>Home</a> <a href=/new>New posts</a></div>"
        f"<h1>Router {first} at night</h1>{body}{shown}"
        "<div class=foot>All times are local. Powered by nothing.</div></body></html>"
    )


def article(text: str = "") -> str:
    paragraphs = "".join(
        f"<p>{' '.join(WORDS[start:] + WORDS[:start])}, {start} times.</p>" for start in range(9)
    )
    return (
        "<html lang=en><title>Tea at night</title><body><ul class=menu><li><a href=/>Home</a>"
        "<li><a href=/b>About</a></ul><h1>Tea at night</h1><p class=by>By Anna Miller</p>"
        f"<p class=on>2024-04-02</p><div class=text>{paragraphs}{text}</div>"
        "<div class=foot><a href=/c>Contact us</a></div></body></html>"
    )


def forum() -> Site:
    """A site that has seen a few threads."""
    site = Site()
    for number in range(1, 6):
        site.learn(Page(thread(number), f"https://forum.example/t/{number}", downloaded=NOW))
    return site


def shown(told: Explanation, tmp_path: Path) -> lxml_html.HtmlElement:
    """The report of an explanation, parsed."""
    path = tmp_path / "report.html"
    write_report(told, path)
    return lxml_html.document_fromstring(path.read_text("utf-8"))


def texts(told: Explanation, role: str) -> list[str]:
    return [piece.text for piece in told.pieces if piece.role == role]


def test_each_piece_of_a_thread_has_what_became_of_it() -> None:
    site = forum()
    page = Page(thread(3), "https://forum.example/t/3", downloaded=NOW)
    told, item = explain(page, site=site), site.extract(page)
    assert isinstance(item, ForumThread)
    assert [piece.text for piece in told.pieces] == [leaf.text for leaf in page.leaves]
    assert {piece.role for piece in told.pieces} <= ROLES.keys()
    assert texts(told, "title") == ["Router 3 at night"]
    assert texts(told, "author") == [floor.author for floor in item.floors]
    assert texts(told, "date") == [floor.date_raw for floor in item.floors]
    assert texts(told, "body") == [floor.body for floor in item.floors]
    assert texts(told, "number") == [f"#{number}" for number in range(3, 8)]
    template = {"Home", "New posts", "Reply", "Report"}
    assert template <= set(texts(told, "template"))
    assert all(
        "of the other pages of its kind (5 seen)" in one.why
        for one in told.pieces
        if one.role == "template"
    )


def test_quotes_signatures_and_notes_of_edits_are_told_apart() -> None:
    quote = "<blockquote>it drops its link at night</blockquote>"
    names = ("anna", "bert", "anna", "bert", "anna", "bert")
    mottos = {"anna": "greetings from the far end", "bert": "no wire is ever long enough"}
    posts = "".join(
        post(
            number,
            name,
            6 + number * 3,
            before=quote if number == 2 else "",
            behind=f"<p>{mottos[name]}</p>"
            + ("<p>Last edited on 2024-04-01 12:00</p>" if number == 4 else ""),
        )
        for number, name in enumerate(names, start=1)
    )
    told = explain(f"<title>Routers</title><h1>Routers</h1>{posts}", "https://forum.example/t/9")
    assert texts(told, "quote") == ["it drops its link at night"]
    assert mottos["anna"] in texts(told, "signature")
    assert "Last edited on 2024-04-01 12:00" in texts(told, "boilerplate")


def test_a_page_is_explained_as_it_is_read() -> None:
    for html in (thread(), article(), "<p>short</p>", "", "<html></html>"):
        page = Page(html, "https://x.example/1", downloaded=NOW)
        told, item = explain(page), Site().extract(page)
        assert told.method == item.metadata.method
        assert told.probability == item.metadata.probability
        assert len(told.floors) == len(item.floors if isinstance(item, ForumThread) else ())
        values = {field.name: field for field in told.fields}
        assert values["title"].value == (item.title or "")
        assert values["author"].value == (item.author or "")
        assert values["date"].value == (item.date or "")


def test_fields_lead_to_the_pieces_that_say_them(tmp_path: Path) -> None:
    for html in (thread(), article()):
        told = explain(Page(html, "https://x.example/1", downloaded=NOW))
        said = {field.name: field for field in told.fields}
        for name, text in (("author", said["author"].value), ("title", said["title"].value)):
            leaf = said[name].leaf
            assert leaf is not None
            assert text in told.pieces[leaf].text
        document = shown(told, tmp_path)
        links = {
            link.removeprefix("#") for link in document.xpath("//*[@id='fields']//td//a/@href")
        }
        assert len(links) > 2
        assert all(document.get_element_by_id(link) is not None for link in links)


def test_floors_without_an_element_each_lead_to_their_pieces_too() -> None:
    talk = "".join(f"<p>{signed(number)}</p>" for number in range(len(POSTS)))
    letters = "".join(
        PREFORMATTED.format(n=n, author=author, date=date, text="\n".join(text).replace(">", ""))
        for n, (author, date, text) in enumerate(LETTERS)
    )
    clusters = Site(Options(floors="clusters", cluster_passes=1))
    for html, site, count in ((talk, None, 4), (letters, None, 3), (thread(posts=6), clusters, 5)):
        told = explain(f"<title>Gates</title><div>{html}</div>", "https://x.example/1", site)
        assert len(told.floors) >= count
        for floor in told.floors:
            fields = {field.name: field for field in floor.fields}
            for name in ("author", "date_raw", "body"):
                if value := fields[name].value:
                    leaf = fields[name].leaf
                    assert leaf is not None
                    assert value.split()[0] in told.pieces[leaf].text.split()


def test_an_empty_field_says_what_was_looked_at(tmp_path: Path) -> None:
    told = explain("<p>A line.</p><p>Another line, that says a little more.</p>")
    empty = [field for field in told.fields if not field.value]
    assert {"author", "date", "canonical_url", "floors"} <= {field.name for field in empty}
    assert all(field.looked for field in empty)
    author = next(field for field in empty if field.name == "author")
    assert ("a byline", "nothing") in author.looked
    rows = shown(told, tmp_path).cssselect("#fields tr.empty")
    assert len(rows) == len(empty)
    assert all(row.cssselect("details[open] li, .looked") for row in rows)


def test_candidates_say_what_spoke_for_and_against_them() -> None:
    told = explain(thread(posts=6), "https://forum.example/t/1")
    first = told.candidates[0]
    assert (first.shape, first.records, first.verdict) == ("div.post", 6, "taken")
    assert first.probability is not None
    for one in told.candidates:
        assert len(one.pro) <= 3
        assert len(one.con) <= 3
        assert [spoke.weight for spoke in one.pro] == sorted(
            (spoke.weight for spoke in one.pro), reverse=True
        )
        assert all(spoke.weight > 0 for spoke in one.pro)
        assert all(spoke.weight < 0 for spoke in one.con)
    assert any("thread of 6 floors" in sentence for sentence in told.decision)


def test_every_feature_that_can_speak_has_words() -> None:
    assert {name for name in INSIDE_NAMES if name not in words.WORDS} == set()


def test_records_that_are_no_thread_say_why() -> None:
    rows = "".join(
        f'<li class="row"><a href="/story/{number}">A story of the town, number {number}</a>'
        f" <span>2024-03-{number:02}</span>"
        for number in range(1, 20)
    )
    told = explain(f"<title>News</title><ul>{rows}</ul>", "https://news.example/")
    assert any("rows of a list" in one.verdict for one in told.candidates)
    assert any("rows of a list" in sentence for sentence in told.decision)


def test_slots_tell_where_author_date_and_body_stand() -> None:
    site = forum()
    told = explain(Page(thread(8), "https://forum.example/t/8", downloaded=NOW), site=site)
    roles = {role: slot.place for slot in reversed(told.slots) for role in slot.roles}
    assert roles["body"].startswith("div.text")
    assert "head" in roles["author"]
    assert roles["date"] == "span.when"
    assert roles["layout"]
    assert dict(told.site)["Pages of this kind"] == "5"
    assert float(dict(told.site)["Likeness to the nearest kind"]) > 1


def test_a_page_of_no_known_kind_says_so() -> None:
    told = explain(Page(article(), "https://forum.example/about", downloaded=NOW), site=forum())
    assert dict(told.site)["Likeness to the nearest kind"].endswith(": too little")
    assert "Pages of this kind" not in dict(told.site)


def test_all_methods_stand_side_by_side() -> None:
    told = explain(article(), "https://x.example/tea")
    names = [one.name for one in told.methods if one.finds == "body"]
    assert names == [
        *("auto", "density", "symbol_density", "line_blocks", "tag_windows", "noise_removal"),
        *("segmentation", "unlinked_text"),
    ]
    for one in told.methods:
        if one.finds == "body":
            item = extract(
                article(), "https://x.example/tea", Options(floors="none", body=one.name)
            )
            assert one.count == len(item.body), one.name
            assert one.chosen == (one.name == "auto")
    floors = explain(thread(), "https://forum.example/t/1").methods
    chosen = [one for one in floors if one.chosen]
    assert [(one.name, one.count, one.agreement) for one in chosen] == [("records", 5, 1.0)]


def test_plots_have_the_numbers_of_the_methods() -> None:
    told = explain(thread(posts=6), "https://forum.example/t/1")
    figures = {figure.key: figure for figure in told.figures}
    assert list(figures) == [
        *("positions", "differences", "line-blocks", "text-density", "symbol-density"),
        "text-and-symbol-density",
    ]
    line, cuts, dates = figures["positions"].series
    positions = [int(y) for _, y in line.points]
    assert [int(x) for x, _ in cuts.points] == [part.start for part in cut(positions, 2)][1:]
    assert len(dates.points) == 6
    steps, maxima, _ = figures["differences"].series
    assert [int(x) for x, _ in maxima.points] == peaks(positions)
    assert sum(y for _, y in steps.points) == positions[-1] - positions[0]
    assert all(figure.caption and figure.x_label and figure.y_label for figure in told.figures)
    densities = figures["text-density"].series
    assert densities[1].points[0][1] == max(y for _, y in densities[0].points)
    blocks = explain(article(), "https://x.example/tea").figures[-1]
    assert blocks.key == "blocks"
    assert blocks.series[1].name == "threshold"


def test_pieces_that_a_rule_dropped_say_which() -> None:
    site = Site(Options(body="density", floors="none"))
    told = explain(article("<p>@@@ ### %%% &&& !!!</p>"), "https://x.example/", site)
    dropped = [piece for piece in told.pieces if piece.role == "rule"]
    assert [piece.text for piece in dropped] == ["@@@ ### %%% &&& !!!"]
    assert dropped[0].why.startswith("rule 4")


def test_the_report_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    document = shown(explain(thread(), "https://forum.example/t/1"), tmp_path)
    loading = document.xpath(
        "//@src | //link/@href | //*[local-name()='use'] | //iframe | //object"
    )
    assert loading == []
    style = "".join(document.xpath("//style/text()"))
    assert "url(" not in style
    assert "@import" not in style
    policy = document.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    assert document.xpath("//p[@class='address']/a/@href") == ["https://forum.example/t/1"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert not document.xpath("//@style | //@*[starts-with(name(), 'on')]")


HOSTILE = (
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</style><style>*{display:none}</style>",
    "</title><svg onload=alert(1)>",
    "--></textarea></select></svg></math><iframe src=//evil.example>",
    '" onmouseover="alert(1)" x=\'',
    "' onfocus='alert(1)",
    "{{ 7 * 7 }}{% raw %}",
    "javascript:alert(1)",
    "x\x0by\u202ez\ufffe",
)


def hostile_page() -> str:
    from html import escape

    said = [escape(text) for text in HOSTILE]
    names = [escape(f"n{number}{text}") for number, text in enumerate(HOSTILE)]
    posts = "".join(
        f'<div class="post {text}" id="{text}"><a href="{text}" class="{text}">{name}</a>'
        f" <span title='{text}'>2024-03-{number:02} 10:15</span><div class='{text}'>"
        f"<p>{text} and {' '.join(WORDS[: 3 + number])}</p></div></div>"
        for number, (text, name) in enumerate(zip(said, names, strict=True), start=1)
    )
    odd = '<a"b onx=1>tag</a"b><x:y z>colon</x:y>'
    head = f'<title>{said[3]}</title><meta name=author content="{said[1]}">'
    return f"<html lang='{said[5]}'>{head}<h1>{said[0]}</h1>{posts}{odd}</html>"


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", 'https://x.example/"><script>alert(1)</script>']
)
def test_nothing_of_a_hostile_page_becomes_markup(url: str, tmp_path: Path) -> None:
    ours = shown(explain("<p>nothing</p>", "https://x.example/"), tmp_path)
    site = Site()
    for _ in range(3):
        site.learn(Page(hostile_page(), url, downloaded=NOW))
    for told in (
        explain(Page(hostile_page(), url, downloaded=NOW)),
        explain(Page(hostile_page(), url, downloaded=NOW), site=site),
        explain(f"<p>{hostile_page()}</p>".replace("post", "x"), url),
    ):
        document = shown(told, tmp_path)
        assert [
            len(document.xpath(f"//{tag}")) for tag in ("script", "style", "img", "iframe")
        ] == [
            1,
            1,
            0,
            0,
        ]
        for tag in ("script", "style"):
            assert document.xpath(f"string(//{tag})") == ours.xpath(f"string(//{tag})")
        assert not document.xpath("//@*[starts-with(name(), 'on')] | //@style")
        links = [link for link in document.xpath("//@href") if not link.startswith("#")]
        assert links == []
        names = {str(name) for name in document.xpath("//@*/..") for name in name.attrib}
        assert (
            names <= {str(name) for one in ours.xpath("//@*/..") for name in one.attrib} | ALLOWED
        )
        text = document.text_content()
        assert "\x0b" not in text
        assert "\ufffe" not in text
        assert "alert(1)" in text
        assert "49" not in "".join(texts(told, "title"))


# Attributes that the report of a page with floors has, and that of an empty one has not.
ALLOWED = {"dir", "class", "href", "data-c", "data-g", "open", "rel", "r", "cx", "cy", "scope"}


def large_page(size: int = 5_000_000) -> str:
    """A thread of so many bytes."""
    long = f"<p>{' '.join(WORDS)} &lt;&amp;&gt; 网络 </p>"
    each = long * (size // 5 // len(long))
    posts = (post(at, name, 9 + at, behind=each) for at, name in enumerate(("anna", "bert") * 2, 1))
    return f"<title>Long</title><h1>Long</h1>{''.join(posts)}{post(5, 'emil', 9, behind=each)}"


def test_the_report_of_a_large_page_stays_small(tmp_path: Path) -> None:
    path = tmp_path / "large.html"
    told = explain(large_page(), "https://forum.example/t/1")
    write_report(told, path)
    assert path.stat().st_size < 3_000_000
    document = lxml_html.document_fromstring(path.read_text("utf-8"))
    left_out = [
        re.search(r"([0-9]+) pieces?", one.text_content()) for one in document.cssselect(".out")
    ]
    numbers = [int(found[1]) for found in left_out if found]
    assert sum(numbers) + len(document.cssselect(".page .p")) == len(told.pieces)
    drawn = document.xpath("//*[local-name()='path']/@d")
    assert max(map(len, drawn)) > 5000
    assert all(re.fullmatch(r"[MLHVZv0-9. ]*", path) for path in drawn)
    kept = {piece.leaf for piece in told.pieces if piece.role == "author"}
    assert len(kept) == 5
    assert all(document.get_element_by_id(f"t{leaf}") is not None for leaf in kept)


def test_a_long_text_is_cut(tmp_path: Path) -> None:
    told = explain(f"<p>{'long words ' * 5000}</p>")
    assert "more characters)" in shown(told, tmp_path).cssselect(".page .p")[0].text_content()


def test_long_names_of_a_page_are_cut(tmp_path: Path) -> None:
    long = "x" * 100_000
    posts = "".join(
        post(number, name, 9 + number).replace('class="', f'class="{long}{number} ')
        for number, name in enumerate(("anna", "bert", "carla"), start=1)
    )
    html = f"<title>{long}</title><{long}><{long}y>{posts}<p>{long}</p></{long}y></{long}>"
    path = tmp_path / "report.html"
    write_report(explain(html, f"https://x.example/{long}"), path)
    assert path.stat().st_size < 200_000


def test_without_jinja_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(report, "find_spec", lambda name: None)
    told = explain("<p>A text</p>")
    with pytest.raises(report.MissingExtraError, match=r"extract_pipelines\[explain\]"):
        write_report(told, tmp_path / "report.html")


def test_explaining_learns_nothing() -> None:
    site = forum()
    before = site.to_state()
    explain(Page(thread(9), "https://forum.example/t/9", downloaded=NOW), site=site)
    assert site.to_state() == before


def test_ticks_are_round_and_enclose_the_values() -> None:
    for low, high in ((0.0, 1.0), (3.0, 3.0), (0.0, 977.0), (-0.2, 0.031), (0.0, 1e7)):
        found = ticks(low, high)
        assert found[0] <= low
        assert found[-1] >= high
        assert 2 <= len(found) <= 12


def test_a_plot_of_many_points_keeps_the_greatest() -> None:
    points = tuple((float(x), float(x % 1000)) for x in range(50_000))
    points = (*points[:777], (777.0, 5000.0), *points[778:])
    kept = thinned(points)
    assert len(kept) <= 1200
    assert (777.0, 5000.0) in kept
    assert list(kept) == sorted(kept)
    figure = Figure("k", "t", "c", "x", "y", (Series("line", "s", points),))
    chart = chart_of(figure)
    assert len(chart.shapes[0].path) < 20_000
    assert chart_of(replace(figure, series=())).summary == "nothing to draw"


def test_article_comments_are_told_as_comments(tmp_path: Path) -> None:
    comments = "".join(
        post(number, name, 9 + number) for number, name in ((1, "anna"), (2, "bert"), (3, "carla"))
    )
    html = article(f"<div class=comments>{comments}</div>")
    told = explain(html, "https://x.example/tea")
    item = extract(html, "https://x.example/tea")
    assert isinstance(item, Article)
    assert len(told.floors) == len(item.comments)
    assert told.floors_name == "comments"
