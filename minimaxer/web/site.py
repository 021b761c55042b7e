"""The web application of a table: its routes and their handlers. Only requests with the token are answered, and changes must
come from a page of this server.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..base.overdue import bounded
from ..drawing.canvas import TOKENS
from ..errors import FinishedGameError, IllegalMoveError, MinimaxerError, NotationError, OptionError, RulesError
from .actions import ACTIONS, MOST_BYTES, act, fields_of, recording_of
from .lobby import Lobby
from .seats import describe_error
from .table import Table
from .thinkers import ENDLESS, LONGEST, PATIENCE
from .view import curve_of, picture_of, view_of

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


T = TypeVar("T")
FILES: Final = Path(__file__).with_name("page")
KINDS: Final = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
OF_REQUESTS: Final = (OptionError, IllegalMoveError, NotationError, FinishedGameError)
"""Errors about the request, whose messages reveal no state."""
_ANSWERED: Final = LONGEST + 2 * PATIENCE
"""Seconds after which a request is answered with an error because the rules have not returned."""
_DIGITS: Final = 10
"""Numbers in addresses have fewer digits."""
WAIT: Final = 10.0
"""Most seconds that a request for news waits."""


def site(place: Table | Lobby, token: str, hosts: Iterable[str]) -> ASGIApp:
    """The application that shows a table, or a lobby and the table chosen there; the token is the first part of every path. Hosts
    are the names of the server, each with the port, as in `127.0.0.1:8000`.
    """
    pages = _Pages(place)
    routes = [
        Route("/", pages.index, methods=["GET"]),
        Route("/page/{name}", pages.file, methods=["GET"]),
        Route("/table", pages.table, methods=["GET"]),
        Route("/board.svg", pages.board, methods=["GET"]),
        Route("/curve.svg", pages.curve, methods=["GET"]),
        Route("/record", pages.record, methods=["GET"]),
        Route("/steps.html", pages.steps, methods=["GET"]),
        Route("/do/{action}", pages.do, methods=["POST"]),
        Route("/lobby", pages.lobby, methods=["GET"]),
        Route("/lobby.svg", pages.offered, methods=["GET"]),
        Route("/lobby/{action}", pages.choose, methods=["POST"]),
    ]
    return Guard(Starlette(routes=routes, exception_handlers={HTTPException: _not_there, RulesError: _busy}), token, hosts)


class Json(JSONResponse):
    """JSON in ASCII alone: names in records and of files may hold what UTF-8 has no letters for."""

    def render(self, content: Any) -> bytes:
        """The bytes of the answer."""
        return json.dumps(content).encode("ascii")


class _Pages:
    def __init__(self, place: Table | Lobby) -> None:
        self._place: Final = place

    @property
    def _table(self) -> Table:
        """The table; raises HTTPException if no game was chosen."""
        table = self._place.table if isinstance(self._place, Lobby) else self._place
        if table is None:
            raise HTTPException(409, "no game is open; reload the page")
        return table

    @property
    def _lobby(self) -> Lobby:
        if not isinstance(self._place, Lobby):
            raise HTTPException(404, "there is one game here; `minimaxer web` without a game offers all")
        return self._place

    async def index(self, request: Request) -> Response:
        """The page, or the games to choose from; starts to prepare the AIs while it loads."""
        if isinstance(self._place, Lobby) and self._place.table is None:
            return _file("lobby.html")
        await aside(self._table.prepare)
        return _file("index.html")

    async def lobby(self, request: Request) -> Response:
        """The games and records to choose from."""
        lobby = self._lobby
        return await self._lobbied(lambda: Json(lobby.view()))

    async def offered(self, request: Request) -> Response:
        """The board of a game to choose; nothing where it has none, which is no error."""
        lobby, name = self._lobby, request.query_params.get("game", "")

        def draw() -> Response:
            picture = lobby.picture(name)
            return Response(status_code=204) if picture is None else _drawn(picture, "")

        return await self._lobbied(draw)

    async def choose(self, request: Request) -> Response:
        """Opens the table of a game or of a record, or leaves it."""
        lobby, body, name = self._lobby, await _body(request), request.path_params["action"]
        doing: dict[str, Callable[..., None]] = {"game": lobby.choose, "file": lobby.open_file, "text": lobby.open_text}
        doing["leave"] = lobby.close
        if name not in doing:
            raise HTTPException(404, f"there is nothing to do by the name {name!r}; known: {', '.join(doing)}")

        def do() -> Response:
            doing[name](*fields_of(body, {} if name == "leave" else {name: str}).values())
            return Json({})

        return await self._lobbied(do)

    async def file(self, request: Request) -> Response:
        """A file of the page."""
        return _file(request.path_params["name"])

    async def table(self, request: Request) -> Response:
        """The table; if a version is given, once the table has another one, or after a timeout."""
        after = request.query_params.get("after", "")
        if after.isdecimal() and len(after) < _DIGITS:
            await aside(self._table.wait, int(after), WAIT)
        return await self._answered(view_of)

    async def board(self, request: Request) -> Response:
        """The picture of the board, or of an earlier one after `at` moves."""
        at = request.query_params.get("at", "")
        draw = partial(picture_of, at=int(at) if at.isdecimal() and len(at) < _DIGITS else None)
        return await self._picture(draw, "the board must not be seen now, or has no picture")

    async def curve(self, request: Request) -> Response:
        """The value curve of a reviewed game, as a picture."""
        return await self._picture(curve_of, "the game was not looked at again yet")

    async def record(self, request: Request) -> Response:
        """The record of the game, as a file."""
        name = "".join(letter if letter.isalnum() else "_" for letter in self._table.name)

        def write(table: Table) -> Response:
            disposition = {"content-disposition": f'attachment; filename="{name}.txt"'}
            return Response(table.record().text, media_type="text/plain; charset=utf-8", headers=disposition)

        return await self._answered(write)

    async def steps(self, request: Request) -> Response:
        """A search of the position, step by step; recorded without the table's lock."""

        def recorded() -> Response:
            table = self._table
            with table.locked():
                state, explains, depth = table.session.state, table.explains, table.advised_depth
            if not explains:
                return Json({"error": "a search can be seen where nothing is hidden and the game goes on"}, 404)
            try:
                page = recording_of(table.game, state, depth)
            except Exception as error:  # rules may raise anything
                return Json({"error": describe_error(error, is_open=True)}, 500)
            return Response(page, media_type="text/html", headers={"content-security-policy": RECORDING})

        return await aside(recorded)

    async def do(self, request: Request) -> Response:
        """Does an action at the table; gives the new table."""
        name = request.path_params["action"]
        if name not in ACTIONS:
            raise HTTPException(404, f"there is nothing to do by the name {name!r}; known: {', '.join(ACTIONS)}")
        body = await _body(request)
        return await self._answered(lambda table: act(table, name, body))

    async def _picture(self, draw: Callable[[Table], str | None], missing: str) -> Response:
        return await self._answered(lambda table: _drawn(draw(table), missing))

    async def _lobbied(self, ask: Callable[[], Response]) -> Response:
        """Calls a function of the lobby on a thread of its own; gives its response, or an error in words."""

        def answer() -> Response:
            try:
                return ask()
            except (Exception, KeyboardInterrupt, SystemExit) as error:  # a game may raise anything
                return _refusal(error, is_open=True)

        return await _in_time(answer)

    async def _answered(self, ask: Callable[[Table], Any]) -> Response:
        """Calls a function of the table on a thread of its own; gives its response, or an error in words."""
        return await _in_time(self._ask, ask)

    def _ask(self, ask: Callable[[Table], Any]) -> Response:
        table = self._table
        with table.locked():
            try:
                answer = bounded(LONGEST, partial(ask, table))
            except Exception as error:  # rules may raise anything
                return _refusal(error, is_open=table.audience.knows_all or isinstance(error, OF_REQUESTS))
        return answer if isinstance(answer, Response) else Json(answer)


