"""Who opens the pages of a site, and who answers there, tells threads from articles."""

from __future__ import annotations

import pytest

from extract_pipelines import Article, ForumThread, Page, Site
from extract_pipelines.explain import explain

MEMBERS = ["oldowl", "redshift", "kestrel", "bergfex", "anna", "jo_k", "mtb-Sepp", "pixelcat"]
WORDS = "gear oil bearing shaft magnet plug noise coffee mill third Monday case press warm".split()
BYLINE = '<div class="by">{name} / 2024.0{month}.1{day} / 85 reads</div>'
COMMENT = (
    '<li class="comment"><b>{name}</b><time>2024-0{month}-2{day} 10:1{day}</time>'
    '<div class="words">{text}</div></li>'
)
PAGE = (
    "<html><head><title>{title}</title></head><body><ul class=nav><li>Home</li><li>Search</li></ul>"
    "<h1>{title}</h1>{by}<div class=story>{story}</div>{head}<ol>{comments}</ol></body></html>"
)


def sentence(number: int) -> str:
    words = [WORDS[(number * 7 + place * place) % len(WORDS)] for place in range(9 + number % 9)]
    return f"The {' '.join(words)} was said {number} times."


def page(number: int, opener: str, head: str = "") -> Page:
    """A text that somebody wrote, with comments by members below."""
    answers = [MEMBERS[(number + place) % len(MEMBERS)] for place in range(2 + number % 2)]
    comments = [
        COMMENT.format(
            name=name, month=1 + number % 9, day=place, text=sentence(100 * number + place)
        )
        for place, name in enumerate(answers)
    ]
    source = PAGE.format(
        title=f"{WORDS[number % len(WORDS)]} {number}",
        by=BYLINE.format(name=opener, month=1 + number % 9, day=number % 10),
        story="".join(
            f"<p>{sentence(9 * number + k)} {sentence(5 * number + k)}</p>" for k in range(3)
        ),
        head=head.format(len(comments)),
        comments="".join(comments),
    )
    return Page(source, f"https://mill.example/{number}")


def kinds_of_items(openers: list[str], head: str = "") -> list[type]:
    """What each page comes out as, as they stream in."""
    site, found = Site(), []
    for number, opener in enumerate(openers, start=1):
        read = page(number, opener, head)
        site.learn(read)
        found.append(type(site.extract(read)))
    return found


@pytest.mark.parametrize(
    "byline",
    [
        BYLINE,
        '<div class="by">Started by {name} on 1{day} May 2024</div>',
        '<p><b class="by">{name}</b></p><p><b class="by">{name}</b> 2024-0{month}-1{day}</p>',
    ],
)
def test_pages_that_members_open_are_threads(byline: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.BYLINE", byline)
    openers = [MEMBERS[(5 * number + 4) % len(MEMBERS)] for number in range(16)]
    found = kinds_of_items(openers)
    assert found[0] is Article
    assert set(found[8:]) == {ForumThread}


def test_that_members_open_pages_is_told() -> None:
    site = Site()
    for number in range(16):
        site.learn(page(number, MEMBERS[(5 * number + 4) % len(MEMBERS)]))
    told = dict(explain(page(16, "anna"), site=site).site)
    assert int(told["Members who answered on some pages and opened others"]) >= 3


def test_pages_of_a_few_authors_who_answer_no_one_are_articles() -> None:
    authors = ["Ruth Ackerman", "Tom Field", "Liz Moor", "Jan Brook"]
    assert set(kinds_of_items([authors[number % 4] for number in range(16)])) == {Article}


def test_pages_of_a_few_authors_who_answer_each_other_are_articles() -> None:
    assert set(kinds_of_items([MEMBERS[5 * n % 3] for n in range(24)])) == {Article}


def test_pages_of_many_authors_who_answer_rarely_are_articles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    authors = [f"Ruth {word.title()}" for word in WORDS]
    readers = [f"reader{number}" for number in range(20)]
    everyone = [authors[n // 5] if n % 5 == 4 else readers[n * 4 // 5 % 20] for n in range(65)]
    monkeypatch.setattr(f"{__name__}.MEMBERS", everyone)
    assert set(kinds_of_items([authors[5 * n % len(authors)] for n in range(60)])) == {Article}


def test_pages_of_one_author_who_answers_are_articles() -> None:
    assert set(kinds_of_items(["oldowl"] * 16)) == {Article}


def test_pages_that_look_like_articles_by_all_else_are_articles_whoever_wrote_them() -> None:
    openers = [MEMBERS[(5 * number + 4) % len(MEMBERS)] for number in range(16)]
    assert set(kinds_of_items(openers, "<h3>{} comments</h3>")) == {Article}


def test_who_opens_pages_is_known_from_the_state_too() -> None:
    site = Site()
    for number in range(1, 9):
        site.learn(page(number, MEMBERS[(5 * number + 4) % len(MEMBERS)]))
    restored = Site.from_state(site.to_state())
    merged = Site()
    merged.merge(site)
    for number in range(9, 12):
        for one in (site, restored, merged):
            one.learn(read := page(number, MEMBERS[(5 * number + 4) % len(MEMBERS)]))
            assert isinstance(one.extract(read), ForumThread)
