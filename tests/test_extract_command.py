"""`scrapy extract`, as a user runs it."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from extract_pipelines import Page
from extract_pipelines import Site as LearnedSite
from extract_pipelines.site.extract import FORMAT
from extract_pipelines.site.stores import open_store
from tests.commands import TIMEOUT, scrapy_command
from tests.crawling import ROOT, SCRAPY, Answer, Site
from tests.environ import ENVIRON
from tests.pages import THREADS, article_page, forum, thread_page
from tests.test_own_project import Project

EXTRACT = (*SCRAPY, "extract")
NOUNS = "lamp radio pump clock drill kettle mower saw".split()
VERBS = "hums leaks smokes stalls rattles drips".split()
CHINESE = thread_page(
    "求助：路由器又出问题了",
    [
        ("小鱼儿", "2017-01-09 15:42", "路由器昨天晚上开始经常断线，重启以后只能坚持十分钟左右。"),
        ("大海", "2017-01-09 16:10", "先看看电源是不是老化了，我的去年也是这样，换了就好了。"),
        ("小鱼儿", "2017-01-10 08:05", "换了一个新的电源，到现在没有再断过，谢谢楼上的朋友。"),
    ],
)
ROBOTS = "User-agent: *\nDisallow: /secret\n\nUser-agent: shopbot\nDisallow: /\n"

WRONG = (
    ((), "Usage"),
    (("",), "The name of a page is empty; the current folder is named by a dot."),
    (("page.html", " "), "The name of a page is empty"),
    (("page.html", "--jsonl"), "There is no option --jsonl."),
    (("page.html", "--fields", "titel"), "--fields: 'titel' is no field; there are url,"),
    (("page.html", "--fields", "title", "--text"), "--fields goes with --json, not with --"),
    (("page.html", "--text", "--json"), "not allowed with argument"),
    (("page.html", "--url", "forum.example"), "--url forum.example is no address of a web"),
    (("a.html", "b.html", "--url", "https://a.example/"), "--url goes with one file"),
    ((".", "--url", "https://a.example/"), "--url goes with one file, or with standard input."),
    (("page.html", "--templates", "none.json"), "none.json cannot be read: No such file"),
    (("page.html", "-s", "EXTRACT_BODY=magic"), "EXTRACT_BODY must be one of"),
    (("page.html", "-s", "EXTRACT_FIELDS=titel"), "EXTRACT_FIELDS is wrong: 'titel' is no"),
)
# Runs commands one after the other, which is quicker than to start each.
RUN_ALL = """
import io, json, sys
from contextlib import redirect_stderr, redirect_stdout
from scrapy.cmdline import execute

for arguments in json.loads(sys.argv[1]):
    told = io.StringIO()
    try:
        with redirect_stdout(told), redirect_stderr(told):
            execute(["scrapy", "extract", *arguments])
    except SystemExit as end:
        print(json.dumps([end.code, told.getvalue()]))
