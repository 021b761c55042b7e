# Kings' Breakthrough on 5x5. Pawns step ahead, straight (onto empty squares) or
# diagonally; kings step anywhere. Capture the king or get a pawn across to win.
from dataclasses import dataclass
from enum import Enum
from typing import Iterator, List, Optional, Tuple
import minimaxer as mx

BOARD_SIZE = 5
MAX_TURNS = 60
PAWN_VALUE = 100
KING_STEPS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


class Player(Enum):
    WHITE = 0
    BLACK = 1

    @property
    def opponent(self) -> "Player":
        return Player.BLACK if self is Player.WHITE else Player.WHITE

    def get_goal_row(self) -> int:
        return BOARD_SIZE - 1 if self is Player.WHITE else 0


@dataclass(frozen=True)
class Position:
    row: int
    col: int

    def is_on_board(self) -> bool:
        return 0 <= self.row < BOARD_SIZE and 0 <= self.col < BOARD_SIZE

    def offset(self, d_row: int, d_col: int) -> "Position":
        return Position(self.row + d_row, self.col + d_col)

    def to_index(self) -> int:
        return self.row * BOARD_SIZE + self.col


@dataclass(frozen=True)
class Piece:
    owner: Player
    is_king: bool

    def get_steps(self) -> List[Tuple[int, int]]:
        if self.is_king:
            return KING_STEPS
        forward = 1 if self.owner is Player.WHITE else -1
        return [(forward, -1), (forward, 0), (forward, 1)]


@dataclass(frozen=True)
class Move:
    source: Position
    target: Position


@dataclass(frozen=True)
class Board:
    squares: Tuple[Optional[Piece], ...]

    def get_piece(self, position: Position) -> Optional[Piece]:
        return self.squares[position.to_index()]

    def get_pieces(self, player: Player) -> Iterator[Tuple[Position, Piece]]:
        for index, piece in enumerate(self.squares):
            if piece is not None and piece.owner == player:
                yield Position(index // BOARD_SIZE, index % BOARD_SIZE), piece

    def with_move(self, move: Move) -> "Board":
        squares = list(self.squares)
        squares[move.target.to_index()] = self.get_piece(move.source)
        squares[move.source.to_index()] = None
        return Board(tuple(squares))

    def has_won(self, player: Player) -> bool:
        if not any(piece.is_king for _, piece in self.get_pieces(player.opponent)):
            return True
        return any(not piece.is_king and position.row == player.get_goal_row()
                   for position, piece in self.get_pieces(player))


@dataclass(frozen=True)
class GameState:
    board: Board
    current_player: Player
    turn: int


class KingsBreakthrough:
    def initial(self) -> GameState:
        white, black = [[Piece(player, col == BOARD_SIZE // 2) for col in range(BOARD_SIZE)] for player in Player]
        empty = [None] * (BOARD_SIZE * (BOARD_SIZE - 2))
        return GameState(Board(tuple(white + empty + black)), Player.WHITE, 0)

    def player(self, state: GameState) -> int:
        return state.current_player.value

    def moves(self, state: GameState) -> Iterator[Move]:
        for source, piece in state.board.get_pieces(state.current_player):
            for d_row, d_col in piece.get_steps():
                target = source.offset(d_row, d_col)
                if target.is_on_board():
                    other = state.board.get_piece(target)
                    if other is None or (other.owner != piece.owner and (piece.is_king or d_col != 0)):
                        yield Move(source, target)

    def play(self, state: GameState, move: Move) -> GameState:
        return GameState(state.board.with_move(move), state.current_player.opponent, state.turn + 1)

    def outcome(self, state: GameState) -> Optional[int]:
        for player in Player:
            if state.board.has_won(player):
                return mx.WIN if player is Player.WHITE else mx.LOSS
        return mx.DRAW if state.turn >= MAX_TURNS or not any(True for _ in self.moves(state)) else None

    def evaluate(self, state: GameState) -> int:
        pawns = [sum(not p.is_king for _, p in state.board.get_pieces(player)) for player in Player]
        return PAWN_VALUE * (pawns[0] - pawns[1])
