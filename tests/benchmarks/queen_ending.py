"""King and queen against king and rook, on boards of up to 8 squares a side, with numbers for its positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from attrs import field, frozen

import minimaxer as mx

DIRECTIONS: Final = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))
PIECE: Final = 64
"""Added to the target of a move that is not the king's."""


class Four(NamedTuple):
    """The squares of white's king, black's king, white's queen and black's rook (-1 once it is taken), and who moves: 0 is white."""

    king: int
    other: int
    queen: int
    rook: int
    player: int


@frozen
class QueenEnding:
    """The rules; mate wins, stalemate and bare kings are draws."""

    side: int = 7
    size: int = field(init=False)

    @size.default
    def _size(self) -> int:
        return 2 * self.side**4 * (self.side**2 + 1) ** 2

    def initial(self) -> Four:
        return Four(2 * self.side + 2, 0, self.side**2 - 1, self.side**2 - self.side - 3, 0)

    def player(self, state: Four) -> int:
        return state.player

    def moves(self, state: Four) -> Iterator[int]:
        side, player = self.side, state.player
        here, own = (state.king, state.queen) if player == 0 else (state.other, state.rook)
        for down, right in DIRECTIONS:
            row, column = here // side + down, here % side + right
            if 0 <= row < side and 0 <= column < side:
                to = row * side + column
                if to != own and self._is_safe(self.play(state, to), player):
                    yield to
        if own >= 0:
            for number, (down, right) in enumerate(DIRECTIONS):
                if number >= 4 and player == 1:
                    break
                row, column = own // side + down, own % side + right
                while 0 <= row < side and 0 <= column < side:
                    to = row * side + column
                    if to in (state.king, state.other):
                        break
                    if self._is_safe(self.play(state, PIECE + to), player):
                        yield PIECE + to
                    if to in (state.queen, state.rook):
                        break
                    row, column = row + down, column + right

    def play(self, state: Four, move: int) -> Four:
        to = move & 63
        if state.player == 0:
            rook = -1 if to == state.rook else state.rook
            king, queen = (to, state.queen) if move < PIECE else (state.king, to)
            return Four(king, state.other, queen, rook, 1)
        queen = -1 if to == state.queen else state.queen
        other, rook = (to, state.rook) if move < PIECE else (state.other, to)
        return Four(state.king, other, queen, rook, 0)

    def outcome(self, state: Four) -> int | None:
        return mx.DRAW if state.queen < 0 and state.rook < 0 else None

    def stuck(self, state: Four) -> int:
        if self._is_safe(state, state.player):
            return mx.DRAW
        return mx.LOSS if state.player == 0 else mx.WIN

    def index(self, state: Four) -> int:
        squares = self.side**2
        kings = (state.player * squares + state.king) * squares + state.other
        return (kings * (squares + 1) + state.queen + 1) * (squares + 1) + state.rook + 1

    def unindex(self, number: int) -> Four | None:
        squares = self.side**2
        rook = number % (squares + 1) - 1
        queen = number // (squares + 1) % (squares + 1) - 1
        kings = number // (squares + 1) ** 2
        state = Four(kings // squares % squares, kings % squares, queen, rook, kings // squares**2)
        if queen >= 0 and queen in (state.king, state.other, rook):
            return None
        if rook >= 0 and rook in (state.king, state.other):
            return None
        return state if self._is_safe(state, 1 - state.player) else None

    def _is_safe(self, state: Four, player: int) -> bool:
        """Whether nothing attacks a player's king."""
        side, king, other = self.side, state.king, state.other
        if abs(king // side - other // side) <= 1 and abs(king % side - other % side) <= 1:
            return False
        if player == 0:
            return state.rook < 0 or not self._sees(state.rook, king, False, other, state.queen)
        return state.queen < 0 or not self._sees(state.queen, other, True, king, state.rook)

    def _sees(self, start: int, target: int, diagonal: bool, one: int, two: int) -> bool:
        """Whether a rook, or a queen, sees a square past two pieces."""
        side = self.side
        down, right = target // side - start // side, target % side - start % side
        if (down == 0 and right == 0) or not (down == 0 or right == 0 or (diagonal and abs(down) == abs(right))):
            return False
        step = (1 if down > 0 else -1 if down < 0 else 0) * side + (1 if right > 0 else -1 if right < 0 else 0)
        at = start + step
        while at != target:
            if at in (one, two):
                return False
            at += step
        return True
