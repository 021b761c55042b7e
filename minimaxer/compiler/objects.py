"""Mutable objects: their attributes are side by side in memory, in the order in which they were first set."""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Callable
from typing import Final, TypeVar

from llvmlite import ir

from . import arrays, dicts, lists, memory, operations, sets, special_methods, value_types as t
from .builder import FunctionBuilder, Value, has_type
from .converting import items_of, tuple_of
from .joining import TypeConflictError, is_array_type, join_mixed, widened
from .lists import PAIR, Pairs
from .operations import as_list, as_row, call_post_init, call_python, each_item, field_values, given_fields, implements
from .program import Program, RetryError
from .runtime.layout import Layout
from .runtime.values import fields_of, has_default, is_authors
from .sample_types import fitted
from .source import NoSourceError, source_of
from .unions import each_option

_CHANGING: Final = (t.Fielded, t.List, t.Set, t.Dict, t.Array)
UNSET: Final = "set each attribute in __init__, or give it a default in the class"


F = TypeVar("F", bound=t.Fielded)


def new_object(b: FunctionBuilder, type_: F) -> Value[F]:
    """A new object with no attribute set."""
    words = max(1, type_.record.size)
    address = memory.allocate(b, b.word(8 * words))
    memory.clear(b, address, b.word(words))
    return Value(type_, (address,))


def bare(b: FunctionBuilder, cls: type, set_in_init: frozenset[str]) -> Value[t.Object]:
    """Allocates an object with only its class's defaults; `set_in_init` names the attributes that `__init__` surely sets."""
    key = t.value_key(cls) if t.is_of_values(cls, b.program.records) else cls
    record = b.program.records.setdefault(key, t.Record(cls))
    known = set_in_init if record.set_in_init is None else set_in_init & record.set_in_init
    if known != record.set_in_init:
        record.set_in_init = known
        b.program.facts += 1
    found = new_object(b, t.Object(record))
    for name in record.cells:
        if has_default(cls, name):
            set_attribute(b, found, name, Value(t.Constant(getattr(cls, name))))
    return found


def made(b: FunctionBuilder, cls: type, arguments: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
    """A new object, made as the class's `__init__` does."""
    found = bare(b, cls, set_by_init(cls))
    init, names = getattr(cls, "__init__", None), fields_of(cls)
    if names is not None and not is_authors(init):
        for name, value in field_values(b, cls, names, arguments, keywords, node).items():
            set_attribute(b, found, name, value)
        call_post_init(b, found, cls)
    elif isinstance(init, types.FunctionType):
        call_python(b, init, [found, *arguments], keywords, node)
    elif arguments or keywords:
        b.refuse(f"makes a {cls.__name__} with arguments, which it does not take", node)
    if t.is_of_values(cls, b.program.records):
        if found.type.record.flags:  # not all have the same attributes
            b.program.assumptions.changed[cls] = None
            raise RetryError
        names = tuple(sorted(found.type.record.cells))
        return tuple_of([attribute_of(b, found, name) for name in names], cls, names)
    return found


def set_by_init(cls: type) -> frozenset[str]:
    """The attributes that `__init__` assigns on every path before it reads them or passes the object on."""
    init, fields = getattr(cls, "__init__", None), fields_of(cls)
    if fields is not None and not is_authors(init):
        return frozenset(given_fields(cls, fields))
    return _set_by_first(cls, list(cls.__mro__), frozenset())[0]


def _set_by_first(cls: type, owners: list[type], found: frozenset[str]) -> tuple[frozenset[str], bool]:
    """The attributes that the first `__init__` of these classes sets, beside those `found`; and False as in `_set_by`."""
    owner = next((each for each in owners if "__init__" in vars(each)), object)
    init = vars(owner)["__init__"]
    if owner is object:
        return found, True
    if not isinstance(init, types.FunctionType) or not init.__code__.co_argcount:
        return found, False
    try:
        node = source_of(init)
    except NoSourceError:
        return found, False
    body = node.body if isinstance(node, ast.FunctionDef) else []
    return _set_by(body, init.__code__.co_varnames[0], cls, found, owners[owners.index(owner) + 1 :])


def _set_by(body: list[ast.stmt], me: str, cls: type, found: frozenset[str], behind: list[type]) -> tuple[frozenset[str], bool]:
    """The attributes assigned on every path, beside those `found`; and False once the object may have escaped."""
    goes_on = True
    for each in body:
        if isinstance(each, ast.Expr) and ast.unparse(each).startswith("super().__init__(") and _names(each, me) == 1:
            found, goes_on = _set_by_first(cls, behind, found)
        elif isinstance(each, ast.If) and not _may_escape(each.test, me, cls, found):
            ways = [(way, *_set_by(way, me, cls, found, behind)) for way in (each.body, each.orelse)]
            ending = [names for way, names, _ in ways if not way or not isinstance(way[-1], ast.Raise)]
            found = frozenset.intersection(*ending) if ending else found
            goes_on = all(on for _, _, on in ways)
        elif _may_escape(each, me, cls, found) or any(isinstance(part, ast.Return) for part in ast.walk(each)):
            goes_on = False
        elif isinstance(each, (ast.Assign, ast.AnnAssign)) and each.value is not None:
            found |= {part.attr for part in ast.walk(each) if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store)}
        if not goes_on:
            break
    return found, goes_on


