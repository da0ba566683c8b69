"""Small pages of one made-up forum and one made-up news site."""

from __future__ import annotations

from collections.abc import Sequence

CHROME = """<html lang="en"><head><title>{title} - Tinkerers</title></head><body>
<div><ul><li><a href="/">Home</a></li><li><a href="/boards">Boards</a></li>
<li><a href="/about">About this place</a></li></ul></div>
<div>{content}</div>
<div><div><div><p>Tinkerers, a forum for people who repair things themselves.</p></div></div></div>
</body></html>"""
POST = """<table><tr><td><a href="/member/{author}">{author}</a></td></tr>
<tr><td>Posted on {date}</td></tr><tr><td><div><div><div>{text}</div></div></div></td></tr>
</table><div><div><div></div></div></div><div><div><div></div></div></div>"""

Post = tuple[str, str, str]

# No two threads share an author: what all pages share is template, names too.
THREADS: dict[str, list[Post]] = {
    "Noisy gearbox": [
        ("oldowl", "2023-03-01 10:15", "My gearbox makes a noise like a coffee mill since Monday."),
        ("redshift", "2023-03-01 11:40", "Check the oil first, mine was nearly empty last year."),
        ("oldowl", "2023-03-02 07:05", "There was hardly any left, so I will fill it up tonight."),
    ],
    "Which solder for brass": [
        ("mjones", "2022-11-20 21:30", "Soft solder does not hold on my lamp, what do you use?"),
        ("tinkerer", "2022-11-20 22:02", "Silver solder and a bigger flame, brass eats the heat."),
        ("mjones", "2022-11-21 08:48", "That worked at the first try, many thanks for the hint."),
        ("kestrel", "2022-11-23 18:00", "Clean it with vinegar afterwards or it will turn green."),
    ],
    "Radio stays silent": [
        ("bergfex", "2021-06-05 16:20", "The valves glow but no sound comes out of the speaker."),
        ("alice", "2021-06-05 19:55", "Measure the output transformer, they die before anything."),
        ("bergfex", "2021-06-07 20:10", "You were right, the primary winding has no continuity."),
    ],
}


def thread_page(title: str, posts: Sequence[Post]) -> str:
    """A thread page of the forum."""
    content = "".join(
        POST.format(author=author, date=date, text=text) for author, date, text in posts
    )
    return CHROME.format(title=title, content=f"<h1>{title}</h1>{content}")


def list_page(links: dict[str, str]) -> str:
    """A page of the forum that lists links."""
    rows = "".join(f"<dl><dt><a href='{url}'>{text}</a></dt></dl>" for url, text in links.items())
    return CHROME.format(title="Boards", content=rows)


def forum() -> dict[str, str]:
    """The whole forum by path: an index and a page a thread."""
    paths = {f"/thread/{number}": title for number, title in enumerate(THREADS, start=1)}
    pages = {path: thread_page(title, THREADS[title]) for path, title in paths.items()}
    return {"/": list_page(paths), **pages}


def article_page(number: int, sentences: int = 6) -> str:
    """An article of the news site, with sentences that no other article has."""
    text = "".join(
        f"<p>Sentence {place} of article {number} says, with care, that things are as they are;"
        f" nobody in town number {number * 7 + place} would have thought so, would they?</p>"
        for place in range(sentences)
    )
    return (
        f"<html><head><title>Article {number} | Daily</title></head><body><nav><a href='/'>Start"
        f"</a><a href='/all'>All articles</a></nav><div class='text'>{text}</div>"
        f"<footer><a href='/terms'>Terms of use and imprint of the Daily</a></footer></body></html>"
    )
