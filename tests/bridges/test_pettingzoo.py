"""Environments of PettingZoo: its own tests, games by the rules, rewards, chance, observations, and what does not fit."""

from __future__ import annotations

import copy
import logging
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

import numpy as np
from gymnasium import spaces
from pettingzoo.test import api_test, seed_test

import minimaxer as mx
from minimaxer.bridges.pettingzoo import Numbers, PettingZooEnvironment, environment
from minimaxer_games.chess_lite import ChessLite
from minimaxer_games.connect_four import Board, ConnectFour
from minimaxer_games.dots_and_boxes import DotsAndBoxes
from minimaxer_games.nim import Nim, Take
from minimaxer_games.pig import ROLL, Pig
from minimaxer_games.tic_tac_toe import TicTacToe

NAMES = (
    "tic_tac_toe", "connect_four", "breakthrough:columns=4,rows=5", "reversi", "domineering", "dots_and_boxes:rows=2,columns=2",
    "pig:goal=20", "einstein", "2048:width=2,height=2", "mancala", "chinese_checkers:size=1,rounds=6",
)  # fmt: skip


class Start:
    """Begins with lots that may end the game at once; then player 1 names a number, which is the margin."""

    def initial(self) -> int:
        return -1

    def player(self, state: int) -> int:
        return mx.CHANCE if state == -1 else 1

    def chances(self, state: int) -> Iterator[tuple[int, float]]:
        yield 0, 0.5
        yield 7, 0.5

    def moves(self, state: int) -> list[int]:
        return [1, 2]

    def all_moves(self) -> list[int]:
        return [1, 2]

    def play(self, state: int, move: int) -> int:
        return move

    def outcome(self, state: int) -> float | None:
        return float(state) if state > 0 else None


class Still:
    """A game that is over where it begins.

    Args:
        state: The state.
    """

    def __init__(self, state: Any) -> None:
        self.state = state

    def initial(self) -> Any:
        return self.state

    def player(self, state: Any) -> int:
        return 0

    def moves(self, state: Any) -> list[int]:
        return [0]

    def all_moves(self) -> list[int]:
        return [0]

    def play(self, state: Any, move: int) -> Any:
        return state

    def outcome(self, state: Any) -> float:
        return mx.DRAW


