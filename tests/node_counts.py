"""Nodes, values and moves of fixed searches: every bundled game, both tiers, all algorithms, options, solving and move counts.

    uv run python -m tests.node_counts                     # compares, and tells what differs
    uv run python -m tests.node_counts --tier tree
    uv run python -m tests.node_counts --write             # after a change that is meant to change searches

A change that is said to change no search leaves `node_counts.json` as it is. Everything runs on one worker, since several find
other trees each time, and with memory enough, since how much a state takes depends on what else is in the process.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from attrs import frozen

import minimaxer as mx
from minimaxer.searching.options import ORDERINGS as TREE_ORDERINGS
from minimaxer_games.breakthrough import Breakthrough
from minimaxer_games.chess_lite import ChessLite
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.domineering import Domineering
from minimaxer_games.dots_and_boxes import DotsAndBoxes
from minimaxer_games.mancala import Mancala, kalah_benchmark, kalah_paper
from minimaxer_games.nim import Nim
from minimaxer_games.reversi import Reversi
from minimaxer_games.tic_tac_toe import TicTacToe

FILE: Final = Path(__file__).with_suffix(".json")
TIERS: Final = ("tree", "compiled")
ALGORITHMS: Final = ("fixed", "minimax", "alphabeta", "pvs", "mtdf")
PLAIN: Final = ("fixed", "minimax")
ORDERINGS: Final = {
    "tree": tuple(sorted(TREE_ORDERINGS)),
    "compiled": ("bubble", "insertion", "lazy_pick", "network", "none", "shell"),
}
QUIET: Final = {"ignore": frozenset({"noisy_moves", "must_move", "bounds"})}
"""For the algorithms that know neither quiescence nor bounds."""


@frozen
class Bench:
    """What is searched of a game.

    Attributes:
        game: The rules.
        tree: The depth in Python.
        compiled: The depth natively.
        plies: How many moves the second position is away from the initial one.
        small: A smaller game of the same kind, which is solved.
    """

    game: Any
    tree: int
    compiled: int
    plies: int = 4
    small: Any = None


BENCHES: Final = {
    "breakthrough": Bench(Breakthrough(columns=5, rows=5), 3, 7, small=Breakthrough(columns=4, rows=4, men=1)),
    "chess_lite": Bench(ChessLite(), 1, 6),
    "connect_four": Bench(ConnectFour(), 4, 9, small=ConnectFour(width=4, height=3)),
    "domineering": Bench(Domineering(rows=5, columns=5), 3, 7, small=Domineering(rows=4, columns=4)),
    "dots_and_boxes": Bench(DotsAndBoxes(rows=2, columns=3), 3, 6, small=DotsAndBoxes(rows=2, columns=2)),
    "kalah_benchmark": Bench(kalah_benchmark(), 5, 10),
    "mancala": Bench(Mancala(), 5, 10, small=kalah_paper(3, 2)),
    "nim": Bench(Nim(heaps=(3, 4, 5)), 4, 9, small=Nim(heaps=(2, 3, 4))),
    "reversi": Bench(Reversi(size=6), 3, 8, small=Reversi(size=4)),
    "tic_tac_toe": Bench(TicTacToe(), 4, 8, small=TicTacToe()),
}


def positions(bench: Bench) -> Iterator[tuple[str, Any]]:
    """The initial position, and one that the moves in the middle lead to."""
    state: Any = bench.game.initial()
    yield "initial", state
    for _ in range(bench.plies):
        moves = list(bench.game.moves(state))
        state = bench.game.play(state, moves[len(moves) // 2])
    yield f"after {bench.plies} plies", state


def settings(tier: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each search: its name, the algorithm, and the options."""
    for algorithm in ALGORITHMS:
        yield algorithm, algorithm, QUIET if algorithm in PLAIN else {}
    yield "auto, bare rules", "auto", {"ignore": frozenset(each.name for each in mx.capabilities(ConnectFour()))}
    for name, options in OPTIONS[tier].items():
        yield f"alphabeta, {name}", "alphabeta", options
    for ordering in ORDERINGS[tier]:
        yield f"alphabeta, ordering {ordering}", "alphabeta", {"ordering": ordering}


