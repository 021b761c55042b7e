"""A program, compiled as one: functions by the types of their arguments, tables, texts, and failures."""

from __future__ import annotations

import ast
import contextlib
import enum
import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from attrs import Factory, define, field, frozen
from llvmlite import ir

from ..game.weights import Weights, WeightTable
from . import value_types as t
from .joining import TypeConflictError, item_of_row, join
from .runtime import header as h
from .runtime.layout import words_of
from .runtime.machine import WEIGHTS
from .runtime.values import value_classes
from .source import Node, source_of
from .target import Target, this_machine

LIMITS: Final = (MemoryError, OverflowError)
"""Errors of compiled code that Python's rules do not raise, unless they do so by `raise`."""
_FRAME: Final = 128
"""Bytes that each function which asks for its frame takes on the stack in memory, where calls have one of their own beside it."""
STATUS: Final = t.BIT
"""The first result of functions that may fail: 1 where they did."""


@frozen
class Refusal:
    """The reason why a line of a function cannot be compiled: `cause` names the construct, and what to write instead."""

    name: str
    line: int
    cause: str
    file: str


class _NotCompiledError(Exception):
    """A game is not compiled, for that reason."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.cause)
        self.refusal = refusal


class RefusedError(_NotCompiledError):
    """A place of the source cannot be compiled. The program may list others."""


class BrokenError(_NotCompiledError):
    """A failure of the compiler itself, or a function that nests too deeply; the rest of the game is not compiled."""


@frozen
class Failure:
    """An error with which compiled code may end, identified by its number. `text` is None where the author's source makes it at
    run time; `is_rules` is True if the rules raise it in Python too, so that they may catch it.
    """

    cls: type[BaseException]
    text: str | None
    name: str
    line: int
    is_rules: bool = True


class RetryError(Exception):
    """An assumption was wrong, and is corrected by now: everything has to be analysed again."""


TEXT_ROOM: Final = 81
"""Characters of a text that is made at run time and kept, where longer ones were not seen and states have room."""


@define(eq=False)
class Assumptions:
    """What is assumed about a game's source until its analysis or its code shows otherwise; all programs of the game share it.

    Attributes:
        changed: The classes whose objects are changed.
        values: The plain classes of which the module holds objects, which are values unless they are changed.
        failing: By identity, the sources of functions that may fail although their analysis did not see it.
        texts: Texts first met when code was emitted, which earlier tables lack.
        text_room: Characters of a text that is made at run time and kept.
        one_text: True if what may be a text or something else, and is compared with one text, is no other text where it
            differs, as a move that is "pass" or a pair; that it is one is a limit then. Tried where a game is refused otherwise.
    """

    changed: dict[type, None] = field(factory=dict)
    values: dict[type, None] = field(factory=dict)
    failing: dict[int, ast.AST] = field(factory=dict)
    texts: dict[str, None] = field(factory=dict)
    text_room: int = TEXT_ROOM
    one_text: bool = False

    @property
    def version(self) -> tuple[int, ...]:
        """Numbers that differ after each correction: an analysis or code of another version is of no use."""
        return len(self.changed), len(self.values), len(self.failing), len(self.texts), self.text_room, self.one_text


FALSE: Final = "false"
"""The outcome of a condition that has no branch of its own for false."""


@frozen
class Place:
    """A statement or a branch of the author's source; `how` is the event there, such as `run`."""

    file: str
    name: str
    node: Any = field(eq=False)
    how: str
    at: tuple[int, int] = Factory(lambda self: (self.node.lineno, self.node.col_offset), takes_self=True)


@define(eq=False)
class Specialization:
    """A function compiled for arguments of these types.

    Attributes:
        result: The type of its result, as far as known.
        fails: True if it may end with an error.
        loops: The names known at each loop's head.
        cells: The cells for collections made at each place of the source.
        code: Its code, once requested.
    """

    function: Callable[..., object]
    node: Node
    types: tuple[t.Type, ...]
    result: t.Type = t.NEVER
    fails: bool = False
    looked_at: int = 0
    known: object = None
    """What was known of types all through its last walk; None where that changed, or refused something."""
    calls: dict[Specialization, tuple[t.Type, bool]] = field(factory=dict)
    """The functions that it calls, with what the last walk took for their results, and whether they may fail."""
    loops: dict[object, dict[Any, Any]] = field(factory=dict)
    cells: dict[object, t.Cell] = field(factory=dict)
    code: ir.Function = None
    around: dict[str, t.Type] | None = None
    """The outer names that an inner function uses, whose values are its last arguments."""
    emit: Callable[..., Any] | None = None
    """The emitter of a helper's code."""
    small: bool = False
    """True if a helper is inlined."""
    variables: dict[str, t.Type] = field(factory=dict)
    """The names that its code assigns to, with the last type of each."""
    is_recursive: bool = False
    """True if it calls itself, directly or through others."""
    mixed: set[object] = field(factory=set)
    """The names that are read where they may hold values of types that have nothing in common."""


