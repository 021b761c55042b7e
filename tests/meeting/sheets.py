"""Small random games as tables of numbers: one row for each place, from which a move leads to another."""

from __future__ import annotations

from array import array
from random import Random
from typing import Any, Final

from attrs import define, field, frozen

import minimaxer as mx
from minimaxer.game.weights import WeightTable

MOST_MOVES: Final = 4
MOST_PLAYERS: Final = 5
MOST_ROWS: Final = 15
HEAD: Final = 2
"""Words before the first row: the number of places, and a word that is free."""
(MOVER, OVER, COUNT, OUTCOME, EVALUATION, FORCED, NULL, LOW, HIGH) = range(9)
TARGET, ORDER, GAIN, NOISY, WORTH, TURN, CHANCE, RISE = range(10, 10 + 8 * MOST_MOVES, MOST_MOVES)
PAYOFF, JUDGED = RISE + MOST_MOVES, RISE + MOST_MOVES + MOST_PLAYERS
WIDTH: Final = JUDGED + MOST_PLAYERS
TIER: Final = 3
"""Places of one tier."""


@define
class Edge:
    """One move.

    Attributes:
        target: The place behind it.
        order: Its weight.
        gain: How much it banks.
        noisy: 1 if quiescence tries it.
        worth: 1 if `search_moves` gives it although it need not.
        turn: 1 if the board is seen from the other side afterwards.
        chance: Its weight where chance decides.
        rise: What `gain` tells of it.
    """

    target: int
    order: int = 0
    gain: int = 0
    noisy: int = 0
    worth: int = 1
    turn: int = 0
    chance: int = 1
    rise: int = 0


@define
class Row:
    """One place.

    Attributes:
        mover: The player to move; -1 where chance decides.
        over: 1 where `outcome` ends the game, 2 where `stuck` does.
        outcome: The result there, for player 0.
        evaluation: The static evaluation.
        forced: 1 where quiescence tries every move.
        null: The place after a pass; -1 for none.
        slack: How far the bounds lie from the value: 0 to 5, as `Sheet.words` says.
        payoffs: The results of many players.
        judged: Their evaluations.
        edges: The moves.
    """

    mover: int = 0
    over: int = 0
    outcome: int = 0
    evaluation: int = 0
    forced: int = 0
    null: int = -1
    slack: int = 0
    payoffs: list[int] = field(factory=list)
    judged: list[int] = field(factory=list)
    edges: list[Edge] = field(factory=list)


@frozen
class Shape:
    """What a class of games asks of its tables.

    Attributes:
        players: How many play.
        chance: True if chance decides here and there.
        banked: True if moves bank points.
        stuck: True if some games end for lack of moves.
        loops: True if play may go round.
        margins: True if no outcome is a win or a loss.
        total: What payoffs add up to; None for nothing.
    """

    players: int = 2
    chance: bool = False
    banked: bool = False
    stuck: bool = False
    loops: bool = False
    margins: bool = False
    total: int | None = None


@define
class Sheet:
    """The table of one game."""

    rows: list[Row]

    def words(
        self, values: list[Any] | None, worths: list[set[int] | None] | None, most: int = mx.WIN, *, all_best: bool = False
    ) -> WeightTable:
        """The numbers that the rules read.

        Args:
            most: The greatest number that bounds may name.
            all_best: Have `search_moves` give all moves that keep the value, as where play may go round.
            values: The value of each place as player 0 gets it, to put bounds around; None for bounds that say nothing.
            worths: The moves of each place that keep its value; None where `search_moves` gives all.
        """
        words = array("q", [len(self.rows), 0])
        for place, row in enumerate(self.rows):
            line = [0] * WIDTH
            line[MOVER], line[OVER], line[COUNT], line[OUTCOME] = row.mover, row.over, len(row.edges), row.outcome
            line[EVALUATION], line[FORCED], line[NULL] = row.evaluation, row.forced, row.null
            line[LOW], line[HIGH] = around(None if values is None or row.over else values[place], row.slack, most)
            worth = None if worths is None else worths[place]
            kept = worth is not None and any(edge.worth and number in worth for number, edge in enumerate(row.edges))
            for number, edge in enumerate(row.edges):
                line[TARGET + number], line[ORDER + number], line[GAIN + number] = edge.target, edge.order, edge.gain
                line[NOISY + number], line[TURN + number] = edge.noisy, edge.turn
                wanted = worth is None or (number in worth if all_best else not kept and number == min(worth))
                line[WORTH + number] = int(bool(edge.worth and (kept or all_best)) or wanted)
                line[CHANCE + number], line[RISE + number] = edge.chance, edge.rise
            line[PAYOFF : PAYOFF + len(row.payoffs)] = row.payoffs
            line[JUDGED : JUDGED + len(row.judged)] = row.judged
            words.extend(line)
        return WeightTable(words)


