"""Memory of templates: python -m benchmarks.memory [--held FOLDER].

One domain of many pages, and many domains of a few pages: what their kinds and templates take, as
counted by tracemalloc, with generated fingerprints of pages (a share of them odd ones). Then whole
sites with what they know of floors, on parsed pages of the demo forum.

With --held what a page takes that was learned and read, and is kept: in times its source, without
lxml's tree, of which tracemalloc does not know. FOLDER is one of those of `benchmarks.speed`.
"""

from __future__ import annotations

import argparse
import gc
import random
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urldefrag, urljoin
from urllib.request import ProxyHandler, build_opener

from benchmarks.speed import read_pages
from example_spiders.demo_forum import DemoForum
from extract_pipelines import Page, Site
from extract_pipelines.site.kind import Fingerprints
from extract_pipelines.site.kinds import Kinds

# Of each kind: its share of the pages, entries that its pages share, entries of their own.
KINDS = {
    "thread": (0.6, 90, 220),
    "list": (0.2, 70, 120),
    "profile": (0.1, 60, 30),
    "login": (0.05, 60, 2),
    "odd": (0.05, 0, 40),
}
PATHS = 120


def generated(pages: int, seed: int = 0) -> Iterator[Fingerprints]:
    """Fingerprints of a domain's pages, kinds mixed."""
    draw = random.Random(seed)
    hashes = {
        kind: [draw.getrandbits(64) for _ in range(shared + PATHS)]
        for kind, (_, shared, _) in KINDS.items()
    }
    kinds, weights = list(KINDS), [share for share, _, _ in KINDS.values()]
    for number in range(pages):
        kind = draw.choices(kinds, weights)[0]
        texts = {draw.getrandbits(64) for _ in range(KINDS[kind][2])} | set(hashes[kind][PATHS:])
        structure = {path >> 32 for path in hashes[kind][:PATHS] if draw.random() < 0.9}
        if kind == "odd":
            structure = {draw.getrandbits(32) for _ in range(30)}
        url = f"https://{seed}.example/{kind}/{number}"
        yield Fingerprints(frozenset(texts), frozenset(structure), url, float(number))


def demo_pages(most: int) -> list[Page]:
    """Parsed pages of the demo's forums."""
    opener = build_opener(ProxyHandler({}))
    with DemoForum() as demo:
        starts = [demo.urls["classic"], demo.urls["modern"]]
        waiting, known = list(starts), set(starts)
        found: list[Page] = []
        while waiting and len(found) < most:
            url = waiting.pop(0)
            with opener.open(url, timeout=10) as reply:
                page = Page(reply.read(), url)
            found.append(page)
            for element in page.root.iter("a"):
                link = urldefrag(urljoin(url, element.get("href") or "")).url
                if link.startswith((*starts,)) and "/thread-" in link and link not in known:
                    known.add(link)
                    waiting.append(link)
    return found


def traced() -> int:
    """Bytes that are in use and were taken since the trace began."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def one_domain(pages: int) -> Kinds:
    """The kinds of one domain of so many pages."""
    kinds = Kinds()
    for page in generated(pages):
        kinds.learn(page)
    return kinds


def domains(number: int) -> list[Kinds]:
    """The kinds of so many domains of 20 pages each."""
    found = [Kinds() for _ in range(number)]
    for seed, kinds in enumerate(found):
        for page in generated(20, seed):
            kinds.learn(page)
    return found


def whole_sites(number: int, pages: list[Page]) -> list[Site]:
    """So many sites that have learned these pages, with all that they know."""
    sites = [Site() for _ in range(number)]
    for site in sites:
        for page in pages:
            site.learn(page)
    return sites


def tell_held(folder: Path, most: int) -> None:
    """Print what pages take that are kept, and while they are read."""
    sources = [page for pages in read_pages(folder, most) for page in pages]
    size = sum(len(source.encode()) for _, source in sources)
    learned_and_read(*sources[0])  # what is kept once for all pages is none of theirs
    tracemalloc.start()
    kept, peaks = [], 0
    for url, source in sources:
        before = traced()
        tracemalloc.reset_peak()
        kept.append(learned_and_read(url, source))
        peaks += tracemalloc.get_traced_memory()[1] - before
    after = traced()
    kept.clear()
    held = after - traced()
    print(
        f"{len(sources)} pages of {size / len(sources) / 1e3:.0f} kB: kept, each takes"
        f" {held / size:.1f} times its source; while it is read {peaks / size:.1f} times at most"
    )


def learned_and_read(url: str, source: str) -> Page:
    """A page with all that is kept with it."""
    site, page = Site(), Page(source, url)
    site.learn(page)
    site.extract(page)
    return page


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=100_000, help="pages of the one domain")
    parser.add_argument("--domains", type=int, default=500, help="domains of 20 pages")
    parser.add_argument("--sites", type=int, default=50, help="sites of 20 parsed pages")
    parser.add_argument("--held", type=Path, metavar="FOLDER", help="pages that are kept")
    parser.add_argument("--most", type=int, default=100, help="pages of that folder, or a site")
    asked = parser.parse_args()
    if asked.held:
        tell_held(asked.held, asked.most)
        return
    pages = demo_pages(20)
    whole_sites(1, pages)  # what is kept with the pages or once for all sites is none of theirs
    tracemalloc.start()
    for task, done in (
        (f"one domain of {asked.pages} pages", lambda: one_domain(asked.pages)),
        (f"{asked.domains} domains of 20 pages", lambda: domains(asked.domains)),
        (f"{asked.sites} sites of 20 parsed pages", lambda: whole_sites(asked.sites, pages)),
    ):
        before = traced()
        kept = done()
        print(f"{task}: {(traced() - before) / 1e6:.2f} MB")
        del kept


if __name__ == "__main__":
    main()
