"""The code builder of one function: basic blocks, names in scope, merge points, checks and calls.

The walk over the source runs in two modes. Without emitting code, it infers types, again and again until nothing changes;
then it emits the code, and relies on the inferred types.
"""

from __future__ import annotations

import ast
import functools
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path as Folder
from typing import TYPE_CHECKING, Any, Final, Generic, NoReturn, TypeGuard, TypeVar, cast

from attrs import frozen
from llvmlite import ir

from ..base.overdue import PATIENCE
from ..errors import MinimaxerError, RulesError
from . import value_types as t
from .joining import TypeConflictError, join, join_mixed, kept_type, widened
from .operations import as_list, convert as converted, once, run_function
from .program import LIMITS, BrokenError, Failure, Place, Program, Refusal, RefusedError, RetryError, Specialization
from .runtime import header as h
from .source import NoSourceError
from .target import signed

if TYPE_CHECKING:
    from typing_extensions import TypeIs, TypeVar as TypeVarWithDefault

    K = TypeVarWithDefault("K", bound=t.Type, covariant=True, default=t.Type)
else:
    K = TypeVar("K")
T = TypeVar("T", bound=t.Type)


@frozen(eq=False)
class Value(Generic[K]):
    """A value: its type, and its components (each None while no code is emitted); `Value[t.List]` is one known to be a list."""

    type: K
    components: tuple[ir.Value, ...] = ()

    @property
    def inner(self) -> Value:
        """The value that an optional holds where it is not None; other values as they are."""
        return Value(self.type.item, self.components[1:]) if isinstance(self.type, t.Optional) else self


def has_type(value: Value, cls: type[T]) -> TypeIs[Value[T]]:
    """True if a value's type is of that class."""
    return isinstance(value.type, cls)


def all_known(values: Sequence[Value | None]) -> TypeGuard[Sequence[Value[t.Constant]]]:
    """True if all values are known."""
    return all(each is not None and isinstance(each.type, t.Constant) for each in values)


def is_ours(function: Any) -> bool:
    """True of a function of this package."""
    return bool(function.__code__.co_filename.startswith(_PACKAGE))


def known(value: Value[Any]) -> Any:
    """The Python value of a known value."""
    return value.type.value


@frozen
class TypeConflict(t.Type):
    """The type of a name whose values on different paths have no common type."""

    one: t.Type
    other: t.Type


@frozen
class OfEarlierRound(TypeConflict):
    """The type of a name that may hold a function made in an earlier round of a loop."""


@frozen
class Name:
    """The type of a name's value at a place; `sure` is True if it has a value there on all paths."""

    type: t.Type
    sure: bool = True


R = TypeVar("R")
Path = tuple[int, ...]
ROUNDS: Final = 1 << 16
"""Iterations of a counting loop between two checks of a request to stop."""
_PACKAGE: Final = str(Folder(__file__).parents[1]) + os.sep
Names = dict[tuple[Path, str], Name]


class Frame:
    """The names of one function, called or inlined.

    Attributes:
        number: Its identity: the path of inlined calls that leads to it.
        own: The names that it assigns to; the module of `function` resolves all others.
        yields: The action of a `yield`, of a generator.
        collected: The list of its items, of a generator called as a function.
        outlasts: True if its result, such as a lazy iterator, uses its names after it has returned.
    """

    def __init__(
        self, function: Callable[..., object], node: Any, outer: Frame | None, number: Path, own: frozenset[str]
    ) -> None:
        self.number: Final = number
        self.function: Final = function
        self.node: Final = node
        self.outer: Final = outer
        self.own: Final = own
        self.returns: MergePoint
        self.yields: Callable[[Value], None]
        self.collected: Value | None = None
        self.breaks: list[MergePoint] = []
        self.continues: list[MergePoint] = []
        self.handlers: list[Handler] = []
        self.caught: list[tuple[str | None, Callable[[], ir.Value]]] = []
        self.caller: tuple[Frame, Path] = (self, number)
        self.outlasts = False
        self.line = 0
        self.column = 0

    def outwards(self) -> Iterator[Frame]:
        """This frame, and those around it, innermost first."""
        frame: Frame | None = self
        while frame is not None:
            yield frame
            frame = frame.outer


