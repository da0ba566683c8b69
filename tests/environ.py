"""The environment of the processes that tests start."""

from __future__ import annotations

import os

# Scrapy's cookies ask a site off this machine for the public suffixes, unless told not to.
# A build would compile for minutes; tests/test_compiled.py looks at what that gives.
ENVIRON = {**os.environ, "TLDEXTRACT_PUBLIC_SUFFIX_LIST_URLS": "", "EXTRACT_PURE": "1"}
