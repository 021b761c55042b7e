"""Games in many styles with the truth of their boards, written down before any finder had looked."""

from __future__ import annotations

import importlib.util
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from minimaxer.game.boards import find_board

from .strangers import wordings
from .strangers.wordings import Words
from .styles import Style

Cell = tuple[int, int]
Truth = Callable[[Any], dict[Cell, int | None]]
"""What has cells of a state: by column and row from the upper left, the player, or None for a neutral thing."""
Clicks = Callable[[Any, Any], list[Cell]]


class Known(NamedTuple):
    """A game, and what a person would draw of it; no truth where no grid is right, no clicks where they may be any."""

    game: Any
    truth: Truth | None = None
    clicks: Clicks | None = None

    def mirrored(self) -> Known:
        """The same with columns and rows exchanged."""
        assert self.truth is not None
        assert self.clicks is not None
        truth, clicks = self.truth, self.clicks
        return Known(
            self.game,
            lambda state: {cell[::-1]: owner for cell, owner in truth(state).items()},
            lambda state, move: [cell[::-1] for cell in clicks(state, move)],
        )

    def verdict(self, seed: int = 5, plies: int = 25) -> str:
        """`silent`, `right`, `no clicks` where a move has none, or `wrong` and why."""
        board = find_board(self.game)
        if board is None:
            return "silent"
        size = f"{board.shape.columns} x {board.shape.rows}"
        if self.truth is None:
            return f"wrong: a board of {size}"
        rng, state, clicked = Random(seed), self.game.initial(), True
        for _ in range(plies):
            if self.game.outcome(state) is not None:
                break
            shown = {cell: board.owner(content) for cell, content in board.contents(state).items()}
            if shown != self.truth(state):
                return f"wrong: {size}, {shown} for {self.truth(state)}"
            moves = list(self.game.moves(state))
            for move in moves if self.clicks is not None else []:
                touched = board.touched(state, move)
                clicked = clicked and bool(touched)
                if self.clicks is not None and touched not in ([], self.clicks(state, move)):
                    return f"wrong: clicks {touched} for {move}, {self.clicks(state, move)}"
            state = self.game.play(state, rng.choice(moves))
        return "right" if clicked else "no clicks"


