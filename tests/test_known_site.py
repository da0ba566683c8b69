"""What pages of a site have told for certain is not asked again of the next, but change is seen."""

from __future__ import annotations

from extract_pipelines import Article, ForumThread, Page, Site
from extract_pipelines.items.trace import listening
from extract_pipelines.page.date_mentions import DateMention
from extract_pipelines.posts.model import FloorModel
from extract_pipelines.posts.records.analysis import analyse
from extract_pipelines.posts.records.group_facts import GroupScored
from extract_pipelines.posts.records.groups import Group
from extract_pipelines.posts.records.records import Candidate, Record, Shape, leaves_between
from extract_pipelines.posts.records.runs import run_shapes
from extract_pipelines.posts.scoring.shape_odds import ShapeOdds
from extract_pipelines.text.dates import NO_DATE

WORDS = "gear oil bearing shaft magnet plug noise coffee mill third Monday case press warm".split()
NAMES = ["oldowl", "redshift", "kestrel", "bergfex", "anna", "jo_k", "mtb-Sepp"]
POST = (
    '<div class="{box}" id="p{id}"><div class="by"><a href="/u/{name}">{name}</a>'
    '<span class="when">{date}</span></div><div class="said"><p>{text}</p></div>'
    '<ul class="tools"><li>Reply</li><li>Quote</li><li>Report</li></ul></div>'
)
PAGE = (
    "<html><head><title>{title} - Tinkerers</title></head><body><ul class=nav><li>Home</li>"
    "<li>Members</li><li>Search</li></ul><h1>{title}</h1><div class=thread>{posts}</div>"
    "<div class=foot>All times are local.</div></body></html>"
)


def text_of(number: int) -> str:
    """A text that no other number has."""
    words = [WORDS[(number * 7 + place * place) % len(WORDS)] for place in range(8 + number % 23)]
    return f"{' '.join(words)}, said {number} times."


def thread(number: int, box: str = "post") -> tuple[str, list[str]]:
    """The source of a thread, and the texts of its posts."""
    ids = range(100 * number, 100 * number + 3 + number % 4)
    posts = [
        POST.format(
            box=box,
            id=one,
            name=NAMES[one % len(NAMES)],
            date=f"2024-0{1 + number % 9}-{10 + one % 15} 1{one % 10}:2{number % 10}",
            text=text_of(one),
        )
        for one in ids
    ]
    source = PAGE.format(title=f"The {WORDS[number % 14]} of {number}", posts="".join(posts))
    return source, [text_of(one) for one in ids]


def posts_of(number: int, box: str = "post") -> tuple[str, list[str]]:
    """The source of the posts of a thread, and their texts."""
    source, texts = thread(number, box)
    return source.partition("<div class=thread>")[2].partition("<div class=foot>")[0], texts


def page_of(number: int, box: str = "post") -> tuple[Page, list[str]]:
    source, texts = thread(number, box)
    return Page(source, f"https://tinkerers.example/thread/{number}"), texts


def known_site(pages: int) -> Site:
    site = Site()
    for number in range(1, pages + 1):
        site.learn(page_of(number)[0])
    return site


def scored(site: Site, page: Page) -> tuple[int, ForumThread | Article]:
    """How many groups of a page are scored, and what is read."""
    with listening() as told:
        item = site.extract(page)
    return sum(isinstance(fact, GroupScored) for fact in told), item


def bodies(item: ForumThread | Article) -> list[str]:
    assert isinstance(item, ForumThread)
    return [floor.body for floor in item.floors]


def test_beside_posts_that_many_pages_told_hardly_any_group_is_scored() -> None:
    page, texts = page_of(77)
    alone, item = scored(Site(), page)
    assert bodies(item) == texts
    page, texts = page_of(77)
    known, item = scored(known_site(24), page)
    assert bodies(item) == texts
    assert known < alone / 2


def test_on_pages_like_all_others_no_group_is_scored_but_on_each_eighth_that_is_learned() -> None:
    site, scored_pages = known_site(24), 0
    for number in range(25, 41):
        page, texts = page_of(number)
        with listening() as told:
            site.learn(page)
        scored_pages += any(isinstance(fact, GroupScored) for fact in told)
        assert bodies(site.extract(page)) == texts
    assert scored_pages == 2
    assert scored(site, page_of(77)[0])[0] == 0


def test_what_is_known_is_known_from_the_state_too() -> None:
    site = Site.from_state(known_site(24).to_state())
    known, item = scored(site, page_of(77)[0])
    assert (known, bodies(item)) == (
        scored(known_site(24), page_of(77)[0])[0],
        page_of(77)[1],
    )


def test_posts_of_a_new_shape_are_found_on_a_known_site() -> None:
    site = known_site(40)
    for number in range(41, 60):
        page, texts = page_of(number, "message-box")
        site.learn(page)
        assert bodies(site.extract(page)) == texts


