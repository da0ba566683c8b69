"""What the package says of the versions it works with is what `make test-versions` installs."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def floors() -> dict[str, str]:
    """The oldest version of each package that this one may be installed with."""
    wanted = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["redis"]]
    return dict(one.split(">=") for one in wanted if ">=" in one)


def test_the_oldest_versions_are_tested() -> None:
    lines = (ROOT / "tests/oldest.txt").read_text("utf-8").split()
    tested = dict(line.split("==") for line in lines)
    assert tested.keys() == floors().keys()
    for name, floor in floors().items():
        assert re.fullmatch(rf"{re.escape(floor)}(\.0)*(\.post1)?", tested[name])


def test_the_readme_names_the_oldest_scrapy_and_python() -> None:
    told = (ROOT / "README.md").read_text("utf-8")
    assert f"Scrapy {floors()['scrapy']} or newer" in told
    assert f"Python {PROJECT['requires-python'].removeprefix('>=')} or newer" in told
