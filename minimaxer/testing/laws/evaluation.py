"""The law of the evaluation's sign: it is for player 0, whoever moves. Many states are needed to see it broken."""

from __future__ import annotations

import math
from typing import Any, Final

from ..case import Case

LAW: Final = "evaluation-is-for-player-0"
_SURE: Final = 4.0
"""Standard errors from zero at which a connection counts as real."""
_LEAST: Final = 20
"""Pairs of which a connection is told at the least."""


class Connection:
    """How what was evaluated goes with what came of it: pairs of numbers, for each mover."""

    def __init__(self) -> None:
        self._pairs: Final[dict[int, list[tuple[float, float]]]] = {0: [], 1: []}

    def note(self, mover: int, evaluation: float, result: float) -> None:
        """Notes an evaluation, and the result for player 0."""
        self._pairs[mover].append((evaluation, (result > 0) - (result < 0)))

    def strength(self, mover: int) -> float:
        """The connection in standard errors: well above 0, both go together; well below, one is the other's negative."""
        pairs = self._pairs[mover]
        count = len(pairs)
        if count < _LEAST:
            return 0.0
        ranks = _ranks([evaluation for evaluation, _ in pairs])
        results = [result for _, result in pairs]
        spread = _product(ranks, ranks) * _product(results, results)
        if spread <= 0:
            return 0.0
        correlation = _product(ranks, results) / math.sqrt(spread)
        return correlation * math.sqrt((count - 2) / max(1e-9, 1 - correlation * correlation))


def diagnosis(connections: dict[str, Connection]) -> str | None:
    """What is wrong with the evaluation's sign, or None.

    Args:
        connections: By what they are judged by, such as `finished games`.
    """
    for judge, connection in connections.items():
        first, second = connection.strength(0), connection.strength(1)
        if first > _SURE and second < -_SURE:
            return (
                f"evaluate() looks like it is for the player to move: judged by {judge}, it is right where player 0 moves, and "
                "has the wrong sign where player 1 moves; give it for player 0, whoever moves"
            )
        if first < -_SURE and second > _SURE:
            return (
                f"evaluate() looks like it is for the player who has just moved: judged by {judge}, it has the wrong sign where "
                "player 0 moves; give it for player 0, whoever moves"
            )
        if first < -_SURE and second < -_SURE:
            return (
                f"evaluate() looks like it is for player 1: judged by {judge}, its sign is wrong throughout; give it for player 0"
            )
    return None


def judged(case: Case[Any, Any]) -> float:
    """What the game's evaluation says of a state, or 0 where it is no number."""
    value = case.ask("evaluate", case.state)
    return float(value) if isinstance(value, (int, float)) and not math.isnan(value) else 0.0


def _product(one: list[float], other: list[float]) -> float:
    mean, other_mean = sum(one) / len(one), sum(other) / len(other)
    return sum((a - mean) * (b - other_mean) for a, b in zip(one, other, strict=True))


def _ranks(values: list[float]) -> list[float]:
    """Each value's place among all, equal ones sharing theirs: far-off values then count no more than others."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end + 1 < len(order) and values[order[end + 1]] == values[order[start]]:
            end += 1
        for place in order[start : end + 1]:
            ranks[place] = (start + end) / 2
        start = end + 1
    return ranks
