"""What is read of layouts: python -m benchmarks.layouts [NAME ... | --unseen].

Each layout is read as one site: its pages alone, as they stream in, and when all of them are known.
Prints macro F1 of posts, the share of thread pages with .95 or more, and of other pages read as
threads; with --show the worst pages, with --rounds of more threads. The scorers have learned from
them; for what they give on layouts that were left out, see `--layouts` of benchmarks.stream_sites.
With --unseen it reads those that nothing is learned from.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean

from benchmarks.layouts import LAYOUTS, UNSEEN
from benchmarks.layouts.render import pages_of
from benchmarks.stream_sites import MODES, ROUNDS, read_site, tell_site, told


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="layouts; all if none is named")
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=1, help=ROUNDS)
    parser.add_argument("--unseen", action="store_true", help="those that nothing is learned from")
    arguments = parser.parse_args()
    figures: dict[str, list[Sequence[float]]] = defaultdict(list)
    for name in arguments.names or (UNSEEN if arguments.unseen else LAYOUTS):
        pages = list(pages_of(name, arguments.rounds))
        for mode in MODES:
            read = read_site(pages, mode, 0)
            figures[mode].append(tell_site(name, mode, read, arguments.show))
    for mode, found in figures.items():
        mean = [fmean(column) for column in zip(*found, strict=True)]
        print(f"{mode:<7} layouts {len(found)}  {told(mean)}")


if __name__ == "__main__":
    main()