def loaded(text: str, folder: Path) -> Any:
    """A module of that text, whose source can be read."""
    name = f"stranger_{zlib.crc32(text.encode())}"
    path = folder / f"{name}.py"
    path.write_text(text, "utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def styled(style: Style, folder: Path) -> Known:
    """A game in a style. Men fall downwards, the first player's begin below, and names and stores may count from there."""
    module = loaded(style.source(), folder)
    below = style.rule != "fill" or style.moves == "letters" or "names" in style.store or "from below" in style.store

    def at(row: int, col: int) -> Cell:
        return col, style.rows - 1 - row if below else row

    def truth(state: Any) -> dict[Cell, int | None]:
        cells = [(row, col) for row in range(style.rows) for col in range(style.columns)]
        return {at(*each): owner for each in cells if (owner := module.read(state[0], *each)) is not None}

    def clicks(state: Any, move: Any) -> list[Cell]:
        if style.rule == "drop":
            return [at(next(row for row in range(style.rows) if module.read(state[0], row, move) is None), move)]
        return [at(*module.cell(each)) for each in (move if style.rule == "step" else [move])]

    return Known(module.Game(), truth, clicks)


def verdict_of(style: Style, folder: Path) -> str:
    """The verdict on a style. No move and no man tells which way a square of cells lies that are filled in any order."""
    known = styled(style, folder)
    found = known.verdict()
    if found.startswith("wrong") and style.rule == "fill" and style.columns == style.rows and style.moves != "letters":
        return known.mirrored().verdict()
    return found


def _module(file: str, words: Words, folder: Path) -> Any:
    text = (Path(__file__).parent / "strangers" / f"{file}.py").read_text("utf-8")
    for old, new in words.items():
        assert old in text, (file, old)
        text = text.replace(old, new)
    return loaded(text, folder)


def _ultimate(module: Any, words: Words) -> Known:
    def nine(b: int, i: int) -> Cell:
        return b % 3 * 3 + i % 3, b // 3 * 3 + i // 3

    def truth(state: Any) -> dict[Cell, int | None]:
        cells = [(b, i) for b in range(9) for i in range(9)]
        return {nine(*at): "XO".index(mark) for at in cells if (mark := module.get(state[0], *at)) != "."}

    return Known(module.Ultimate(), truth, lambda state, move: [nine(*move)])


def _quadrants(module: Any, words: Words) -> Known:
    def truth(state: Any) -> dict[Cell, int | None]:
        cells = [(q, i, stone) for q, row in enumerate(state[0]) for i, stone in enumerate(row) if stone]
        return {(q % 2 * 3 + i % 3, q // 2 * 3 + i // 3): stone - 1 for q, i, stone in cells}

    return Known(module.Quarters(), truth)


def _draughts(module: Any, words: Words) -> Known:
    half = len(module.Draughts().initial()[0])  # of a board, or 2 for two sets
    first, odd = int(isinstance(module.Draughts().initial()[0], dict)), int("row % 2" not in words.values())
    wide = next(wide for wide in (3, 4, 5) if half in (2, 2 * wide * wide) and module.neighbour(first + wide, 1, 1) is not None)
    if half == 2:
        wide = module.HALF

    def dark(square: int) -> Cell:
        row, k = divmod(square - first, wide)
        return 2 * k + (row + odd) % 2, row

    def truth(state: Any) -> dict[Cell, int | None]:
        if half == 2:
            return {dark(square): who for who in (0, 1) for square in state[0][who]}
        board = state[0].items() if first else enumerate(state[0])
        return {dark(square): "wb".index(man.lower()) for square, man in board if man != "."}

    return Known(module.Draughts(), truth, lambda state, move: [dark(move[0]), dark(move[1])])


def _ball(module: Any, words: Words) -> Known:
    def truth(state: Any) -> dict[Cell, int | None]:
        cells = [(c, r, each) for r, row in enumerate(state[0]) for c, each in enumerate(row) if each]
        return {(c, r): (0, 1, None)[each - 1] for c, r, each in cells}

    return Known(module.Ball(), truth, lambda state, move: [each[::-1] for each in move])


def _armies(module: Any, words: Words) -> Known:
    def truth(state: Any) -> dict[Cell, int | None]:
        cells = [(c, r, each) for r, row in enumerate(state[0]) for c, each in enumerate(row) if each != module.NOBODY]
        return {(c, r): module.owner(each) for c, r, each in cells}

    return Known(module.Armies(), truth, lambda state, move: [(move[1], move[0]), (move[3], move[2])])


def _castle(module: Any, words: Words) -> Known:
    def truth(state: Any) -> dict[Cell, int | None]:
        return {(c, r): int(man.islower()) for r, row in enumerate(state[0]) for c, man in enumerate(row) if man != "."}

    def clicks(state: Any, move: Any) -> list[Cell]:
        if isinstance(move, str):
            return [(3, 5 - 5 * state[1]), (5 if move == "O-O" else 1, 5 - 5 * state[1])]
        return [each[::-1] for each in move]

    return Known(module.Castle(), truth, clicks)


def _layers(module: Any, words: Words) -> Known:
    def truth(state: Any) -> dict[Cell, int | None]:
        return {(at % 5, at // 5): who - 1 for at, who in enumerate(module.owners_of(state[0])) if who}

    return Known(module.Layers(), truth, lambda state, move: [(at % 5, at // 5) for at in move])


def _fallen(module: Any, words: Words) -> Known:
    def truth(state: Any) -> dict[Cell, int | None]:
        return {(man.x, 4 - man.y): ("white", "black").index(man.color) for man in state.men if man.alive}

    def clicks(state: Any, move: Any) -> list[Cell]:
        return [(state.men[move[0]].x, 4 - state.men[move[0]].y), (move[1], 4 - move[2])]

    return Known(module.Fallen(), truth, clicks)


def _mailbox(module: Any, words: Words) -> Known:
    above = 1 if "[OFF] * 120" in words else 2

    def inner(square: int) -> Cell:
        return square % 10 - 1, square // 10 - above

    def truth(state: Any) -> dict[Cell, int | None]:
        return {inner(at): man - 1 for at, man in enumerate(state[0]) if man in (1, 2)}

    return Known(module.Mailbox(), truth, lambda state, move: [inner(at) for at in move])


def _kinds(module: Any, words: Words) -> Known:
    def truth(state: Any) -> dict[Cell, int | None]:
        return {(at % 5, at // 5): who for at, (who, _) in module.read(state[0]).items()}

    return Known(module.Kinds(), truth, lambda state, move: [(at % 5, at // 5) for at in move])


def _quartet(module: Any, words: Words) -> Known:
    def truth(state: Any) -> dict[Cell, int | None]:
        return {(c, r): None for r, row in enumerate(state[0]) for c, piece in enumerate(row) if piece is not None}

    return Known(module.Quartet(), truth, lambda state, move: [] if state[1] is None else [move[::-1]])


def _tribes(module: Any, words: Words) -> Known:
    def truth(state: Any) -> dict[Cell, int | None]:
        cells = [(c, r, man) for r, row in enumerate(state[0]) for c, man in enumerate(row) if man is not module.Man.EMPTY]
        return {(c, r): module.tribe(man) for c, r, man in cells}

    return Known(module.Tribes(), truth)


def _groups(module: Any, words: Words) -> Known:
    def truth(state: Any) -> dict[Cell, int | None]:
        return {(at.col - 1, at.row - 1): group.colour.value - 1 for at, group in state[0].items()}

    return Known(module.Groups(), truth, lambda state, move: [(move.col - 1, move.row - 1)])


def _march(module: Any, words: Words) -> Known:
    def truth(state: Any) -> dict[Cell, int | None]:
        return {(c, r): man[0] for r, row in enumerate(state[0]) for c, man in enumerate(row) if man is not None}

    return Known(module.March(), truth, lambda state, move: [at[::-1] for at in move])


def _phalanx(module: Any, words: Words) -> Known:
    def truth(state: Any) -> dict[Cell, int | None]:
        return {(c, r): "xo".index(man) for r, row in enumerate(state[0]) for c, man in enumerate(row) if man != "."}

    def clicks(state: Any, move: Any) -> list[Cell]:
        row, col, count = move
        return [*((at, row) for at in range(col, col + count)), (col, row + (1 if state[1] else -1))]

    return Known(module.Phalanx(), truth, clicks)


def _morris(module: Any, words: Words) -> Known:
    """The outer ring comes first; nothing tells it from the inner one, where points are numbered from that."""

    def truth(state: Any) -> dict[Cell, int | None]:
        return {module.POINTS[at]: each - 1 for at, each in enumerate(state[0]) if each}

    return Known(module.Morris(), truth, lambda state, move: [module.POINTS[move]])


def _books(module: Any, words: Words) -> Known:
    def truth(state: Any) -> dict[Cell, int | None]:
        return {(c, r): "xo".index(man) for r, row in enumerate(state.board) for c, man in enumerate(row) if man != "."}

    return Known(module.Books(), truth, lambda state, move: [at[::-1] for at in move])


def _hexagon(module: Any, words: Words) -> Known:
    """Rows lie half a cell aside of each other: neighbours of a row are two columns apart."""

    def cell(row: int, place: int) -> Cell:
        return 2 * place + max(module.LENGTHS) - module.LENGTHS[row], row

    def truth(state: Any) -> dict[Cell, int | None]:
        return {cell(*at): each - 1 for at, each in module.cells(state[0]).items() if each}

    return Known(module.Hexagon(), truth, lambda state, move: [cell(*move)])


def _of_one(name: str, wide: int) -> Callable[[Any, Words], Known]:
    """A puzzle of one player, whose things are nobody's."""

    def known(module: Any, words: Words) -> Known:
        def truth(state: Any) -> dict[Cell, int | None]:
            rows = state if isinstance(state[0], tuple) and len(state) == wide else [state[0] if name == "Lights" else state]
            cells = [each for row in rows for each in row]
            return {(at % wide, at // wide): None for at, each in enumerate(cells) if each}

        return Known(getattr(module, name)(), truth)

    return known


def _of_none(name: str) -> Callable[[Any, Words], Known]:
    """A game of which no grid is right."""
    return lambda module, words: Known(getattr(module, name)())


def _lines_of(size: int) -> list[Words]:
    """Draughts of that size, in many words."""
    named = {"SIZE = 8": f"SIZE = {size}"}
    bare = {"SIZE = 8\nHALF = SIZE // 2\n": "", "SIZE - 1": str(size - 1), "SIZE": str(size), "HALF": str(size // 2)}
    ways = (wordings.OTHER_CORNER, wordings.NUMBERED, wordings.FOUR_WIDE, wordings.SETS)
    return [named, *(named | way for way in ways), bare]


STRANGERS: dict[str, tuple[Callable[[Any, Words], Known], list[Words], str]] = {
    "ultimate": (_ultimate, [{}, wordings.FLAT, wordings.DICT, wordings.TEXTS], "right"),
    "ultimate, free": (_ultimate, [wordings.FREE, wordings.FREE | wordings.FLAT], "silent"),
    "quadrants": (_quadrants, [{}], "silent"),
    "tower": (_of_none("Cube"), [{}, wordings.DEEP, wordings.LONG, wordings.LONG | {"N = 3": "N = 4"}], "silent"),
    "draughts": (
        _draughts,
        [words for size in (8, 6, 10) for words in _lines_of(size) if wordings.SETS.items() - words.items()],
        "right",
    ),
    "draughts, sets": (
        _draughts,
        [{"SIZE = 8": f"SIZE = {size}"} | wordings.SETS for size in (8, 6, 10)]
        + [{"SIZE = 8": "SIZE = COLUMNS = ROWS = 8"} | wordings.SETS],
        "silent",
    ),
    "draughts, sets of four columns": (_draughts, [wordings.FOUR_WIDE | wordings.SETS], "right"),
    "ball": (_ball, [{}, wordings.BALL_OF_SECOND, wordings.TWO_BALLS], "right"),
    "armies": (_armies, [{}, wordings.SIGNED, wordings.WORDS], "right"),
    "castle": (_castle, [{}], "right"),
    "castle, by name": (_castle, [wordings.BY_NAME], "no clicks"),
    "layers": (_layers, [wordings.GROUND_AND_MEN], "right"),
    "layers, many": (
        _layers,
        [{}, wordings.SIX_ROWS, wordings.SQUARES, wordings.FIELDS, wordings.JOINED, wordings.GROUND],
        "silent",
    ),
    "growing": (_of_none("Growing"), [{}], "silent"),
    "cards": (_of_none("Cards"), [{}, wordings.OWN_MOVES], "silent"),
    "hexagon": (_hexagon, [{}, wordings.WIDER], "right"),
    "hexagon, triangle": (
        _of_none("Hexagon"),
        [wordings.TRIANGLE, wordings.TRIANGLE_IN_ONE, wordings.TRIANGLE_OF_PAIRS],
        "silent",
    ),
    "kinds": (
        _kinds,
        [{}, wordings.BOTH_COLOURS, wordings.RIDERS_MARKED, wordings.OF_EACH, wordings.SCORED, wordings.NOTED, wordings.SEEN],
        "right",
    ),
    "quartet": (_quartet, [{}, {"    def __str__": "    def shown"}], "no clicks"),
    "kinds, others elsewhere": (
        _kinds,
        [wordings.WALLS, wordings.NEVER_CROWNED, wordings.RIDERS_ELSEWHERE],
        "silent",
    ),
    "arrows": (_of_none("Arrows"), [{}], "silent"),
    "race": (_of_none("Race"), [{}], "silent"),
    "axial": (_of_none("Axial"), [{}], "silent"),
    "march": (_march, [{}], "right"),
    "books": (
        _books,
        [{}, wordings.MOVES_MADE, wordings.LAST_MOVE, wordings.TAKEN, wordings.NO_BOOK, wordings.HANDS],
        "right",
    ),
    "morris": (_morris, [{}, wordings.ROW_BY_ROW], "right"),
    "morris, by other lines": (_of_none("Morris"), [wordings.LESS_LINES, wordings.SCATTERED], "silent"),
    "phalanx": (_phalanx, [{}], "right"),
    "isolation": (_of_none("Isolation"), [{}, wordings.CELLS_BY_NUMBER], "silent"),
    "edges": (_of_none("Edges"), [{}], "silent"),
    "tribes": (_tribes, [{}, wordings.NAMED_MEN, wordings.MEN_BY_CASE], "right"),
    "groups": (_groups, [{}], "right"),
    "groups, of one stone": (_groups, [wordings.WITH_KINDS], "silent"),
    "track": (_of_none("Track"), [{}, {"LENGTH = 36\n": "", "LENGTH": "36"}, {"LENGTH": "N"}], "silent"),
    "entry": (_of_none("Entry"), [{}], "silent"),
    "fallen": (_fallen, [{}], "silent"),
    "sudoku": (_of_one("Sudoku", 9), [{}], "right"),
    "sliding": (_of_one("Sliding", 3), [{}], "right"),
    "lights": (_of_one("Lights", 5), [{}], "right"),
    "mailbox": (
        _mailbox,
        [wordings.TEN, wordings.SQUARE_BORDER, wordings.SQUARE_BORDER | wordings.STARS],
        "right",
    ),
    "mailbox, bare": (_mailbox, [{}, wordings.STARS, wordings.EIGHT], "silent"),
}
"""The games of the folder beside by name, with their truth, the words that are exchanged in them, and what is found."""


def strangers(name: str, folder: Path) -> Iterator[Known]:
    """A game in all its words."""
    truth, wordings_of, _ = STRANGERS[name]
    for words in wordings_of:
        yield truth(_module(name.partition(",")[0], words, folder), words)
