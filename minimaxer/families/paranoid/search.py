"""Searches a game for many players as a game for two: alpha-beta searches a view, and its results are converted back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any, Final, Generic, cast

from attrs import evolve

from ...base.scores import Payoffs, is_decisive
from ...game.capability import Capabilities
from ...game.comparing import equal, matching
from ...game.following import after, final_outcome, payoffs_of, static_value, steps
from ...game.protocol import CHANCE, M, S
from ...game.reprs import View
from ...native import CompiledGame, rules_of, tier_of
from ...searching.limits import Limits
from ...searching.options import AUTO, Options
from ...searching.result import RootMove, SearchResult
from ...searching.setup import Setup, Tier
from .. import alphabeta, maxn
from .views import best_reply, paranoid


class ParanoidSearch(Generic[S, M]):
    """A `Search` of a game for three and more players by alpha-beta in the game's tier; max^n solves where no method is named.

    Raises GameError if the game lacks a method or one has another signature, OptionError if the options do not fit,
    CompileError if the view of a compiled game cannot be compiled.
    """

    def __init__(self, setup: Setup[S, M]) -> None:
        self.algorithm: Final = "brs" if setup.algorithm == AUTO else setup.algorithm
        self.game: Final = setup.game
        self.found: Final[Capabilities[S, M]] = setup.capabilities()
        compiled = cast("CompiledGame[S, M]", setup.game) if isinstance(setup.game, CompiledGame) else None
        self._rules: Final[Any] = rules_of(setup.game)
        rules, found = self._rules, self.found
        by_brs = self.algorithm == "brs"
        self._view: Final = best_reply(rules, found, natively=compiled is not None) if by_brs else paranoid(rules, found)
        self._scale: Final = payoffs_of(self._rules)
        how = self.algorithm, setup.options.ignore, setup.evaluate
        seen = self._view if compiled is None else compiled.seen(how, self._view)
        self._tier: Final[Tier[Any, M]] = alphabeta.FAMILY.create(evolve(setup, game=seen, algorithm=AUTO, evaluate=None))
        self._place: Final = tier_of(setup.game)
        self._seat: Any = None
        self._is_there = True
        """True if the search of the view is at the current seat."""
        self._solves_by_maxn: Final = setup.algorithm == AUTO
        self._setup: Final = setup
        self._solvers: Final[list[Tier[S, M]]] = []
        """The search by max^n that solves, from its first use on."""

    @property
    def options(self) -> Options:
        """The options in use, defaults filled in."""
        return self._tier.options

    @property
    def tree(self) -> Any:
        """The tree of the view, whose states are seats; only in the tree tier."""
        return cast("Any", self._tier).tree

    def ready(self) -> None:
        """Prepares in advance whatever would delay the first search."""
        self._tier.ready()

    def iterate(self, state: S | None, limits: Limits) -> Iterator[SearchResult[M]]:
        """Searches depth by depth, and yields each depth's result."""
        seat = self._seated(state)
        for result in self._tier.iterate(seat, limits):
            yield self._turned(result, seat)

    def solve(self, state: S | None, limits: Limits) -> Iterator[SearchResult[M]]:
        """Searches until the value cannot change, and yields each depth's result; by max^n if no method was named."""
        seat = self._seated(state)
        if self._solves_by_maxn:
            for result in self._solving().solve(seat.state, limits):
                self._solved(seat)
                yield result
            return
        for result in self._tier.solve(seat, limits):
            yield self._turned(result, seat)

    def last(self, state: S | None, limits: Limits, *, solving: bool = False) -> SearchResult[M]:
        """The last result of `iterate` or `solve`, in less time."""
        seat = self._seated(state)
        if solving and self._solves_by_maxn:
            result = self._solving().last(seat.state, limits, solving=True)
            self._solved(seat)
            return result
        return self._turned(self._tier.last(seat, limits, solving=solving), seat)

    @property
    def size_bytes(self) -> int:
        """Memory that is kept."""
        return self._tier.size_bytes + sum(each.size_bytes for each in self._solvers)

    def stop(self) -> None:
        """Ends the search that is running."""
        for each in (self._tier, *self._solvers):
            each.stop()

    def close(self) -> None:
        """Frees what is kept."""
        for each in (self._tier, *self._solvers):
            each.close()

    def advance(self, move: M) -> S:
        """Plays a move; results for the new position are kept as long as the same player searches."""
        seat = self._seated(None) if self._seat is None else self._seat
        if self._is_there and matching(steps(self._view, seat), move) is not None:
            self._seat = self._tier.advance(move)
        else:  # a player has chosen that was not expected to
            self._seat = self._view.seat(after(self._rules, seat.state, move), seat.me)
            self._is_there = False
        return cast("S", self._seat.state)

    def _solving(self) -> Tier[S, M]:
        """The search by max^n that solves, created on first use."""
        if not self._solvers:
            self._solvers.append(maxn.FAMILY.create(self._setup))
        return self._solvers[0]

    def _seated(self, state: S | None) -> Any:
        """The state to search, from the mover's seat; without a mover, from the previous seat."""
        before = self._seat
        if state is None:
            state = self._rules.initial() if before is None else before.state
        mover = CHANCE if self._rules.outcome(state) is not None else self._rules.player(state)
        if mover not in range(self._scale.players):
            mover = 0 if before is None else before.me
        if before is None or before.me != mover or not equal(before.state, state):
            self._is_there = False
            return self._view.seat(state, mover)
        return before

    def _solved(self, seat: Any) -> None:
        """Makes this the current seat after solving; the search of the view may be elsewhere."""
        self._is_there = self._is_there and seat is self._seat
        self._seat = seat

    def _turned(self, result: SearchResult[M], seat: Any) -> SearchResult[M]:
        """A result of the view, turned into one of the game; the search is at this seat now."""
        self._seat, self._is_there = seat, True
        payoffs = self._payoffs(result, seat)
        return evolve(
            result,
            value=payoffs[0],
            payoffs=payoffs,
            players=self._scale.players,
            meaning="payoffs",
            moves=tuple(self._row(row, seat) for row in result.moves),
            engine=f"{self._place}/{self.algorithm}",
            view=View(seat.state, self.game, self.found),
        )

    def _payoffs(self, result: SearchResult[M], seat: Any) -> Payoffs:
        """The payoffs of all players at the end of the line, with the value found for the searcher."""
        state = reduce(self._rules.play, result.pv, seat.state)
        outcome = final_outcome(self._rules, self.found, state) if result.finished else None
        payoffs = self._scale.outcome(outcome, state) if outcome is not None else static_value(self.found, self._scale, state)
        return (*payoffs[: seat.me], self._payoff(result.value), *payoffs[seat.me + 1 :])

    def _payoff(self, value: float) -> float:
        if self._view.ends is None or not is_decisive(value):
            return value
        low, high = self._view.ends
        return high if value > 0 else low  # type: ignore[no-any-return]

    def _row(self, row: RootMove[M], seat: Any) -> RootMove[M]:
        payoff = None if row.value is None else self._payoff(row.value)
        known = tuple(payoff if player == seat.me else None for player in range(self._scale.players))
        payoffs = None if payoff is None else known
        return evolve(row, value=known[0], payoffs=payoffs, players=self._scale.players, meaning="payoffs")


create: Final = ParanoidSearch
"""The family's only search."""
