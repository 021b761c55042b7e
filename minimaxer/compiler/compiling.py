"""From a program to LLVM's code: kinds first, over and over until nothing changes, then the code of all that is reached."""

from __future__ import annotations

from typing import Any

from .body import Body, analyse
from .kinds import Constant, Kind
from .program import Program, Refusal, RefusedError, Special

MOST_ROUNDS = 60


def find_kinds(program: Program, function: Any, kinds: tuple[Kind, ...]) -> Special:
    """Finds out the kind of a function's result, and all that it reaches.

    Raises:
        RefusedError: Something in it cannot be compiled, or its kinds change for ever.
    """
    special = program.special(function, kinds)
    for _ in range(MOST_ROUNDS):
        program.round += 1
        program.changed = False
        analyse(program, special)
        if not program.changed:
            return special
    raise RefusedError(_unsettled(program, special))


def _unsettled(program: Program, special: Special) -> Refusal:
    """What to say where the kinds of values change for ever."""
    found = special if program.last_changed is None else program.last_changed
    function = found.function
    if isinstance(found.kinds[0] if found.kinds else None, Constant):
        function = getattr(found.kinds[0].value, "__func__", function)
    code = getattr(function, "__code__", special.function.__code__)
    cause = "gives values whose types cannot be worked out; give each list, set and dict items of one type where it is made"
    return Refusal(getattr(function, "__qualname__", "a function"), code.co_firstlineno, cause, code.co_filename)


def emit(program: Program) -> None:
    """Makes the code of every function that was asked for, and of those that they ask for."""
    from .statements import emit_function

    program.is_emitting = True
    done = 0
    while done < len(program.todo):
        emit_function(Body(program, program.todo[done]))
        done += 1
    program.emit_catchers()
