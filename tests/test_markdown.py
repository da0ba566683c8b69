"""Markdown is what the page says: a reader of CommonMark gets its text, blocks and links back."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html
from markdown_it import MarkdownIt

from extract_pipelines import Article, Floor, ForumThread, Page
from extract_pipelines.page.markup.clean import clean_tree
from extract_pipelines.page.markup.markdown import escaped, markdown

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
# What is markup somewhere in Markdown or HTML, and what stands around it.
SIGNS = st.text(st.sampled_from("*_`[]()<>#+-=.!&;:|~\\'\"1a \n\u00e9中。"), max_size=30)
TAGS = "p h2 h4 ul ol li blockquote pre table tr td th a b i s code br div span".split()


def written(source: str, level: int = 1) -> str:
    page = Page(source, "https://a.example/d/")
    return markdown(clean_tree(page, page.leaves), level)


def text_of(source: str) -> str:
    """All that a reader sees of HTML, without white space."""
    return "".join("".join(html.fromstring(f"<div>{source}</div>").itertext()).split())


@given(SIGNS)
def test_no_text_is_markup(text: str) -> None:
    line = " ".join(text.split())
    assert READER.render(escaped(line)) == (f"<p>{READER_ESCAPE(line)}</p>\n" if line else "")


def READER_ESCAPE(text: str) -> str:  # noqa: N802
    for sign, name in (("&", "amp"), ("<", "lt"), (">", "gt"), ('"', "quot")):
        text = text.replace(sign, f"&{name};")
    return text


@st.composite
def trees(draw: st.DrawFn, depth: int = 3) -> str:
    parts = []
    for _ in range(draw(st.integers(1, 3))):
        text = READER_ESCAPE(draw(SIGNS))
        if depth and draw(st.booleans()):
            tag = draw(st.sampled_from(TAGS))
            inside = draw(trees(depth=depth - 1))
            href = " href='/x_(y)?a&amp;b'" if tag == "a" else ""
            text += f"<{tag}{href}>{inside}</{tag}>"
        parts.append(text)
    return "".join(parts)


@given(trees())
def test_any_markup_is_read_back_as_its_text(source: str) -> None:
    page = Page(f"<div>{source}</div>", "https://a.example/d/")
    tree = clean_tree(page, page.leaves)
    assert text_of(READER.render(markdown(tree))) == "".join("".join(tree.itertext()).split())


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<h1>A</h1><h3>B</h3><p>c</p>", "## A\n\n#### B\n\nc"),
        ("<p>one<br>two<br><br>three", "one\\\ntwo\n\nthree"),
        ("<div>one</div><div>two <span>three</span></div>", "one\n\ntwo three"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
        ("<ul><li>a<ul><li>b</ul>c<br>d</ul>", "- a\n\n  - b\n\n  c\\\n  d"),
        ("<ol start=9><li>a<li>b</ol>", "9. a\n10. b"),
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b"),
        ("<ul><li><p>a<p>b<li>c</ul>", "- a\n\n  b\n\n- c"),
        ("<blockquote>a<blockquote>b</blockquote></blockquote>c", "> a\n>\n> > b\n\nc"),
        ("<div class='quote'><p>Anna wrote:<p>a</div>b", "> Anna wrote:\n>\n> a\n\nb"),
        (
            "<div><div class=quotetitle>Anna wrote:</div><div class=quotecontent>a</div></div>b",
            "> Anna wrote:\n>\n> a\n\nb",
        ),
        ("<div><p class=quote>a</p><p class=quote>b</p></div>", "> a\n\n> b"),
        (
            "<pre class=lang-py><code>def f():\n    x = '```'\n</code></pre>",
            "````py\ndef f():\n    x = '```'\n````",
        ),
        ("<pre><b>a</b>\n<i>  b</i><br>c</pre>", "```\na\n  b\nc\n```"),
        ("See:<br><code>a<br>&nbsp; b</code>then", "See:\n\n```\na\n\u00a0 b\n```\n\nthen"),
        ("use <code>a|b</code> or <kbd>`</kbd>", "use `a|b` or `` ` ``"),
        (
            "<table><tr><th>a<th>b<tr><td>1|2<td><tr><td><td>3</table>",
            "| a | b |\n| --- | --- |\n| 1\\|2 |  |\n|  | 3 |",
        ),
        (
            "<table><tr><td>a<p>b</p>c<td>d<tr><td>e<td>f</table>",
            "| a b c | d |\n| --- | --- |\n| e | f |",
        ),
        (
            "<table><tr><td colspan=2>a<tr><td>b<td colspan=1000000000>c</table>",
            "| a |  |\n| --- | --- |\n| b | c |",
        ),
        (
            "<table><tr><td rowspan=2>a<td>b<td rowspan=3>c<tr><td>d<tr><td>e<td>f</table>",
            "| a | b | c |\n| --- | --- | --- |\n|  | d |  |\n| e | f |  |",
        ),
        ("10<sup>6</sup> H<sub>2</sub>O x<sup>n-1</sup> 5<sup>th</sup>", "10⁶ H₂O xⁿ⁻¹ 5th"),
        (
            "a<figure><img src=b.png><figcaption>a <b>b</b><p>c</figcaption></figure>d",
            "a\n\n![](https://a.example/d/b.png)\n\na **b**\\\nc\n\nd",
        ),
        ("<table><tr><td>Menu<td><p>a<p>b</table>", "Menu\n\na\n\nb"),
        ("<ul><li><table><tr><td>a</table>b<li>c</ul>", "- a\n\n  b\n\n- c"),
        ('<a href="../x">a b</a>.', "[a b](https://a.example/x)."),
        ('<a href="http://b.example/">http://b.example/</a>', "<http://b.example/>"),
        ('<a href="/a_(b)">x</a>', "[x](<https://a.example/a_(b)>)"),
        ('Look!<a href="/x">x</a>', "Look\\![x](https://a.example/x)"),
        ('<a href="javascript:x()">x</a> <a href="data:x">y</a>', "x y"),
        ("a <b>bold </b>c <i>it</i>. <s>no</s>", "a **bold** c *it*. ~~no~~"),
        ("<b>中文。</b>后", "中文。后"),  # no reader takes ** here for emphasis
        ("a <img src=b.png alt='B]'> c", "a ![B\\]](https://a.example/d/b.png) c"),
        ("<p>a</p><img src=b.png><p>c</p>", "a\n\n![](https://a.example/d/b.png)\n\nc"),
        ("1. a<br># b<br>- c<br>---<br>===<br>> d<br>| e", None),
        ("<script>x</script><style>y</style>&lt;script&gt;alert(1)&lt;/script&gt;", None),
    ],
)
def test_markup_of_a_page_becomes_markdown(source: str, expected: str | None) -> None:
    told = written(source, 2)
    if expected is not None:
        assert told == expected
    else:
        assert re.findall(r"<(\w+)", READER.render(told)) in (["p"] + ["br"] * 6, ["p"])


@pytest.mark.parametrize(
    ("attributes", "url"),
    [
        ('src="a.png"', "https://a.example/d/a.png"),
        ('src="data:image/gif;base64,AA" data-src="/a.png"', "https://a.example/a.png"),
        ('src="none.gif" data-lazy="/late.jpg"', "https://a.example/late.jpg"),
        ('src="none.gif" data-original="/late.jpg"', "https://a.example/late.jpg"),
        ('src="none.gif" data-lazy-src="/late.jpg"', "https://a.example/late.jpg"),
        ('src="none.gif" zoomfile="/big.jpg" file="/small.jpg"', "https://a.example/big.jpg"),
        ('src="a.png" data-src="/{width}/a.png"', "https://a.example/d/a.png"),
        ('srcset="/one.png 1x, /two.png 2x"', "https://a.example/one.png"),
        ('src="data:image/gif;base64,AA"', None),
        ("src", None),
    ],
)
def test_images_are_those_that_a_reader_sees_in_the_end(attributes: str, url: str | None) -> None:
    told = written(f"<p>one</p><img {attributes}><p>two</p>")
    assert told == (f"one\n\n![]({url})\n\ntwo" if url else "one\n\ntwo")


@pytest.mark.parametrize("image", ["<img src='data:image/gif;base64,AA'>", "<img alt='a mill'>"])
def test_a_picture_shows_its_first_source_where_its_image_has_no_address(image: str) -> None:
    sources = "<source srcset='/a.webp 1x, /b.webp 2x'><source data-srcset='/c.jpg'>"
    told = written(f"<p>one</p><picture>{sources}{image}</picture><p>two</p>")
    assert "](https://a.example/a.webp)" in told


@pytest.mark.parametrize(
    "inside", ["", "<img src='a.png'>", "<noscript><img src='a.png'></noscript>"]
)
def test_an_image_of_an_accelerated_page_is_shown_once(inside: str) -> None:
    told = written(f"<p>one</p><amp-img src='a.png' alt='b'>{inside}</amp-img><p>two</p>")
    assert told == "one\n\n![b](https://a.example/d/a.png)\n\ntwo"


def test_images_behind_one_without_an_end_tag_are_shown_too() -> None:
    told = written("<p>one</p><amp-img src='a.png' /><img src='b.png'><p>two</p>")
    assert re.findall(r"\w\.png", told) == ["a.png", "b.png"]


def test_markup_that_is_nested_without_end_is_read() -> None:
    deep = "<blockquote><ul><li>" * 400
    assert written(f"{deep}end").endswith("end")
    assert written("<b><i>" * 400 + "end").strip("*") == "end"


THREAD = ForumThread(
    url="file:///saved.html",
    canonical_url="https://forum.example/t/1",
    title="Which <solder> *now*?",
    in_language="en",
    floors=[
        Floor(
            number=1,
            author="an_na",
            date="2024-01-02",
            body="Hello\nall & sundry",
            body_html="<div><h1>Hello</h1><p>all &amp; sundry <button>Report</button>"
            "<script>x()</script></p><p onclick='x()'>Edited yesterday</p></div>",
        ),
        Floor(body="1. no list", date_raw="yesterday"),
        Floor(number=3, body="See it", body_html="<p>See <a href='/x?a=1&amp;b'>it</a></p>"),
    ],
)


def test_a_thread_is_a_document_with_a_section_for_each_floor() -> None:
    assert THREAD.to_markdown() == (
        "# Which \\<solder> \\*now\\*?\n\n"
        "## #1 an_na, 2024-01-02\n\n### Hello\n\nall & sundry\n\n"
        "## #2 yesterday\n\n1\\. no list\n\n"
        "## #3\n\nSee [it](https://forum.example/x?a=1&b)\n"
    )
    assert THREAD.to_text() == (
        "Which <solder> *now*?\n\n"
        "#1 an_na, 2024-01-02\nHello\nall & sundry\n\n#2 yesterday\n1. no list\n\n#3\nSee it\n"
    )


def test_a_document_of_html_has_none_of_the_site_s_scripts() -> None:
    document = THREAD.to_html()
    assert document.startswith("<!DOCTYPE html>")
    for hostile in ("script", "onclick", "button", "<solder>"):
        assert hostile not in document
    page = Page(document)
    assert page.title == "Which <solder> *now*?"
    assert '<a href="https://forum.example/x?a=1&amp;b">it</a>' in document


def test_an_article_has_its_byline_below_its_title_and_its_comments_behind_it() -> None:
    article = Article(
        url="https://news.example/1",
        title="Mill sold",
        author="Anna",
        date="2024-01-02",
        body="It was.\nHow",
        body_html="<p>It was.</p><h2>How</h2>",
        comments=[Floor(author="bob", body="Good.")],
    )
    assert article.to_markdown() == (
        "# Mill sold\n\nAnna, 2024-01-02\n\nIt was.\n\n## How\n\n## #1 bob\n\nGood.\n"
    )
    assert article.to_text() == "Mill sold\n\nAnna, 2024-01-02\n\nIt was.\nHow\n\n#1 bob\nGood.\n"


def test_what_no_tree_can_hold_is_left_out_of_addresses_and_numbers() -> None:
    source = (
        "<a href='/x\x01y'>a</a><img src='/\x02z' alt='\x03'>b<ol start=99999999999999999999><li>c"
    )
    assert written(source) == "[a](https://a.example/xy) ![](https://a.example/z)b\n\n1. c"


def test_what_cannot_stand_in_a_tree_is_left_out() -> None:
    article = Article(url="", title="a\x00\ud800b", body="c\x01d", author="e\ufffff")
    assert "cd" in article.to_html()
    assert article.to_text().startswith("a")
    assert Article(url="").to_markdown() == "\n"
