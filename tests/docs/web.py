"""The sites that the documents name, served by the demo through a proxy on loopback."""

from __future__ import annotations

import http.client
import ssl
import threading
from collections.abc import Mapping
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from example_spiders.demo_forum import DemoForum

FORUM = "forum.example"
NEWS = "news.example"
# The forum again, for those who are logged in.
MEMBERS = "members.example"
SIGNED_IN = "word=secret"
# Addresses of single articles, for which the news site's are answered, in this order.
ARTICLES = ("https://a.example/1", "https://b.example/2")
HOSTS = (FORUM, NEWS, MEMBERS, *(urlsplit(url).netloc for url in ARTICLES))
# Of an answer, these are told on.
HEADERS = ("Content-Type", "Location")


class ExampleWeb:
    """An HTTP proxy for http and https that knows the sites of the documents alone.

    :ivar url: its address, for the variables ``http_proxy`` and ``https_proxy``
    """

    def __init__(self, folder: Path) -> None:
        """Set it up.

        :param folder: where its certificate is written
        """
        self._demo = DemoForum()
        self._tls = _server_context(folder)
        web = self

        class Handler(_ProxyHandler):
            tls = self._tls

            def answer(self, url: str) -> http.client.HTTPResponse | None:
                return web._answer(url)

            def told(self, body: bytes) -> bytes:
                return web._told(body)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._running = ExitStack()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._running.enter_context(self._demo)
        self._homes = {
            f"https://{FORUM}/": self._demo.urls["classic"],
            f"https://{NEWS}/": self._demo.urls["news"],
        }
        articles = [article.url for article in self._demo.truth().articles]
        self._articles = dict(zip(ARTICLES, articles, strict=False))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self._running.callback(self._server.server_close)
        self._running.callback(self._server.shutdown)
        return self

    def __exit__(self, *error: object) -> None:
        self._running.close()

    def threads(self) -> list[tuple[bytes, str]]:
        """Source and address of each page of the forum's threads."""
        served = self._homes[f"https://{FORUM}/"]
        threads = self._demo.truth().threads
        urls = [url for thread in threads for url in thread.pages if url.startswith(served)]
        pages = [(self._answer(url), self._told(url.encode()).decode()) for url in urls]
        return [(self._told(answer.read()), url) for answer, url in pages if answer]

    def _answer(self, url: str) -> http.client.HTTPResponse | None:
        """The demo's answer for the address; None for a site that there is not."""
        url = self._articles.get(url, url)
        for home, served in self._homes.items():
            url = url.replace(home, served)
        parts = urlsplit(url)
        if parts.hostname != "127.0.0.1":
            return None
        connection = http.client.HTTPConnection(parts.netloc, timeout=10)
        connection.request("GET", parts._replace(scheme="", netloc="").geturl())
        return connection.getresponse()

    def _told(self, text: bytes) -> bytes:
        """A text of the demo with the addresses of the documents in place of its own."""
        for home, served in self._homes.items():
            text = text.replace(served.encode(), home.encode())
        return text


class _ProxyHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 10
    tls: ssl.SSLContext
    _home = ""

    def answer(self, url: str) -> http.client.HTTPResponse | None:
        raise NotImplementedError

    def told(self, body: bytes) -> bytes:
        raise NotImplementedError

    def do_CONNECT(self) -> None:
        self._home = f"https://{self.path.removesuffix(':443')}"
        self.send_response(200)
        self.end_headers()
        self.connection = self.tls.wrap_socket(self.connection, server_side=True)
        self.rfile = self.connection.makefile("rb")
        self.wfile = self.connection.makefile("wb", 0)

    def do_GET(self) -> None:
        for_members = self._home == f"https://{MEMBERS}"
        if for_members and SIGNED_IN not in self.headers.get("Cookie", ""):
            self._send(b"<p>Please log in.</p>", {"Content-Type": "text/html"})
            return
        answer = self.answer((self._home + self.path).replace(MEMBERS, FORUM))
        body = self.told(answer.read()) if answer else b""
        headers = {
            name: self.told(answer.headers[name].encode()).decode()
            for name in HEADERS
            if answer and answer.headers[name]
        }
        if for_members:
            body = body.replace(FORUM.encode(), MEMBERS.encode())
        self._send(body, headers, answer.status if answer else 404)

    def do_POST(self) -> None:
        """The login, which is the only form."""
        form = self.rfile.read(int(self.headers["Content-Length"])).decode()
        headers = {"Content-Type": "text/html"}
        if SIGNED_IN not in form:
            self._send(b"<p>Please log in.</p>", headers)
        else:
            self._send(b"<a href='/out'>Log out</a>", {**headers, "Set-Cookie": SIGNED_IN})

    def _send(self, body: bytes, headers: Mapping[str, str], status: int = 200) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


def _server_context(folder: Path) -> ssl.SSLContext:
    """TLS with a certificate of its own making, which Scrapy does not ask for more than."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "example")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host) for host in HOSTS]), False)
        .sign(key, hashes.SHA256())
    )
    file = folder / "example.pem"
    file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context
