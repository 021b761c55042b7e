"""Skips loops over constant tables of lines, as `for a, b, c in LINES: if board[a] == board[b] == board[c]`, where no line can
satisfy the condition, by a few vector instructions. They may find a line where there is none, never the opposite.
"""

from __future__ import annotations

import ast
import functools
import inspect
import itertools
from collections.abc import Iterator, Sequence
from typing import Any, Final

from attrs import frozen
from llvmlite import ir

from . import value_types as t
from .builder import FunctionBuilder, Value, has_type
from .classes import is_tuple
from .expressions import evaluate
from .joining import widened
from .lists import ITEMS, LENGTH
from .runtime.values import hides
from .target import signed

_READING: Final = (ast.Add, ast.Attribute, ast.BinOp, ast.Constant, ast.Name, ast.Sub, ast.Subscript, ast.expr_context)
_LANES: Final = 8
_VECTOR: Final = ir.VectorType(t.WORD, _LANES)
_MOST_CELLS, _MOST_LINES, _MOST_ALIKE = 256, 512, 32
"""The last is that of cells and lines where cells are compared with each other, as many bytes as an instruction picks from."""
_APART: Final = 224
"""The first of 32 different bytes, for cells that are unlike each other; one that is like a value costs a useless loop."""


@frozen
class _Wanted:
    """A condition that a test begins with: some cells of a line, by their places in it, hold a value, or are alike.

    Attributes:
        places: Those cells; empty if all of them. `read` are those of all cells that are looked at.
        value: The value that they hold if `is_asked`; else one that none of them may hold, or None.
        aside: What else is compared with cells.
    """

    owner: ast.expr
    places: list[int]
    read: list[int]
    value: ast.expr | None
    aside: list[ast.expr]
    is_asked: bool


def may_hold(b: FunctionBuilder, target: ast.expr, test: ast.expr, lines: Value) -> ir.Value | None:
    """A truth value that is 0 only if a test holds for no line of a known table; None where all cannot be asked at once."""
    table: Any = lines.type.value if isinstance(lines.type, t.Constant) and b.program.counted is None else None
    if type(table) not in (tuple, list) or not 1 < len(table) <= _MOST_LINES:
        return None
    wanted = _wanted_by(target, test)
    if wanted is None or not all(type(line) in (tuple, list) and len(line) == len(table[0]) for line in table):
        return None
    if isinstance(target, ast.Tuple) and len(target.elts) != len(table[0]):
        return None
    if isinstance(test, ast.Call) and evaluate(b, test.func).type != t.Constant(all):
        return None
    cells, read = ([[line[at] for at in places or range(len(line))] for line in table] for places in (wanted.places, wanted.read))
    if not cells[0] or not all(type(cell) is int and 0 <= cell < _MOST_CELLS for line in read for cell in line):
        return None
    most = max(_LANES, max(map(max, read)) + 1)
    if not wanted.is_asked and max(most, len(cells)) > _MOST_ALIKE:
        return None
    values = [*([] if wanted.value is None else [wanted.value]), *wanted.aside]
    if not all(_is_read_only(b, each) for each in (wanted.owner, *values)):
        return None
    held = _items_of(b, evaluate(b, wanted.owner))
    with b.dry():
        types_ = [widened(evaluate(b, each).type) for each in values]
    if held is None or any(each != held[0] for each in types_):
        return None
    item, address, count = held
    word = None if wanted.value is None else b.convert(evaluate(b, wanted.value), item).components[0]
    if not b.emits:
        return b.bit(True)

    def asked() -> Value:
        return Value(t.BOOL, ((_hold if wanted.is_asked else _are_alike)(b, cells, most, address, word),))

    return b.either(b.compare(">=", count, b.word(most)), asked, lambda: Value(t.BOOL, (b.bit(True),))).components[0]


@functools.lru_cache(maxsize=4096)
def _wanted_by(target: ast.expr, test: ast.expr) -> _Wanted | None:
    """The condition on a line's cells that a test begins with, by their names or that of the line; None if there is none."""
    match target, test:
        case ast.Name(line), ast.Call(ast.Name("all"), [ast.GeneratorExp(ast.Compare(left, [ast.Eq()], [right]), [part])], []):
            cell, value = (left, right) if isinstance(left, ast.Subscript) else (right, left)
            match cell, part:
                case ast.Subscript(owner, ast.Name(index)), ast.comprehension(ast.Name(item), ast.Name(source), [], 0):
                    if index == item and source == line and _is_outside([owner, value], {item, line}):
                        return _Wanted(owner, [], [], value, [], is_asked=True)
        case ast.Tuple(targets), _ if all(isinstance(each, ast.Name) for each in targets):
            names = [each.id for each in targets if isinstance(each, ast.Name)]
            return _compared(test, names) if len(set(names)) == len(names) else None
    return None


