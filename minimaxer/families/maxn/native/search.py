"""Max^n on a compiled game: deepening in Python, each depth one call of the kernel."""

from __future__ import annotations

import struct
import time
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Final, Generic, cast

from attrs import define, evolve

from ....base.scores import LONGEST_WIN, Bound, Payoffs, checked_weights
from ....compiler.runtime import header as h
from ....compiler.runtime.layout import Words, flat
from ....compiler.runtime.machine import Machine
from ....game.dealing import shuffle
from ....game.following import (
    chances_of,
    check_moves,
    checked_player,
    final_outcome,
    listed_moves,
    payoffs_of,
    static_value,
    stuck_outcome,
)
from ....game.protocol import CHANCE, M, S
from ....native.base_search import NativeTier
from ....native.game import played, raise_fault
from ....native.runner import Runner, Stopped
from ....native.shapes import Shapes
from ....searching.details import NO_DETAILS, Statistics, alone
from ....searching.limits import Limits, StopReason
from ....searching.mover import choose
from ....searching.options import AlphaBetaOptions, refuse_unused
from ....searching.result import RootMove, SearchResult
from ....searching.setup import Setup
from ....searching.validators import MAXN_ALONE
from . import layout as w


class Kernel(Runner):
    """The kernel of max^n and its memory, kept from search to search; arguments as in `Runner`."""

    def __init__(self, machine: Machine, shapes: Shapes, players: int) -> None:
        width = shapes.move.words
        super().__init__(machine, shapes, w.size(width))
        self._players: Final = players
        self._width: Final = width
        self._row: Final = struct.Struct(f"<{players}{'d' if shapes.float_scores else 'q'}")

    def search(self, state: bytes, moves: Sequence[Words], first: int, depth: int, *, exact_root: bool) -> None:
        """Searches to `depth` plies, from 1; `best`, `payoffs`, `known` and `line` hold the result. Raises Stopped at a limit.

        `moves` are in the order by which ties are broken, the number `first` is tried first; or they are the outcomes of chance.
        `exact_root` is True to find the exact payoffs of every move.
        """
        words = self.words
        words[h.DEPTH], words[h.FLAGS] = depth, w.EXACT_ROOT if exact_root else 0
        words[w.HORIZON], words[w.ROOT_COUNT], words[w.FIRST], words[w.ROOT_BEST] = 0, len(moves), first, -1
        for place in range(len(moves)):
            words[w.ROOT_KNOWN + place] = w.NOT_SEARCHED
        self.put(h.STATE, state)
        self._memory.write(w.MOVES, [word for move in moves for word in move])
        self.run()

    @property
    def best(self) -> int:
        """The number of the best move searched; below 0 if there is none."""
        return self.words[w.ROOT_BEST]

    @property
    def saw_the_end(self) -> bool:
        """True if the payoffs hold at every depth."""
        return self.words[w.HORIZON] == 0

    def payoffs(self) -> Payoffs:
        """The payoffs of the position."""
        return self._payoffs_at(w.ROWS)

    def known(self, count: int) -> list[tuple[int, Payoffs]]:
        """The state of knowledge and the payoffs of each of the first `count` root moves."""
        kinds = self.words[w.ROOT_KNOWN : w.ROOT_KNOWN + count].tolist()
        return [(kind, self._payoffs_at(w.ROOT_ROWS + number * self._players)) for number, kind in enumerate(kinds)]

    def line(self) -> list[Words]:
        """The moves of the principal variation, as words."""
        width, first = self._width, w.lines(self._width)
        words = self.words[first : first + self.words[w.LENGTHS] * width].tolist()
        return [tuple(words[place : place + width]) for place in range(0, len(words), width)] if width else []

    def _payoffs_at(self, place: int) -> Payoffs:
        return self._row.unpack_from(self._bytes, 8 * place)


_BOUNDS: Final = {w.EXACT: Bound.EXACT, w.NO_BETTER: Bound.UPPER}


@define
class _Known:
    payoffs: Payoffs
    kind: int
    depth: int


class _Root(Generic[S, M]):
    """The root of a search, with the results of the depths searched so far.

    Attributes:
        player: Its mover, or `CHANCE`.
        moves: Its moves, in the order by which ties are broken; or the outcomes of chance. `words` are these as words in memory.
        chances: The probability of each, if chance decides.
        payoffs: The payoffs at the last finished depth; `best`, the number of a move, and `line` are also of that depth.
        known: The payoffs known of each move searched, by number.
    """

    def __init__(self, state: S) -> None:
        self.state: Final = state
        self.player = 0
        self.moves: list[M] = []
        self.chances: list[float] = []
        self.words: list[Words] = []
        self.payoffs: Payoffs | None = None
        self.best = 0
        self.line: list[Words] = []
        self.known: dict[int, _Known] = {}


