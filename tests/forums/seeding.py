"""What the seeders of all engines share; they run by the Python of their engine, in its site."""

from __future__ import annotations

import pickle
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .content import OwnBlock, Plan, Post, Quote
from .truth import Paths


def seed(fill: Callable[[Plan], Paths]) -> None:
    """Hand ``fill`` the plan of the file named first, write its answer to the file named second."""
    import django  # type: ignore[import-not-found]
    from django.db import transaction  # type: ignore[import-not-found]

    plan_file, paths_file = map(Path, sys.argv[1:])
    plan: Plan = pickle.loads(plan_file.read_bytes())
    django.setup()
    with transaction.atomic():
        paths = fill(plan)
    paths_file.write_bytes(pickle.dumps(paths))


def add_users(names: tuple[str, ...]) -> dict[str, Any]:
    from django.contrib.auth import get_user_model  # type: ignore[import-not-found]

    users = get_user_model().objects
    return {
        name: users.create_user(name, email=f"member{number}@forum.example")
        for number, name in enumerate(names, 1)
    }


def source_of(post: Post) -> str:
    """Markdown for engines that have no way of their own to quote, and none to name the quoted."""
    return "\n\n".join(map(_source_of_block, post.blocks))


def _source_of_block(block: OwnBlock | Quote) -> str:
    if isinstance(block, Quote):
        return textwrap.indent(block.text, "> ", lambda line: True)
    return block.markdown
