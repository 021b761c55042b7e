"""Value iteration: values of all states of a graph, between two bounds that close in on each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ...base.scores import Scale
from ...game.protocol import CHANCE
from ...searching.limits import Control
from .reachable import Reachable

PRECISION: Final = 1e-13
"""The gap at which bounds count as met, as a part of the range of values."""
STILL: Final = 1e-17
"""The movement for each state, as a part of the range of values, up to which a sweep is the last one."""


class ValueIteration:
    """Bounds on the values of all states for player 0: at least `low`, at most `high`; raises StopSearch if a limit is met.

    States that lead to one another are settled together, after all states that they lead to. Both bounds start at the ends of the
    scale and only move towards each other, by the bounds of the successors, so that the value always lies between them. Where
    play may cycle without chance ever ending it, they may stay apart. `sweeps` is the most sweeps over one component, `nodes` the
    updates of states in all.

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
        """The largest distance between the value of a state and the middle of its bounds."""
        return (self.high[number] - self.low[number]) / 2

    def _settle(self, states: Sequence[int]) -> None:
        """Moves the bounds of the states of a component until they meet, or stay where they are."""
        sweeps = 0
        while True:
            moved = sum(self._update(number) for number in states if self.high[number] - self.low[number] > self._precision)
            sweeps += 1
            self.sweeps = max(self.sweeps, sweeps)
            gap = max(self.high[number] - self.low[number] for number in states)
            if gap <= self._precision or moved <= self._still * len(states):
                return

    def _update(self, number: int) -> float:
        """Moves the bounds of one state by those of its successors; gives the distance."""
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


def components(after: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Yields the strongly connected components, each after all that it leads to, given the numbers of each state's successors.

    Source: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1(2), 1972.

    Examples:
        >>> list(components([(1,), (2,), (1, 3), ()]))
        [[3], [2, 1], [0]]
    """
    number, low = [0] * len(after), [0] * len(after)
    open_, stack, count = [False] * len(after), list[int](), 0
    for start in range(len(after)):
        if number[start]:
            continue
        todo = [(start, iter(after[start]))]
        count += 1
        number[start] = low[start] = count
        stack.append(start)
        open_[start] = True
        while todo:
            state, following = todo[-1]
            for other in following:
                if not number[other]:
                    count += 1
                    number[other] = low[other] = count
                    stack.append(other)
                    open_[other] = True
                    todo.append((other, iter(after[other])))
                    break
                if open_[other]:
                    low[state] = min(low[state], number[other])
            else:
                todo.pop()
                if todo:
                    low[todo[-1][0]] = min(low[todo[-1][0]], low[state])
                if low[state] == number[state]:
                    found = list[int]()
                    while not found or found[-1] != state:
                        found.append(stack.pop())
                        open_[found[-1]] = False
                    yield found
