"""Methods of values: of lists, tuples, texts, sets, dicts and numbers."""

from __future__ import annotations

import ast
import enum
import functools
import types
from collections.abc import Callable
from typing import Any, Final

from . import dicts, lists, own, sets
from .body import Body, Value
from .calls import Keywords, all_known, all_read, call_python, replaced
from .classes import class_of
from .converting import present
from .joining import is_array_kind, item_of_row
from .kinds import (
    BOOL,
    CHARS,
    INT,
    NEVER,
    NONE,
    Board,
    Bool,
    Constant,
    Dict,
    Float,
    Int,
    List,
    Never,
    Rest,
    Row,
    Set,
    Symbol,
    Tuple,
    Union,
)
from .numpy_functions import call_method as of_array
from .operators import is_text
from .program import RetryError
from .texts import call as call_text
from .unions import each_option

Handler = Callable[[Body, Value, list[Value], Keywords, ast.AST], Value]
_METHODS: Final[dict[tuple[str, str], Handler]] = {}
_SETTLED: Final = (str, bytes, int, float, complex, tuple, list, dict, set, frozenset)
_CHANGING: Final = frozenset(
    {"append", "extend", "insert", "pop", "remove", "sort", "reverse", "clear", "add", "discard", "update"}
)


def method(kind: str, *names: str) -> Callable[[Handler], Handler]:
    """Registers a method of values of a kind."""

    def register(handler: Handler) -> Handler:
        _METHODS.update({(kind, name): handler for name in names})
        return handler

    return register