BOTH: Final[dict[str, dict[str, Any]]] = {
    "no deepening": {"deepening": False},
    "exact moves": {"exact_moves": True},
    "aspiration": {"aspiration": 1.0},
    "no quiescence": {"quiescence": 0},
    "repetition": {"repetition": True},
    "small table": {"table": 512},
}
OPTIONS: Final[dict[str, dict[str, dict[str, Any]]]] = {
    "tree": {
        **BOTH,
        "table": {"table": "1MB"},
        "no lazy children": {"lazy_children": False},
    },
    "compiled": {
        **BOTH,
        "no table": {"table": None},
        "exact depths": {"table_depth": "exact"},
        "all heuristics": {"killers": True, "countermoves": True, "history": True, "enhanced_cutoffs": True, "reductions": True},
        "no heuristics": {"killers": False, "countermoves": False, "history": False, "null_move": False},
    },
}


def told(result: mx.SearchResult[Any]) -> list[Any]:
    """What is kept of a result."""
    return [result.nodes, result.created, result.value, str(result.move), result.depth]


def counts(tier: str, name: str) -> Iterator[tuple[str, list[Any]]]:
    """Every search of a game in a tier."""
    bench = BENCHES[name]
    game: Any = bench.game if tier == "tree" else mx.compile(bench.game, check=False)
    depth = bench.tree if tier == "tree" else bench.compiled
    for where, state in positions(bench):
        for what, algorithm, options in settings(tier):
            try:
                searched = depth - 2 if algorithm in PLAIN and tier == "compiled" else depth
                with closing(mx.Search(game, mx.AlphaBetaOptions(**options), algorithm=algorithm)) as engine:
                    result = engine.run(state, mx.Limits(depth=searched))
            except mx.OptionError as error:
                yield f"{where}, {what}", [str(error)]
            else:
                yield f"{where}, {what}", told(result)
    for finished in (False, True):
        yield f"perft, finished={finished}", [mx.perft(game, depth=n, finished=finished) for n in range(bench.tree + 1)]
    if bench.small is not None:
        small: Any = bench.small if tier == "tree" else mx.compile(bench.small, check=False)
        yield "solved", told(mx.solve(small))


def kept(tier: str, name: str) -> dict[str, Any]:
    """The same as it is read back from the file."""
    rows: dict[str, Any] = json.loads(json.dumps(dict(counts(tier, name))))
    return rows


def main() -> int:
    """Compares or writes; 1 where something differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.node_counts", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tier", choices=TIERS, help="one tier only")
    parser.add_argument("--write", action="store_true", help="keep what is found")
    given = parser.parse_args()
    known: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    found = {**known}
    for tier in TIERS if given.tier is None else (given.tier,):
        for name in BENCHES:
            found[f"{tier} {name}"] = kept(tier, name)
            print(tier, name, "same" if found[f"{tier} {name}"] == known.get(f"{tier} {name}") else "DIFFERENT", flush=True)
    different = [group for group, rows in found.items() if rows != known.get(group)]
    for group in different:
        for what, row in found[group].items():
            before = known.get(group, {}).get(what)
            if row != before and not given.write:
                print(f"{group}, {what}: expected {before}, got {row}")
    if given.write:
        rows = ",\n".join(f"{json.dumps(group)}: {_lines(found[group])}" for group in sorted(found))
        FILE.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")
    return 0 if given.write or not different else 1


def _lines(rows: dict[str, Any]) -> str:
    """A search on each line."""
    return "{\n" + ",\n".join(f"  {json.dumps(what)}: {json.dumps(row)}" for what, row in rows.items()) + "\n}"


if __name__ == "__main__":
    sys.exit(main())
