from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from parsel import Selector
from scrapy.http import HtmlResponse, JsonResponse, Response, XmlResponse

from extract_pipelines import Page
from extract_pipelines.page import DEEPEST, lines, text_of
from extract_pipelines.page.dated_attributes import dated_values
from extract_pipelines.page.tag_paths import INLINE, UNREAD
from extract_pipelines.page.tree_walk import LONGEST_JOINED


def texts(page: Page) -> list[str]:
    return [leaf.text for leaf in page.leaves]


def test_leaves_come_in_document_order_with_path_and_normalised_text() -> None:
    page = Page("<body>a<!-- no --> b<div>one <b>two</b>\n  three <p>para</p>tail</div>end</body>")
    assert [(leaf.path, leaf.text) for leaf in page.leaves] == [
        ("html/body", "a b"),
        ("html/body/div", "one"),
        ("html/body/div/b", "two"),
        ("html/body/div", "three"),
        ("html/body/div/p", "para"),
        ("html/body/div", "tail"),
        ("html/body", "end"),
    ]


def test_inline_tags_do_not_advance_the_position() -> None:
    page = Page(
        "<body><p>a <b>b</b><a href=x>c</a><h2>d</h2><br>e</p>"
        "<div>f<time>g</time><ul><li>h<li>i</ul></div></body>"
    )
    assert [(leaf.text, leaf.position) for leaf in page.leaves] == [
        ("a", 2),
        ("b", 2),
        ("c", 2),
        ("d", 2),
        ("e", 2),
        ("f", 3),
        ("g", 3),
        ("h", 5),
        ("i", 6),
    ]


def test_the_published_inline_tags_are_all_there() -> None:
    published = "p br strong b em font u a img h1 h2 h3 h4 h5".split()
    assert set(published) <= INLINE


@pytest.mark.parametrize("unseen", ["<script>a()</script>", "<style>b{}</style>", "<!-- -->"])
def test_what_shows_nothing_ends_no_line(unseen: str) -> None:
    page = Page(f"<div><b>Date:</b> {unseen}<i>today</i>{unseen} at noon<br>{unseen}By Ada</div>")
    assert text_of(page.leaves) == "Date: today at noon\nBy Ada"


def test_code_and_head_are_no_leaves_but_noscript_is() -> None:
    page = Page(
        "<head><title>T</title><style>s{}</style></head><body><script>x()</script>"
        "<template><p>later</p></template><noscript><div>read</div></noscript>"
        "<style>y</style>after</body>"
    )
    assert texts(page) == ["read", "after"]


@pytest.mark.parametrize("tag", ["nav", "header", "main", "x-app"])
def test_a_page_without_tags_of_head_and_body_is_read_from_its_first_text_on(tag: str) -> None:
    unseen = "<meta name=a><style>p {}</style><script>go()</script><link rel=icon href=/i>"
    page = Page(f"<!doctype html><title>T</title>{unseen}<{tag}>one<script>x</script></{tag}>two")
    assert texts(page) == ["one", "two"]
    assert page.tags[page.leaves[0].node] == tag
    assert {"meta", "link", "title", "script", "style"}.isdisjoint(page.tags)


def test_leaves_know_their_element_and_whether_they_stand_in_a_link() -> None:
    page = Page("<body>out<a href=/x><span>in</span></a>side</body>")
    assert [(leaf.text, leaf.in_link, leaf.element.tag) for leaf in page.leaves] == [
        ("out", False, "body"),
        ("in", True, "span"),
        ("side", False, "body"),
    ]


def test_lines_join_inline_text_as_a_reader_sees_it() -> None:
    page = Page(
        "<body><p>un<b>brok</b>en and <i>spaced</i>\n<i>words</i></p><p>next<br>line</p>"
        "<ul><li>item</li></ul><pre>def f():\n    return 1\n</pre></body>"
    )
    assert lines(page.leaves) == [
        "unbroken and spaced words",
        "next",
        "line",
        "item",
        "def f():\n    return 1",
    ]


def test_preformatted_text_keeps_its_line_breaks_beside_elements_within_it() -> None:
    page = Page(
        "<pre><code><b>def</b> f():\n    <b>return</b> 1\n\n<i>print</i>(f())<u>;</u>\n"
        "<i># end</i>\n</code></pre><pre>\n  one <b>two</b>\n<i>three</i>\n</pre>"
    )
    assert lines(page.leaves) == [
        "def f():\n    return 1\n\nprint(f());\n# end",
        "  one two\nthree",
    ]


