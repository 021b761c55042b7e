"""Compilation of a program to LLVM code: infers types until nothing changes, then emits all functions reached."""

from __future__ import annotations

from collections.abc import Callable

from . import value_types as t
from .builder import FunctionBuilder, analyse
from .program import Program, Refusal, RefusedError, Specialization
from .statements import emit_function

MOST_ROUNDS = 60


def find_types(program: Program, function: Callable[..., object], types_: tuple[t.Type, ...]) -> Specialization:
    """Infers the type of a result and of all it reaches; raises RefusedError if one cannot be compiled or never settles."""
    special = program.special(function, types_)
    before = len(program.refusals)
    for _ in range(MOST_ROUNDS):
        del program.refusals[before:]  # of rounds in which types were still unknown
        program.round += 1
        facts, program.last_changed = program.facts, None
        analyse(program, special)
        if program.facts == facts and program.last_changed is None:
            return special
    raise RefusedError(_unsettled(program, special))


def _unsettled(program: Program, special: Specialization) -> Refusal:
    """The refusal of a function whose types never settle."""
    found = special if program.last_changed is None else program.last_changed
    function = found.function
    first = found.types[0] if found.types else None
    if isinstance(first, t.Constant):
        function = getattr(first.value, "__func__", function)
    code = getattr(function, "__code__", special.function.__code__)
    cause = "gives values whose types cannot be worked out; give each list, set and dict items of one type where it is made"
    return Refusal(getattr(function, "__qualname__", "a function"), code.co_firstlineno, cause, code.co_filename)


def emit(program: Program) -> None:
    """Emits the requested functions, and those that they request; raises RetryError if an assumption was wrong."""
    program.is_emitting = True
    done = 0
    try:
        while done < len(program.todo):
            emit_function(FunctionBuilder(program, program.todo[done]))
            done += 1
    finally:
        program.end_if_corrected()
    program.emit_catchers()
