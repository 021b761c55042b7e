"""Games of OpenSpiel, to be searched, checked and played as any other.

Source: M. Lanctot and others, "OpenSpiel: a framework for reinforcement learning in games", 2019.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from ..base.scores import LOSS, WIN
from ..errors import MissingExtraError, NotationError, OptionError, how_to_install
from ..game.protocol import CHANCE

try:
    import pyspiel
except ImportError:  # which is said once a game is asked for
    pyspiel = None


class Position:
    """A state of OpenSpiel, `state`, which must not be changed; two are equal if the same moves were played."""

    __slots__ = ("_name", "state")

    def __init__(self, state: Any) -> None:
        self.state: Final = state
        self._name: Final = state.history_str()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._name == other._name

    def __hash__(self) -> int:
        return hash(self._name)

    def __repr__(self) -> str:
        return f"Position({self._name or 'start'})"

    def __getstate__(self) -> str:
        return pyspiel.serialize_game_and_state(self.state.get_game(), self.state)  # type: ignore[no-any-return]

    def __setstate__(self, text: str) -> None:
        self.__init__(pyspiel.deserialize_game_and_state(text)[1])  # type: ignore[misc]


class OpenSpielGame:
    """The rules of one game of OpenSpiel.

    Moves are OpenSpiel's numbers of actions. If the results of two players range from -1 to 1, they are wins, draws and losses;
    else they are OpenSpiel's returns.

    Args:
        name: As `pyspiel.load_game` takes it, with parameters as in `breakthrough(rows=6,columns=6)`.
        evaluate: A static evaluation of OpenSpiel's states for player 0, or for each of many; none by default.

    Raises:
        MissingExtraError: OpenSpiel is not installed.
        OptionError: There is no such game, or it is of a kind that is not supported: with hidden information, simultaneous
            moves, or rewards before the end.
    """

    def __init__(self, name: str, evaluate: Callable[[Any], Any] | None = None) -> None:
        if pyspiel is None:
            raise MissingExtraError(f"games of OpenSpiel need the package open_spiel: {how_to_install('open_spiel')}")
        try:
            self._game = pyspiel.load_game(name)
        except pyspiel.SpielError as error:
            raise OptionError(f"OpenSpiel cannot load {name!r}: {error}") from error
        kind = self._game.get_type()
        for is_such, what in (
            (kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION, "has hidden information"),
            (kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL, "has moves at the same time"),
            (kind.reward_model != pyspiel.GameType.RewardModel.TERMINAL, "has rewards before its end"),
        ):
            if is_such:
                raise OptionError(f"expected a game of perfect information, one move after the other, but {name} {what}")
        self.name: Final = name
        self.players: Final = self._game.num_players()
        low, high = self._game.min_utility(), self._game.max_utility()
        self._counts: Final = self.players == 2 and (low, high) == (-1, 1)
        self.value_range: Final = (LOSS, WIN) if self._counts else (low, high)
        if self.players > 2 and kind.utility in (pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM):
            self.payoff_sum = self._game.utility_sum()
        if kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC:
            self.chances = self._chances
        if evaluate is not None:
            self._judge: Final = evaluate
            self.evaluate = self._evaluate

    def __repr__(self) -> str:
        return f"OpenSpielGame({self.name!r})"

    def __reduce__(self) -> Any:
        return OpenSpielGame, (self.name, getattr(self, "_judge", None))

    def initial(self) -> Position:
        """The initial state."""
        return Position(self._game.new_initial_state())

    def player(self, position: Position) -> int:
        """The player to move, or chance."""
        mover: int = position.state.current_player()
        return CHANCE if mover == pyspiel.PlayerId.CHANCE else mover

    def moves(self, position: Position) -> Iterable[int]:
        """The legal actions."""
        return position.state.legal_actions()  # type: ignore[no-any-return]

    def play(self, position: Position, move: int) -> Position:
        """The state after an action or an outcome of chance."""
        return Position(position.state.child(move))

    def outcome(self, position: Position) -> Any:
        """The result for player 0, or for each of many, once the game is over; None before."""
        if not position.state.is_terminal():
            return None
        returns = position.state.returns()
        if self.players > 2:
            return tuple(returns)
        return returns[0] * WIN if self._counts and returns[0] in (-1, 0, 1) else returns[0]

    def _chances(self, position: Position) -> Iterator[tuple[int, float]]:
        yield from position.state.chance_outcomes()

    def _evaluate(self, position: Position) -> Any:
        return self._judge(position.state)

    def format_move(self, position: Position, move: int) -> str:
        """The action as OpenSpiel writes it, with `_` for spaces."""
        return "_".join(position.state.action_to_string(position.state.current_player(), move).split())

    def parse_move(self, position: Position, text: str) -> int:
        """The action that the text names; raises NotationError if it names none."""
        state = position.state
        for move in (each for each, _ in state.chance_outcomes()) if state.is_chance_node() else self.moves(position):
            if self.format_move(position, move) == text:
                return move
        raise NotationError(f"expected an action of {self.name}, got {text!r}")

    def render(self, position: Position) -> str:
        """The state as OpenSpiel shows it."""
        return str(position.state)
