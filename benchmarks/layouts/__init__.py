"""Pages laid out as forum software lays them out, of which it is known what they show."""

from benchmarks.layouts.render import LAYOUTS, UNSEEN, read_layouts

__all__ = ["LAYOUTS", "UNSEEN", "read_layouts"]
