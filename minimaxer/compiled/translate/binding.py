"""The pass over numba's intermediate code that makes `self`, modules and helper functions known. Imports numba."""

from __future__ import annotations

import functools
import operator
import re
import types as python
from collections.abc import Iterator
from typing import Any, Final

from attrs import evolve
from numba import njit

from ..native.intrinsics import replacer
from ..native.layout import LayoutError, as_word
from .guards import Guards
from .numba_parts import (
    CompilerBase,
    DefaultPassBuilder,
    FunctionPass,
    InlineClosureLikes,
    build_definitions,
    ir,
    register_pass,
    types,
)
from .precheck import UNSUPPORTED, refuse_unsupported
from .refusal import Refusal
from .resolve import Constant, Function, Known, Meaning, Native, attribute, describe, meaning, parameters

_PATTERN_OPERATORS: Final = frozenset(
    {
        operator.and_,
        operator.or_,
        operator.xor,
        operator.eq,
        operator.ne,
        operator.invert,
        operator.iand,
        operator.ior,
        operator.ixor,
    }
)
"""What may be done with a constant of 2**63 and above, which the machine sees as a negative number."""

_LARGE: Final = 1 << 63
_LONG: Final = 1024
_TUPLE_METHODS: Final = ("__bool__", "__len__", "__eq__", "__contains__", "__getitem__", "__iter__", "__lt__", "count", "index")
_OURS: Final = re.compile(r"minimaxer\.(compiled|bits|tuples)")
_KERNELS: Final = re.compile(r"minimaxer\.compiled\.(\w+\.)?kernels\.")
_COMMON: Final = "common"


class Program:
    """All functions of one game, compiled together.

    Functions of this package that are given nothing of the game are shared by all games of the process, so that those after the
    first take less time to compile.

    Args:
        suffix: Told apart in symbol names, so that code of two games never meets.
        guards: Operators that notice what the machine cannot represent; none in code meant for speed.
        replacements: Python functions and builtins with another implementation in compiled code.
    """

    def __init__(self, suffix: str, replacements: dict[Any, Any], guards: Guards | None = None) -> None:
        self.suffix: Final = suffix
        self.replacements: Final = replacements
        self.guards: Final = guards
        self.refusals: Final[list[Refusal]] = []
        self.classes: Final[list[type[Any]]] = []
        """NamedTuple classes met so far, whose methods and properties values may have."""
        self._made: Final[dict[Any, Any]] = {}
        self._alive: Final[list[Any]] = []
        self._common: Final[Program] = self if suffix == _COMMON else _common(replacements)

    def dispatcher(self, function: Function) -> Any:
        """The function as numba knows it; the given arguments are passed as None."""
        code: Any = function.function
        if self is not self._common and not function.given and _OURS.match(code.__module__ or ""):
            return self._common.dispatcher(function)
        key = (code, tuple((position, id(each)) for position, each in sorted(function.given.items())))
        if key not in self._made:
            if not _OURS.match(code.__module__ or ""):
                refuse_unsupported(code, self.refuse)
                self._meet(code.__globals__)
            copy = python.FunctionType(code.__code__, code.__globals__, code.__name__, code.__defaults__, code.__closure__)
            copy.__kwdefaults__ = code.__kwdefaults__
            copy.__module__ = code.__module__
            copy.__qualname__ = f"{code.__qualname__}_{self.suffix}_{len(self._made)}"
            copy.__dict__["_minimaxer"] = (self, dict(function.given), code.__qualname__)
            self._alive.extend(function.given.values())
            options: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "nogil": True}
            self._made[key] = _by_kind(njit(pipeline_class=_Pipeline, **options)(copy))
        return self._made[key]

    def _meet(self, names: dict[str, Any]) -> None:
        for value in names.values():
            if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields") and value not in self.classes:
                self.classes.append(value)

    def compiled(self) -> Iterator[Any]:
        """What numba has compiled so far, for other games too where it is shared."""
        for dispatcher in (*self._made.values(), *self._common._made.values()):
            yield from dispatcher.overloads.values()

    def function_at(self, file: str, line: int) -> str | None:
        """The name of the game's function at that place; None where there is none."""
        found = None
        for dispatcher in self._made.values():
            code = dispatcher.py_func.__code__
            name = dispatcher.py_func.__dict__["_minimaxer"][2]
            ours = _OURS.match(dispatcher.py_func.__module__ or "")
            if not ours and code.co_filename.endswith(file) and code.co_firstlineno <= line <= _last_line(code):
                found = name
        return found

    def name_at(self, line: int) -> str:
        """The name of the game's function that has that line."""
        for dispatcher in self._made.values():
            code = dispatcher.py_func.__code__
            if not _OURS.match(dispatcher.py_func.__module__ or "") and code.co_firstlineno <= line <= _last_line(code):
                return str(dispatcher.py_func.__dict__["_minimaxer"][2])
        return "a function of the game"

    def symbol(self, name: str) -> str | None:
        """The symbol of a kernel's function of that name; None where it was not reached."""
        for dispatcher in self._made.values():
            if dispatcher.py_func.__name__ == name and _KERNELS.match(dispatcher.py_func.__module__):
                for compiled in dispatcher.overloads.values():
                    return str(compiled.fndesc.mangled_name)
        return None

    def replaced(self, value: Any) -> Any:
        """The implementation for compiled code, where there is another one."""
        try:
            return self.replacements.get(value, value)
        except TypeError:
            return value

    def refuse(self, name: str, line: int, cause: str, filename: str | None = None) -> Refusal:
        """Notes and gives the error to raise."""
        refusal = Refusal(name, line, cause, filename)
        self.refusals.append(refusal)
        return refusal