def _names(node: ast.AST, me: str) -> int:
    """How often the object is named, by itself or by `super()`."""
    return sum(isinstance(each, ast.Name) and each.id in (me, "super") for each in ast.walk(node))


def _may_escape(node: ast.AST, me: str, cls: type, found: frozenset[str]) -> bool:
    """True if code may read an unset attribute, or pass the object on."""
    names = _names(node, me)
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id == me:
            of_class = inspect.getattr_static(cls, each.attr, None)
            is_plain = of_class is not None and not callable(of_class) and not hasattr(type(of_class), "__get__")
            is_set = isinstance(each.ctx, ast.Store) and not isinstance(node, ast.AugAssign)
            names -= is_set or is_plain or each.attr in found
    return names > 0


@implements(operations.attribute_of)
def attribute_of(b: FunctionBuilder, owner: Value[t.Fielded], name: str) -> Value:
    """The value of an attribute."""
    record = owner.type.record
    type_, text = record.cells[name].type, f"{record.cls.__name__!r} object has no attribute {name!r}"
    if type_.is_never:
        return b.fail(AttributeError, text)
    if name in record.flags:
        b.check(_is_set(b, owner, name), AttributeError, text)
    return memory.load(b, type_, owner.components[0], record.offset(name))


def _is_set(b: FunctionBuilder, owner: Value[t.Fielded], name: str) -> ir.Value:
    """A truth value that is 1 if an attribute with a flag is set."""
    return b.compare("!=", b.peek(owner.components[0], owner.type.record.flags[name]), b.word(0))


def _if_set(b: FunctionBuilder, owner: Value[t.Fielded], name: str, use: Callable[[Value], None]) -> None:
    """Calls `use` with an attribute's value, unless it is unset."""
    if name in owner.type.record.flags:
        with b.when(_is_set(b, owner, name)):
            use(attribute_of(b, owner, name))
    else:
        use(attribute_of(b, owner, name))


