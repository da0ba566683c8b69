"""Who wrote an article: what the page declares, or else a byline in its text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final
from unicodedata import normalize

from extract_pipelines.article.bounds import Bounds
from extract_pipelines.article.han_byline import LONGEST_BYLINE, find_han_byline
from extract_pipelines.items.trace import first_of
from extract_pipelines.page import Page
from extract_pipelines.page.embedded_article import EmbeddedArticle
from extract_pipelines.page.microdata import text_in
from extract_pipelines.text.han_names import are_han_names, closed_up
from extract_pipelines.text.lexicon import words
from extract_pipelines.text.lexicon.patterns import LazyPattern, alternatives, any_of
from extract_pipelines.text.names import LONGEST_NAME, announces_name, is_name
from extract_pipelines.text.scripts import RANGES

META_AUTHORS: Final = (
    *("author", "article:author", "parsely-author", "sailthru.author", "cxenseparse:author"),
    *("dc.creator", "dcterms.creator", "citation_author", "citation_authors", "byl"),
)
# Declared authors may be several, with their titles: longer than a byline.
LONGEST_DECLARED: Final = 160
_CAPITAL_NAME: Final = r"[^\W\d_a-z][\w.'’-]+(?:\s+[\w.'’-]+){1,3}"
_AND: Final = any_of("and", spaced=True)
_CAPITAL_NAMES: Final = (
    rf"(?P<names>{_CAPITAL_NAME}(?:(?:,\s+{_CAPITAL_NAME})*,?\s+{_AND}\s+{_CAPITAL_NAME})?)"
)
# What may follow the names: a job or a place in capitals, a date, whatever stands behind a bar.
_CAPITAL_WORDS: Final = r"[^\W\d_a-z][\w.'’-]*(?:\s+[^\W\d_a-z][\w.'’-]*){0,3}"
_BEHIND_NAMES: Final = (
    rf"(?:\s*[|·•].*|\s+[–—-]\s.*|\s+on\s+\D{{3,9}}\d.*|,\s+(?:[^\W\d_]{{1,2}}\s)?{_CAPITAL_WORDS})"
)
_BYLINE: Final = re.compile(
    rf"(?:(?i:{any_of('written')})\s+)?(?i:{any_of('byline', 'byline_before_name')}):?\s+"
    rf"{_CAPITAL_NAMES}(?P<behind>{_BEHIND_NAMES})?"
)


def _beginnings(*roles: str) -> frozenset[str]:
    """The two letters that words of some roles begin with, in any case."""
    return frozenset(
        begin
        for role in roles
        for word in words(role)
        for first in (word[:1], word[:1].upper())
        for begin in (first + word[1:2], first + word[1:2].upper())
    )


# Most texts that do not begin so need no closer look.
_BYLINE_BEGINS: Final = _beginnings("written", "byline", "byline_before_name")
_LOCAL_BEGINS: Final = _beginnings("byline_label", "author")
# Words for an author as they stand in classes and addresses: in plain letters.
_PLAIN_WORDS: Final = [
    plain
    for word in words("author")
    if len(plain := normalize("NFKD", word).encode("ascii", "ignore").decode()) > 3
]
_IN_MARKUP: Final = alternatives(_PLAIN_WORDS)
_BY_CLASS: Final = re.compile(rf"byline|{_IN_MARKUP}", re.IGNORECASE)
# One of these is in each class that the pattern finds; a plain look for all is far cheaper.
_OF_CLASSES: Final = sorted({word[:4].strip().lower() for word in ("byline", *_PLAIN_WORDS)})
_BY_ADDRESS: Final = re.compile(rf"/{_IN_MARKUP}(?:e?s)?/")
# What the words for an author end with, and their last letters, likewise.
_LABEL_ENDS: Final = (*":：者文", *words("byline"))
_LABEL_LETTERS: Final = frozenset(
    letter for end in _LABEL_ENDS for letter in end[-1] + end[-1].upper()
)
_LONGEST_END: Final = max(map(len, _LABEL_ENDS))
# Words before a name, many of languages whose letters have no capitals to tell it by ("Autor: Anna
# Groß"), and what Korean reporters are called behind theirs: "[서울=연합뉴스] 김민수 기자 =".
_LOCAL_BYLINE: Final = LazyPattern(
    lambda: (
        rf"(?:{any_of('byline_label')}(?:\s*[:：]\s*|\s+)"
        rf"|(?i:{any_of('author', spaced=True)})s?\s*[:：]\s*)(?P<names>\S.{{0,{LONGEST_NAME}}}?)"
        rf"(?:{_BEHIND_NAMES})?"
    )
)
_KOREAN_BYLINE: Final = LazyPattern(
    lambda: (
        r"(?:[\[(【][^\])】]{1,30}[\])】]\s*)?(?P<names>(?!취재|사진|담당|전문|본지|편집|특별)"
        r"[가-힣]{2,4}(?:\s?[·,]\s?[가-힣]{2,4}){0,3}) ?"
        rf"{any_of('reporter_behind')}(?=\W|\Z|[\w.]+@)"
    )
)
# Leaves above the title and below the text among which an author is looked for.
NEAR: Final = 20
_BY: Final = re.compile(
    rf"(?:{any_of('written')}\s+)?{any_of('byline')}\b\s*:?\s*"
    rf"|{any_of('author', spaced=True)}s?\s*:\s*",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(
    rf"(?:.*\s)?{any_of('author', spaced=False)}\s*[:：]?\s*"
    rf"|(?:.*\s)?{any_of('author', spaced=True)}\s*[:：]\s*",
    re.IGNORECASE,
)
_ADDRESS: Final = re.compile(r"https?:|www\.|@|\.com\b|[{}<>|]")
_BETWEEN_NAMES: Final = re.compile(r"\s*(?:[,;&、，]|\band\b|\bund\b|\bet\b)\s*|\s+(?=\()")
_BETWEEN_TWO: Final = re.compile(rf"\s+{_AND}\s+")
_TITLE: Final = re.compile(r"[A-Z][A-Za-z.-]{1,7}|\(.*\)")
# Names of accounts that say nothing of who wrote.
_ACCOUNTS: Final = frozenset("admin administrator author editor webmaster root user guest".split())
_SYLLABLES: Final = re.compile(f"[{RANGES['Han']}{RANGES['Kana']}{RANGES['Hangul']}]")
_QUOTES: Final = "\"'“”‘’«»"
_LETTER: Final = re.compile(r"[^\W\d_]")


def find_author(
    page: Page,
    meta: Mapping[str, str],
    embedded: EmbeddedArticle,
    marked: Sequence[str],
    bounds: Bounds,
) -> str | None:
    """The article's author or authors as the page names them; None if it names none.

    :param meta: the page's ``<meta>`` fields
    :param embedded: what its structured data say
    :param marked: what stands in elements that are marked as the author
    :param bounds: where its article stands
    """
    groups = {meta.get("og:site_name", "").lower(), *map(str.lower, embedded.organizations)}
    leaves, texts = page.leaves, page.flat.texts
    people = [name for name in embedded.people if is_declared(name) and name.lower() not in groups]
    declared = [name for name in _declared(meta) if is_declared(name)]
    full = (name for name in declared if are_people(name) and name.lower() not in groups)
    told = (*embedded.people, *embedded.organizations)
    sources: Sequence[tuple[str, Callable[[], str | None]]] = (
        ("people in JSON-LD", lambda: ", ".join(dict.fromkeys(people))),
        ("full names in <meta>", lambda: next(full, None)),
        ("microdata and rel=author", lambda: next(filter(_is_person, marked), None)),
        ("a label down to the text's end", lambda: _labelled_author(texts[: bounds.end])),
        ("a byline", lambda: _byline(texts, bounds)),
        ("a Chinese byline", lambda: find_han_byline(leaves, *bounds)),
        ("a name behind a word or before one", lambda: _local_byline(texts, bounds)),
        ("a label below the text", lambda: _labelled_author(texts[bounds.end :])),
        ("an author's class or address", lambda: _author_by_class(page, bounds)),
        ("any name in <meta>", lambda: next(filter(_is_person, declared), None)),
        ("any name in JSON-LD", lambda: next(filter(is_declared, told), None)),
    )
    found = first_of("author", sources)
    return closed_up(found).strip(_QUOTES) if found else None


def _declared(meta: Mapping[str, str]) -> Iterator[str]:
    for name in META_AUTHORS:
        yield meta.get(name, "")
    for number in "12":
        if _BY.fullmatch(meta.get(f"twitter:label{number}", "")):
            yield meta.get(f"twitter:data{number}", "")


def is_declared(name: str) -> bool:
    """Whether a declared author is a name or several, and no address, number or account."""
    return (
        len(name) <= LONGEST_DECLARED
        and _LETTER.search(name) is not None
        and not any(character.isdigit() for character in name)
        and _ADDRESS.search(name) is None
        and name.lower() not in _ACCOUNTS
    )


def are_people(names: str) -> bool:
    """Whether a text is full names of people, with their titles behind commas, if any."""
    first, *others = _BETWEEN_NAMES.split(names)
    return (_is_full_name(first) or are_han_names(first)) and all(
        _is_full_name(other) or are_han_names(other) or _TITLE.fullmatch(other) for other in others
    )


def _is_person(name: str) -> bool:
    """Whether a text is a name, and no address, number or list of keywords."""
    return is_name(name) and not any(character.isdigit() for character in name)


def _author_by_class(page: Page, bounds: Bounds) -> str | None:
    """The name in the first element by the article that is an author's by its class or address."""
    leaves = page.leaves
    if not leaves:
        return None
    first = leaves[max(0, bounds.beginning - NEAR)].node
    last = leaves[min(len(leaves), bounds.end + NEAR) - 1].node
    marked: set[int] = set()
    for names, nodes in page.flat.by_value("class").items():
        near = [node for node in nodes if first <= node <= last]
        if near and _is_authors(names):
            marked.update(near)
    for node, address in page.flat.values("href").items():
        if first <= node <= last and _BY_ADDRESS.search(address):
            marked.add(node)
    for node in sorted(marked):
        text = text_in(page, node)
        text = text[found.end() :] if (found := _BY.match(text)) else text
        is_one = (len(text) <= LONGEST_BYLINE and _is_full_name(text)) or _is_nickname(text)
        if is_one and not _is_in_comment(page, node):
            return text
    return None


