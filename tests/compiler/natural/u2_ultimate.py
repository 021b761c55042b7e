"""Ultimate tic-tac-toe, flat and functional.

A state is a plain tuple (cells, status, target, turn):
  cells   a string of 81 characters, board after board, "." for an empty cell
  status  a string of 9: "x" or "o" where a board is won, "=" where it is full, "." where it is open
  target  the board to play on, or -1 for any
  turn    "x" or "o"
A move is the index of a cell, 0 to 80.
"""
from itertools import chain, product
from typing import Iterator, TypeAlias

import minimaxer as mx

State: TypeAlias = tuple[str, str, int, str]

ROWS = ["012", "345", "678", "036", "147", "258", "048", "246"]
LINES = [tuple(map(int, row)) for row in ROWS]
NEXT = {"x": "o", "o": "x"}
NUMBER = {"x": 0, "o": 1}
RESULT = {"x": mx.WIN, "o": mx.LOSS, "=": mx.DRAW, ".": None}
SPAN = {board: range(9 * board, 9 * board + 9) for board in range(9)}
WEIGHT = {"xx.": 4, "x..": 1, "...": 0, "o..": -1, "oo.": -4}


def lines_of(nine: str) -> Iterator[str]:
    return ("".join(nine[i] for i in line) for line in LINES)


def judge(nine: str) -> str:
    """What is the status of a board of nine?"""
    lines = set(lines_of(nine))
    if "xxx" in lines:
        return "x"
    if "ooo" in lines:
        return "o"
    return "." if "." in nine else "="


def promise(nine: str) -> int:
    """How promising is an open board for x?"""
    patterns = ("".join(sorted(line, reverse=True)) for line in lines_of(nine))
    return sum(WEIGHT.get(pattern, 0) for pattern in patterns)


# every board there can be, worked out once
BOARDS = ["".join(signs) for signs in product(".xo", repeat=9)]
STATUS = {nine: judge(nine) for nine in BOARDS}
PROMISE = {nine: promise(nine) for nine in BOARDS if STATUS[nine] == "."}


def put(text: str, index: int, sign: str) -> str:
    return text[:index] + sign + text[index + 1 :]


def board_of(cells: str, board: int) -> str:
    return cells[9 * board : 9 * board + 9]


def open_boards(status: str) -> Iterator[int]:
    return (board for board, sign in enumerate(status) if sign == ".")


def value_of(cells: str, status: str, board: int) -> int:
    worth = {"x": 12, "o": -12, "=": 0}
    sign = status[board]
    return worth[sign] if sign in worth else PROMISE[board_of(cells, board)]


class Ultimate:
    def initial(self) -> State:
        return "." * 81, "." * 9, -1, "x"

    def player(self, state: State) -> int:
        *_, turn = state
        return NUMBER[turn]

    def moves(self, state: State) -> Iterator[int]:
        cells, status, target, _ = state
        boards = open_boards(status) if target < 0 else iter([target])
        candidates = chain.from_iterable(SPAN[board] for board in boards)
        return (cell for cell in candidates if cells[cell] == ".")

    def play(self, state: State, cell: int) -> State:
        cells, status, _, turn = state
        board, target = divmod(cell, 9)
        cells = put(cells, cell, turn)
        status = put(status, board, STATUS[board_of(cells, board)])
        return cells, status, target if status[target] == "." else -1, NEXT[turn]

    def outcome(self, state: State) -> int | None:
        _, status, _, _ = state
        lines = set(lines_of(status))
        champion = next((sign for sign in "xo" if sign * 3 in lines), None)
        return RESULT[champion or ("." if "." in status else "=")]

    def evaluate(self, state: State) -> int:
        cells, status, _, _ = state
        small = sum(value_of(cells, status, board) for board in range(9))
        return small + 10 * promise(status)

    def format(self, state: State) -> str:
        return " ".join(map(str, state))

    def parse(self, text: str) -> State:
        cells, status, target, turn = text.split()
        return cells, status, int(target), turn

    def render(self, state: State) -> str:
        cells = state[0]
        rows = (
            " ".join(cells[9 * (r // 3 * 3 + b) + r % 3 * 3 :][:3] for b in range(3))
            for r in range(9)
        )
        return "\n".join(row + "\n" if r in (2, 5) else row for r, row in enumerate(rows))
