"""Each step is told in one plain sentence that is right."""

from __future__ import annotations

from typing import Any

import pytest

import minimaxer as mx
from minimaxer_games.nim import Nim
from minimaxer_games.pig import Pig
from minimaxer_games.tic_tac_toe import TicTacToe

from ...random_trees import BoundedGraph, StuckTree
from .games import Coin, Menu


def told(game: Any, name: str, depth: int = 2, **given: Any) -> list[str]:
    return [step.sentence for step in mx.record(game, depth=depth, variants=[name], **given).searches[0].steps]


def test_alpha_beta_is_told_step_by_step() -> None:
    """The whole search of a tree that can be followed by hand."""
    assert told(Menu(), "alphabeta") == [
        "The search begins. At the root, player 0 is to move; the search looks 2 plies ahead.",
        "The root is entered, 2 plies left. Player 0 moves here; the window is open, so every value matters.",
        "Move 0 is entered, 1 ply left. Player 1 moves here; the window is open, so every value matters.",
        "Move 0 is made as a child of move 0: only now, because it is its turn.",
        "Move 0 is entered.",
        "The game is over at move 0: +3.",
        "Move 0 is worth +3: the best for player 1 so far, so beta falls to +3.",
        "Move 1 is made as a child of move 0: only now, because it is its turn.",
        "Move 1 is entered.",
        "The game is over at move 1: +5.",
        "Move 1 is worth +5. Nothing changes: player 1 already has +3.",
        "Move 0 is worth +3: the best for player 0 so far, so alpha rises to +3.",
        "Move 1 is made as a child of the root: only now, because it is its turn.",
        "Move 1 is entered, 1 ply left. Player 1 moves here; only values inside the window (+3, ∞) matter.",
        "Move 0 is made as a child of move 1: only now, because it is its turn.",
        "Move 0 is entered.",
        "The game is over at move 0: +1.",
        "Move 0 is worth +1: the best for player 1 so far, so beta falls to +1.",
        "Cut-off at move 1: player 1 has +1 here, and player 0 is sure of +3 elsewhere and will not come here, so 2 moves are left out.",
        "Move 1 is worth at most +1. Nothing changes: player 0 already has +3.",
        "Move 2 is made as a child of the root: only now, because it is its turn.",
        "Move 2 is entered, 1 ply left. Player 1 moves here; only values inside the window (+3, ∞) matter.",
        "Move 0 is made as a child of move 2: only now, because it is its turn.",
        "Move 0 is entered.",
        "The game is over at move 0: +4.",
        "Move 0 is worth +4: the best for player 1 so far, so beta falls to +4.",
        "Move 1 is made as a child of move 2: only now, because it is its turn.",
        "Move 1 is entered.",
        "The game is over at move 1: +2.",
        "Move 1 is worth +2: the best for player 1 so far, so beta falls to +2.",
        "Cut-off at move 2: player 1 has +2 here, and player 0 is sure of +3 elsewhere and will not come here, so no move was left anyway.",
        "Move 2 is worth at most +2. Nothing changes: player 0 already has +3.",
        "The root is worth +3, by move 0.",
        "The search ends with move 0 (+3). It visited 9 nodes; plain minimax visits 11.",
    ]


def test_minimax_looks_at_no_window() -> None:
    """Nothing is said of alpha and beta."""
    sentences = told(Menu(), "minimax")
    assert "The root is entered, 2 plies left. Player 0 moves here: every move will be looked at." in sentences
    assert "Move 0 is worth +3: the best for player 1 so far." in sentences
    assert not any("alpha" in sentence or "beta" in sentence or "window" in sentence for sentence in sentences)


def test_null_windows_ask_and_are_answered() -> None:
    """And searched again where the answer was not enough."""
    sentences = told(Nim(heaps=(1, 2, 3)), "pvs", 4)
    assert any("with the null window" in sentence and "it only asks on which side" in sentence for sentence in sentences)
    assert any("which answers what the null window asks" in sentence for sentence in sentences)
    assert any("came back inside what matters, so it is searched again" in sentence for sentence in sentences)


def test_depths_leaves_and_known_values() -> None:
    """A search that deepens says where it is and what it has from before."""
    sentences = told(TicTacToe(), "deepening", 2)
    assert "Depth 1 begins: each move of the root is judged right after it is made." in sentences
    assert "Depth 2 begins: one ply deeper than before, the best moves of the depth before first." in sentences
    assert "Move 1 is entered with no plies left: it is judged, not searched." in sentences
    assert "No plies are left, and the game has no evaluation: move 1 counts as 0." in told(Round(), "alphabeta", 1)
    assert any(sentence.startswith("No plies are left: the evaluation judges move") for sentence in told(Nim(), "deepening", 1))
    known = told(Nim(heaps=(1, 2)), "deepening", 3)
    assert any("was searched before, and that answers now" in sentence for sentence in known)


def test_the_table_the_bounds_and_repetition_answer() -> None:
    """Each says why nothing is searched."""
    assert any("The table has met the position of move" in sentence for sentence in told(TicTacToe(), "table", 4))
    bounded = mx.record(BoundedGraph(seed=2, size=18, branching=4), depth=8, options=mx.AlphaBetaOptions())
    assert any("The game's own bounds settle move" in step.sentence for step in bounded.searches[0].steps)
    repeated = mx.record(Round(), depth=5, options=mx.AlphaBetaOptions(repetition=True))
    assert "The position of move 1 was there before on the way: a draw, 0." in [
        step.sentence for step in repeated.searches[0].steps
    ]


