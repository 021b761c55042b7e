"""Evaluation of expressions."""

from __future__ import annotations

import ast
import builtins
import enum
import functools
import inspect
import re
import types
from collections.abc import Callable
from typing import Final

from llvmlite import ir

from ..game.weights import Weights
from . import dicts, memory, operations, special_methods, value_types as t
from .arrays import subscript
from .builder import FunctionBuilder, MergePoint, Value, all_known, has_type
from .classes import class_of, defines, is_tuple, may_have
from .comparing import compare, negated
from .converting import items_of, present, table_of, tuple_of
from .dicts import new_dict, put
from .joining import is_array_type, is_derived
from .lists import append, extend, new_list
from .objects import attribute_of
from .operations import (
    Operation,
    array_attribute as of_array,
    as_tuple,
    call_expression as call,
    choose,
    closure_of as closure,
    each_item,
    each_of_comprehension,
    implements,
    keyed_dict,
    keyed_list,
    list_of_comprehension,
    narrow_by,
)
from .operators import binary, concatenated, is_text, unary
from .runtime.values import hides, is_made_up, plain
from .sets import add, new_set, update
from .subscripts import item, slice_of
from .texts import text_of
from .unions import each_option, has_items, may_be_array
from .views import Comprehension
from .written import OF_TEXTS

_expression: Final[Operation[[FunctionBuilder, ast.expr], Value]] = Operation()
"""The value of an expression of each kind of node."""
_COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@implements(operations.evaluate)
def evaluate(b: FunctionBuilder, node: ast.expr) -> Value:
    """The value of an expression."""
    if not b.live:
        return Value(t.NEVER)
    kept = b.line, b.column
    b.line, b.column = node.lineno, node.col_offset
    value = _expression(b, node)
    b.line, b.column = kept
    return value if b.live else Value(t.NEVER)


@_expression.usually
def _other(b: FunctionBuilder, node: ast.expr) -> Value:
    return b.refuse(f"holds an expression of the kind {type(node).__name__.lower()}; write it with plain expressions", node)


def constant(value: object) -> Value:
    """A known value."""
    return Value(t.Constant(value))


_expression.of(ast.Call)(call)
_expression.of(ast.Lambda)(closure)
_expression.of(ast.Constant)(lambda b, node: constant(node.value))
_expression.of(ast.UnaryOp)(lambda b, node: unary(b, node.op, evaluate(b, node.operand), node))
_expression.of(ast.BinOp)(lambda b, node: binary(b, node.op, evaluate(b, node.left), evaluate(b, node.right), node))
_expression.of(ast.BoolOp)(lambda b, node: _in_turn(b, node, evaluate))
_expression.of(ast.Attribute)(lambda b, node: attribute(b, evaluate(b, node.value), node.attr, node))
_expression.of(ast.Subscript)(lambda b, node: _part(b, evaluate(b, node.value), node))
_expression.of(ast.ListComp)(lambda b, node: list_of_comprehension(b, node, b.frame, evaluate(b, node.generators[0].iter)))
_expression.of(ast.Starred)(lambda b, node: b.refuse("unpacks with * where that means nothing to a compiled game", node))


@implements(operations.holds)
def holds(b: FunctionBuilder, value: Value) -> bool | None:
    """True or False where the truth of a value is known; else None."""
    type_ = value.type
    if isinstance(type_, t.Constant):
        return bool(type_.value)
    if isinstance(type_, (t.Object, t.Tuple)):
        cls = class_of(type_) or object
        is_row = issubclass(cls, tuple)
        has_length = special_methods.method(type_, "__len__") is not None or (hasattr(cls, "__len__") and not is_row)
        if has_length or hasattr(cls, "__bool__"):
            return None
        return bool(type_.items) if is_row and isinstance(type_, t.Tuple) else True
    if isinstance(type_, t.FixedTuple):
        return type_.count > 0
    if isinstance(type_, t.Keyed):
        return bool(type_.names)
    if isinstance(type_, t.Union):
        known = {holds(b, Value(each)) for each in type_.options}
        return known.pop() if len(known) == 1 else None
    return True if isinstance(type_, (t.Closure, t.Method)) else None


