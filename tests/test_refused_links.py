"""Forums of which some pages are not there for all: what else the `forum` spider comes to."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from extract_pipelines.forum.seen import SeenStore
from extract_pipelines.url import thread_key
from tests.changing_forum import CHROME, WORDS, Forum, Post, make_forum
from tests.crawling import Answer
from tests.test_forum_spider import Followed, texts, texts_of

LOGIN = CHROME.format(
    title="Log in",
    content="<p>You must be logged in to read this.</p><form><input name='user'></form>",
)


def rules(number: int) -> str:
    """A page of its own that is no thread."""
    words = " ".join(random.Random(number).choices(WORDS, k=120))
    return CHROME.format(title=f"Rules of {WORDS[number]}s", content=f"<p>Mind the {words}.</p>")


ROBOTS = "robots.txt"
ANSWERS: dict[str, str | Answer] = {
    "a form to log in": LOGIN,
    "refused": Answer(b"Forbidden", status=403),
    "gone": Answer(b"Gone", status=404),
    "redirected to a form": Answer(b"", status=302, location="/members-only/"),
    "empty": Answer(b""),
    ROBOTS: "",
    "rules": "",
}


class Unnamed(Forum):
    """A forum whose addresses do not tell by a key or folder that they are of threads."""

    def site(self) -> dict[str, str | Answer]:
        return {
            unnamed(path): unnamed(page) if isinstance(page, str) else page
            for path, page in super().site().items()
        }


def unnamed(text: str) -> str:
    return re.sub(r"/thread/(\d+)/(\?[^\"]*)?", r"/thread-\1-1.html", text)


# Twelve threads in two boards, six in each, of which the second is read first; the newest is first.
FIRST_ROWS = (11, 9, 7)


def hide(followed: Followed, numbers: tuple[int, ...], how: str) -> None:
    """Let these threads be answered so."""
    for number in numbers:
        followed.hidden[f"/thread-{number}-1.html"] = (
            rules(number) if how == "rules" else ANSWERS[how]
        )
    followed.hidden["/members-only/"] = LOGIN
    if how == ROBOTS:
        lines = "".join(f"Disallow: /thread-{number}-\n" for number in numbers)
        followed.hidden["/robots.txt"] = Answer(f"User-agent: *\n{lines}".encode(), "text/plain")


@pytest.fixture
def followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Followed:
    monkeypatch.setattr("tests.changing_forum.ROWS", 10)
    forum = make_forum(dict.fromkeys(range(1, 13), 3))
    return Followed(tmp_path, Unnamed(forum.threads, forum.titles))


@pytest.mark.parametrize("how", ANSWERS)
def test_threads_behind_the_first_that_cannot_be_read_are_found(
    followed: Followed, how: str
) -> None:
    hide(followed, FIRST_ROWS, how)
    with followed.site:
        items = followed.crawl()
    seen = [
        post.text
        for number, posts in followed.forum.threads.items()
        for post in posts
        if number not in FIRST_ROWS
    ]
    assert texts(items) == sorted(seen)
    assert "WARNING" not in followed.log


@pytest.mark.parametrize("how", ["a form to log in", "refused"])
def test_boards_behind_the_first_that_cannot_be_read_are_found(
    followed: Followed, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr("tests.changing_forum.BOARDS", 6)
    followed.hidden = {f"/board/{board}/": ANSWERS[how] for board in range(3)}
    with followed.site:
        items = followed.crawl()
    seen = [
        post.text
        for number, posts in followed.forum.threads.items()
        for post in posts
        if number % 6 > 2
    ]
    assert texts(items) == sorted(seen)


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("refused", "answered with status 403"),
        ("redirected to a form", "redirected to one page"),
        ("a form to log in", "pages that say the same"),
        (ROBOTS, "forbidden by robots.txt"),
    ],
)
def test_a_forum_that_is_not_for_all_is_asked_for_a_few_threads_and_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str, told: str
) -> None:
    monkeypatch.setattr("tests.changing_forum.ROWS", 100)
    forum = Unnamed({})
    post = make_forum({1: 1}).threads[1][0]
    number_of_threads = 200
    words = [f"{one} {other}" for one in WORDS for other in WORDS]
    for number in range(1, number_of_threads + 1):
        forum.threads[number] = [post]
        forum.titles[number] = f"Trouble with a {words[number]}"
    followed = Followed(tmp_path, forum)
    hide(followed, tuple(forum.threads), how)
    with followed.site:
        assert followed.crawl() == []
    asked = [path for path in followed.site.requested if path.startswith("/thread-")]
    assert len(asked) < 0.1 * number_of_threads
    (warning,) = [line for line in followed.log.splitlines() if " WARNING: " in line]
    assert told in warning
    assert "could not be read" in warning
    assert "give the address of the forum's index" not in warning


REDIRECTED = {"short": "/s/{}/", "script": "/goto?t={}", "query": "/showthread.php?tid={}"}


class Redirecting(Forum):
    """A forum whose lists link to threads by addresses that are redirected."""

    link = ""

    def site(self) -> dict[str, str | Answer]:
        made = super().site()
        for path, page in made.items():
            if path.startswith("/board/") and isinstance(page, str):
                made[path] = re.sub(r"/thread/(\d+)/[^\"]*", lambda m: self.link.format(m[1]), page)
        for number in self.threads:
            made[self.link.format(number)] = Answer(b"", status=302, location=f"/thread/{number}/")
        return made


@pytest.mark.parametrize("link", REDIRECTED)
def test_threads_that_lists_link_to_by_another_address_are_read_once(
    followed: Followed, link: str
) -> None:
    forum = followed.forum = Redirecting(followed.forum.threads, followed.forum.titles)
    forum.link = REDIRECTED[link]
    with followed.site:
        assert texts(followed.crawl()) == texts_of(forum)
        assert followed.crawl() == []
        assert not [path for path in followed.site.requested if path.startswith("/thread/")]
        assert "WARNING" not in followed.log
        forum.threads[5].append(Post("alice", "2023-12-28 10:00", "Late, but here.", "9001"))
        assert texts(followed.crawl()) == ["Late, but here."]
        asked = [path for path in followed.site.requested if path.startswith("/thread/")]
    assert asked == ["/thread/5/"]


def test_an_address_is_its_own_once_it_is_no_more_redirected(tmp_path: Path) -> None:
    store = SeenStore(tmp_path / "seen.sqlite")
    threads = store.threads
    short, long = (thread_key(f"https://forum.example{path}") for path in ("/s/1/", "/thread/1/"))
    nothing = {"date": None, "error": 0.0, "numbers": {}}
    threads.note(short, "forum.example", "https://forum.example/s/1/", nothing)  # type: ignore[arg-type]
    threads.set_alias(short, long)
    known = threads.get(short)
    assert known
    assert known.thread == long
    assert known == threads.get(long)
    assert threads.count("forum.example") == 1
    threads.set_alias(short, short)
    assert threads.get(short) is None
    store.close()
