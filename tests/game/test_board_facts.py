"""Boards of real games against facts that were written down from the rules alone: no wrong cell, no wrong owner, no missing piece.

`board_facts.json` has the rows of the first position and of the one after the first legal move of four plies (of chance, the first
outcome). `a`, `b` and `c` are cells of players 0, 1 and 2, `x` holds what is nobody's, `.` is empty, a blank is no cell. `A` and `B`
hold seeds in a house of player 0 or 1, `s` is a store, which may be a cell, and `_` a light square, which may be an empty one.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

import minimaxer as mx
from minimaxer.game.boards import Board, find_board

from ..refdata import FOLDER

Cell = tuple[int, int]
FACTS: Final = {each["game"]: each for each in json.loads((Path(__file__).parent / "board_facts.json").read_text("utf-8"))}
SHARED: Final = FOLDER.parent
PLIES: Final = 4
BUNDLED: Final = "minimaxer_games"
NATURAL: Final = "natural_games"
PUBLIC: Final = "public_games"
RIGHT: Final = {BUNDLED: 9, NATURAL: 10, PUBLIC: 8}
"""The boards that are found, of 12, 11 and 10; in the other games there is none, or it stays text."""
ALLOWED: Final = {"A": "ax", "B": "bx", "s": "?.abx", "_": "?."}
"""What may be found on a cell, by its sign in the facts; a question mark is no cell."""


def checkouts() -> Path:
    """The folder of the public games' sources, or a skip."""
    folder = os.environ.get("PUBLIC_GAMES")
    if not folder or not Path(folder).is_dir():
        pytest.skip("PUBLIC_GAMES names no folder with the sources of public games, see shared/public_games/README.md")
    return Path(folder)


@contextmanager
def apart(*folders: Path) -> Iterator[None]:
    """Forgets the modules from these folders and the paths to them: several strangers call a module `board`, or `checkers`."""
    path, known = list(sys.path), set(sys.modules)
    try:
        yield
    finally:
        sys.path[:] = path
        for name in set(sys.modules) - known:
            module = sys.modules[name]
            above = Path(getattr(module, "__file__", None) or "/").parents
            if not isinstance(module, ModuleType) or any(folder in above for folder in folders):  # stubs are no modules
                del sys.modules[name]


def public_game(name: str) -> Any:
    """The game of an adapter."""
    file = SHARED / PUBLIC / "adapters" / f"{name}.py"
    sys.path[:0] = [str(SHARED / PUBLIC), str(file.parent)]
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.GAME


def cells_of(rows: list[str]) -> dict[Cell, str]:
    return {(column, row): sign for row, line in enumerate(rows) for column, sign in enumerate(line) if sign != " "}


def found_on(board: Board, state: Any) -> dict[Cell, str]:
    """The signs of the facts, for what was found in a state."""
    signs = dict.fromkeys(board.shape.cells.values(), ".")
    for cell, content in board.contents(state).items():
        owner = board.owner(content)
        signs[cell] = "x" if owner is None else "abc"[owner]
    return signs


def ways(columns: int, rows: int) -> Iterator[Callable[[Cell], Cell]]:
    """The eight ways to turn and mirror a board, moved by up to one cell, where stores may stand at its ends."""
    for across, down, swap, aside, below in product((False, True), (False, True), (False, True), (-1, 0, 1), (-1, 0, 1)):

        def way(
            cell: Cell, across: bool = across, down: bool = down, swap: bool = swap, aside: int = aside, below: int = below
        ) -> Cell:
            x, y = columns - 1 - cell[0] if across else cell[0], rows - 1 - cell[1] if down else cell[1]
            return (y + aside, x + below) if swap else (x + aside, y + below)

        yield way


def differences(known: Mapping[Cell, str], found: Mapping[Cell, str]) -> list[tuple[Cell, str, str]]:
    """The cells that are not as they should be: what is known of them, and what was found."""
    pairs = ((cell, known.get(cell, "?"), found.get(cell, "?")) for cell in sorted(known.keys() | found.keys()))
    return [each for each in pairs if each[2] not in ALLOWED.get(each[1], each[1])]


def verdict_of(game: Any, fact: Mapping[str, Any]) -> str:
    """`right`, `silent`, or `wrong` with the cells that differ, seen from the side where the fewest do."""
    board = find_board(game)
    if board is None or fact["rows"] is None:
        return "wrong: there is no board" if board else "silent" if fact["rows"] else "right"
    states = [game.initial()]
    for _ in range(PLIES):
        by_chance = game.player(states[-1]) == mx.CHANCE
        move = next(iter(game.chances(states[-1])))[0] if by_chance else next(iter(game.moves(states[-1])))
        states.append(game.play(states[-1], move))
    pairs = [(cells_of(fact[name]), found_on(board, state)) for name, state in (("rows", states[0]), ("later", states[-1]))]
    seen = (
        [each for known, found in pairs for each in differences(known, {way(cell): sign for cell, sign in found.items()})]
        for way in ways(board.shape.columns, board.shape.rows)
    )
    wrong = min(seen, key=len)
    return f"wrong: {wrong}" if wrong else "right"


@functools.cache
def verdict(name: str) -> str:
    """The verdict on a game by its name in the facts; or a skip, which is not kept, where the game is not there."""
    place, _, rest = name.partition(":")
    if place not in (NATURAL, PUBLIC):
        return verdict_of(mx.find_game(name), FACTS[name])
    if not (SHARED / place).is_dir():
        pytest.skip(f"the games of {SHARED / place} are not here")
    if place == NATURAL:
        return verdict_of(mx.find_game(str(SHARED / place / f"{rest}.py")), FACTS[name])
    with apart(checkouts(), SHARED / place):
        return verdict_of(public_game(rest), FACTS[name])


@pytest.mark.parametrize("name", FACTS)
@pytest.mark.filterwarnings("ignore")
def test_no_board_is_wrong(name: str) -> None:
    """A board that is found has the cells that the rules know, and on each of them the right player's piece."""
    assert verdict(name) in ("right", "silent")


@pytest.mark.parametrize("place", RIGHT)
@pytest.mark.filterwarnings("ignore")
def test_as_many_boards_are_found_as_before(place: str) -> None:
    """Silence is allowed for single games, but not for more of them than when the facts were written."""
    names = [name for name, fact in FACTS.items() if name.startswith(place) and fact["rows"] is not None]
    assert [verdict(name) for name in names].count("right") >= RIGHT[place]
