"""Orderings of the existing children by name, each a plain function `(children, maximise)`.

Each gives the children best first for the mover, judged by the values of the latest search; children with older values stay
behind in their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from ..game_tree import Ordering
from ..node import N
from .strategies import bubble, builtin, checked, counting, early_exit_bubble, insertion, lazy_pick, network, shell, unordered

__all__ = ["ORDERINGS", "strategy"]

ORDERINGS: Final[dict[str, Callable[[list[Any], bool], Iterable[Any]]]] = {
    "builtin": builtin,
    "bubble": bubble,
    "early_exit_bubble": early_exit_bubble,
    "lazy_pick": lazy_pick,
    "insertion": insertion,
    "network": network,
    "shell": shell,
    "counting": counting,
    "none": unordered,
}
"""The strategies by name."""


def strategy(ordering: str | Ordering[N]) -> Ordering[N]:
    """The function that orders children: the strategy of that name, or a function of the user's own, checked as it runs."""
    return ORDERINGS[ordering] if isinstance(ordering, str) else checked(ordering)
