"""What a search gives back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

from attrs import field, fields, frozen

from .. import scores
from ..errors import GameError
from ..terms.bound import SIGNS, Bound
from .limits import StopReason
from .shown import svg_of

M = TypeVar("M")
T = TypeVar("T")


class Later(Generic[T]):
    """A value that is worked out when it is first asked for; pickled and copied, it is the value itself."""

    __slots__ = ("_make", "_value")

    def __init__(self, make: Callable[[], T]) -> None:
        self._make: Callable[[], T] | None = make
        self._value: T | None = None

    def __call__(self) -> T:
        """The value."""
        make = self._make
        if make is not None:
            self._value = make()
            self._make = None
        return cast("T", self._value)

    def __reduce__(self) -> tuple[Any, ...]:
        return _itself, (self(),)


def _itself(value: T) -> T:
    return value


def _known(value: T | Later[T]) -> T:
    return value() if isinstance(value, Later) else value


@frozen(kw_only=True)
class RootMove(Generic[M]):
    """One move of the state searched, and what is known of it.

    Attributes:
        move: The move.
        value: Its value for player 0, or None where it was not searched.
        bound: Whether that value is exact or a bound; None where it was not searched.
        depth: Plies the game was looked ahead from the state searched, this move included; 0 where it was not searched.
        pv: The line expected after and including this move.
    """

    move: M
    value: float | None
    bound: Bound | None
    depth: int
    pv: tuple[M, ...] = field(repr=False)

    def __str__(self) -> str:
        if self.value is None:
            return f"{self.move}: not searched"
        return f"{self.move}: {describe(self.value, self.bound or Bound.EXACT)}"

    def to_dict(self, write: Callable[[tuple[M, ...]], list[Any]] | None = None) -> dict[str, Any]:
        """The row as plain data for JSON; `write` as in `SearchResult.to_dict`."""
        pv = _as_text(self.pv) if write is None else write(self.pv)
        bound = None if self.bound is None else self.bound.value
        return {"move": pv[0], "value": self.value, "bound": bound, "depth": self.depth, "pv": pv}


@frozen(slots=False)
class View:
    """How the state that was searched, and its moves, are shown to people.

    Attributes:
        state: The state.
        svg: The game's `svg`, where it has one.
        format_move: The game's `format_move`, where it has one.

    Whoever pickles a result leaves this behind, since it would take the whole game along; copies share it.
    """

    state: Any
    svg: Callable[[Any], str] | None = None
    format_move: Callable[[Any, Any], str] | None = None

    def board(self) -> str | None:
        """The state as a picture.

        Raises:
            GameError: The game's `svg` gave something else than text.
        """
        if self.svg is None:
            return None
        picture = self.svg(self.state)
        if not isinstance(picture, str):
            raise GameError(f"svg({self.state!r}) gave {picture!r}; expected text that begins with <svg")
        return picture

    def name(self, move: object) -> str:
        """The move in the game's notation."""
        return str(move if self.format_move is None else self.format_move(self.state, move))

    def __reduce__(self) -> tuple[Any, ...]:
        return View, (None,)

    def __deepcopy__(self, memo: object) -> View:
        return self


@frozen(kw_only=True)
class Workers:
    """Who did a search for which several workers were asked.

    Attributes:
        asked: How many were asked for.
        scheme: How those at work shared it: `abdada`, `lazy_smp`, `processes` or `threads`; None where one worked alone.
        nodes: Nodes visited by each that took part.
        note: Where one worked alone, why, and what to do about it; else None.
    """

    asked: int
    scheme: str | None
    nodes: tuple[int, ...]
    note: str | None

    @property
    def used(self) -> int:
        """How many took part."""
        return len(self.nodes)

    def __str__(self) -> str:
        if self.note is not None:
            return f"1 of {self.asked} workers: {self.note}"
        shares = " + ".join(f"{nodes:,}" for nodes in self.nodes)
        return f"{self.used} workers ({self.scheme}): {shares} nodes"

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data for JSON."""
        return {
            "asked": self.asked,
            "used": self.used,
            "scheme": self.scheme,
            "nodes": list(self.nodes),
            "note": self.note,
        }


@frozen(slots=False)
class Cutoffs:
    """Where in the list of moves a search was cut off: how good its move ordering is.

    Attributes:
        first: Cut-offs by the first move tried.
        second: By the second.
        later: By a later one.
    """

    first: int
    second: int
    later: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.first + self.second + self.later

    @property
    def shares(self) -> tuple[float, float, float]:
        """The shares of `first`, `second` and `later`, which add up to 1; all 0 where nothing was cut off."""
        total = max(self.total, 1)
        return self.first / total, self.second / total, self.later / total

    def __str__(self) -> str:
        first, second, later = self.shares
        return f"{self.total:,} cut-offs: {first:.0%} by the first move, {second:.0%} by the second, {later:.0%} later"

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data for JSON."""
        return {"first": self.first, "second": self.second, "later": self.later}


