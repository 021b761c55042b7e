"""The Python side of the max^n kernel: its calls and their results."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final

from ....base.scores import Payoffs
from ....compiler.runtime import header as h
from ....compiler.runtime.layout import Words
from ....compiler.runtime.machine import Machine
from ....native.runner import Runner
from ....native.shapes import Shapes
from . import layout as w


class Kernel(Runner):
    """The kernel of max^n and its memory, kept from search to search; arguments as in `Runner`."""

    def __init__(self, machine: Machine, shapes: Shapes, players: int) -> None:
        width = shapes.move.words
        super().__init__(machine, shapes, w.size(width))
        self._players: Final = players
        self._width: Final = width
        self._row: Final = struct.Struct(f"<{players}{'d' if shapes.float_scores else 'q'}")

    def search(self, state: bytes, moves: Sequence[Words], first: int, depth: int, *, exact_root: bool) -> None:
        """Searches to `depth` plies, from 1; `best`, `payoffs`, `known` and `line` hold the result. Raises Stopped at a limit.

        `moves` are in the order by which ties are broken, the number `first` is tried first; or they are the outcomes of chance.
        `exact_root` is True to find the exact payoffs of every move.
        """
        words = self.words
        words[h.DEPTH], words[h.FLAGS] = depth, w.EXACT_ROOT if exact_root else 0
        words[w.HORIZON], words[w.ROOT_COUNT], words[w.FIRST], words[w.ROOT_BEST] = 0, len(moves), first, -1
        for place in range(len(moves)):
            words[w.ROOT_KNOWN + place] = w.NOT_SEARCHED
        self.put(h.STATE, state)
        self._memory.write(w.MOVES, [word for move in moves for word in move])
        self.run()

    @property
    def best(self) -> int:
        """The number of the best move searched; below 0 if there is none."""
        return self.words[w.ROOT_BEST]

    @property
    def saw_the_end(self) -> bool:
        """True if the payoffs hold at every depth."""
        return self.words[w.HORIZON] == 0

    def payoffs(self) -> Payoffs:
        """The payoffs of the position."""
        return self._payoffs_at(w.ROWS)

    def known(self, count: int) -> list[tuple[int, Payoffs]]:
        """The state of knowledge and the payoffs of each of the first `count` root moves."""
        kinds = self.words[w.ROOT_KNOWN : w.ROOT_KNOWN + count].tolist()
        return [(kind, self._payoffs_at(w.ROOT_ROWS + number * self._players)) for number, kind in enumerate(kinds)]

    def line(self) -> list[Words]:
        """The moves of the principal variation, as words."""
        width, first = self._width, w.lines(self._width)
        words = self.words[first : first + self.words[w.LENGTHS] * width].tolist()
        return [tuple(words[place : place + width]) for place in range(0, len(words), width)] if width else []

    def _payoffs_at(self, place: int) -> Payoffs:
        return self._row.unpack_from(self._bytes, 8 * place)
