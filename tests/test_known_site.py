"""What pages of a site have told for certain is not asked again of the next, but change is seen."""

from __future__ import annotations

from extract_pipelines import Article, ForumThread, Page, Site
from extract_pipelines.items.trace import GroupScored, listening

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
    other, more = thread(91, "entry")
    posts = other.partition("<div class=thread>")[2].partition("<div class=foot>")[0]
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
