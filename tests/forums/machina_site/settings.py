"""Settings of the site; its language and its directory come from the environment."""

from __future__ import annotations

import os
from pathlib import Path

from machina import (  # type: ignore[import-not-found]
    MACHINA_MAIN_STATIC_DIR,
    MACHINA_MAIN_TEMPLATE_DIR,
)

from tests.forums.engine import POSTS_PER_PAGE

HOME = Path(os.environ["FORUM_HOME"])
LANGUAGE_CODE = os.environ["FORUM_LANGUAGE"]
SECRET_KEY = "for a few minutes on this machine"
DEBUG = True
LOCALE_PATHS = [HOME / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True
ROOT_URLCONF = f"{__package__}.urls"
LOGIN_URL = "login"
STATIC_URL = "/static/"
STATICFILES_DIRS = [MACHINA_MAIN_STATIC_DIR]
MEDIA_URL = "/media/"
MEDIA_ROOT = HOME / "media"
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
DATABASES = {
    "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": HOME / "forum.sqlite3"},
}
CACHES = {
    name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": name}
    for name in ("default", "machina_attachments")
}
HAYSTACK_CONNECTIONS = {
    "default": {
        "ENGINE": "haystack.backends.whoosh_backend.WhooshEngine",
        "PATH": str(HOME / "search"),
    },
}
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "haystack",
    "mptt",
    "widget_tweaks",
    "machina",
    "machina.apps.forum",
    "machina.apps.forum_conversation",
    "machina.apps.forum_conversation.forum_attachments",
    "machina.apps.forum_conversation.forum_polls",
    "machina.apps.forum_feeds",
    "machina.apps.forum_member",
    "machina.apps.forum_moderation",
    "machina.apps.forum_permission",
    "machina.apps.forum_search",
    "machina.apps.forum_tracking",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "machina.apps.forum_permission.middleware.ForumPermissionMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [Path(__file__).with_name("templates"), MACHINA_MAIN_TEMPLATE_DIR],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "machina.core.context_processors.metadata",
            ],
        },
    },
]
MACHINA_FORUM_NAME = "Leisure hours"
MACHINA_TOPIC_POSTS_NUMBER_PER_PAGE = POSTS_PER_PAGE
