"""Time by size: python -m benchmarks.scaling [--shape NAME] [--body NAME] [--sizes 0.1 1 10].

Made-up pages of 0.1, 1 and 10 MB are read, each as the only page of its site, and parsed alone (as
parsel does it, which takes deeper nesting than lxml by itself). In linear time a row's seconds grow
tenfold from column to column and the ratios to the parse, in brackets, stay; where a page has more
elements or dates than are read, they stay below. The peak of memory is that of the process: to have
it of one shape and size, ask for these alone.
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from collections.abc import Callable, Mapping
from functools import partial

from parsel import Selector

from extract_pipelines import extract
from extract_pipelines.article.choose import STRATEGIES
from extract_pipelines.site.options import Options

WORDS = "the mill on the river was sold after three years, and nobody knew why it had stood".split()


def sentence(at: random.Random, length: int = 12) -> str:
    """Some words in any order."""
    return " ".join(at.choices(WORDS, k=length)) + ". "


def article(size: int, at: random.Random) -> str:
    """Paragraphs with a link here and there, in sections with headings."""
    parts: list[str] = []
    while sum(map(len, parts[-1:])) + len(parts) * 300 < size:
        text = sentence(at) * 4
        parts.append(f"<p>{text}<a href='/{len(parts)}'>{sentence(at, 3)}</a>{sentence(at)}</p>")
    sections = ["".join(parts[i : i + 20]) for i in range(0, len(parts), 20)]
    return "".join(f"<div class=part><h2>{sentence(at, 4)}</h2>{it}</div>" for it in sections)


def thread(size: int, at: random.Random) -> str:
    """Posts with an author, a date and a text."""
    post = (
        "<div class=post><a href='/user/{0}'>member{0}</a><span>2021-03-{1:02d} 10:{2:02d}</span>"
        "<div class=text>{3}</div></div>"
    )
    texts = (sentence(at, at.randint(10, 90)) for _ in range(size // 350))
    return "".join(post.format(i % 97, i % 28 + 1, i % 60, it) for i, it in enumerate(texts))


def styled(size: int, at: random.Random) -> str:
    """Posts whose elements have words for looks and one of their own each in their classes."""
    words = [f"look-{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
    post = (
        "<div class='{4} post'><p class='{5} row'><a class='{6} author' href='/user/{0}'>member{0}"
        "</a><i class='{4} date'>2021-03-{1:02d} 10:{2:02d}</i></p><div class='{7}'>{3}</div></div>"
    )
    rows = []
    for i in range(size // 450):
        own = "".join(at.choices("abcdefgh", k=9))
        looks = (" ".join(at.choices(words, k=k)) for k in (2, 3, 4))
        rows.append(post.format(i % 97, i % 28 + 1, i % 60, sentence(at), *looks, own))
    return "".join(rows)


def lines(size: int, at: random.Random) -> str:
    """Short texts, each on a line of its own."""
    return "<br>\n".join(sentence(at, 6) for _ in range(size // 35))


def letters(size: int, at: random.Random) -> str:
    """Letters with a head, a quote and more text each, all in one row."""
    letter = (
        "<pre>From: member{0}\nDate: 2021-03-{1:02d} 10:{2:02d}\n\n{3}</pre>"
        "<blockquote><pre>{4}</pre></blockquote><pre>{3}</pre>"
    )
    rows = range(size // 420)
    return "".join(
        letter.format(i % 97, i % 28 + 1, i % 60, sentence(at), sentence(at)) for i in rows
    )


def signed(size: int, at: random.Random) -> str:
    """Texts that end with a linked name and a date, all on one line."""
    text = "{3}<a href='/user/member{0}'>member{0}</a> 2021-03-{1:02d} 10:{2:02d} "
    rows = range(size // 130)
    return "".join(text.format(i % 97, i % 28 + 1, i % 60, sentence(at)) for i in rows)


def links(size: int, at: random.Random) -> str:
    """One flat list of links."""
    row = "<li><a href='/{}'>{}</a></li>"
    return f"<ul>{''.join(row.format(i, sentence(at, 5)) for i in range(size // 55))}</ul>"


def table(size: int, at: random.Random) -> str:
    """One table of very many rows."""
    row = "<tr><td>{}</td><td>{}</td><td><a href='/{}'>{}</a></td><td>{}.5</td></tr>"
    parts = ((i, sentence(at, 3), i, sentence(at, 2), i % 900) for i in range(size // 100))
    return f"<table>{''.join(row.format(*it) for it in parts)}</table>"


def boxes(size: int, at: random.Random) -> str:
    """Posts of very many boxes without a class."""
    rows = "".join(f"<div>{sentence(at, 6)}</div>" for _ in range(size // 4 // 50))
    return f"<div class=post><a href=/u/1>member</a><b>2021-03-04 10:00</b>{rows}</div>" * 4


def numbers(size: int, at: random.Random) -> str:
    """Links that might be those of a pager."""
    del at
    return " ".join(f"<a href='?page={i}'>{i}</a>" for i in range(1, size // 30))


def dates(size: int, at: random.Random) -> str:
    """A flat list of dates."""
    del at
    rows = (
        f"<li>2021-{i % 12 + 1:02d}-{i % 28 + 1:02d} 10:{i % 60:02d}" for i in range(size // 24)
    )
    return f"<ul>{''.join(rows)}</ul>"


def nested(size: int, at: random.Random) -> str:
    """Elements in elements, again and again, with a date inside."""
    depth = 1000
    text = "".join(f"<div>{sentence(at, 4)}" for _ in range(depth))
    text += "2021-03-04 10:00" + "</div>" * depth
    return text * max(1, size // len(text))


def unclosed(size: int, at: random.Random) -> str:
    """Elements that are never closed."""
    return "".join(f"<div><b>{sentence(at, 4)}" for _ in range(size // 35))


def comments(size: int, at: random.Random) -> str:
    """One line in very many pieces."""
    return "<!-- -->".join(sentence(at, 3) for _ in range(size // 22))


def one_text(size: int, at: random.Random) -> str:
    """A single text."""
    return f"<p>{sentence(at, size // 5)}</p>"


def one_word(size: int, at: random.Random) -> str:
    """A single word, as data in the page are."""
    return f"<p>{''.join(at.choices('abcdefghijkABCDEFGHIJK0123456789+/', k=size))}</p>"


def siblings(size: int, at: random.Random) -> str:
    """Elements with a word each, side by side."""
    del at
    return "<div>x</div>" * (size // 12)


def classes(size: int, at: random.Random) -> str:
    """Elements with classes, ids and attributes that no other one has."""
    del at
    row = "<p class='c{0} d{0}' id=i{0} data-a='v{0}' title='t {0}'>text {0}</p>"
    return "".join(row.format(i) for i in range(size // 70))


def ages(size: int, at: random.Random) -> str:
    """Dates in attributes, with an age for a text."""
    del at
    row = "<p><time datetime='2021-03-{:02d}T10:00'>{}m</time> {}"
    return "".join(row.format(i % 28 + 1, i % 50, i) for i in range(size // 55))


def names(size: int, at: random.Random) -> str:
    """Ten posts with data in the place of an id."""
    data = "".join(f"&amp;n{i}" for i in range(size // 10 // 11))
    return "".join(thread(350, at).replace("<div class=post", f"<p id='{data}'") for _ in range(10))


def attributes(size: int, at: random.Random) -> str:
    """Ten posts with very many attributes."""
    told = " ".join(f"data-a{i}={i}" for i in range(size // 10 // 18))
    return thread(3500, at).replace("class=post", f"class=post {told}")


SHAPES: Mapping[str, Callable[[int, random.Random], str]] = {
    shape.__name__: shape
    for shape in (
        article,
        thread,
        letters,
        signed,
        styled,
        lines,
        links,
        table,
        boxes,
        numbers,
        dates,
        nested,
        unclosed,
        comments,
        one_text,
        one_word,
        siblings,
        classes,
        ages,
        names,
        attributes,
    )
}


def page(shape: str, megabytes: float) -> str:
    """A page of a shape; about so many characters."""
    at = random.Random(shape)
    content = SHAPES[shape](int(megabytes * 1_000_000), at)
    return f"<html><head><title>The mill sold</title></head><body>{content}</body></html>"


def seconds(task: Callable[[], object]) -> float:
    """How long a task keeps the processor busy: other programs do not count."""
    start = time.process_time()
    task()
    return time.process_time() - start


def main() -> None:
    """Print the seconds for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shape", choices=SHAPES, action="append")
    parser.add_argument("--body", choices=STRATEGIES, action="append")
    parser.add_argument("--floors", default=Options().floors)
    parser.add_argument("--sizes", type=float, nargs="+", default=[0.1, 1, 10], help="megabytes")
    asked = parser.parse_args()
    print(f"{'':<29}" + "".join(f"{size:>11} MB " for size in asked.sizes))
    for shape in asked.shape or SHAPES:
        sources = [page(shape, size) for size in asked.sizes]
        parses = [seconds(partial(Selector, source, type="html")) for source in sources]
        print(f"{shape:<11}{'parse':<18}" + "".join(f"{it:>8.2f}      " for it in parses))
        for body in asked.body or STRATEGIES:
            options = Options(body=body, floors=asked.floors)
            row = []
            for source, parse in zip(sources, parses, strict=True):
                taken = seconds(partial(extract, source, options=options))
                row.append(f"{taken:>8.2f} ({taken / parse:3.0f})")
            print(f"{'':<11}{body:<18}" + "".join(row), flush=True)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
        print(f"{'':<11}{'peak':<18}{peak:>8.0f} MB", flush=True)


if __name__ == "__main__":
    main()
