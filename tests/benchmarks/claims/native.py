"""The program in C++ by which sorting is measured in native code."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from minimaxer.tree.ordering.strategies import NETWORKS

SOURCE: Final = Path(__file__).parents[1] / "cpp" / "sorting.cpp"
FLAGS: Final = ("-std=c++17", "-O2")
SORTERS: Final = ("lazy", "lazy-one-swap", "std::sort", "insertion", "network")
"""The ways to sort, all to the same order."""


def missing() -> str | None:
    """Why it cannot be compiled; None where it can."""
    return "g++ is not installed" if shutil.which("g++") is None else None


def cases() -> str:
    """The networks of this package, as cases of a switch in C++."""
    lines = (
        f"case {length}: {' '.join(f'compare({one}, {other});' for one, other in pairs)} break;\n"
        for length, pairs in NETWORKS.items()
    )
    return "case 0: case 1: break;\n" + "".join(lines)


class Sorting:
    """The program, compiled.

    Args:
        folder: Where it is put.
    """

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder
        (folder / "networks.inc").write_text(cases(), encoding="utf-8")

    def _program(self, define: str) -> Path:
        program = self._folder / f"sorting{define}"
        if not program.exists():
            command = ["g++", *FLAGS, *filter(None, [define]), f"-I{self._folder}", "-o", str(program), str(SOURCE)]
            subprocess.run(command, check=True)
        return program

    def run(self, *arguments: object, define: str = "") -> dict[str, Any]:
        """What a run prints; compiled with `-DCOUNTS` or `-DCYCLES` where that is asked for."""
        command = [str(self._program(define)), *map(str, arguments)]
        told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
        found: dict[str, Any] = json.loads(told)
        return found


@contextmanager
def sorting() -> Iterator[Sorting]:
    """The program in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        yield Sorting(Path(folder))