def call_method(b: Body, owner: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    """Calls a method of a value."""
    owner = present(b, owner)
    kind = owner.kind
    if isinstance(kind, Never):
        return owner
    if isinstance(kind, Constant) and isinstance(kind.value, (set, frozenset)) and not all_known(arguments):
        return call_method(b, sets.of_known(b, kind.value), name, arguments, keywords, node)
    if is_array_kind(kind):
        return of_array(b, owner, name, arguments, keywords, node)
    if kind == CHARS or (name == "join" and is_text(kind) and not all_known(arguments)):
        return call_text(b, owner, name, arguments, node)
    if isinstance(kind, Union):
        return each_option(b, owner, lambda option: call_method(b, option, name, arguments, keywords, node))
    family = _family(kind)
    handler = _METHODS.get((family, name))
    if isinstance(kind, Set) and kind.cls is frozenset and name in _CHANGING:
        b.refuse(f"calls .{name}() of a frozenset, or of a set of the module, which never change", node)
    if handler is not None:
        return all_read(
            b, lambda given, named: handler(b, owner, given, named, node), arguments, keywords, f".{name}() of {kind}", node
        )
    if isinstance(kind, Constant) and all_known([*arguments, *keywords.values()]):
        return _known(b, kind.value, name, arguments, keywords, node)
    if name in _CHANGING and family in ("tuple", "known") and not b.program.plain:
        raise RetryError
    if (isinstance(kind, Constant) and isinstance(kind.value, str)) or isinstance(kind, Symbol):
        return _of_text(b, owner, name, arguments, keywords, node)
    found = own.function(kind, name)
    if found is not None:
        return call_python(b, found, [owner, *arguments], keywords, node)
    b.refuse(f"calls .{name}() of {kind}, which compiled games do not have", node)
    return None


def has_settled_methods(owner: Any) -> bool:
    """True of values whose methods in C give the same each time, as those of a generator of random numbers do not."""
    cls = owner if isinstance(owner, type) else type(owner)
    return cls.__module__ in ("builtins", "numpy", "re") or issubclass(cls, (enum.Enum, *_SETTLED))


def _family(kind: Any) -> str:
    for cls, name in ((List, "list"), (Set, "set"), (Dict, "dict"), (Tuple, "tuple"), (Board, "tuple"), (Row, "tuple")):
        if isinstance(kind, cls):
            return name
    if isinstance(kind, (Int, Bool)) or (isinstance(kind, Constant) and isinstance(kind.value, int)):
        return "int"
    if isinstance(kind, Float):
        return "float"
    if isinstance(kind, Constant):
        if isinstance(kind.value, (tuple, list)):
            return "tuple"
        if isinstance(kind.value, dict):
            return "known dict"
        return "dict type" if kind.value is dict else "known"
    return "text"


def _known(b: Body, owner: Any, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    given = [each.kind.value for each in arguments]
    named = {key: each.kind.value for key, each in keywords.items()}
    if name in _CHANGING and not isinstance(owner, (str, tuple, frozenset)):
        if not b.program.plain:
            raise RetryError
        b.refuse(f"changes a {type(owner).__name__} of the module; rules have no memory of their own", node)
    if isinstance(getattr(owner, name, None), types.BuiltinMethodType) and not has_settled_methods(owner):
        b.refuse(f"calls .{name}() of {Constant(owner)}, which compiled games do not have", node)
    try:
        found = getattr(owner, name)(*given, **named)
        if isinstance(found, (list, dict, set)):  # the same object each time
            found = b.program.sliced.setdefault((id(owner), name, repr((given, named))), found)
        return Value(Constant(found))
    except Exception as error:  # as in Python
        b.fail(type(error), str(error))
        return Value(NEVER)


# --- methods of one step ------------------------------------------------------------------------------------------------------


def _taking(count: int, function: Callable[..., Value | None]) -> Handler:
    """A method that a function makes of the value and so many arguments."""

    def handler(b: Body, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
        found = function(b, owner, *(arguments[place] for place in range(count)))
        return Value(NONE) if found is None else found

    return handler


def _in_list(text: str, b: Body, owner: Value, value: Value) -> Value:
    return lists.index_of(b, owner, value, ValueError, text)


_SIMPLE: Final[dict[str, dict[str, tuple[int, Callable[..., Value | None]]]]] = {
    "list": {
        "append": (1, lists.append),
        "appendleft": (1, lambda b, owner, value: lists.insert(b, owner, Value(Constant(0)), value)),
        "clear": (0, lists.clear),
        "copy": (0, lists.copied),
        "extend": (1, lists.extend),
        "index": (1, functools.partial(_in_list, "x is not in list")),
        "insert": (2, lists.insert),
        "popleft": (0, lambda b, owner: lists.remove_at(b, owner, Value(Constant(0)))),
        "remove": (1, lists.remove),
        "reverse": (0, lists.reverse),
    },
    "tuple": {"index": (1, functools.partial(_in_list, "tuple.index(x): x not in tuple"))},
    "set": {
        "add": (1, sets.add),
        "clear": (0, sets.clear),
        "copy": (0, sets.copied),
        "discard": (1, functools.partial(sets.remove, missing=None)),
        "isdisjoint": (1, lambda b, owner, other: sets.are_apart(b, owner, sets.as_set(b, other, "other"))),
        "issubset": (1, lambda b, owner, other: sets.subset(b, "<=", owner, sets.as_set(b, other, "other"))),
        "issuperset": (1, lambda b, owner, other: sets.subset(b, "<=", sets.as_set(b, other, "other"), owner)),
        "pop": (0, sets.pop),
        "remove": (1, functools.partial(sets.remove, missing=KeyError)),
    },
    "dict": {
        "copy": (0, dicts.copied),
        "items": (0, dicts.entries),
        "keys": (0, functools.partial(dicts.column, which=0)),
        "values": (0, functools.partial(dicts.column, which=1)),
    },
}
"""Methods of values of each kind that are one function, and how many arguments they take."""

for _kind, _methods in _SIMPLE.items():
    for _name, _simple in _methods.items():
        method(_kind, _name)(_taking(*_simple))


@method("known dict", "items", "keys", "values")
def _known_view(b: Body, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    for each in ast.walk(b.frame.node):
        is_compared = isinstance(each, ast.Compare) and not isinstance(each.ops[-1], (ast.In, ast.NotIn))
        if (is_compared or isinstance(each, ast.BinOp)) and node in ast.iter_child_nodes(each):
            b.refuse("compares or combines dict views; make them lists or sets", node)
    return Value(Constant(tuple(getattr(owner.kind.value, node.func.attr)())))


# --- lists ----------------------------------------------------------------------------------------------------------------------


@method("list", "pop")
def _pop(b: Body, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    return lists.remove_at(b, owner, arguments[0] if arguments else Value(Constant(-1)))


@method("list", "sort")
def _sort(b: Body, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    sort(b, owner, keywords)
    return Value(NONE)


def sort(b: Body, owner: Value, keywords: Keywords) -> None:
    """Sorts a list in place, as `sort` and `sorted` do."""
    key, backwards = keywords.get("key"), keywords.get("reverse", Value(Constant(False)))
    if not isinstance(backwards.kind, Constant):
        b.refuse("sorts in an order that is not known")
    if key is not None and key.kind == NONE:
        key = None
    lists.sort(b, owner, key, backwards=bool(backwards.kind.value))


@method("tuple", "copy")
def _tuple_copy(b: Body, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    from .gathering import as_list

    if class_of(owner.kind) is tuple and not b.program.holds_lists():
        b.refuse("calls .copy() of a tuple, which Python does not have", node)
    return as_list(b, owner, node)


@method("list", "count")
@method("tuple", "count")
def _count(b: Body, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    from . import memory
    from .comparing import equal
    from .converting import in_memory, items_of
    from .expressions import truth
    from .gathering import as_row
    from .kinds import WORD

    value = arguments[0]
    row = as_row(b, owner)
    if isinstance(row.kind, Tuple):
        total: Any = b.word(0)
        for each in items_of(row):
            same = truth(b, equal(b, each, value))
            if not b.live:
                return Value(NEVER)
            total = b.op("add", total, b.op("zext", same, WORD))
        return Value(INT, (total,))
    item = item_of_row(row.kind)
    if item is None or isinstance(item, Never):
        return Value(Constant(0))
    address, count = in_memory(b, row, item)
    slot = b.variable(b.word(0))

    def each_one(index: Any) -> None:
        same = truth(b, equal(b, memory.load_item(b, item, address, index), value))
        b.op("store", b.op("add", b.op("load", slot), b.op("zext", same, WORD)), slot)

    memory.count_up(b, count, each_one)
    return Value(INT, (None if b.ir is None else b.ir.load(slot),))


@method("tuple", "_replace")
def _replace(b: Body, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    return replaced(b, owner, keywords, node)


# --- sets and dicts -------------------------------------------------------------------------------------------------------------


@method("set", "update")
def _update(b: Body, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    for each in _operands(b, arguments):
        sets.update(b, owner, each)
    return Value(NONE)


def _operands(b: Body, arguments: list[Value]) -> list[Value]:
    """What is given one by one; of what a `*` gives, all items in one set."""
    if not arguments or not isinstance(arguments[-1].kind, Rest):
        return arguments
    row = Value(arguments[-1].kind.row, arguments[-1].leaves)
    made = sets.new_set(b, b.marker("operands"))
    from .streams import each_item

    each_item(b, b.marker("operand"), row, lambda each: sets.update(b, made, each), [])
    return [*arguments[:-1], made]


@method("set", "union")
def _union(b: Body, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    made = sets.copied(b, owner)
    if arguments and isinstance(owner.kind, Set) and isinstance(owner.kind.item, Never):
        made = sets.new_set(b, node, owner.kind.cls)
    for each in _operands(b, arguments):
        sets.update(b, made, each)
    return made


_OPERATORS: Final = {"intersection": ast.BitAnd(), "difference": ast.Sub(), "symmetric_difference": ast.BitXor()}


def _combined(name: str, b: Body, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    found = owner
    for place, each in enumerate(arguments):
        if isinstance(each.kind, Rest):
            b.refuse(f"calls .{name}() with * and a number of arguments that is not known", node)
        found = sets.combined(b, _OPERATORS[name], found, each, b.marker(f"{name}{place}"))
    return found


def _changed(name: str, b: Body, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    for each in arguments:
        sets.change(b, _OPERATORS[name], owner, each)
    return Value(NONE)


for _name in _OPERATORS:
    method("set", _name)(functools.partial(_combined, _name))
    method("set", f"{_name}_update")(functools.partial(_changed, _name))


@method("dict", "get")
def _get(b: Body, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    return dicts.get(b, owner, arguments[0], arguments[1] if len(arguments) > 1 else Value(NONE))


@method("known dict", "get")
def _known_get(b: Body, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    from .tables import lookup

    default = arguments[1] if len(arguments) > 1 else Value(NONE)
    table, key = owner.kind.value, arguments[0]
    if isinstance(default.kind, Constant):
        return lookup(b, table, key, default.kind.value)
    there = b.convert(lookup(b, dict.fromkeys(table, True), key, False), BOOL)
    return b.either(there.leaves[0], lambda: lookup(b, table, key), lambda: default)


@method("dict", "update")
def _dict_update(b: Body, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    dicts.refuse_counts(b, owner)
    dicts.update(b, owner, arguments[0])
    return Value(NONE)


@method("dict type", "fromkeys")
def _from_keys(b: Body, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    from .streams import each_item

    made = dicts.new_dict(b, node)
    held = arguments[1] if len(arguments) > 1 else Value(NONE)
    each_item(b, b.marker("keys"), arguments[0], lambda key: dicts.put(b, made, key, held), [])
    return made


@method("dict", "pop")
def _dict_pop(b: Body, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    if len(arguments) > 1:
        there = dicts.has(b, owner, arguments[0])
        if b.ir is None:
            dicts.remove(b, owner, arguments[0], missing=KeyError)
        return b.either(there.leaves[0], lambda: dicts.remove(b, owner, arguments[0], missing=KeyError), lambda: arguments[1])
    return dicts.remove(b, owner, arguments[0], missing=KeyError)


@method("dict", "setdefault")
def _set_default(b: Body, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    value = arguments[1] if len(arguments) > 1 else Value(NONE)
    held = dicts.get(b, owner, arguments[0], value)
    dicts.put(b, owner, arguments[0], held)
    return held


# --- numbers --------------------------------------------------------------------------------------------------------------------


@method("int", "bit_count")
def _bit_count(b: Body, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    from .bits import ones
    from .operators import SIGN

    value = b.convert(owner, INT)
    if b.program.guarded:
        b.check(b.compare(">=", value.leaves[0], b.word(0)), OverflowError, SIGN)
    return Value(INT, (ones(b, value.leaves[0]),))


@method("int", "bit_length")
def _bit_length(b: Body, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    from .bits import zeros_before

    value = b.convert(owner, INT)
    leaf = value.leaves[0]
    leaf = b.op("select", b.compare("<", leaf, b.word(0)), b.op("sub", b.word(0), leaf), leaf)
    return Value(INT, (b.op("sub", b.word(64), zeros_before(b, leaf)),))


@method("float", "is_integer")
def _is_integer(b: Body, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    from .operators import outside

    (leaf,) = owner.leaves
    return Value(BOOL, (None if b.ir is None else b.ir.fcmp_ordered("==", outside(b, "llvm.floor.f64", leaf), leaf),))


# --- texts ----------------------------------------------------------------------------------------------------------------------


def _of_text(b: Body, owner: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    """A method of a text that gives the same for the same text."""
    from .symbols import symbol, table_of

    if name in ("join", "format") or keywords:
        b.refuse(f"makes a text with .{name}() of values that are not known; write an f-string", node)
    if name == "split" or (not all_known(arguments) and name in ("count", "index", "find", "startswith", "endswith")):
        return call_text(b, owner, name, arguments, node)
    if not all_known(arguments):
        b.refuse(f"calls .{name}() of a text with something that is not known", node)
    given = [each.kind.value for each in arguments]
    return table_of(b, symbol(b, owner), lambda text: getattr(text, name)(*given))
