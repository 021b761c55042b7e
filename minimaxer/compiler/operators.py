"""Operators: arithmetic, and those of texts and collections."""

from __future__ import annotations

import ast
import collections
import functools
import operator
import sys
from typing import Any, Final

from llvmlite import ir

from . import memory, special_methods, value_types as t
from .builder import FunctionBuilder, MergePoint, Value, has_type
from .classes import class_of
from .converting import in_memory, items_of, present, tuple_of
from .joining import TypeConflictError, is_array_type, item_of_row, join, size_of, widened
from .operations import (
    array_binary,
    array_unary,
    as_list,
    as_row,
    combine_sets as combined,
    copied_list as copied,
    extend_list as extend,
    format_text,
    holds,
    join_texts as joined,
    list_of_row,
    merge_dicts as joined_dicts,
    truth,
)
from .special_methods import OPERATORS
from .unions import each_of_two, each_option

_SINGLE: Final[dict[type[ast.unaryop], str]] = {ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert"}
"""The names of operators of one number in the module `operator`, and within the names of their methods."""
BITWISE: Final[dict[type[ast.operator], str]] = {ast.BitAnd: "and_", ast.BitOr: "or_", ast.BitXor: "xor"}
_PLAIN: Final[dict[type[ast.operator], str]] = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}
_UNSIGNED: Final[dict[type[ast.operator], str]] = {**BITWISE, **_PLAIN, ast.LShift: "shl", ast.RShift: "lshr"}
"""The instructions for unsigned numbers of 64 bits, in the bits of signed ones."""
_FLOATS: Final = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul"}
_ROUNDED: Final = "computes with a float of 32 bits, whose results numpy rounds; take float() of it, or use float64"
_WIDE: Final = 1 << 63
WIDE: Final = (
    "has a constant that does not fit into 64 bits with a sign, which the machine sees as another; use it with & | ^ ~ == only"
)


def _sign_of(op: ast.operator) -> str:
    return ast.unparse(ast.BinOp(ast.Name("x"), op, ast.Name("y"))).split()[1]


def is_number(type_: t.Type) -> bool:
    """True of a type that is used in arithmetic."""
    if isinstance(type_, t.Constant):
        return isinstance(type_.value, (int, float))
    return isinstance(type_, (t.Int, t.Bool, t.Float)) or (isinstance(type_, t.Symbol) and issubclass(type_.domain, int))


def number(b: FunctionBuilder, value: Value) -> Value:
    """Converts a value to an int or a float."""
    value = present(b, value)
    type_ = value.type
    if isinstance(type_, t.Float):
        return value
    if t.is_known(type_, float):
        return b.convert(value, t.FLOAT)
    if is_number(type_):
        return b.convert(value, t.INT)
    if isinstance(type_, t.Single):
        b.refuse(_ROUNDED)
    wanted = next(filter(is_number, type_.options), None) if isinstance(type_, t.Union) else None
    if wanted is None:
        b.refuse(f"reckons with {type_}")
    return number(b, b.convert(value, wanted))


def unary(b: FunctionBuilder, op: ast.unaryop, value: Value, node: ast.AST) -> Value:
    """Applies `-x`, `+x`, `~x` or `not x`."""
    if value.type.is_never:
        return value
    if isinstance(op, ast.Not):
        decided = holds(b, value)
        return Value(t.Constant(not decided)) if decided is not None else Value(t.BOOL, (b.ir.not_(truth(b, value)),))
    if t.is_known(value.type, int, float):
        return Value(t.Constant(getattr(operator, _SINGLE[type(op)])(value.type.value)))
    if is_array_type(value.type):
        return array_unary(b, op, value, node)
    if (of_class := special_methods.called(b, f"__{_SINGLE[type(op)]}__", value)) is not None:
        return of_class
    if isinstance(value.type, t.Union):
        fits = functools.partial(special_methods.may_work, [f"__{each}__" for each in _SINGLE.values()], None, t.INT)
        return each_option(b, value, lambda option: unary(b, op, option, node), where=fits)
    return _signed(b, op, value, node)


