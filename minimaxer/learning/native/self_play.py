"""Threads on which a network plays a compiled game against itself by searches, and what it learns from these games.

Source: R. Sutton, "Learning to Predict by the Methods of Temporal Differences", 1988, for values mixed from all that follows.
Traces are cut at random moves.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any, Final

from ...compiler.runtime import header as h
from ...compiler.runtime.intrinsics import bits_of
from ...compiler.runtime.layout import flat
from ...compiler.runtime.memory import Memory
from ...families.alphabeta.native import layout as a
from ...families.alphabeta.native.kernel import Kernel
from ...families.alphabeta.native.native_search import plan_of
from ...families.alphabeta.native.native_table import NativeTable
from ...native.game import CompiledGame
from ...native.runner import Runner
from ...native.variant import Variant
from ...searching.limits import Limits
from ...searching.options import AUTO, AlphaBetaOptions
from ..evaluation import LearntEvaluation
from ..learner import blank, codes_of, learnt_by, team_of
from ..network import fitted, packed, shares
from ..result import Lesson, NetworkOptions, TrainingOptions
from . import layout as w
from .team import coding, together

if TYPE_CHECKING:
    import numpy as np
else:
    try:
        import numpy as np
    except ImportError:  # which is said before a team is made
        np = None

_TASK: Final = 20
"""Most games that a thread begins at once."""
_TABLE: Final = "256KB"
"""Searches are small, and the table is cleared for each game."""
_PLAYING: Final = 0.7
"""The share of the time given that is spent on games; the rest is for learning from them."""
_FIRST_JUDGE: Final = 0.5
"""The share of the first round that patterns have, which judge its games.

Source: breakthrough, 60 games at 20 ms a move against patterns of 3 minutes, after 5 minutes: +12 ± 83 Elo; where the evaluation
that compiled rules learn at once was the judge, -585 ± 156 (3,000 nodes a move).
"""
_JUDGE_GAMES: Final = 10
"""Games that they learn from, as a multiple of those of the first round."""


class NetworkTeam:
    """Threads that play games of a network against itself, and what it has learnt from them; `games` were played before."""

    def __init__(
        self, game: CompiledGame[Any, Any], network: LearntEvaluation, options: NetworkOptions, games: int, threads: int
    ) -> None:
        self.network = network
        """The network as learnt so far."""
        self.games = 0
        """Games learnt from since `teach` was called last."""
        self._game: Final = game
        self._options: Final = options
        self._before = games
        self._threads: Final = threads
        self._codes: Final = codes_of(network)
        self._coding: Final = coding(game, self._codes)
        self._positions = self._none = packed(network, np.zeros((0, len(network.patterns)), "i8"), *np.zeros((3, 0)))

    def teach(self, *, games: int | None = None, seconds: float | None = None) -> Lesson:
        """As of `TrainingTeam`; the time is about `seconds`."""
        self.games = 0
        judge = self.network
        if not any(judge.numbers[-judge.scale.movers * (judge.width + 1) :]):
            judge = self._first(games, seconds)
            seconds = None if seconds is None else (1.0 - _FIRST_JUDGE) * seconds
        variant = self._game.variant(evaluate=judge)
        variant.machine("self_play"), self._coding.machine("codes")  # compiled before the clock runs
        began, span = time.perf_counter(), None if seconds is None else _PLAYING * seconds
        tasks = count(0, _TASK) if games is None else iter(range(0, games, _TASK))
        players = list[_Player]()
        try:
            for _ in range(self._threads):
                players.append(_Player(variant, self._coding, self.network, self._codes, self._options, self._before))
                players[-1].kernel.limit(Limits(seconds=span), began)
            together(
                {each.kernel: partial(each.play, tasks, games) for each in players}, math.inf if span is None else began + span
            )
            if not any(player.games for player in players):  # one game has to be played, however long it takes
                players[0].kernel.limit(Limits(), began)
                together({players[0].kernel: partial(players[0].play, iter([0]), 1)}, math.inf)
        finally:
            for player in players:
                player.close()
        played = sum(player.games for player in players)
        new = np.concatenate([self._none, *(part for player in players for part in player.found)])
        new = new[np.argsort(new["game"], kind="stable")]
        self._positions = np.concatenate([self._positions, new])[-self._options.positions :]
        seed = Random(f"learning {self._options.seed} {self._before + played}").getrandbits(32)
        seen = self._options.passes * len(new)
        self.network, wrong = fitted(self.network, self._positions, seen, seed, math.inf if seconds is None else began + seconds)
        self.games, self._before = played, self._before + played
        return Lesson(games=played, positions=len(self._positions), error=wrong)

    def _first(self, games: int | None, seconds: float | None) -> LearntEvaluation:
        """Patterns that judge the first games: they learn from many more games in the time, and need no judge."""
        options = TrainingOptions(symmetries=self._options.symmetries, seed=self._options.seed)
        learnt = blank(self._game.game, options)
        threads = self._threads if games is None else 1  # which gives the same each time
        with closing(team_of(self._game, learnt, options, threads, options.seed)) as team:
            team.teach(games=games and _JUDGE_GAMES * games, seconds=seconds and _FIRST_JUDGE * seconds)
            return learnt_by(team, learnt)

    def close(self) -> None:
        """Does nothing: each round's threads have ended with it."""