def test_new_posts_beside_known_ones_are_scored() -> None:
    site = known_site(40)
    source, texts = thread(90)
    posts, more = posts_of(91, "entry")
    both = source.replace("<div class=foot>", f"<div class=thread>{posts}<div class=foot>")
    plain = scored(site, Page(source, "https://tinkerers.example/thread/90"))[0]
    mixed, item = scored(site, Page(both, "https://tinkerers.example/thread/90"))
    assert mixed > plain
    assert set(texts) <= set(bodies(item)) or set(more) <= set(bodies(item))


def test_a_page_is_read_as_it_is_where_nothing_of_the_site_is_told_of_it() -> None:
    site = known_site(24)
    text = "".join(
        f"<p>{text_of(number)} And that is all there is to say.</p>" for number in range(9)
    )
    source = PAGE.format(title="About us", posts=f"<article>{text}</article>")
    item = site.extract(Page(source, "https://tinkerers.example/about"))
    assert isinstance(item, Article)


NEWS = (
    '<li class="news"><b class="day">2024-0{month}-1{day}</b> <a class="to" href="/news/{id}">'
    '<span class="name">News of the {word}</span></a> <i class="size">{id} kB</i></li>'
)


def notice(number: int, posts: str = "", page_type: str | None = None) -> Page:
    """A page about something, beside a list of news; posts below it, if any are given."""
    ids = range(8 * number, 8 * number + 8)
    news = "".join(
        NEWS.format(month=1 + one % 9, day=one % 10, id=one, word=WORDS[one % 14]) for one in ids
    )
    said = "".join(f"<p>{text_of(number + place)} So it was.</p>" for place in range(4))
    parts = f"<article class=about>{said}</article><ul class=latest>{news}</ul>{posts}"
    source = PAGE.format(title=f"About {WORDS[number % 14]} {number}", posts=parts)
    return Page(source, f"https://tinkerers.example/about/{number}", page_type=page_type)


def site_of_notices(pages: int) -> Site:
    site = Site()
    for number in range(1, pages + 1):
        site.learn(notice(number))
    return site


def test_where_no_page_had_posts_hardly_any_group_is_scored() -> None:
    alone, item = scored(Site(), notice(77))
    known, same = scored(site_of_notices(20), notice(77))
    assert 0 < known <= alone / 2
    assert isinstance(same, Article)
    assert same.body == item.body
    restored = Site.from_state(site_of_notices(20).to_state())
    assert scored(restored, notice(77))[0] == known


def test_where_no_page_had_posts_each_eighth_is_looked_at_as_before() -> None:
    site = site_of_notices(20)
    alone = scored(Site(), notice(77))[0]
    counts = []
    for number in range(21, 37):
        site.learn(notice(number))
        counts.append(scored(site, notice(number))[0])
    assert counts.count(alone) == 2


def test_beside_new_posts_all_groups_are_scored() -> None:
    page = notice(77, posts_of(77)[0])
    assert scored(site_of_notices(20), page)[0] == scored(Site(), notice(77, posts_of(77)[0]))[0]


def test_posts_are_found_on_pages_of_a_kind_that_had_none() -> None:
    site = site_of_notices(20)
    for number in range(21, 24):
        posts, texts = posts_of(number)
        page = notice(number, posts)
        assert site.learn(page) is site.kinds[0]
        item = site.extract(page)
        said = item.floors if isinstance(item, ForumThread) else item.comments
        assert [floor.body for floor in said][-len(texts) :] == texts


def test_where_the_spider_tells_of_a_thread_all_groups_are_scored() -> None:
    told = notice(77, page_type="thread")
    assert scored(site_of_notices(20), told)[0] == scored(Site(), notice(77))[0]


def group_of(root: str, starts: list[int], odds: float) -> Group:
    """Records that begin at these elements, each with three of them, and their log odds."""
    date = DateMention(0, -1, NO_DATE)
    shape = Shape(root, "i")
    records = [Record(start, start + 3, date) for start in starts]
    return Group(Candidate(shape, records, 0.0), [shape], odds)


def test_what_stands_in_posts_is_not_taken_where_most_pages_took_the_posts() -> None:
    posts, parts = group_of("div.post", [1, 9], 2.0), group_of("div.part", [2], 3.0)
    odds = ShapeOdds()
    for _ in range(9):
        odds.add([posts, parts])
    taken = {posts.shapes[0]: 8, parts.shapes[0]: 1}
    found = odds.likeliest([posts, parts], None, taken=taken, is_usual=False)
    assert found.candidate == posts.candidate
    found = odds.likeliest([posts, parts], None, taken={}, is_usual=False)
    assert found.candidate == parts.candidate


