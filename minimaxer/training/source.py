"""The source of an evaluation over patterns, as Python that is compiled like an author's.

A pattern looks at a few cells; the number it has for the values there stands in a table, at a place made of their bits, side by
side.
"""

from __future__ import annotations

import linecache
import math
import types
import weakref
from itertools import count
from typing import Any, Final

from attrs import frozen

from .. import bits
from .cells import Board, Cells, Item

_NUMBERS: Final = count()


@frozen
class Pattern:
    """Some cells that are looked at together.

    Attributes:
        bits: The numbers of bits, of every board.
        items: The other cells, by their numbers.
    """

    bits: tuple[int, ...]
    items: tuple[int, ...]

    @property
    def mask(self) -> int:
        """The bits as a mask."""
        return sum(1 << each for each in self.bits)


@frozen
class Part:
    """Bits that say of some cells what they hold.

    Attributes:
        text: The Python that gives them.
        width: How many they are.
    """

    text: str
    width: int


def width_of(cells: Cells, pattern: Pattern) -> int:
    """How many bits the place in a pattern's table has."""
    return sum(part.width for part in _parts(cells, pattern))


def _parts(cells: Cells, pattern: Pattern) -> list[Part]:
    found: list[Part] = []
    for number, board in enumerate(cells.boards):
        own = sum(1 << each for each in pattern.bits if each in board.bits)
        if own:
            found += [Part(f"gather(b{number}_{plane}, {own:#x})", own.bit_count()) for plane in range(board.planes)]
    return found + [Part(f"i{number}", cells.items[number].bits) for number in pattern.items]


def _plane(board: Board, plane: int) -> str:
    return " | ".join(f"state{path}" for number, path in enumerate(board.paths, 1) if number >> plane & 1)


def _item(item: Item, number: int) -> str:
    if item.is_range:
        low, high = item.values
        return f"min(max(int(state{item.path}), {low}), {high}) - {low}"
    return f"NUMBERS_{number}.get(state{item.path}, 0)"


def table_size(cells: Cells, patterns: tuple[Pattern, ...], movers: int) -> int:
    """How many numbers all patterns have."""
    return sum(movers << width_of(cells, pattern) for pattern in patterns)


def source(cells: Cells, patterns: tuple[Pattern, ...], movers: int, *, judged: str = "") -> str:
    """The text of a function of a state.

    Args:
        cells: The cells.
        patterns: The patterns.
        movers: For how many movers there are numbers: 2, or 3 where chance may move too.
        judged: What is made of the `total` of the numbers; the function is called `evaluate` then. Without it the function is
            `codes`, and gives the places of the numbers.
    """
    used_bits = {bit for pattern in patterns for bit in pattern.bits}
    used_items = {number for pattern in patterns for number in pattern.items}
    lines = ["def evaluate(state):" if judged else "def codes(state):"]
    lines.append("    player = game.player(state)" + (" + 1" if movers > 2 else ""))
    for number, board in enumerate(cells.boards):
        if used_bits & set(board.bits):
            lines += [f"    b{number}_{plane} = {_plane(board, plane)}" for plane in range(board.planes)]
    lines += [f"    i{number} = {_item(cells.items[number], number)}" for number in sorted(used_items)]
    begin = 0
    terms = []
    for pattern in patterns:
        text, place = "", 0
        for part in _parts(cells, pattern):
            text += f" | {part.text}" + (f" << {place}" if place else "")
            place += part.width
        terms.append(f"({text[3:]}) * {movers} + player + {begin}")
        begin += movers << place
    if judged:  # four numbers of 16 bits stand in each word
        lines.append("    total = 0")
        for term in terms:
            lines += [f"    place = {term}", "    total += shift(numbers[place >> 2], (place & 3) << 4) & 65535"]
        lines.append(f"    return {judged}")
    else:
        lines.append("    return (\n        " + ",\n        ".join(terms) + ",\n    )")
    return "\n".join(lines) + "\n"


def made(text: str, cells: Cells, game: Any, numbers: Any = None, *, name: str = "codes") -> types.FunctionType:
    """The function of a text that `source` gave, compiled and with its source where compilers look for it."""
    file = f"<patterns {next(_NUMBERS)}>"
    known: dict[str, Any] = {
        "gather": bits.gather,
        "shift": bits.shift_right,
        "tanh": math.tanh,
        "game": game,
        "numbers": numbers,
    }
    known["__name__"] = "patterns"
    for number, item in enumerate(cells.items):
        if not item.is_range:
            known[f"NUMBERS_{number}"] = {value: place for place, value in enumerate(item.values, 1)}
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), known)  # made of whole numbers, and of paths of the game's own states
    function: types.FunctionType = known[name]
    weakref.finalize(function, linecache.cache.pop, file, None)
    return function
