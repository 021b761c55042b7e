"""A game for many players seen from one seat: its player is player 0, and all others together are player 1.

The views are rules like any others, and are compiled like them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from ...base.scores import LOSS, WIN
from ...errors import RulesError
from ...game.capability import Capabilities
from ...game.comparing import equal
from ...game.following import payoffs_of
from ...game.protocol import CHANCE, players_of


class Seat(NamedTuple):
    """A state seen from one seat."""

    state: Any
    me: int
    """The player whose payoff counts."""


class Round(NamedTuple):
    """A state seen from one seat, and its place in a round."""

    state: Any
    me: int
    is_free: bool
    """True if no opponent has chosen its move yet since the player moved."""


class Paranoid:
    """A view in which all others play together against one player; `judge` is the static evaluation, None for none.

    `ends` are the least and the greatest payoff, which count as a loss and a win, the sooner the better; None if they are
    unknown, or the game has chance.

    Source: N. Sturtevant and R. Korf, "On pruning techniques for multi-player games", AAAI 2000.
    """

    def __init__(self, game: Any, judge: Callable[[Any], Any] | None, ends: tuple[float, float] | None) -> None:
        self.game = game
        self.judge = judge
        self.ends = ends
        self.players_seen = players_of(game)

    def seat(self, state: Any, me: int) -> Any:
        """The state from the seat of a player, at the beginning of a round."""
        return Seat(state, me)

    def initial(self) -> Any:
        """The initial state, from the mover's seat; from seat 0 if chance moves."""
        state = self.game.initial()
        mover = self.game.player(state)
        return self.seat(state, 0 if mover == CHANCE else mover)

    def player(self, seat: Any) -> int:
        """The mover: 0 for the player of the seat, 1 for any opponent, or `CHANCE`."""
        mover: int = self.game.player(seat.state)
        if mover == CHANCE:
            return CHANCE
        if mover < 0 or mover >= self.players_seen:
            raise RulesError(f"player({seat.state!r}) gave {mover!r}; expected 0 to {self.players_seen - 1}")
        return 0 if mover == seat.me else 1

    def moves(self, seat: Any) -> Iterable[Any]:
        """The moves of the mover."""
        return self.game.moves(seat.state)  # type: ignore[no-any-return]

    def play(self, seat: Any, move: Any) -> Any:
        """The state after the move, from the same seat."""
        return Seat(self.game.play(seat.state, move), seat.me)

    def outcome(self, seat: Any) -> Any:
        """The worth of the player's payoff; None while the game runs."""
        payoffs = self.game.outcome(seat.state)
        return None if payoffs is None else self.worth(payoffs[seat.me])

    def worth(self, payoff: Any) -> Any:
        """The worth of a payoff: `WIN` for the greatest, `LOSS` for the least, itself for others or without `ends`."""
        if self.ends is not None:
            low, high = self.ends
            if payoff >= high:
                return WIN
            if payoff <= low:
                return LOSS
        return payoff

    def _evaluate(self, seat: Any) -> Any:
        return self.judge(seat.state)[seat.me]  # type: ignore[misc]  # there wherever this is a method of the game

    def _stuck(self, seat: Any) -> Any:
        return self.worth(self.game.stuck(seat.state)[seat.me])

    def _key(self, seat: Any) -> Any:
        """A key for this seat, with the mover: all opponents are one player here, and the game's key may leave it out."""
        return self.game.key(seat.state), seat.me, self.game.player(seat.state)

    def _chances(self, seat: Any) -> Iterable[Any]:
        return self.game.chances(seat.state)  # type: ignore[no-any-return]

    def _order(self, seat: Any, move: Any) -> Any:
        return self.game.order(seat.state, move)

    def _search_moves(self, seat: Any) -> Iterable[Any]:
        return self.game.search_moves(seat.state)  # type: ignore[no-any-return]

    def _noisy_moves(self, seat: Any) -> Iterable[Any]:
        return self.game.noisy_moves(seat.state)  # type: ignore[no-any-return]

    def _must_move(self, seat: Any) -> Any:
        return self.game.must_move(seat.state)

    def _is_legal(self, seat: Any, move: Any) -> Any:
        return self.game.is_legal(seat.state, move)

    def _canonical(self, seat: Any) -> Any:
        same, symmetry = self.game.canonical(seat.state)
        return Seat(same, seat.me), symmetry

    def _map_move(self, move: Any, symmetry: int) -> Any:
        return self.game.map_move(move, symmetry)

    def _format_move(self, seat: Any, move: Any) -> Any:
        return self.game.format_move(seat.state, move)

    def _move_id(self, move: Any) -> Any:
        return self.game.move_id(move)


