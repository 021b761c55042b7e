"""A digest of everything that a compiled game depends on, so that code on disk is used only where it is valid.

The digest covers the functions and the values they read: bytecode, constants, defaults, fields and globals, but neither source
text nor `repr`. Imports no compiler.
"""

from __future__ import annotations

import functools
import hashlib
import pickle
import sys
import types
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, Final

from ..compiler import requirement
from ..compiler.runtime import machine
from ..compiler.runtime.values import (
    all_in,
    fields_of,
    functions_of,
    held_twice,
    in_fields,
    is_array,
    is_plain_object,
    nested,
    parts_of,
    value_fields,
)
from ..compiler.source import Constant, Function, Known, Meaning, Native, Weighed, attribute, is_constant, meaning
from ..game.weights import Weights

_NATIVE: Final = ("base_search", "game", "perft", "runner")
_CALLERS: Final = {"compiler/cache.py", "runtime/memory.py", *(f"native/{name}.py" for name in _NATIVE)}
"""Modules of these folders that do not affect the code."""
_FOREIGN: Final = frozenset({*sys.stdlib_module_names, "numpy", "minimaxer"})
_RULES: Final = ("minimaxer.families.paranoid.", "minimaxer.game.weights")
"""Prefixes of this package's own rules, which count like an author's."""


def digest_and_weights(
    functions: dict[str, Any], initial: Any, declared: tuple[Any, ...] = ()
) -> tuple[str, tuple[Weights, ...]]:
    """The digest of functions by name, with all they reach, of the type of the initial state, and of declared numbers. Also gives
    the weights that the functions may read, in an order that matches the digest, which leaves out their values.
    """
    reached = _Reached()
    meanings = {name: None if function is None else meaning(function) for name, function in sorted(functions.items())}
    for found in meanings.values():
        reached.add(found)
    for cls in dict.fromkeys(type(each) for _, each in nested(initial)):
        reached.add(Known(cls))
    reached.follow()
    text = hashlib.sha256()
    how = "" if machine.optimises() else "not optimised"
    for part in (*_environment(), how, repr(declared), *_type_of(initial), *reached.written(meanings)):
        data = part.encode("utf-8", "surrogatepass")
        text.update(len(data).to_bytes(8, "big") + data)
    return text.hexdigest()[:20], tuple(reached.weights.values())


@functools.cache
def _environment() -> tuple[str, ...]:
    files = hashlib.sha256()
    for path in _sources():
        files.update(path.read_bytes())
    return sys.version, requirement.version(), files.hexdigest(), *machine.identity()


def _sources() -> list[Path]:
    """The modules that affect compiled code: the compiler, the layouts of values, and the kernels."""
    package = Path(__file__).parents[1]
    found = [
        *(package / "compiler").rglob("*.py"),
        *(package / "native").glob("*.py"),
        *package.rglob("kernels/*.py"),
        *package.rglob("native/layout.py"),
    ]
    found += [package / f"{name}.py" for name in ("bits", "tuples", "base/scores")]
    found += [package / "game" / f"{name}.py" for name in ("capability", "following", "protocol")]
    return sorted(path for path in found if f"{path.parent.name}/{path.name}" not in _CALLERS)


def _type_of(value: Any) -> Iterator[str]:
    """Yields the types of a state and its parts, as text, with those that are in several places."""
    shared = held_twice(value)
    for place, each in nested(value):
        if id(each) in shared:
            yield "shared"
        yield f"{place} {type(each).__module__}.{type(each).__qualname__}"
        if is_array(each):
            yield f"{each.dtype} {each.shape}"


