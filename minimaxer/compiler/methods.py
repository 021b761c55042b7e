"""Methods of values: of lists, tuples, texts, sets, dicts and numbers."""

from __future__ import annotations

import ast
import enum
import functools
import re
import string
import types
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from . import dicts, lists, memory, operations, sets, special_methods, value_types as t
from .builder import AnyValue, FunctionBuilder, Value, all_known, known
from .calls import Keywords, all_read, call_python, replaced
from .classes import class_of, defines
from .comparing import compare, equal
from .converting import present, symbol, table_of
from .expressions import constant, truth
from .joining import is_array_type
from .materializing import as_list, as_row, length
from .memory import ones, zeros_before
from .numpy_functions import call_method as of_array
from .operations import implements
from .operators import SIGN, binary, is_text
from .streams import each_item
from .subscripts import item
from .tables import lookup
from .texts import call as call_text, text_of
from .unions import each_option
from .views import stream
from .written import OF_TEXTS, number_of, reverse

Handler = Callable[[FunctionBuilder, AnyValue, list[Value], Keywords, ast.AST], Value]
_METHODS: Final[dict[tuple[str, str], Handler]] = {}
_SETTLED: Final = (str, bytes, int, float, complex, tuple, list, dict, set, frozenset)
"""Classes whose methods in C are deterministic, unlike those of a generator of random numbers."""
_CHANGING: Final = ("append", "extend", "insert", "pop", "remove", "sort", "reverse", "clear", "add", "discard", "update")


def method(type_: str, *names: str) -> Callable[[Handler], Handler]:
    """Registers a method of values of a type."""

    def register(handler: Handler) -> Handler:
        _METHODS.update({(type_, name): handler for name in names})
        return handler

    return register


_SPELT: Final = {"__len__": 0, "__getitem__": 1, "__contains__": 1}
"""Methods that operators stand for, with the number of their arguments."""
_OF_NUMBERS: Final = {
    f"__{special_methods.name_of(each)}__": each for each in (ast.Add(), ast.Sub(), ast.Mult(), ast.FloorDiv(), ast.Mod())
}
"""Methods of numbers of one type that operators stand for."""


