"""Random games side by side with OpenSpiel: the same legal moves, the same mover, the same result."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: uv run --group peers pytest tests/peers")

import pyspiel

from minimaxer_games.breakthrough import Breakthrough, Step
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.dots_and_boxes import DotsAndBoxes
from minimaxer_games.mancala import Mancala
from minimaxer_games.nim import Nim, Take
from minimaxer_games.reversi import Reversi
from minimaxer_games.tic_tac_toe import TicTacToe

GAMES = 1_000


def as_it_is(state: Any, action: int) -> Any:
    """Both number moves alike."""
    return action


def house(state: Any, action: int) -> int:
    """Pits are numbered around the board, from player 1's store."""
    return action - 1 if action < 7 else action - 8


def take(state: Any, action: int) -> Take:
    """The heap changes fastest."""
    return Take(action % 3, action // 3 + 1)


def step(state: Any, action: int) -> Step:
    """From the notation; there, player 0 begins at the top."""
    squares = re.findall(r"([a-h])([1-8])", state.action_to_string(action))
    (column, row), (target_column, target_row) = [("abcdefgh".index(letter), 8 - int(number)) for letter, number in squares[:2]]
    return Step(row * 8 + column, target_row * 8 + target_column)


PAIRS: dict[str, tuple[Any, Callable[[Any, int], Any]]] = {
    "tic_tac_toe": (TicTacToe(), as_it_is),
    "connect_four": (ConnectFour(), as_it_is),
    "mancala": (Mancala(), house),
    "othello": (Reversi(), as_it_is),
    "nim(pile_sizes=3;4;5,is_misere=false)": (Nim(), take),
    "breakthrough": (Breakthrough(), step),
    "dots_and_boxes(num_rows=3,num_cols=3)": (DotsAndBoxes(), as_it_is),
}

LONG = ("breakthrough", "othello")


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


@pytest.mark.parametrize("name", [pytest.param(each, marks=[pytest.mark.thorough] * (each in LONG)) for each in PAIRS])
def test_random_games_go_alike(name: str) -> None:
    """A thousand games."""
    game, meant = PAIRS[name]
    theirs = pyspiel.load_game(name)
    rng = Random(2)
    for number in range(GAMES):
        state, other = game.initial(), theirs.new_initial_state()
        while (outcome := game.outcome(state)) is None:
            assert not other.is_terminal(), (number, state)
            assert game.player(state) == other.current_player(), (number, state)
            actions = {meant(other, action): action for action in other.legal_actions()}
            assert set(game.moves(state)) == set(actions), (number, state)
            move = rng.choice(sorted(actions))
            state = game.play(state, move)
            other.apply_action(actions[move])
        assert other.is_terminal(), (number, state)
        assert sign(outcome) == sign(other.returns()[0]), (number, state)
