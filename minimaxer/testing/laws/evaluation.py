"""The law of the evaluation's sign: it is for player 0, whoever moves. It takes many states to see it broken."""

from __future__ import annotations

import math
from itertools import groupby
from typing import Any, Final

from ...game.comparing import RAISED
from ..case import Case
from ..findings import Finding
from ..values import without_distance

LAW: Final = "evaluation-is-for-player-0"
_SURE: Final = 5.0
"""Standard errors from zero, on average over both movers, at which a correlation counts as real; half of it for each mover."""
_VERY_SURE: Final = 8.0
"""Standard errors from which one judge is sufficient."""
_LEAST: Final = 20
"""Fewest pairs for a correlation."""


class Connection:
    """Rank correlation between evaluations and results, for each mover."""

    def __init__(self) -> None:
        self._pairs: Final[dict[int, list[tuple[float, float]]]] = {}

    def note(self, mover: int, evaluation: float, result: float) -> None:
        """Notes an evaluation and the result for player 0; the distance of a win does not count."""
        self._pairs.setdefault(mover, []).append((evaluation, without_distance(result)))

    def strength(self, mover: int) -> float:
        """The rank correlation in standard errors: clearly positive if both agree, clearly negative if the sign is wrong."""
        pairs = self._pairs.get(mover, [])
        count = len(pairs)
        if count < _LEAST:
            return 0.0
        ranks, results = (_ranks([pair[place] for pair in pairs]) for place in (0, 1))
        spread = _product(ranks, ranks) * _product(results, results)
        if spread <= 0:
            return 0.0
        correlation = _product(ranks, results) / math.sqrt(spread)
        return correlation * math.sqrt((count - 2) / max(1e-9, 1 - correlation * correlation))


def diagnosis(connections: dict[str, Connection]) -> Finding | None:
    """Describes a wrong sign of the evaluation, from its correlations by judge, such as `finished games`; None if it is right. It
    is an error if all judges agree, or if one is very sure and none contradicts it; else a warning.
    """
    said = {judge: _said(connection, _SURE) for judge, connection in connections.items()}
    for judge, what in said.items():
        if what is None:
            continue
        agreed = all(other == what for other in said.values())
        is_right = any(min(each.strength(0), each.strength(1)) > _SURE / 2 for each in connections.values())  # by some judge
        alone = _said(connections[judge], _VERY_SURE) == what and not is_right
        judges = " and ".join(said) if agreed else judge
        text = f"evaluate() looks like it is for {what}, judged by {judges}; give it for player 0, no matter who moves"
        return Finding(law=LAW, severity="error" if agreed or alone else "warning", diagnosis=text)
    return None


def diagnosis_of_many(connection: Connection, players: int) -> Finding | None:
    """Describes what is wrong with an evaluation of payoffs, judged by finished games; None if nothing is."""
    strengths = [connection.strength(player) for player in range(players)]
    together = sum(strengths) / math.sqrt(players)
    sure = 0.0 if together < -_SURE else _SURE
    wrong = [player for player, strength in enumerate(strengths) if strength < -sure]
    if not wrong:
        return None
    text = (
        f"evaluate() goes against what players get in finished games: the numbers of player {', '.join(map(str, wrong))} are "
        "great where little comes of them; give one for each player, player 0's first, no matter who moves"
    )
    return Finding(law=LAW, severity="error" if min(together, *strengths) < -_VERY_SURE else "warning", diagnosis=text)


def _said(connection: Connection, sure: float) -> str | None:
    """The point of view that the evaluation seems to have, if that is not player 0's; else None."""
    first, second = connection.strength(0), connection.strength(1)
    for whom, one, other in (
        ("the player to move", first, -second),
        ("the player who has just moved", -first, second),
        ("player 1", -first, -second),
    ):
        if one + other > 2 * sure and min(one, other) > sure / 2:
            return whom
    return None


def judged_for_all(case: Case[Any, Any]) -> tuple[float, ...] | None:
    """The game's evaluation of a state for each player; None if it gives no such numbers."""
    try:
        return tuple(map(float, case.ask("evaluate", case.state)))
    except RAISED:
        return None


def judged(case: Case[Any, Any]) -> float:
    """The game's evaluation of a state; 0 if it is no finite number."""
    value = case.ask("evaluate", case.state)
    try:
        number = float(value)
    except RAISED:
        return 0.0
    return number if math.isfinite(number) else 0.0


def _product(one: list[float], other: list[float]) -> float:
    mean, other_mean = sum(one) / len(one), sum(other) / len(other)
    return sum((a - mean) * (b - other_mean) for a, b in zip(one, other, strict=True))


def _ranks(values: list[float]) -> list[float]:
    """The rank of each value, averaged over ties, so that outliers count no more than others."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    before = 0
    for _, tied in groupby(order, key=values.__getitem__):
        places = list(tied)
        for place in places:
            ranks[place] = before + (len(places) - 1) / 2
        before += len(places)
    return ranks
