"""The optional methods of a game, found once by name and signature when a search is set up."""

from __future__ import annotations

import functools
import html
import inspect
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from random import Random
from types import BuiltinMethodType, FunctionType, MethodDescriptorType, MethodType
from typing import Any, Final, Generic, Literal

from attrs import field, fields, frozen

from ..base.checks import front_door
from ..base.scores import checked_banked
from ..errors import GameError, OptionError
from .protocol import Area, Game, M, S, Score
from .weights import by_features

Gives = Literal["number", "score", "whole", "truth", "other"]


@frozen
class Capability:
    """One optional method of the protocol.

    Attributes:
        name: The method's name.
        parameters: Its parameters after `self`, as in the protocol.
        unlocks: The use that a search makes of it.
        needs: Names of methods that must come with it.
        compiled: True if native code uses it.
        rule: True if it is part of the rules, so that a game without it lacks nothing.
        gives: What its result is compiled as and compared by: a "score" is a number in the unit of results; "other" where that
            takes code of its own.
        of_mover: True if it is never called at chance nodes.
    """

    name: str
    parameters: tuple[str, ...]
    unlocks: str
    needs: tuple[str, ...] = ()
    compiled: bool = False
    rule: bool = False
    gives: Gives = "other"
    of_mover: bool = False

    @property
    def signature(self) -> str:
        """The method's signature, such as `order(state, move)`."""
        return f"{self.name}({', '.join(self.parameters)})"


REQUIRED: Final = (
    Capability("initial", (), "the state in which a game begins"),
    Capability("player", ("state",), "who moves"),
    Capability("moves", ("state",), "the legal moves"),
    Capability("play", ("state", "move"), "the next state"),
    Capability("outcome", ("state",), "the result of a finished game"),
)


def _optional(unlocks: str, *, parameters: tuple[str, ...] = ("state",), **facts: Any) -> Any:
    """The field of an optional method, with the facts for its `Capability`."""
    return field(default=None, metadata={"parameters": parameters, "unlocks": unlocks, **facts})


def _of_move(unlocks: str, **facts: Any) -> Any:
    """The field of an optional method that says something of a move, natively too."""
    return _optional(unlocks, parameters=("state", "move"), compiled=True, of_mover=True, **facts)


