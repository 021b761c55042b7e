"""The server: on the local address only, for anyone who has the address with the token."""

from __future__ import annotations

import logging
import secrets
import socket
from collections.abc import Callable
from types import FrameType
from typing import Final

import uvicorn

from ..errors import OptionError
from .lobby import Lobby
from .site import site
from .table import Table

HOST: Final = "127.0.0.1"


class Server:
    """A web server for one table, or for a lobby, where the game is chosen in the browser, at an `address`.

    Port 0 takes a free one. The token is the first part of every path, by default 192 random bits. Raises OptionError if the port
    is taken or invalid.
    """

    def __init__(self, place: Table | Lobby, *, port: int = 0, token: str | None = None) -> None:
        self._place: Final = place
        self._socket: Final = _bound(port)
        port = self._socket.getsockname()[1]
        token = secrets.token_urlsafe(24) if token is None else token
        self.address: Final = f"http://{HOST}:{port}/{token}/"
        config = uvicorn.Config(
            site(place, token, (f"{HOST}:{port}", f"localhost:{port}")),
            log_level="warning",
            access_log=False,
            lifespan="off",
            ws="none",
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        self._server: Final = _Uvicorn(config, place.close)

    def run(self) -> None:
        """Answers requests until Ctrl-C."""
        try:
            self._server.run(sockets=[self._socket])
        finally:
            self.close()

    def stop(self) -> None:
        """Stops the server, from any thread."""
        self._server.should_exit = True
        self._place.close()

    def close(self) -> None:
        """Frees the port of a server that was never run."""
        self._place.close()
        self._socket.close()


class _Uvicorn(uvicorn.Server):
    """A uvicorn server that ends requests waiting for news at once."""

    def __init__(self, config: uvicorn.Config, before_exit: Callable[[], None]) -> None:
        super().__init__(config)
        self._before_exit: Final = before_exit

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Handles Ctrl-C; requests that are cut off are not shown as errors."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        super().handle_exit(sig, frame)
        self._before_exit()


def _bound(port: int) -> socket.socket:
    tcp = socket.IPPROTO_TCP  # named, since asyncio lets small answers wait on sockets that do not say so
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, tcp)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((HOST, port))
        bound.listen()
    except (OSError, OverflowError) as error:
        bound.close()
        raise OptionError(f"cannot listen on port {port}: {error}; give another --port, or 0 for a free one") from None
    return bound