def _compared(test: ast.expr, names: list[str]) -> _Wanted | None:
    """The condition of the first comparisons of a test on the cells with these names."""
    boards: dict[str, ast.expr] = {}
    values: dict[int | str, ast.expr] = {}
    alike: list[set[int | str]] = []
    unlike: list[set[int | str]] = []
    always: list[ast.expr] = []
    for left, how, right in _comparisons(test):
        sides = [_side(each, names) for each in (left, right)]
        found = {key: node for side in sides if side is not None for key, node in [side]}
        places = {key for key in found if isinstance(key, int)}
        owners = {ast.dump(found[key]): found[key] for key in places}
        if None in sides or not places or len({**boards, **owners}) > 1 or not isinstance(how, (ast.Eq, ast.NotEq)):
            break
        boards |= owners
        values |= {key: node for key, node in found.items() if key not in places}
        (alike if isinstance(how, ast.Eq) else unlike).append(set(found))
        always = always or list(values.values())
    reached = next((each for each in alike if values.keys() & each), alike[0] if alike else set[int | str]())
    for _ in alike:
        reached = reached.union(*(each for each in alike if each & reached))
    asked = [values[each] for each in values if each in reached]
    if len(reached) < 2 or len(asked) > 1:
        return None
    others = [values[each] for sides in unlike if sides & reached for each in values if each in sides]
    held, read = (sorted(each for each in some if isinstance(each, int)) for some in (reached, set().union(*alike, *unlike)))
    first = asked or others[:1]
    if any(isinstance(part, ast.BinOp) for each in first if each not in always for part in ast.walk(each)):
        return None  # a sum that is perhaps never asked for, and overflows
    aside = [each for each in values.values() if each not in first]
    return _Wanted(next(iter(boards.values())), held, read, first[0] if first else None, aside, is_asked=bool(asked))


def _side(node: ast.expr, names: list[str]) -> tuple[int | str, ast.expr] | None:
    """A side of a comparison: the place of a cell with one of the names, and the board; or another value, by its text."""
    match node:
        case ast.Subscript(board, ast.Name(name)) if name in names:
            return (names.index(name), board) if _is_outside([board], {*names}) else None
    return (ast.dump(node), node) if _is_outside([node], {*names}) else None


def _comparisons(test: ast.expr) -> Iterator[tuple[ast.expr, ast.cmpop, ast.expr]]:
    """The comparisons that a test starts with, two sides each; none behind something else, which may end otherwise."""
    for each in test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]:
        if not isinstance(each, ast.Compare):
            return
        yield from zip([each.left, *each.comparators], each.ops, each.comparators, strict=False)


def _is_outside(nodes: list[ast.expr], names: set[str]) -> bool:
    """True of expressions that read names, fields and items, and add or subtract, and have none of these names."""
    parts = [each for node in nodes for each in ast.walk(node)]
    return all(isinstance(each, _READING) and not (isinstance(each, ast.Name) and each.id in names) for each in parts)


def _is_read_only(b: FunctionBuilder, node: ast.expr) -> bool:
    """True if all that an expression reads is there on all paths, and is kept rather than worked out."""
    match node:
        case ast.Attribute(value, name) if _is_read_only(b, value):
            type_ = evaluate(b, value).type
            if isinstance(type_, t.Constant):
                return not hasattr(inspect.getattr_static(type_.value, name, node), "__get__")
            if isinstance(type_, t.Object):
                return name in type_.record.cells and name not in type_.record.flags
            return isinstance(type_, t.Tuple) and type_.cls is not None and name in type_.names and not hides(type_.cls, name)
        case ast.Subscript(value, ast.Constant(int(place))) if _is_read_only(b, value):
            type_ = evaluate(b, value).type
            if isinstance(type_, t.Constant):
                return isinstance(type_.value, tuple) and 0 <= place < len(type_.value)
            return isinstance(type_, t.Tuple) and is_tuple(type_) and 0 <= place < len(type_.items)
        case ast.Name(name):
            frame = next((each for each in b.frame.outwards() if name in each.own), None)
            known = None if frame is None else b.names.get((frame.number, name))
            return frame is None or (known is not None and known.sure)
        case ast.BinOp(left, _, right):
            return all(_is_read_only(b, each) and widened(evaluate(b, each).type) == t.INT for each in (left, right))
    return isinstance(node, ast.Constant)


def _items_of(b: FunctionBuilder, owner: Value) -> tuple[t.Type, ir.Value, ir.Value] | None:
    """The type of the items of a row in memory, their address, and their number; None where they are no words side by side."""
    if owner.type in (t.CHARS, t.TEXT):
        owner = Value(t.VarTuple(t.TEXT), b.convert(owner, t.CHARS).components)
    if has_type(owner, t.List):
        found = owner.type.item, *(b.peek(owner.components[0], each) for each in (ITEMS, LENGTH))
    elif isinstance(owner.type, t.FixedTuple):
        found = owner.type.item, owner.components[0], b.word(owner.type.count)
    elif has_type(owner, t.VarTuple):
        found = owner.type.item, owner.components[1], owner.components[0]
    else:
        return None
    item = found[0]
    kinds = [(cls.__eq__, cls.__ne__) for cls in (str, int, object)]
    is_word = item == t.INT or (isinstance(item, t.Symbol) and (item.domain.__eq__, item.domain.__ne__) in kinds)
    return found if is_word else None


