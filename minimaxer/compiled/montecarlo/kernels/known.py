"""What the kernel of Monte Carlo tree search knows of a game besides its rules."""

from __future__ import annotations

from typing import Any

from ....scores import LOSS, WIN
from .. import words as w


def describe(rules: Any) -> None:
    """Adds to the rules how wide a node is, and what no player can get more of."""
    rules.sums = w.sums(rules.players)
    rules.node_words = w.node_words(rules.players, rules.move_words)
    rules.move_at = w.TOTALS + rules.sums
    rules.scales_evaluation = rules.has_evaluate and rules.players <= 2 and not rules.has_chances
    number = float if rules.has_float_scores else int
    if rules.players > 2:
        rules.greatest, rules.can_be_greatest = rules.most, rules.has_range
        rules.smallest = rules.least
    else:
        ranged = rules.has_chances
        rules.smallest, rules.greatest = (rules.least, rules.most) if ranged else (LOSS, WIN)
        rules.smallest, rules.greatest, rules.can_be_greatest = number(rules.smallest), number(rules.greatest), True
