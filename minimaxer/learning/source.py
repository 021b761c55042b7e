"""The source of an evaluation over patterns, as Python that is compiled like an author's.

A pattern looks at a few cells; a table holds a number for each combination of their values, at an index that counts only possible
combinations: so tables are small, and stay in the cache. In a network each combination has a row of numbers. The sums of rows are
its first layer: cut to 0 to 1, and weighed for each mover, they give the value. Four sums of 16 bits are added up in one word.
"""

from __future__ import annotations

import linecache
import math
import types
import weakref
from array import array
from functools import cache
from itertools import accumulate, count, pairwise
from typing import Any, Final

from attrs import frozen

from .. import bits
from ..base.scores import DECISIVE
from ..game.weights import WeightTable
from .cells import Board, Cells, Item
from .symmetries import Symmetry

FINENESS: Final = 1 << 13
"""Steps per unit of a stored number: 16 bits cover -4 to 4."""
BIAS: Final = 1 << 15
"""Added to each stored number, so that none is negative: it takes 16 bits, four to a word."""
LANES: Final = 4
"""Sums of a network's first layer in a word."""
MOST_WIDTH: Final = 256
"""Most sums of a network's first layer."""
LANE_STEPS: Final = 1 << 8
"""Steps per unit of these sums."""
LANE_BIAS: Final = 1 << 14
"""Added to each of these sums, so that none is negative; they lie between minus and plus this number."""
MOST_WEIGHT: Final = 4.0
"""The greatest weight of a sum."""
UNIT: Final = 1_000
"""The evaluation of a sum of 1, in games that are only won, drawn or lost."""
_MOST: Final = DECISIVE - 1


@frozen(kw_only=True)
class Scale:
    """The meaning of the sums of patterns.

    Attributes:
        most: The outcome that counts as 1.
        margins: True if outcomes are margins, and sums are shares of `most`; else tanh turns a sum into an expected result.
        chance: True if the game has chance moves, so that evaluations have to be utilities.
        movers: The movers that patterns have numbers for: 2, or 3 with chance.
    """

    most: float
    margins: bool
    chance: bool
    movers: int

    @property
    def unit(self) -> float:
        """The evaluation of a sum of 1, in games without chance."""
        return self.most if self.margins else UNIT

    def judged(self, count: int, bias: int = BIAS) -> str:
        """The Python expression that turns `total`, the sum of `count` numbers, each with a bias added, into an evaluation."""
        share = f"(total - {bias * count})" if bias else "total"
        if not self.chance and (self.unit >= UNIT or not self.margins):  # whole numbers are fine enough
            value = f"{share} * {round(self.unit)} // {FINENESS}"
            return value if 4 * count * self.unit < _MOST else f"min(max({value}, {-_MOST}), {_MOST})"
        if self.margins and self.most > 1:  # sums beyond results of 1 and -1 still tell better from worse
            return f"min(max({share} * {self.most / FINENESS!r}, {-self.most!r}), {self.most!r})"
        return f"{self.most!r} * tanh({share} / {FINENESS})"


_NUMBERS: Final = count()
MOST_PLACES: Final = 1 << 20
"""Most combinations of values of a pattern's cells."""
_LARGE: Final = 36
"""Fewest bits of a large board. Source: nodes a second with the men alone as a multiple of those with all cells: breakthrough, 64
cells, 2.9; Gardner's chess, 25 cells, 0.81.
"""
_TWO: Final = 2
"""Integers of a board whose cells have three values: its places count in base 3, those of other boards in bits."""


@frozen
class Pattern:
    """A set of cells that is looked up together: the numbers of its bits, on every board, and those of its other cells."""

    bits: tuple[int, ...]
    items: tuple[int, ...]

    @property
    def mask(self) -> int:
        """The bits as a mask."""
        return sum(1 << each for each in self.bits)


@frozen
class Part:
    """A number that encodes the values of some cells, from 0 to `count - 1`, and the Python expression that computes it."""

    text: str
    count: int


