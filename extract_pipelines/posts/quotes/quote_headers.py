"""Lines that tell who is quoted: the first of a quote, the one before it, or its last."""

from __future__ import annotations

import re
from collections.abc import Set
from typing import Final

from extract_pipelines.page.markup.quote_marks import (
    LONGEST_TITLE,
    is_date,
    names_source,
    source_in_title,
)
from extract_pipelines.text.dates import has_date
from extract_pipelines.text.lexicon import words
from extract_pipelines.text.lexicon.patterns import UNSPACED, alternatives, any_of, compiled

# "Posted at", where no space parts it from the date behind it.
_ENDS_POSTED: Final = ("于", "於")
_POSTED: Final = alternatives(word for word in words("posted") if word.endswith(_ENDS_POSTED))
# The line of a quote that tells whom it quotes, and maybe when that was posted.
_HEADER: Final = re.compile(
    rf"(?:(?:{any_of('quote')}\s*[:：]\s*)?{any_of('quoted_from', 'posted_by')})?[:：\s]*"
    rf"@?(?P<name>.{{1,80}}?)\s*(?:{any_of('wrote')}|(?P<posted>{_POSTED}\s*\d.*))?\s*[:：]?",
    re.IGNORECASE,
)
_ENDS: Final[tuple[str, ...]] = (":", "：", *words("wrote"))
# A line that says so of a post, too: it tells whom a quote is of where it is the first of one.
_POSTED_BY = (
    rf"(?i:(?:{any_of('quote')}\s*[:：]\s*)?(?:{any_of('posted_by', spaced=True)}\s*(?:[:：]\s*|\s)"
    rf"|{any_of('posted_by', spaced=False)}[:：\s]\s*)@?\S.{{0,39}}?(?<![.,;!?…。！？]))"
)
LONGEST_NAME: Final = 40
# A line before a quote that tells whom it quotes, and maybe where that was written.
_ATTRIBUTION: Final = re.compile(
    rf"{any_of('replying_to')}\s*@?(?P<answered>\S.{{0,39}}?)\s*[:：]|"
    # Answers to letters greet who is quoted: "Здравствуйте, Anna, Вы писали:".
    r"\S[^,:]{0,39},\s*(?P<greeted>[^\s,:][^,:]{0,39}),\s*[^\s,:]{1,10}\s+"
    rf"{any_of('wrote', spaced=True)}\s*[:：]|"
    # NodeBB names the thread, too: "@Anna 在 Noisy gearbox 中说", "@Anna 说在 Noisy gearbox".
    rf"@?(?P<in_thread>\S.{{0,39}}?)\s*在\s*\S.{{0,119}}?中\s*"
    rf"{any_of('wrote', 'told', spaced=False)}\s*[:：]|"
    rf"@?(?P<name>\S.{{0,39}}?)\s*(?:(?<!\S){any_of('wrote', spaced=True)}"
    rf"(?:\s+{any_of('when_wrote')}\s.{{1,120}})?\s*[:：]"
    rf"|{any_of('wrote', 'told', spaced=False)}\s*(?:在\s?\S.{{0,119}}?)?[:：])"
    # Chinese bulletin boards put it into the text of the answer.
    r"|【\s*在\s+(?P<mentioned>\S.{0,39}?)\s*(?:\([^()]*\)\s*)?的(?:大作|文章)中提到\s*[:：]?\s*】",
    re.IGNORECASE,
)
# A line that tells who wrote a quote, and when: "On 3 May 2024 at 10:15, Anna wrote:", "Just now,
# Anna said:", and "Am 3.5.2024 schrieb Anna:".
_DATED_ATTRIBUTION: Final = re.compile(
    rf"(?=.{{0,80}}\d|{any_of('just_now')}[,;])\S.{{0,160}}(?:"
    rf"[,;\d]\)?\s+(?:[ap]m\)?\s+)?(?P<name>[^,;:\d\s<][^,;:<]{{0,60}}?)(?:\s*<[^<>]{{,80}}>)?"
    rf"\s+{any_of('wrote', spaced=True)}"
    r"|[,，、]\s*(?P<unspaced>[^,;:，、\d\s<][^,;:，、<]{0,60}?)"
    rf"\s*{any_of('wrote', 'told', spaced=False)}"
    rf"|\s{any_of('wrote', spaced=True)}\s+(?P<named>[^\s:<][^:<]{{0,60}}?)"
    rf"(?:\s*<[^<>]{{,80}}>)?)\s*[:：]",
    re.IGNORECASE,
)
# What begins with a digit, as a date before such a word does; a name may have one within it.
_NUMBER: Final = re.compile(r"(?<![\w@])\d")
# A name with when that was written behind it: "Anna on May 3, 2024", "Anna @ May 3 2004".
_NAME_AND_DATE: Final = re.compile(
    rf"(?P<name>.+?)\s*(?:@|[,–—]?\s(?:{any_of('on', 'at', 'when_wrote', spaced=True)}|[-–—])\s)"
    r"(?P<when>.*\d.*)",
    re.IGNORECASE,
)
# The same without what ends it: "Anna said".
_WROTE = rf"(?P<name>\S.*?)\s*(?i:{any_of('wrote', 'told')})"
LONGEST_ATTRIBUTION: Final = 200
# Two letters of a script with spaces between words.
_WITHIN_WORD: Final = re.compile(rf"[^\W{UNSPACED}_]{{2}}")
# What leads to the post that is quoted, and when that was posted: "Anna said: \u2191 3 May 2024".
_ARROW: Final = re.compile(
    r"\s*[\u2190-\u21ff\u25b2-\u25c3\u2b06\u00bb>]+\s*(?P<when>[^>\u2190-\u21ff]*)\Z"
)
_IN_BRACKETS: Final = re.compile(r"\s*\((?P<when>[^()@]*\d[^()@]*)\)\s*")


