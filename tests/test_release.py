"""What would be published is whole, and works where there is no clone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
import yaml

import extract_pipelines
from example_spiders.demo_forum import DemoForum
from tests.commands import TIMEOUT
from tests.crawling import ROOT, Site
from tests.docs.newcomer import make_environment
from tests.environ import ENVIRON
from tests.pages import THREADS, forum, thread_page

VERSION = extract_pipelines.__version__
PACKAGE = ROOT / "extract_pipelines"
WORKFLOWS = ROOT / ".github" / "workflows"


def run(*command: str | Path, folder: Path) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        env={name: value for name, value in ENVIRON.items() if name != "PYTHONPATH"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist, and the wheel that is built from it, as ``make dist`` does."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, folder=folder)
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    (found,) = dist.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def project(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder with an environment in which the wheel is installed, and all it needs."""
    folder = tmp_path_factory.mktemp("elsewhere")
    packages = make_environment(folder / ".venv")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", packages]
    run(*map(str, pip), str(wheel), folder=folder)
    return folder


def test_both_are_fit_for_the_index(dist: Path) -> None:
    told = run(sys.executable, "-m", "twine", "check", "--strict", *dist.iterdir(), folder=dist)
    assert told.count("PASSED") == 2
    assert {path.name for path in dist.iterdir()} == {
        f"extract_pipelines-{VERSION}.tar.gz",
        f"extract_pipelines-{VERSION}-py3-none-any.whl",
    }


def test_the_wheel_has_the_package_and_nothing_else(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    own = [
        path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in (".pyc", ".so")
    ]
    assert names == {path.relative_to(ROOT).as_posix() for path in own}


def test_the_sdist_has_what_its_tests_and_documents_need(dist: Path) -> None:
    (sdist,) = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    tracked = run("git", "ls-files", folder=ROOT).splitlines() if (ROOT / ".git").exists() else []
    missing = {name for name in tracked if not name.startswith(".ci/")} - names
    assert missing == set()
    assert not [name for name in names if "/_build/" in name or name.startswith(".forums")]


def test_it_crawls_where_there_is_no_clone(project: Path) -> None:
    python = project / ".venv" / "bin" / "python"
    where = run(python, "-c", "import extract_pipelines as e; print(e.__file__)", folder=project)
    assert where.startswith(str(project))
    run(python, "-m", "scrapy", "startproject", "watch", ".", folder=project)
    with (project / "watch" / "settings.py").open("a") as settings:
        settings.write('\nADDONS = {"extract_pipelines.Addon": 300}\nDOWNLOAD_DELAY = 0\n')
    with Site(forum()) as site:
        urls = [site.url + path for path in forum() if path != "/"]
        spider = "from extract_pipelines import PageItem\nimport scrapy\n"
        spider += f"class Threads(scrapy.Spider):\n    name = 'threads'\n    start_urls = {urls}\n"
        spider += "    def parse(self, response):\n        yield PageItem(response)\n"
        (project / "watch" / "spiders" / "threads.py").write_text(spider)
        crawl = ["crawl", "threads", "-o", "threads.csv", "-s", "EXTRACT_SPLIT=1"]
        run(python, "-m", "scrapy", *crawl, folder=project)
    posts = (project / "threads.csv").read_text("utf-8").splitlines()
    assert len(posts) == 1 + sum(map(len, THREADS.values()))


def test_its_commands_are_there_outside_of_a_project(project: Path, tmp_path: Path) -> None:
    told = run(project / ".venv" / "bin" / "python", "-m", "scrapy", folder=tmp_path)
    listed = {line.split()[0] for line in told.splitlines() if line.startswith("  ")}
    assert {"extract", "forum", "templates", "train-language"} <= listed


def test_it_reads_a_page_and_a_forum_without_a_project(project: Path, tmp_path: Path) -> None:
    python = project / ".venv" / "bin" / "python"
    title = "Which solder for brass"
    (tmp_path / "page.html").write_text(thread_page(title, THREADS[title]), "utf-8")
    command = ["-m", "scrapy", "extract", "page.html", "--explain", "why.html"]
    read = run(python, *command, folder=tmp_path)
    assert len(json.loads(read)["floors"]) == len(THREADS[title])
    assert title in (tmp_path / "why.html").read_text("utf-8")
    with DemoForum(threads=4) as demo:
        crawl = ["forum", demo.urls["modern"], "-a", "max_pages=12", "-O", "threads.json"]
        hurry = ["-s", "DOWNLOAD_DELAY=0", "-s", "AUTOTHROTTLE_ENABLED=0"]
        run(python, "-m", "scrapy", *crawl, *hurry, folder=tmp_path)
    threads = json.loads((tmp_path / "threads.json").read_text("utf-8"))
    assert threads
    assert all(floor["author"] for thread in threads for floor in thread["floors"])


@pytest.mark.parametrize("name", ["ci", "release"])
def test_workflows_run_what_is_there_and_need_no_secret(name: str) -> None:
    text = (WORKFLOWS / f"{name}.yml").read_text("utf-8")
    targets = re.findall(r"^([\w -]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    known = {name for line in targets for name in line.split()}
    assert "secrets." not in text
    steps = [step for job in yaml.safe_load(text)["jobs"].values() for step in job["steps"]]
    assert all(("run" in step) != ("uses" in step) for step in steps)
    asked = re.findall(r"- run: make (\S+)", text.replace("${{ matrix.versions }}", "oldest"))
    assert asked
    assert set(asked) <= known
