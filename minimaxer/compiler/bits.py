"""Bits of words, by what the machine does at once."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from .body import Body
from .kinds import BIT, WORD
from .runtime.machine import identity


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


def gathered(b: Body, leaf: Any, mask: int) -> Any:
    """The bits that a known mask selects, side by side: by one instruction where the machine has it, else run by run."""
    if b.ir is None:
        return None
    if "+bmi2" in identity()[2].split(","):
        full = "llvm.x86.bmi.pext.64"
        function = b.program.module.globals.get(full) or ir.Function(b.program.module, ir.FunctionType(WORD, [WORD, WORD]), full)
        return b.ir.call(function, [leaf, b.word(mask - (1 << 64) if mask >> 63 else mask)])
    found: Any = b.word(0)
    place = 0
    while mask:
        low = (mask & -mask).bit_length() - 1
        run = (mask >> low ^ (mask >> low) + 1).bit_length() - 1
        some = b.ir.and_(b.ir.lshr(leaf, b.word(low)), b.word((1 << run) - 1 if run < 64 else -1))
        found = b.ir.or_(found, b.ir.shl(some, b.word(place)))
        mask &= ~((1 << run) - 1 << low)
        place += run
    return found
