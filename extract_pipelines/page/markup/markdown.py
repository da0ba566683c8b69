"""A clean tree as Markdown: CommonMark, with tables and ``~~`` as GitHub has them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple
from unicodedata import category

from lxml.etree import _Element as Element

from extract_pipelines.page.markup.roles import BLOCKS, HEADINGS

_MARKS: Final = {"strong": "**", "em": "*", "del": "~~"}
_TEXTS: Final = ("p", "figcaption")
# What would be markup anywhere in a text; an underscore within a word is none, nor is a lone &.
_ENTITY: Final = r"&(?=#?\w+;)"
_SPECIAL: Final = re.compile(
    rf"[\\`*\[\]]|<(?=[A-Za-z/!?])|~(?=~|$)|(?<![^~])~|(?<![^\W_])_|_(?![^\W_])|{_ENTITY}"
)
# What would be a block, or a part of a table, where a line begins with it.
_BEGINNING: Final = re.compile(r"^(?:[>|]|-(?=[\s|:-]|$)|\+(?=\s|$)|:(?=-)|=+$|#{1,6}(?=\s|$))")
_NUMBERED: Final = re.compile(r"^(\d{1,9})([.)](?:\s|$))")
# Such signs at the end of a heading would be none of its text.
_ENDING: Final = re.compile(r"(?<=\s)#+$")
# What Unicode has raised and lowered letters for.
_RAISED: Final = str.maketrans("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
_LOWERED: Final = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
_SHIFTED: Final = {"sup": _RAISED, "sub": _LOWERED}
_ESCAPED: Final = r"\\\g<0>"
_BREAK: Final = "\\\n"


class _Emphasis(NamedTuple):
    """A text to be put between two marks."""

    mark: str
    text: str


Part = str | _Emphasis


def markdown(tree: Element, level: int = 1) -> str:
    """The blocks of a clean tree.

    :param tree: what `clean_tree` gives
    :param level: of the highest of its headings
    """
    found = [HEADINGS.index(heading.tag) for heading in tree.iter(*HEADINGS)]
    return "\n\n".join(_Writer(level - min(found, default=0)).blocks(tree))


def escaped(text: str) -> str:
    """A text, in one line, of which nothing is markup."""
    return _with_plain_lines(_SPECIAL.sub(_ESCAPED, text))


class _Writer:
    """Writes blocks.

    :param shift: what is added to the levels of headings, from 0
    """

    def __init__(self, shift: int) -> None:
        self._shift = shift

    def blocks(self, parent: Element) -> list[str]:
        """What an element holds, a string for each block."""
        found: list[str] = []
        last = None
        for block in _runs(parent):
            tag = None if isinstance(block, list) else block.tag
            text = _line(block) if isinstance(block, list) else self._block(block, tag == last)
            if text:
                found.append(text)
                # Two lists in a row would be one, unless their marks differ: each other one does.
                last = None if tag == last else tag
        return found

    def _block(self, block: Element, is_second: bool) -> str:
        tag = block.tag
        if tag in HEADINGS:
            level = min(max(HEADINGS.index(tag) + self._shift, 1), len(HEADINGS))
            text = _line(_inline(block)).replace(_BREAK, " ")
            return f"{'#' * level} {_ENDING.sub(_ESCAPED, text)}" if text else ""
        if tag == "pre":
            return _fenced(block)
        if tag == "blockquote":
            return _indented("\n\n".join(self.blocks(block)), "> ", "> ")
        if tag in ("ul", "ol"):
            return self._list(block, is_second)
        if tag == "table":
            return _table(block)
        return _line(_inline(block)) if tag in _TEXTS else "\n\n".join(self.blocks(block))

    def _list(self, block: Element, is_second: bool) -> str:
        items = [self.blocks(item) for item in block]
        is_tight = all(_is_tight(item) for item in block)
        number = int(block.get("start") or 1)
        found = []
        for item in filter(None, items):
            mark = ("*" if is_second else "-") if block.tag == "ul" else ")" if is_second else "."
            mark = f"{mark} " if block.tag == "ul" else f"{number}{mark} "
            number += 1
            found.append(
                _indented(("\n" if is_tight else "\n\n").join(item), mark, " " * len(mark))
            )
        return ("\n" if is_tight else "\n\n").join(found)


def _is_tight(item: Element) -> bool:
    """Whether an item of a list is one text, with lists below it that may follow at once."""
    blocks = list(_runs(item))
    texts = [block for block in blocks if isinstance(block, list) and _line(block)]
    others = [block for block in blocks if not isinstance(block, list) and block.tag != "p"]
    paragraphs = sum(not isinstance(block, list) and block.tag == "p" for block in blocks)
    return len(texts) + paragraphs < 2 and all(
        other.tag in ("ul", "ol") and other.get("start", "1") == "1" for other in others
    )


def _indented(text: str, first: str, others: str) -> str:
    """Lines behind what marks their block; empty ones end where the mark does."""
    lines = [f"{others}{line}".rstrip() for line in text.split("\n")]
    return first + lines[0][len(others) :] + "".join(f"\n{line}" for line in lines[1:])


def _fenced(block: Element) -> str:
    text = "".join(block.itertext())
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    code = next(block.iter("code"), block)
    language = (code.get("class") or "").removeprefix("language-")
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def _table(block: Element) -> str:
    below: dict[int, int] = {}
    rows = [_cells(row, below) for row in block.iter("tr")]
    width = max(map(len, rows))
    head, *others = filter(any, rows)
    head += [""] * (width - len(head))
    lines = [f"| {' | '.join(row)} |" for row in (head, ["---"] * width, *others)]
    captions = (_line(_inline(caption)) for caption in block.iterchildren("p"))
    return "\n\n".join((*filter(None, captions), "\n".join(lines)))


def _cells(row: Element, below: dict[int, int]) -> list[str]:
    """The texts in a row; a cell stands in the first place that it goes over.

    :param below: by its place how many more rows a cell above goes over; those of the row are added
    """
    found: list[str] = []
    for cell in row:
        _go_below(found, below)
        runs = (run if isinstance(run, list) else _inline(run) for run in _runs(cell))
        text = " ".join(filter(None, (_joined(run).strip() for run in runs))).replace(_BREAK, " ")
        columns, rows = int(cell.get("colspan") or 1), int(cell.get("rowspan") or 1)
        below.update(dict.fromkeys(range(len(found), len(found) + columns), rows - 1))
        found += [text.replace("|", "\\|"), *[""] * (columns - 1)]
    _go_below(found, below)
    return found


def _go_below(found: list[str], below: dict[int, int]) -> None:
    """Leave the next places of a row empty that cells of rows above go over."""
    while below.get(len(found), 0):
        below[len(found)] -= 1
        found.append("")


def _runs(parent: Element) -> Iterator[list[Part] | Element]:
    """The blocks in an element, and what stands between them."""
    run: list[Part] = [_SPECIAL.sub(_ESCAPED, parent.text or "")]
    for child in parent:
        if child.tag in BLOCKS:
            yield run
            yield child
            run = []
        else:
            run += _parts(child)
        run.append(_SPECIAL.sub(_ESCAPED, child.tail or ""))
    yield run


def _inline(block: Element) -> list[Part]:
    """All that stands in a block of text."""
    return [part for run in _runs(block) for part in (run if isinstance(run, list) else [])]


def _parts(element: Element) -> list[Part]:
    """What stands for an element within a text."""
    tag = element.tag
    if tag == "br":
        return [_BREAK]
    if tag == "img":
        return [
            f"!{_link(_SPECIAL.sub(_ESCAPED, element.get('alt') or ''), element.get('src') or '')}"
        ]
    if tag == "code":
        return [_code("".join(element.itertext()))]
    inside = _inline(element)
    if tag == "a":
        text, address = _joined(inside).strip(), element.get("href") or ""
        if text and "".join(element.itertext()) == address and not re.search(r"[\s<>\\]", address):
            return [f"<{address}>"]
        return [_link(text, address)] if text else []
    if letters := _SHIFTED.get(str(tag)):
        inside = [_shifted(_joined(inside), letters)]
    return _emphasised(inside, _MARKS.get(str(tag)))


def _shifted(text: str, letters: Mapping[int, int]) -> str:
    """A text raised or lowered, if there are such letters for all of it: CommonMark has no mark."""
    return text.translate(letters) if all(ord(one) in letters for one in text) else text


def _emphasised(inside: list[Part], mark: str | None) -> list[Part]:
    """Parts with emphasis; white space at either end stands outside, and in them is no other."""
    if mark is None:
        return inside
    text = _joined([part if isinstance(part, str) else part.text for part in inside])
    bare = text.strip()
    if not bare:
        return [text]
    before, _, after = text.partition(bare)
    return [before, _Emphasis(mark, bare), after]


def _code(text: str) -> str:
    text = " ".join(text.split())
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{space}{text}{space}{fence}" if text else ""


def _link(text: str, address: str) -> str:
    address = re.sub(r"[\s<>\\]", lambda match: f"%{ord(match[0]):02X}", address)
    address = re.sub(_ENTITY, _ESCAPED, address)
    return f"[{text}](<{address}>)" if re.search(r"[()]", address) else f"[{text}]({address})"


def _line(parts: list[Part]) -> str:
    """Parts of a text as lines of which none begins a block."""
    text = _joined(parts)
    return _with_plain_lines(text).strip()


def _with_plain_lines(text: str) -> str:
    lines = (line.strip() for line in text.split(_BREAK))
    plain = (_NUMBERED.sub(r"\1\\\2", _BEGINNING.sub(_ESCAPED, line)) for line in lines if line)
    return _BREAK.join(plain)


def _joined(parts: Sequence[Part]) -> str:
    """Parts as one text; emphasis that would not be read as such there is left out."""
    pieces = [part for part in parts if part]
    text, is_marked = "", False
    for place, piece in enumerate(pieces, start=1):
        own = piece if isinstance(piece, str) else piece.text
        following = pieces[place] if place < len(pieces) else " "
        after = following if isinstance(following, str) else following.text
        is_marked = (
            not isinstance(piece, str)
            and not is_marked
            and _is_open(text[-1:], own[0])
            and _is_open(after[:1], own[-1])
        )
        if is_marked and not isinstance(piece, str):
            own = f"{piece.mark}{own}{piece.mark}"
        elif text.endswith("!") and own.startswith("["):
            text = f"{text[:-1]}\\!"
        elif text.endswith("`") and own.startswith("`"):
            text += " "
        text += own
    return text


def _is_open(outer: str, inner: str) -> bool:
    """Whether a mark between two characters, of which one is emphasised, is read as one."""
    parts = not outer or outer.isspace() or _is_punctuation(outer)
    return not inner.isspace() and (parts or not _is_punctuation(inner))


def _is_punctuation(character: str) -> bool:
    return category(character)[0] in "PS"
