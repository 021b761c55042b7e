"""Errors: `raise` and `try` in compiled code."""

from __future__ import annotations

import ast
import types
from collections.abc import Callable
from typing import Final

from llvmlite import ir

from . import value_types as t
from .builder import Frame, FunctionBuilder, Handler, MergePoint, Value, known
from .expressions import evaluate
from .objects import made
from .runtime import header as h
from .source import shown_parts
from .statements import run, statement

_LITTLE: Final = "an error whose text is made at run time; search the original game to read it"


@statement(ast.Raise)
def raised(b: FunctionBuilder, node: ast.Raise) -> None:
    """Compiles `raise`, of a new error or of the one being handled."""
    name = node.exc.id if isinstance(node.exc, ast.Name) else None
    for caught, number in reversed(b.frame.caught):
        if node.exc is None or (caught is not None and caught == name):
            b.fail_again(number())
            return
    if node.exc is None:
        b.refuse("raises again what it caught; raise something of its own", node)
    cls, text = _described(b, node.exc)
    if b.live and cls in b.program.looked_at:
        call = node.exc if isinstance(node.exc, ast.Call) else ast.Call(node.exc, [], [])
        is_named = isinstance(node.exc, ast.Name) and node.exc.id in b.frame.own
        if is_named or isinstance(known(evaluate(b, call.func)), BaseException):
            b.refuse("raises an error that was made before, and that a handler looks at; make it where it is raised", node)
        given = [evaluate(b, each) for each in call.args]
        error = made(b, cls, given, {str(each.arg): evaluate(b, each.value) for each in call.keywords}, node)
        if b.live:
            b.poke(b.mem, h.ERROR, error.components[0])
    b.fail(cls, text, is_raised=True)


def _described(b: FunctionBuilder, node: ast.expr) -> tuple[type[BaseException], str | None]:
    """The class and the text of an error; None where the text is made at run time."""
    call = node if isinstance(node, ast.Call) else None
    found = evaluate(b, node if call is None else call.func)
    cls = found.type.value if isinstance(found.type, t.Constant) else None
    if isinstance(cls, BaseException):
        return type(cls), str(cls)
    if not (isinstance(cls, type) and issubclass(cls, BaseException)):
        b.refuse("raises something that is no known error", node)
    if isinstance(node, ast.Name) and node.id in b.frame.own:  # it holds one that was made
        return cls, _LITTLE
    given = [] if call is None else [*call.args, *call.keywords]
    if all(isinstance(each, ast.Constant) for each in given):
        try:
            return cls, str(cls(*(each.value for each in given if isinstance(each, ast.Constant))))
        except Exception as error:  # whatever the class does
            b.refuse(f"makes a {cls.__name__}, which raised {type(error).__name__}: {error}", node)
    return cls, _LITTLE


@statement(ast.Try)
def attempt(b: FunctionBuilder, node: ast.Try) -> None:
    """Compiles `try`; the block of `finally` is emitted once for each path out of the statement."""
    if not node.finalbody:
        _attempt(b, node)
        return
    if any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in ast.walk(node)):
        b.refuse("gives items within a try with finally; give them behind it", node)
    frame, path = b.frame, b.path
    wrong, after, done = Handler((BaseException,), MergePoint(b)), MergePoint(b), MergePoint(b)
    outer = [frame.returns, *frame.breaks[-1:], *frame.continues[-1:]]
    inner = [MergePoint(b) for _ in outer]
    _lead(frame, inner)
    frame.handlers.append(wrong)
    _attempt(b, node)
    frame.handlers.pop()
    _lead(frame, outer)
    after.arrive()
    for place, (join, then) in enumerate([(after, done), (wrong.join, None), *zip(inner, outer, strict=True)]):
        value = join.meet()
        number = _held_number(b)
        b.path = (*path, -1 - place)
        run(b, node.finalbody)
        b.path = path
        if then is None:
            b.fail_again(number())
        else:
            then.arrive(None if value.type.is_never else value)
    done.meet()


def _lead(frame: Frame, ways: list[MergePoint]) -> None:
    """Redirects `return`, and `break` and `continue` of the innermost loop."""
    frame.returns = ways[0]
    frame.breaks[-1:] = ways[1:2]
    frame.continues[-1:] = ways[2:3]


def _held_number(b: FunctionBuilder) -> Callable[[], ir.Value]:
    """Saves the number and the object of the current error; returns a function that restores the object and reads the number."""
    words = (h.FAILURE, h.ERROR) if b.program.looked_at else (h.FAILURE,)
    slots = [b.variable(b.peek(b.mem, word)) for word in words] if b.live else []

    def again() -> ir.Value:
        if not b.live:
            return None
        for slot in slots[1:]:
            b.poke(b.mem, h.ERROR, b.ir.load(slot))
        return b.ir.load(slots[0])

    return again


def _attempt(b: FunctionBuilder, node: ast.Try) -> None:
    handlers = [Handler(_classes(b, each), MergePoint(b)) for each in node.handlers]
    after = MergePoint(b)
    frame = b.frame
    kept = list(frame.handlers)
    frame.handlers += reversed(handlers)
    run(b, node.body)
    frame.handlers[:] = kept
    run(b, node.orelse)
    after.arrive()
    for handler, each in zip(handlers, node.handlers, strict=True):
        handler.join.meet()
        if b.live:
            if each.name and _is_used(b, each):
                b.assign(each.name, _caught(b, handler, each))
            frame.caught.append((each.name, _held_number(b)))
            run(b, each.body)
            frame.caught.pop()
            if each.name:
                b.unbind(each.name)
        after.arrive()
    after.meet()


def _caught(b: FunctionBuilder, handler: Handler, node: ast.ExceptHandler) -> Value:
    """The error that a handler caught: an object of an author's class, whose `__init__` keeps what the handler reads."""
    cls = handler.classes[0]
    if len(handler.classes) > 1 or cls.__subclasses__() or not isinstance(cls.__init__, types.FunctionType):
        b.refuse(
            "looks at the error that it caught; catch a class of your own, whose __init__ sets what is read, and that no other "
            "is derived from",
            node,
        )
    if cls not in b.program.looked_at:
        b.program.looked_at.add(cls)
        b.program.facts += 1
    return Value(t.Object(b.program.records.setdefault(cls, t.Record(cls))), (b.peek(b.mem, h.ERROR),))


def _is_used(b: FunctionBuilder, handler: ast.ExceptHandler) -> bool:
    """True if a handler does more with its error than print it, raise it again, or raise another from it."""
    nodes = [each for part in handler.body for each in ast.walk(part)]
    fine = {id(part) for each in nodes if isinstance(each, ast.Raise) for part in (each.exc, each.cause)}
    prints = [each for each in nodes if isinstance(each, ast.Call) and ast.unparse(each.func) == "print"]
    if prints and evaluate(b, prints[0].func).type == t.Constant(print):
        args = [part for call in prints for part in call.args]
        fine |= {id(part) for each in args if not shown_parts(each) for part in ast.walk(each)}
    return any(isinstance(each, ast.Name) and each.id == handler.name and id(each) not in fine for each in nodes)


def _classes(b: FunctionBuilder, handler: ast.ExceptHandler) -> tuple[type[BaseException], ...]:
    if handler.type is None:
        return (BaseException,)
    found = evaluate(b, handler.type)
    if not isinstance(found.type, t.Constant):
        b.refuse("handles errors of a class that is not known", handler)
    return found.type.value if isinstance(found.type.value, tuple) else (found.type.value,)