@frozen
class Capabilities(Generic[S, M]):
    """The optional methods of one game, bound and ready to call; None where the game lacks one or it is ignored.

    Each field is declared with the facts about its method, from which `CATALOGUE` is read off. Iterating gives the
    `Capability` of each method found; `name in capabilities` asks for one; `str` is a table.
    """

    evaluate: Callable[[S], Score] | None = _optional("static evaluation at the depth limit (else 0)", compiled=True)
    chances: Callable[[S], Iterable[tuple[M, float]]] | None = _optional(
        "dice, cards and lots: what may come, and how likely it is", compiled=True, rule=True
    )
    deal: Callable[[S, int, Random], S] | None = _optional(
        "hidden cards: what the mover cannot see is dealt anew, again and again", parameters=("state", "player", "rng"), rule=True
    )
    key: Callable[[S], Hashable] | None = _optional(
        "a key of your own for the transposition table (else the state itself)", compiled=True
    )
    banked: Callable[[S], float] | None = _optional(
        "the part of the result that is settled; positions that differ in it alone share a table entry",
        compiled=True,
        gives="score",
    )
    order: Callable[[S, M], float] | None = _of_move("static move ordering: untried moves are tried best first")
    prior: Callable[[S, M], float] | None = _of_move(
        "Monte Carlo with selection='puct': promising moves are visited first", gives="number"
    )
    search_moves: Callable[[S], Iterable[M]] | None = _optional(
        "only the moves worth searching are searched", compiled=True, of_mover=True
    )
    is_legal: Callable[[S, M], bool] | None = _of_move(
        "compiled: the table's move is tried before any is generated", gives="truth"
    )
    noisy_moves: Callable[[S], Iterable[M]] | None = _optional(
        "quiescence search at the depth limit", compiled=True, of_mover=True
    )
    must_move: Callable[[S], bool] | None = _optional(
        "no stand-pat in quiescence where every move must be tried",
        needs=("noisy_moves",),
        compiled=True,
        gives="truth",
        of_mover=True,
    )
    bounds: Callable[[S], tuple[float, float]] | None = _optional("early cut-offs by what is still reachable", compiled=True)
    stuck: Callable[[S], Score] | None = _optional(
        "the result of a state without moves; outcome need not look for moves", compiled=True
    )
    null: Callable[[S], S | None] | None = _optional("compiled: null-move pruning", compiled=True, of_mover=True)
    gain: Callable[[S, M], float] | None = _of_move(
        "compiled, selective: moves that bring too little are left out or searched less deep",
        needs=("noisy_moves",),
        gives="number",
    )
    canonical: Callable[[S], tuple[S, int]] | None = _optional("symmetric positions share a table entry", compiled=True)
    map_move: Callable[[M, int], M] | None = _optional(
        "compiled: symmetric positions share the table's move too", parameters=("move", "symmetry"), compiled=True
    )
    move_id: Callable[[M], int] | None = _optional(
        "compiled: where a move's history is kept (else a hash of the move)",
        parameters=("move",),
        compiled=True,
        gives="whole",
        of_mover=True,
    )
    parse: Callable[[str], S] | None = _optional("positions as text: command line and files", parameters=("text",))
    format: Callable[[S], str] | None = _optional("positions as text: command line and files")
    parse_move: Callable[[S, str], M] | None = _optional("moves as text: command line and files", parameters=("state", "text"))
    format_move: Callable[[S, M], str] | None = _optional("moves as text: command line and files", parameters=("state", "move"))
    render: Callable[[S], str] | None = _optional("a board in the terminal")
    svg: Callable[[S], str] | None = _optional("a board as a picture: in notebooks, beside the moves found")
    areas: Callable[[S, M], Sequence[Area]] | None = _optional(
        "moves by clicking on the picture, and the last move marked in it", parameters=("state", "move"), needs=("svg",)
    )
    tally: Callable[[S], Sequence[float]] | None = _optional("what each player has so far, beside its name: discs, seeds, tricks")
    index: Callable[[S], int] | None = _optional(
        "endgame tables: the number of a position, below the attribute size",
        needs=("unindex",),
        compiled=True,
        rule=True,
        gives="whole",
    )
    unindex: Callable[[int], S | None] | None = _optional(
        "endgame tables: the position of a number, or None", parameters=("number",), needs=("index",), compiled=True, rule=True
    )
    features: Callable[[S], Sequence[float]] | None = _optional(
        "numbers for tuning; with the attribute weights, the evaluation where there is no other"
    )
    tier: Callable[[S], int] | None = _optional(
        "endgame tables: made tier by tier, as seeds or pieces become fewer",
        needs=("index",),
        compiled=True,
        rule=True,
        gives="whole",
    )
    all_moves: Callable[[], Sequence[M]] | None = _optional("numbers of moves: environments of PettingZoo", parameters=())
    found: tuple[Capability, ...] = field(default=(), repr=False)

    @property
    def has_margins(self) -> bool:
        """True if the game banks margins, which its keys may leave out."""
        return self.banked is not None

    def margin(self, state: S) -> float:
        """The banked margin of a state; 0 in a game that banks nothing.

        Raises:
            ScoreError: The game gave no number below the band of decisive scores.
        """
        return 0 if self.banked is None else checked_banked(self.banked(state), state)

    def identity(self, state: S) -> Hashable:
        """The identity of a position but for its mover: the game's key, or else the state itself, with what is banked."""
        key = state if self.key is None else self.key(state)
        return key if self.banked is None else (key, self.banked(state))

    def __contains__(self, name: object) -> bool:
        return any(capability.name == name for capability in self.found)

    def __iter__(self) -> Iterator[Capability]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def __str__(self) -> str:
        return "\n".join(f"{'yes' if each in self.found else '-':4}{each.signature:27}{each.unlocks}" for each in CATALOGUE)

    def __repr__(self) -> str:
        return f"<Capabilities: {', '.join(each.name for each in self.found) or 'none'}>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


CATALOGUE: Final = tuple(Capability(each.name, **each.metadata) for each in fields(Capabilities) if each.metadata)
"""All capabilities, in the order in which they are listed."""
NAMES: Final = frozenset(capability.name for capability in CATALOGUE)
KERNELS_USE: Final = tuple(capability.name for capability in CATALOGUE if capability.compiled)
"""The names of those that native code uses."""


