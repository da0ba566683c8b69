from __future__ import annotations

import json
import math
import zlib
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extract_pipelines.published.language_filter import FOLDER, SHIPPED, accepted, load_model
from extract_pipelines.text.language_model import LanguageModel
from extract_pipelines.text.language_training import LEAST_TEXT, train

from .language_samples import JUNK, SENTENCES

SCRIPTS = {"ja": {"Kana", "Han"}, "zh": {"Han"}, "ru": {"Cyrillic"}}
NOUNS = ["cat", "rat", "bat", "hat", "mat", "old man", "goat", "hen", "stone", "little boat"]
VERBS = ["sat on", "ate", "ran into", "sees", "has seen", "can not stand", "then bit"]
TEXT = [
    f"The {one} {does} the {other}{end}"
    for one in NOUNS
    for does in VERBS
    for other in NOUNS
    for end in (".", " again.")
]


@pytest.fixture(scope="module")
def model() -> LanguageModel:
    return train(TEXT, "en")


def test_a_score_is_the_mean_log_probability_of_the_bigrams(model: LanguageModel) -> None:
    learned = [text for text in TEXT if zlib.crc32(text.encode()) % 10]
    learned += [text.upper() for text in learned[99::100]]
    single = Counter("".join(learned))
    pairs = Counter(a + b for text in learned for a, b in pairwise(text))
    followers = Counter(pair[0] for pair in pairs)

    def chance(char: str) -> float:
        return (single[char] + 1) / (single.total() + len(single) + 1)

    def conditional(pair: str) -> float:
        weight = followers[pair[0]]
        return (pairs[pair] + weight * chance(pair[1])) / (single[pair[0]] + weight)

    expected = [chance("t"), conditional("th"), conditional("hr"), conditional("rs")]
    assert model.score("thrs") == pytest.approx(sum(map(math.log, expected)) / 4, abs=1 / 32)


def test_sentences_of_the_text_score_higher_than_others(model: LanguageModel) -> None:
    assert model.score("The cat ate the hat.") > model.score("Wir kaufen gern ein.")
    assert model.score("The cat ate the hat.") > model.score("tht act eta eht tah")


def test_an_empty_text_is_not_accepted(model: LanguageModel) -> None:
    assert model.score("") == -math.inf
    assert not accepted("", [model])
    assert not accepted("👍", [model])


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("THE CAT SAT.", "the cat sat."),
        ("the cat sat 👍 on", "the cat sat on"),
        ("the cat sat ;-) on", "the cat sat on"),
        ("the cat sat!!!!!", "the cat sat!"),
        ("the cat sat at 5", "the cat sat at 1234"),
        ("the ‘cat’", "the 'cat'"),
        ("the cat at https://a.example/?b=1&c=%20 sat", "the cat at www.b.example sat"),
        ("the кот sat", "the 猫咪咪 sat"),
        ("ｔｈｅ　ｃａｔ", "the cat"),
    ],
)
def test_what_says_nothing_of_the_language_does_not_change_a_score(
    model: LanguageModel, text: str, same: str
) -> None:
    assert model.score(text) == model.score(same)


def test_only_the_start_of_a_long_text_is_looked_at(model: LanguageModel) -> None:
    start = "The cat sat on the mat and ate a rat. " * 3
    assert model.score(start + "=" * 1000) == model.score(start)


@pytest.mark.parametrize("language", ["en", "ru", "zh"])
def test_a_text_shows_what_script_its_model_is_for(language: str) -> None:
    model = train(SENTENCES[language] * 400, language)
    assert model.scripts == SCRIPTS.get(language, {"Latin"})


def test_most_sentences_of_a_text_pass_the_model_trained_on_it(model: LanguageModel) -> None:
    assert sum(accepted(sentence, [model]) for sentence in TEXT) >= 0.97 * len(TEXT)


def test_sentences_all_alike_make_no_model() -> None:
    with pytest.raises(ValueError, match="different sentences"):
        train(["The cat sat on the mat."] * 1000, "en")


