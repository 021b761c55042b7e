"""Finds the values of all positions of a graph, backwards from those in which the game is over."""

from __future__ import annotations

from array import array
from collections import deque
from typing import Any, Final

from attrs import frozen

from ..errors import GameError, RulesError
from ..game.protocol import FINISHED
from .graph import ABSENT, Graph, Meter

DRAWN: Final = 0
"""The class of positions in which no player can force an end: endless play."""
UNKNOWN: Final = 255
MOST_RESULTS: Final = 254
"""Largest number of results that a table can distinguish."""


@frozen
class Settled:
    """The values of all positions.

    Attributes:
        values: The distinct values; that of endless play is the first.
        results: Of each number, the index of its value among these; `ABSENT` ones repeat the one before.
        plies: Of each number, the plies to its value; 0 for endless play and where nothing counts plies. None if
            they are not known at all.
    """

    values: list[float]
    results: bytearray
    plies: array[int] | None


BY_MARGIN_ALONE: Final = "between positions with one index that differ in what is banked; put what is banked into index"
"""The end of texts that refuse a game in which positions that share an index lead to each other."""


def settled_without_loops(graph: Graph[Any, Any], meter: Meter) -> Settled:
    """`settled_in_order` where positions with the same index are one; raises RulesError if play can repeat positions."""
    try:
        return settled_in_order(graph, meter)
    except LoopError:
        raise RulesError(f"play can go round, so that there is no value, {BY_MARGIN_ALONE}") from None


class LoopError(Exception):
    """Raised if play can repeat positions, while those that differ only in their margin were taken for one."""


def settled(graph: Graph[Any, Any], endless: float, meter: Meter) -> Settled:
    """The values of all positions of a graph in which play may repeat positions.

    Results are spread from the best to the worst: from each position in which the game ended so, backwards, to those whose mover
    can reach it, and to those where the other player cannot avoid it. First those better for player 0 than endless play, then
    those worse; the rest is endless. Each edge is visited once or twice, whatever the number of results.

    Source: K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9(3), 1986; the use of one queue for all results,
    since the sets nest, and of counters that continue from one to the next, is our own.
    """
    found = sorted(set(graph.outcomes.values()))
    values = checked_values([endless, *[value for value in found if value != endless]])
    backward = _Backward(graph, len(graph), meter)
    ends: dict[float, list[int]] = {}
    for number, outcome in graph.outcomes.items():
        ends.setdefault(outcome, []).append(number)
    for value in reversed(found):
        if value > endless:
            backward.spread(ends[value], values.index(value), owner=0)
    for value in found:
        if value < endless:
            backward.spread(ends[value], values.index(value), owner=1)
    return Settled(values, _without_gaps(backward.results, graph), backward.plies)


class _Backward:
    def __init__(self, graph: Graph[Any, Any], size: int, meter: Meter) -> None:
        self._movers: Final = graph.movers
        self._meter: Final = meter
        self._left: Final = graph.degrees()
        self._starts, self._before = graph.before()
        self._distances: Final = graph.distances
        self.results: Final = bytearray([UNKNOWN]) * size
        self.plies: Final = array("I", bytes(4 * size))
        self._done = 0

    def spread(self, ends: list[int], result: int, owner: int) -> None:
        """Assigns a result to the positions `ends` in which the game ended so, and to those from which the player can get it:
        `owner`, for whom it is better than endless play, and than all results spread later.
        """
        waiting: dict[int, list[int]] = {}
        for number in ends:
            self.results[number] = result
            self.plies[number] = self._distances.get(number, 0)
            waiting.setdefault(self.plies[number], []).append(number)
        level, distance = list[int](), 0
        while level or waiting:
            level += waiting.pop(distance, [])
            self._done += len(level)
            self._meter.tell("settling", self._done, len(self.results), 0)
            distance += 1
            level = self._step(level, result, owner, distance)

    def _step(self, level: list[int], result: int, owner: int, distance: int) -> list[int]:
        """Settles positions one ply before a level; returns the next level."""
        results, left, movers = self.results, self._left, self._movers
        following = list[int]()
        for number in level:
            for before in self._before[self._starts[number] : self._starts[number + 1]]:
                if results[before] != UNKNOWN:
                    continue
                if movers[before] != owner:
                    left[before] -= 1
                    if left[before]:
                        continue
                results[before] = result
                self.plies[before] = distance
                following.append(before)
        return following


def settled_in_order(graph: Graph[Any, Any], meter: Meter) -> Settled:
    """The rests of the values of all positions, where play cannot repeat positions; raises LoopError if it can."""
    starts, before = graph.before()
    left = graph.degrees()
    rest = array("d", bytes(8 * len(graph)))
    waiting = deque(number for number in range(len(graph)) if left[number] == 0)
    done = 0
    while waiting:
        number = waiting.popleft()
        done += 1
        if done % 1024 == 0:
            meter.tell("settling", done, len(graph), 0)
        rest[number] = _best(graph, rest, number)
        for other in before[starts[number] : starts[number + 1]]:
            left[other] -= 1
            if left[other] == 0:
                waiting.append(other)
    if done < len(graph):
        raise LoopError
    values = [0.0, *sorted({rest[number] for number in range(len(graph)) if graph.movers[number] != ABSENT} - {0.0})]
    place = {value: number for number, value in enumerate(checked_values(values))}
    shown = [int(value) if value == int(value) else value for value in values]
    return Settled(shown, bytearray(map(place.__getitem__, rest)), None)


def checked_values(values: list[float]) -> list[float]:
    """Returns the values; raises GameError if there are too many."""
    if len(values) > MOST_RESULTS:
        raise GameError(f"a table tells {MOST_RESULTS} results apart, and these positions have {len(values):,}")
    return values


def _best(graph: Graph[Any, Any], rest: array[float], number: int) -> float:
    mover = graph.movers[number]
    outcome = graph.outcomes.get(number)
    if outcome is not None or mover in (FINISHED, ABSENT):
        return outcome or 0.0
    worth = [graph.gains[edge] + rest[graph.after[edge]] for edge in range(graph.starts[number], graph.starts[number + 1])]
    return max(worth) if mover == 0 else min(worth)


def _without_gaps(results: bytearray, graph: Graph[Any, Any]) -> bytearray:
    """The results, with endless play where none was found, and the one before for numbers without a position."""
    before = DRAWN
    for number, result in enumerate(results):
        if graph.movers[number] == ABSENT:
            results[number] = before
        elif result == UNKNOWN:
            results[number] = DRAWN
        before = results[number]
    return results
