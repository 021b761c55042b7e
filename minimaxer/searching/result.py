"""The result of a search."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, Literal

from attrs import evolve, field, fields, frozen

from ..base import scores
from ..base.lazy import Lazy, known
from ..base.scores import SIGNS, Bound, Meaning, Payoffs, shown_payoffs
from ..base.shown import svg_of
from ..game.protocol import M
from ..game.reprs import View, short_text
from .details import NO_DETAILS, AlphaBetaDetails, Cutoffs, Details, Statistics, Workers
from .limits import StopReason

Evaluation = Literal["game", "given", "learnt", "playouts", "nothing"]
BLIND: Final = "blind: nothing evaluates the positions looked ahead to"
"""The words for a result that is `blind`."""


@frozen(kw_only=True)
class RootMove(Generic[M]):
    """One root move, and what is known of it.

    Attributes:
        move: The move.
        value: Its value for player 0; None if it was not searched, or if that is not known with more than two players.
        bound: The relation of that value to the true one; None if it was not searched. With more than two players it is about
            what the mover gets.
        depth: Plies searched from the root, this move included; 0 if it was not searched.
        pv: The expected line, from this move on, up to where chance decides.
        meaning: The meaning of the value, as in a result.
        probability: The probability of the move, where chance decides.
        players: The number of players of the game.
        payoffs: With more than two players, the payoff of each; None in place of unknown ones.
        visits: In Monte Carlo tree search, the number of its visits; else None.
        error: Likewise, the most by which the mean is wrong in 95 of 100 cases, were playouts independent; 0 if it is proven.
    """

    move: M
    value: float | None
    bound: Bound | None
    depth: int
    pv: tuple[M, ...] = field(repr=False)
    meaning: Meaning = field(default="plies", repr=False)
    probability: float | None = field(default=None, repr=False)
    players: int = field(default=2, repr=False)
    payoffs: tuple[float | None, ...] | None = field(default=None, repr=False)
    visits: int | None = field(default=None, repr=False)
    error: float | None = field(default=None, repr=False)

    @property
    def value_text(self) -> str:
        """The value in words."""
        if self.payoffs is not None:
            return describe_payoffs(self.payoffs, self.bound or Bound.EXACT)
        if self.value is None:
            return "open" if self.meaning == "result" else "not searched" if self.bound is None else "no better"
        return describe(self.value, self.bound or Bound.EXACT, self.meaning, players=self.players)

    def __str__(self) -> str:
        likely = "" if self.probability is None else f" ({self.probability:.4g})"
        return f"{short_text(self.move)}{likely}: {self.value_text_with_depth}"

    @property
    def value_text_with_depth(self) -> str:
        """The value in words, and the depth for which it holds, unless it comes from averages or proofs."""
        has_depth = self.value is not None and self.visits is None and self.meaning in ("plies", "payoffs")
        return f"{self.value_text} (depth {self.depth})" if has_depth else self.value_text

    def to_dict(self, write: Callable[[tuple[M, ...]], list[Any]] | None = None) -> dict[str, Any]:
        """The move as plain data for JSON; `write` as in `SearchResult.to_dict`."""
        pv = _as_text(self.pv) if write is None else write(self.pv)
        bound = None if self.bound is None else self.bound.value
        row = {"move": pv[0], "value": self.value, "bound": bound, "depth": self.depth, "pv": pv}
        if self.payoffs is not None:
            row["payoffs"] = list(self.payoffs)
        if self.visits is not None:
            row |= {"visits": self.visits, "error": None if self.error == math.inf else self.error}
        return row if self.probability is None else row | {"probability": self.probability}


@frozen(kw_only=True, repr=False, slots=False)  # made in half the time without slots
class SearchResult(Generic[M]):
    """The answer of a search. Values are for player 0; decisive ones count plies from the state searched, unless chance decides.

    Attributes:
        value: The move's value; the static evaluation if not even depth 1 was finished.
        bound: The relation of the value to the true one; a search that ended early may know a bound only. A mean of Monte
            Carlo tree search counts as exact, whether it is proven or not.
        depth: Plies searched in full; 0 if depth 1 was not finished.
        stop: The reason why the search ended.
        solved: True if `value` is the game-theoretic value.
        finished: True if `pv` runs to the end of the game.
        meaning: The meaning of the value: a decisive one counts `plies`; where chance decides, it is the average of outcomes, a
            `utility`, or the `chances` where all outcomes are wins, losses and draws; it is one of the `payoffs` of more than
            two players; or it is the game's `result`, however many plies that takes.
        players: The number of players of the game.
        payoffs: With more than two players, their payoffs at the end of the expected line, or on average where chance decides;
            `value` is player 0's. Else None.
        unknown: The value of each leaf if nothing evaluates the game; None if it is evaluated, or played out.
        evaluation: What evaluates positions before the end: the `game` itself, what was `given` with the search or to `compile`,
            what was `learnt` from the rules, `playouts`, or `nothing`.
        engine: The tier and the method that searched, such as `tree/fixed`.
        statistics: The cost of the search; each of its figures is also an attribute of the result.
        details: Details of the method's family; where that is alpha-beta, each of them is also an attribute of the
            result.
        view: The view of the state searched, for a notebook for example.

    The line and the root moves are computed on first use.
    """

    value: float
    bound: Bound
    _pv: tuple[M, ...] | Lazy[tuple[M, ...]] = field(eq=known, alias="pv")
    depth: int
    stop: StopReason
    _moves: tuple[RootMove[M], ...] | Lazy[tuple[RootMove[M], ...]] = field(eq=known, repr=False, alias="moves")
    solved: bool
    finished: bool
    engine: str
    statistics: Statistics
    details: Details = NO_DETAILS
    meaning: Meaning = field(default="plies", repr=False)
    players: int = field(default=2, repr=False)
    payoffs: Payoffs | None = field(default=None, repr=False)
    unknown: float | None = field(default=None, repr=False)
    evaluation: Evaluation = field(default="game", repr=False)
    view: View | None = field(default=None, repr=False, eq=False)

    @property
    def move(self) -> M | None:
        """The move to play; None only where the game is over or chance decides."""
        pv = self.pv
        return pv[0] if pv else None

    @property
    def pv(self) -> tuple[M, ...]:
        """The expected line, `move` first, up to where chance decides."""
        return known(self._pv)

    @property
    def moves(self) -> tuple[RootMove[M], ...]:
        """All root moves, best first as far as known."""
        return known(self._moves)

    @property
    def nodes(self) -> int:
        """Nodes visited in all iterations, leaves included."""
        return self.statistics.nodes

    @property
    def created(self) -> int:
        """Nodes of the tree made, each once."""
        return self.statistics.created

    @property
    def seconds(self) -> float:
        """Wall-clock time of the search, without that for compiling."""
        return self.statistics.seconds

    @property
    def compile_seconds(self) -> float:
        """Wall-clock time spent on compiling before the search could begin; 0 if the code was there."""
        return self.statistics.compile_seconds

    @property
    def workers(self) -> Workers | None:
        """The workers, if several were requested; else None."""
        return self.statistics.workers

    @property
    def table_key(self) -> str | None:
        """The kind of table keys, `exact` or `hashed`; None without a table."""
        return self._alphabeta.table_key

    @property
    def table_full(self) -> float | None:
        """The share of the table that a compiled game's search has filled, 0 to 1; else None."""
        return self._alphabeta.table_full

    @property
    def cutoffs(self) -> Cutoffs | None:
        """Cutoffs by the place of the move in the order tried; None where they were not counted."""
        return self._alphabeta.cutoffs

    @property
    def comparisons(self) -> int | None:
        """Comparisons of moves in the ordering of a compiled game's search; None on a tree."""
        return self._alphabeta.comparisons

    @property
    def _alphabeta(self) -> AlphaBetaDetails:
        return self.details if isinstance(self.details, AlphaBetaDetails) else NO_DETAILS

    def __repr__(self) -> str:
        shown_payoffs = [(each.alias, known(getattr(self, each.name))) for each in fields(SearchResult) if each.repr]
        return f"SearchResult(move={self.move!r}, {', '.join(f'{name}={value!r}' for name, value in shown_payoffs)})"

    @property
    def nps(self) -> float:
        """Nodes visited per second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def winner(self) -> int | None:
        """The player who wins by force, 0 or 1; None if that is not known or the game is a draw (see `solved`).

        Where chance decides, it is the player who wins in any case. With more than two players it is the one who gets more than
        any other, where that is known to the end. A lost game for one player has no winner.
        """
        if self.payoffs is not None:
            most = max(self.payoffs)
            return self.payoffs.index(most) if self.solved and self.payoffs.count(most) == 1 else None
        if self.meaning not in ("plies", "result") and abs(self.value) != scores.WIN:
            return None
        unsure = Bound.UPPER if self.value > 0 else Bound.LOWER
        if (scores.is_decisive(self.value) or (self.solved and self.value != 0)) and self.bound is not unsure:
            return 0 if self.value > 0 else None if self.players == 1 else 1
        return None

    @property
    def plies_to_end(self) -> int | None:
        """Plies until the game ends: exact for a won or lost game, else those of `pv` if it runs to the end; else None.

        Also None if only the result was proven, since the line need not be the shortest; by playouts those of `pv`.
        """
        exact = None if self.meaning != "plies" else scores.plies_to_end(self.value)
        if exact is not None:
            return exact if self.bound is Bound.EXACT else None
        return len(self.pv) if self.finished and self.meaning != "result" else None

    @property
    def win_probability(self) -> float | None:
        """The probability that player 0 wins, a draw counting as one half; None unless chance decides wins, losses and draws.

        It rests on evaluations where the search did not reach the end.
        """
        return scores.win_probability(self.value) if self.meaning == "chances" else None

    @property
    def blind(self) -> bool:
        """True if the value rests on unevaluated leaves only.

        That is: nothing evaluates the game, the value is not proven, and neither it nor that of any other move differs from the
        value of an unevaluated leaf, so that no move looks better than another.
        """
        if self.unknown is None or self.solved or self.meaning == "result":
            return False
        rows: tuple[SearchResult[M] | RootMove[M], ...] = self, *self.moves
        return all(value in (None, self.unknown) for each in rows for value in each.payoffs or (each.value,))

    @property
    def value_text(self) -> str:
        """The value or the payoffs in words, with a note if the result is `blind`."""
        blind = f" ({BLIND})" if self.blind else ""
        if self.payoffs is not None:
            return describe_payoffs(self.payoffs, self.bound) + blind
        return describe(self.value, self.bound, self.meaning, players=self.players) + blind

    def value_text_of(self, row: RootMove[M]) -> str:
        """The value of a root move in words, with its depth unless that is the result's, or a win or loss is in sight."""
        plies = scores.plies_to_end(row.value) if row.bound is Bound.EXACT and row.value is not None else None
        in_sight = self.meaning == "plies" and plies is not None and plies <= row.depth
        holds = row.depth >= self.depth and (not self.solved or row is self.moves[0])
        return row.value_text if holds or in_sight else row.value_text_with_depth

    def __str__(self) -> str:
        line = " ".join(map(short_text, self.pv))
        solved = ", solved" if self.solved else ""
        compiled = f" after {self.compile_seconds:.1f} s of compiling" if self.compile_seconds else ""
        is_interpreted = self.engine.startswith("tree/") and self.nodes > 0
        where = f"{self.engine}, interpreted: mx.compile(game) is 50 to 500 times as fast" if is_interpreted else self.engine
        return (
            f"{short_text(self.move)}: {self.value_text} at depth {self.depth}{solved} "
            f"({self.nodes:,} nodes in {self.seconds:.2f} s{compiled}, {self.nps:,.0f}/s; {where}); line: {line}"
        )

    def _repr_svg_(self) -> str:
        return svg_of(self, "draw_result")

    def to_dict(self, write: Callable[[tuple[M, ...]], list[Any]] | None = None) -> dict[str, Any]:
        """The result as plain data for JSON.

        Args:
            write: Writes a line of moves that starts at the state searched, one item a move; in short by default.
        """
        line: Callable[[tuple[M, ...]], list[Any]] = write if write is not None else _as_text
        return {
            "move": line(self.pv)[0] if self.pv else None,
            "value": self.value,
            "bound": self.bound.value,
            "winner": self.winner,
            "plies_to_end": self.plies_to_end,
            **({} if self.win_probability is None else {"win_probability": self.win_probability}),
            **({} if self.payoffs is None else {"payoffs": list(self.payoffs)}),
            **({"blind": True} if self.blind else {}),
            **({"evaluation": "learnt"} if self.evaluation == "learnt" else {}),
            "solved": self.solved,
            "depth": self.depth,
            "nodes": self.nodes,
            "created": self.created,
            "seconds": self.seconds,
            "compile_seconds": self.compile_seconds,
            "nps": self.nps,
            "pv": line(self.pv),
            "moves": [each.to_dict(line) for each in self.moves],
            "stop": self.stop.value,
            "engine": self.engine,
            "workers": None if self.workers is None else self.workers.to_dict(),
            **self.details.to_dict(),
        }


