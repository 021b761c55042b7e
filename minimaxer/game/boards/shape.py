"""`BoardShape`, what was found of a board, `Board`, which reads it from states, and what stands on cells: name, sign, owner."""

from __future__ import annotations

import enum
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from linecache import getlines
from typing import Any, Final

from attrs import field, frozen

from ..protocol import players_of
from ..state_class import StateClassGame
from .walking import BOTH, MOST, OWNER, SQUARE, Cell, Place, fields_of, grids_of, joined, nested_in, pairs_in, same, written

_COLUMNS: Final = ("columns", "cols", "ncols", "n_cols", "num_cols", "files")
_ACROSS: Final = (*_COLUMNS, "width", "board_width", "w")
_DOWN: Final = ("rows", "nrows", "n_rows", "num_rows", "ranks", "height", "board_height", "h")
_SIDE: Final = ("size", "n", "side", "dim", "board_size", "boardsize")
_WORDS: Final = {"x": "(?:x|c|col|column|file)", "y": "(?:y|r|row|rank)", "": r"\w+"}
"""Names of a column, of a row, and of anything, in expressions."""


class Author:
    """What the author of a game calls things: the names in the modules and classes of rules and states, and their source.

    Attributes:
        columns, sides: Numbers that are called columns, and those for both sides, where not columns and rows have names.
        sizes: Columns and rows, as far as both have names.
        is_row_first: True if pairs are a row and a column rather than x and y; pairs that are keys tell it before others.
        names_rows: Above 0 if the indices of nested lists are called row and column, below if column and row, else 0.
    """

    def __init__(self, game: Any) -> None:
        state = game.initial()
        rules: Any = game.cls if isinstance(game, StateClassGame) else type(game)
        known = {rules.__module__, type(state).__module__} & sys.modules.keys() - {"builtins", "numpy"}
        modules = [sys.modules[name] for name in sorted(known)]
        self._source: Final = "".join(line for each in modules for line in getlines(getattr(each, "__file__", None) or ""))
        self._names: Final[dict[str, Any]] = {}
        sizes: dict[str, int] = {}
        levels = (None, modules), (state, type(state).__mro__), (game if rules is type(game) else rules, rules.__mro__)
        for owner, spaces in levels:  # of which the last come before others
            names = {name: value for space in reversed(spaces) for name, value in vars(space).items()} | dict(fields_of(owner))
            self._names.update(names)
            numbers = {name.lower().strip("_"): _side_of(value) for name, value in names.items()}
            whole = {name: size for name, size in numbers.items() if type(size) is int and 1 < size <= MOST}
            sizes = {name: size for name, size in whole.items() if name in (*_ACROSS, *_DOWN, *_SIDE)} or sizes
        across, down, side, self.columns = ({sizes[n] for n in kind if n in sizes} for kind in (_ACROSS, _DOWN, _SIDE, _COLUMNS))
        self.sizes: Final = {(one, other) for one in across for other in down} or {(one, one) for one in side}
        self.sides: Final = set() if across and down else side
        keys, pairs = (self._more_rows_first(context + r"\b{}\s*,\s*{}\b") for context in (r"(?:[\[({{]\(|\[)", ""))
        self.is_row_first: Final = (keys or pairs) >= 0
        self.names_rows: Final = self._more_rows_first(r"\[{}\]\[{}\]")

    def _more_rows_first(self, pattern: str) -> int:
        x, y = _WORDS["x"], _WORDS["y"]
        return len(re.findall(pattern.format(y, x), self._source)) - len(re.findall(pattern.format(x, y), self._source))

    def lists(self, lines: set[frozenset[Any]]) -> bool:
        """True if these lines, and no others, are in a list that has a name."""
        kinds = (list, tuple, set, frozenset)
        for each in (each for each in self._names.values() if isinstance(each, kinds) and len(each) == len(lines)):
            with suppress(TypeError):  # of what no set can hold
                if {frozenset(line) for line in each if isinstance(line, kinds)} == lines:
                    return True
        return False

    def counts_by(self, number: int, word: str = "") -> bool:
        """True if the rules divide or multiply by a number, or list a square's lines; with `word` only what is called so."""
        if not word and re.search(rf"\b0, ?1, ?2\b(?s:.*)\b0, ?{number}, ?{2 * number}\b", self._source):
            return True
        names = [name for name, value in self._names.items() if type(value) is int and value == number]
        one, it = rf"(?:self\.|cls\.)?(?:{'|'.join((str(number), *names))})", _WORDS[word]
        divided = rf"\b{it}\s*(?:,\s*\w+\s*)?=[^=\n]*(?://|divmod\(\w+,)" if word else r"(?://|%|divmod\(\w+,)"
        ways = rf"\b{it}\)?\s*\*\s*{one}\s*\+|\b{one}\s*\*\s*\(?{it}\b\)?\s*\+|{divided}\s*{one}\b"
        return re.search(ways, self._source) is not None


