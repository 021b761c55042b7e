"""Handlers of Python's builtin functions, and of ours for bits and tuples."""

from __future__ import annotations

import ast
import collections
import copy
import dataclasses
import functools
import itertools
import math
import operator
import types
import typing
from collections.abc import Callable
from typing import Final

import attrs
from llvmlite import ir

from . import dicts, lists, materializing, objects, sets, special_methods, streams, value_types as t, views, written
from .builder import AnyValue, FunctionBuilder, MergePoint, Value, all_known, has_type, known
from .calls import Keywords, all_read, call_python, call_value, name_of, replaced
from .classes import class_of, is_sequence, is_tuple
from .comparing import COMPARISONS, SIGNS, compare, contains, less
from .converting import items_of, present, table_of, tuple_of
from .expressions import attribute, constant, holds, truth
from .joining import widened
from .lines import may_hold
from .methods import sort
from .operations import keyed_dict
from .operators import BITWISE, binary, check_divisor, in_domain, is_dict, is_number, number, quotient, unary, whole, within
from .source import SHAREABLE, frozen_in_place
from .special_methods import OPERATORS
from .subscripts import slice_of
from .texts import number_of, text_of
from .unions import each_option, is_instance, is_of_class

Handler = Callable[[FunctionBuilder, list[Value], Keywords, ast.AST], Value]
LIBRARY: Final[dict[Callable[..., object], Handler]] = {}
_function: Callable[..., object]
_BY_METHOD: Final[dict[Callable[..., object], str]] = {abs: "__abs__", int: "__int__", float: "__float__", round: "__round__"}
"""Functions for which a class may have a method."""


