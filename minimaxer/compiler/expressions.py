"""Expressions: the value of each."""

from __future__ import annotations

import ast
import enum
import functools
import inspect
import types
from collections.abc import Callable
from typing import Any, Final

from llvmlite import ir

from ..game.weights import Weights
from . import memory, own
from .body import Body, Frame, Join, Value
from .classes import is_tuple, may_have
from .converting import items_of, present, tuple_of
from .joining import is_array_kind, is_derived
from .kinds import (
    BOOL,
    DOUBLE,
    FLOAT,
    INT,
    NEVER,
    NONE,
    Board,
    Bool,
    Cell,
    Closure,
    Constant,
    Dict,
    Float,
    Int,
    List,
    Method,
    Named,
    Never,
    Object,
    Optional,
    Range,
    Row,
    Set,
    Stream,
    Symbol,
    Text,
    Tuple,
    Union,
    is_enum,
)
from .runtime.values import is_made_up, plain

_EXPRESSIONS: Final[dict[type[ast.AST], Callable[[Body, Any], Value]]] = {}


def expression(*kinds: type[ast.AST]) -> Callable[[Any], Any]:
    """Registers what handles expressions of these kinds."""

    def register(function: Any) -> Any:
        _EXPRESSIONS.update(dict.fromkeys(kinds, function))
        return function

    return register


def evaluate(b: Body, node: ast.expr) -> Value:
    """The value of an expression."""
    if not b.live:
        return Value(NEVER)
    handler = _EXPRESSIONS.get(type(node))
    if handler is None:
        b.refuse(f"holds an expression of the kind {type(node).__name__.lower()}; write it with plain expressions", node)
    kept = b.line
    b.line = node.lineno
    value = handler(b, node)
    b.line = kept
    if not b.live:
        return Value(NEVER)
    return value


def constant(value: Any) -> Value:
    """A known value."""
    return Value(Constant(value))


# --- truth --------------------------------------------------------------------------------------------------------------------


def holds(b: Body, value: Value) -> bool | None:
    """Whether the value counts as true, where that is known; else None."""
    kind = value.kind
    if isinstance(kind, Constant):
        return bool(kind.value)
    if isinstance(kind, Tuple):
        return _holds_object(kind) if kind.cls is not None else bool(kind.items)
    if isinstance(kind, Board):
        return kind.count > 0
    if isinstance(kind, Object):
        return None if hasattr(kind.record.cls, "__bool__") or hasattr(kind.record.cls, "__len__") else True
    return True if isinstance(kind, (Closure, Method, Union)) else None


def _holds_object(kind: Tuple) -> bool | None:
    cls = kind.cls
    assert cls is not None
    if (
        own.method(kind, "__len__") is not None
        or hasattr(cls, "__bool__")
        or (hasattr(cls, "__len__") and not issubclass(cls, tuple))
    ):
        return None
    return bool(kind.items) if issubclass(cls, tuple) else True


def truth(b: Body, value: Value) -> Any:
    """Whether the value counts as true, as a truth value."""
    kind = value.kind
    decided = holds(b, value)
    if decided is not None or isinstance(kind, Never):
        return b.bit(bool(decided))
    if isinstance(kind, Bool):
        return value.leaves[0]
    if isinstance(kind, (Int, Row, Text)):
        return b.compare("!=", value.leaves[0], b.word(0))
    if isinstance(kind, Float):
        return None if b.ir is None else b.ir.fcmp_unordered("!=", value.leaves[0], ir.Constant(DOUBLE, 0.0))
    if isinstance(kind, Optional):
        inner = Value(kind.item, value.leaves[1:])
        return b.op("and_", value.leaves[0], truth(b, inner))
    if isinstance(kind, (List, Set, Dict)):
        return b.compare("!=", b.peek(value.leaves[0], 0), b.word(0))
    if isinstance(kind, Symbol):
        from .symbols import table_of

        return truth(b, table_of(b, value, bool))
    return _truth_of_object(b, value)


def _truth_of_object(b: Body, value: Value) -> Any:
    kind = value.kind
    cls = kind.record.cls if isinstance(kind, Object) else getattr(kind, "cls", None)
    for name in ("__bool__", "__len__"):
        method = None if cls is None else inspect.getattr_static(cls, name, None)
        if isinstance(method, types.FunctionType):
            found = b.call(method, [value])
            return truth(b, own.size(b, found) if name == "__len__" else found)
    b.refuse(f"asks whether {kind} is true")
    return None


