"""The compiled tier behind `Search`: deepening in Python, each depth one call of a kernel. Imports no numba."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Final, Generic, TypeVar

from attrs import evolve

from ..capability import Capabilities
from ..errors import IllegalMoveError, OptionError, RulesError
from ..limits import Limits, StopReason
from ..options import AUTO, AlphaBetaOptions
from ..ordering import shuffle
from ..result import SearchResult, View
from ..scores import DECISIVE, LONGEST_WIN, WIN, checked_bounds, checked_evaluation, checked_outcome
from ..sizes import parse_size
from ..tree import checked_player
from . import words as w
from .game import CompiledGame
from .kernel import Kernel, Stopped
from .machine import Machine
from .native_table import NativeTable
from .report import NativeReport
from .root import Root, flat
from .shapes import Shapes

S = TypeVar("S")
M = TypeVar("M")

DEFAULT_TABLE: Final = "64MB"
ALGORITHMS: Final = ("auto", "fixed", "alphabeta", "pvs", "mtdf", "minimax")
_TREE_ONLY: Final = frozenset({"lazy_children", "memory", "shorten", "trace"})
PLAIN: Final = frozenset({"fixed", "minimax"})
_NOT_IN_PLAIN: Final = frozenset(
    {
        "ordering",
        "table",
        "table_depth",
        "killers",
        "history",
        "countermoves",
        "null_move",
        "reductions",
        "enhanced_cutoffs",
        "win_distance",
        "quiescence",
        "shuffle",
        "repetition",
    }
)
_ORDERINGS: Final = {
    "lazy_pick": w.LAZY_PICK,
    "none": w.UNORDERED,
    "insertion": w.INSERTION,
    "bubble": w.BUBBLE,
    "network": w.NETWORK,
    "shell": w.SHELL,
}


class NativeSearch(Generic[S, M]):
    """The compiled tier of a `Search`.

    Args:
        game: The compiled game.
        options: How to search.
        algorithm: As in `Search`.
        evaluate: A static evaluation to use instead of the game's; it is compiled.

    Raises:
        OptionError: The algorithm is unknown or cannot do what the options ask for.
        CompileError: The evaluation cannot be compiled.
    """

    def __init__(
        self,
        game: CompiledGame[S, M],
        options: AlphaBetaOptions,
        algorithm: str,
        evaluate: Callable[[S], float] | None,
    ) -> None:
        self.game: Final = game
        self.algorithm = _resolve(algorithm, options)
        self._variant: Final = game.variant(options.ignore, evaluate)
        self.found: Capabilities[S, M] = self._variant.found
        if self.algorithm in PLAIN and self.found.noisy_moves is not None:
            raise OptionError(f"{self.algorithm} does not search noisy_moves; take 'auto', or ignore={{'noisy_moves'}}")
        if self.algorithm == "mtdf" and self._variant.shapes.float_scores:
            raise OptionError("mtdf needs whole numbers as scores, and this game has floats; take 'auto'")
        self.options = evolve(
            options,
            ordering="lazy_pick" if options.ordering is None else options.ordering,
            table=DEFAULT_TABLE if options.table == AUTO and self.algorithm not in PLAIN else options.table,
        )
        self._switches: Final = {solving: self._flags(solving) for solving in (False, True)}
        self._table_bytes: Final = self._bytes_of_table()
        self._rng: Final = Random(options.seed)
        self._table: NativeTable | None = None
        self._kernel: Kernel | None = None
        self._state: S | None = None
        self._played: list[S] = []
        self._codes: list[int] = []

    # --- what Search asks -----------------------------------------------------------------------------------------------

    def iterate(self, state: S | None, limits: Limits, *, every: bool = True) -> Iterator[SearchResult[M]]:
        """Searches depth by depth; with `every`, gives each depth's result, else only the last."""
        root, report = self._begin(state)
        if root.outcome is not None:
            yield report.finished(root.outcome)
            return
        kernel = self._open(limits, report.began)
        if every:
            yield from self._deepen(root, report, kernel, limits, every=True)
        else:
            yield kernel.inside(lambda: next(self._deepen(root, report, kernel, limits, every=False)))

    def solve(self, state: S | None, limits: Limits) -> Iterator[SearchResult[M]]:
        """Narrows the value down by null windows where the game's `bounds` say how far it can go; else searches deeper and
        deeper until the value cannot change. So it does in games with quiescence too: whoever gives `noisy_moves` expects wins
        that are found ply by ply, long before the end of all lines (mates of rook and king in 15 plies: 0.4 s, not 20).
        """
        root, report = self._begin(state)
        if root.outcome is not None:
            yield report.finished(root.outcome)
            return
        kernel = self._open(limits, report.began, solving=True)
        looks_far = self.found.bounds is not None and self.found.noisy_moves is None
        direct = looks_far and not self.options.exact_root and self.algorithm in ("pvs", "alphabeta", "mtdf")
        if direct and not self._variant.shapes.float_scores:
            result = kernel.inside(lambda: self._narrow(root, report, kernel))
            if result.stop is not StopReason.PLY_LIMIT:
                yield result
                return
            kernel.reset()
        yield from self._deepen(root, report, kernel, evolve(limits, depth=LONGEST_WIN), every=True)

    def stop(self) -> None:
        """Ends the search that is running."""
        kernel = self._kernel
        if kernel is not None:
            kernel.stop(StopReason.STOPPED)

    def close(self) -> None:
        """Frees table, memory and thread."""
        kernel, self._kernel = self._kernel, None
        if kernel is not None:
            kernel.close()
        if self._table is not None:
            self._table.close()
            self._table = None

    @property
    def size_bytes(self) -> int:
        """Memory that the table takes."""
        return 0 if self._table is None else self._table.used_bytes

    def advance(self, move: M) -> S:
        """Plays a move; the table is kept."""
        state = self.game.initial() if self._state is None else self._state
        if self.game.outcome(state) is not None or move not in list(self.game.moves(state)):
            raise IllegalMoveError(f"{move!r} is no legal move in {state!r}")
        self._played.append(state)
        self._state = self.game.play(state, move)
        return self._state

    # --- one search -----------------------------------------------------------------------------------------------------

    def _begin(self, state: S | None) -> tuple[Root[S, M], NativeReport[S, M]]:
        machine = self._variant.machine("plain" if self.algorithm in PLAIN else "search")
        if self._kernel is None:
            plain = self.algorithm in PLAIN
            if self._table is None and self._table_bytes:
                self._table = NativeTable(self._table_bytes, float_scores=self._variant.shapes.float_scores)
            self._kernel = self._make_kernel(machine, self._variant.shapes, self._table, plain=plain)
        began = time.perf_counter()
        if state is not None:
            if state != self._state:
                self._played, self._codes = [], []
            self._state = state
        elif self._state is None:
            self._state = self.game.initial()
        root: Root[S, M] = Root(self.game, self.found, self._variant.shapes, self._state)
        return root, NativeReport(
            root, self.options, self._rng, began, f"compiled/{self.algorithm}", View(self._state, *self._variant.shown)
        )

    def _make_kernel(self, machine: Machine, shapes: Shapes, table: NativeTable | None, *, plain: bool) -> Kernel:
        """What searches: here one kernel."""
        return Kernel(machine, shapes, table, plain=plain)

    def _arrange(self, root: Root[S, M]) -> None:
        """The order in which root moves are tried at first: by the game's `order`, or at random."""
        moves, order = root.searched, self.found.order
        if order is not None:
            moves = sorted(moves, key=lambda move: -order(root.state, move))
        if self.options.shuffle:
            moves = list(shuffle(moves, self._rng))
        if moves is not root.searched:
            root.arrange(moves)

    def _open(self, limits: Limits, began: float, *, solving: bool = False) -> Kernel:
        """The kernel, ready for a search with these limits."""
        assert self._kernel is not None
        if self.options.repetition:
            layout = self._variant.shapes.state
            self._codes += [self._kernel.code(flat(layout, state)) for state in self._played[len(self._codes) :]]
        self._kernel.begin(
            limits, began, self._switches[solving], _ORDERINGS[str(self.options.ordering)], self.options.quiescence
        )
        self._kernel.recall(self._codes)
        return self._kernel

    def _bytes_of_table(self) -> int:
        table = self.options.table
        if table is None or self.algorithm in PLAIN:
            return 0
        if isinstance(table, int):
            return table * (24 if self._variant.shapes.float_scores else 16)
        return parse_size(table)

    def _flags(self, solving: bool) -> int:
        options = self.options
        switches = {
            w.USE_TABLE: options.table is not None and self.algorithm not in PLAIN,
            w.NULL_WINDOWS: self.algorithm in ("pvs", "mtdf"),
            w.KILLERS: options.killers,
            w.HISTORY: options.history,
            w.COUNTERMOVES: options.countermoves,
            w.NULL_MOVE: options.null_move and not solving,
            w.REDUCE: options.reductions and not solving,
            w.ENHANCED: options.enhanced_cutoffs,
            w.EXACT_DEPTH: options.table_depth == "exact",
            w.WIN_DISTANCE: options.win_distance,
            w.EXACT_ROOT: options.exact_root,
            w.PRUNE: self.algorithm != "minimax",
            w.REPETITION: options.repetition,
        }
        return sum(switch for switch, on in switches.items() if on)

    def _deepen(
        self, root: Root[S, M], report: NativeReport[S, M], kernel: Kernel, limits: Limits, *, every: bool
    ) -> Iterator[SearchResult[M]]:
        last = LONGEST_WIN if limits.depth is None else limits.depth
        root.prepare()
        if self.algorithm not in PLAIN:
            self._arrange(root)
        depths = range(1, last + 1) if self.options.deepening else range(last, last + 1)
        for depth in depths:
            try:
                solved = self._search(root, kernel, depth)
            except Stopped as stopped:
                self._raise_fault(kernel, stopped)
                yield report.stopped(kernel, stopped.reason, depth)
                return
            report.note(kernel, depth, solved)
            if every or solved or depth == last:
                yield report.result(kernel, StopReason.SOLVED if solved else StopReason.DEPTH)
            if solved:
                return

    def _search(self, root: Root[S, M], kernel: Kernel, depth: int) -> bool:
        """Searches to one depth; whether the value holds at every depth."""
        margin = self.options.aspiration
        kernel.words[w.HORIZON] = 0
        if self.options.exact_root or root.value is None or (margin is None and self.algorithm != "mtdf"):
            kernel.search(root, depth, -math.inf, math.inf)
            root.keep_order(kernel)
        elif self.algorithm == "mtdf":
            self._converge(root, kernel, depth)
        else:
            assert margin is not None
            self._aspire(root, kernel, depth, margin)
        value = kernel.value()
        root.value = value
        seen = kernel.words[w.HORIZON] == 0
        near = abs(value) >= DECISIVE and WIN - abs(value) <= depth
        return seen or (near and not self.options.exact_root)

    def _aspire(self, root: Root[S, M], kernel: Kernel, depth: int, margin: float) -> None:
        """Searches with a window around the value before, opened on the side on which it fails."""
        assert root.value is not None
        low, high = root.value - margin, root.value + margin
        if not self._variant.shapes.float_scores:
            low, high = math.floor(low), math.ceil(high)
        while True:
            kernel.search(root, depth, low, high)
            root.keep_order(kernel)
            value = kernel.value()
            if value <= low and low > -math.inf:
                low = -math.inf
            elif value >= high and high < math.inf:
                high = math.inf
            else:
                return

    def _converge(self, root: Root[S, M], kernel: Kernel, depth: int) -> None:
        """MTD(f): null windows that close in on the value.

        Source: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms", 1996.
        """
        low, high = -math.inf, math.inf
        value = root.value or 0
        while low < high:
            beta = value + 1 if value == low else value
            kernel.search(root, depth, beta - 1, beta)
            value = kernel.value()
            if value < beta:
                high = value
                root.tried = root.searched
            else:
                low = value
                root.keep_order(kernel)

    def _narrow(self, root: Root[S, M], report: NativeReport[S, M], kernel: Kernel) -> SearchResult[M]:
        try:
            kernel.solve(root)
        except Stopped as stopped:
            self._raise_fault(kernel, stopped)
            return report.unsolved(kernel, stopped.reason)
        return report.solved(kernel)

    def _raise_fault(self, kernel: Kernel, stopped: Stopped) -> None:
        """Raises the error that the tree tier raises where the game breaks the protocol."""
        if not stopped.fault:
            return
        state = kernel.fault_state(self.game.initial())
        game, found = self.game, self.found
        if stopped.fault == w.OUTCOME:
            checked_outcome(game.outcome(state), state)
        elif stopped.fault == w.EVALUATION and found.evaluate is not None:
            checked_evaluation(found.evaluate(state), state)
        elif stopped.fault == w.PLAYER:
            checked_player(game.player(state), state)
        elif stopped.fault == w.BOUNDS and found.bounds is not None:
            checked_bounds(found.bounds(state), state)
        elif stopped.fault == w.STUCK and found.stuck is not None:
            checked_outcome(found.stuck(state), state, "stuck")
        elif stopped.fault == w.NO_MOVES:
            name = "moves" if found.search_moves is None else "search_moves"
            raise RulesError(
                f"{name}({state!r}) is empty although outcome() says that the game runs; give an outcome there, a pass as a "
                "move, or a method stuck(state)"
            )
        raise RulesError(f"the compiled rules gave something in {state!r} that Python's rules do not; please report it")


def _resolve(algorithm: str, options: AlphaBetaOptions) -> str:
    if algorithm not in ALGORITHMS:
        raise OptionError(f"expected algorithm to be one of {', '.join(ALGORITHMS)}, got {algorithm!r}")
    changed = set(options.changed())
    if refused := sorted(changed & _TREE_ONLY):
        raise OptionError(f"contradictory options: compiled games have no use for {', '.join(refused)}; leave out")
    if options.ordering is not None and options.ordering not in _ORDERINGS:
        raise OptionError(f"compiled games know the orderings {', '.join(_ORDERINGS)}, got {options.ordering!r}")
    if algorithm in PLAIN and (refused := sorted(changed & _NOT_IN_PLAIN)):
        raise OptionError(f"contradictory options: {algorithm} has no use for {', '.join(refused)}; leave out or take 'pvs'")
    if algorithm in ("mtdf", "minimax") and "aspiration" in changed:
        raise OptionError(f"contradictory options: {algorithm} has no use for aspiration; leave out or take 'pvs'")
    return "pvs" if algorithm == "auto" else algorithm
