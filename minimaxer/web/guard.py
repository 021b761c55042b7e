"""Access control: only requests with the token are answered, and changes must come from a page of this server."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from typing import Final

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PAGE: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""The page runs and loads only its own files; images may also be `data:` URLs."""
PICTURE: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A game's picture runs nothing and loads nothing, even if it is opened by itself."""
RECORDING: Final = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""The page of a recording contains everything, and declares itself that only its own script may run."""
HEADERS: Final = {
    "content-security-policy": PAGE,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}
"""Headers of every response, unless it sets its own."""


class Guard:
    """Middleware that passes only requests with the token and this server's `Host`, and for changes with its origin.

    Another page in the same browser does not know the token and cannot read answers; one whose name was pointed at this machine
    (DNS rebinding) sends another `Host`. The guarded application sees paths without the token.
    """

    def __init__(self, app: ASGIApp, token: str, hosts: Iterable[str]) -> None:
        self._app: Final = app
        self._token: Final = token.encode()
        self._hosts: Final = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on or refuses one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message["headers"]}
                usual = [(name.encode(), value.encode()) for name, value in HEADERS.items() if name.encode() not in given]
                message["headers"] = [*message["headers"], *usual]
            await send(message)

        head = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        _, _, rest = scope["path"].partition("/")
        token, _, path = rest.partition("/")
        refused = self._refused(scope["method"], head, token)
        if refused is not None:
            await JSONResponse({"error": refused[1]}, refused[0])(scope, receive, send_guarded)
            return
        await self._app({**scope, "path": f"/{path}", "raw_path": f"/{path}".encode()}, receive, send_guarded)

    def _refused(self, method: str, head: Mapping[str, str], token: str) -> tuple[int, str] | None:
        """The status and the reason for refusing a request; None if it is accepted."""
        host = head.get("host", "")
        if host not in self._hosts:
            return 421, f"expected a request to {' or '.join(sorted(self._hosts))}, got one to {host!r}"
        if not hmac.compare_digest(token.encode("utf-8", "replace"), self._token):
            return 403, "expected the address with the token that `minimaxer web` has printed"
        if method in ("GET", "HEAD"):
            return None
        if head.get("origin") != f"http://{host}":
            return 403, f"expected a request from the page of this server, got one from {head.get('origin', 'nowhere')!r}"
        if head.get("content-type", "").partition(";")[0].strip() != "application/json":
            return 415, f"expected a request in application/json, got {head.get('content-type', 'nothing')!r}"
        return None
