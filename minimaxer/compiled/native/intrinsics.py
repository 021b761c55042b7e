"""Raw memory for kernels: words of 64 bits at an address."""

from __future__ import annotations

import functools
from typing import Any, Final

from llvmlite import ir
from numba.extending import intrinsic

from ..translate.numba_parts import TypingError, cgutils, cpu_target, types

_WORD = ir.IntType(64)


def _place(builder: Any, address: Any, index: Any, kind: Any = _WORD) -> Any:
    return builder.gep(builder.inttoptr(address, kind.as_pointer()), [index])


@intrinsic
def peek(typing_context: Any, address: Any, index: Any) -> Any:
    """The word of that index, as a signed integer."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_place(builder, *arguments))

    return types.int64(types.int64, types.int64), generate


@intrinsic
def poke(typing_context: Any, address: Any, index: Any, value: Any) -> Any:
    """Stores a signed integer as the word of that index."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address, index, value = arguments
        builder.store(value, _place(builder, address, index))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@intrinsic
def peek_atomic(typing_context: Any, address: Any, index: Any) -> Any:
    """`peek` as one load that is neither torn nor moved out of a loop."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_place(builder, *arguments), "monotonic", 8)

    return types.int64(types.int64, types.int64), generate


@intrinsic
def poke_atomic(typing_context: Any, address: Any, index: Any, value: Any) -> Any:
    """`poke` as one store that is not torn."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address, index, value = arguments
        builder.store_atomic(value, _place(builder, address, index), "monotonic", 8)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@intrinsic