@implements(operations.truth)
def truth(b: FunctionBuilder, value: Value) -> ir.Value:
    """The truth of a value, as a bit."""
    type_ = value.type
    decided = holds(b, value)
    if decided is not None or type_.is_never:
        return b.bit(bool(decided))
    if isinstance(type_, t.Bool):
        return value.components[0]
    if isinstance(type_, (t.Int, t.VarTuple, t.Text)):
        return b.compare("!=", value.components[0], b.word(0))
    if isinstance(type_, (t.Float, t.Single)):
        return b.ir.fcmp_unordered("!=", value.components[0], ir.Constant(t.DOUBLE, 0.0))
    if isinstance(type_, t.Optional):
        inner = value.inner
        if not isinstance(type_.item, t.Composite) or isinstance(type_.item, (t.VarTuple, t.Text)) or holds(b, inner) is not None:
            return b.ir.and_(value.components[0], truth(b, inner))
        no = Value(t.BOOL, (b.bit(False),))  # what is None has no memory to look at
        return b.either(value.components[0], lambda: Value(t.BOOL, (truth(b, inner),)), lambda: no, t.BOOL).components[0]
    if isinstance(type_, (t.List, t.Set, t.Dict)):
        return b.compare("!=", b.peek(value.components[0], 0), b.word(0))
    if has_type(value, t.Symbol):
        return truth(b, table_of(b, value, bool))
    if isinstance(type_, t.Union):
        return each_option(b, value, lambda option: Value(t.BOOL, (truth(b, option),)), t.BOOL).components[0]
    return _truth_of_object(b, value)


def leave_unless(b: FunctionBuilder, value: Value, there: MergePoint) -> None:
    """Jumps to the merge point unless a value is true."""
    decided = holds(b, value)
    if decided is None:
        b.leave_unless(truth(b, value), there)
    elif not decided:
        there.arrive()


def _truth_of_object(b: FunctionBuilder, value: Value) -> ir.Value:
    type_ = value.type
    cls = type_.record.cls if isinstance(type_, t.Object) else getattr(type_, "cls", None)
    for name in ("__bool__", "__len__"):
        method = None if cls is None else inspect.getattr_static(cls, name, None)
        if isinstance(method, types.FunctionType):
            found = b.call(method, [value])
            return truth(b, special_methods.size(b, found) if name == "__len__" else found)
    return b.refuse(f"asks whether {type_} is true")


def condition(b: FunctionBuilder, node: ast.expr) -> Value:
    """The truth of an expression whose value is not needed: known, or a truth value."""
    if isinstance(node, ast.BoolOp):
        return _in_turn(b, node, condition)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return negated(b, condition(b, node.operand))
    value = evaluate(b, node)
    if (decided := holds(b, value)) is not None:
        return constant(decided)
    return value if value.type.is_never else Value(t.BOOL, (truth(b, value),))


def _in_turn(b: FunctionBuilder, both: ast.BoolOp, ask: Callable[[FunctionBuilder, ast.expr], Value]) -> Value:
    """Evaluates `and` and `or`: the first value that decides, else the last."""
    meeting, is_and = MergePoint(b), isinstance(both.op, ast.And)
    for node in both.values:
        if node is not both.values[0]:
            b.visit(node)
        value = ask(b, node)
        decided = holds(b, value)
        if not b.live or node is both.values[-1] or decided is (not is_and):
            meeting.arrive(value)
            break
        if decided is None:
            leave = b.leave_unless if is_and else b.leave_if
            leave(truth(b, value), meeting, _decided(b, value, is_and))
            narrow_by(b, node, is_and)
    return meeting.meet()