class MergePoint:
    """A place where paths meet, each with a value or without."""

    def __init__(self, body: FunctionBuilder, *, of_results: bool = False) -> None:
        self._body: Final = body
        self._of_results: Final = of_results
        self._frames: Final = {frame.number for frame in body.frames}
        self._is_emitted: Final = body.emits
        self._arrivals: Final[list[tuple[ir.Block, Names, Value | None]]] = []

    def arrive(self, value: Value | None = None) -> None:
        """Ends the current path here."""
        body = self._body
        if self._is_emitted and not body.emits:  # while emission is suspended
            body.live = False
        elif body.live:
            frames = self._frames.union(frame.number for frame in body.frames if frame.outlasts and self._of_results)
            names = {key: name for key, name in body.names.items() if key[0] in frames}
            self._arrivals.append((body.ir.block, names, value))
            body.live = False

    def close(self, value: Value | None = None, type_: t.Type | None = None) -> Value:
        """Ends the last path here, and continues as `meet` does."""
        self.arrive(value)
        return self.meet(type_)

    def take(self, other: MergePoint) -> None:
        """Ends the paths here that ended at another merge point, made at the same place."""
        self._arrivals.extend(other._arrivals)

    def meet(self, type_: t.Type | None = None) -> Value:
        """Continues where the paths meet; returns their merged value, converted to `type_` if given."""
        body = self._body
        if not self._arrivals:
            body.live = False
            return Value(t.NEVER)
        values = [value for _, _, value in self._arrivals if value is not None]
        if len(self._arrivals) == 1 and (type_ is None or not values or values[0].type == type_):
            block, names, value = self._arrivals[0]
            body.ir.position_at_end(block)
            body.names, body.live = dict(names), True
            return Value(t.NEVER) if value is None else value
        are_lazy = any(isinstance(value.type, t.Stream) for value in values)
        if are_lazy and any(value.type != values[0].type for value in values):
            self._make_lists()
            values = [value for _, _, value in self._arrivals if value is not None]
        names = body.joined([names for _, names, _ in self._arrivals])
        if values and type_ is None:
            type_ = body.join_types([value.type for value in values])
        slots = body.slots(type_) if type_ is not None and values else ()
        target = body.block("join")
        for block, known, value in self._arrivals:
            body.ir.position_at_end(block)
            body.names, body.live = dict(known), True
            if value is not None and type_ is not None:
                body.store_slots(slots, body.convert(value, type_))
            if body.live:
                body.become(names)
                body.goto(target)
        body.at(target)
        body.names, body.live = dict(names), True
        if type_ is None or not values:
            return Value(t.NEVER)
        found = body.load_slots(type_, slots)
        return once(body, found) if are_lazy and isinstance(type_, t.List) else found

    def _make_lists(self) -> None:
        """Materializes lazy iterators: different ones can only be merged as lists."""
        body = self._body
        for place, (block, known, value) in enumerate(self._arrivals):
            if value is not None and not value.type.is_never:
                if isinstance(value.type, (t.Set, t.Dict, t.Text)):
                    body.refuse(f"gives {value.type} on one path and an iterator on another; make both lists")
                body.ir.position_at_end(block)
                body.names, body.live = dict(known), True
                made = as_list(body, value, body.marker(f"met{place}"))
                self._arrivals[place] = (body.ir.block, dict(body.names), made)


@frozen(eq=False)
class Handler:
    """A handler of errors: their classes, and the merge point that they lead to."""

    classes: tuple[type[BaseException], ...]
    join: MergePoint


class _Silent:
    """Takes the place of LLVM's builder while types are inferred: whatever is asked of it, it emits nothing."""

    block: Final = None

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *given, **named: None


_SILENT: Final = _Silent()


