"""Mirror images and turns of boards that leave a game unchanged, found by trying them on its rules.

A board is laid out in rows of every width, mirrored and turned. That is a symmetry of the game if, in all positions tried, the
image has the same mover and the same result, and its successors are the images of the position's successors.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any, Final

from ..compiler.runtime.values import parts_of, plain
from ..errors import RulesError
from ..game.following import is_chance
from ..game.protocol import Game
from .cells import WIDEST, Cells
from .relations import replaced, within
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
    tried = [*_spread(ends), *_spread(states)]  # most images are refused by the end of a game
    layouts = [each for each in dict.fromkeys(_layouts(cells)) if is_symmetry(alike(cells, [each]), each)]
    found = []
    for each in layouts:
        check()
        try:
            if _holds(game, cells, each, tried):
                found.append(each)
        except RulesError:
            break
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
    is_full = list(places) == list(range(len(places)))
    for width in range(1, most + 1):
        if is_full and len(places) % width:
            continue
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
    """True if all positions and their images have the same result and mover, and their successors correspond.

    Raises RulesError if the rules run without end in an image.
    """
    left, pairs = _SUCCESSORS, list[tuple[Any, Any]]()
    try:
        for state in states:
            image = _image(cells, symmetry, state)
            if not within(partial(_has_same_facts, game, state, image)):
                return False
            pairs.append((state, image))
        for state, image in pairs:
            if left > 0 and game.outcome(state) is None:
                found = Counter((_written(_image(cells, symmetry, each)), share) for each, share in _following(game, state))
                same = within(partial(_successors, game, image))
                if found != Counter((_written(each), share) for each, share in same):
                    return False
                left -= len(same)
    except RulesError:
        raise
    except Exception:  # the image is no position of the game, and the rules may raise anything
        return False
    return True


def _has_same_facts(game: Game[Any, Any], state: Any, image: Any) -> bool:
    outcome = game.outcome(state)
    return outcome == game.outcome(image) and (outcome is not None or game.player(state) == game.player(image))


def _successors(game: Game[Any, Any], state: Any) -> list[tuple[Any, float]]:
    return list(_following(game, state))


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
