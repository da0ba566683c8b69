"""What is told of how a page was read is what the reading did."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from extract_pipelines import Page, Site, extract
from extract_pipelines.explain import explain, words
from extract_pipelines.explain.chart import chart_of, thinned, ticks
from extract_pipelines.explain.explanation import ROLES, Figure, Series
from extract_pipelines.items import Article, ForumThread
from extract_pipelines.posts.scoring.page_odds import PAGE_NAMES
from extract_pipelines.posts.scoring.scoring import INSIDE_NAMES
from extract_pipelines.posts.thread_features import THREAD_NAMES
from extract_pipelines.published.clusters import cut, peaks
from extract_pipelines.site.options import Options
from tests import test_boilerplate, test_boxes, test_copies
from tests.explained import (
    NOW,
    article,
    forum,
    post,
    texts,
    thread,
)
from tests.pages import CHROME
from tests.test_mail_archive import LETTERS, PREFORMATTED
from tests.test_talk_page import POSTS, signed


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
    page = Page(f"<title>Routers</title><h1>Routers</h1>{posts}", "https://forum.example/t/9")
    told, item = explain(page), Site().extract(page)
    assert texts(told, "quote") == ["it drops its link at night"]
    assert mottos["anna"] in texts(told, "signature")
    assert isinstance(item, ForumThread)
    bodies = "\n".join(floor.body for floor in item.floors)
    for text in (*mottos.values(), "Last edited on 2024-04-01 12:00"):
        assert (text in texts(told, "body")) == (text in bodies)


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


def test_a_floor_without_author_or_date_says_why() -> None:
    names = ("anna", "bert", "carla", "dora", "emil")
    posts = [post(number, name, 8 + 5 * number % 31) for number, name in enumerate(names, start=1)]
    for part in ('<a href="/user/carla">carla</a>', '<a href="#p3">#3</a>'):
        posts[2] = posts[2].replace(part, "")
    posts[3] = posts[3].replace("2024-03-04 10:15", "03/04/2024 10:15")
    told = explain(thread(posts=0, body="".join(posts)), "https://forum.example/t/1")
    found = [{field.name: field for field in floor.fields} for floor in told.floors]
    assert [fields["author"].value for fields in found] == ["anna", "bert", "", "dora", "emil"]
    assert [bool(fields["date"].value) for fields in found] == [True, True, True, False, True]
    (author,), (date,) = found[2]["author"].looked, found[3]["date"].looked
    assert str(author.found).startswith("the likeliest place, ")
    assert date.found == "03/04/2024 10:15 cannot be resolved: nothing tells day from month"
    assert not any(fields["author"].looked for fields in (*found[:2], *found[3:]))


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


@pytest.mark.parametrize("posts", [2, 3, 8])
def test_what_was_taken_is_told_with_the_probability_it_was_taken_with(posts: int) -> None:
    told = explain(thread(posts=posts), "https://forum.example/t/1")
    taken = told.candidates[0]
    assert taken.verdict == "taken"
    assert taken.probability == pytest.approx(told.probability, abs=0.01)


def test_every_feature_that_can_speak_has_words() -> None:
    assert {name for name in INSIDE_NAMES if name not in words.WORDS} == set()
    assert words.THREAD_WORDS.keys() == set(THREAD_NAMES)
    assert words.PAGE_WORDS.keys() == set(PAGE_NAMES)


def test_lines_of_posts_tell_how_likely_they_are_part_of_the_body() -> None:
    told = explain(thread(posts=6), "https://forum.example/t/1")
    known = [(one.role == "body", one.probability) for one in told.pieces if one.probability]
    likely = [chance for is_body, chance in known if is_body]
    assert len(likely) == 6
    assert min(likely) > max((chance for is_body, chance in known if not is_body), default=0.3)


NEWS_ROW = '<li class="row"><a href="/story/{n}">A story of the {what}</a> <span>{date}</span>'
THREAD_ROW = """<div class="post"><div class="by"><a href="/u/{n}">member{n}</a>
<span class="date">{date} 10:15</span></div>
<h3><a href="/t/{n}-title">What to do with the {what}</a></h3>
<div class="text">The {what} makes a noise like a coffee mill since Monday. Has anybody else
heard that, and what did you do about it? I have had my {what} for {n} years.</div>
<a href="/reply/{n}">Reply</a> <a href="/quote/{n}">Quote</a></div>"""


@pytest.mark.parametrize(
    ("row", "why"),
    [(NEWS_ROW, "nothing on the page looks like posts"), (THREAD_ROW, "rows of a list")],
)
def test_records_that_are_no_thread_say_why(row: str, why: str) -> None:
    things = "gearbox lamp radio lathe clock pump kettle drill saw door boiler wheel".split()
    rows = "".join(
        row.format(n=number, date=f"2024-03-{number:02}", what=thing)
        for number, thing in enumerate(things, start=1)
    )
    told = explain(f"<title>News</title><ul>{rows}</ul>", "https://news.example/")
    assert any(why in one.verdict for one in told.candidates)
    assert any(why in sentence for sentence in told.decision)


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


def test_what_posts_of_other_threads_say_in_a_box_is_told_so() -> None:
    site = Site()
    for number in range(1, 5):
        site.learn(test_boilerplate.page_of(number, {1: test_boilerplate.HIDDEN}))
    told = explain(test_boilerplate.page_of(20, {1: test_boilerplate.HIDDEN}), site=site)
    hidden = next(piece for piece in told.pieces if piece.text.startswith("Answer this thread"))
    assert hidden.role == "boilerplate"
    assert "posts of other threads" in hidden.why


def test_a_post_that_all_threads_show_is_told_so() -> None:
    site = Site()
    pages = [test_boxes.long_thread(n, title=f"Lathes, part {n}") for n in range(12)]
    for page in pages:
        site.learn(page)
    told = explain(pages[3], site=site)
    notice = next(piece for piece in told.pieces if piece.text.startswith("All oils"))
    assert (notice.role, notice.why) == ("rule", "other threads show most of its text, too")


@pytest.mark.parametrize(
    ("text", "why"),
    [("{}", "a copy of a later post"), ("{:.46}...", "the beginning of a later post")],
)
def test_a_copy_of_a_post_is_told_so(text: str, why: str) -> None:
    first, *answers = (test_copies.post(*told) for told in test_copies.POSTS)
    number, name, date, said = test_copies.POSTS[2]
    shown = text.format(said)
    best = test_copies.post(number, name, date, shown)
    content = f"<h1>Noisy gearbox</h1>{first}{best}{''.join(answers)}"
    told = explain(CHROME.format(title="Noisy gearbox", content=content), "https://a.example/t/1")
    copy = next(piece for piece in told.pieces if piece.text == shown)
    assert (copy.role, copy.why) == ("rule", why)


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
    assert any("rather comments below an article" in sentence for sentence in told.decision)


def test_what_ends_the_posts_of_an_author_alone_is_a_signature() -> None:
    names = ("anna", "bert", "anna", "bert", "anna", "bert", "anna", "bert")
    mottos = {"anna": "greetings from the far end", "bert": "no wire is ever long enough"}
    posts = "".join(
        post(number, name, 6 + number * 3).replace(
            '<div class="links">', f'<div class="foot">{mottos[name]}</div><div class="links">'
        )
        for number, name in enumerate(names, start=1)
    )
    told = explain(f"<title>Routers</title><h1>Routers</h1>{posts}", "https://forum.example/t/9")
    assert texts(told, "signature") == [mottos[name] for name in names]
