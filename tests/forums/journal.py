"""A journal whose readers comment on its articles: a small site around django-comments-xtd."""

from __future__ import annotations

from pathlib import Path

from .articles import article_layout
from .content import Plan
from .engine import RunningForum, Site
from .environment import engine_python

REQUIREMENTS = (
    "django-comments-xtd==2.10.*",
    "Django==5.2.*",
    "django-contrib-comments==2.2.*",
)


def start_journal(workdir: Path, plan: Plan) -> RunningForum:
    """Fill a journal in ``workdir`` with ``plan`` and serve it until stopped.

    The first post of a thread is an article, the others are comments on it.
    """
    python = engine_python("journal", REQUIREMENTS)
    settings = f"{__package__}.journal_site.settings"
    variables = {"FORUM_HOME": str(workdir)}
    site = Site(python, workdir, settings, "journal_seed", variables, article_layout)
    site.manage("migrate", "--run-syncdb", "--verbosity=0")
    return site.serve(plan, site.seed(plan))
