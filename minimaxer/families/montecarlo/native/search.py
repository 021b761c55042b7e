"""Monte Carlo tree search of a compiled game. Trees read from files are checked, so that no kernel meets an impossible node."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, Generic, cast

from attrs import evolve

from ....base.scores import WIN, Payoffs, payoffs_of
from ....base.sizes import parse_size
from ....compiler.runtime.layout import Layout, flat
from ....errors import OptionError
from ....game.capability import Capabilities
from ....game.comparing import equal
from ....game.following import after, chances_of, check_moves, checked_player, final_outcome, is_chance, steps
from ....game.protocol import CHANCE, M, S, players_of
from ....native.base_search import NativeTier
from ....native.game import played
from ....native.runner import NO_LIMIT, Stopped
from ....searching.details import Statistics, alone
from ....searching.limits import Limits, StopReason
from ....searching.result import SearchResult
from ....searching.saved import Saved, SavedFile
from ....searching.setup import Setup
from ..options import MonteCarloDetails, MonteCarloOptions, PlayoutOptions, check_repetition
from ..visited import Quickest, Root, Visited, unvisited, written
from . import layout as w
from .kernel import Kernel, NodeFacts
from .team import TOO_SHORT, Team


def check_tree(kernel: Kernel, game: Any, found: Capabilities[Any, Any], layout: Layout, root: Any) -> None:
    """Raises ValueError unless links lead to distinct nodes, and moves, in that layout, are those that Python's rules give."""
    visits, links, words = kernel.column(w.VISITS), kernel.column(w.LINK), kernel.moves
    if min(visits) < 0 or max(visits) > w.VISITS_MASK:
        raise ValueError("expected numbers of visits")
    taken = bytearray(len(links))
    todo = [(0, root)]
    while todo:
        number, state = todo.pop()
        link = links[number]
        first, count = link >> w.FIRST_SHIFT, link >> w.COUNT_SHIFT & w.COUNT_MASK
        if not count:
            continue
        if first <= number or first + count > len(links) or any(taken[first : first + count]):
            raise ValueError("expected the children of a node behind it, each of one node alone")
        taken[first : first + count] = b"\1" * count
        moves = _moves(game, found, state)
        known = {tuple(layout.flatten(move)): move for move in moves}
        children = words[first : first + count]
        if len(moves) != count or sorted(known) != sorted(children):
            raise ValueError("expected the moves that the rules give")
        todo += [
            (first + place, game.play(state, known[move]))
            for place, move in enumerate(children)
            if links[first + place] >> w.COUNT_SHIFT & w.COUNT_MASK
        ]


def _moves(game: Any, found: Capabilities[Any, Any], state: Any) -> list[Any]:
    """The moves searched from a state, or its chance outcomes; empty where the game is over."""
    if game.outcome(state) is not None:
        return []
    if game.player(state) == CHANCE and found.chances is not None:
        return [move for move, _ in chances_of(game, state)]
    return list((found.search_moves or game.moves)(state))


_FIRST: Final = 1024
"""Simulations before the first result; each later result follows after twice the number of the one before."""


