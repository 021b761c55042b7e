"""Value iteration: values of all states of a graph, between two bounds that close in on each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ...base.scale import Scale
from ...game.protocol import CHANCE
from ...searching.limits import Control
from .components import components
from .reachable import Reachable

PRECISION: Final = 1e-13
"""Of the range of values: how near the bounds have to come."""
STILL: Final = 1e-17
"""The same: a sweep that moves no bound by more has come to an end."""


class ValueIteration:
    """The values of all states for player 0: at least `low`, at most `high`.

    States that lead to one another are looked at together, those that they lead to before them. Both bounds start at the ends of
    the scale and are only ever moved towards each other, each by what the bounds of the next states say, so that at any time the
    value lies between them. Where play may go round in circles without chance ever ending it, they may stay apart.

    Args:
        graph: The states.
        scale: Where the bounds begin.
        control: Ends the search.

    Attributes:
        low: Of each state, the lower bound.
        high: The upper bound.
        sweeps: The most rounds that states which lead to one another took.
        nodes: Values worked out in all.

    Raises:
        StopSearch: A limit is met.

    Source: R. Bellman, "A Markovian decision process", Journal of Mathematics and Mechanics 6(5), 1957; bounds from both sides:
    S. Haddad and B. Monmege, "Interval iteration algorithm for MDPs and IMDPs", Theoretical Computer Science 735, 2018.
    """

    def __init__(self, graph: Reachable[Any, Any], scale: Scale, control: Control) -> None:
        self._graph: Final = graph
        self._control: Final = control
        self._poll_at = 0
        self._precision: Final = PRECISION * (scale.high - scale.low)
        self._still: Final = STILL * (scale.high - scale.low)
        self.low: Final = [scale.low + 0.0] * len(graph)
        self.high: Final = [scale.high + 0.0] * len(graph)
        self.sweeps = 0
        self.nodes = 0
        for number, outcome in graph.outcomes.items():
            self.low[number] = self.high[number] = outcome
        for together in components(graph.after):
            self._settle(together)

    def error(self, number: int) -> float:
        """How far the value of a state can be from the middle between its bounds."""
        return (self.high[number] - self.low[number]) / 2

    def _settle(self, states: Sequence[int]) -> None:
        """Moves the bounds of states that lead to one another until they meet, or stay where they are."""
        sweeps = 0
        while True:
            moved = sum(self._update(number) for number in states if self.high[number] - self.low[number] > self._precision)
            sweeps += 1
            self.sweeps = max(self.sweeps, sweeps)
            gap = max(self.high[number] - self.low[number] for number in states)
            if gap <= self._precision or moved <= self._still * len(states):
                return

    def _update(self, number: int) -> float:
        """Moves the bounds of one state; gives how far."""
        self.nodes += 1
        if self.nodes >= self._poll_at:
            self._poll_at = self._control.poll(len(self._graph) + self.nodes) - len(self._graph)
        after, player = self._graph.after[number], self._graph.players[number]
        low, high = self.low, self.high
        if player == CHANCE:
            chances = self._graph.chances[number]
            least = sum([chance * low[each] for chance, each in zip(chances, after, strict=True)])
            most = sum([chance * high[each] for chance, each in zip(chances, after, strict=True)])
        else:
            choose = max if player == 0 else min
            least, most = choose([low[each] for each in after]), choose([high[each] for each in after])
        least, most = max(least, low[number]), min(most, high[number])
        if least > most:  # by rounding
            least = most = (least + most) / 2
        moved = (least - low[number]) + (high[number] - most)
        low[number], high[number] = least, most
        return abs(moved)
