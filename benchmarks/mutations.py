"""Damaged pages through learn and extract: python -m benchmarks.mutations [--pages 10000].

Pages of the embedded demo are damaged (bytes flipped, cut off, parts doubled or in another order,
deep nesting, mixed charsets, tags lost, attributes garbled or huge, broken entities and controls),
learned and read. Prints how many failed, and the size of what was learned.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from urllib.request import urlopen

from example_spiders.demo_forum import DemoForum
from extract_pipelines import Page, Site

_TAG = re.compile(rb"<(div|tr|li|p|table|span)\b")
_ANY_TAG = re.compile(rb"</?[A-Za-z][^<>]*>")
_ATTRIBUTE = re.compile(rb"\s[\w-]+=(?:\"[^\"<>]*\"|'[^'<>]*')")
_NOISE = (
    b"\x00", b"&", b"&#0;", b"&#xD800;", b"&#x110000;", b"&nosuch;", b"&amp", b"&#",
    b"]]>", b"<!--", b"<![CDATA[", b"<?x", b"</", b"<", b"<plaintext>",
    b"\xef\xbb\xbf", b"\xe2\x80\xae", b"\xed\xa0\x80",
)  # fmt: skip
CHARSETS = ("utf-8", "gb18030", "cp1252", "utf-16", "shift_jis")
DEEPEST = 3000
LONGEST_ATTRIBUTE = 100_000
MOST_PLACES = 30
Mutation = Callable[[bytes, random.Random], bytes]


def flip(source: bytes, chance: random.Random) -> bytes:
    """Change some bytes to others."""
    damaged = bytearray(source)
    for _ in range(chance.randint(1, 30)):
        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
    return bytes(damaged)


def truncate(source: bytes, chance: random.Random) -> bytes:
    """Leave off the end, or the beginning."""
    cut = chance.randrange(len(source))
    return source[:cut] if chance.random() < 0.7 else source[cut:]


def shuffle(source: bytes, chance: random.Random) -> bytes:
    """Double some parts, and put all in another order."""
    borders = [0, *(match.start() for match in _TAG.finditer(source)), len(source)]
    parts = [source[a:b] for a, b in pairwise(borders)]
    parts += chance.choices(parts, k=len(parts) // 4)
    if chance.random() < 0.5:
        chance.shuffle(parts)
    return b"".join(parts)


def nest(source: bytes, chance: random.Random) -> bytes:
    """Put hostile nesting somewhere into the page."""
    at = chance.randrange(len(source))
    tag = chance.choice([b"div", b"b", b"table", b"blockquote", b"noscript", b"svg", b"a"])
    return source[:at] + b"<%s>" % tag * chance.randint(1, DEEPEST) + source[at:]


def recode(source: bytes, chance: random.Random) -> bytes:
    """Write a part of the page in another charset."""
    at = chance.randrange(len(source))
    text = source[at:].decode("utf-8", "replace")
    return source[:at] + text.encode(chance.choice(CHARSETS), "replace")


def lose_tags(source: bytes, chance: random.Random) -> bytes:
    """Leave out some tags, double some, and put others in their places."""
    tags = _ANY_TAG.findall(source) or [b""]

    def change(tag: bytes) -> bytes:
        return chance.choice((b"", tag + tag, chance.choice(tags)))

    return _changed(source, _ANY_TAG, chance, change)


def garble(source: bytes, chance: random.Random) -> bytes:
    """Take the values or quotes of some attributes, double some, make others huge."""

    def change(attribute: bytes) -> bytes:
        name, _, value = attribute.partition(b"=")
        huge = value[1:-1] or b"x"
        huge *= chance.randint(1, LONGEST_ATTRIBUTE) // len(huge) + 1
        garbled = (name, name + b"=", attribute[:-1], name + b"=" + value[1:-1], attribute * 2)
        return chance.choice((*garbled, name + b'="' + huge + b'"', attribute[::-1]))

    return _changed(source, _ATTRIBUTE, chance, change)


def spoil(source: bytes, chance: random.Random) -> bytes:
    """Put broken entities, NULs and the like into the page."""
    for _ in range(chance.randint(1, MOST_PLACES)):
        at = chance.randrange(len(source))
        source = source[:at] + chance.choice(_NOISE) + source[at:]
    return source


def _changed(
    source: bytes,
    pattern: re.Pattern[bytes],
    chance: random.Random,
    change: Callable[[bytes], bytes],
) -> bytes:
    """Change some of what a pattern finds."""
    found = [match.span() for match in pattern.finditer(source)]
    chosen = chance.sample(found, min(len(found), chance.randint(1, MOST_PLACES)))
    for start, end in sorted(chosen, reverse=True):
        source = source[:start] + change(source[start:end]) + source[end:]
    return source


MUTATIONS: Sequence[Mutation] = (
    flip, truncate, shuffle, nest, recode, lose_tags, garble, spoil,
)  # fmt: skip


def mutated(sources: Sequence[bytes], count: int, seed: int = 1) -> Iterator[bytes]:
    """So many damaged pages, each with one to three kinds of damage."""
    chance = random.Random(seed)
    for _ in range(count):
        source = chance.choice(sources)
        for mutation in chance.sample(MUTATIONS, chance.randint(1, 3)):
            source = mutation(source, chance) or b" "
        yield source


def demo_sources() -> list[bytes]:
    """The first pages of the demo's sites."""
    with DemoForum() as demo:
        found = []
        for url in demo.urls.values():
            start = urlopen(url).read()
            found.append(start)
            links = re.findall(rb'href="(/?[^"#:]+)"', start)
            for link in dict.fromkeys(links[:12]):
                try:
                    found.append(urlopen(url.rstrip("/") + "/" + link.decode().lstrip("/")).read())
                except OSError:
                    continue
        return found


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("--pages", type=int, default=10_000)
    asked = parser.parse_args()
    site, failed = Site(), 0
    for number, source in enumerate(mutated(demo_sources(), asked.pages)):
        try:
            page = Page(source, f"https://demo.example/{number % 100}/{number}")
            site.learn(page)
            site.extract(page)
        except Exception as error:
            failed += 1
            print(number, repr(error)[:200])
    state = json.dumps(site.to_state())
    print(
        f"{asked.pages} pages, {failed} failed; {len(site.kinds)} kinds, state {len(state)} bytes"
    )


if __name__ == "__main__":
    main()