def _is_nickname(text: str) -> bool:
    """Whether a text is one word that can be a name; digits may end it."""
    return " " not in text and is_name(text) and text[0].isalpha() and not _is_account(text)


def _is_in_comment(page: Page, node: int) -> bool:
    """Whether the nearest class, of an element or around it, is that of a comment."""
    classes = page.flat.values("class")
    while node > 0 and node not in classes:
        node = page.flat.parents[node]
    return "comment" in classes.get(node, "").lower()


def _is_authors(names: str) -> bool:
    """Whether a class says that an element names the author."""
    lower = names.lower()
    may_say = not names.isascii() or any(begin in lower for begin in _OF_CLASSES)
    return may_say and _BY_CLASS.search(names) is not None


def _is_account(name: str) -> bool:
    """Whether a single word is an account that says nothing, or announces the name behind it."""
    return name.lower() in _ACCOUNTS or announces_name(name)


def _local_byline(texts: Sequence[str], bounds: Bounds) -> str | None:
    """The name near an article that a word before or behind it tells to be its author's."""
    first = max(0, bounds.beginning - NEAR)
    for text in texts[first : bounds.end + NEAR]:
        begin = text[:2]
        may_begin = not begin.isascii() or begin in _LOCAL_BEGINS
        is_short = len(text) <= LONGEST_BYLINE
        if may_begin and is_short and (found := _LOCAL_BYLINE.fullmatch(text)):
            if all(map(_is_full_name, _BETWEEN_TWO.split(found["names"]))):
                return found["names"]
        elif not text.isascii() and (found := _KOREAN_BYLINE.match(text)):
            return found["names"]
    return None