class FunctionBuilder:
    """Builds the code of one function, or only infers its types: LLVM's values are None then."""

    def __init__(self, program: Program, special: Specialization) -> None:
        self.program: Final = program
        self.special: Final = special
        self.ir: ir.IRBuilder = _SILENT
        self._entry: ir.IRBuilder | None = None
        self.mem: ir.Value = None
        self.marshalling: Any = None
        """What is known of the shared values of a state that is read or written."""
        self.names: Names = {}
        self.live = True
        self.freezes = False
        self.path: Path = ()
        self.frame: Frame = Frame(special.function, special.node, None, (), frozenset())
        self.frames: list[Frame] = [self.frame]
        self.line = special.node.lineno
        self.column = 0
        self._variables: dict[object, tuple[ir.Value, ...]] = {}

    @property
    def emits(self) -> bool:
        """True if code is emitted, and types are not only inferred."""
        return self.ir is not _SILENT

    def marker(self, role: str) -> ast.AST:
        """A stable key for an operation at the current place of the source."""
        return self.program.markers.setdefault((self.special.node, self.path, self.line, self.column, role), ast.Constant(0))

    def refuse(self, cause: str, node: ast.AST | None = None) -> NoReturn:
        """Refuses to compile the current place: always raises RefusedError."""
        line = getattr(node, "lineno", self.line)
        name = self.frame.function.__qualname__.rpartition("<locals>.")[2]
        raise RefusedError(Refusal(name, line, cause, self.frame.function.__code__.co_filename))

    def said(self, work: Callable[[], R], node: ast.AST | None = None) -> R:
        """The result of Python's own work on known values; refuses with Python's message where it raises."""
        try:
            return work()
        except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError) as error:
            self.refuse(f"holds what Python cannot do: {error}", node)

    def join_types(self, types_: list[t.Type]) -> t.Type:
        """The type that holds the values of all of them, or a refusal."""
        try:
            return functools.reduce(join_mixed, [t.NEVER, *types_])
        except TypeConflictError as clash:
            self.refuse(f"gives {clash}; give the same type on every path")

    def op(self, name: str, *components: ir.Value) -> ir.Value:
        """Emits one instruction."""
        return getattr(self.ir, name)(*components)

    def word(self, number: int) -> ir.Constant:
        """A constant word."""
        return ir.Constant(t.WORD, signed(number))

    def bit(self, value: bool) -> ir.Constant:
        """A constant truth value."""
        return ir.Constant(t.BIT, int(value))

    def compare(self, how: str, one: ir.Value, other: ir.Value) -> ir.Value:
        """Compares two words as signed numbers."""
        return self.ir.icmp_signed(how, one, other)

    def table(self, words: tuple[int | ir.Value, ...]) -> ir.Value:
        """The address of a table of constant words."""
        return self.program.table(words) if self.emits else None

    def block(self, name: str) -> ir.Block:
        """A new block of code."""
        return self.special.code.append_basic_block(name) if self.emits else None

    def at(self, block: ir.Block) -> None:
        """Continues at the end of a block."""
        self.live = True
        self.ir.position_at_end(block)

    def goto(self, block: ir.Block) -> None:
        """Ends the current path with a jump to a block."""
        if self.live:
            self.ir.branch(block)
        self.live = False

    def enter(self, block: ir.Block) -> None:
        """Jumps to a block, and continues there."""
        self.goto(block)
        self.at(block)

    def branch(self, test: ir.Value, then: ir.Block, otherwise: ir.Block) -> None:
        """Ends the current path with a branch to one of two blocks."""
        if self.live and self.emits:
            self.ir.cbranch(test, then, otherwise)
        self.live = False

    @contextmanager
    def aside(self, test: ir.Value, ways: tuple[ir.Block, ir.Block], place: int) -> Iterator[None]:
        """Branches to one of two blocks; emits the code of the `with` block in the one at `place`, and continues in the other."""
        names = dict(self.names)
        self.branch(test, *ways)
        self.at(ways[place])
        yield
        self.at(ways[1 - place])
        self.names = names

    def leave_if(self, test: ir.Value, there: MergePoint, value: Value | None = None) -> None:
        """Jumps to the merge point where the truth value is 1, and continues where it is 0."""
        with self.aside(test, (self.block("leave"), self.block("on")), 0):
            there.arrive(value)

    def leave_unless(self, test: ir.Value, there: MergePoint, value: Value | None = None) -> None:
        """Jumps to the merge point where the truth value is 0, and continues where it is 1."""
        with self.aside(test, (self.block("on"), self.block("leave")), 1):
            there.arrive(value)

    def either(
        self, test: ir.Value, then: Callable[[], Value | None], otherwise: Callable[[], Value | None], type_: t.Type | None = None
    ) -> Value:
        """Emits both branches of a condition; returns their merged value, converted to `type_` if given."""
        meeting = MergePoint(self)
        with self.aside(test, (self.block("then"), self.block("else")), 0):
            meeting.arrive(then())
        return meeting.close(otherwise(), type_)

    @contextmanager
    def when(self, test: ir.Value) -> Iterator[None]:
        """Emits the `with` block as a branch that is taken where the truth value is 1."""
        meeting = MergePoint(self)
        with self.aside(test, (self.block("then"), self.block("else")), 0):
            yield
            meeting.arrive()
        meeting.close()

    @contextmanager
    def unless(self, test: ir.Value) -> Iterator[None]:
        """Emits the `with` block as a branch that is taken where the truth value is 0."""
        meeting = MergePoint(self)
        with self.aside(test, (self.block("then"), self.block("else")), 0):
            meeting.arrive()
        yield
        meeting.close()

    @contextmanager
    def dry(self) -> Iterator[None]:
        """Suspends code emission; restores the names at the end."""
        kept = self.ir, self.names, self.live
        self.ir, self.names = _SILENT, dict(self.names)
        try:
            yield
        finally:
            self.ir, self.names, self.live = kept

    @contextmanager
    def freezing(self) -> Iterator[None]:
        """Lets tuples take the memory of the lists that they are made of, which nobody else uses."""
        self.freezes = True
        try:
            yield
        finally:
            self.freezes = False

    def place(self) -> Position:
        """The current position: frames, path, loops and handlers."""
        frame = self.frame
        return frame, self.frames, self.path, list(frame.breaks), list(frame.continues), list(frame.handlers)

    def come_back(self, place: Position) -> None:
        """Restores a saved position, leaving inlined functions."""
        frame, self.frames, self.path, *_ = place
        self.frame = frame
        frame.breaks[:], frame.continues[:], frame.handlers[:] = place[3:]

    def slots(self, type_: t.Type) -> tuple[ir.Value, ...]:
        """Stack slots, one for each component."""
        if self._entry is None or not self.emits:
            return (None,) * len(type_.components)
        return tuple(self._entry.alloca(component) for component in type_.components)

    def variable(self, start: ir.Value) -> ir.Value:
        """A stack slot for a word, with its first value."""
        (slot,) = self.slots(t.INT)
        self.op("store", start, slot)
        return slot

    def store_slots(self, slots: tuple[ir.Value, ...], value: Value) -> None:
        """Stores a value in stack slots."""
        if self.live:
            for slot, component in zip(slots, value.components, strict=True):
                self.ir.store(component, slot)

    def load_slots(self, type_: T, slots: tuple[ir.Value, ...]) -> Value[T]:
        """Loads a value from stack slots."""
        return Value(type_, tuple(self.ir.load(slot) for slot in slots))

    def _places(self, key: tuple[Path, str], type_: t.Type) -> tuple[ir.Value, ...]:
        if not self.emits:
            return (None,) * len(type_.components)
        known = self._variables.get((key, type_))
        if known is None:
            known = self._variables[key, type_] = self.slots(type_)
        return known

    def _flag(self, key: tuple[Path, str]) -> ir.Value:
        """The stack slot that flags if a name has a value."""
        if not self.emits or self._entry is None:
            return None
        if key not in self._variables:
            self._variables[key] = (self._entry.alloca(t.BIT),)
            self._entry.store(self.bit(False), self._variables[key][0])
        return self._variables[key][0]

    def refuse_views(self, *types_: t.Type) -> None:
        """Refuses dict views that are used for more than iteration, size or membership."""
        if any(isinstance(part, t.DictView) for type_ in types_ for part in (type_, *t.parts_of(type_))):
            self.refuse("stores, passes or compares a dict view; make it a list or a set")

    def refuse_repeated(self, type_: t.Type) -> None:
        """Refuses to keep a function that is made within a loop: what it uses would be that of the last round."""
        if t.holds_repeated(type_):
            self.refuse("keeps a function that is made within a loop; call it there, or keep what it uses")

    def assign(self, name: str, value: Value, frame: Frame | None = None) -> None:
        """Assigns a value to a name."""
        if not self.live:
            return
        self.refuse_views(value.type)
        key = ((self.frame if frame is None else frame).number, name)
        self.store_slots(self._places(key, value.type), value)
        if self.emits:
            self.ir.store(self.bit(True), self._flag(key))
            self.special.variables[name] = value.type
        self.names[key] = Name(value.type)

    def unbind(self, name: str) -> None:
        """Takes a name of the current frame its value."""
        key = (self.frame.number, name)
        self.names.pop(key, None)
        if self.emits and self.live:
            self.ir.store(self.bit(False), self._flag(key))

    def read(self, name: str, frame: Frame) -> Value | None:
        """The value of a frame's own name; None where it has none."""
        key = (frame.number, name)
        if (known := self.names.get(key)) is None:
            return None
        if isinstance(known.type, OfEarlierRound):
            self.refuse(f"{name} may be a function of an earlier round of the loop; call it where it is made")
        if isinstance(known.type, TypeConflict):
            with suppress(TypeConflictError):
                join_mixed(known.type.one, known.type.other)
                if key not in self.special.mixed:  # walked again, with a union
                    self.special.mixed.add(key)
                    self.program.facts += 1
                    self.live = False
                    return Value(t.NEVER)
            self.refuse(f"{name} is {known.type.one} on one path and {known.type.other} on another; give it one type")
        if not known.sure:
            flag = self.ir.load(self._flag(key))
            self.check(flag, UnboundLocalError, f"cannot access local variable {name!r} where it is not associated with a value")
        return self.load_slots(known.type, self._places(key, known.type))

    def joined(self, all_names: list[Names]) -> Names:
        """Merges what is known of names where paths meet."""
        found: Names = dict(all_names[0])
        for names in all_names[1:]:
            for key in {**found, **names}:
                one, other = found.get(key), names.get(key)
                if one is other:
                    continue
                if one is None or other is None:
                    found[key] = Name((one or names[key]).type, sure=False)
                else:
                    way = join_mixed if key in self.special.mixed else join
                    found[key] = Name(_join_or_clash(way, one.type, other.type), one.sure and other.sure)
        return found

    def become(self, names: Names) -> None:
        """Converts the values of all names to their types where the current path leads."""
        for key, known in names.items():
            mine = self.names.get(key)
            if mine is None or mine is known or mine.type == known.type or isinstance(known.type, TypeConflict):
                continue
            value = self.load_slots(mine.type, self._places(key, mine.type))
            if not self.emits:
                self.foresee(value, known.type)
            else:
                self.store_slots(self._places(key, known.type), self.convert(value, known.type))
        self.names = dict(names)

    def expected(self, node: ast.AST) -> Names:
        """The names at a loop's head, as far as known."""
        known = self.special.loops.get((self.path, id(node)))
        return dict(self.names) if known is None else self._in_sight(self.joined([self.names, known]))

    def settle(self, node: ast.AST, once: Callable[[], list[Names]]) -> Names:
        """Infers the names at a loop's head, for its first round and all others. `once` walks the loop once and returns the names
        at each jump back; its last walk is that with the names found.
        """
        key = (self.path, id(node))
        loops = self.special.loops
        if self.emits:
            return loops.get(key) or dict(self.names)  # missing where the loop was never walked
        names = self.expected(node)
        while True:
            with self.dry():
                self.names, self.live = dict(names), True
                ends = once()
            wider = _without_functions_of_rounds(self.names, self._in_sight(self.joined([names, *ends])))
            if wider == names:
                loops[key] = names
                with self.dry():
                    for end in ends:
                        self.names, self.live = dict(end), True
                        self.become(names)
                return names
            names = wider

    def _in_sight(self, names: Names) -> Names:
        """Keeps only the names of active frames."""
        frames = {frame.number for frame in self.frames}
        return {key: name for key, name in names.items() if key[0] in frames}

    def check(self, fine: ir.Value, cls: type[BaseException], text: str | None, *, is_raised: bool = False) -> None:
        """Emits a check that fails with that error unless the truth value is 1; `is_raised` where Python raises it too."""
        if self.live:
            wrong, right = self.block("wrong"), self.block("right")
            with self.aside(fine, (right, wrong), 1):
                self.fail(cls, text, is_raised=is_raised)

    @property
    def is_ours(self) -> bool:
        """True if the current source is this package's own, which is trusted to end."""
        return is_ours(self.frame.function)

    def look_whether_late(self, index: ir.Value = None) -> None:
        """Ends the rules where a stop was requested; a counting loop checks only now and then."""
        if not self.live or self.is_ours:
            return
        on = None
        if index is not None:
            look, on = self.block("look"), self.block("on")
            self.branch(self.compare("==", self.op("and_", index, self.word(ROUNDS - 1)), self.word(0)), look, on)
            self.at(look)
        late = self.ir.load_atomic(self.pointer(self.mem, self.word(h.LATE)), "monotonic", 8)
        text = f"{self.frame.function.__qualname__} had not come to its end {PATIENCE:g} s after it was told to stop"
        self.escape_unless(self.compare("==", late, self.word(0)), RulesError, text)
        if on is not None:
            self.enter(on)

    def look_whether_deep(self) -> None:
        """Ends recursive rules where the thread's stack is exhausted."""
        if self.special.is_recursive and not self.is_ours:
            end = self.peek(self.mem, h.STACK_END)
            here = self.program.stack_pointer(self.ir) if self.emits else None
            self.escape_unless(self.compare(">=", here, end), RecursionError, "maximum recursion depth exceeded")
            self.look_whether_late()  # LLVM may make a loop of the recursion

    def escape_unless(self, fine: ir.Value, cls: type[BaseException], text: str) -> None:
        """Ends the whole run with that error unless the truth value is 1; no handler catches it, so that it costs little."""
        if not self.emits or not self.live or self.program.target.escape is None:
            return
        wrong, right = self.block("late"), self.block("on")
        with self.aside(fine, (right, wrong), 1):
            number = self.program.failure(Failure(cls, text, self.frame.function.__qualname__, self.line, is_rules=False))
            self.ir.call(self.program.escape(), [self.mem, self.word(number)])
            self.ir.unreachable()

    def fail(self, cls: type[BaseException], text: str | None, *, is_raised: bool = False) -> Value:
        """Ends the current path with an error; returns the value that is never reached. Limits of compiled code are caught only
        where the source raises them itself.
        """
        if self.live:
            failure = Failure(cls, text, self.frame.function.__qualname__, self.line, is_raised or not issubclass(cls, LIMITS))
            if self.emits:
                self.poke(self.mem, h.FAILURE, self.word(self.program.failure(failure)))
            handlers = self._handlers() if failure.is_rules else iter(())
            handler = next((each for each in handlers if issubclass(cls, each.classes)), None)
            if handler is None:
                self.leave_failing()
            else:
                handler.join.arrive()
        return Value(t.NEVER)

    def fail_again(self, number: ir.Value) -> None:
        """Ends the current path with an error whose number is known only at run time."""
        if not self.live:
            return
        self.poke(self.mem, h.FAILURE, number)
        for handler in self._handlers():
            self.leave_if(self.ir.call(self.program.catcher(handler.classes), [number]) if self.emits else None, handler.join)
        self.leave_failing()

    def callers(self) -> Iterator[Frame]:
        """The current frame, and those of functions that it is inlined into, innermost first."""
        frame, inner = self.frame, None
        while frame is not inner:
            yield frame
            frame, inner = frame.caller[0], frame

    def _handlers(self) -> Iterator[Handler]:
        """The handlers around the current place, innermost first."""
        return (handler for frame in self.callers() for handler in reversed(frame.handlers))

    def leave_failing(self) -> None:
        """Ends the function, whose error is already stored."""
        if not self.emits:
            self.special.fails = True
        elif not self.special.fails:
            self.program.assumptions.failing[id(self.special.node)] = self.special.node
            self.ir.unreachable()
        else:
            results = self.special.code.function_type.return_type
            rest = [ir.Constant(each, 0.0 if each == t.DOUBLE else 0) for each in results.elements[1:]]
            self.ir.ret(ir.Constant(results, [self.bit(True), *rest]))
        self.live = False

    def visit(self, node: ast.AST, how: str = "run") -> None:
        """Records at run time that a place of the source was reached, if the program counts them."""
        if not self.emits or self.program.counted is None or not self.live or self.is_ours:
            return
        file = self.frame.function.__code__.co_filename
        places = self.program.places
        number = places.setdefault(Place(file, self.frame.function.__qualname__, node, how), len(places))
        self.poke(self.mem, self.program.counted + number, self.word(1))

    def poke(self, address: ir.Value, place: int, word: ir.Value) -> None:
        """Writes a word of memory."""
        self.ir.store(word, self.pointer(address, self.word(place)))

    def peek(self, address: ir.Value, place: int) -> ir.Value:
        """Reads a word of memory."""
        return self.ir.load(self.pointer(address, self.word(place)))

    def pointer(self, address: ir.Value, index: ir.Value, type_: ir.Type = t.WORD) -> ir.Value:
        """A pointer to the word at that index."""
        return self.ir.gep(self.ir.inttoptr(address, type_.as_pointer()), [index])

    def further(self, address: ir.Value, words: ir.Value) -> ir.Value:
        """The address some words further on, as a pointer step: LLVM tracks those, but no sums of integers."""
        return self.ir.ptrtoint(self.pointer(address, words), t.WORD)

    def outside(self, name: str, result: ir.Type, *components: ir.Value) -> ir.Value:
        """Calls a function of C's library or an intrinsic of LLVM."""
        if not self.emits:
            return None
        return self.ir.call(self.program.declared(name, result, [each.type for each in components]), components)

    def call(self, function: Any, arguments: list[Value]) -> Value:
        """Calls a Python function, compiled for these argument types."""
        if not self.live or any(value.type.is_never for value in arguments):
            return Value(t.NEVER)
        arguments = [self.at_run_time(value) for value in arguments]
        grown = self.program.grown(function, [value.type for value in arguments])
        arguments = [self.convert(*pair) for pair in zip(arguments, grown, strict=True)]
        types_ = tuple(value.type for value in arguments)
        try:
            special = self.program.special(function, types_)
        except NoSourceError:
            self.refuse(f"{function.__name__} has no source to compile; put it into a file or a notebook")
        return self._call_special(special, arguments)

    def call_closure(self, closure: t.Closure, names: dict[str, Value], arguments: list[Value]) -> Value:
        """Calls an inner function as one of its own, with the names that it uses as arguments."""
        if not self.live or any(value.type.is_never for value in [*arguments, *names.values()]):
            self.live = False
            return Value(t.NEVER)
        arguments = [self.at_run_time(value) for value in arguments]
        types_ = tuple(value.type for value in arguments)
        around = {name: value.type for name, value in names.items()}
        for name, type_ in around.items():
            if isinstance(type_, t.Closure):
                around[name] = t.Closure(type_.node, None)  # it is defined where it is used
        special = self.program.special_within(closure.frame.function, closure.node, types_, around)
        return self._call_special(special, [*arguments, *names.values()])

    def _call_special(self, special: Specialization, arguments: list[Value]) -> Value:
        if not self.emits:
            try:
                analyse(self.program, special)
            finally:
                self.special.calls[special] = special.result, special.fails
            if special.fails:
                with self.aside(None, (None, None), 0):
                    self.fail_again(None)
            if special.result.is_never:
                self.live = False
            return Value(special.result, (None,) * len(special.result.components))
        return self.call_code(special, arguments)

    def call_code(self, special: Specialization, arguments: list[Value]) -> Value:
        """Calls a function's code, and fails where it does."""
        code = self.program.code_of(special)
        given = self.ir.call(code, [self.mem, *(component for value in arguments for component in value.components)])
        if special.fails:
            with self.aside(self.ir.extract_value(given, 0), (self.block("failed"), self.block("done")), 0):
                self.fail_again(self.peek(self.mem, h.FAILURE))
        if special.result.is_never:
            self.ir.unreachable()
            self.live = False
            return Value(t.NEVER)
        places = range(int(special.fails), int(special.fails) + len(special.result.components))
        return Value(special.result, tuple(self.ir.extract_value(given, place) for place in places))

    def at_run_time(self, value: Value) -> Value:
        """Converts a known value to one of run time, where possible, so that one function serves all values."""
        type_ = widened(value.type)
        if isinstance(type_, t.Constant) and t.is_of_values(type(type_.value), self.program.records):
            type_ = kept_type(type_.value)
        return value if type_ == value.type else self.convert(value, type_)

    def foresee(self, value: Value, type_: t.Type) -> None:
        """Converts a value of which only the type is known, so that its texts are registered before tables need them. A failed
        conversion is refused only when code is emitted: types may still change.
        """
        with suppress(RefusedError):
            self.convert(value, type_)

    def convert(self, value: Value, type_: T) -> Value[T]:
        """Converts a value to a type that holds it."""
        return converted(self, value, type_)


