"""The parts of numba that its documentation does not promise, and what is said where they have moved."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="compiled games need the extra 'compiled'")

from minimaxer.compiled.translate import numba_parts, requirement

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", [name for name in numba_parts.__all__ if name not in ("METHODS", "check_methods")])
def test_each_part_is_there(name: str) -> None:
    """A part that has moved in the numba installed here is told by its name."""
    assert hasattr(numba_parts, name)


@pytest.mark.parametrize(("owner", "name"), numba_parts.METHODS, ids=[name for _, name in numba_parts.METHODS])
def test_each_method_is_there(owner: Any, name: str) -> None:
    """So is a method."""
    assert callable(getattr(owner, name))


def test_private_parts_are_used_in_one_module_only() -> None:
    """Other modules take numba's documented names alone."""
    documented = re.compile(r"from numba(\.extending|\.types)? import |import numba$")
    for path in (ROOT / "minimaxer").rglob("*.py"):
        if path.name != "numba_parts.py":
            for line in path.read_text(encoding="utf-8").splitlines():
                if re.match(r"\s*(from|import) numba", line):
                    assert documented.match(line.strip()), f"{path}: {line}"


@pytest.mark.parametrize(
    ("removed", "told"),
    [
        ("codegen.CPUCodeLibrary._optimize_final_module", "numba.core.codegen.CPUCodeLibrary._optimize_final_module"),
        ("codegen.JITCPUCodegen", "cannot import name 'JITCPUCodegen' from 'numba.core.codegen'"),
    ],
)
def test_a_part_that_has_moved_is_told_in_one_line(removed: str, told: str, tmp_path: Path) -> None:
    """With the version that is installed and the way out, instead of numba's own traceback."""
    owner, _, name = removed.rpartition(".")
    source = f"""
import numba.core.codegen as codegen
import numba.core.cpu
del {owner}.{name}
import minimaxer as mx
from minimaxer_games.nim import Nim
try:
    mx.compile(Nim(heaps=(1, 2, 3, 4)), evaluate=lambda heaps: 1)
except mx.MissingExtraError as error:
    print(error)
"""
    empty = {**os.environ, "MINIMAXER_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=600, check=False, env=empty)
    assert done.stdout.startswith(
        f"compiling a game needs a part of numba that version {requirement.version()} does not have ({told}"
    )
    assert done.stdout.endswith(f"); run pip install '{requirement.NEEDED}'\n")


def test_an_untested_numba_is_warned_of_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """It is used all the same; the warning names the way out."""
    requirement._warn_of.cache_clear()
    monkeypatch.setattr(requirement, "version", lambda: "0.70.1")
    with caplog.at_level(logging.WARNING):
        requirement.check_available()
        requirement.check_available()
    assert [record.getMessage() for record in caplog.records] == [
        f"numba 0.70.1 was not tested with this version of minimaxer; should compiling fail, run pip install '{requirement.NEEDED}'"
    ]


def test_the_version_that_was_tested_is_the_one_installed_and_asked_for() -> None:
    """The extra, the development group and the message name the same versions."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["optional-dependencies"]["compiled"] == [requirement.NEEDED]
    assert requirement.NEEDED in project["dependency-groups"]["dev"]
    assert requirement.version().startswith(f"{requirement.TESTED}.")