@frozen
class Look:
    """A pattern, by its number, at a position (image 0) or at one of its images, by the number of a symmetry from 1."""

    pattern: int
    image: int


def looks(patterns: tuple[Pattern, ...], symmetries: tuple[Symmetry, ...]) -> list[Look]:
    """The looks whose numbers add up to a position's value: each pattern at the position and at its images. An image that shows a
    pattern the same cells again is left out. Positions that symmetries map to one another therefore have the same value.
    """
    found: list[Look] = []
    for number, pattern in enumerate(patterns):
        seen: set[tuple[int, ...]] = set()
        for image, symmetry in enumerate((None, *symmetries)):
            cells = (*pattern.bits, *pattern.items)
            if symmetry is not None:
                back = symmetry.inverse.items
                cells = (*(symmetry.back[bit] for bit in pattern.bits), *(back[item] for item in pattern.items))
            if cells not in seen:
                seen.add(cells)
                found.append(Look(number, image))
    return found


def size_of(cells: Cells, pattern: Pattern) -> int:
    """The number of combinations of values of a pattern's cells, at most `MOST_PLACES + 1`."""
    size = 1
    for part in _parts(cells, pattern, 0, None):
        size = min(size * part.count, MOST_PLACES + 1)
    return size


def _parts(cells: Cells, pattern: Pattern, image: int, symmetry: Symmetry | None) -> list[Part]:
    found: list[Part] = []
    for number, board in enumerate(cells.boards):
        own = sum(1 << each for each in pattern.bits if each in board.bits)
        if own:
            gathered = [f"gather({_word(number, plane, image)}, {own:#x})" for plane in range(board.planes)]
            if len(board.paths) == _TWO:
                one, other = gathered
                found.append(Part(f"(THIRDS[{one}] + 2 * THIRDS[{other}])", 3 ** own.bit_count()))
            else:
                found += [Part(text, 1 << own.bit_count()) for text in gathered]
    back = range(len(cells.items)) if symmetry is None else symmetry.inverse.items
    return found + [Part(f"i{back[number]}", cells.items[number].count) for number in pattern.items]


def _word(board: int, plane: int, image: int) -> str:
    """The variable that holds a plane of a board in an image; image 0 is the position itself."""
    return f"b{board}_{plane}" + (f"_{image}" if image else "")


def _images(cells: Cells, used: set[int], symmetries: tuple[Symmetry, ...]) -> list[str]:
    """The lines that compute the images of all boards, each from the known image that needs the fewest steps."""
    lines = []
    made: dict[int, Symmetry | None] = {0: None}
    while len(made) <= len(symmetries):
        ways = [
            (symmetry if known is None else symmetry.after(known.inverse), known_image, image)
            for image, symmetry in enumerate(symmetries, 1)
            if image not in made
            for known_image, known in made.items()
        ]
        way, start, image = min(ways, key=lambda each: (len(each[0].moves), each[1:]))
        made[image] = symmetries[image - 1]
        for number, board in enumerate(cells.boards):
            if used & set(board.bits):
                own = sum(1 << bit for bit in board.bits)
                for plane in range(board.planes):
                    word = _word(number, plane, start)
                    steps = [_moved(word, mask & own, far) for far, mask in way.moves.items() if mask & own]
                    lines.append(f"    {_word(number, plane, image)} = {' | '.join(steps)}")
    return lines


def _moved(word: str, mask: int, far: int) -> str:
    kept = f"{word} & {mask:#x}"
    return f"shift_left({kept}, {far})" if far > 0 else f"shift({kept}, {-far})" if far else f"({kept})"


def _plane(board: Board, plane: int) -> str:
    if len(board.paths) == _TWO:  # a bit that both had would lead out of the table
        first, second = board.paths
        return f"{second} & ~{first}" if plane else first
    return " | ".join(path for number, path in enumerate(board.paths, 1) if number >> plane & 1)


