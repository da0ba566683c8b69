"""Settings of the site; its directory comes from the environment."""

from __future__ import annotations

import os
from pathlib import Path

from tests.forums.articles import DEEPEST_LEVEL

HOME = Path(os.environ["FORUM_HOME"])
SECRET_KEY = "for a few minutes on this machine"
DEBUG = True
TIME_ZONE = "UTC"
USE_TZ = True
SITE_ID = 1
ROOT_URLCONF = f"{__package__}.urls"
LOGIN_URL = "login"
STATIC_URL = "/static/"
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
DATABASES = {
    "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": HOME / "journal.sqlite3"},
}
COMMENTS_APP = "django_comments_xtd"
COMMENTS_XTD_MAX_THREAD_LEVEL = DEEPEST_LEVEL
COMMENTS_XTD_CONFIRM_EMAIL = False
INSTALLED_APPS = [
    __package__,
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.sites",
    "django.contrib.staticfiles",
    "rest_framework",
    "django_comments_xtd",
    "django_comments",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
