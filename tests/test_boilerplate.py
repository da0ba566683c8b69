"""What the posts of a forum say in all threads, in an element of its own, is no text of them."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from extract_pipelines import ForumThread, Page, Site
from extract_pipelines.posts.bodies.boilerplate import FEWEST_REPEATED, Boilerplate
from tests.test_known_site import NAMES, text_of, thread

HIDDEN = '<div class="hidden">Answer this thread to see the hidden part.</div>'
# As many threads as tell, and one.
ENOUGH = FEWEST_REPEATED + 1


def source_of(number: int, added: Mapping[int, str], title: str = "") -> str:
    """The source of a thread with something added to the text of some posts, by their place.

    :param title: the thread's own, if it is another one than `thread` gives
    """
    source, texts = thread(number)
    for place, markup in added.items():
        source = source.replace(f"<p>{texts[place]}</p>", f"<p>{texts[place]}</p>{markup}")
    if title:
        own = source.partition("<title>")[2].partition(" - ")[0]
        source = source.replace(own, title)
    return source


def page_of(number: int, added: Mapping[int, str], title: str = "") -> Page:
    source = source_of(number, added, title)
    return Page(source, f"https://tinkerers.example/thread/{number}")


def bodies(site: Site, page: Page) -> list[str]:
    item = site.extract(page)
    assert isinstance(item, ForumThread)
    return [floor.body for floor in item.floors]


def texts_of(number: int) -> list[str]:
    return thread(number)[1]


def test_what_posts_say_in_all_threads_in_an_element_of_its_own_is_no_text() -> None:
    site = Site()
    for number in range(1, ENOUGH + 1):
        site.learn(page_of(number, {1: HIDDEN}))
    assert bodies(site, page_of(20, {0: HIDDEN, 2: HIDDEN})) == texts_of(20)
    assert bodies(Site.from_state(site.to_state()), page_of(21, {1: HIDDEN})) == texts_of(21)


def test_of_two_workers_each_knows_what_the_other_learned() -> None:
    workers = Site(), Site()
    for number in range(1, 2 * ENOUGH):
        workers[number % 2].learn(page_of(number, {1: HIDDEN} if number % 2 else {}))
    one, other = workers
    one.merge(other)
    one.merge(other)
    assert bodies(one, page_of(20, {1: HIDDEN})) == texts_of(20)


@pytest.mark.parametrize(
    "added", ["<br>I have read the rules of this board.", "<p>I have read the rules.</p>"]
)
def test_what_authors_say_in_all_threads_is_text(added: str) -> None:
    site = Site()
    for number in range(1, 8):
        site.learn(page_of(number, {1: added}))
    said = bodies(site, page_of(20, {1: added}))[1]
    assert said.endswith(("I have read the rules of this board.", "I have read the rules."))


def test_what_differs_from_thread_to_thread_is_text() -> None:
    site, box = Site(), '<div class="note">Bring {} screws and a long bar.</div>'
    kinds = ["brass", "steel", "zinc", "wood", "thin", "short", "flat", "blunt"]
    for number, kind in enumerate(kinds[1:], start=1):
        site.learn(page_of(number, {1: box.format(kind)}))
    assert bodies(site, page_of(20, {1: box.format("brass")}))[1].endswith(
        "Bring brass screws and a long bar."
    )


NOTES = {
    "a note with numbers": '<p class="added">Added after {n} minutes and {n} seconds:</p>',
    "a note with a member's name": '<div class="warning">{name} was warned for this post.</div>',
    "thanks beside a list of names": '<div class="thanks">{n} members thank {name} for this post.'
    '<div class="by"><a href="/u/{n}">reader_{n}x</a>, <a href="/u/{name}">{name}</a></div></div>',
    "a box of two classes": '<div class="box hidden"><b>Part</b><p>Log in to see it.</p></div>',
    "a long hint on a line": '<br><em class="hint">Guests see no links in this section of the'
    " board, so please log in first.</em>",
}


def noted(number: int, markup: str) -> Page:
    """A thread with a note in the first post, and in another a box of the author's own."""
    name = NAMES[100 * number % len(NAMES)]
    own = f'<div class="box"><b>Part {number}</b><p>{text_of(5000 + number)}</p></div>'
    return page_of(number, {0: markup.format(n=number + 2, name=name), 1: own})