def broken(error: Exception) -> str:
    """The message for a game at which the compiler failed."""
    if isinstance(error, RecursionError):
        deep = "calls functions, or nests expressions, too deeply to be compiled; where a function calls itself, "
        return f"{deep}pass it values of the same types each time"
    return f"makes the compiler fail with {type(error).__name__}: {error}; please report it, and search the original game"


def _without_functions_of_rounds(start: Names, head: Names) -> Names:
    """The names at a loop's head, of which those that hold functions made in the loop cannot be read."""
    found = dict(head)
    for key, known in head.items():
        if t.holds_repeated(known.type) and not (key in start and t.holds_repeated(start[key].type)):
            found[key] = Name(OfEarlierRound(known.type, known.type), known.sure)
    return found


def _join_or_clash(way: Callable[[t.Type, t.Type], t.Type], one: t.Type, other: t.Type) -> t.Type:
    try:
        both = [way(each.one, each.other) if type(each) is TypeConflict and way is join_mixed else each for each in (one, other)]
        clash = next((each for each in both if isinstance(each, TypeConflict)), None)
        return way(*both) if clash is None else clash
    except TypeConflictError as clash:
        return TypeConflict(clash.one, clash.other)


def analyse(program: Program, special: Specialization) -> None:
    """Infers the type of the function's result, as far as the types of others are known, unless nothing it rests on changed."""
    special.is_recursive |= special in program.active
    if special.looked_at == program.round:
        return
    program.active.append(special)
    special.looked_at = program.round
    try:
        if _is_settled(program, special):
            return
        known, refused = program.known, program.refused
        special.known = None
        special.calls.clear()
        result, fails = run_function(FunctionBuilder(program, special))
        special.known = known if (program.known, program.refused) == (known, refused) else None
        if result != special.result or fails != special.fails:
            special.result, special.fails = result, fails
            program.last_changed = special
    except (RefusedError, RetryError, BrokenError, MinimaxerError):
        raise
    except Exception as error:
        function, line = special.function, special.node.lineno
        raise BrokenError(Refusal(function.__qualname__, line, broken(error), function.__code__.co_filename)) from error
    finally:
        program.active.pop()