@define(eq=False)
class KnownRow:
    """Known values that are looked up by index, and their type at run time.

    Attributes:
        is_read: True if the program knows all texts among them.
        address: Their address, once code needs it.
        ranges: The least of each of their words, and one more than the greatest, where all are numbers.
    """

    items: Sequence[object]
    type: t.Type
    is_read: bool = False
    address: ir.Value = None
    ranges: Sequence[tuple[int, int] | None] = ()


@frozen
class Recall:
    """A game whose `outcome` lists the moves, and the types of its states and moves in memory.

    Attributes:
        moves: The function of its method `moves`.
        asker: The only function whose lists are kept; None if those of all are.
        harmless: The functions that a kernel may call between `outcome` and `moves`.
    """

    game: object
    moves: Callable[..., object]
    asker: Callable[..., object] | None
    harmless: frozenset[object]
    state: t.Type
    move: t.Type


class Program:
    """All functions of one game, or one kernel with those it reaches.

    `builtins` handle Python's own functions, and ours that have no source to compile; `guarded` checks for numbers that 64 bits
    cannot hold. `texts` and `weights` are in the order of their numbers and of their places in memory. Records of mutable
    classes, and corrections of assumptions, are added to those given; `target` is by default this machine.
    """

    def __init__(
        self,
        name: str,
        builtins: Mapping[Any, Callable[..., Any]],
        *,
        guarded: bool = False,
        texts: Iterable[str] = (),
        records: t.Records | None = None,
        weights: Iterable[Weights] = (),
        assumptions: Assumptions | None = None,
        target: Target | None = None,
    ) -> None:
        self.target: Final = target or this_machine()
        self.module: Final = ir.Module(name)
        self.builtins: Final = builtins
        self.guarded: Final = guarded
        self.refusals: Final[list[Refusal]] = []
        self.refused = 0
        """How often something was refused, also for the same reason again."""
        self.failures: Final[dict[Failure, int]] = {}
        """The numbers of failures, from 1."""
        self.texts: Final[dict[str, int]] = {text: number for number, text in enumerate(texts)}
        self.records: Final[t.Records] = {} if records is None else records
        self.assumptions: Final = Assumptions() if assumptions is None else assumptions
        self._version: Final = self.assumptions.version
        self.recall: Recall | None = None
        """What kernels need to find moves that the rules have listed; None where they never list them."""
        self.keeps_moves = False
        """True if the rules do list them."""
        self.counted: int | None = None
        """The first word of a kernel's memory that records reached places; None where they are not recorded."""
        self.places: Final[dict[Place, int]] = {}
        """The numbers of those places."""
        self.allocates = False
        """True if any value lies in the arena."""
        self.counts = False
        """True if it counts moves in long loops."""
        self.may_be_one_text = False
        """True if `one_text` would narrow something."""
        self.looked_at: Final[set[type[BaseException]]] = set()
        """The classes of errors whose attributes a handler reads."""
        self.partial: Final[set[tuple[object, int, int]]] = set()
        """The places, by function, line and column, at which code is refused for some shapes of a union."""
        self.ordered: Final[set[t.Type]] = set()
        """The item types of sets that are iterated somewhere: these sets are laid out as in Python."""
        self.became: Final[set[type]] = set()
        """The classes of values that were converted to others: truth values and ints to numbers, ranges to tuples."""
        self.inlined: Final[set[int]] = set()
        """The functions, by identity of their sources, that give what belongs to their frames, as lazy iterators do."""
        self.has_deques = False
        """True if lists may be deques."""
        self.unordered = False
        """True if it iterates sets whose order differs between runs of Python."""
        self.facts = 0
        """The number of things found so far on which the analysis of any function may rest, beside the results of functions."""
        self.is_emitting = False
        self.last_changed: Specialization | None = None
        """The function whose result last became another in this round."""
        self.round = 0
        self.alive: Final[list[object]] = []
        """Objects that types compare by identity, kept alive."""
        self.markers: Final[dict[object, ast.AST]] = {}
        self.hashed: Final[dict[object, tuple[ir.Value, ir.Value, int]]] = {}
        """Tables of hashes that were made."""
        self.rows: Final[dict[object, KnownRow]] = {}
        """Known lists and tuples that are indexed, by the identities of their items."""
        self.sliced: Final[dict[object, Any]] = {}
        """Slices and other parts of constants, which are found by identity: the same object each time."""
        self.cuts: Final = set[ast.AST]()
        """Functions that take an item by a slice which has a name, and thus perhaps several items."""
        self.maps_texts = False
        """True if something is made of each text that is known."""
        self._spells = False
        """True if letters of texts are looked at somewhere."""
        self._letters: tuple[int, ir.Constant, ir.Constant] | None = None
        self._literals: Final[dict[int, tuple[ast.AST, object]]] = {}
        self._specials: Final[dict[object, Specialization]] = {}
        self.active: Final[list[Specialization]] = []
        """The functions being analysed, each called by the one before."""
        self._looked_into: Final[set[int]] = set()
        self._growing: Final[set[tuple[object, int]]] = set()
        self._tables: Final[dict[str, ir.Constant]] = {}
        self._catchers: Final[dict[tuple[type[BaseException], ...], ir.Function]] = {}
        self.todo: Final[list[Specialization]] = []
        self._weights: Final = tuple(weights)

    @property
    def known(self) -> object:
        """What the analysis of a function may rest on, as numbers that differ after each change."""
        return self.facts, t.Cell.changes, len(self.rows), self.has_deques

    def end_if_corrected(self) -> None:
        """Raises RetryError if the code being emitted rests on an assumption which was corrected meanwhile."""
        if self.assumptions.version != self._version:
            raise RetryError

    def refuse(self, refusal: Refusal) -> None:
        """Records a place that cannot be compiled, unless it follows from one before; the analysis continues behind it."""
        self.refused += 1
        follows = self.refusals and str(t.NEVER) in refusal.cause.split()
        if refusal not in self.refusals and not follows:
            self.refusals.append(refusal)

    def special(self, function: Callable[..., object], types_: tuple[t.Type, ...]) -> Specialization:
        """The specialization of a function for these argument types; raises NoSourceError if it has no source."""
        return self._kept((function, types_, _dtypes(types_)), lambda: Specialization(function, source_of(function), types_))

    def special_within(
        self, function: Callable[..., object], node: Node, types_: tuple[t.Type, ...], around: dict[str, t.Type]
    ) -> Specialization:
        """The specialization of an inner function for these argument types and the names it uses."""
        key = (id(node), types_, tuple(around.items()), _dtypes(types_), _dtypes(tuple(around.values())))
        return self._kept(key, lambda: Specialization(function, node, (*types_, *around.values()), around=around))

    def helper(self, name: str, types_: tuple[t.Type, ...], make: Callable[[], Specialization]) -> Specialization:
        """The helper of that name for arguments of these types."""
        return self._kept((name, types_), make)

    def _kept(self, key: tuple[object, ...], make: Callable[[], Specialization]) -> Specialization:
        """The specialization of a key, made once."""
        found = self._specials.get(key)
        if found is None:
            found = self._specials[key] = make()
            found.fails |= id(found.node) in self.assumptions.failing
        return found

    def grown(self, function: object, types_: list[t.Type]) -> list[t.Type]:
        """The types that the arguments of a call are passed as.

        A recursive call with a tuple of another length widens the parameter to tuples of all lengths. With another list, set
        or dict, where one is empty as far as known, both get items of one type.
        """
        active = [each for each in self.active if each.function is function]
        found = []
        for place, type_ in enumerate(types_):
            for other in [each.types[place] for each in active]:
                if _is_unknown(type_, other) and other != type_:
                    with contextlib.suppress(TypeConflictError):
                        self.facts += join(other, type_) == type_
                plain = [each for each in (type_, other) if isinstance(each, t.Tuple) and each.cls is None]
                if len(plain) == 2 and len(plain[0].items) != len(plain[1].items):
                    self._growing.add((function, place))
                    self.facts += 1
            if (function, place) in self._growing and (item := item_of_row(type_)) is not None:
                type_ = t.VarTuple(item)
            found.append(type_)
        return found

    def code_of(self, special: Specialization) -> ir.Function:
        """Declares the function's code, which is emitted later."""
        if special.code is None:
            arguments = [t.WORD, *t.side_by_side(special.types)]
            results = ([STATUS] if special.fails else []) + list(special.result.components)
            result = ir.LiteralStructType(results) if results else ir.VoidType()
            special.code = self._internal(f"{getattr(special.node, 'name', 'lambda')}.{len(self.todo)}", result, arguments)
            if special.emit is not None and not special.small:
                special.code.attributes.add("noinline")
            self.todo.append(special)
        return special.code

    def literal(self, node: ast.AST, value: object) -> object:
        """The value of a literal in the source: the same object each time it is met."""
        return self._literals.setdefault(id(node), (node, value))[1]

    def table(self, words: tuple[int | ir.Constant, ...]) -> ir.Constant:
        """The address of a table of constant words; items are ints, or constants themselves."""
        type_, written = self.target.table(words)
        found = self._tables.get(written)
        if found is None:
            made = ir.GlobalVariable(self.module, type_, f"table.{len(self._tables)}")
            made.initializer = ir.FormattedConstant(type_, f"[{written}]")
            made.global_constant = True
            made.linkage = "internal"
            made.align = 8
            found = self._tables[written] = made.ptrtoint(t.WORD)
        return found

    def weights(self, weights: Weights) -> ir.Constant | None:
        """The address of weights, whose words may be written once the code is loaded; None for weights unknown to the program."""
        before = 0
        for each in self._weights:
            if each is weights:
                return self._all_weights.add(ir.Constant(t.WORD, 8 * before))
            before += len(each)
        return None

    @functools.cached_property
    def _all_weights(self) -> ir.Constant:
        """The address of all weights: external words, of whose values LLVM assumes nothing."""
        made = ir.GlobalVariable(self.module, ir.ArrayType(t.WORD, sum(map(len, self._weights))), WEIGHTS)
        filled_later = any(isinstance(each, WeightTable) for each in self._weights) and not self.target.has_host
        made.initializer = ir.Constant(made.value_type, None if filled_later else words_of(self._weights))
        made.align = 8
        return made.ptrtoint(t.WORD)

    def look_into(self, value: object) -> None:
        """Finds the plain classes of objects in a known value; raises RetryError if the analysis took them for something else."""
        if id(value) not in self._looked_into:
            self._looked_into.add(id(value))
            self.alive.append(value)
            found = {each for each in value_classes(value) if each not in self.records and t.value_key(each) not in self.records}
            if found:
                self.assumptions.values.update(dict.fromkeys(sorted(found, key=lambda cls: cls.__qualname__)))
                raise RetryError

    def as_dict(self, owner: object, name: str) -> dict[Any, Any]:
        """A mapping that an object gives anew each time, as an Enum its members: the same dict each time."""
        return self.sliced.setdefault((id(owner), name), dict(getattr(owner, name)))

    def record_conversion(self, cls: type) -> None:
        """Records that a value of a class was converted to another, whose values may have been of this class then."""
        self.facts += cls not in self.became
        self.became.add(cls)

    def holds_lists(self) -> bool:
        """True if a known list may be stored as a tuple is: it is an item of a known row that is indexed, or was converted."""
        return list in self.became or any(isinstance(each, list) for row in self.rows.values() for each in row.items)

    def text(self, text: str) -> int:
        """The number of a text, registered if it is new."""
        if text not in self.texts:
            if self.is_emitting:
                self.assumptions.texts[text] = None
            self.texts[text] = len(self.texts)
            self.facts += 1
            if self._spells:
                self.know_letters(text)
        return self.texts[text]

    def know_letters(self, *texts: str) -> None:
        """Registers the letters of texts as texts themselves: by default of all, also of those that are met later."""
        new = texts or (() if self._spells else tuple(self.texts))
        self._spells = True
        for letter in dict.fromkeys("".join(new)):
            self.text(letter)

    def letters(self) -> tuple[ir.Constant, ir.Constant]:
        """The addresses of the lengths of all texts, and of the addresses of their letters' numbers."""
        if self._letters is None or self._letters[0] < len(self.texts):
            sizes = self.table(tuple(map(len, self.texts)))
            places = self.table(tuple(self.table(tuple(self.texts[letter] for letter in text)) for text in self.texts))
            self._letters = len(self.texts), sizes, places
        return self._letters[1:]

    def members(self, domain: Any) -> list[Any]:
        """The members of a finite set, by their numbers."""
        self.maps_texts |= domain is str
        return list(self.texts if domain is str else domain)

    def number(self, value: str | enum.Enum) -> int:
        """The number of a member of a finite set."""
        return list(type(value)).index(value) if isinstance(value, enum.Enum) else self.text(value)

    def failure(self, failure: Failure) -> int:
        """The number of a failure, from 1."""
        return self.failures.setdefault(failure, len(self.failures) + 1)

    def declared(self, name: str, result: ir.Type, arguments: list[ir.Type]) -> ir.Function:
        """A function of C's library or an intrinsic of LLVM, declared once."""
        return self.module.globals.get(name) or ir.Function(self.module, ir.FunctionType(result, arguments), name)

    def _internal(self, name: str, result: ir.Type, arguments: list[ir.Type]) -> ir.Function:
        """A new function that only this module calls."""
        made = ir.Function(self.module, ir.FunctionType(result, arguments), name)
        made.linkage = "internal"
        return made

    def stack_pointer(self, builder: ir.IRBuilder) -> ir.Instruction:
        """The address of the current stack frame, as a word."""
        number, byte = ir.IntType(32), ir.IntType(8)
        if not self.target.has_host:
            frame = builder.call(self.declared("llvm.frameaddress.p0", byte.as_pointer(), [number]), [number(0)])
            return builder.ptrtoint(frame, t.WORD)
        made = self.module.globals.get("frame")
        if made is None:  # a function, which LLVM inlines with all its memory on the stack
            made = self._internal("frame", number, [])
            made.attributes.add("alwaysinline")
            inner = ir.IRBuilder(made.append_basic_block())
            inner.ret(inner.ptrtoint(inner.alloca(ir.ArrayType(byte, _FRAME)), number))
        return builder.zext(builder.call(made, []), t.WORD)

    def limit_stack(self, builder: ir.IRBuilder, memory: ir.Value) -> None:
        """Emits the computation of the lowest address of a frame, in a function that enters a kernel, which recalls no moves."""
        words = builder.inttoptr(memory, t.WORD.as_pointer())
        builder.store(t.WORD(0), builder.gep(words, [t.WORD(h.LISTED)]))
        size = builder.load(builder.gep(words, [t.WORD(h.STACK_SIZE)]))
        end = builder.sub(self.stack_pointer(builder), size)
        known = builder.icmp_signed("!=", size, t.WORD(0))
        builder.store(builder.select(known, end, t.WORD(0)), builder.gep(words, [t.WORD(h.STACK_END)]))

    def escape(self) -> ir.Function:
        """A function that ends the whole run with the error of a number."""
        made = self.module.globals.get("escape")
        if made is None:
            made = self._internal("escape", ir.VoidType(), [t.WORD, t.WORD])
            made.attributes.add("noinline")
            made.attributes.add("cold")
            builder = ir.IRBuilder(made.append_basic_block())
            memory = builder.inttoptr(made.args[0], t.WORD.as_pointer())
            builder.store(made.args[1], builder.gep(memory, [t.WORD(h.FAILURE)]))
            pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            assert self.target.escape is not None
            jump = self.declared(self.target.escape, ir.VoidType(), [pointer, number])
            jump.attributes.add("noreturn")
            builder.call(jump, [builder.bitcast(builder.gep(memory, [t.WORD(h.JUMP)]), pointer), number(1)])
            builder.unreachable()
        return made

    def catcher(self, classes: tuple[type[BaseException], ...]) -> ir.Function:
        """A function that tests if an error's number is of one of these classes."""
        if classes not in self._catchers:
            self._catchers[classes] = self._internal(f"catches.{len(self._catchers)}", t.BIT, [t.WORD])
        return self._catchers[classes]

    def emit_catchers(self) -> None:
        """Emits the code of all catchers, once all errors have their numbers."""
        for classes, code in self._catchers.items():
            builder = ir.IRBuilder(code.append_basic_block())
            yes, no = code.append_basic_block(), code.append_basic_block()
            switch = builder.switch(code.args[0], no)
            for failure, number in self.failures.items():
                if failure.is_rules and issubclass(failure.cls, classes):
                    switch.add_case(ir.Constant(t.WORD, number), yes)
            for block in (yes, no):
                ir.IRBuilder(block).ret(ir.Constant(t.BIT, int(block is yes)))


def _dtypes(types_: tuple[t.Type, ...]) -> object:
    """The numpy types of arguments, which equal types may differ in."""
    return tuple(_dtypes(type_.items) if isinstance(type_, t.Tuple) else getattr(type_, "dtype", "") for type_ in types_)


def _is_unknown(*types_: t.Type) -> bool:
    """True of two lists, sets or dicts alike, of which one has unknown items."""
    cells = [type_.cell for type_ in types_ if isinstance(type_, (t.Collection, t.Dict))]
    return len(cells) == len(types_) == len({type(type_) for type_ in types_}) + 1 and t.NEVER in [cell.type for cell in cells]
