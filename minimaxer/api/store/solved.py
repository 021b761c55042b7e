"""Solved positions of one game, in a file of stored results."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Generic

from ...base.bound import Bound
from ...errors import OptionError
from ...families.hybrid.options import UnevaluatedOptions
from ...families.proof.options import ProofDetails, ProofOptions
from ...game.capability import Capabilities, capabilities
from ...game.notation import Notation
from ...game.players import players_of
from ...game.protocol import M, S
from ...game.view import View
from ...native import rules_of
from ...native.naming import described
from ...searching.details import AlphaBetaDetails
from ...searching.limits import StopReason
from ...searching.options import AlphaBetaOptions
from ...searching.result import RootMove, SearchResult
from ...searching.setup import Setup
from ...searching.statistics import Statistics
from ...tables.graph import Naming
from ...tables.rules import rules_digest
from .file import Store

ENGINE: Final = "store"
"""The engine of a result that was read from a file."""
_CHANGING: Final = ("repetition", "shorten")
"""Options that change solved values."""


class SolvedStore(Generic[S, M]):
    """The solved positions of one game in a file, which several processes may read and write at a time.

    Raises OptionError if the file cannot be opened, is something else, or holds another game's values; or if the game or the
    options have no values to store.
    """

    def __init__(self, path: str | Path, setup: Setup[S, M]) -> None:
        game: Any = rules_of(setup.game)
        found: Capabilities[S, M] = capabilities(game)
        _check(setup, found)
        self._meaning: Final = "result" if isinstance(setup.options, ProofOptions) else "plies"
        self._view: Final = game, found
        self._notation: Final[Notation[S, M]] = Notation(game, found)
        changed = [name for name in _CHANGING if getattr(setup.options, name, False)]
        words = " with ".join([described(game), *changed]) + (" without stuck" if "stuck" in setup.options.ignore else "")
        self._file: Final = Store(path, words)
        try:
            self._file.claim(rules_digest(game, found, Naming(game, found, shares=False)))
        except BaseException:
            self._file.close()
            raise

    def solve(self, state: S, look: Callable[[], SearchResult[M]]) -> SearchResult[M]:
        """The stored result of a state; if there is none, that of `look`, which is then stored."""
        text = self._notation.write_position(state)
        known = self.known(state, text)
        if known is None:
            known = look()
            self.add(text, state, known)
        return known

    def known(self, state: S, text: str) -> SearchResult[M] | None:
        """The stored result of a state with that notation; None if there is none."""
        began = time.perf_counter()
        row = self._file.solved(text, self._meaning)
        line = () if row is None else self._notation.read_line(state, row[1])
        if row is None or not line:
            return None
        value, depth = int(row[0]) if row[0] == int(row[0]) else row[0], len(line)
        best = RootMove(move=line[0], value=value, bound=Bound.EXACT, depth=depth, pv=line, meaning=self._meaning)
        return SearchResult(
            value=value,
            bound=Bound.EXACT,
            pv=line,
            depth=depth,
            stop=StopReason.SOLVED,
            moves=(best,),
            solved=True,
            finished=row[2],
            engine=ENGINE,
            statistics=Statistics(nodes=0, created=0, seconds=time.perf_counter() - began),
            meaning=self._meaning,
            view=View(state, *self._view),
        )

    def add(self, text: str, state: S, result: SearchResult[M]) -> None:
        """Stores the result of a state with that notation, if it was solved by a search that covers all lines."""
        is_sure = result.solved and result.bound is Bound.EXACT and isinstance(result.details, (AlphaBetaDetails, ProofDetails))
        if is_sure and result.pv:
            line = self._notation.write_line(state, result.pv)
            self._file.add_solved(text, result.meaning, result.value, line, result.finished)

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


def _check(setup: Setup[Any, Any], found: Capabilities[Any, Any]) -> None:
    """Raises OptionError if the game or the options give no values to store."""
    options = setup.options
    if players_of(setup.game) > 2 or found.chances is not None:
        raise OptionError("expected a game for one or two players without chance with store; leave store out")
    if isinstance(options, (AlphaBetaOptions, ProofOptions)) and options.goal is not None:
        raise OptionError("contradictory options: store keeps values, and goal asks for a bound; leave one of them out")
    if isinstance(options, AlphaBetaOptions) and options.exact_root:
        raise OptionError("contradictory options: store keeps no values of all moves; leave out exact_moves and choice")
    if not isinstance(options, (AlphaBetaOptions, ProofOptions, UnevaluatedOptions)):
        raise OptionError(f"expected alpha-beta or proof-number search with store, got algorithm={setup.algorithm!r}")
