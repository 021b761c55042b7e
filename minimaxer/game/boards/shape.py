"""`BoardShape`, what was found of a board, and `Board`, which reads it from states."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from .authors import Author
from .contents import LONGEST_SIGN, amount, face_of, name_of, words_of
from .walking import BOTH, SQUARE, Cell, Place, fields_of, grids_of, joined, nested_in, pairs_in, same, written

_OF_TURN: Final = ("player", "turn", "mover", "to_move", "current_player", "current", "ply", "plies")
"""Names of what pages and terminals say anyway."""

_LAST: Final = re.compile(r"\d+(?=\D*$)")


@frozen(kw_only=True)
class BoardShape:
    """What was found of a game's board, as plain data.

    Attributes:
        columns: Cells side by side.
        rows: Cells one above the other.
        cells: The cells, each by column and row from the upper left, by what states call them.
        source: The part of the state that holds them.
        empty: The content of an empty cell, as its `repr`.
        owners: The player of each content that has one, by its `repr`.
        signs: A short sign for each content, which tells it from the others of its owner, by its `repr`.
        sown: The pit that each move sows from, by the player and the move's `repr`; empty where there are no pits.
        stacked: True if cells hold texts whose last letter is the piece on top.
        names: True if moves call cells by a letter and a number, as in `b3`.
    """

    columns: int
    rows: int
    cells: Mapping[Place, Cell]
    source: str
    empty: str
    owners: Mapping[str, int]
    signs: Mapping[str, str] = field(factory=dict)
    sown: Mapping[tuple[int, str], Cell] = field(factory=dict)
    stacked: bool = False
    names: bool = False


class Board:
    """A game's board: what stands on its cells in a state, and what a move touches."""

    def __init__(self, shape: BoardShape, game: Any) -> None:
        self.shape: Final = shape
        self.game: Final = game
        self._row_first: Final = Author(game).is_row_first
        self._last: tuple[Any, dict[Place, Any]] | None = None
        """The state whose moves were asked for last, and its board."""

    def contents(self, state: Any) -> dict[Cell, Any]:
        """What stands on each cell that is not empty."""
        cells, empty = self.shape.cells, self.shape.empty
        return {cells[place]: each for place, each in self._read(state).items() if place in cells and written(each) != empty}

    def _read(self, state: Any) -> dict[Place, Any]:
        """What each place of the board's part of a state holds."""
        source = self.shape.source
        parts = source.split(BOTH)
        return joined({part: each for only in parts for part, each in grids_of(state, self._row_first, only).items()}, source)

    def owner(self, content: Any) -> int | None:
        """The player of a content, or of all that differ from an unseen one in their last number; None where not known."""
        shape, face = self.shape, face_of(content, self.shape.stacked)
        if face in shape.signs or shape.stacked:
            return shape.owners.get(face)
        alike = [each for each in shape.signs if each != shape.empty and _LAST.split(each) == _LAST.split(face)]
        return shape.owners.get(alike[0]) if len({shape.owners.get(each) for each in alike}) == 1 else None

    def sign(self, content: Any) -> str:
        """A short sign for a content; empty where its owner says all."""
        says_all = len(set(self.shape.owners.values())) == len(self.shape.owners) and not self.shape.stacked
        return "" if says_all and self.owner(content) is not None else self._letters(content)

    def _letters(self, content: Any) -> str:
        return self.shape.signs.get(written(content), name_of(content, self.owner(content))[:LONGEST_SIGN])

    def in_text(self, content: Any) -> str:
        """A sign that tells the owner too."""
        owner, letters = self.owner(content), self._letters(content)
        if owner is None or (isinstance(content, int) and content < 0) or isinstance(content, str):
            return letters
        if not self.sign(content):
            return "xo"[owner]
        return letters.upper() if owner == 0 else letters.lower()

    def text(self, state: Any) -> str:
        """The board as lines of signs."""
        shape, contents = self.shape, self.contents(state)
        signs = dict.fromkeys(shape.cells.values(), ".")
        signs |= {cell: self.in_text(each) for cell, each in contents.items()}
        wide = max(map(len, signs.values()))
        rows = ([signs.get((column, row), "").rjust(wide) for column in range(shape.columns)] for row in range(shape.rows))
        lines = list(map(" ".join, rows))
        if not shape.names:
            return "\n".join(lines)
        letters = " ".join(chr(97 + column).rjust(wide) for column in range(shape.columns))
        return "\n".join([*(f"{shape.rows - row:>2} {line}" for row, line in enumerate(lines)), f"   {letters}"])

    def beside(self, state: Any, most: int = 6) -> list[str]:
        """The other parts of a state that have names, such as hands and scores, in words."""
        rows, drawn = [], re.split(r"\W+", self.shape.source)
        for name, value in state.items() if isinstance(state, dict) else fields_of(state):
            text = "" if name in _OF_TURN or str(name) in drawn else words_of(value)
            if text:
                rows.append(f"{str(name).replace('_', ' ').strip()}: {text}")
        return rows[:most]

    def touched(self, state: Any, move: Any) -> list[Cell]:
        """The cells that a person clicks to make a move: where it begins, then where it ends; empty where it shows on none.

        Source: the cells that the move changes. What else changes with it, such as men that are taken, is left out.
        """
        mover, shape = self.game.player(state), self.shape
        if not shape.owners:
            return [shape.sown[mover, written(move)]] if (mover, written(move)) in shape.sown else []
        last = self._last
        if last is None or last[0] is not state:
            self._last = last = state, self._read(state)
        whole, other = last[1], self._read(self.game.play(state, move))
        places = [place for place in shape.cells if not same(whole.get(place), other.get(place))]
        before, after = (
            {shape.cells[place]: each[place] for place in places if place in each and written(each[place]) != shape.empty}
            for each in (whole, other)
        )
        changed = [shape.cells[place] for place in places]
        mine = [cell for cell in changed if self._is_of(before, cell, mover)]
        left = [cell for cell in mine if not self._is_of(after, cell, mover) or amount(after[cell]) < amount(before[cell])]
        placed = [cell for cell in changed if cell not in before and self._is_of(after, cell, mover)]
        taken = [cell for cell in changed if cell in before and cell not in mine and self._is_of(after, cell, mover)]
        neutral = [
            cell for cell in changed if (cell not in before or cell in left) and cell in after and self.owner(after[cell]) is None
        ]
        gone = [cell for cell in changed if cell in before and cell not in after and cell not in left]
        stayed = [cell for cell in mine if cell not in left]
        ends = placed or taken or (gone or stayed if len(left) == 1 and not neutral else stayed)
        if left and (shape.stacked or (not (ends or neutral) and len(left) == 1 and len(changed) == 2)):
            ends = [cell for cell in changed if cell not in left]
        if not left and not ends:
            if len(gone) == len(neutral) == 1:  # a neutral piece was moved
                return [*gone, *neutral]
            return changed if len(changed) == 1 else []
        if len(left) > 1 or (len(ends) > 2 and not left):
            return self._named(move, left, changed)
        if len(ends) > 1 and left:
            ((column, row),) = left
            ends.sort(key=lambda cell: abs(cell[0] - column) + abs(cell[1] - row))
        return [*left, *ends, *neutral]

    def _is_of(self, contents: dict[Cell, Any], cell: Cell, player: int) -> bool:
        return cell in contents and self.owner(contents[cell]) == player

    def _named(self, move: Any, left: list[Cell], changed: list[Cell]) -> list[Cell]:
        """The two cells that a move of several men names, such as those of the king that castles."""
        pairs, rows = list(pairs_in(move, self._row_first)), self.shape.rows
        letters = [(ord(letter) - 97, rows - int(digit)) for letter, digit in SQUARE.findall(str(move))]
        numbers = [self.shape.cells.get(each, (-1, -1)) for each in nested_in(move) if type(each) is int]
        ways = (letters, numbers, pairs, [(x, rows - 1 - y) for x, y in pairs])
        return next((way for way in ways if len(way) == 2 and way[0] in left and way[1] in changed), [])
