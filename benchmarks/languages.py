"""What software writes beside posts in many languages: python -m benchmarks.languages [--show].

`languages.json` has notes of edits, labels of when a member came or was last seen, ages ("an hour
ago"), and heads of quotes, as common forum software has them. Prints how many of each are known,
and how many made-up threads with them come out right. With --show, what is not known or right.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import NamedTuple

from extract_pipelines import Page, Site
from extract_pipelines.items import Floor, ForumThread
from extract_pipelines.posts.quotes.edit_notes import is_bare_note
from extract_pipelines.text.dates import find_date
from extract_pipelines.text.lexicon import OWN, rows

TOLD: dict[str, dict[str, list[str]]] = json.loads(
    Path(__file__).with_suffix(".json").read_text(encoding="utf-8")
)
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
WRITERS = ("kestrel", "bergfex", "maren77", "oldowl", "tinker")
TEXTS = (
    "My pump hums all night and I cannot find out why it does so.",
    "Check the oil first, and then the seal behind the pulley.",
    "No, it is not that.",
    "Mine did the same; a new bearing helped, it took an hour to change it and cost little.",
    "Thanks, that was it!",
)
DAYS = tuple(f"2024-03-0{number}" for number in range(1, 6))
POST = """<div class="post"><div class="who"><a href="/u/{0}">{0}</a></div>
<div class="when">{1}</div><div class="said">{2}</div></div>"""
AGED = (
    """<div class="p"><a href="/u/{0}">{0}</a> <span>{1}</span><p>{2}</p>
    <a href="/r">Reply</a></div>""",
    """<li><div><img src="/{0}.png"><a href="/u/{0}">{0}</a></div><div>{2}</div>
    <small>{1}</small></li>""",
)
NOTED = ("{text}<br><br><i>{note}</i>", '{text}</div><div class="n">{note}')
# SMF, and vBulletin in two versions: what stands around the head of a quote and its text.
SMF = '<div class="quoteheader"><a href="#m">{head}</a></div><blockquote>{said}</blockquote>'
VBULLETIN = (
    """<div style="margin:20px"><div class="smallfont">{word}:</div><table><tr><td class="alt2">
    <div>{head}</div><div style="font-style:italic">{said}</div></td></tr></table></div>""",
    """<div class="bbcode_quote"><div class="quote_container"><div class="bbcode_postedby">{head}
    </div><div class="message">{said}</div></div></div>""",
)
# Characters beside an age that are none of it: "at", commas.
MOST_BESIDE = 7


class Thread(NamedTuple):
    """A made-up thread, and whether what comes out of it is right."""

    told: str
    is_right: bool


def read(posts: str, language: str) -> Sequence[Floor]:
    """The floors of a page with posts in a language."""
    html = f'<html lang="{language}"><title>Noisy pump</title><h1>Noisy pump</h1><ul>{posts}</ul>'
    page = Page(
        f"{html}<form><textarea></textarea></form>", "https://a.example/t/1", downloaded=NOW
    )
    item = Site().extract(page)
    return item.floors if isinstance(item, ForumThread) else ()


def with_notes() -> Iterator[Thread]:
    """Threads in which two or all of the posts end in a note of an edit."""
    for (language, notes), form, edited in product(
        TOLD["edits"].items(), NOTED, (WRITERS, WRITERS[1::2])
    ):
        for note in notes:
            said = [
                form.format(text=text, note=note.format(name=name)) if name in edited else text
                for name, text in zip(WRITERS, TEXTS, strict=True)
            ]
            dates = [f"{day} 09:10" for day in DAYS]
            floors = read("".join(map(POST.format, WRITERS, dates, said)), language)
            texts = [floor.body for floor in floors]
            days = [(floor.date or "")[:10] for floor in floors]
            yield Thread(note, texts == [*TEXTS] and days == [*DAYS])


def with_ages() -> Iterator[Thread]:
    """Threads that show ages alone: of one kind, and of five."""
    for (language, ages), form, places in product(
        TOLD["ages"].items(), AGED, ((9, 7, 5, 1, 0), 5 * (1,))
    ):
        shown = [ages[place % len(ages)] for place in places]
        floors = read("".join(map(form.format, WRITERS, shown, TEXTS)), language)
        found = [(floor.author, floor.body) for floor in floors if floor.date]
        yield Thread(", ".join(shown), found == [*zip(WRITERS, TEXTS, strict=True)])


def with_quotes() -> Iterator[Thread]:
    """Threads in which two answers quote the post above, as SMF and vBulletin show it."""
    for language, (_, dated, posted, _) in TOLD["quotes"].items():
        word = str(rows(OWN)[language[:2]].get("quote", "quote")).split()[0]
        for form, head in ((SMF, dated), *((form, posted) for form in VBULLETIN)):
            said = list(TEXTS)
            for number in (2, 4):
                name = WRITERS[number - 1]
                shown = head.format(name=name if form is SMF else f"<strong>{name}</strong>")
                quote = form.format(head=shown, said=TEXTS[number - 1], word=word.capitalize())
                said[number] = quote + TEXTS[number]
            floors = read("".join(map(POST.format, WRITERS, DAYS, said)), language)
            authors = [quote.author for floor in floors for quote in floor.quotes]
            texts = [floor.own_text for floor in floors]
            yield Thread(head, texts == [*TEXTS] and authors == [WRITERS[1], WRITERS[3]])


def is_known(kind: str, text: str, language: str) -> bool:
    """Whether a text is known as what it is."""
    found = find_date(text, NOW, language=language)
    if found is None:
        return False
    if kind == "edits":
        return found.label == "edited" and is_bare_note(
            text, Page(f'<html lang="{language}">', downloaded=NOW)
        )
    if kind == "members":
        return found.label in ("joined", "active")
    return len(text) - len(found.raw) <= MOST_BESIDE


def tell(what: str, found: Sequence[Thread], *, show: bool) -> None:
    """Print how many are right, and which are not."""
    print(f"{what:<24} {sum(one.is_right for one in found)} of {len(found)}", flush=True)
    for one in found if show else ():
        if not one.is_right:
            print(f"   {one.told}")


def main() -> None:
    """Tell what is known of each kind, and which threads come out right."""
    show = "--show" in sys.argv[1:]
    for kind in ("edits", "members", "ages"):
        texts = [
            (text.format(name="oldowl"), language)
            for language, several in TOLD[kind].items()
            for text in several
        ]
        known = [Thread(text, is_known(kind, text, language)) for text, language in texts]
        tell(kind, known, show=show)
    tell("threads with edits", list(with_notes()), show=show)
    tell("threads with ages", list(with_ages()), show=show)
    tell("threads with quotes", list(with_quotes()), show=show)


if __name__ == "__main__":
    main()