def set_attribute(b: FunctionBuilder, owner: Value[t.Fielded], name: str, value: Value) -> None:
    """Sets the value of an attribute."""
    record = owner.type.record
    if not b.live or value.type.is_never:
        return
    b.refuse_views(value.type)
    b.refuse_repeated(value.type)
    if name not in record.cells:
        if record.is_seen and not has_default(record.cls, name):
            b.refuse(f"sets {name} of a {record.cls.__name__}, which not all have; {UNSET}")
        record.cells[name] = t.Cell()
        b.program.facts += 1
    cell = record.cells[name]
    try:
        wider = fitted(cell.type, widened(value.type)) if record.is_seen else join_mixed(cell.type, widened(value.type))
    except TypeConflictError as clash:
        b.refuse(f"sets {name} to {clash.other}, which is {clash.one} elsewhere; keep values of one type in it")
    if wider != cell.type:
        cell.put(wider)
        b.program.facts += 1
    found = b.convert(value, cell.type)
    if b.emits and b.live:
        memory.store(b, found, owner.components[0], record.offset(name))
        if name in record.flags:
            b.poke(owner.components[0], record.flags[name], b.word(1))


MEMO: Final[dict[int, object]] = {}
_PICKLED: Final = ("__reduce__", "__reduce_ex__", "__getstate__", "__setstate__", "__getnewargs__", "__getnewargs_ex__")


def copied(b: FunctionBuilder, value: Value, node: ast.AST, *, deep: bool = False) -> Value:
    """A copy, as `copy.copy` or `copy.deepcopy` makes it."""
    if deep:
        check_apart(b, value)
    return _copied(b, value, node, Pairs.empty(b, value.type) if deep else None)


def _copied(b: FunctionBuilder, value: Value, node: ast.AST, memo: Pairs | None) -> Value:
    """A copy; a deep one with a `memo`, which has the copy of each shared value by its address."""
    if memo is None or not t.is_shared(value.type):
        return _copied_once(b, value, node, memo)
    before = memo.find(b, value.components[0])

    def first() -> Value:
        found = b.convert(_copied_once(b, value, node, memo), value.type)
        memo.add(b, value.components[0], found.components[0])
        return found

    return b.either(b.compare("==", before, b.word(0)), first, lambda: Value(value.type, (before,)), value.type)


def _copied_once(b: FunctionBuilder, value: Value, node: ast.AST, memo: Pairs | None) -> Value:
    type_, deep = value.type, memo is not None
    name, more = ("__deepcopy__", [Value(t.Constant(MEMO))]) if deep else ("__copy__", [])
    if (of_class := special_methods.called(b, name, value, *more)) is not None:
        return of_class
    odd = next((each for each in _PICKLED if special_methods.method(type_, each) is not None), None)
    if odd is not None:
        b.refuse(f"copies a {type_}: it defines {odd}, which compiled games do not look at; copy it part by part", node)

    def inner(item: Value) -> Value:
        return _copied(b, item, node, memo) if deep else item

    def same(item: Value) -> Value:
        return b.convert(_copied(b, item, node, memo), type_)

    if not changes(type_):
        return value
    if is_array_type(type_):
        return arrays.copied(b, value)
    if has_type(value, t.Tuple):
        return tuple_of([inner(item) for item in items_of(value)], value.type.cls, value.type.names)
    if isinstance(type_, (t.Optional, t.Union)):
        return each_option(b, value, same, type_)
    if isinstance(type_, t.Row):
        return b.convert(as_row(b, inner(as_list(b, value, node))), type_) if deep else value
    if has_type(value, t.Set) and not changes(value.type.item):
        return sets.rebuilt(b, value) if deep else sets.copied(b, value)
    return _copied_by_parts(b, value, node, inner if deep and _holds_changing(type_) else None)


