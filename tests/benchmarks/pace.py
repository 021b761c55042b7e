"""What a clock's pace wins: `python -m tests.benchmarks.pace --rounds 200 reversi mancala`.

Plays games in which a node stands for a millisecond, so that a busy machine changes nothing: one side spends its clock as
`Search.run` does, the other the same share on every move. What is told is the Elo of the first, with the interval in which it lies
in 95 of 100 cases.
"""

from __future__ import annotations

import argparse
from typing import Any, Final

from attrs import evolve

import minimaxer as mx
from minimaxer.game.capability import capabilities
from minimaxer.game.following import final_outcome
from minimaxer.play.playing import openings
from minimaxer.play.statistics import Tally
from minimaxer.searching.limits import reserve_of, share_of
from minimaxer.searching.pace import Pace

GAMES: Final = ("reversi", "connect_four", "chess_lite:variant=gardner", "mancala", "breakthrough")
NODES_A_SECOND: Final = 1_000
MOST_PLIES: Final = 300


class Side:
    """A player with a clock."""

    def __init__(self, game: Any, seconds: float, *, is_paced: bool) -> None:
        self._search: Final[mx.Search[Any, Any]] = mx.Search(game)
        self._left = seconds + reserve_of(seconds)
        self._is_paced: Final = is_paced

    def move(self, state: Any) -> Any:
        """The move, whose nodes are taken off the clock."""
        clock = mx.Limits(clock=max(self._left, 0.01))
        pace = Pace(clock)
        seconds = pace.limits.seconds if self._is_paced else share_of(max(self._left, 0.01), 0.0)
        assert seconds is not None
        for result in self._search.iterate(state, mx.Limits(nodes=max(1, round(seconds * NODES_A_SECOND)))):
            spent = result.nodes / NODES_A_SECOND
            if self._is_paced and pace.is_enough(evolve(result, statistics=evolve(result.statistics, seconds=spent))):
                break
        self._left -= spent
        return result.move


def points(game: Any, state: Any, sides: tuple[Side, Side]) -> float:
    """Those of player 0: 1, a half, or none."""
    found = capabilities(game)
    for _ in range(MOST_PLIES):
        outcome: Any = final_outcome(game, found, state)
        if outcome is not None:
            return 0.5 if outcome == 0 else float(outcome > 0)
        state = game.play(state, sides[game.player(state)].move(state))
    return 0.5


def measured(name: str, rounds: int, seconds: float, seed: int) -> str:
    """The Elo of the pace in a game."""
    game = mx.compile(mx.find_game(name))
    counts = [0] * 5
    for state in openings(game, None, rounds, seed):
        first = points(game, state, (Side(game, seconds, is_paced=True), Side(game, seconds, is_paced=False)))
        second = 1 - points(game, state, (Side(game, seconds, is_paced=False), Side(game, seconds, is_paced=True)))
        counts[round(2 * (first + second))] += 1
    return f"{name}: {2 * sum(counts)} games, Elo {Tally(tuple(counts)).elo}"


def main() -> None:
    """Measures what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=25.0, help="of a side's clock, with 1,000 nodes a second")
    parser.add_argument("--seed", type=int, default=3)
    given = parser.parse_args()
    for name in given.games:
        print(measured(name, given.rounds, given.seconds, given.seed), flush=True)


if __name__ == "__main__":
    main()
