"""The types of a game's methods, found by compiling them one by one, and the rules for kernels made by them. Imports numba."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...rules.capability import Capabilities
from ..kernels.rules import Describe, Kinds, Rules, assemble
from ..native.intrinsics import word_count
from ..native.layout import Layout
from ..native.shapes import Shapes
from .binding import Program
from .numba_parts import types
from .refusal import Refusal
from .resolve import Function, meaning


def numba_type(layout: Layout) -> Any:
    """The numba type of values of that shape."""
    if layout.kind == "tuple":
        return types.BaseTuple.from_types([numba_type(item) for item in layout.items], layout.cls)
    return {"int": types.int64, "bool": types.boolean, "float": types.float64}[layout.kind]


def layout_of_type(kind: Any) -> Layout | None:
    """The shape of values of that numba type; None where there is none."""
    kind = types.unliteral(kind)
    if isinstance(kind, types.Boolean):
        return Layout("bool")
    if isinstance(kind, types.Integer):
        return Layout("int")
    if isinstance(kind, types.Float):
        return Layout("float")
    if not isinstance(kind, types.BaseTuple):
        return None
    items = [layout_of_type(item) for item in kind]
    cls = getattr(kind, "instance_class", None)
    if any(item is None for item in items):
        return None
    known = tuple(item for item in items if item is not None)
    return Layout("tuple", known, tuple(getattr(cls, "_fields", ())), cls, sum(item.words for item in known))


class RulesBuilder:
    """Finds the types of a game's methods by compiling them one by one, and makes the `Rules`.

    Args:
        program: What compiles.
        game: The rules object.
        found: Its capabilities.
        state: The shape of its states.
        families: What families of kernels add to the rules, each a function of the rules and the numba type of states.
    """

    def __init__(
        self, program: Program, game: Any, found: Capabilities[Any, Any], state: Layout, families: Iterable[Describe] = ()
    ) -> None:
        self._program = program
        self._families = families
        self._game = game
        self._found = found
        self._state = state
        self._kind = numba_type(state)

    def build(self) -> tuple[Rules, Shapes]:
        """The rules and the shapes.

        Raises:
            Refusal: A method gives a type that a compiled game cannot have.
            Exception: What numba raised; the program's refusals say more where there are any.
        """
        game = self._game
        self._returned(game.player, "player", types.Integer, "0 or 1")
        move = self._move_of(game.moves, "moves")
        layout = layout_of_type(move)
        if layout is None:
            raise self._refuse(game.moves, "moves", f"gives moves of type {plain(move)}; use ints or (Named)tuples of ints")
        self._same_state(game.play, "play", self._type(game.play, (self._kind, move)))
        outcome = self._type(game.outcome, (self._kind,))
        float_scores = any(_holds_float(score) for score in (outcome, *self._score_types()))
        if not isinstance(types.unliteral(getattr(outcome, "type", outcome)), types.Number | types.NoneType):
            raise self._refuse(game.outcome, "outcome", f"gives {plain(outcome)}; expected a number, or None while it runs")
        searched = self._searched(move)
        key = self._key()
        kinds = Kinds(
            state=self._kind,
            move=move,
            key=key,
            state_words=self._state.words,
            move_words=layout.words,
            float_scores=float_scores,
            float_order=self._order_is_float(move),
            can_end=outcome != types.none,
            drains=self._holds_memory(searched),
        )
        self._check_capabilities(move)
        return assemble(game, self._found, kinds, self._families), Shapes(self._state, layout, float_scores, word_count(key) == 1)

    # --- types --------------------------------------------------------------------------------------------------------------

    def _type(self, method: Any, arguments: tuple[Any, ...]) -> Any:
        function = meaning(method)
        if not isinstance(function, Function):
            raise Refusal(getattr(method, "__name__", str(method)), 0, "is no plain Python function")
        dispatcher = self._program.dispatcher(function)
        free = iter(arguments)
        count = len(arguments) + len(function.given)
        signature = tuple(types.none if place in function.given else next(free) for place in range(count))
        dispatcher.compile(signature)
        return dispatcher.overloads[signature].signature.return_type

    def _returned(self, method: Any, name: str, expected: type, words: str) -> None:
        kind = self._type(method, (self._kind,))
        if not isinstance(kind, expected):
            raise self._refuse(method, name, f"gives {plain(kind)}; expected {words}")

    def _move_of(self, method: Any, name: str) -> Any:
        kind = self._type(method, (self._kind,))
        if isinstance(kind, types.IterableType):
            return types.unliteral(kind.iterator_type.yield_type)
        raise self._refuse(method, name, f"gives {plain(kind)}; expected a generator, a list or a tuple of moves")

    def _holds_memory(self, method: Any) -> bool:
        """Whether a generator holds something, such as a list, that it frees only when it comes to its end."""
        kind = self._type(method, (self._kind,))
        if not isinstance(kind, types.Generator):
            return False
        plain = (types.Number, types.Boolean, types.BaseTuple, types.NoneType, types.RangeType, types.RangeIteratorType)
        return any(not isinstance(each, plain) for each in (*kind.state_types, *kind.arg_types))

    def _same_state(self, method: Any, name: str, kind: Any) -> None:
        if kind == self._kind:
            return
        layout = layout_of_type(kind)
        got = plain(kind) if layout is None else str(layout)
        where = _difference(self._state, layout) if layout is not None else ""
        raise self._refuse(method, name, f"gives {got}, where states are {self._state}{where}; give the same type on every path")

    def _refuse(self, method: Any, name: str, cause: str) -> Refusal:
        code = getattr(getattr(method, "__func__", method), "__code__", None)
        line = code.co_firstlineno if code else 0
        return self._program.refuse(name, line, cause, code.co_filename if code else None)

    def _score_types(self) -> list[Any]:
        kinds = []
        for name in ("evaluate", "stuck"):
            method = getattr(self._found, name)
            if method is not None:
                kinds.append(self._type(method, (self._kind,)))
                if not _is_number(kinds[-1]):
                    raise self._refuse(method, name, f"gives {plain(kinds[-1])}; expected a number on every path")
        if self._found.bounds is not None:
            kind = self._type(self._found.bounds, (self._kind,))
            if not (isinstance(kind, types.BaseTuple) and len(kind) == 2 and all(map(_is_number, kind))):
                raise self._refuse(self._found.bounds, "bounds", f"gives {plain(kind)}; expected two numbers (low, high)")
            kinds.append(kind)
        return kinds

    # --- what each method has to give ---------------------------------------------------------------------------------------

    def _searched(self, move: Any) -> Any:
        """The method that gives the moves to search."""
        searched = self._found.search_moves
        if searched is None:
            return self._game.moves
        self._same_moves(searched, "search_moves", move)
        return searched

    def _same_moves(self, method: Any, name: str, move: Any) -> None:
        kind = self._move_of(method, name)
        if kind != move:
            raise self._refuse(method, name, f"gives moves of type {plain(kind)}, but moves() gives {plain(move)}")

    def _key(self) -> Any:
        key = self._found.key
        kind = self._kind if key is None else self._type(key, (self._kind,))
        if layout_of_type(kind) is None:
            raise self._refuse(key, "key", f"gives {plain(kind)}; expected an int or a tuple of ints")
        return kind

    def _order_is_float(self, move: Any) -> bool:
        order = self._found.order
        if order is None:
            return False
        kind = self._type(order, (self._kind, move))
        if not _is_number(kind):
            raise self._refuse(order, "order", f"gives {plain(kind)}; expected a number on every path")
        return _holds_float(kind)

    def _check_capabilities(self, move: Any) -> None:
        found = self._found
        if found.noisy_moves is not None:
            self._same_moves(found.noisy_moves, "noisy_moves", move)
        if found.is_legal is not None:
            kind = self._type(found.is_legal, (self._kind, move))
            if not isinstance(kind, types.Boolean):
                raise self._refuse(found.is_legal, "is_legal", f"gives {plain(kind)}; expected True or False")
        if found.null is not None:
            kind = self._type(found.null, (self._kind,))
            self._same_state(found.null, "null", getattr(kind, "type", kind))
        if found.canonical is not None:
            self._check_canonical(move)

    def _check_canonical(self, move: Any) -> None:
        canonical, map_move = self._found.canonical, self._found.map_move
        kind = self._type(canonical, (self._kind,))
        if not (isinstance(kind, types.BaseTuple) and len(kind) == 2 and isinstance(kind[1], types.Integer)):
            raise self._refuse(canonical, "canonical", f"gives {plain(kind)}; expected (state, symmetry)")
        self._same_state(canonical, "canonical", kind[0])
        if map_move is not None:
            kind = self._type(map_move, (move, types.int64))
            if kind != move:
                raise self._refuse(map_move, "map_move", f"gives {plain(kind)}, but moves are {plain(move)}")


def _is_number(kind: Any) -> bool:
    """Whether it is a number; one that was tested for None before still looks as if it might be None."""
    return isinstance(getattr(kind, "type", kind), types.Number | types.Boolean)


def _holds_float(kind: Any) -> bool:
    kind = getattr(kind, "type", kind)
    if isinstance(kind, types.BaseTuple):
        return any(_holds_float(item) for item in kind)
    return isinstance(kind, types.Float)


def _difference(expected: Layout, got: Layout, where: str = "") -> str:
    """The first field that differs, in words."""
    if expected.kind == got.kind == "tuple" and len(expected.items) == len(got.items):
        for number, (one, other) in enumerate(zip(expected.items, got.items, strict=True)):
            if one != other:
                return _difference(one, other, where + expected.place(number))
        kinds = ["plain tuple" if each.cls is None else each.cls.__name__ for each in (got, expected)]
        return f" (a {kinds[0]} instead of a {kinds[1]})"
    return f" ({where.lstrip('.') or 'it'}: {got} instead of {expected})"


def plain(kind: Any) -> str:
    """A numba type in the author's words."""
    layout = layout_of_type(kind)
    if layout is not None:
        return str(layout)
    if isinstance(kind, types.Optional):
        return f"{plain(kind.type)} or None"
    if kind == types.none:
        return "None"
    if isinstance(kind, types.UnicodeType):
        return "str"
    if isinstance(kind, types.List):
        return f"a list of {plain(kind.dtype)}"
    return str(kind)
