"""What software writes into the element of a post's body, and the post does not say.

Notes of edits, signatures, thanks, attached files, whom a post answers, its number, buttons and
advertisements: in each layout some kinds of it, in its own markup, on some of the posts. The words
stand in ``decorations.json``: ``{me}`` is the author, ``{other}`` another member, ``{title}`` the
thread's, ``{when}`` a date, ``{n}`` a number.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.layouts.site import Thread
from tests.forums.content import Post

_WORDS: Final = json.loads(Path(__file__).with_name("decorations.json").read_text("utf-8"))
BEFORE, BEHIND = range(2)
# Kinds, how often a layout has one, and where it may stand.
KINDS: Final = (
    ("edits", 3, (BEHIND, BEHIND, BEFORE)),
    ("signature", 4, (BEHIND,)),
    ("thanks", 2, (BEHIND,)),
    ("answers", 4, (BEFORE,)),
    ("files", 2, (BEHIND,)),
    ("buttons", 2, (BEHIND, BEHIND, BEFORE)),
    ("sent", 3, (BEHIND, BEFORE)),
    ("ads", 1, (BEHIND, BEFORE)),
)
# Share of the layouts that write nothing into their posts.
NONE_SHARE: Final = 0.25
# Classes: words for a kind, and words that say nothing, in the forms that software gives them.
CLASSES: Final = {
    "edits": "edited editnote modified edit pstatus lastedit",
    "signature": "signature sig sign signat user-sig",
    "thanks": "thanks likes reactions rate vote",
    "answers": "reply-to inreply subject title re parent",
    "files": "attachments attach files attachbox thumbs",
    "buttons": "actions buttons tools controls links",
    "sent": "source meta device from stat exif",
    "ads": "ad banner sponsor ads promo",
}
PLAIN_CLASSES: Final = "a1 small c row meta info mt-2 clear css-1k2j gray note block"
CLASS_FORMS: Final = ("{}", "post-{}", "{}_text", "p-{}", "{}", "msg{}", "bbs_{}", "{}-box", "x{}")
# Markup, with ``{0}`` for the class and ``{1}`` for what it says.
STYLES: Final = (
    "<div{0}>{1}</div>",
    "<div{0}>{1}</div>",
    "<p{0}>{1}</p>",
    "<span{0}>{1}</span>",
    "<br><br><i>{1}</i>",
    "<br /><small>{1}</small>",
    '<br><font size="1">{1}</font>',
    "<br><br>{1}",
    '<div style="font-size: 10px; color: #888">{1}</div>',
    "<i{0}>{1}</i><br>",
    "<p><em>{1}</em></p>",
    "<fieldset><legend>{1}</legend></fieldset>",
    "<div{0}><span>{1}</span></div>",
)
SIGNATURE_STYLES: Final = (
    "<br>_______________<br>{1}",
    "<br>--<br>{1}",
    "<hr>{1}",
    "<hr><div{0}>{1}</div>",
    "<p>____________________</p><p>{1}</p>",
    "<br><br>-----------------------<br>{1}",
)
ANSWER_STYLES: Final = (
    "<b>{1}</b><br>",
    "<strong>{1}</strong><br><br>",
    "{1}<br>",
    "<h4>{1}</h4>",
    '<a{0} href="#">{1}</a> ',
)
BUTTONS: Final = ('<a href="#">{}</a>', "<button>{}</button>", "<span>{}</span>")


@dataclass(frozen=True)
class Markup:
    """HTML that is none of what a post says."""

    html: str
    text = ""


class _Kind(NamedTuple):
    """One kind of what a layout writes into its posts."""

    name: str
    place: int
    style: str
    share: float
    """Of the posts that have it."""
    form: int
    """Number of its wording, counted on from the first one."""
    other: int
    """Number of the form of dates, or of facts, buttons and the like."""


class _Shown(NamedTuple):
    """A post, and what is told beside it."""

    post: Post
    names: Sequence[str]
    title: str


class Decorations:
    """What one layout writes into its posts; the same for the same name."""

    def __init__(self, layout: str, language: str) -> None:
        self._words: Mapping[str, Sequence[Any]] = _WORDS[language]
        self._rng = rng = random.Random(f"decorations of {layout}")
        weighed = [kind for kind in KINDS for _ in range(kind[1])]
        has_none = rng.random() < NONE_SHARE
        drawn = [] if has_none else [rng.choice(weighed) for _ in range(rng.choice((1, 1, 2, 3)))]
        self._kinds = [
            _Kind(
                name,
                rng.choice(places),
                self._style(name),
                rng.choice((1.0, 0.7, 0.4, 0.2)),
                rng.randrange(99),
                rng.randrange(99),
            )
            for name, _, places in dict.fromkeys(drawn)
        ]
        self._signatures: dict[str, str] = {}

    def _style(self, kind: str) -> str:
        """The markup of one kind, with ``{}`` for what it says."""
        rng = self._rng
        words = CLASSES[kind] if rng.random() < 0.6 else PLAIN_CLASSES
        word = rng.choice(words.split())
        name = rng.choice(CLASS_FORMS).format(word) if rng.random() < 0.8 else ""
        own = {"signature": 2 * SIGNATURE_STYLES, "answers": ANSWER_STYLES}.get(kind, ())
        return rng.choice((*STYLES, *own)).format(f' class="{name}"' if name else "", "{}")

    def on(self, thread: Thread) -> Thread:
        """The thread with what is written into its posts."""
        names = sorted({post.author for post in thread.posts})
        posts = [self._on_post(_Shown(post, names, thread.title)) for post in thread.posts]
        return replace(thread, posts=posts)

    def _on_post(self, shown: _Shown) -> Post:
        blocks: tuple[Any, ...] = shown.post.blocks
        for kind in self._kinds:
            if self._rng.random() < kind.share and (says := self._says(kind, shown)):
                markup = Markup(kind.style.format(says))
                blocks = (markup, *blocks) if kind.place == BEFORE else (*blocks, markup)
        return replace(shown.post, blocks=blocks)

    def _says(self, kind: _Kind, shown: _Shown) -> str:
        match kind.name:
            case "signature":
                return self._signature(shown.post.author)
            case "files":
                return self._files(kind, shown)
            case "buttons":
                form = self._worded("buttons", kind.form)
                sign = (" | ", " ", " · ", "")[kind.other % 4]
                return sign.join(BUTTONS[kind.other % 3].format(escape(one)) for one in form)
            case "ads":
                sign = escape(self._rng.choice(self._words["signs"]))
                link = f' <a href="/go/{self._rng.randrange(999)}">{sign}</a>'
                return escape(self._worded("ads", kind.form)) + (link if kind.other % 2 else "")
            case name:
                return self._filled(self._worded(name, kind.form), shown, kind.other)

    def _worded(self, role: str, form: int) -> Any:
        forms = self._words[role]
        return forms[form % len(forms)]

    def _filled(self, text: str, shown: _Shown, form: int) -> str:
        rng, post = self._rng, shown.post
        others = [name for name in shown.names if name != post.author] or list(shown.names)
        while "{n}" in text:
            text = text.replace("{n}", str(rng.choice((rng.randint(1, 9), rng.randint(10, 99)))), 1)
        date = post.date + timedelta(minutes=rng.choice((3, 40, 900, 9000)))
        text = text.replace("{me}", post.author).replace("{other}", rng.choice(others))
        text = text.replace("{title}", shown.title)
        return escape(text.replace("{when}", date.strftime(self._worded("dates", form))))

    def _signature(self, author: str) -> str:
        """What a member has below all posts; some have nothing."""
        if author not in self._signatures:
            rng = self._rng
            lines = rng.sample(self._words["signs"], rng.choice((1, 1, 2, 3)))
            parts = [
                f'<a href="https://{rng.randrange(999)}.example/">{escape(line)}</a>'
                if rng.random() < 0.3
                else escape(line)
                for line in lines
            ]
            if rng.random() < 0.2:
                parts.append('<img src="/sig.gif" alt="">')
            self._signatures[author] = "<br>".join(parts) if rng.random() < 0.75 else ""
        return self._signatures[author]

    def _files(self, kind: _Kind, shown: _Shown) -> str:
        rng = self._rng
        parts = [self._worded("files", kind.form)] if kind.other % 3 else []
        for _ in range(rng.choice((1, 1, 2, 4))):
            stem = rng.choice(("IMG_", "foto", "scan-", "log", "DSC0"))
            name = f"{stem}{rng.randrange(9999)}.{rng.choice(('jpg', 'png', 'zip', 'txt'))}"
            facts = self._filled(self._worded("file_facts", kind.other), shown, kind.form)
            parts.append(f'<a href="/file?id={rng.randrange(99999)}">{name}</a> {facts}')
        return "<br>".join(parts)
