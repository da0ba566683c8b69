"""The HTML of clean trees says what stands in a page, whatever that is, and no more."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from lxml import etree, html

from extract_pipelines import Page
from extract_pipelines.article.markup import clean_html
from extract_pipelines.page.markup.clean import clean_tree

HOSTILE = st.text("<>&\"'`= /\\;#%ab\r\n\té的\ud800\x00", max_size=12)
ATTRIBUTES = ("href", "src", "alt", "title", "onclick", "class")
TAGS = ("p", "div", "ul", "li", "a", "img", "b", "pre", "code", "blockquote", "td", "h2", "span")


@st.composite
def pages(draw: st.DrawFn, depth: int = 3) -> etree._Element:
    """A tree of elements with hostile texts and attributes."""
    root = etree.Element(draw(st.sampled_from(TAGS)))
    root.text = _treelike(draw(HOSTILE))
    root.tail = _treelike(draw(HOSTILE))
    for name in draw(st.lists(st.sampled_from(ATTRIBUTES), max_size=3)):
        root.set(name, _treelike(draw(HOSTILE)))
    if depth:
        root.extend(draw(st.lists(pages(depth - 1), max_size=3)))
    return root


def _treelike(text: str) -> str:
    return "".join(one for one in text if one >= " " and not "\ud800" <= one <= "\udfff")


def _told(element: etree._Element) -> object:
    """An element, its attributes, and what stands in it."""
    parts = [(child.tag, _told(child), _spaced(child.tail)) for child in element]
    return dict(element.items()), _spaced(element.text), parts


def _spaced(text: str | None) -> str:
    return " ".join((text or "").split())


@given(pages())
def test_the_html_says_what_the_clean_tree_holds(root: etree._Element) -> None:
    page = Page(etree.tostring(root, encoding="unicode", method="html"), "https://a.example/b/")
    written = clean_html(page, page.leaves)
    tree = clean_tree(page, page.leaves)
    if written is None:
        assert not "".join(str(text) for text in tree.itertext()).strip()
        return
    read = html.fragment_fromstring(written, create_parent="div")
    lxmls = html.fragment_fromstring(
        "\n".join(etree.tostring(one, encoding="unicode", method="html") for one in tree),
        create_parent="div",
    )
    assert _told(read) == _told(lxmls)
    assert not {name for one in read.iter() for name, _ in one.items()} & {
        "onclick",
        "class",
        "title",
    }
