"""Main text of pages: python -m benchmarks.articles SET PATH.

SET and PATH are one of

wcxb     PATH/web-content-extraction-benchmark/dev   word F1, mean over pages, by page type
aeb      PATH/article-extraction-benchmark           F1 of mean precision and recall of 4-grams
chinese  PATH/Chinese-Web-Content-Extraction-Dataset longest common subsequence of characters (LCS)

in their public layouts. The measure of the last is that of the papers on text density: precision
LCS / found, recall LCS / gold, F1, and the score LCS / (found + gold - LCS), means over pages. Each
page is read with nothing known of its site; floors are joined.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from rapidfuzz.distance import LCSseq

from benchmarks.measures import WORD, bag_scores, overlap, scores, words
from extract_pipelines import ForumThread, extract
from extract_pipelines.site.options import Options


class GoldText(NamedTuple):
    """A page with its gold text."""

    kind: str
    url: str
    source: str | bytes
    text: str


def read_wcxb(folder: Path) -> Iterator[GoldText]:
    """Pages of the web content extraction benchmark, with their types."""
    for file in sorted((folder / "ground-truth").glob("*.json")):
        gold = json.loads(file.read_text("utf-8"))
        kind = (gold.get("_internal") or {}).get("page_type") or "article"
        kind = kind.get("primary", "article") if isinstance(kind, dict) else kind
        source = _unpacked(folder / "html" / f"{file.stem}.html.gz")
        text = (gold.get("ground_truth") or {}).get("main_content") or ""
        yield GoldText("collection" if kind == "category" else kind, gold.get("url"), source, text)


def read_aeb(folder: Path) -> Iterator[GoldText]:
    """Pages of Scrapinghub's article extraction benchmark."""
    gold: dict[str, Any] = json.loads((folder / "ground-truth.json").read_text("utf-8"))
    for name, fields in gold.items():
        source = _unpacked(folder / "html" / f"{name}.html.gz")
        yield GoldText("article", fields.get("url") or "", source, fields.get("articleBody") or "")


def read_chinese(folder: Path) -> Iterator[GoldText]:
    """Pages of the Chinese web content extraction dataset, decoded as they declare."""
    for file in sorted((folder / "original").glob("*.html")):
        text = (folder / "cleaned" / f"{file.stem}.txt").read_text("utf-8-sig")
        yield GoldText("chinese", "", file.read_bytes(), text)


def _unpacked(file: Path) -> str:
    return gzip.decompress(file.read_bytes()).decode("utf-8", "replace")


def main_text(page: GoldText, options: Options) -> str:
    """What is read of a page as one text."""
    item = extract(page.source, page.url or "", options)
    if isinstance(item, ForumThread):
        return "\n\n".join(floor.body for floor in item.floors)
    return item.body


def word_scores(found: str, gold: str) -> tuple[float, float, float]:
    """Scores of the words in common."""
    return bag_scores(words(found), words(gold))


def subsequence_scores(found: str, gold: str) -> tuple[float, float, float]:
    """Scores of the longest common subsequence of characters, white space left out."""
    one, other = "".join(found.split()), "".join(gold.split())
    return scores(LCSseq.similarity(one, other), len(one), len(other))


def gram_scores(found: str, gold: str) -> tuple[float, float, float]:
    """Precision and recall of the 4-grams of words in common; nan where there are none."""
    one, other = _grams(found), _grams(gold)
    common = sum((one & other).values())
    precision = common / one.total() if one else float("nan")
    recall = common / other.total() if other else float("nan")
    return precision, recall, 0.0


def _grams(text: str) -> Counter[tuple[str, ...]]:
    tokens = WORD.findall(text)
    if not tokens:
        return Counter()
    return Counter(tuple(tokens[i : i + 4]) for i in range(max(1, len(tokens) - 3)))


SETS: dict[
    str,
    tuple[Callable[[Path], Iterator[GoldText]], Callable[[str, str], tuple[float, float, float]]],
] = {
    "wcxb": (read_wcxb, word_scores),
    "aeb": (read_aeb, gram_scores),
    "chinese": (read_chinese, subsequence_scores),
}


def main() -> None:
    """Print the figures of a set, by kind of page."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("set", choices=SETS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--body", default=Options().body)
    parser.add_argument("--filter", default=Options().filter)
    parser.add_argument("--floors", default=Options().floors)
    asked = parser.parse_args()
    options = Options(filter=asked.filter, floors=asked.floors, body=asked.body)
    pages, measure = SETS[asked.set]
    rows = defaultdict(list)
    for page in pages(asked.folder):
        row = measure(main_text(page, options), page.text)
        rows["all"].append(row)
        rows[page.kind].append(row)
    for kind, found in rows.items():
        precision, recall, f1 = (fmean(x for x in column if x == x) for column in zip(*found))  # noqa: B905, PLR0124
        if measure is gram_scores:
            f1 = 2 * precision * recall / (precision + recall)
        line = f"{kind:<14}{len(found):>5}  F1 {f1:.3f}  P {precision:.3f}  R {recall:.3f}"
        if measure is subsequence_scores:
            line += f"  score {fmean(overlap(p, r) for p, r, _ in found):.3f}"
        print(line)


if __name__ == "__main__":
    main()
