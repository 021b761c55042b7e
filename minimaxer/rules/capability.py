"""Which optional methods a game has, found once by name and signature when a search is set up."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Hashable, Iterable, Iterator
from types import FunctionType, MethodType
from typing import Any, Final, Generic, TypeVar

from attrs import field, frozen

from ..errors import GameError, OptionError
from .game import Game

S = TypeVar("S")
M = TypeVar("M")


@frozen
class Capability:
    """One optional method of the protocol.

    Attributes:
        name: The method's name.
        parameters: Its parameters after `self`, as in the protocol.
        unlocks: What a search does with it.
        needs: Names of methods that must come with it.
    """

    name: str
    parameters: tuple[str, ...]
    unlocks: str
    needs: tuple[str, ...] = ()

    @property
    def signature(self) -> str:
        """The method as one would write it, such as `order(state, move)`."""
        return f"{self.name}({', '.join(self.parameters)})"


REQUIRED: Final = (
    Capability("initial", (), "the state in which a game begins"),
    Capability("player", ("state",), "who moves"),
    Capability("moves", ("state",), "the legal moves"),
    Capability("play", ("state", "move"), "the next state"),
    Capability("outcome", ("state",), "the result of a finished game"),
)

_STATE = ("state",)
CATALOGUE: Final = (
    Capability("evaluate", _STATE, "static evaluation at the depth limit (else 0)"),
    Capability("key", _STATE, "a key of your own for the transposition table (else the state itself)"),
    Capability("order", ("state", "move"), "static move ordering: untried moves are tried best first"),
    Capability("search_moves", _STATE, "only the moves worth searching are searched"),
    Capability("is_legal", ("state", "move"), "compiled: the table's move is tried before any is generated"),
    Capability("noisy_moves", _STATE, "quiescence search at the depth limit"),
    Capability("must_move", _STATE, "no stand-pat in quiescence where every move must be tried", ("noisy_moves",)),
    Capability("bounds", _STATE, "early cut-offs by what is still reachable"),
    Capability("stuck", _STATE, "the result of a state without moves; outcome need not look for moves"),
    Capability("null", _STATE, "compiled: null-move pruning"),
    Capability("canonical", _STATE, "symmetric positions share a table entry"),
    Capability("map_move", ("move", "symmetry"), "compiled: symmetric positions share the table's move too"),
    Capability("move_id", ("move",), "compiled: where a move's history is kept (else a hash of the move)"),
    Capability("parse", ("text",), "positions as text: command line and files"),
    Capability("format", _STATE, "positions as text: command line and files"),
    Capability("parse_move", ("state", "text"), "moves as text: command line and files"),
    Capability("format_move", ("state", "move"), "moves as text: command line and files"),
    Capability("render", _STATE, "a board in the terminal"),
    Capability("svg", _STATE, "a board as a picture: in notebooks, beside the moves found"),
)
NAMES: Final = frozenset(capability.name for capability in CATALOGUE)


@frozen
class Capabilities(Generic[S, M]):
    """The optional methods of one game, bound and ready to call; None where the game lacks one or it is ignored.

    Iterating gives the `Capability` of each method found; `name in capabilities` asks for one; `str` is a table.
    """

    evaluate: Callable[[S], float] | None = None
    key: Callable[[S], Hashable] | None = None
    order: Callable[[S, M], float] | None = None
    search_moves: Callable[[S], Iterable[M]] | None = None
    is_legal: Callable[[S, M], bool] | None = None
    noisy_moves: Callable[[S], Iterable[M]] | None = None
    must_move: Callable[[S], bool] | None = None
    bounds: Callable[[S], tuple[float, float]] | None = None
    stuck: Callable[[S], float] | None = None
    null: Callable[[S], S | None] | None = None
    canonical: Callable[[S], tuple[S, int]] | None = None
    map_move: Callable[[M, int], M] | None = None
    move_id: Callable[[M], int] | None = None
    parse: Callable[[str], S] | None = None
    format: Callable[[S], str] | None = None
    parse_move: Callable[[S, str], M] | None = None
    format_move: Callable[[S, M], str] | None = None
    render: Callable[[S], str] | None = None
    svg: Callable[[S], str] | None = None
    found: tuple[Capability, ...] = field(default=(), repr=False)

    def __contains__(self, name: object) -> bool:
        return any(capability.name == name for capability in self.found)

    def __iter__(self) -> Iterator[Capability]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def __str__(self) -> str:
        rows = []
        for capability in CATALOGUE:
            mark = "yes" if capability in self.found else "-"
            rows.append(f"{mark:4}{capability.signature:27}{capability.unlocks}")
        return "\n".join(rows)


def capabilities(game: Game[S, M], *, ignore: Iterable[str] = ()) -> Capabilities[S, M]:
    """The optional methods the game has, checked by name and signature.

    Args:
        game: A rules object.
        ignore: Names of capabilities to leave out although the game has them; their signatures are not looked at.

    Raises:
        GameError: A method of the protocol is missing, or one that bears a capability's name has another signature.
        OptionError: `ignore` holds a name that is no capability.

    Examples:
        >>> from minimaxer_games.nim import Nim
        >>> [capability.name for capability in capabilities(Nim())][:3]
        ['evaluate', 'key', 'order']
    """
    left_out = frozenset(ignore)
    if unknown := sorted(left_out - NAMES):
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
        method = _MISSING if each.name in left_out else getattr(game, each.name, _MISSING)
        if method is not _MISSING:
            check_call(method, each.name, each.parameters, game)
            methods[each.name] = method
    present = tuple(each for each in CATALOGUE if each.name in methods)
    for each in present:
        for needed in each.needs:
            if needed not in methods and needed not in left_out:
                raise GameError(f"{_name(game)} has {each.name} but no {needed}; add {needed} or ignore {each.name!r}")
    return Capabilities(**methods, found=present)


_MISSING: Final = object()


def check_call(function: object, name: str, parameters: tuple[str, ...], where: object) -> None:
    """Raises a `GameError` unless the function can be called with just these positional arguments.

    Args:
        function: What bears the name.
        name: The method's name in the protocol.
        parameters: Its parameters there.
        where: The game, or in words where the function stands.
    """
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
    """Whether the call works; some builtins do not tell and are believed."""
    if isinstance(function, MethodType):
        return _accepts(function.__func__, 1 + len(parameters))
    if isinstance(function, FunctionType):
        return _accepts(function, len(parameters))
    return callable(function) and _accepts.__wrapped__(function, len(parameters))


@functools.lru_cache(maxsize=1024)
def _accepts(function: Callable[..., object], count: int) -> bool:
    """Whether a function takes that many positional arguments; asked once for each function, since it takes long to find out."""
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
