"""Puzzle files: positions with the moves or values that a search must find."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from ..api.functions import search, solve
from ..base.scores import is_decisive, plies_to_end
from ..errors import NotationError
from ..game.capability import capabilities
from ..game.comparing import matching
from ..game.notation import Notation, lines_of
from ..game.protocol import Game
from ..searching.mover import for_mover
from ..searching.result import SearchResult

_RESULTS: Final = ("win", "loss", "draw")


@frozen(kw_only=True)
class Puzzle:
    """One line of a puzzle file: `position; best e2e4; win 3; depth 5`.

    Attributes:
        position: In the game's notation.
        best: Moves, one of which the search must find; empty: any move.
        avoid: Moves that it must not choose.
        value: The value for player 0; None where it does not matter.
        result: `win`, `loss` or `draw` for the mover; None where it does not matter.
        plies: Plies to the win or loss; None where it does not matter.
        depth: Plies to search; None: the position is solved.
        where: File and line.
    """

    position: str
    best: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    value: float | None = None
    result: str | None = None
    plies: int | None = None
    depth: int | None = None
    where: str = field(default="", eq=False)

    def check(self, game: Game[Any, Any]) -> str | None:
        """Searches the position and describes what the search missed; None if it found everything expected.

        Raises:
            NotationError: The game cannot read the position or a move.
        """
        notation = Notation(game, capabilities(game))
        state = notation.read_position(self.position)
        best = [notation.read_move(state, text) for text in self.best]
        avoid = [notation.read_move(state, text) for text in self.avoid]
        found = solve(game, state) if self.depth is None else search(game, state, depth=self.depth)
        move = "none" if found.move is None else notation.write_move(state, found.move)
        if (best and matching(best, found.move) is None) or matching(avoid, found.move) is not None:
            wanted = f"expected {' or '.join(self.best)}" if best else f"expected any move but {', '.join(self.avoid)}"
            return f"{wanted}, got {move}, with the value {found.value:g} for player 0"
        if self.value is not None and found.value != self.value:
            return f"expected the value {self.value:g} for player 0, got {found.value:g}, by {move}"
        return self._check_result(found, game.player(state))

    def _check_result(self, found: SearchResult[Any], player: int) -> str | None:
        if self.result is None:
            return None
        value = for_mover(player, found.value)
        result = "draw" if value == 0 else "win" if value > 0 else "loss"
        plies = plies_to_end(found.value)
        if not found.solved and not is_decisive(found.value):
            wanted = f"expected a {self.result} for player {player}, who moves"
            return f"{wanted}; a search to depth {found.depth} does not prove any result"
        if result != self.result or (result != "draw" and self.plies is not None and plies != self.plies):
            wanted = self.result if self.plies is None else f"{self.result} in {self.plies} plies"
            distance = f" in {plies} plies" if is_decisive(found.value) else f" by {abs(value):g}"
            return f"expected a {wanted} for player {player}, who moves, got a {result}{'' if result == 'draw' else distance}"
        return None


def read_puzzles(path: Path | str) -> list[Puzzle]:
    """Reads the puzzles of a file: one per line; empty lines and lines that begin with # are skipped.

    Raises:
        NotationError: The file cannot be read, is empty, or a line is no puzzle.
    """
    path = Path(path)
    try:
        lines = lines_of(path.read_bytes())
    except (OSError, UnicodeDecodeError) as error:
        raise NotationError(f"cannot read the puzzles of {path}: {error}") from error
    kept = [(number, line) for number, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith("#")]
    if not kept:
        raise NotationError(f"{path} holds no puzzle; expected one per line, such as: position; best e2e4; win 3; depth 5")
    return [read_puzzle(line, f"line {number} of {path.name}") for number, line in kept]


def read_puzzle(text: str, where: str = "the puzzle") -> Puzzle:
    """Reads the puzzle of one line; raises NotationError if the line is no puzzle.

    Examples:
        >>> read_puzzle("3,4,5/0; best 1-2; win").best
        ('1-2',)
    """
    position, *parts = (part.strip() for part in text.split(";"))
    given: dict[str, Any] = {}
    for name, *words in (part.split() for part in parts if part):
        try:
            given |= _part(name, words, given)
        except ValueError:
            raise NotationError(
                f"{where}: expected, once each, best or avoid with moves, value with a number, win or loss with or without "
                f"plies, draw, or depth with plies, got {' '.join([name, *words])!r}"
            ) from None
    if not position or not set(given) - {"depth"}:
        raise NotationError(f"{where}: expected a position, then what to find, as in: position; best e2e4; win 3, got {text!r}")
    return Puzzle(position=position, where=where, **given)


def _part(name: str, words: list[str], given: dict[str, Any]) -> dict[str, Any]:
    """Reads one part of a puzzle as an attribute of `Puzzle`; raises ValueError if it is invalid or repeated."""
    if ("result" if name in _RESULTS else name) in given:
        raise ValueError(name)
    if name in ("best", "avoid") and words:
        return {name: tuple(words)}
    if name == "draw" and not words:
        return {"result": name}
    if name in ("win", "loss") and len(words) <= 1:
        return {"result": name, "plies": _whole(words[0]) if words else None}
    if name == "value" and len(words) == 1:
        value = float(words[0])
        if not math.isfinite(value):
            raise ValueError(name)
        return {name: value}
    if name == "depth" and len(words) == 1:
        return {name: _whole(words[0])}
    raise ValueError(name)


def _whole(word: str) -> int:
    """Reads a whole number from 1; raises ValueError for anything else."""
    if not word.isascii() or not word.isdecimal() or int(word) < 1:
        raise ValueError(word)
    return int(word)