def _as_text(moves: tuple[Any, ...]) -> list[Any]:
    return [short_text(move) for move in moves]


def describe(value: float, bound: Bound = Bound.EXACT, meaning: Meaning = "plies", *, players: int = 2) -> str:
    """A value in words: `player 0 wins in 5 plies` or the number, after `>=` or `<=` if it is a bound.

    Where chance decides, it is the average of outcomes, or the probability that player 0 wins if these are wins and losses. A
    single player wins or loses.

    Examples:
        >>> describe(scores.loss_in(4)), describe(3, Bound.LOWER)
        ('player 1 wins in 4 plies', '>= +3')
        >>> describe(61_186.0, meaning="chances")
        'player 0 wins with 53.06 %'
        >>> describe(scores.loss_in(4), players=1)
        'player 0 loses in 4 plies'
    """
    if meaning == "chances":
        return f"{SIGNS[bound]}player 0 wins with {scores.win_probability(value):.2%}".replace("%", " %")
    if not (meaning in ("plies", "result") and scores.is_decisive(value)):
        return f"{SIGNS[bound]}{value:+g}" if value else f"{SIGNS[bound]}0"
    wins = "player 0 wins" if value > 0 else "player 0 loses" if players == 1 else "player 1 wins"
    if meaning == "result":
        return "not known" if bound is (Bound.UPPER if value > 0 else Bound.LOWER) else wins
    plies = scores.plies_to_end(value)
    return f"{SIGNS[bound]}{wins} in {plies} {'ply' if plies == 1 else 'plies'}"


def describe_payoffs(payoffs: Sequence[float | None], bound: Bound = Bound.EXACT) -> str:
    """Payoffs in words; if the mover's is a bound, only that one is known for sure.

    Examples:
        >>> describe_payoffs((3, -1, -1)), describe_payoffs((None, 2.5, None), Bound.LOWER)
        ('payoffs (3, -1, -1)', 'player 1 gets >= 2.5')
    """
    known = [player for player, payoff in enumerate(payoffs) if payoff is not None]
    if len(known) == 1:
        return f"player {known[0]} gets {SIGNS[bound]}{payoffs[known[0]]:.6g}"
    return f"{SIGNS[bound]}payoffs {shown_payoffs(payoffs)}"


def with_rows(result: SearchResult[M], most: int | None) -> SearchResult[M]:
    """The result with at most that many root moves; it is `blind` only if all root moves were."""
    return evolve(result, moves=result.moves[:most], unknown=result.unknown if result.blind else None)
