"""Bit operations on words, by machine instructions where there are any."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from . import value_types as t
from .builder import FunctionBuilder
from .runtime.machine import identity


def _known(b: FunctionBuilder, name: str, *components: Any) -> Any:
    if not b.emits:
        return None
    full = f"llvm.{name}.i64"
    type_ = ir.FunctionType(t.WORD, [each.type for each in components])
    function = b.program.module.globals.get(full) or ir.Function(b.program.module, type_, full)
    return b.ir.call(function, components)


def ones(b: FunctionBuilder, component: Any) -> Any:
    """The number of bits that are 1."""
    return _known(b, "ctpop", component)


def zeros_before(b: FunctionBuilder, component: Any) -> Any:
    """The number of zeros above the highest 1; 64 where there is none."""
    return _known(b, "ctlz", component, ir.Constant(t.BIT, 0))


def zeros_behind(b: FunctionBuilder, component: Any) -> Any:
    """The number of zeros below the lowest 1; 64 where there is none."""
    return _known(b, "cttz", component, ir.Constant(t.BIT, 0))


def gathered(b: FunctionBuilder, component: Any, mask: int) -> Any:
    """The bits that a known mask selects, side by side: by one instruction where the machine has it, else run by run."""
    if not b.emits:
        return None
    if "+bmi2" in identity()[2].split(","):
        full = "llvm.x86.bmi.pext.64"
        function = b.program.module.globals.get(full) or ir.Function(
            b.program.module, ir.FunctionType(t.WORD, [t.WORD, t.WORD]), full
        )
        return b.ir.call(function, [component, b.word(mask - (1 << 64) if mask >> 63 else mask)])
    found: Any = b.word(0)
    place = 0
    while mask:
        low = (mask & -mask).bit_length() - 1
        run = (mask >> low ^ (mask >> low) + 1).bit_length() - 1
        some = b.ir.and_(b.ir.lshr(component, b.word(low)), b.word((1 << run) - 1 if run < 64 else -1))
        found = b.ir.or_(found, b.ir.shl(some, b.word(place)))
        mask &= ~((1 << run) - 1 << low)
        place += run
    return found
