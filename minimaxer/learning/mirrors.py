"""Mirror images and turns of boards that leave a game unchanged, found by trying them on its rules.

A board is laid out in rows of every width, mirrored and turned. That is a symmetry of the game if, in all positions tried, the
image has the same mover and the same result, and its successors are the images of the position's successors.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import product
from typing import Any, Final

from ..compiler.runtime.values import parts_of, plain
from ..game.chance import is_chance
from ..game.protocol import Game
from .cells import WIDEST, Cells
from .relations import replaced
from .symmetries import Symmetry, alike, is_symmetry

_TRIED: Final = 40
"""Positions that each image is tried on."""
_SUCCESSORS: Final = 1_500
"""Successors after which no more positions are tried."""
_FEWEST: Final = 4
"""Fewest cells of a tuple that is taken for a board."""
_PLACE: Final = re.compile(r"(.*?)\[\(?(?:(\d+)(?:\]\[|, ))?(\d+)\)?\]")
"""A place in a row, in rows of rows, or in a dict of two coordinates."""


def find_mirrors(
    game: Game[Any, Any],
    cells: Cells,
    states: Sequence[Any],
    ends: Sequence[Any],
    check: Callable[[], object] = lambda: None,
) -> list[Symmetry]:
    """The mirror images and turns of boards that leave a game unchanged; `check` is called before each is tried."""
    tried = [*_spread(states), *_spread(ends)]
    layouts = [each for each in dict.fromkeys(_layouts(cells)) if is_symmetry(alike(cells, [each]), each)]
    found = []
    for each in layouts:
        check()
        if _holds(game, cells, each, tried):
            found.append(each)
    return found


def _spread(states: Sequence[Any]) -> Sequence[Any]:
    """An evenly spaced selection of these."""
    return states[:: max(1, len(states) // _TRIED)]


def _layouts(cells: Cells) -> Iterator[Symmetry]:
    """Yields all images of boards laid out in rows: of boards of bits, or of tuples if there are no such boards."""
    stay = tuple(range(len(cells.items)))
    if cells.boards:
        for to in _mirrors(cells.bits, WIDEST):
            yield Symmetry(tuple(sorted(to.items())), stay)
        return
    found = [(number, place) for number, item in enumerate(cells.items) if (place := _PLACE.fullmatch(item.path))]
    width = 1 + max((int(place[3]) for _, place in found), default=0)
    tuples: dict[str, dict[int, int]] = {}
    for number, place in found:
        tuples.setdefault(place[1], {})[int(place[2] or 0) * width + int(place[3])] = number
    shapes = {tuple(sorted(each)) for each in tuples.values() if len(each) >= _FEWEST}
    for shape in sorted(shapes):
        for to in _mirrors(shape, max(shape) + 1):
            moved = {own[one]: own[to[one]] for own in tuples.values() if tuple(sorted(own)) == shape for one in own}
            yield Symmetry((), tuple(moved.get(number, number) for number in stay))


def _mirrors(places: Sequence[int], most: int) -> Iterator[dict[int, int]]:
    """Yields the target of each place when places are mirrored or turned, in rows of each width."""
    for width in range(1, most + 1):
        squares = {divmod(place, width): place for place in places}
        rows, columns = [row for row, _ in squares], [column for _, column in squares]
        down, across, turn = min(rows) + max(rows), min(columns) + max(columns), min(columns) - min(rows)
        for is_turned, is_down, is_across in product((False, True), repeat=3):
            images = {}
            for row, column in squares:
                to_row, to_column = (column - turn, row + turn) if is_turned else (row, column)
                images[row, column] = down - to_row if is_down else to_row, across - to_column if is_across else to_column
            if images.keys() == set(images.values()) and any(one != other for one, other in images.items()):
                yield {squares[one]: squares[other] for one, other in images.items()}


def _holds(game: Game[Any, Any], cells: Cells, symmetry: Symmetry, states: Sequence[Any]) -> bool:
    left = _SUCCESSORS
    try:
        for state in states:
            count = _same(game, cells, symmetry, state)
            if count is None:
                return False
            left -= count
            if left < 0:
                break
    except Exception:  # the image is no position of the game, and the rules may raise anything
        return False
    return True


def _same(game: Game[Any, Any], cells: Cells, symmetry: Symmetry, state: Any) -> int | None:
    """The successors of a position, if it and its image have the same mover and result, and their successors correspond."""
    image = _image(cells, symmetry, state)
    outcome = game.outcome(state)
    if outcome is not None or game.outcome(image) is not None:
        return 0 if outcome == game.outcome(image) else None
    if game.player(state) != game.player(image):
        return None
    found = Counter((_written(_image(cells, symmetry, each)), share) for each, share in _following(game, state))
    same = found == Counter((_written(each), share) for each, share in _following(game, image))
    return found.total() if same else None


def _following(game: Any, state: Any) -> Iterator[tuple[Any, float]]:
    """Yields the successors of a position, each with its probability at a chance node, else with 1."""
    moves = game.chances(state) if is_chance(game, state) else ((move, 1.0) for move in game.moves(state))
    for move, share in moves:
        yield game.play(state, move), round(share, 9)


def _written(value: Any) -> Hashable:
    """A value by its parts, equal for equal ones."""
    if isinstance(value, set | frozenset):
        return frozenset(map(_written, value))
    if isinstance(value, dict):
        return frozenset((_written(key), _written(each)) for key, each in value.items())
    parts = tuple((place, _written(part)) for place, part in parts_of(value))
    return (type(value), parts) if parts else plain(value)  # a number, a text, or what has no parts


def _image(cells: Cells, symmetry: Symmetry, state: Any) -> Any:
    words, contents, to = cells.words(state), cells.contents(state), dict(symmetry.bits)
    parts: dict[str, Any] = {}
    for board in cells.boards:
        mask = sum(1 << bit for bit in board.bits)
        for path in board.paths:
            word = words[path]
            parts[path] = word & ~mask | sum(1 << to[bit] for bit in board.bits if word >> bit & 1)
    for number, target in enumerate(symmetry.items):
        if number != target:
            parts[cells.items[target].path] = contents[number]
    return replaced(state, parts)
