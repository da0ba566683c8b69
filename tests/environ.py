"""The environment of the processes that tests start."""

from __future__ import annotations

import os

# Scrapy's cookies ask a site off this machine for the public suffixes, unless told not to.
ENVIRON = {**os.environ, "TLDEXTRACT_PUBLIC_SUFFIX_LIST_URLS": ""}
