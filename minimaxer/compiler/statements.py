"""Statements: their code, and their effect on the names in scope."""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
from collections import Counter
from collections.abc import Callable
from typing import Final

from llvmlite import ir

from . import lists, operations, special_methods, value_types as t
from .arrays import assign, change as change_array, change_part, is_array
from .builder import Frame, FunctionBuilder, Head, MergePoint, Names, Round, Value, has_type
from .calls import call_python, closure
from .classes import class_of, defines, is_sequence
from .converting import items_of, present, tuple_of
from .dicts import refuse_counts, remove, update
from .expressions import attribute, condition, evaluate, holds, leave_unless, truth, tuple_of_values
from .joining import item_of_row
from .lines import may_hold, only_test
from .lists import append, extend, new_list, remove_at
from .materializing import as_list, as_row, as_tuple, length
from .objects import changes, set_attribute
from .operations import C, implements
from .operators import binary
from .program import FALSE, RefusedError, RetryError
from .runtime.values import can_change
from .sets import change
from .source import Node, own_names, parameters, yields
from .streams import each_item
from .subscripts import item, set_item, set_slice, slice_of
from .unions import each_option, has_items, is_instance, may_be_array

_STATEMENTS: Final[dict[type[ast.AST], Callable[..., object]]] = {
    ast.Pass: lambda b, node: None,
    ast.Assert: lambda b, node: b.check(truth(b, condition(b, node.test)), AssertionError, ""),
    ast.Expr: lambda b, node: evaluate(b, node.value),
    ast.FunctionDef: lambda b, node: b.assign(node.name, closure(b, node)),
    ast.Break: lambda b, node: b.frame.breaks[-1].arrive(),
    ast.Continue: lambda b, node: b.frame.continues[-1].arrive(),
}


def statement(*types_: type[ast.AST]) -> Callable[[C], C]:
    """Registers the handler of statements of these node types."""

    def register(function: C) -> C:
        _STATEMENTS.update(dict.fromkeys(types_, function))
        return function

    return register


@implements(operations.run_function)
def run_function(b: FunctionBuilder) -> tuple[t.Type, bool]:
    """Analyses a function without emitting code; returns the type of its result, and True if it may fail."""
    fails, b.special.fails = b.special.fails, False
    try:
        values = [value for _, _, value in _run(b)._arrivals if value is not None]
        bound = [value.type for value in values if t.is_bound(value.type)]
        if bound:  # its caller inlines it, where iterators may meet lists
            return bound[0], True
        result = b.join_types([b.special.result, *(value.type for value in values)]) if values else t.NEVER
        b.live = True
        for value in values:
            b.foresee(value, result)
    finally:
        fails_now, b.special.fails = b.special.fails, fails or b.special.fails
    return result, fails_now or fails


def emit_function(b: FunctionBuilder) -> None:
    """Emits the function's code."""
    code = b.special.code
    entry, start = code.append_basic_block("entry"), code.append_basic_block("start")
    b._entry = ir.IRBuilder(entry)
    b.ir = ir.IRBuilder(start)
    b.mem = code.args[0]
    if b.special.emit is not None:
        result = b.convert(b.special.emit(b, *_arguments(b)), b.special.result)
    else:
        result = _run(b).meet(b.special.result)
    if b.live:
        components = ([b.bit(False)] if b.special.fails else []) + list(result.components)
        if b.special.result.is_never:
            b.ir.unreachable()
        elif components:
            given = ir.Constant(code.function_type.return_type, ir.Undefined)
            for place, component in enumerate(components):
                given = b.ir.insert_value(given, component, place)
            b.ir.ret(given)
        else:
            b.ir.ret_void()
    b._entry.branch(start)
    for block in code.blocks:
        if not block.is_terminated:
            ir.IRBuilder(block).unreachable()


def _arguments(b: FunctionBuilder) -> list[Value]:
    type_ = t.Tuple(b.special.types)
    return items_of(Value(type_, (None,) * len(type_.components) if not b.emits else tuple(b.special.code.args[1:])))


