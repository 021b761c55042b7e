"""What numba would fail on without saying why, or take the process down with it. Imports no numba."""

from __future__ import annotations

import dis
import functools
import inspect
import types
from collections.abc import Callable, Iterator
from typing import Any, Final

UNSUPPORTED: Final = {
    "filter": "write a loop with `if`, or a list comprehension",
    "map": "write a loop or a list comprehension",
    "set": "use a tuple, or the bits of an int",
    "frozenset": "use a tuple, or the bits of an int",
    "dict": "use a tuple indexed by a number",
    "super": "name the base class's method differently and call it through self",
    "iter": "loop over the items",
    "next": "loop over the items",
    "getattr": "write the attribute's name",
    "setattr": "states never change; make a new one",
    "hasattr": "write the attribute's name",
    "print": "take it out of the rules",
    "input": "take it out of the rules",
    "open": "take it out of the rules",
    "eval": "write the expression itself",
    "exec": "write the statements themselves",
    "vars": "write the attribute's name",
    "type": "use fields of the rules or of the state to tell cases apart",
    "object": "use a NamedTuple",
    "hash": "give the numbers themselves; the table hashes them",
    "repr": "use numbers",
    "format": "use numbers",
}
"""Builtins that compiled games cannot use, and what to do instead."""

_NESTED: Final = {
    "<genexpr>": "a generator expression; write a list in square brackets, as in any([...])",
    "<setcomp>": "a set; use a tuple, or the bits of an int",
    "<dictcomp>": "a dict; use a tuple indexed by a number",
}
_OPCODES: Final = {
    "GET_YIELD_FROM_ITER": "yield from; write `for item in ...: yield item`",
    "STORE_GLOBAL": "a global that is assigned to; rules have no memory, all that changes is in the state",
    "IMPORT_NAME": "an import inside a function; import at the top of the module",
    "STORE_ATTR": "an attribute that is assigned to; rules and states never change, make a new state",
    "DELETE_ATTR": "an attribute that is deleted; rules and states never change, make a new state",
    "BUILD_SET": "a set; use a tuple, or the bits of an int",
    "BUILD_MAP": "a dict; use a tuple indexed by a number",
    "BUILD_CONST_KEY_MAP": "a dict; use a tuple indexed by a number",
    "SETUP_WITH": "a with statement",
    "BEFORE_WITH": "a with statement",
    "GET_AWAITABLE": "await",
    "LOAD_SUPER_ATTR": "super; name the base class's method differently and call it through self",
    "UNPACK_EX": "a starred assignment; index the tuple",
    "SETUP_FINALLY": "try; test beforehand",
    "PUSH_EXC_INFO": "try; test beforehand",
}


def refuse_unsupported(function: types.FunctionType, refuse: Callable[[str, int, str, str], Exception]) -> None:
    """Raises what `refuse(name, line, cause, file)` gives at the first construct of the function that cannot be compiled."""
    for code, line, cause in _constructs(function.__code__, function.__globals__):
        raise refuse(function.__qualname__, line, f"it holds {cause}", code.co_filename)


def _constructs(code: types.CodeType, names: dict[str, Any]) -> Iterator[tuple[types.CodeType, int, str]]:
    line = code.co_firstlineno
    if code.co_kwonlyargcount:
        yield code, line, "parameters after *, which can only be given by name; drop the *"
    if code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS):
        yield code, line, "parameters that take any number of arguments; name each"
    if code.co_flags & inspect.CO_GENERATOR and not any(each.opname == "YIELD_VALUE" for each in dis.get_instructions(code)):
        yield code, line, "a generator that yields nothing; yield at least in one place"
    before: tuple[str, Any] = ("", None)
    stored = False
    for instruction in dis.get_instructions(code):
        line = _line(instruction, line)
        if stored and not instruction.opname.startswith(("STORE", "COPY")):  # which an assignment to several names goes on with
            yield code, line, "an assignment within an expression (:=); assign on a line of its own"
        stored = before == ("COPY", 1) and instruction.opname in ("STORE_FAST", "STORE_FAST_LOAD_FAST")
        before = instruction.opname, instruction.arg
        constant = instruction.argval
        if isinstance(constant, types.CodeType):
            if constant.co_name in _NESTED:
                yield code, line, _NESTED[constant.co_name]
            yield from _constructs(constant, names)
        elif instruction.opname == "LOAD_GLOBAL" and names.get(constant) is functools.reduce:
            yield code, line, "functools.reduce; write a loop"
        elif instruction.opname in _OPCODES:
            yield code, line, _OPCODES[instruction.opname]


def _line(instruction: Any, before: int) -> int:
    """The instruction's source line; Python 3.13 renamed where it stands."""
    if hasattr(instruction, "line_number"):
        return instruction.line_number or before
    return instruction.starts_line or before
