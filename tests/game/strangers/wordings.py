"""Other words in some places of the games of `strangers`, which keep their board in another form by them."""

from __future__ import annotations

from typing import Final

Words = dict[str, str]

FLAT: Final[Words] = {
    'return ((".",) * 9,) * 9': 'return (".",) * 81',
    "str(boards[b][i])": "str(boards[b * 9 + i])",
    "small = tuple(mark if k == i else each for k, each in enumerate(boards[b]))": "",
    "tuple(small if k == b else each": "tuple(mark if k == b * 9 + i else each",
}
DICT: Final[Words] = {
    'return ((".",) * 9,) * 9': 'return {(b, i): "." for b in range(9) for i in range(9)}',
    "str(boards[b][i])": "str(boards[b, i])",
    "small = tuple(mark if k == i else each for k, each in enumerate(boards[b]))": "",
    "tuple(small if k == b else each for k, each in enumerate(boards))": "boards | {(b, i): mark}",
}
TEXTS: Final[Words] = {
    'return ((".",) * 9,) * 9': 'return ["." * 9] * 9',
    "small = tuple(mark if k == i else each for k, each in enumerate(boards[b]))": "small = boards[b][:i] + mark + boards[b][i + 1 :]",
    "return tuple(small if k == b else each for k, each in enumerate(boards))": (
        "return [small if k == b else each for k, each in enumerate(boards)]"
    ),
}
FREE: Final[Words] = {'put(boards, b, i, "XO"[mover]), i,': 'put(boards, b, i, "XO"[mover]), None,'}
DEEP: Final[Words] = {
    "((0,) * 9,) * 3": "(((0,) * 3,) * 3,) * 3",
    "cells[z][y * 3 + x]": "cells[z][y][x]",
    "new = [list(each) for each in cells]": "new = [[list(row) for row in each] for each in cells]",
    "new[z][y * 3 + x]": "new[z][y][x]",
    "return tuple(map(tuple, new))": "return tuple(tuple(map(tuple, each)) for each in new)",
}
LONG: Final[Words] = {
    "((0,) * 9,) * 3": "(0,) * N**3",
    "cells[z][y * 3 + x]": "cells[(z * N + y) * N + x]",
    "new = [list(each) for each in cells]": "new = list(cells)",
    "new[z][y * 3 + x]": "new[(z * N + y) * N + x]",
    "return tuple(map(tuple, new))": "return tuple(new)",
    "range(3)": "range(N)",
}
NUMBERED: Final[Words] = {
    'return "b" * men + "." * (SIZE * HALF - 2 * men) + "w" * men, 0, 0': (
        'return dict(enumerate("b" * men + "." * (SIZE * HALF - 2 * men) + "w" * men, 1)), 0, 0'
    ),
    "for square, man in enumerate(board)": "for square, man in board.items()",
    "divmod(square, HALF)": "divmod(square - 1, HALF)",
    "return row * HALF + col // 2 if": "return row * HALF + col // 2 + 1 if",
    "list(state[0])": "dict(state[0])",
    "if end // HALF": "if (end - 1) // HALF",
    '"".join(board)': "board",
}
FOUR_WIDE: Final[Words] = {"HALF = SIZE // 2": "COLUMNS = HALF = SIZE // 2\nROWS = SIZE"}
SETS: Final[Words] = {
    'return "b" * men + "." * (SIZE * HALF - 2 * men) + "w" * men, 0, 0': (
        "return (frozenset(range(SIZE * HALF - men, SIZE * HALF)), frozenset(range(men))), 0, 0"
    ),
    "board, mover, _ = state": 'mover, board = state[1], "".join("w" if k in state[0][0] else "b" if k in state[0][1] else "." for k in range(SIZE * HALF))',
    "board, mover, quiet = list(state[0]), state[1], state[2]": (
        'mover, quiet, board = state[1], state[2], ["w" if k in state[0][0] else "b" if k in state[0][1] else "." for k in range(SIZE * HALF)]'
    ),
    "board[end] = board[end].upper()": "pass",
    'return "".join(board), 1 - mover': 'return tuple(frozenset(k for k, man in enumerate(board) if man == each) for each in "wb"), 1 - mover',
}
OTHER_CORNER: Final[Words] = {"(row + 1) % 2": "row % 2"}
SIGNED: Final[Words] = {
    "return (owner, count)": "return count if owner == 0 else -count",
    "return int(cell[0])": "return 0 if cell > 0 else 1",
    "return int(cell[1])": "return abs(int(cell))",
    "NOBODY: Any = None": "NOBODY: Any = 0",
}
WORDS: Final[Words] = {
    "return (owner, count)": 'return "AB"[owner] + str(count)',
    "return int(cell[0])": 'return "AB".index(cell[0])',
    "return int(cell[1])": "return int(cell[1:])",
    "NOBODY: Any = None": 'NOBODY: Any = ".."',
}
SQUARES: Final[Words] = {
    "return tuple(kinds), tuple(owners)": "return tuple(tuple(tuple(each[k : k + 5]) for k in range(0, 25, 5)) for each in (kinds, owners))",
    "list(board[0])": "[each for row in board[0] for each in row]",
    "list(board[1])": "[each for row in board[1] for each in row]",
}
FIELDS: Final[Words] = {
    "return tuple(kinds), tuple(owners)": 'return {"kinds": list(kinds), "owners": list(owners)}',
    "list(board[0])": 'list(board["kinds"])',
    "list(board[1])": 'list(board["owners"])',
}
JOINED: Final[Words] = {
    "return tuple(kinds), tuple(owners)": 'return "".join(kinds), "".join(map(str, owners))',
    "list(board[1])": "[int(each) for each in board[1]]",
}
GROUND: Final[Words] = {
    "return tuple(kinds), tuple(owners)": "return GROUND, tuple(kinds), tuple(owners)",
    "list(board[0])": "list(board[1])",
    "list(board[1])": "list(board[2])",
    "SIZE = 5": 'SIZE = 5\nGROUND = tuple("..~..~...~..~..~...~..~..")',
}
GROUND_AND_MEN: Final[Words] = {
    "return tuple(kinds), tuple(owners)": 'return GROUND, "".join(k.lower() if who == 1 else k for k, who in zip(kinds, owners))',
    "list(board[0])": "list(board[1].upper())",
    "list(board[1])": '[0 if each == "." else 1 if each.islower() else 2 for each in board[1]]',
    "SIZE = 5": 'SIZE = 5\nGROUND = "..~..~...~..~..~...~..~.."',
}
TRIANGLE: Final[Words] = {"(3, 4, 5, 4, 3)": "(1, 2, 3, 4, 5, 6, 7, 8)"}
WIDER: Final[Words] = {"(3, 4, 5, 4, 3)": "(7, 8, 9, 10, 9, 8, 7)"}
TRIANGLE_IN_ONE: Final[Words] = {
    **TRIANGLE,
    "tuple((0,) * length for length in LENGTHS)": "(0,) * 36",
    "for r, row in enumerate(board) for k, each in enumerate(row)}": "for r in range(8) for k in range(r + 1) for each in [board[r * (r + 1) // 2 + k]]}",
    "tuple(tuple(stone if (i, j) == (r, k) else each for j, each in enumerate(row)) for i, row in enumerate(board))": (
        "tuple(stone if at == r * (r + 1) // 2 + k else each for at, each in enumerate(board))"
    ),
}
TRIANGLE_OF_PAIRS: Final[Words] = {
    **TRIANGLE,
    "tuple((0,) * length for length in LENGTHS)": "{(r, k): 0 for r, length in enumerate(LENGTHS) for k in range(length)}",
    "{(r, k): each for r, row in enumerate(board) for k, each in enumerate(row)}": "dict(board)",
    "tuple(tuple(stone if (i, j) == (r, k) else each for j, each in enumerate(row)) for i, row in enumerate(board))": (
        "{**board, (r, k): stone}"
    ),
}
STARS: Final[Words] = {"OFF, EMPTY, WHITE, BLACK = -1, 0, 1, 2": "OFF, EMPTY, WHITE, BLACK = 7, 0, 1, 2"}
TEN: Final[Words] = {"OFF, EMPTY": "COLUMNS, ROWS = 10, 12\nOFF, EMPTY"}
EIGHT: Final[Words] = {"OFF, EMPTY": "COLUMNS = ROWS = 8\nOFF, EMPTY"}
SQUARE_BORDER: Final[Words] = {
    "[OFF] * 120": "[OFF] * 100",
    "board[21 + 10 * row + col]": "board[10 * (row + 1) + col + 1]",
    "(-21, -19, -12, -8, 8, 12, 19, 21)": "(-11, -10, -9, -1, 1, 9, 10, 11)",
}
BALL_OF_SECOND: Final[Words] = {"field[HEIGHT - 2][2] = BALL": "field[1][2] = BALL"}
TWO_BALLS: Final[Words] = {"field[HEIGHT - 2][2] = BALL": "field[1][2] = field[HEIGHT - 2][2] = BALL"}
BY_NAME: Final[Words] = {"return (row, 3), (row, 3 + 2 * side)": 'return "O-O" if side == 1 else "O-O-O"'}
OWN_MOVES: Final[Words] = {
    "yield from (at for": "yield from ((mover, at) for",
    "at == move": "at == move[1]",
}
SIX_ROWS: Final[Words] = {
    "SIZE = 5": "WIDE, HIGH = 5, 6",
    "divmod(start, SIZE)": "divmod(start, 5)",
    "SIZE * SIZE": "30",
    "<= row + dr < SIZE": "<= row + dr < 6",
    "<= col + dc < SIZE": "<= col + dc < 5",
    "(row + dr) * SIZE": "(row + dr) * 5",
    '"....." * 3': '"....." * 4',
    "[0] * 15": "[0] * 20",
}
_STORED = '{"pawns": everyone & ~riders, "rooks": riders, "white": mine}'
_READ = """    everyone = held["pawns"] | held["rooks"]
    return {at: (0 if held["white"] >> at & 1 else 1, bool(held["rooks"] >> at & 1)) for at in range(20) if everyone >> at & 1}
"""
BOTH_COLOURS: Final[Words] = {
    _STORED: '{"pawns": everyone & ~riders, "rooks": riders, "white": mine, "black": everyone & ~mine, "occupied": everyone}'
}
RIDERS_MARKED: Final[Words] = {
    _STORED: '{"white": mine, "black": everyone & ~mine, "rooks": riders}',
    'held["pawns"] | held["rooks"]': 'held["white"] | held["black"]',
}
OF_EACH: Final[Words] = {
    _STORED: '{f"{name}_{kind}": their & these for name, their in (("white", mine), ("black", everyone & ~mine))'
    ' for kind, these in (("pawns", everyone & ~riders), ("rooks", riders))}',
    _READ: """    names = list(held)
    return {at: (number // 2, bool(number % 2)) for number, name in enumerate(names) for at in range(20) if held[name] >> at & 1}
""",
}