_SHARED: Final[list[Program]] = []


def _common(replacements: dict[Any, Any]) -> Program:
    """The functions that all games share."""
    if not _SHARED:
        _SHARED.append(Program(_COMMON, replacements))
    return _SHARED[0]


def _last_line(code: python.CodeType) -> int:
    return max((line for _, _, line in code.co_lines() if line), default=code.co_firstlineno)


def _by_kind(dispatcher: Any) -> Any:
    """The dispatcher, made to compile once for all integers rather than once for every number it is called with."""
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda arguments, keywords: template(
        [types.unliteral(each) for each in arguments], {name: types.unliteral(each) for name, each in keywords.items()}
    )
    return dispatcher


class _Pipeline(CompilerBase):
    """numba's pipeline with the binding in it."""

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_Binding, InlineClosureLikes)
        passes.finalize()
        return [passes]


@register_pass(mutates_CFG=False, analysis_only=False)
class _Binding(FunctionPass):
    """Replaces what is known now: attributes of known objects, helper functions, wide constants."""

    _name = "minimaxer_binding"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        bound = state.func_id.func.__dict__.get("_minimaxer")
        if bound is None:
            return False
        program, given, name = bound
        guards = None if _OURS.match(state.func_id.func.__module__) else program.guards
        _Binder(program, given, name, state.func_ir, guards).run()
        return True


