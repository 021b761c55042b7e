"""Matches of Monte Carlo tree search against OpenSpiel's `MCTSBot` in C++ with random playouts.

Run `python -m tests.benchmarks.match_openspiel connect_four --simulations 1000 --rounds 200`, or `--seconds 0.02` for equal time.
A round is one opening drawn by lot and played twice, with sides changed.
"""

from __future__ import annotations

import argparse
import json
import time
from random import Random
from typing import Any, Final

import pyspiel
from attrs import define

import minimaxer as mx
from minimaxer.play.statistics import Tally

from .against_mcts import GAMES


@define
class Clock:
    """The time that each of the two took: ours, then theirs."""

    ours: float = 0.0
    theirs: float = 0.0


def action_of(name: str, game: Any, state: Any, move: Any, spiel: Any) -> int:
    """OpenSpiel's number of a move of ours, by what the move is called."""
    if name in ("connect_four", "tic_tac_toe"):
        return int(move)
    wanted = game.format_move(state, move)
    if name == "breakthrough":  # there player 0 comes from above
        wanted = "".join(str(9 - int(sign)) if sign.isdigit() else sign for sign in wanted)
    for action in spiel.legal_actions():
        if spiel.action_to_string(action).rstrip("*") == wanted:
            return int(action)
    raise ValueError(f"expected OpenSpiel to know the move {wanted}, got {spiel}")


class Table:
    """One game played by both.

    Args:
        name: Our name of the game.
        given: The limits of a move.
    """

    def __init__(self, name: str, given: argparse.Namespace) -> None:
        self.name: Final = name
        self.game: Final[Any] = mx.compile(mx.find_game(name))
        self.spiel: Final = pyspiel.load_game(GAMES[name])
        self.limits: Final = mx.Limits(seconds=given.seconds) if given.seconds else mx.Limits(simulations=given.simulations)
        self.given: Final = given
        self.clock: Final = Clock()

    def bot(self, seed: int) -> Any:
        """Their player, who proves what the tree proves, as ours does."""
        most = 100_000_000 if self.given.seconds else self.given.simulations
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        policy = pyspiel.ChildSelectionPolicy.UCT
        return pyspiel.MCTSBot(
            self.spiel, evaluator, self.given.uct, most, 512, True, seed, False, policy, self.given.seconds or -1.0
        )

    def play(self, opening: list[Any], seat: int, seed: int) -> float:
        """The points that we make of a game from that opening, in that seat."""
        game, state, theirs = self.game, self.game.initial(), self.spiel.new_initial_state()
        options = mx.MonteCarloOptions(seed=seed, **self.given.options)
        engine: mx.Search[Any, Any] = mx.Search(game, options, algorithm="montecarlo")
        engine.ready()
        bot = self.bot(seed)
        for ply in range(10_000):
            outcome = game.outcome(state)
            if outcome is not None:
                break
            if ply < len(opening):
                move = opening[ply]
            elif game.player(state) == seat:
                began = time.perf_counter()
                move = engine.run(None, self.limits).move
                self.clock.ours += time.perf_counter() - began
            else:
                move = self._theirs(state, bot, theirs)
            theirs.apply_action(action_of(self.name, game, state, move, theirs))
            engine.advance(move)
            state = game.play(state, move)
        engine.close()
        lead = outcome if seat == 0 else -outcome
        return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0

    def _theirs(self, state: Any, bot: Any, spiel: Any) -> Any:
        """The move that their player makes, as a move of ours."""
        began = time.perf_counter()
        action = bot.step(spiel)
        self.clock.theirs += time.perf_counter() - began
        for move in self.game.moves(state):
            if action_of(self.name, self.game, state, move, spiel) == action:
                return move
        raise ValueError(f"expected {spiel.action_to_string(action)} to be legal in {state!r}")


def opening(game: Any, rng: Random, plies: int) -> list[Any]:
    """Moves drawn by lot from the first position, after which the game still runs."""
    while True:
        state, moves = game.initial(), []
        for _ in range(plies):
            moves.append(rng.choice(list(game.moves(state))))
            state = game.play(state, moves[-1])
            if game.outcome(state) is not None:
                break
        else:
            return moves


def main() -> None:
    """Prints the result of a match as a line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--simulations", type=int, default=1_000)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--plies", type=int, default=4, help="of an opening")
    parser.add_argument("--uct", type=float, default=2.0, help="their exploration")
    parser.add_argument("--options", type=json.loads, default={}, help="ours, as JSON")
    parser.add_argument("--budget", type=float, default=600.0, help="seconds after which no round begins")
    given = parser.parse_args()
    table, rng, began = Table(given.game, given), Random(1), time.perf_counter()
    counts = [0] * 5
    while sum(counts) < given.rounds and time.perf_counter() - began < given.budget:
        number = sum(counts)
        moves = opening(table.game, rng, given.plies)
        counts[round(2 * sum(table.play(moves, seat, 2 * number + seat) for seat in (0, 1)))] += 1
    elo, games = Tally(tuple(counts)).elo, 2 * sum(counts)
    points = sum(number * count for number, count in enumerate(counts)) / 2
    limit = {"seconds": given.seconds} if given.seconds else {"simulations": given.simulations}
    row = {"game": given.game, **limit, "games": games, "points": points, "share": points / games, "pairs": counts}
    row |= {"elo": elo.value, "error": elo.error, "our_seconds": table.clock.ours, "their_seconds": table.clock.theirs}
    print(json.dumps({name: round(value, 3) if isinstance(value, float) else value for name, value in row.items()}))


if __name__ == "__main__":
    main()