def _run(b: FunctionBuilder) -> MergePoint:
    """Compiles the function's body; returns the merge point of its results."""
    special = b.special
    around = special.around or {}
    outer = Frame(special.function, special.node, None, (-1,), frozenset(around)) if around else None
    b.frame = Frame(special.function, special.node, outer, (), own_names(special.node))
    b.frames = [b.frame] if outer is None else [outer, b.frame]
    b.names, b.live = {}, True
    b.frame.returns = MergePoint(b)
    named = [*((name, b.frame) for name in parameters(special.node)), *((name, outer) for name in around)]
    for (parameter, frame), value in zip(named, _arguments(b), strict=True):
        known = t.Closure(value.type.node, outer) if isinstance(value.type, t.Closure) else value.type
        b.assign(parameter, Value(known, value.components), frame)
    b.look_whether_deep()
    if yields(special.node):  # a generator that is called as a function: it returns a list
        made = b.frame.collected = new_list(b, special.node)
        b.frame.yields = lambda value: append(b, made, value)
    run_body(b, special.node)
    return b.frame.returns


@implements(operations.run_body)
def run_body(b: FunctionBuilder, node: Node) -> None:
    """Compiles the body of a function or a lambda in the current frame."""
    if isinstance(node, ast.Lambda):
        b.visit(node.body)
        b.frame.returns.arrive(evaluate(b, node.body))
        return
    run(b, node.body)
    if b.live:
        b.frame.returns.arrive(Value(t.NONE) if b.frame.collected is None else b.frame.collected)


@implements(operations.run)
def run(b: FunctionBuilder, statements: list[ast.stmt]) -> None:
    """Compiles statements, as far as they are reached."""
    for each in statements:
        if not b.live:
            return
        b.line, b.column = each.lineno, each.col_offset
        b.visit(each)
        if (handler := _STATEMENTS.get(type(each))) is None:
            b.refuse(f"holds a statement of the kind {type(each).__name__.lower()}; write it with plain statements", each)
        here = b.place()
        try:
            handler(b, each)
        except RefusedError as refused:
            if b.emits:
                raise
            b.program.refuse(refused.refusal)  # later statements may be refused too
            b.come_back(here)
            b.live = b.live and not isinstance(each, ast.Return)  # else it would return None
        b.line = each.lineno


@statement(ast.Global, ast.Nonlocal)
def _global(b: FunctionBuilder, node: ast.Global | ast.Nonlocal) -> None:
    b.refuse("holds names that are global or nonlocal; rules have no memory of their own", node)


@statement(ast.Import)
def _import(b: FunctionBuilder, node: ast.Import) -> None:
    for alias in node.names:
        module, root = importlib.import_module(alias.name), alias.name.partition(".")[0]
        b.assign(alias.asname or root, Value(t.Constant(module if alias.asname else importlib.import_module(root))))


@statement(ast.ImportFrom)
def _import_from(b: FunctionBuilder, node: ast.ImportFrom) -> None:
    module = importlib.import_module("." * node.level + (node.module or ""), b.frame.function.__globals__.get("__package__"))
    for alias in node.names:
        b.assign(alias.asname or alias.name, Value(t.Constant(getattr(module, alias.name))))


@statement(ast.Return)
def _return(b: FunctionBuilder, node: ast.Return) -> None:
    value = Value(t.NONE) if node.value is None else evaluate(b, node.value)
    if b.live:
        b.frame.returns.arrive(value if b.frame.collected is None else b.frame.collected)


@statement(ast.Assign)
def _assign(b: FunctionBuilder, node: ast.Assign) -> None:
    value = evaluate(b, node.value)
    for target in node.targets:
        assign_to(b, target, value)


@statement(ast.AnnAssign)
def _annotated(b: FunctionBuilder, node: ast.AnnAssign) -> None:
    if node.value is not None:
        assign_to(b, node.target, evaluate(b, node.value))


@statement(ast.AugAssign)
def _augmented(b: FunctionBuilder, node: ast.AugAssign) -> None:
    if isinstance(node.target, ast.Name):
        before = evaluate(b, ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target))
        after = _augment(b, before, evaluate(b, node.value), node)
        if after is not before:
            b.assign(node.target.id, after)
    elif isinstance(node.target, ast.Subscript):
        _augment_item(b, evaluate(b, node.target.value), node.target.slice, node)
    elif isinstance(node.target, ast.Attribute):
        owner = evaluate(b, node.target.value)
        before = attribute(b, owner, node.target.attr, node)
        after = _augment(b, before, evaluate(b, node.value), node)
        if b.live:
            _set_attribute(b, owner, node.target.attr, after, node)


