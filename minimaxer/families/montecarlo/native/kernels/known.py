"""Facts about a game that the Monte Carlo kernel needs besides the rules."""

from __future__ import annotations

from typing import Any

from .....base.scores import LOSS, WIN
from .....native.kernels.rules import Rules
from .. import layout as w


def describe(rules: Any) -> None:
    """Adds the extreme payoffs, the width of a node, and the rules `on_shared_tree` to the rules."""
    rules.sums = w.sums(rules.players)
    rules.scales_evaluation = rules.has_evaluate and rules.players <= 2 and not rules.has_chances
    number = float if rules.has_float_scores else int
    if rules.players > 2:
        rules.greatest, rules.can_be_greatest = rules.most, rules.has_range
        rules.smallest = rules.least
    else:
        ranged = rules.has_chances
        rules.smallest, rules.greatest = (rules.least, rules.most) if ranged else (LOSS, WIN)
        rules.smallest, rules.greatest, rules.can_be_greatest = number(rules.smallest), number(rules.greatest), True
    lay_out(rules, shared=False)
    rules.on_shared_tree = Rules(**rules.__dict__)
    lay_out(rules.on_shared_tree, shared=True)


def lay_out(rules: Any, *, shared: bool) -> None:
    """Adds the layout of a node in a shared or unshared tree to the rules."""
    rules.is_shared = shared
    rules.move_at = w.move_at(rules.players, shared=shared)
    rules.proven_at = w.TOTALS + (rules.sums if shared else 0)
    rules.node_words = w.node_words(rules.players, rules.move_words, shared=shared)
