"""The judge: values of tables of moves, by nothing but the definitions. Imports nothing of the package."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

WIN: Final = 1_000_000
BAND: Final = 100_000
CHANCE: Final = -1
At = tuple[int, int]
"""A place, and the points banked."""


def is_decisive(value: float) -> bool:
    return abs(value) >= WIN - BAND


def earlier(value: float) -> float:
    """A value seen one ply earlier."""
    if is_decisive(value):
        return value - 1 if value > 0 else value + 1
    return value


def result_of(value: float) -> float:
    """A value without distances."""
    return (WIN if value > 0 else -WIN) if is_decisive(value) else value


class Judge:
    """Values for player 0 of the places of a table, for one or two players, with or without chance.

    Args:
        rows: The table; see `sheets.Row`.
        plies: True if wins count plies.
        scale: What a number of the table is worth, such as a quarter.
        is_evaluated: True if the game has an evaluation.
        has_forced: True if quiescence tries every move where the table says so.
        worths: The moves searched of each place; None for all.
    """

    def __init__(
        self,
        rows: list[Any],
        *,
        plies: bool = True,
        scale: float = 1,
        is_evaluated: bool = True,
        has_forced: bool = True,
        worths: list[list[int]] | None = None,
    ) -> None:
        self.rows: Final = rows
        self._earlier: Final[Callable[[float], float]] = earlier if plies else float
        self._scale: Final = scale
        self._is_evaluated: Final = is_evaluated
        self._has_forced: Final = has_forced
        self._worths: Final = worths
        self._fixed: Final[dict[Any, float]] = {}
        self._quiet: Final[dict[Any, float]] = {}
        self._solved: Final[dict[Any, dict[At, float]]] = {}

    def number(self, number: int) -> float:
        """What a number of the table is worth."""
        return number if abs(number) >= WIN - BAND or self._scale == 1 else number * self._scale

    def outcome(self, at: At) -> float | None:
        """What player 0 gets where the game is over."""
        row = self.rows[at[0]]
        return self.number(row.outcome + at[1]) if row.over else None

    def evaluation(self, at: At) -> float:
        """The static evaluation; 0 without one."""
        return self.number(self.rows[at[0]].evaluation + at[1]) if self._is_evaluated else 0

    def children(self, at: At, numbers: Iterable[int] | None = None) -> list[At]:
        """The positions behind the moves, or some of them."""
        edges = self.rows[at[0]].edges
        chosen = range(len(edges)) if numbers is None else numbers
        return [(edges[number].target, at[1] + edges[number].gain) for number in chosen]

    def _joined(self, at: At, values: list[float]) -> float:
        row = self.rows[at[0]]
        if row.mover == CHANCE:
            total = sum(edge.chance for edge in row.edges)
            return float(sum(edge.chance / total * value for edge, value in zip(row.edges, values, strict=True)))
        return max(values) if row.mover == 0 else min(values)

    def fixed(self, at: At, depth: int, quiescence: int = 0) -> float:
        """The value of a search to that depth, over the moves that are searched."""
        known = self._fixed.get((at, depth, quiescence))
        if known is not None:
            return known
        value = self.outcome(at)
        if value is None or (depth == 0 and self.rows[at[0]].over == 2):  # whether there are moves is not asked there
            if depth == 0:
                value = self.quiet(at, quiescence) if quiescence else self.evaluation(at)
            else:
                below = [self._earlier(self.fixed(child, depth - 1, quiescence)) for child in self.children(at, self._tried(at))]
                value = self._joined(at, below)
        self._fixed[at, depth, quiescence] = value
        return value

    def _tried(self, at: At) -> list[int] | None:
        """The numbers of the moves that are searched; None for all."""
        return None if self._worths is None or self.rows[at[0]].mover == CHANCE else self._worths[at[0]]

    def quiet(self, at: At, plies: int) -> float:
        """The value of quiescence."""
        known = self._quiet.get((at, plies))
        if known is not None:
            return known
        value = self.outcome(at)
        row = self.rows[at[0]]
        forced = row.forced and self._has_forced
        if value is None or (row.over == 2 and not (forced and plies)):
            standing = self.evaluation(at)
            if plies == 0 or row.mover == CHANCE:
                value = standing
            else:
                numbers = self._tried(at) if forced else [number for number, edge in enumerate(row.edges) if edge.noisy]
                below = [self._earlier(self.quiet(child, plies - 1)) for child in self.children(at, numbers)]
                value = self._joined(at, below if forced else [*below, standing])
        self._quiet[at, plies] = value
        return value

    def positions(self, root: At) -> list[At]:
        """All positions that can be reached."""
        seen, rest = {root: None}, [root]
        while rest:
            for child in self.children(rest.pop()):
                if child not in seen:
                    seen[child] = None
                    rest.append(child)
        return list(seen)

    def solved(self, root: At, endless: float = 0) -> float:
        """The game-theoretic value; play without end is worth `endless`.

        Values of games that are cut off after so many plies, and are worth that then, until a ply more changes nothing.
        """
        known = self._solved.setdefault(endless, {})
        if root not in known:
            positions = self.positions(root)
            values: dict[At, float] = {at: self._end(at, endless) for at in positions}
            for _ in range(2 * len(positions) + 2):
                after = {at: self._step(at, values, endless) for at in positions}
                if after == values:
                    break
                values = after
            else:
                raise AssertionError("values that never settle")
            known.update(values)
        return known[root]

    def _end(self, at: At, endless: float) -> float:
        outcome = self.outcome(at)
        return endless if outcome is None else outcome

    def _step(self, at: At, values: dict[At, float], endless: float) -> float:
        outcome = self.outcome(at)
        if outcome is not None:
            return outcome
        below = [values[child] for child in self.children(at)]
        return self._joined(at, [value if value == endless else self._earlier(value) for value in below])

    def best(self, at: At) -> set[int]:
        """The moves that keep the value, and the distance of a win."""
        value = self.solved(at)
        below = [self._earlier(self.solved(child)) for child in self.children(at)]
        return {number for number, each in enumerate(below) if each == value}

    def count(self, at: At, depth: int) -> int:
        """Sequences of moves that long."""
        if depth == 0:
            return 1
        return 0 if self.outcome(at) is not None else sum(self.count(child, depth - 1) for child in self.children(at))


class Party:
    """Values of a table for three and more.

    Args:
        rows: The table.
        players: How many.
        unknown: What each gets where nobody evaluates; None for the table's evaluations.
        is_ordered: True if it has an order.
    """

    def __init__(self, rows: list[Any], players: int, *, unknown: float | None = None, is_ordered: bool = True) -> None:
        self.rows: Final = rows
        self.players: Final = players
        self._unknown: Final = unknown
        self._is_ordered: Final = is_ordered
        self._known: Final[dict[Any, Any]] = {}

    def maxn(self, place: int, depth: int) -> tuple[float, ...]:
        """The payoffs; of equal moves the one with the greatest weight, of these the first."""
        key = "maxn", place, depth
        if key not in self._known:
            self._known[key] = self._maxn(place, depth)
        found: tuple[float, ...] = self._known[key]
        return found

    def _maxn(self, place: int, depth: int) -> tuple[float, ...]:
        row = self.rows[place]
        if row.over == 1 or (row.over and depth):
            return tuple(row.payoffs)
        if depth == 0:
            return tuple(row.judged) if self._unknown is None else (self._unknown,) * self.players
        below = [self.maxn(edge.target, depth - 1) for edge in row.edges]
        if row.mover == CHANCE:
            total = sum(edge.chance for edge in row.edges)
            shares = [edge.chance / total for edge in row.edges]
            return tuple(
                sum(share * each[player] for share, each in zip(shares, below, strict=True)) for player in range(self.players)
            )
        weights = [edge.order if self._is_ordered else 0 for edge in row.edges]
        best = max(range(len(below)), key=lambda number: (below[number][row.mover], weights[number], -number))
        return below[best]

    def seated(self, place: int, depth: int, me: int, *, brs: bool, is_free: bool = True) -> float:
        """What a player gets where all others play against it; by best reply one of them a round chooses."""
        key = place, depth, me, brs, is_free
        if key not in self._known:
            self._known[key] = self._seated(place, depth, me, brs=brs, is_free=is_free)
        found: float = self._known[key]
        return found

    def _seated(self, place: int, depth: int, me: int, *, brs: bool, is_free: bool) -> float:
        row = self.rows[place]
        if row.over == 1 or (row.over and depth):
            return row.payoffs[me]  # type: ignore[no-any-return]
        if depth == 0:
            return row.judged[me] if self._unknown is None else 0
        weights = [edge.order if self._is_ordered else 0 for edge in row.edges]
        likely = max(range(len(row.edges)), key=lambda number: (weights[number], -number))
        values = []
        for number, edge in enumerate(row.edges):
            free = is_free
            if row.mover == me:
                free = True
            elif brs and row.mover != CHANCE:
                if not is_free and number != likely:
                    continue
                free = is_free and number == likely
            values.append(self.seated(edge.target, depth - 1, me, brs=brs, is_free=free))
        if row.mover == CHANCE:
            total = sum(edge.chance for edge in row.edges)
            return float(sum(edge.chance / total * value for edge, value in zip(row.edges, values, strict=True)))
        return max(values) if row.mover == me else min(values)
