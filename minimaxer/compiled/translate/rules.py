"""What a kernel knows of a game: its methods, its types and the parts chosen for them. Imports numba."""

from __future__ import annotations

import types as python
from collections.abc import Callable, Iterable
from typing import Any

from ...rules.capability import KERNELS_USE, Capabilities
from ...scores import HIGHEST
from ..kernels import parts, positions
from ..native.intrinsics import flattener, loader, storer, unpacker, word_count
from ..native.layout import Layout
from ..native.shapes import Shapes
from .binding import Program
from .numba_parts import types
from .refusal import Refusal
from .resolve import Function, meaning

Describe = Callable[[Any, Any], None]


class Rules:
    """The object that stands for `game` in kernels; its attributes are compiled in."""

    skip: Any = None
    weight: Any = None
    """Looked at only where the game has the capability."""

    def __init__(self, **attributes: Any) -> None:
        self.__dict__.update(attributes)

    def __setattr__(self, name: str, value: Any) -> None:
        self.__dict__[name] = value

    def offer(self, name: str, method: Any) -> None:
        """Makes `game.has_name` say whether the game has the method, and `game.name` be it, unless kernels have another."""
        setattr(self, f"has_{name}", method is not None)
        self.__dict__.setdefault(name, method)

    def bind(self, name: str, function: Callable[..., Any]) -> None:
        """Makes `game.name(...)` call the function with the rules as its first argument."""
        setattr(self, name, python.MethodType(function, self))


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
        scores = [self._type(game.outcome, (self._kind,))]
        scores += self._score_types()
        float_scores = any(_holds_float(score) for score in scores)
        rules = Rules(player=game.player, moves=game.moves, play=game.play, outcome=game.outcome)
        self._describe_scores(rules, scores[0], float_scores)
        self._describe_moves(rules, move, layout)
        key = self._describe_key(rules)
        self._describe_capabilities(rules, move)
        for describe in self._families:
            describe(rules, self._kind)
        return rules, Shapes(self._state, layout, float_scores, word_count(key) == 1)

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

    # --- parts --------------------------------------------------------------------------------------------------------------

    def _describe_scores(self, rules: Rules, outcome: Any, float_scores: bool) -> None:
        if not isinstance(types.unliteral(getattr(outcome, "type", outcome)), types.Number | types.NoneType):
            raise self._refuse(self._game.outcome, "outcome", f"gives {plain(outcome)}; expected a number, or None while it runs")
        kind = "float" if float_scores else "int"
        for name in ("score", "above", "below"):
            setattr(rules, name, getattr(parts, f"{kind}_{name}"))
        rules.load_score, rules.store_score = getattr(parts, f"load_{kind}"), getattr(parts, f"store_{kind}")
        rules.has_float_scores = float_scores
        rules.highest = float(HIGHEST) if float_scores else HIGHEST
        rules.lowest = -rules.highest
        rules.has_outcome = outcome != types.none
        rules.settle = positions.never_settled if outcome == types.none else positions.settle
        evaluate = self._found.evaluate
        rules.evaluate = parts.no_evaluation if evaluate is None else evaluate

    def _describe_moves(self, rules: Rules, move: Any, layout: Layout) -> None:
        searched = self._found.search_moves
        if searched is not None and (kind := self._move_of(searched, "search_moves")) != move:
            raise self._refuse(searched, "search_moves", f"gives moves of type {plain(kind)}, but moves() gives {plain(move)}")
        rules.searched_moves = self._game.moves if searched is None else searched
        rules.drains = self._holds_memory(rules.searched_moves)
        rules.load_state, rules.store_state = loader(self._kind), storer(self._kind)
        rules.load_move, rules.store_move = loader(move), storer(move)
        rules.move_words, rules.state_words = layout.words, self._state.words
        rules.move_as_words = flattener(move)
        rules.code_bits = 16 // max(1, layout.words) or 1
        rules.unpacked = unpacker(move, rules.code_bits)
        rules.bind("move_code", parts.move_code)

    def _describe_key(self, rules: Rules) -> Any:
        key = self._found.key
        kind = self._kind if key is None else self._type(key, (self._kind,))
        if layout_of_type(kind) is None:
            raise self._refuse(key, "key", f"gives {plain(kind)}; expected an int or a tuple of ints")
        rules.key = parts.itself if key is None else key
        rules.key_words = flattener(kind)
        return kind

    def _describe_capabilities(self, rules: Rules, move: Any) -> None:
        for name in KERNELS_USE:
            rules.offer(name, getattr(self._found, name))
        if self._found.order is not None:
            kind = self._type(self._found.order, (self._kind, move))
            if not _is_number(kind):
                raise self._refuse(self._found.order, "order", f"gives {plain(kind)}; expected a number on every path")
            rules.weight = parts.float_weight if _holds_float(kind) else parts.int_weight
        if self._found.noisy_moves is not None and (kind := self._move_of(self._found.noisy_moves, "noisy_moves")) != move:
            raise self._refuse(
                self._found.noisy_moves, "noisy_moves", f"gives moves of type {plain(kind)}, but moves() gives {plain(move)}"
            )
        if self._found.is_legal is not None:
            kind = self._type(self._found.is_legal, (self._kind, move))
            if not isinstance(kind, types.Boolean):
                raise self._refuse(self._found.is_legal, "is_legal", f"gives {plain(kind)}; expected True or False")
        if self._found.null is not None:
            kind = self._type(self._found.null, (self._kind,))
            self._same_state(self._found.null, "null", getattr(kind, "type", kind))
            rules.bind("skip", parts.skip)
        if self._found.canonical is not None:
            kind = self._type(self._found.canonical, (self._kind,))
            if not (isinstance(kind, types.BaseTuple) and len(kind) == 2 and isinstance(kind[1], types.Integer)):
                raise self._refuse(self._found.canonical, "canonical", f"gives {plain(kind)}; expected (state, symmetry)")
            self._same_state(self._found.canonical, "canonical", kind[0])
            if self._found.map_move is not None:
                kind = self._type(self._found.map_move, (move, types.int64))
                if kind != move:
                    raise self._refuse(self._found.map_move, "map_move", f"gives {plain(kind)}, but moves are {plain(move)}")


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