def _item(item: Item, number: int) -> str:
    steps, stride = ["1"] if item.guard else [], 1
    for place, leaf in enumerate(item.leaves):
        text = item.path + leaf.path
        if leaf.is_range:
            low, high = leaf.values
            text = f"min(max(int({text}), {low}), {high})" + (f" - {low}" if low else "")
        else:
            text = f"{_numbers(number, place)}.get({text}, 0)"
        steps.append(text if stride == 1 else f"{stride} * ({text})")
        stride *= leaf.count
    total = " + ".join(steps)
    return f"({total} if {item.guard} else 0)" if item.guard else total


def _numbers(item: int, leaf: int) -> str:
    """The name of the dict that numbers the values of a leaf."""
    return f"NUMBERS_{item}_{leaf}"


def table_size(cells: Cells, patterns: tuple[Pattern, ...], movers: int, width: int = 0) -> int:
    """The count of the numbers of all patterns; with a width, of all those of a network."""
    places = sum(size_of(cells, pattern) for pattern in patterns)
    return width * (places + 1) + movers * (width + 1) if width else movers * places


def source(
    cells: Cells,
    patterns: tuple[Pattern, ...],
    movers: int,
    symmetries: tuple[Symmetry, ...] = (),
    *,
    judged: str = "",
    width: int = 0,
) -> str:
    """The source of a function that gives a state's evaluation or codes.

    `movers` have numbers: 2, or 3 where chance may move too. Patterns look at the images of a position by the symmetries as well.
    `judged` is the expression that turns the `total` of the numbers into the evaluation; the function is `evaluate` then. Without
    it the function is `codes`, and gives the places of the numbers, or of a network's rows of a `width`.
    """
    used_bits = {bit for pattern in patterns for bit in pattern.bits}
    used_items = {number for pattern in patterns for number in pattern.items}
    used_items |= {symmetry.items[number] for number in used_items for symmetry in symmetries}
    lines = ["def evaluate(state):" if judged else "def codes(state):"]
    lines.append("    player = game.player(state)" + (" + 1" if movers > 2 else ""))
    for number, board in enumerate(cells.boards):
        if used_bits & set(board.bits):
            lines += [f"    b{number}_{plane} = {_plane(board, plane)}" for plane in range(board.planes)]
    lines += _images(cells, used_bits, symmetries) if used_bits else []
    lines += [f"    i{number} = {_item(cells.items[number], number)}" for number in sorted(used_items)]
    mover, sharing = ("", 1) if width else (f" * {movers} + player", movers)
    begins = list(accumulate((sharing * size_of(cells, pattern) for pattern in patterns), initial=0))
    terms = []
    for look in looks(patterns, symmetries):
        steps, stride = [], 1
        for part in _parts(cells, patterns[look.pattern], look.image, (None, *symmetries)[look.image]):
            steps.append(part.text if stride == 1 else f"{stride} * {part.text}")
            stride *= part.count
        terms.append(f"({' + '.join(steps)}){mover} + {begins[look.pattern]}")
    if not judged:
        lines.append("    return (\n        " + ",\n        ".join(terms) + ",\n    )")
    elif width:
        lines += _network(cells, terms, begins[-1], width)
    else:  # four numbers of 16 bits stand in each word
        lines.append("    total = 0")
        for term in terms:
            lines += [f"    place = {term}", "    total += shift(numbers[place >> 2], (place & 3) << 4) & 65535"]
    if judged:
        lines.append(f"    return {judged}")
    return "\n".join(lines) + "\n"


def lane_limit(patterns: int) -> float:
    """The greatest number of a network's rows, so that the sums over all patterns stay within their bits."""
    return (LANE_BIAS - 1) // (patterns + 1) / LANE_STEPS


def single_cells(cells: Cells) -> tuple[Pattern, ...]:
    """The patterns of a network: each cell alone."""
    return (*(Pattern((bit,), ()) for bit in cells.bits), *(Pattern((), (number,)) for number in range(len(cells.items))))