class NativeMonteCarlo(NativeTier[S, M, Kernel], Generic[S, M]):
    """The compiled tier of a Monte Carlo `Search`; raises OptionError if an option works on trees only, CompileError if the
    evaluation cannot be compiled.
    """

    algorithm = "montecarlo"
    deals: int | None = None
    """Number of deals of the hidden cards; None if nothing is hidden."""

    def __init__(self, setup: Setup[S, M]) -> None:
        super().__init__(setup, setup.evaluate)
        self._code = "montecarlo" if self.asked == 1 else "montecarlo_shared"
        self.options: Final = cast("PlayoutOptions", setup.options)
        self._players: Final = players_of(self.game.game)
        self._planted: S | None = None
        """The state at the tree's root."""

    def iterate(self, state: S | None, limits: Limits) -> Iterator[SearchResult[M]]:
        """Yields results after 1,024 simulations, after 2,048 and so on, and the last one."""
        for result in self._results(state, limits):
            yield result()

    def _results(self, state: S | None, limits: Limits) -> Iterator[Callable[[], SearchResult[M]]]:
        """Functions that give the results of `iterate`, since writing one takes as long as hundreds of simulations."""
        self._is_stopped = False
        kernel, compiled = self._ready()
        root = self._current(state)
        began = time.perf_counter()
        report = _Report(self, kernel, root, began, compiled)
        if (outcome := self._outcome(root)) is not None:
            yield partial(report.finished, outcome)
            return
        if self._planted is None or not equal(self._planted, root):
            kernel.forget()
        self._planted = root
        if self.options.repetition:
            layout = self._variant.shapes.state
            self._codes += [kernel.code(flat(layout, each)) for each in self._played[len(self._codes) :]]
            kernel.recall(self._codes)
        kernel.limit(limits, began)
        kernel.begin(self.options.settled(self.found), self.rng.getrandbits(62))
        self.pass_on_stop(kernel)
        most = limits.simulations or NO_LIMIT
        for simulations in _doubling(most):
            try:
                self._simulate(kernel, root, simulations)
            except Stopped as stopped:
                if stopped.fault:
                    kernel.forget()
                self.raise_fault(kernel, stopped)
                yield partial(report.result, stopped.reason)
                return
            if kernel.facts(0).is_proven:
                yield partial(report.result, StopReason.SOLVED)
                return
            yield partial(report.result, StopReason.DEPTH if simulations < most else StopReason.SIMULATIONS)

    def solve(self, state: S | None, limits: Limits) -> Iterator[SearchResult[M]]:
        """Simulates until the root is proven."""
        return self.iterate(state, evolve(limits, depth=None))

    def last(self, state: S | None, limits: Limits, *, solving: bool = False) -> SearchResult[M]:
        """The last result of `iterate` or `solve`."""
        (last,) = deque(self._results(state, evolve(limits, depth=None) if solving else limits), maxlen=1)
        return last()

    def close(self) -> None:
        """Frees the tree's memory and the threads."""
        super().close()
        self._planted = None

    def advance(self, move: M) -> S:
        """Plays a move, and keeps the tree below it."""
        before = self._current(None)
        state = after(self.game, before, move)
        kernel = self._kernel
        if kernel is not None and self._planted is not None and equal(self._planted, before):
            wanted = tuple(self._variant.shapes.move.flatten(move))
            child = next((each for each in kernel.children(0) if each.move == wanted), None)
            if child is not None and child.is_proven and not child.has_children:
                child = None  # over, or a draw by repetition on the way here: from here on the game is played
            self._planted = None if child is None else state
            if child is not None:
                kernel.keep(child.number)
        if self.options.repetition:
            self._played.append(before)
        self._state = state
        return state

    def saved(self) -> Saved:
        """The state of the search, with its tree."""
        layout, kernel, planted = self._variant.shapes.state, self._kernel, self._planted
        facts = {
            "digest": self._variant.identity,
            "random": self.rng.getstate(),
            "state": None if self._state is None else layout.flatten(self._state),
            "planted": None if planted is None else layout.flatten(planted),
            "played": [layout.flatten(each) for each in self._played],
        }
        if kernel is None or planted is None:
            return Saved({**facts, "planted": None})
        return Saved({**facts, "noted": kernel.noted}, kernel.parts)

    def restore(self, saved: SavedFile) -> None:
        """Restores a search from a file that this version wrote for the same game with the same options."""
        self._take_up(saved)
        facts = saved.facts
        if facts["planted"] is None:
            return
        planted = self._variant.shapes.state.read(facts["planted"])
        kernel, _ = self._ready()
        try:
            kernel.take(facts["noted"], saved.read_into)
            check_tree(kernel, self.game.game, self.found, self._variant.shapes.move, planted)
        except BaseException:
            self.close()
            raise
        self._planted = planted

    def _make_kernel(self) -> Kernel:
        options = cast("MonteCarloOptions", self.options)
        needs = {w.PRIORS: options.follows_priors(self.found), w.ESTIMATES: options.backs_up(self.found, self._players)}
        beside = tuple(place for place, is_needed in needs.items() if is_needed)
        parts = self._machine(), self._variant.shapes, self._players, parse_size(options.memory)
        return Kernel(*parts, beside=beside) if self.asked == 1 else Team(*parts, beside=beside, workers=self.asked)

    def _outcome(self, root: S) -> float | Payoffs | None:
        return final_outcome(self.game.game, self.found, root)

    def _simulate(self, kernel: Kernel, root: S, simulations: int) -> None:
        kernel.simulate(flat(self._variant.shapes.state, root), simulations)

    def root(self, kernel: Kernel, state: S) -> Root[M]:
        """The root of the tree with its moves, as `written` needs it."""
        player, facts = self._mover(state), kernel.facts(0)
        return Root(
            player=player,
            players=self._players,
            moves=self._root_moves(kernel, state, player),
            visits=facts.visits,
            payoffs=facts.payoffs or (0.0,) * self._players,
            is_proven=facts.is_proven,
            spread=kernel.spread,
            only_wins=kernel.words[w.MARGINS] == 0,
            view=self.shown(state),
        )

    def _mover(self, root: S) -> int:
        return checked_player(self.game.player(root), root, players=self._players, chance=self.found.chances is not None)

    def _root_moves(self, kernel: Kernel, state: S, player: int) -> list[Visited[M]]:
        """The moves of the root, where that player moves."""
        game, layout = self.game.game, self._variant.shapes.move
        known = {each.move: each for each in kernel.children(0)}
        by_chance = chances_of(game, state) if player == CHANCE else ()
        chances = {tuple(layout.flatten(move)): probability for move, probability in by_chance}
        favourite, lasted = kernel.favourite(0), map(kernel.lasted, range(len(known)))
        moves = [
            self._visited(kernel, state, each, plies, sure=each.is_proven or each.number == favourite)
            for each, plies in zip(known.values(), lasted, strict=True)
        ]
        if not moves:
            moves = [unvisited(move) for move in steps(game, state)]
        check_moves([each.move for each in moves], state)
        if chances:
            moves = [evolve(each, probability=chances.get(tuple(layout.flatten(each.move)))) for each in moves]
        return moves

    def _visited(self, kernel: Kernel, state: S, each: NodeFacts, lasted: float, *, sure: bool) -> Visited[M]:
        """A root move with its statistics and line; Python's rules check the whole line if `sure`, else its first move alone."""
        layout = self._variant.shapes.move
        if self.found.chances is not None:
            pv = tuple(self._up_to_chance(kernel, state, each))
        else:
            line = [each.move, *(node.move for node in kernel.favourites(each.number))]
            checked = played(self.game.game, layout, state, line if sure else line[:1])
            pv = (*checked, *map(layout.rebuild, line[len(checked) :]))
        return Visited(
            move=pv[0],
            visits=each.visits,
            payoffs=each.payoffs,
            is_proven=each.is_proven,
            pv=pv,
            plies=each.plies + 1,
            lasted=lasted,
        )

    def _up_to_chance(self, kernel: Kernel, state: S, each: NodeFacts) -> Iterator[M]:
        """The moves of a line, up to where chance decides."""
        game, place = self.game.game, state
        for node in (each, *kernel.favourites(each.number)):
            if node is not each and is_chance(game, place):
                return
            (move,) = played(game, self._variant.shapes.move, place, [node.move])
            yield move
            place = game.play(place, move)


