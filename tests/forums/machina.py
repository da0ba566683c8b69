"""A real forum: django-machina, seeded with a plan and served on this machine."""

from __future__ import annotations

from pathlib import Path

from .content import Plan
from .engine import RunningForum, Site
from .environment import engine_python

REQUIREMENTS = (
    "django-machina==1.3.*",
    "Django==4.2.*",
    "django-haystack>=3.3,<3.5",
    "django-mptt>=0.16,<0.21",
    "Whoosh==2.7.*",
    "Pillow>=11,<14",
)


def start_machina(workdir: Path, plan: Plan, language: str) -> RunningForum:
    """Fill a machina in ``workdir`` with ``plan`` and serve it in ``language`` until stopped.

    :param language: a language code of Django, such as ``zh-hans``
    """
    python = engine_python("machina", REQUIREMENTS)
    variables = {"FORUM_HOME": str(workdir), "FORUM_LANGUAGE": language}
    settings = f"{__package__}.machina_site.settings"
    site = Site(python, workdir, settings, "machina_seed", variables, shows_signatures=True)
    site.manage("migrate", "--verbosity=0")
    paths = site.seed(plan)
    site.manage("rebuild_index", "--noinput", "--verbosity=0")
    return site.serve(plan, paths)
