"""The source of functions, their syntax trees with the lines of the author's own file, and the meaning of names in it.

Compiling a game means running it with everything fixed but the state: once the rules object is known, fields, properties and
class constants of it are constants, its methods are functions with `self` given.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import inspect
import linecache
import sys
import types
from collections.abc import Callable, Mapping
from enum import Enum
from operator import attrgetter, itemgetter
from typing import Final, cast

from attrs import field, frozen

from ..game.weights import Weights
from .runtime.values import fields_of, is_made_up, value_fields

MISSING: Final = object()


@frozen
class Constant:
    """A value that is compiled in."""

    value: object


@frozen(eq=False)
class Function:
    """A Python function, with some arguments bound to known objects: `given`, by the position of their parameters."""

    function: types.FunctionType
    given: Mapping[int, object] = field(factory=dict)


@frozen(eq=False)
class Known:
    """An object known now, whose attributes can be resolved: a rules object, a module, a class."""

    value: object


@frozen(eq=False)
class Native:
    """A value used as it is, such as `len`, `math.sqrt` or a class of values."""

    value: object


@frozen(eq=False)
class Weighed:
    """Weights, which code reads from memory: their values are not compiled in."""

    value: Weights


Meaning = Constant | Function | Known | Native | Weighed


def attribute(owner: object, name: str) -> Meaning | None:
    """The meaning of `owner.name`; None where there is no such attribute."""
    if isinstance(owner, types.ModuleType):
        value = getattr(owner, name, MISSING)
        return None if value is MISSING else meaning(value)
    type_ = owner if isinstance(owner, type) else type(owner)
    static = inspect.getattr_static(type_, name, MISSING)
    if isinstance(static, staticmethod):
        return meaning(static.__func__)
    if isinstance(static, classmethod):
        return Function(cast("types.FunctionType", static.__func__), {0: type_})
    if hasattr(static, "cache_info"):
        static = static.__wrapped__
    if isinstance(static, types.FunctionType):
        return Function(static, {} if isinstance(owner, type) else {0: owner})
    if owner is type_ and isinstance(static, property | functools.cached_property):
        return None
    if isinstance(static, property) and isinstance(static.fget, types.FunctionType):
        return Function(static.fget, {0: owner})  # its value may be a new object each time
    value = getattr(owner, name, MISSING)
    return None if value is MISSING or is_made_up(owner, name, value) else meaning(value)


def meaning(value: object) -> Meaning:
    """The meaning of a value found in a global, a closure or an attribute."""
    if is_constant(value):
        return Constant(value)
    if isinstance(value, Weights):
        return Weighed(value)
    if isinstance(value, types.FunctionType):
        return Function(value)
    if isinstance(value, types.MethodType) and isinstance(value.__func__, types.FunctionType):
        return Function(value.__func__, {0: value.__self__})
    if hasattr(value, "cache_info") and isinstance(wrapped := getattr(value, "__wrapped__", None), types.FunctionType):
        return Function(wrapped)
    if isinstance(value, type) and (issubclass(value, Enum) or fields_of(value) is not None or value.__module__ == "builtins"):
        return Native(value)
    is_builtin = isinstance(value, types.BuiltinFunctionType | types.BuiltinMethodType)
    return Native(value) if is_builtin or type(value).__module__.split(".")[0] == "numpy" else Known(value)


def is_constant(value: object) -> bool:
    """True if a value can be compiled in: numbers, texts, None, members of Enums, and collections of them."""
    if value is None or isinstance(value, bool | int | float | str | bytes | slice | Enum | itemgetter | attrgetter):
        return True
    if isinstance(value, dict):
        return all(_is_part(each) for pair in value.items() for each in pair)
    if isinstance(value, (tuple, list, set, frozenset, range)):
        return all(map(_is_part, value))
    names = None if isinstance(value, type) else fields_of(type(value))
    if names is None or any(hasattr(value, name) for name in ("initial", "moves", "play")):  # rules are no values
        return False
    return all(_is_part(getattr(value, name)) for name in names)


def _is_part(value: object) -> bool:
    """True if a collection that holds a value can be compiled in: also an object of a plain class may be there."""
    return is_constant(value) or value_fields(value) is not None


Node = ast.FunctionDef | ast.Lambda

_HIDING: Final = (ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.Try, ast.TryStar, ast.With, ast.Match)
"""Parts of a function that bind or read names elsewhere, or run behind a `return`."""
_BINDING: Final = (ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal)
SHAREABLE: Final = frozenset({"list", "map", "tuple"})
"""Python's functions by which `frozen_in_place` knows new lists, and what becomes of them."""


