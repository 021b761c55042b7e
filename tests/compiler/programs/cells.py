"""Many small functions of one number, compiled together: each gives what Python gives, or is refused by name."""

from __future__ import annotations

import ctypes
import re
import tempfile
import warnings
from pathlib import Path
from typing import Any

import minimaxer as mx
from minimaxer.compiler.runtime import header as h
from minimaxer.compiler.runtime.machine import Machine, NativeError
from minimaxer.compiler.runtime.memory import Memory
from minimaxer.game.capability import capabilities
from minimaxer.native import shapes as p
from minimaxer.native.build import Build
from minimaxer.native.kernels.sample import sample_entry
from minimaxer.native.runner import ARENA_BYTES
from minimaxer.native.variant import relevant

from .trying import loaded

RULES = """

class Rules:
    def initial(self): return 0
    def player(self, state): return state % 2
    def moves(self, state): return [1]
    def play(self, state, move): return (state + move) % 2
    def outcome(self, state): return None
    def evaluate(self, state):
{calls}
        return 0

GAME = Rules()
"""
INPUTS = (0, 1, 2)
LIMIT = "limit"
"""What comes of a cell that stops with an error because compiled code knows a limit that Python does not have."""


def outcomes(head: str, cells: dict[str, str], *, texts: bool = True) -> dict[str, str]:
    """What comes of each cell, a function of the number `n`: nothing where it is right, a refusal's text, or what is wrong.

    Args:
        head: The source before the cells.
        cells: The body of each cell, by its name.
        texts: Whether errors have the texts of Python's.
    """
    found: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cells.py"
        while True:
            left = [name for name in cells if name not in found]
            functions = "".join(f"\ndef cell_{name}(n):\n    {cells[name].strip()}\n" for name in left)
            calls = "\n".join(
                f"        if state // {len(INPUTS)} == {number}: return cell_{name}(state % {len(INPUTS)})"
                for number, name in enumerate(left)
            )
            path.write_text(head + functions + RULES.format(calls=calls), encoding="utf-8")
            game = loaded(path)
            described = relevant(capabilities(game))
            try:
                build = Build(game, described)
                machine = Machine(build.kernel(sample_entry).code())
            except mx.CompileError as error:
                refused = re.findall(r"^cannot compile (\w+), line \d+ of .*? \(`.*`\): (.*)$", str(error), re.MULTILINE)
                known = {name[5:]: cause for name, cause in refused if name[5:] in cells}
                for name, cause in refused:  # in a function of the head: of the cells that call it
                    known |= {cell: f"{name}: {cause}" for cell in left if name[5:] not in cells and f"{name}(" in cells[cell]}
                if not known:
                    raise
                found |= known
                continue
            return dict.fromkeys(cells, "") | found | _compared(game, machine, left, texts=texts)


def _compared(game: Any, machine: Machine, names: list[str], *, texts: bool) -> dict[str, str]:
    arena = Memory(ARENA_BYTES)
    memory = (ctypes.c_int64 * p.SIZE)()
    lists = [(ctypes.c_int64 * (4 * p.MOST))() for _ in range(5)]
    for place, words in zip((p.MOVES, p.CHILDREN, p.SEARCHED, p.NOISY, p.MAPPED), lists, strict=True):
        memory[place] = ctypes.addressof(words)
    found: dict[str, str] = {}
    for state in range(len(names) * len(INPUTS)):
        name = names[state // len(INPUTS)]
        memory[p.STATE] = state
        memory[h.ARENA], memory[h.ARENA_END] = arena.address, arena.address + ARENA_BYTES
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            wanted = _given(lambda state=state: int(game.evaluate(state)))
        got = _given(lambda: _native(machine, memory))
        if wanted != got and (texts or wanted.split(":")[0] != got.split(":")[0]):
            is_limit = got.startswith(("OverflowError", "MemoryError"))
            shown = LIMIT if is_limit else f"{state % len(INPUTS)} gives {got}, in Python {wanted}"
            if name not in found or found[name] == LIMIT:
                found[name] = shown
    arena.close()
    return found


def _native(machine: Machine, memory: Any) -> int:
    try:
        machine(ctypes.addressof(memory))
    except NativeError as error:
        raise error.cause() from None
    return int(memory[p.EVALUATION])


def _given(function: Any) -> str:
    try:
        return str(function())
    except Exception as error:  # cells raise on purpose
        return f"{type(error).__name__}: {error}"
