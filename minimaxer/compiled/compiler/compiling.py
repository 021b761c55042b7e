"""From a program to LLVM's code: kinds first, over and over until nothing changes, then the code of all that is reached."""

from __future__ import annotations

from typing import Any

from .body import Body, analyse
from .kinds import Kind
from .program import Program, Special

MOST_ROUNDS = 60


def find_kinds(program: Program, function: Any, kinds: tuple[Kind, ...]) -> Special:
    """Finds out the kind of a function's result, and all that it reaches.

    Raises:
        RefusedError: Something in it cannot be compiled.
    """
    special = program.special(function, kinds)
    for _ in range(MOST_ROUNDS):
        program.round += 1
        program.changed = False
        analyse(program, special)
        if not program.changed:
            return special
    name = getattr(function, "__name__", "a function")
    raise RuntimeError(f"the kinds of {name} did not settle in {MOST_ROUNDS} rounds")


def emit(program: Program) -> None:
    """Makes the code of every function that was asked for, and of those that they ask for."""
    from .statements import emit_function

    done = 0
    while done < len(program.todo):
        emit_function(Body(program, program.todo[done]))
        done += 1
