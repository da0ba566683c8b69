"""Makes the model of a language from text of it."""

from __future__ import annotations

import math
import re
import zlib
from collections import Counter
from collections.abc import Iterable
from itertools import chain
from operator import add

from extract_pipelines.text.language_model import (
    SIGNS,
    STEPS,
    LanguageModel,
    is_plain,
    prepare,
)
from extract_pipelines.text.scripts import count_scripts, expected_scripts

# Lengths, in prepared characters, that have a threshold each: a short text's score varies more.
LENGTHS = (4, 8, 16, 32, 64)
# Share of held-out sentences of each length that a model's threshold lets pass.
PASSING = 0.98
# Of so many sentences one is held out, the same wherever it is repeated.
HELD_OUT = 10
# Every so many sentences one is learned in capitals, too.
CAPITALS = 100
# Fewest characters a model can be made from.
LEAST_TEXT = 20_000
# Largest alphabet, most pairs kept in a model, most pairs and held-out sentences at a time.
MOST_CHARACTERS = 3500
MOST_PAIRS = 100_000
MOST_COUNTED = 2_000_000
MOST_HELD_OUT = 100_000

_SENTENCE = re.compile(r"[^\n.!?。！？…]+[\n.!?。！？…]*[\"'”’»）)]*")


def sentences(text: str) -> list[str]:
    """The sentences of a text, those that look like code left out."""
    found = (sentence.strip() for sentence in _SENTENCE.findall(text))
    return [sentence for sentence in found if len(sentence) > 1 and is_plain(sentence)]


def train(texts: Iterable[str], language: str, margin: float = 0.0) -> LanguageModel:
    """The model of a language from text of it. One of ten different sentences is held out.

    The thresholds are what 98% of the held-out sentences reach with their first 4, 8, 16, 32 and 64
    characters, less the margin.

    :param texts: in any pieces; memory is bounded, however many there are
    :param language: its code
    :param margin: in nats, for a model that is to read other sites than the texts are from
    :raises ValueError: if there are fewer than 20,000 characters of sentences, or hardly any
        different ones
    """
    stream = chain.from_iterable(map(sentences, texts))
    start: list[str] = []
    size = 0
    for sentence in stream:
        start.append(sentence)
        size += len(sentence)
        if size >= LEAST_TEXT:
            break
    if size < LEAST_TEXT:
        raise ValueError(f"{size} characters of sentences; {LEAST_TEXT} are needed for a model")
    scripts = _main_scripts(start)
    counting = _Counting(scripts)
    for sentence in chain(start, stream):
        counting.add(sentence)
    return counting.model(language, margin)


def _main_scripts(texts: Iterable[str]) -> frozenset[str]:
    scripts = expected_scripts(count_scripts("".join(texts)))
    return scripts - {"Latin"} or scripts


class _Counting:
    """The counts of a training."""

    def __init__(self, scripts: frozenset[str]) -> None:
        self._scripts = scripts
        self._single: Counter[str] = Counter()
        self._pairs: Counter[str] = Counter()
        self._held_out: list[str] = []
        self._seen = 0

    def add(self, sentence: str) -> None:
        prepared = prepare(sentence, self._scripts)
        if zlib.crc32(prepared.encode("utf-8", "surrogatepass")) % HELD_OUT == 0:
            if len(self._held_out) < MOST_HELD_OUT:
                self._held_out.append(prepared)
            return
        self._count(prepared)
        self._seen += 1
        if self._seen % CAPITALS == 0:
            self._count(prepared.upper())
        if len(self._pairs) > MOST_COUNTED:
            self._pairs = Counter({pair: n for pair, n in self._pairs.items() if n > 1})

    def _count(self, prepared: str) -> None:
        self._single.update(prepared)
        self._pairs.update(map(add, prepared, prepared[1:]))

    def model(self, language: str, margin: float) -> LanguageModel:
        for sign in SIGNS:  # of a width or pair that `prepare` changed
            self._single.pop(sign, None)
        counts = dict(self._single.most_common(MOST_CHARACTERS))
        total = self._single.total() + len(counts) + 1
        chances = {char: (n + 1) / total for char, n in counts.items()}
        single = {char: _cost(chance) for char, chance in chances.items()}
        followers = Counter(pair[0] for pair in self._pairs)
        unseen = {
            char: _cost(t / (counts[char] + t)) for char, t in followers.items() if char in counts
        }
        pairs = {
            pair: _cost(
                (n + followers[pair[0]] * chances[pair[1]]) / (counts[pair[0]] + followers[pair[0]])
            )
            for pair, n in self._pairs.most_common(MOST_PAIRS)
            if pair[0] in counts and pair[1] in counts
        }
        model = LanguageModel(language, self._scripts, single=single, unseen=unseen, pairs=pairs)
        model.thresholds = tuple(self._thresholds(model, margin))
        if not model.thresholds:
            raise ValueError("too few different sentences to choose a threshold")
        return model

    def _thresholds(self, model: LanguageModel, margin: float) -> Iterable[tuple[int, float]]:
        for length in LENGTHS:
            scores = sorted(
                model.score_prepared(text[:length])
                for text in self._held_out
                if len(text) >= length
            )
            if scores:
                yield length, scores[int(len(scores) * (1 - PASSING))] - margin


def _cost(chance: float) -> int:
    return round(-math.log(chance) * STEPS)
