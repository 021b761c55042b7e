"""Bit operations on words, by machine instructions where there are any."""

from __future__ import annotations

from llvmlite import ir

from . import value_types as t
from .builder import FunctionBuilder


def ones(b: FunctionBuilder, component: ir.Value) -> ir.Value:
    """The number of bits that are 1."""
    return b.outside("llvm.ctpop.i64", t.WORD, component)


def zeros_before(b: FunctionBuilder, component: ir.Value) -> ir.Value:
    """The number of zeros above the highest 1; 64 where there is none."""
    return b.outside("llvm.ctlz.i64", t.WORD, component, b.bit(False))


def zeros_behind(b: FunctionBuilder, component: ir.Value) -> ir.Value:
    """The number of zeros below the lowest 1; 64 where there is none."""
    return b.outside("llvm.cttz.i64", t.WORD, component, b.bit(False))


def gathered(b: FunctionBuilder, component: ir.Value, mask: int) -> ir.Value:
    """The bits that a known mask selects, side by side: by one instruction where the machine has it, else run by run."""
    if b.program.target.gathers_bits:
        return b.outside("llvm.x86.bmi.pext.64", t.WORD, component, b.word(mask))
    found = b.word(0)
    place = 0
    while mask:
        low = (mask & -mask).bit_length() - 1
        run = (mask >> low ^ (mask >> low) + 1).bit_length() - 1
        some = b.ir.and_(b.ir.lshr(component, b.word(low)), b.word((1 << run) - 1 if run < 64 else -1))
        found = b.ir.or_(found, b.ir.shl(some, b.word(place)))
        mask &= ~((1 << run) - 1 << low)
        place += run
    return found
