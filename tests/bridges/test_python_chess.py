"""The recipe for chess by python-chess: what the page shows counts and finds what tables say, and its engine is driven by theirs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.errors import NotationError

from .. import documents as d

chess = pytest.importorskip("chess", reason="python-chess is not installed")
KNOWN = {
    chess.STARTING_FEN: [20, 400],
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": [48, 2039],
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": [14, 191, 2812],
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": [44, 1486],
}
"""Source: chessprogramming.org "Perft Results"."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the page shows."""
    found = tmp_path_factory.mktemp("recipe")
    for block in d.blocks(d.ROOT / "docs/how-to/chess.md"):
        if block.title is not None:
            d.write(block, found)
    return found


@pytest.fixture(scope="module")
def game(folder: Path) -> Any:
    """The rules on the page."""
    module = ModuleType("recipe")
    exec((folder / "chess_rules.py").read_text(encoding="utf-8"), module.__dict__)
    return module.__dict__["Chess"]()


@pytest.mark.parametrize("fen", KNOWN)
def test_it_counts_what_tables_say(game: Any, fen: str) -> None:
    counts = KNOWN[fen]
    assert [mx.perft(game, game.parse(fen), depth=depth) for depth in range(1, len(counts) + 1)] == counts


def test_states_never_change_and_are_read_back(game: Any) -> None:
    rng, board = Random(1), game.initial()
    while game.outcome(board) is None:
        before = board.fen()
        after = game.play(board, rng.choice(list(game.moves(board))))
        assert board.fen() == before
        assert game.parse(game.format(after)) == after
        assert game.key(game.parse(game.format(after))) == game.key(after)
        board = after


def test_it_finds_a_mate(game: Any) -> None:
    result = mx.search(game, chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), depth=3)
    assert str(result.move) == "a1a6"
    assert result.plies_to_end == 3


@pytest.mark.parametrize("text", ["nonsense", "8/8/8/8/8/8/8/8 w - - 0 1"])
def test_a_wrong_position_is_told(game: Any, text: str) -> None:
    with pytest.raises(NotationError, match=r"expected a (FEN|position that can come about), got"):
        game.parse(text)


def test_the_engine_is_driven_by_their_client(folder: Path) -> None:
    """As the page shows."""
    folder.joinpath("minimaxer").write_text(f'#!/bin/sh\nexec {sys.executable} -m minimaxer "$@"\n')
    folder.joinpath("minimaxer").chmod(0o755)
    script = "import os; os.environ['PATH'] = '.:' + os.environ['PATH']\n" + (folder / "against_it.py").read_text()
    run = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stderr
    assert chess.Move.from_uci(run.stdout.strip()) in chess.Board().legal_moves
