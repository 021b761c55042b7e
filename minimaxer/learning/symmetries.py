"""Symmetries of a game's cells: permutations of cells, such as mirror images and turns, found from its `canonical`, or by trying
those of boards on the rules.

`canonical` may leave positions as they are where a search would save nothing; a symmetry of the cells holds everywhere.

A board is laid out in rows of every width, mirrored and turned. That is a symmetry of the game if, in all positions tried, the
image has the same mover and the same result, and its successors are the images of the position's successors.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import product
from typing import Any, Final

from attrs import evolve, frozen

from ..compiler.runtime.values import parts_of, plain
from ..errors import RulesError
from ..game.following import is_chance
from ..game.protocol import Game
from .cells import WIDEST, Cells, bits_that_change, joined
from .relations import replaced, within

_TRIED: Final = 40
"""Positions that each image is tried on."""
_SUCCESSORS: Final = 1_500
"""Successors after which no more positions are tried."""
_FEWEST: Final = 4
"""Fewest cells of a tuple that is taken for a board."""
_PLACE: Final = re.compile(r"(.*?)\[\(?(?:(\d+)(?:\]\[|, ))?(\d+)\)?\]")
"""A place in a row, in rows of rows, or in a dict of two coordinates."""


def find_mirrors(
    game: Game[Any, Any], cells: Cells, states: Sequence[Any], ends: Sequence[Any], check: Callable[[], object] = lambda: None
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
    """True if all positions and their images have the same result and mover, and their successors correspond. Raises RulesError
    if the rules run without end in an image.
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
                same = within(partial(lambda state: list(_following(game, state)), image))
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


MOST: Final = 16
"""Most symmetries of a game, the identity included."""
_Signature = tuple[Any, ...]


