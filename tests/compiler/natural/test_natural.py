"""Games as people write them, each in its own style, by authors who knew nothing of the compiler: they compile as they are."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.native import compile_game

HERE = Path(__file__).parent
SHARED = HERE.parents[3] / "shared" / "natural_games"
QUICK = {"hex", "b3_quarto", "d1_quoridor"}
"""Those of the quick run: each has something that the others have not."""
REFUSED = {"a3_ataxx", "s3_capture_go"}
"""Those that are refused so far, each with a reason; none is compiled wrongly."""
HIDDEN = {"love_letter"}
"""Those with hidden cards, which no search to a fixed depth plays: compiling compares their methods in both tiers."""
MOST_NODES = 1_000
"""Nodes on a tree after which no further position is compared."""
SLOW = [pytest.mark.thorough]
OPTIONS = mx.AlphaBetaOptions(deepening=False, ignore=frozenset({"order"}))


def game_in(path: Path) -> Any:
    """The game that the file describes: `game`, or the last class with the methods of rules."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if hasattr(module, "game"):
        return module.game
    classes = [each for each in vars(module).values() if inspect.isclass(each) and each.__module__ == path.stem]
    return [each for each in classes if hasattr(each, "initial") and hasattr(each, "moves") and not inspect.isabstract(each)][
        -1
    ]()


def positions(game: Any, count: int) -> list[Any]:
    """Running positions of random games."""
    found: list[Any] = []
    rng = Random(7)
    while len(found) < count:
        state = game.initial()
        for _ in range(rng.randint(0, 14)):
            moves = list(game.moves(state))
            if not moves:
                break
            after = game.play(state, rng.choice(moves))
            if game.outcome(after) is not None:
                break
            state = after
        if list(game.moves(state)):
            found.append(state)
    return found


FILES = [*sorted(HERE.glob("[a-z][0-9]_*.py")), *(sorted(SHARED.glob("*.py")) if SHARED.exists() else [])]


@pytest.mark.thorough
@pytest.mark.parametrize(
    "path",
    [pytest.param(each, id=each.stem, marks=SLOW * (each.stem not in QUICK)) for each in FILES],
)
def test_values_and_lines_are_those_of_python(path: Path) -> None:
    """At every position tried, to a fixed depth; nodes too, but for the root, which the tree counts."""
    if "import numpy" in path.read_text():
        pytest.importorskip("numpy", reason="the game's state is an array of numpy")
    if path.stem in REFUSED:
        with pytest.raises(mx.MinimaxerError, match=r"^cannot compile |is compiled|compiled, for the state"):
            compile_game(game_in(path))
    elif path.stem in HIDDEN:
        assert compile_game(game_in(path)).variant().report.states > 0
    else:
        agree(game_in(path), 6)


def agree(game: Any, count: int) -> None:
    """Compares both tiers at up to so many positions, fewer where Python takes long for them."""
    fast, nodes = compile_game(game), 0
    for state in positions(game, count):
        if nodes > MOST_NODES:
            break
        tree = mx.search(game, state, depth=2, algorithm="fixed", options=OPTIONS)
        native = mx.search(fast, state, depth=2, algorithm="fixed", options=OPTIONS)
        assert (native.value, native.pv, native.nodes + 1) == (tree.value, tree.pv, tree.nodes), state
        nodes += tree.nodes
