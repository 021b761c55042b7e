"""Chess on small boards, without castling and en passant: Gardner's 5x5, Los Alamos 6x6, and 8x8.

`variants` has the boards, `geometry` where pieces reach, `movement` the legal moves, `exchange` which captures lose material,
`evaluation` what a position is worth by the board's `weights`, `notation` FEN, `algebraic` moves such as Nc3. A state does not
know what was played before it: draws by repetition are for the search, with its option `repetition`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar, Final, Literal

from attrs import Attribute, field, frozen

import minimaxer as mx

from .algebraic import algebraic_move, is_algebraic
from .evaluation import Evaluation, weight
from .exchange import loses
from .geometry import ANYWHERE, Geometry
from .movement import Board, dangers, in_check, legal_moves, moved, occupied, sides
from .notation import AS_TEXT, COLUMNS, SIGNS, formatted, formatted_move, parsed, parsed_move, rows_from_top
from .variants import VARIANTS, Variant

__all__ = ["VARIANTS", "Board", "ChessLite", "Variant"]

LIMIT: Final = 100
"""Plies without a pawn's move and without a piece taken, after which the game is drawn."""
NEAR_LIMIT: Final = 80
"""From so many on, positions differ by them; before, a search does not see to the limit."""


def _is_variant(instance: object, attribute: Attribute[Any], value: object) -> None:
    if not isinstance(value, Variant) and not (isinstance(value, str) and value in VARIANTS):
        raise mx.OptionError(f"expected variant to be one of {', '.join(VARIANTS)}, or a Variant, got {value!r}")


def _known_signs(instance: object, attribute: Attribute[str], value: object) -> None:
    if value not in tuple(SIGNS):
        raise mx.OptionError(f"expected signs to be ascii or unicode, got {value!r}")


