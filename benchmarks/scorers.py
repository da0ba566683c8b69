"""Keeps examples, and writes learned trees as code, which `page.boosted_trees` finds."""

from __future__ import annotations

import argparse
import pickle
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from zlib import crc32

import extract_pipelines
from extract_pipelines.page.boosted_trees import Score

if TYPE_CHECKING:
    import lightgbm  # type: ignore[import-not-found]

T = TypeVar("T")
# A split is [feature, threshold, left, right]; a value up to the threshold goes left.
Tree = float | list[Any]
# Trees that one function of a scorer adds up.
TREES_A_PART = 40
_FEATURE = re.compile(r"\bf(\d+) <=")


def asked_of_trainer(doc: str | None) -> argparse.Namespace:
    """What the command line says of a trainer that can keep its examples.

    :param doc: the trainer's docstring; its first paragraph tells what it does
    :return: ``data``, ``write`` and ``examples``
    """
    parser = argparse.ArgumentParser(description=(doc or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--examples", type=Path)
    return parser.parse_args()


def kept(file: Path | None, make: Callable[[], list[T]]) -> list[T]:
    """The examples that a file keeps, if it is there; else they are made, and kept in it."""
    if file and file.exists():
        found: list[T] = pickle.loads(file.read_bytes())
        return found
    found = make()
    if file:
        file.write_bytes(pickle.dumps(found))
    return found


def run_trainer(
    doc: str | None,
    read: Callable[[Path], list[T]],
    cross_validate: Callable[[Sequence[T], str], None],
    write: Callable[[Sequence[T]], None],
) -> None:
    """Run a trainer as its command line says: print what comes out, and write what was learned.

    :param read: makes the examples of the folder of the sets
    :param cross_validate: prints what comes out with each ``site``, or ``engine``, left out
    :param write: puts the scorer of the examples into the package
    """
    arguments = asked_of_trainer(doc)
    examples = kept(arguments.examples, lambda: read(arguments.data))
    for by in ("site", "engine"):
        cross_validate(examples, by)
    if arguments.write:
        write(examples)


def parts_of(examples: Sequence[T], by: str, folds: int) -> Iterator[tuple[list[T], list[T]]]:
    """For each part of a cross-validation the examples that are learned, and those left out.

    :param by: what examples of one part have in common: ``site`` or ``engine``
    """
    numbers = [crc32(getattr(one, by).encode()) % folds for one in examples]
    for fold in range(folds):
        pairs = list(zip(examples, numbers, strict=True))
        yield [one for one, n in pairs if n != fold], [one for one, n in pairs if n == fold]


def trees_of(booster: lightgbm.Booster) -> list[Tree]:
    """The trees of a scorer that LightGBM learned."""
    return [_tree(tree["tree_structure"]) for tree in booster.dump_model()["tree_info"]]


def write_scorer(room: str, name: str, features: Sequence[str], trees: Sequence[Tree]) -> None:
    """Put a scorer into the package, where `extract_pipelines.page.boosted_trees.load` finds it.

    :param room: the folder that its ``scorers`` stand in
    :param name: the name of its module there
    :param features: names of the features
    """
    target = Path(extract_pipelines.__file__).parent / room / "scorers" / f"{name}.py"
    target.write_text(source_of(features, trees), "utf-8")


def compiled(features: Sequence[str], trees: Sequence[Tree]) -> Score:
    """A scorer that is to be tried before it is written."""
    module: dict[str, Any] = {}
    exec(source_of(features, trees), module)
    score: Score = module["score"]
    return score


def source_of(features: Sequence[str], trees: Sequence[Tree]) -> str:
    """A scorer as a module: the names of its features, and a function of them.

    It adds up the trees in functions of a few each: what a compiler needs of memory grows with the
    square of a function's length.

    :raises ValueError: if a tree is none, or asks for a feature that is not there
    """
    told = [_expression(tree, len(features)) for tree in trees]
    parts = [told[start : start + TREES_A_PART] for start in range(0, len(told), TREES_A_PART)]
    asked = [_asked(part) for part in parts]
    return "\n".join(
        (
            '"""Boosted trees, written by benchmarks.scorers."""\n',
            f"FEATURES = {' '.join(features)!r}",
            *map(_part, range(len(parts)), asked, parts),
            f"\n\ndef score({_typed(_named(range(len(features))))}) -> float:",
            '    """The log odds."""',
            "    total = 0.0",
            *(
                f"    total = _part_{number}({', '.join(('total', *_named(used)))})"
                for number, used in enumerate(asked)
            ),
            "    return total\n",
        )
    )


def _part(number: int, asked: Sequence[int], trees: Sequence[str]) -> str:
    """A function that adds some trees to a total."""
    lines = (f"        + {tree}" for tree in trees)
    head = f"\n\ndef _part_{number}({_typed(['total', *_named(asked)])}) -> float:"
    return "\n".join((head, "    return (", "        total", *lines, "    )"))


def _asked(trees: Sequence[str]) -> list[int]:
    """The features that trees ask for."""
    return sorted({int(number) for tree in trees for number in _FEATURE.findall(tree)})


def _named(features: Iterable[int]) -> list[str]:
    return [f"f{number}" for number in features]


def _typed(names: Iterable[str]) -> str:
    return ", ".join(f"{name}: float" for name in names)


def _expression(tree: Tree, features: int) -> str:
    if isinstance(tree, int | float):
        return repr(float(tree))
    try:
        feature, threshold, low, high = tree
        if not 0 <= (feature := int(feature)) < features:
            raise ValueError(f"no feature {feature}")
        parts = _expression(low, features), _expression(high, features)
        return f"({parts[0]} if f{feature} <= {float(threshold)!r} else {parts[1]})"
    except TypeError as error:
        raise ValueError(f"no tree: {tree!r}") from error


def _tree(node: dict[str, Any]) -> Tree:
    if "leaf_value" in node:
        return float(f"{node['leaf_value']:.4g}")
    children = _tree(node["left_child"]), _tree(node["right_child"])
    return [node["split_feature"], float(f"{node['threshold']:.6g}"), *children]
