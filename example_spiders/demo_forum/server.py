"""Serves the three sites of the demo on loopback, each on a port of its own."""

from __future__ import annotations

import base64
import sys
import threading
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from types import TracebackType
from typing import Any

from example_spiders.demo_forum.articles import make_articles
from example_spiders.demo_forum.content import CLASSIC, MODERN, Forum
from example_spiders.demo_forum.site import Site
from example_spiders.demo_forum.skin_classic import ClassicSite
from example_spiders.demo_forum.skin_modern import ModernSite
from example_spiders.demo_forum.skin_news import NewsSite
from example_spiders.demo_forum.truth import Truth, article_truths, thread_truths

_DOT = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
_PICTURES = ("/attachments/", "/avatars/", "/static/")
_ROBOTS = b"User-agent: *\nDisallow: /member.php\nDisallow: /login\n"


class DemoForum(AbstractContextManager["DemoForum"]):
    """Two forums and a news site, the same for the same arguments.

    Without `now` the dates are counted back from the actual time, and relative dates move on with
    the clock; with it the demo's clock stands still. `port` 0 takes free ports, any other number
    is the first of three.
    """

    def __init__(
        self,
        threads: int = 12,
        per_page: int = 10,
        seed: int = 1,
        *,
        now: datetime | None = None,
        host: str = "127.0.0.1",
        port: int = 0,
    ) -> None:
        self._now = now
        start = self._clock().replace(second=0, microsecond=0)
        titles: set[str] = set()
        classic = Forum(CLASSIC, threads - threads // 2, seed, start, titles)
        modern = Forum(MODERN, threads // 2, seed, start, titles)
        self._classic = ClassicSite(classic, per_page, self._clock)
        self._modern = ModernSite(modern, per_page, self._clock)
        self._news = NewsSite(make_articles(seed, start), self._clock)
        self._host = host
        self._port = port
        self._servers: list[_Server] = []
        self.urls: dict[str, str] = {}

    def start(self) -> None:
        """Bind the ports and serve in daemon threads."""
        if self._servers:
            return
        sites = {"classic": self._classic, "modern": self._modern, "news": self._news}
        try:
            for offset, (name, site) in enumerate(sites.items()):
                server = _Server(site, self._host, self._port and self._port + offset)
                self._servers.append(server)
                site.base_url = self.urls[name] = f"http://{self._host}:{server.server_port}/"
        except OSError:
            self.stop()
            raise
        for server in self._servers:
            server.run()

    def stop(self) -> None:
        """Stop serving; `urls` and `truth()` stay as they were."""
        for server in self._servers:
            server.end()
        self._servers.clear()

    def truth(self) -> Truth:
        """What is on the sites; the demo has to have been started, for the addresses."""
        if not self.urls:
            raise RuntimeError("the addresses are known once the demo has been started")
        threads = [*thread_truths(self._classic), *thread_truths(self._modern)]
        return Truth(threads, article_truths(self._news))

    def _clock(self) -> datetime:
        if self._now is None:
            return datetime.now(UTC)
        aware = self._now if self._now.tzinfo else self._now.replace(tzinfo=UTC)
        return aware.astimezone(UTC)

    def __enter__(self) -> DemoForum:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


class _Server(ThreadingHTTPServer):
    """One site on one port."""

    request_queue_size = 128

    def __init__(self, site: Site, host: str, port: int) -> None:
        self.site = site
        self._thread: threading.Thread | None = None
        super().__init__((host, port), _Handler)

    def server_bind(self) -> None:
        """Bind without http.server's name lookup, which can hang offline."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = "localhost", self.server_address[1]

    def run(self) -> None:
        """Serve in a daemon thread."""
        poll = {"poll_interval": 0.05}
        self._thread = threading.Thread(target=self.serve_forever, kwargs=poll, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Stop serving, if it has begun, and free the port."""
        if self._thread:
            self.shutdown()
            self._thread.join()
        self.server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report errors of the demo, but not clients that hang up."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 10
    server: _Server

    def do_GET(self) -> None:
        """Answer with the page."""
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        """Answer with the headers of the page."""
        self._answer(with_body=False)

    def log_message(self, format: str, *args: Any) -> None:
        """Keep quiet."""

    def _answer(self, with_body: bool) -> None:
        path = self.path.split("?")[0]
        if path == "/robots.txt":
            self._send(200, "text/plain; charset=utf-8", _ROBOTS, with_body)
        elif path.startswith(_PICTURES):
            self._send(200, "image/gif", _DOT, with_body)
        else:
            site = self.server.site
            page = site.respond(self.path)
            # Old boards write what GBK lacks (ä, ö) as character references.
            body = page.html.encode(site.charset, "xmlcharrefreplace")
            kind = f"text/html; charset={site.charset}"
            self._send(page.status, kind, body, with_body, page.location)

    def _send(
        self, status: int, kind: str, body: bytes, with_body: bool, location: str = ""
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if location:
            self.send_header("Location", location)
        self.end_headers()
        if with_body:
            self.wfile.write(body)
