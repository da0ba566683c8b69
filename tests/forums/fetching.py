"""Asks servers on this machine for pages."""

from __future__ import annotations

import urllib.request
from urllib.error import HTTPError

DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def source(url: str) -> bytes:
    """What the server sends for an address, be it an error page."""
    try:
        with DIRECT.open(url, timeout=30) as response:
            assert response.url == url
            return bytes(response.read())
    except HTTPError as error:
        with error:
            return bytes(error.read())
