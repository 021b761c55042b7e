"""One game in many styles of storing a board, as texts of modules: a finder reads what authors call things, so each has its own."""

from __future__ import annotations

from typing import Final, NamedTuple

RULES: Final = {
    "fill": '''
class Game:
    """Players fill cells."""

    def initial(self):
        return begin(), 0

    def player(self, state):
        return state[1]

    def moves(self, state):
        for row in range(ROWS):
            for col in range(COLUMNS):
                if read(state[0], row, col) is None:
                    yield name(row, col)

    def play(self, state, move):
        row, col = cell(move)
        return write(state[0], row, col, state[1]), 1 - state[1]

    def outcome(self, state):
        return None if any(True for _ in self.moves(state)) else 0
''',
    "drop": '''
class Game:
    """Men fall in their columns, onto row 0 or onto others."""

    def initial(self):
        return begin(), 0

    def player(self, state):
        return state[1]

    def moves(self, state):
        return [col for col in range(COLUMNS) if read(state[0], ROWS - 1, col) is None]

    def play(self, state, move):
        row = next(row for row in range(ROWS) if read(state[0], row, move) is None)
        return write(state[0], row, move, state[1]), 1 - state[1]

    def outcome(self, state):
        return None if self.moves(state) else 0
''',
    "step": '''
class Game:
    """Men of two rows step to cells beside them, and take."""

    def initial(self):
        cells = begin()
        for col in range(COLUMNS):
            cells = write(write(cells, 0, col, 0), ROWS - 1, col, 1)
        return cells, 0, 0

    def player(self, state):
        return state[1]

    def moves(self, state):
        for row in range(ROWS):
            for col in range(COLUMNS):
                if read(state[0], row, col) == state[1]:
                    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                        target = around(row + down, col + right)
                        if target is not None and read(state[0], *target) != state[1]:
                            yield name(row, col), name(*target)

    def play(self, state, move):
        (row, col), (end, side) = map(cell, move)
        return write(write(state[0], row, col, None), end, side, state[1]), 1 - state[1], state[2] + 1

    def outcome(self, state):
        cells = state[0]
        left = {read(cells, row, col) for row in range(ROWS) for col in range(COLUMNS)} - {None}
        if len(left) < 2:
            return 1 if left == {0} else -1
        return 0 if state[2] >= 50 else None
''',
}
"""What is played: on cells that `read` and `write` know, by moves that `name` and `cell` know."""
AROUND: Final = """
def around(row, col):
    return (row, col) if 0 <= row < ROWS and 0 <= col < COLUMNS else None
"""
TORUS: Final = """
def around(row, col):
    return row % ROWS, col % COLUMNS
"""
NAMES: Final = {
    "pairs": """
def name(row, col):
    return row, col


def cell(move):
    return move
""",
    "flipped": """
def name(row, col):
    return col, row


def cell(move):
    return move[1], move[0]
""",
    "letters": """
def name(row, col):
    return "abcdefgh"[col] + str(row + 1)


def cell(move):
    return int(move[1]) - 1, ord(move[0]) - ord("a")
""",
    "indices": """
def name(row, col):
    return index(row, col)


def cell(move):
    return next((row, col) for row in range(ROWS) for col in range(COLUMNS) if index(row, col) == move)
""",
}
_FLAT = """
def begin():
    return (0,) * {count}


def index(row, col):
    return {index}


def read(cells, row, col):
    return (None, 0, 1)[cells[index(row, col)]]


def write(cells, row, col, man):
    new = list(cells)
    new[index(row, col)] = 0 if man is None else man + 1
    return tuple(new)
"""
_BITS = """
def begin():
    return 0, 0


def index(row, col):
    return {index}


def read(cells, row, col):
    bit = 1 << index(row, col)
    return 0 if cells[0] & bit else 1 if cells[1] & bit else None


def write(cells, row, col, man):
    bit = 1 << index(row, col)
    return tuple(each | bit if man == owner else each & ~bit for owner, each in enumerate(cells))
"""
_DICT = """
def begin():
    return {begin}


def read(cells, row, col):
    return cells.get({key})


def write(cells, row, col, man):
    new = dict(cells)
    new[{key}] = man
    return {kept}
"""
_SETS = """
def begin():
    return {{0: frozenset(), 1: frozenset()}}


def key(row, col):
    return {key}


def read(cells, row, col):
    return next((owner for owner in (0, 1) if key(row, col) in cells[owner]), None)


def write(cells, row, col, man):
    at = {{key(row, col)}}
    return {{owner: each | at if owner == man else each - at for owner, each in cells.items()}}
"""
_NESTED = """
def begin():
    return [[None] * {inner} for _ in range({outer})]


def read(cells, row, col):
    return cells[{first}][{second}]


def write(cells, row, col, man):
    new = [list(each) for each in cells]
    new[{first}][{second}] = man
    return new
"""
_STACKS = """
def begin():
    return ((),) * COLUMNS


def read(cells, row, col):
    return cells[col][row] if row < len(cells[col]) else None


def write(cells, row, col, man):
    return tuple((*each, man) if at == col else each for at, each in enumerate(cells))
"""
_OBJECTS = """
class Piece:
    def __init__(self, {fields}, owner):
        self.{one}, self.{other}, self.owner = {fields}, owner


def begin():
    return []


def read(cells, row, col):
    return next((each.owner for each in cells if (each.{down}, each.{across}) == (row, col)), None)


def write(cells, row, col, man):
    kept = [each for each in cells if (each.{down}, each.{across}) != (row, col)]
    return kept if man is None else [*kept, Piece({given}, man)]
"""