def swap_if(typing_context: Any, address: Any, index: Any, expected: Any, value: Any) -> Any:
    """Stores the value where the word is as expected, at one go; whether it was. No access is moved past it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address, index, expected, value = arguments
        pair = builder.cmpxchg(_place(builder, address, index), expected, value, "seq_cst", "seq_cst")
        return builder.extract_value(pair, 1)

    return types.boolean(types.int64, types.int64, types.int64, types.int64), generate


@intrinsic
def prefetch(typing_context: Any, address: Any) -> Any:
    """Has the memory at an address fetched while other work goes on."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        name = "llvm.prefetch.p0"
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        builder.call(function, [builder.inttoptr(arguments[0], pointer), number(1), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(types.int64), generate


@intrinsic
def stack_pointer(typing_context: Any) -> Any:
    """The address of this function's frame."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = ir.IntType(8).as_pointer()
        kind = ir.FunctionType(pointer, [ir.IntType(32)])
        name = "llvm.frameaddress.p0i8" if "p0i8" in str(pointer) else "llvm.frameaddress.p0"
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        return builder.ptrtoint(builder.call(function, [ir.IntType(32)(0)]), _WORD)

    return types.int64(), generate


@intrinsic
def times(typing_context: Any, left: Any, right: Any) -> Any:
    """The product modulo 2**64; numba's own operator promises LLVM that nothing overflows."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.mul(*arguments)

    return types.int64(types.int64, types.int64), generate


@intrinsic
def plus(typing_context: Any, left: Any, right: Any) -> Any:
    """The sum modulo 2**64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.add(*arguments)

    return types.int64(types.int64, types.int64), generate


@intrinsic
def bits_of(typing_context: Any, value: Any) -> Any:
    """The 64 bits of a number: of an integer itself, of a float its representation, of a truth value 0 or 1."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        (value,) = arguments
        if isinstance(signature.args[0], types.Float):
            return builder.bitcast(value, _WORD)
        if isinstance(signature.args[0], types.Boolean):
            return builder.zext(context.cast(builder, value, types.boolean, types.boolean), _WORD)
        return value

    if isinstance(value, types.Boolean):
        return types.int64(types.boolean), generate
    return types.int64(types.float64 if isinstance(value, types.Float) else types.int64), generate


@intrinsic
def float_of(typing_context: Any, bits: Any) -> Any:
    """The float with that representation."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.int64), generate


def loader(kind: Any) -> Any:
    """An intrinsic `load(address, index)` that reads a value of that numba type from consecutive words."""

    @intrinsic
    def load(typing_context: Any, address: Any, index: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            address, index = arguments
            return _read(context, builder, kind, address, index, [0])

        return kind(types.int64, types.int64), generate

    return load


def storer(kind: Any) -> Any:
    """An intrinsic `store(address, index, value)` that writes a value of that numba type as consecutive words."""

    @intrinsic
    def store(typing_context: Any, address: Any, index: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            address, index, value = arguments
            _write(context, builder, kind, value, address, index, [0])
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, kind), generate

    return store


def _read(context: Any, builder: Any, kind: Any, address: Any, index: Any, used: list[int]) -> Any:
    if isinstance(kind, types.BaseTuple):
        items = [_read(context, builder, each, address, index, used) for each in kind]
        return context.make_tuple(builder, kind, items)
    word = builder.load(_place(builder, address, builder.add(index, _WORD(used[0]))))
    used[0] += 1
    if isinstance(kind, types.Boolean):
        return builder.icmp_unsigned("!=", word, _WORD(0))
    if isinstance(kind, types.Float):
        return builder.bitcast(word, ir.DoubleType())
    return word


def _write(context: Any, builder: Any, kind: Any, value: Any, address: Any, index: Any, used: list[int]) -> None:
    if isinstance(kind, types.BaseTuple):
        for place, each in enumerate(kind):
            _write(context, builder, each, builder.extract_value(value, place), address, index, used)
        return
    if isinstance(kind, types.Boolean):
        value = builder.zext(value, _WORD)
    elif isinstance(kind, types.Float):
        value = builder.bitcast(value, _WORD)
    builder.store(value, _place(builder, address, builder.add(index, _WORD(used[0]))))
    used[0] += 1


def flattener(kind: Any) -> Any:
    """An intrinsic `words(value)` that gives a value of that numba type as a tuple of words."""

    @intrinsic
    def words(typing_context: Any, value: Any) -> Any:
        size = word_count(kind)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            found: list[Any] = []
            _flatten(builder, kind, arguments[0], found)
            return context.make_tuple(builder, signature.return_type, found)

        return types.UniTuple(types.int64, size)(kind), generate

    return words


def unpacker(kind: Any, bits: int) -> Any:
    """An intrinsic `unpacked(code)`: the value of that numba type whose words are those bits of the code, in turn."""

    @intrinsic
    def unpacked(typing_context: Any, code: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            rest = [arguments[0]]
            return _unpack(context, builder, kind, rest, bits)

        return kind(types.int64), generate

    return unpacked


def _unpack(context: Any, builder: Any, kind: Any, rest: list[Any], bits: int) -> Any:
    if isinstance(kind, types.BaseTuple):
        return context.make_tuple(builder, kind, [_unpack(context, builder, each, rest, bits) for each in kind])
    word = builder.and_(rest[0], _WORD((1 << bits) - 1))
    rest[0] = builder.lshr(rest[0], _WORD(bits))
    return builder.icmp_unsigned("!=", word, _WORD(0)) if isinstance(kind, types.Boolean) else word


def word_count(kind: Any) -> int:
    """How many words a value of that numba type takes."""
    return sum(word_count(each) for each in kind) if isinstance(kind, types.BaseTuple) else 1


def _flatten(builder: Any, kind: Any, value: Any, found: list[Any]) -> None:
    if isinstance(kind, types.BaseTuple):
        for place, each in enumerate(kind):
            _flatten(builder, each, builder.extract_value(value, place), found)
    elif isinstance(kind, types.Boolean):
        found.append(builder.zext(value, _WORD))
    elif isinstance(kind, types.Float):
        found.append(builder.bitcast(value, _WORD))
    else:
        found.append(value)


RECURSIVE: Final = "minimaxer_recursive_"
"""Begins the symbol by which a function of a kernel calls itself; its name ends it."""


_KINDS: Final = {"int": types.int64, "float": types.float64, "bool": types.boolean}


def caller(name: str, result: Any, arguments: tuple[Any, ...]) -> Any:
    """An intrinsic that calls the kernel's function of that name, given a tuple of its arguments after the first, which is None.

    Its result and arguments are numba types, or `int`, `float` and `bool`.

    The symbol gets its meaning when all is linked together. A function calls itself this way without numba having to infer its
    type from itself.
    """
    symbol = RECURSIVE + name
    result, *kinds = (_KINDS[each] if isinstance(each, str) else each for each in (result, *arguments))

    @intrinsic
    def call(typing_context: Any, given: Any) -> Any:
        wanted = (types.none, *kinds)

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            convention = context.call_conv
            kind = convention.get_function_type(result, wanted)
            function = builder.module.globals.get(symbol) or ir.Function(builder.module, kind, symbol)
            passed = [context.get_dummy_value()]
            for place, (source, target) in enumerate(zip(signature.args[0], kinds, strict=True)):
                passed.append(context.cast(builder, builder.extract_value(values[0], place), source, target))
            status, value = convention.call_function(builder, function, result, wanted, passed)
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return value

        return result(given), generate

    return call


@functools.cache
def replacer(names: tuple[str, ...]) -> Any:
    """An intrinsic `replaced(tuple, values)`: the NamedTuple with other values in the fields of those names."""

    @intrinsic
    def replaced(typing_context: Any, items: Any, values: Any) -> Any:
        fields = getattr(items, "fields", ())
        missing = [name for name in names if name not in fields]
        if missing:
            raise TypingError(f"_replace: there is no field {missing[0]!r} in {items}")

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            found, values = arguments
            for place, name in enumerate(names):
                number = fields.index(name)
                value = builder.extract_value(values, place)
                value = context.cast(builder, value, signature.args[1][place], signature.args[0][number])
                found = builder.insert_value(found, value, number)
            return found

        return items(items, values), generate

    cpu_target.typing_context.refresh()  # it is made in the middle of a compilation
    return replaced
