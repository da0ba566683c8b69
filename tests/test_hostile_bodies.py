"""Pages that hold no text, or far too much: an honest answer, and never an exception."""

from __future__ import annotations

import base64
import random
import re

import pytest

from extract_pipelines import Article, ForumThread, Page, Site, extract
from extract_pipelines.article.choose import STRATEGIES
from extract_pipelines.page.tree_walk import DEEPEST
from extract_pipelines.site.options import Options
from extract_pipelines.text.encoded import is_encoded
from tests.pages import THREADS, thread_page

BLOB = base64.b64encode(random.Random(2).randbytes(60_000)).decode()
MENU = "".join(f"<li><a href=/{n}>Part {n}</a>\n" for n in range(30))
SENTENCES = (
    "The mill was sold on Monday, and nobody in the town had expected that it would be.",
    "昨天晚上，市议会开了三个小时的会，最后通过了老磨坊的改造计划。",
    "Мельницу продали в понедельник, и никто в городе этого не ожидал.",
    "町議会は月曜日の夜に三時間話し合い、水車小屋の計画を認めました。",
    "بيعت الطاحونة يوم الاثنين، ولم يكن أحد في المدينة يتوقع ذلك.",
    "방앗간은 월요일에 팔렸고, 마을의 아무도 그것을 예상하지 못했다.",
)
WITHOUT_TEXT = {
    "nothing": "",
    "no body": "<html><head><title>Title</title></head></html>",
    "empty body": "<html><body></body></html>",
    "white space": "<html><body> \n <div>\t</div>&nbsp;</body></html>",
    "script only": "<body><div id=root></div><script>render({'a': 'text, and more'})</script>",
    "frames": "<frameset><frame src=/a><frame src=/b></frameset>",
    "pictures": "<body>" + "<div><img src=/a.png></div>" * 50,
    "encrypted": f"<body><div id=payload>{BLOB}</div><script>decrypt()</script>",
    "encrypted, in lines": "<pre>" + "\n".join(BLOB[i : i + 76] for i in range(0, 9000, 76)),
    "a picture in the text": f"<p>data:image/png;base64,{BLOB}</p>",
    "menu only": f"<body><ul>{MENU}</ul>",
    "signs": "<body>" + "<p>.,;:!?</p>" * 100,
    "replacement characters": "<p>" + "\ufffd\x01\ufffd" * 4000 + "</p>",
}


@pytest.mark.parametrize("body", STRATEGIES)
@pytest.mark.parametrize("source", WITHOUT_TEXT.values(), ids=WITHOUT_TEXT)
def test_a_page_without_text_is_an_article_with_an_empty_body(source: str, body: str) -> None:
    item = extract(source, "https://a.example/1", Options(body=body))
    assert isinstance(item, Article)
    assert (item.body, item.body_html) == ("", None)
    assert item.metadata.method == "empty"
    assert item.metadata.probability == 0


def test_what_a_page_says_instead_of_its_text_is_improbable() -> None:
    says = "<noscript>You need to enable JavaScript to run this app.</noscript>"
    item = extract(f"<body>{says}<div id=root></div><script>render()</script>")
    assert isinstance(item, Article)
    assert item.metadata.probability < 0.3
    longer = extract(f"<body><div><p>{'</p><p>'.join(SENTENCES)}</p></div>")
    assert longer.metadata.probability > 0.9


# The menu and the text are far apart in the source, as line blocks need it.
MIXED = "<body><ul>{}</ul>\n\n\n\n<div>{}</div>".format(
    MENU, "".join(f"<p>{sentence * 3}</p>\n" for sentence in SENTENCES)
)


@pytest.mark.parametrize("body", sorted(STRATEGIES.keys() - {"density"}))
def test_pages_in_mixed_scripts_are_read_whole(body: str) -> None:
    item = extract(MIXED, "", Options(body=body, filter="none"))
    assert isinstance(item, Article)
    assert all(sentence in item.body for sentence in SENTENCES)
    assert "Part 3" not in item.body


@pytest.mark.parametrize("body", STRATEGIES)
def test_the_rules_keep_the_scripts_that_a_mixed_page_has_most_of(body: str) -> None:
    item = extract(MIXED, "", Options(body=body))
    assert isinstance(item, Article)
    assert SENTENCES[1] in item.body or SENTENCES[3] in item.body


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (BLOB[:76], True),
        (BLOB[:59], False),
        (
            "See https://a.example/" + "path/" * 20 + " for all that is known of the mill." * 4,
            False,
        ),
        ("Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamten", False),
        (SENTENCES[1] * 9, False),
    ],
)
def test_encoded_data_are_told_from_long_words(text: str, expected: bool) -> None:
    assert is_encoded(text) == expected


