"""Positions and moves as text, and what else a game tells people: the names of its players, their `tally`, areas of moves."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, Generic

from ..base.scores import plain_number
from ..errors import IllegalMoveError, MinimaxerError, NotationError, RulesError
from .capability import Capabilities, capabilities
from .comparing import matching
from .following import steps
from .protocol import Game, M, S, players_of
from .reprs import from_repr, is_read_back, short_text
from .state_class import StateClassGame


def is_area(given: Any) -> bool:
    """True for a rectangle: left edge, upper edge, width and height, the last two above 0.

    Examples:
        >>> is_area((14, 14, 40, 40)), is_area((14, 14, 40)), is_area((14, 14, 40, 0))
        (True, False, False)
    """
    return is_tally(given, 4) and bool(given[2] > 0 and given[3] > 0)


def is_tally(given: Any, count: int) -> bool:
    """True for that many finite numbers: of a tally, one for each player.

    Examples:
        >>> is_tally((2, 2), 2), is_tally((2,), 2), is_tally([2, "2"], 2)
        (True, False, False)
    """
    if not isinstance(given, (tuple, list)) or len(given) != count:
        return False
    return all((number := plain_number(each)) is not None and math.isfinite(number) for each in given)


def counts_of(found: Capabilities[Any, Any], state: object, players: int) -> tuple[str, ...]:
    """The count that each player has so far, as text; empty where the game has no `tally`.

    Raises RulesError if it gave anything but a number for each player.

    Examples:
        >>> from minimaxer_games.reversi import Reversi
        >>> from .capability import capabilities
        >>> game = Reversi()
        >>> counts_of(capabilities(game), game.initial(), 2)
        ('2', '2')
    """
    if found.tally is None:
        return ()
    given: Any = found.tally(state)
    if not is_tally(given, players):
        raise RulesError(f"tally({state!r}) gave {given!r}; expected a number for each of the {players} players")
    return tuple(f"{each:g}" for each in given)


def names_of(game: Any) -> tuple[str, ...]:
    """The players' names from the game's `names`; `player 0` and so on where it has none, or something else by that name.

    Examples:
        >>> from minimaxer_games.nim import Nim
        >>> from minimaxer_games.reversi import Reversi
        >>> names_of(Reversi()), names_of(Nim())
        (('Black', 'White'), ('player 0', 'player 1'))
    """
    names, players = getattr(game, "names", None), players_of(game)
    if isinstance(names, (tuple, list)) and len(names) == players and all(isinstance(name, str) and name for name in names):
        return tuple(names)
    return tuple(f"player {player}" for player in range(players))


def with_names(text: str, names: Sequence[str]) -> str:
    """A sentence with the players' names in place of their numbers."""
    return re.sub(r"\bplayers? (\d(?:, \d)*)\b", lambda found: _named(found, names), text)


def _named(found: re.Match[str], names: Sequence[str]) -> str:
    numbers = [int(number) for number in found[1].split(", ")]
    return ", ".join(names[number] for number in numbers) if max(numbers) < len(names) else found[0]


_LONGEST: Final = 200
"""The longest `repr` of a state that an error shows."""
_LISTED: Final = 40
"""The most legal moves that an error names."""


