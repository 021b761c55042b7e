"""What pondering wins: `python -m tests.benchmarks.pondering --rounds 200 reversi mancala`.

Plays games in which nodes stand for time, so that a busy machine changes nothing. Both sides have a clock of nodes; one of them also
searches while the other does, as many nodes as that takes for its move, as if each had a processor. Told are the Elo of that side,
with the interval in which it lies in 95 of 100 cases, and how often the other played as expected. `--how` says what is pondered on:

- `counted`: the expected reply, and what was searched by then counts as done, as it does for `mx.Player(ponder=True)`;
- `added`: the expected reply, and the clock's share comes on top;
- `before`: the position before the reply.
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
from minimaxer.searching.limits import reserve_of
from minimaxer.searching.pace import Pace

GAMES: Final = ("reversi", "connect_four", "mancala", "breakthrough")
NODES_A_SECOND: Final = 10_000
MOST_PLIES: Final = 300


class Side:
    """A player with a clock; `spent` are the nodes of its last move."""

    def __init__(self, game: Any, seconds: float, how: str | None) -> None:
        self._game: Final = game
        self._search: Final[mx.Search[Any, Any]] = mx.Search(game)
        self._left = seconds + reserve_of(seconds)
        self._how: Final = how
        self._expected: Any = None
        self.spent = self.hits = self.guesses = 0

    def move(self, state: Any, thought: int) -> Any:
        """The move; the other has searched so many nodes for the one before."""
        done = 0
        if self._how is not None and self._expected is not None:
            is_hit = self._how != "before" and self._expected == state
            self.guesses += self._how != "before"
            self.hits += is_hit
            if is_hit:
                done = thought
            elif thought:
                self._search.run(self._expected, mx.Limits(nodes=thought))
        result = self._searched(state, done)
        self.spent = max(0, result.nodes - done)
        self._left -= self.spent / NODES_A_SECOND
        self._expected = self._behind(state, result)
        return result.move

    def _searched(self, state: Any, done: int) -> Any:
        """The last result of a search, of which so many nodes went by while the other thought."""
        pace = Pace(mx.Limits(clock=max(self._left, 0.01)))
        assert pace.limits.seconds is not None
        allowed = max(1, round(pace.limits.seconds * NODES_A_SECOND))
        free = done if self._how == "added" else 0
        for result in self._search.iterate(state, mx.Limits(nodes=max(done, allowed + free))):
            spent = max(0, result.nodes - free) / NODES_A_SECOND
            is_enough = pace.is_enough(evolve(result, statistics=evolve(result.statistics, seconds=spent)))
            if is_enough and result.nodes >= done:
                break
        return result

    def _behind(self, state: Any, result: Any) -> Any:
        """The position to ponder on; None where it is this side's turn again at once, or the game is over."""
        found, line = capabilities(self._game), list(result.pv)
        behind = None
        for count, move in enumerate(line, 1):
            mover, state = self._game.player(state), self._game.play(state, move)
            if final_outcome(self._game, found, state) is not None:
                return behind
            if count == 1:
                me = mover
                if self._game.player(state) == me:
                    return None
                behind = state
                if self._how == "before":
                    return behind
            elif self._game.player(state) == me:
                return state
        return behind


def points(game: Any, state: Any, sides: tuple[Side, Side]) -> float:
    """Those of player 0: 1, a half, or none."""
    found, thought, last = capabilities(game), 0, -1
    for _ in range(MOST_PLIES):
        outcome: Any = final_outcome(game, found, state)
        if outcome is not None:
            return 0.5 if outcome == 0 else float(outcome > 0)
        mover = game.player(state)
        state = game.play(state, sides[mover].move(state, thought))
        thought, last = (thought if mover == last else 0) + sides[mover].spent, mover
    return 0.5


def measured(name: str, rounds: int, seconds: float, seed: int, how: str) -> str:
    """The Elo of pondering in a game."""
    game = mx.compile(mx.find_game(name))
    counts, hits, guesses = [0] * 5, 0, 0
    for state in openings(game, None, rounds, seed):
        pair = 0.0
        for seat in (0, 1):
            sides = [Side(game, seconds, how if each == seat else None) for each in (0, 1)]
            found = points(game, state, (sides[0], sides[1]))
            pair += found if seat == 0 else 1 - found
            hits, guesses = hits + sides[seat].hits, guesses + sides[seat].guesses
        counts[round(2 * pair)] += 1
    share = f", {hits / guesses:.0%} of {guesses:,} replies foreseen" if guesses else ""
    return f"{name}: {2 * sum(counts)} games, Elo {Tally(tuple(counts)).elo}{share}"


def main() -> None:
    """Measures what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=25.0, help="of a side's clock, with 10,000 nodes a second")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--how", choices=("counted", "added", "before"), default="counted")
    given = parser.parse_args()
    for name in given.games:
        print(given.how, measured(name, given.rounds, given.seconds, given.seed, given.how), flush=True)


if __name__ == "__main__":
    main()
