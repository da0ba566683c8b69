"""What the package shows of itself, and what it says that it needs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions, version
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import extract_pipelines
from extract_pipelines import Page, extract

ROOT = Path(extract_pipelines.__file__).parents[1]


def imported(module: Path) -> set[str]:
    """The packages that a module imports, wherever in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return {name.partition(".")[0] for name in names}


def test_every_package_that_is_imported_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    optional = ("explain", "redis", "scrapy-poet", "spidermon", "zyte")
    declared = [*project["dependencies"], *chain.from_iterable(extras[name] for name in optional)]
    names = {re.split("[<>=]", name)[0].lower() for name in declared}
    used = set().union(*map(imported, (ROOT / "extract_pipelines").rglob("*.py")))
    others = used - set(sys.stdlib_module_names) - {"extract_pipelines"}
    packages = packages_distributions()
    assert {name.lower() for module in others for name in packages[module]} == names


def test_the_package_lists_its_public_names_and_tells_its_version() -> None:
    # In a process of its own: no test has imported other modules of the package.
    code = "import extract_pipelines; extract_pipelines.Addon; print(*dir(extract_pipelines))"
    listed = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    public = {name for name in listed.decode().split() if not name.startswith("__")}
    assert public == set(extract_pipelines.__all__)
    assert extract_pipelines.__version__ == version("extract_pipelines")


@pytest.mark.parametrize("source", [None, 5, Page("<p>x")])
def test_what_is_no_source_of_a_page_is_told_by_its_type(source: Any) -> None:
    with pytest.raises(TypeError, match=f"not {type(source).__name__}"):
        extract(source)


def test_what_is_no_address_is_told_by_its_type() -> None:
    with pytest.raises(TypeError, match="url is str, not NoneType"):
        extract("<p>x", None)  # type: ignore[arg-type]


def test_scrapy_s_own_commands_need_not_wait_for_the_package() -> None:
    """Scrapy loads all commands to run any of them: they load what they work with when they run."""
    code = (
        "import sys; from importlib.metadata import entry_points as all_;"
        "own = [one for one in all_(group='scrapy.commands') if 'extract_pipelines' in one.value];"
        "print(len([one.load()().short_desc() for one in own]));"
        "print(*(name for name in sys.modules if name.startswith('extract_pipelines.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    number, loaded = done.stdout.splitlines()
    names = [name.removeprefix("extract_pipelines.") for name in loaded.split()]
    heavy = [name for name in names if name != "scrapy" and ".commands" not in name]
    assert int(number) >= 4
    assert heavy == []
