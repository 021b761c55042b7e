"""Bits of words, by what the machine does at once."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from .body import Body
from .kinds import BIT, WORD


def _known(b: Body, name: str, *leaves: Any) -> Any:
    if b.ir is None:
        return None
    full = f"llvm.{name}.i64"
    kind = ir.FunctionType(WORD, [each.type for each in leaves])
    function = b.program.module.globals.get(full) or ir.Function(b.program.module, kind, full)
    return b.ir.call(function, leaves)


def ones(b: Body, leaf: Any) -> Any:
    """How many bits are 1."""
    return _known(b, "ctpop", leaf)


def zeros_before(b: Body, leaf: Any) -> Any:
    """How many bits before the highest 1 are 0; 64 where there is none."""
    return _known(b, "ctlz", leaf, ir.Constant(BIT, 0))


def zeros_behind(b: Body, leaf: Any) -> Any:
    """How many bits behind the lowest 1 are 0; 64 where there is none."""
    return _known(b, "cttz", leaf, ir.Constant(BIT, 0))


def swapped(b: Body, leaf: Any) -> Any:
    """The bytes in the other order."""
    return _known(b, "bswap", leaf)