def _decided(b: FunctionBuilder, value: Value, is_and: bool) -> Value:
    """Narrows a value that turned out false (`and`) or true (`or`)."""
    if isinstance(value.type, t.Optional):
        if not is_and:
            return value.inner
        if holds(b, value.inner):
            return constant(None)
    return constant(not is_and) if isinstance(value.type, t.Bool) else value


@_expression.of(ast.Compare)
def _compare(b: FunctionBuilder, node: ast.Compare) -> Value:
    left = evaluate(b, node.left)
    if len(node.ops) == 1:
        return compare(b, node.ops[0], left, evaluate(b, node.comparators[0]), node)
    meeting = MergePoint(b)
    for place, (op, after) in enumerate(zip(node.ops, node.comparators, strict=True)):
        right = evaluate(b, after)
        value = compare(b, op, left, right, node)
        decided = holds(b, value)
        if not b.live or place == len(node.ops) - 1 or decided is False:
            meeting.arrive(value)
            break
        if decided is None:
            b.leave_unless(truth(b, value), meeting, constant(False))
        left = right
    return meeting.meet()


@_expression.of(ast.IfExp)
def _either(b: FunctionBuilder, node: ast.IfExp) -> Value:
    meeting = MergePoint(b)

    def go(branch: ast.expr) -> None:
        b.visit(branch)
        meeting.arrive(evaluate(b, branch))

    choose(b, node.test, lambda: go(node.body), lambda: go(node.orelse))
    return meeting.meet()


@_expression.of(ast.NamedExpr)
def _named(b: FunctionBuilder, node: ast.NamedExpr) -> Value:
    value = evaluate(b, node.value)
    frame = next(each for each in b.frame.outwards() if not isinstance(each.node, _COMPREHENSIONS))  # never a comprehension's
    b.assign(node.target.id, value, frame)
    return value


@_expression.of(ast.Name)
def _name(b: FunctionBuilder, node: ast.Name) -> Value:
    for frame in b.frame.outwards():
        value = b.read(node.id, frame) if node.id in frame.own else None
        if value is not None:
            if isinstance(value.type, t.Stream) and goes_again(frame.node, node):
                b.refuse(f"goes through {node.id} more than once, which is an iterator; make a list of it", node)
            return value
        if frame is b.frame and node.id in frame.own:
            return b.fail(UnboundLocalError, f"cannot access local variable {node.id!r} where it is not associated with a value")
    found, held = global_value(b.frame.function, node.id)
    if not found:
        b.refuse(f"uses {node.id}, which is defined nowhere", node)
    return known(b, held)


def goes_again(function: ast.AST, load: ast.Name) -> bool:
    """True if a function reads a name at more places than this one, or within a loop that does not set it."""
    for each in ast.walk(function):
        if isinstance(each, ast.Name) and each.id == load.id and isinstance(each.ctx, ast.Load) and each is not load:
            return True
        if isinstance(each, (ast.For, ast.While, *_COMPREHENSIONS)):
            first = each.generators[0] if isinstance(each, _COMPREHENSIONS) else each
            once = [*getattr(each, "orelse", ()), *([] if isinstance(first, ast.While) else [first.iter])]
            inner = set(ast.walk(each)).difference(*map(ast.walk, once))
            sets = any(isinstance(part, ast.Name) and part.id == load.id and isinstance(part.ctx, ast.Store) for part in inner)
            if load in inner and not sets:
                return True
    return False


def global_value(function: Callable[..., object], name: str) -> tuple[bool, object]:
    """Looks up a free name of a function: True and its value, or False and None."""
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


def attribute(b: FunctionBuilder, owner: Value, name: str, node: ast.AST | None = None) -> Value:
    """An attribute of a value."""
    type_ = owner.type
    if type_.is_never:
        return owner
    if isinstance(type_, t.Optional) and not hasattr(None, name):
        return attribute(b, present(b, owner, AttributeError, f"'NoneType' object has no attribute {name!r}"), name, node)
    if isinstance(type_, t.Union):
        if any(callable(inspect.getattr_static(class_of(each), name, None)) for each in type_.options):
            return Value(t.Method(type_, name), owner.components)
        get = functools.partial(attribute, b, name=name, node=node)
        return each_option(b, owner, get, where=lambda option: _has(option, name), error=AttributeError)
    if is_array_type(type_):
        found = of_array(b, owner, name)
        return Value(t.Method(type_, name), owner.components) if found is None else found
    return _attribute_by_type(b, owner, name, node)


