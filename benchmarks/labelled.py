"""Pages with labelled posts, and pages without any: what reading threads is learned on.

DATA is a folder with the sets in their public layout: ``forum-posts``, ``mirrors``, ``engines``,
``harvest`` (WEB-FORUM-52), and those of articles, ``web-content-extraction-benchmark`` (WCXB),
``article-extraction-benchmark`` (aeb) and ``Chinese-Web-Content-Extraction-Dataset``; what is
missing is left out.
"""

from __future__ import annotations

import gzip
import json
import re
import tarfile
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit
from zlib import crc32

from benchmarks.articles import read_aeb, read_wcxb
from benchmarks.forum import read_sites
from benchmarks.labelled_page import Labelled

# Software that pages of the sets without labels of it name in their source.
_ENGINES = re.compile(
    r"phpbb|vbulletin|xenforo|discourse|invision|simple machines|mybb|fluxbb|punbb|vanilla|flarum"
    r"|nodebb|discuz|drupal|woltlab|jforum|mesdiscussions|telligent|lithium|stackexchange",
    re.IGNORECASE,
)
# Sets that have many pages of each site.
WHOLE_SITES = ("mirrors", "engines", "own")
NO_POSTS = frozenset("list index profile other article shell media".split())
# Pages that show posts and are no threads: a search's results, a print view.
_SHOWS_POSTS = re.compile("posts|excerpts|snippets|print view|comments|replies of")
# Threads among the pages of the Chinese set of articles, by how their names begin; by eye.
_CHINESE_THREADS = ("59562291", "6dc2d508")


def read_labelled(data: Path) -> Iterator[Labelled]:
    """All labelled pages, those of one site in a row and in the order of their crawl."""
    yield from _forum_posts(data)
    for folder in ("mirrors", "engines"):
        for site in sorted((data / folder).glob("*/index.jsonl.gz")):
            yield from read_site(site.parent, folder)
    yield from _web_forum_52(data / "harvest/corpus/goldDocuments")
    yield from _wcxb(data / "web-content-extraction-benchmark/dev")
    yield from _aeb(data / "article-extraction-benchmark")
    yield from _chinese(data / "Chinese-Web-Content-Extraction-Dataset/original")


def host_of(url: str) -> str:
    """The host of an address without ``www.``."""
    return urlsplit(url).netloc.lower().removeprefix("www.")


def engine_of(name: str | None) -> str:
    """One name for the versions and layouts of an engine."""
    word = re.match(r"[^\W\d_]+", (name or "").lower().replace(" ", "").replace("-", ""))
    return word[0] if word else ""


def _engine_in(html: str | bytes) -> str:
    """The software that a page's source names most often; empty if it names none."""
    source = html if isinstance(html, str) else html.decode("latin-1")
    named = Counter(name.lower().replace(" ", "") for name in _ENGINES.findall(source))
    return named.most_common(1)[0][0] if named else ""


def _forum_posts(data: Path) -> Iterator[Labelled]:
    for file in sorted((data / "forum-posts").glob("*/*.json")):
        page = json.loads(file.read_text("utf-8"))
        raw = (data / page["html"]).read_bytes()
        kind = page["kind"]
        known = {"thread": "thread", "qa": "thread", "article+comments": "comments"}
        host = host_of(page["url"])
        yield Labelled(
            "forum-posts",
            f"{file.parent.name}/{file.stem}",
            host,
            engine_of(page.get("engine")) or host,
            page["url"],
            gzip.decompress(raw) if page["html"].endswith(".gz") else raw,
            known.get(kind, "none" if kind in NO_POSTS else "unknown"),
            page["posts"],
            title=page.get("title"),
        )


def read_site(folder: Path, source: str = "mirrors") -> Iterator[Labelled]:
    """The pages of one site, in the order of their crawl."""
    with gzip.open(folder / "index.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    with tarfile.open(folder / "pages.tar.xz") as tar:
        blobs = {
            member.name.removeprefix("./"): file.read()
            for member in tar
            if member.isfile() and (file := tar.extractfile(member))
        }
    meta = json.loads((folder / "meta.json").read_text("utf-8"))
    try:
        when = datetime.fromisoformat(meta["crawled_at"].replace("Z", "+00:00")).astimezone()
    except (KeyError, ValueError, AttributeError):
        when = None
    site = host_of(rows[0]["url"]) if source == "mirrors" else folder.name
    engine = engine_of(meta.get("engine") or folder.name)
    for row in rows:
        shows = row.get("unlabelled_snippets") or (row["posts"] and row["kind"] != "thread")
        shows = shows or _SHOWS_POSTS.search(row.get("subkind") or "")
        kind = "thread" if row["kind"] == "thread" else "unknown" if shows else "none"
        name = f"{folder.name}/{Path(row['file']).stem}"
        html = blobs[row["file"]]
        yield Labelled(
            source, name, site, engine, row["url"], html, kind, row["posts"], when, row.get("title")
        )


def _web_forum_52(folder: Path) -> Iterator[Labelled]:
    for host, pages in read_sites(folder).items() if folder.is_dir() else ():
        for page in pages:
            posts = [{"text": post["post_text"]["surface_form"]} for post in page.posts]
            site = host.removeprefix("www.")
            yield Labelled(
                "web-forum-52",
                page.name,
                site,
                _engine_in(page.source) or site,
                page.url,
                page.source,
                "thread",
                posts,
            )


def _wcxb(folder: Path) -> Iterator[Labelled]:
    for sample in read_wcxb(folder) if folder.is_dir() else ():
        if sample.kind != "forum":
            site, url = host_of(sample.url or ""), sample.url or ""
            yield Labelled("wcxb", url, site, site, url, sample.source, "none", [])


def _aeb(folder: Path) -> Iterator[Labelled]:
    for sample in read_aeb(folder) if folder.is_dir() else ():
        site, url = host_of(sample.url), sample.url
        yield Labelled("aeb", url, site, site, url, sample.source, "none", [])


def _chinese(folder: Path) -> Iterator[Labelled]:
    """Articles of a site each; they come without addresses, and get some."""
    for file in sorted(folder.glob("*.html")):
        site = f"{file.stem}.example"
        url = f"https://{site}/{crc32(site.encode())}.html"
        kind = "unknown" if file.stem.startswith(_CHINESE_THREADS) else "none"
        yield Labelled("chinese", file.stem, site, site, url, file.read_bytes(), kind, [])