@frozen(kw_only=True, repr=False, slots=False)  # made in half the time without slots
class SearchResult(Generic[M]):
    """The answer of a search. Values are for player 0; decisive ones count plies from the state searched.

    Attributes:
        value: The move's value; the static evaluation where not even depth 1 was finished.
        bound: Whether the value is exact; a search that ended early may know a bound only.
        depth: Plies searched in full; 0 where depth 1 was not finished.
        nodes: Nodes visited in all iterations, leaves included.
        created: Nodes of the tree made, each once.
        seconds: Wall-clock time of the search, without that for compiling.
        stop: Why the search ended.
        solved: Whether `value` is the game-theoretic value.
        finished: Whether `pv` runs to the end of the game.
        engine: What searched, such as `tree/fixed`.
        table_key: Whether table keys were `exact` or `hashed`; None without a table.
        table_full: The share of the table that the search has filled, 0 to 1, of a compiled game's search; else None.
        workers: Who did it, where several workers were asked for; else None.
        cutoffs: Which move, by its place in the order tried, cut a position off; None where that was not counted: by `minimax`,
            by `fixed` on compiled games, and by several processes.
        view: How the state searched is shown, in a notebook for example.
        comparisons: Comparisons of moves in the ordering, of a compiled game's search; None on a tree.
        compile_seconds: Wall-clock time that went into compiling before the search could begin; 0 where the code was there.

    The line and the rows are worked out when they are first asked for.
    """

    value: float
    bound: Bound
    _pv: tuple[M, ...] | Later[tuple[M, ...]] = field(eq=_known, alias="pv")
    depth: int
    nodes: int
    created: int
    seconds: float
    stop: StopReason
    _moves: tuple[RootMove[M], ...] | Later[tuple[RootMove[M], ...]] = field(eq=_known, repr=False, alias="moves")
    solved: bool
    finished: bool
    engine: str
    table_key: str | None = None
    table_full: float | None = None
    workers: Workers | None = None
    cutoffs: Cutoffs | None = None
    comparisons: int | None = None
    compile_seconds: float = 0.0
    view: View | None = field(default=None, repr=False, eq=False)

    @property
    def move(self) -> M | None:
        """The move to play; None only where the game is over."""
        pv = self.pv
        return pv[0] if pv else None

    @property
    def pv(self) -> tuple[M, ...]:
        """The line expected, `move` first."""
        return _known(self._pv)

    @property
    def moves(self) -> tuple[RootMove[M], ...]:
        """Every move of the state searched, best first as far as known."""
        return _known(self._moves)

    def __repr__(self) -> str:
        shown = [(each.alias, _known(getattr(self, each.name))) for each in fields(SearchResult) if each.repr]
        return f"SearchResult(move={self.move!r}, {', '.join(f'{name}={value!r}' for name, value in shown)})"

    @property
    def nps(self) -> float:
        """Nodes visited per second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def winner(self) -> int | None:
        """The player who wins by force, 0 or 1; None where that is not known or the game is a draw (see `solved`)."""
        unsure = Bound.UPPER if self.value > 0 else Bound.LOWER
        if (scores.is_decisive(self.value) or (self.solved and self.value != 0)) and self.bound is not unsure:
            return 0 if self.value > 0 else 1
        return None

    @property
    def plies_to_end(self) -> int | None:
        """Plies until the game ends: of a won or lost game exactly, of another where `pv` runs to the end; else None."""
        exact = scores.plies_to_end(self.value)
        if exact is not None:
            return exact if self.bound is Bound.EXACT else None
        return len(self.pv) if self.finished else None

    def __str__(self) -> str:
        line = " ".join(str(move) for move in self.pv)
        solved = ", solved" if self.solved else ""
        compiled = f" after {self.compile_seconds:.1f} s of compiling" if self.compile_seconds else ""
        return (
            f"{self.move}: {describe(self.value, self.bound)} at depth {self.depth}{solved} "
            f"({self.nodes:,} nodes in {self.seconds:.2f} s{compiled}, {self.nps:,.0f}/s; {self.engine}); line: {line}"
        )

    def _repr_svg_(self) -> str:
        return svg_of(self, "draw_result")

    def to_dict(self, write: Callable[[tuple[M, ...]], list[Any]] | None = None) -> dict[str, Any]:
        """The result as plain data for JSON.

        Args:
            write: How to write a line of moves that starts at the state searched, one item a move; `str` of each by default.
        """
        line: Callable[[tuple[M, ...]], list[Any]] = write if write is not None else _as_text
        return {
            "move": line(self.pv)[0] if self.pv else None,
            "value": self.value,
            "bound": self.bound.value,
            "winner": self.winner,
            "plies_to_end": self.plies_to_end,
            "solved": self.solved,
            "depth": self.depth,
            "nodes": self.nodes,
            "created": self.created,
            "seconds": self.seconds,
            "compile_seconds": self.compile_seconds,
            "nps": self.nps,
            "pv": line(self.pv),
            "moves": [each.to_dict(line) for each in self.moves],
            "stop": self.stop.value,
            "engine": self.engine,
            "table_key": self.table_key,
            "table_full": self.table_full,
            "workers": None if self.workers is None else self.workers.to_dict(),
            "cutoffs": None if self.cutoffs is None else self.cutoffs.to_dict(),
            "comparisons": self.comparisons,
        }


def _as_text(moves: tuple[Any, ...]) -> list[Any]:
    return [str(move) for move in moves]


def describe(value: float, bound: Bound = Bound.EXACT) -> str:
    """A value in words: `player 0 wins in 5 plies` or the number, after `>=` or `<=` where it is a bound.

    Examples:
        >>> describe(scores.loss_in(4)), describe(3, Bound.LOWER)
        ('player 1 wins in 4 plies', '>= +3')
    """
    plies = scores.plies_to_end(value)
    if plies is None:
        return f"{SIGNS[bound]}{value:+g}" if value else f"{SIGNS[bound]}0"
    return f"{SIGNS[bound]}player {0 if value > 0 else 1} wins in {plies} {'ply' if plies == 1 else 'plies'}"