@frozen(kw_only=True)
class ChessLite:
    """The rules. White is player 0; a move is an int, see `legal_moves`.

    Mate wins; stalemate, and a hundred plies without a pawn's move and without a piece taken, are draws. Draws by repetition
    take the option `repetition` of a search. Left out are castling, en passant, and draws because nobody can mate any more,
    which are known as a value (`bounds`), but do not end the game.

    Attributes:
        variant: The board: `gardner`, `losalamos`, `eight`, or a `Variant` of your own.
        signs: How pieces are drawn: `unicode` or `ascii`.

    Examples:
        >>> game = ChessLite()
        >>> state = game.parse("4k/1P2p/2K1P/5/5 w - - 1 24")
        >>> game.format_move(state, mx.best_move(game, state, depth=3))
        'b4b5q'
    """

    names: ClassVar = ("White", "Black")
    variant: str | Variant = field(default="gardner", validator=_is_variant)
    signs: Literal["unicode", "ascii"] = field(default="unicode", validator=_known_signs)

    @cached_property
    def layout(self) -> Variant:
        """The board as data."""
        return self.variant if isinstance(self.variant, Variant) else VARIANTS[self.variant]

    @cached_property
    def geometry(self) -> Geometry:
        """Where pieces reach."""
        return Geometry(self.layout.columns, self.layout.rows)

    @cached_property
    def evaluation(self) -> Evaluation:
        """What pieces are worth."""
        return Evaluation(self.geometry)

    def initial(self) -> Board:
        """The variant's pieces; white begins."""
        return self.parse(self.layout.start)

    def player(self, board: Board) -> int:
        """Who moves."""
        return board.player

    def moves(self, board: Board) -> Iterator[int]:
        """The legal moves."""
        return legal_moves(self.geometry, self.layout.becomes, board, ANYWHERE, ANYWHERE, self.layout.double_step)

    def play(self, board: Board, move: int) -> Board:
        """Moves a piece; what stands on its target is taken."""
        return moved(board, move)

    def outcome(self, board: Board) -> int | None:
        """A draw after a hundred plies without progress, unless they end in mate; mates and stalemates are told by `stuck`."""
        if board.clock >= LIMIT:
            for _ in self.moves(board):
                return mx.DRAW
        return None

    def stuck(self, board: Board) -> int:
        """Mate or stalemate: who has no move has lost if in check."""
        if not in_check(self.geometry, board):
            return mx.DRAW
        return mx.LOSS if board.player == 0 else mx.WIN

    def evaluate(self, board: Board) -> int:
        """The pieces, where they stand and can go, pawns and kings; a rook is worth about 500."""
        return self.evaluation.value(board)

    def order(self, board: Board, move: int) -> int:
        """Great pieces taken by small ones first, and promotions."""
        return weight(board, move)

    def noisy_moves(self, board: Board) -> Iterator[int]:
        """Moves that take a piece without losing more, and promotions to the best piece."""
        _, others, _ = sides(board)
        edge = self.geometry.edges[board.player]
        for move in legal_moves(self.geometry, self.layout.becomes[:1], board, others, edge, False):
            if move >> 12 or not loses(self.geometry, board, move):
                yield move

    def gain(self, board: Board, move: int) -> int:
        """What is taken, and what a pawn becomes."""
        return self.evaluation.gain(board, move)

    def must_move(self, board: Board) -> bool:
        """In check every move is to be tried."""
        return in_check(self.geometry, board)

    def null(self, board: Board) -> Board | None:
        """A pass, but not in check, nor with pawns alone, where having to move may be what loses."""
        own, others, king = sides(board)
        if own & ~(board.pawns | board.kings) == 0:
            return None
        if dangers(self.geometry, board, own, others, king).answers != ANYWHERE:
            return None
        return board._replace(player=1 - board.player)

    def bounds(self, board: Board) -> tuple[int, int]:
        """A bare king cannot win, nor a king with a single knight or bishop against one."""
        white, black = self._force(board, board.white), self._force(board, occupied(board) & ~board.white)
        low = mx.DRAW if black == 0 or (black == 1 and white == 0) else mx.LOSS
        high = mx.DRAW if white == 0 or (white == 1 and black == 0) else mx.WIN
        return low, high

    def key(self, board: Board) -> tuple[int, int, int, int, int]:
        """Each square's piece in four bits; and the clock near its limit."""
        late = board.clock - NEAR_LIMIT if board.clock > NEAR_LIMIT else 0
        one = board.pawns | board.bishops | board.queens
        two = board.knights | board.bishops | board.kings
        four = board.rooks | board.queens | board.kings
        return one, two, four, board.white, late

    def parse(self, text: str) -> Board:
        """Reads a FEN, as Fairy-Stockfish writes it."""
        return parsed(self.layout, self.geometry, text)

    def format(self, board: Board) -> str:
        """Writes a FEN."""
        return formatted(self.layout, board)

    def parse_move(self, board: Board, text: str) -> int:
        """Reads two squares and what a pawn becomes, such as `a2a3` and `a4a5q`; or a piece and its target, such as `Nc3`."""
        if is_algebraic(text):
            return algebraic_move(self.layout, board, self.moves(board), text)
        return parsed_move(self.layout, text)

    def format_move(self, board: Board, move: int) -> str:
        """Writes what `parse_move` reads."""
        return formatted_move(self.layout, move)

    def render(self, board: Board) -> str:
        """The board from white's side, with letters and numbers at its edges."""
        rows = enumerate(rows_from_top(self.layout, board, SIGNS[self.signs]))
        lines = [f"{self.layout.rows - number} {' '.join(row)}" for number, row in rows]
        return "\n".join([*lines, "  " + " ".join(COLUMNS[: self.layout.columns])])

    def svg(self, board: Board) -> str:
        """The board as a picture, from white's side; a king in check has a ring."""
        layout = self.layout
        grid = mx.drawing.Grid(layout.columns, layout.rows, title=f"chess: {self.format(board)}", chequered=True)
        solid = SIGNS["unicode"][6:]
        for row, letters in enumerate(rows_from_top(layout, board, SIGNS["ascii"])):
            for column, letter in enumerate(letters):
                if letter != ".":
                    fill, outline = ("white", "black") if letter.isupper() else ("black", "white")
                    sign = solid["pnbrqk".index(letter.lower())] + AS_TEXT
                    grid.sign(column, row, sign, fill, size=0.8, outline=outline)
        if in_check(self.geometry, board):
            row, column = divmod(sides(board).king, layout.columns)
            grid.ring(column, layout.rows - 1 - row, "warn")
        return str(grid.canvas.drawing())

    def areas(self, board: Board, move: int) -> tuple[mx.drawing.Area, ...]:
        """Where the piece stands, and where it goes."""
        places = (divmod(square, self.layout.columns) for square in (move & 63, move >> 6 & 63))
        return tuple(mx.drawing.Grid.area(column, self.layout.rows - 1 - row) for row, column in places)

    def _force(self, board: Board, side: int) -> int:
        """What a side has to mate with: 0 nothing, 1 a knight or a bishop, 2 more."""
        if side & (board.pawns | board.rooks | board.queens):
            return 2
        return min(mx.bits.popcount(side & (board.knights | board.bishops)), 2)
