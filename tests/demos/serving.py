"""The documentation as a site on a local server, and what clicks through its games."""

from __future__ import annotations

import functools
import http.server
import importlib.util
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from ..exporting.clicks import CLICKED
from ..needs import HAS_BROWSER

HAS_MKDOCS = all(importlib.util.find_spec(name) is not None for name in ("mkdocs", "material", "mkdocstrings"))
needs_site = [
    pytest.mark.site,
    pytest.mark.skipif(not HAS_BROWSER, reason="tests in a browser need chromium and the package playwright"),
    pytest.mark.skipif(not HAS_MKDOCS, reason="the documentation is built by mkdocs, with material and mkdocstrings"),
]
PLAYING = """<!doctype html><iframe style="width: 1000px; height: 800px"></iframe><script type="module">
const frame = document.querySelector("iframe");
const tell = (text) => fetch("playing.html", { method: "POST", body: text });
const rest = () => new Promise((resolve) => setTimeout(resolve, 20));
frame.src = `play/${location.search.slice(1)}/`;
await new Promise((resolve) => frame.addEventListener("load", resolve));
frame.contentWindow.addEventListener("error", (event) => tell(`error: ${event.message}`));
const page = frame.contentDocument;
while (!page.querySelector("#turn").textContent.includes("The game is over")) {
  if (!page.querySelector("#failure").hidden) await tell(`failure: ${page.querySelector("#failure").textContent}`);
  page.querySelector("CLICKED")?.click();
  await rest();
}
await tell(page.querySelector("#turn").textContent);
</script>"""
"""Clicks the first place or button each time, until the game is over; in any browser, without one's driver."""


class Playing(http.server.SimpleHTTPRequestHandler):
    """Serves files, and says nothing; one page more clicks through a game of the gallery, and posts what it says then."""

    told = threading.Event()
    said = ""

    def do_GET(self) -> None:
        """Gives a file, or the page that plays."""
        if not self.path.startswith("/playing.html"):
            super().do_GET()
            return
        content = PLAYING.replace("CLICKED", CLICKED).encode()
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def do_POST(self) -> None:
        """Takes how the game ended."""
        Playing.said = self.rfile.read(int(self.headers["content-length"])).decode()
        self.send_response(204)
        self.end_headers()
        Playing.told.set()

    def log_message(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def served(site: str) -> Iterator[str]:
    """The address of a folder's pages."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Playing, directory=site))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()
