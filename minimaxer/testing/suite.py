"""Ready-made pytest tests of a game."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

from ..api.perft import perft as count_moves
from ..base.checks import check_whole
from ..base.files import read_json, read_text, write_text
from ..errors import OptionError
from ..game.capability import capabilities
from ..game.protocol import Game
from ..native import rules_of
from . import recorded
from .doctor import GAMES, check_game
from .puzzles import Puzzle, read_puzzles

if TYPE_CHECKING:
    import pytest

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
        caller = sys._getframe(1).f_globals.get("__file__", "")
        tests["test_puzzle"] = _puzzle_test(game, Path(caller).parent / puzzles)
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
        now = [recorded.record(game, seed) for seed in seeds]
        games = _snapshot(request, "playthroughs", now)
        if len(games) != len(now):
            _fail(f"expected {len(now)} recorded games, got {len(games)} in the snapshot; write it anew with pytest {WRITE}")
        for number, each in enumerate(games, 1):
            try:
                what = recorded.difference(game, each)
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
