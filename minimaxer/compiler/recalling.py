"""Moves that `outcome` has listed, kept for the kernel that asks for them next: many rules end with `if not self.moves(state)`.

A list is kept with the words of its state until the arena is rewound or the rules are asked for another state, which they may
still change while they make it.
"""

from __future__ import annotations

import ast
import collections
import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from types import FunctionType
from typing import Any, Final

from llvmlite import ir

from . import memory, value_types as t
from .builder import FunctionBuilder, MergePoint, Value, has_type, is_ours
from .lists import copied
from .operations import as_list, call_value
from .program import Recall
from .runtime import header as h
from .runtime.intrinsics import Fit
from .source import NoSourceError, source_of

_BETWEEN: Final = ("player", "key", "evaluate", "bounds", "search_moves", "order")
"""Methods that kernels may call between `outcome` and `moves`."""
_CHANGING: Final = {name for cls in (list, set, dict, collections.deque) for name in vars(cls) if name not in vars(tuple)} | {
    "copyto", "fill", "fill_diagonal", "heapify", "heappop", "heappush", "heappushpop", "heapreplace", "insort", "insort_left",
    "insort_right", "itemset", "partition", "place", "put", "putmask", "resize", "shuffle",
}  # fmt: skip
"""Names of methods and functions that change their object or an argument."""


def recall_of(game: Any, item: t.Type, *, classes: Iterable[type], can_change: bool) -> Recall | None:
    """What kernels need to find the moves that `outcome` has listed; None where they must not.

    Args:
        game: The rules object.
        item: The type of moves in memory.
        classes: The classes of objects in states.
        can_change: True if states can change: then `outcome` must change nothing, not even for a moment.
    """
    moves, outcome, *others = (_function(getattr(game, name, None)) for name in ("moves", "outcome", *_BETWEEN))
    owners = (game, *classes)
    if moves is None or outcome is None or moves not in (asked := _reached(outcome, owners, moves)):
        return None
    if can_change and any(map(_changes, asked - {moves})):
        return None
    harmless = frozenset(each for each in others if each is not None and moves not in _reached(each, owners, moves))
    return Recall(game, moves, harmless | {moves, outcome}, item)


def _function(method: object) -> FunctionType | None:
    """The function of a method, a property, or itself; None of all else."""
    function = getattr(method, "fget", getattr(method, "__func__", method))
    return function if isinstance(function, FunctionType) else None


def _reached(function: FunctionType, owners: Sequence[object], last: FunctionType) -> set[FunctionType]:
    """The function, and those that it may call, by their names in its module and in the owners, but not by way of the last."""
    seen, todo = {function}, [function]
    while todo:
        caller = todo.pop()
        for each in _nodes(caller):
            places: Iterable[object] = ()
            if isinstance(each, ast.Attribute):
                places = (_function(inspect.getattr_static(owner, each.attr, None)) for owner in owners)
            elif isinstance(each, ast.Name):
                places = (_function(caller.__globals__.get(each.id)),)
            new = {place for place in places if isinstance(place, FunctionType)} - seen
            seen |= new
            todo += new - {last}
    return seen


def _nodes(function: FunctionType) -> list[ast.AST]:
    try:
        return list(ast.walk(source_of(function)))
    except NoSourceError:
        return []


def _changes(function: FunctionType) -> bool:
    """True if a function may change something that it did not make."""
    nodes = _nodes(function)
    numbers = {
        each.id
        for node in nodes
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for each in node.targets
        if isinstance(each, ast.Name)
    }
    for each in nodes:
        if isinstance(each, (ast.Attribute, ast.Subscript)) and not isinstance(each.ctx, ast.Load):
            return True
        if isinstance(each, (ast.Attribute, ast.Name)) and getattr(each, "attr", getattr(each, "id", "")) in _CHANGING:
            return True
        if isinstance(each, ast.AugAssign) and not (isinstance(each.target, ast.Name) and each.target.id in numbers):
            return True
    return False


def after_call(b: FunctionBuilder, function: Callable[..., object], given: list[Value], found: Value) -> None:
    """Keeps what a call of `moves` gave; forgets moves behind any call of a kernel that may make a state."""
    recall = b.program.recall
    if recall is None:
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
    if len(given) > 2 or given[0].type != t.Constant(recall.game):  # with other arguments they may be other moves
        return
    if found.type.item != recall.item:
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
    if not b.emits or not isinstance(type_, t.List) or type_.item != recall.item:
        return make()
    meeting, held = MergePoint(b), b.peek(b.mem, h.LISTED)

    def look() -> None:
        pairs = [b.compare("==", b.peek(held, number), word) for number, word in enumerate(_words(b, state), 1)]
        b.leave_if(functools.reduce(b.ir.and_, pairs, b.bit(True)), meeting, Value(type_, (b.peek(held, 0),)))

    b.either(b.compare("!=", held, b.word(0)), look, lambda: None)
    meeting.arrive(b.convert(make(), type_))
    return meeting.meet(type_)