def _is_full_name(text: str) -> bool:
    """Whether a text is two to four words in capitals, or of an alphabet that has none."""
    parts = text.split()
    return 2 <= len(parts) <= 4 and _is_person(text) and not any(map(_is_small, parts))


def _is_small(word: str) -> bool:
    """Whether a word begins with no capital, though its alphabet has some, or is of none."""
    first = word[0]
    return first.islower() or not first.isalpha() or _SYLLABLES.match(first) is not None


def _is_name_of_two(names: str) -> bool:
    """Whether names begin with two words in capitals, as "Monday morning" does not."""
    return not any(map(_is_small, names.split()[:2]))


def _labelled_author(texts: Sequence[str]) -> str | None:
    """The text after one that ends with a word for the author."""
    for number, label in enumerate(texts[:-1]):
        if label[-1] not in _LABEL_LETTERS or len(label) > LONGEST_BYLINE:
            continue
        if not label[-_LONGEST_END:].lower().endswith(_LABEL_ENDS):
            continue
        text = texts[number + 1]
        if _LABEL.fullmatch(label):
            return text if _is_person(text) else None
        if _BY.fullmatch(label) and _is_full_name(text):
            return text
    return None


def _byline(texts: Sequence[str], bounds: Bounds) -> str | None:
    """The names behind a word that says who wrote; with more behind them, near the article only."""
    near = range(max(0, bounds.beginning - NEAR), bounds.end + NEAR)
    for number, text in enumerate(texts):
        begin = text[:2]
        if len(text) > LONGEST_BYLINE or (begin.isascii() and begin not in _BYLINE_BEGINS):
            continue
        found = _BYLINE.fullmatch(text)
        if not found or announces_name(found["names"].split()[-1]):  # "By Post Author"
            continue
        if not found["behind"] or (number in near and _is_name_of_two(found["names"])):
            return found["names"].strip()
    return None
