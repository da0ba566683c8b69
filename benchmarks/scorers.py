"""Writes learned trees as `extract_pipelines.trees` reads them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import lightgbm  # type: ignore[import-not-found]

import extract_pipelines
from extract_pipelines.trees import Tree


def trees_of(booster: lightgbm.Booster) -> list[Tree]:
    """The trees of a scorer that LightGBM learned."""
    return [_tree(tree["tree_structure"]) for tree in booster.dump_model()["tree_info"]]


def write_scorer(room: str, name: str, features: Sequence[str], trees: Sequence[Tree]) -> None:
    """Put a scorer into the package, where `extract_pipelines.trees.load` finds it.

    :param room: the folder of its data in the package
    :param name: the name of its data there
    :param features: names of the features
    """
    target = Path(extract_pipelines.__file__).parent / room / f"{name}.json"
    model = {"features": list(features), "trees": trees}
    target.write_text(json.dumps(model, separators=(",", ":")) + "\n", "utf-8")


def _tree(node: dict[str, Any]) -> Tree:
    if "leaf_value" in node:
        return float(f"{node['leaf_value']:.4g}")
    children = _tree(node["left_child"]), _tree(node["right_child"])
    return [node["split_feature"], float(f"{node['threshold']:.6g}"), *children]