async def aside(work: Callable[..., T], *given: Any) -> T:
    """Does work on a daemon thread and gives its result: rules may never return, and must not keep the process alive."""
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()  # whoever waits no longer does not keep it from being told

    def run() -> None:
        try:
            done.set_result(work(*given))
        except BaseException as error:
            done.set_exception(error)

    threading.Thread(target=run, name="minimaxer request", daemon=True).start()
    return await asyncio.wrap_future(done)


async def _in_time(work: Callable[..., Response], *given: Any) -> Response:
    """The response of some work on a thread of its own, or an error where it does not come."""
    try:
        return await asyncio.wait_for(aside(work, *given), _ANSWERED)
    except TimeoutError:
        return Json({"error": ENDLESS}, 503)


def _refusal(error: BaseException, *, is_open: bool) -> Response:
    return Json({"error": describe_error(error, is_open=is_open)}, 400 if isinstance(error, MinimaxerError) else 500)


def _drawn(picture: str | None, missing: str) -> Response:
    if picture is None:
        return Json({"error": missing}, 404)
    return Response(picture, media_type="image/svg+xml", headers={"content-security-policy": PICTURE})


async def _body(request: Request) -> bytes:
    """The body of a request; raises HTTPException if it is too long."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            raise HTTPException(413, f"expected a request of at most {MOST_BYTES:,} bytes")
    return bytes(body)


def _file(name: str) -> Response:
    path = TOKENS if name == TOKENS.name else FILES / name
    if path.suffix not in KINDS or path.name != name or not path.is_file():
        raise HTTPException(404, f"there is no file {name!r}")
    return Response(path.read_bytes(), media_type=KINDS[path.suffix])


async def _not_there(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = (
        error.detail if error.status_code != 405 else f"expected another method than {request.method} for {request.url.path}"
    )
    return Json({"error": message if message != "Not Found" else "there is nothing at this address"}, error.status_code)


async def _busy(request: Request, error: Exception) -> Response:
    return Json({"error": str(error)}, 503)