def _doubling(most: int) -> Iterator[int]:
    """Numbers of simulations after which to give a result: each twice the one before, up to `most`."""
    simulations = _FIRST
    while simulations < most:
        yield simulations
        simulations *= 2
    yield most


class _Report(Generic[S, M]):
    def __init__(self, search: NativeMonteCarlo[S, M], kernel: Kernel, state: S, began: float, compile_seconds: float) -> None:
        self._search: Final = search
        self._kernel: Final = kernel
        self._state: Final = state
        self._began: Final = began
        self._compile_seconds: Final = compile_seconds
        self._made: Final = kernel.words[w.USED]

    def finished(self, outcome: float | Payoffs) -> SearchResult[M]:
        """The result if the game is already over."""
        search, state = self._search, self._state
        players = players_of(search.game.game)
        payoffs = payoffs_of(outcome, players)
        root: Root[M] = Root(
            player=0,
            players=players,
            moves=(),
            visits=0,
            payoffs=payoffs,
            is_proven=True,
            spread=(min(payoffs), max(payoffs)),
            only_wins=abs(payoffs[0]) in (0, WIN),
            view=search.shown(state),
        )
        return self._written(root, StopReason.FINISHED, 0)

    def result(self, stop: StopReason) -> SearchResult[M]:
        """The current result."""
        return self._written(self._search.root(self._kernel, self._state), stop, self._kernel.nodes())

    def _written(self, root: Root[M], stop: StopReason, nodes: int) -> SearchResult[M]:
        search, words = self._search, self._kernel.words
        over = stop is StopReason.FINISHED
        done = 0 if over else words[w.DONE]
        workers = alone(search.asked, 0, TOO_SHORT) if over and search.asked > 1 else self._kernel.workers()
        statistics = Statistics(
            nodes=nodes,
            created=max(0, words[w.USED] - self._made),
            seconds=time.perf_counter() - self._began,
            compile_seconds=self._compile_seconds,
            workers=workers,
        )
        details = MonteCarloDetails(
            simulations=done,
            visits=root.visits,
            playout_plies=words[w.PLAYOUT_PLIES] / max(1, words[w.PLAYOUTS]),
            longest=words[w.LONGEST] if done else 0,
            memory_full=self._kernel.full,
            deals=search.deals,
        )
        given = root, search.options, search.rng, Quickest(search.game.game, search.found, self._state, self._kernel.must_stop)
        return written(*given, engine=f"compiled/{search.algorithm}", stop=stop, statistics=statistics, details=details)


def create(setup: Setup[S, M]) -> NativeMonteCarlo[S, M]:
    """Makes a Monte Carlo search of a compiled game; raises as `NativeMonteCarlo` does, and OptionError if repetitions are draws
    and there are more than two players.
    """
    if callable(cast("MonteCarloOptions", setup.options).selection):
        raise OptionError("a selection of your own is for trees; leave selection out, or give the game that is not compiled")
    check_repetition(setup)
    return NativeMonteCarlo(setup)