def _augment_item(b: FunctionBuilder, owner: Value, where: ast.expr, node: ast.AugAssign) -> None:
    if may_be_array(owner.type):
        each_option(b, present(b, owner), lambda option: _augment_item(b, option, where, node), where=has_items)
        return
    if is_array(owner):
        change_part(b, node, owner, where)
        return
    index = evaluate(b, where)
    before = item(b, owner, index)
    after = _augment(b, before, evaluate(b, node.value), node)
    if b.live and (after is not before or not isinstance(owner.inner.type, (t.List, t.Dict))):
        set_item(b, owner, index, after)


def _augment(b: FunctionBuilder, owner: Value, more: Value, node: ast.AugAssign) -> Value:
    """The value to assign by `+=` and the like: the owner itself if it is a list, set, dict or array, changed in place."""
    owner = present(b, owner) if changes(owner.type) else owner
    type_, op = owner.type, node.op
    if isinstance(type_, t.Union) and changes(type_):
        names = [f"__{side}{special_methods.name_of(op)}__" for side in ("i", "", "r")]
        return each_option(
            b,
            owner,
            lambda option: _augment(b, option, more, node),
            where=lambda option: changes(option) or special_methods.may_work(names, op, option, more.type),
        )
    if (of_class := special_methods.called(b, f"__i{special_methods.name_of(op)}__", owner, more)) is not None:
        return of_class
    if t.is_known(type_, list, set, dict) or (class_of(type_) is tuple and b.program.holds_lists()):
        b.refuse(f"changes {type_}, which may be a list of the module; rules have no memory of their own", node)
    if has_type(owner, t.List) and isinstance(op, ast.Add):
        extend(b, owner, more)
    elif has_type(owner, t.List) and isinstance(op, ast.Mult):
        lists.repeat(b, owner, more)
    elif has_type(owner, t.Set) and owner.type.cls is set and isinstance(op, (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor)):
        if class_of(more.type) not in (set, frozenset):
            b.refuse(f"has a set {special_methods.name_of(op)}= {more.type}; make it a set first", node)
        change(b, op, owner, more)
    elif has_type(owner, t.Dict) and isinstance(op, ast.BitOr):
        refuse_counts(b, owner)
        update(b, owner, more)
    elif is_array(owner):
        change_array(b, op, owner, more, b.marker("changed"))
    else:
        return binary(b, op, owner, more, node)
    return owner


def _may_change(type_: t.Type) -> bool:
    """True if attributes of values can be assigned to."""
    return isinstance(type_, t.Object) or (isinstance(type_, t.Tuple) and type_.cls is not None and can_change(type_.cls))


def _set_attribute(b: FunctionBuilder, owner: Value, name: str, value: Value, node: ast.AST) -> None:
    """Assigns to an attribute; raises `RetryError` for a class taken for immutable, and refuses what never changes."""
    owner = present(b, owner, AttributeError, f"'NoneType' object has no attribute {name!r}")
    type_ = owner.type
    if has_type(owner, t.Object):
        cls = owner.type.record.cls
        if owner.type.record is b.program.records.get(t.value_key(cls)) and b.frame.function.__name__ != "__init__":
            b.program.assumptions.changed[cls] = None  # it is no value
            raise RetryError
        of_class = inspect.getattr_static(cls, name, None)
        if not isinstance(of_class, property):
            set_attribute(b, owner, name, value)
        elif of_class.fset is None:
            b.refuse(f"assigns to {name}, a property without a setter; assign to what it stands for", node)
        else:
            call_python(b, of_class.fset, [owner, value], {})
    elif isinstance(type_, t.Union) and any(map(_may_change, type_.options)):
        each = functools.partial(_set_attribute, b, name=name, value=value, node=node)
        each_option(b, owner, each, where=_may_change, error=AttributeError)
    elif isinstance(type_, t.Tuple) and type_.cls is not None and can_change(type_.cls):
        if type_.cls in b.program.assumptions.changed:
            b.refuse(f"assigns to {name} of a {type_.cls.__name__} that the module holds; rules must not change what lasts", node)
        b.program.assumptions.changed[type_.cls] = None
        raise RetryError
    elif not type_.is_never:
        b.refuse("assigns to an attribute of something that never changes; make a new state", node)


