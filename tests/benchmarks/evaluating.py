"""What share of a native search goes into `evaluate`: `python -m tests.benchmarks.evaluating --nodes 2000000`.

Each game is searched as it is, and with rules that evaluate once and twice more, other positions each time, so that the compiler
cannot take them for one, and without effect on the value: both visit the same nodes. What one more takes is what `evaluate` takes.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import minimaxer as mx
from minimaxer_games.breakthrough import BESIDE, GUARDED, Board, Breakthrough, Step
from minimaxer_games.chess_lite import ChessLite
from minimaxer_games.chess_lite.movement import occupied
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.reversi import Reversi

# Values that the compiler cannot rule out, and that no position met here has: else there would be other counts of nodes.


class Breakthrough2(Breakthrough):
    """Evaluates a second time."""

    plain = Breakthrough.evaluate

    def evaluate(self, board: Any) -> int:
        other = board._replace(first=board.first ^ 1)
        return self.plain(board) + (1 if self.plain(other) == 2500 else 0)


class Breakthrough3(Breakthrough):
    """Evaluates a third time."""

    plain = Breakthrough.evaluate

    def evaluate(self, board: Any) -> int:
        other = board._replace(first=board.first ^ 1)
        third = board._replace(second=board.second ^ 1)
        return self.plain(board) + (1 if self.plain(other) == 2500 else 0) + (1 if self.plain(third) == 2500 else 0)


class Chess2(ChessLite):
    """Evaluates a second time."""

    plain = ChessLite.evaluate

    def evaluate(self, board: Any) -> int:
        other = board._replace(white=occupied(board) & ~board.white)
        return self.plain(board) + (1 if self.plain(other) == 5432 else 0)


class Chess3(ChessLite):
    """Evaluates a third time."""

    plain = ChessLite.evaluate

    def evaluate(self, board: Any) -> int:
        other = board._replace(white=occupied(board) & ~board.white)
        third = board._replace(pawns=board.pawns & board.pawns - 1)
        return self.plain(board) + (1 if self.plain(other) == 5432 else 0) + (1 if self.plain(third) == 5432 else 0)


class ConnectFour2(ConnectFour):
    """Evaluates a second time."""

    plain = ConnectFour.evaluate

    def evaluate(self, board: Any) -> int:
        other = board._replace(first=board.first ^ 1, second=board.second ^ 2)
        return self.plain(board) + (1 if self.plain(other) == 30 else 0)


class ConnectFour3(ConnectFour):
    """Evaluates a third time."""

    plain = ConnectFour.evaluate

    def evaluate(self, board: Any) -> int:
        other = board._replace(first=board.first ^ 1, second=board.second ^ 2)
        third = board._replace(first=board.first ^ 4, second=board.second ^ 8)
        return self.plain(board) + (1 if self.plain(other) == 30 else 0) + (1 if self.plain(third) == 30 else 0)


class Reversi2(Reversi):
    """Evaluates a second time."""

    plain = Reversi.evaluate

    def evaluate(self, board: Any) -> int:
        other = board._replace(black=board.black ^ 1, white=board.white ^ 2)
        return self.plain(board) + (1 if self.plain(other) == 126 else 0)


class Reversi3(Reversi):
    """Evaluates a third time."""

    plain = Reversi.evaluate

    def evaluate(self, board: Any) -> int:
        other = board._replace(black=board.black ^ 1, white=board.white ^ 2)
        third = board._replace(black=board.black ^ 4, white=board.white ^ 8)
        return self.plain(board) + (1 if self.plain(other) == 126 else 0) + (1 if self.plain(third) == 126 else 0)


class LeadBoard(NamedTuple):
    """A board that carries what its men are worth by their rows."""

    first: int
    second: int
    player: int
    lead: int


class Carried(Breakthrough):
    """Keeps in the state what a move changes little of: `play` updates it, `evaluate` reads it."""

    plain_moves = Breakthrough.moves
    plain_noisy_moves = Breakthrough.noisy_moves

    def initial(self) -> Any:
        board = super().initial()
        return LeadBoard(board.first, board.second, board.player, 0)

    def moves(self, board: Any) -> Iterator[Step]:
        yield from self.plain_moves(Board(board.first, board.second, board.player))

    def noisy_moves(self, board: Any) -> Iterator[Step]:
        yield from self.plain_noisy_moves(Board(board.first, board.second, board.player))

    def key(self, board: Any) -> tuple[int, int, int]:
        """What is carried follows from the rest."""
        return board.first, board.second, board.player

    def play(self, board: Any, step: Step) -> Any:
        first, second, player, lead = board
        start, target = mx.bits.bit(step.start), mx.bits.bit(step.target)
        come, row = step.start // self.columns, step.target // self.columns
        last = self.rows - 1
        if player == 0:
            lead += self.worth[row] - self.worth[come] + (self.worth[last - row] if second & target else 0)
            return LeadBoard(first & ~start | target, second & ~target, 1, lead)
        lead -= self.worth[last - row] - self.worth[last - come] + (self.worth[row] if first & target else 0)
        return LeadBoard(first & ~target, second & ~start | target, 0, lead)

    def evaluate(self, board: Any) -> int:
        first, second, columns = board.first, board.second, self.columns
        left, _, right = self.inner
        before = mx.bits.shift_left(first & left, columns - 1) | mx.bits.shift_left(first & right, columns + 1)
        behind = mx.bits.shift_right(second & left, columns + 1) | mx.bits.shift_right(second & right, columns - 1)
        value: int = board.lead + GUARDED * ((first & before).bit_count() - (second & behind).bit_count())
        beside = (first & mx.bits.shift_right(first, 1) & right).bit_count()
        value += BESIDE * (beside - (second & mx.bits.shift_right(second, 1) & right).bit_count())
        return value


def _more(classes: tuple[type, type, type], **settings: Any) -> dict[str, Any]:
    """Rules that evaluate once, twice, and three times."""
    return {name: each(**settings) for name, each in zip(("", "one more", "two more"), classes, strict=True)}


_CHESS: Final = (ChessLite, Chess2, Chess3)
GAMES: Final[dict[str, Callable[[], dict[str, Any]]]] = {
    "breakthrough": lambda: {**_more((Breakthrough, Breakthrough2, Breakthrough3)), "rows in the state": Carried()},
    "reversi": lambda: _more((Reversi, Reversi2, Reversi3)),
    "connect_four": lambda: _more((ConnectFour, ConnectFour2, ConnectFour3)),
    "gardner": lambda: _more(_CHESS, variant="gardner"),
    "losalamos": lambda: _more(_CHESS, variant="losalamos"),
    "eight": lambda: _more(_CHESS, variant="eight"),
}
"""By name, rules that are searched in turn; the first are those of the game."""


def spent(game: Any, nodes: int) -> tuple[float, int]:
    """Processor seconds and nodes of a search from the first position."""
    search: mx.Search[Any, Any] = mx.Search(game)
    began = time.process_time()
    result = search.run(game.initial(), mx.Limits(nodes=nodes))
    seconds = time.process_time() - began
    search.close()
    return seconds, result.nodes


def measured(name: str, nodes: int, rounds: int) -> str:
    """The processor time of a game's rules as against the first ones', by the best of some rounds in turn."""
    games = {label: mx.compile(each) for label, each in GAMES[name]().items()}
    best, visited = dict.fromkeys(games, float("inf")), set()
    for _ in range(rounds + 1):
        for label, game in games.items():
            seconds, count = spent(game, nodes)
            best[label] = min(best[label], seconds)
            visited.add(count)
    assert len(visited) == 1, "rules of one game that are not searched alike"
    (count,) = visited
    told = [f"{label} {seconds / best[''] - 1:+.1%}" for label, seconds in best.items() if label]
    return f"{name}: {count:,} nodes, {count / best[''] / 1e6:.1f} M/s, {', '.join(told)}"


def main() -> None:
    """Measures what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=tuple(GAMES), metavar="GAME")
    parser.add_argument("--nodes", type=int, default=2_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    for name in given.games:
        print(measured(name, given.nodes, given.rounds), flush=True)


if __name__ == "__main__":
    main()
