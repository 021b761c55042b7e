"""Compiles one game's kernels: infers the types of its methods first, then makes the code."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, Final, NoReturn, TypeVar

from attrs import evolve

from ..base.scores import LOSS, WIN, plain_number
from ..compiler import compiling as roots, marshal, operations, value_types as t
from ..compiler.builder import broken
from ..compiler.compiling import Assembly, compile_error, emit, find_types, library
from ..compiler.joining import TypeConflictError, join_mixed, widened
from ..compiler.objects import UNSET
from ..compiler.operators import is_number
from ..compiler.program import (
    TEXT_ROOM,
    Assumptions,
    BrokenError,
    Place,
    Program,
    Refusal,
    RefusedError,
    RetryError,
    Specialization,
)
from ..compiler.recalling import recall_of
from ..compiler.runtime import header as h
from ..compiler.runtime.intrinsics import Fit
from ..compiler.runtime.layout import Layout
from ..compiler.runtime.values import entangled, fields_of, held_twice
from ..compiler.sample_types import Seen, fitted
from ..compiler.target import Target
from ..errors import OptionError
from ..game.capability import Capabilities
from ..game.following import expected_players, payoffs_of, value_range
from ..game.protocol import players_of
from ..game.weights import Weights, weights_of
from .kernels.rules import Describe, Kinds, Rules, assemble
from .samples import misfit, sample_states, texts_in
from .shapes import Shapes

T = TypeVar("T")
_MOST_ROUNDS: Final = 8
_REQUIRED: Final = {"player": ("state",), "moves": ("state",), "play": ("state", "move"), "outcome": ("state",)}
_LISTS: Final = ("moves", "search_moves", "noisy_moves", "chances")
"""Methods whose items are looked at, as kernels do."""


class UnfitError(RefusedError):
    """A method gives a type that kernels cannot use; an earlier refusal of its source explains why."""


class Build:
    """The compiler's view of one game: its types, rules and kernels; raises CompileError if the game cannot be compiled.

    Args:
        game: The rules object.
        found: The capabilities to compile in.
        families: Functions by which families of kernels extend the rules.
        weights: The weights that code reads from memory, in their order there; by default the game's own.
        states: The sample states to infer types from; by default, or if empty, the list is filled with a sample.
        texts: Texts known from another build of the game, in the order of their numbers.
        varying: True if tuples of states may have other lengths than in the sample.
    """

    def __init__(
        self,
        game: Any,
        found: Capabilities[Any, Any],
        *,
        families: Iterable[Describe] = (),
        weights: Iterable[Weights] | None = None,
        states: list[Any] | None = None,
        texts: Iterable[str] = (),
        varying: bool = False,
    ) -> None:
        self._states: Final = [] if states is None else states
        if not self._states:
            self._states.extend(sample_states(game))
        self._varying: Final = varying
        self._assumptions: Final = Assumptions(text_room=max(TEXT_ROOM, self._longest))
        self._version: tuple[int, ...] = ()
        """The version of the assumptions from which types were inferred."""
        self.texts: tuple[str, ...] = tuple(texts)
        """The texts that states, moves and kernels share, in the order of their numbers."""
        self.unordered = False
        """True if the rules iterate over sets whose order differs between runs of Python."""
        self.places: tuple[Place, ...] = ()
        """The places of the rules that the last kernel counts."""
        self._records: Final[t.Records] = {}
        self._game: Final = game
        self._found: Final = found
        self._families: Final = tuple(families)
        own = weights_of(game)
        self._weights: Final = tuple(weights) if weights is not None else () if own is None else (own,)
        self.rules, self.shapes, self.key = self._tried(self._analysed)

    @property
    def _longest(self) -> int:
        """The length of the longest text seen in states."""
        return max((len(text) for state in self._states for text in texts_in(state)), default=0)

    def _tried(self, work: Callable[[], T]) -> T:
        """Does the work, repeated whenever an assumption changes; raises errors in terms of the author's rules."""
        first, was_one_text = list[Refusal](), self._assumptions.one_text
        try:
            while True:
                try:
                    return work()
                except RetryError:
                    continue
                except RefusedError as error:
                    own = [] if isinstance(error, UnfitError) and self._last.refusals else [error.refusal]
                    first = first or [*self._last.refusals, *own]
                    if self._assumptions.one_text or not self._last.may_be_one_text:
                        self._assumptions.one_text = was_one_text
                        raise compile_error(*first) from None
                    self._assumptions.one_text = True
        except BrokenError as found:
            raise compile_error(found.refusal) from found.__cause__
        except RecursionError as error:
            raise compile_error(Refusal(type(self._game).__qualname__, 0, broken(error), "")) from error

    def _program(self, name: str, texts: Iterable[str], *, guarded: bool = False, target: Target | None = None) -> Program:
        self._last = Program(
            name,
            library(),
            guarded=guarded,
            texts=dict.fromkeys((*texts, *self._assumptions.texts)),
            records=self._records,
            weights=self._weights,
            assumptions=self._assumptions,
            target=target,
        )
        return self._last

    def _analysed(self) -> tuple[Rules, Shapes, Layout]:
        self._version = self._assumptions.version
        self._records.clear()
        self._records.update({cls: t.Record(cls) for cls in self._assumptions.changed})
        self._records.update({t.value_key(cls): t.Record(cls) for cls in self._assumptions.values})
        program = self._program("game", self.texts)
        methods = _Methods(program, self._game, self._found, self._states, varying=self._varying)
        types_ = methods.types(max(t.ROW_ROOM, 2 * self._longest))
        if program.refusals:
            raise UnfitError(program.refusals[0])
        self.texts = tuple(program.texts)
        rules = assemble(methods.game(), methods.fitted(), types_, self._families)
        shapes = Shapes(
            types_.state.layout, types_.move.layout, types_.float_scores, types_.key.words == 1, types_.key.words, types_.highest
        )
        return rules, shapes, types_.key.layout

    def method_code(self, name: str) -> str:
        """The types that a method of the game is compiled for, and the code handed to LLVM; raises OptionError if the game has no
        compiled method of that name, CompileError if it cannot be compiled.
        """
        there = [*_REQUIRED, *(each.name for each in self._found)]
        if name not in there:
            raise OptionError(f"expected a method that is compiled, one of {', '.join(there)}, got {name!r}")
        method = getattr(self._game if name in _REQUIRED else self._found, name)
        parameters = next((each.parameters for each in self._found if each.name == name), _REQUIRED.get(name, ()))

        def made() -> str:
            program = self._program(name, self.texts)
            methods = _Methods(program, self._game, self._found, self._states, varying=self._varying)
            methods.types()
            root = roots.result if len(parameters) == 1 else roots.result_of_two
            given = (t.Constant(method), *map(methods.given, parameters))
            program.code_of(find_types(program, roots.items if name in _LISTS else root, given))
            emit(program)
            inner = [each for each in program.todo if each.function.__code__.co_filename != roots.__file__]
            return "\n\n".join(map(_described, inner or program.todo))

        return self._tried(made)

    def kernel(self, function: Callable[..., Any], counted: int | None = None, *, guarded: bool = False) -> Assembly:
        """A kernel with that entry point, of which machine code can be made; raises CompileError if it cannot be compiled.

        `counted` is the first word of its memory for marks of the `places` reached, None to make no marks; `guarded` kernels
        check that integers fit 64 bits.
        """

        def made() -> Assembly:
            program = self._program(function.__name__, self._known_texts(), guarded=guarded)
            program.counted = counted
            kernel = Assembly(program, self._typed(program, function))
            self.places = tuple(program.places)
            return kernel

        return self._tried(made)

    def kernels(
        self, functions: Iterable[Callable[..., Any]], target: Target, make: Callable[[Program, list[Specialization]], T]
    ) -> T:
        """Makes something of several kernels for a target in one program; errors as in `kernel`."""

        def made() -> T:
            program = self._program("game", self._known_texts(), target=target)
            found: list[Specialization] = []
            results = None
            while results != (results := [each.result for each in found]):  # a kernel may change what another gives
                found = [self._typed(program, function) for function in functions]
            return make(program, found)

        return self._tried(made)

    def _known_texts(self) -> tuple[str, ...]:
        """The texts known to all code, after another analysis if assumptions have changed."""
        if self._version != self._assumptions.version:
            self.rules, self.shapes, self.key = self._analysed()
        return self.texts

    def _typed(self, program: Program, function: Callable[..., Any]) -> Specialization:
        program.recall = recall_of(self._game, self.rules.load_state.form, self.rules.load_move.form)
        special = find_types(program, function, (t.Constant(self.rules), t.INT))
        if program.refusals:
            raise UnfitError(program.refusals[0])
        self.unordered = self.unordered or program.unordered
        return special