def men(cells: Cells) -> list[tuple[int, int]]:
    """The first row and the rows of each of a network's cells of which only men, set bits, are added up.

    The rows of empty cells are taken from the others of their cells, and added up once for all positions. Small boards have no
    such cells, nor have boards whose bits are not among those of the board before.
    """
    if len(cells.bits) < _LARGE or any(not set(one.bits) >= set(other.bits) for one, other in pairwise(cells.boards)):
        return []
    sizes = [size_of(cells, Pattern((bit,), ())) for bit in cells.bits]
    return list(zip(accumulate(sizes, initial=0), sizes, strict=False))


def _network(cells: Cells, terms: list[str], count: int, width: int) -> list[str]:
    """The lines that compute the `total` of a network from its packed numbers, with `count` rows."""
    words = width // LANES
    lines = [f"    sums{word} = numbers[{count * words + word}]" for word in range(words)]
    added = [f"sums{word} += numbers[place + {word}]" for word in range(words)]
    counted = len(men(cells))
    if counted:
        known, contents, stride = [], [], 1
        mask = sum(1 << bit for bit in cells.bits)
        for number, board in enumerate(cells.boards):
            own = sum(1 << bit for bit in board.bits)
            for plane in range(board.planes):
                known.append(f"m{number}_{plane}")
                lines.append(f"    {known[-1]} = gather({_word(number, plane, 0)} & {own:#x}, {mask:#x})")
                contents.append(f"{stride << plane} * (shift({known[-1]}, cell) & 1)")
            stride *= 3 if len(board.paths) == _TWO else 1 << board.planes
        place = f"place = {words} * (ROWS[cell] + {' + '.join(contents)})"
        lines += [f"    rest = {' | '.join(known)}", "    while rest != 0:"]
        lines += [f"        {each}" for each in ("cell = lowest(rest)", place, *added, "rest = without_lowest(rest)")]
    for term in terms[counted:]:
        lines += [f"    place = {words} * ({term})", *(f"    {each}" for each in added)]
    lines += [f"    place = {(count + 1) * words} + player * {width + 1}", f"    total = numbers[place + {width}]"]
    for number in range(width):
        lane = f"(shift(sums{number // LANES}, {16 * (number % LANES)}) & 65535)"
        lines.append(f"    total += numbers[place + {number}] * min(max({lane} - {LANE_BIAS}, 0), {LANE_STEPS})")
    return [*lines, f"    total //= {LANE_STEPS}"]


@cache
def _thirds() -> WeightTable:
    """The bits of a number, read as digits in base 3, for all numbers that patterns gather."""
    found = [0]
    while 3 ** (len(found).bit_length() - 1) < MOST_PLACES:
        found += [each + 3 ** (len(found).bit_length() - 1) for each in found]
    return WeightTable(array("q", found))


def made(text: str, cells: Cells, game: Any, numbers: Any = None, *, name: str = "codes") -> types.FunctionType:
    """Makes the function of a text that `source` gave, and registers the text where compilers look for it."""
    file = f"<patterns {next(_NUMBERS)}>"
    known: dict[str, Any] = {
        "gather": bits.gather,
        "shift": bits.shift_right,
        "shift_left": bits.shift_left,
        "lowest": bits.lowest,
        "without_lowest": bits.without_lowest,
        "tanh": math.tanh,
        "game": game,
        "numbers": numbers,
    }
    known["__name__"] = "patterns"
    if rows := [first for first, _ in men(cells)]:
        known["ROWS"] = WeightTable(array("q", rows))
    if any(len(board.paths) == _TWO for board in cells.boards):
        known["THIRDS"] = _thirds()
    for number, item in enumerate(cells.items):
        for place, leaf in enumerate(item.leaves):
            if not leaf.is_range:
                known[_numbers(number, place)] = {value: which for which, value in enumerate(leaf.values, 1)}
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), known)  # made of whole numbers, and of paths of the game's own states
    function: types.FunctionType = known[name]
    weakref.finalize(function, linecache.cache.pop, file, None)
    return function
