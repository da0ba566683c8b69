"""Memory of templates: python -m benchmarks.memory.

One domain of many pages, and many domains of a few pages: what their kinds and templates take, as
counted by tracemalloc, with generated fingerprints of pages (a share of them odd ones). Then whole
sites with what they know of floors, on parsed pages of the demo forum.
"""

from __future__ import annotations

import argparse
import gc
import random
import tracemalloc
from collections.abc import Iterator
from urllib.parse import urldefrag, urljoin
from urllib.request import ProxyHandler, build_opener

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


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=100_000, help="pages of the one domain")
    parser.add_argument("--domains", type=int, default=500, help="domains of 20 pages")
    parser.add_argument("--sites", type=int, default=50, help="sites of 20 parsed pages")
    asked = parser.parse_args()
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