@pytest.mark.parametrize("markup", NOTES.values(), ids=NOTES)
def test_numbers_names_and_lists_of_names_make_no_other_note(markup: str) -> None:
    site = Site()
    for number in range(1, 8):
        site.learn(noted(number, markup))
    said = bodies(site, noted(20, markup))
    assert said[0].partition("\n")[0] == texts_of(20)[0]
    assert not re.search(r"thank|warned|Added|Log in|Guests", said[0])
    assert said[1].endswith(text_of(5020))


def test_code_that_differs_by_its_numbers_alone_is_text() -> None:
    site, box = Site(), '<pre class="code">fan_min = {}</pre>'
    for number in range(1, 8):
        site.learn(page_of(number, {1: box.format(number)}))
    assert bodies(site, page_of(20, {1: box.format(20)}))[1].endswith("fan_min = 20")


def test_what_all_pages_of_one_thread_say_is_text() -> None:
    site, box = Site(), '<div class="note">Bring the old press and a long bar.</div>'
    for number in range(1, 8):
        shown = "The press" if number == 1 else f"The press | Page {number}"
        site.learn(page_of(number, {1: box}, shown))
    assert bodies(site, page_of(20, {1: box}, "The press of Monday"))[1].endswith("a long bar.")


def test_a_place_with_many_texts_stays_one_of_authors() -> None:
    known, other = Boilerplate(), Boilerplate()
    known._said = {7: {1: ((1, 2), 3)}, 9: {}}
    other._said = {7: dict.fromkeys(range(2, 6), ((1,), 1)), 9: {1: ((1,), 9)}}
    known.merge(other)
    assert known.kinds() == set()
    assert Boilerplate.from_state(known.to_state()).to_state() == known.to_state()


OPENED = (
    '<div class="topic"><h2>{title}</h2><b><a href="/u/anna">anna</a></b> <i>{date}</i>'
    "<p>{text} So I would like to know what you think of it, and what you would do.</p></div>"
)


def opened(number: int, date: str, text: str, title: str = "") -> Page:
    """A page of a thread with a head above its posts."""
    source = source_of(number, {}, title)
    head = OPENED.format(title=title or f"Thread {number}", date=date, text=text)
    whole = source.replace("<div class=thread>", f"{head}<div class=thread>")
    return Page(whole, f"https://tinkerers.example/thread/{number}")


def test_what_has_the_same_date_on_all_threads_is_no_opening_post() -> None:
    site = Site()
    for number in range(1, 13):
        site.learn(opened(number, "2025-12-01 10:00", text_of(3000 + number)))
    assert bodies(site, opened(20, "2025-12-01 10:00", text_of(3020))) == texts_of(20)
    dated = bodies(site, opened(21, "2024-01-02 10:00", text_of(3021)))
    assert dated[0].startswith(text_of(3021))
    assert dated[1:] == texts_of(21)


def test_an_opening_post_on_each_page_of_the_only_thread_is_one() -> None:
    site, date = Site(), "2024-01-02 10:00"
    for number in range(1, 13):
        title = "The press" if number == 1 else f"The press | Page {number}"
        site.learn(opened(number, date, text_of(3000), title))
    said = bodies(site, opened(20, date, text_of(3000), "The press | Page 20"))
    assert said[0].startswith(text_of(3000))
    assert said[1:] == texts_of(20)


SHOUT = (
    '<tr><td><a href="/u/{name}">{name}</a> <i>2026-11-2{n} 10:1{n}</i></td><td>{text}</td></tr>'
)
SHOUTS = "".join(
    SHOUT.format(n=n, name=name, text=text_of(4000 + n))
    for n, name in enumerate(["anna", "jo_k", "kestrel", "oldowl", "redshift"])
)


def with_shouts(number: int, posts: int | None = None) -> Page:
    """A thread below a box of shouts, with so many of its posts."""
    before, start, rest = source_of(number, {}).partition("<div class=thread>")
    shown, end, behind = rest.partition("<div class=foot>")
    kept = "".join(
        f'<div class="post"{one}' for one in shown.split('<div class="post"')[1:][:posts]
    )
    source = f"{before}<table>{SHOUTS}</table>{start}{kept}</div>{end}{behind}"
    return Page(source, f"https://tinkerers.example/thread/{number}")


def test_what_all_pages_show_is_no_thread_where_nothing_else_is_one() -> None:
    site = Site()
    for number in range(1, 13):
        site.learn(with_shouts(number, posts=1 + number % 3))
    for number in range(20, 26):
        assert bodies(site, with_shouts(number, posts=1)) == texts_of(number)[:1]
    assert not isinstance(site.extract(with_shouts(30, posts=0)), ForumThread)
