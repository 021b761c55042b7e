"""Errors: `raise`, `try`, and what they stand for in compiled code."""

from __future__ import annotations

import ast
from typing import Any, Final

from attrs import frozen

from .body import Body, Join, Value
from .expressions import evaluate
from .kinds import Constant

_LITTLE: Final = "an error whose text is made at run time; search the original game to read it"


def raised(b: Body, node: ast.Raise) -> None:
    """`raise`."""
    if node.exc is None:
        b.refuse("raises again what it caught; raise something of its own", node)
    cls, text = _described(b, node.exc)
    b.fail(cls, text)


def _described(b: Body, node: ast.expr) -> tuple[type[BaseException], str | None]:
    """The class and the text of an error; None where the text is made at run time."""
    call = node if isinstance(node, ast.Call) else None
    found = evaluate(b, node if call is None else call.func)
    cls = found.kind.value if isinstance(found.kind, Constant) else None
    if isinstance(cls, BaseException):
        return type(cls), str(cls)
    if not (isinstance(cls, type) and issubclass(cls, BaseException)):
        b.refuse("raises something that is no known error", node)
    if call is None or not call.args:
        return cls, ""
    if len(call.args) == 1 and isinstance(call.args[0], ast.Constant):
        return cls, str(call.args[0].value)
    return cls, _LITTLE


@frozen(eq=False)
class Handler:
    """Where errors of some classes lead."""

    classes: tuple[type[BaseException], ...]
    join: Join

    def takes(self, cls: type[BaseException]) -> bool:
        """Whether it handles errors of that class."""
        return issubclass(cls, self.classes)


def attempt(b: Body, node: ast.Try) -> None:
    """`try`."""
    from .statements import run

    handlers = [Handler(_classes(b, each), Join(b)) for each in node.handlers]
    after = Join(b)
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
            if each.name and _is_used(each):
                b.refuse("looks at the error that it caught", each)
            run(b, each.body)
        after.arrive()
    after.meet()
    run(b, node.finalbody)


def _is_used(handler: ast.ExceptHandler) -> bool:
    return any(isinstance(each, ast.Name) and each.id == handler.name for part in handler.body for each in ast.walk(part))


def _classes(b: Body, handler: ast.ExceptHandler) -> tuple[type[BaseException], ...]:
    if handler.type is None:
        return (BaseException,)
    found: Value = evaluate(b, handler.type)
    if not isinstance(found.kind, Constant):
        b.refuse("handles errors of a class that is not known", handler)
    value: Any = found.kind.value
    return tuple(value) if isinstance(value, tuple) else (value,)
