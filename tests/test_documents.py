"""The documents: every Python block runs, and what a comment behind a line promises is what comes out."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
CASES = [
    pytest.param(code, id=f"{document.name} {number}")
    for document in DOCUMENTS
    for number, code in enumerate(BLOCK.findall(document.read_text(encoding="utf-8")), 1)
]


@pytest.mark.parametrize("code", CASES)
def test_python_blocks_run(code: str) -> None:
    """Each block runs by itself; a `print` with a comment prints what the comment says."""
    if "mx.compile(" in code:
        pytest.importorskip("numba", reason="compiled games need the extra 'compiled'")
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    for promised in re.findall(r"^print\(.*\)  # (.*)$", code, re.MULTILINE):
        assert promised in run.stdout.splitlines()


def test_there_are_blocks() -> None:
    """The README has at least two."""
    assert len(BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))) >= 2


def test_the_example_file_runs() -> None:
    """The game of one's own is solved: the first player wins with 1."""
    run = subprocess.run([sys.executable, str(ROOT / "examples" / "race.py")], capture_output=True, text=True, check=True)
    assert run.stdout.startswith("1: player 0 wins in 11 plies")


def test_the_example_positions_have_their_scores() -> None:
    """The file that the README's first command solves carries the published scores beside the positions."""
    file = ROOT / "examples" / "connect_four_endgames.txt"
    command = [sys.executable, "-m", "minimaxer", "solve", "connect_four", "--file", str(file)]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [line.split() for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert len(out) == len(rows) == 20
    for line, (position, score) in zip(out, rows, strict=True):
        assert line.startswith(position)
        if score == "0":
            assert line.endswith("draw")
        else:
            winner = len(position) % 2 if int(score) > 0 else 1 - len(position) % 2
            assert f"player {winner} wins" in line