class _Binder:
    """The work on one function."""

    def __init__(self, program: Program, given: dict[int, Any], name: str, code: Any, guards: Guards | None) -> None:
        self._program = program
        self._guards = guards
        self._given = given
        self._name = name
        self._code = code
        self._meanings: dict[str, Meaning] = {}
        self._wide: dict[str, int] = {}
        self._single: set[str] = set()
        self._methods: dict[str, tuple[Any, Any]] = {}
        self._inserted: list[Any] = []

    def run(self) -> None:
        code = self._code
        code._definitions = build_definitions(code.blocks)
        self._single = {name for name, found in code._definitions.items() if len(found) == 1}
        for label in sorted(code.blocks):
            block = code.blocks[label]
            body = []
            for statement in block.body:
                self._inserted = []
                if isinstance(statement, ir.Assign):
                    self._assign(statement)
                body += [*self._inserted, statement]
            block.body = body
        self._drop_unused()
        code._definitions = build_definitions(code.blocks)

    def _drop_unused(self) -> None:
        """Drops what led to a constant or function and is of no use any more; numba would have to type it."""
        blocks = self._code.blocks.values()
        dropped = True
        while dropped:
            used = {name for block in blocks for statement in block.body for name in _used(statement)}
            dropped = False
            for block in blocks:
                kept = [statement for statement in block.body if not _is_idle(statement, used)]
                dropped = dropped or len(kept) < len(block.body)
                block.body = kept

    def _refuse(self, loc: Any, cause: str) -> Refusal:
        return self._program.refuse(self._name, loc.line, cause, loc.filename)

    def _assign(self, statement: Any) -> None:
        value, target = statement.value, statement.target.name
        if isinstance(value, ir.Arg):
            if value.index in self._given:
                if target not in self._single:
                    raise self._refuse(value.loc, f"{value.name} is assigned to; it stands for the rules object all along")
                self._meanings[target] = Known(self._given[value.index])
        elif isinstance(value, ir.Var):
            if target in self._single and value.name in self._meanings:
                self._meanings[target] = self._meanings[value.name]
            if value.name in self._wide:
                self._wide[target] = self._wide[value.name]
        elif isinstance(value, ir.Global | ir.FreeVar):
            self._bind(statement, value.name, self._substituted(meaning(value.value)))
        elif isinstance(value, ir.Const) and type(value.value) in (int, bool, tuple):
            self._constant(statement, value.value, str(value.value))
        elif isinstance(value, ir.Expr):
            self._expression(statement, value)

    def _expression(self, statement: Any, value: Any) -> None:
        self._check_wide(value)
        if value.op == "getattr" and isinstance(owner := self._meanings.get(value.value.name), Known):
            found = attribute(owner.value, value.attr)
            if found is None:
                raise self._refuse(value.loc, f"{describe(owner.value)} has no attribute {value.attr!r}")
            self._bind(statement, value.attr, self._substituted(found))
        elif value.op == "getattr" and (member := self._member(value)) is not None:
            self._read_member(statement, value, member)
        elif value.op == "getattr" and value.attr in ("bit_count", "bit_length") and self._guards is not None:
            function = self._insert(statement, ir.Global("sign", self._guards.sign, value.loc))
            line = self._insert(statement, ir.Const(value.loc.line, value.loc))
            self._insert(statement, ir.Expr.call(function, [value.value, line], (), value.loc))
        elif value.op == "call":
            self._call(statement, value)
        elif value.op in ("binop", "inplace_binop"):
            self._operator(statement, value)

    def _member(self, value: Any) -> Any:
        """The method or property of that name that NamedTuples of this game have; None where none has."""
        if value.attr == "_replace":
            return _replace
        owners = [cls for cls in self._program.classes if isinstance(vars(cls).get(value.attr), python.FunctionType | property)]
        if not owners or any(value.attr in cls._fields for cls in self._program.classes):
            return None
        if len(owners) > 1:
            names = " and ".join(cls.__qualname__ for cls in owners)
            raise self._refuse(value.loc, f"{names} both have {value.attr}; write one function for each, outside the classes")
        return vars(owners[0])[value.attr]

    def _read_member(self, statement: Any, value: Any, member: Any) -> None:
        if isinstance(member, property):
            getter_function: Any = member.fget
            getter = self._insert(statement, ir.Global("getter", self._program.dispatcher(Function(getter_function)), value.loc))
            statement.value = ir.Expr.call(getter, [value.value], (), value.loc)
        else:
            self._methods[statement.target.name] = member, value.value
            statement.value = ir.Const(None, value.loc)

    def _call_method(self, statement: Any, call: Any) -> None:
        """A NamedTuple's method as a function of it."""
        method, owner = self._methods[call.func.name]
        if method is _replace:
            names = tuple(name for name, _ in call.kws)
            values = self._insert(statement, ir.Expr.build_tuple([argument for _, argument in call.kws], call.loc))
            function = self._insert(statement, ir.Global("replaced", replacer(names), call.loc))
            statement.value = ir.Expr.call(function, [owner, values], (), call.loc)
        else:
            function = self._insert(statement, ir.Global("method", self._program.dispatcher(Function(method)), call.loc))
            statement.value = ir.Expr.call(function, [owner, *call.args], call.kws, call.loc, call.vararg)

    def _substituted(self, found: Meaning) -> Meaning:
        """The implementation for compiled code, where the program has another one."""
        if isinstance(found, Constant) or (isinstance(found, Function) and found.given):
            return found
        value = found.function if isinstance(found, Function) else found.value
        other = self._program.replaced(value)
        return found if other is value else meaning(other)

    # --- names ------------------------------------------------------------------------------------------------------------

    def _bind(self, statement: Any, name: str, found: Meaning) -> None:
        """Notes what the target stands for, and makes the statement say so."""
        target, loc = statement.target.name, statement.value.loc
        if isinstance(found, Constant):
            self._constant(statement, found.value, name)
        elif isinstance(found, Function):
            self._note(target, found)
            statement.value = ir.Global(name, self._program.dispatcher(found), loc)
        elif isinstance(found, Known):
            if isinstance(found.value, _CONTAINERS):
                raise self._refuse(loc, f"{name} is {describe(found.value)}, which is no constant; make it a tuple")
            self._note(target, found)
            if not isinstance(found.value, python.ModuleType):
                statement.value = ir.Const(None, loc)
        else:
            if isinstance(found.value, type) and issubclass(found.value, tuple):
                self._check_class(found.value, loc)
            if found.value is functools.reduce:
                raise self._refuse(loc, "it holds functools.reduce; write a loop")
            advice = UNSUPPORTED.get(getattr(found.value, "__name__", ""))
            if advice is not None and getattr(found.value, "__module__", "") == "builtins":
                raise self._refuse(loc, f"{found.value.__name__} cannot be compiled; {advice}")
            self._note(target, found)
            statement.value = ir.Global(name, found.value, loc)

    def _check_class(self, cls: type[Any], loc: Any) -> None:
        """Refuses a NamedTuple that means something else by tuple's own methods; native code would not notice."""
        redefined = [name for name in _TUPLE_METHODS if name in vars(cls)]
        if redefined:
            raise self._refuse(loc, f"{cls.__qualname__} defines {redefined[0]}; compiled tuples keep theirs, name it otherwise")

    def _note(self, target: str, found: Meaning) -> None:
        if target in self._single:
            self._meanings[target] = found

    def _constant(self, statement: Any, value: Any, name: str) -> None:
        loc = statement.value.loc
        try:
            word, wide = _as_words(value)
        except LayoutError as error:
            what = error.got if error.got.startswith(name) else f"{name} is {error.got}"
            raise self._refuse(loc, f"{what}; compiled games have integers of 64 bits") from error
        if wide and not isinstance(value, tuple):
            self._wide[statement.target.name] = value
        self._note(statement.target.name, Constant(value))
        plain = isinstance(statement.value, ir.Const) and not isinstance(value, tuple)
        statement.value = ir.Const(word, loc) if plain else ir.Global(name, word, loc)

    # --- calls ------------------------------------------------------------------------------------------------------------

    def _call(self, statement: Any, call: Any) -> None:
        """Hands known objects on: the callee is compiled for just these, and gets None in their place."""
        if call.func.name in self._methods:
            self._call_method(statement, call)
            return
        found = self._meanings.get(call.func.name)
        if isinstance(found, Native):
            self._call_native(statement, call, found.value)
        if not isinstance(found, Function):
            return
        names = parameters(found.function)
        given = dict(found.given)
        free = [position for position in range(len(names)) if position not in given]
        passed = [*zip(free, call.args, strict=False)]
        passed += [(names.index(name), argument) for name, argument in call.kws if name in names]
        for position, argument in passed:
            known = self._meanings.get(argument.name)
            if isinstance(known, Known) and not isinstance(known.value, python.ModuleType):
                given[position] = known.value
        callee = call.func
        if len(given) > len(found.given):
            callee = self._insert(statement, ir.Global("callee", self._program.dispatcher(evolve(found, given=given)), call.loc))
        nothing = [self._insert(statement, ir.Const(None, call.loc)) for _ in found.given]
        statement.value = ir.Expr.call(callee, nothing + list(call.args), call.kws, call.loc, call.vararg)

    def _call_native(self, statement: Any, call: Any, function: Any) -> None:
        """Writes down what numba does not know of: the defaults of a NamedTuple, and that `strict=False` is nothing."""
        keywords = list(call.kws)
        if function is zip and keywords:
            strict = self._meanings.get(keywords[0][1].name)
            if strict != Constant(False):
                raise self._refuse(call.loc, "zip with strict=True cannot be compiled; leave strict out")
            keywords = []
        for name in getattr(function, "_fields", ())[len(call.args) :]:
            if name in function._field_defaults and name not in dict(keywords):
                default = ir.Global(name, _as_words(function._field_defaults[name])[0], call.loc)
                keywords.append((name, self._insert(statement, default)))
        statement.value = ir.Expr.call(call.func, call.args, tuple(keywords), call.loc, call.vararg)

    def _insert(self, statement: Any, value: Any) -> Any:
        target = statement.target.scope.redefine("$minimaxer", loc=value.loc)
        self._inserted.append(ir.Assign(value, target, value.loc))
        return target

    # --- operators --------------------------------------------------------------------------------------------------------

    def _operator(self, statement: Any, value: Any) -> None:
        left, right = (self._meanings.get(side.name) for side in (value.lhs, value.rhs))
        if isinstance(left, Constant) and isinstance(right, Constant) and value.op == "binop":
            folded = _folded(value.fn, left.value, right.value)
            if folded is not None:
                self._constant(statement, folded, str(folded))
                return
        guard = None if self._guards is None else self._guards.operators.get(value.fn)
        if guard is not None:
            function = self._insert(statement, ir.Global("guard", guard, value.loc))
            line = self._insert(statement, ir.Const(value.loc.line, value.loc))
            statement.value = ir.Expr.call(function, [value.lhs, value.rhs, line], (), value.loc)

    def _check_wide(self, value: Any) -> None:
        """Refuses a constant of 2**63 and above where its being negative to the machine would change the result."""
        if not self._wide:
            return
        used = [variable for variable in value.list_vars() if variable.name in self._wide]
        if not used or (value.op in ("binop", "inplace_binop", "unary") and value.fn in _PATTERN_OPERATORS):
            return
        if value.op in ("build_tuple", "call") and self._keeps_patterns(value):
            return
        raise self._refuse(
            value.loc,
            f"the constant {self._wide[used[0].name]} does not fit into 64 bits with a sign; it may stand with & | ^ ~ == only, "
            "or be handed to a function of minimaxer.bits",
        )

    def _keeps_patterns(self, value: Any) -> bool:
        if value.op == "build_tuple":
            return True
        found = self._meanings.get(value.func.name)
        return isinstance(found, Function) and found.function.__module__.startswith("minimaxer.")


