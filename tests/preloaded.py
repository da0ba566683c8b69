"""What `tests.commands` has imported before it forks."""

from __future__ import annotations

import os
import sys
import warnings

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

import extract_pipelines.scrapy.addon
import extract_pipelines.scrapy.poet
import extract_pipelines.scrapy.spiders
import tests.crawling
