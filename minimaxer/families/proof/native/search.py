"""Proof-number search of a compiled game."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Final, Generic, cast

from ....base.sizes import parse_size
from ....compiler.runtime.layout import flat
from ....game.following import checked_player, final_outcome
from ....game.protocol import M, S, players_of
from ....native.base_search import NativeTier
from ....native.original import played
from ....native.runner import Stopped
from ....searching.limits import Limits, StopReason
from ....searching.result import SearchResult
from ....searching.schemes import PROOF_ALONE
from ....searching.setup import Setup
from ....searching.statistics import Statistics, alone
from ..options import ProofOptions, check_proof
from ..proven import Candidate, Case, details_of, finished, opening_questions, written
from . import layout as w
from .kernel import Kernel, Row

_LONGEST_LINE: Final = 10_000
"""Maximum length of a reported line, in plies."""


class NativeProof(NativeTier[S, M, Kernel], Generic[S, M]):
    """The compiled tier of a `Search` for proofs; raises OptionError if the game has chance or an evaluation is given,
    CompileError if it cannot be compiled.
    """

    algorithm: Final = "proof"
    _code = "proof"

    def __init__(self, setup: Setup[S, M]) -> None:
        super().__init__(setup, None)
        self.options: Final = cast("ProofOptions", setup.options)
        check_proof(setup, self.found)

    def iterate(self, state: S | None, limits: Limits) -> Iterator[SearchResult[M]]:
        """Yields a result after each question, and a last one if a limit leaves a question open."""
        self._is_stopped = False
        kernel, compiled = self._ready()
        root = self._current(state)
        yield from _ProofRun(self, kernel, root, time.perf_counter(), compiled).results(limits)

    def _make_kernel(self) -> Kernel:
        has_margins = self._variant.found.has_margins
        return Kernel(self._machine(), self._variant.shapes, parse_size(self.options.memory), has_margins=has_margins)


class _ProofRun(Generic[S, M]):
    def __init__(self, search: NativeProof[S, M], kernel: Kernel, root: S, began: float, compile_seconds: float) -> None:
        self._search: Final = search
        self._kernel: Final = kernel
        self._game: Final = search.game.game
        self._shapes: Final = kernel.shapes
        self._root: Final = root
        self._began: Final = began
        self._compile_seconds: Final = compile_seconds

    def results(self, limits: Limits) -> Iterator[SearchResult[M]]:
        """Yields a result after each question, and a last one if a limit leaves a question open."""
        search, kernel, root, game = self._search, self._kernel, self._root, self._game
        view, players = search.shown(root), players_of(game)
        outcome = final_outcome(game, search.found, root)
        if outcome is not None:
            yield self._written(finished(outcome, players, view), StopReason.FINISHED)
            return
        player = checked_player(game.player(root), root, players=players)
        moves = (search.found.search_moves or game.moves)(root)
        questions = opening_questions(game, search.found, root, search.options.goal)
        case = Case(player, players, [Candidate(move) for move in moves], questions, view)
        kernel.limit(limits, self._began)
        kernel.begin(epsilon=search.options.epsilon, mobility=search.options.mobility)
        search.pass_on_stop(kernel)
        stop = StopReason.DEPTH
        while stop is StopReason.DEPTH:
            if not questions.is_done:
                stop = self._ask(case)
            if stop is StopReason.DEPTH and questions.is_done:
                stop = StopReason.SOLVED
            yield self._written(case, stop)

    def _ask(self, case: Case[M]) -> StopReason:
        """Asks the next question; gives the reason why its search ended."""
        kernel, goal = self._kernel, case.questions.next()
        stop = StopReason.DEPTH
        try:
            kernel.ask(self._flat(self._root), goal)
        except Stopped as stopped:
            self._search.raise_fault(kernel, stopped)
            stop = stopped.reason
        answer, rows = kernel.answer(goal), {row.move: row for row in kernel.rows()}
        for each in case.candidates:
            row = rows.get(tuple(self._shapes.move.flatten(each.move)))
            each.proof, each.disproof = (1, 1) if row is None else (row.proof, row.disproof)
        case.note(goal, answer)
        if case.suits_mover:
            case.line, case.end = self._line(goal, proven=case.player == 0)
        elif not case.line or answer.proven is None:
            case.line, case.end = (case.favourite.move,), None
            if answer.proven is not None:
                case.line, case.end = self._line(goal, proven=answer.proven)
        return stop

    def _line(self, goal: float, *, proven: bool) -> tuple[tuple[M, ...], Any]:
        """The line that shows an answer, as far as the table knows it, and the outcome if it ends the game, else None."""
        game, kernel, state, seen = self._game, self._kernel, self._root, set()
        line: list[M] = []
        while len(line) < _LONGEST_LINE:
            words = self._flat(state)
            if game.outcome(state) is not None:
                break
            if words in seen:  # play goes round
                break
            seen.add(words)
            if not kernel.look(words, goal):
                break
            row = _next(kernel.rows(), is_prover=(game.player(state) == 0) is proven, proven=proven)
            if row is None:
                break
            (move,) = played(game, self._shapes.move, state, [row.move])
            line.append(move)
            state = game.play(state, move)
        return tuple(line), final_outcome(game, self._search.found, state)

    def _flat(self, state: S) -> bytes:
        return flat(self._shapes.state, state)

    def _written(self, case: Case[M], stop: StopReason) -> SearchResult[M]:
        words, asked, nodes = self._kernel.words, self._search.asked, self._kernel.nodes()
        is_over = stop is StopReason.FINISHED
        statistics = Statistics(
            nodes=0 if is_over else nodes,
            created=0 if is_over else words[w.NEW],
            seconds=time.perf_counter() - self._began,
            compile_seconds=self._compile_seconds,
            workers=None if asked == 1 else alone(asked, 0 if is_over else nodes, PROOF_ALONE),
        )
        searched = (0, 0) if is_over else (words[w.EXPANDED], words[w.LONGEST])
        details = details_of(case, *searched, table_full=self._kernel.full)
        return written(case, stop=stop, engine="compiled/proof", statistics=statistics, details=details)


def _next(rows: list[Row], *, is_prover: bool, proven: bool) -> Row | None:
    """The next move of a line that shows an answer: a proven one of the side that is right, else the one that took most work."""
    shown = [row for row in rows if (row.proof if proven else row.disproof) == 0]
    if is_prover:
        return shown[0] if shown else None
    return max(shown, key=lambda row: row.work) if shown and len(shown) == len(rows) else None


create: Final = NativeProof
"""The family's only search in this tier."""