def bare_header(line: str) -> str:
    """A line without dates in brackets, an arrow at its end, and white space around it.

    A date may follow the arrow.
    """
    if len(line) > LONGEST_ATTRIBUTION:
        return line.strip()
    line = _IN_BRACKETS.sub(lambda found: " " if is_date(found["when"]) else found[0], line)
    arrow = _ARROW.search(line)
    if arrow and (not arrow["when"] or is_date(arrow["when"])):
        line = line[: arrow.start()]
    return line.strip()


def tells_source(line: str) -> bool:
    """Whether the first line of a quote tells who is quoted."""
    return ends_as_header(line) or names_source(line) or _names_poster(line)


def ends_as_header(line: str) -> bool:
    """Whether a line ends as one that tells who is quoted."""
    return len(line) <= LONGEST_TITLE and line.lower().endswith(_ENDS)


def _names_poster(line: str) -> bool:
    return len(line) <= LONGEST_TITLE and compiled(_POSTED_BY).fullmatch(line) is not None


def tells_when_posted(line: str) -> bool:
    """Whether a line says who posted when, as "Anna 发表于 2008-3-4"."""
    for ending in _ENDS_POSTED:
        if ending in line:
            match = _HEADER.fullmatch(line)
            return match is not None and match["posted"] is not None
    return False


def source_of(line: str, writers: Set[str] = frozenset()) -> str | None:
    """Whom the first line of a quote, or its last, names.

    :param writers: the names of those who wrote the page's posts: the longest of them that stands
        in the line is meant
    """
    known = [name for name in writers if name in line and _stands_alone(name, line)]
    if known:
        return max(known, key=len)
    if author := attributed(line) or source_in_title(line):
        return author
    if match := _HEADER.fullmatch(line):
        name = _without_date(match["name"].lstrip("@"))
        return name if len(name) <= LONGEST_NAME else None
    return None


def _without_date(name: str) -> str:
    told = _NAME_AND_DATE.fullmatch(name)
    return told["name"] if told and has_date(told["when"]) else name


def _stands_alone(name: str, line: str) -> bool:
    """Whether a name is no part of a longer word of a line."""
    start = line.index(name)
    around = line[start - 1 : start] + name[:1], name[-1:] + line[start + len(name) :][:1]
    return not any(_WITHIN_WORD.fullmatch(pair) for pair in around)


def writer_first_in(line: str, writers: Set[str]) -> str | None:
    """Whom of the page's writers a line names first, with any words behind the name."""
    if len(line) > LONGEST_ATTRIBUTION or line[-1:] not in (":", "："):
        return None
    return max((name for name in writers if line.startswith(f"{name} ")), key=len, default=None)


def writer_alone(line: str, writers: Set[str]) -> str | None:
    """Which of the page's writers a line names, if it says no more: "Anna:", "Anna said"."""
    name = line.strip(" :：")
    if name not in writers:
        match = compiled(_WROTE).fullmatch(name) if len(name) <= LONGEST_TITLE else None
        name = match["name"] if match else ""
    return name if name in writers else None


def attributed(line: str) -> str | None:
    """Whom a line says to be quoted by what follows it."""
    if len(line) > LONGEST_ATTRIBUTION or line[-1:] not in (":", "：", "】"):
        return None
    if author := dated_attribution(line):
        return author
    match = _ATTRIBUTION.fullmatch(line)
    names = match.group("name", "answered", "greeted", "mentioned", "in_thread") if match else ()
    name = next(filter(None, names), None)
    return _without_date(name) if name else None


def dated_attribution(line: str) -> str | None:
    """Whom a line says to be quoted, if it also tells when that was written."""
    if len(line) > LONGEST_ATTRIBUTION or line[-1:] not in (":", "："):
        return None
    match = _DATED_ATTRIBUTION.fullmatch(line)
    if match is None or (match["named"] and not _tells_when(line[: match.start("named")])):
        return None
    return match["name"] or match["unspaced"] or match["named"]


def _tells_when(text: str) -> bool:
    return _NUMBER.search(text) is not None or has_date(text)