def condition(b: Body, node: ast.expr) -> Value:
    """Whether an expression counts as true, where nothing else of its value matters: known, or a truth value."""
    if isinstance(node, ast.BoolOp):
        return _in_turn(b, node.values, isinstance(node.op, ast.And), condition)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        value = condition(b, node.operand)
        if isinstance(value.kind, Constant):
            return constant(not value.kind.value)
        return value if isinstance(value.kind, Never) else Value(BOOL, (b.op("not_", value.leaves[0]),))
    value = evaluate(b, node)
    decided = holds(b, value)
    if decided is not None:
        return constant(decided)
    return value if isinstance(value.kind, Never) else Value(BOOL, (truth(b, value),))


@expression(ast.BoolOp)
def _both(b: Body, node: ast.BoolOp) -> Value:
    return _in_turn(b, node.values, isinstance(node.op, ast.And), evaluate)


def _in_turn(b: Body, nodes: list[ast.expr], is_and: bool, ask: Callable[[Body, ast.expr], Value]) -> Value:
    """`and` and `or`: the first value that decides, else the last."""
    meeting = Join(b)
    for place, node in enumerate(nodes):
        if place:
            b.visit(node)
        value = ask(b, node)
        if not b.live:
            break
        if place == len(nodes) - 1:
            meeting.arrive(value)
            break
        decided = holds(b, value)
        if decided is not None:
            if decided != is_and:
                meeting.arrive(value)
                break
            continue
        leave = b.leave_unless if is_and else b.leave_if
        leave(truth(b, value), meeting, _decided(b, value, is_and))
    return meeting.meet()


def _decided(b: Body, value: Value, is_and: bool) -> Value:
    """What is known of a value that turned out false (`and`) or true (`or`)."""
    if isinstance(value.kind, Optional):
        inner = Value(value.kind.item, value.leaves[1:])
        if not is_and:
            return inner
        if holds(b, inner):
            return constant(None)
    if isinstance(value.kind, Bool):
        return constant(not is_and)
    return value


@expression(ast.UnaryOp)
def _unary(b: Body, node: ast.UnaryOp) -> Value:
    from .operators import unary

    return unary(b, node.op, evaluate(b, node.operand), node)


@expression(ast.BinOp)
def _binary(b: Body, node: ast.BinOp) -> Value:
    from .operators import binary

    left = evaluate(b, node.left)
    right = evaluate(b, node.right)
    return binary(b, node.op, left, right, node)


@expression(ast.Compare)
def _compare(b: Body, node: ast.Compare) -> Value:
    from .comparing import compare

    left = evaluate(b, node.left)
    if len(node.ops) == 1:
        return compare(b, node.ops[0], left, evaluate(b, node.comparators[0]), node)
    meeting = Join(b)
    for place, (op, after) in enumerate(zip(node.ops, node.comparators, strict=True)):
        right = evaluate(b, after)
        if not b.live:
            break
        value = compare(b, op, left, right, node)
        left = right
        decided = holds(b, value)
        if place == len(node.ops) - 1 or decided is False:
            meeting.arrive(value)
            break
        if decided:
            continue
        b.leave_unless(truth(b, value), meeting, constant(False))
    return meeting.meet()


@expression(ast.IfExp)
def _either(b: Body, node: ast.IfExp) -> Value:
    from .statements import choose

    meeting = Join(b)

    def go(branch: ast.expr) -> Callable[[], None]:
        def evaluated() -> None:
            b.visit(branch)
            value = evaluate(b, branch)
            meeting.arrive(value)

        return evaluated

    choose(b, node.test, go(node.body), go(node.orelse))
    return meeting.meet()


@expression(ast.NamedExpr)
def _named(b: Body, node: ast.NamedExpr) -> Value:
    value = evaluate(b, node.value)
    b.assign(node.target.id, value, _owner(b, node.target.id))
    return value


def _owner(b: Body, name: str) -> Frame:
    """The frame whose name it is: that of a comprehension passes it on."""
    frame = b.frame
    while frame.outer is not None and isinstance(frame.node, (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)):
        frame = frame.outer
    return frame


# --- names and attributes -----------------------------------------------------------------------------------------------------


@expression(ast.Constant)
def _constant(b: Body, node: ast.Constant) -> Value:
    return constant(node.value)


