"""The compiled tier behind `Search`: what is between calls of the kernel, which deepens by itself where it can."""

from __future__ import annotations

import math
import time
from collections.abc import Hashable, Iterator
from typing import Any, Final, Generic

from attrs import evolve, frozen

from ....base.scores import DECISIVE, LONGEST_WIN, WIN
from ....base.sizes import parse_size
from ....compiler.runtime.layout import flat
from ....compiler.runtime.machine import Machine
from ....errors import OptionError
from ....game.capability import Capabilities, capabilities
from ....game.dealing import shuffle
from ....game.following import final_outcome, scale_of
from ....game.protocol import CHANCE, M, S
from ....native.base_search import NativeTier
from ....native.runner import Stopped
from ....native.shapes import Shapes
from ....native.variant import Variant
from ....searching.limits import Control, Limits, StopReason
from ....searching.options import AUTO, FOR_CHANCE, PLAIN, AlphaBetaOptions, check_chance, refuse_unused
from ....searching.result import SearchResult
from ....searching.saved import Saved, SavedFile
from ....searching.setup import Setup
from ....tables.table import Tables, looking_up
from ...value_iteration.native.native_graph import NativeGraph
from ...value_iteration.solving import Solution, check_options, unsolved
from . import layout as w, pool
from .endgames import Endgames
from .kernel import Kernel, Root, head
from .native_table import NativeTable, shared_memory
from .report import NativeReport

_GUESSING: Final = ("null_move", "reductions")
"""The options that may change values, and are off while a position is solved."""
_COUNTING: Final = ("null_move", "reductions", "win_distance")
"""Those that count plies to a win or use null windows, which have no meaning for expected values."""
DEFAULT_TABLE: Final = "64MB"
_ORDERINGS: Final = {
    "lazy_pick": w.LAZY_PICK,
    "none": w.UNORDERED,
    "insertion": w.INSERTION,
    "bubble": w.BUBBLE,
    "network": w.NETWORK,
    "shell": w.SHELL,
}


@frozen
class Plan:
    """An algorithm with its effective options, determined once for each variant of a game.

    Attributes:
        is_plain: True if the algorithm runs on the plain kernel, which has no table.
        table_bytes: The size of the table; 0 for none.
        searching: The head of the kernel's memory for a search to a depth.
        selecting: The same for a selective search; equal to `searching` if the game does not support it.
        solving: The same for solving.
        is_direct: True if positions are solved by null windows.
    """

    algorithm: str
    options: AlphaBetaOptions
    is_plain: bool
    table_bytes: int
    searching: bytes
    selecting: bytes
    solving: bytes
    is_direct: bool


