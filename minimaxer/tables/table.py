"""`Table`: the values of positions, as found or as read from a file, and its answers in searches, in the tree and at the root."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeVar

from attrs import frozen

from ..base.checks import front_door
from ..base.scores import DECISIVE, LONGEST_WIN, LOSS, WIN, Bound, shifted
from ..errors import OptionError, TableError
from ..game.capability import CATALOGUE, Capabilities, has_capability
from ..game.comparing import equal
from ..game.following import final_outcome
from ..game.protocol import Game, M, S
from ..game.reprs import View, short_text
from ..searching.details import Statistics
from ..searching.limits import Control, StopReason
from ..searching.options import AUTO, AlphaBetaOptions
from ..searching.result import RootMove, SearchResult
from . import files
from .contents import Contents, TableStatistics
from .graph import Naming
from .settling import DRAWN

ENGINE: Final = "tree/table"
LOOKING_UP: Final = ("alphabeta", "pvs", "mtdf")
"""The algorithms that look positions up in endgame tables."""


def looking_up(algorithm: str, best: str) -> str:
    """The algorithm of a search with endgame tables, `best` for `auto`; raises OptionError if it does not use tables."""
    if algorithm == AUTO:
        return best
    if algorithm not in LOOKING_UP:
        raise OptionError(f"contradictory options: {algorithm} looks nothing up in tables; take one of {', '.join(LOOKING_UP)}")
    return algorithm


class Tables:
    """The endgame tables of a search, probed one after the other; the rules are not compiled. Raises OptionError if a table has
    other rules or does not count plies to wins, or the options do not fit.
    """

    def __init__(self, tables: Sequence[Table[Any, Any]], game: Any, options: AlphaBetaOptions) -> None:
        for table in tables:
            if not isinstance(table, Table) or (table.game is not game and table.game != game):
                raise OptionError(f"expected tables of {game!r}, as mx.tabulate and mx.Table.load give them, got {table!r}")
            if table.names_wins and not table.has_plies:
                raise OptionError(f"expected a table that counts plies to wins, got {table!r}; tabulate with plies=True")
        if options.shorten:
            raise OptionError("contradictory options: shorten counts plies to margins, which tables do not; leave one out")
        self._tables: Final = tables

    def probe(self, state: Any) -> float | None:
        """The value of a state, with wins counted in plies from there; None if no table has it."""
        return next((value for table in self._tables if (value := table.probe(state)) is not None), None)

    def line(self, state: Any) -> list[Any]:
        """The principal variation from a state; empty if no table has it."""
        return next((table.line(state) for table in self._tables if state in table), [])

    def answer(self, state: Any, found: Capabilities[Any, Any], control: Control) -> SearchResult[Any] | None:
        """The result that a search of a running state would find; None if no table has it."""
        return next((_answer(table, state, found, control) for table in self._tables if state in table), None)


def _answer(table: Table[Any, Any], state: Any, found: Capabilities[Any, Any], control: Control) -> SearchResult[Any]:
    """The result by a table; the best move comes first, then the others by value."""
    game = table.game
    best = table.best_moves(state)[0]
    first = game.player(state) == 0
    rows = [_row(table, state, move) for move in game.moves(state)]
    rows.sort(key=lambda row: (not equal(row.move, best), -(row.value or 0) if first else row.value or 0))
    line = table.line(state)
    return SearchResult(
        value=table.value(state),
        pv=tuple(line),
        bound=Bound.EXACT,
        depth=max(1, len(line)),
        stop=StopReason.SOLVED,
        moves=tuple(rows),
        solved=True,
        finished=final_outcome(game, table.found, reduce(game.play, line, state)) is not None,
        engine=ENGINE,
        statistics=Statistics(nodes=1, created=1, seconds=control.seconds),
        view=View(state, game, found),
    )


def _row(table: Table[Any, Any], state: Any, move: Any) -> RootMove[Any]:
    child = table.game.play(state, move)
    line = (move, *table.line(child))
    return RootMove(move=move, value=shifted(table.value(child), 1), bound=Bound.EXACT, depth=len(line), pv=line)


S_contra = TypeVar("S_contra", contravariant=True)


class Places(Protocol[S_contra]):
    """The numbers of a table's positions."""

    @property
    def kind(self) -> str:
        """The way positions are found: by `index` or by `codes`."""

    def __len__(self) -> int: ...

    def number(self, state: S_contra) -> int | None:
        """The number of a state; None if it is not in the table."""

    def codes(self) -> Iterator[int]:
        """Yields the codes of all numbers in turn, if positions are found by them."""