@expression(ast.Name)
def _name(b: Body, node: ast.Name) -> Value:
    frame: Frame | None = b.frame
    while frame is not None:
        if node.id in frame.own:
            value = b.read(node.id, frame)
            if value is None:
                if frame is b.frame:
                    b.fail(UnboundLocalError, f"cannot access local variable {node.id!r} where it is not associated with a value")
                    return Value(NEVER)
            else:
                if isinstance(value.kind, Stream) and goes_again(frame.node, node):
                    b.refuse(f"goes through {node.id} more than once, which is an iterator; make a list of it", node)
                return value
        frame = frame.outer
    found, value = global_value(b.frame.function, node.id)
    if not found:
        b.refuse(f"uses {node.id}, which is defined nowhere", node)
    return known(b, value)


def goes_again(function: ast.AST, load: ast.Name) -> bool:
    """True if a function reads a name at more places than this one, or within a loop that does not set it."""
    for each in ast.walk(function):
        if isinstance(each, ast.Name) and each.id == load.id and isinstance(each.ctx, ast.Load) and each is not load:
            return True
        if isinstance(each, (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            if isinstance(each, ast.For):
                parts: list[ast.AST] = [*each.body]
            elif isinstance(each, ast.While):
                parts = [each.test, *each.body]
            else:
                first = each.generators[0]
                elements = [each.key, each.value] if isinstance(each, ast.DictComp) else [each.elt]
                parts = [*elements, *first.ifs, *each.generators[1:]]
            inner = [part for tree in parts for part in ast.walk(tree)]
            sets = any(isinstance(part, ast.Name) and part.id == load.id and isinstance(part.ctx, ast.Store) for part in inner)
            if any(part is load for part in inner) and not sets:
                return True
    return False


def global_value(function: types.FunctionType, name: str) -> tuple[bool, Any]:
    """Whether a free name of a function stands for something, and for what."""
    import builtins

    if name in function.__code__.co_freevars and function.__closure__ is not None:
        cell = function.__closure__[function.__code__.co_freevars.index(name)]
        try:
            return True, cell.cell_contents
        except ValueError:
            return False, None
    for names in (function.__globals__, vars(builtins)):
        if name in names:
            return True, plain(names[name])
    return False, None


@expression(ast.Attribute)
def _attribute(b: Body, node: ast.Attribute) -> Value:
    return attribute(b, evaluate(b, node.value), node.attr, node)


def attribute(b: Body, owner: Value, name: str, node: ast.AST | None = None) -> Value:
    """An attribute of a value."""
    kind = owner.kind
    if isinstance(kind, Never):
        return owner
    if isinstance(kind, Optional) and not hasattr(None, name):
        return attribute(b, present(b, owner, AttributeError, f"'NoneType' object has no attribute {name!r}"), name, node)
    if isinstance(kind, Union):
        from .unions import each_option

        if any(isinstance(inspect.getattr_static(each.cls, name, None), types.FunctionType) for each in kind.options):
            return Value(Method(kind, name), owner.leaves)
        return each_option(b, owner, lambda option: attribute(b, option, name, node), where=lambda option: _has(option, name))
    if is_array_kind(kind):
        from .numpy_functions import attribute as of_array

        found = of_array(b, owner, name)
        return Value(Method(kind, name), owner.leaves) if found is None else found
    if isinstance(kind, Constant):
        return _of_constant(b, kind.value, name, node)
    if isinstance(kind, Named):
        return _of_weights(b, owner, kind, name, node)
    if isinstance(kind, Object):
        return _of_changeable(b, owner, kind, name, node)
    if isinstance(kind, Tuple) and kind.cls is not None:
        return _of_object(b, owner, kind, name, node)
    if isinstance(kind, Symbol) and is_enum(kind.domain):
        return _of_member(b, owner, kind.domain, name, node)
    return _method_of(b, owner, name, node)


def _method_of(b: Body, owner: Value, name: str, node: ast.AST | None) -> Value:
    """A method of a list, a text and so on: what calls it knows which it is."""
    if not may_have(owner.kind, name):
        b.refuse(f"reads .{name} of {owner.kind}, which compiled games do not know", node)
    return Value(Method(owner.kind, name), owner.leaves)


def _has(kind: Tuple, name: str) -> bool:
    """Whether objects of a class have that attribute."""
    return kind.cls is not None and (name in kind.names or hasattr(kind.cls, name))


def _of_constant(b: Body, owner: Any, name: str, node: ast.AST | None) -> Value:
    if (
        isinstance(owner, (list, dict, set, frozenset, tuple, str))
        and may_have(Constant(owner), name)
        and not hasattr(type(owner), "_fields")
    ):
        return Value(Method(Constant(owner), name))
    if isinstance(owner, enum.Enum) and isinstance(inspect.getattr_static(type(owner), name, None), types.FunctionType):
        return Value(Method(Constant(owner), inspect.getattr_static(type(owner), name)))
    try:
        value = getattr(owner, name)
    except AttributeError:
        if owner is None:
            b.fail(AttributeError, f"'NoneType' object has no attribute {name!r}")
            return Value(NEVER)
        b.refuse(f"{_name_of(owner)} has no attribute {name!r}", node)
    except Exception as error:  # a property may raise anything
        b.refuse(f"{_name_of(owner)}.{name} raised {type(error).__name__}: {error}", node)
    if is_made_up(owner, name, value):
        b.refuse(f"reads {name} of an object that makes up its attributes, as mocks do; keep it out of the rules", node)
    b.program.alive.append(value)
    return known(b, plain(value))


_UNKNOWN: Final = "reads weights that are made anew, or kept within something else; keep them in an attribute of the game"


def _holds_weights(value: Any) -> bool:
    held = value.values() if isinstance(value, dict) else value if isinstance(value, (tuple, list)) else ()
    return any(isinstance(each, Weights) for each in held)


def known(b: Body, value: Any) -> Value:
    """What a name or an attribute stands for that is known: weights, which are read from memory, or a constant."""
    if not isinstance(value, Weights):
        if _holds_weights(value):
            b.refuse(_UNKNOWN)
        if is_derived(value) and not isinstance(value, enum.Enum):
            b.refuse(f"uses a {type(value).__name__}, derived from a class of Python's; use that one, or a class of your own")
        return constant(value)
    address = b.program.weights(value)
    if address is None:
        b.refuse(_UNKNOWN)
    return Value(Named(INT if value.are_whole else FLOAT, len(value), value.names), (address,))


def _of_weights(b: Body, owner: Value, kind: Named, name: str, node: ast.AST | None) -> Value:
    if name not in kind.names:
        b.refuse(f"there is no weight {name!r}; known: {', '.join(kind.names)}", node)
    return memory.load(b, kind.item, owner.leaves[0], kind.names.index(name))


def _name_of(owner: Any) -> str:
    return getattr(owner, "__name__", None) or type(owner).__name__


def _of_object(b: Body, owner: Value, kind: Tuple, name: str, node: ast.AST | None) -> Value:
    """An attribute of an object of a frozen class."""
    if name in kind.names:
        return items_of(owner)[kind.names.index(name)]
    if is_tuple(kind) and getattr(kind.cls, name, None) in (tuple.count, tuple.index, getattr(kind.cls, "_replace", None)):
        return Value(Method(kind, name), owner.leaves)
    return _of_class(b, owner, kind.cls, name, node)


def _of_changeable(b: Body, owner: Value, kind: Object, name: str, node: ast.AST | None) -> Value:
    """An attribute of an object that can be changed."""
    from .objects import attribute_of

    cls = kind.record.cls
    if name in kind.record.cells:
        return attribute_of(b, owner, name)
    if name == "__class__":
        return constant(cls)
    if not hasattr(cls, name):  # set where nothing was looked at yet
        kind.record.cells.setdefault(name, Cell())
        b.program.changed = True
        b.live = False
        return Value(NEVER)
    return _of_class(b, owner, cls, name, node)


def _of_class(b: Body, owner: Value, cls: Any, name: str, node: ast.AST | None) -> Value:
    """What an object has by its class: properties, methods, constants."""
    kind = owner.kind
    found = inspect.getattr_static(cls, name, None)
    if isinstance(found, property):
        assert found.fget is not None
        return b.call(found.fget, [owner])
    if isinstance(found, functools.cached_property):
        return b.call(found.func, [owner])
    if isinstance(found, types.FunctionType):
        return Value(Method(kind, found), owner.leaves)
    if isinstance(found, (staticmethod, classmethod)):
        return constant(getattr(cls, name))
    if found is None:
        b.refuse(f"{cls.__name__} has no attribute {name!r}", node)
    if inspect.isdatadescriptor(found):
        b.refuse(f"reads .{name} of {kind}, which compiled games do not know", node)
    if isinstance(found, types.MethodDescriptorType) or callable(found):
        return Value(Method(kind, name), owner.leaves)
    return known(b, found)


def _of_member(b: Body, owner: Value, domain: Any, name: str, node: ast.AST | None) -> Value:
    from .symbols import table_of

    found = inspect.getattr_static(domain, name, None)
    if isinstance(found, types.FunctionType):
        return Value(Method(owner.kind, found), owner.leaves)
    if not hasattr(next(iter(domain)), name):
        b.refuse(f"{domain.__name__} has no attribute {name!r}", node)
    return table_of(b, owner, lambda member: getattr(member, name))


# --- displays -----------------------------------------------------------------------------------------------------------------


@expression(ast.Tuple)
def _tuple(b: Body, node: ast.Tuple) -> Value:
    if not any(isinstance(each, ast.Starred) for each in node.elts):
        return tuple_of_values(b, [evaluate(b, each) for each in node.elts])
    from .gathering import as_tuple
    from .operators import concatenated

    found: Value | None = None
    for each in node.elts:
        part = as_tuple(b, evaluate(b, each.value)) if isinstance(each, ast.Starred) else tuple_of_values(b, [evaluate(b, each)])
        found = part if found is None else concatenated(b, found, part)
    return found if found is not None else constant(())


def tuple_of_values(b: Body, items: list[Value]) -> Value:
    """A tuple of these; a known one where all are known."""
    if any(isinstance(each.kind, Never) for each in items):
        return Value(NEVER)
    if all(isinstance(each.kind, Constant) for each in items):
        return constant(tuple(each.kind.value for each in items))
    return tuple_of(items)


@expression(ast.List)
def _list(b: Body, node: ast.List) -> Value:
    from .lists import append, extend, new_list

    made = new_list(b, node)
    for each in node.elts:
        if isinstance(each, ast.Starred):
            extend(b, made, evaluate(b, each.value))
        else:
            append(b, made, evaluate(b, each))
    return made


@expression(ast.Set)
def _set(b: Body, node: ast.Set) -> Value:
    from .sets import add, new_set, update

    made = new_set(b, node)
    known = _known_set(b, node)
    if known is not None:
        update(b, made, constant(known))
        return made
    for place, each in enumerate(node.elts):
        if isinstance(each, ast.Starred):
            b.path = (*b.path, place)
            update(b, made, evaluate(b, each.value))
            b.path = b.path[:-1]
        else:
            add(b, made, evaluate(b, each))
    return made


def _known_set(b: Body, node: ast.Set) -> frozenset[Any] | None:
    """What Python makes of a set of three constants or more: one it has ready, whose items it puts into a new one."""
    if len(node.elts) < 3 or not all(isinstance(each, ast.Constant) for each in node.elts):
        return None
    wanted = frozenset(each.value for each in node.elts if isinstance(each, ast.Constant))
    todo = [b.frame.function.__code__]
    while todo:
        for each in todo.pop().co_consts:
            if isinstance(each, types.CodeType):
                todo.append(each)
            elif isinstance(each, frozenset) and each == wanted:
                return each
    return None


@expression(ast.Dict)
def _dict(b: Body, node: ast.Dict) -> Value:
    from .dicts import new_dict, put, update

    keys = [None if key is None else evaluate(b, key) for key in node.keys]
    values = [evaluate(b, value) for value in node.values]
    if not b.live:
        return Value(NEVER)
    if keys and all(key is not None and isinstance(key.kind, Constant) for key in [*keys, *values]) and not _is_changed(b, node):
        pairs = [(key.kind.value, value.kind.value) for key, value in zip(keys, values, strict=True)]  # type: ignore[union-attr]
        found = b.said(lambda: dict(pairs), node)
        return constant(b.program.literal(node, found))
    made = new_dict(b, node)
    for key, value in zip(keys, values, strict=True):
        if key is None:
            update(b, made, value)
        else:
            put(b, made, key, value)
    return made


def _is_changed(b: Body, node: ast.Dict) -> bool:
    """Whether a dict that is written out in a function may be changed there: its name is used for more than looking."""
    function, names = b.frame.node, set[str]()
    for each in ast.walk(function):
        if isinstance(each, (ast.Assign, ast.AnnAssign)) and each.value is node:
            targets = each.targets if isinstance(each, ast.Assign) else [each.target]
            if not all(isinstance(target, ast.Name) for target in targets):
                return True
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return any(_changes(each, names) for each in ast.walk(function))


def _changes(node: ast.AST, names: set[str]) -> bool:
    owner = getattr(node, "value", None)
    if not isinstance(owner, ast.Name) or owner.id not in names:
        return False
    if isinstance(node, ast.Subscript):
        return isinstance(node.ctx, (ast.Store, ast.Del))
    return isinstance(node, ast.Attribute) and node.attr in ("pop", "update", "setdefault", "clear", "popitem")


@expression(ast.JoinedStr)
def _formatted(b: Body, node: ast.JoinedStr) -> Value:
    from .operators import binary
    from .writing import text_of

    found = constant("")
    for each in node.values:
        part = evaluate(b, each.value if isinstance(each, ast.FormattedValue) else each)
        if not b.live:
            return Value(NEVER)
        if getattr(each, "format_spec", None) or getattr(each, "conversion", -1) not in (-1, ord("s")):
            if not isinstance(part.kind, Constant):
                b.refuse("formats a value in a way of its own; put plain values into the braces", node)
            part = constant(_formatted_known(b, each, part.kind.value))
        found = binary(b, ast.Add(), found, text_of(b, part, node), node)
    return found


def _formatted_known(b: Body, node: ast.expr, value: Any) -> str:
    """A known value as its place in braces asks for it."""
    assert isinstance(node, ast.FormattedValue)
    changed = {ord("r"): repr, ord("a"): ascii}.get(node.conversion, lambda each: each)(value)
    form = evaluate(b, node.format_spec) if node.format_spec is not None else constant("")
    if not isinstance(form.kind, Constant):
        b.refuse("formats a value in a way that is not known", node)
    return b.said(lambda: format(changed, form.kind.value), node)


@expression(ast.Lambda)
def _lambda(b: Body, node: ast.Lambda) -> Value:
    from .calls import closure

    return closure(b, node)


@expression(ast.Subscript)
def _subscript(b: Body, node: ast.Subscript) -> Value:
    from .subscripts import item, slice_of

    owner = evaluate(b, node.value)
    if is_array_kind(owner.kind):
        from .arrays import subscript

        return subscript(b, owner, node.slice)
    if isinstance(node.slice, ast.Slice):
        bounds = [None if each is None else evaluate(b, each) for each in (node.slice.lower, node.slice.upper, node.slice.step)]
        return slice_of(b, owner, *bounds)
    return item(b, owner, evaluate(b, node.slice))


@expression(ast.Starred)
def _starred(b: Body, node: ast.Starred) -> Value:
    b.refuse("unpacks with * where that means nothing to a compiled game", node)


@expression(ast.Call)
def _call(b: Body, node: ast.Call) -> Value:
    from .calls import call

    return call(b, node)


@expression(ast.ListComp)
def _list_comprehension(b: Body, node: ast.ListComp) -> Value:
    from .lists import append, new_list
    from .streams import each_of_comprehension
    from .views import view

    first = evaluate(b, node.generators[0].iter)
    plain = isinstance(first.kind, (Range, List, Board, Row)) and len(node.generators) == 1
    source = view(b, first) if plain and b.live else None
    made = new_list(b, node, None if source is None else source.count())
    each_of_comprehension(b, node, first, lambda value: append(b, made, value, fits=source is not None))
    return made if b.live else Value(NEVER)


@expression(ast.SetComp)
def _set_comprehension(b: Body, node: ast.SetComp) -> Value:
    from .sets import add, new_set
    from .streams import each_of_comprehension

    made = new_set(b, node)
    each_of_comprehension(b, node, evaluate(b, node.generators[0].iter), lambda value: add(b, made, value))
    return made if b.live else Value(NEVER)


@expression(ast.DictComp)
def _dict_comprehension(b: Body, node: ast.DictComp) -> Value:
    from .dicts import new_dict, put
    from .streams import each_of_comprehension

    made = new_dict(b, node)

    def entry(value: Value) -> None:
        key, held = items_of(value)
        put(b, made, key, held)

    each_of_comprehension(b, node, evaluate(b, node.generators[0].iter), entry)
    return made if b.live else Value(NEVER)


@expression(ast.GeneratorExp)
def _generator(b: Body, node: ast.GeneratorExp) -> Value:
    from .views import Comprehension

    first = evaluate(b, node.generators[0].iter)
    return Value(Stream(Comprehension(node, b.frame), (first.kind,)), first.leaves)


@expression(ast.Yield)
def _yield(b: Body, node: ast.Yield) -> Value:
    value = constant(None) if node.value is None else evaluate(b, node.value)
    if b.live:
        assert b.frame.yields is not None
        b.frame.yields(value)
    return Value(NONE)


@expression(ast.YieldFrom)
def _yield_from(b: Body, node: ast.YieldFrom) -> Value:
    from .streams import each_item

    yields = b.frame.yields
    assert yields is not None
    each_item(b, node, evaluate(b, node.value), yields, [])
    return Value(NONE)
