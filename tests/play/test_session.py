"""Sessions: turns, clocks, endings, taking back; for two, for three, and with dice."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.play.players import Choice, contestant
from minimaxer.play.playing import play_out, proven
from minimaxer.play.session import Ending, Result, describe_outcome, points_of
from minimaxer_games.chinese_checkers import ChineseCheckers
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.pig import Pig
from minimaxer_games.tic_tac_toe import TicTacToe


def played(game: Any, moves: list[int]) -> mx.Session[Any, Any]:
    """A session in which these moves were played."""
    session = mx.Session(game)
    for move in moves:
        session.play(move)
    return session


def test_a_game_runs_to_its_end_and_back() -> None:
    """Results by the rules; undone, it runs again."""
    session = played(TicTacToe(), [0, 3, 1, 4])
    assert (session.mover, session.is_over, session.is_chance, list(session.legal)) == (0, False, False, [2, 5, 6, 7, 8])
    session.play(2)
    assert (session.mover, session.legal, str(session.result)) == (None, [], "player 0 wins")
    assert session.result is not None
    assert (session.result.points, session.result.ending) == ((1.0, 0.0), Ending.RULES)
    with pytest.raises(
        mx.errors.FinishedGameError, match="expected a game that runs, got a move in one that ended: player 0 wins"
    ):
        session.play(5)
    assert session.undo(2) == 1
    assert (session.moves, len(session.states), str(session.result), session.mover) == ([0, 3], 3, "None", 0)
    with pytest.raises(mx.IllegalMoveError, match="expected a number of moves to be left below 2, got 2"):
        session.undo(2)
    with pytest.raises(mx.IllegalMoveError, match=r"expected a legal move of .*, got 3; legal: \[1, 2"):
        session.play(3)
    assert session.moves == [0, 3]


def test_moves_are_played_again() -> None:
    """Those taken back come again in their order, one or many, until another is played instead."""
    session = played(TicTacToe(), [0, 3, 1, 4, 2])
    session.undo(1)
    assert session.undone == [2, 4, 1, 3]
    assert (session.redo(), session.redo(4), session.moves) == (3, 4, [0, 3, 1, 4])
    assert session.redo() == 2
    assert str(session.result) == "player 0 wins"
    with pytest.raises(mx.IllegalMoveError, match="expected a number of moves from 6 to 5 to play again, got 6"):
        session.redo()
    session.undo(2)
    session.play(8)
    assert (session.undone, session.moves) == ([], [0, 3, 8])


def test_the_turn_before() -> None:
    """The last move of some of the players, or None where they made none."""
    session = played(TicTacToe(), [0, 3, 1])
    assert [session.turn_before(players) for players in ({0}, {1}, {0, 1}, set())] == [2, 1, 2, None]


def test_limits_of_the_move_at_hand() -> None:
    """With a clock they have what it shows; without one they are what they were."""
    limits = mx.Limits(depth=3)
    session: mx.Session[Any, Any] = mx.Session(TicTacToe(), clocks=[mx.Limits(clock=9, increment=1), None])
    assert session.limits_of(limits) == mx.Limits(depth=3, clock=9, increment=1)
    session.play(0, seconds=2)
    assert session.limits_of(limits) == limits
    assert played(TicTacToe(), [0, 3, 1, 4, 2]).limits_of(limits) == limits


def test_clocks_run_and_end_games() -> None:
    """Each player has its own; who has none takes any time."""
    session: mx.Session[Any, Any] = mx.Session(TicTacToe(), clocks=[mx.Limits(clock=1, increment=0.5), None])
    session.play(0, seconds=0.25)
    session.play(1, seconds=1_000)
    assert session.clocks == [1.25, None]
    session.play(2, seconds=1.25)
    assert session.moves == [0, 1]
    assert session.clocks[0] == 0
    assert str(session.result) == "player 0 lost on time: after 1.25 s for the last move"
    assert session.result is not None
    assert session.result.points == (0, 1)


def test_other_endings_are_told() -> None:
    """Forfeits, draws by length, proven results; who shares the point."""
    session = mx.Session(ChineseCheckers(size=1))
    session.forfeit(1, Ending.ILLEGAL, "'x'")
    assert session.result is not None
    assert (session.result.points, str(session.result)) == ((0.5, 0, 0.5), "player 1 gave an illegal move: 'x'")
    assert Ending.ILLEGAL.is_forfeit
    session.break_off()
    assert str(session.result) == "a draw, since the game went on for too long"
    session.settle((0, 2, 2))
    assert str(session.result) == "players 1, 2 share the first place, with payoffs (0, 2, 2), as the search had proven"
    assert (points_of(mx.LOSS, 1), points_of(0, 1), points_of(5, 1)) == ((0.0,), (0.5,), (1.0,))
    assert [describe_outcome(each, 1) for each in (mx.LOSS, 0, 3)] == ["player 0 loses", "a draw", "player 0 wins by 3"]


def test_dice_are_thrown() -> None:
    """The same by the same seed."""
    games = []
    for _ in range(2):
        session, rng = mx.Session(Pig(goal=20)), Random(5)
        notes = play_out(session, [contestant("random").create(session.game, 1)] * 2, rng)
        assert session.is_over
        assert set(notes) == {number for number, state in enumerate(session.states[:-1]) if session.game.player(state) >= 0}
        games.append(session.moves)
    assert games[0] == games[1]


class Odd:
    """A player that does what it was told."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer

    def choose(self, session: Any) -> Choice[Any]:
        """The answer, or an error."""
        if isinstance(self._answer, Exception):
            raise self._answer
        return Choice(self._answer)

    def close(self) -> None:
        """Nothing to close."""


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (99, "player 0 gave an illegal move: 99"),
        (None, "player 0 gave an illegal move: None"),
        (ValueError("no idea"), "player 0 failed: ValueError: no idea"),
    ],
)
def test_whatever_goes_wrong_is_a_result(answer: Any, told: str) -> None:
    """Against the player it went wrong with."""
    session = mx.Session(TicTacToe())
    assert play_out(session, [Odd(answer), Odd(0)], Random(0)) == {}
    assert str(session.result) == told