def test_eager_children_are_told() -> None:
    """All of a node, before any is searched."""
    assert "Move 1 is made as a child of the root: all children are made before any is searched." in told(Menu(), "eager")


def test_wins_are_told_by_who_wins() -> None:
    """In plies."""
    sentences = told(Nim(heaps=(1, 2)), "alphabeta", 3)
    assert "The game is over at move 2-2: a win for player 1 in 2 plies." in sentences
    assert any("a win for player 0 in 3 plies, or better for player 0" in sentence for sentence in sentences)


def test_chance_is_told() -> None:
    """Outcomes with how likely they are, and the average."""
    sentences = told(Coin(), "expectimax")
    assert "Move c is entered, 1 ply left. Chance decides here: the value is the average of what may come." in sentences
    assert "Outcome 6 is worth +6; it counts in the average with weight 0.5." in sentences
    assert "Move c is worth +3: the best for player 0 so far." in sentences


def test_simulations_are_told_in_four_phases() -> None:
    """Selection, expansion, playout, backing up."""
    sentences = told(TicTacToe(), "montecarlo", simulations=3)
    assert sentences[0] == "The search begins. At the root, player 0 is to move; games played out at random will judge the moves."
    assert any(
        sentence.startswith("Selection: from the root down, PUCT balances good results against few visits")
        for sentence in sentences
    )
    assert "Expansion: move 1 is tried for the first time and becomes a child of move 5." in sentences
    assert any(
        sentence.startswith("Playout: ") and " played at random after move 5, which ends as a " in sentence
        for sentence in sentences
    )
    assert any(
        sentence.startswith("Backing up: the 2 nodes from move 5 to the root are credited with ") for sentence in sentences
    )


class Round:
    """Walks in a ring of three, back and forth; nobody ever wins."""

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return 0

    def moves(self, state: int) -> range:
        return range(1, 3)

    def play(self, state: int, move: int) -> int:
        return (state + move) % 3

    def outcome(self, state: int) -> float | None:
        return None


@pytest.mark.parametrize("name", ["alphabeta", "pvs", "deepening", "montecarlo"])
def test_no_place_of_a_sentence_stays_empty(name: str) -> None:
    """Every template gets what it asks for."""
    for sentence in told(TicTacToe(), name, 3, simulations=20):
        assert "{" not in sentence
        assert sentence.endswith(".")


def test_cut_offs_below_chance_claim_nothing_of_elsewhere() -> None:
    """The window there is what can still change an average, which nobody has anywhere."""
    game = Pig()
    cuts = [
        step.sentence
        for step in mx.record(game, game.parse("90-90+9/0"), depth=4, variants=["star1"]).searches[0].steps
        if step.kind == "cut"
    ]
    assert (
        "Cut-off at outcome 2: player 1 has 53.77 % for player 0 here, which lies outside the window, so 1 move is left out."
        in cuts
    )
    assert any(
        sentence.startswith("Cut-off at move roll: the average after it cannot come into the window any more")
        for sentence in cuts
    )


def test_roots_that_want_every_value_compare_none() -> None:
    """Under `exact_moves` each move is searched by itself."""
    search = mx.record(Menu(), depth=2, options=mx.AlphaBetaOptions(exact_moves=True, deepening=False)).searches[0]
    sentences = [step.sentence for step in search.steps]
    assert [
        sentence for sentence in sentences if sentence in ("Move 0 is worth +3.", "Move 1 is worth +1.", "Move 2 is worth +2.")
    ] == [
        "Move 0 is worth +3.",
        "Move 1 is worth +1.",
        "Move 2 is worth +2.",
    ]


def test_probes_weigh_nothing() -> None:
    """Star2 looks at one reply to each outcome, which is no outcome itself."""
    game = Pig()
    search = mx.record(game, game.parse("42-61+17/0"), depth=4, variants=["star2"]).searches[0]
    for step in search.steps:
        if "average with weight" in step.sentence:
            assert step.child is not None
            assert search.nodes[step.child].probability is not None


def test_stuck_nodes_are_told() -> None:
    """By every algorithm."""
    game = StuckTree(seed=3)
    for name in ("minimax", "alphabeta", "pvs"):
        assert any(sentence.startswith("There is no move at move ") for sentence in told(game, name, 6))


class Alone(Menu):
    """One player, who can win or lose."""

    players = 1
    VALUES = ((mx.WIN, mx.LOSS), (mx.LOSS, mx.LOSS), (0, 0))

    def player(self, path: tuple[int, ...]) -> int:
        return 0


def test_who_plays_alone_loses_to_nobody() -> None:
    """There is no player 1 to win, nor to be sure of anything."""
    sentences = [sentence for name in ("alphabeta", "pvs", "worst") for sentence in told(Alone(), name)]
    assert "The game is over at move 1: a loss for player 0 in 2 plies." in sentences
    assert not any("player 1" in sentence for sentence in sentences)
