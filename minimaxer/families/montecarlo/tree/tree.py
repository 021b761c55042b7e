"""The tree of Monte Carlo search and its nodes, with the results of playouts."""

from __future__ import annotations

import math
from typing import Any, ClassVar, Final, Generic

from attrs import Factory, define, field

from ....base.scores import WIN, Payoffs, payoffs_of, shown_payoffs, win_probability
from ....base.sizes import deep_size
from ....game.following import priors
from ....game.protocol import CHANCE
from ....tree.node import NO_CHILDREN, GameNode, M, S
from ....tree.searched import SearchedTree


@define(eq=False, weakref_slot=False)
class PlayoutNode(GameNode[S, M, "PlayoutNode[S, M]"], Generic[S, M]):
    """A node with the results of the simulations through it."""

    visits: int = 0
    totals: list[float] | None = None
    """The sum of each player's results; None before the first visit."""
    priors: list[float] = NO_CHILDREN
    """Priors of its moves in the order of the children, followed by those of untried moves; with `puct` only."""
    estimate: float | None = None
    """Its evaluation for player 0, or that of its best child, in the units of results; with `implicit` only."""
    proven: Payoffs | None = None
    """Each player's proven payoff under best play; None if unknown."""
    plies: int = 0
    """Length of the line that proves it, in plies."""
    lasted: int = 0
    """Sum of the plies, from the tree's first root, at which the games of its simulations ended."""

    @property
    def best(self) -> PlayoutNode[S, M] | None:
        """The child that proves the node, else the child visited most; None if there is none."""
        if self.player == CHANCE:
            return None
        if self.proven is not None:
            known = self.proven, self.plies - 1
            return next((each for each in self.children if (each.proven, each.plies) == known), None)
        return max((child for child in self.children if child.visits), key=lambda child: child.visits, default=None)

    @property
    def depth(self) -> int:
        """0 once the node is visited or proven, else -1."""
        return 0 if self.visits or self.proven is not None else -1

    @property
    def solved(self) -> bool:
        """True if the payoffs are proven."""
        return self.proven is not None

    @property
    def payoffs(self) -> Payoffs | None:
        """Each player's payoff, proven or mean; None before the first visit."""
        if self.proven is not None:
            return self.proven
        return None if self.totals is None else tuple(total / self.visits for total in self.totals)


@define(eq=False, weakref_slot=False)
class PlayoutChanceNode(PlayoutNode[S, M], Generic[S, M]):
    """A chance node: keeps the probabilities of its children, once its moves are listed."""

    probabilities: list[float] = NO_CHILDREN


SMALLEST: Final = 1e-9
"""The smallest spread of results, and the smallest scale of evaluations."""
HOLES: Final = 0.1
"""The share of the budget reserved for holes in memory that Python cannot reuse after nodes are dropped.

Source: breakthrough in 16 MB, 100,000 simulations: after five times of dropping nodes the process had 9 % more than they take.
"""


@define
class SampleGames:
    """Random games from `start` that tell the scale of evaluations.

    Attributes:
        state: The position reached in the current game.
        ended: Number of games that have ended; `outcomes` are theirs, None where there was no move.
        squares: The squared evaluations of all positions.
    """

    start: Any
    state: Any = field(default=Factory(lambda self: self.start, takes_self=True))
    ended: int = 0
    squares: list[float] = field(factory=list)
    outcomes: set[Any] = field(factory=set)


