"""Steps of a search, each an event with its node and one sentence in plain words; and a recorded search, which has them."""

from __future__ import annotations

from typing import Any, Final, Literal

from attrs import field, frozen

from ...base.scores import Bound
from ...searching.result import SearchResult

Kind = Literal[
    "start", "depth", "made", "entered", "again", "judged", "over", "known", "table", "repetition", "bounds", "stuck",
    "noisy", "pat", "forced", "passed", "better", "weighed", "cut", "root", "selected", "expanded", "played", "backed", "end",
]  # fmt: skip
"""The kind of a step."""
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
"""The kinds with short descriptions."""


@frozen
class Words:
    """A sentence: a template with placeholders, and the texts that fill them."""

    template: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        text = self.template.format(*self.arguments)
        return text[:1].upper() + text[1:]


@frozen(kw_only=True)
class Credit:
    """The statistics of a Monte Carlo node after a simulation, the node as an index into the search's `nodes`.

    `value` is the average of `visits` simulations for player 0, and `payoffs`, with more than two players, that for each.
    """

    node: int
    visits: int
    value: float
    payoffs: tuple[float, ...] | None = None


@frozen(kw_only=True)
class Step:
    """One step of a recorded search. Values and windows are for player 0.

    Attributes:
        kind: The event, such as `entered`, `judged`, `better`, `passed` or `cut`.
        node: The node, as an index into the search's `nodes`.
        child: The child whose value is returned; None if none is.
        alpha: The lower end of the node's window after the step; None if there is no window.
        beta: The upper end.
        value: The value that the step is about; None if there is none.
        bound: The kind of that value: exact, or a bound.
        depth: Plies left at the node, below 0 beyond the depth limit; None if the method does not count them.
        beyond: True for quiescence, beyond the depth limit.
        payoffs: With more than two players, the payoff of each. After a cutoff, the least payoff of the mover, and None for
            the others.
        credits: In Monte Carlo search, the new statistics of the nodes on the path.
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
        parent: Its parent, as an index into the list; None for the root.
        move: The move that led there, in the game's notation; `start` at the root.
        player: The player to move; `mx.CHANCE` for chance.
        over: True if the game is over there.
        made: The step that made it; 0 if it was there before the first.
        probability: Its probability, if its parent is a chance node.
        beyond: True if only quiescence saw it, beyond the depth limit.
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


@frozen(kw_only=True)
class RecordedSearch:
    """One search, step by step.

    Attributes:
        name: The variant's name, such as `alphabeta`.
        label: The variant's name for people.
        about: A description in one sentence.
        algorithm: The method.
        steps: The steps, in order.
        nodes: The nodes of its tree, each after its parent.
        ghosts: The moves for which no node was ever made, each after its parent's index in `nodes`.
        spared: The moves that quiescence never tried because of a cutoff, likewise.
        result: The result of the search; if the recording was full, its result until then.
        is_complete: True if all steps are there.
    """

    name: str
    label: str
    about: str
    algorithm: str
    steps: tuple[Step, ...] = field(repr=False)
    nodes: tuple[RecordedNode, ...] = field(repr=False)
    ghosts: tuple[tuple[int, str], ...] = field(repr=False)
    spared: tuple[tuple[int, str], ...] = field(default=(), repr=False)
    result: SearchResult[Any] = field(repr=False)
    is_complete: bool