@frozen(eq=False, repr=False)
class Table(Generic[S, M]):
    """The values of all positions of a game, or of a part of it that play does not leave.

    `mx.tabulate` makes one, `Table.load` reads one from a file.

    Attributes:
        game: The rules.
        found: Their capabilities that are used.
        naming: Distinguishes positions.
        places: The number of each.
        contents: Their values and statistics.

    Examples:
        >>> import minimaxer as mx
        >>> from minimaxer_games.nim import Nim
        >>> table = mx.tabulate(Nim(heaps=(1, 2)))
        >>> len(table), table.value(Nim(heaps=(1, 2)).initial()) == mx.win_in(3)
        (7, True)
    """

    game: Game[S, M]
    found: Capabilities[S, M]
    naming: Naming[S]
    places: Places[S]
    contents: Contents

    def __len__(self) -> int:
        return self.contents.statistics.positions

    @front_door
    def __contains__(self, state: S) -> bool:
        return self.places.number(state) is not None

    def __repr__(self) -> str:
        return f"<table of {len(self):,} positions of {self.game!r}>"

    @property
    def ignored(self) -> list[str]:
        """The names of the game's capabilities that were left out."""
        return sorted(each.name for each in CATALOGUE if has_capability(self.game, each.name) and each.name not in self.found)

    @property
    def has_plies(self) -> bool:
        """True if it stores the plies to each result."""
        return self.contents.plies is not None

    @property
    def tier(self) -> int | None:
        """The highest tier that is complete; None if it was not made tier by tier."""
        if self.found.tier is None or self.places.kind != "index":
            return None
        numbers = range(len(self.places) - 1, -1, -1)
        assert self.found.unindex is not None
        return next((self.found.tier(state) for number in numbers if (state := self.found.unindex(number)) is not None), None)

    @property
    def names_wins(self) -> bool:
        """True if a value is a win or a loss at an end, rather than a margin."""
        return any(abs(value) in (WIN, -LOSS) for value in self.contents.values)

    @front_door
    def probe(self, state: S) -> float | None:
        """Probes the table: `value`, or None if the position is not in the table."""
        number = self.places.number(state)
        return None if number is None else self._value(number, state)

    @front_door
    def value(self, state: S) -> float:
        """The result for player 0 under best play; a win or a loss counts plies, as in a search's result.

        In a table without plies it is `WIN` or `LOSS`.

        Raises:
            TableError: The position is not in the table.
        """
        return self._value(self._number(state), state)

    @front_door
    def plies(self, state: S) -> int | None:
        """The plies to the result under best play: the player who gains by it hurries, the other one delays it.

        None for endless play and results of the same value, which no player can force, and if plies are not stored.

        Raises:
            TableError: The position is not in the table.
        """
        return self._plies(self._number(state))

    @front_door
    def best_moves(self, state: S) -> list[M]:
        """The moves that keep the value; if the result must be forced, only the quickest or slowest of them.

        Empty if the game is over.

        Raises:
            TableError: The position is not in the table.
        """
        number = self._number(state)
        if self.game.outcome(state) is not None:
            return []
        moves = list(self.game.moves(state))
        behind = [self.game.play(state, move) for move in moves]
        value, wanted = self._plain(number, state), self._plies(number)
        keeping = [
            (move, self._plies(self._number(child)))
            for move, child in zip(moves, behind, strict=True)
            if self._plain(self._number(child), child) == value
        ]
        if moves and not keeping:
            raise TableError(f"the table is broken: no move keeps the value of {state!r}")
        return [move for move, plies in keeping if wanted is not None and plies == wanted - 1] or [move for move, _ in keeping]

    @front_door
    def line(self, state: S) -> list[M]:
        """The principal variation, up to the end or to a repeated position.

        Raises:
            TableError: The position is not in the table.
        """
        line, seen = list[M](), set[int]()
        while (number := self._number(state)) not in seen and len(line) < LONGEST_WIN and (best := self.best_moves(state)):
            seen.add(number)
            line.append(best[0])
            state = self.game.play(state, best[0])
        return line

    def statistics(self) -> TableStatistics:
        """Statistics of the table: the positions by value and distance, and the longest way to a result."""
        return self.contents.statistics

    @front_door
    def save(self, path: str | Path, *, plies: bool = True) -> None:
        """Writes the table to a file; an existing one is replaced only once the new one is complete.

        Args:
            path: The file.
            plies: True to store the plies to results, which take most of the space.

        Raises:
            GameError: A state's key cannot be written.
            NotationError: The file cannot be written.
        """
        files.save(self, Path(path), plies=plies)

    @classmethod
    @front_door
    def load(cls, game: Game[S, M], path: str | Path) -> Table[S, M]:
        """Reads a table that `save` wrote; of a large file, only the parts used are ever read.

        Args:
            game: The rules, the same as it was made with.
            path: The file.

        Raises:
            TableError: It is not a table, is broken, or was made with other rules.
            NotationError: It cannot be read.

        Examples:
            >>> import minimaxer as mx
            >>> from tempfile import TemporaryDirectory
            >>> from minimaxer_games.nim import Nim
            >>> game = Nim(heaps=(1, 2))
            >>> with TemporaryDirectory() as folder:
            ...     mx.tabulate(game).save(f"{folder}/nim.table")
            ...     table = mx.Table.load(game, f"{folder}/nim.table")
            ...     table.best_moves(game.initial())
            [Take(heap=1, sticks=1)]
        """
        return files.load(cls, game, Path(path))

    def _number(self, state: S) -> int:
        if (number := self.places.number(state)) is None:
            raise TableError(f"{state!r} is not in the table, which has {len(self):,} positions; tabulate from it, or before it")
        return number

    def _value(self, number: int, state: S) -> float:
        value, plies = self._plain(number, state), self._plies(number)
        if plies is None or abs(value) < DECISIVE:
            return value
        return value - plies if value > 0 else value + plies

    def _plain(self, number: int, state: S) -> float:
        return self.contents.values[self.contents.results[number]] + self.naming.margin(state)

    def _plies(self, number: int) -> int | None:
        kept = self.contents.plies
        return None if kept is None or self.contents.results[number] == DRAWN else kept[number]


def as_text(game: Any, found: Capabilities[Any, Any], state: Any, moves: Sequence[Any]) -> tuple[str, tuple[str, ...]]:
    """A position and a line from it as text, in the game's notation if it has one."""

    def written() -> Iterator[str]:
        here = state
        for move in moves:
            yield short_text(move) if found.format_move is None else found.format_move(here, move)
            here = game.play(here, move)

    return repr(state) if found.format is None else found.format(state), tuple(written())
