"""Tablut on a 5x5 board: the king wants to reach a corner, the attackers want to catch him."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

import minimaxer as mx

SIZE = 5
MAX_PLIES = 60


class Kind(Enum):
    ATTACKER = "a"
    DEFENDER = "d"
    KING = "K"


@dataclass(frozen=True, order=True)
class Square:
    row: int
    col: int

    def step(self, direction: tuple[int, int]) -> Square:
        return Square(self.row + direction[0], self.col + direction[1])

    @property
    def on_board(self) -> bool:
        return 0 <= self.row < SIZE and 0 <= self.col < SIZE

    def __str__(self) -> str:
        return f"{'abcde'[self.col]}{self.row + 1}"


@dataclass(frozen=True)
class Piece:
    kind: Kind
    square: Square

    @property
    def owner(self) -> int:
        return 0 if self.kind is Kind.ATTACKER else 1


@dataclass(frozen=True)
class Move:
    start: Square
    end: Square


DIRECTIONS = {"north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}
SQUARES = [Square(row, col) for row in range(SIZE) for col in range(SIZE)]
THRONE = Square(SIZE // 2, SIZE // 2)
CORNERS = frozenset(Square(row, col) for row in (0, SIZE - 1) for col in (0, SIZE - 1))
KING_ONLY = CORNERS | {THRONE}

NEIGHBOURS = {square: [square.step(d) for d in DIRECTIONS.values() if square.step(d).on_board] for square in SQUARES}

# for each square, the squares one passes when sliding in each of the directions
RAYS: dict[Square, list[list[Square]]] = {}
for square in SQUARES:
    RAYS[square] = []
    for direction in DIRECTIONS.values():
        ray = []
        target = square.step(direction)
        while target.on_board:
            ray.append(target)
            target = target.step(direction)
        RAYS[square].append(ray)

SETUP = [".a.a.", "a.d.a", ".dKd.", "a.d.a", ".a.a."]


@dataclass(frozen=True)
class Position:
    pieces: frozenset[Piece]
    player: int = 0  # the attackers begin
    ply: int = 0

    @property
    def board(self) -> dict[Square, Piece]:
        return {piece.square: piece for piece in self.pieces}

    @property
    def king(self) -> Piece | None:
        return next((piece for piece in self.pieces if piece.kind is Kind.KING), None)

    def pieces_of(self, player: int) -> list[Piece]:
        mine = [piece for piece in self.pieces if piece.owner == player]
        return sorted(mine, key=lambda piece: piece.square)

    def moves(self) -> Iterator[Move]:
        board = self.board
        for piece in self.pieces_of(self.player):
            for ray in RAYS[piece.square]:
                for end in ray:
                    if end in board:
                        break
                    if end in KING_ONLY and piece.kind is not Kind.KING:
                        continue  # may pass over the empty throne, but not stop there
                    yield Move(piece.square, end)

    def moved(self, move: Move) -> Position:
        piece = self.board[move.start]
        pieces = self.pieces - {piece} | {replace(piece, square=move.end)}
        after = Position(pieces, 1 - self.player, self.ply + 1)
        return replace(after, pieces=pieces - after.captured_by(move.end))

    def captured_by(self, square: Square) -> set[Piece]:
        """The pieces that are caught by the one that has just arrived on `square`."""
        board = self.board
        mover = board[square].owner
        caught = set()
        for direction in DIRECTIONS.values():
            victim = board.get(square.step(direction))
            if victim is None or victim.owner == mover:
                continue
            if victim.kind is Kind.KING:
                # the king has to be surrounded completely
                if all(n in board and board[n].owner == mover for n in NEIGHBOURS[victim.square]):
                    caught.add(victim)
            else:
                behind = victim.square.step(direction)
                partner = board.get(behind)
                if (partner is not None and partner.owner == mover) or behind in CORNERS:
                    caught.add(victim)
        return caught


class Tablut:
    def initial(self) -> Position:
        return Position(frozenset(Piece(Kind(SETUP[s.row][s.col]), s) for s in SQUARES if SETUP[s.row][s.col] != "."))

    def player(self, position: Position) -> int:
        return position.player

    def moves(self, position: Position) -> Iterator[Move]:
        return position.moves()

    def play(self, position: Position, move: Move) -> Position:
        return position.moved(move)

    def outcome(self, position: Position) -> int | None:
        if position.king is None:
            return mx.WIN
        if position.king.square in CORNERS:
            return mx.LOSS
        if not any(position.moves()):
            return mx.LOSS if position.player == 0 else mx.WIN
        return mx.DRAW if position.ply >= MAX_PLIES else None

    def evaluate(self, position: Position) -> int:
        king = position.king.square
        distance = min(abs(king.row - c.row) + abs(king.col - c.col) for c in CORNERS)
        return 10 * (len(position.pieces_of(0)) - 2 * len(position.pieces_of(1))) + 3 * distance

    def format_move(self, position: Position, move: Move) -> str:
        return f"{move.start}-{move.end}"