class Ring:
    """Three places in a ring; who moves takes a step forwards, or stays. There is no end. A state remembers more than its key."""

    def initial(self) -> tuple[int, int, int]:
        """At place 0, with player 0 to move; how many moves were played."""
        return 0, 0, 0

    def player(self, state: tuple[int, int, int]) -> int:
        """Who moves."""
        return state[1]

    def moves(self, state: tuple[int, int, int]) -> list[int]:
        """Steps."""
        return [1, 0]

    def play(self, state: tuple[int, int, int], move: int) -> tuple[int, int, int]:
        """The place and the mover after a step."""
        return (state[0] + move) % 3, 1 - state[1], state[2] + 1

    def outcome(self, state: tuple[int, int, int]) -> None:
        """Never."""


class KeyedRing(Ring):
    """Whose positions are the same wherever they come in a game."""

    def key(self, state: tuple[int, int, int]) -> int:
        """The place."""
        return state[0]


def test_games_end_where_a_position_comes_for_the_third_time() -> None:
    """By the game's key and the mover, or by the whole state; only where that was agreed on."""
    for game, plies, told in (
        (KeyedRing(), 12, "a draw, since a position came for the third time"),
        (Ring(), 50, "a draw, since the game went on for too long"),
    ):
        session = mx.Session(game)
        play_out(session, [Odd(1), Odd(1)], Random(0), plies=50, repetition=True)
        assert (len(session.moves), str(session.result)) == (plies, told)
    assert session.result is not None
    assert session.result.points == (0.5, 0.5)
    staying = mx.Session(KeyedRing())
    play_out(staying, [Odd(0), Odd(0)], Random(0), plies=50, repetition=True)
    assert len(staying.moves) == 4
    endless = mx.Session(KeyedRing())
    play_out(endless, [Odd(1), Odd(1)], Random(0), plies=20)
    assert endless.result is not None
    assert (len(endless.moves), endless.result.ending) == (20, Ending.PLIES)


def test_results_without_an_outcome_are_told_by_points() -> None:
    """As records have them that do not say it."""
    for points, told in (((1.0, 0.0), "player 0 wins"), ((0.0, 1.0), "player 1 wins"), ((0.5, 0.5), "a draw")):
        assert str(Result(points=points, ending=Ending.RULES)) == told


def test_games_end_by_length_and_by_proof() -> None:
    """After so many plies nobody wins; what a search has proven need not be played."""
    session = mx.Session(TicTacToe())
    play_out(session, [contestant("random").create(session.game, 3)] * 2, Random(0), plies=3)
    assert (len(session.moves), str(session.result)) == (3, "a draw, since the game went on for too long")
    game: Any = ConnectFour(width=4, height=4)
    session = mx.Session(game)
    players = [contestant(mx.Limits(depth=16)).create(game, 0) for _ in range(2)]
    play_out(session, players, Random(0), adjudicate=True)
    assert (len(session.moves), str(session.result)) == (1, "a draw, as the search had proven")
    assert proven(mx.search(Pig(goal=5), depth=3)) is None
    won = mx.solve(TicTacToe(), TicTacToe().parse("xx.oo...."))
    assert proven(won) == mx.WIN
    assert proven(mx.search(TicTacToe(), depth=1)) is None
    assert proven(mx.solve(ChineseCheckers(size=1), ChineseCheckers(size=1).parse("./..../.../.0../. 0 12"))) == (1, 0, 0)


@pytest.mark.parametrize(
    ("method", "change"), [("play", "play"), ("play", "redo"), ("outcome", "play"), ("outcome", "redo"), ("outcome", "undo")]
)
def test_rules_that_raise_change_nothing(method: str, change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither moves nor states, whichever way the session was to go."""
    game = TicTacToe()
    session = mx.Session(game, clocks=[mx.Limits(clock=10)] * 2)
    for move in (4, 0, 8):
        session.play(move)
    session.undo()

    def told() -> tuple[Any, ...]:
        lists: tuple[list[Any], ...] = session.moves, session.states, session.seconds, session.undone, session.clocks
        return *map(list, lists), session.result

    def fail(*_: Any) -> None:
        raise KeyError(method)

    before = told()
    with monkeypatch.context() as patch:
        patch.setattr(TicTacToe, method, fail)
        ways: dict[str, Callable[[], object]] = {"play": lambda: session.play(1, 3.0), "redo": session.redo, "undo": session.undo}
        with pytest.raises(KeyError):
            ways[change]()
    assert told() == before
    assert session.legal