def _is_settled(program: Program, special: Specialization) -> bool:
    """True if another walk of a function would find what the last one did."""
    for each, found in special.calls.items() if special.known == program.known else ():
        analyse(program, each)
        if (each.result, each.fails) != found:
            return False
    return special.known == program.known


def calls_itself(b: FunctionBuilder, node: ast.AST) -> bool:
    """True if the function is that of the current frame, or one that it is inlined into."""
    return any(frame.node is node for frame in b.callers())


def enter(b: FunctionBuilder, frame: Frame, arguments: Iterable[tuple[str, Value]], give: Consume | None) -> None:
    """Enters another frame."""
    frame.caller, frame.line, frame.column = (b.frame, b.path), b.line, b.column
    b.frame, b.path = frame, frame.number
    b.frames = [*b.frames, frame]
    frame.returns = MergePoint(b, of_results=True)
    if give is not None:

        def yields(value: Value) -> None:
            mine, path, line, column = b.frame, b.path, b.line, b.column
            (b.frame, b.path), b.line, b.column = frame.caller, frame.line, frame.column
            give(value)
            b.frame, b.path, b.line, b.column = mine, path, line, column

        frame.yields = yields
    for name, value in arguments:
        b.assign(name, value)


def leave_frame(b: FunctionBuilder, frame: Frame, *, keeps_names: bool = False) -> None:
    """Returns to the caller's frame; keeps the names where the result still needs them."""
    b.frame, b.path = frame.caller
    b.line, b.column = frame.line, frame.column
    frame.outlasts = keeps_names
    if keeps_names:
        return
    b.frames = [each for each in b.frames if each is not frame]
    b.names = {key: name for key, name in b.names.items() if key[0] != frame.number}