class PlayoutTree(SearchedTree[S, M, PlayoutNode[S, M]], Generic[S, M]):
    """The part of a game's tree that simulations have visited; further arguments as in `GameTree`. `by_priors` is True to try
    moves in the order of their priors, which nodes keep.

    Attributes:
        low: The least result seen so far; `high` is the greatest.
        only_wins: True if all results were wins, losses and draws.
        evaluation_scale: The evaluation that counts as tanh(1) of a win; 0: used unscaled; None: not measured yet.
        sample_games: The games that measure `evaluation_scale`, between searches; None if none are left unfinished.
        most: The greatest possible payoff of each player.
    """

    KINDS: ClassVar[tuple[type[Any], type[Any]]] = (PlayoutNode, PlayoutChanceNode)
    KEPT: ClassVar[tuple[str, ...]] = (
        *SearchedTree.KEPT,
        *("low", "high", "only_wins", "evaluation_scale", "_results", "_sum", "_squares"),
    )

    def __init__(self, *arguments: Any, by_priors: bool = False, **terms: Any) -> None:
        self.low, self.high = math.inf, -math.inf
        self.only_wins = True
        self.evaluation_scale: float | None = None
        self.sample_games: SampleGames | None = None
        self._by_priors: Final = by_priors
        self._results, self._sum, self._squares = 0, 0.0, 0.0
        super().__init__(*arguments, **terms)
        low, high = self.scale.low, self.scale.high
        self.most: Final[Payoffs] = (high,) * self.players if self.players > 2 else (high, -low)

    def rank(self, node: PlayoutNode[S, M]) -> None:
        """Sorts the untried moves by their priors, which the node keeps, or by `order`; best first."""
        if not self._by_priors:
            super().rank(node)
            return
        assert node.pending is not None
        moves = self.listed(node, node.pending)
        shares = priors(self.found, node.state, moves) if moves else []
        ranked = sorted(zip(moves, shares, strict=True), key=lambda pair: -pair[1])
        node.pending, node.priors = iter([move for move, _ in ranked]), [share for _, share in ranked]

    def end(self, node: PlayoutNode[S, M]) -> None:
        """Sets the proven payoffs of a node whose game is over."""
        node.proven = self.payoffs_of(node.outcome)

    def payoffs_of(self, outcome: Any, *, is_share: bool = False) -> Payoffs:
        """Each player's payoff by an outcome or an estimate, which may be a share of a win; counted as a result seen."""
        payoffs = payoffs_of(outcome, self.players)
        self.low, self.high = min(self.low, *payoffs), max(self.high, *payoffs)
        self.only_wins = self.only_wins and (is_share or abs(payoffs[0]) in (0, WIN))
        return payoffs

    def note(self, payoffs: Payoffs) -> None:
        """Adds the result of a simulation to the statistics for `spread`."""
        for each in payoffs if self.players > 2 else payoffs[:1]:
            self._results += 1
            self._sum += each
            self._squares += each * each

    @property
    def spread(self) -> float:
        """The spread of results: the range of wins and losses; of margins, whose ends are rare, at most twice their deviation."""
        spread = self.high - self.low
        if not self.only_wins and self._results:
            mean = self._sum / self._results
            spread = min(spread, 2 * math.sqrt(max(0.0, self._squares / self._results - mean * mean)))
        return max(spread, SMALLEST)

    def node_bytes(self, node: PlayoutNode[S, M]) -> int:
        """Memory that a node takes, with its statistics."""
        known = node.totals, node.estimate, node.proven
        return super().node_bytes(node) + deep_size(*known, node.priors if node.priors else None)

    def sample(self, node: PlayoutNode[S, M]) -> None:
        """Measures the tree for `capacity`, more often as it fills: measuring new nodes alone would not do, since nodes grow."""
        if self.size_bytes is not None and self.made >= self._sample_at:
            room = self.size_bytes if self._floor == 0 else self.size_bytes * (1 - HOLES)
            self.capacity = room * self.live / self.measured_bytes
            self._sample_at = self.made + max(self._FEWEST // 4, self.live // 16, (round(self.capacity) - self.live) // 4)

    def shrink(self, current: PlayoutNode[S, M]) -> None:
        """Drops the subtrees of the nodes visited least, until the tree fills at most half its capacity."""
        self.shrink_in(lambda node: node.visits, current)

    def value_text(self, node: PlayoutNode[S, M]) -> str:
        """A text with the visits and payoffs of a node that was visited or is over."""
        payoffs = node.payoffs
        if payoffs is None or (node.outcome is not None and len(payoffs) <= 2):
            return "" if payoffs is None else f"{payoffs[0]:+g}"
        visits = f"{node.visits:,} visit{'' if node.visits == 1 else 's'}"
        return f"{visits}, {'on average ' if node.proven is None else ''}{self.written(payoffs)}"

    def written(self, payoffs: Payoffs) -> str:
        """A text of the payoffs; for one or two players, player 0's chance of winning, or its result where there are margins."""
        if len(payoffs) > 2:
            return shown_payoffs(payoffs)
        return f"{win_probability(payoffs[0]):.1%}".replace("%", " %") if self.only_wins else f"{payoffs[0]:+.4g}"
