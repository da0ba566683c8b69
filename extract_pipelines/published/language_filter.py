"""Keep or drop a leaf by language: the ``academic`` rule of the 2017 article (part 2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import datetime
from functools import lru_cache
from itertools import islice
from pathlib import Path

from extract_pipelines.page import Leaf
from extract_pipelines.published.rules import SCRIPT_SHARE, MarkedLeaf, mark_leaves
from extract_pipelines.text.language_model import SAMPLE, LanguageModel, is_plain, prepare
from extract_pipelines.text.locales import subtags_of
from extract_pipelines.text.names import is_name, is_token
from extract_pipelines.text.scripts import main_script, script_share

FOLDER = Path(__file__).parents[1] / "text" / "language_models"
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
# Fewest characters of such a sentence; in scripts that part words by spaces it has three, too.
SHORTEST_SENTENCE = 12
SPACED = frozenset({"Arabic", "Cyrillic", "Devanagari", "Greek", "Hangul", "Hebrew", "Latin"})

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

    Where no names are given: of those that ship for the script, the one that scores the page's five
    longest sentences best, the declared language's, and for Latin letters the English one. If they
    do not accept 80% of these sentences the language is not known, and there is none (None); if the
    page has no sentences, all that ship are taken.

    :param scripts: what the site is written in
    :param declared: the page's own word, such as ``de-AT``
    :param names: codes or files of the only models to take
    """
    if names:
        given = [load_model(name) for name in names]
        written = {script for model in given for script in model.scripts}
        return {script: [m for m in given if script in m.scripts] for script in written}
    texts = sorted((leaf.text for leaf in leaves), key=len, reverse=True)
    return {script: _choose(texts, script, scripts, shipped_code(declared)) for script in scripts}


def _choose(
    texts: Iterable[str], script: str, scripts: Set[str], declared: str | None
) -> Sequence[LanguageModel] | None:
    fitting = [code for code, own in SHIPPED.items() if script in own and own <= scripts]
    most = max((len(SHIPPED[code]) for code in fitting), default=0)
    codes = [code for code in fitting if len(SHIPPED[code]) == most]  # Japanese where Kana is read
    statistics = list(islice((text for text in texts if _is_sentence(text, script)), EVIDENCE))
    if codes and not statistics:
        return [load_model(code) for code in codes]
    if not codes:
        return None
    best = _best(codes, statistics)
    wanted = dict.fromkeys(code for code in (best, declared, COMMON) if code in codes)
    models = [load_model(code) for code in wanted if code]
    known = sum(accepted(text, models) for text in statistics) >= ACCEPTED_SHARE * len(statistics)
    return models if known else None


def _best(codes: Sequence[str], texts: Sequence[str]) -> str:
    """The code whose model scores the texts best; all are written in the same scripts."""
    if len(codes) == 1:
        return codes[0]
    prepared = [prepare(text, SHIPPED[codes[0]]) for text in texts]
    return max(codes, key=lambda code: sum(map(load_model(code).score_prepared, prepared)))


def _is_sentence(text: str, script: str) -> bool:
    long = len(text) >= SHORTEST_SENTENCE and (script not in SPACED or text.count(" ") >= 3)
    return long and is_plain(text[:SAMPLE]) and main_script(text) == script


def shipped_code(declared: str | None) -> str | None:
    """The code of the shipped model for a language that a page declares; None if there is none."""
    parts = subtags_of(declared)
    if parts[0] == "zh" and {"hant", "tw", "hk", "mo"} & set(parts):
        return "zh-hant"
    return parts[0] if parts[0] in SHIPPED else None