def _spelt(b: FunctionBuilder, owner: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    """Calls a method that an operator stands for; refuses all others."""
    if name in _OF_NUMBERS and len(arguments) == 1 and not keywords:
        both = [b.at_run_time(each).type for each in (owner, arguments[0])]
        if both in ([t.INT, t.INT], [t.FLOAT, t.FLOAT]):
            return binary(b, _OF_NUMBERS[name], owner, arguments[0], node)
    if keywords or _SPELT.get(name) != len(arguments):
        b.refuse(f"calls .{name}() of {owner.type}, which compiled games do not have", node)
    if name == "__len__":
        return Value(t.INT, (length(b, owner),))
    return item(b, owner, arguments[0]) if name == "__getitem__" else compare(b, ast.In(), arguments[0], owner, node)


@implements(operations.call_method)
def call_method(b: FunctionBuilder, owner: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    """Calls a method of a value."""
    owner = present(b, owner)
    type_ = owner.type
    if type_.is_never:
        return owner
    if t.is_known(type_, set, frozenset) and not all_known(arguments):
        return call_method(b, sets.of_known(b, type_.value), name, arguments, keywords, node)
    if is_array_type(type_):
        return of_array(b, owner, name, arguments, keywords, node)
    if type_ == t.CHARS or (name == "join" and is_text(type_) and not all_known(arguments)):
        return _of_made(b, owner, name, arguments, keywords, node)
    if isinstance(type_, t.Union):
        has_it = [defines(each, name) for each in type_.options]
        where = (lambda each: defines(each, name)) if any(has_it) and not all(has_it) else None  # refused if none has it
        return each_option(
            b, owner, lambda option: call_method(b, option, name, arguments, keywords, node), where=where, error=AttributeError
        )
    handler = _METHODS.get((_family(type_), name))
    if isinstance(type_, t.Set) and type_.cls is frozenset and name in _CHANGING:
        b.refuse(f"calls .{name}() of a frozenset, or of a set of the module, which never change", node)
    if handler is not None:
        return all_read(
            b, lambda given, named: handler(b, owner, given, named, node), arguments, keywords, f".{name}() of {type_}", node
        )
    if isinstance(type_, t.Constant) and all_known([*arguments, *keywords.values()]):
        return _known(b, type_.value, name, arguments, keywords, node)
    if t.is_known(type_, str) or isinstance(type_, t.Symbol):
        return _of_text(b, owner, name, arguments, keywords, node)
    if (found := special_methods.function(type_, name)) is not None:
        return call_python(b, found, [owner, *arguments], keywords, node)
    return _spelt(b, owner, name, arguments, keywords, node)


def _family(type_: t.Type) -> str:
    """The name of the types whose values have the same methods."""
    if isinstance(type_, t.Keyed):
        return f"keyed {type_.record.cls.__name__}"
    if isinstance(type_, t.Constant):
        families = {"int": (int,), "tuple": (tuple, list), "known dict": (dict,)}
        usual = "dict type" if type_.value is dict else "known"
        return next((name for name, classes in families.items() if isinstance(type_.value, classes)), usual)
    rows = t.Tuple, t.Row
    of_types = {"list": (t.List,), "set": (t.Set,), "dict": (t.Dict,), "tuple": rows, "int": (t.Int, t.Bool), "float": (t.Float,)}
    return next((name for name, types_ in of_types.items() if isinstance(type_, types_)), "text")


def _known(b: FunctionBuilder, owner: object, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    given = [known(each) for each in arguments]
    named = {key: known(each) for key, each in keywords.items()}
    if name in _CHANGING and not isinstance(owner, (str, tuple, frozenset)):
        b.refuse(f"changes a {type(owner).__name__} of the module; rules have no memory of their own", node)
    cls = owner if isinstance(owner, type) else type(owner)
    is_settled = cls.__module__ in ("builtins", "numpy", "re") or issubclass(cls, (enum.Enum, *_SETTLED))
    if isinstance(getattr(owner, name, None), types.BuiltinMethodType) and not is_settled:
        b.refuse(f"calls .{name}() of {t.Constant(owner)}, which compiled games do not have", node)
    try:
        found = getattr(owner, name)(*given, **named)
        if isinstance(found, (list, dict, set)):  # the same object each time
            found = b.program.sliced.setdefault((id(owner), name, repr((given, named))), found)
        return Value(t.Constant(found))
    except Exception as error:  # as in Python
        return b.fail(type(error), str(error))


def _taking(count: int, function: Callable[..., Value | None], *default: Value) -> Handler:
    """A handler that passes a function the value and that many arguments, the last of which may have a default."""

    def handler(b: FunctionBuilder, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
        least = count - len(default)
        given = [*(arguments[place] for place in range(least)), *arguments[least:count]]
        found = function(b, owner, *given, *default[len(given) - least :])
        return Value(t.NONE) if found is None else found

    return handler


def _in_list(text: str, b: FunctionBuilder, owner: Value, value: Value) -> Value:
    return lists.index_of(b, owner, value, ValueError, text)


_SIMPLE: Final[dict[str, dict[str, tuple[int, Callable[..., Value | None], *tuple[Value, ...]]]]] = {
    "list": {
        "append": (1, lists.append),
        "appendleft": (1, lambda b, owner, value: lists.insert(b, owner, Value(t.Constant(0)), value)),
        "clear": (0, lists.clear),
        "copy": (0, lists.copied),
        "extend": (1, lists.extend),
        "index": (1, functools.partial(_in_list, "x is not in list")),
        "insert": (2, lists.insert),
        "pop": (1, lists.remove_at, Value(t.Constant(-1))),
        "popleft": (0, lambda b, owner: lists.remove_at(b, owner, Value(t.Constant(0)))),
        "remove": (1, lists.remove),
        "reverse": (0, lambda b, owner: b.call(reverse, [owner])),
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
        "get": (2, dicts.get, Value(t.NONE)),
        "items": (0, dicts.entries),
        "keys": (0, functools.partial(dicts.column, which=0)),
        "values": (0, functools.partial(dicts.column, which=1)),
    },
}
"""Methods of each type of values that are one function, with the number of their arguments, and the default of the last one."""

for _type, _methods in _SIMPLE.items():
    for _name, _simple in _methods.items():
        method(_type, _name)(_taking(*_simple))


@method("known dict", "items", "keys", "values")
def _known_view(b: FunctionBuilder, owner: Value[t.Constant], arguments: list[Value], keywords: Keywords, node: Any) -> Value:
    for each in ast.walk(b.frame.node):
        is_compared = isinstance(each, ast.Compare) and not isinstance(each.ops[-1], (ast.In, ast.NotIn))
        if (is_compared or isinstance(each, ast.BinOp)) and node in ast.iter_child_nodes(each):
            b.refuse("compares or combines dict views; make them lists or sets", node)
    return Value(t.Constant(tuple(getattr(owner.type.value, node.func.attr)())))


@method("list", "sort")
def _sort(b: FunctionBuilder, owner: Value[t.List], arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    sort(b, owner, keywords)
    return Value(t.NONE)


def sort(b: FunctionBuilder, owner: Value[t.List], keywords: Keywords) -> None:
    """Sorts a list in place, as `sort` and `sorted` do."""
    key, backwards = keywords.get("key"), keywords.get("reverse", Value(t.Constant(False)))
    if key is not None and isinstance(key.type, t.Optional):
        b.refuse("takes a key that may be None; write both ways")
    if not isinstance(backwards.type, (t.Bool, t.Int)) and type(getattr(backwards.type, "value", None)) not in (bool, int):
        b.refuse(f"sorts with {backwards.type} as reverse; give True or False")
    if key is not None and key.type == t.NONE:
        key = None

    def by(backwards: bool) -> None:
        lists.sort(b, owner, key, backwards=backwards)

    if isinstance(backwards.type, t.Constant):
        by(bool(backwards.type.value))
    else:
        b.either(truth(b, backwards), lambda: by(True), lambda: by(False))


@method("tuple", "copy")
def _tuple_copy(b: FunctionBuilder, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    if class_of(owner.type) is tuple and not b.program.holds_lists():
        b.refuse("calls .copy() of a tuple, which Python does not have", node)
    return as_list(b, owner, node)


@method("list", "count")
@method("tuple", "count")
def _count(b: FunctionBuilder, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    row = as_row(b, owner)
    with b.dry():  # which refuses what cannot be compared, with its line
        each_item(b, b.marker("counted"), row, lambda each: equal(b, each, arguments[0]), [])
    return b.call(number_of, [row, arguments[0]])


method("tuple", "_replace")(lambda b, owner, arguments, keywords, node: replaced(b, owner, keywords, node))


@method("set", "update")
def _update(b: FunctionBuilder, owner: Value[t.Set], arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    for each in _operands(b, arguments):
        sets.update(b, owner, each)
    return Value(t.NONE)


def _operands(b: FunctionBuilder, arguments: list[Value]) -> list[Value]:
    """The arguments one by one; of a `*` argument, all items in one set."""
    if not arguments or not isinstance(arguments[-1].type, t.Rest):
        return arguments
    row = Value(arguments[-1].type.row, arguments[-1].components)
    made = sets.new_set(b, b.marker("operands"))
    each_item(b, b.marker("operand"), row, lambda each: sets.update(b, made, each), [])
    return [*arguments[:-1], made]


@method("set", "union")
def _union(b: FunctionBuilder, owner: Value[t.Set], arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    made = sets.copied(b, owner)
    if arguments and isinstance(owner.type, t.Set) and owner.type.item.is_never:
        made = sets.new_set(b, node, owner.type.cls)
    for each in _operands(b, arguments):
        sets.update(b, made, each)
    return made


_OPERATORS: Final = {"intersection": ast.BitAnd(), "difference": ast.Sub(), "symmetric_difference": ast.BitXor()}


def _combined(name: str, b: FunctionBuilder, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    found = owner
    for place, each in enumerate(arguments):
        if isinstance(each.type, t.Rest):
            b.refuse(f"calls .{name}() with * and a number of arguments that is not known", node)
        found = sets.combined(b, _OPERATORS[name], found, each, b.marker(f"{name}{place}"))
    return found


def _changed(name: str, b: FunctionBuilder, owner: AnyValue, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    for each in arguments:
        sets.change(b, _OPERATORS[name], owner, each)
    return Value(t.NONE)


for _name in _OPERATORS:
    method("set", _name)(functools.partial(_combined, _name))
    method("set", f"{_name}_update")(functools.partial(_changed, _name))


@method("known dict", "get")
def _known_get(b: FunctionBuilder, owner: Value[t.Constant], arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    default = arguments[1] if len(arguments) > 1 else Value(t.NONE)
    table, key = owner.type.value, arguments[0]
    if isinstance(default.type, t.Constant):
        return lookup(b, table, key, default.type.value)
    there = b.convert(lookup(b, dict.fromkeys(table, True), key, False), t.BOOL)
    return b.either(there.components[0], lambda: lookup(b, table, key), lambda: default)


@method("dict", "update")
def _dict_update(b: FunctionBuilder, owner: Value[t.Dict], arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    if class_of(owner.type) is Counter:
        dicts.count(b, owner, arguments[0], node)
    else:
        dicts.update(b, owner, arguments[0])
    return Value(t.NONE)


@method("dict type", "fromkeys")
def _from_keys(b: FunctionBuilder, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    made = dicts.new_dict(b, node)
    held = arguments[1] if len(arguments) > 1 else Value(t.NONE)
    each_item(b, b.marker("keys"), arguments[0], lambda key: dicts.put(b, made, key, held), [])
    return made


@method("dict", "pop")
def _dict_pop(b: FunctionBuilder, owner: Value[t.Dict], arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    if len(arguments) > 1:
        there = dicts.has(b, owner, arguments[0])
        if not b.emits:
            dicts.remove(b, owner, arguments[0], missing=KeyError)
        return b.either(there.components[0], lambda: dicts.remove(b, owner, arguments[0], missing=KeyError), lambda: arguments[1])
    return dicts.remove(b, owner, arguments[0], missing=KeyError)


@method("dict", "elements")
def _elements(b: FunctionBuilder, owner: Value[t.Dict], arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    made = lists.new_list(b, node)
    many = Value(t.Constant(0)), Value(t.Constant(1))
    entries = dicts.entries(b, owner)

    def repeat(entry: Value) -> None:
        key, count = (item(b, entry, place) for place in many)
        with memory.each_index(b, b.convert(count, t.INT).components[0]):
            lists.append(b, made, key)

    each_item(b, b.marker("repeated"), entries, repeat, [])
    return stream("chain", [made])


@method("dict", "setdefault")
def _set_default(b: FunctionBuilder, owner: Value[t.Dict], arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    held = dicts.get(b, owner, arguments[0], arguments[1] if len(arguments) > 1 else Value(t.NONE))
    dicts.put(b, owner, arguments[0], held)
    return held


@method("int", "bit_count")
def _bit_count(b: FunctionBuilder, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    (component,) = b.convert(owner, t.INT).components
    if b.program.guarded:
        b.check(b.compare(">=", component, b.word(0)), OverflowError, SIGN)
    return Value(t.INT, (ones(b, component),))


@method("int", "bit_length")
def _bit_length(b: FunctionBuilder, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    (component,) = b.convert(owner, t.INT).components
    component = b.ir.select(b.compare("<", component, b.word(0)), b.ir.sub(b.word(0), component), component)
    return Value(t.INT, (b.ir.sub(b.word(64), zeros_before(b, component)),))


@method("float", "is_integer")
def _is_integer(b: FunctionBuilder, owner: Value, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    (component,) = owner.components
    return Value(t.BOOL, (b.ir.fcmp_ordered("==", b.outside("llvm.floor.f64", t.DOUBLE, component), component),))


def _of_text(b: FunctionBuilder, owner: Value, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    """Calls a method of a text that depends on nothing but the text."""
    if name == "format" and isinstance(owner.type, t.Constant):
        return _filled(b, owner.type.value, arguments, keywords, node)
    if name in ("join", "format"):
        b.refuse(f"makes a text with .{name}() of values that are not known; write an f-string", node)
    if name in ("split", "splitlines") or keywords or not all_known(arguments):
        return _of_made(b, owner, name, arguments, keywords, node)
    given = [each.type.value for each in arguments]
    text = symbol(b, owner)
    if isinstance(text.type, t.Symbol) and any(_grows(each, name, given) for each in b.program.members(text.type.domain)):
        return _of_made(b, owner, name, arguments, keywords, node)
    return table_of(b, text, lambda text: getattr(text, name)(*given))


def _of_made(b: FunctionBuilder, owner: Value, name: str, arguments: Sequence[Value], keywords: Keywords, node: ast.AST) -> Value:
    """Calls a method of a text that is made at run time."""
    if (function := OF_TEXTS.get(name)) is None:
        return all_read(
            b, lambda given, _: call_text(b, owner, name, given, node), arguments, keywords, f".{name}() of a text", node
        )
    parameters = dict(list(function.__annotations__.items())[1:])
    given = [_fitting(b, each, expected, name, node) for each, expected in zip(arguments, parameters.values(), strict=False)]
    named = {key: _fitting(b, each, parameters.get(key, ""), name, node) for key, each in keywords.items()}
    return call_python(b, function, [b.convert(owner, t.CHARS), *given, *arguments[len(given) :]], named, node)


def _fitting(b: FunctionBuilder, value: Value, expected: str, name: str, node: ast.AST) -> Value:
    """An argument for a parameter with that annotation; refuses one that Python refuses."""
    classes = [*re.findall(r"\w+", expected), *(["bool"] if "int" in expected else [])]
    value = value if "None" in classes else present(b, value)
    held = value.inner.type
    for option in held.options if isinstance(held, t.Union) else (held,):
        if expected and getattr(class_of(option), "__name__", "") not in (*classes, *(["NoneType"] if "None" in classes else [])):
            b.refuse(f"calls .{name}() of a text with {option}; expected {expected}", node)
    return value


def _filled(b: FunctionBuilder, template: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    """A known text with values in place of its fields, as `format` gives it; of fields without a format of their own."""
    found, values = constant(""), iter(arguments)
    numbered: set[bool] = set()
    named = {**{str(place): each for place, each in enumerate(arguments)}, **keywords}
    for before, name, spec, conversion in b.said(lambda: list(string.Formatter().parse(template)), node):
        found = binary(b, ast.Add(), found, Value(t.Constant(before)), node)
        if name is None:
            continue
        value = next(values, None) if name == "" else named.get(name)
        numbered |= {name.isdigit()} if name == "" or name.isdigit() else set()
        if value is None or spec or conversion or len(numbered) > 1:
            b.refuse(f"fills {{{name}}} of {template!r}, no plain field of a value that is given; write an f-string", node)
        found = binary(b, ast.Add(), found, text_of(b, value, node), node)
    return found


def _grows(text: object, name: str, given: list[object]) -> bool:
    """True if a method applied again and again makes ever longer texts, so that no table holds them all."""
    seen: set[str] = set()
    while isinstance(text, str) and text not in seen:
        if len(seen) == _MOST_TEXTS or len(text) > _LONGEST_TEXT:
            return True
        seen.add(text)
        try:
            text = getattr(text, name)(*given)
        except Exception:  # whatever it is, Python raises it too
            return False
    return False


_MOST_TEXTS, _LONGEST_TEXT = 100, 10_000