def around(value: Any, slack: int, most: int) -> tuple[int, int]:
    """Whole bounds of a value: the value itself, or as far from it as the slack says."""
    if value is None:
        return -most, most
    low, high = int(value // 1), -int(-value // 1)
    low, high = min(low, most - 1), max(high, 1 - most)  # a range is not only a win, nor only a loss
    wide = 2 if abs(value) < mx.WIN - 100_000 else 1
    return (
        (low, high),
        (low, most),
        (-most, high),
        (-most, most),
        (max(low - wide, -most), high),
        (low, min(high + wide, most)),
    )[slack]


def drawn(rng: Random, shape: Shape) -> Sheet:
    """A random table of that shape."""
    size = rng.choice((3, 5, 7, 8, 9)) if shape.loops else rng.choice((3, 5, 7, 9, 12, MOST_ROWS))
    branching, spread = rng.choice((1, 2, 3, 4)), rng.choice((0, 1, 2, 20))
    ends, wins = rng.choice((0, 0.1, 0.3)), 0.0 if shape.margins or shape.banked else rng.choice((0, 0.4, 0.8, 1))
    alone, chances = rng.choice((0.0, 0.5)), rng.choice((0.2, 0.5)) if shape.chance else 0.0
    far, returns = rng.choice((1, 2, 4, size)), rng.choice((0.1, 0.3, 0.5)) if shape.loops else 0.0
    noisy, forced = rng.choice((0, 0.3, 0.7)), rng.choice((0, 0.2, 0.5))

    def edge(target: int) -> Edge:
        return Edge(
            target,
            order=rng.randrange(3),
            gain=rng.randint(-spread, spread) if shape.banked else 0,
            noisy=int(rng.random() < noisy),
            worth=int(rng.random() < 0.7),
            turn=rng.randrange(2),
            chance=rng.randint(1, 4),
            rise=rng.randint(0, 3),
        )

    lanes: list[range] = []
    if not shape.chance and not shape.loops and rng.random() < 0.2:
        size, wins = MOST_ROWS, wins and 0.7
        lanes = _lanes(rng, size)
    rows = []
    for place in range(size):
        lane = next((each for each in lanes if place in each), range(0))
        is_over = place == lane[-1] if lane else place == size - 1 or (not lanes and place > 0 and rng.random() < ends)
        mover = (place - lane.start + 1) % shape.players if lane else rng.randrange(shape.players)
        mover = 0 if lanes and not place else mover
        row = Row(
            mover=-1 if rng.random() < chances and not is_over else mover,
            over=0 if not is_over else 2 if shape.stuck and rng.random() < 0.5 else 1,
            outcome=rng.choice((mx.WIN, mx.LOSS)) if rng.random() < wins else rng.randint(-spread, spread),
            evaluation=rng.randint(-spread, spread),
            forced=int(rng.random() < forced),
            slack=rng.randrange(6),
            payoffs=_payoffs(rng, shape, spread),
            judged=_payoffs(rng, shape, spread),
        )
        rows.append(row)
        if is_over:
            continue
        if lanes:
            row.edges = [edge(place + 1)] if lane else [edge(each.start) for each in lanes]
            continue
        for _ in range(1 if rng.random() < alone else rng.randint(1, branching)):
            target = min(size - 1, place + rng.randint(1, far))
            if rng.random() < returns:
                target = rng.randrange(place // TIER * TIER, min(size, place + 2))
            row.edges.append(edge(target))
    sheet = Sheet(rows)
    settle(sheet, shape)
    for place, row in enumerate(rows):
        others = [other for other, each in enumerate(rows) if other > place and not each.over and each.mover == 1 - row.mover]
        row.null = rng.choice(others) if others and not row.over and rng.random() < 0.6 else -1
    return sheet


def _lanes(rng: Random, size: int) -> list[range]:
    """The places behind the first in ways of unequal length, a short one first, each straight to an end of its own."""
    starts = [1, *sorted(rng.sample(range(2, size - 2), rng.randint(1, MOST_MOVES - 1)))]
    return [range(start, end) for start, end in zip(starts, [*starts[1:], size], strict=True)]


def settle(sheet: Sheet, shape: Shape) -> None:
    """Makes a table that was changed one of its shape: what leads round banks nothing, places end that lead nowhere."""
    together = reachable(sheet)
    for place, row in enumerate(sheet.rows):
        for edge in row.edges:
            if place in together[edge.target]:
                edge.gain = 0
        if not row.edges and not row.over:
            row.over = 1
        if row.over:
            row.edges, row.null, row.mover = [], -1, max(row.mover, 0)
        if row.null >= 0 and (sheet.rows[row.null].over or sheet.rows[row.null].mover != 1 - row.mover):
            row.null = -1


def reachable(sheet: Sheet) -> list[set[int]]:
    """The places that can be reached from each, itself included."""
    found = []
    for place in range(len(sheet.rows)):
        seen, rest = {place}, [place]
        while rest:
            for edge in sheet.rows[rest.pop()].edges:
                if edge.target not in seen:
                    seen.add(edge.target)
                    rest.append(edge.target)
        found.append(seen)
    return found


def _payoffs(rng: Random, shape: Shape, spread: int) -> list[int]:
    if shape.players <= 2:
        return []
    if shape.total is None:
        return [rng.randint(-min(spread, 3), min(spread, 3)) for _ in range(shape.players)]
    cuts = sorted(rng.randint(0, shape.total) for _ in range(shape.players - 1))
    return [high - low for low, high in zip([0, *cuts], [*cuts, shape.total], strict=True)]
