"""The doctor and games for one, and for three and more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import frozen

import minimaxer as mx
from minimaxer.testing import check_game


@frozen
class Sticks:
    """A state: sticks left, who moves, and what each has taken."""

    left: int
    player: int
    taken: tuple[int, ...]


class Share:
    """Three players take one or two of twelve sticks in turn, and keep them."""

    players: Any = 3
    payoff_sum: Any = 12

    def initial(self) -> Sticks:
        return Sticks(12, 0, (0, 0, 0))

    def player(self, state: Sticks) -> Any:
        return state.player

    def moves(self, state: Sticks) -> Iterator[int]:
        yield from range(1, min(2, state.left) + 1)

    def play(self, state: Sticks, move: int) -> Sticks:
        taken = mx.tuples.added(state.taken, state.player, move)
        return Sticks(state.left - move, (state.player + 1) % 3, taken)

    def outcome(self, state: Sticks) -> Any:
        return None if state.left else state.taken

    def evaluate(self, state: Sticks) -> Any:
        rest = state.left / 3
        return tuple(each + rest for each in state.taken)


class TooFew(Share):
    def outcome(self, state: Sticks) -> Any:
        return None if state.left else state.taken[:2]


class Lost(Share):
    def outcome(self, state: Sticks) -> Any:
        return None if state.left else (state.taken[0], state.taken[1], 0)


class Below(Share):
    def outcome(self, state: Sticks) -> Any:
        return None if state.left else (-1, 5, 8)


class One(Share):
    def outcome(self, state: Sticks) -> Any:
        return None if state.left else mx.WIN


class From1(Share):
    def player(self, state: Sticks) -> Any:
        return state.player + 1


class Hasty(Share):
    def evaluate(self, state: Sticks) -> Any:
        return (1, 2)


class Reversed(Share):
    payoff_sum = None

    def evaluate(self, state: Sticks) -> Any:
        return tuple(-each for each in state.taken)


class Winner(Share):
    payoff_sum = None

    def outcome(self, state: Sticks) -> Any:
        return None if state.left else (1, 0, 0)


class Two(Share):
    players = 2


class Many(Share):
    players = 7


class Wide(Share):
    value_range = (5, 6)


class Worded(Share):
    payoff_sum = "twelve"


BROKEN = [
    (TooFew(), "outcome-is-a-score", r"outcome\(\) gave \(\d, \d\) .*; expected a tuple of 3 numbers, one for each player"),
    (Lost(), "outcome-is-a-score", r"outcome\(\) gave \(\d, \d, 0\) .*, which add up to \d+; expected 12, the game's payoff_sum"),
    (Below(), "outcome-is-a-score", r"expected every payoff from 0 to 12, by the game's value_range or payoff_sum"),
    (One(), "outcome-is-a-score", "outcome.. gave 1000000 .*; expected a tuple of 3 numbers"),
    (From1(), "player-is-counted-from-0", r"player\(\) gives 3; expected 0 to 2.*subtract 1 where yours are 1 to 3"),
    (Hasty(), "evaluation-is-below-wins", r"evaluate\(\) gave \(1, 2\) .*; expected a tuple of 3 numbers"),
    (Reversed(), "evaluation-is-for-player-0", r"goes against what players get in finished games: the numbers of player 0, 1, 2"),
    (Winner(), "both-players-win", r"players 1, 2 never got the most in 300 random games"),
    (Two(), "player-is-counted-from-0", r"expected 0 or 1.*; say players = 3 or more in the rules where there are more"),
    (Many(), "methods-have-their-signatures", "Many.players is 7; expected a whole number of players from 1 to 6"),
    (Wide(), "methods-have-their-signatures", "Wide.payoff_sum is 12, which 3 payoffs from 5 to 6 cannot add up to"),
    (Worded(), "methods-have-their-signatures", "Worded.payoff_sum is 'twelve'; expected a number, what the payoffs add up to"),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "law", "text"), BROKEN, ids=lambda each: type(each).__name__)
def test_what_is_broken_is_told(game: Any, law: str, text: str) -> None:
    """Each by its law, in words that say what to do."""
    report = check_game(game, compiled=False)
    found = {finding.law: finding for finding in report.findings}
    assert law in found, report
    assert re.search(text, found[law].diagnosis), found[law].diagnosis


@pytest.mark.thorough
def test_a_sound_game_breaks_no_law() -> None:
    """For three, and also natively where that is possible."""
    assert check_game(Share(), compiled=None).ok


class Patience:
    """One player clears twenty sticks by ones, twos and threes, within ten moves."""

    players: Any = 1

    def initial(self) -> tuple[int, int]:
        return 20, 0

    def player(self, state: tuple[int, int]) -> Any:
        return 0

    def moves(self, state: tuple[int, int]) -> Iterator[int]:
        yield from range(1, min(3, state[0]) + 1)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] - move, state[1] + 1

    def outcome(self, state: tuple[int, int]) -> Any:
        return mx.WIN if state[0] == 0 else mx.LOSS if state[1] == 10 else None


class Solitary(Patience):
    def player(self, state: tuple[int, int]) -> Any:
        return state[1] % 2


def test_one_player() -> None:
    """A puzzle is solved by the shortest way; lost is lost by nobody's win."""
    assert check_game(Patience()).ok
    found = mx.solve(Patience())
    assert (found.winner, found.plies_to_end, found.players) == (0, 7, 1)
    assert "player 0 wins in 7 plies" in str(found)
    lost = mx.solve(Patience(), (20, 5))
    assert lost.winner is None
    assert "player 0 loses in 5 plies" in str(lost)
    assert "player 0 loses in 5 plies" in str(lost.moves[0])
    report = check_game(Solitary(), compiled=False)
    assert "player() gives 1; expected 0. Players are numbered from 0: subtract 1 where yours is 1" in str(report)
    with pytest.raises(mx.RulesError, match=r"player\(\(\d+, 1\)\) gave 1; expected 0$"):
        mx.search(Solitary(), depth=3)
