"""Boosted trees: a scorer that was learned elsewhere, kept as data and evaluated in Python."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

# A split is [feature, threshold, left, right]; a value up to the threshold goes left.
Tree = float | list[Any]
Score = Callable[..., float]


@cache
def load(room: str, name: str, features: Sequence[str]) -> Score:
    """A scorer that ships with the package.

    :param room: the folder of its data, such as ``body``
    :param name: the name of its data there
    :param features: names of the features, in the order in which they will be given
    :return: a function of the features, each an argument; it gives the log odds, which are the sum
        of what the trees say
    :raises ValueError: if the scorer was learned with other features
    """
    model = json.loads(files(__package__).joinpath(room, f"{name}.json").read_text("utf-8"))
    if model["features"] != list(features):
        raise ValueError(f"{name} was learned with other features")
    return compiled(model["trees"], len(features))


def compiled(trees: Sequence[Tree], features: int) -> Score:
    """Trees as one Python function, which is several times quicker than to walk them.

    :raises ValueError: if a tree is none, or asks for a feature that is not there
    """
    names = ", ".join(f"f{number}" for number in range(features))
    total = " + ".join(_expression(tree, features) for tree in trees) or "0.0"
    score: Score = eval(f"lambda {names}: {total}", {"__builtins__": {}})  # noqa: S307
    return score


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


@cache
def _trees(room: str, name: str) -> list[Any]:
    """The trees of a scorer, each node with the mean of what stands below it."""
    model = json.loads(files(__package__).joinpath(room, f"{name}.json").read_text("utf-8"))
    return [_with_means(tree) for tree in model["trees"]]


def _with_means(tree: Tree) -> tuple[float, Any]:
    if isinstance(tree, int | float):
        return float(tree), None
    feature, threshold, low, high = tree
    below = _with_means(low), _with_means(high)
    return (below[0][0] + below[1][0]) / 2, (feature, threshold, *below)


def contributions(room: str, name: str, features: Sequence[float]) -> list[float]:
    """By how much each feature moved the log odds of a scorer that ships with the package.

    On the way down a tree, each split moves the mean of what may come out, both of its sides
    counted alike; that is its feature's. All together are the log odds, less the mean of all trees.

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
