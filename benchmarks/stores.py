"""Cost of the stores: python -m benchmarks.stores sqlite:////tmp/store.sqlite redis://localhost/0.

Learns all pages of the embedded demo's three sites, and after every so many pages writes the site
to the store, as a crawl does after EXTRACT_SAVE_SECONDS. What is in the store is overwritten.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Iterator
from statistics import median
from urllib.error import HTTPError
from urllib.parse import urljoin
from urllib.request import urlopen

from example_spiders.demo_forum import DemoForum
from extract_pipelines import Page, Site
from extract_pipelines.site.stores import Store, encode, open_store


def pages_of(start: str) -> Iterator[Page]:
    """The HTML pages of a site that can be reached from its start."""
    waiting, seen = [start], {start}
    while waiting:
        url = waiting.pop()
        try:
            with urlopen(url) as answer:
                source = answer.read()
                if "html" not in answer.headers["Content-Type"]:
                    continue
        except HTTPError:
            continue
        yield Page(source.decode(answer.headers.get_content_charset(), "replace"), url)
        for link in re.findall(rb'href="([^"#]+)', source):
            following = urljoin(url, link.decode("ascii", "replace").replace("&amp;", "&"))
            if following.startswith(start) and following not in seen:
                seen.add(following)
                waiting.append(following)


def milliseconds(start: float) -> float:
    """Since a moment of `time.perf_counter`."""
    return 1000 * (time.perf_counter() - start)


def measure(name: str, pages: list[Page], stores: dict[str, Store], every: int) -> None:
    """Print a line for the site, and one for each store."""
    site, learning = Site(), 0.0
    times: dict[str, dict[str, list[float]]] = {
        address: {"write": [], "read": [], "merge": []} for address in stores
    }
    for number, page in enumerate(pages, start=1):
        start = time.perf_counter()
        site.learn(page)
        learning += milliseconds(start)
        if number % every == 0:
            for address, store in stores.items():
                time_store(store, name, site, times[address])
    state = site.to_state()
    sizes = f"{len(json.dumps(state)):,} bytes as JSON, {len(encode(state)):,} in a store"
    print(f"{name}: {len(pages)} pages, {len(site.kinds)} kinds, {sizes},")
    print(f"  learning {learning / len(pages):.2f} ms a page")
    for address, taken in times.items():
        told = ", ".join(f"{action} {median(found):.2f} ms" for action, found in taken.items())
        print(f"  {address.partition(':')[0]}: {told} each time")


def time_store(store: Store, name: str, site: Site, taken: dict[str, list[float]]) -> None:
    """Write the site, read it, and merge what was read as another worker's."""
    row = store.read(name)
    start = time.perf_counter()
    store.write(name, site.to_state(), row.version if row else 0)
    taken["write"].append(milliseconds(start))
    start = time.perf_counter()
    row = store.read(name)
    taken["read"].append(milliseconds(start))
    assert row is not None
    other = Site.from_state(site.to_state())
    start = time.perf_counter()
    other.merge(Site.from_state(row.state))
    taken["merge"].append(milliseconds(start))


def main() -> None:
    """Print what the stores cost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stores", nargs="+", help="addresses as for EXTRACT_STORE")
    parser.add_argument("--every", type=int, default=10, help="pages between two writes")
    parser.add_argument("--threads", type=int, default=12, help="threads of the demo's forums")
    asked = parser.parse_args()
    stores = {address: open_store(address) for address in asked.stores}
    with DemoForum(threads=asked.threads) as demo:
        for name, url in demo.urls.items():
            measure(name, list(pages_of(url)), stores, asked.every)


if __name__ == "__main__":
    main()