Position = tuple[Frame, list[Frame], Path, list[MergePoint], list[MergePoint], list[Handler]]
"""A place of the walk: frames, path, loops and handlers."""
Head = tuple[ir.Block, Names]
"""The block where each round of a loop begins, and what is known of names there."""
Round = Callable[[Head | None, MergePoint, MergePoint], list[Names]]
"""The walk of one round: from its head, to where the loop ends, and where it is left."""
AnyValue = Value[Any]
"""A value whose type is known where it is used, as that of a pair."""
Consume = Callable[[AnyValue], None]


Emit = Callable[..., Value]
"""The code of a helper, given the function builder and the arguments."""


def call_helper(
    b: FunctionBuilder, name: str, arguments: list[Value], result: t.Type, emit: Emit, *, small: bool = False
) -> Value:
    """Calls the helper of that name for such arguments, made at its first call; it may fail for lack of memory."""
    if not b.live or not b.emits:
        b.special.fails = True
        b.program.allocates = True
        return Value(result, (None,) * len(result.components))
    types_ = tuple(value.type for value in arguments)

    def make() -> Specialization:
        node = cast("ast.FunctionDef", ast.parse(f"def {name}(): pass").body[0])
        return Specialization(call_helper, node, types_, result, fails=True, emit=emit, small=small)

    return b.call_code(b.program.helper(name, types_, make), arguments)