@frozen(slots=False)
class Symmetry:
    """A permutation of the cells: pairs of a bit and its target, sorted by the first, and the other cells' targets by number."""

    bits: tuple[tuple[int, int], ...]
    items: tuple[int, ...]

    @cached_property
    def back(self) -> dict[int, int]:
        """The bit that moves to each bit."""
        return {target: bit for bit, target in self.bits}

    @cached_property
    def moves(self) -> dict[int, int]:
        """Masks of the bits that move equally far, by distance: negative to lower bits."""
        found: dict[int, int] = {}
        for bit, target in self.bits:
            found[target - bit] = found.get(target - bit, 0) | 1 << bit
        return found

    @property
    def is_nothing(self) -> bool:
        """True for the identity: all cells stay."""
        return all(bit == target for bit, target in self.bits) and self.items == tuple(range(len(self.items)))

    def after(self, other: Symmetry) -> Symmetry:
        """The composition of the other symmetry with this one, which acts second."""
        own = dict(self.bits)
        return Symmetry(
            tuple((bit, own[target]) for bit, target in other.bits), tuple(self.items[target] for target in other.items)
        )

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that moves all cells back."""
        items = sorted(range(len(self.items)), key=self.items.__getitem__)
        return Symmetry(tuple(sorted((target, bit) for bit, target in self.bits)), tuple(items))


def find_symmetries(
    states: Iterable[Any], canonical: Callable[[Any], tuple[Any, int]], cells: Cells
) -> tuple[Cells, tuple[Symmetry, ...]] | None:
    """Finds the symmetries that map positions, the more the better, to their canonical ones, and the group that they generate.

    Returns the cells, with the same values for those that go to one another, and the symmetries without the identity, empty where
    no position is mirrored; None where `canonical` does not just permute cells, or too few positions were seen.
    """
    pairs: dict[int, list[tuple[Any, Any]]] = {}
    for state in states:
        image, number = canonical(state)
        if image != state:
            pairs.setdefault(number, []).append((state, image))
    found: list[Symmetry] = []
    whole = _with_all(cells, [each for both in pairs.values() for pair in both for each in pair])
    for both in pairs.values():
        symmetry = _symmetry(whole, [state for state, _ in both], [image for _, image in both])
        if symmetry is None:
            return None
        found.append(symmetry)
    group = closed(found)
    if group is None:
        return None
    same = alike(whole, group)
    return (same, group) if all(is_symmetry(same, each) for each in group) else None


def closed(found: Sequence[Symmetry]) -> tuple[Symmetry, ...] | None:
    """The group that symmetries generate, without the identity; None if it has more than `MOST` elements."""
    group: dict[Symmetry, None] = {each: None for each in found if not each.is_nothing}
    todo = list(group)
    while todo:
        one = todo.pop()
        for other in list(group):
            for both in (one.after(other), other.after(one)):
                if not both.is_nothing and both not in group:
                    group[both] = None
                    todo.append(both)
        if len(group) >= MOST:
            return None
    return tuple(group)


def is_symmetry(cells: Cells, symmetry: Symmetry) -> bool:
    """True if it permutes the bits of each board, and maps each other cell to one that takes the same values."""
    to, items = dict(symmetry.bits), range(len(cells.items))
    if tuple(to) != tuple(cells.bits) or len(symmetry.bits) != len(to) or sorted(symmetry.items) != list(items):
        return False
    boards = all({to[bit] for bit in board.bits} == set(board.bits) for board in cells.boards)
    shapes = [(item.leaves, bool(item.guard)) for item in cells.items]
    return boards and all(shapes[number] == shapes[target] for number, target in enumerate(symmetry.items))


def _with_all(cells: Cells, states: Sequence[Any]) -> Cells:
    """The cells, with the bits added that change in these positions only."""
    if not states:
        return cells
    words = [cells.words(state) for state in states]
    boards = []
    for board in cells.boards:
        changing = bits_that_change([[each[path] for each in words] for path in board.paths])
        boards.append(evolve(board, bits=tuple(sorted({*board.bits, *changing}))))
    return evolve(cells, boards=tuple(boards))


def _symmetry(cells: Cells, states: Sequence[Any], images: Sequence[Any]) -> Symmetry | None:
    """The permutation of cells that turns these states into their images; None if there is none, or more than one."""
    bits = _matched(_bits_of(cells, states), _bits_of(cells, images))
    items = _matched(_items_of(cells, states), _items_of(cells, images))
    if bits is None or items is None:
        return None
    return Symmetry(tuple(sorted(bits.items())), tuple(items[number] for number in range(len(cells.items))))


def _items_of(cells: Cells, states: Sequence[Any]) -> dict[int, _Signature]:
    return dict(enumerate(zip(*map(cells.leaves, states), strict=True)))


def _bits_of(cells: Cells, states: Sequence[Any]) -> dict[int, _Signature]:
    """The values of each bit of the boards in all positions, in all integers of boards."""
    found: dict[int, list[Any]] = {bit: [] for bit in cells.bits}
    words = [cells.words(state) for state in states]
    for board in cells.boards:
        for path in board.paths:
            rows = [f"{each[path]:0{WIDEST}b}" for each in words]
            texts = ["".join(column) for column in zip(*rows, strict=True)]
            for bit, signature in found.items():
                signature.append(texts[WIDEST - 1 - bit])
    return {bit: tuple(signature) for bit, signature in found.items()}


def _matched(before: dict[int, _Signature], after: dict[int, _Signature]) -> dict[int, int] | None:
    """Maps each cell to the one with the same values in all positions; None unless that is one to one."""
    places = {signature: cell for cell, signature in after.items()}
    if len(places) != len(after) or len(set(before.values())) != len(before) or set(before.values()) != places.keys():
        return None
    return {cell: places[signature] for cell, signature in before.items()}


def alike(cells: Cells, group: Sequence[Symmetry]) -> Cells:
    """The cells, with the same values for those that symmetries map to one another."""
    items = [joined([item, *(cells.items[each.items[number]] for each in group)]) for number, item in enumerate(cells.items)]
    return evolve(cells, items=tuple(items))
