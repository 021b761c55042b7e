"""Our games as environments of PettingZoo, for programs that learn.

Source: J. Terry and others, "PettingZoo: gym for multi-agent reinforcement learning", 2021.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Iterator
from copy import deepcopy
from numbers import Integral
from random import Random
from typing import Any, Final, Generic

import attrs

from ..base.scores import LOSS, WIN, plain_number
from ..errors import IllegalMoveError, MissingExtraError, OptionError, RulesError, how_to_install
from ..game.capability import capabilities
from ..game.following import checked_player, final_outcome, wandered
from ..game.protocol import Game, M, S, players_of
from ..play.session import Session

try:
    import numpy as np
    from gymnasium import logger, spaces
except ImportError:  # which is said once they are needed
    spaces = None
try:
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError:  # which is said once an environment is asked for
    AECEnv = None

RENDER_MODES: Final = ("ansi", "human")
"""The ways to show a board: as the text that `render` returns, or written to the terminal after each move."""
_Environment: Any = type("Missing", (), {}) if AECEnv is None else AECEnv
_GAMES: Final = 10
"""Random games that determine the layout of the array."""
_PLIES: Final = 200
"""Most plies of each game."""
_WORD: Final = 64
_LARGE: Final = 1 << 31
"""Whole numbers from here on are sets of bits."""
_WAY_OUT: Final = "say what players see by observation=, a function of a state and a player that gives an array"


def environment(
    game: Game[S, M],
    *,
    all_moves: Iterable[M] | None = None,
    observation: Callable[[S, int], Any] | None = None,
    space: Any = None,
    reward: Callable[[float], float] | None = None,
    illegal_reward: float = -1.0,
    longest: int | None = None,
    render_mode: str | None = None,
) -> Any:
    """The game as an environment in which agents move in turn, an `AECEnv`, within PettingZoo's usual wrappers.

    An action is the index of a move in `all_moves`. `observe` returns `observation`, and `action_mask`: an int8 array, shape
    (moves,), of 1 for the moves that are legal now; all 0 for agents who are not to move. Outcomes of chance are drawn with
    the seed given to `reset`. Rewards come at the end of the game.

    `reset` takes the options `position`, a text in the game's notation, and `state`: where the game begins. Others are ignored.

    Args:
        game: The rules.
        all_moves: All moves that can ever be legal, each once; by default those of the game's `all_moves()`.
        observation: A player's observation of a state, as an array or nested lists of numbers, always of one shape. By default
            `Numbers(game)`: the numbers that make up the state.
        space: The box of observations; by default of the shape and dtype of the first one, with the bounds of that dtype.
        reward: The reward for a player's payoff, which is `mx.WIN` for a win. By default a win is 1 and a loss -1, and other
            payoffs are unchanged: margins, and the payoffs of three and more players.
        illegal_reward: The reward of an agent whose move is not legal, which ends the game; the others get 0.
        longest: Plies, those of chance included, after which a game is truncated; by default never.
        render_mode: None, `ansi` or `human`, as in `RENDER_MODES`.

    Raises:
        MissingExtraError: PettingZoo is not installed.
        GameError: The game lacks a method of the protocol.
        OptionError: An argument is out of range, there is no list of all moves, or states are not made of numbers alone.
    """
    raw = PettingZooEnvironment(
        game, all_moves=all_moves, observation=observation, space=space, reward=reward, longest=longest, render_mode=render_mode
    )
    ends = wrappers.TerminateIllegalWrapper(raw, illegal_reward=illegal_reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ends))


class PettingZooEnvironment(_Environment, Generic[S, M]):  # type: ignore[misc]  # PettingZoo has no types
    """The environment without wrappers: a move that is not legal raises an error, and changes nothing.

    Arguments and errors are those of `environment`. `all_moves` has the moves, each at the index that is its action; `session` is
    the game that is being played, with its moves and states and its result; there is none before the first `reset`.
    """

    session: Session[S, M]

    def __init__(
        self,
        game: Game[S, M],
        *,
        all_moves: Iterable[M] | None = None,
        observation: Callable[[S, int], Any] | None = None,
        space: Any = None,
        reward: Callable[[float], float] | None = None,
        longest: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if AECEnv is None:
            raise not_installed()
        if render_mode not in (None, *RENDER_MODES):
            raise OptionError(f"expected render_mode to be None, ansi or human, got {render_mode!r}")
        if longest is not None and (type(longest) is not int or longest < 1):
            raise OptionError(f"expected longest to be a whole number of plies from 1, or None, got {longest!r}")
        for name, function in (("observation", observation), ("reward", reward)):
            if function is not None and not callable(function):
                raise OptionError(f"expected {name} to be a function, got {function!r}")
        super().__init__()
        self.game: Final = game
        self.all_moves: Final[tuple[M, ...]] = _listed(game, all_moves)
        self.render_mode: Final = render_mode
        self.metadata: Final = {
            "name": type(getattr(game, "game", game)).__name__,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self._actions: Final = {move: action for action, move in enumerate(self.all_moves)}
        self._players: Final = players_of(game)
        self.possible_agents: Final = [f"player_{player}" for player in range(self._players)]
        self.agents: list[str] = []
        self._seen: Final = Numbers(game) if observation is None else observation
        seen_space = self._space_of_first() if space is None else space
        self.action_spaces: Final = {agent: spaces.Discrete(len(self.all_moves)) for agent in self.possible_agents}
        self.observation_spaces: Final = {agent: self._with_mask(seen_space) for agent in self.possible_agents}
        self._reward: Final = reward
        self._longest: Final = longest
        self._rng = Random()

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations: a dict of `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions: a number for each move."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game, by the options `position` or `state`; without a seed, that of chance goes on as before. Raises
        OptionError if both are given, or the game is over there, and NotationError if there is no such position.
        """
        session = self._begun(options or {})
        if seed is not None:
            self._rng = Random(seed)
        self.session = session
        self.agents = list(self.possible_agents)
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def step(self, action: int | None) -> None:
        """Plays the move with that number for the agent whose turn it is, then the outcomes of chance that follow it. None is for
        agents whose game is over. Raises IllegalMoveError for an unknown or illegal move; nothing changes then.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if not isinstance(action, Integral) or not 0 <= action < len(self.all_moves):
            raise IllegalMoveError(f"expected an action from 0 to {len(self.all_moves) - 1}, got {action!r}")
        self.session.play(self.all_moves[int(action)])
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """An agent's observation: the state, and the mask of its actions that are legal now. Raises RulesError if a legal move is
        not among all moves, or the state does not fit the space of observations.
        """
        state, space = self.session.state, self.observation_spaces[agent]["observation"]
        seen = np.asarray(self._seen(state, self.possible_agents.index(agent)), dtype=space.dtype)
        if seen.shape != space.shape:
            raise RulesError(f"expected an observation of the shape {space.shape}, got {seen.shape} for {state!r}")
        mask = np.zeros(len(self.all_moves), np.int8)
        is_next = agent == self.agent_selection and agent in self.agents
        if is_next and not (self.terminations[agent] or self.truncations[agent]):
            for move in self.session.legal:
                mask[self._action(move)] = 1
        return {"observation": seen, "action_mask": mask}

    def render(self) -> str | None:
        """The board as text if the mode is `ansi`; if it is `human`, writes it to the terminal."""
        if self.render_mode is None:
            logger.warn("render() shows nothing: make the environment with render_mode='ansi' or 'human'")
            return None
        board = self.session.notation.draw(self.session.state)
        if self.render_mode == "ansi":
            return board
        sys.stdout.write(f"{board}\n\n")
        return None

    def close(self) -> None:
        """Does nothing, since nothing is held open."""

    def _space_of_first(self) -> Any:
        """The space of observations, from player 0's observation of the initial state."""
        if isinstance(self._seen, Numbers):
            return self._seen.space
        first = np.asarray(self._seen(self.game.initial(), 0))
        if first.dtype.kind == "b":
            return spaces.Box(0, 1, first.shape, np.int8)
        if first.dtype.kind not in "iuf":
            raise OptionError(f"expected observation to give an array of numbers, got {first.dtype} for the initial state")
        low, high = (-np.inf, np.inf) if first.dtype.kind == "f" else bounds_of(first.dtype)
        return spaces.Box(low, high, first.shape, first.dtype)

    def _with_mask(self, space: Any) -> Any:
        """The space of one agent's observations, with a box of its own, since a space draws by its own seed."""
        return spaces.Dict({"observation": deepcopy(space), "action_mask": spaces.Box(0, 1, (len(self.all_moves),), np.int8)})

    def _begun(self, options: dict[str, Any]) -> Session[S, M]:
        """A game from the position or state in the options."""
        text, state = options.get("position"), options.get("state")
        if text is not None and state is not None:
            raise OptionError(f"expected a position or a state to begin from, got both: {text!r} and {state!r}")
        if text is not None:
            state = Session(self.game).notation.read_position(text)
        session: Session[S, M] = Session(self.game, state)
        if session.is_over:
            raise OptionError(f"expected to begin where the game runs, got {session.state!r}, where it is over: {session.result}")
        return session

    def _go_on(self) -> None:
        """Draws outcomes of chance until a player moves or the game ends, and updates the mover, the rewards and the ends."""
        session = self.session
        while session.is_chance and not self._is_too_long():
            session.draw(self._rng)
        if session.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self._payoffs(), strict=True))
        elif self._is_too_long():
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            mover = checked_player(self.game.player(session.state), session.state, players=self._players)
            self.agent_selection = self.agents[mover]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _is_too_long(self) -> bool:
        return self._longest is not None and len(self.session.moves) >= self._longest

    def _payoffs(self) -> Iterator[float]:
        assert self.session.result is not None
        outcome: Any = self.session.result.outcome
        for payoff in outcome if isinstance(outcome, tuple) else (outcome, 0 - outcome)[: self._players]:
            if self._reward is not None:
                yield float(self._reward(payoff))
            elif self._players <= 2 and payoff in (LOSS, WIN):
                yield 1.0 if payoff == WIN else -1.0
            else:
                yield float(payoff)

    def _action(self, move: M) -> int:
        try:
            return self._actions[move]
        except (KeyError, TypeError):
            raise RulesError(
                f"moves({self.session.state!r}) gave {move!r}, which is not among the {len(self.all_moves)} in all_moves; list "
                "every move that can ever be legal"
            ) from None


