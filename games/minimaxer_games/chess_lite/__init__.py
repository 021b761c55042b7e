"""Chess on small boards, without castling and en passant: Gardner's 5x5, Los Alamos 6x6, and 8x8.

`variants` has the boards, `geometry` the attack tables, `movement` the legal moves, `exchange` the static exchange evaluation,
`evaluation` the evaluation by the board's `weights`, `notation` FEN, `algebraic` moves such as Nc3. A state does not know the
moves before it: draws by repetition are left to the search, with its option `repetition`.
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
"""The number of plies without a pawn move or a capture after which the game is drawn."""
NEAR_LIMIT: Final = 80
"""The number of such plies above which they are part of `key`; below, a search does not reach the limit."""


def _is_variant(instance: object, attribute: Attribute[Any], value: object) -> None:
    if not isinstance(value, Variant) and not (isinstance(value, str) and value in VARIANTS):
        raise mx.OptionError(f"expected variant to be one of {', '.join(VARIANTS)}, or a Variant, got {value!r}")


def _known_signs(instance: object, attribute: Attribute[str], value: object) -> None:
    if value not in tuple(SIGNS):
        raise mx.OptionError(f"expected signs to be ascii or unicode, got {value!r}")


@frozen(kw_only=True)
class ChessLite:
    """The rules. White is player 0; a move is an int, see `legal_moves`.

    Checkmate wins; stalemate, and a hundred plies without a pawn move or a capture, are draws. Draws by repetition need the
    search option `repetition`. Left out are castling, en passant, and draws by insufficient material, which are known as a
    value (`bounds`), but do not end the game.

    Attributes:
        variant: The board: `gardner`, `losalamos`, `eight`, or a `Variant` of your own.
        signs: The signs of the pieces: `unicode` or `ascii`.

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
        """The attack tables of the board."""
        return Geometry(self.layout.columns, self.layout.rows)

    @cached_property
    def evaluation(self) -> Evaluation:
        """The evaluation for this board."""
        return Evaluation(self.geometry)

    def initial(self) -> Board:
        """The start position of the variant; white begins."""
        return self.parse(self.layout.start)

    def player(self, board: Board) -> int:
        """The player to move."""
        return board.player

    def moves(self, board: Board) -> Iterator[int]:
        """The legal moves."""
        return legal_moves(self.geometry, self.layout.becomes, board, ANYWHERE, ANYWHERE, self.layout.double_step)

    def play(self, board: Board, move: int) -> Board:
        """Moves a piece and captures one on the target."""
        return moved(board, move)

    def outcome(self, board: Board) -> int | None:
        """A draw after a hundred plies without progress, unless they end in mate; `stuck` decides mates and stalemates."""
        if board.clock >= LIMIT:
            for _ in self.moves(board):
                return mx.DRAW
        return None

    def stuck(self, board: Board) -> int:
        """The result without a legal move: a loss for the mover if in check, else stalemate."""
        if not in_check(self.geometry, board):
            return mx.DRAW
        return mx.LOSS if board.player == 0 else mx.WIN

    def evaluate(self, board: Board) -> int:
        """Material, piece squares, mobility, pawn structure and king exposure; a rook is worth about 500."""
        return self.evaluation.value(board)

    def order(self, board: Board, move: int) -> int:
        """Captures of valuable pieces by less valuable ones first (MVV-LVA), and promotions."""
        return weight(board, move)

    def noisy_moves(self, board: Board) -> Iterator[int]:
        """Captures that do not lose material, and promotions to the best piece."""
        _, others, _ = sides(board)
        edge = self.geometry.edges[board.player]
        for move in legal_moves(self.geometry, self.layout.becomes[:1], board, others, edge, False):
            if move >> 12 or not loses(self.geometry, board, move):
                yield move

    def gain(self, board: Board, move: int) -> int:
        """The value of the captured piece and of a promotion."""
        return self.evaluation.gain(board, move)

    def must_move(self, board: Board) -> bool:
        """True in check, where every move has to be tried."""
        return in_check(self.geometry, board)

    def null(self, board: Board) -> Board | None:
        """A pass; None in check, and with pawns alone, where zugzwang is a risk."""
        own, others, king = sides(board)
        if own & ~(board.pawns | board.kings) == 0:
            return None
        if dangers(self.geometry, board, own, others, king).answers != ANYWHERE:
            return None
        return board._replace(player=1 - board.player)

    def bounds(self, board: Board) -> tuple[int, int]:
        """At most a draw for a bare king, and for a king with a single knight or bishop against a bare king."""
        white, black = self._force(board, board.white), self._force(board, occupied(board) & ~board.white)
        low = mx.DRAW if black == 0 or (black == 1 and white == 0) else mx.LOSS
        high = mx.DRAW if white == 0 or (white == 1 and black == 0) else mx.WIN
        return low, high

    def key(self, board: Board) -> tuple[int, int, int, int, int]:
        """Each square's piece in four bits, and the clock near its limit."""
        late = board.clock - NEAR_LIMIT if board.clock > NEAR_LIMIT else 0
        one = board.pawns | board.bishops | board.queens
        two = board.knights | board.bishops | board.kings
        four = board.rooks | board.queens | board.kings
        return one, two, four, board.white, late

    def parse(self, text: str) -> Board:
        """Reads a FEN as Fairy-Stockfish writes it."""
        return parsed(self.layout, self.geometry, text)

    def format(self, board: Board) -> str:
        """Writes a FEN."""
        return formatted(self.layout, board)

    def parse_move(self, board: Board, text: str) -> int:
        """Reads two squares and a promotion, such as `a2a3` and `a4a5q`; or a piece and its target, such as `Nc3`."""
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
        """The start and target squares of the piece."""
        places = (divmod(square, self.layout.columns) for square in (move & 63, move >> 6 & 63))
        return tuple(mx.drawing.Grid.area(column, self.layout.rows - 1 - row) for row, column in places)

    def _force(self, board: Board, side: int) -> int:
        """The mating material of a side: 0 for none, 1 for a knight or a bishop, 2 for more."""
        if side & (board.pawns | board.rooks | board.queens):
            return 2
        return min(mx.bits.popcount(side & (board.knights | board.bishops)), 2)