def _side_of(value: object) -> object:
    """The number of a pair of equal numbers, as of a square's sides; all else as it is."""
    return value[0] if isinstance(value, (tuple, list)) and len(value) == 2 and value[0] == value[1] else value


LONGEST_SIGN: Final = 4
_FITTING: Final = 0.75
"""The least part of contents that something in common must explain, and of one that both bring its owner must bring."""
_DEEPEST: Final = 3
"""Levels of nesting of what stands on a cell."""
_LINE, _LARGE = 60, 1_000_000
"""Characters of a part of a state that is written out, and numbers that are codes rather than counts."""
_CHESS: Final = {"King": "♚", "Queen": "♛", "Rook": "♜", "Bishop": "♝", "Knight": "♞", "Pawn": "♟"}
_WHITE: Final = str.maketrans("♚♛♜♝♞♟", "♔♕♖♗♘♙")
"""The signs of player 0 in text, where no colour tells whose they are."""


_WORDS_IN: Final = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+(?![a-z])|\d+|[^\w\s]+")
"""The words of a name: `ShortDark` and `short_dark` have two."""


def names_of(content: Any, owner: int | None = None, depth: int = 0, *, as_text: bool = True) -> list[str]:
    """The words that name what stands on a cell, without its owner, who may be the first of its parts; a text of its own comes
    first `as_text`. Fields that are true are named by what they are called; of several, by the first letter of each.
    """
    if isinstance(content, enum.Enum):
        content = content.value if isinstance(content.value, str) else content.name
        content = content if len(content) == 1 else content.capitalize()
    if content is None or isinstance(content, bool) or depth > _DEEPEST:
        return ["●"] if content is True and depth == 0 else []
    own: Any = type(content).__str__
    if as_text and own is not object.__str__ and type(content) is not str and len(text := own(content)) <= LONGEST_SIGN:
        return [str(text)]
    if isinstance(content, int | str):
        text = str(content)
        return [_CHESS.get(word.capitalize(), word) for word in (_WORDS_IN.findall(text) if len(text) > LONGEST_SIGN else [text])]
    parts = enumerate(content) if type(content) is tuple else fields_of(content)
    others = [(str(name), each) for name, each in parts if str(name).lower() not in OWNER and (name, each) != (0, owner)]
    flags = [name for name, each in others if isinstance(each, bool) and "moved" not in name and not name.isdigit()]
    found: list[str] = []
    for name, each in others:
        word = name.removeprefix("is_")[: None if len(flags) == 1 else 1] if name in flags and each else ""
        found += [word] if word else names_of(each, None, depth + 1, as_text=as_text)
    return found


def name_of(content: Any) -> str:
    """A name for what stands on a cell."""
    return _CHESS.get(content.capitalize(), content) if isinstance(content, str) else "".join(names_of(content))


def words_of(value: Any) -> str:
    """A part of a state in words; empty where it holds nothing, or more than a line."""
    if isinstance(value, tuple | list) and not hasattr(value, "_fields"):
        parts = [words_of(each) or "-" for each in value]
        between = " | " if any(isinstance(each, tuple | list) for each in value) else " "
        text = between.join(parts) if set(parts) - {"-"} else ""
    else:
        text = name_of(value) if type(value) is not int or abs(value) < _LARGE else ""
    return text if len(text) <= _LINE else ""


def face_of(content: Any, stacked: bool) -> str:
    """The text by which a content is known: its `repr`; of a stack, that of its top."""
    return written(content[-1:] if stacked else content)


def amount(content: Any) -> int:
    """How much stands on a cell: the sum of the numbers of a content, or its length."""
    return sum(map(int, re.findall(r"\d+", written(content)))) or len(written(content))


def shortest(name: str, others: Iterable[str]) -> str:
    """The shortest beginning of a name that no other has, up to four letters; its capitals where these tell more."""
    rest = list(others)
    for count in range(1, LONGEST_SIGN + 1):
        if not any(other.startswith(name[:count]) for other in rest):
            return name[:count]
    capitals, *taken = ("".join(filter(str.isupper, each)) for each in (name, *rest))
    return name[:LONGEST_SIGN] if capitals in (*taken, "") else capitals


def owners_of(sure: Mapping[str, int], samples: Mapping[str, Any], by_both: Mapping[str, Counter[int]]) -> dict[str, int]:
    """The players of all samples, those that only stood at the start too, by those that are sure and what a player's share.

    A content that is unlike the others of its player is nobody's. So are those that both players bring to cells, unless they are
    letters of which only the case differs, or most come from the player whom they name.
    """
    for feature in (_letter, _owner_field, _case, _sign, _front, _back):
        by_value: dict[Any, Counter[int]] = {}
        for content, player in sure.items():
            by_value.setdefault(feature(samples[content]), Counter())[player] += 1
        likely = {value: votes.most_common(1)[0][0] for value, votes in by_value.items() if value is not None}
        fitting = sum(likely.get(feature(samples[content])) == player for content, player in sure.items())
        if len(set(likely.values())) < 2 or fitting < _FITTING * len(sure):
            continue
        told = {content: likely.get(feature(each)) for content, each in samples.items() if feature(each) is not None}
        mine = {content: player for content, player in sure.items() if told.get(content, player) == player}
        others = {
            content: player
            for content, player in told.items()
            if player is not None
            and content not in sure
            and (feature is _letter or content not in by_both or by_both[content][player] >= _FITTING * by_both[content].total())
            and (feature is not _sign or written(-samples[content]) in samples)
        }
        if feature is not _letter or others:
            return mine | others
    return dict(sure)


