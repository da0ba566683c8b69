"""What the package says of the versions it works with is what `make test-versions` installs."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def floors() -> dict[str, str]:
    """The oldest version of each package that this one may be installed with."""
    return versions([*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["redis"]])


def versions(wanted: list[str]) -> dict[str, str]:
    return dict(one.split(",")[0].split(">=") for one in wanted if ">=" in one)


def test_the_oldest_versions_are_tested() -> None:
    lines = (ROOT / "tests/oldest.txt").read_text("utf-8").split()
    tested = dict(line.split("==") for line in lines)
    optional = [one for extra in PROJECT["optional-dependencies"].values() for one in extra]
    known = versions(optional) | floors()
    assert floors().keys() <= tested.keys() <= known.keys()
    for name, version in tested.items():
        assert re.fullmatch(rf"{re.escape(known[name])}(\.0)*(\.post1)?", version)


def test_the_readme_names_the_oldest_scrapy_and_python() -> None:
    told = (ROOT / "README.md").read_text("utf-8")
    assert f"Scrapy {floors()['scrapy']} or newer" in told
    assert f"Python {PROJECT['requires-python'].removeprefix('>=')} or newer" in told