def test_code_in_the_text_is_not_learned() -> None:
    code = ["var x = function(){ return y[0]; };", "a | b | c"] * 1000
    plain, mixed = train(TEXT, "en"), train([*TEXT, *code], "en")
    assert plain.score("x = function(y)") == mixed.score("x = function(y)")


def test_a_margin_lowers_the_thresholds(model: LanguageModel) -> None:
    lower = train(TEXT, "en", margin=2.0)
    for (length, score), (same_length, least) in zip(
        model.thresholds, lower.thresholds, strict=True
    ):
        assert length == same_length
        assert score - least == pytest.approx(2)


def test_too_little_text_makes_no_model() -> None:
    with pytest.raises(ValueError, match=str(LEAST_TEXT)):
        train(["The cat sat on the mat."], "en")


def test_a_saved_model_is_the_same(model: LanguageModel, tmp_path: Path) -> None:
    path = tmp_path / "cat.model"
    model.save(path)
    loaded = LanguageModel.load(path)
    assert loaded.language == "en"
    assert loaded.scripts == {"Latin"}
    for text in ["The cat", "x | y", "Wörter", "猫", "that"]:
        assert loaded.score(text) == model.score(text)
    assert [length for length, _ in loaded.thresholds] == [4, 8, 16, 32]
    assert accepted("The cat sat on the mat.", [loaded])
    assert not accepted("if (x[0] == y) { z(); }", [loaded])


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "no language model"),
        (b"\x80\x04K\x01.", "no language model"),
        (zlib.compress(b"[1, 2]"), "no language model"),
        (zlib.compress(b"[" * 100_000), "no language model"),
        (zlib.compress(b'{"format": "extract_pipelines language model", "version": 9}'), "version"),
        (zlib.compress(b'{"format": "extract_pipelines language model", "version": 1}'), "damaged"),
    ],
)
def test_a_file_that_is_no_model_is_refused(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "bad.model"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=why):
        LanguageModel.load(path)


def test_a_file_that_unpacks_to_too_much_is_refused(model: LanguageModel, tmp_path: Path) -> None:
    path = tmp_path / "large.model"
    model.save(path)
    path.write_bytes(zlib.compress(zlib.decompress(path.read_bytes()) + b" " * 30_000_000))
    with pytest.raises(ValueError, match="no language model"):
        LanguageModel.load(path)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@settings(max_examples=2 * settings().max_examples)
@given(data=st.data())
def test_a_damaged_model_is_refused_or_scores(
    data: st.DataObject, model: LanguageModel, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "damaged.model"
    model.save(path)
    values = json.loads(zlib.decompress(path.read_bytes()))
    values[data.draw(st.sampled_from(sorted(values)))] = data.draw(JSON)
    path.write_bytes(zlib.compress(json.dumps(values).encode("utf-8", "surrogatepass")))
    try:
        damaged = LanguageModel.load(path)
    except ValueError:
        return
    assert isinstance(accepted("The cat sat.", [damaged]), bool)


def test_the_shipped_models_are_small_and_each_has_its_source_and_licence() -> None:
    files = {path.stem: path.stat().st_size for path in FOLDER.glob("*.model")}
    assert files.keys() == SHIPPED.keys()
    assert sum(files.values()) < 2_000_000
    readme = (FOLDER / "README.md").read_text("utf-8")
    for code, scripts in SHIPPED.items():
        assert f"`{code}.model`" in readme
        assert load_model(code).scripts == scripts
        assert load_model(code).language == code


@pytest.mark.parametrize(
    ("language", "sentence"),
    [(language, text) for language, texts in SENTENCES.items() for text in texts if len(text) > 3],
)
def test_a_shipped_model_accepts_short_sentences(language: str, sentence: str) -> None:
    assert accepted(sentence, [load_model(language)])


@pytest.mark.parametrize("language", sorted(SHIPPED))
@pytest.mark.parametrize("junk", JUNK)
def test_no_shipped_model_accepts_junk_in_its_script(language: str, junk: str) -> None:
    if SHIPPED[language] == {"Latin"} or not junk.isascii():
        assert not accepted(junk, [load_model(language)])