class NativeMaxN(NativeTier[S, M, Kernel], Generic[S, M]):
    """The compiled tier of a `Search` of a game for three or more players; raises OptionError if max^n does not support the
    options, CompileError if the evaluation cannot be compiled.
    """

    _code = "maxn"

    def __init__(self, setup: Setup[S, M]) -> None:
        for algorithm in ("auto", "maxn"):
            refuse_unused(setup.options.changed(), "compiled", algorithm)
        super().__init__(setup, setup.evaluate)
        self.algorithm: Final = "maxn"
        self.options: Final[AlphaBetaOptions] = evolve(setup.alphabeta, table=None)
        self.scale: Final = payoffs_of(self.game.game)

    def iterate(self, state: S | None, limits: Limits) -> Iterator[SearchResult[M]]:
        """Searches depth by depth; yields a result after each, and one more if a limit ends a depth early."""
        self._is_stopped = False
        kernel, compiled = self._ready()
        began = time.perf_counter()
        kernel.limit(limits, began)
        kernel.words[h.NODES] = 0
        root = self._root(self._current(state))
        report = _Report(self, root, kernel, began, compiled)
        if (over := self._outcome(root)) is not None:
            yield report.result(None, over, 0, StopReason.FINISHED, solved=True)
            return
        self.pass_on_stop(kernel)
        state_words = flat(self._variant.shapes.state, root.state)
        last = LONGEST_WIN if limits.depth is None else limits.depth
        for depth in range(1 if self.options.deepening else last, last + 1):
            try:
                kernel.search(state_words, root.words, root.best, depth, exact_root=self.options.exact_root)
            except Stopped as stopped:
                self.raise_fault(kernel, stopped)
                yield report.stopped(depth, stopped.reason)
                return
            solved = kernel.saw_the_end
            yield report.finished(depth, solved=solved)
            if solved:
                return

    def solve(self, state: S | None, limits: Limits) -> Iterator[SearchResult[M]]:
        """Searches with increasing depth until the payoffs cannot change."""
        return self.iterate(state, evolve(limits, depth=LONGEST_WIN))

    def _make_kernel(self) -> Kernel:
        return Kernel(self._machine(), self._variant.shapes, self.scale.players)

    def _root(self, state: S) -> _Root[S, M]:
        """Makes the root with its moves, by descending weight, with ties in the game's order."""
        root: _Root[S, M] = _Root(state)
        game, found = self.game.game, self.found
        if game.outcome(state) is not None:
            return root
        root.player = checked_player(game.player(state), state, players=self.scale.players, chance=found.chances is not None)
        if root.player == CHANCE:
            pairs = list(chances_of(game, state))
            root.moves, root.chances = [move for move, _ in pairs], [chance for _, chance in pairs]
        else:
            name = "moves" if found.search_moves is None else "search_moves"
            root.moves = listed_moves((found.search_moves or game.moves)(state), name, state)
            if self.options.shuffle:
                root.moves = list(shuffle(root.moves, self.rng))
            if found.order is not None:
                order = found.order
                weights = checked_weights([order(state, move) for move in root.moves], state)
                ranks = sorted(range(len(weights)), key=lambda place: -weights[place])
                root.moves = [root.moves[place] for place in ranks]
        if len(root.moves) > w.MOST_MOVES:
            raise_fault(game, found, h.MANY_MOVES, state)
        root.words = [tuple(self._variant.shapes.move.flatten(move)) for move in root.moves]
        return root

    def _outcome(self, root: _Root[S, M]) -> Payoffs | None:
        if (outcome := self.game.game.outcome(root.state)) is not None:
            return self.scale.outcome(outcome, root.state)
        return None if root.moves else cast("Payoffs", stuck_outcome(self.found, root.state, "moves", self.scale))

    def moves_of(self, root: _Root[S, M], line: Sequence[Words]) -> tuple[M, ...]:
        """The moves of a line from the root."""
        return tuple(played(self.game.game, self._variant.shapes.move, root.state, line))

    def chosen(self, root: _Root[S, M]) -> int:
        """The number of the move to play."""
        if self.options.choice == "best":
            return root.best
        items = [(number, known.payoffs[root.player]) for number, known in root.known.items()]
        items.sort(key=lambda item: item[1], reverse=True)
        return choose(items, self.options, self.rng)


