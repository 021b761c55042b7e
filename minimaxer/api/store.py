"""Stored results of positions, in an SQLite file that persists between runs and that several processes may use at a time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Generic

from attrs import frozen

from ..base.files import Database, Form, made_of, read_json
from ..base.scores import LOSS, WIN, Bound
from ..errors import OptionError
from ..families.hybrid.options import UnevaluatedOptions
from ..families.proof.options import ProofDetails, ProofOptions
from ..game.capability import Capabilities, capabilities
from ..game.notation import Notation
from ..game.protocol import M, S, players_of
from ..game.reprs import View
from ..native import rules_of
from ..native.game import described
from ..searching.details import AlphaBetaDetails, Statistics
from ..searching.limits import StopReason
from ..searching.options import AlphaBetaOptions
from ..searching.result import RootMove, SearchResult
from ..searching.setup import Setup
from ..tables.files import rules_digest
from ..tables.graph import Naming

ENGINE: Final = "store"
"""The engine of a result that was read from a file."""
_CHANGING: Final = ("repetition", "shorten")
"""Options that change solved values."""
_FORM: Final = Form(
    application=0x6D6D7831,  # "mmx1"
    version=1,
    about="a file of what is known of positions",
    error=OptionError,
    settings=("PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL"),
    tables={
        "found": """
            CREATE TABLE IF NOT EXISTS found (
                game TEXT NOT NULL,
                position TEXT NOT NULL,
                low REAL NOT NULL,
                high REAL NOT NULL,
                line TEXT NOT NULL,
                nodes INTEGER NOT NULL,
                PRIMARY KEY (game, position)
            ) WITHOUT ROWID
        """,
        "solved": """
            CREATE TABLE IF NOT EXISTS solved (
                game TEXT NOT NULL,
                position TEXT NOT NULL,
                meaning TEXT NOT NULL,
                value REAL NOT NULL,
                line TEXT NOT NULL,
                finished INTEGER NOT NULL,
                PRIMARY KEY (game, position, meaning)
            ) WITHOUT ROWID
        """,
        "rules": """
            CREATE TABLE IF NOT EXISTS rules (only INTEGER PRIMARY KEY CHECK (only = 1), game TEXT NOT NULL, digest TEXT NOT NULL)
        """,
    },
)
"""The format of a file; its table `rules` identifies the one game whose solved values it holds."""
_PUT: Final = """
INSERT INTO found VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (game, position) DO UPDATE SET
    low = max(low, excluded.low), high = min(high, excluded.high), nodes = nodes + excluded.nodes,
    line = CASE WHEN excluded.line != '[]' THEN excluded.line ELSE line END
"""


@frozen
class Known:
    """Stored bounds on player 0's result in a position: `LOSS`, a margin or `WIN`.

    Attributes:
        line: The principal variation, as far as it was found, move by move as text.
        nodes: Nodes searched for it.
    """

    low: float = LOSS
    high: float = WIN
    line: tuple[str, ...] = ()
    nodes: int = 0


class Store(Database):
    """A file of stored results of one game, created if there is none; rows of other games in it are left alone. Raises
    OptionError if the file cannot be opened or is something else.
    """

    def __init__(self, path: str | Path, game: str) -> None:
        super().__init__(path, _FORM)
        self._game: Final = game

    def claim(self, digest: str) -> None:
        """Reserves the file for the values of the game; raises OptionError if it holds those of another game or other rules."""
        known = self.rows("SELECT game, digest FROM rules", (), str, str)
        if not known:
            self.change("INSERT OR IGNORE INTO rules VALUES (1, ?, ?)", (self._game, digest))
            known = self.rows("SELECT game, digest FROM rules", (), str, str)
        [(game, kept)] = known
        if game != self._game:
            raise OptionError(
                f"expected solved positions of {self._game}, got {self.path} with those of {game}; give another file"
            )
        if kept != digest:
            raise OptionError(
                f"expected solved positions of {game} by the rules as they are now, got {self.path} with those of other "
                "rules of that name; give another file"
            )

    def solved(self, position: str, meaning: str) -> tuple[float, tuple[str, ...], bool] | None:
        """A solved position's value with that meaning, its line, and True if the line reaches the end; None if not stored."""
        query = "SELECT value, line, finished FROM solved WHERE game = ? AND position = ? AND meaning = ?"
        for value, line, finished in self.rows(query, (self._game, position, meaning), float, str, int):
            return value, self._line(line), bool(finished)
        return None

    def add_solved(self, position: str, meaning: str, value: float, line: Sequence[str], finished: bool) -> None:
        """Stores a solved position, unless it is stored already."""
        row = self._game, position, meaning, value, json.dumps(line), finished
        self.change("INSERT OR IGNORE INTO solved VALUES (?, ?, ?, ?, ?, ?)", row)

    def known(self, position: str) -> Known:
        """The stored bounds on a position; `Known()` if there are none."""
        query = "SELECT low, high, line, nodes FROM found WHERE game = ? AND position = ?"
        for low, high, line, nodes in self.rows(query, (self._game, position), float, float, str, int):
            return Known(low, high, self._line(line), nodes)
        return Known()

    def _line(self, text: str) -> tuple[str, ...]:
        with self.explained():
            line: tuple[str, ...] = made_of(tuple[str, ...], read_json(text))
        return line

    def add(self, position: str, known: Known) -> None:
        """Merges new bounds into the stored ones."""
        self.change(_PUT, (self._game, position, known.low, known.high, json.dumps(known.line), known.nodes))


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
        return SearchResult(
            value=value,
            bound=Bound.EXACT,
            pv=line,
            depth=depth,
            stop=StopReason.SOLVED,
            moves=(RootMove(move=line[0], value=value, bound=Bound.EXACT, depth=depth, pv=line, meaning=self._meaning),),
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