class _Reached:
    """The functions and objects that compiled code may read, and every name that occurs in the functions. The object that a name
    is read from is not resolved: every attribute with one of the names counts, of every object.
    """

    def __init__(self) -> None:
        self._functions: dict[Any, Function] = {}
        self._objects: dict[Any, Any] = {}
        self._constants: dict[int, Any] = {}
        self._names: set[str] = set()
        self.weights: dict[int, Weights] = {}
        """The weights by identity."""

    def add(self, found: Meaning | None) -> None:
        """Adds the meaning of a name, and the bound arguments of a function."""
        if isinstance(found, Function):
            self._functions.setdefault(_key(found), found)
            for each in found.given.values():
                self.add(Known(each))
        elif isinstance(found, Known) and not _is_foreign(found.value):
            if _identity(found.value) not in self._objects:
                self._objects[_identity(found.value)] = found.value
                self._add_class(found.value)
        elif isinstance(found, Constant) and id(found.value) not in self._constants:
            self._constants[id(found.value)] = found.value
            if _has_methods(found.value):  # what they do is compiled in as well
                self.add(Known(found.value))
            for cls in {type(each): None for each in all_in(found.value) if _has_methods(each)}:
                self.add(Known(cls))
        elif isinstance(found, Native) and isinstance(found.value, type):
            self._add_class(found.value)
        elif isinstance(found, Weighed):
            self.weights.setdefault(id(found.value), found.value)

    def _add_class(self, owner: Any) -> None:
        """Adds the functions of an author's class; for an object only its special methods, which operators call."""
        cls = owner if isinstance(owner, type) else type(owner)
        if not _is_of_others(cls.__module__):
            for function in functions_of(cls):
                if owner is cls or (function.__name__.startswith("__") and function.__name__ != "__init__"):
                    self._functions.setdefault(_key(Function(function)), Function(function))

    def follow(self) -> None:
        """Adds all that can be reached from the entries so far."""
        size = -1
        while size != (size := len(self._functions) + len(self._objects) + len(self._names)):
            for found in [*self._functions.values()]:
                for _, value in self._read_by(found.function):
                    self.add(meaning(value))
            for owner in [*self._objects.values()]:
                for _, each in self._attributes(owner):
                    self.add(each)

    def _read_by(self, function: Any) -> Iterator[tuple[str, Any]]:
        """The globals, closed-over variables and defaults of a function, by name."""
        if _is_foreign(function):
            return
        names = {name for code in _codes(function.__code__) for name in code.co_names}
        self._names |= names
        for name in sorted(names):
            if name in function.__globals__:
                yield name, function.__globals__[name]
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            yield name, cell.cell_contents
        for number, default in enumerate(function.__defaults__ or ()):
            yield f"default {number}", default
        yield from sorted((function.__kwdefaults__ or {}).items())

    def _attributes(self, owner: Any) -> Iterator[tuple[str, Meaning | None]]:
        """The attributes of an object that may be read, and what a list, tuple, set or dict holds."""
        if isinstance(owner, functools.partial):
            yield from (("part", meaning(each)) for each in (owner.func, owner.args, owner.keywords))
        if isinstance(owner, list | tuple | dict | set | frozenset):
            parts = [each for _, each in parts_of(owner)]
            yield from (
                ("part", meaning(each)) for each in (sorted(parts, key=_named) if isinstance(owner, set | frozenset) else parts)
            )
        for name in sorted(self._names):
            if not name.startswith("__"):
                try:
                    yield name, attribute(owner, name)
                except Exception:  # a property that fails fails again, with its reason, where it is compiled
                    yield name, None

    def written(self, meanings: dict[str, Meaning | None]) -> Iterator[str]:
        """Yields everything reached as texts."""
        for name, found in meanings.items():
            yield name
            yield from self._mention(found)
        for found in self._functions.values():
            function = found.function
            yield f"function {function.__qualname__}"
            if not _is_foreign(function):
                for code in _codes(function.__code__):
                    yield from _code(code)
            for place, each in sorted(found.given.items()):
                yield f"given {place}"
                yield from self._mention(Known(each))
            for name, value in self._read_by(function):
                yield name
                yield from self._mention(meaning(value))
        for owner in self._objects.values():
            yield f"object {type(owner).__qualname__}"
            for name, each in self._attributes(owner):
                if each is not None:
                    yield name
                    yield from self._mention(each)

    def _mention(self, found: Meaning | None) -> Iterator[str]:
        """Yields a constant by its value, and a function or object by its number."""
        if isinstance(found, Constant):
            yield from _constant(found.value)
        elif isinstance(found, Function):
            yield f"function {[*self._functions].index(_key(found))}" if _key(found) in self._functions else "function"
        elif isinstance(found, Known):
            known = _identity(found.value)
            yield f"object {[*self._objects].index(known)}" if known in self._objects else _named(found.value)
        elif isinstance(found, Native):
            yield from _native(found.value)
        elif isinstance(found, Weighed):
            kind = "whole" if found.value.are_whole else "float"
            place = [*self.weights].index(id(found.value)) if id(found.value) in self.weights else "new"
            yield f"weights {place} {kind} {len(found.value)} {' '.join(found.value.names)}"
        else:
            yield "nothing"


