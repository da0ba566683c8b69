"""Pages that reports are made of."""

from __future__ import annotations

from datetime import UTC, datetime

from extract_pipelines import Page, Site
from extract_pipelines.explain import Explanation

NOW = datetime(2024, 5, 1, tzinfo=UTC)


WORDS = (
    "the router drops its link at night and comes back in the morning, so I looked at the log and"
    " found that the lease had run out; since then I renew it by hand"
).split()


def post(number: int, author: str, words: int, *, before: str = "", behind: str = "") -> str:
    text = " ".join(WORDS[(number + at) % len(WORDS)] for at in range(words))
    return (
        f'<div class="post" id="p{number}"><div class="head"><a href="/user/{author}">{author}</a>'
        f' <span class="when">2024-03-{number:02} 10:15</span> <a href="#p{number}">#{number}</a>'
        f'</div><div class="text">{before}<p>{text}.</p>{behind}</div>'
        '<div class="links"><a href="/reply">Reply</a> <a href="/report">Report</a></div></div>'
    )


def thread(first: int = 1, posts: int = 5, *, body: str = "") -> str:
    names = ("anna", "bert", "carla", "dora", "emil", "fritz")
    shown = "".join(
        post(number, names[number % len(names)], 8 + 5 * number % 31)
        for number in range(first, first + posts)
    )
    return (
        f"<html lang=en><title>Router {first} at night - Forum</title><body>"
        "<div class=menu><a href=/>Home</a> <a href=/new>New posts</a></div>"
        f"<h1>Router {first} at night</h1>{body}{shown}"
        "<div class=foot>All times are local. Powered by nothing.</div></body></html>"
    )


def article(text: str = "") -> str:
    paragraphs = "".join(
        f"<p>{' '.join(WORDS[start:] + WORDS[:start])}, {start} times.</p>" for start in range(9)
    )
    return (
        "<html lang=en><title>Tea at night</title><body><ul class=menu><li><a href=/>Home</a>"
        "<li><a href=/b>About</a></ul><h1>Tea at night</h1><p class=by>By Anna Miller</p>"
        f"<p class=on>2024-04-02</p><div class=text>{paragraphs}{text}</div>"
        "<div class=foot><a href=/c>Contact us</a></div></body></html>"
    )


def forum() -> Site:
    """A site that has seen a few threads."""
    site = Site()
    for number in range(1, 6):
        site.learn(Page(thread(number), f"https://forum.example/t/{number}", downloaded=NOW))
    return site


HOSTILE = (
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</style><style>*{display:none}</style>",
    "</title><svg onload=alert(1)>",
    "--></textarea></select></svg></math><iframe src=//evil.example>",
    '" onmouseover="alert(1)" x=\'',
    "' onfocus='alert(1)",
    "{{ 7 * 7 }}{% raw %}",
    "javascript:alert(1)",
    "x\x0by\u202ez\ufffe",
)


def hostile_page() -> str:
    from html import escape

    said = [escape(text) for text in HOSTILE]
    names = [escape(f"n{number}{text}") for number, text in enumerate(HOSTILE)]
    posts = "".join(
        f'<div class="post {text}" id="{text}"><a href="{text}" class="{text}">{name}</a>'
        f" <span title='{text}'>2024-03-{number:02} 10:15</span><div class='{text}'>"
        f"<p>{text} and {' '.join(WORDS[: 3 + number])}</p></div></div>"
        for number, (text, name) in enumerate(zip(said, names, strict=True), start=1)
    )
    odd = '<a"b onx=1>tag</a"b><x:y z>colon</x:y>'
    head = f'<title>{said[3]}</title><meta name=author content="{said[1]}">'
    return f"<html lang='{said[5]}'>{head}<h1>{said[0]}</h1>{posts}{odd}</html>"


def large_page(size: int = 2_500_000) -> str:
    """A thread of so many bytes."""
    long = f"<p>{' '.join(WORDS)} &lt;&amp;&gt; 网络 </p>"
    each = long * (size // 5 // len(long))
    posts = (post(at, name, 9 + at, behind=each) for at, name in enumerate(("anna", "bert") * 2, 1))
    return f"<title>Long</title><h1>Long</h1>{''.join(posts)}{post(5, 'emil', 9, behind=each)}"


def texts(told: Explanation, role: str) -> list[str]:
    return [piece.text for piece in told.pieces if piece.role == role]