def _listed(game: Game[S, M], given: Iterable[M] | None) -> tuple[M, ...]:
    """All moves of a game, each once; raises OptionError if there is no list, or one that cannot number moves."""
    own = capabilities(game).all_moves
    if given is None and own is not None:
        given = own()
    if given is None:
        name = type(game).__name__
        raise OptionError(
            f"expected a list of all moves that can ever be legal, since PettingZoo numbers them; give {name} a method "
            "all_moves() that returns it, or say environment(game, all_moves=[...])"
        )
    if not isinstance(given, Iterable):
        raise OptionError(f"expected all_moves to be a list of all moves, got {given!r}")
    moves = tuple(given)
    seen: set[Hashable] = set()
    for move in moves:
        if not isinstance(move, Hashable):
            raise OptionError(f"expected moves that can be hashed in all_moves, such as numbers and tuples, got {move!r}")
        if move in seen:
            raise OptionError(f"expected each move once in all_moves, got {move!r} twice")
        seen.add(move)
    if not moves:
        raise OptionError("expected at least one move in all_moves, got none")
    return moves


class Numbers(Generic[S]):
    """The default observation: the numbers of a state, one after the other, in an array of one dimension, from the box `space`.

    The array begins with the observer, as a 1 among a 0 for each other player. Then come the numbers of the state: of tuples,
    lists and arrays item by item, of objects attribute by attribute. Numbers that go beyond 31 bits in random games are sets of
    bits, written bit by bit from the lowest, in 64 places or a multiple of it. Smaller numbers are written as they are, even if
    they are sets of bits. The dtype is int32, or float64 if there are fractions.

    It is complete, but only a start: an `observation` of your own can show the board from the observer's side.

    Raises MissingExtraError without PettingZoo, and OptionError if states hold anything but numbers, or differ in how many.
    """

    def __init__(self, game: Game[S, Any]) -> None:
        if spaces is None:
            raise not_installed()
        self._players: Final = players_of(game)
        rows = [list(_numbers(state, state)) for state in _states(game)]
        if len({len(row) for row in rows}) > 1:
            counts = sorted({len(row) for row in rows})
            raise OptionError(f"expected states of as many numbers each, got {counts[0]} to {counts[-1]}; {_WAY_OUT}")
        columns = list(zip(*rows, strict=True))
        self._widths: Final = [_width(column) for column in columns]
        self._is_whole: Final = all(isinstance(number, int) for column in columns for number in column)
        self._dtype: Final = np.dtype(np.int32 if self._is_whole else np.float64)
        low, high = bounds_of(self._dtype) if self._is_whole else (-np.inf, np.inf)
        lows, highs = [0.0] * self._players, [1.0] * self._players
        for width in self._widths:
            lows.extend([0] * width or [low])
            highs.extend([1] * width or [high])
        self.space: Final = spaces.Box(np.array(lows, self._dtype), np.array(highs, self._dtype), dtype=self._dtype)

    def __call__(self, state: S, player: int) -> Any:
        """A player's observation of a state: an array of the shape and dtype of `space`. Raises RulesError if the state holds
        more or larger numbers than those of the random games.
        """
        row: list[float] = [int(each == player) for each in range(self._players)]
        numbers = list(_numbers(state, state))
        fits = len(numbers) == len(self._widths)
        for number, width in zip(numbers, self._widths, strict=False):
            if width == 0:
                fits = fits and (not self._is_whole or (isinstance(number, int) and -_LARGE <= number < _LARGE))
                row.append(number)
            else:
                fits = fits and isinstance(number, int) and 0 <= number < 1 << width
                row.extend(int(number) >> bit & 1 for bit in range(width))
        if not fits:
            raise RulesError(f"{state!r} holds more or larger numbers than the states of random games; {_WAY_OUT}")
        return np.array(row, self._dtype)