def _one_kind(found: t.Type, seen: t.Type) -> t.Type:
    """The type of states seen so far, whose parts alone may be of several types; raises TypeConflictError if there is none."""
    wider = fitted(found, seen, grows=True)
    if isinstance(wider, t.Union):
        raise TypeConflictError(found, seen)
    return wider


class _Methods:
    """The argument and result types of a game's methods."""

    def __init__(self, program: Program, game: Any, found: Capabilities[Any, Any], states: list[Any], *, varying: bool) -> None:
        self._varying: Final = varying
        self._program: Final = program
        self._game: Final = game
        self._found: Final = found
        self._players: Final = players_of(game)
        self._states: Final = states
        self._state = self._seen(states)
        self._move: t.Type = t.NEVER
        self._forms: dict[str, Any] = {}

    def _seen(self, states: list[Any]) -> t.Type:
        found: t.Type = t.NEVER
        seen = Seen(self._program.records)
        shared = [held_twice(state) for state in states]
        values = {cls for found in shared for cls in found.values() if fields_of(cls) is not None}
        if not values <= self._program.records.keys():  # they are objects, as those that change are
            self._program.assumptions.changed.update(dict.fromkeys(values))
            raise RetryError
        for state, ids in zip(states, shared, strict=True):
            bad = entangled(state, dict.fromkeys(ids, math.inf)) or misfit(state)
            if bad is not None:
                self._refuse_state(*bad)
        for text in sorted({text for state in states for text in texts_in(state)}):
            self._program.text(text)
        for state, ids in zip(states, shared, strict=True):
            try:
                found = _one_kind(found, seen.state(state, ids))
            except TypeConflictError as clash:
                self._refuse_clash(clash)
        for cls, name in seen.missing:
            self._refuse(self._game.play, "play", f"gives states in which not every {cls.__name__} has {name}; {UNSET}")
        return settled(found)

    def _refuse_clash(self, clash: TypeConflictError) -> NoReturn:
        if not clash.within:
            self._refuse(self._game.play, "play", f"gives {clash.other}, where states are {clash.one}; {_SAME}")
        named = "make it a NamedTuple or a dataclass, whose fields have types of their own"
        advice = _SAME if clash.within.startswith("in .") else named
        what = f"gives states that hold, {clash.within}, {clash.other} beside {clash.one}"
        self._refuse(self._game.play, "play", f"{what}; {advice}")

    def _refuse_state(self, where: str, got: str) -> NoReturn:
        place = f"whose field {where.lstrip('.')} is" if where else "that is"
        allowed = "numbers, texts, None, Enums, and tuples, lists, sets, dicts and objects of these"
        self._refuse(self._game.initial, "initial", f"gives a state {place} {got}; states hold {allowed}")

    @property
    def _numbers(self) -> str:
        """The expected type of scores, in words."""
        return "a number" if self._players <= 2 else f"a tuple of {self._players} numbers"

    def types(self, least: int = 0, rounds: int = _MOST_ROUNDS) -> Kinds:
        """Infers and checks all types that kernels need; texts get room for `least` characters where states are too large."""
        game, found, texts = self._game, self._found, len(self._program.texts)
        for _ in range(_MOST_ROUNDS):
            before = self._state, self._move
            self._number(game.player, "player", expected_players(self._players, chance=found.chances is not None))
            self._find_moves()
            self._state = self._same_state(game.play, "play", self._result(game.play, self._state, self._move))
            for name, type_ in (("null", self._state), ("unindex", t.INT)):
                if (method := getattr(found, name)) is not None:
                    self._state = self._same_state(method, name, _there(self._result(method, type_)))
            if (self._state, self._move) == before:
                break
        outcome = self._result(game.outcome, self._state)
        if outcome != t.Constant(None) and not _is_score(_there(outcome), self._players) and not outcome.is_never:
            self._refuse(game.outcome, "outcome", f"gives {outcome}; expected {self._numbers}, or None while it runs")
        scores = [outcome, *self._scores()]
        key = self._key()
        order = t.INT if found.order is None else self._number_of("order", self._state, self._move)
        self._check_others()
        program = self._program
        if program.maps_texts and len(program.texts) > texts and rounds:  # methods before did not know them
            return self.types(least, rounds - 1)
        if (held := _held_in_itself(self._state)) is not None:
            self._refuse(
                game.play, "play", f"gives states in which a {held} holds another; refer to it by number, such as an index"
            )
        if not _crosses(self._state):
            self._refuse(game.play, "play", f"gives states of type {self._state}, of which not all has a known size; {_SAME}")
        state, move = (marshal.Form(type_, operations.layout_of(program, type_)) for type_ in (self._state, self._move))
        classes = self._state.record.cls.__mro__[:-1] if isinstance(self._state, t.Object) else ()
        by_value = found.key is not None or any("__eq__" in vars(each) for each in classes)
        keyed = marshal.Form(key, operations.layout_of(program, key), by_value)
        for method, name, what, form in ((game.play, "play", "states", state), (found.key or game.play, "key", "keys", keyed)):
            if form.words > h.STATE_WORDS and 0 < least < program.assumptions.text_room:
                program.assumptions.text_room = least
                raise RetryError
            if form.words > h.STATE_WORDS:
                self._refuse(method, name, f"gives {what} of {form.words} numbers, of type {form.type}; {_TOO_LARGE}")
        self._forms = {"state": state, "move": move, "key": keyed}
        is_float = found.chances is not None or any(map(_holds_float, scores)) or self._declares_floats()
        return Kinds(
            state=state,
            move=move,
            key=keyed,
            state_words=state.words,
            move_words=move.words,
            float_scores=is_float,
            float_order=_holds_float(order),
            can_end=outcome != t.Constant(None),
            arena=program.allocates,
            value_range=(LOSS, WIN) if found.chances is None else value_range(game),
            **self._of_many(is_float),
        )

    def _declares_floats(self) -> bool:
        """True if the game's payoff scale has numbers that are not whole."""
        if self._players <= 2:
            return False
        scale = payoffs_of(self._game)
        shares = scale.unknown if self._found.evaluate is None else ()
        return any(math.isfinite(each) and each != int(each) for each in (scale.low, scale.high, scale.total or 0, *shares))

    def _of_many(self, is_float: bool) -> dict[str, Any]:
        """The fields of `Kinds` on players and payoffs."""
        if self._players <= 2:
            return {"players": self._players}
        scale = payoffs_of(self._game)
        payoffs = t.Tuple((t.FLOAT if is_float else t.INT,) * self._players)
        form = marshal.Form(payoffs, operations.layout_of(self._program, payoffs))
        return {"players": self._players, "payoffs": form, "scale": scale}

    def _find_moves(self) -> None:
        game, found = self._game, self._found
        move = self._without_none(game.moves, "moves", self._items(game.moves, "moves"))
        for name in ("search_moves", "noisy_moves", "chances"):
            if (method := getattr(found, name)) is not None:
                other = self._items(method, name)
                if name == "chances":
                    if not isinstance(other, t.Tuple) or len(other.items) != 2 or not is_number(widened(other.items[1])):
                        self._refuse(method, name, f"gives {other}; expected pairs (move, probability)")
                    other = widened(other.items[0])
                self._without_none(method, name, other)
                try:
                    move = join_mixed(move, other)
                except TypeConflictError:
                    self._refuse(method, name, f"gives moves of type {other}, but moves() gives {move}")
        if not _crosses(move):
            self._refuse(game.moves, "moves", f"gives moves of type {move}; use numbers, texts, Enums and tuples of them")
        self._move = move

    def _without_none(self, method: Any, name: str, move: t.Type) -> t.Type:
        if isinstance(move, t.Optional) or move == t.NONE:
            self._refuse(method, name, "gives None among the moves; take another value for a pass")
        return move

    def _result(self, method: Any, *types_: t.Type) -> t.Type:
        return self._found_by(roots.result if len(types_) == 1 else roots.result_of_two, method, *types_)

    def _found_by(self, function: Any, method: Any, *types_: t.Type) -> t.Type:
        """The result type of a function that calls the method; refusals of the call are attributed to the method."""
        given = find_types(self._program, function, (t.Constant(method), *types_)).result
        code = getattr(getattr(method, "__func__", method), "__code__", None)
        refusals = self._program.refusals
        refusals[:] = [each for each in refusals if each.file != roots.__file__] or refusals
        for place, each in enumerate(refusals):
            if each.file == roots.__file__:
                at = (code.co_name, code.co_firstlineno, each.cause, code.co_filename) if code else ("it", 0, each.cause, "")
                self._program.refusals[place] = type(each)(*at)
        return given

    def _items(self, method: Any, name: str) -> t.Type:
        given = self._found_by(roots.items, method, self._state)
        item = given.item if isinstance(given, t.List) else t.NEVER
        if item.is_never:
            self._refuse(method, name, "gives no moves at all; it has to give at least one somewhere")
        return item

    def _number(self, method: Any, name: str, expected: str, *types_: t.Type) -> None:
        given = _number_in(self._result(method, *(types_ or (self._state,))))
        if not is_number(given) or given == t.FLOAT:
            self._refuse(method, name, f"gives {given}; expected {expected}")

    def _same_state(self, method: Any, name: str, given: t.Type) -> t.Type:
        text = f"gives {given}, where states are {self._state}; {_SAME}"
        if isinstance(given, t.Union) and given.is_mixed:
            self._refuse(method, name, text)
        try:
            return fitted(self._state, given, varying=self._varying)
        except TypeConflictError:
            self._refuse(method, name, text)

    def _scores(self) -> list[t.Type]:
        found, types_ = self._found, []
        for name in ("evaluate", "stuck"):
            if (method := getattr(self._found, name)) is not None:
                types_.append(self._result(method, self._state))
                if not _is_score(_there(types_[-1]), self._players):
                    self._refuse(method, name, f"gives {types_[-1]}; expected {self._numbers} on every path")
        types_ += [self._number_of(each.name, self._state) for each in found if each.gives == "score"]
        if self._found.bounds is not None and self._players <= 2:
            type_ = self._result(self._found.bounds, self._state)
            pair = isinstance(type_, t.Tuple) and len(type_.items) == 2 and all(map(is_number, type_.items))
            if not pair and not isinstance(type_, t.Constant):
                self._refuse(self._found.bounds, "bounds", f"gives {type_}; expected two numbers (low, high)")
            types_.append(type_)
        return types_

    def _key(self) -> t.Type:
        key = self._found.key
        if key is None:
            return self._state
        type_ = widened(self._result(key, self._state))
        if not _crosses(type_):
            self._refuse(key, "key", f"gives {type_}; expected a number or a tuple of numbers")
        if is_number(type_):
            return type_
        with suppress(Exception):  # what the rules raise in Python is told where both are compared
            seen = Seen(self._program.records)
            keys = functools.reduce(_one_kind, (seen.state(key(state), ()) for state in self._states))
            return fitted(settled(keys), type_, varying=True)  # tuples made of lists are as long as those seen
        return type_

    def _number_of(self, name: str, *types_: t.Type) -> t.Type:
        method = getattr(self._found, name)
        type_ = self._result(method, *types_)
        if not is_number(type_):
            self._refuse(method, name, f"gives {type_}; expected a number on every path")
        return type_

    def _check_others(self) -> None:
        found = self._found
        for each in found:
            if not each.compiled or each.gives == "other":
                continue
            arguments = [self.given(name) for name in each.parameters]
            if each.gives in ("number", "score"):
                self._number_of(each.name, *arguments)
            elif each.gives == "whole":
                self._number(getattr(found, each.name), each.name, "a whole number", *arguments)
            else:
                self._result(getattr(found, each.name), *arguments)
        if found.canonical is not None:
            type_ = self._result(found.canonical, self._state)
            if not (isinstance(type_, t.Tuple) and len(type_.items) == 2 and is_number(type_.items[1])):
                self._refuse(found.canonical, "canonical", f"gives {type_}; expected (state, symmetry)")
            self._same_state(found.canonical, "canonical", type_.items[0])
            if found.map_move is not None:
                given = self._result(found.map_move, self._move, t.INT)
                try:
                    fits = fitted(self._move, given) == self._move
                except TypeConflictError:
                    fits = False
                if not fits:
                    self._refuse(found.map_move, "map_move", f"gives {given}, but moves are {self._move}")

    def given(self, parameter: str) -> t.Type:
        """The type of an argument of a method."""
        return {"state": self._state, "move": self._move}.get(parameter, t.INT)

    def _refuse(self, method: Any, name: str, cause: str) -> NoReturn:
        code = getattr(getattr(method, "__func__", method), "__code__", None)
        raise UnfitError(Refusal(name, code.co_firstlineno if code else 0, cause, code.co_filename if code else ""))

    def game(self) -> Any:
        """The required methods, with results converted to the types found."""
        moves, play = Fit(self._game.moves, self._forms["move"], each=True), Fit(self._game.play, self._forms["state"])
        return SimpleNamespace(player=self._game.player, outcome=self._game.outcome, moves=moves, play=play)

    def fitted(self) -> Capabilities[Any, Any]:
        """The capabilities, with results converted to the types found."""
        found, move = self._found, self._forms["move"]
        changes: dict[str, Any] = {}
        for name in ("search_moves", "noisy_moves"):
            if getattr(found, name) is not None:
                changes[name] = Fit(getattr(found, name), move, each=True)
        if found.chances is not None:
            pair = t.Tuple((self._move, t.FLOAT))
            changes["chances"] = Fit(found.chances, marshal.Form(pair, operations.layout_of(self._program, pair)), each=True)
        if found.map_move is not None:
            changes["map_move"] = Fit(found.map_move, move)
        if found.key is not None:
            changes["key"] = Fit(found.key, self._forms["key"])
        return evolve(found, **changes)