class _Report(Generic[S, M]):
    def __init__(self, search: NativeMaxN[S, M], root: _Root[S, M], kernel: Kernel, began: float, compile_seconds: float) -> None:
        self._search: Final = search
        self._root: Final = root
        self._kernel: Final = kernel
        self._began: Final = began
        self._compile_seconds: Final = compile_seconds
        self._depth = 0

    def finished(self, depth: int, *, solved: bool) -> SearchResult[M]:
        """The result of a finished depth."""
        root, kernel = self._root, self._kernel
        root.payoffs, root.line = kernel.payoffs(), kernel.line()
        self._depth = depth
        self._take(depth)
        stop = StopReason.SOLVED if solved else StopReason.DEPTH
        if root.player == CHANCE:
            return self.result(None, root.payoffs, depth, stop, solved=solved)
        root.best = kernel.best
        number = self._search.chosen(root)
        line, payoffs = root.line if number == root.best else [root.words[number]], root.known[number].payoffs
        return self.result(line, payoffs, depth, stop, solved=solved and payoffs[root.player] == root.payoffs[root.player])

    def stopped(self, depth: int, stop: StopReason) -> SearchResult[M]:
        """The result after a limit ended a depth early: the last one, or a move that has turned out better."""
        root, kernel = self._root, self._kernel
        best = kernel.best
        if root.payoffs is None:
            line = None if root.player == CHANCE else [root.words[max(best, 0)]]
            return self.result(line, static_value(self._search.found, self._search.scale, root.state), 0, stop)
        if best >= 0 and best != root.best and root.player != CHANCE:
            line = kernel.line()
            self._take(depth)
            return self.result(line, root.known[best].payoffs, self._depth, stop, bound=Bound.LOWER)
        return self.result(None if root.player == CHANCE else root.line, root.payoffs, self._depth, stop)

    def _take(self, depth: int) -> None:
        """Stores the payoffs of the root moves that were searched."""
        for number, (kind, payoffs) in enumerate(self._kernel.known(len(self._root.moves))):
            if kind != w.NOT_SEARCHED:
                self._root.known[number] = _Known(payoffs, kind, depth)

    def result(
        self,
        line: list[Words] | None,
        payoffs: Payoffs,
        depth: int,
        stop: StopReason,
        *,
        bound: Bound = Bound.EXACT,
        solved: bool = False,
    ) -> SearchResult[M]:
        """Writes a result."""
        search, root = self._search, self._root
        pv: tuple[M, ...] = () if line is None else search.moves_of(root, line)
        state = reduce(search.game.play, pv, root.state)
        nodes = self._kernel.nodes() if stop is not StopReason.FINISHED else 0
        return SearchResult(
            value=payoffs[0],
            payoffs=payoffs,
            players=search.scale.players,
            meaning="payoffs",
            bound=bound,
            pv=pv,
            depth=depth,
            stop=stop,
            moves=() if stop is StopReason.FINISHED else self._rows(line, pv),
            solved=solved,
            finished=final_outcome(search.game, search.found, state) == payoffs,
            engine="compiled/maxn",
            statistics=Statistics(
                nodes=nodes,
                created=nodes,
                seconds=time.perf_counter() - self._began,
                compile_seconds=self._compile_seconds,
                workers=alone(search.asked, nodes, MAXN_ALONE) if search.asked > 1 else None,
            ),
            details=NO_DETAILS,
            view=search.shown(root.state),
        )

    def _rows(self, line: list[Words] | None, pv: tuple[M, ...]) -> tuple[RootMove[M], ...]:
        root = self._root
        numbers = list(range(len(root.moves)))
        if root.player != CHANCE:
            numbers.sort(key=lambda number: self._rank(number, line), reverse=True)
        check_moves(root.moves, root.state)
        return tuple(self._row(number, line, pv) for number in numbers)

    def _rank(self, number: int, line: list[Words] | None) -> tuple[float, ...]:
        root, known = self._root, self._root.known.get(number)
        if known is None:
            return (0, 0, 0, 0, -number)
        is_best = line is not None and root.words[number] == line[0]
        return (is_best, known.kind, known.depth, known.payoffs[root.player], -number)

    def _row(self, number: int, line: list[Words] | None, pv: tuple[M, ...]) -> RootMove[M]:
        root, known = self._root, self._root.known.get(number)
        move = root.moves[number]
        is_exact = known is not None and known.kind == w.EXACT
        return RootMove(
            move=move,
            value=known.payoffs[0] if known is not None and is_exact else None,
            payoffs=known.payoffs if known is not None and is_exact else None,
            bound=None if known is None else _BOUNDS[known.kind],
            depth=0 if known is None else known.depth,
            pv=pv if line is not None and root.words[number] == line[0] else (move,),
            meaning="payoffs",
            players=self._search.scale.players,
            probability=root.chances[number] if root.player == CHANCE else None,
        )


create: Final = NativeMaxN
"""The family's only search in this tier."""
