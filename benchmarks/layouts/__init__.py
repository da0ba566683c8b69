"""Pages laid out as forum software lays them out, of which it is known what they show."""

from benchmarks.layouts.render import LAYOUTS, read_layouts

__all__ = ["LAYOUTS", "read_layouts"]