def not_installed() -> MissingExtraError:
    """The error to raise if PettingZoo, or a package that comes with it, cannot be imported."""
    return MissingExtraError(f"environments of PettingZoo need the package pettingzoo: {how_to_install('pettingzoo')}")


def bounds_of(dtype: Any) -> tuple[int, int]:
    """The least and the greatest number of a dtype of whole numbers."""
    return int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)


def _states(game: Game[S, M]) -> Iterator[S]:
    """The states of a few random games, always the same."""
    rng, found = Random(0), capabilities(game)
    for _ in range(_GAMES):
        state = game.initial()
        yield state
        for _ in range(_PLIES):
            if final_outcome(game, found, state) is not None:
                break
            state = wandered(game, state, rng)
            yield state


def _numbers(value: Any, state: object) -> Iterator[int | float]:
    """Yields the numbers in a part of a state; raises OptionError if it holds something else."""
    number = plain_number(int(value) if isinstance(value, (bool, np.bool_)) else value)
    if number is not None:
        yield number
        return
    if isinstance(value, np.ndarray):
        parts = value.tolist()
    elif isinstance(value, (tuple, list)):
        parts = value
    elif attrs.has(type(value)):
        parts = [getattr(value, each.name) for each in attrs.fields(type(value))]
    elif hasattr(value, "__dict__"):
        parts = list(vars(value).values())
    else:
        raise OptionError(f"expected states made of numbers, got {value!r} in {state!r}; {_WAY_OUT}")
    for part in parts if isinstance(parts, (tuple, list)) else [parts]:
        yield from _numbers(part, state)


def _width(column: tuple[int | float, ...]) -> int:
    """The number of bits to write for a number with these values; 0 if it is written as it is."""
    if not all(isinstance(number, int) for number in column) or -_LARGE <= min(column) <= max(column) < _LARGE:
        return 0
    if min(column) < 0:
        raise OptionError(
            f"expected whole numbers of at most 31 bits, or sets of bits, got {min(column)} and {max(column)}; {_WAY_OUT}"
        )
    return -(-int(max(column)).bit_length() // _WORD) * _WORD