def library(*functions: Callable[..., object], folds: bool = False) -> Callable[[Handler], Handler]:
    """Registers the handler of functions; with `folds`, Python calls the function itself where all arguments are known."""

    def register(handler: Handler) -> Handler:
        def checked(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
            def emit(values: list[Value], keywords: Keywords) -> Value:
                name = _BY_METHOD.get(functions[0])
                if name is not None and values and (method := special_methods.method(values[0].type, name)) is not None:
                    return call_python(b, method, list(values), keywords, node)
                if folds and values and all_known(values):
                    return constant(functions[0](*map(known, values)))
                return handler(b, values, keywords, node)

            return all_read(b, emit, given, named, name_of(functions[0]), node)

        LIBRARY.update(dict.fromkeys(functions, checked))
        return handler

    return register


@library(typing.assert_never)
def _assert_never(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    [_] = given
    return b.fail(AssertionError, None)


@library(len)
def _len(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    value = present(b, given[0])
    if isinstance(value.type, t.Constant) and special_methods.method(value.type, "__len__") is None:
        return constant(len(value.type.value))
    if has_type(value, t.Symbol) and value.type == t.TEXT:
        return table_of(b, value, len)
    if value.type == t.CHARS:
        return Value(t.INT, value.components[:1])
    if (of_class := special_methods.called(b, "__len__", value)) is not None:
        return special_methods.size(b, of_class)
    if is_tuple(value.type):
        return constant(len(value.type.items))
    if isinstance(value.type, t.FixedTuple):
        return constant(value.type.count)
    if isinstance(value.type, t.Union):
        return each_option(b, value, lambda option: _len(b, [option], named, node))
    if isinstance(value.type, t.Stream):
        b.refuse("asks for the length of a generator", node)
    return Value(t.INT, (materializing.length(b, value),))


@library(range)
def _range(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if any(widened(each.type) == t.FLOAT for each in given):
        return b.fail(TypeError, "'float' object cannot be interpreted as an integer")
    if all_known(given):
        return constant(range(*map(known, given)))
    components = [number(b, each).components[0] for each in given]
    if len(components) == 1:
        components = [b.word(0), components[0]]
    if len(components) == 2:
        components.append(b.word(1))
    return Value(t.RANGE, tuple(components))


@library(enumerate)
def _enumerate(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    start = given[1] if len(given) > 1 else named.get("start", constant(0))
    return views.stream("enumerate", [present(b, given[0]), b.convert(start, t.INT)])


@library(zip)
def _zip(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    strict = holds(b, named.get("strict", constant(False)))
    if len(given) == 1 and isinstance(given[0].type, t.Rest) and strict is False:
        return views.stream("transposed", [Value(given[0].type.row, given[0].components)])
    parts = [present(b, each) for each in given]
    if strict is not False:
        sizes = [materializing.length(b, each) for each in parts]
        for each in sizes[1:]:
            b.check(b.compare("==", sizes[0], each), ValueError, "the arguments of zip() have different lengths")
    return views.stream("zip", parts)


@library(slice)
def _slice(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if all_known(given):
        return constant(b.program.literal(node, slice(*map(known, given))))
    none = Value(t.NONE)
    bounds = [none, given[0], none] if len(given) == 1 else [*given, none][:3]
    return tuple_of(bounds, slice, ("start", "stop", "step"))


@library(functools.partial)
def _partial(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    function, *rest = given
    if named or len(rest) != 1 or not isinstance(getattr(function.type, "value", None), types.FunctionType):
        b.refuse(f"makes a partial of {function.type}; write a lambda", node)
    (first,) = rest
    return Value(t.Method(first.type, known(function)), first.components)


def binary_text(number: int) -> str:
    """A number as `bin` writes it."""
    found, rest = "", abs(number)
    while rest:
        found = "01"[rest & 1] + found
        rest >>= 1
    return ("-0b" if number < 0 else "0b") + (found or "0")


@library(bin)
def _bin(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if isinstance(given[0].type, t.Constant):
        return constant(b.said(lambda: bin(known(given[0]))))
    if getattr(given[0].type, "dtype", "") == "uint64":
        b.refuse("writes a number of uint64 in binary; take int() of it", node)
    return call_python(b, binary_text, [b.convert(given[0], t.INT)], {}, node)


@library(reversed)
def _reversed(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if isinstance(given[0].type, t.Constant):
        return constant(tuple(reversed(given[0].type.value)))
    if not is_sequence(given[0].type) and not isinstance(given[0].type, t.Dict):
        b.refuse(f"takes {given[0].type} in reverse; make a list of it first", node)
    value = present(b, given[0])
    return views.stream("reversed", [value, Value(t.INT, (materializing.length(b, value),))])


@library(itertools.count)
def _count_up(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    start = given[0] if given else named.get("start", constant(0))
    step = given[1] if len(given) > 1 else named.get("step", constant(1))
    if b.at_run_time(start).type != t.INT or not (isinstance(step.type, t.Constant) and type(step.type.value) is int):
        b.refuse("counts from what is no int, or by steps that are not known; write a loop", node)
    first = number(b, start).components[0]
    last = b.ir.add(first, b.word(_FAR if known(step) > 0 else -_FAR))
    return views.stream("chain", [Value(t.RANGE, (first, last, b.word(known(step))))])


_FAR: Final = 1 << 62
"""More steps than any loop takes: what `count` and `islice` stop at."""

_COMBINATORIC: Final = (
    itertools.product,
    itertools.combinations,
    itertools.combinations_with_replacement,
    itertools.permutations,
)
for _lazy in (map, filter, *_COMBINATORIC, itertools.chain, itertools.starmap, itertools.takewhile, itertools.cycle):

    @library(_lazy)
    def _iterated(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST, name: str = _lazy.__name__) -> Value:
        if name == "product" and "repeat" in named:
            given = [*given] * int(known(named["repeat"]))
        if name == "chain" and len(given) == 1 and isinstance(given[0].type, t.Rest):
            return views.stream("flatten", [Value(given[0].type.row, given[0].components)])
        if name == "permutations" and len(given) == 1:
            b.refuse("takes permutations of all items; say of how many", node)
        return views.stream(name, given)


@library(itertools.islice)
def _islice(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    source, *bounds = given
    if len(bounds) == 3 and bounds[2].type not in (t.NONE, t.Constant(1)):
        b.refuse("takes islice with a step; use a range of indices", node)
    first, last = (constant(0), bounds[0]) if len(bounds) == 1 else bounds[:2]
    first, last = constant(0) if first.type == t.NONE else first, constant(_FAR) if last.type == t.NONE else last
    return views.stream("islice", [source, first, last])


@library(itertools.chain.from_iterable)
def _chained(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    rows = given[0]
    if has_type(rows, t.Tuple) and is_tuple(rows.type):
        return views.stream("chain", items_of(rows))
    if isinstance(rows.type, t.Constant):
        return constant(tuple(itertools.chain.from_iterable(rows.type.value)))
    return views.stream("flatten", given)


@library(itertools.pairwise)
def _pairwise(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    row = materializing.as_row(b, given[0])
    return views.stream("zip", [row, slice_of(b, row, constant(1), None, None)])


@library(next)
def _next(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if isinstance(node, ast.Call) and isinstance(node.args[0], ast.Name):
        b.refuse("takes the next item of something with a name, which would have to know how far it was; write a loop", node)
    found = MergePoint(b)
    streams.each_item(b, node, given[0], found.arrive, [])
    return found.close(given[1] if len(given) > 1 else b.fail(StopIteration, ""))


def _may_hold_for_some(b: FunctionBuilder, items: Value) -> ir.Value | None:
    """`may_hold` for the element of a comprehension over a table of lines."""
    if not has_type(items, t.Stream) or not isinstance(source := items.type.source, views.Comprehension):
        return None
    match source.node.generators:
        case [ast.comprehension(target, _, [], _)] if source.frame is b.frame:
            return may_hold(b, target, source.node.elt, views.parts_of(items)[0])
    return None


for _function in (any, all):

    @library(_function)
    def _until(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST, wanted: bool = _function is any) -> Value:
        found = MergePoint(b)

        def each(item: Value) -> None:
            if (decided := holds(b, item)) is None:
                leave = b.leave_if if wanted else b.leave_unless
                leave(truth(b, item), found, Value(t.BOOL, (b.bit(wanted),)))
            elif decided == wanted:
                found.arrive(Value(t.BOOL, (b.bit(wanted),)))

        streams.each_item(b, node, given[0], each, [], only_if=_may_hold_for_some(b, given[0]) if wanted else None)
        return found.close(Value(t.BOOL, (b.bit(not wanted),)), t.BOOL)


def _folded(b: FunctionBuilder, value: Value, node: ast.AST, start: Value, step: Callable[[AnyValue, Value], Value]) -> Value:
    """Folds items: combines each with the result of those before."""
    name = f"%fold{id(node)}"
    frame = b.frame
    b.assign(name, start)

    def so_far() -> Value:
        found = b.read(name, frame)
        assert found is not None
        return found

    streams.each_item(b, node, value, lambda item: b.assign(name, step(so_far(), item), frame), [])
    return so_far() if b.live else Value(t.NEVER)


@library(sum)
def _sum(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    start = given[1] if len(given) > 1 else named.get("start", constant(0))
    return _folded(b, given[0], node, start, lambda total, item: binary(b, ast.Add(), total, item, node))


@library(functools.reduce)
def _reduce(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    function = given[0]
    if len(given) > 2:
        return _folded(b, given[1], node, given[2], lambda total, item: call_value(b, function, [total, item], {}))

    def step(before: AnyValue, item: Value) -> Value:
        """Combines the result so far with an item; the first item is the result itself."""
        item = b.at_run_time(item)
        if before.type == t.NONE:
            return b.convert(item, t.Optional(item.type))
        held = before.inner
        type_ = t.Optional(b.join_types([held.type, item.type]))
        return b.either(
            before.components[0],
            lambda: b.convert(b.at_run_time(call_value(b, function, [held, item], {})), type_),
            lambda: b.convert(item, type_),
            type_,
        )

    found = _folded(b, given[1], node, Value(t.NONE), step)
    if b.live and found.type == t.NONE:
        b.fail(TypeError, "reduce() of empty iterable with no initial value")
    return present(b, found) if b.live else Value(t.NEVER)


def _extreme(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST, sign: str) -> Value:
    key, default = named.get("key", Value(t.NONE)), named.get("default")
    if isinstance(key.type, t.Optional):
        b.refuse("takes a key that may be None; write both ways", node)
    has_key = key.type != t.NONE
    if len(given) > 1 and not has_key and all(is_number(each.type) for each in given):
        return _extreme_number(b, given, sign)
    items = _candidates(b, given, node)
    if isinstance(items.type, t.Constant) and not has_key and items.type.value:
        return constant((min if sign == "<" else max)(items.type.value))

    def step(before: AnyValue, item: Value) -> Value:
        item = b.at_run_time(item)
        mine = tuple_of([item, b.at_run_time(call_value(b, key, [item], {})) if has_key else item])
        if before.type == t.NONE:
            return b.convert(mine, t.Optional(mine.type))
        type_ = b.join_types([before.type.item, mine.type])
        assert isinstance(type_, t.Tuple)
        held = b.convert(before.inner, type_)
        mine = b.convert(mine, type_)
        better = b.either(
            before.components[0],
            lambda: b.convert(less(b, sign, items_of(mine)[1], items_of(held)[1], node), t.BOOL),
            lambda: Value(t.BOOL, (b.bit(True),)),
            t.BOOL,
        )
        take = better.components[0]
        components = tuple(b.ir.select(take, one, other) for one, other in zip(mine.components, held.components, strict=True))
        return Value(t.Optional(type_), (b.bit(True), *components))

    found = _folded(b, items, node, Value(t.NONE), step)
    return _found_or(b, found, default) if b.live else Value(t.NEVER)


def _candidates(b: FunctionBuilder, given: list[Value], node: ast.AST) -> Value:
    """The candidates of `max` and `min`: several values, or the one that is given."""
    if isinstance(given[-1].type, t.Rest):
        if len(given) > 1:
            b.refuse("compares some values and those of a tuple with *; give one tuple", node)
        return Value(given[-1].type.row, given[-1].components)
    return tuple_of([b.at_run_time(each) for each in given]) if len(given) > 1 else given[0]


def _found_or(b: FunctionBuilder, found: AnyValue, default: Value | None) -> Value:
    """The first of the pair that was found, or the default."""
    if found.type == t.NONE:
        return b.fail(ValueError, "the argument is empty") if default is None else default
    pair = Value(found.type.item, found.components[1:])
    if default is None:
        b.check(found.components[0], ValueError, "the argument is empty")
        return items_of(pair)[0]
    return b.either(found.components[0], lambda: items_of(pair)[0], lambda: default)


def _extreme_number(b: FunctionBuilder, given: list[Value], sign: str) -> Value:
    if all_known(given):
        return constant((min if sign == "<" else max)(known(each) for each in given))
    found = number(b, given[0])
    for each in given[1:]:
        other = number(b, each)
        type_ = b.join_types([found.type, other.type])
        found, other = b.convert(found, type_), b.convert(other, type_)
        test = b.convert(less(b, sign, other, found, ast.Constant(0)), t.BOOL)
        found = Value(type_, (b.ir.select(test.components[0], other.components[0], found.components[0]),))
    dtypes = [dtype for each in given if (dtype := getattr(each.type, "dtype", "")) in t.RANGES]
    narrowest = min(dtypes, key=lambda dtype: t.RANGES[dtype][1], default="")
    return Value(t.Int(narrowest), found.components) if found.type == t.INT else found


for _function, _sign in ((min, "<"), (max, ">")):
    library(_function)(functools.partial(_extreme, sign=_sign))


@library(tuple)
def _tuple(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if not given:
        return constant(())
    if isinstance(given[0].type, t.Constant):
        return constant(tuple(given[0].type.value))
    value = present(b, given[0])
    source, function = b.frame.node, b.frame.function
    is_plain = isinstance(source, ast.FunctionDef) and b.frame.outer is None and source not in b.program.cuts
    is_plain = is_plain and all(map(SHAREABLE.isdisjoint, (function.__globals__, function.__code__.co_freevars)))
    if not is_plain or node not in frozen_in_place(source):
        return materializing.as_tuple(b, value, node)
    with b.freezing():
        return materializing.as_tuple(b, value, node)


@library(collections.deque)
def _deque(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    b.program.has_deques = True
    return _list(b, [*given[:1]], {}, node)


@library(list)
def _list(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    return lists.new_list(b, node) if not given else materializing.as_list(b, present(b, given[0]), node)


for _cls in (set, frozenset):

    @library(_cls)
    def _set(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST, cls: type = _cls) -> Value:
        if given and cls is frozenset is class_of(given[0].type):
            return given[0]
        made = sets.new_set(b, node, cls)
        if given:
            sets.update(b, made, present(b, given[0]))
        return made


@library(dict)
def _dict(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if (found := keyed_dict(b, [*([None] * len(given)), *map(constant, named)], [*given, *named.values()])) is not None:
        return found
    made = dicts.new_dict(b, node)
    if given:
        dicts.update(b, made, given[0], "dict")
    for name, value in named.items():
        dicts.put(b, made, constant(name), value)
    return made


@library(collections.Counter)
def _counter(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    made = dicts.new_dict(b, node, t.COUNTS)
    if given and is_dict(given[0].type):
        dicts.update(b, made, given[0])
    elif given:
        dicts.count(b, made, given[0], node)
    return made


@library(collections.defaultdict)
def _default_dict(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if not given or not isinstance(given[0].type, t.Constant):
        b.refuse("makes a defaultdict whose default is not known; give int, list or set", node)
    made = dicts.new_dict(b, node, known(given[0]))
    if len(given) > 1:
        dicts.update(b, made, given[1])
    return made


@library(sorted)
def _sorted(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    made = materializing.new_list_of(b, present(b, given[0]), node)
    if b.live:
        sort(b, made, named)
    return made


for _function, _mark in ((dataclasses.replace, "__dataclass_fields__"), (attrs.evolve, "__attrs_attrs__")):

    @library(_function)
    def _replace(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST, mark: str = _mark) -> Value:
        value = present(b, given[0])
        if not hasattr(class_of(value.type), mark):
            b.refuse(f"replaces fields of {value.type}, for which Python has another function", node)
        return replaced(b, value, named, node)


@library(copy.deepcopy)
def _deepcopy(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    value, *memo = given[:2]
    if memo and memo[0].type not in (t.NONE, t.Constant(objects.MEMO)):
        b.refuse(f"calls copy.deepcopy with {memo[0].type} as memo; give the one that __deepcopy__ takes", node)
    if memo and t.holds_shared(value.type):
        b.refuse(
            f"copies {value.type} with a memo, where states hold it or parts of it in several places; leave the memo out", node
        )
    return objects.copied(b, value, node, deep=True)


@library(int)
def _int(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if not given:
        return constant(0)
    value = present(b, given[0])
    if isinstance(value.type, t.Constant):
        try:
            return constant(int(value.type.value))
        except (TypeError, ValueError) as error:
            return b.fail(type(error), str(error))
    if value.type == t.CHARS:
        return number_of(b, value)
    if has_type(value, t.Symbol):
        return table_of(b, value, int)
    if isinstance(value.type, (t.Float, t.Single)):
        return whole(b, value.components[0])
    if getattr(value.type, "dtype", "") == "uint64":
        b.check(b.compare(">=", value.components[0], b.word(0)), OverflowError, "a number of uint64 that needs its 64th bit")
    return b.convert(number(b, value), t.INT)


@library(float)
def _float(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if not given:
        return constant(0.0)
    if isinstance(given[0].type, t.Constant):
        return constant(float(given[0].type.value))
    return b.convert(given[0] if isinstance(given[0].type, (t.Int, t.Single)) else number(b, given[0]), t.FLOAT)


@library(bool)
def _bool(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if not given:
        return constant(False)
    decided = holds(b, given[0])
    return constant(decided) if decided is not None else Value(t.BOOL, (truth(b, given[0]),))


@library(ord)
def _ord(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    letter = given[0]
    if not has_type(letter, t.Constant) and not has_type(letter, t.Symbol):
        b.refuse(f"asks for the number of the letter {letter.type}; keep letters of a text that is known", node)
    return table_of(b, letter, ord)


@library(abs)
def _abs(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if isinstance(given[0].type, t.Constant):
        return constant(abs(given[0].type.value))
    value = number(b, given[0])
    (component,) = value.components
    if value.type == t.FLOAT:
        return Value(t.FLOAT, (b.outside("llvm.fabs.f64", t.DOUBLE, component),))
    (less,) = unary(b, ast.USub(), value, node).components
    size = b.ir.select(b.compare("<", component, b.word(0)), less, component)
    return within(b, Value(t.INT, (size,)), getattr(given[0].type, "dtype", "").replace("bool", ""))


@library(divmod, folds=True)
def _divmod(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    one, other = number(b, given[0]), number(b, given[1])
    if t.FLOAT in (one.type, other.type):
        return tuple_of([binary(b, op, one, other, node) for op in (ast.FloorDiv(), ast.Mod())])
    check_divisor(b, other.components[0], known(given[1]) if isinstance(given[1].type, t.Constant) else None)
    return Value(t.Tuple((t.INT, t.INT)), quotient(b, one.components[0], other.components[0]))


@library(pow, folds=True)
def _pow(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if len(given) > 2:
        numbers = [b.at_run_time(number(b, each)) for each in given]
        if any(each.type != t.INT for each in numbers):
            b.refuse("calls pow with a modulus and other numbers than ints; give ints", node)
        size = _abs(b, [numbers[2]], {}, node).components[0]
        b.check(b.compare("<=", size, b.word(3_037_000_499)), OverflowError, "a modulus whose square needs more than 64 bits")
        return b.call(written.power, numbers)
    return binary(b, ast.Pow(), given[0], given[1], node)


@library(round, folds=True)
def _round(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    value = number(b, given[0])
    digits = next((each for each in given[1:] if each.type != t.NONE), None)
    places = known(digits) if digits is not None and isinstance(digits.type, t.Constant) else None
    if getattr(value.type, "dtype", ""):
        b.refuse("rounds a number of numpy, which numpy does in another way; take float() of it first", node)
    if digits is not None and not (type(places) is int and 0 <= places < len(written.TENS)):
        b.refuse("rounds to a number of places that is not known, or beyond 0 to 12; scale the number instead", node)
    if value.type == t.INT:
        return value
    if digits is not None and places is not None:
        product = binary(b, ast.Mult(), value, constant(written.TENS[places]), node)
        fits = compare(b, ast.Lt(), _abs(b, [product], {}, node), constant(2.0**52), node)
        text = "a float that is too large to be rounded to a number of places"
        b.check(b.convert(fits, t.BOOL).components[0], OverflowError, text)
        return b.call(written.rounded, [value, digits])
    return whole(b, b.outside("llvm.roundeven.f64", t.DOUBLE, value.components[0]))


for _name in ("sqrt", "exp", "log", "log2", "log10", "sin", "cos", "tan", "tanh", "atan", "atan2", "hypot", "pow"):

    @library(getattr(math, _name), folds=True)
    def _mathematics(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST, name: str = _name) -> Value:
        name = "llvm.sqrt.f64" if name == "sqrt" else name
        components = [b.convert(number(b, each), t.FLOAT).components[0] for each in given]
        if name == "log" and len(components) == 2:
            one, other = (Value(t.FLOAT, (in_domain(b, name, [each]),)) for each in components)
            return binary(b, ast.Div(), one, other, node)
        return Value(t.FLOAT, (in_domain(b, name, components),))


for _name in ("floor", "ceil", "trunc"):

    @library(getattr(math, _name), folds=True)
    def _whole(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST, name: str = _name) -> Value:
        value = number(b, given[0])
        return value if value.type == t.INT else whole(b, b.outside(f"llvm.{name}.f64", t.DOUBLE, value.components[0]))


@library(math.isnan)
def _isnan(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    component = b.convert(number(b, given[0]), t.FLOAT).components[0]
    return Value(t.BOOL, (b.ir.fcmp_unordered("uno", component, component),))


@library(math.isqrt, folds=True)
def _isqrt(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    value = b.convert(number(b, given[0]), t.INT)
    b.check(b.compare(">=", value.components[0], b.word(0)), ValueError, "isqrt() argument must be nonnegative")
    root = b.ir.fptosi(b.outside("llvm.sqrt.f64", t.DOUBLE, b.ir.sitofp(value.components[0], t.DOUBLE)), t.WORD)
    root = b.ir.select(b.ir.icmp_unsigned(">", b.ir.mul(root, root), value.components[0]), b.ir.sub(root, b.word(1)), root)
    more = b.ir.add(root, b.word(1))
    return Value(t.INT, (b.ir.select(b.ir.icmp_unsigned("<=", b.ir.mul(more, more), value.components[0]), more, root),))


_ARITHMETIC: Final = (*BITWISE, ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.LShift, ast.RShift)
_HANDLERS: Final[dict[Callable[..., object], Callable[..., Value]]] = {
    **{OPERATORS[op]: lambda b, given, named, node, op=op: binary(b, op(), given[0], given[1], node) for op in _ARITHMETIC},
    **{COMPARISONS[op]: lambda b, given, named, node, op=op: compare(b, op(), given[0], given[1], node) for op in SIGNS},
    operator.neg: lambda b, given, named, node: unary(b, ast.USub(), given[0], node),
    operator.contains: lambda b, given, named, node: contains(b, given[0], given[1], node),
    isinstance: lambda b, given, named, node: is_instance(b, given[0], given[1], node),
    copy.copy: lambda b, given, named, node: objects.copied(b, given[0], node),
    object.__new__: lambda b, given, named, node: objects.bare(b, known(given[0]), frozenset()),
    str: lambda b, given, named, node: text_of(b, given[0] if given else constant(""), node),
    iter: lambda b, given, named, node: given[0] if isinstance(given[0].type, t.Stream) else views.stream("chain", given),
    itertools.groupby: lambda b, given, named, node: views.stream(
        "groupby", [given[0], given[1] if len(given) > 1 else named.get("key", Value(t.NONE))]
    ),
    itertools.accumulate: lambda b, given, named, node: call_python(b, written.accumulate, given, named, node),
    itertools.compress: lambda b, given, named, node: views.stream("compress", [_zip(b, [given[0], given[1]], {}, node)]),
    math.copysign: lambda b, given, named, node: Value(
        t.FLOAT,
        (b.outside("llvm.copysign.f64", t.DOUBLE, *(b.convert(number(b, each), t.FLOAT).components[0] for each in given)),),
    ),
    math.fabs: lambda b, given, named, node: _abs(b, [b.convert(number(b, given[0]), t.FLOAT)], {}, node),
    math.prod: lambda b, given, named, node: _folded(
        b, given[0], node, named.get("start", constant(1)), lambda total, item: binary(b, ast.Mult(), total, item, node)
    ),
}
"""The handlers of functions that are one expression of ours."""

for _function, _handler in _HANDLERS.items():
    library(_function)(_handler)


@library(print, input, open, exec, eval, globals, locals, id, hash, vars, dir, setattr)
def _not_at_all(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else "it"
    b.refuse(f"{name} cannot be compiled; take it out of the rules", node)


@library(math.gcd)
def _gcd(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if all_known(given):
        return constant(math.gcd(*map(known, given)))
    return b.call(greatest_divisor, [b.convert(number(b, each), t.INT) for each in given])


def greatest_divisor(one: int, other: int) -> int:
    """The greatest common divisor, as `math.gcd`."""
    while other != 0:
        one, other = other, one % other
    return abs(one)


@library(type)
def _type(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    found = class_of(given[0].type)
    if found is None or len(given) > 1:
        b.refuse(f"asks for the type of {given[0].type}; compare it with None first, or ask isinstance", node)
    is_of_class(b, given[0].type, found, node, is_exact=True)
    return constant(found)


@library(getattr)
def _getattr(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if not isinstance(given[1].type, t.Constant):
        b.refuse("asks for an attribute whose name is not known", node)
    return attribute(b, given[0], given[1].type.value, node)
