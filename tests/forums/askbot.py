"""A real question and answer site: askbot, seeded with a plan and served on this machine."""

from __future__ import annotations

from pathlib import Path

from .content import Plan
from .engine import RunningForum, Site
from .environment import engine_python
from .process import engine_environ, run
from .questions import question_layout

REQUIREMENTS = (
    "askbot==0.13.*",
    "Django==5.2.*",
    "Jinja2==3.1.*",
    "Pillow>=11,<14",
    "django-avatar>=9,<10",
    "django-countries>=8.2,<10",
)
SERVED_SETTINGS = """\
from .settings import *

DEBUG = True
ALLOWED_HOSTS = ["127.0.0.1"]
RATELIMIT_ENABLE = False
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
# The tables are made as they are in the end, not by all the changes that led to them.
MIGRATION_MODULES = {app.rpartition(".")[2]: None for app in INSTALLED_APPS}
"""


def start_askbot(workdir: Path, plan: Plan) -> RunningForum:
    """Make an askbot site in ``workdir``, seed it with ``plan`` and serve it until stopped."""
    python = engine_python("askbot", REQUIREMENTS)
    project = workdir / "forum"
    setup = (
        python.with_name("askbot-setup"),
        "--noinput",
        "--root-directory",
        project,
        "--proj-name",
        "qa",
        "--db-engine",
        "sqlite",
        "--db-name",
        workdir / "forum.sqlite3",
        "--domain-name",
        "forum.example",
        "--admin-name",
        "admin",
        "--admin-email",
        "admin@forum.example",
    )
    run(setup, cwd=workdir, environ=engine_environ(python))
    (project / "qa" / "served.py").write_text(SERVED_SETTINGS)
    site = Site(python, project, "qa.served", "askbot_seed", layout=question_layout)
    site.manage("migrate", "--run-syncdb", "--verbosity=0", "--skip-checks")
    return site.serve(plan, site.seed(plan))
