"""Moves that are a filter, such as `[i for i, cell in enumerate(board) if cell == 0]`: counted and drawn without a list of them.

Drawing tries random places until the condition holds for one, which is uniform, and quick where it holds for many.
"""

from __future__ import annotations

import ast
import functools
import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from . import value_types as t
from .builder import Frame, FunctionBuilder, MergePoint, Value, enter, known, leave_frame
from .calls import Keywords, bound, call_value, plain_function
from .converting import tuple_of
from .expressions import evaluate
from .library import library
from .operations import assign_to, choose, run
from .runtime import intrinsics as native
from .source import Node, NoSourceError, own_names, parameters, source_of
from .streams import each_of_comprehension
from .views import view

_PLAIN: Final = (
    ast.Attribute, ast.BinOp, ast.BoolOp, ast.Compare, ast.Constant, ast.Name, ast.Subscript, ast.Tuple, ast.UnaryOp,
    ast.expr_context, ast.operator, ast.boolop, ast.cmpop, ast.unaryop,
)  # fmt: skip
_LONG: Final = 32
"""Items from which on counting is quicker than listing."""
_FAILING: Final = (ast.Subscript, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.LShift, ast.RShift)
_ITERATED: Final = ("enumerate", "len", "range", "reversed", "zip")
_Filter = tuple[list[ast.stmt], ast.GeneratorExp, ast.GeneratorExp]


@functools.lru_cache(maxsize=4096)
def filter_in(node: Node) -> _Filter | None:
    """The assignments before a filter, and the filter as a comprehension, of a function that does nothing else; else None. A
    second comprehension gives 0 for each of its items.
    """
    body: list[Any] = [*node.body] if isinstance(node.body, list) else [ast.Return(node.body)]
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        del body[0]  # the docstring
    made = ""
    match body:
        case [*before, ast.Return(ast.ListComp(item, parts) | ast.GeneratorExp(item, parts))]:
            pass
        case [*before, ast.Assign([ast.Name(name)], ast.List([])), ast.For() as loop, ast.Return(ast.Name(result))]:
            parts, inner = _loops(loop)
            match inner:
                case ast.Expr(ast.Call(ast.Attribute(ast.Name(owner), "append"), [item], [])) if name == result == owner:
                    made = name
                case _:
                    return None
        case [*before, ast.For() as loop]:
            parts, inner = _loops(loop)
            match inner:
                case ast.Expr(ast.Yield(ast.expr() as item)):
                    pass
                case _:
                    return None
        case _:
            return None
    tests = [test for part in parts for test in part.ifs]
    targets = {each.id for part in parts for each in ast.walk(part.target) if isinstance(each, ast.Name)}
    asked = {each.id for part in parts for each in ast.walk(part.iter) if isinstance(each, ast.Name)}
    read = {each.id for test in (item, *tests) for each in ast.walk(test) if isinstance(each, ast.Name)}
    is_plain = all(isinstance(each, ast.Assign) and _is_plain(each.value) for each in before)
    stored = [part for each in before if isinstance(each, ast.Assign) for target in each.targets for part in ast.walk(target)]
    is_plain = is_plain and all(isinstance(each, (ast.Name, ast.Tuple, ast.Store)) for each in stored)
    is_plain = is_plain and _is_plain(parts[0].iter, _ITERATED) and all(map(_is_plain, tests))
    me = next(iter(parameters(node)), "")
    is_plain = is_plain and _never_fails(item, me) and all(_never_fails(part.iter, me, _ITERATED) for part in parts[1:])
    if not is_plain or not parts[-1].ifs or any(part.ifs for part in parts[:-1]) or asked & targets or made in asked | read:
        return None
    test = tests[0] if len(tests) == 1 else ast.copy_location(ast.BoolOp(ast.And(), tests), tests[0])
    last = ast.comprehension(parts[-1].target, parts[-1].iter, [test], 0)
    nothing = ast.copy_location(ast.Constant(0), item)
    drawing, counting = (ast.copy_location(ast.GeneratorExp(each, [*parts[:-1], last]), item) for each in (item, nothing))
    return before, drawing, counting


def _loops(loop: ast.For) -> tuple[list[ast.comprehension], ast.stmt]:
    """The loops, each the only statement of the one around it, as parts of a comprehension; and the statement within."""
    parts = [ast.comprehension(loop.target, loop.iter, [], 0)]
    inner: ast.stmt = loop
    while isinstance(inner, (ast.For, ast.If)) and len(inner.body) == 1 and not inner.orelse:
        inner = inner.body[0]
        if isinstance(inner, ast.For):
            parts.append(ast.comprehension(inner.target, inner.iter, [], 0))
        elif isinstance(inner, ast.If):
            parts[-1].ifs.append(inner.test)
    return parts, inner