_TOO_LARGE: Final = f"compiled games keep {h.STATE_WORDS} at most, with room for lists to grow: keep less, or use ints with bits"
_SAME: Final = "give the same type on every path"


def _described(special: Specialization) -> str:
    """A function's signature, its variables and its code."""
    name = getattr(special.node, "name", "lambda")
    types_ = [str(each) for each in special.types if not isinstance(each, t.Constant)]
    rows = [f"; {name}({', '.join(types_)}) -> {special.result}"]
    rows += [f";   {variable}: {type_}" for variable, type_ in special.variables.items() if not isinstance(type_, t.Constant)]
    return "\n".join([*rows, str(special.code).strip()])


def _there(type_: t.Type) -> t.Type:
    return type_.item if isinstance(type_, t.Optional) else type_


def _is_score(type_: t.Type, players: int) -> bool:
    """True for the type of a number, or for more than two players of a sequence with one number for each."""
    if players <= 2:
        return is_number(type_)
    if isinstance(type_, t.Constant):
        return (
            isinstance(type_.value, tuple)
            and len(type_.value) == players
            and all(plain_number(each) is not None for each in type_.value)
        )
    if isinstance(type_, t.Tuple):
        return len(type_.items) == players and all(map(is_number, type_.items))
    return isinstance(type_, t.Row) and is_number(type_.item) and getattr(type_, "count", players) == players