def test_characters_without_a_width_are_no_text() -> None:
    page = Page(
        "<p>\u200b</p><p>so\u200bme wo\u2060rds&#8203;</p><pre>\ufeffx  =  1</pre><p>क्\u200dष</p>"
    )
    assert texts(page) == ["some words", "x = 1", "क्\u200dष"]
    assert lines(page.leaves) == ["some words", "x  =  1", "क्\u200dष"]


def test_a_comment_within_a_text_does_not_part_it() -> None:
    page = Page(
        "<p>Posted<!-- --> <!-- -->3<!-- -->\ndays ago<!-- -->, edited</p>"
        "<p>by <b>Anna</b><!-- -->Berg</p><p><!-- x -->one<br><!-- y -->two</p>"
    )
    assert texts(page) == ["Posted 3 days ago, edited", "by", "Anna", "Berg", "one", "two"]
    assert lines(page.leaves) == ["Posted 3 days ago, edited", "by AnnaBerg", "one", "two"]
    many = Page("<p>" + "a word<!-- -->" * 2000)
    assert "".join(texts(many)) == "a word" * 2000
    assert max(map(len, texts(many))) < 2 * LONGEST_JOINED


def test_subtrees_hold_the_leaves_below_an_element() -> None:
    page = Page("<body>a<div>b<p>c</p>d</div>e</body>")
    node = [element.tag for element in page.elements].index("div")
    assert [leaf.text for leaf in page.leaves_of(node)] == ["b", "c", "d"]
    below = page.elements[node + 1 : page.subtree_end[node]]
    assert [element.tag for element in below] == ["p"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<meta charset=gbk><p>论坛</p>".encode("gbk"), "论坛"),
        ("<p>论坛很好</p>".encode("gb18030"), "论坛很好"),
        ("<p>论坛</p>".encode(), "论坛"),
        ("<p>论坛里的一句话</p>".encode("gb18030") * 20 + b"<i>\xd6</i>", "论坛里的一句话"),
        ("<p>Grüße aus Köln</p>".encode("cp1252"), "Grüße aus Köln"),
        ("\ufeff<p>été</p>".encode("utf-16"), "été"),
    ],
)
def test_bytes_are_decoded_by_what_they_say_or_fit(source: bytes, expected: str) -> None:
    assert texts(Page(source))[0] == expected


@pytest.mark.parametrize(
    "source",
    [
        "",
        b"",
        "\x00",
        b"\x00\xff\xfe",
        "plain",
        '{"a": 1}',
        b"%PDF-1.7 \x00\x01",
        "<frameset><frame src=x></frameset>",
        "<?xml version='1.0' encoding='gbk'?><html>x</html>",
        "<div>" * 20_000 + "deep" + "</div>" * 20_000,
        "<p>" + "word " * 2_000_000,
    ],
    ids=lambda source: repr(source[:20]),
)
def test_whatever_is_no_page_still_makes_one(source: str | bytes) -> None:
    page = Page(source)
    assert all(leaf.text for leaf in page.leaves)


def test_hostile_nesting_does_not_make_paths_grow_without_bound() -> None:
    page = Page("<div>" * 1500 + "<i>x</i>" * 5000)
    assert len(page.leaves) == 5000
    assert len({id(leaf.path) for leaf in page.leaves}) == 1
    assert len(page.leaves[0].path) < 600


def test_elements_that_are_too_deep_are_read_as_the_one_around_them() -> None:
    source = "<div>" * 400 + "one<p>two</p><a href=/>three</a>" + "</div>" * 399 + "four</div>five"
    page = Page(source)
    assert [leaf.text for leaf in page.leaves] == ["one", "two", "three", "four", "five"]
    assert lines(page.leaves) == ["one", "two", "three", "four", "five"]
    assert len(page.elements) == len(page.subtree_end) == DEEPEST
    assert [leaf.node for leaf in page.leaves] == [DEEPEST - 1] * 3 + [2, 1]


def test_a_response_is_not_parsed_again() -> None:
    response = HtmlResponse("https://a.example/1", body=b"<p>hi</p>", encoding="utf-8")
    page = Page.from_response(response)
    assert page.root is response.selector.root
    assert page.url == "https://a.example/1"