def _dict(key: str, whole: bool = False) -> str:
    begin = f"{{{key}: None for row in range(ROWS) for col in range(COLUMNS)}}" if whole else "{}"
    kept = "new" if whole else "{at: each for at, each in new.items() if each is not None}"
    return _DICT.format(begin=begin, key=key, kept=kept)


STORES: Final = {
    "rows in one": _FLAT.format(count="COLUMNS * ROWS", index="row * COLUMNS + col"),
    "columns in one": _FLAT.format(count="ROWS * COLUMNS", index="col * ROWS + row"),
    "columns in one, from below": _FLAT.format(count="ROWS * COLUMNS", index="ROWS * col + ROWS - 1 - row"),
    "rows from below": _FLAT.format(count="ROWS * COLUMNS", index="(ROWS - 1 - row) * COLUMNS + col"),
    "rows within a border": _FLAT.format(count="(COLUMNS + 2) * (ROWS + 2)", index="(row + 1) * (COLUMNS + 2) + col + 1"),
    "bits by row": _BITS.format(index="row * COLUMNS + col"),
    "bits by column": _BITS.format(index="col * ROWS + row"),
    "bits with gaps": _BITS.format(index="col * (ROWS + 1) + row"),
    "bits with gaps by row": _BITS.format(index="row * (COLUMNS + 1) + col"),
    "pairs": _dict("(row, col)"),
    "pairs flipped": _dict("(col, row)"),
    "all pairs": _dict("(row, col)", whole=True),
    "all pairs flipped": _dict("(col, row)", whole=True),
    "pairs from 1": _dict("(row + 1, col + 1)"),
    "all pairs from 1": _dict("(row + 1, col + 1)", whole=True),
    "numbers from 1": _dict("row * COLUMNS + col + 1", whole=True),
    "all names": _dict("'abcdefgh'[col] + str(row + 1)", whole=True),
    "names": _dict("'abcdefgh'[col] + str(row + 1)"),
    "sets of pairs": _SETS.format(key="(row, col)"),
    "sets of pairs flipped": _SETS.format(key="(col, row)"),
    "sets of numbers": _SETS.format(key="row * COLUMNS + col"),
    "sets of names": _SETS.format(key="'abcdefgh'[col] + str(row + 1)"),
    "rows": _NESTED.format(inner="COLUMNS", outer="ROWS", first="row", second="col"),
    "columns": _NESTED.format(inner="ROWS", outer="COLUMNS", first="col", second="row"),
    "stacks": _STACKS,
    "objects": _OBJECTS.format(fields="row, col", one="row", other="col", down="row", across="col", given="row, col"),
    "points": _OBJECTS.format(fields="x, y", one="x", other="y", down="y", across="x", given="col, row"),
}
"""Where a board is kept."""


class Style(NamedTuple):
    """A game in one style: its rule, its store, its moves, its size, whether constants name the size, and a torus or not."""

    rule: str
    store: str
    moves: str
    columns: int
    rows: int
    named: bool = True
    torus: bool = False

    def source(self) -> str:
        """The module's text; without names for the size, with its numbers."""
        text = "\n".join((STORES[self.store], NAMES[self.moves], TORUS if self.torus else AROUND, RULES[self.rule]))
        if "def index" not in text and self.moves == "indices":
            text = text.replace("index(row, col)", "row * COLUMNS + col")
        if self.named:
            return f"COLUMNS, ROWS = {self.columns}, {self.rows}\n{text}"
        for word, size in (("COLUMNS", self.columns), ("ROWS", self.rows)):
            for words, number in ((f"({word} + 2)", size + 2), (f"({word} + 1)", size + 1), (f"{word} - 1", size - 1)):
                text = text.replace(words, str(number))
            text = text.replace(word, str(size))
        return text


def styles() -> list[Style]:
    """The styles: each store with each rule that it is used for, in turn with the kinds of moves, sizes, and names or none."""
    found = []
    for store in STORES:
        for rule in ("drop",) if store == "stacks" else RULES:
            for columns, rows in ((7, 6), (4, 6), (5, 5)):
                for named in (True, False):
                    kinds = ["pairs"] if rule == "drop" else ["indices", "pairs", "letters"]
                    found += [Style(rule, store, moves, columns, rows, named) for moves in kinds]
    for store in ("rows in one", "columns in one", "rows", "pairs", "objects"):
        found += [Style("step", store, "pairs", columns, rows, torus=True) for columns, rows in ((6, 5), (5, 5))]
    return found
