"""A digest of everything that a compiled game depends on, so that code kept on disk is used only where it is right.

What counts is what the functions do and the values they read: bytecode, constants, defaults, fields and globals. Source text and
`repr` are not looked at. Imports no numba.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import sys
import types
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

from . import machine
from .resolve import Constant, Function, Known, Meaning, Native, attribute, meaning

_NOT_OURS_TO_READ = frozenset({*sys.stdlib_module_names, "numba", "numpy", "minimaxer"})


def digest(functions: dict[str, Any], initial: Any) -> str:
    """The digest of functions by name, with all they reach, and of the type of the state they are compiled for."""
    seen = _Seen()
    seen.add("environment", *_environment())
    seen.add("state", *_type_of(initial))
    for name, function in sorted(functions.items()):
        seen.add("method", name)
        if function is not None:
            seen.visit(meaning(function), ())
    return seen.hash.hexdigest()[:20]


@functools.cache
def _environment() -> tuple[str, ...]:
    files = hashlib.sha256()
    package = Path(__file__).parent
    for path in sorted(
        [*package.rglob("*.py"), package.parent / "scores.py", package.parent / "bits.py", package.parent / "tuples.py"]
    ):
        files.update(path.read_bytes())
    version = importlib.metadata.version("numba")
    return sys.version, version, files.hexdigest(), *machine.identity()


def _type_of(value: Any) -> Iterator[str]:
    """The type of a state, nested."""
    yield f"{type(value).__module__}.{type(value).__qualname__}"
    if isinstance(value, tuple):
        yield str(len(value))
        for item in value:
            yield from _type_of(item)


class _Seen:
    """What has been visited, and the hash of it."""

    def __init__(self) -> None:
        self.hash = hashlib.sha256()
        self._functions: dict[Any, int] = {}
        self._objects: dict[tuple[int, str], int] = {}
        self._alive: list[Any] = []

    def add(self, *texts: str) -> None:
        for text in texts:
            data = text.encode("utf-8", "surrogatepass")
            self.hash.update(len(data).to_bytes(8, "big") + data)

    def visit(self, found: Meaning | None, names: tuple[str, ...]) -> None:
        """Adds what a name stands for; `names` are the attributes that may be read of it."""
        if isinstance(found, Constant):
            self.add(*_constant(found.value))
        elif isinstance(found, Function):
            self._function(found)
        elif isinstance(found, Known):
            self._known(found.value, names)
        elif isinstance(found, Native):
            self._native(found.value)

    def _function(self, found: Function) -> None:
        function = found.function
        key = (function, tuple(sorted((place, id(each)) for place, each in found.given.items())))
        if key in self._functions:
            self.add("again", str(self._functions[key]))
            return
        self._functions[key] = len(self._functions)
        self._alive.append(found)
        self.add("function", function.__qualname__)
        if function.__module__ and function.__module__.split(".")[0] in _NOT_OURS_TO_READ:
            return
        codes = [*_codes(function.__code__)]
        names = tuple(sorted({name for code in codes for name in code.co_names}))
        for code in codes:
            self._code(code)
        for default in (*(function.__defaults__ or ()), *sorted((function.__kwdefaults__ or {}).items())):
            self.visit(meaning(default), names)
        for name in names:
            if name in function.__globals__:
                self.add("global", name)
                self.visit(meaning(function.__globals__[name]), names)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            self.add("cell", name)
            self.visit(meaning(cell.cell_contents), names)
        for place, each in sorted(found.given.items()):
            self.add("given", str(place))
            self._known(each, names)

    def _code(self, code: types.CodeType) -> None:
        self.add("code", code.co_code.hex(), *code.co_names, *code.co_varnames, *code.co_freevars, str(code.co_flags))
        self.add(code.co_exceptiontable.hex(), str(code.co_argcount), str(code.co_kwonlyargcount))
        for constant in code.co_consts:
            if not isinstance(constant, types.CodeType):
                self.add(*_constant(constant))

    def _known(self, owner: Any, names: tuple[str, ...]) -> None:
        if isinstance(owner, types.ModuleType) and owner.__name__.split(".")[0] in _NOT_OURS_TO_READ:
            self.add("module", owner.__name__)
            return
        self.add("object", type(owner).__qualname__)
        for name in names:
            if name.startswith("__"):
                continue
            key = (id(owner), name)
            if key in self._objects:
                self.add("again", str(self._objects[key]))
                continue
            try:
                found = attribute(owner, name)
            except Exception as error:  # a property that fails fails again, with its reason, where it is compiled
                self.add("fails", type(error).__name__)
                continue
            if found is not None:
                self._objects[key] = len(self._objects)
                self._alive.append(owner)
                self.add("attribute", name)
                self.visit(found, names)

    def _native(self, value: Any) -> None:
        self.add("native", getattr(value, "__module__", None) or "", getattr(value, "__qualname__", str(type(value))))
        if isinstance(value, type) and hasattr(value, "_fields"):
            self.add(*value._fields)
            for name, member in sorted(vars(value).items()):
                function = member.fget if isinstance(member, property) else member
                if isinstance(function, types.FunctionType) and not name.startswith("__"):
                    self._function(Function(function))
        elif isinstance(value, type) and issubclass(value, Enum):
            for member in value:
                self.add(member.name, *_constant(member.value))


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """A function's code and that of the functions in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)


def _constant(value: Any) -> Iterator[str]:
    """A constant, told apart by type."""
    yield type(value).__qualname__
    if isinstance(value, tuple | frozenset):
        items = value if isinstance(value, tuple) else sorted(value, key=repr)
        yield str(len(items))
        for item in items:
            yield from _constant(item)
    elif isinstance(value, float):
        yield value.hex()
    elif isinstance(value, Enum):
        yield value.name
        yield from _constant(value.value)
    else:
        yield repr(value)
