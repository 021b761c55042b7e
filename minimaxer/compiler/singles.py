"""Floats of 32 bits, which arrays hold: put in, taken out and compared, and nothing more, since numpy rounds what it reckons."""

from __future__ import annotations

import math
import struct
from typing import Any

from llvmlite import ir

from . import operations, value_types as t
from .builder import FunctionBuilder, Value


def rounded(number: float) -> float:
    """The nearest float of 32 bits."""
    try:
        return float(struct.unpack("<f", struct.pack("<f", number))[0])
    except OverflowError:
        return math.copysign(math.inf, number)


@operations.make.of(t.Single)
def made(b: FunctionBuilder, value: Value, type_: t.Type) -> Value:
    """Converts a number, which is rounded."""
    mine = value.type
    if isinstance(mine, t.Constant) and isinstance(mine.value, (int, float)) and abs(mine.value) != math.inf:
        return Value(type_, (ir.Constant(t.DOUBLE, rounded(float(mine.value))),))
    if isinstance(mine, t.Int) and mine.dtype:
        narrow: Any = b.op("uitofp" if mine.dtype == "uint64" else "sitofp", value.components[0], ir.FloatType())
    elif isinstance(mine, (t.Int, t.Bool, t.Float)) or isinstance(getattr(mine, "value", None), float):
        narrow = b.ir.fptrunc(b.convert(value, t.FLOAT).components[0], ir.FloatType())  # numpy rounds an int of Python twice
    else:
        b.refuse(f"puts {mine} into an array of float32")
    return Value(type_, (b.ir.fpext(narrow, t.DOUBLE),))


def comparable(b: FunctionBuilder, value: Value) -> Value:
    """One side of a comparison with a float of 32 bits, as one of 64; numpy rounds other operands."""
    if isinstance(value.type, t.Single):
        return Value(t.FLOAT, value.components)
    known = value.type.value if isinstance(value.type, t.Constant) else None
    if not isinstance(known, (int, float)) or rounded(known) != known:
        b.refuse(f"compares a float of 32 bits with {value.type}, which numpy may round; compare float() of it")
    return value