"""


def threads(number: int) -> dict[str, str]:
    """Thread pages by file name; each other one has a single post."""
    pages = {}
    for n in range(number):
        posts = [
            (
                f"{NOUNS[(n + k) % 8]}fan{chr(97 + n % 26)}{chr(97 + k)}",
                f"2023-{n % 12 + 1:02}-{k + 3:02} 1{k}:{n + 10}",
                f"My {NOUNS[n * 3 % 8]} {VERBS[k]} since week {n}, try {k} was a {NOUNS[k]} trick."
                if n % 2 == 0
                else "Anybody?",
            )
            for k in range(1 if n % 2 else 3)
        ]
        title = f"The {NOUNS[n % 8]} {VERBS[n % 6]} in week {n}"
        pages[f"thread-{n:02}.html"] = thread_page(title, posts)
    return pages


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    pages: dict[str, str | Answer] = {
        **forum(),
        "/robots.txt": Answer(ROBOTS.encode(), "text/plain"),
        "/secret": article_page(1),
        "/chinese": Answer(CHINESE.encode("gb18030"), "text/html"),
        "/report.pdf": Answer(b"%PDF-1.4 \x00\x01", "application/pdf"),
        "/empty": Answer(b"<html><body></body></html>"),
    }
    with Site(pages) as site:
        yield site


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with pages of one forum, some deeper, and what is none."""
    home = tmp_path / "saved"
    (home / "deeper").mkdir(parents=True)
    for name, page in threads(30).items():
        place = home / "deeper" if name > "thread-25.html" else home
        (place / name).write_text(page, "utf-8")
    (home / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    (home / "style.css").write_text("body { color: red }")
    (home / ".hidden.html").write_text(article_page(7))
    return home


def run(
    folder: Path, *arguments: str, command: tuple[str, ...] = (), stdin: bytes = b""
) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder; its streams are UTF-8.

    :param command: another that is to be started, by its whole name
    """
    environ = {**ENVIRON, "PYTHONPATH": os.pathsep.join([str(ROOT), str(folder)])}
    if not command:
        told = scrapy_command("extract", *arguments, cwd=folder, environ=environ, stdin=stdin)
    else:
        done = subprocess.run(
            [*command, *arguments],
            cwd=folder,
            env=environ,
            input=stdin,
            capture_output=True,
            timeout=TIMEOUT,
            check=False,
        )
        told = subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
        )
    assert "Traceback" not in told.stderr, told.stderr
    return told


def items(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_pages_of_the_web_are_read_outside_a_project(site: Site, tmp_path: Path) -> None:
    urls = [f"{site.url}/thread/1", f"{site.url}/thread/2", f"{site.url}/chinese"]
    done = run(tmp_path, *urls, "-s", "DOWNLOAD_DELAY=0")
    assert done.returncode == 0
    assert done.stderr == "3 of 3 pages read\n"
    found = items(done)
    assert [item["url"] for item in found] == urls
    authors = [[floor["author"] for floor in item["floors"]] for item in found]
    assert authors[:2] == [[author for author, _, _ in posts] for posts in [*THREADS.values()][:2]]
    assert authors[2] == ["小鱼儿", "大海", "小鱼儿"]
    assert found[2]["title"] == "求助：路由器又出问题了"
    assert found[0]["metadata"]["pages_seen"] > 0
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_read_is_told_in_a_sentence_each(site: Site, tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    (tmp_path / "notes.txt").write_text("no page")
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        unreachable = f"http://127.0.0.1:{closed.getsockname()[1]}/"
    names = {
        "missing.html": "there is no such file, and addresses of pages begin with https:// or http",
        "forum.example/x": "there is no such file, and addresses of pages begin with https:// or",
        "none": "there is no HTML page in this folder.",
        "notes.txt": "this is no HTML page.",
        f"{site.url}/secret": "the site's robots.txt forbids to fetch it.",
        f"{site.url}/gone": "the server answers 404 Not Found.",
        f"{site.url}/report.pdf": "this is no HTML page (application/pdf).",
        f"{site.url}/empty": "nothing to read was found on this page.",
        unreachable: "it cannot be fetched: Connection was refused by other side",
        "http://host.invalid/": "it cannot be fetched: ",
    }
    options = ("-s", "DOWNLOAD_DELAY=0", "-s", "RETRY_ENABLED=0")
    done = run(tmp_path, *names, *options)
    assert done.returncode == 1
    assert done.stdout == ""
    *lines, last = done.stderr.splitlines()
    told = dict(line.split(": ", 1) for line in lines)
    assert told.keys() == names.keys()
    for name, why in names.items():
        assert told[name].startswith(why)
    assert last == f"0 of {len(names)} pages read"
    assert "/secret" not in site.requested


def test_a_name_that_is_too_long_is_told_with_an_address_too(tmp_path: Path) -> None:
    done = run(tmp_path, "x" * 300, "--url", "https://forum.example/")
    assert done.returncode == 1
    assert done.stderr.endswith("x: it cannot be read: File name too long.\n")


def test_pages_of_a_folder_are_learned_together(folder: Path) -> None:
    """A page with one post is read as a thread where other pages tell what is the site's."""
    alone = run(folder, "thread-01.html", "--fields", "title,floors.author")
    assert items(alone) == [{"title": "The radio leaks in week 1"}]
    assert alone.stderr == ""
    done = run(folder.parent, str(folder), "saved/thread-01.html", "--json")
    found = {Path(item["url"]).name: item for item in items(done)}
    assert found.keys() == threads(30).keys()
    assert all(len(item["floors"]) in (1, 3) for item in found.values())
    single = found["thread-01.html"]
    assert single["url"] == (folder / "thread-01.html").as_uri()
    assert [floor["author"] for floor in single["floors"]] == ["radiofanba"]
    assert "30 of 30 pages read" in done.stderr


def test_a_reader_that_stops_reading_is_no_error(folder: Path) -> None:
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"{' '.join(EXTRACT[:-1])} extract . | head -n 1"],
        cwd=folder,
        env=ENVIRON,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["floors"]


