"""The first game of the tutorials compiles as it stands there."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.native import compile_game

PAGE = Path(__file__).parents[2] / "docs/tutorials/1-first-ai.md"


def test_the_first_game_compiles(tmp_path: Path) -> None:
    """Its pieces, put together as a reader does, give the same value in both tiers."""
    pieces = re.findall(r'```python title="tic_tac_toe.py[^"]*"\n(.*?)```', PAGE.read_text(), re.DOTALL)
    assert len(pieces) > 1
    path = tmp_path / "tutorial_game.py"
    path.write_text("\n".join(pieces))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    fast = compile_game(module.TicTacToe())
    assert mx.search(fast, depth=9).value == mx.search(module.TicTacToe(), depth=9).value
