"""Alpha-beta against df-pn on five games, as in docs/explanation/proof-number.md: nodes and seconds for the same question.

`python docs/scripts/proofs.py [NODES]`; each search is given up after so many nodes, 30 million by default. Seconds are those of
the processor, so that other work on the machine does not count.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from attrs import frozen

import minimaxer as mx
from minimaxer_games.breakthrough import Breakthrough
from minimaxer_games.chess_lite import ChessLite
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.domineering import Domineering


class Stones(NamedTuple):
    """The squares of each player, as bits, and who moves."""

    black: int = 0
    white: int = 0
    player: int = 0


@frozen
class Hex:
    """Hex: black joins the lower edge to the upper one, white the left to the right; there is no draw.

    Attributes:
        size: Squares along each edge.
    """

    size: int = 4

    @cached_property
    def left(self) -> int:
        """The first column."""
        return sum(1 << row * self.size for row in range(self.size))

    @cached_property
    def everywhere(self) -> int:
        """All squares."""
        return (1 << self.size * self.size) - 1

    def initial(self) -> Stones:
        """No stone; black begins."""
        return Stones()

    def player(self, state: Stones) -> int:
        """Who moves."""
        return state.player

    def moves(self, state: Stones) -> Iterator[int]:
        """The empty squares."""
        for square in range(self.size * self.size):
            if (state.black | state.white) >> square & 1 == 0:
                yield square

    def play(self, state: Stones, move: int) -> Stones:
        """Puts a stone."""
        if state.player == 0:
            return Stones(state.black | 1 << move, state.white, 1)
        return Stones(state.black, state.white | 1 << move, 0)

    def outcome(self, state: Stones) -> int | None:
        """Whether the player who moved last has joined its edges."""
        last = self.size - 1
        row = (1 << self.size) - 1
        if state.player == 1:
            return mx.WIN if self.joined(state.black, row) & row << last * self.size else None
        return mx.LOSS if self.joined(state.white, self.left) & self.left << last else None

    def joined(self, stones: int, edge: int) -> int:
        """The stones that are joined to an edge: each square has six neighbours."""
        reached, before = stones & edge, 0
        right = self.everywhere & ~self.left
        left = self.everywhere & ~(self.left << self.size - 1)
        while reached != before:
            before = reached
            wide = reached | (reached << 1) & right | (reached >> 1) & left
            wide |= reached << self.size | reached >> self.size
            wide |= (reached << self.size - 1) & left | (reached >> self.size - 1) & right
            reached = wide & stones
        return reached


MATES = Path(__file__).parents[2] / "examples" / "chess_mates.txt"


def mates(fewest: int, most: int) -> tuple[str, ...]:
    """The positions of the file of mates that take so many moves."""
    rows = [line.split(";") for line in MATES.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return tuple(position for position, moves in rows if fewest <= int(moves) <= most)


CASES: tuple[tuple[str, Any, tuple[str | None, ...]], ...] = (
    ("chess 5x5, mates in 5", ChessLite(), mates(5, 5)),
    ("mates in 6", ChessLite(), mates(6, 6)),
    ("mates in 7", ChessLite(), mates(7, 7)),
    ("mates in 8 and 9", ChessLite(), mates(8, 9)),
    ("breakthrough 4x5", Breakthrough(columns=4, rows=5), (None,)),
    ("domineering 6x6", Domineering(rows=6, columns=6), (None,)),
    ("domineering 7x7", Domineering(rows=7, columns=7), (None,)),
    ("connect four 5x5, whether the first wins", ConnectFour(width=5, height=5), (None,)),
    ("hex 4x4", Hex(4), (None,)),
)
"""What to ask: a name, a game, and its positions."""


def cost(game: Any, state: Any, nodes: int, **how: Any) -> tuple[int, float, bool]:
    """Nodes and seconds of a search, and whether it found the answer."""
    with closing(mx.Search(game, **how)) as search:
        search.ready()
        began = time.process_time()
        result = search.solve(state, mx.Limits(nodes=nodes))
        spent = time.process_time() - began
    return result.nodes, spent, result.stop is mx.StopReason.SOLVED


def row(name: str, game: Any, positions: tuple[str | None, ...], most: int) -> str:
    """A row of the table: the sums over the positions."""
    fast = mx.compile(game, check=False)
    states = [game.initial() if text is None else game.parse(text) for text in positions]
    cells = []
    for method in ("alpha-beta", "df-pn"):
        nodes, spent, answered = 0, 0.0, True
        for state in states:
            goal = mx.WIN if game.player(state) == 0 else mx.DRAW  # does the mover win?
            question = {"algorithm": "pvs", "options": mx.AlphaBetaOptions(goal=goal)}
            how = question if method == "alpha-beta" else {"algorithm": "proof", "options": mx.ProofOptions(goal=goal)}
            found = cost(fast, state, most, **how)
            nodes, spent, answered = nodes + found[0], spent + found[1], answered and found[2]
        cells += [f"{nodes:,}{'' if answered else ' (open)'}", f"{spent:.2f}"]
    return f"| {name} | {len(states)} | {' | '.join(cells)} |"


def main() -> None:
    """Prints the table."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 30_000_000
    for name, game, positions in CASES:
        print(row(name, game, positions, most), flush=True)


if __name__ == "__main__":
    main()