_attribute_by_type: Final[Operation[[FunctionBuilder, Value, str, ast.AST | None], Value]] = Operation()


@_attribute_by_type.of(t.Super)
def _of_super(b: FunctionBuilder, owner: Value[t.Super], name: str, node: ast.AST | None) -> Value:
    """What the classes behind one of the object's have under a name, for the object."""
    type_ = owner.type
    cls = class_of(type_.owner)
    assert cls is not None
    behind = cls.__mro__[cls.__mro__.index(type_.behind) + 1 :]
    found = next((vars(each)[name] for each in behind if name in vars(each)), None)
    if name == "__init__" and isinstance(found, types.WrapperDescriptorType):
        return constant(nothing)
    if found is None:
        b.refuse(f"reads .{name} of {type_}, which has none", node)
    return _by_class(b, Value(type_.owner, owner.components), cls, name, found, node)


def nothing(*given: object) -> None:
    """Takes the place of `object.__init__`, and of what Python's errors do with their arguments."""


@_attribute_by_type.usually
def _method_of(b: FunctionBuilder, owner: Value, name: str, node: ast.AST | None) -> Value:
    """A method of a list, a text and so on, which its call resolves."""
    if not may_have(owner.type, name):
        b.refuse(f"reads .{name} of {owner.type}, which compiled games do not know", node)
    return Value(t.Method(owner.type, name), owner.components)


def _has(type_: t.Type, name: str) -> bool:
    if isinstance(type_, t.Object):
        return name in type_.record.cells or hasattr(type_.record.cls, name)
    if isinstance(type_, t.Tuple):
        return type_.cls is not None and (name in type_.names or hasattr(type_.cls, name))
    if isinstance(type_, t.Symbol) and t.is_enum(type_.domain):
        return any(hasattr(each, name) for each in type_.domain)
    return defines(type_, name)


@_attribute_by_type.of(t.Constant)
def _of_constant(b: FunctionBuilder, constant: Value[t.Constant], name: str, node: ast.AST | None) -> Value:
    owner = constant.type.value
    is_plain = isinstance(owner, (list, dict, set, frozenset, tuple, str)) and not hasattr(type(owner), "_fields")
    if is_plain and may_have(constant.type, name):
        return Value(t.Method(constant.type, name))
    of_enum = inspect.getattr_static(type(owner), name, None) if isinstance(owner, enum.Enum) else None
    if isinstance(of_enum, types.FunctionType):
        return Value(t.Method(constant.type, of_enum))
    try:
        value = getattr(owner, name)
    except AttributeError:
        if owner is None:
            return b.fail(AttributeError, f"'NoneType' object has no attribute {name!r}")
        b.refuse(f"{_name_of(owner)} has no attribute {name!r}", node)
    except Exception as error:  # a property may raise anything
        b.refuse(f"{_name_of(owner)}.{name} raised {type(error).__name__}: {error}", node)
    if is_made_up(owner, name, value):
        b.refuse(f"reads {name} of an object that makes up its attributes, as mocks do; keep it out of the rules", node)
    if isinstance(value, types.MappingProxyType):
        value = b.program.as_dict(owner, name)
    b.program.alive.append(value)
    return known(b, plain(value))


_UNKNOWN: Final = "reads weights that are made anew, or kept within something else; keep them in an attribute of the game"