_MARKED = "if men.get(to, (1 - who, False))[0] != who:"
SCORED: Final[Words] = {_STORED: _STORED.replace("}", ', "score": 3 * len(men), "other_score": 2 * len(men) + 1}')}
NOTED: Final[Words] = {
    "    def outcome": '    def format_move(self, state: Any, move: Any) -> str:\n        return f"{move[0]} to {move[1]}"\n\n    def outcome'
}
SEEN: Final[Words] = {_STORED: _STORED.replace("}", ', "seen": frozenset({hash(tuple(sorted(men.items()))), -1})}')}
WITH_KINDS: Final[Words] = {
    "        self.points = points": "        self.points = points\n        self.kind = len(points) % 2",
}
WALLS: Final[Words] = {
    _STORED: _STORED.replace("}", ', "walls": 1 << 7 | 1 << 12}'),
    _MARKED: "if to not in (7, 12) and men.get(to, (1 - who, False))[0] != who:",
}
NEVER_CROWNED: Final[Words] = {
    _STORED: '{"white": mine, "black": everyone & ~mine, "kings": 0}',
    _READ: """    return {at: (who, False) for who, each in enumerate(("white", "black")) for at in range(20) if held[each] >> at & 1}
""",
    "at in (0, 4)": "False",
    "at in (15, 19)": "False",
}
RIDERS_ELSEWHERE: Final[Words] = {
    _STORED: '{"white": mine & ~riders, "black": everyone & ~mine & ~riders,'
    ' "riders": tuple((at // 5, at % 5) for who in (0, 1) for at in sorted(men) if men[at] == (who, True))}',
    _READ: """    men = {at: (who, False) for who, each in enumerate(("white", "black")) for at in range(20) if held[each] >> at & 1}
    return men | {r * 5 + c: (who, True) for who, (r, c) in enumerate(held["riders"])}
""",
    "at in (0, 4)": "at == 0",
    "at in (15, 19)": "at == 19",
    "{who for who, _ in read(state[0]).values()} == {0, 1}": "sum(rides for _, rides in read(state[0]).values()) == 2",
    _MARKED: "if men.get(to, (1 - who, False))[0] != who and not men.get(to, (0, False))[1]:",
}
"""Riders are never captured; their cells are a pair for each player."""
CELLS_BY_NUMBER: Final[Words] = {
    "def at(row: int, col: int) -> Any:\n    return row, col": "def at(row: int, col: int) -> Any:\n    return row * COLUMNS + col"
}
NAMED_MEN: Final[Words] = {
    "EMPTY = 0": 'EMPTY = "."',
    "HILL_MAN = 1": 'HILL_MAN = "hill man"',
    "LAKE_MAN = 2": 'LAKE_MAN = "lake man"',
    "LAKE_CHIEF = 3": 'LAKE_CHIEF = "lake chief"',
}
MEN_BY_CASE: Final[Words] = {
    "EMPTY = 0": 'EMPTY = "."',
    "HILL_MAN = 1": 'HILL_MAN = "h"',
    "LAKE_MAN = 2": 'LAKE_MAN = "l"',
    "LAKE_CHIEF = 3": 'LAKE_CHIEF = "L"',
}

_POINTS = "[cell for ring in RINGS for cell in ring]"
ROW_BY_ROW: Final[Words] = {_POINTS: "sorted([cell for ring in RINGS for cell in ring], key=lambda cell: cell[::-1])"}
SCATTERED: Final[Words] = {_POINTS: "sorted([cell for ring in RINGS for cell in ring], key=lambda cell: cell[0] * cell[1] % 5)"}
LESS_LINES: Final[Words] = {"(1, 3, 5, 7)]\n\n": "(1, 3, 5)]\n\n"}

_BOOK = "    return CELLS\n"
MOVES_MADE: Final[Words] = {_BOOK: "    return book if move is None else (*book, move)\n"}
LAST_MOVE: Final[Words] = {_BOOK: "    return move\n"}
TAKEN: Final[Words] = {
    _BOOK: '    return frozenset() if move is None else book | {move[1]} if board[move[1][0]][move[1][1]] != "." else book\n'
}
NO_BOOK: Final[Words] = {_BOOK: "    return None\n"}
HANDS: Final[Words] = {_BOOK: "    return (4, 4), (4, 4)\n"}
