"""A real forum: django-spirit, seeded with a plan and served on this machine."""

from __future__ import annotations

from pathlib import Path

from .content import Plan
from .engine import POSTS_PER_PAGE, RunningForum, Site
from .environment import engine_python
from .process import engine_environ, run

REQUIREMENTS = (
    "django-spirit==0.14.*",
    "Django==5.2.*",
    "django-haystack>=3.3,<3.5",
    "django-djconfig==0.11.*",
    "django-infinite-scroll-pagination==1.3.*",
    "Pillow>=11,<14",
)
CONFIG = {
    "site_name": "Leisure hours",
    "site_description": "Gardens, model railways and birds",
    "comments_per_page": POSTS_PER_PAGE,
    "topics_per_page": 10,
}
SERVED_SETTINGS = """\
import os

from .dev import *

ST_SITE_URL = os.environ.get("FORUM_URL", ST_SITE_URL)
"""
SpiritForum = RunningForum


def start_spirit(workdir: Path, plan: Plan) -> SpiritForum:
    """Make a Spirit project in ``workdir``, seed it with ``plan`` and serve it until stopped."""
    python = engine_python("spirit", REQUIREMENTS)
    startproject = (python.with_name("spirit"), "startproject", "forum")
    run(startproject, cwd=workdir, environ=engine_environ(python))
    project = workdir / "forum"
    (project / "forum" / "settings" / "served.py").write_text(SERVED_SETTINGS)
    site = Site(python, project, "forum.settings.served", "spirit_seed")
    site.manage("spiritinstall")
    return site.serve(plan, site.seed(plan))