class Notation(Generic[S, M]):
    """Reads and writes one game's positions and moves; `found` saves asking for its capabilities again."""

    def __init__(self, game: Game[S, M], found: Capabilities[S, M] | None = None) -> None:
        self._game: Final = game
        self._found: Final = capabilities(game) if found is None else found

    def read_position(self, text: str | None) -> S:
        """The state that a text denotes, by `parse` or else by its `repr`; the initial one for None; raises NotationError."""
        if text is None:
            return self._game.initial()
        if self._found.parse is not None:
            return self._found.parse(text)
        sample: S = self._game.initial()
        try:
            found: S = from_repr(text, sample)
        except Exception as error:  # of a class of the game's, too
            way = f", or a text as {repr(sample)[:_LONGEST]}" if is_read_back(sample) else ""
            what = f"{self._owner} cannot read positions, got {text!r}"
            raise NotationError(f"{what}; give it a method parse(text){way}") from error
        return found

    @property
    def is_bare(self) -> bool:
        """True if positions are read from what `repr` wrote, in which every blank counts."""
        return self._found.parse is None

    def write_position(self, state: S) -> str:
        """The position as text; its `repr` where the game cannot write it."""
        return repr(state) if self._found.format is None else _text(self._found.format(state), "format")

    def read_move(self, state: S, text: str) -> M:
        """The legal move that a text denotes; raises NotationError if it is no move, IllegalMoveError if it is not legal here."""
        legal = list(steps(self._game, state))
        if self._found.parse_move is None:
            for move in legal:
                if _bare(text) in (_bare(self.write_move(state, move)), _bare(str(move))):
                    return move
            raise NotationError(f"expected one of {self._listed(state, legal)}, got {text!r}")
        try:
            meant = self._found.parse_move(state, text)
        except MinimaxerError:
            raise
        except Exception as error:  # `int` and slices raise errors of their own
            what = f"parse_move(state, {text!r}) raised {type(error).__name__}: {error}"
            raise NotationError(f"{what}; it should raise NotationError where a text is no move") from error
        found: M | None = matching(legal, meant)
        if found is None:
            raise IllegalMoveError(f"{text} is not legal here; legal: {self._listed(state, legal)}")
        return found

    def write_move(self, state: S, move: M) -> str:
        """The move as text; its `short_text` where the game has no notation."""
        return short_text(move) if self._found.format_move is None else _text(self._found.format_move(state, move), "format_move")

    def write_line(self, state: S, moves: Iterable[M]) -> list[str]:
        """The moves of a line, each written in the state it is played in."""
        written = []
        for move in moves:
            written.append(self.write_move(state, move))
            state = self._game.play(state, move)
        return written

    def read_line(self, state: S, texts: Iterable[str]) -> tuple[M, ...]:
        """The moves of a line, one by one, as far as the game can read them."""
        moves: list[M] = []
        for text in texts:
            try:
                moves.append(self.read_move(state, text))
            except MinimaxerError:
                break
            state = self._game.play(state, moves[-1])
        return tuple(moves)

    def draw(self, state: S, *, whole: bool = False) -> str:
        """The board as text; where the game has no `render`, the position as text, or else `str` of the state, if it has one. The
        last two may show what is hidden, so a game with hidden cards uses them only if the `whole` may be shown.
        """
        if self._found.render is not None:
            return _text(self._found.render(state), "render")
        if self._found.deal is not None and not whole:
            return self._no_board
        if self._found.format is not None:
            return self.write_position(state)
        is_nameless = type(state).__str__ is object.__str__ and type(state).__repr__ is object.__repr__
        return self._no_board if is_nameless else str(state)

    def draw_anyway(self, state: S, *, whole: bool = False) -> str:
        """The board while a game is being played, which a `render` that raises must not end: its error is shown instead."""
        try:
            return self.draw(state, whole=whole)
        except Exception as error:
            return f"(there is no board to see: {self._drawer} raised {type(error).__name__}: {error}; the game goes on without)"

    @property
    def _rules(self) -> Any:
        """The game; of a compiled one, the original."""
        return getattr(self._game, "game", self._game)

    @property
    def _owner(self) -> str:
        """The name of the class with the game's methods."""
        return type(self._rules).__qualname__

    @property
    def _drawer(self) -> str:
        """The name of the function that makes the board."""
        if self._found.render is not None:
            return f"{self._owner}.render"
        return "str of the state" if self._found.format is None else f"{self._owner}.format"

    @property
    def _no_board(self) -> str:
        given = "self" if isinstance(self._rules, StateClassGame) else "self, state"
        what = "it" if self._found.deal is None else "what the player to move knows"
        return f"(there is no board to see: give {self._owner} a method render({given}), which returns {what} as text)"

    def _listed(self, state: S, moves: list[M]) -> str:
        listed = "  ".join(self.write_move(state, move) for move in moves[:_LISTED])
        return listed if len(moves) <= _LISTED else f"{listed} and {len(moves) - _LISTED} more"


def lines_of(data: bytes) -> list[str]:
    r"""The lines of a file in UTF-8, with or without its mark; a line ends at a line feed alone, or one after a carriage return.

    Examples:
        >>> lines_of(b"one\r\ntwo\x0cstill two")
        ['one', 'two\x0cstill two']
    """
    return [line.removesuffix("\r") for line in data.decode("utf-8-sig").split("\n")]


def _bare(text: str) -> str:
    return "".join(text.split())


def _text(text: object, method: str) -> str:
    if isinstance(text, str):
        return text
    raise RulesError(f"{method}() gave {text!r}; expected text")
