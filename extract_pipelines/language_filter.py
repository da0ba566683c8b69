"""Keep or drop a leaf by language: the ``academic`` rule of the 2017 article (part 2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from extract_pipelines.page import Leaf
from extract_pipelines.rules import SCRIPT_SHARE, MarkedLeaf, mark_leaves
from extract_pipelines.text.language_model import LanguageModel, is_plain, prepare
from extract_pipelines.text.names import is_name, is_token
from extract_pipelines.text.scripts import main_script, script_share

FOLDER = Path(__file__).parent / "text" / "language_models"
# The models that ship, and what their languages are written in.
SHIPPED: Mapping[str, frozenset[str]] = {
    **dict.fromkeys("de en es fr it nl pl pt sv".split(), frozenset({"Latin"})),
    "ja": frozenset({"Han", "Kana"}),
    "ko": frozenset({"Hangul"}),
    "ru": frozenset({"Cyrillic"}),
    **dict.fromkeys(("zh", "zh-hant"), frozenset({"Han"})),
}
# The language that is read on every site written in Latin letters.
COMMON = "en"
# Longest token that may be a name; a longer one (a hash, a sentence without spaces) is scored.
LONGEST_TOKEN = 30
_NO_WORDS = re.compile(r"[\d_]|\.\w")
# So many of the longest sentences of a page show what language it is in; this share of them must
# be accepted, since a related language's model accepts some.
EVIDENCE = 5
ACCEPTED_SHARE = 0.8

Models = Mapping[str, Sequence[LanguageModel] | None]


@lru_cache(maxsize=64)
def load_model(name: str) -> LanguageModel:
    """The shipped model of a language code, or the one of a file.

    :raises OSError: if it is neither a code nor a file that can be read
    :raises ValueError: if the file is no model
    """
    return LanguageModel.load(FOLDER / f"{name}.model" if name in SHIPPED else name)


def filter_by_language(
    leaves: Iterable[Leaf], models: Models, now: datetime | None = None
) -> list[MarkedLeaf]:
    """Apply the rules in order; the first that holds decides.

    1. a date stands in it: kept, and marked as one
    2. it is one pure token of at most 30 letters, digits and underscores, or up to four words of
       letters: kept (it may be a user name)
    3. a model of the script that most of it is written in accepts it: kept
    4. otherwise dropped

    :param models: by script, as `choose_models` gives them; for a script without any (None) the
        share of the script decides, as in the rules without a model
    :param now: when the page was fetched, to resolve relative dates
    """

    def keeps(text: str) -> bool:
        if len(text) <= LONGEST_TOKEN and is_token(text):
            return True
        if is_name(text) and not _NO_WORDS.search(text):
            return True
        script = main_script(text)
        chosen = models.get(script, ())
        if chosen is None:
            return script_share(text, {script}) >= SCRIPT_SHARE
        return accepted(text, chosen)

    return mark_leaves(leaves, now, keeps)


def accepted(text: str, models: Iterable[LanguageModel]) -> bool:
    """Whether one of the models accepts the text."""
    prepared: dict[frozenset[str], str] = {}
    for model in models:
        if model.scripts not in prepared:
            prepared[model.scripts] = prepare(text, model.scripts)
        if model.accepts_prepared(prepared[model.scripts]):
            return True
    return False


def choose_models(
    leaves: Iterable[Leaf], scripts: Set[str], declared: str | None, names: Sequence[str] = ()
) -> Models:
    """The models to filter a page with, by script.

    Where no names are given: the declared language's model (and the English one for Latin letters),
    if they accept 80% of the page's five longest sentences; else all that ship for the script, if
    they do; else none (None), for the language is not known.

    :param scripts: what the site is written in
    :param declared: the page's own word, such as ``de-AT``
    :param names: codes or files of the only models to take
    """
    if names:
        given = [load_model(name) for name in names]
        written = {script for model in given for script in model.scripts}
        return {script: [m for m in given if script in m.scripts] for script in written}
    first = {code for code in (shipped_code(declared), COMMON) if code} if declared else set()
    return {script: _choose(leaves, script, scripts, first) for script in scripts}


def _choose(
    leaves: Iterable[Leaf], script: str, scripts: Set[str], first: Set[str]
) -> Sequence[LanguageModel] | None:
    codes = [code for code, own in SHIPPED.items() if script in own and own <= scripts]
    groups = [sorted(first & set(codes)), codes]
    evidence = _longest_sentences(leaves, script)
    for group in filter(None, groups):
        models = [load_model(code) for code in group]
        if sum(accepted(text, models) for text in evidence) >= ACCEPTED_SHARE * len(evidence):
            return models
    return None


def _longest_sentences(leaves: Iterable[Leaf], script: str) -> list[str]:
    found: list[str] = []
    for text in sorted((leaf.text for leaf in leaves), key=len, reverse=True):
        if is_plain(text) and main_script(text) == script:
            found.append(text)
            if len(found) == EVIDENCE:
                break
    return found


def shipped_code(declared: str | None) -> str | None:
    """The code of the shipped model for a language that a page declares; None if there is none."""
    parts = (declared or "").lower().replace("_", "-").split("-")
    if parts[0] == "zh" and {"hant", "tw", "hk", "mo"} & set(parts):
        return "zh-hant"
    return parts[0] if parts[0] in SHIPPED else None
