"""External engines as players: a client for UCI and UGI."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, get_args

from attrs import field, frozen

from ..base.checks import front_door
from ..errors import EngineError, OptionError
from ..native.game import named
from ..play.players import Choice, Chooser
from ..play.session import Session
from ..searching.limits import Limits
from . import tokens

Protocol = Literal["uci", "ugi"]
PROTOCOLS: Final = get_args(Protocol)
PATIENCE: Final = 10.0
"""Seconds that an engine may take to start, and beyond its limits."""
_LONGEST: Final = 1 << 14
"""Most bytes of a line; the rest of a longer one is dropped."""
_MOST_LINES: Final = 32
"""Most lines that wait to be read."""


@front_door
@frozen(kw_only=True)
class External:
    """A program that speaks UCI or UGI, as a player.

    Attributes:
        command: The command line that starts it.
        name: Its name; by default its command.
        limits: The limits of its search. With a clock, it receives both clocks.
        protocol: The protocol that it speaks.
        options: Options to set before it plays, by name, such as `{"UCI_Variant": "gardner"}`.
        write: Writes a move, given the state and the move; by default in the game's notation.
        place: Writes a position, given the state; by default in the game's notation.

    Raises:
        OptionError: The protocol is unknown, or the command empty.
    """

    command: str = field(kw_only=False)
    given_name: str = field(default="", alias="name")
    limits: Limits = field(factory=lambda: Limits(seconds=1.0))
    protocol: Protocol = "uci"
    options: Mapping[str, Any] = field(factory=dict)
    write: Callable[[Any, Any], str] | None = None
    place: Callable[[Any], str] | None = None
    is_random: bool = False

    def __attrs_post_init__(self) -> None:
        if self.protocol not in PROTOCOLS:
            raise OptionError(f"expected protocol to be one of {', '.join(PROTOCOLS)}, got {self.protocol!r}")
        if not shlex.split(self.command):
            raise OptionError(f"expected the command of an engine, got {self.command!r}")

    @property
    def name(self) -> str:
        """The name shown in tables."""
        return self.given_name or self.command

    def described(self, game: Any) -> str:
        """All its settings, as text."""
        written = [named(each) for each in (self.write, self.place) if each is not None]
        return " ".join([self.protocol, self.command, repr(self.limits), repr(dict(self.options)), *written])

    def create(self, game: Any, seed: int) -> Chooser:
        """The program, started for one game.

        Raises:
            EngineError: It cannot be started, or does not answer.
        """
        return _Client(self)


class _Client:
    """A running engine."""

    def __init__(self, settings: External) -> None:
        self._settings: Final = settings
        try:
            self._process: Final = subprocess.Popen(
                shlex.split(settings.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # with all that it starts, to be ended as one
            )
        except OSError as error:
            raise EngineError(f"cannot start {settings.command!r}: {error}") from error
        self._lines: Final[queue.Queue[str | None]] = queue.Queue(_MOST_LINES)
        self._mover: int | None = None
        self._told: Final[dict[str, float | int]] = {}
        """The depth, nodes and value from `info` lines since the last `go`."""
        self._reader: Final = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self._greet()
        except BaseException:
            self.close()
            raise

    def _greet(self) -> None:
        protocol = self._settings.protocol
        self._say(protocol)
        self._wait(f"{protocol}ok", PATIENCE)
        for name, value in self._settings.options.items():
            self._say(f"setoption name {name} value {value}")
        self._say(f"{protocol}newgame")
        self._say("isready")
        self._wait("readyok", 6 * PATIENCE)

    def choose(self, session: Session[Any, Any]) -> Choice[Any]:
        """The engine's move; raises IllegalMoveError for an illegal one, EngineError if it ended or did not answer in time."""
        self._say(self._position(session))
        said, seconds = self._go(session)
        self._told.clear()
        self._mover = session.mover
        self._say(said)
        answer = self._wait("bestmove", seconds + PATIENCE)
        return Choice(self._move(session, answer[1] if len(answer) > 1 else ""), known=dict(self._told))

    def _position(self, session: Session[Any, Any]) -> str:
        start = session.states[0]
        place = self._settings.place or session.notation.write_position
        where = "startpos" if start == session.game.initial() else f"fen {place(start)}"
        moves = [self._word(session, state, move) for state, move in zip(session.states, session.moves, strict=False)]
        return f"position {where}" + (f" moves {' '.join(moves)}" if moves else "")

    def _go(self, session: Session[Any, Any]) -> tuple[str, float]:
        """The `go` line, and the most seconds that the engine may think."""
        limits, words, seconds = self._settings.limits, ["go"], float("inf")
        if limits.depth is not None:
            words += ["depth", str(limits.depth)]
        if limits.nodes is not None:
            words += ["nodes", str(limits.nodes)]
        if limits.seconds is not None:
            words += ["movetime", str(round(1_000 * limits.seconds))]
            seconds = limits.seconds
        if limits.clock is not None:
            names = ("w", "b") if self._settings.protocol == "uci" else ("p1", "p2")
            back = round(1_000 * (limits.increment or 0.0))
            for name, left in zip(names, session.clocks, strict=False):
                left = limits.clock if left is None else left
                words += [f"{name}time", str(round(1_000 * left)), f"{name}inc", str(back)]
                seconds = min(seconds, left)
        return " ".join(words), seconds

    def _word(self, session: Session[Any, Any], state: Any, move: Any) -> str:
        return tokens.word(session, state, move) if self._settings.write is None else self._settings.write(state, move)

    def _move(self, session: Session[Any, Any], word: str) -> Any:
        for move in session.legal:
            if self._word(session, session.state, move) == word:
                return move
        return tokens.read(session, word)

    def _read(self) -> None:
        """Reads lines, on a thread; while the queue is full, the engine's output waits in its pipe."""
        assert self._process.stdout is not None
        with self._process.stdout as stdout:
            is_begun = False
            while part := stdout.readline(_LONGEST):
                if not is_begun:
                    self._lines.put(part.decode("utf-8", "replace"))
                is_begun = not part.endswith(b"\n")
        self._lines.put(None)

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except OSError as error:
            raise EngineError(f"{self._settings.name} has ended") from error

    def _wait(self, first: str, seconds: float) -> list[str]:
        """The words of the next line that begins with `first`."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            try:
                line = self._lines.get(timeout=None if left == float("inf") else left)
            except queue.Empty:
                break
            if line is None:
                raise EngineError(f"{self._settings.name} ended without {first}")
            words = line.split()
            if words[:1] == [first]:
                return words
            if words[:1] == ["info"]:
                self._told.update(tokens.known_of([words], self._mover))
        raise EngineError(f"{self._settings.name} did not answer with {first} within {seconds:.3g} s")

    def close(self) -> None:
        """Ends the engine and its child processes."""
        assert self._process.stdin is not None
        with contextlib.suppress(EngineError):
            self._say("quit")
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        until = time.monotonic() + 1
        with contextlib.suppress(queue.Empty):  # discards what it still has to say, unless something else keeps the pipe open
            while self._reader.is_alive() and time.monotonic() < until:
                self._lines.get(timeout=0.1)
