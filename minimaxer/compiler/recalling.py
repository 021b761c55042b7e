"""Moves that `outcome` has listed, kept for the kernel that asks for them next: many rules end with `if not self.moves(state)`.

A list is kept with the words of its state until the kernel takes it, the arena is rewound, or the rules are asked for what may
make another state. A list of a state that can change is kept only where `outcome` itself makes it and surely changes nothing.
"""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable, Iterator
from types import FunctionType, MethodType
from typing import Any, Final

from llvmlite import ir

from . import memory, value_types as t
from .builder import FunctionBuilder, MergePoint, Value, has_type, is_ours
from .lists import copied
from .marshal import Form
from .operations import as_list, call_value
from .program import Recall
from .runtime import header as h
from .runtime.intrinsics import Fit
from .runtime.layout import Layout
from .runtime.values import is_authors
from .source import NoSourceError, own_names, parameters, source_of

_BETWEEN: Final = ("player", "key", "evaluate", "bounds", "order")
"""Methods that kernels may call between `outcome` and `moves`."""
_LAZY: Final = ("search_moves", "noisy_moves", "chances")
"""Methods whose code may run while a kernel is at other things."""
_HARMLESS: Final = frozenset(
    ("abs", "all", "any", "bool", "divmod", "int", "len", "list", "max", "min", "range", "set", "sorted", "sum", "tuple", "zip")
)
"""Functions of Python that change nothing."""
_NO_OPERATORS: Final = ("__init__", "__new__", "__repr__", "__str__", "__hash__", "__post_init__", "__init_subclass__")
"""Methods of a class of its author that do not run as operators do."""


def recall_of(game: Any, state: Form, move: Form) -> Recall | None:
    """What kernels need to find the moves that `outcome` has listed; None where they must not."""
    moves, outcome, *others = (_function(getattr(game, name, None)) for name in ("moves", "outcome", *_BETWEEN))
    if moves is None or outcome is None or move.layout.changes:
        return None
    if not state.layout.changes:
        return Recall(game, moves, None, frozenset((moves, outcome, *others)), state.type, move.type)
    classes = {*_classes_in(state.layout)}
    if any(hasattr(game, name) for name in _LAZY) or not _is_simple(outcome, game, classes, moves):
        return None
    harmless = (each for each in others if each is not None and _is_simple(each, game, classes, None))
    return Recall(game, moves, outcome, frozenset((moves, outcome, *harmless)), state.type, move.type)


def _function(method: object) -> FunctionType | None:
    function = method.__func__ if isinstance(method, MethodType) else None
    return function if isinstance(function, FunctionType) else None


def _classes_in(layout: Layout) -> Iterator[type]:
    if layout.cls is not None:
        yield layout.cls
    for each in layout.items:
        yield from _classes_in(each)


def _is_simple(function: FunctionType, game: Any, classes: set[type], moves: FunctionType | None) -> bool:
    """True if a method surely changes no state, unless `moves` does: it stores to names, and calls only what is harmless. It may
    call `moves` without a look at it, but use no methods, operators or properties of `classes`, those of objects in states.
    """
    operators = {name for cls in classes for name in dir(cls) if name.startswith("__")}.difference(_NO_OPERATORS)
    if any(is_authors(getattr(cls, name, None)) for cls in classes for name in operators):
        return False
    todo, seen = [function], {function, moves}
    while todo:
        called = _called_by(todo.pop(), game, classes)
        if called is None:
            return False
        todo += called - seen
        seen |= called
    return True


