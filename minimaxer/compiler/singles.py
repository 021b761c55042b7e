"""Floats of 32 bits, which arrays hold: put in, taken out and compared, and nothing more, since numpy rounds what it reckons."""

from __future__ import annotations

import struct
from typing import Any

from llvmlite import ir

from . import operations, value_types as t
from .builder import FunctionBuilder, Value


def rounded(number: float) -> float:
    """The nearest float of 32 bits."""
    return float(struct.unpack("<f", struct.pack("<f", number))[0])


@operations.make.of(t.Single)
def made(b: FunctionBuilder, value: Value, type_: t.Type) -> Value:
    """Converts a number, which is rounded."""
    mine = value.type
    if isinstance(mine, t.Constant) and isinstance(mine.value, (int, float)) and abs(mine.value) < 1e38:
        return Value(type_, (ir.Constant(t.DOUBLE, rounded(mine.value)),))
    if not isinstance(mine, (t.Int, t.Bool, t.Float)):
        b.refuse(f"puts {mine} into an array of float32")
    how = {t.Int: "sitofp", t.Bool: "uitofp", t.Float: "fptrunc"}[type(mine)]
    narrow: Any = b.op(how, value.components[0], ir.FloatType())
    return Value(type_, (b.op("fpext", narrow, t.DOUBLE),))


def comparable(b: FunctionBuilder, value: Value) -> Value:
    """One side of a comparison with a float of 32 bits, as one of 64; numpy rounds others than these."""
    if isinstance(value.type, t.Single):
        return Value(t.FLOAT, value.components)
    known = value.type.value if isinstance(value.type, t.Constant) else None
    if not isinstance(known, (int, float)) or abs(known) >= 1e38 or rounded(known) != known:
        b.refuse(f"compares a float of 32 bits with {value.type}, which numpy may round; compare float() of it")
    return value
