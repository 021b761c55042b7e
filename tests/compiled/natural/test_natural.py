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
from minimaxer.compiled import compile_game

HERE = Path(__file__).parent
SHARED = HERE.parents[3] / "shared" / "natural_games"
REFUSED = {"b3_quarto": "calls with * and a number of arguments that is not known", "d1_quoridor": "where states are Position"}
"""Those that ask for what only the course of play can tell: how many items a list has, which of two kinds of moves it is."""
LONG = {"a1_gomoku", "b1_hasami", "d3_minichess"}
"""Those that take longest to compile."""
SLOW = [pytest.mark.slow]
OPTIONS = mx.AlphaBetaOptions(deepening=False)


def game_in(path: Path) -> Any:
    """The game that the file describes: the last class with the methods of rules."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    classes = [each for each in vars(module).values() if inspect.isclass(each) and each.__module__ == path.stem]
    return [each for each in classes if hasattr(each, "initial") and hasattr(each, "moves")][-1]()


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


@pytest.mark.parametrize(
    "path",
    [pytest.param(each, id=each.stem, marks=SLOW * (each.stem in LONG)) for each in FILES if each.stem not in REFUSED],
)
def test_values_and_lines_are_those_of_python(path: Path) -> None:
    """At every position tried, to a fixed depth; nodes too, but for the root, which the tree counts."""
    game = game_in(path)
    fast = compile_game(game)
    for state in positions(game, 12):
        tree = mx.search(game, state, depth=2, algorithm="fixed", options=OPTIONS)
        native = mx.search(fast, state, depth=2, algorithm="fixed", options=OPTIONS)
        assert (native.value, native.pv, native.nodes + 1) == (tree.value, tree.pv, tree.nodes), state


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_is_told_by_line(name: str) -> None:
    """In the words of Python, with the file's own lines."""
    with pytest.raises(mx.CompileError) as caught:
        mx.compile(game_in(HERE / f"{name}.py"))
    assert REFUSED[name] in str(caught.value)
    assert f"of {HERE / name}.py" in str(caught.value)
