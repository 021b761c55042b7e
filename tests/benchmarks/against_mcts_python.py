"""Simulations a second of the tree tier beside the package `monte-carlo-tree-search`, both in Python, on the same rules.

Run `python -m tests.benchmarks.against_mcts_python` where the group `peers` is installed; its module is called `mcts`. Each of the two
searches tic-tac-toe by the other's rules too, since most of the time goes into rules. They are timed in turn by processor time,
several times, and the median of each is taken.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any, Final

import minimaxer as mx
from minimaxer_games.tic_tac_toe import TicTacToe

SIGNS: Final = (1, -1)
"""Their numbers of the players."""


class TheirRules:
    """Their example as a game of ours."""

    def initial(self) -> Any:
        from mcts.example.naughtsandcrosses import NaughtsAndCrossesState

        return NaughtsAndCrossesState()

    def player(self, state: Any) -> int:
        return SIGNS.index(state.get_current_player())

    def moves(self, state: Any) -> Any:
        return state.get_possible_actions()

    def play(self, state: Any, move: Any) -> Any:
        return state.take_action(move)

    def outcome(self, state: Any) -> int | None:
        return int(state.get_reward()) * mx.WIN if state.is_terminal() else None


class OurRules:
    """Our tic-tac-toe as a state of theirs, which need be no subclass of theirs."""

    game: Final = TicTacToe()

    def __init__(self, state: Any = None) -> None:
        self.state = self.game.initial() if state is None else state
        self.result = self.game.outcome(self.state)

    def get_current_player(self) -> int:
        return SIGNS[self.game.player(self.state)]

    def get_possible_actions(self) -> Any:
        return list(self.game.moves(self.state))

    def take_action(self, action: Any) -> OurRules:
        return OurRules(self.game.play(self.state, action))

    def is_terminal(self) -> bool:
        return self.result is not None

    def get_reward(self) -> float:
        return (self.result or 0) / mx.WIN


def ours(game: Any, simulations: int) -> None:
    """Our search, by random playouts to the end and nothing but the rules, as theirs; all simulations are made."""
    options = mx.MonteCarloOptions(solver=False, selection="uct", implicit=0, playout_plies=1_000, ignore={"order"})
    mx.search(game, simulations=simulations, algorithm="montecarlo", options=options)


def theirs(state: Any, simulations: int) -> None:
    """Their search."""
    from mcts.searcher.mcts import MCTS

    MCTS(iteration_limit=simulations).search(initial_state=state)


def rate(search: Callable[[Any, int], None], rules: Any, simulations: int) -> float:
    """Simulations a second of processor time."""
    began = time.process_time()
    search(rules, simulations)
    return simulations / (time.process_time() - began)


def main() -> None:
    """Prints a row for each of the rules."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulations", type=int, default=2_000)
    parser.add_argument("--repeat", type=int, default=5)
    given = parser.parse_args()
    for name, game, state in (("their rules", TheirRules(), TheirRules().initial), ("our rules", TicTacToe(), OurRules)):
        pairs = [(rate(ours, game, given.simulations), rate(theirs, state(), given.simulations)) for _ in range(given.repeat)]
        mine, peer = (statistics.median(column) for column in zip(*pairs, strict=True))
        print(f"{name}: {mine:,.0f} simulations/s, monte-carlo-tree-search {peer:,.0f}, {mine / peer:.2f} times")


if __name__ == "__main__":
    main()