def _copied_by_parts(b: FunctionBuilder, value: Value, node: ast.AST, inner: Callable[[Value], Value] | None) -> Value:
    """A copy of an object, a list or a dict, with copies of its parts if `inner` makes them."""
    type_ = value.type
    if has_type(value, t.Fielded):
        made = new_object(b, value.type)
        memory.copy(b, value.components[0], made.components[0], b.word(value.type.record.size))
        for name, cell in value.type.record.cells.items():
            if inner is not None and changes(cell.type):
                _if_set(b, value, name, lambda part, name=name: set_attribute(b, made, name, inner(part)))  # type: ignore[misc]
        return made
    is_list = isinstance(type_, t.List) or t.is_known(type_, list)
    if not is_list and (not isinstance(type_, t.Dict) or type_.fixed):
        b.refuse(f"copies {type_}; copy it part by part", node)
    if inner is None:
        return dicts.copied(b, value) if has_type(value, t.Dict) else as_list(b, value, node)
    if isinstance(type_, t.Constant):
        held = [id(each) for each in type_.value if isinstance(each, list)]
        if len(set(held)) < len(held):
            b.refuse(f"copies {type_}, which contains the same list twice; build separate lists", node)
        found = lists.new_list(b, b.marker(f"copied{_levels(type_.value)}"))
        for each in type_.value:
            lists.append(b, found, inner(Value(t.Constant(each))))
    elif isinstance(type_, t.List):
        found = lists.empty(b, type_)
        each_item(b, b.marker("deep"), value, lambda item: lists.append(b, found, inner(item)), [])
    elif has_type(value, t.Dict):
        table, pairs = dicts.empty(b, value.type), dicts.entries(b, value)
        each_item(b, b.marker("deep"), pairs, lambda pair: dicts.put(b, table, *map(inner, items_of(pair))), [])
        return table
    return found


def _levels(value: object) -> int:
    """The depth of lists within lists."""
    return 1 + max(map(_levels, value), default=0) if isinstance(value, list) else 0


def _holds_changing(type_: t.Type) -> bool:
    """True if something in a value is mutable, other than the value itself."""
    if isinstance(type_, t.Constant):
        return any(changes(t.Constant(each)) for each in type_.value)
    return changes(getattr(type_, "item", type_))


def changes(type_: t.Type) -> bool:
    """True if a value, or something in it, is mutable."""
    if isinstance(type_, t.Constant):
        return isinstance(type_.value, (list, dict, set)) or is_array_type(type_)
    return isinstance(type_, _CHANGING) or any(map(changes, t.parts_of(type_)))


def check_apart(b: FunctionBuilder, value: Value) -> None:
    """Fails where a value holds one list, set, dict, array or object in two places: words and copies hold two."""
    places = [each.item if isinstance(each, t.Array) else each for each in _places(value.type)]
    if len(set(places)) == len(places):
        return
    shared, extents = Pairs.empty(b, value.type), Pairs(lists.empty(b, t.List(t.Cell(PAIR))))

    def note(each: Value, inside: Callable[[], None]) -> None:
        first, last = _extent(b, each)

        def check(pairs: Pairs) -> None:
            with pairs.each(b) as (begin, end):
                b.check(b.ir.or_(b.compare(">=", first, end), b.compare(">=", begin, last)), OverflowError, _TWICE)

        def enter() -> None:
            check(extents)
            if t.holds_shared(value.type) and not t.is_shared(each.type):
                check(shared)
            (shared if t.is_shared(each.type) else extents).add(b, first, last)
            inside()

        if t.is_shared(each.type):
            with b.when(b.compare("==", shared.find(b, first), b.word(0))):
                enter()
        else:
            enter()

    _each_changing(b, value, note)


_TWICE: Final = "one list, set, dict, array or object is held in two places, which compiled games take apart; keep a copy"


def _places(type_: t.Type, many: int = 1) -> list[t.Type]:
    """The types of the mutable parts of a value, twice where one place may have several."""
    if not changes(type_) or isinstance(type_, t.Constant):
        return []
    inside = 2 if isinstance(type_, (t.List, t.Set, t.Dict, t.Row)) else many
    inner = [each for part in t.parts_of(type_) for each in _places(part, inside)]
    return [type_] * (1 if t.is_shared(type_) else many) * _is_part(type_) + inner


def _is_part(type_: t.Type) -> bool:
    return isinstance(type_, _CHANGING) and getattr(type_, "cls", None) is not frozenset