class NoSourceError(Exception):
    """A function has no source to compile."""


def source_of(function: Callable[..., object]) -> Node:
    """The function's syntax tree; raises NoSourceError if there is no source, as of what was typed at a prompt or made by `exec`,
    or it cannot be told from others on its line.
    """
    code = function.__code__
    lines = "".join(linecache.getlines(code.co_filename, function.__globals__))
    if not lines and code.co_filename == "<string>" and "-c" in sys.orig_argv[:-1]:
        lines = sys.orig_argv[sys.orig_argv.index("-c") + 1]
    if not lines:
        raise NoSourceError(code.co_filename)
    found = _functions(lines).get((code.co_firstlineno, code.co_name), [])
    if len(found) > 1:  # lambdas on one line, perhaps within each other
        found = [node for node in found if isinstance(node, ast.Lambda) and _is_made_of(node.body, code)]
    if not found:
        raise NoSourceError(code.co_filename)
    return found[0]


def _is_made_of(body: ast.expr, code: types.CodeType) -> bool:
    """True if code is that of a lambda's body: if it stands at the same place."""
    places = [place for place in code.co_positions() if None not in place and place[0::2] != place[1::2]]
    if not places:  # CPython 3.12 keeps none of a constant
        with contextlib.suppress(ValueError):
            return repr(ast.literal_eval(body)) == repr(code.co_consts[-1])
        return False
    first, last = min(place[0::2] for place in places), max(place[1::2] for place in places)
    return (body.lineno, body.col_offset, body.end_lineno, body.end_col_offset) == (*first, *last)


@functools.lru_cache(maxsize=64)
def _functions(text: str) -> dict[tuple[int, str], list[Node]]:
    """The functions of a file by their first line, decorators included, and name; private names are mangled, as Python does."""
    found: dict[tuple[int, str], list[Node]] = {}

    def walk(node: ast.AST, cls: str) -> None:
        for each in ast.iter_child_nodes(node):
            if cls:
                _mangle(each, cls)
            if isinstance(each, (ast.FunctionDef, ast.Lambda)):
                first = min(part.lineno for part in (each, *getattr(each, "decorator_list", ())))
                found.setdefault((first, getattr(each, "name", "<lambda>")), []).append(each)
            walk(each, each.name.lstrip("_") if isinstance(each, ast.ClassDef) else cls)

    walk(ast.parse(text), "")
    return found


def _mangle(node: ast.AST, cls: str) -> None:
    """Mangles the private name of a node within a class, such as `__cells`."""
    for name in ("id", "attr", "arg"):
        given = getattr(node, name, None)
        if isinstance(given, str) and given.startswith("__") and not given.endswith("__"):
            setattr(node, name, f"_{cls}{given}")


def shown_parts(node: ast.expr) -> list[ast.expr]:
    """The parts of an argument of `print` whose evaluation may have an effect or fail; texts made of them are left out."""
    if isinstance(node, (ast.Name, ast.Constant)):
        return []
    if isinstance(node, ast.Call) and ast.unparse(node.func) in ("str", "repr") and not node.keywords:
        inner = node.args
    elif isinstance(node, (ast.FormattedValue, ast.Starred)):
        inner = [node.value]
    elif isinstance(node, ast.JoinedStr):
        inner = node.values
    else:
        return [node]
    return [part for each in inner for part in shown_parts(each)]


@functools.lru_cache(maxsize=4096)
def yields(node: Node) -> bool:
    """True if a function is a generator."""
    return any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in own_nodes(node))


