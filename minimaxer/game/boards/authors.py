"""Author: what the rules call things, by which a finder knows columns from rows."""

from __future__ import annotations

import re
import sys
from linecache import getlines
from typing import Any, Final

from ..state_class import StateClassGame
from .walking import MOST, fields_of

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
        modules = [sys.modules[name] for name in known]
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
