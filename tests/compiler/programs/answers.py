"""Cells of the table, each refused by the compiler or compiled, run and compared with Python's answer."""

from __future__ import annotations

import ctypes
import faulthandler
import importlib.util
import json
import os
import signal
import sys
import traceback
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from attrs import frozen

from minimaxer.compiler import marshal, operations
from minimaxer.compiler.compiling import Assembly, find_types, library
from minimaxer.compiler.joining import widened
from minimaxer.compiler.program import Assumptions, Program, RefusedError, RetryError
from minimaxer.compiler.runtime import header as h
from minimaxer.compiler.runtime.intrinsics import Store, peek
from minimaxer.compiler.runtime.machine import Machine, NativeError
from minimaxer.compiler.runtime.memory import Memory
from minimaxer.compiler.value_types import INT, Constant, List, Never, Type
from minimaxer.native.build import _crosses

from .operations import Cell, source

INPUTS: Final = ((0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 2))
"""The numbers that each cell is asked for."""
_WHICH, _FIRST, _SECOND, _RESULT, _ROOM = h.FREE, h.FREE + 1, h.FREE + 2, h.FREE + 3, 1 << 16
_ARENA: Final = 1 << 22
_SECONDS: Final = 5
_CHUNK: Final = 150
"""Cells that are compiled together."""
T = TypeVar("T")
FINE, REFUSED, UNORDERED = "equal", "refused", "in no certain order"


@frozen
class Raised:
    """An error in place of an answer."""

    name: str


class _Attempt:
    """The compiler's view of some cells, looked at again where a thing taken for constant turns out to change."""

    def __init__(self) -> None:
        self.records: dict[Any, Any] = {}
        self._assumptions = Assumptions()

    def program(self, texts: tuple[str, ...] = ()) -> Program:
        """A program that knows what earlier attempts found out."""
        return Program("cells", library(), texts=texts, records=self.records, assumptions=self._assumptions)

    def settled(self, work: Callable[[], T]) -> T:
        """The result of some work, repeated while it asks for it."""
        from minimaxer.compiler.value_types import Record

        while True:
            try:
                return work()
            except RetryError:
                self.records.clear()
                self.records.update({cls: Record(cls) for cls in self._assumptions.changed})