def _letter(content: Any) -> Any:
    return content.lower() if isinstance(content, str) and len(content) == 1 and content.isalpha() else None


def _owner_field(content: Any) -> Any:
    return next((written(value) for name, value in fields_of(content) if name.lower() in OWNER), None)


def _case(content: Any) -> Any:
    return content.isupper() if isinstance(content, str) and content.isalpha() else None


def _sign(content: Any) -> Any:
    return content > 0 if isinstance(content, int) and not isinstance(content, bool) and content else None


def _front(content: Any) -> Any:
    if isinstance(content, enum.Enum):
        content = content.name.split("_")
    return content[0] if isinstance(content, str | tuple | list) and len(content) > 1 else None


def _back(content: Any) -> Any:
    words = content.name.split("_") if isinstance(content, enum.Enum) else []
    return words[-1] if len(words) > 1 else None


_OF_TURN: Final = ("player", "turn", "mover", "to_move", "current_player", "current", "ply", "plies")
"""Names of what pages and terminals say anyway."""

_MOVED: Final = re.compile(r"\w*moved\w*=\w+")
"""A field that says whether a piece has moved."""
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

    def __init__(self, shape: BoardShape, game: Any, is_row_first: bool, known: Mapping[str, Any]) -> None:
        self.shape: Final = shape
        self._known: Final = {content: each for content, each in known.items() if content != shape.empty}
        self.game: Final = game
        self._row_first: Final = is_row_first
        self._told: Final[dict[str, int | None]] = {}
        self._last: tuple[Any, dict[Place, Any]] | None = None
        """The state whose moves were asked for last, and its board."""

    def contents(self, state: Any) -> dict[Cell, Any]:
        """What stands on each cell that is not empty."""
        cells, empty = self.shape.cells, self.shape.empty
        return {cells[place]: each for place, each in self._read(state).items() if place in cells and written(each) != empty}

    def _read(self, state: Any) -> dict[Place, Any]:
        """What each place of the board's part of a state holds."""
        source = self.shape.source
        parts = [each for each in source.split(BOTH) if each]
        return joined({part: each for only in parts for part, each in grids_of(state, self._row_first, only).items()}, source)

    def owner(self, content: Any) -> int | None:
        """The player of a content; of an unseen one, by what all of a player's have, or of all that differ in their last number;
        None where not known.
        """
        shape, face = self.shape, face_of(content, self.shape.stacked)
        if face in shape.signs or shape.stacked:
            return shape.owners.get(face)
        if face not in self._told:
            told = owners_of(shape.owners, {**self._known, face: content}, {}).get(face)
            alike = [each for each in shape.signs if each != shape.empty and _LAST.split(each) == _LAST.split(face)]
            owners = {shape.owners.get(each) for each in alike}
            self._told[face] = told if told is not None else owners.pop() if len(alike) > len(owners) == 1 else None
        return self._told[face]

    def sign(self, content: Any) -> str:
        """A short sign for a content; empty where its owner says all."""
        says_all = len(set(self.shape.owners.values())) == len(self.shape.owners) and not self.shape.stacked
        return "" if says_all and self.owner(content) is not None else self._letters(content)

    def _letters(self, content: Any) -> str:
        return self.shape.signs.get(written(content), "".join(names_of(content, self.owner(content)))[:LONGEST_SIGN])

    def in_text(self, content: Any) -> str:
        """A sign that tells the owner too."""
        owner, letters = self.owner(content), self._letters(content)
        if (
            owner is None
            or (isinstance(content, int) and content < 0)
            or (isinstance(content, str) and content.startswith(letters))
        ):
            return letters
        if not self.sign(content):
            return "xo"[owner]
        return letters.upper().translate(_WHITE) if owner == 0 else letters.lower()

    def tells_apart(self, contents: Iterable[Any]) -> bool:
        """True if all of these look different in pictures and in text, and like something; having moved need not be seen."""
        kinds = {_MOVED.sub("", written(each)): each for each in contents}
        seen = {(self.owner(each), self.sign(each).strip()) for each in kinds.values()}
        texts = {self.in_text(each).strip() for each in kinds.values()}
        return len(seen) == len(texts) == len(kinds) and (None, "") not in seen and not texts & {"", "."}

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
        if not shape.owners and (shape.sown or players_of(self.game) == 1):
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
            are_alike = len({written(before[cell]) for cell in left}) == 1 and len(left) == len(placed)
            return self._named(move, left, changed) or ([*left, placed[0]] if are_alike else [])
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
