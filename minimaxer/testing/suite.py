"""Ready-made pytest tests of a game, recorded games to compare with later, and puzzles: the moves or values that are right."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, NoReturn

from attrs import field, frozen

from ..api.functions import search, solve
from ..api.perft import perft as count_moves
from ..base.checks import check_whole
from ..base.files import read_json, read_text, write_text
from ..base.scores import is_decisive, plies_to_end
from ..errors import NotationError, OptionError
from ..game.capability import capabilities, has_capability
from ..game.comparing import matching
from ..game.following import final_outcome, steps
from ..game.notation import Notation, lines_of
from ..game.protocol import Game
from ..native import rules_of
from ..searching.mover import for_mover
from ..searching.result import SearchResult
from .doctor import GAMES, check_game
from .play import play_random

if TYPE_CHECKING:
    import pytest

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


LONGEST: Final = 120
"""The largest number of plies of a recorded game."""

Record = dict[str, Any]
"""A recorded game: `plies`, each with `state`, `player`, `moves` and the `move` played, then `end` and `outcome`."""


def record(game: Game[Any, Any], seed: int) -> Record:
    """Records one random game."""
    notation = Notation(game, capabilities(game))
    played = play_random(game, Random(seed), LONGEST)
    plies = [
        _looked_at(game, notation, state) | {"move": notation.write_move(state, move)}
        for state, move in zip(played.states, played.moves, strict=False)
    ]
    return {"plies": plies, "end": _position(game, notation, played.states[-1]), "outcome": _number(played.outcome)}


def difference(game: Game[Any, Any], recorded: Record) -> str | None:
    """Replays the recorded moves and describes the first difference; None if there is none."""
    notation = Notation(game, capabilities(game))
    state = game.initial()
    for number, ply in enumerate(recorded["plies"]):
        if (outcome := game.outcome(state)) is not None:
            return f"at ply {number}, in {ply['state']}: the game went on, and is now over, with the outcome {outcome!r}"
        for what, value in _looked_at(game, notation, state).items():
            if value != ply[what]:
                return f"at ply {number}, in {ply['state']}: {what} was {ply[what]!r} and is {value!r}"
        state = game.play(state, {notation.write_move(state, move): move for move in steps(game, state)}[ply["move"]])
    outcome = _number(final_outcome(game, capabilities(game), state))
    for what, value in (("end", _position(game, notation, state)), ("outcome", outcome)):
        if value != recorded[what]:
            return f"after {len(recorded['plies'])} plies: {what} was {recorded[what]!r} and is {value!r}"
    return None


def _looked_at(game: Game[Any, Any], notation: Notation[Any, Any], state: Any) -> Record:
    return {
        "state": _position(game, notation, state),
        "player": int(game.player(state)),
        "moves": [notation.write_move(state, move) for move in steps(game, state)],
    }


def _number(outcome: Any) -> Any:
    """The outcome for JSON: a number, or for more than two players a list of them."""
    if outcome is None:
        return None
    if isinstance(outcome, (tuple, list)):
        return [_number(each) for each in outcome]
    return int(outcome) if outcome == int(outcome) else float(outcome)


def _position(game: Game[Any, Any], notation: Notation[Any, Any], state: Any) -> str | None:
    """The position as text; None where the game has no notation, since a `repr` may differ between processes."""
    return notation.write_position(state) if has_capability(game, "format") else None


WRITE: Final = "--minimaxer-write"
"""The option of pytest that writes snapshots."""
FOLDER: Final = "snapshots"
_AGAIN: Final = f"; if the rules were meant to change, write the snapshot anew with pytest {WRITE}"


def game_tests(
    game: Game[Any, Any],
    *,
    games: int = GAMES,
    seed: int = 0,
    compiled: bool | None = None,
    perft: int | Sequence[int] = 0,
    playthroughs: int = 0,
    puzzles: str | None = None,
) -> type:
    """Builds a test class of a game for pytest to collect; assign it to a variable whose name begins with `Test`.

    Counts and games that are not given are compared with snapshots in the folder `snapshots` beside the test's file, which
    `pytest --minimaxer-write` writes. Commit them.

    Args:
        game: The rules. Move counts and puzzles run in its tier; the laws are checked on its Python rules.
        games: Random games to check the laws by; 0: the laws are not checked.
        seed: Seed of the random games.
        compiled: Whether the doctor compares compiled rules; see `check_game`.
        perft: The depth to which perft counts are compared with a snapshot; or the counts for depth 1, 2, and so on.
        playthroughs: Random games to record and to compare with the record.
        puzzles: A puzzle file beside the test's file.

    Raises:
        OptionError: There is nothing to test, or a number is no whole number or negative.
        GameError: The game lacks a method.

    Examples:
        >>> from minimaxer_games.nim import Nim
        >>> TestNim = game_tests(Nim(), games=10, perft=[12, 108])
    """
    capabilities(game)
    counts = _counts(perft)
    depth = perft if isinstance(perft, int) else len(perft)
    for name, value in (("games", games), ("perft", depth), ("playthroughs", playthroughs)):
        check_whole(name, value, 0)
    check_whole("seed", seed)
    tests: dict[str, Any] = {}
    if games:
        tests["test_laws"] = _laws_test(game, games, seed, compiled)
    if depth:
        tests["test_perft"] = _perft_test(game, depth, counts)
    if playthroughs:
        tests["test_playthroughs"] = _playthroughs_test(rules_of(game), range(seed, seed + playthroughs))
    if puzzles is not None:
        tests["test_puzzle"] = _puzzle_test(game, Path(sys._getframe(1).f_globals.get("__file__", "")).parent / puzzles)
    if not tests:
        raise OptionError("expected something to test: games, perft, playthroughs or puzzles")
    return type("GameTests", (), tests)


def _counts(perft: Any) -> list[int] | None:
    """The counts that were given; None if a depth was given instead."""
    if isinstance(perft, int):
        return None
    if not isinstance(perft, (list, tuple)) or not perft or not all(type(count) is int for count in perft):
        raise OptionError(f"expected perft to be a depth, or a list of whole numbers, got {perft!r}")
    return list(perft)


def _laws_test(game: Game[Any, Any], games: int, seed: int, compiled: bool | None) -> Any:
    def test_laws(self: Any) -> None:
        """The rules keep the laws of the protocol."""
        report = check_game(game, games=games, seed=seed, compiled=compiled)
        if not report.ok:
            _fail(str(report))

    return test_laws


def _perft_test(game: Game[Any, Any], depth: int, counts: list[int] | None) -> Any:
    def test_perft(self: Any, request: pytest.FixtureRequest) -> None:
        """The perft counts are as expected."""
        now = [count_moves(game, depth=plies) for plies in range(1, depth + 1)]
        expected = _snapshot(request, "perft", now) if counts is None else counts
        if now != expected:
            _fail(f"move sequences of 1 to {depth} plies: expected {expected}, got {now}{_AGAIN if counts is None else ''}")

    return test_perft


def _playthroughs_test(game: Game[Any, Any], seeds: range) -> Any:
    def test_playthroughs(self: Any, request: pytest.FixtureRequest) -> None:
        """Recorded games can be replayed without a difference."""
        now = [record(game, seed) for seed in seeds]
        games = _snapshot(request, "playthroughs", now)
        if len(games) != len(now):
            _fail(f"expected {len(now)} recorded games, got {len(games)} in the snapshot; write it anew with pytest {WRITE}")
        for number, each in enumerate(games, 1):
            try:
                what = difference(game, each)
            except (KeyError, TypeError) as error:
                what = f"which cannot be played again: {type(error).__name__}: {error}"
            if what is not None:
                _fail(f"recorded game {number}, {what}{_AGAIN}")

    return test_playthroughs


def _puzzle_test(game: Game[Any, Any], path: Path) -> Any:
    import pytest

    @pytest.mark.parametrize("puzzle", read_puzzles(path), ids=lambda puzzle: puzzle.where.replace(" ", "-"))
    def test_puzzle(self: Any, puzzle: Puzzle) -> None:
        """The search solves the puzzle."""
        what = puzzle.check(game)
        if what is not None:
            _fail(f"{puzzle.where}, {puzzle.position}: {what}")

    return test_puzzle


def _snapshot(request: pytest.FixtureRequest, kind: str, now: Any) -> Any:
    """Reads a snapshot, after writing it if pytest runs with `--minimaxer-write`."""
    owner = ".".join(request.node.nodeid.split("::")[1:-1])
    path = request.path.parent / FOLDER / f"{request.path.stem}.{owner}.{kind}.json"
    if request.config.getoption(WRITE, default=False):
        path.parent.mkdir(exist_ok=True)
        write_text(path, json.dumps(now, indent=1) + "\n")
    if not path.is_file():
        _fail(f"there is no snapshot {path}; write it with pytest {WRITE}, look at it, and commit it")
    try:
        return read_json(read_text(path))
    except ValueError as error:
        _fail(f"cannot read the snapshot {path}: {error}; write it anew with pytest {WRITE}")


def _fail(what: str) -> NoReturn:
    import pytest

    pytest.fail(what, pytrace=False)
