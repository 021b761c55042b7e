"""Tasks that several workers share, and the part of each helper.

Source: lazy SMP: chessprogramming.org "Lazy SMP", M. Sedlak's pseudo-code. ABDADA: J.-C. Weill, "The ABDADA distributed minimax
search algorithm", ICCA Journal 19(1), 1996.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from ....compiler.runtime.layout import Words
from ....game.dealing import shuffle
from . import layout as w
from .kernel import Kernel, Root

PUT_OFF_DEPTH: Final = 4
"""Depth below which moves are not deferred: marking them would cost more than it saves."""
PUT_OFF_PLIES: Final = 11
"""Plies from the root up to which moves are deferred while solving, where no depth indicates the size of a subtree."""


class Task:
    """A task that all workers share, set up for each helper in its own way.

    Attributes:
        stops_others: True if the first worker to finish stops the others.
        defer_plies: Plies from the root within which moves that another worker searches are deferred.
        took_part: The number of helpers that took part; `ended` has the numbers of those that finished.
    """

    stops_others = True
    defer_plies = 0

    def __init__(self) -> None:
        self.took_part = 0
        self.ended: list[int] = []

    def pose(self, number: int, helper: Kernel) -> None:
        """Sets up the part of the helper with that number."""
        raise NotImplementedError


class Searching(Task):
    """A search to a depth. With lazy SMP every other helper searches one ply deeper, and each tries the root's later moves in a
    random order of its own; with ABDADA the marks keep them apart.
    """

    def __init__(
        self, root: Root[Any, Any], depth: int, low: float, high: float, deepest: int | None, rng: Random, *, lazy: bool
    ) -> None:
        super().__init__()
        self.root: Final = root
        self.depth: Final = depth
        self._window: Final = low, high
        self._can_deepen: Final = lazy and (deepest is None or depth < deepest)
        self._rng: Final = rng
        self._lazy: Final = lazy
        self.stops_others = not lazy
        self.defer_plies = 0 if lazy else max(0, depth - PUT_OFF_DEPTH)
        self.depths: dict[int, int] = {}
        self.orders: dict[int, list[Words]] = {}
        """The order in which each helper tries the root's moves."""

    def pose(self, number: int, helper: Kernel) -> None:
        """Sets up the part of the helper with that number."""
        order = self.root.moves
        if self._lazy:
            order = [*order[:1], *shuffle(order[1:], self._rng)]
        depth = self.depth + 1 if self._can_deepen and number % 2 == 0 else self.depth
        self.depths[number], self.orders[number] = depth, order
        helper.pose(self.root, depth, *self._window, order)
        helper.look_anew()
        helper.words[w.DEFER_PLIES] = self.defer_plies


class Solving(Task):
    """Solving a position: all workers search the same null window, and narrow the same bounds."""

    def __init__(self, root: Root[Any, Any], *, lazy: bool) -> None:
        super().__init__()
        self._root: Final = root
        self.defer_plies = 0 if lazy else PUT_OFF_PLIES

    def pose(self, number: int, helper: Kernel) -> None:
        """Sets up the part of the helper with that number."""
        helper.pose_solving(self._root, w.JOIN)
        helper.words[w.DEFER_PLIES] = self.defer_plies