def _holds_float(type_: t.Type) -> bool:
    if isinstance(type_, t.Constant):
        return any(isinstance(each, float) for each in (type_.value if isinstance(type_.value, tuple) else (type_.value,)))
    return type_ == t.FLOAT or any(map(_holds_float, t.parts_of(type_)))


def settled(type_: t.Type) -> t.Type:
    """The type, in which large plain tuples with items of one type are boards."""
    if isinstance(type_, t.Tuple):
        items = tuple(map(settled, type_.items))
        if type_.cls is None and len(set(items)) == 1:
            return t.row_of(items[0], len(items))
        return t.Tuple(items, type_.cls, type_.names)
    if isinstance(type_, t.FixedTuple):
        return t.FixedTuple(settled(type_.item), type_.count)
    return t.Optional(settled(type_.item)) if isinstance(type_, t.Optional) else type_


def _number_in(type_: t.Type) -> t.Type:
    """The only type of numbers in a union, as which it is used; other types as they are."""
    numbers = [each for each in type_.options if is_number(each)] if isinstance(type_, t.Union) else []
    return numbers[0] if len(numbers) == 1 else type_


def _held_in_itself(type_: t.Type, inside: tuple[t.Type, ...] = ()) -> t.Type | None:
    """An object type that contains itself; None if there is none."""
    if isinstance(type_, t.Fielded) and type_ in inside:
        return type_
    found = (_held_in_itself(each, (*inside, type_)) for each in t.parts_of(type_))
    return next((each for each in found if each is not None), None)


def _crosses(type_: t.Type) -> bool:
    """True if values of the type can be stored as a fixed number of words."""
    if isinstance(type_, (t.Fielded, t.Union, t.Tuple, t.Row, t.Optional, t.List, t.Set, t.Dict)):
        is_empty = isinstance(type_, (t.List, t.Set, t.Dict)) and type_.cell.type.is_never
        return is_empty or all(map(_crosses, t.parts_of(type_)))
    if isinstance(type_, t.Array):
        return type_.shape is not None
    if isinstance(type_, t.Constant):
        return type_.value is None
    return isinstance(type_, (t.Int, t.Bool, t.Float, t.Symbol)) or type_ == t.CHARS
