"""Solves full deals of open whist, 13 cards to a hand, and times DDS on the same deals.

    uv run --group dds python tests/benchmarks/against_dds.py --deals 20 --seconds 60

One thread, a fresh table for each deal. Trumps change with every deal, no trumps being one of five. DDS gives the tricks of one
best card, as `mx.solve` does.
"""

from __future__ import annotations

import argparse
import statistics
import time

import minimaxer as mx
from minimaxer_games.whist import OpenWhist, Table


def of_dds(table: Table) -> tuple[int, float]:
    """The margin for side 0, seat 0 being on lead, and the seconds it took."""
    from endplay import dds, types  # which has a dependency group of its own

    deal = types.Deal(" ".join(OpenWhist().format(table).split()[:4]))
    deal.first, deal.trump = types.Player.north, types.Denom(table.trumps)
    start = time.perf_counter()
    solved = dds.solve_board(deal, dds.solve.SolveMode.OptimalOne)
    seconds = time.perf_counter() - start
    tricks = max(tricks for _, tricks in solved)
    return 2 * tricks - table.hands[0].bit_count(), seconds


def main() -> None:
    """Prints a line for each deal, and medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--ranks", type=int, default=13, help="cards to a hand, the highest of each suit")
    parser.add_argument("--seconds", type=float, default=60.0, help="most for a deal")
    parser.add_argument("--table", default="1GB")
    asked = parser.parse_args()
    native = mx.compile(OpenWhist())
    options = mx.AlphaBetaOptions(table=asked.table)
    rows = []
    for number in range(asked.deals):
        table = OpenWhist(ranks=asked.ranks, seed=number + 1, trumps="NSHDC"[number % 5]).initial()
        start = time.perf_counter()
        result = mx.solve(native, table, seconds=asked.seconds, options=options)
        seconds = time.perf_counter() - start
        margin, theirs = of_dds(table)
        if result.solved and result.value != margin:
            raise SystemExit(f"deal {number + 1}: expected {margin}, got {result.value}")
        rows.append((seconds if result.solved else float("inf"), theirs))
        nodes = result.statistics.nodes
        print(
            f"deal {number + 1:2} {'NSHDC'[number % 5]} margin {margin:3} {'solved' if result.solved else 'not in'} "
            f"{seconds:7.2f} s {nodes:12,} nodes  DDS {theirs * 1000:6.1f} ms",
            flush=True,
        )
    ours, others = zip(*rows, strict=True)
    print(
        f"solved {sum(each < float('inf') for each in ours)} of {len(ours)}; medians {statistics.median(ours):.2f} s and "
        f"{statistics.median(others) * 1000:.1f} ms"
    )


if __name__ == "__main__":
    main()
