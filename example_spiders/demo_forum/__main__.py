"""Serves the demo until Ctrl-C: python -m example_spiders.demo_forum."""

from __future__ import annotations

import argparse
import signal
import time
from pathlib import Path

from example_spiders.demo_forum.server import DemoForum

# Seconds between two looks whether the demo is to end.
LOOK = 0.1


def main(arguments: list[str] | None = None) -> None:
    """Print the addresses and serve until SIGINT or SIGTERM."""
    options = _parser().parse_args(arguments)
    # No Event: one that is set while its wait begins, in the same thread, waits for itself.
    ended: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: ended.append(number))
    with DemoForum(
        threads=options.threads,
        per_page=options.per_page,
        seed=options.seed,
        host=options.host,
        port=options.port,
    ) as demo:
        for name, url in demo.urls.items():
            print(f"{name:8}{url}", flush=True)
        if options.truth:
            options.truth.write_text(demo.truth().to_json(), encoding="utf-8")
        while not ended:
            time.sleep(LOOK)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m example_spiders.demo_forum", description=__doc__
    )
    parser.add_argument("--port", type=int, default=8900, help="first of three ports; 0: free ones")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--threads", type=int, default=12, help="threads on the two forums")
    parser.add_argument("--per-page", type=int, default=10, help="posts on a page")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--truth", type=Path, help="write what is on the sites to this JSON file")
    return parser


if __name__ == "__main__":
    main()