@pytest.mark.parametrize("known", ["json", "sqlite"])
def test_templates_that_were_learned_before_are_used(known: str, folder: Path) -> None:
    learned = LearnedSite()
    for name, source in threads(12).items():
        learned.learn(Page(source, f"https://forum.example/{name}"))
    file = folder / f"known.{known}"
    if known == "sqlite":
        store = open_store(f"sqlite:///{file}")
        store.write("forum.example", learned.to_state(), 0)
        store.close()
    else:
        sites = {"forum.example": {"summary": [], "state": learned.to_state()}}
        file.write_text(json.dumps({"format": FORMAT, "sites": sites}))
    before = file.read_bytes()
    url = "https://forum.example/thread-25.html"
    page = (folder / "thread-25.html").read_bytes()
    wanted = ("--fields", "url,floors.author", "--templates", str(file))
    done = run(folder, "-", "--url", url, *wanted, stdin=page)
    (item,) = items(done)
    assert item == {"url": url, "floors": [{"author": "radiofanza"}]}
    assert file.read_bytes() == before


def test_a_saved_page_knows_where_it_is_from_and_when_it_was_saved(tmp_path: Path) -> None:
    link = '<link rel="canonical" href="https://forum.example/thread/1">'
    page = forum()["/thread/1"].replace("<title>", f"{link}<title>")
    page = page.replace("2023-03-02 07:05", "yesterday 07:05")
    saved = tmp_path / "saved page.html"
    saved.write_text(page, "utf-8")
    os.utime(saved, (datetime(2023, 3, 3, 12, tzinfo=UTC).timestamp(),) * 2)
    (item,) = items(run(tmp_path, saved.as_uri()))
    assert item["url"] == saved.as_uri()
    assert item["canonical_url"] == "https://forum.example/thread/1"
    assert item["floors"][0]["author_url"] == "https://forum.example/member/oldowl"
    assert item["floors"][2]["date"] == "2023-03-02T07:05:00"
    (named,) = items(run(tmp_path, "saved page.html", "--url", "https://mirror.example/x/"))
    assert named["url"] == "https://mirror.example/x/"
    assert named["floors"][0]["author_url"] == "https://mirror.example/member/oldowl"


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_documents_come_out_instead(form: str, tmp_path: Path) -> None:
    """Standard input in GB 18030, without a word about its charset."""
    page = CHINESE.replace("<td><div>", "<td><div><b>你好</b> ", 1).encode("gb18030")
    done = run(tmp_path, "-", f"--{form}", stdin=page)
    assert done.returncode == 0
    heads = {"text": "求助：", "markdown": "# 求助：", "html": "<!DOCTYPE html>"}
    assert done.stdout.startswith(heads[form])
    assert ("**你好**" in done.stdout) == (form == "markdown")
    assert done.stdout.count("小鱼儿") == 2


def test_documents_of_several_pages_are_parted_by_a_line(tmp_path: Path) -> None:
    for name in ("one.html", "two.html"):
        (tmp_path / name).write_bytes(CHINESE.encode("gb18030"))
    done = run(tmp_path, "--markdown", "one.html", "two.html")
    first, second = done.stdout.split("\n\n---\n\n")
    assert first + "\n" == second
    assert first.startswith("# 求助：")


def test_what_a_page_is_can_be_told(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(forum()["/thread/1"])
    (item,) = items(run(tmp_path, "page.html", "--page-type", "article"))
    assert "floors" not in item
    told = run(tmp_path, "page.html", "-s", "EXTRACT_FLOORS=none", "-s", "EXTRACT_FIELDS=floors")
    assert items(told) == [{}]


def test_settings_leave_out_what_is_not_asked_for_and_a_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "thread.html").write_text(forum()["/thread/1"])
    (tmp_path / "article.html").write_text(article_page(1))
    pages = ("thread.html", "article.html", "--fields", "title")
    done = run(tmp_path, *pages, "-s", "EXTRACT_ARTICLES=False")
    assert items(done) == [{"title": "Noisy gearbox"}]
    assert "article.html: this is no thread, and EXTRACT_ARTICLES is False.\n" in done.stderr
    done = run(tmp_path, *pages, "-s", "EXTRACT_MIN_PROBABILITY=1")
    assert len(items(done)) == 1
    assert re.search(
        r"thread\.html: this is a thread with a probability of 0\.\d{3}, below", done.stderr
    )