def _called_by(function: FunctionType, game: Any, classes: set[type]) -> set[FunctionType] | None:
    """The other methods that a method calls; None if it may change anything itself."""
    try:
        node = source_of(function)
    except NoSourceError:
        return None
    me, called = next(iter(parameters(node)), ""), set[FunctionType]()
    own = {*own_names(node), *function.__globals__, *function.__code__.co_freevars}
    for each in ast.walk(node):
        if isinstance(each, (ast.Attribute, ast.Subscript)) and not isinstance(each.ctx, ast.Load):
            return None
        match each:
            case ast.Call(ast.Name(name)) if name in _HARMLESS and name not in own:
                pass
            case ast.Call(ast.Attribute(ast.Name(owner), name)) if owner == me:
                if (method := _function(getattr(game, name, None))) is None:
                    return None
                called.add(method)
            case ast.Name(name, ctx) if name == me and not isinstance(ctx, ast.Load):
                return None
            case ast.Attribute(_, name) if any(_runs(cls, name) for cls in classes):
                return None
            case ast.FunctionDef() | ast.Lambda() if each is not node:
                return None
            case ast.Call() | ast.AugAssign() | ast.Yield() | ast.YieldFrom() | ast.Global() | ast.Nonlocal() | ast.Import():
                return None
    return called


def _runs(cls: type, name: str) -> bool:
    """True if an attribute of an object is more than a value: a method, a property, or anything else that runs code."""
    found = inspect.getattr_static(cls, name, None)
    return callable(found) or hasattr(found, "fget") or hasattr(found, "func")


def after_call(b: FunctionBuilder, function: Callable[..., object], given: list[Value], found: Value) -> None:
    """Keeps what a call of `moves` gave; forgets moves behind any call of a kernel that may make a state."""
    if (recall := b.program.recall) is None:
        return
    if not b.is_ours:
        keep(b, function, given, found)
    elif b.live and function not in recall.harmless and not is_ours(function):
        b.poke(b.mem, h.LISTED, b.word(0))


def keep(b: FunctionBuilder, function: object, given: list[Value], found: Value) -> None:
    """Keeps the result of a call for the kernel, if it is the game's `moves` that has just made a list."""
    recall = b.program.recall
    if recall is None or function is not recall.moves or not has_type(found, t.List) or b.is_ours:
        return
    is_all = len(given) == 2 and given[0].type == t.Constant(recall.game)  # with other arguments they may be other moves
    fits = found.type.item == recall.move and b.at_run_time(given[-1]).type == recall.state
    if not is_all or not fits or recall.asker not in (None, b.frame.function):
        return
    if not b.emits:
        memory.allocate(b, None)
        b.program.facts += not b.program.keeps_moves
        b.program.keeps_moves = True
    elif b.live:
        words = _words(b, given[1])
        place = memory.allocate(b, b.word(8 * (1 + len(words))))
        b.poke(place, 0, copied(b, found).components[0])  # a copy, since the rules may change theirs
        for number, word in enumerate(words, 1):
            b.poke(place, number, word)
        b.poke(b.mem, h.LISTED, place)


def _words(b: FunctionBuilder, state: Value) -> list[ir.Value]:
    return [memory.to_word(b, component) for component in b.at_run_time(state).components]


def moves_of(b: FunctionBuilder, fit: Fit, given: list[Value], node: ast.AST | None) -> Value:
    """The items of a function that kernels call: where it is `moves` and `outcome` has listed them already, that list."""
    call = functools.partial(call_value, b, Value(t.Constant(fit.function)), given, {}, node)
    recall = b.program.recall
    if recall is None or not b.program.keeps_moves or _function(fit.function) is not recall.moves:
        return call()
    return _recalled(b, recall, given[0], lambda: as_list(b, call(), b.marker("recalled")))


def _recalled(b: FunctionBuilder, recall: Recall, state: Value, make: Callable[[], Value]) -> Value:
    with b.dry():
        type_ = make().type
    if not b.emits or not isinstance(type_, t.List) or type_.item != recall.move or b.at_run_time(state).type != recall.state:
        return make()
    meeting, held = MergePoint(b), b.peek(b.mem, h.LISTED)
    with b.when(b.compare("!=", held, b.word(0))):
        pairs = [b.compare("==", b.peek(held, number), word) for number, word in enumerate(_words(b, state), 1)]
        b.leave_if(functools.reduce(b.ir.and_, pairs, b.bit(True)), meeting, Value(type_, (b.peek(held, 0),)))
    found = meeting.close(b.convert(make(), type_), type_)
    b.poke(b.mem, h.LISTED, b.word(0))
    return found