def _is_plain(node: ast.AST, calls: tuple[str, ...] = ()) -> bool:
    """True of an expression that costs little, and calls nothing but these."""
    return all(
        isinstance(each, _PLAIN) or (isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id in calls)
        for each in ast.walk(node)
    )


def _never_fails(node: ast.AST, me: str, calls: tuple[str, ...] = ()) -> bool:
    """True of such an expression that raises nothing: an item is worked out only where it is drawn, what loops within always."""
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute):
            if not isinstance(each.value, ast.Name) or each.value.id != me:  # such as `self.width`
                return False
        elif isinstance(each, _FAILING):
            return False
    return _is_plain(node, calls)


class _Entered:
    """A filter whose function is entered, with what it goes through."""

    def __init__(self, b: FunctionBuilder, found: _Filter, frame: Frame) -> None:
        before, self.node, self.counting = found
        run(b, before)
        self.frame = frame
        self.given = [evaluate(b, part.iter) for part in self.node.generators]
        self.views: list[Any] = [view(b, each) for each in self.given] if b.live else []


@contextmanager
def _entered(b: FunctionBuilder, fit: native.Fit, given: list[Value], where: ast.AST) -> Iterator[_Entered | None]:
    """Enters a function that kernels call, if it is a filter."""
    function, first = plain_function(fit.function)
    try:
        node = None if function is None else source_of(function)
    except NoSourceError:
        node = None
    found = None if node is None else filter_in(node)
    if function is None or node is None or found is None:
        yield None
        return
    frame = Frame(function, node, None, (*b.path, id(where), id(node)), own_names(node))
    enter(b, frame, zip(parameters(node), bound(b, node, function, [*first, *given], {}, where), strict=True), None)
    yield _Entered(b, found, frame)
    leave_frame(b, frame)


def _is_long(b: FunctionBuilder, fit: native.Fit, given: list[Value], where: ast.AST) -> bool:
    """True if a function is a filter of so many items that it pays not to list them, or of a number known only at run time."""
    with b.dry(), _entered(b, fit, given, where) as entered:
        views = [] if entered is None else entered.views
        sizes = [0] if not views or None in views else [each.size for each in views]
    return None in sizes or math.prod(sizes) >= _LONG


@library(native.counted)
def _counted(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    fit: native.Fit = known(given[0])
    state = given[1:]
    if b.program.keeps_moves or b.program.counted is not None or not _is_long(b, fit, state, node):
        return Value(t.NONE)
    b.program.counts = True
    with _entered(b, fit, state, node) as entered:
        assert entered is not None
        total = functools.reduce(b.ir.mul, [each.count() for each in entered.views])
        slot = b.variable(b.word(0))

        def one(_: Value) -> None:
            b.ir.store(b.ir.add(b.ir.load(slot), b.word(1)), slot)

        is_long = b.compare(">=", total, b.word(_LONG))
        with b.when(is_long):
            each_of_comprehension(b, entered.counting, entered.frame, entered.given[0], one, node)
        found = [b.ir.load(slot), b.ir.select(is_long, total, b.word(0))]
    return tuple_of([Value(t.INT, (each,)) for each in found])


@library(native.drawn)
def _drawn(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    fit: native.Fit = known(given[0])
    state, below, mem, place = given[1:]
    meeting = MergePoint(b)
    with _entered(b, fit, [state], node) as entered:
        assert entered is not None
        comprehension, views = entered.node, entered.views
        targets = {each.id for part in comprehension.generators for each in ast.walk(part.target) if isinstance(each, ast.Name)}
        again = b.block("draw")
        b.enter(again)
        frame = Frame(entered.frame.function, comprehension, entered.frame, (*b.path, id(comprehension)), frozenset(targets))
        enter(b, frame, (), None)
        for part, source in zip(comprehension.generators, views, strict=True):
            index = call_value(b, below, [mem, place, Value(t.INT, (source.count(),))], {})
            assign_to(b, part.target, source.item(*index.components))
        test = comprehension.generators[-1].ifs[0]
        choose(b, test, lambda: meeting.arrive(b.convert(evaluate(b, comprehension.elt), fit.form.type)), lambda: None)
        leave_frame(b, frame)
        b.goto(again)
        b.live = True
    return meeting.meet(fit.form.type)
