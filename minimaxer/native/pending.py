"""`PendingGame`: a game that is compiled in the background, while it is searched on a tree."""

from __future__ import annotations

import logging
import os
import sys
import threading
import weakref
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any, Final

from ..base.forks import awaited_by_forks
from ..base.lazy import known
from ..base.progress import OnProgress, Progress, ignored
from ..compiler.runtime.machine import Worker
from ..errors import MinimaxerError
from ..game.protocol import Game, M, S, Score
from .game import CompiledGame, Wrapped, check_compilable, compile_game

LOG: Final = logging.getLogger("minimaxer")
_TURN: Final = 0.0002
"""Seconds of a turn of a thread while a game is compiled: after each call of LLVM the compiler waits for the end of one."""
_turns: Final = list[float]()
"""For each game that is being compiled, the seconds of a turn before."""
_turns_lock: Final = awaited_by_forks(threading.RLock())


class PendingGame(Wrapped[S, M]):
    """A game that is being compiled in the background; `mx.compile(game, background=True)` makes one.

    A `Search` of it begins on a tree at once, and goes on natively as soon as compiled code has been compared with Python: first
    with code that was made quickly, then with code that runs fast. If the game cannot be compiled, it stays on the tree.

    Args:
        game: The rules; this and the other arguments are those of `mx.compile`, with `on_progress` called on another thread.

    Attributes:
        game: The original rules object.
        progress: How far compiling is.
        error: Why the game cannot be compiled; None unless that is so.

    Raises:
        MissingExtraError: llvmlite is not installed.
    """

    def __init__(
        self,
        game: Game[S, M],
        evaluate: Callable[[S], Score] | None = None,
        check: bool = True,
        on_progress: OnProgress = ignored,
    ) -> None:
        self.game = check_compilable(game, check)
        self.progress = Progress("compiling", 0, None, unit="steps")
        self.error: Exception | None = None
        self._evaluate = evaluate
        self._check: Final = check
        self._on_progress: Final = on_progress
        self._compiled: CompiledGame[S, M] | None = None
        _games.add(self)
        self._begin()

    def __repr__(self) -> str:
        return f"compile({self.game!r}, background=True)"

    def __reduce__(self) -> tuple[Any, ...]:
        return (compile_game, (self.game, self._evaluate, self._check)) if self.ready else (known, (self.game,))

    def __await__(self) -> Generator[Any, None, CompiledGame[S, M]]:
        import asyncio  # here, since most programs have no event loop

        return asyncio.to_thread(lambda: self.compiled).__await__()

    @property
    def ready(self) -> bool:
        """True once the rules are compiled, and compared with Python."""
        return self._compiled is not None

    @property
    def reason(self) -> str | None:
        """Why the game cannot be compiled, in a line; None unless that is so."""
        if self.error is None:
            return None
        first, *others = (str(self.error) if isinstance(self.error, MinimaxerError) else repr(self.error)).splitlines()
        return f"{first} (and {len(others)} more: `minimaxer compile` lists them)" if others else first

    @property
    def compiled(self) -> CompiledGame[S, M]:
        """The compiled game, once it is ready.

        Raises:
            CompileError: The game cannot be compiled.
            TierError: Compiled code gives other results than Python.
            RulesError: One call of the rules takes more than 5 s.
        """
        self.wait()
        if self._compiled is None:
            assert self.error is not None
            raise self.error
        return self._compiled

    def wait(self, seconds: float | None = None) -> bool:
        """Waits until the game is compiled or found impossible to compile, but no longer than that; True if it is ready."""
        self._settled.wait(seconds)
        return self.ready

    def then(self, work: Callable[[CompiledGame[S, M]], object]) -> None:
        """Does work on the thread that compiles, after all that it does before; nothing if the game cannot be compiled."""
        self._worker.submit(lambda: self._do(work))

    def _begin(self) -> None:
        self._settled = threading.Event()
        self._worker = Worker("minimaxer background")
        self._worker.submit(self._compile)

    def _do(self, work: Callable[[CompiledGame[S, M]], object]) -> None:
        if self._compiled is not None:
            try:
                with _short_turns():
                    work(self._compiled)
            except Exception as error:  # such as of an evaluation; who asks for the reason is told
                self.error = error

    def _compile(self) -> None:
        try:
            with _short_turns():
                self._compiled = compile_game(self.game, self._evaluate, self._check, on_progress=self._tell, hurries=True)
        except Exception as error:  # rules may raise anything; who asks for the compiled game is told
            self.error = error
            LOG.info("searched on a tree, since: %s", self.reason)
        finally:
            self._settled.set()

    def _tell(self, progress: Progress) -> None:
        self.progress = progress
        try:
            self._on_progress(progress)
        except Exception:  # it is none of the compiler's
            LOG.exception("on_progress failed")


@contextmanager
def _short_turns() -> Iterator[None]:
    """Lets Python's threads take short turns meanwhile."""
    with _turns_lock:
        _turns.append(sys.getswitchinterval())
        sys.setswitchinterval(min(_turns[0], _TURN))
    try:
        yield
    finally:
        with _turns_lock:
            before, _ = _turns[0], _turns.pop()
            if not _turns:
                sys.setswitchinterval(before)


_games: Final = weakref.WeakSet[PendingGame[Any, Any]]()


def _begin_again() -> None:
    """Begins anew, in a forked child, which has no thread but the one that forked."""
    if _turns:
        sys.setswitchinterval(_turns[0])
        _turns.clear()
    for game in [each for each in _games if not each._settled.is_set()]:
        game._begin()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_again)
