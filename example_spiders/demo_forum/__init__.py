"""An embedded demo: two forums and a news site on loopback, with the truth to compare with."""

from __future__ import annotations

from example_spiders.demo_forum.server import DemoForum
from example_spiders.demo_forum.truth import ArticleTruth, PostTruth, ThreadTruth, Truth

__all__ = ["ArticleTruth", "DemoForum", "PostTruth", "ThreadTruth", "Truth"]