def _each_changing(b: FunctionBuilder, value: Value, note: Callable[[Value, Callable[[], None]], None]) -> None:
    """Passes each mutable part of a value to `note`, with what to call for the parts in it."""
    type_ = value.type
    if _is_part(type_):
        note(value, lambda: _each_part(b, value, note))
    elif changes(type_) and not isinstance(type_, t.Constant):
        _each_part(b, value, note)


def _each_part(b: FunctionBuilder, value: Value, note: Callable[[Value, Callable[[], None]], None]) -> None:
    type_ = value.type
    if has_type(value, t.Fielded):
        for name in value.type.record.cells:
            _if_set(b, value, name, lambda part: _each_changing(b, part, note))
    elif has_type(value, t.Tuple):
        for item in items_of(value):
            _each_changing(b, item, note)
    elif isinstance(type_, (t.Optional, t.Union)):
        each_option(b, value, lambda option: _each_changing(b, option, note))
    elif isinstance(type_, (t.Collection, t.Dict, t.Row)) and changes(type_.item):
        items = dicts.entries(b, value) if has_type(value, t.Dict) else value
        each_item(b, b.marker("apart"), items, lambda item: _each_changing(b, item, note), [])


def _extent(b: FunctionBuilder, value: Value) -> tuple[ir.Value, ir.Value]:
    """The addresses where a value begins and ends; of all but arrays, those of its first word."""
    first = last = value.components[0]
    if has_type(value, t.Array):
        for size, stride in arrays.axes_of(value):
            far = b.ir.mul(b.ir.mul(b.ir.sub(size, b.word(1)), stride), b.word(8))
            below, there = b.compare("<", far, b.word(0)), b.compare(">", size, b.word(0))
            first = b.ir.add(first, b.ir.select(below, far, b.word(0)))
            last = b.ir.select(there, b.ir.add(last, b.ir.select(below, b.word(0), far)), first)
    return first, b.ir.add(last, b.word(8))


def names_in_order(b: FunctionBuilder, owner: Value[t.Keyed]) -> tuple[str, ...]:
    """The keys of a keyed dict in the order in which all of the kind have them, or the indices of a keyed list."""
    if owner.type.record.has_orders:
        b.refuse(f"goes through {owner.type}, whose order differs; write the keys in one order everywhere")
    return owner.type.names


def keyed_item(b: FunctionBuilder, owner: Value[t.Keyed], name: str, what: str) -> Value:
    """What a keyed dict or list yields for a key, read now."""
    if what == "keys":
        return Value(t.Constant(name))
    held = attribute_of(b, owner, name)
    return held if what == "values" else tuple_of([Value(t.Constant(name)), held])


@operations.read.of(t.Fielded)
def read(b: FunctionBuilder, type_: t.Fielded, address: ir.Value, place: int) -> Value:
    """Reads the attributes into a new object."""
    made = new_object(b, type_)
    for name, cell in type_.record.cells.items():
        set_attribute(b, made, name, operations.read(b, cell.type, address, place))
        place += operations.words_in(b, cell.type)
    return made


@operations.write.of(t.Fielded)
def write(b: FunctionBuilder, value: Value[t.Fielded], address: ir.Value, place: int, sorts: bool) -> None:
    """Writes its attributes, one after the other."""
    for name, cell in value.type.record.cells.items():
        operations.write(b, attribute_of(b, value, name), address, place, sorts)
        place += operations.words_in(b, cell.type)


@operations.layout_of.of(t.Fielded)
def layout_of(program: Program, type_: t.Fielded) -> Layout:
    """The layouts of its attributes, one after the other."""
    record = type_.record
    items = tuple(operations.layout_of(program, cell.type) for cell in record.cells.values())
    names = () if record.cls is list else tuple(record.cells)
    return Layout("object", items, names, record.cls, count=record.cls is dict and not record.has_orders)