@implements(operations.assign_to)
def assign_to(b: FunctionBuilder, target: ast.expr, value: Value) -> None:
    """Assigns a value to a name, to places of a list, or item by item."""
    if not b.live:
        return
    if isinstance(target, ast.Name):
        b.assign(target.id, value)
    elif isinstance(target, (ast.Tuple, ast.List)):
        _unpack(b, target.elts, value, target)
    elif isinstance(target, ast.Subscript):
        _assign_item(b, evaluate(b, target.value), target.slice, value)
    elif isinstance(target, ast.Attribute):
        _set_attribute(b, evaluate(b, target.value), target.attr, value, target)
    else:
        b.refuse("assigns to something that is no name, item or attribute", target)


def _assign_item(b: FunctionBuilder, owner: Value, where: ast.expr, value: Value) -> None:
    if may_be_array(owner.type):
        each_option(b, present(b, owner), lambda option: _assign_item(b, option, where, value), where=has_items)
    elif is_array(owner):
        assign(b, owner, where, value)
    elif isinstance(where, ast.Slice):
        set_slice(b, owner, where, value)
    else:
        set_item(b, owner, evaluate(b, where), value)


def _unpack(b: FunctionBuilder, targets: list[ast.expr], value: Value, node: ast.AST) -> None:
    starred = [place for place, each in enumerate(targets) if isinstance(each, ast.Starred)]
    value = special_methods.called(b, "__iter__", value) or value
    if not is_sequence(value.type) and not isinstance(value.type, (t.Union, t.Never)):
        value = as_row(b, value)
    if isinstance(value.type, (t.DictView, t.Keyed)):
        value = as_tuple(b, value)
    if t.is_known(value.type, tuple, list):
        value = tuple_of([Value(t.Constant(each)) for each in value.type.value])
    classes = set(map(class_of, value.type.options)) if isinstance(value.type, t.Union) else set()
    if str in classes and not classes.isdisjoint((tuple, list)):  # unpacking a text is a limit of compiled code then
        value = _without_texts(b, value)
    if isinstance(value.type, t.Union):
        fits = functools.partial(_is_unpacked, fewest=len(targets) - len(starred), starred=bool(starred))
        others = {defines(each, "__iter__") for each in value.type.options if not fits(each)}
        if len(others) > 1 or any(defines(each, "__iter__") and not is_sequence(each) for each in value.type.options):
            b.refuse(f"unpacks {value.type}; ask isinstance first", node)
        value = each_option(b, value, lambda option: option, where=fits, error=ValueError if True in others else TypeError)
        if not b.live:
            return
    if has_type(value, t.Tuple):
        _unpack_items(b, targets, items_of(value), starred, node)
    else:
        _unpack_row(b, targets, value, starred)


def _unpack_row(b: FunctionBuilder, targets: list[ast.expr], value: Value, starred: list[int]) -> None:
    """Unpacks a tuple or list whose length is known only at run time."""
    sign, fewest = (">=", len(targets) - 1) if starred else ("==", len(targets))
    text = "not enough values to unpack" if starred else f"expected {len(targets)} values to unpack"
    b.check(b.compare(sign, length(b, value), b.word(fewest)), ValueError, text)
    for place, target in enumerate(targets):
        if not isinstance(target, ast.Starred):
            at = place - len(targets) if starred and place > starred[0] else place
            assign_to(b, target, item(b, value, Value(t.Constant(at))))
        else:
            after = len(targets) - 1 - place
            part = slice_of(b, value, Value(t.Constant(place)), Value(t.Constant(-after if after else None)), None)
            assign_to(b, target.value, as_list(b, part))


def _unpack_items(b: FunctionBuilder, targets: list[ast.expr], items: list[Value], starred: list[int], node: ast.AST) -> None:
    """Unpacks items side by side; the name with `*` gets those left over."""
    left = len(items) - len(targets) + 1
    if left < 0 or (left != 1 and not starred):
        b.refuse(f"unpacks {len(items)} items into {len(targets)} names", node)
    for star in starred:
        rest = tuple_of_values(b, items[star : star + left])
        if left == 0 or item_of_row(b.at_run_time(rest).type) is not None:
            rest = as_list(b, rest, targets[star])
        items[star : star + left] = [rest]
    for target, each in zip(targets, items, strict=True):
        assign_to(b, target.value if isinstance(target, ast.Starred) else target, each)