class NativeSearch(NativeTier[S, M, Kernel], Generic[S, M]):
    """The compiled tier of a `Search`; raises OptionError if the algorithm is unknown or does not support the options,
    CompileError if the evaluation cannot be compiled.
    """

    def __init__(self, setup: Setup[S, M]) -> None:
        super().__init__(setup, setup.evaluate)
        options = setup.alphabeta
        self._tables: Final = Tables(setup.tables, self.game.game, options) if setup.tables else None
        algorithm = setup.algorithm if self._tables is None else looking_up(setup.algorithm, AUTO)
        self._plan: Final = plan_of(self._variant, options, algorithm)
        self._endgames: Final = Endgames(setup.tables, self._variant.found) if setup.tables else None
        self._code = "search_with_endgames" if setup.tables else "plain" if self._plan.is_plain else "search"
        self._engine: Final = f"compiled/{self._plan.algorithm}"
        self._asked: Final = options
        self._iterates: Final = self._variant.found.chances is not None and setup.algorithm == AUTO
        self._graph: NativeGraph | None = None
        self._shared: Any = None
        self._unsolved: bytes | None = None
        """The position whose value null windows were narrowing when a limit stopped them."""

    @property
    def options(self) -> AlphaBetaOptions:
        """The effective options, defaults filled in."""
        return self._plan.options

    @property
    def algorithm(self) -> str:
        """The algorithm in use."""
        return self._plan.algorithm

    @property
    def is_direct(self) -> bool:
        """True if positions are solved by null windows to the end of the game."""
        return self._plan.is_direct

    def shared_memory(self) -> Any:
        """Memory for a table that several processes share, of the size in the options; None without a table."""
        size = self._plan.table_bytes
        return shared_memory(size, float_scores=self._variant.shapes.float_scores) if size else None

    def share(self, memory: Any) -> None:
        """Places the table in that memory; to be called before any search."""
        self._shared = memory

    def iterate(self, state: S | None, limits: Limits) -> Iterator[SearchResult[M]]:
        """Searches depth by depth, and yields each depth's result."""
        return self._results(state, limits, solving=False)

    def solve(self, state: S | None, limits: Limits) -> Iterator[SearchResult[M]]:
        """Searches until the value cannot change, and yields each depth's result if it goes depth by depth."""
        if self._iterates:
            return iter([self._iterated(state, limits)])
        return self._results(state, limits, solving=True)

    def _iterated(self, state: S | None, limits: Limits) -> SearchResult[M]:
        check_options(self._asked)
        self._is_stopped = False
        memory, root = self._asked.memory, self._root(state).state
        scale, found = scale_of(self.game), capabilities(self.game.game, ignore=self._asked.ignore)
        before = self.game.compile_seconds
        graph = NativeGraph(self._variant, self.game.game, root, scale, None if memory is None else parse_size(memory))
        control = Control(limits)
        graph.limit(limits, control.started)
        self._graph = graph
        if self._is_stopped:
            graph.runner.stop(StopReason.STOPPED)
        try:
            graph.solve()
            result = Solution(graph, graph, scale, self._variant.players).result(self.game.game, found, control)
        except Stopped as stopped:
            self.raise_fault(graph.runner, stopped)
            control.reason, control.nodes = stopped.reason, graph.runner.nodes() + graph.nodes
            result = unsolved(self.game.game, found, root, scale, control)
        finally:
            self._graph = None
            graph.close()
        statistics = evolve(result.statistics, compile_seconds=self.game.compile_seconds - before)
        return evolve(result, engine="compiled/value_iteration", statistics=statistics)

    def _results(self, state: S | None, limits: Limits, *, solving: bool) -> Iterator[SearchResult[M]]:
        begun = self._begun(state, limits, solving=solving)
        if isinstance(begun, SearchResult):
            yield begun
        else:
            yield from begun.results()

    def last(self, state: S | None, limits: Limits, *, solving: bool = False) -> SearchResult[M]:
        """The last result of `iterate` or `solve`, without the earlier ones."""
        if solving and self._iterates:
            return self._iterated(state, limits)
        begun = self._begun(state, limits, solving=solving)
        return begun if isinstance(begun, SearchResult) else begun.last()

    def stop(self) -> None:
        """Stops the running search, even one that waits for compilation."""
        super().stop()
        if self._graph is not None:
            self._graph.runner.stop(StopReason.STOPPED)

    def close(self) -> None:
        """Frees table, memory and thread, or keeps them for another search."""
        kernel, self._kernel, self._unsolved = self._kernel, None, None
        if kernel is not None:
            pool.give(self._pool_key(), kernel)

    def advance(self, move: M) -> S:
        """Plays a move; the table is kept."""
        before = self._current(None)
        state = super().advance(move)
        self._played.append(before)
        return state

    def saved(self) -> Saved:
        """The state of the search to save: position, learnt data and table; helpers' histories are left out."""
        layout, kernel = self._variant.shapes.state, self._kernel
        facts = {
            "digest": self._variant.identity,
            "state": None if self._state is None else layout.flatten(self._state),
            "played": [layout.flatten(each) for each in self._played],
            "random": self.rng.getstate(),
            "goes_on": self._unsolved is not None,
            "age": None if kernel is None else [kernel.words[w.GENERATION], kernel.words[w.FILLED]],
            "has_guesses": kernel is not None and kernel.table is not None and kernel.table.has_guesses,
        }
        if kernel is None:
            return Saved(facts)
        parts = {"learnt": kernel.learnt}
        if kernel.table is not None:
            parts["table"] = kernel.table.content
        return Saved(facts, parts)

    def restore(self, saved: SavedFile) -> None:
        """Restores a search of the same game with the same options, from a file that this version wrote."""
        self._take_up(saved)
        facts = saved.facts
        if facts["age"] is None:
            return
        kernel = self._kernel = self._new_kernel()
        places = {"learnt": kernel.learnt}
        if kernel.table is not None:
            table = kernel.table.grown_to(saved.size("table"))
            if table is None:
                saved.refuse(f"expected a table of the size that the options give it, got {saved.size('table'):,} bytes")
            places["table"] = table
            kernel.table.has_guesses = facts["has_guesses"]
        for name, place in places.items():
            saved.read_into(name, place)
        kernel.words[w.GENERATION], kernel.words[w.FILLED] = facts["age"]
        if facts["goes_on"] and self._state is not None:
            self._unsolved = self._root(None).words

    def _begun(self, state: S | None, limits: Limits, *, solving: bool) -> SearchResult[M] | _Deepening[S, M]:
        """Begins a search: returns its result if that is known already, or the loop over depths that finds it.

        Solving narrows the value by null windows if the game's `bounds` limit it. Games with quiescence are searched depth by
        depth: rules with `noisy_moves` have wins that are found ply by ply, long before the end of all lines (mates of rook and
        king in 15 plies: 0.4 s, not 20).
        """
        self._is_stopped = False
        if (answer := self._looked_up(state, limits)) is not None:
            return answer
        kernel, compiled = self._ready()
        began = time.perf_counter()
        root = self._root(state)
        plan = self._plan
        report = NativeReport(root, self._variant, plan.options, lambda: self.rng, began, self._engine, compiled, self._tables)
        if self._endgames is not None:
            kernel.words[w.ENDGAMES] = self._endgames.address
        if plan.options.repetition:
            layout = self._variant.shapes.state
            self._codes += [kernel.code(flat(layout, each)) for each in self._played[len(self._codes) :]]
        narrows = solving and plan.is_direct and plan.options.goal is None
        settings = plan.solving if solving else plan.selecting if self._selects(limits) else plan.searching
        kernel.begin(limits, began, settings, goes_on=narrows and root.words == self._unsolved)
        self._unsolved = root.words if narrows else None
        if self._codes:
            kernel.recall(self._codes)
        if solving:
            limits = _TO_THE_END
            if narrows and (result := self._narrowed(kernel, root, report)) is not None:
                return result
        self._prepare(kernel, root)
        if root.outcome is not None:
            return report.finished(kernel, root.outcome)
        return _Deepening(self, root, report, kernel, limits)

    def _selects(self, limits: Limits) -> bool:
        """True if the search is selective; never with a table shared by processes, which might differ in this."""
        return self._shared is None and self._plan.options.selects(limits)

    def _looked_up(self, state: S | None, limits: Limits) -> SearchResult[M] | None:
        """The result if an endgame table has the position itself; None if none has it, or the game is over there."""
        if self._tables is None or self.options.choice != "best":
            return None
        root = self._root(state).state
        if final_outcome(self.game.game, self.found, root) is not None:
            return None
        return self._tables.answer(root, self.found, Control(limits))

    def _root(self, state: S | None) -> Root[S, M]:
        state = self._current(state)
        return Root(state, flat(self._variant.shapes.state, state))

    def _pool_key(self) -> Hashable:
        """The key of kernels that can replace one another; None: none can."""
        if self._shared is not None:
            return None
        plan = self._plan
        return self._machine(), plan.is_plain, plan.table_bytes

    def _make_kernel(self) -> Kernel:
        return pool.take(self._pool_key()) or self._new_kernel()

    def _new_kernel(self) -> Kernel:
        return Kernel(*self._parts(), plain=self._plan.is_plain)

    def _parts(self) -> tuple[Machine, Shapes, NativeTable | None]:
        """The parts of a kernel: code, memory shapes and table."""
        plan, shapes = self._plan, self._variant.shapes
        size = plan.table_bytes
        table = NativeTable(size, float_scores=shapes.float_scores, shared=self._shared) if size else None
        return self._machine(), shapes, table

    def _prepare(self, kernel: Kernel, root: Root[S, M]) -> None:
        try:
            kernel.prepare(root)
        except Stopped as stopped:
            self.raise_fault(kernel, stopped)
        if self._plan.options.shuffle and root.player != CHANCE:
            root.moves = list(shuffle(root.moves, self.rng))
        self.pass_on_stop(kernel)

    def _narrowed(self, kernel: Kernel, root: Root[S, M], report: NativeReport[S, M]) -> SearchResult[M] | None:
        """The result of null windows that close in on the value; None if the game lasts more plies than they can search."""
        self.pass_on_stop(kernel)
        try:
            kernel.solve(root)
        except Stopped as stopped:
            self.raise_fault(kernel, stopped)
            if stopped.reason is StopReason.PLY_LIMIT:
                kernel.reset()
                self._unsolved = None
                return None
            return report.unsolved(kernel, stopped.reason)
        self._unsolved = None
        return report.solved(kernel)