def _signed(b: FunctionBuilder, op: ast.unaryop, value: Value, node: ast.AST) -> Value:
    dtype, is_truth = getattr(value.type, "dtype", ""), value.type == t.BOOL
    if is_truth and dtype and isinstance(op, ast.Invert):
        return Value(value.type, (b.ir.not_(value.components[0]),))
    if is_truth and dtype:
        b.refuse("takes a truth value of numpy for a number, which numpy refuses; write int() of it", node)
    value = number(b, value)
    (component,) = value.components
    if isinstance(op, ast.UAdd):
        return Value(t.Float(dtype) if value.type == t.FLOAT else t.Int(dtype), value.components)
    if isinstance(op, ast.Invert):
        if is_truth:
            b.refuse("inverts the bits of a truth value, which numpy takes for `not`; write not", node)
        if value.type == t.FLOAT:
            b.refuse("inverts the bits of a float", node)
        return within(b, Value(t.INT, (b.ir.not_(component),)), dtype)
    if value.type == t.FLOAT:
        return Value(t.Float(dtype), (b.ir.fneg(component),))
    return binary(b, ast.Sub(), Value(t.Constant(0)), Value(t.Int(dtype), value.components), node)


def binary(b: FunctionBuilder, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
    """The result of an operator for two values."""
    if left.type.is_never or right.type.is_never:
        return Value(t.NEVER)
    b.refuse_views(left.type, right.type)
    if t.Single in (type(left.type), type(right.type)):
        b.refuse(_ROUNDED, node)
    if is_array_type(left.type) or is_array_type(right.type):
        return array_binary(b, op, left, right, node)
    names = [f"__{side}{special_methods.name_of(op)}__" for side in ("", "r")]
    if isinstance(left.type, t.Constant) and isinstance(right.type, t.Constant):
        is_authors = any(special_methods.may_have(each, names) for each in (left.type, right.type))
        folded = None if is_authors else _folded(b, op, left.type.value, right.type.value, node)
        if folded is not None:
            return folded
    if special_methods.are_taken_apart(names, left.type, right.type):
        fits = functools.partial(special_methods.may_work, names, op)
        return each_of_two(b, left, right, lambda one, other: binary(b, op, one, other, node), fits)
    of_class = special_methods.binary(b, op, left, right)
    return _of_builtins(b, op, left, right, node) if of_class is None else of_class


def _of_builtins(b: FunctionBuilder, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
    """The result of an operator for two values whose classes have no method of the author's for it."""
    if isinstance(op, ast.Mod) and t.is_known(left.type, str):
        return format_text(b, left.type.value, right, node)
    if t.Optional in (type(left.type), type(right.type)):
        return binary(b, op, present(b, left), present(b, right), node)
    left, right = (  # a list of the module is copied
        as_list(b, each, b.marker(role)) if t.is_known(each.type, list) else each
        for each, role in ((left, "left"), (right, "right"))
    )
    if is_number(left.type) and is_number(right.type):
        return _reckoned(b, op, left, right, node)
    if isinstance(op, (ast.Add, ast.Sub)) and class_of(left.type) is collections.Counter is class_of(right.type):
        return b.call(sum_of_counts, [left, right, Value(t.Constant(operator.add if isinstance(op, ast.Add) else operator.sub))])
    if isinstance(op, (ast.Add, ast.Mult)):
        found = _added(b, left, right) if isinstance(op, ast.Add) else _multiplied(b, left, right, node)
        if found is not None:
            return found
    if isinstance(op, ast.BitOr) and is_dict(left.type) and is_dict(right.type):
        return joined_dicts(b, left, right, node)
    if is_set(left.type) and is_set(right.type):
        return combined(b, op, left, right, node)
    return b.refuse(f"has {left.type} {_sign_of(op)} {right.type}", node)


def _added(b: FunctionBuilder, left: Value, right: Value) -> Value | None:
    """Concatenates lists, texts or tuples; None of all else."""
    if has_type(left, t.List):
        if class_of(right.type) is not list and not (_is_row(right.type) and b.program.holds_lists()):
            return None
        made = copied(b, left)
        extend(b, made, right)
        return made
    if is_text(left.type) and is_text(right.type):
        return joined(b, left, right)
    return concatenated(b, left, right) if _is_row(left.type) and _is_row(right.type) else None


def _multiplied(b: FunctionBuilder, left: Value, right: Value, node: ast.AST) -> Value | None:
    """Repeats a list, text or tuple; None of all else."""
    if is_text(left.type) or is_text(right.type):
        text, times = (left, right) if is_text(left.type) else (right, left)
        made = _repeated(b, Value(t.VarTuple(t.TEXT), b.convert(text, t.CHARS).components), times, node)
        return Value(t.CHARS, made.components)
    for one, other in ((left, right), (right, left)):
        if (_is_row(one.type) or isinstance(one.type, t.List)) and is_number(other.type):
            return _repeated(b, one, other, node)
    return None


def is_dict(type_: t.Type) -> bool:
    """True of a dict, also one of the module."""
    return isinstance(type_, t.Dict) or t.is_known(type_, dict)


def is_set(type_: t.Type) -> bool:
    """True of a set, also one of the module."""
    return class_of(type_) in (set, frozenset)


def is_text(type_: t.Type) -> bool:
    """True of a text of any form."""
    return type_ in (t.TEXT, t.CHARS) or t.is_known(type_, str)


def _is_row(type_: t.Type) -> bool:
    return t.is_known(type_, tuple) or item_of_row(type_) is not None or (isinstance(type_, t.Tuple) and type_.cls is None)


def _folded(b: FunctionBuilder, op: ast.operator, left: object, right: object, node: ast.AST) -> Value | None:
    """The result of an operator for two known values; None for lists."""
    if isinstance(left, list) or isinstance(right, list):
        return None
    try:
        value = OPERATORS[type(op)](left, right)
    except ZeroDivisionError as error:
        return b.fail(ZeroDivisionError, str(error))
    except Exception as error:  # whatever Python says of it
        b.refuse(f"has {left!r} {_sign_of(op)} {right!r}: {error}", node)
    return Value(t.Constant(value))


def is_wide(value: Value) -> bool:
    """True of a known number that needs more than 64 bits with a sign."""
    return t.is_known(value.type, int) and not -_WIDE <= value.type.value < _WIDE


def _reckoned(b: FunctionBuilder, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
    if isinstance(op, ast.MatMult):
        b.refuse(f"has {left.type} @ {right.type}", node)
    if (is_wide(left) or is_wide(right)) and type(op) not in BITWISE:
        b.refuse(WIDE, node)
    dtypes = [getattr(each.type, "dtype", "") for each in (left, right)]
    if dtypes.count("bool") == 1:
        left, right = (b.convert(each, t.BOOL) if t.is_known(each.type, bool) else each for each in (left, right))
    if isinstance(left.type, t.Bool) and isinstance(right.type, t.Bool):
        how = BITWISE.get(type(op)) or ({ast.Add: "or_", ast.Mult: "and_"}.get(type(op)) if any(dtypes) else None)
        if how is not None:
            return Value(t.Bool("bool" if any(dtypes) else ""), (b.op(how, left.components[0], right.components[0]),))
        if any(dtypes):
            b.refuse(f"has a truth value of numpy {_sign_of(op)} another; write int() of them", node)
    known = [each.type.value if isinstance(each.type, t.Constant) else None for each in (left, right)]
    zero = OverflowError if any(dtypes) else ZeroDivisionError  # numpy warns, but goes on
    left, right = number(b, left), number(b, right)
    if t.FLOAT in (left.type, right.type) or isinstance(op, ast.Div):
        reals = [b.convert(each, t.FLOAT).components[0] for each in (left, right)]
        return Value(t.Float("float64" if any(dtypes) else ""), (_floats(b, op, reals, node, zero),))
    dtype = result_type(b, dtypes, node)
    if dtype and any(each is not None and not t.RANGES[dtype][0] <= each <= t.RANGES[dtype][1] for each in known):
        b.refuse(f"reckons with a constant that {dtype} cannot hold", node)
    if dtype == "uint64":
        if type(op) not in _UNSIGNED:
            b.refuse(f"has {_sign_of(op)} between numbers of uint64, which are signed here; make them int64", node)
        return Value(t.Int(dtype), (b.op(_UNSIGNED[type(op)], left.components[0], right.components[0]),))
    if isinstance(op, ast.Pow):
        return within(b, _power(b, left, right), dtype)
    found = Value(t.INT, (_ints(b, op, left.components[0], right.components[0], known[1], zero),))
    return Value(t.Int(dtype), found.components) if type(op) in (*BITWISE, ast.Mod, ast.RShift) else within(b, found, dtype)


def result_type(b: FunctionBuilder, dtypes: list[str], node: ast.AST) -> str:
    """The numpy type of an operator's result for integers of two types; empty where both are Python's."""
    named = [each for each in dtypes if each]
    found = "" if not named else str(sys.modules["numpy"].result_type(*named).name)
    if found == "float64":
        b.refuse(f"reckons with {' and '.join(dtypes)}, for which numpy gives a float", node)
    return "int64" if found == "bool" else found


def within(b: FunctionBuilder, value: Value, dtype: str) -> Value:
    """An integer as one of that numpy type; fails where it does not fit."""
    low, high = t.RANGES.get(dtype, (0, _WIDE))
    if high < _WIDE - 1 and b.live:
        fits = b.ir.icmp_unsigned("<=", b.ir.sub(value.components[0], b.word(low)), b.word(high - low))
        b.check(fits, OverflowError, f"a number is beyond those of {dtype}, which numpy wraps around")
    return Value(t.Int(dtype), value.components)


def _ints(b: FunctionBuilder, op: ast.operator, one: ir.Value, other: ir.Value, known: object, zero: type[Exception]) -> ir.Value:
    """The result of an operator for two words, of which the second may be known."""
    type_ = type(op)
    if type_ in BITWISE:
        return b.op(BITWISE[type_], one, other)
    if type_ in _PLAIN:
        return guarded(b, _PLAIN[type_], one, other)
    if type_ in (ast.LShift, ast.RShift):
        return _shift(b, type_ is ast.LShift, one, other)
    check_divisor(b, other, known, zero)
    return quotient(b, one, other)[0 if type_ is ast.FloorDiv else 1]


def check_divisor(b: FunctionBuilder, component: ir.Value, known: object, cls: type[Exception] = ZeroDivisionError) -> None:
    """Fails where the divisor is 0, unless it is known not to be."""
    if not known:
        b.check(b.compare("!=", component, b.word(0)), cls, "integer division or modulo by zero")


def quotient(b: FunctionBuilder, one: ir.Value, other: ir.Value) -> tuple[ir.Value, ir.Value]:
    """The quotient, rounded down, and the remainder, which has the divisor's sign."""
    if not b.emits:
        return guarded(b, "sub", None, None), None
    constant = getattr(other, "constant", None)
    if isinstance(constant, int) and constant > 0 and constant & (constant - 1) == 0:
        return b.ir.ashr(one, b.word(constant.bit_length() - 1)), b.ir.and_(one, b.word(constant - 1))
    minus = b.ir.icmp_signed("==", other, b.word(-1))  # -2**63 // -1 would trap
    negated = guarded(b, "sub", b.word(0), b.ir.select(minus, one, b.word(0)))
    other = b.ir.select(minus, b.word(1), other)
    found, rest = b.ir.select(minus, negated, b.ir.sdiv(one, other)), b.ir.srem(one, other)
    differs = b.ir.and_(b.ir.icmp_signed("!=", rest, b.word(0)), b.ir.icmp_signed("<", b.ir.xor(rest, other), b.word(0)))
    found = b.ir.sub(found, b.ir.zext(differs, t.WORD))
    return found, b.ir.add(rest, b.ir.select(differs, other, b.word(0)))


def guarded(b: FunctionBuilder, name: str, one: ir.Value, other: ir.Value) -> ir.Value:
    """A sum, difference or product; in the guarded variant one that does not fit is an error."""
    if not b.program.guarded:
        return b.op(name, one, other)
    pair = b.op(f"s{name}_with_overflow", one, other)
    b.check(b.ir.not_(b.ir.extract_value(pair, 1)), OverflowError, BEYOND)
    return b.ir.extract_value(pair, 0)


BEYOND: Final = "a result needs more than 64 bits"
SHIFT: Final = "a shift by 64 places or more, or by fewer than 0, which the machine cannot do"
NEGATIVE: Final = "a negative number is shifted right; where it stands for 64 bits, write minimaxer.bits.shift_right"
POWER: Final = "a power with a negative exponent"
SIGN: Final = "the bits of a negative number are counted; where it stands for 64 bits, write minimaxer.bits.popcount or highest"
GUARDED: Final = (BEYOND, SHIFT, NEGATIVE, POWER, SIGN)
"""The errors that the guarded variant finds."""


def _shift(b: FunctionBuilder, left: bool, one: ir.Value, other: ir.Value) -> ir.Value:
    shifted = b.ir.shl(one, other) if left else b.ir.ashr(one, other)
    if b.program.guarded:
        b.check(b.ir.icmp_unsigned("<", other, b.word(64)), OverflowError, SHIFT)
        if left:
            b.check(b.compare("==", b.ir.ashr(shifted, other), one), OverflowError, BEYOND)
        else:
            b.check(b.compare(">=", one, b.word(0)), OverflowError, NEGATIVE)
    return shifted


def _power(b: FunctionBuilder, base: Value, exponent: Value) -> Value:
    """Raises to a power by squaring; a negative exponent would give a float."""
    b.check(b.compare(">=", exponent.components[0], b.word(0)), OverflowError, POWER)
    found, square, left = (b.variable(each) for each in (b.word(1), base.components[0], exponent.components[0]))
    head, end = b.block("power"), MergePoint(b)
    b.enter(head)
    rest = b.ir.load(left)
    b.leave_unless(b.compare(">", rest, b.word(0)), end)
    with b.when(b.ir.trunc(rest, ir.IntType(1))):
        b.ir.store(guarded(b, "mul", b.ir.load(found), b.ir.load(square)), found)
    rest = b.ir.ashr(rest, b.word(1))
    b.ir.store(rest, left)
    b.leave_unless(b.compare(">", rest, b.word(0)), end)
    b.ir.store(guarded(b, "mul", b.ir.load(square), b.ir.load(square)), square)
    b.goto(head)
    end.meet()
    return Value(t.INT, (b.ir.load(found),))


def _floats(b: FunctionBuilder, op: ast.operator, components: list[ir.Value], node: ast.AST, error: type[Exception]) -> ir.Value:
    one, other = components
    type_ = type(op)
    if type_ in _FLOATS:
        return b.op(_FLOATS[type_], one, other)
    if type_ is ast.Pow:
        return in_domain(b, "pow", components, ZeroDivisionError)
    if type_ not in (ast.Div, ast.FloorDiv, ast.Mod):
        b.refuse(f"has a float {_sign_of(op)} a number", node)
    zero = ir.Constant(t.DOUBLE, 0.0)
    b.check(b.ir.fcmp_unordered("!=", other, zero), error, "float division by zero")
    if type_ is ast.Div:
        return b.ir.fdiv(one, other)
    rest = b.outside("fmod", t.DOUBLE, one, other)
    differs = b.ir.and_(
        b.ir.fcmp_unordered("!=", rest, zero), b.ir.xor(b.ir.fcmp_ordered("<", rest, zero), b.ir.fcmp_ordered("<", other, zero))
    )
    rest = b.ir.select(differs, b.ir.fadd(rest, other), rest)
    if type_ is ast.Mod:
        return rest
    near = b.ir.fadd(b.ir.fdiv(b.ir.fsub(one, rest), other), ir.Constant(t.DOUBLE, 0.5))
    return b.outside("llvm.floor.f64", t.DOUBLE, near)


def in_domain(b: FunctionBuilder, name: str, components: list[ir.Value], pole: type[Exception] = ValueError) -> ir.Value:
    """Calls a function of C's library, with Python's errors for undefined results, poles, and results too large."""
    found = b.outside(name, t.DOUBLE, *components)
    fine: list[ir.Value] = [None] * 3
    if b.emits:
        zero, given = ir.Constant(t.DOUBLE, 0.0), [found, *components]
        nans = [
            [b.ir.fcmp_unordered("uno", each, each) for each in row] for row in (given, [b.ir.fmul(each, zero) for each in given])
        ]
        fine[0] = b.ir.or_(b.ir.fcmp_unordered("!=", components[0], zero), b.ir.fcmp_unordered(">=", components[-1], zero))
        fine[1:] = [b.ir.or_(b.ir.not_(row[0]), b.ir.or_(row[1], row[-1])) for row in nans]
    types_ = (pole, ValueError, OverflowError if name in ("exp", "pow", "hypot") else ValueError)
    texts = ("zero to a negative power", "math domain error", "math range error")
    for good, cls, text in [*zip(fine, types_, texts, strict=True)][name != "pow" :]:
        b.check(good, cls, text, is_raised=True)
    return found


def whole(b: FunctionBuilder, component: ir.Value) -> Value:
    """Truncates a float to an integer; fails where it does not fit."""
    b.check(b.ir.fcmp_ordered("ord", component, component), ValueError, "cannot convert float NaN to integer")
    low, high = (ir.Constant(t.DOUBLE, sign * 2.0**63) for sign in (-1, 1))
    fits = b.ir.and_(b.ir.fcmp_ordered(">=", component, low), b.ir.fcmp_ordered("<", component, high))
    b.check(fits, OverflowError, BEYOND)
    return Value(t.INT, (b.ir.fptosi(component, t.WORD),))


def sum_of_counts(one: collections.Counter[Any], other: collections.Counter[Any], way: Any) -> collections.Counter[Any]:
    """`one + other` or `one - other`, as the operator given is, which keep the counts above 0; compiled where rules add them."""
    made: collections.Counter[Any] = collections.Counter()
    for key, number in one.items():
        if way(number, other[key]) > 0:
            made[key] = way(number, other[key])
    for key, number in other.items():
        if key not in one and way(0, number) > 0:
            made[key] = way(0, number)
    return made


def row(b: FunctionBuilder, value: Value) -> Value:
    """A known tuple or list as a tuple at run time; others as they are."""
    type_ = value.type
    if t.is_known(type_, tuple, list):
        wide = widened(t.Constant(tuple(type_.value)))
        items = [Value(t.Constant(each)) for each in type_.value]
        return tuple_of(items) if isinstance(wide, t.Constant) else b.convert(value, wide)
    return value


def concatenated(b: FunctionBuilder, left: Value, right: Value) -> Value:
    """Concatenates two tuples."""
    if left.type.is_never or right.type.is_never:
        return Value(t.NEVER)
    left, right = row(b, left), row(b, right)
    one, other = left.type, right.type
    if has_type(left, t.Tuple) and has_type(right, t.Tuple) and len(left.type.items) + len(right.type.items) <= 16:
        return tuple_of([*items_of(left), *items_of(right)])
    try:
        item = join(*(item_of_row(each) or t.NEVER for each in (one, other)))
    except TypeConflictError as clash:
        b.refuse(f"joins tuples of {clash.one} and of {clash.other}")
    first, size = in_memory(b, left, item)
    second, more = in_memory(b, right, item)
    words = len(item.components)
    total = b.ir.add(size, more)
    address = memory.allocate(b, b.ir.mul(total, b.word(8 * words)))
    memory.copy(b, first, address, b.ir.mul(size, b.word(words)))
    memory.copy(b, second, b.ir.add(address, b.ir.mul(size, b.word(8 * words))), b.ir.mul(more, b.word(words)))
    sizes = [size_of(each) for each in (one, other)]
    if None not in sizes:
        return b.convert(Value(t.FixedTuple(item, sum(sizes)), (address,)), t.row_of(item, sum(sizes)))  # type: ignore[arg-type]
    return Value(t.VarTuple(item), (total, address))


def _repeated(b: FunctionBuilder, value: Value, times: Value, node: ast.AST) -> Value:
    is_list = isinstance(value.type, t.List)
    base = as_row(b, value) if is_list else row(b, value)
    if not issubclass(class_of(times.type) or object, int):
        b.refuse(f"repeats something {times.type} times", node)
    known = max(0, times.type.value) if isinstance(times.type, t.Constant) else None
    if has_type(base, t.Tuple) and known is not None and len(base.type.items) * known <= 16:
        made: Value = tuple_of(items_of(base) * known)
        return list_of_row(b, made, node) if is_list else made
    if (item := item_of_row(base.type)) is None:
        b.refuse("repeats a tuple of different items", node)
    address, count = in_memory(b, base, item)
    words = len(item.components)
    many = number(b, times).components[0]
    many = b.ir.select(b.compare(">", many, b.word(0)), many, b.word(0))
    total = b.ir.mul(count, many)
    made_at = memory.allocate(b, b.ir.mul(total, b.word(8 * words)))
    with memory.each_index(b, many) as index:
        target = b.ir.add(made_at, b.ir.mul(b.ir.mul(index, count), b.word(8 * words)))
        memory.copy(b, address, target, b.ir.mul(count, b.word(words)))
    size = size_of(base.type)
    made = Value(t.VarTuple(item), (total, made_at))
    if not is_list and size is not None and known is not None:
        made = b.convert(Value(t.FixedTuple(item, size * known), (made_at,)), t.row_of(item, size * known))
    return list_of_row(b, made, node) if is_list else made


def checked_index(b: FunctionBuilder, index: Value, count: ir.Value, text: str) -> ir.Value:
    """The index counted from the start; fails where it is out of range."""
    index = number(b, index)
    if index.type == t.FLOAT:
        b.refuse("has a float as an index")
    component = index.components[0]
    known = getattr(component, "constant", None)
    if isinstance(known, int):
        component = b.ir.add(count, component) if known < 0 else component
    else:
        component = b.ir.select(b.compare("<", component, b.word(0)), b.ir.add(component, count), component)
    b.check(b.ir.icmp_unsigned("<", component, count), IndexError, text)
    return component


def bound(b: FunctionBuilder, given: Value, count: ir.Value, default: ir.Value, *, backwards: bool = False) -> ir.Value:
    """A bound of a slice, as a number from 0 to the count, or backwards from -1 to the last place."""
    if given.type == t.NONE:
        return default
    if isinstance(given.type, t.Optional):
        return b.ir.select(given.components[0], bound(b, given.inner, count, default, backwards=backwards), default)
    least, most = (b.word(-1), b.ir.sub(count, b.word(1))) if backwards else (b.word(0), count)
    component = number(b, given).components[0]
    component = b.ir.select(b.compare("<", component, b.word(0)), b.ir.add(component, count), component)
    component = b.ir.select(b.compare("<", component, least), least, component)
    return b.ir.select(b.compare(">", component, most), most, component)