@front_door
def capabilities(game: Game[S, M], *, ignore: Iterable[str] = ()) -> Capabilities[S, M]:
    """The optional methods the game has, checked by name and signature.

    Args:
        game: A rules object.
        ignore: Names of capabilities to leave out although the game has them; their signatures are not checked.

    Raises:
        GameError: A method of the protocol is missing, or one that bears a capability's name has another signature.
        OptionError: `ignore` holds a name that is no capability; or `banked` without `key`, which may leave out what is banked.

    Examples:
        >>> from minimaxer_games.nim import Nim
        >>> [capability.name for capability in capabilities(Nim())][:3]
        ['evaluate', 'key', 'order']
    """
    left_out = frozenset(ignore)
    if unknown := sorted(map(str, left_out - NAMES)):
        raise OptionError(
            f"expected names of capabilities to ignore, got {', '.join(unknown)}; known: {', '.join(sorted(NAMES))}"
        )
    for required in REQUIRED:
        method = getattr(game, required.name, None)
        if inspect.isclass(game) and not _fits(method, required.parameters):
            raise GameError(f"expected a rules object, got the class {_name(game)}; make one, as in {_name(game)}()")
        if method is None and not hasattr(game, required.name):
            raise GameError(
                f"{_name(game)} has no method {required.signature} ({required.unlocks}); a game needs "
                f"{', '.join(each.name for each in REQUIRED)}"
            )
        check_call(method, required.name, required.parameters, game)
    methods: dict[str, Any] = {}
    for each in CATALOGUE:
        if each.name not in left_out and has_capability(game, each.name):
            methods[each.name] = getattr(game, each.name)
            check_call(methods[each.name], each.name, each.parameters, game)
    if "features" in methods and "evaluate" not in (*methods, *left_out) and (judge := by_features(game)) is not None:
        methods["evaluate"] = judge
    present = tuple(each for each in CATALOGUE if each.name in methods)
    for each in present:
        for needed in each.needs:
            if needed not in methods and needed not in left_out:
                raise GameError(
                    f"{_name(game)} has {each.name} ({each.unlocks}) but no {needed}; add {needed}, ignore {each.name!r} in the "
                    "options, or give a helper of your own another name"
                )
    if "banked" in left_out and "key" in methods and hasattr(game, "banked"):
        raise OptionError(
            f"ignoring 'banked' needs 'key' ignored too: {_name(game)} has both, and key may leave out what is banked, so that "
            "positions of different worth would be one"
        )
    return Capabilities(**methods, found=present)


def has_capability(owner: object, name: str) -> bool:
    """True if a game or a class has the method, other than from a built-in type: all tuples have an `index`, NamedTuples too."""
    method = getattr(owner, name, _MISSING)
    if isinstance(method, BuiltinMethodType) and hasattr(method.__self__, "play"):
        method = getattr(type(method.__self__), name)
    if isinstance(method, MethodDescriptorType) and method.__name__ == name:
        return method.__objclass__.__module__ != "builtins"
    return method is not _MISSING


_MISSING: Final = object()


def check_call(function: object, name: str, parameters: tuple[str, ...], where: object) -> None:
    """Raises GameError unless a function takes exactly these positional parameters; `where` is the game, or a place in words."""
    if _fits(function, parameters):
        return
    where = where if isinstance(where, str) else _name(where)
    wanted = f"{name}({', '.join(parameters)})"
    required = any(each.name == name for each in REQUIRED)
    if not callable(function):
        way_out = "" if required else f"; rename yours or ignore {name!r}"
        raise GameError(f"{where}.{name} is {function!r}, but that name is taken by the method {wanted}{way_out}")
    way_out = "change it" if required else f"change it, rename it or ignore {name!r}"
    shape = _bare(inspect.signature(function))
    raise GameError(f"{where} has {name}{shape}, but the protocol's method is {wanted}; {way_out}")


def _fits(function: object, parameters: tuple[str, ...]) -> bool:
    """True if the call works; builtins without a signature are assumed to take it."""
    if isinstance(function, MethodType):
        return _accepts(function.__func__, 1 + len(parameters))
    if isinstance(function, FunctionType):
        return _accepts(function, len(parameters))
    return callable(function) and _accepts.__wrapped__(function, len(parameters))


@functools.lru_cache(maxsize=1024)
def _accepts(function: Callable[..., object], count: int) -> bool:
    """True if a function takes that many positional arguments; cached, since inspecting a signature is slow."""
    try:
        inspect.signature(function).bind(*range(count))
    except ValueError:
        return True
    except TypeError:
        return False
    return True


def _bare(signature: inspect.Signature) -> inspect.Signature:
    parameters = [each.replace(annotation=each.empty) for each in signature.parameters.values()]
    return signature.replace(parameters=parameters, return_annotation=signature.empty)


def _name(game: object) -> str:
    return game.__qualname__ if isinstance(game, type) else type(game).__qualname__