@implements(operations.known_value)
def known(b: FunctionBuilder, value: object) -> Value:
    """The value of a known name or attribute: weights, which are read from memory, or a constant."""
    if not isinstance(value, Weights):
        held = value.values() if isinstance(value, dict) else value if isinstance(value, (tuple, list)) else ()
        if any(isinstance(each, Weights) for each in held):
            b.refuse(_UNKNOWN)
        b.program.look_into(value)
        if is_derived(value) and not isinstance(value, enum.Enum):
            b.refuse(f"uses a {type(value).__name__}, derived from a class of Python's; use that one, or a class of your own")
        return constant(value)
    if (address := b.program.weights(value)) is None:
        b.refuse(_UNKNOWN)
    return Value(t.Named(t.INT if value.are_whole else t.FLOAT, len(value), value.names), (address,))


def _name_of(owner: object) -> str:
    return getattr(owner, "__name__", None) or type(owner).__name__


@_attribute_by_type.of(t.Named)
def _of_weights(b: FunctionBuilder, owner: Value[t.Named], name: str, node: ast.AST | None) -> Value:
    type_ = owner.type
    if name not in type_.names:
        b.refuse(f"there is no weight {name!r}; known: {', '.join(type_.names)}", node)
    return memory.load(b, type_.item, owner.components[0], type_.names.index(name))


@_attribute_by_type.of(t.Tuple)
def _of_object(b: FunctionBuilder, owner: Value[t.Tuple], name: str, node: ast.AST | None) -> Value:
    """An attribute of a tuple, or of an object of a frozen class."""
    type_ = owner.type
    if type_.cls is None:
        return _method_of(b, owner, name, node)
    if name in type_.names and not hides(type_.cls, name):
        return items_of(owner)[type_.names.index(name)]
    if is_tuple(type_) and getattr(type_.cls, name, None) in (tuple.count, tuple.index, getattr(type_.cls, "_replace", None)):
        return Value(t.Method(type_, name), owner.components)
    return _by_class(b, owner, type_.cls, name, inspect.getattr_static(type_.cls, name, None), node)


@_attribute_by_type.of(t.Object)
def _of_changeable(b: FunctionBuilder, owner: Value[t.Object], name: str, node: ast.AST | None) -> Value:
    """An attribute of a mutable object."""
    record = owner.type.record
    cls = record.cls
    if name in record.cells:
        return attribute_of(b, owner, name)
    if name == "__class__":
        return constant(cls)
    if not hasattr(cls, name):  # set in code that is not analysed yet
        record.cells.setdefault(name, t.Cell())
        b.program.facts += 1
        b.live = False
        return Value(t.NEVER)
    return _by_class(b, owner, cls, name, inspect.getattr_static(cls, name, None), node)


def _by_class(b: FunctionBuilder, owner: Value, cls: type[object], name: str, found: object, node: ast.AST | None) -> Value:
    """What an attribute of a class, as it was found, gives for an object: of a property, method or constant."""
    type_ = owner.type
    if isinstance(found, (property, functools.cached_property)):
        return b.call(found.fget if isinstance(found, property) else found.func, [owner])
    if isinstance(found, types.FunctionType):
        return Value(t.Method(type_, found), owner.components)
    if isinstance(found, (staticmethod, classmethod)):
        return constant(found.__get__(None, cls))
    if found is None:
        b.refuse(f"{cls.__name__} has no attribute {name!r}", node)
    if inspect.isdatadescriptor(found):
        if has_type(owner, t.Tuple) and type(found).__name__ == "_tuplegetter":  # such as a field that a subclass hides
            return items_of(owner)[int(found.__reduce__()[1][0])]
        b.refuse(f"reads .{name} of {type_}, which compiled games do not know", node)
    if isinstance(found, types.MethodDescriptorType) or callable(found):
        return Value(t.Method(type_, name), owner.components)
    return known(b, found)


@_attribute_by_type.of(t.Symbol)
def _of_member(b: FunctionBuilder, owner: Value[t.Symbol], name: str, node: ast.AST | None) -> Value:
    domain = owner.type.domain
    if not t.is_enum(domain):
        return _method_of(b, owner, name, node)
    found = inspect.getattr_static(domain, name, None)
    if isinstance(found, types.FunctionType):
        return Value(t.Method(owner.type, found), owner.components)
    if not hasattr(next(iter(domain)), name):
        b.refuse(f"{domain.__name__} has no attribute {name!r}", node)
    return table_of(b, owner, lambda member: getattr(member, name))