class BestReply(Paranoid):
    """A view in which one opponent a round chooses its move; the others play the move that looks best by the game's `order`.

    Without an order, they play the first of their moves.

    Source: M. Esser, M. Gras, M. Winands, M. Schadd and M. Lanctot, "Improving Best-Reply Search", Computers and Games 2013,
    where it is called BRS+.
    """

    def seat(self, state: Any, me: int) -> Any:
        """The state from the seat of a player, at the beginning of a round."""
        return Round(state, me, True)

    def moves(self, seat: Any) -> Iterator[Any]:
        """All moves; only the likeliest one if another opponent has already chosen in this round."""
        if seat.is_free or self.game.player(seat.state) == seat.me:
            yield from self.game.moves(seat.state)
        else:
            for _ in self.game.moves(seat.state):
                yield self.likeliest(seat.state)
                return

    def play(self, seat: Any, move: Any) -> Any:
        """The state after the move; the choice is used up if an opponent plays a move other than its likeliest."""
        state = self.game.play(seat.state, move)
        mover = self.game.player(seat.state)
        if mover == seat.me:
            return Round(state, seat.me, True)
        if seat.is_free and mover != CHANCE and not self.is_same(move, self.likeliest(seat.state)):
            return Round(state, seat.me, False)
        return Round(state, seat.me, seat.is_free)

    def _key(self, seat: Any) -> Any:
        """A key for this seat, with the mover, and with whether an opponent may still choose."""
        return self.game.key(seat.state), seat.me, self.game.player(seat.state), seat.is_free

    def is_same(self, one: Any, other: Any) -> bool:
        """True if two moves are equal, as compiled code compares them."""
        return bool(one == other)

    def _is_same(self, one: Any, other: Any) -> bool:
        """True if two moves have the same content, even if their class does not compare it."""
        return equal(one, other)

    def likeliest(self, state: Any) -> Any:
        """The first move in a state."""
        for move in self.game.moves(state):
            return move
        raise ValueError("a state has no move")


class OrderedBestReply(BestReply):
    """The best-reply view of a game that has an order."""

    def likeliest(self, state: Any) -> Any:
        """The move with the greatest order weight, the first of several."""
        best = super().likeliest(state)
        weight = self.game.order(state, best)
        for move in self.game.moves(state):
            other = self.game.order(state, move)
            if other > weight:
                best, weight = move, other
        return best


_SHARED = ("evaluate", "stuck", "key", "chances", "order", "move_id", "format_move")
_OF_PARANOID = (*_SHARED, "search_moves", "noisy_moves", "must_move", "is_legal", "canonical", "map_move")


def paranoid(game: Any, found: Capabilities[Any, Any]) -> Any:
    """The paranoid view of a game, with the capabilities that do not depend on who moves."""
    return _made(Paranoid, _OF_PARANOID, game, found)


def best_reply(game: Any, found: Capabilities[Any, Any], *, natively: bool = False) -> Any:
    """The best-reply view of a game, by a player who expects one good reply a round; `natively` if it is to be compiled."""
    return _made(BestReply if found.order is None else OrderedBestReply, _SHARED, game, found, () if natively else ("is_same",))


def _made(
    kind: type[Paranoid], names: tuple[str, ...], game: Any, found: Capabilities[Any, Any], more: tuple[str, ...] = ()
) -> Any:
    scale = payoffs_of(game)
    known = (scale.low, scale.high) if math.isfinite(scale.high - scale.low) else None
    partial = {"key"} if found.has_margins else set()  # it may leave out the margin, which the views lack
    have = tuple(name for name in names if getattr(found, name) is not None and name not in partial)
    return _put_together(kind, (*have, *more), game, found.evaluate, known)


def _put_together(
    kind: type[Paranoid], names: tuple[str, ...], game: Any, judge: Callable[[Any], Any] | None, known: tuple[float, float] | None
) -> Any:
    """Makes a view with just these methods; it has a class of its own, since a search finds methods by name."""
    methods: dict[str, Any] = {name: getattr(kind, f"_{name}") for name in names}
    methods["__reduce__"] = lambda self: (_put_together, (kind, names, game, judge, known))
    is_averaged = "chances" in names
    if is_averaged and known is not None:
        methods["value_range"] = known
    return type(f"{kind.__name__}Of{type(game).__name__}", (kind,), methods)(game, judge, None if is_averaged else known)
