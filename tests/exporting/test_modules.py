"""Exported modules under Node answer as native code does: rules, values, node counts, lines and visits."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.families.montecarlo.options import MonteCarloDetails
from minimaxer.game.following import is_chance, steps
from minimaxer.game.notation import Notation
from minimaxer.game.protocol import players_of
from minimaxer.web.seats import levels_of

from ..needs import HAS_LLVMLITE

pytestmark = [
    pytest.mark.skipif(not HAS_LLVMLITE, reason="exported games need the extra 'compiled'"),
    pytest.mark.skipif(shutil.which("node") is None, reason="no Node here"),
]
HERE = Path(__file__).parent
ENGINE = HERE.parents[1] / "minimaxer" / "exporting" / "page" / "engine.js"
POSITIONS = 6
SIMULATIONS = 1_500
NODES = 10_000
"""Of a search without a depth, which is selective where the game allows it."""
QUICK = {"tic_tac_toe": (5, 7)}
"""The plies that are counted, and the depth that is searched."""
THOROUGH = {
    "mancala": (4, 7),
    "backgammon": (1, 1),
    "breakthrough": (3, 4),
    "chess_lite": (3, 4),
    "chinese_checkers:rounds=3,size=1": (2, 3),
    "connect_four": (5, 8),
    "dots_and_boxes": (3, 6),
    "2048": (2, 2),
    "open_whist": (2, 1),
    "reversi": (4, 5),
}


def positions(game: Any) -> list[Any]:
    """The initial state, if a player begins, and others after random moves, in all of which a player is to move."""
    rng, found = Random(7), list[Any]()
    for number in range(20 * POSITIONS):
        state = game.initial()
        for _ in range(0 if number == 0 else rng.randrange(1, 20)):
            moves = list(steps(game, state)) if game.outcome(state) is None else []
            if not moves:
                break
            state = game.play(state, rng.choice(moves))
        if game.outcome(state) is None and not is_chance(game, state) and list(game.moves(state)):
            found.append(state)
        if len(found) == POSITIONS:
            break
    return found


def native(game: Any, plies: int, depth: int) -> list[dict[str, Any]]:
    """What native code answers, for each position; to be called on a thread, where a search never begins anew."""
    fast, rows, notation = mx.compile(game), list[dict[str, Any]](), Notation[Any, Any](game)
    layout = fast.variant().shapes.state
    for state in positions(game):
        moves = list(game.moves(state))
        row = {
            "state": list(map(str, layout.flatten(state))),
            "player": game.player(state),
            "moves": [notation.write_move(state, move) for move in moves],
            "children": [list(map(str, layout.flatten(game.play(state, move)))) for move in moves],
            "board": game.render(state) if hasattr(game, "render") else None,
            "picture": game.svg(state) if hasattr(game, "svg") else None,
            "plies": plies,
            "perft": mx.perft(fast, state, depth=plies),
            "depth": depth,
            "seed": str(Random(1).getrandbits(62)),
            "simulations": SIMULATIONS,
        }
        if players_of(game) <= 2:
            found = mx.search(fast, state, options=mx.AlphaBetaOptions(table="16MB"), depth=depth)
            row["search"] = [found.value, found.nodes, found.depth, " ".join(notation.write_line(state, found.pv))]
            limited = mx.search(fast, state, options=mx.AlphaBetaOptions(table="16MB"), nodes=NODES)
            exactly = mx.AlphaBetaOptions(table="16MB", exact_moves=True)
            limits: dict[str, dict[str, Any]] = {"exact": {"depth": min(depth, 3)}, "valued": {"nodes": NODES}}
            for key, limit in limits.items():
                valued = mx.search(fast, state, options=exactly, **limit)
                written = {notation.write_move(state, each.move): each.value for each in valued.moves}
                searched = {move: value for move, value in written.items() if value is not None}  # not all, by `must_move`
                row[key] = [valued.value, valued.depth, searched]
            row["limited"] = [limited.value, limited.depth, limited.nodes, notation.write_move(state, limited.move)]
        row["nodes"] = NODES
        options = mx.MonteCarloOptions(seed=1, memory="32MB")
        sampled = mx.search(fast, state, options=options, algorithm="montecarlo", simulations=SIMULATIONS)
        assert isinstance(sampled.details, MonteCarloDetails)
        row["done"] = sampled.details.simulations
        best = sampled.moves[0]
        row["sampled"] = [
            notation.write_move(state, best.move),
            list(best.payoffs or (best.value, -(best.value or 0)))[: players_of(game)],
        ]
        row["visits"] = dict(sorted((notation.write_move(state, each.move), each.visits) for each in sampled.moves))
        rows.append(row)
    return rows


def compare(name: str, folder: Path, plies: int, depth: int) -> None:
    """Compares a game's module with native code: that of the documentation's site, if MINIMAXER_SITE names its folder."""
    from minimaxer.exporting.site import module_for

    game: Any = mx.find_game(name)
    with ThreadPoolExecutor(1) as threads:
        rows = threads.submit(native, game, plies, depth).result()
    assert len(rows) > POSITIONS // 2
    module = Path(os.environ.get("MINIMAXER_SITE", ""), "play", name, "game.wasm")
    if not module.is_file():
        module = folder / "game.wasm"
        module.write_bytes(module_for(mx.compile(game)))
    (folder / "native.json").write_text(json.dumps(rows))
    paths = [ENGINE, module, folder / "native.json"]
    done = subprocess.run(["node", HERE / "compare.mjs", *paths], capture_output=True, text=True, timeout=300, check=False)
    assert (done.stderr, done.stdout) == ("", "compared\n")


@pytest.mark.parametrize("name", QUICK)
def test_modules_answer_as_native_code(name: str, tmp_path: Path) -> None:
    """On positions of random games."""
    compare(name, tmp_path, *QUICK[name])


LEVELS = """
import { readFileSync } from "node:fs";
const [engine, file] = process.argv.slice(1);
const { load } = await import(engine);
const game = await load(readFileSync(file));
let lost = 0;
for (let number = 0; number < 20; number++) {
  let state = game.initial();
  for (let turn = number; game.outcome(state) === null; turn++) state = game.play(state, game.moveAt(state, turn % 2 ? 1 : game.levels));
  if (game.outcome(state)[number % 2] < 0) lost += 1;
}
const { rows } = game.analyse(game.initial(), { depth: 9 });
const near = game.analyse(["1", "4", "2", "5"].reduce((state, move) => game.play(state, move), game.initial())).rows;
const wrong = [0, 1.5, game.levels + 1].map((level) => {
  try {
    return game.moveAt(game.initial(), level);
  } catch (error) {
    return error.message;
  }
});
console.log(JSON.stringify([game.levels, lost, rows.map((row) => row.value), Object.fromEntries(near.map((row) => [row.move, Math.sign(row.value)])), wrong, Object.keys(game.step(1)).sort()]));
"""


@pytest.mark.thorough
def test_levels_and_analyses_under_node(tmp_path: Path) -> None:
    """The strongest never loses against the weakest; each move has its value; levels that are not there are refused."""
    mx.export(mx.find_game("tic_tac_toe"), tmp_path)
    command = ["node", "--input-type=module", "-e", LEVELS, ENGINE.as_uri(), str(tmp_path / "game.wasm")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    levels, lost, values, near, wrong, parts = json.loads(done.stdout)
    assert near == {"3": 1, "6": 0, "7": -1, "8": -1, "9": -1}
    assert (lost, values, parts) == (0, [0] * 9, ["limits", "strength"])
    assert levels == levels_of(mx.find_game("tic_tac_toe"))
    assert wrong == [f"expected a level from 1 to {levels}, got {level}" for level in (0, 1.5, levels + 1)]


@pytest.mark.thorough
@pytest.mark.parametrize("name", THOROUGH)
def test_modules_of_bundled_games_answer_as_native_code(name: str, tmp_path: Path) -> None:
    """Of every kind that hides nothing: with scores, dice, three players, one player."""
    compare(name, tmp_path, *THOROUGH[name])