def _key(found: Function) -> Any:
    return found.function, tuple(sorted((place, repr(_identity(each))) for place, each in found.given.items()))


def _has_methods(value: Any) -> bool:
    """True for an object of an author's class that stands for a value, whose methods and properties code may use."""
    cls = type(value)
    is_value = fields_of(cls) is not None or value_fields(value) is not None
    return is_value and not isinstance(value, Enum) and not _is_of_others(cls.__module__)


def _identity(value: Any) -> Any:
    """The identity of an object: `id`, but class and fields for a constant, which may be a new object on each read."""
    return (type(value), *_constant(value)) if _has_methods(value) and is_constant(value) else id(value)


def _is_foreign(value: Any) -> bool:
    """True for a module or function that is no part of the game: of the standard library, NumPy or this package."""
    name = value.__name__ if isinstance(value, types.ModuleType) else getattr(value, "__module__", None)
    return isinstance(name, str) and isinstance(value, types.ModuleType | types.FunctionType) and _is_of_others(name)


def _is_of_others(module: str) -> bool:
    return module.split(".")[0] in _FOREIGN and not module.startswith(_RULES)


def _native(value: Any) -> Iterator[str]:
    """Yields a `Native` object by name, with the values of it that may be compiled in."""
    yield _named(value)
    if isinstance(value, type) and hasattr(value, "_fields"):
        yield from value._fields
        for name, default in sorted(value._field_defaults.items()):
            yield name
            yield from _constant(default)
    elif isinstance(value, type) and issubclass(value, Enum):
        for member in value:
            yield member.name
            yield from _constant(member.value)
    elif type(value).__module__.split(".")[0] == "numpy":
        yield pickle.dumps(value).hex()


def _named(value: Any) -> str:
    return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', type(value).__qualname__)}"


def _code(code: types.CodeType) -> Iterator[str]:
    yield from (code.co_code.hex(), code.co_exceptiontable.hex(), str(code.co_flags), str(code.co_argcount))
    yield from (*code.co_names, "/", *code.co_varnames, "/", *code.co_freevars, "/")
    for constant in code.co_consts:
        if not isinstance(constant, types.CodeType):
            yield from _constant(constant)


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yields a function's code and that of nested functions."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)


def _constant(value: Any) -> Iterator[str]:
    """Yields the type and value of a constant, nested."""
    yield type(value).__qualname__
    if isinstance(value, dict):
        value = tuple(value.items())
    if isinstance(value, tuple | list | frozenset | set | range) and not hasattr(value, "_fields"):
        items = sorted(value, key=lambda each: [*_constant(each)]) if isinstance(value, set | frozenset) else value
        yield str(len(items))
        for item in items:
            yield from _constant(item)
    elif isinstance(value, float):
        yield value.hex()
    elif isinstance(value, Enum):
        yield value.name
        yield from _constant(value.value)
    elif (names := value_fields(value) if is_plain_object(value) else fields_of(type(value))) is not None:
        for name, each in zip(names, in_fields(value, names), strict=False):
            yield name
            yield from _constant(each)
    else:
        yield repr(value)
