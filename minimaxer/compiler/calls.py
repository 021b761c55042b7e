"""Calls: of the author's functions and classes, of methods of values, and of Python's builtins."""

from __future__ import annotations

import ast
import dataclasses
import enum
import functools
import inspect
import itertools
import operator
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import attrs

from . import memory, operations, recalling, special_methods, value_types as t
from .builder import Frame, FunctionBuilder, Value, all_known, calls_itself, enter, has_type, known, leave_frame
from .classes import class_of, is_tuple
from .converting import items_of, present, tuple_of
from .expressions import attribute, evaluate, global_value, tuple_of_values
from .joining import item_of_row
from .objects import made
from .operations import as_row, call_form, call_method, implements, length, run_body
from .operators import concatenated
from .runtime.intrinsics import Fit, OfForm
from .runtime.values import fields_of, odd_method
from .source import Node, NoSourceError, own_names, parameters, shown_parts, source_of, yields
from .subscripts import item, slice_of
from .tables import lookup
from .unions import each_option, is_searched
from .views import Generated, stream, stream_of, view

Keywords = dict[str, Value]


class _Read(list[Value]):
    """The arguments of a call, which record those that are read: others would be ignored."""

    def __init__(self, values: Sequence[Value]) -> None:
        super().__init__(values)
        self.left = set(range(len(values)))

    def __getitem__(self, place: Any) -> Any:
        every = range(len(self))
        self.left.difference_update(every[place] if isinstance(place, slice) else [every[place]])
        return super().__getitem__(place)

    def __iter__(self) -> Iterator[Value]:
        self.left.clear()
        return super().__iter__()


class _ReadNames(Keywords):
    """The named arguments of a call, which record those that are read."""

    def __init__(self, values: Keywords) -> None:
        super().__init__(values)
        self.left = dict(values)

    def get(self, name: str, default: Any = None) -> Any:
        self.left.pop(name, None)
        return super().get(name, default)

    def __getitem__(self, name: str) -> Value:
        self.left.pop(name, None)
        return super().__getitem__(name)

    def __iter__(self) -> Iterator[str]:
        self.left.clear()
        return super().__iter__()

    def items(self) -> Any:
        self.left.clear()
        return super().items()


def all_read(
    b: FunctionBuilder, handler: Callable[..., Value], given: Sequence[Value], named: Keywords, name: str, node: ast.AST
) -> Value:
    """The result of a builtin's handler; refuses arguments that it ignores or misses."""
    values, keywords = _Read(given), _ReadNames(named)
    try:
        found = handler(values, keywords)
    except IndexError:
        b.refuse(f"calls {name} with too few arguments", node)
    for each in keywords.left:
        b.refuse(f"calls {name} with {each}=, which compiled games do not look at", node)
    if values.left:
        b.refuse(f"calls {name} with {len(values)} arguments; compiled games look at {min(values.left)}", node)
    return found


@implements(operations.call_expression)
def call(b: FunctionBuilder, node: ast.Call) -> Value:
    """Evaluates a call expression."""
    if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
        return _super(b, node)
    if (ones := _ones_counted(b, node)) is not None:
        return ones
    function = evaluate(b, node.func)
    if function.type == t.Constant(print):  # what rules show is for whoever reads it, and no part of the game
        for each in (*node.args, *(keyword.value for keyword in node.keywords)):
            for part in shown_parts(each):
                evaluate(b, part)
        return Value(t.NONE)
    arguments: list[Value] = []
    keywords: Keywords = {}
    for each in node.args:
        if isinstance(each, ast.Starred):
            arguments += _spread(b, evaluate(b, each.value), node, function, arguments, node.args[node.args.index(each) + 1 :])
            if arguments and isinstance(arguments[-1].type, t.Rest) and each is not node.args[-1]:
                b.refuse("calls with more arguments behind a * whose number is not known", node)
        else:
            arguments.append(evaluate(b, each))
    for keyword in node.keywords:
        if keyword.arg is None:
            b.refuse("calls with **; write the arguments out", node)
        keywords[keyword.arg] = evaluate(b, keyword.value)
    if not b.live or any(each.type.is_never for each in [function, *arguments, *keywords.values()]):
        b.live = False
        return Value(t.NEVER)
    return call_value(b, function, arguments, keywords, node)


