"""Boosted trees that score parts of a page: learned elsewhere, each a module of Python."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

Score = Callable[..., float]


@cache
def load(room: str, name: str, features: Sequence[str]) -> Score:
    """A scorer that ships with the package.

    :param room: the folder that its ``scorers`` stand in, such as ``article``
    :param name: the name of its module there, which `benchmarks.scorers` writes
    :param features: names of the features, in the order in which they will be given
    :return: a function of the features, each an argument; it gives the log odds, which are the sum
        of what the trees say
    :raises ValueError: if the scorer was learned with other features
    """
    scorer = import_module(f"{_package(room)}.{name}")
    if " ".join(features) != scorer.FEATURES:
        raise ValueError(f"{name} was learned with other features")
    score: Score = scorer.score
    return score


def _package(room: str) -> str:
    return f"extract_pipelines.{room.replace('/', '.')}.scorers"


@cache
def _trees(room: str, name: str) -> list[Any]:
    """The trees of a scorer, each node with the mean of what stands below it."""
    module = ast.parse(files(_package(room)).joinpath(f"{name}.py").read_text("utf-8"))
    *parts, _score = (node for node in module.body if isinstance(node, ast.FunctionDef))
    return [tree for part in parts for tree in _trees_of(part)]


def _trees_of(part: Any) -> list[Any]:
    """The trees that a function adds to a total."""
    total, trees = part.body[-1].value, []
    while isinstance(total, ast.BinOp):
        trees.append(_with_means(total.right))
        total = total.left
    return trees[::-1]


def _with_means(tree: Any) -> tuple[float, Any]:
    if not isinstance(tree, ast.IfExp):
        return ast.literal_eval(tree), None
    test: Any = tree.test
    feature, threshold = int(test.left.id[1:]), ast.literal_eval(test.comparators[0])
    below = _with_means(tree.body), _with_means(tree.orelse)
    return (below[0][0] + below[1][0]) / 2, (feature, threshold, *below)


def contributions(room: str, name: str, features: Sequence[float]) -> list[float]:
    """By how much each feature moved the log odds of a scorer that ships with the package.

    On the way down a tree, each split moves the mean of what may come out, both of its sides
    counted alike; that is its feature's. All together are the log odds, less the mean of all trees.
    So does ``treeinterpreter`` (Saabas, Interpreting random forests, 2014), but with the mean of a
    side's own examples, which the trees here do not keep.

    :param features: their values, in the order of the scorer's names
    """
    moved = [0.0] * len(features)
    for tree in _trees(room, name):
        mean, split = tree
        while split is not None:
            feature, threshold, low, high = split
            before = mean
            mean, split = low if features[feature] <= threshold else high
            moved[feature] += mean - before
    return moved
