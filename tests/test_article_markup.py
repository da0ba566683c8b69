"""The clean HTML and the Markdown of articles: what stands there beside their text."""

from __future__ import annotations

import pytest

from extract_pipelines import Article, extract

TEXTS = (
    "The old mill by the river stood still all winter, and nobody came to grind their corn there.",
    "In spring the miller opened the sluice again, and the farmers came from all villages around.",
    "Nobody remembered how long the winter had been, but the stocks of flour had run out early.",
    "When the first carts left the yard, the children ran along with them as far as the bridge.",
)


def article(*parts: str) -> Article:
    """An article with something between its first paragraph and its second."""
    first, *others = (f"<p>{text}</p>" for text in TEXTS)
    source = (
        "<html lang=en><head><title>The mill by the river - Daily News</title></head><body>"
        "<nav><a href=/>Home</a> <a href=/n>News</a> <a href=/s>Sport</a></nav><article>"
        f"<h1>The mill by the river</h1>{''.join((first, *parts, *others))}</article>"
        "<footer><p>Copyright Daily News</p><a href=/imprint>Imprint</a></footer></body></html>"
    )
    found = extract(source, "https://a.example/n/1")
    assert isinstance(found, Article)
    return found


def test_the_caption_of_a_picture_stands_with_it_in_html_and_markdown() -> None:
    read = article(
        "<figure><a href=/big><img src=/m.jpg alt=Mill></a>"
        "<figcaption><p>The mill in <i>winter</i>.</p> Photo: Ann Lee</figcaption></figure>"
    )
    assert (
        '<figure><img src="https://a.example/m.jpg" alt="Mill">'
        "<figcaption>The mill in <em>winter</em>.<br>Photo: Ann Lee</figcaption></figure>"
    ) in (read.body_html or "")
    assert (
        "![Mill](https://a.example/m.jpg)\n\nThe mill in *winter*.\\\nPhoto: Ann Lee\n\nIn spring"
    ) in read.to_markdown()
    assert "Photo" not in read.body
    assert "<figcaption>The mill in <em>winter</em>" in read.to_html()


@pytest.mark.parametrize(
    "figure",
    [
        "<figure><img src=/m.jpg><figcaption><a href=/2>Other news</a></figcaption></figure>",
        "<figure><figcaption>Other news</figcaption></figure>",
        "<figure><img src='data:image/gif;base64,AA'><figcaption>Other news</figcaption></figure>",
    ],
)
def test_what_is_a_link_or_belongs_to_no_picture_is_no_caption(figure: str) -> None:
    assert "Other news" not in article(figure).to_markdown()
