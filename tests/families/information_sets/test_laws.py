"""The doctor's laws of `deal`."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import frozen

from minimaxer.testing import check_game
from minimaxer_games.whist import Whist

from .games import MontyHall, Table, Tricks


def told(game: Any) -> dict[str, str]:
    """What the doctor finds, by law."""
    report = check_game(game, games=60, compiled=False)
    return {finding.law: finding.diagnosis for finding in report.findings if finding.severity != "hint"}


@pytest.mark.parametrize("game", [Tricks(), Tricks(cards=12, held=4, seed=5), MontyHall(), Whist(ranks=3)])
def test_right_deals_are_left_alone(game: Any) -> None:
    assert told(game) == {}


class Leaks(Tricks):
    """Deals the real hands half of the time."""

    def deal(self, state: Table, player: int, rng: Random) -> Table:
        return state if rng.random() < 0.5 else super().deal(state, player, rng)


class Shows(Tricks):
    """Deals the highest hidden card to where it is."""

    def deal(self, state: Table, player: int, rng: Random) -> Table:
        new = super().deal(state, player, rng)
        top = max(state.hands[1 - player], default=-1)
        while max(new.hands[1 - player], default=-1) != top and rng.random() < 0.9:
            new = super().deal(state, player, rng)
        return new


class Lowest(Tricks):
    """Deals the lowest cards that are unseen."""

    def deal(self, state: Table, player: int, rng: Random) -> Table:
        mine, theirs = state.hands[player], state.hands[1 - player]
        unseen = [card for card in range(self.cards) if card not in mine and card != state.led]
        other = tuple(unseen[: len(theirs)])
        return state._replace(hands=(mine, other) if player == 0 else (other, mine))


class Forgetful(Tricks):
    """Deals cards that were played already."""

    def deal(self, state: Table, player: int, rng: Random) -> Table:
        return (
            super().deal(state._replace(played=0 if state.led < 0 else 1 << state.led), player, rng)._replace(played=state.played)
        )


@frozen(kw_only=True)
class ForgetfulWhist(Whist):
    """The same in whist, as where cards that were played are not noted."""

    def in_play(self, table: Any) -> int:
        return self.deck


class Swaps(Tricks):
    """Deals the mover's own cards too."""

    def deal(self, state: Table, player: int, rng: Random) -> Table:
        cards = rng.sample(range(self.cards), len(state.hands[0]) + len(state.hands[1]))
        count = len(state.hands[0])
        return state._replace(hands=(tuple(sorted(cards[:count])), tuple(sorted(cards[count:]))))


class Forgets(Tricks):
    """Draws by random numbers of its own."""

    def deal(self, state: Table, player: int, rng: Random) -> Table:
        return super().deal(state, player, Random())


class WorkerSource(Tricks):
    """Has the other one move."""

    def deal(self, state: Table, player: int, rng: Random) -> Table:
        return super().deal(state, player, rng)._replace(mover=1 - player)


class Nothing(Tricks):
    """Gives nothing."""

    def deal(self, state: Table, player: int, rng: Random) -> Any:
        return None


class Ends(Tricks):
    """Ends the game."""

    def deal(self, state: Table, player: int, rng: Random) -> Table:
        return state._replace(hands=((), ()))


class Raises(Tricks):
    """Does not work."""

    def deal(self, state: Table, player: int, rng: Random) -> Table:
        raise ValueError("no cards")


@pytest.mark.parametrize(
    ("game", "law", "words"),
    [
        (Leaks(cards=14, held=5), "deals-tell-nothing", "Deals must not depend on what is hidden"),
        (Shows(cards=14, held=5), "deals-tell-nothing", "Deals must not depend on what is hidden"),
        (Lowest(cards=12, held=4), "all-hands-are-possible", "all that the mover thinks possible must be dealt"),
        (Forgetful(), "what-was-played-is-gone", "times and never came again. Deal only what is still hidden"),
        (ForgetfulWhist(ranks=3), "what-was-played-is-gone", "times and never came again. Deal only what is still hidden"),
        (Swaps(), "deals-look-the-same", "the mover can tell them apart"),
        (Forgets(), "deals-look-the-same", "for the same random numbers; draw by rng alone"),
        (WorkerSource(), "deals-look-the-same", "moves, and not player"),
        (Nothing(), "deals-look-the-same", "deal() gives None; expected a state"),
        (Ends(), "deals-look-the-same", "where the game is over"),
        (Raises(), "methods-do-not-raise", "deal() raised ValueError: no cards"),
    ],
)
def test_wrong_deals_are_told(game: Any, law: str, words: str) -> None:
    found = told(game)
    assert law in found
    assert words in found[law]


def test_a_deal_that_changes_its_argument_is_told() -> None:
    class Lists(Tricks):
        def initial(self) -> Any:
            start = super().initial()
            return {"hands": [list(hand) for hand in start.hands], "led": -1, "mover": 0, "margin": 0}

        def player(self, state: Any) -> int:
            return int(state["mover"])

        def moves(self, state: Any) -> Any:
            return tuple(state["hands"][state["mover"]])

        def play(self, state: Any, move: int) -> Any:
            table = super().play(Table(*[tuple(map(tuple, state["hands"])), state["led"], state["mover"], state["margin"]]), move)
            return {**table._asdict(), "hands": [list(hand) for hand in table.hands]}

        def outcome(self, state: Any) -> float | None:
            return None if state["hands"][0] or state["hands"][1] else state["margin"]

        def deal(self, state: Any, player: int, rng: Random) -> Any:
            state["hands"][1 - player] = rng.sample(range(self.cards), len(state["hands"][1 - player]))
            return state

    assert "deal() changes its argument" in told(Lists())["deals-look-the-same"]


def test_what_comes_again_in_the_game_may_come_again_in_deals() -> None:
    """Where what was played goes back to where cards are drawn from, as in these games, nothing is told of it."""

    class Back(Forgetful):
        """Whoever wins a trick draws one of all cards that nobody has."""

        def play(self, state: Table, move: int) -> Table:
            after = super().play(state, move)
            if after.led >= 0 or after.margin > 3 or after.margin < -3 or not after.hands[0]:
                return after
            free = [card for card in range(self.cards) if card not in (*after.hands[0], *after.hands[1])]
            drawn = free[(state.led * 5 + move + sum(after.hands[1])) % len(free)]
            return after._replace(hands=((*after.hands[0][:-1], drawn), after.hands[1]))

    assert "what-was-played-is-gone" not in told(Back())