@functools.lru_cache(maxsize=4096)
def own_nodes(node: Node) -> tuple[ast.AST, ...]:
    """The nodes of a function's body without those of functions within it."""
    todo: list[ast.AST] = [*node.body] if isinstance(node.body, list) else [node.body]
    found = []
    while todo:
        each = todo.pop()
        found.append(each)
        if not isinstance(each, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            todo += ast.iter_child_nodes(each)
    return tuple(found)


def parameters(node: Node) -> list[str]:
    """The names of a function's parameters, in order."""
    names = node.args
    return [each.arg for each in (*names.posonlyargs, *names.args, names.vararg, *names.kwonlyargs) if each is not None]


@functools.lru_cache(maxsize=4096)
def own_names(node: Node) -> frozenset[str]:
    """The names that a function assigns to."""
    names = set(parameters(node))
    for each in own_nodes(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            names.add(each.id)
        elif isinstance(each, (ast.FunctionDef, ast.MatchAs, ast.MatchStar, ast.ExceptHandler)) and each.name is not None:
            names.add(each.name)
        elif isinstance(each, ast.alias):
            names.add(each.asname or each.name)
    return frozenset(names)


@functools.lru_cache(maxsize=4096)
def frozen_in_place(node: Node) -> frozenset[ast.AST]:
    """The calls `tuple(name)`, part of a `return`, whose tuple may take the memory of a list that is not used again.

    The function made the list, gave it no other name and put it nowhere: all other uses are `name[index]`. The same of calls that
    make tuples of lists within a list, all new: there, all other uses are `name[index][index]`.
    """
    _, *nodes = ast.walk(node)
    if own_names(node) & SHAREABLE or any(isinstance(each, (*_HIDING, *_BINDING)) for each in nodes):
        return frozenset()
    parents = {child: each for each in (node, *nodes) for child in ast.iter_child_nodes(each)}
    found: set[ast.AST] = set()
    for name in own_names(node).difference(parameters(node)):
        uses = [each for each in nodes if isinstance(each, ast.Name) and each.id == name]
        stores = [each for each in uses if not isinstance(each.ctx, ast.Load)]
        made, loads = parents[stores[0]], [each for each in uses if each not in stores]
        if not isinstance(made, ast.Assign) or made.targets != stores or not _makes_list(made.value):
            continue
        items = {each for each in loads if _is_indexed(each, parents)}
        calls = {parents[each]: each for each in loads if _is_call(parents[each], "tuple")}
        cells, rows = set(), {}
        if _makes_list_of_lists(made.value):
            slices = {each for each in items if isinstance(getattr(parents[each], "slice", None), ast.Slice)}
            cells = {each for each in items - slices if _is_indexed(parents[each], parents)}
            rows = {call: each for each in loads if (call := _tuple_of_tuples(each, parents)) is not None}
        for ends, others in ((calls, items), (rows, cells)):
            ends = {call: each for call, each in ends.items() if _is_returned(call, parents)}
            if others.union(ends.values()).issuperset(loads):
                found.update(ends)
    return frozenset(found)


def _is_call(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == name and len(node.args) == 1


def _is_indexed(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    user = parents[node]
    return isinstance(user, ast.Subscript) and user.value is node


def _makes_list(node: ast.expr) -> bool:
    return isinstance(node, (ast.List, ast.ListComp)) or _is_call(node, "list")


def _makes_list_of_lists(node: ast.expr) -> bool:
    """True of an expression that makes a list of new lists: `[list(row) for row in rows]`, `list(map(list, rows))`."""
    if isinstance(node, ast.ListComp):
        return _makes_list(node.elt)
    inner = node.args[0] if isinstance(node, ast.Call) and _is_call(node, "list") else None
    return isinstance(inner, ast.Call) and [ast.unparse(each) for each in (inner.func, *inner.args[:1])] == ["map", "list"]


def _tuple_of_tuples(name: ast.Name, parents: dict[ast.AST, ast.AST]) -> ast.AST | None:
    """The call `tuple(tuple(row) for row in name)`, or `tuple(map(tuple, name))`, that a name is part of; None of all others."""
    inner = parents[name]
    if isinstance(inner, ast.comprehension):
        row, inner = ast.unparse(inner.target), parents[inner]
        texts = [f"{left}tuple({row}) for {row} in {name.id}{right}" for left, right in ("()", "[]")]
    else:
        texts = [f"map(tuple, {name.id})"]
    return parents[inner] if ast.unparse(inner) in texts and _is_call(parents[inner], "tuple") else None


def _is_returned(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    while isinstance(node, (ast.expr, ast.keyword, ast.comprehension)):
        node = parents[node]
    return isinstance(node, ast.Return)