def test_a_picture_beside_the_text_is_left_out() -> None:
    texts = [f"{SENTENCES[0]} That was on day {day}." for day in range(9)]
    text = "".join(f"<p>{text}</p>" for text in texts)
    item = extract(f"<body><div>{text}<p>data:image/png;base64,{BLOB}</p></div>")
    assert isinstance(item, Article)
    assert item.body == "\n".join(texts)


def test_deep_nesting_is_read() -> None:
    inner = "".join(f"<p>{sentence}</p>" for sentence in SENTENCES)
    source = "<div>" * 1500 + f"<b>2021-03-04 10:00</b>{inner}" + "</div>" * 1500
    item = extract(source, "", Options(filter="none"))
    assert isinstance(item, Article)
    assert all(sentence in item.body for sentence in SENTENCES)
    assert item.date == "2021-03-04T10:00:00"


def test_posts_whose_links_stand_deeper_than_elements_are_read_have_authors() -> None:
    names = ["Anna", "Bert", "Carla", "Guest"]
    linked = [*(f"<a href=/user/{name}>{name}</a>" for name in names[:3]), names[3]]
    posts = "".join(
        f"<div class=post><div class=head><b class=name>{shown}</b></div>"
        f"<div class=date>2024-03-0{day} 10:15</div><div>{SENTENCES[0] * day}</div></div>"
        for day, shown in enumerate(linked, start=1)
    )
    item = extract(
        f"<title>The mill</title>{'<div>' * (DEEPEST - 5)}{posts}", "http://a.example/t/1"
    )
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == names


NO_ADDRESSES = ["http://[x/user/1", "//\u2100.com/", "http://forum]]>.example/user/1"]


@pytest.mark.parametrize("floors", ["records", "clusters"])
@pytest.mark.parametrize("address", NO_ADDRESSES)
def test_links_that_cannot_be_parsed_lead_nowhere(address: str, floors: str) -> None:
    site = Site(Options(floors=floors, cluster_passes=1))
    pages: list[Page] = []
    for title, posts in THREADS.items():
        source = re.sub('href="/member/[^"]*"', f'href="{address}"', thread_page(title, posts))
        pages.append(Page(source, f"https://a.example/t/{len(pages)}"))
        site.learn(pages[-1])
    for page, posts in zip(pages, THREADS.values(), strict=True):
        item = site.extract(page)
        assert isinstance(item, ForumThread)
        assert [floor.author for floor in item.floors] == [name for name, _, _ in posts]
        assert not any(floor.author_url for floor in item.floors)


@pytest.mark.parametrize("url", NO_ADDRESSES)
def test_a_page_is_read_whose_own_address_cannot_be_parsed(url: str) -> None:
    pager = "<a href='?page=1'>1</a> <b>2</b> <a href='?page=3' rel=next>3</a> <a href=#1>#1</a>"
    for title, posts in THREADS.items():
        source = thread_page(title, posts).replace("</body>", f"<p>{pager}</p></body>")
        item = extract(source, url)
        assert isinstance(item, ForumThread)
        assert (item.url, item.floor_count) == (url, len(posts))


@pytest.fixture(scope="module")
def large() -> Page:
    text = "".join(f"<p>{SENTENCES[i % 3] * 3} Number {i}.</p>\n" for i in range(16_000))
    links = "".join(f"<li><a href=/{i}>Part {i}</a>\n" for i in range(10_000))
    page = Page(
        f"<title>The mill</title><body><nav><ul>{links}</ul></nav>\n\n\n\n<div>{text}</div>"
    )
    assert sum(len(leaf.text.encode()) for leaf in page.leaves) > 4_000_000
    return page


@pytest.mark.parametrize("body", STRATEGIES)
def test_a_page_of_5_mb_is_read(large: Page, body: str) -> None:
    found = STRATEGIES[body](large, large.leaves)
    text = {leaf.text for leaf in found.leaves}
    assert len(text) > (15_000 if body != "density" else 0)
    assert not any(leaf.in_link for leaf in found.leaves)


def test_ten_thousand_dates_are_no_floors() -> None:
    rows = "".join(f"<li>2021-03-{i % 28 + 1:02d} 10:{i % 60:02d}" for i in range(10_000))
    assert not isinstance(extract(f"<body><ul>{rows}</ul>"), ForumThread)