class _Deepening(Generic[S, M]):
    """The loop over depths of one search; of its limits only the depth is used here."""

    def __init__(
        self, search: NativeSearch[S, M], root: Root[S, M], report: NativeReport[S, M], kernel: Kernel, limits: Limits
    ) -> None:
        self._owner: Final = search
        self._options: Final = search.options
        self._algorithm: Final = search.algorithm
        self._root: Final = root
        self._report: Final = report
        self._kernel: Final = kernel
        self._last: Final = LONGEST_WIN if limits.depth is None else limits.depth
        self._window: Final = None if self._options.goal is None else _window(self._options.goal, root.player, kernel.shapes)
        self._goes_to_the_end = self._window is not None and search.is_direct
        self._depth = 1 if self._options.deepening and not self._goes_to_the_end else self._last
        self._noted = 0
        """The greatest depth recorded; at lower ones a full search confirms a value found by guessing."""

    def results(self) -> Iterator[SearchResult[M]]:
        """Yields a result after each depth, and one more if a limit ends a depth unfinished."""
        while True:
            stop = self._deepen()
            yield self._result(stop)
            if stop is not StopReason.DEPTH or self._depth > self._last:
                return

    def last(self) -> SearchResult[M]:
        """The last result; once the search is a long one, it runs on the kernel's thread."""
        options = self._options
        is_open = self._window is None and options.aspiration is None and self._algorithm != "mtdf" and not options.exact_root
        is_open = is_open and self._kernel.deepens
        while True:
            # short runs do not look at the clock
            at_once = is_open and self._depth > self._noted and (self._kernel.is_long or not self._kernel.is_timed)
            stop = self._deepen_at_once() if at_once else self._deepen()
            if stop is not StopReason.DEPTH or self._depth > self._last:
                return self._result(stop)
            if self._kernel.is_long and not self._kernel.is_inside:
                return self._kernel.inside(self.last)

    def _deepen(self) -> StopReason:
        """Searches to the next depth, and returns the reason why it ended. If a guessing search finds a win, the winner is
        certain, but not the distance. A full search from the first depth on confirms it; its shallower results are not reported.
        """
        while True:
            try:
                solved = self._search(self._depth)
            except Stopped as stopped:
                self._owner.raise_fault(self._kernel, stopped)
                if stopped.reason is not StopReason.PLY_LIMIT or not self._goes_to_the_end:
                    return stopped.reason
                self._kernel.reset()
                self._goes_to_the_end, self._depth = False, 1
                continue
            depth, self._depth = self._depth, self._depth + 1
            if solved or depth >= self._noted:
                break
        self._report.note(self._kernel, depth, solved)
        return self._after(depth, solved)

    def _deepen_at_once(self) -> StopReason:
        """As `_deepen`, through as many depths as there are, in one run of the kernel."""
        root, kernel, stop = self._root, self._kernel, None
        try:
            kernel.deepen(root, self._depth, self._last)
        except Stopped as stopped:
            self._owner.raise_fault(kernel, stopped)
            stop = stopped.reason
        depth = kernel.finished_depth
        if depth >= self._depth:
            solved = stop is None and self._is_solved(depth)
            self._report.deepened(kernel.logged(root), depth, solved, kernel.words[w.LINE_LENGTH] > 0)
            self._depth = depth + 1
            ended = self._after(depth, solved)
        return stop or ended

    def _after(self, depth: int, solved: bool) -> StopReason:
        """After that depth was recorded; see `_deepen`."""
        self._noted = depth
        if not solved and self._kernel.is_guessing and abs(self._kernel.value()) >= DECISIVE:
            self._kernel.search_in_full()
            self._depth = 1 if self._options.deepening else depth
        return StopReason.SOLVED if solved else StopReason.DEPTH

    def _result(self, stop: StopReason) -> SearchResult[M]:
        if self._window is not None:
            return self._report.answered(self._kernel, stop, self._window, 0 if self._goes_to_the_end else self._depth - 1)
        if stop in (StopReason.SOLVED, StopReason.DEPTH):
            return self._report.result(self._kernel, stop)
        return self._report.stopped(self._kernel, stop, self._depth)

    def _search(self, depth: int) -> bool:
        """Searches to one depth; True if the value holds at every depth."""
        root, kernel, margin = self._root, self._kernel, self._options.aspiration
        kernel.look_anew()
        if self._window is not None:
            return self._ask(depth, *self._window)
        if self._options.exact_root or root.value is None or (margin is None and self._algorithm != "mtdf"):
            kernel.search(root, depth, -math.inf, math.inf)
            kernel.keep_order(root)
        elif self._algorithm == "mtdf":
            self._converge(root, kernel, depth)
        else:
            assert margin is not None
            self._aspire(root, kernel, depth, margin)
        root.value = kernel.value()
        return self._is_solved(depth)

    def _is_solved(self, depth: int) -> bool:
        """True if the value just found to that depth holds at every depth."""
        value, kernel = abs(self._kernel.value()), self._kernel
        near = self._algorithm not in FOR_CHANCE and value >= DECISIVE and WIN - value <= depth
        return kernel.saw_the_end or (near and not self._options.exact_root and not kernel.is_guessing)

    def _ask(self, depth: int, low: float, high: float) -> bool:
        """Searches to one depth with the window of a goal; True if the answer holds at every depth. Short of the end of the game,
        where evaluations may lie on either side of the goal, only wins and losses are certain.
        """
        root, kernel = self._root, self._kernel
        if not self._goes_to_the_end:
            low, high = -DECISIVE, DECISIVE
        kernel.search(root, depth, low, high)
        kernel.keep_order(root)
        value = root.value = kernel.value()
        return self._goes_to_the_end or abs(value) >= DECISIVE or kernel.saw_the_end

    def _aspire(self, root: Root[S, M], kernel: Kernel, depth: int, margin: float) -> None:
        """Searches with an aspiration window around the last value, opened on the side on which it fails."""
        assert root.value is not None
        low, high = root.value - margin, root.value + margin
        if not kernel.shapes.float_scores:
            low, high = math.floor(low), math.ceil(high)
        while True:
            kernel.search(root, depth, low, high)
            kernel.keep_order(root)
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
                root.tried = root.moves
            else:
                low = value
                kernel.keep_order(root)