def test_what_holds_each_article_is_not_taken_where_comments_below_were() -> None:
    article, comment = group_of("div.page", [1], 2.0), group_of("div.new", [7], 2.5)
    odds = ShapeOdds()
    for _ in range(9):
        odds.add([article, group_of("div.comment", [7, 15], 2.0)])
    taken = {Shape("div.comment", "i"): 9}
    for commented, expected in ((9, comment), (0, article)):
        found = odds.likeliest(
            [article, comment], None, taken=taken, is_usual=False, commented=commented
        )
        assert found.candidate == expected.candidate


def test_a_lone_post_is_taken_whole_where_other_pages_took_such_posts_with_what_follows() -> None:
    post, part = group_of("div.post", [1], -1.2), group_of("div.part", [2], -0.1)
    odds = ShapeOdds()
    for _ in range(9):
        odds.add([group_of("div.post", [1, 9], 2.0), group_of("div.part", [2, 10], 1.5)])
    taken = {run_shapes(post.shapes[0])[0]: 8}
    found = odds.likeliest([post, part], None, taken=taken, is_usual=False)
    assert found.candidate == post.candidate
    found = odds.likeliest([post, part], None, taken={}, is_usual=False)
    assert found.candidate == part.candidate


UNDATED = (
    '<article class=entry><a class=by href="/u/{name}">{name}</a><div class=said>{text}</div>'
    "<a class=tool href=#{id}>Reply</a></article>"
)


def undated(number: int, posts: int) -> tuple[Page, list[str]]:
    """A thread whose posts show no dates, and their texts."""
    ids = range(100 * number, 100 * number + posts)
    said = [UNDATED.format(id=one, name=NAMES[one % len(NAMES)], text=text_of(one)) for one in ids]
    source = PAGE.format(title=f"The {WORDS[number % 14]} of {number}", posts="".join(said))
    return Page(source, f"https://tinkerers.example/thread/{number}"), [text_of(one) for one in ids]


def test_a_lone_post_without_a_date_is_found_where_many_pages_show_several_like_it() -> None:
    site = Site()
    for number in range(1, 13):
        page, texts = undated(number, 3 + number % 4)
        site.learn(page)
        assert bodies(site.extract(page)) == texts
    page, texts = undated(33, 1)
    assert bodies(Site().extract(page)) != texts
    assert bodies(site.extract(page)) == texts


ROWS = (
    '<tr class=row><td><table><tr><td>by <a href="/u/{name}"><b>{name}</b></a> on {date} '
    '(Read {id} times)</td></tr></table></td><td><a href="/u/{name}"><b>{name}</b></a></td></tr>'
    "<tr class=row><td class=row><div>{text}</div></td><td><div>Newbie</div></td></tr>"
)


def rows(number: int, texts: list[str]) -> Page:
    """A thread in a table, with two rows a post: who wrote it and when, and what."""
    posts = [
        ROWS.format(
            id=100 * number + place,
            name=NAMES[(number + place) % len(NAMES)],
            date=f"2024-0{1 + number % 9}-{10 + place} 1{number % 10}:2{place}",
            text=text,
        )
        for place, text in enumerate(texts)
    ]
    source = PAGE.format(
        title=f"The {WORDS[number % 14]} of {number}", posts=f"<table>{''.join(posts)}</table>"
    )
    return Page(source, f"https://tinkerers.example/thread/{number}")


def test_the_head_of_a_lone_post_has_its_text_where_other_pages_have_such_posts() -> None:
    page = rows(33, ["Same here."])
    analysis = analyse(page)
    head = next(one for one in analysis.candidates if one.shape.root == "tr.row")
    model, group = FloorModel(), Group(head, [head.shape], 3.0)
    assert model.with_siblings(page, group) is None
    model.several[run_shapes(head.shape)[0]] = 8
    whole = model.with_siblings(page, group)
    assert whole is not None
    (record,) = whole.candidate.records
    assert "Same here." in page.flat.texts[slice(*leaves_between(page, *record[:2]))]


def test_a_lone_post_is_scored_however_many_elements_stand_around_it() -> None:
    def nested(source: str) -> Page:
        around = "".join(f"<div class=around{depth}>" for depth in range(30))
        return Page(source.replace("<div class=thread>", f"{around}<div class=thread>"))

    site = Site()
    for number in range(4):
        site.learn(nested(thread(number)[0]))
    first, second, *_ = thread(9)[0].split('<div class="post"')
    alone = nested(f'{first}<div class="post"{second}</div>')
    with listening() as told:
        item = site.extract(alone)
    assert isinstance(item, ForumThread)
    assert [floor.body for floor in item.floors] == [text_of(900)]
    groups = [fact.candidate for fact in told if isinstance(fact, GroupScored)]
    assert any(group.shape.root == "div.post" for group in groups)
