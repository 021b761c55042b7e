"""Helpers: runtime support functions, one for each combination of argument types."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import cast

from . import value_types as t
from .builder import FunctionBuilder, Value
from .program import Specialization

Emit = Callable[..., Value]
"""The code of a helper, given the function builder and the arguments."""


def call_helper(
    b: FunctionBuilder, name: str, arguments: list[Value], result: t.Type, emit: Emit, *, small: bool = False
) -> Value:
    """Calls the helper of that name for such arguments, made at its first call; it may fail for lack of memory."""
    if not b.live or not b.emits:
        b.special.fails = True
        b.program.allocates = True
        return Value(result, (None,) * len(result.components))
    types_ = tuple(value.type for value in arguments)

    def make() -> Specialization:
        node = cast("ast.FunctionDef", ast.parse(f"def {name}(): pass").body[0])
        return Specialization(call_helper, node, types_, result, fails=True, emit=emit, small=small)

    return b.call_code(b.program.helper(name, types_, make), arguments)