def loaded(chosen: list[Cell], folder: Path, name: str) -> Any:
    """The module of these cells."""
    path = folder / f"{name}.py"
    path.write_text(source(chosen), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def python(function: Any, given: tuple[int, int]) -> Any:
    """Python's answer."""
    try:
        return function(*given)
    except Exception as error:  # whatever the cell raises
        return Raised(type(error).__name__)


def verdicts(chosen: list[Cell], folder: Path, name: str = "cells_of_table") -> list[str]:
    """The outcome of each cell: equal, refused, or what is wrong with it."""
    module = loaded(chosen, folder, name)
    functions = [getattr(module, f"cell_{number}") for number in range(len(chosen))]
    found = [_looked_at(each, str(folder / f"{name}.py")) for each in functions]
    accepted = [number for number, each in enumerate(found) if each == FINE]
    for first in range(0, len(accepted), _CHUNK):
        _run(module, functions, accepted[first : first + _CHUNK], found)
    return found


def _looked_at(function: Any, path: str) -> str:
    """The opinion of the compiler's first pass, which finds out types: fine, refused, or broken."""
    try:
        return _kind_or_cause(function, path)[0]
    except Exception as error:  # the compiler should raise nothing else
        return f"broken: {type(error).__name__}: {error} {_last(error)}"


def causes(chosen: list[Cell], folder: Path, name: str) -> list[str]:
    """The reason for which each cell is refused; empty for one that is not."""
    module = loaded(chosen, folder, name)
    path = str(folder / f"{name}.py")
    return [_kind_or_cause(getattr(module, f"cell_{number}"), path)[1] for number in range(len(chosen))]


def _kind_or_cause(function: Any, path: str) -> tuple[str, str]:
    attempt = _Attempt()

    def work() -> tuple[str, str]:
        program = attempt.program()
        kind = widened(find_types(program, function, (INT, INT)).result)
        if program.refusals:
            raise RefusedError(program.refusals[0])
        if program.unordered:
            return UNORDERED, ""
        return FINE if _is_known(kind) or _crosses(kind) or isinstance(kind, Never) else REFUSED, ""

    try:
        return attempt.settled(work)
    except RefusedError as refused:
        given = refused.refusal
        is_told = given.file == path and given.line > 0 and given.cause
        return REFUSED if is_told else f"refused with no line: {given}", given.cause


def _last(error: Exception) -> str:
    frames = [each for each in traceback.extract_tb(error.__traceback__) if "minimaxer" in each.filename]
    return " < ".join(f"{Path(each.filename).name}:{each.lineno}" for each in reversed(frames[-3:]))


def _is_known(kind: Type) -> bool:
    return isinstance(kind, Constant) or (isinstance(kind, List) and isinstance(kind.item, Never))


def _run(module: Any, functions: list[Any], numbers: list[int], found: list[str]) -> None:
    """Compiles some cells together and compares their answers; where that fails, half of them and the other half."""
    if not numbers:
        return
    attempt = _Attempt()
    try:
        machine, kinds, forms = attempt.settled(lambda: _compiled(attempt, module, functions, numbers))
    except Exception as error:  # the compiler should raise nothing any more
        if len(numbers) == 1:
            cause = error.refusal.cause if isinstance(error, RefusedError) else error
            found[numbers[0]] = REFUSED if isinstance(error, RefusedError) else f"broken in code: {cause!r} {_last(error)}"
        else:
            half = len(numbers) // 2
            _run(module, functions, numbers[:half], found)
            _run(module, functions, numbers[half:], found)
        return
    first = 0
    while first < len(numbers):
        told = _in_child(
            lambda place: _compared(machine, functions[numbers[place]], place, kinds[place], forms[place]), first, len(numbers)
        )
        for place, verdict in enumerate(told, first):
            found[numbers[place]] = verdict
        first += len(told)
        if first < len(numbers):
            found[numbers[first]] = "crashes, or does not end"
            first += 1


def _in_child(work: Callable[[int], str], first: int, last: int) -> list[str]:
    """The results for these numbers from a process of its own, up to the one at which it crashes or hangs."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reader)
            faulthandler.disable()
            with os.fdopen(writer, "w") as answers:
                for number in range(first, last):
                    signal.alarm(_SECONDS)
                    print(json.dumps(work(number)), file=answers, flush=True)
        finally:  # whatever is raised: a child that went on would be a second run of the tests
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answers:
        found = [json.loads(line) for line in answers]
    os.waitpid(child, 0)
    return found


def _compared(machine: Machine, function: Any, place: int, kind: Type, form: Any) -> str:
    memory, arena = (ctypes.c_int64 * (_RESULT + _ROOM))(), Memory(_ARENA)
    for given in INPUTS:
        expected = python(function, given)
        got = _answer(machine, memory, arena, place, given, kind, form)
        if not alike(expected, got):
            arena.close()
            return f"wrong: {given} {expected!r} in Python, {got!r} compiled"
    arena.close()
    return FINE


def _compiled(attempt: _Attempt, module: Any, functions: list[Any], numbers: list[int], texts: tuple[str, ...] = ()) -> Any:
    program = attempt.program(texts)
    entry = _entry(module, numbers)
    kinds = [widened(find_types(program, functions[number], (INT, INT)).result) for number in numbers]
    if program.refusals:
        raise RefusedError(program.refusals[0])
    forms = [
        None if _is_known(kind) or isinstance(kind, Never) else marshal.Form(kind, operations.layout_of(program, kind))
        for kind in kinds
    ]
    for place, form in enumerate(forms):
        module.__dict__[f"store_{place}"] = _ignore if form is None else Store(form)
    again = attempt.program(tuple(program.texts))
    special = find_types(again, entry, (Constant(None), INT))
    if again.refusals:
        raise RefusedError(again.refusals[0])
    code = Assembly(again, special).code()
    if len(again.texts) > len(program.texts):  # the forms know those of the first alone
        return _compiled(attempt, module, functions, numbers, tuple(again.texts))
    return Machine(code), kinds, forms


def _ignore(address: int, place: int, value: Any) -> None:
    """Stores nothing of an answer that is known."""


def _entry(module: Any, numbers: list[int]) -> Any:
    """The function that compiled code is entered by: it asks for one of the cells."""
    lines = ["def entry(game, mem):"]
    for place, number in enumerate(numbers):
        call = f"cell_{number}(peek(mem, {_FIRST}), peek(mem, {_SECOND}))"
        lines += [f"    if peek(mem, {_WHICH}) == {place}:", f"        store_{place}(mem, {_RESULT}, {call})", "        return 0"]
    path = Path(module.__file__).with_name(f"{module.__name__}_entry_{numbers[0]}_{len(numbers)}.py")
    path.write_text("\n".join([*lines, "    return 1", ""]), encoding="utf-8")
    module.__dict__["peek"] = peek
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module.__dict__)
    return module.entry


def _answer(machine: Machine, memory: Any, arena: Memory, place: int, given: tuple[int, int], kind: Type, form: Any) -> Any:
    memory[_WHICH], memory[_FIRST], memory[_SECOND] = place, *given
    memory[h.ARENA], memory[h.ARENA_END] = arena.address, arena.address + _ARENA
    try:
        machine(ctypes.addressof(memory))
    except NativeError as error:
        return Raised(type(error.cause()).__name__)
    if form is None:
        return kind.value if isinstance(kind, Constant) else [] if isinstance(kind, List) else Raised("nothing")
    return form.rebuild(list(memory[_RESULT : _RESULT + form.words]))


def alike(one: Any, other: Any) -> bool:
    """True if two answers are of the same types and equal, as far as states can tell."""
    if isinstance(one, Raised) or isinstance(other, Raised):
        return isinstance(one, Raised) and isinstance(other, Raised)
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return one == other or one != one != other
    if isinstance(one, (set, frozenset)) and isinstance(other, (set, frozenset)):
        return sorted(map(repr, one)) == sorted(map(repr, other))
    if isinstance(one, deque):
        one = list(one)
    if type(one) is not type(other) and not (isinstance(one, dict) and isinstance(other, dict)):
        return False
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, dict):
        return list(map(repr, one)) == list(map(repr, other)) and all(map(alike, one.values(), other.values()))
    if hasattr(one, "__dict__") and not isinstance(one, type):
        return alike(vars(one), vars(other))
    return repr(one) == repr(other)