@_expression.of(ast.Tuple)
def _tuple(b: FunctionBuilder, node: ast.Tuple) -> Value:
    if not any(isinstance(each, ast.Starred) for each in node.elts):
        return tuple_of_values(b, [evaluate(b, each) for each in node.elts])
    parts = (
        as_tuple(b, evaluate(b, each.value)) if isinstance(each, ast.Starred) else tuple_of_values(b, [evaluate(b, each)])
        for each in node.elts
    )
    return functools.reduce(functools.partial(concatenated, b), parts)


def tuple_of_values(b: FunctionBuilder, items: list[Value]) -> Value:
    """A tuple of these items; a known one where all are known."""
    if any(each.type.is_never for each in items):
        return Value(t.NEVER)
    return constant(tuple(each.type.value for each in items)) if all_known(items) else tuple_of(items)


@_expression.of(ast.List)
def _list(b: FunctionBuilder, node: ast.List) -> Value:
    if (keyed := keyed_list(b, node)) is not None:
        return keyed
    made = new_list(b, node)
    for each in node.elts:
        if isinstance(each, ast.Starred):
            extend(b, made, evaluate(b, each.value))
        else:
            append(b, made, evaluate(b, each))
    return made


@_expression.of(ast.Set)
def _set(b: FunctionBuilder, node: ast.Set) -> Value:
    made = new_set(b, node)
    if (known := _known_set(b, node)) is not None:
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


def _known_set(b: FunctionBuilder, node: ast.Set) -> frozenset[object] | None:
    """The constant from which Python builds a set display of three constants or more; None for other displays."""
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


@_expression.of(ast.Dict)
def _dict(b: FunctionBuilder, node: ast.Dict) -> Value:
    keys = [None if key is None else evaluate(b, key) for key in node.keys]
    values = [evaluate(b, value) for value in node.values]
    if not b.live:
        return Value(t.NEVER)
    if (keyed := keyed_dict(b, keys, values)) is not None:
        return keyed
    if keys and all_known(keys) and all_known(values) and not _is_changed(b, node):
        pairs = [(key.type.value, value.type.value) for key, value in zip(keys, values, strict=True)]
        return constant(b.program.literal(node, b.said(lambda: dict(pairs), node)))
    made = new_dict(b, node)
    for key, value in zip(keys, values, strict=True):
        if key is None:
            dicts.update(b, made, present(b, value))
        else:
            put(b, made, key, value)
    return made


def _is_changed(b: FunctionBuilder, node: ast.Dict) -> bool:
    """True if a function may change a dict display: its name is used for more than reading."""
    function, names = b.frame.node, set[str]()
    for each in ast.walk(function):
        if isinstance(each, (ast.Assign, ast.AnnAssign)) and each.value is node:
            targets = each.targets if isinstance(each, ast.Assign) else [each.target]
            if not all(isinstance(target, ast.Name) for target in targets):
                return True
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return any(_changes(each, names) for each in ast.walk(function))


def _changes(node: ast.AST, names: set[str]) -> bool:
    """True if a node changes the dict that one of the names holds."""
    owner = getattr(node, "value", None)
    if not isinstance(owner, ast.Name) or owner.id not in names:
        return False
    if isinstance(node, ast.Subscript):
        return isinstance(node.ctx, (ast.Store, ast.Del))
    return isinstance(node, ast.Attribute) and node.attr in ("pop", "update", "setdefault", "clear", "popitem")


@_expression.of(ast.JoinedStr)
def _formatted(b: FunctionBuilder, node: ast.JoinedStr) -> Value:
    found = constant("")
    for each in node.values:
        part = evaluate(b, each.value if isinstance(each, ast.FormattedValue) else each)
        if not b.live:
            return Value(t.NEVER)
        if isinstance(each, ast.FormattedValue) and (each.format_spec or each.conversion not in (-1, ord("s"))):
            part = _filled(b, each, part)
        found = binary(b, ast.Add(), found, text_of(b, part, node), node)
    return found