def _without_texts(b: FunctionBuilder, value: Value) -> Value:
    """A union without its texts, which are a limit of compiled code."""
    return each_option(b, value, lambda option: option, where=lambda each: class_of(each) is not str, error=OverflowError)


def _is_unpacked(option: t.Type, fewest: int, *, starred: bool) -> bool:
    if not isinstance(option, t.Tuple):
        return is_sequence(option)
    return len(option.items) >= fewest if starred else len(option.items) == fewest


@statement(ast.Delete)
def _delete(b: FunctionBuilder, node: ast.Delete) -> None:
    for target in node.targets:
        if not isinstance(target, ast.Subscript) or isinstance(target.slice, ast.Slice):
            b.refuse("deletes something else than an item of a list or dict", node)
        owner, index = evaluate(b, target.value), evaluate(b, target.slice)
        if has_type(owner, t.Dict):
            remove(b, owner, index, missing=None if class_of(owner.type) is Counter else KeyError)
        else:
            remove_at(b, owner, index)


@statement(ast.If)
def _if(b: FunctionBuilder, node: ast.If) -> None:
    choose(b, node.test, lambda: run(b, node.body), lambda: run(b, node.orelse) if node.orelse else b.visit(node.test, FALSE))


@implements(operations.choose)
def choose(b: FunctionBuilder, test: ast.expr, then: Callable[[], object], otherwise: Callable[[], object]) -> None:
    """Compiles a branch: both ways and where they meet, or only one where it is known which."""
    value = condition(b, test)
    if not b.live:
        return
    if (decided := holds(b, value)) is not None:
        (then if decided else otherwise)()
        return

    def narrowed_to(facts: _Facts, go: Callable[[], object]) -> None:
        narrow(b, facts)
        go()

    yes, no = narrowed(test)
    b.either(truth(b, value), lambda: narrowed_to(yes, then), lambda: narrowed_to(no, otherwise))


@implements(operations.narrow_by)
def narrow_by(b: FunctionBuilder, test: ast.expr, answer: bool) -> None:
    """Narrows the types of names by what a test says of them that had that answer."""
    narrow(b, narrowed(test)[0 if answer else 1])


_Facts = dict[str, tuple[ast.Call, bool] | ast.Compare | None]
"""What is known of names: not to be None, the answer of an `isinstance`, or to differ from what they are compared with."""


def narrowed(test: ast.expr) -> tuple[_Facts, _Facts]:
    """The facts of names where a test holds, and where it does not."""
    if isinstance(test, ast.Name):
        return {test.id: None}, {}
    if isinstance(test, ast.NamedExpr):
        return {test.target.id: None}, {}
    if isinstance(test, ast.Call) and ast.unparse(test.func) == "isinstance" and isinstance(test.args[0], ast.Name):
        return {test.args[0].id: (test, True)}, {test.args[0].id: (test, False)}
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yes, no = narrowed(test.operand)
        return no, yes
    if isinstance(test, ast.BoolOp):
        parts = [_still(narrowed(each), [other for other in test.values if other is not each]) for each in test.values]
        if isinstance(test.op, ast.And):
            return dict(fact for yes, _ in parts for fact in yes.items()), {}
        return {}, dict(fact for _, no in parts for fact in no.items())
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.left, (ast.Name, ast.NamedExpr)):
        none = isinstance(test.comparators[0], ast.Constant) and test.comparators[0].value is None
        name = test.left.id if isinstance(test.left, ast.Name) else test.left.target.id
        is_equality, is_same = isinstance(test.ops[0], (ast.Eq, ast.NotEq)), isinstance(test.ops[0], (ast.Eq, ast.Is))
        if (none and isinstance(test.ops[0], (ast.Is, ast.IsNot))) or (is_equality and (none or isinstance(test.left, ast.Name))):
            differs: _Facts = {name: None if none else test}
            return ({}, differs) if is_same else (differs, {})
    return {}, {}


def _still(facts: tuple[_Facts, _Facts], others: list[ast.expr]) -> tuple[_Facts, _Facts]:
    """The facts of names to which no other part of the test assigns."""
    anew = {each.target.id for other in others for each in ast.walk(other) if isinstance(each, ast.NamedExpr)}
    yes, no = ({name: fact for name, fact in each.items() if name not in anew} for each in facts)
    return yes, no


