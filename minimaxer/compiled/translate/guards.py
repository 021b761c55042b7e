"""Operators that notice where the machine's integers and Python's part ways. Imports numba.

They stand in the variant of a game that is compared with Python's: the first place where a result does not fit is noted, with
its source line.
"""

from __future__ import annotations

import ctypes
import operator
from typing import Any, Final

from llvmlite import ir
from numba.extending import intrinsic, overload

from .numba_parts import types

_WORD = ir.IntType(64)
OVERFLOW, SHIFT, NEGATIVE, POWER, SIGN = 1, 2, 3, 4, 5
WORDS: Final = {
    OVERFLOW: "a result needs more than 64 bits",
    SHIFT: "a shift by 64 places or more, or by fewer than 0, which the machine cannot do",
    NEGATIVE: "a negative number is shifted right; where it stands for 64 bits, write minimaxer.bits.shift_right",
    POWER: "a power with a negative exponent, or one that needs more than 64 bits",
    SIGN: "the bits of a negative number are counted; where it stands for 64 bits, write minimaxer.bits.popcount or highest",
}


class Guards:
    """Guarded operators that note their findings in this object."""

    def __init__(self) -> None:
        self._memory = (ctypes.c_int64 * 2)()
        address = ctypes.addressof(self._memory)
        self.operators: Final[dict[Any, Any]] = {}
        for plain, names, check in (
            (operator.add, ("add", "iadd"), _overflow("sadd_with_overflow")),
            (operator.sub, ("sub", "isub"), _overflow("ssub_with_overflow")),
            (operator.mul, ("mul", "imul"), _overflow("smul_with_overflow")),
            (operator.lshift, ("lshift", "ilshift"), _shift_left),
            (operator.rshift, ("rshift", "irshift"), _shift_right),
        ):
            guard = _guarded(plain, check, address)
            self.operators.update({getattr(operator, name): guard for name in names})
        power = _guarded_power(self.operators[operator.mul], address)
        self.operators.update({operator.pow: power, operator.ipow: power})
        self.sign: Final = _guarded_sign(address)

    def finding(self) -> tuple[int, int]:
        """What was noted first and on which line; 0 where nothing was. Forgets it."""
        found = self._memory[0], self._memory[1]
        self._memory[0] = 0
        return found


def _note(builder: Any, wrong: Any, address: int, kind: int, line: Any) -> None:
    """Notes the finding where there is none yet."""
    place = builder.inttoptr(_WORD(address), _WORD.as_pointer())
    first = builder.icmp_signed("==", builder.load(place), _WORD(0))
    with builder.if_then(builder.and_(wrong, first), likely=False):
        builder.store(_WORD(kind), place)
        builder.store(line, builder.gep(place, [_WORD(1)]))


def _overflow(name: str) -> Any:
    def check(builder: Any, left: Any, right: Any, address: int, line: Any) -> Any:
        pair = getattr(builder, name)(left, right)
        _note(builder, builder.extract_value(pair, 1), address, OVERFLOW, line)
        return builder.extract_value(pair, 0)

    return check


def _places(builder: Any, right: Any, address: int, line: Any) -> Any:
    _note(builder, builder.icmp_unsigned(">=", right, _WORD(64)), address, SHIFT, line)
    return builder.and_(right, _WORD(63))


def _shift_left(builder: Any, left: Any, right: Any, address: int, line: Any) -> Any:
    places = _places(builder, right, address, line)
    result = builder.shl(left, places)
    _note(builder, builder.icmp_signed("!=", builder.ashr(result, places), left), address, OVERFLOW, line)
    return result


def _shift_right(builder: Any, left: Any, right: Any, address: int, line: Any) -> Any:
    _note(builder, builder.icmp_signed("<", left, _WORD(0)), address, NEGATIVE, line)
    return builder.ashr(left, _places(builder, right, address, line))


def _whole(kind: Any) -> bool:
    return isinstance(kind, types.Integer | types.Boolean)


def _guarded(plain: Any, check: Any, address: int) -> Any:
    @intrinsic
    def checked(typing_context: Any, left: Any, right: Any, line: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return check(builder, arguments[0], arguments[1], address, arguments[2])

        return types.int64(types.int64, types.int64, types.int64), generate

    def guard(left: Any, right: Any, line: Any) -> Any:
        return plain(left, right)

    def watched(left: Any, right: Any, line: Any) -> Any:
        return checked(left, right, line)

    @overload(guard)
    def choose(left: Any, right: Any, line: Any) -> Any:
        return watched if _whole(left) and _whole(right) else guard

    return guard


def _guarded_power(product: Any, address: int) -> Any:
    @intrinsic
    def fails(typing_context: Any, exponent: Any, line: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            _note(builder, builder.icmp_signed("<", arguments[0], _WORD(0)), address, POWER, arguments[1])
            return context.get_dummy_value()

        return types.void(types.int64, types.int64), generate

    def guard(left: Any, right: Any, line: Any) -> Any:
        return left**right

    def watched(left: Any, right: Any, line: Any) -> Any:
        fails(right, line)
        result = 1
        for _ in range(right):
            result = product(result, left, line)
        return result

    @overload(guard)
    def choose(left: Any, right: Any, line: Any) -> Any:
        return watched if _whole(left) and _whole(right) else guard

    return guard


def _guarded_sign(address: int) -> Any:
    @intrinsic
    def sign(typing_context: Any, value: Any, line: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if isinstance(signature.args[0], types.Integer):
                _note(builder, builder.icmp_signed("<", arguments[0], _WORD(0)), address, SIGN, arguments[1])
            return context.get_dummy_value()

        return types.void(value, types.int64), generate

    return sign