def numbers(state: Any) -> list[float]:
    """What the default observation tells of a state."""
    return Numbers(Still(state))(state, 0).tolist()[2:]  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")  # a dict is none; PettingZoo lists its own games
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
def test_its_own_tests_pass(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the API, and of seeds."""
    game = mx.find_game(name)
    api_test(environment(game), num_cycles=100)
    seed_test(lambda: environment(game), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", NAMES)
def test_games_are_those_of_the_rules(name: str) -> None:
    """In random games: who moves, which moves are legal, how the game ends, and what each player gets."""
    game: Any = mx.find_game(name)
    env, rng = environment(game), Random(1)
    for seed in range(5):
        env.reset(seed=seed)
        raw, gained = env.unwrapped, dict.fromkeys(env.possible_agents, 0.0)
        state = raw.session.states[0]
        played = 0
        for agent in env.agent_iter():
            for move in raw.session.moves[played:]:
                state, played = game.play(state, move), played + 1
            seen, reward, terminated, truncated, _ = env.last()
            gained[agent] += reward
            assert not truncated
            assert terminated == (game.outcome(state) is not None)
            if terminated:
                assert not seen["action_mask"].any()
                env.step(None)
                continue
            assert agent == f"player_{game.player(state)}"
            legal = list(game.moves(state))
            masked = [raw.all_moves[action] for action in np.flatnonzero(seen["action_mask"])]
            assert sorted(masked) == sorted(legal)
            env.step(raw.all_moves.index(rng.choice(legal)))
        outcome = game.outcome(state)
        payoffs = outcome if isinstance(outcome, tuple) else (outcome, -outcome)[: len(gained)]
        assert list(gained.values()) == [{mx.WIN: 1, mx.LOSS: -1}.get(each, each) for each in payoffs]


def test_rewards() -> None:
    """Margins as they are, or as a function says."""
    for reward, expected in ((None, [9.0, -9.0]), (lambda payoff: payoff / 9, [1.0, -1.0])):
        env = environment(DotsAndBoxes(), reward=reward)
        raw = env.unwrapped
        board = DotsAndBoxes().initial()._replace(lines=DotsAndBoxes().everything ^ 1, lead=8)
        env.reset(options={"state": board})
        env.step(0)
        assert list(raw.rewards.values()) == expected
        assert raw.terminations == {"player_0": True, "player_1": True}


def test_agents_who_are_not_to_move() -> None:
    """See the state from their seat, and have no legal action."""
    env = environment(TicTacToe())
    env.reset()
    env.step(4)
    seen, other = env.observe("player_1"), env.observe("player_0")
    assert seen["observation"].tolist() == [0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    assert other["observation"].tolist() == [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    assert seen["action_mask"].tolist() == [1, 1, 1, 1, 0, 1, 1, 1, 1]
    assert other["action_mask"].tolist() == [0] * 9
    assert seen["action_mask"].dtype == np.int8


def test_an_illegal_move_ends_the_game(caplog: pytest.LogCaptureFixture) -> None:
    """At the mover's cost, in PettingZoo's wrapper; without it there is an error, and nothing changes."""
    env = environment(TicTacToe(), illegal_reward=-3)
    env.reset()
    env.step(4)
    with caplog.at_level(logging.ERROR, logger="pettingzoo"):
        env.step(np.int64(4))
    assert env.rewards == {"player_0": 0, "player_1": -3.0}
    assert all(env.terminations.values())
    for _ in env.agent_iter():
        assert not env.last()[0]["action_mask"].any()
        env.step(None)
    env.reset()
    assert not any(env.terminations.values())
    raw = env.unwrapped
    raw.step(4)
    with pytest.raises(mx.IllegalMoveError, match=r"expected a legal move of Board\(.*\), got 4; legal: "):
        raw.step(4)
    for action in (9, -1, None, 1.5):
        with pytest.raises(mx.IllegalMoveError, match=f"expected an action from 0 to 8, got {action}"):
            raw.step(action)
    assert (raw.session.moves, raw.agent_selection) == ([4], "player_1")


def test_chance_is_drawn_by_the_seed() -> None:
    """The same dice for the same seed, others later on; they are no actions."""
    env = environment(Pig())

    def rolled(seed: int | None) -> list[int]:
        env.reset(seed=seed)
        for _ in range(30):
            env.step(0)
        return [move for move in env.unwrapped.session.moves if move != ROLL]

    first, second = rolled(3), rolled(None)
    assert rolled(3) == first != second
    assert len(first) == 30
    assert env.action_space("player_0").n == 2


def test_chance_may_begin_and_end_a_game() -> None:
    """Where all is over before anybody moves, all agents are told."""
    env, met = environment(Start()), set()
    for seed in range(20):
        env.reset(seed=seed)
        met.add(tuple(env.unwrapped.session.states))
        if env.terminations["player_0"]:
            assert env.rewards == {"player_0": 7.0, "player_1": -7.0}
            assert env.last()[1:4] == (7.0, True, False)
        else:
            assert env.agent_selection == "player_1"
            env.step(1)
            assert env.rewards == {"player_0": 2.0, "player_1": -2.0}
    assert met == {(-1, 0), (-1, 7)}


def test_where_it_begins() -> None:
    """Is an option of `reset`: a position as text, or a state."""
    game = ConnectFour()
    env = environment(game)
    env.reset(options={"position": "445"})
    assert env.unwrapped.session.state == game.parse("445")
    assert env.agent_selection == "player_1"
    env.reset(options={"state": game.parse("44")})
    assert env.agent_selection == "player_0"
    with pytest.raises(mx.NotationError, match="expected a column from 1 to 7, got 'z'"):
        env.reset(options={"position": "z"})
    with pytest.raises(mx.OptionError, match="expected a position or a state to begin from, got both: '4' and 7"):
        env.reset(options={"position": "4", "state": 7})
    with pytest.raises(
        mx.OptionError, match=r"expected to begin where the game runs, got Board.*, where it is over: player 0 wins"
    ):
        env.reset(options={"position": "1212121"})


def test_games_that_go_on_for_too_long() -> None:
    """Are truncated, chance counted, without a reward."""
    env = environment(Pig(), longest=4)
    env.reset(seed=1)
    env.step(0)
    assert not any(env.truncations.values())
    env.step(0)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0}
    assert not env.last()[0]["action_mask"].any()


def test_boards(capsys: pytest.CaptureFixture[str]) -> None:
    """As text, on the terminal after each move, or not at all."""
    env = environment(ConnectFour(), render_mode="ansi")
    env.reset()
    assert env.render() == ConnectFour().render(ConnectFour().initial())
    shown = environment(Nim(), all_moves=Nim().moves(Nim().initial()), render_mode="human")
    shown.reset()
    game, played = Nim(), Take(0, 3)
    shown.step(0)
    boards = [game.render(game.initial()), game.render(game.play(game.initial(), played))]
    assert capsys.readouterr().out == "".join(f"{board}\n\n" for board in boards)
    shown.close()
    silent = environment(ConnectFour())
    silent.reset()
    with pytest.warns(UserWarning, match=r"render\(\) shows nothing: make the environment with render_mode='ansi' or 'human'"):
        assert silent.render() is None


def test_environments_can_be_copied_and_name_the_game() -> None:
    """For searches by agents, say; what is played on goes on in one of them alone."""
    env = PettingZooEnvironment(TicTacToe())
    env.reset(seed=1)
    other = copy.deepcopy(env)
    other.step(0)
    assert (env.session.moves, other.session.moves) == ([], [0])
    assert str(env) == "TicTacToe"
    assert env.metadata["render_modes"] == ["ansi", "human"]


def test_compiled_games() -> None:
    """Are the games they were made of."""
    pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")
    env = environment(mx.compile(TicTacToe()))
    env.reset()
    assert str(env.unwrapped) == "TicTacToe"
    assert env.last()[0]["action_mask"].all()


# --- what players see ---------------------------------------------------------------------------------------------------------


def test_numbers_of_states() -> None:
    """Of tuples, lists, arrays and objects; large ones bit by bit."""

    class Plain:
        def __init__(self) -> None:
            self.left, self.player = [3, (True, -4)], 1

    assert numbers(Plain()) == [3, 1, -4, 1]
    assert numbers((np.array([[1, 2], [3, 4]]), np.int8(5), np.bool_(True))) == [1, 2, 3, 4, 5, 1]
    assert numbers((2, 0.5)) == [2, 0.5]
    assert numbers(((1 << 63) + 5, 6)) == [1, 0, 1, *[0] * 60, 1, 6]
    assert len(numbers(1 << 64)) == 128
    seen = Numbers(ConnectFour())
    assert (seen.space.shape, seen.space.dtype) == ((131,), np.int32)
    assert seen.space.contains(seen(ConnectFour().parse("4455"), 1))
    assert Numbers(Still((1, 0.5))).space.dtype == np.float64


@pytest.mark.parametrize(
    ("start", "told"),
    [
        ("x..", r"expected states made of numbers, got 'x\.\.' in 'x\.\.'; say what players see by observation="),
        ((1, None), r"expected states made of numbers, got None in \(1, None\)"),
        (-(1 << 40), "expected whole numbers of at most 31 bits, or sets of bits, got -1099511627776 and -1099511627776"),
    ],
)
def test_states_of_other_things(start: Any, told: str) -> None:
    """Are refused, with what to do."""
    with pytest.raises(mx.OptionError, match=told):
        environment(Still(start))


def test_states_that_grow() -> None:
    """Are refused too, and where only other games than those of the layout show it there is an error."""

    class Growing(Start):
        def initial(self) -> Any:
            return ()

        def player(self, state: Any) -> int:
            return 0

        def play(self, state: Any, move: int) -> Any:
            return (*state, move)

        def outcome(self, state: Any) -> float | None:
            return 1 if len(state) == 2 else None

    with pytest.raises(mx.OptionError, match="expected states of as many numbers each, got 0 to 2; say what players see by"):
        environment(Growing())
    seen = Numbers(ConnectFour())
    for state in (Board(1 << 64, 0, 0), Board(0, 0, 1 << 31), (0, 0), Board(0, 0, 0.5)):  # type: ignore[arg-type]
        with pytest.raises(mx.RulesError, match="holds more or larger numbers than the states of random games; say what"):
            seen(state, 0)  # type: ignore[arg-type]


def test_observations_of_ones_own() -> None:
    """Arrays or lists of numbers of one shape; their space is made from the first, or given."""

    def planes(board: Board, player: int) -> list[list[bool]]:
        return [[bool(stones >> square & 1) for square in range(49)] for stones in (board.first, board.second)[:: 1 - 2 * player]]

    env = environment(ConnectFour(), observation=planes)
    env.reset(options={"position": "1"})
    space = env.observation_space("player_0")["observation"]
    assert (space.shape, space.dtype, space.low.max(), space.high.min()) == ((2, 49), np.int8, 0, 1)
    assert space is not env.observation_space("player_1")["observation"]
    assert [int(env.observe(agent)["observation"][0].sum()) for agent in env.agents] == [1, 0]
    given = spaces.Box(-1, 1, (2,), np.float32)
    env = environment(ConnectFour(), observation=lambda board, player: (0.5, player), space=given)
    env.reset()
    assert env.last()[0]["observation"].dtype == np.float32
    floats = environment(ConnectFour(), observation=lambda board, player: [0.5]).observation_space("player_1")["observation"]
    assert (floats.dtype, floats.high[0]) == (np.float64, np.inf)
    small = environment(ConnectFour(), observation=lambda board, player: np.zeros(3, np.uint8)).observation_space("player_1")
    assert small["observation"].high.tolist() == [255] * 3
    with pytest.raises(mx.OptionError, match="expected observation to give an array of numbers, got <U1 for the initial state"):
        environment(ConnectFour(), observation=lambda board, player: ["x"])
    env = environment(ConnectFour(), observation=lambda board, player: [0] * (1 + board.player))
    env.reset()
    env.step(0)
    with pytest.raises(mx.RulesError, match=r"expected an observation of the shape \(1,\), got \(2,\) for Board"):
        env.last()


# --- what does not fit --------------------------------------------------------------------------------------------------------


def test_a_list_of_all_moves_is_asked_for() -> None:
    """Where the game has none, it may be given."""
    with pytest.raises(
        mx.OptionError,
        match=r"expected a list of all moves that can ever be legal, since PettingZoo numbers them; give Nim a method all_moves\(\)",
    ):
        environment(Nim())
    env = environment(Nim(heaps=(2,)), all_moves=(Take(0, 1), Take(0, 2)))
    env.reset()
    env.step(1)
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    short = environment(Nim(heaps=(2,)), all_moves=[Take(0, 1)])
    short.reset()
    with pytest.raises(
        mx.RulesError, match=r"gave Take\(heap=0, sticks=2\), which is not among the 1 in all_moves; list every move"
    ):
        short.last()


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ([0, 1, 0], "expected each move once in all_moves, got 0 twice"),
        ([], "expected at least one move in all_moves, got none"),
        ([[0]], r"expected moves that can be hashed in all_moves, such as numbers and tuples, got \[0\]"),
    ],
)
def test_lists_that_number_nothing(moves: Any, told: str) -> None:
    """Are refused."""
    with pytest.raises(mx.OptionError, match=told):
        environment(TicTacToe(), all_moves=moves)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"render_mode": "rgb_array"}, "expected render_mode to be None, ansi or human, got 'rgb_array'"),
        ({"observation": 3}, "expected observation to be a function, got 3"),
        ({"reward": 3}, "expected reward to be a function, got 3"),
        ({"all_moves": 16}, "expected all_moves to be a list of all moves, got 16"),
        ({"longest": 0}, "expected longest to be a whole number of plies from 1, or None, got 0"),
        ({"longest": True}, "expected longest to be a whole number of plies from 1, or None, got True"),
    ],
)
def test_options_out_of_range(options: Any, told: str) -> None:
    """Are refused when the environment is made."""
    with pytest.raises(mx.OptionError, match=told):
        environment(TicTacToe(), **options)


def test_games_without_a_list() -> None:
    """Say so also where the states would do."""
    with pytest.raises(mx.OptionError, match=r"give ChessLite a method all_moves\(\)"):
        environment(ChessLite())


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["pettingzoo", "gymnasium"])
def test_the_package_is_asked_for(name: str) -> None:
    """Where it is not installed."""
    code = (
        f"import sys; sys.modules[{name!r}] = None\nfrom minimaxer.bridges.pettingzoo import Numbers, environment\n"
        "from minimaxer_games.pig import Pig\n"
    )
    for call in ("environment(Pig())", "Numbers(Pig())"):
        if (name, call) != ("pettingzoo", "Numbers(Pig())"):
            run = subprocess.run([sys.executable, "-c", code + call], capture_output=True, text=True, check=False)
            told = "MissingExtraError: environments of PettingZoo need the package pettingzoo: pip install pettingzoo"
            assert told in run.stderr
