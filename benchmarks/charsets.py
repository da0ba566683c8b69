"""Detectors of charsets, on pages that declare none: python -m benchmarks.charsets WHEEL.

Pages are made of the messages of Django's translations (WHEEL: ``pip download --no-deps django``),
in the legacy charsets that each language was written in on the web, with the markup of a forum:
short ones of one message, medium ones of six, long ones of a hundred; all of them again with one
broken byte. A detector is right if the page decoded as it says is the page. Measured are ours and
those of ``pip install charset-normalizer faust-cchardet resiliparse chardetng_py`` that are there.
"""

from __future__ import annotations

import argparse
import gettext
import io
import random
import time
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from statistics import mean
from typing import NamedTuple

import chardet
from w3lib.encoding import resolve_encoding

from extract_pipelines.page import source

ENCODINGS = {
    "ru": ("cp1251", "koi8-r"),
    "uk": ("cp1251", "koi8-u"),
    "bg": ("cp1251",),
    "ja": ("cp932", "euc_jp", "iso2022_jp"),
    "ko": ("cp949",),
    "zh_Hans": ("gb18030",),
    "zh_Hant": ("big5",),
    "el": ("cp1253",),
    "he": ("cp1255",),
    "ar": ("cp1256",),
    "th": ("cp874",),
    "tr": ("cp1254",),
    "pl": ("cp1250", "iso8859_2"),
    "cs": ("cp1250", "iso8859_2"),
    "hu": ("cp1250",),
    "lt": ("cp1257",),
    "de": ("cp1252",),
    "fr": ("cp1252",),
    "es": ("cp1252",),
    "pt_BR": ("cp1252",),
    "sv": ("cp1252",),
}
SIZES = {"short": 1, "medium": 6, "long": 100}
PAGES = 12
POST = (
    '<div class="post" id="p{0}"><a href="/member.php?u={0}">member{0}</a> 2011-03-0{1} 10:15'
    '<div class="content">{2}</div></div>\n'
)
PAGE = (
    "<html><head><title>{}</title><link rel=stylesheet href=/style.css><script>var a = '{{}}';"
    "</script></head><body><ul><li><a href=/>Home</a><li><a href=/search.php>Search</a></ul>{}"
    "<p>Powered by phpBB</p></body></html>"
)


class Sample(NamedTuple):
    """A page to detect the encoding of."""

    language: str
    encoding: str
    size: str
    text: str
    body: bytes


def messages(wheel: zipfile.ZipFile, language: str) -> list[str]:
    """The translated messages of a language that are sentences, and not in ASCII."""
    found: dict[str, None] = {}
    for name in wheel.namelist():
        if name.endswith(f"/{language}/LC_MESSAGES/django.mo"):
            catalogue = gettext.GNUTranslations(io.BytesIO(wheel.read(name)))
            for text in catalogue._catalog.values():  # type: ignore[attr-defined]
                if not text.isascii() and len(text) > 20 and "%" not in text and "<" not in text:
                    found[" ".join(text.split())] = None
    return list(found)


def samples(path: str, seed: int = 1) -> Iterator[Sample]:
    """Pages of all languages, encodings and sizes."""
    at = random.Random(seed)
    with zipfile.ZipFile(path) as wheel:
        for language, encodings in ENCODINGS.items():
            texts = messages(wheel, language)
            for encoding in encodings:
                fit = [text for text in texts if _fits(text, encoding)]
                for size, count in SIZES.items():
                    for _ in range(PAGES):
                        chosen = at.choices(fit, k=count)
                        posts = "".join(POST.format(i, i % 9, it) for i, it in enumerate(chosen))
                        text = PAGE.format(chosen[0][:30], posts)
                        yield Sample(language, encoding, size, text, text.encode(encoding))


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


Detector = Callable[[bytes], str | None]


def detectors() -> dict[str, Detector]:
    """Ours, and those of the libraries that are installed."""
    found: dict[str, Detector] = {
        "ours": source.detect,
        "chardet": lambda body: chardet.detect(body)["encoding"],
    }
    with suppress(ImportError):
        import charset_normalizer  # noqa: PLC0415

        found["charset-normalizer"] = lambda body: (
            best.encoding if (best := charset_normalizer.from_bytes(body).best()) else None
        )
    with suppress(ImportError):
        import cchardet  # noqa: PLC0415

        found["faust-cchardet"] = lambda body: cchardet.detect(body)["encoding"]
    with suppress(ImportError):
        from resiliparse.parse.encoding import detect_encoding  # noqa: PLC0415

        found["resiliparse"] = lambda body: detect_encoding(body, max_len=len(body))
    with suppress(ImportError):
        import chardetng_py  # noqa: PLC0415

        found["chardetng"] = chardetng_py.detect
    return found


def broken(body: bytes, at: random.Random) -> bytes:
    """The bytes with one beyond ASCII left out or replaced, as where a text was cut."""
    places = [place for place, byte in enumerate(body) if byte > 127]
    if not places:
        return body
    place = at.choice(places)
    return body[:place] + at.choice([b"", b"?"]) + body[place + 1 :]


def is_right(sample: Sample, body: bytes, encoding: str | None) -> bool:
    """Whether the bytes decoded as a detector says are what they are in their own encoding."""
    try:
        resolved = resolve_encoding(encoding) or encoding if encoding else "ascii"
        return body.decode(resolved, "replace") == body.decode(sample.encoding, "replace")
    except LookupError:
        return False


def main() -> None:
    """Print the share of the pages that each detector is right of, and its milliseconds a page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("wheel")
    asked = parser.parse_args()
    made = list(samples(asked.wheel))
    for damage in ("none", "one byte"):
        at = random.Random(2)
        bodies = [broken(one.body, at) if damage != "none" else one.body for one in made]
        print(f"damage: {damage}")
        for name, detect in detectors().items():
            right, taken = defaultdict(list), defaultdict(list)
            by_encoding = defaultdict(list)
            for sample, body in zip(made, bodies, strict=True):
                start = time.perf_counter()
                encoding = detect(body)
                taken[sample.size].append(time.perf_counter() - start)
                right[sample.size].append(is_right(sample, body, encoding))
                by_encoding[sample.encoding].append(right[sample.size][-1])
            row = "  ".join(
                f"{size} {mean(right[size]):.3f} {1000 * mean(taken[size]):5.2f} ms"
                for size in SIZES
            )
            worst = sorted(by_encoding, key=lambda one: mean(by_encoding[one]))[:4]
            told = ", ".join(f"{one} {mean(by_encoding[one]):.2f}" for one in worst)
            print(f"  {name:<20}{row}  worst: {told}", flush=True)


if __name__ == "__main__":
    main()