def _bits(b: FunctionBuilder, address: ir.Value, cells: int, word: ir.Value) -> list[ir.Value]:
    """Words with a bit for each cell, which says whether it holds that word."""
    found: list[ir.Value] = []
    for start in range(0, cells, 64):
        bits = b.word(0)
        for place in range(start, min(start + 64, cells), _LANES):
            first = min(place, cells - _LANES)
            lanes = b.ir.icmp_unsigned("==", _loaded(b, address, first), _splat(b, word))
            byte = b.ir.zext(b.ir.bitcast(lanes, ir.IntType(_LANES)), t.WORD)
            shift = first - start
            bits = b.ir.or_(bits, b.ir.shl(byte, b.word(shift)) if shift >= 0 else b.ir.lshr(byte, b.word(-shift)))
        found.append(bits)
    return found


def _loaded(b: FunctionBuilder, address: ir.Value, first: int) -> ir.Value:
    return b.ir.load(b.ir.inttoptr(b.further(address, b.word(first)), _VECTOR.as_pointer()), align=8)


def _splat(b: FunctionBuilder, word: ir.Value) -> ir.Value:
    one = b.ir.insert_element(ir.Constant(_VECTOR, ir.Undefined), word, ir.IntType(32)(0))
    return _picked(b, one, one, [0] * _LANES)


def _hold(b: FunctionBuilder, lines: list[list[int]], cells: int, address: ir.Value, word: ir.Value) -> ir.Value:
    held = _bits(b, address, cells, word)
    masks = [[sum(1 << cell % 64 for cell in {*line} if cell // 64 == number) for number in range(len(held))] for line in lines]
    masks += [masks[-1]] * (-len(masks) % _LANES)
    splats = [_splat(b, each) for each in held]
    some = None
    for start in range(0, len(masks), _LANES):
        every = None
        for number, splat in enumerate(splats):
            mask = ir.Constant(_VECTOR, [signed(each[number]) for each in masks[start : start + _LANES]])
            has = b.ir.icmp_unsigned("==", b.ir.and_(splat, mask), mask)
            every = has if every is None else b.ir.and_(every, has)
        some = every if some is None else b.ir.or_(some, every)
    return _is_any(b, some)


def _are_alike(b: FunctionBuilder, lines: list[list[int]], cells: int, address: ir.Value, other: ir.Value | None) -> ir.Value:
    """True if the last bytes of all cells of some line are alike; cells that hold `other` count as unlike each other."""
    parts, starts = [], [min(place, cells - _LANES) for place in range(0, cells, _LANES)]
    for first in starts:
        part = _loaded(b, address, first)
        if other is not None:
            numbers = ir.Constant(_VECTOR, [_APART + first + lane for lane in range(_LANES)])
            part = b.ir.select(b.ir.icmp_unsigned("==", part, _splat(b, other)), numbers, part)
        parts.append(b.ir.trunc(part, ir.VectorType(ir.IntType(8), _LANES)))
    while len(parts) > 1:
        parts += parts[-1:] * (len(parts) % 2)
        parts = [_picked(b, one, more, range(2 * one.type.count)) for one, more in zip(parts[::2], parts[1::2], strict=True)]
    rows = [*lines, *[lines[-1]] * (-len(lines) % _LANES)]
    columns = [
        _picked(b, parts[0], parts[0], [cell // _LANES * _LANES + cell - starts[cell // _LANES] for cell in column])
        for column in zip(*rows, strict=True)
    ]
    every = functools.reduce(b.ir.and_, (b.ir.icmp_unsigned("==", one, more) for one, more in itertools.pairwise(columns)))
    return _is_any(b, every)


def _picked(b: FunctionBuilder, one: ir.Value, more: ir.Value, lanes: Sequence[int]) -> ir.Value:
    return b.ir.shuffle_vector(one, more, ir.Constant(ir.VectorType(ir.IntType(32), len(lanes)), list(lanes)))


def _is_any(b: FunctionBuilder, lanes: ir.Value) -> ir.Value:
    whole = ir.IntType(lanes.type.count)
    return b.ir.icmp_unsigned("!=", b.ir.bitcast(lanes, whole), whole(0))


@functools.lru_cache(maxsize=4096)
def only_test(function: ast.AST, loop: ast.For) -> ast.expr | None:
    """The test of a loop that does nothing but an `if`, and whose targets stand nowhere else in its function; else None."""
    targets = {each.id for each in ast.walk(loop.target) if isinstance(each, ast.Name)}
    inside = {each for part in (loop.target, *loop.body) for each in ast.walk(part)}
    named = (each for each in ast.walk(function) if isinstance(each, ast.Name) and each not in inside)
    match loop.body:
        case [ast.If(test, _, [])]:
            return None if any(each.id in targets for each in named) else test
    return None