def test_a_wrong_command_is_told(tmp_path: Path) -> None:
    commands = json.dumps([arguments for arguments, _ in WRONG])
    done = run(tmp_path, commands, command=(sys.executable, "-c", RUN_ALL))
    ends = list(map(json.loads, done.stdout.splitlines()))
    for (arguments, sentence), (code, told) in zip(WRONG, ends, strict=True):
        assert code == 2, arguments
        assert sentence in told
        assert "Traceback" not in told


def test_a_setting_that_there_is_not_is_told_once_with_the_log_and_without(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(forum()["/thread/1"])
    wrong = ("page.html", "--fields", "title", "-s", "EXTRACT_BODDY=auto")
    sentence = (
        "EXTRACT_BODDY is no setting of extract_pipelines and has no effect; perhaps EXTRACT_BODY"
        " is meant"
    )
    done = run(tmp_path, *wrong)
    assert done.stderr == f"{sentence}.\n"
    assert items(done) == [{"title": "Noisy gearbox"}]
    assert run(tmp_path, *wrong, "-L", "WARNING").stderr.count(sentence) == 1


def test_in_a_project_its_downloader_is_used_and_its_pipelines_are_not(
    site: Site, tmp_path: Path
) -> None:
    project = Project(tmp_path)
    settings = (
        'USER_AGENT = "shopbot"\nITEM_PIPELINES = {"shop.nowhere.Pipeline": 1}\n'
        'EXTENSIONS = {"shop.nowhere.Extension": 1}\nFEEDS = {"feed.json": {"format": "json"}}\n'
        'SPIDER_MODULES = ["shop.spiders"]\nJOBDIR = "job"\nDOWNLOAD_DELAY = 0\n'
        'SCHEDULER = "shop.nowhere.Scheduler"\n'
        'ADDONS = {"extract_pipelines.Addon": 300}\nEXTRACT_FIELDS = ["title"]\n'
    )
    project.write("settings.py", settings)
    project.write("spiders/broken.py", "import nowhere_to_be_found")
    done = project.run("extract", f"{site.url}/thread/1")
    assert done.returncode == 1
    assert done.stderr == f"{site.url}/thread/1: the site's robots.txt forbids to fetch it.\n"
    project.write("settings.py", settings + "ROBOTSTXT_OBEY = False\n")
    done = project.run("extract", f"{site.url}/thread/1")
    assert json.loads(done.stdout) == {"title": "Noisy gearbox"}
    assert done.stderr == ""
    assert not (tmp_path / "feed.json").exists()
    assert not (tmp_path / "job").exists()


def test_ctrl_c_ends_the_fetching_at_once_and_what_has_come_is_read(
    site: Site, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(TIMEOUT)
        urls = [f"{site.url}/thread/1", f"http://127.0.0.1:{silent.getsockname()[1]}/"]
        process = subprocess.Popen(
            [*EXTRACT, *urls, "--text", "-s", "ROBOTSTXT_OBEY=0"],
            cwd=tmp_path,
            env=ENVIRON,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        connection, _ = silent.accept()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT)
        connection.close()
    assert process.returncode == 130
    assert out.startswith("Noisy gearbox\n\n#1 oldowl, 2023-03-01T10:15:00\n")
    assert err == f"{urls[1]}: it was not fetched.\n1 of 2 pages read\n"


def test_a_terminal_shows_progress_and_json_that_can_be_read(folder: Path) -> None:
    ours, theirs = pty.openpty()
    for name in list(threads(30))[4:26]:
        (folder / name).unlink()
    shutil.rmtree(folder / "deeper")
    process = subprocess.Popen(
        [*EXTRACT, ".", "--fields", "title"],
        cwd=folder,
        env=ENVIRON,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    told = b""
    while chunk := _read(ours):
        told += chunk
    os.close(ours)
    assert process.wait(TIMEOUT) == 0
    text = told.decode()
    assert "\r\x1b[Klearning page 2 of 4\r\x1b[K" in text
    assert "\r\x1b[Kreading page 4 of 4\r\x1b[K{" in text
    assert '{\r\n  "title": "The lamp hums in week 0"\r\n}\r\n' in text
    assert text.endswith("4 of 4 pages read\r\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # the other end is closed
        return b""