def _as_words(value: Any) -> tuple[Any, bool]:
    """The constant with its integers as the machine sees them, and whether that changed one."""
    if type(value) is int:
        word = as_word(value)
        return word, word != value
    if isinstance(value, tuple):
        items = [_as_words(item) for item in value]
        if any(wide for _, wide in items):
            words = [word for word, _ in items]
            return (type(value)(*words) if hasattr(value, "_fields") else tuple(words)), True
    return value, False


def _folded(function: Any, left: Any, right: Any) -> Any:
    """The result of an operator on two constants, where it is a number, text or truth value worth writing down."""
    if isinstance(right, int) and function in (operator.lshift, operator.pow, operator.mul) and abs(right) > _LARGE:
        return None
    try:
        result = function(left, right)
    except (ArithmeticError, TypeError, ValueError):
        return None
    if type(result) is tuple:
        return result if len(result) <= _LONG else None
    return result if type(result) in (int, bool, str) and not isinstance(left, float) else None


def _used(statement: Any) -> Iterator[str]:
    """The names of the variables whose values the statement takes."""
    if not isinstance(statement, ir.Assign):
        yield from (variable.name for variable in statement.list_vars())
    elif isinstance(statement.value, ir.Var):
        yield statement.value.name
    elif isinstance(statement.value, ir.Expr | ir.Inst):
        yield from (variable.name for variable in statement.value.list_vars())


def _is_idle(statement: Any, used: set[str]) -> bool:
    """Whether the statement only names something that nothing uses."""
    if not isinstance(statement, ir.Assign) or statement.target.name in used or not statement.target.name.startswith("$"):
        return False
    return isinstance(statement.value, ir.Global | ir.FreeVar | ir.Const)


_replace: Final = object()
"""Stands for the method of every NamedTuple."""
_CONTAINERS: Final = (list, dict, set, frozenset, bytearray)
