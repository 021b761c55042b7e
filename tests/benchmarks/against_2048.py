"""2048 beside nneonneo's C++ program: the same values at the same depth, and how many moves a second each tries.

`python -m tests.benchmarks.against_2048 path/to/2048-ai` builds the program's `2048.cpp` with g++ -O3 as a library. Its cache and
its cut by small probabilities are switched off, so that both search the same tree.

Source: R. Xiao, "2048-ai", https://github.com/nneonneo/2048-ai (MIT).
"""

from __future__ import annotations

import argparse
import ctypes
import subprocess
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import minimaxer as mx
from minimaxer.game.following import drawn

from .rows_2048 import RowGame, Rows

_ENTRY = """
extern "C" double value_of(unsigned long long board, int move, int depth, unsigned long long *tried) {
    static bool ready = false;
    if (!ready) { init_tables(); ready = true; }
    eval_state state;
    state.depth_limit = depth;
    double value = _score_toplevel_move(state, board, move);
    *tried += state.moves_evaled + 1;
    return value;
}
"""


def peer(folder: Path, build: Path) -> Any:
    """The program's search of one move: board, move (up, down, left, right), depth, and a counter of moves tried."""
    text = (folder / "2048.cpp").read_text(encoding="utf-8")
    for before, after in (
        ("0.0001f", "0.0f"),
        ("CACHE_DEPTH_LIMIT  = 15", "CACHE_DEPTH_LIMIT  = 0"),
        ("int main(", "int unused("),
    ):
        if before not in text:
            raise SystemExit(f"expected {before!r} in {folder / '2048.cpp'}; is it another version?")
        text = text.replace(before, after)
    for header in ("2048.h", "platdefs.h"):
        (build / header).write_text((folder / header).read_text(encoding="utf-8"), encoding="utf-8")
    (build / "config.h").write_text("#define HAVE_UNORDERED_MAP 1\n", encoding="utf-8")
    (build / "peer.cpp").write_text(text + _ENTRY, encoding="utf-8")
    subprocess.run(["g++", "-O3", "-march=native", "-shared", "-fPIC", "-w", "-o", "peer.so", "peer.cpp"], cwd=build, check=True)
    found = ctypes.CDLL(str(build / "peer.so")).value_of
    found.restype = ctypes.c_double
    found.argtypes = [ctypes.c_uint64, ctypes.c_int, ctypes.c_int, ctypes.POINTER(ctypes.c_uint64)]
    return found


def boards(count: int) -> list[Rows]:
    """Positions of random games in which a move is to be made."""
    game, found, rng = RowGame(), list[Rows](), Random(1)
    while len(found) < count:
        rows = game.initial()
        for _ in range(rng.randrange(20, 160)):
            moves = [drawn(game, rows, rng)] if rows.missing else list(game.moves(rows))
            if not moves:
                break
            rows = game.play(rows, rng.choice(moves))
        if not rows.missing and list(game.moves(rows)):
            found.append(rows)
    return found


def packed(rows: Rows) -> int:
    """The board as the program has it."""
    return rows.a | rows.b << 16 | rows.c << 32 | rows.d << 48


def main() -> None:
    """Compares values and speed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path, help="the program's source")
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--depth", type=int, default=2, help="throws that the program looks ahead")
    given = parser.parse_args()
    fast = mx.compile(RowGame(), check=False)
    engine = mx.Search(fast, mx.AlphaBetaOptions(exact_moves=True, deepening=False), algorithm="expectimax")
    engine.run(limits=mx.Limits(depth=1))
    tried, theirs, ours, worst, rows_compared = ctypes.c_uint64(0), 0.0, 0.0, 0.0, 0
    with tempfile.TemporaryDirectory() as build:
        search = peer(given.folder, Path(build))
        search(packed(RowGame().initial()), 2, 1, ctypes.byref(ctypes.c_uint64(0)))
        for rows in boards(given.boards):
            began = time.process_time()
            values = [search(packed(rows), move, given.depth, ctypes.byref(tried)) for move in range(4)]
            theirs += time.process_time() - began
            began = time.process_time()
            result = engine.run(rows, mx.Limits(depth=1 + 2 * given.depth))
            ours += time.process_time() - began
            known = sorted(value for value in values if value > 0)
            mine = sorted(row.value for row in result.moves if row.value is not None)
            if len(known) != len(mine):
                raise SystemExit(f"{len(known)} moves there, {len(mine)} here, in {rows}")
            rows_compared += len(mine)
            worst = max(worst, *(abs(one - other) / other for one, other in zip(mine, known, strict=True)))
    print(
        f"{given.boards} boards, {rows_compared} moves, {given.depth} throws ahead: values differ by {worst:.1e} at most, relatively"
    )
    print(
        f"moves tried: {tried.value:,}; 2048-ai {tried.value / theirs / 1e6:.1f} M/s, minimaxer {tried.value / ours / 1e6:.1f} M/s"
    )
    print(f"ratio {theirs / ours:.2f}")


if __name__ == "__main__":
    main()