@pytest.mark.parametrize(
    "source",
    [
        "<html lang='en' />\n<head><title>T</title></head><body><p>one</p><p>two</p></body></html>",
        "<html><body><p>one</p></body></html><!-- x > y --><script>a</script><div>two</div></html>",
    ],
)
def test_a_page_does_not_end_before_its_text(source: str) -> None:
    response = HtmlResponse("http://x.example", body=source.encode(), encoding="utf-8")
    for page in (Page(source), Page.from_response(response)):
        assert [leaf.text for leaf in page.leaves] == ["one", "two"]


def test_a_cell_right_behind_a_row_opens_a_row_of_its_own_as_in_a_browser() -> None:
    rows = "<tr><td>head</td></tr>" + "".join(
        f"<td>member {n}</td>\n<td>post {n}</td></tr> " for n in range(3)
    )
    source = f"<html><body><table>{rows}</table></body></html>"
    for made in (
        Page(source),
        Page.from_response(HtmlResponse("http://x.example", body=source.encode())),
    ):
        assert [made.tags.count(tag) for tag in ("tr", "td")] == [4, 7]


def test_what_shows_no_text_behind_a_page_leaves_its_tree_as_it_is() -> None:
    source = "<html><body><p>one</p></body></html>\n<!-- cached --><script>var x = '<p>';</script>"
    response = HtmlResponse("http://x.example", body=source.encode(), encoding="utf-8")
    assert Page.from_response(response).root is response.selector.root


def test_xhtml_that_is_parsed_as_xml_is_read_like_html() -> None:
    source = (
        '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">'
        '<head><title>A page</title></head><body><p>hi <a href="/2">there</a></p></body></html>'
    )
    page = Page.from_response(XmlResponse("https://a.example/1", body=source.encode()))
    assert page.title == "A page"
    assert [(leaf.text, leaf.in_link) for leaf in page.leaves] == [("hi", False), ("there", True)]


@pytest.mark.parametrize(
    "response",
    [
        JsonResponse("https://a.example/api", body=b'{"a": 1}', encoding="utf-8"),
        Response("https://a.example/api", body=b"\x89PNG"),
    ],
)
def test_what_holds_no_tree_is_refused_by_name(response: Any) -> None:
    with pytest.raises(ValueError, match=r"https://a\.example/api"):
        Page.from_response(response)


TAGS = st.sampled_from("div p b a table tr td ul li script noscript br h1 pre span".split())


@st.composite
def markup(draw: st.DrawFn) -> str:
    """Tags opened and closed in any order, between texts."""
    parts = st.one_of(
        TAGS.map("<{}>".format),
        TAGS.map("</{}>".format),
        st.text(alphabet="ab <>&\"'=\n中é\x00", max_size=8),
        st.just("<!-- c -->"),
    )
    return "".join(draw(st.lists(parts, max_size=60)))


def visible(root: etree._Element) -> Iterator[str]:
    """The texts of a tree by the plainest recursion."""
    if isinstance(root.tag, str) and root.tag not in UNREAD:
        text = root.text or ""
        for child in root:
            if isinstance(child.tag, str):
                yield text
                yield from visible(child)
                text = ""
            text += child.tail or ""
        yield text


@settings(max_examples=2 * settings().max_examples)
@given(markup())
def test_leaves_are_the_visible_texts_of_any_markup(source: str) -> None:
    page = Page(source)
    expected = [" ".join(text.split()) for text in visible(page.root)]
    assert texts(page) == [text for text in expected if text]
    positions = [leaf.position for leaf in page.leaves]
    assert positions == sorted(positions)
    for node, end in enumerate(page.subtree_end):
        assert set(page.elements[node].iter()) >= set(page.elements[node:end])


@given(st.binary(max_size=300))
def test_any_bytes_make_a_page(source: bytes) -> None:
    page = Page(source)
    assert texts(page) == [" ".join(text.split()) for text in visible(page.root) if text.split()]


def test_attributes_of_an_element_with_very_many_are_left_out() -> None:
    some, many = (" ".join(f"data-a{i}='2021-03-04'" for i in range(n)) for n in (400, 4000))
    page = Page(f"<p {some}>some<p {many}>many<p data-a1=x>one")
    assert [page.elements[node].text for node in page.having("data-a1")] == ["some", "one"]
    title = "title='March 4, 2021'"
    told = [dated_values(Page(f"<p {title} {names}>x").elements[-1]) for names in (some, many)]
    assert told == [["March 4, 2021"], ()]