def _spread(
    b: FunctionBuilder, value: Value, node: ast.AST, function: Value, given: list[Value], behind: list[ast.expr]
) -> list[Value]:
    """The arguments that `*value` adds between others."""
    if isinstance(value.type, t.Union):
        wanted, takes_more = _wanted(function, given, behind)
        options = [each for each in value.type.options if is_searched(each)]
        sizes = {len(each.items) if is_tuple(each) else -1 for each in options}
        fitting = sizes if wanted is None else {size for size in sizes if len(given) + size == wanted}
        fitting = sizes if len(sizes) == 1 else fitting
        if -1 in fitting or len(fitting) != 1 or (len(sizes) > 1 and (takes_more or -1 in sizes or _has_defaults(function))):
            b.refuse(f"calls with * of {value.type}, and so with one of several numbers of arguments", node)
        value = each_option(b, value, lambda option: option, where=lambda each: is_tuple(each) and len(each.items) in fitting)
        if not b.live:
            return []
    if has_type(value, t.Tuple) and is_tuple(value.type):
        return items_of(value)
    if t.is_known(value.type, tuple, list):
        return [Value(t.Constant(each)) for each in value.type.value]
    found = view(b, value)
    if found is None or found.size is None:
        return _spread_row(b, value, node, function, given, behind)
    return [found.item(b.word(place)) for place in range(found.size)]


def _has_defaults(function: Value) -> bool:
    """True unless a function surely takes as many arguments as it has parameters."""
    type_ = function.type
    if isinstance(type_, t.Closure):
        return bool(type_.node.args.defaults)
    known: Any = type_.function if isinstance(type_, t.Method) else type_.value if isinstance(type_, t.Constant) else None
    if _taken(function, [])[0] == 0 or known is map:  # such as `max`, which takes any number
        return False
    try:
        return any(each.default is not each.empty for each in inspect.signature(known).parameters.values())
    except (TypeError, ValueError):
        return True


def _spread_row(
    b: FunctionBuilder, value: Value, node: ast.AST, function: Value, given: list[Value], behind: list[ast.expr]
) -> list[Value]:
    """The items of a tuple of unknown length: one for each parameter, and all others for a `*` parameter."""
    wanted, takes_more = _wanted(function, given, behind)
    if wanted is None or _has_defaults(function):
        b.refuse("calls with * and a number of arguments that is not known; write the arguments out", node)
    named = max(0, wanted - len(given))
    row = as_row(b, value)
    many = b.compare(">=" if takes_more else "==", length(b, row), b.word(named))
    b.check(many, TypeError, "it is called with another number of arguments")
    first = [item(b, row, Value(t.Constant(place))) for place in range(named)]
    if not takes_more or not b.live:
        return first
    rest = slice_of(b, row, Value(t.Constant(named)), None, None) if named else row
    rest = b.convert(rest, t.VarTuple(b.join_types([item_of_row(rest.type) or t.NEVER])))
    assert isinstance(rest.type, t.VarTuple)
    return [*first, Value(t.Rest(rest.type), rest.components)]


def _wanted(function: Value, given: list[Value], behind: list[ast.expr]) -> tuple[int | None, bool]:
    """The number of arguments a function takes before those behind, None if unknown; and True if it takes any more."""
    count, takes_more = _taken(function, given)
    if not behind or (count == 0 and takes_more):
        return count, takes_more
    is_known = count is not None and not takes_more and not any(isinstance(each, ast.Starred) for each in behind)
    return count - len(behind) if count is not None and is_known else None, False


