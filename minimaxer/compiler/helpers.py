"""Helpers: functions of compiled code that no author wrote, one for each kind of values that they work on."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import cast

from .body import Body, Value
from .kinds import Kind
from .program import Special

Emit = Callable[[Body, list[Value]], Value]


def call_helper(b: Body, name: str, arguments: list[Value], result: Kind, emit: Emit, *, small: bool = False) -> Value:
    """Calls the helper of that name for such arguments, made where it is called first; it may fail for want of memory."""
    if not b.live or b.ir is None:
        b.special.fails = True
        b.program.allocates = True
        return Value(result, (None,) * len(result.leaves))
    kinds = tuple(value.kind for value in arguments)

    def make() -> Special:
        node = ast.parse(f"def {name}(): pass").body[0]
        return Special(cast("FunctionType", call_helper), node, kinds, result, fails=True, emit=emit, small=small)

    return b.call_code(b.program.helper(name, kinds, make), arguments)
