"""Steps of a search: what happened, where, and one sentence that says it in plain words."""

from __future__ import annotations

from typing import Any, Final, Literal

from attrs import field, frozen

from ...base.bound import Bound

Kind = Literal[
    "start", "depth", "made", "entered", "again", "judged", "over", "known", "table", "repetition", "bounds", "stuck",
    "noisy", "pat", "forced", "passed", "better", "weighed", "cut", "root", "selected", "expanded", "played", "backed", "end",
]  # fmt: skip
"""What a step is."""
KINDS: Final[dict[Kind, str]] = {
    "start": "the search begins",
    "depth": "a new depth begins",
    "made": "a child is made",
    "entered": "a node is entered",
    "again": "a node is searched again",
    "judged": "a leaf is judged",
    "over": "the game is over",
    "known": "a value is known already",
    "table": "the table answers",
    "repetition": "a position came again",
    "bounds": "the game's bounds answer",
    "stuck": "there is no move",
    "noisy": "a move is tried beyond the limit",
    "pat": "standing pat: the evaluation is taken",
    "forced": "a player must move beyond the limit",
    "passed": "a value comes up, and is no better",
    "better": "a value comes up, the best so far",
    "weighed": "a value goes into an average",
    "cut": "a cut-off",
    "root": "the root has its value",
    "selected": "selection: down the tree",
    "expanded": "expansion: a new node",
    "played": "playout: a random game",
    "backed": "backing up: the path is credited",
    "end": "the search ends",
}
"""The kinds with what they mean, in a few words."""


@frozen
class Words:
    """A sentence: a template with places for what differs from step to step, and what stands there."""

    template: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        text = self.template.format(*self.arguments)
        return text[:1].upper() + text[1:]


@frozen(kw_only=True)
class Credit:
    """What a node of Monte Carlo search knows after a simulation went through it.

    Attributes:
        node: The node, as a place in the search's `nodes`.
        visits: Simulations that went through it.
        value: Their average for player 0.
        payoffs: With more than two players, their average for each.
    """

    node: int
    visits: int
    value: float
    payoffs: tuple[float, ...] | None = None


@frozen(kw_only=True)
class Step:
    """One step of a recorded search. Values and windows are for player 0.

    Attributes:
        kind: What happens, such as `entered`, `judged`, `better`, `passed` or `cut`.
        node: Where, as a place in the search's `nodes`.
        child: The child whose value comes up, where one does; else None.
        alpha: The lower end of the node's window after the step; None where there is no window.
        beta: The upper end.
        value: The value that the step is about; None where there is none.
        bound: Whether that value is exact or a bound.
        depth: Plies left at the node, below 0 beyond the depth limit; None where the method does not count them.
        beyond: Whether quiescence is at work, beyond the depth limit.
        payoffs: With more than two players, what each gets. Where a position was cut off, what its mover gets at least, and None
            for the others.
        credits: Of Monte Carlo search, what the nodes on the path know now.
    """

    kind: Kind
    node: int
    words: Words = field(repr=False)
    child: int | None = None
    alpha: float | None = None
    beta: float | None = None
    value: float | None = None
    bound: Bound = Bound.EXACT
    depth: int | None = None
    beyond: bool = False
    payoffs: tuple[float | None, ...] | None = None
    credits: tuple[Credit, ...] = field(default=(), repr=False)

    @property
    def sentence(self) -> str:
        """The step in plain words."""
        return str(self.words)


@frozen(kw_only=True)
class RecordedNode:
    """A node of a recorded search.

    Attributes:
        parent: Its parent, as a place in the list; None for the root.
        move: The move that led there, in the game's notation; `start` at the root.
        player: Who moves; `mx.CHANCE` where chance decides.
        over: Whether the game is over there.
        made: The step that made it; 0 where it was there before the first.
        probability: How likely it is, where its parent is chance.
        beyond: Whether only quiescence saw it, beyond the depth limit.
        state: The state.
    """

    parent: int | None
    move: str
    player: int
    over: bool
    made: int
    probability: float | None = None
    beyond: bool = False
    state: Any = field(default=None, repr=False)