class _Player:
    """A thread that plays games by the kernel, and keeps what it `found`; `before` is the number of its first game."""

    def __init__(
        self,
        variant: Variant,
        coding: Variant,
        network: LearntEvaluation,
        codes: Callable[[Any], Any],
        options: NetworkOptions,
        before: int,
    ) -> None:
        self.games = 0
        """Games played."""
        self.found: Final[list[Any]] = []
        self._network: Final = network
        self._codes: Final = codes
        self._trace: Final = options.trace
        self._before: Final = before
        self._shapes: Final = variant.shapes
        plan = plan_of(variant, AlphaBetaOptions(table=_TABLE), AUTO)
        self._table: Final = NativeTable(plan.table_bytes, float_scores=self._shapes.float_scores)
        self.kernel: Final = Kernel(variant.machine("self_play"), self._shapes, self._table)
        self.kernel.begin(Limits(), 0.0, plan.selecting)
        self.kernel.put(h.STATE, flat(self._shapes.state, variant.game.initial()))
        self._coder: Final = Runner(coding.machine("codes"), coding.shapes)
        self._width: Final = w.ROW_STATE + self._shapes.state.words
        self.record: Final = Memory(8 * (w.RECORD_HEAD + w.MOST_ROWS * self._width))
        self._coded: Final = Memory(8 * w.MOST_ROWS * len(network.patterns))
        self.kernel.words[a.RECORD] = self._coder.words[w.RECORDED] = self.record.address
        self._coder.words[w.CODED] = self._coded.address
        words = self.record.words
        words[w.SEED] = Random(f"network {options.seed} {before}").getrandbits(62)
        words[w.NODES], words[w.MOST_OPENING], words[w.EXPLORING] = options.nodes, options.opening, bits_of(options.explore)

    def play(self, tasks: Iterator[int], games: int | None) -> None:
        """Plays games while there are tasks, the numbers of the first game of each; raises Stopped if it ended early."""
        words = self.record.words
        for first in tasks:
            words[w.FIRST_GAME], words[w.PLAYED] = first, 0
            words[w.TO_PLAY] = _TASK if games is None else min(_TASK, games - first)
            try:
                while words[w.PLAYED] < words[w.TO_PLAY]:
                    words[w.ROWS] = 0
                    try:
                        self.kernel.run()
                    finally:
                        self._keep(words[w.ROWS])
            finally:
                self.games += words[w.PLAYED]

    def _keep(self, count: int) -> None:
        """Keeps the positions of the rows."""
        network, shapes = self._network, self._shapes
        rows = _read(self.record, w.RECORD_HEAD, count, self._width)
        scores = rows[:, [w.ROW_VALUE, w.ROW_RESULT]]
        values, results = shares(network.scale, scores.view("f8") if shapes.float_scores else scores).T
        if self._coder.shapes.state == shapes.state:
            self._coder.call_here()
            codes = _read(self._coded, 0, count, len(network.patterns))
        else:  # other methods made the compiler lay out states in another way
            found = [self._codes(shapes.state.rebuild(row)) for row in rows[:, w.ROW_STATE :].tolist()]
            codes = np.array(found, "i8").reshape(count, len(network.patterns))
        games, cuts = rows[:, w.ROW_GAME].tolist(), rows[:, w.ROW_CUT].tolist()
        wanted, results = values.tolist(), results.tolist()
        for place in range(count - 1, -1, -1):
            if not cuts[place]:
                is_last = place == count - 1 or games[place + 1] != games[place]
                later = results[place] if is_last else wanted[place + 1]
                wanted[place] += self._trace * (later - wanted[place])
        self.found.append(packed(network, codes, rows[:, w.ROW_MOVER], self._before + rows[:, w.ROW_GAME], wanted))

    def close(self) -> None:
        """Ends the threads and frees the memory."""
        for part in (self.kernel, self._table, self._coder, self.record, self._coded):
            part.close()


def _read(memory: Memory, place: int, rows: int, width: int) -> Any:
    """Rows of words, from a place on; copied, since memory can only be freed once nobody looks at it."""
    return np.frombuffer(memory.bytes, "i8", rows * width, 8 * place).reshape(rows, width).copy()
