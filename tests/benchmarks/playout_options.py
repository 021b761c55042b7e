"""What each option of Monte Carlo tree search is worth, and where alpha-beta plays better: matches at equal time.

Run `python -m tests.benchmarks.playout_options options --out docs/results/playouts.json`, or `families`, or `solving`, which is at
as many simulations for both: a match is played for each
row and game, the file is written after each of them, and matches that it holds are left out. `--only` names rows. Matches take one
processor, and the machine should do nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any, Final

import minimaxer as mx

GAMES: Final = ("connect_four", "breakthrough", "reversi", "mancala", "domineering:columns=8,rows=8", "dots_and_boxes")
MORE_GAMES: Final = (*GAMES, "chess_lite", "breakthrough:columns=5,rows=6")
BARE: Final[dict[str, Any]] = {"ignore": ["order", "prior", "evaluate"]}
RULES: Final[dict[str, Any]] = {"ignore": ["order", "prior", "evaluate", "search_moves"]}
FIVE: Final = frozenset({"evaluate", "bounds", "order", "prior", "key", "search_moves", "noisy_moves", "must_move", "null"})
UNORDERED: Final[dict[str, Any]] = {"ignore": ["order", "prior"]}
OPTIONS: Final[dict[str, tuple[dict[str, Any], dict[str, Any]]]] = {
    "uct": ({"selection": "uct"}, {}),
    "implicit=0": ({"implicit": 0.0}, {}),
    "implicit=0.6": ({"implicit": 0.6}, {}),
    "playout_plies=1000": ({"playout_plies": 1_000}, {}),
    "playout_plies=0": ({"playout_plies": 0}, {}),
    "playout_choices=3": ({"playout_choices": 3}, {}),
    "decisive": ({"decisive": True}, {}),
    "solver=False": ({"solver": False}, {}),
    "exploration=0.4": ({"exploration": 0.4}, {}),
    "exploration=1.6": ({"exploration": 1.6}, {}),
    "rules alone": (BARE, {}),
    "without order": (UNORDERED, {}),
    "without order, exploration=1.0": ({**UNORDERED, "exploration": 1.0}, UNORDERED),
    "rules alone, exploration=1.0": ({**BARE, "exploration": 1.0}, BARE),
    "rules alone, solver=False": ({**BARE, "solver": False}, BARE),
    "rules alone, decisive": ({**BARE, "decisive": True}, BARE),
}
"""The rows: what the one has, and the other; what is not named are the defaults."""
SOLVING: Final[dict[str, tuple[dict[str, Any], dict[str, Any]]]] = {
    "solver": ({}, {"solver": False}),
    "rules alone, solver": (RULES, {**RULES, "solver": False}),
}
"""Rows of matches at as many simulations for both."""
FAMILIES: Final[dict[str, tuple[str, frozenset[str]]]] = {
    "all capabilities": ("montecarlo", frozenset()),
    "without evaluate": ("montecarlo", frozenset({"evaluate"})),
    "the five methods": ("montecarlo", FIVE),
    "the five methods, unevaluated": ("unevaluated", FIVE),
}
"""Who plays against alpha-beta, and what both ignore."""


def montecarlo(name: str, given: dict[str, Any], limits: mx.Limits) -> mx.Player[Any, Any]:
    """A player by playouts."""
    options = {**given, "ignore": frozenset(given.get("ignore", ()))}
    return mx.Player(name=name, limits=limits, algorithm="montecarlo", options=mx.MonteCarloOptions(**options))


def pairs(part: str, seconds: float, simulations: int) -> dict[str, list[mx.Player[Any, Any]]]:
    """The two players of each row."""
    if part != "families":
        limits = mx.Limits(seconds=seconds) if part == "options" else mx.Limits(simulations=simulations)
        return {
            row: [montecarlo(name, given, limits) for name, given in zip("ab", both, strict=True)]
            for row, both in (OPTIONS if part == "options" else SOLVING).items()
        }
    return {row: [other(name, ignore, seconds), alphabeta(ignore, seconds)] for row, (name, ignore) in FAMILIES.items()}


def other(algorithm: str, ignore: frozenset[str], seconds: float) -> mx.Player[Any, Any]:
    """A player by another method than alpha-beta."""
    if algorithm == "montecarlo":
        return montecarlo("a", {"ignore": ignore}, mx.Limits(seconds=seconds))
    options = mx.UnevaluatedOptions(ignore=ignore)
    return mx.Player(name="a", limits=mx.Limits(seconds=seconds), algorithm=algorithm, options=options)


def alphabeta(ignore: frozenset[str], seconds: float) -> mx.Player[Any, Any]:
    """A player by alpha-beta."""
    limits, options = mx.Limits(seconds=seconds), mx.AlphaBetaOptions(ignore=ignore)
    return mx.Player(name="b", limits=limits, algorithm="alphabeta", options=options)


def measured(game: str, players: list[mx.Player[Any, Any]], given: argparse.Namespace) -> dict[str, Any]:
    """The result of one match, for the first player: how many pairs of games gave it 0, half a point, and so on to 2."""
    match = mx.play_match(
        mx.compile(mx.find_game(game)), players, rounds=given.rounds, openings=given.openings, seed=given.seed, workers=1
    )
    return {"pairs": match.pairs.counts, "share": match.pairs.score}


def main() -> None:
    """Plays what the file lacks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=("options", "solving", "families"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", nargs="*", help="rows")
    parser.add_argument("--games", nargs="*")
    parser.add_argument("--seconds", type=float, default=0.005, help="a move")
    parser.add_argument("--simulations", type=int, default=1_000, help="a move, for `solving`")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--openings", type=int, default=4, help="plies drawn by lot")
    parser.add_argument("--seed", type=int, default=2_026)
    given = parser.parse_args()
    rows: list[dict[str, Any]] = json.loads(given.out.read_text(encoding="utf-8")) if given.out.exists() else []
    for name, players in pairs(given.part, given.seconds, given.simulations).items():
        for game in given.games or (MORE_GAMES if given.part == "families" else GAMES):
            limit = {"simulations": given.simulations} if given.part == "solving" else {"seconds": given.seconds}
            known = {"part": given.part, "row": name, "game": game, **limit}
            if (given.only and name not in given.only) or any(known.items() <= row.items() for row in rows):
                continue
            rows.append({**known, **measured(game, players, given), "processors": os.cpu_count()})
            given.out.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
            print(rows[-1], flush=True)


if __name__ == "__main__":
    main()
