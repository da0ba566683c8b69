"""What `tests.commands` has imported, and read, before it forks."""

from __future__ import annotations

import gc
import os
import sys
import warnings
from contextlib import suppress
from importlib.metadata import entry_points

from tests.environ import ENVIRON

# As ``-W error::DeprecationWarning`` does.
warnings.filterwarnings("error", category=DeprecationWarning)
sys.warnoptions.append("error::DeprecationWarning")
os.environ.update(ENVIRON)

# ruff: noqa: E402, F401
import scrapy.cmdline
import scrapy.commands.crawl
import scrapy.commands.runspider
import scrapy.core.downloader.handlers.http11
import scrapy.crawler
import scrapy.extensions.feedexport
from scrapy.settings.default_settings import EXTENSIONS_BASE
from scrapy.utils.misc import load_object

import extract_pipelines.scrapy.addon
import extract_pipelines.scrapy.poet
import extract_pipelines.scrapy.spiders
import tests.crawling
from extract_pipelines import extract
from tests.pages import forum

for command in entry_points(group="scrapy.commands"):
    command.load()
for extension in EXTENSIONS_BASE:
    with suppress(ImportError):
        load_object(extension)
# The scorers and patterns that a first page needs.
for path, source in forum().items():
    extract(source, f"https://forum.example{path}")
# What was made until here is not looked at again when a process collects its garbage.
gc.collect()
gc.freeze()
