"""Bylines of Chinese articles: labels, reporters in brackets, a line of names below the title."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from extract_pipelines.page import Leaf
from extract_pipelines.text.han_names import HAN, HAN_NAMES, are_han_names
from extract_pipelines.text.lexicon.patterns import any_of, compiled

# A byline is no longer than this.
LONGEST_BYLINE: Final = 80
# Leaves at the end of the body, and after it, that may end with who wrote it.
LAST_LEAVES: Final = 4
# Leaves below the title that may name who wrote the article.
FIRST_LEAVES: Final = 12
_HAN: Final = re.compile(f"[{HAN}]")
_NAMES: Final = rf"(?P<names>{HAN_NAMES})"
_REPORTER_WORDS: Final = any_of("reporter")
_REPORTERS: Final = any_of("reporter", "correspondent")
# Words that stand after a name or between names, and are none.
_NO_NAME: Final = (
    rf"(?!(?:本报|特约|实习|见习)?{_REPORTERS}|报道|報道|摄影|攝影|来源|來源|责任|責任|责编|编辑|編輯"
    r"|时间|時間|日期|发布|發布|发表|發表|点击|點擊|浏览|瀏覽|阅读|閱讀|字号|评论|評論|综合|整理|编译)"
)
# What stands after a label may be a pen name; it is no label itself.
_ANY_NAMES: Final = (
    rf"(?P<names>{_NO_NAME}[{HAN}·]{{2,12}}+(?!\s*[:：])"
    rf"(?:[ \u3000、，,]+{_NO_NAME}[{HAN}]{{2,4}}(?![{HAN}]|\s*[:：]))*"
    rf"|[{HAN}][ \u3000]+[{HAN}](?![{HAN}]|\s*[:：])|(?![{HAN}])[\w.·-]{{3,20}}+(?![=:：]))"
)
_REPORTED: Final = (
    r"(?:[\u4e00-\u9fff]{2,6}(?:报道|報道|报导)|文|报道|報道|整理|综合|编译|编写|撰文)?"
)
_AUTHOR: Final = rf"(?:作\s?者|撰\s?文|执笔人?|執筆|著者|撰稿人?|供稿人?)\s*[:：]\s*{_ANY_NAMES}"
_BARE_AUTHOR: Final = rf"(?:作\s?者)\s+{_NAMES}"
_LINE_OF_REPORTER: Final = (
    rf"(?:[{HAN}]{{2,6}}?)?{_REPORTER_WORDS}\s*{_NAMES}\s*(?:\S?摄|{_REPORTED})?(?:\s.*)?"
)
_LABELLED_REPORTER: Final = rf"{_REPORTERS}(?:\s*[:：]\s*|\s+){_ANY_NAMES}"
_REPORTER: Final = rf"[(（【][^(（)）]{{0,24}}{_REPORTER_WORDS}[\s:：]*{_NAMES}"
_CLOSING: Final = rf"[(（【]\s*(?:文|撰文)?[\s/:：]*{_NAMES}\s*{_REPORTED}\s*[)）】]\W*\Z"
_SLASHED: Final = rf"(?:文|撰文)\s*[/／|｜]\s*{_NAMES}"
_IN_BRACKETS: Final = rf"[\[［【]\s*{_NAMES}\s*[\]］】]"
_POSTED: Final = (
    r"(?P<names>[^\s:：|]{2,20})?\s*(?:发表于|發表於|发布于|發布於)\s*[:：]?\s*\d{2,4}\D.*"
)
_EDITOR: Final = rf"{any_of('editor')}\s*[:：]\s*{_ANY_NAMES}"
_ISSUER: Final = (
    rf"(?:发文|發文|发布|發布|制定|制发)(?:机关|機關|机构|機構|单位|單位)"
    rf"\s*[:：]?\s*(?P<names>[{HAN}、 ]{{3,40}})?"
)


def find_han_byline(leaves: Sequence[Leaf], title: int, start: int, end: int) -> str | None:
    """Who wrote a Chinese article, by what is written on the page; None if nothing is.

    :param leaves: the page's leaves
    :param title: index of the leaf that shows the title; -1 if there is none
    :param start: index of the body's first leaf
    :param end: index after its last leaf
    """
    if not any(
        _HAN.search(leaf.text)
        for leaf in leaves[max(0, start - FIRST_LEAVES) : start + FIRST_LEAVES]
    ):
        return None
    short = [leaf.text for leaf in leaves if len(leaf.text) <= LONGEST_BYLINE]
    return (
        _first(_AUTHOR, (leaf.text for leaf in leaves[:end]))
        or _reporter(leaves[start : end + LAST_LEAVES])
        or _first(_LABELLED_REPORTER, short)
        or next(
            (it["names"] for it in map(compiled(_LINE_OF_REPORTER).fullmatch, short) if it), None
        )
        or _first(_BARE_AUTHOR, short)
        or _closing(leaves[max(start, end - LAST_LEAVES) : end + LAST_LEAVES])
        or _first(_SLASHED, short)
        or _first(_IN_BRACKETS, (leaf.text for leaf in leaves[max(0, title) : start + 2]))
        or _line_of_names(leaves, title, start)
        or _first(_AUTHOR, short)
        or _poster(leaves)
        or _first(_EDITOR, short)
        or _issuer(leaves)
        or None
    )


def _first(pattern: str, texts: Sequence[str] | Iterator[str]) -> str | None:
    for text in texts:
        if len(text) <= LONGEST_BYLINE and (found := compiled(pattern).search(text)):
            return found["names"].strip()
    return None


def _reporter(leaves: Sequence[Leaf]) -> str | None:
    """The reporters in brackets, as in （记者 …）."""
    for leaf in leaves:
        if ("记者" in leaf.text or "記者" in leaf.text) and (
            found := compiled(_REPORTER).search(leaf.text)
        ):
            return found["names"]
    return None


def _closing(leaves: Sequence[Leaf]) -> str | None:
    """The names in brackets that a body ends with."""
    for leaf in reversed(leaves):
        if found := compiled(_CLOSING).search(leaf.text[-LONGEST_BYLINE:]):
            return found["names"]
    return None


def _poster(leaves: Sequence[Leaf]) -> str | None:
    """The name that stands before "posted on" and a date."""
    before = ""
    for leaf in leaves:
        if len(leaf.text) <= LONGEST_BYLINE and (found := compiled(_POSTED).fullmatch(leaf.text)):
            return found["names"] or (before if 1 < len(before) <= 20 else None)
        before = leaf.text
    return None


def _line_of_names(leaves: Sequence[Leaf], title: int, start: int) -> str | None:
    """The texts of nothing but names below the title, or where the body begins."""
    first = title + 1 if title >= 0 else max(0, start - 2)
    near = leaves[first : min(first, start) + FIRST_LEAVES]
    return " ".join(leaf.text for leaf in near if not leaf.in_link and are_han_names(leaf.text))


def _issuer(leaves: Sequence[Leaf]) -> str | None:
    """The office that issued a notice."""
    for index, leaf in enumerate(leaves):
        if len(leaf.text) <= LONGEST_BYLINE and (found := compiled(_ISSUER).fullmatch(leaf.text)):
            following = leaves[index + 1].text if index + 1 < len(leaves) else ""
            name = found["names"] or following
            return name.strip() if re.fullmatch(rf"[{HAN}、 ]{{3,40}}", name) else None
    return None