def narrow(b: FunctionBuilder, facts: _Facts) -> None:
    """Narrows the types of names of which something is known."""
    for name, fact in sorted(facts.items(), key=lambda each: each[0]):
        if name in b.frame.own and (b.frame.number, name) in b.names:
            value = b.read(name, b.frame)
            if value is None or not b.live or not isinstance(value.type, (t.Optional, t.Union)):
                continue
            if isinstance(fact, ast.Compare):
                held, value = value, _other_than_text(b, value, fact)
                if value is held:
                    continue
            elif fact is not None and evaluate(b, fact[0].func).type != t.Constant(isinstance):
                continue
            elif isinstance(value.type, t.Optional) and (fact is None or not _may_be(b, t.NONE, *fact)):
                value = value.inner
            if isinstance(value.type, t.Union) and isinstance(fact, tuple):
                fits = functools.partial(_may_be, b, test=fact[0], wanted=fact[1])
                value = each_option(b, value, lambda option: option, where=fits)
            if b.live:
                b.assign(name, value)


def _other_than_text(b: FunctionBuilder, value: Value, test: ast.Compare) -> Value:
    """A union that differs from a text, without its texts where these are assumed to be all alike."""
    if not isinstance(value.type, t.Union) or not any(class_of(each) is str for each in value.type.options):
        return value
    with b.dry():
        other = evaluate(b, test.comparators[0]).type
    if not t.is_known(other, str):
        return value
    b.program.may_be_one_text = True
    return _without_texts(b, value) if b.program.assumptions.one_text else value


def _may_be(b: FunctionBuilder, type_: t.Type, test: ast.Call, wanted: bool) -> bool:
    """True unless `isinstance` has another answer for values of a type."""
    answer = is_instance(b, Value(type_, (None,) * len(type_.components)), evaluate(b, test.args[1]), test).type
    return not isinstance(answer, t.Constant) or answer.value == wanted


@statement(ast.While)
def _while(b: FunctionBuilder, node: ast.While) -> None:
    def once(head: Head | None, leave: MergePoint, out: MergePoint) -> list[Names]:
        again = MergePoint(b)
        leave_unless(b, condition(b, node.test), leave)
        b.frame.breaks.append(out)
        b.frame.continues.append(again)
        run(b, node.body)
        again.arrive()
        b.frame.breaks.pop()
        b.frame.continues.pop()
        again.meet()
        b.look_whether_late()
        return go_back(b, head)

    leave, out = MergePoint(b), MergePoint(b)
    repeat(b, node, once, leave, out)
    leave.meet()
    run(b, node.orelse)
    out.close()


@implements(operations.go_back)
def go_back(b: FunctionBuilder, head: Head | None) -> list[Names]:
    """Ends the current path where a loop begins; returns what is known of names there."""
    if not b.live:
        return []
    ends = [dict(b.names)]
    if b.emits and head is not None:
        b.become(head[1])
        b.goto(head[0])
    b.live = False
    return ends


@implements(operations.repeat)
def repeat(b: FunctionBuilder, node: ast.AST, once: Round, leave: MergePoint, out: MergePoint) -> None:
    """Compiles a loop; `leave` is the merge point where it ends by itself, `out` that of `break`. `once` compiles one round,
    given the loop's head, `leave` and `out`; it returns what is known of names where it jumps back.
    """
    ends = leave, out

    def walk() -> list[Names]:
        nonlocal ends
        ends = MergePoint(b), MergePoint(b)
        return once(None, *ends)

    names = b.settle(node, walk)
    b.become(names)
    if not b.emits:
        leave.take(ends[0])
        out.take(ends[1])
        b.live = False
        return
    head = b.block("loop")
    b.enter(head)
    once((head, names), leave, out)


@statement(ast.For)
def _for(b: FunctionBuilder, node: ast.For) -> None:
    def body(value: Value) -> None:
        assign_to(b, node.target, value)
        run(b, node.body)

    given = evaluate(b, node.iter)
    test = only_test(b.frame.node, node)
    each_item(b, node, given, body, node.orelse, only_if=None if test is None else may_hold(b, node.target, test, given))