_FIELD: Final = re.compile(r"(?:(?P<fill>.)?(?P<align>[<>]))?(?P<zeros>0?)(?P<width>\d*)(?P<letter>[ds]?)")
"""The form of a field with a text or a whole number."""


def _filled(b: FunctionBuilder, node: ast.FormattedValue, part: Value) -> Value:
    """The text of a field with a form of its own; where the value is not known, a width, a side and what fills it."""
    form = evaluate(b, node.format_spec) if node.format_spec is not None else constant("")
    if isinstance(part.type, t.Constant):
        value = part.type.value
        changed = repr(value) if node.conversion == ord("r") else ascii(value) if node.conversion == ord("a") else value
        if not has_type(form, t.Constant):
            b.refuse("formats a value in a way that is not known", node)
        return constant(b.said(lambda: format(changed, form.type.value), node))
    is_number = isinstance(part.type, t.Int)
    found = _FIELD.fullmatch(form.type.value) if isinstance(form.type, t.Constant) and node.conversion == -1 else None
    letter = None if found is None or not (is_number or is_text(part.type)) else found["letter"]
    if found is None or letter not in ("", "d" if is_number else "s") or (found["zeros"] and (found["align"] or not is_number)):
        b.refuse("formats a value in a way of its own; put plain values into the braces", node)
    name = "zfill" if found["zeros"] else {"<": "ljust", ">": "rjust"}[found["align"] or "<>"[is_number]]
    fill = [] if found["zeros"] else [constant(found["fill"] or " ")]
    return b.call(OF_TEXTS[name], [b.convert(text_of(b, part, node), t.CHARS), constant(int(found["width"] or 0)), *fill])


def _part(b: FunctionBuilder, owner: Value, node: ast.Subscript) -> Value:
    """Evaluates `owner[index]` and `owner[start:stop:step]`."""
    if may_be_array(owner.type):
        return each_option(b, present(b, owner), lambda option: _part(b, option, node), where=has_items)
    if is_array_type(owner.type):
        return subscript(b, owner, node.slice)
    if isinstance(node.slice, ast.Slice):
        bounds = [None if each is None else evaluate(b, each) for each in (node.slice.lower, node.slice.upper, node.slice.step)]
        return slice_of(b, owner, *bounds)
    return item(b, owner, evaluate(b, node.slice))


@_expression.of(ast.SetComp)
def _set_comprehension(b: FunctionBuilder, node: ast.SetComp) -> Value:
    made = new_set(b, node)
    each_of_comprehension(b, node, b.frame, evaluate(b, node.generators[0].iter), lambda value: add(b, made, value))
    return made


@_expression.of(ast.DictComp)
def _dict_comprehension(b: FunctionBuilder, node: ast.DictComp) -> Value:
    made = new_dict(b, node)
    first = evaluate(b, node.generators[0].iter)
    each_of_comprehension(b, node, b.frame, first, lambda entry: put(b, made, *items_of(entry)))
    return made


@_expression.of(ast.GeneratorExp)
def _generator(b: FunctionBuilder, node: ast.GeneratorExp) -> Value:
    first = evaluate(b, node.generators[0].iter)
    return Value(t.Stream(Comprehension(node, b.frame), (first.type,)), first.components)


@_expression.of(ast.Yield)
def _yield(b: FunctionBuilder, node: ast.Yield) -> Value:
    value = constant(None) if node.value is None else evaluate(b, node.value)
    if b.live:
        b.frame.yields(value)
    return Value(t.NONE)


@_expression.of(ast.YieldFrom)
def _yield_from(b: FunctionBuilder, node: ast.YieldFrom) -> Value:
    each_item(b, node, evaluate(b, node.value), b.frame.yields, [])
    return Value(t.NONE)
