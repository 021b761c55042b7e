"""Steps of a search, each an event with its node, a sentence in plain words and its line of pseudocode; and a recorded search."""

from __future__ import annotations

from collections.abc import Mapping
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
    """The statistics of a Monte Carlo node after a simulation, the node as an index into the search's `nodes`. `value` is the
    average of `visits` simulations for player 0, and `payoffs`, with more than two players, that for each.
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


@frozen
class Pseudocode:
    """The pseudocode of an algorithm, with the line, from 0, of each kind of step; `beyond` has those of quiescence, if any."""

    lines: tuple[str, ...]
    places: Mapping[Kind, int]
    beyond: Mapping[Kind, int] = field(factory=dict)

    def line(self, step: Step) -> int | None:
        """The line that runs at a step; None if there is none."""
        return (self.beyond if step.beyond else self.places).get(step.kind)

    def with_quiescence(self) -> Pseudocode:
        """The algorithm with quiescence below it."""
        leaf, below = self.places["judged"], len(self.lines)
        lines = (*self.lines[:leaf], _LEAF, *self.lines[leaf + 1 :], *_QUIESCENCE.lines)
        return Pseudocode(lines, self.places, {kind: below + place for kind, place in _QUIESCENCE.places.items()})


def _of(*rows: tuple[str, str]) -> Pseudocode:
    """Pseudocode by its lines, each behind the kinds of the steps that it is about."""
    places: dict[Kind, int] = {}
    for number, (kinds, _) in enumerate(rows):
        places.update({kind: number for kind in KINDS if kind in kinds.split()})
    return Pseudocode(tuple(line for _, line in rows), places)


_LEAF: Final = "  if depth = 0: return quiescence(node, alpha, beta)"
_QUIESCENCE: Final = _of(
    ("noisy", "quiescence(node, alpha, beta):"),
    ("over stuck", "  if the game is over: return the result"),
    ("judged", "  after its last ply: return evaluate(node)"),
    ("forced", "  if who moves must move: every move is tried"),
    ("pat", "  else: stand pat, value = evaluate(node)"),
    ("", "  for each noisy move: make its child"),
    ("", "    value = quiescence(child, alpha, beta)"),
    ("passed", "    keep the best value for who moves"),
    ("better", "    that raises alpha, or lowers beta"),
    ("cut", "    if alpha >= beta: stop here"),
    ("", "  return the best value"),
)
_ANSWERED: Final = ("known table repetition bounds", "  if the value is known already: return it")
_ENDS: Final = (
    ("over stuck", "  if the game is over: return the result"),
    ("judged", "  if depth = 0: return evaluate(node)"),
)
_NARROWED: Final = (
    ("passed", "    keep the best value for who moves"),
    ("better", "    player 0 raises alpha, player 1 lowers beta"),
    ("cut", "    if alpha >= beta: stop here"),
    ("root", "  return the best value"),
)
_MINIMAX: Final = _of(
    ("start depth entered", "minimax(node, depth):"),
    *_ENDS,
    ("made", "  for each move: make its child"),
    ("", "    value = minimax(child, depth - 1)"),
    ("better passed", "    keep the best value for who moves"),
    ("root", "  return the best value"),
)
_ALPHABETA: Final = _of(
    ("start depth entered again", "alphabeta(node, depth, alpha, beta):"),
    *_ENDS,
    _ANSWERED,
    ("made", "  for each move: make its child, now"),
    ("", "    value = alphabeta(child, depth - 1, alpha, beta)"),
    *_NARROWED,
)
_PVS: Final = _of(
    ("start depth entered", "pvs(node, depth, alpha, beta):"),
    *_ENDS,
    _ANSWERED,
    ("made", "  for each move: make its child, now"),
    ("", "    first child: search it with (alpha, beta)"),
    ("", "    others: search with a null window"),
    ("again", "    if that lies inside: search again with (alpha, beta)"),
    *_NARROWED,
)
_MTDF: Final = _of(
    ("start depth", "mtdf(root, depth): guess a value"),
    ("again", "  search again with a null window at the new guess"),
    ("root", "  until lower and upper bound meet"),
    ("entered", "alphabeta(node, depth, alpha, beta):"),
    *_ENDS,
    _ANSWERED,
    ("made", "  for each move: make its child, now"),
    ("", "    value = alphabeta(child, depth - 1, alpha, beta)"),
    ("better passed", "    keep the best value for who moves"),
    ("cut", "    if alpha >= beta: stop here"),
)
_EXPECTIMAX: Final = _of(
    ("start depth entered", "expectimax(node, depth):"),
    *_ENDS,
    ("made", "  for each move or outcome: make its child"),
    ("", "    value = expectimax(child, depth - 1)"),
    ("weighed", "    chance: add probability x value"),
    ("better passed", "    a player: keep the best value"),
    ("root", "  return the best value, or the average"),
)
_STAR: Final = _of(
    ("start depth entered again", "star(node, depth, alpha, beta):"),
    *_ENDS,
    _ANSWERED,
    ("made", "  for each move or outcome: make its child"),
    ("", "    chance: a window for what can still change the average"),
    ("weighed", "    chance: add probability x value"),
    ("better passed", "    a player: keep the best value, narrow the window"),
    ("cut", "    if it cannot come into the window: stop here"),
    ("root", "  return the best value, or the average"),
)
_MAXN: Final = _of(
    ("start depth entered", "maxn(node, depth, limit):"),
    ("over stuck", "  if the game is over: return the payoffs"),
    ("judged", "  if depth = 0: return evaluate(node)"),
    ("known", "  if they are known already: return them"),
    ("made", "  for each move or outcome: make its child"),
    ("", "    limit = what two share - the mover's best"),
    ("", "    payoffs = maxn(child, depth - 1, limit)"),
    ("weighed", "    chance: add probability x payoffs"),
    ("better passed", "    a player: keep them if they bring it more"),
    ("cut", "    if it gets all, or limit: stop here"),
    ("root", "  return the payoffs kept, or the averages"),
)
_REPEAT: Final = ("start", "repeat as long as there is time:")
_PLAYED_OUT: Final = (
    ("expanded made", "  expansion: make one new child"),
    ("played over", "  playout: random moves to the end"),
    ("backed", "  backing up: credit every node on the path"),
    ("end", "play the move visited most"),
)
_MONTE_CARLO: Final = _of(_REPEAT, ("selected", "  selection: follow the promising moves down"), *_PLAYED_OUT)
_INFORMATION_SET: Final = _of(
    _REPEAT,
    ("", "  deal what the player to move cannot see"),
    ("selected", "  selection: down, by moves legal in this deal"),
    *_PLAYED_OUT,
)
PSEUDOCODE: Final = {
    "minimax": _MINIMAX,
    "alphabeta": _ALPHABETA,
    "pvs": _PVS,
    "mtdf": _MTDF,
    "expectimax": _EXPECTIMAX,
    "star1": _STAR,
    "star2": _STAR,
    "maxn": _MAXN,
    "montecarlo": _MONTE_CARLO,
    "ismcts": _INFORMATION_SET,
}
"""The algorithms by name."""