def _taken(function: Value, given: list[Value]) -> tuple[int | None, bool]:
    """The number of arguments a function takes, None if unknown; and True if it takes any number behind them."""
    type_ = function.type
    if isinstance(type_, t.Method) and isinstance(type_.function, str):
        return (0, True) if type_.function in ("union", "intersection", "difference", "update") else (None, False)
    if isinstance(type_, t.Method):
        count, more = _taken(Value(t.Constant(type_.function)), given)
        return None if count is None else count - 1, more
    if isinstance(type_, t.Closure):
        names = type_.node.args
        return len(names.posonlyargs) + len(names.args), names.vararg is not None
    if not isinstance(type_, t.Constant):
        return None, False
    if type_.value is map and given:
        count, more = _taken(given[0], [])
        return None if count is None else count + 1, more
    if type_.value in (max, min, zip, itertools.chain):
        return 0, True
    try:
        parameters = inspect.signature(type_.value).parameters.values()
    except (TypeError, ValueError):
        return None, False
    types_ = [each.kind for each in parameters]
    if inspect.Parameter.VAR_KEYWORD in types_:
        return None, False
    plain = [each for each in types_ if each in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    return len(plain), inspect.Parameter.VAR_POSITIONAL in types_


@implements(operations.call_value)
def call_value(
    b: FunctionBuilder, function: Value, arguments: list[Value], keywords: Keywords, node: ast.AST | None = None
) -> Value:
    """Calls a value."""
    if not b.live:
        return Value(t.NEVER)
    node = b.marker("call") if node is None else node
    function = present(b, function)
    type_ = function.type
    if isinstance(type_, t.Closure):
        return _call_closure(b, type_, arguments, keywords, node)
    if isinstance(type_, t.Union):
        each = functools.partial(call_value, b, arguments=arguments, keywords=keywords, node=node)
        return each_option(b, function, each, where=_is_called)
    if isinstance(type_, t.Method):
        owner = Value(type_.owner, function.components)
        if isinstance(type_.function, str):
            return call_method(b, owner, type_.function, arguments, keywords, node)
        return call_python(b, type_.function, [owner, *arguments], keywords, node)
    if isinstance(type_, t.Constant):
        return _call_known(b, type_.value, arguments, keywords, node)
    if (method := special_methods.method(type_, "__call__")) is not None:
        return call_python(b, method, [function, *arguments], keywords, node)
    return b.refuse(f"calls {type_}", node)


def _is_called(type_: t.Type) -> bool:
    if isinstance(type_, t.Constant):
        return callable(type_.value)
    return isinstance(type_, (t.Closure, t.Method)) or special_methods.method(type_, "__call__") is not None


def _call_known(b: FunctionBuilder, function: object, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    try:
        handler = b.program.builtins.get(function)
    except TypeError:
        handler = None
    if handler is not None:
        try:
            return handler(b, arguments, keywords, node)
        except (TypeError, ValueError, AttributeError, LookupError, ArithmeticError) as error:  # of known values
            b.refuse(f"{name_of(function)} raised {type(error).__name__}: {error}", node)
    if isinstance(function, OfForm):
        return call_form(b, function, arguments, node)
    if isinstance(function, Fit):
        return _fitted(b, function, arguments, node)
    if isinstance(function, functools.partial):
        given = [Value(t.Constant(each)) for each in function.args]
        named = {name: Value(t.Constant(each)) for name, each in function.keywords.items()}
        return _call_known(b, function.func, [*given, *arguments], {**named, **keywords}, node)
    if function in (operator.itemgetter, operator.attrgetter) and all_known(arguments) and not keywords:
        return Value(t.Constant(b.program.literal(node, b.said(lambda: function(*map(known, arguments)), node))))
    if isinstance(function, (operator.itemgetter, operator.attrgetter)) and len(arguments) == 1 and not keywords:
        return _gotten(b, function, arguments[0], node)
    if _is_librarys(function):
        b.refuse(f"calls {name_of(function)}, which compiled games do not have; write it with plain Python", node)
    if isinstance(function, type):
        return _construct(b, function, arguments, keywords, node)
    plain, first = plain_function(function)
    if plain is not None:
        return call_python(b, plain, [*first, *arguments], keywords, node)
    return _call_foreign(b, function, arguments, keywords, node)


def _gotten(b: FunctionBuilder, getter: object, owner: Value, node: ast.AST) -> Value:
    def get(name: Any) -> Value:
        if isinstance(getter, operator.itemgetter):
            return operations.item(b, owner, Value(t.Constant(name)))
        return functools.reduce(lambda found, part: attribute(b, found, part, node), name.split("."), owner)

    found = [get(name) for name in getter.__reduce__()[1]]
    return found[0] if len(found) == 1 else tuple_of(found)


_PLAIN_ENUMS: Final = (enum.Enum, BaseException)


_NOT_RULES: Final = (
    "datetime", "inspect", "io", "json", "logging", "os", "pathlib", "pickle", "pprint", "re", "subprocess", "sys", "textwrap",
    "threading", "time", "warnings",
)  # fmt: skip
"""Modules of Python's library whose insides nobody wants to read of in a refusal."""


def _is_librarys(function: object) -> bool:
    """True of a class of Python's own libraries, of functions of those that rules have no use for, or anything of numpy."""
    module = (getattr(function, "__module__", None) or "").partition(".")[0]
    if module == "numpy" or (isinstance(function, types.FunctionType) and module in _NOT_RULES):
        return True
    is_class = isinstance(function, type) and not issubclass(function, _PLAIN_ENUMS) and function is not super
    return is_class and module in sys.stdlib_module_names and module not in ("builtins", "__main__")


def plain_function(function: object) -> tuple[types.FunctionType | None, list[Value]]:
    """The Python function behind a callable, and its first arguments; None where there is none."""
    if isinstance(function, types.FunctionType):
        return function, []
    if isinstance(function, types.MethodType) and isinstance(function.__func__, types.FunctionType):
        return function.__func__, [Value(t.Constant(function.__self__))]
    wrapped = getattr(function, "__wrapped__", None)
    if isinstance(wrapped, (types.FunctionType, types.MethodType)):  # as functools.cache makes it
        return plain_function(wrapped)
    method = next((vars(each)["__call__"] for each in type(function).__mro__ if "__call__" in vars(each)), None)
    return (method, [Value(t.Constant(function))]) if isinstance(method, types.FunctionType) else (None, [])


_SETTLED: Final = frozenset(
    {"builtins", "math", "cmath", "operator", "_operator", "functools", "_functools", "bisect", "_bisect", "itertools", "re"}
)
"""Modules in C whose functions are deterministic, unlike those of `time`, `os` and `random`."""


def _call_foreign(b: FunctionBuilder, function: Any, arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    """Calls a function that is not Python: a method of a known value, or any function of known arguments."""
    owner = getattr(function, "__self__", None)
    if isinstance(function, types.BuiltinMethodType) and owner is not None and not isinstance(owner, types.ModuleType):
        return call_method(b, Value(t.Constant(owner)), function.__name__, arguments, keywords, node)
    is_known = all_known([*arguments, *keywords.values()])
    if not is_known or (getattr(function, "__module__", None) or type(function).__module__) not in _SETTLED:
        b.refuse(f"calls {name_of(function)}, which compiled games do not have; write it with plain Python", node)
    try:
        return Value(t.Constant(function(*map(known, arguments), **{name: known(each) for name, each in keywords.items()})))
    except Exception as error:  # whatever it raises
        b.refuse(f"{name_of(function)} raised {type(error).__name__}: {error}", node)


def _fitted(b: FunctionBuilder, function: Fit, arguments: list[Value], node: ast.AST) -> Value:
    """Converts a function's result to a declared type; of an iterator, each item."""
    value = recalling.moves_of(b, function, arguments, node)
    if not b.live:
        return value
    return stream("fit", [value], function.form.type) if function.each else b.convert(value, function.form.type)


def name_of(function: object) -> str:
    """The name of a function in messages."""
    module = (getattr(function, "__module__", "") or "").lstrip("_")
    name = getattr(function, "__qualname__", None) or getattr(function, "__name__", None) or repr(function)
    return name if module in ("builtins", "") else f"{module}.{name}"


def bound(
    b: FunctionBuilder,
    node: Node,
    function: object,
    arguments: list[Value],
    keywords: Keywords,
    where: ast.AST | None,
    frame: Frame | None = None,
) -> list[Value]:
    """The arguments in the order of a function's parameters, with defaults filled in."""
    names = node.args
    called = getattr(function, "__name__", "a function")
    if names.kwarg is not None:
        b.refuse(f"{called} has a parameter with **; name its parameters one by one", where)
    positional = [each.arg for each in (*names.posonlyargs, *names.args)]
    only = [each.arg for each in names.kwonlyargs]
    found = dict(zip(positional, arguments, strict=False))
    more = arguments[len(positional) :]
    if names.vararg is not None:
        found[names.vararg.arg], more = _more(b, more), []
    if more or any(name in found or name not in (*positional, *only) for name in keywords):
        b.refuse(f"calls {called} with arguments that it does not take", where)
    found = _defaults(b, node, function, positional, frame) | found | keywords
    missing = [name for name in (*positional, *only) if name not in found]
    if missing:
        b.refuse(f"calls {called} without {missing[0]}", where)
    return [found[name] for name in parameters(node)]


def _more(b: FunctionBuilder, arguments: list[Value]) -> Value:
    if not arguments or not isinstance(arguments[-1].type, t.Rest):
        return tuple_of_values(b, arguments)
    rest = Value(arguments[-1].type.row, arguments[-1].components)
    return rest if len(arguments) == 1 else concatenated(b, tuple_of_values(b, arguments[:-1]), rest)


def _defaults(b: FunctionBuilder, node: Node, function: object, positional: list[str], frame: Frame | None) -> Keywords:
    if isinstance(function, types.FunctionType):
        values = function.__defaults__ or ()
        found = dict(zip(positional[len(positional) - len(values) :], values, strict=True)) | (function.__kwdefaults__ or {})
        return {name: Value(t.Constant(value)) for name, value in found.items()}
    kept = {name: b.read(place, frame) for name, place, _ in _default_nodes(node.args)} if frame is not None else {}
    return {name: value for name, value in kept.items() if value is not None}


@implements(operations.closure_of)
def closure(b: FunctionBuilder, node: ast.Lambda | ast.FunctionDef) -> Value:
    """An inner function; its defaults are evaluated here and kept in the frame."""
    for _, place, each in _default_nodes(node.args):
        b.assign(place, evaluate(b, each))
    return Value(t.Closure(node, b.frame, is_repeated=any(frame.breaks for frame in b.frames)))


def _default_nodes(names: ast.arguments) -> list[tuple[str, str, ast.expr]]:
    """The parameters that have defaults, the names under which frames keep these, and their source."""
    given = [*names.posonlyargs, *names.args]
    pairs = [*zip(given[len(given) - len(names.defaults) :], names.defaults, strict=True)]
    pairs += [(each, node) for each, node in zip(names.kwonlyargs, names.kw_defaults, strict=True) if node is not None]
    return [(each.arg, f"default {node.lineno}:{node.col_offset}", node) for each, node in pairs]


@implements(operations.call_python)
def call_python(
    b: FunctionBuilder, function: types.FunctionType, arguments: list[Value], keywords: Keywords, where: ast.AST | None = None
) -> Value:
    """Calls a function of the author."""
    if (handler := b.program.builtins.get(function)) is not None:
        return handler(b, arguments, keywords, where)
    try:
        node = source_of(function)
    except NoSourceError:
        b.refuse(f"{function.__name__} has no source to compile; put it into a file or a notebook", where)
    b.refuse_views(*(each.type for each in [*arguments, *keywords.values()]))
    given = bound(b, node, function, arguments, keywords, where)
    if yields(node):
        return stream_of(Generated(function), [b.at_run_time(each) for each in given])
    if id(node) not in b.program.inlined and not any(t.is_bound(each.type) for each in given):
        found = b.call(function, given)
        if not t.is_bound(found.type):
            recalling.after_call(b, function, given, found)
            return found
        b.program.inlined.add(id(node))
        b.program.facts += 1
    found = inline(b, function, node, None, given, where if where is not None else node)
    recalling.after_call(b, function, given, found)
    return found


def inline(b: FunctionBuilder, function: Any, node: Node, outer: Frame | None, arguments: list[Value], where: ast.AST) -> Value:
    """Inlines a function call."""
    if calls_itself(b, node):
        if outer is None:
            b.refuse(f"{getattr(node, 'name', 'a function')} calls itself with a function or a generator", where)
        return call_lifted(b, t.Closure(node, outer), arguments)
    frame = Frame(function, node, outer, (*b.path, id(where), id(node)), own_names(node))
    enter(b, frame, zip(parameters(node), arguments, strict=True), None)
    run_body(b, node)
    value = frame.returns.meet()
    leave_frame(b, frame, keeps_names=t.is_bound(value.type))
    return value


def _call_closure(b: FunctionBuilder, type_: t.Closure, arguments: list[Value], keywords: Keywords, where: ast.AST) -> Value:
    given = bound(b, type_.node, None, arguments, keywords, where, type_.frame)
    if yields(type_.node):
        given = [b.at_run_time(each) for each in given]
        return call_lifted(b, type_, given) if calls_itself(b, type_.node) else stream_of(Generated(None, type_), given)
    return inline(b, type_.frame.function, type_.node, type_.frame, given, where)


def call_lifted(b: FunctionBuilder, closure: t.Closure, arguments: list[Value]) -> Value:
    """Calls a recursive inner function as one of its own, with the names that it uses as arguments."""
    return b.call_closure(closure, _known_names(b, closure), arguments)


def _known_names(b: FunctionBuilder, closure: t.Closure) -> dict[str, Value]:
    """The outer names that an inner function uses, or that the inner functions it calls use."""
    found: dict[str, Value] = {}
    todo = [closure]
    while todo:
        one = todo.pop()
        kept = {place: b.read(place, one.frame) for _, place, _ in _default_nodes(one.node.args)}
        found |= {place: value for place, value in kept.items() if value is not None}
        for each in ast.walk(one.node):
            if isinstance(each, ast.Name) and each.id not in found:
                value = next((b.read(each.id, frame) for frame in closure.frame.outwards() if each.id in frame.own), None)
                if value is None:
                    continue
                found[each.id] = value
                if isinstance(value.type, t.Closure):
                    todo.append(value.type)
    return found


def _ones_counted(b: FunctionBuilder, node: ast.Call) -> Value | None:
    """The result of `bin(x).count("1")`, for which the machine has an instruction; None for other calls."""
    match node:
        case ast.Call(ast.Attribute(ast.Call(ast.Name() as name, [number], []), "count"), [ast.Constant("1")], []):
            if evaluate(b, name).type != t.Constant(bin):
                return None
            value = evaluate(b, number)
            if value.type.is_never:
                return value
            component = b.convert(value, t.INT).components[0]
            if getattr(value.type, "dtype", "") == "uint64":
                return Value(t.INT, (memory.ones(b, component),))
            negative = b.compare("<", component, b.word(0))
            return Value(t.INT, (memory.ones(b, b.ir.select(negative, b.ir.neg(component), component)),))
    return None


def _super(b: FunctionBuilder, node: ast.Call) -> Value:
    frame = next(each for each in b.frame.outwards() if isinstance(each.node, ast.FunctionDef) or each.outer is None)
    _, cls = global_value(frame.function, "__class__")
    owner = b.read(frame.node.args.args[0].arg, frame)
    if not isinstance(cls, type) or owner is None:
        b.refuse("calls super() where it is not known whose method is meant", node)
    return _seen_behind(b, cls, owner, node)


def _seen_behind(b: FunctionBuilder, cls: type[object], owner: Value, node: ast.AST) -> Value:
    """The `super()` of an object: its attributes are looked up behind `cls` in its class's order."""
    if isinstance(owner.type, t.Constant):
        return Value(t.Constant(super(cls, owner.type.value)))
    if not isinstance(owner.type, (t.Object, t.Tuple)) or not issubclass(class_of(owner.type) or object, cls):
        b.refuse(f"calls super() of {owner.type}; name the class, as in Base.method(self)", node)
    return Value(t.Super(owner.type, cls), owner.components)


def _construct(b: FunctionBuilder, cls: type[object], arguments: list[Value], keywords: Keywords, node: ast.AST) -> Value:
    if t.is_enum(cls):
        return _member(b, cls, arguments, node)
    if cls is super and len(arguments) == 2 and isinstance(arguments[0].type, t.Constant):
        return _seen_behind(b, arguments[0].type.value, arguments[1], node)
    if issubclass(cls, BaseException):
        return Value(t.Constant(cls))
    names = fields_of(cls)
    if cls in b.program.records or (names is None and cls.__module__ != "builtins" and not issubclass(cls, (tuple, str, int))):
        return made(b, cls, arguments, keywords, node)
    if names is None:
        b.refuse(f"makes an object of {cls.__name__}; use a NamedTuple, a dataclass or a class of your own", node)
    return make(b, cls, names, arguments, keywords, node)


def make(
    b: FunctionBuilder, cls: type[object], names: tuple[str, ...], arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Value:
    """A new object of a class with fields."""
    if (odd := odd_method(cls)) is not None:
        name = cls.__name__
        b.refuse(f"makes a {name}: {name} defines {odd}, which compiled games do not look at; give it another name", node)
    fields = field_values(b, cls, names, arguments, keywords, node)
    fields |= {name: _default(b, cls, name, node) for name in names if name not in fields}
    made = tuple_of([b.at_run_time(fields[name]) for name in names], cls, names)
    call_post_init(b, made, cls)
    return made


@implements(operations.call_post_init)
def call_post_init(b: FunctionBuilder, made: Value, cls: type[object]) -> None:
    """Calls the post-init method of a dataclass or attrs class, once the fields have their values."""
    post = inspect.getattr_static(cls, "__post_init__", None) or inspect.getattr_static(cls, "__attrs_post_init__", None)
    if isinstance(post, types.FunctionType):
        b.call(post, [made])


@implements(operations.field_values)
def field_values(
    b: FunctionBuilder, cls: type[object], names: tuple[str, ...], arguments: list[Value], keywords: Keywords, node: ast.AST
) -> Keywords:
    """The initial values of a new object's fields."""
    parameters = _parameters(cls, names)
    found = dict(zip(parameters, arguments, strict=False))
    for name, value in keywords.items():
        if name not in parameters or name in found:
            b.refuse(f"makes a {cls.__name__} with {name}, which it has not", node)
        found[name] = value
    if len(arguments) > len(parameters):
        b.refuse(f"makes a {cls.__name__} with {len(arguments)} values, where it has {len(parameters)} fields", node)
    values = [found[name] if name in found else _default(b, cls, name, node) for name in parameters]
    return dict(zip(given_fields(cls, names), values, strict=True))


@implements(operations.given_fields)
def given_fields(cls: type[object], names: tuple[str, ...]) -> list[str]:
    """The fields that a class takes values of, in order."""
    return [
        name if name in names else next(each for each in names if each.lstrip("_") == name) for name in _parameters(cls, names)
    ]


def _parameters(cls: type[object], names: tuple[str, ...]) -> list[str]:
    """The parameters by which a class takes its fields' values, in order."""
    if (attributes := getattr(cls, "__attrs_attrs__", None)) is not None:
        return [each.alias for each in attributes if each.init]
    described = getattr(cls, "__dataclass_fields__", None)
    return [name for name, each in described.items() if each.init] if described is not None else list(names)


def _default(b: FunctionBuilder, cls: type[object], parameter: str, node: ast.AST) -> Value:
    value: Any
    if attrs.has(cls):
        value = next(each for each in attrs.fields(cls) if parameter in (each.alias, each.name)).default
        factory = value.factory if isinstance(value, attrs.Factory) else None  # type: ignore[arg-type]
    elif dataclasses.is_dataclass(cls):
        described = cls.__dataclass_fields__[parameter]
        value, factory = described.default, described.default_factory
    else:
        value, factory = getattr(cls, "_field_defaults", {}).get(parameter, dataclasses.MISSING), None
    if factory is not None and factory is not dataclasses.MISSING:
        return call_value(b, Value(t.Constant(factory)), [], {}, node)
    if value is attrs.NOTHING or value is dataclasses.MISSING:
        b.refuse(f"makes a {cls.__name__} without {parameter}", node)
    return Value(t.Constant(value))


def replaced(b: FunctionBuilder, owner: Value, keywords: Keywords, node: ast.AST) -> Value:
    """A copy of an object with some fields replaced."""
    owner = present(b, owner)
    if isinstance(owner.type, t.Constant):
        owner = b.at_run_time(owner)
    type_ = owner.type
    if isinstance(type_, t.Object) and dataclasses.is_dataclass(type_.record.cls):
        cls = type_.record.cls
        kept = [name for name in _parameters(cls, fields_of(cls) or ()) if name not in keywords]
        return call_value(b, Value(t.Constant(cls)), [], {**{name: attribute(b, owner, name, node) for name in kept}, **keywords})
    if not has_type(owner, t.Tuple) or owner.type.cls is None:
        b.refuse(f"replaces fields of {type_}; make a new one, or write copy.copy(...)", node)
    values = dict(zip(owner.type.names, items_of(owner), strict=True))
    for name, value in keywords.items():
        if name not in values:
            b.refuse(f"replaces {name} of a {owner.type.cls.__name__}, which it has not", node)
        values[name] = b.at_run_time(value)
    return tuple_of([values[name] for name in owner.type.names], owner.type.cls, owner.type.names)


def _member(b: FunctionBuilder, cls: type[enum.Enum], arguments: list[Value], node: ast.AST) -> Value:
    if len(arguments) != 1:
        b.refuse(f"makes a new Enum with {cls.__name__}", node)
    (value,) = arguments
    if isinstance(value.type, t.Symbol) and value.type.domain is cls:
        return value
    if isinstance(value.type, t.Constant):
        try:
            return Value(t.Constant(cls(value.type.value)))
        except ValueError as error:
            return b.fail(ValueError, str(error))
    if "_missing_" in vars(cls):
        b.refuse(f"looks up a {cls.__name__} by its value, which its _missing_ may answer; write a dict of its members", node)
    found = lookup(b, {each.value: each for each in cls}, value, None)
    if not isinstance(found.type, t.Optional):
        b.check(b.bit(found.type != t.NONE), ValueError, f"not a value of {cls.__name__}")
    return present(b, found, ValueError, f"not a value of {cls.__name__}")