def _window(goal: float, player: int, shapes: Shapes) -> tuple[float, float]:
    """The null window for the mover that decides if player 0 gets at least `goal`."""
    least: float = DECISIVE if goal == WIN else goal if shapes.float_scores else math.ceil(goal)
    below = math.nextafter(least, -math.inf) if shapes.float_scores else least - 1
    return (below, least) if player == 0 else (-least, -below)


_TO_THE_END: Final = Limits(depth=LONGEST_WIN)


def plan_of(variant: Variant, options: AlphaBetaOptions, algorithm: str) -> Plan:
    """The plan of an algorithm with these options, cached for each variant."""
    if callable(options.ordering):  # which need not be hashable, and is refused
        return _new_plan(variant, options, algorithm)
    key = options, algorithm
    if key not in variant.plans:
        variant.plans[key] = _new_plan(variant, options, algorithm)
    plan: Plan = variant.plans[key]
    return plan


def _new_plan(variant: Variant, options: AlphaBetaOptions, algorithm: str) -> Plan:
    check_chance(algorithm, variant.found)
    algorithm = _resolve(algorithm, options, "pvs" if variant.found.chances is None else "star1")
    is_plain, quiescence, floats = algorithm in PLAIN, variant.found.noisy_moves is not None, variant.shapes.float_scores
    if is_plain and quiescence:
        raise OptionError(f"{algorithm} does not search noisy_moves; take 'auto', or ignore={{'noisy_moves'}}")
    if algorithm == "mtdf" and floats:
        raise OptionError("mtdf needs whole numbers as scores, and this game has floats; take 'auto'")
    options = evolve(
        options,
        ordering="lazy_pick" if options.ordering is None else options.ordering,
        table=DEFAULT_TABLE if options.table == AUTO and not is_plain else options.table,
    )
    looks_far = variant.found.bounds is not None and not quiescence and not floats
    is_direct = looks_far and not options.exact_root and algorithm in ("pvs", "alphabeta", "mtdf")
    able = variant.found.evaluate is not None and quiescence and not is_plain and variant.found.chances is None
    if options.selective and not able:
        raise OptionError("selective goes by the game's evaluate and noisy_moves, and not both are there; leave out")

    def settings(*, solving: bool, selective: bool = False) -> bytes:
        flags = _flags(options, algorithm, variant.found, solving=solving, direct=solving and is_direct)
        return head(flags | selective * w.SELECTIVE, _ORDERINGS[str(options.ordering)], options)

    return Plan(
        algorithm=algorithm,
        options=options,
        is_plain=is_plain,
        table_bytes=0 if is_plain else _table_bytes(options.table, floats),
        searching=settings(solving=False),
        selecting=settings(solving=False, selective=able),
        solving=settings(solving=True),
        is_direct=is_direct,
    )