def test_a_selector_is_taken_as_it_is() -> None:
    selector = Selector(text="<p>x</p>")
    assert Page(selector).root is selector.root


@given(markup())
def test_elements_are_found_by_tag_and_by_attribute(source: str) -> None:
    tree = Page(source.replace("<b>", '<b class="x y" id=z>')).flat
    for tag in set(tree.tags):
        assert tree.tagged(tag) == [i for i, one in enumerate(tree.tags) if one == tag]
    inline = [i for i, one in enumerate(tree.tags) if one in ("a", "b", "img")]
    assert tree.tagged("a", "b", "img") == inline
    for i, element in enumerate(tree.elements):
        for name, value in element.items():
            assert i in tree.having(name)
            assert tree.values(name)[i] == value


@given(markup())
def test_elements_know_their_place_among_siblings_of_their_tag(source: str) -> None:
    tree = Page(source.replace("<b>", "<b data-x>")).flat
    for node, element in enumerate(tree.elements):
        before = element.itersiblings(str(element.tag), preceding=True)
        assert tree.ordinal(node) == len(list(before))
        assert (node in tree.with_data) == any(name.startswith("data-") for name in element.attrib)


@pytest.mark.parametrize(
    "base",
    [
        "https://a.example/d/e?f#g",
        "https://a.example/d/../e/./f",
        "https://a.example",
        "https://a.example?b",
        "a/b",
        "mailto:a@b.example",
        "",
    ],
)
@pytest.mark.parametrize(
    "address",
    [
        "/x/y.html",
        "/",
        "/x/../y",
        "/x/./y?",
        "//b.example/z",
        "https://b.example/q?r=1",
        "z?a=b",
        "y/z.html",
        "y/../z",
        "./z",
        "..z",
        "z?",
        "?z",
        "#z",
        "y:z",
        "https://b.example",
        "https://b.example/a/../c",
        "/x y",
        "/?q",
        "mailto:a@b.example",
    ],
)
def test_an_address_is_joined_as_browsers_do(base: str, address: str) -> None:
    assert Page("", base).joined(address) == urljoin(base, address)


@pytest.mark.parametrize("base", ["https://c.example/x/", "/x/y", "x/", "", " ../z/ "])
def test_addresses_are_relative_to_the_base_that_a_page_tells(base: str) -> None:
    page = Page(f"<head><base target=_top><base href='{base}'></head>", "https://a.example/d/e")
    around = urljoin(page.url, base.strip())
    for address in ("k", "/k", "?k", "https://b.example/", "../k"):
        assert page.joined(address) == urljoin(around, address)
    assert page.joined("#k") == "https://a.example/d/e#k"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        *((f"so <{tag}>it</{tag}> is", "so it is") for tag in "dfn bdi bdo nobr data".split()),
        ("so <math><mi>x</mi></math> is", "so is"),
        ("<ruby>新潟県<rp>（</rp><rt>にいがたけん</rt><rp>）</rp></ruby>です", "新潟県です"),
    ],
)
def test_elements_within_a_line_do_not_part_it(written: str, read: str) -> None:
    assert lines(Page(f"<p>{written}</p>").leaves) == [read]


def test_an_address_is_written_as_browsers_ask_for_it() -> None:
    page = Page("", "https://a.example/d/e")
    assert page.joined("ä/本?b=ö") == "https://a.example/d/%C3%A4/%E6%9C%AC?b=%C3%B6"
    assert page.joined("/%C3%A4?b") == "https://a.example/%C3%A4?b"
    assert page.joined("http://a.example:4\ufffd7/x") == ""


def test_the_shadow_root_of_an_element_is_read_and_other_templates_are_not() -> None:
    page = Page(
        "<body><x-post><template shadowrootmode='open'><style>p {}</style><p>Shown</p></template>"
        "</x-post><template><p>Kept for a script</p></template><noscript>Read</noscript></body>"
    )
    assert [leaf.text for leaf in page.leaves] == ["Shown", "Read"]
    assert page.leaves[0].path == "html/body/x-post/div/p"