def _table_bytes(table: int | str | None, float_scores: bool) -> int:
    if table is None:
        return 0
    return table * (24 if float_scores else 16) if isinstance(table, int) else parse_size(table)


def _flags(options: AlphaBetaOptions, algorithm: str, found: Capabilities[Any, Any], *, solving: bool, direct: bool) -> int:
    """The switches of a search, as bits; `direct` if it solves by null windows.

    History changes the move order all the time, so that the table finds fewer of the positions. Null windows to the end of the
    game depend on the table.

    Source: nodes with history there as a multiple of those without: connect four's L1_R1 1.2, L2_R2 1.5, L1_R2 2.1, L1_R3 2.9;
    dots and boxes 3x3 1.5; reversi with 9 to 18 empty squares 0.94 to 0.97; Kalah (4,4) 1.7 with houses tried from the right, 0.6
    from the left. Without a table: connect four 0.97 to 1.1, Kalah 0.77, dots and boxes 0.88. Nodes with enhanced cutoffs there
    as a multiple of those without: L1_R1 0.93, L2_R2 0.87, L1_R2 0.84, L1_R3 0.77; dots and boxes 3x3 0.68, 2x5 0.40; Kalah (4,4)
    0.84.
    """
    switches = {
        w.USE_TABLE: options.table is not None and algorithm not in PLAIN,
        w.NULL_WINDOWS: algorithm in ("pvs", "mtdf"),
        w.HISTORY: not direct if options.history is None else options.history,
        w.ENHANCED_CUTOFFS: (direct if options.enhanced_cutoffs is None else options.enhanced_cutoffs)
        and algorithm not in FOR_CHANCE,
        w.EXACT_DEPTH: options.table_depth == "exact",
        w.EXACT_ROOT: options.exact_root,
        w.PRUNE: algorithm not in ("minimax", "expectimax"),
        w.STAR: algorithm in ("star1", "star2"),
        w.PROBE: algorithm == "star2",
    }
    for name, switch in w.SWITCHES.items():
        idle = (solving and name in _GUESSING) or (algorithm in FOR_CHANCE and name in _COUNTING)
        idle = idle or (name == "null_move" and found.null is None)
        switches[switch] = getattr(options, name) and not idle
    return sum(switch for switch, on in switches.items() if on)


def _resolve(algorithm: str, options: AlphaBetaOptions, best: str) -> str:
    changed = options.changed()
    if best in FOR_CHANCE and algorithm == AUTO:
        changed.pop("memory", None)  # which solving has a use for
    refuse_unused(changed, "compiled", "auto")
    if options.ordering is not None and options.ordering not in _ORDERINGS:
        raise OptionError(f"compiled games know the orderings {', '.join(_ORDERINGS)}, got {options.ordering!r}")
    algorithm = best if algorithm == AUTO else algorithm
    refuse_unused(changed, "compiled", algorithm)
    return algorithm
