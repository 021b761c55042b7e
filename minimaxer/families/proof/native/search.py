"""Proof-number search of a compiled game."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Any, Final, Generic, cast

from attrs import frozen

from ....base.scores import DRAW, WIN
from ....base.sizes import parse_size
from ....compiler.runtime import header as h
from ....compiler.runtime.intrinsics import bits_of
from ....compiler.runtime.layout import Words, flat
from ....compiler.runtime.machine import Machine
from ....compiler.runtime.memory import Memory
from ....errors import OptionError
from ....game.following import checked_player, final_outcome
from ....game.protocol import M, S, players_of
from ....native.base_search import NativeTier
from ....native.game import played
from ....native.runner import Runner, Stopped
from ....native.shapes import Shapes
from ....searching.details import Statistics, alone
from ....searching.limits import Limits, StopReason
from ....searching.result import SearchResult
from ....searching.setup import Setup
from ....searching.validators import PROOF_ALONE
from ..options import ProofOptions, check_proof
from ..proven import Answer, Candidate, Case, details_of, finished, number_of, opening_questions, written
from . import layout as w

STACK_BYTES: Final = 1 << 28
"""Memory for the frames of the path; the system allocates pages only when they are touched."""
_FIRST_BUCKETS: Final = 1 << 12
"""Buckets in use at first; more would only add memory latency while there is little to store."""
_ODD: Final = 0x2D51F9C4A2B7E695


@frozen
class Row:
    """The numbers of a move in a frame: its words, and the proof and disproof number of the position after it. `work` is the
    number of binary digits of the node count of its search, as far as the table knows.
    """

    move: Words
    proof: float
    disproof: float
    work: int


class Kernel(Runner):
    """The kernel, its memory and its table, kept from search to search; raises OptionError if there is not enough memory."""

    def __init__(self, machine: Machine, shapes: Shapes, size_bytes: int, *, has_margins: bool) -> None:
        super().__init__(machine, shapes, w.END)
        self._has_margins: Final = has_margins
        buckets = max(1, size_bytes // (8 * w.BUCKET))
        self._row: Final = w.ROW + shapes.move.words
        self._rows: Final = w.FRAME + shapes.state.words
        try:
            self._table: Final = Memory(8 * (w.TABLE_HEADER + w.BUCKET * buckets), large_pages=True)
            self._stack: Final = Memory(STACK_BYTES)
        except OSError as error:
            raise OptionError(f"expected memory that this machine has, got {size_bytes:,} bytes") from error
        self._most: Final = w.BUCKET // 2 * buckets
        self._table.words[w.MOST_BUCKETS] = buckets
        while buckets > _FIRST_BUCKETS:
            buckets //= 2
        self._table.words[w.BUCKETS] = buckets
        self._ends: Final[dict[float, tuple[int, int]]] = {}
        """For each goal, the nearest results seen on either side of it, as words."""
        words = self.words
        words[w.TABLE], words[w.STACK], words[w.STACK_WORDS] = self._table.address, self._stack.address, STACK_BYTES // 8

    def begin(self, *, epsilon: float, mobility: bool) -> None:
        """Prepares a search, after `limit`."""
        words = self.words
        for place in (h.NODES, w.NEW, w.EXPANDED, w.LAST_NEW, w.LONGEST):
            words[place] = 0
        words[w.EPSILON] = bits_of(float(epsilon))
        words[h.FLAGS] = w.MOBILITY if mobility else 0

    def ask(self, state: bytes, goal: float) -> None:
        """Determines if player 0 gets at least `goal` in a running state; raises Stopped if a limit was reached first. `answer`
        gives what is known, also after a stop.
        """
        words = self.words
        words[w.MODE] = w.SEARCH
        words[w.GENERATION] = (words[w.GENERATION] + 1) % (w.MOST_GENERATIONS + 1)
        self._pose(state, goal)
        words[w.AT_LEAST], words[w.AT_MOST] = self._ends.get(goal, (self._score(2.0 * WIN), self._score(-2.0 * WIN)))
        try:
            self.run()
        finally:
            self._ends[goal] = words[w.AT_LEAST], words[w.AT_MOST]

    def look(self, state: bytes, goal: float) -> bool:
        """Looks up the numbers of a running state's moves, for `rows`; True if it has moves."""
        self.words[w.MODE] = w.LOOK
        self._pose(state, goal)
        self.words[h.STOP] = 0
        self.call_here()
        return self.words[w.TOP] >= 0

    def _pose(self, state: bytes, goal: float) -> None:
        """Writes a state and a question into memory, with an empty path."""
        words = self.words
        self.put(h.STATE, state)
        self._memory.clear(8 * w.MARKS, 8 * w.MARK_COUNT)
        goal = goal if self.shapes.float_scores else math.ceil(goal)
        words[w.TOP], words[w.PN], words[w.DN] = -1, 1, 1
        words[w.GOAL] = self._score(goal)
        words[w.DEFENDER] = 0 if goal <= DRAW else 1
        words[w.GOAL_CODE] = words[w.DEFENDER] if self._has_margins else _scattered(words[w.GOAL])

    def _score(self, value: float) -> int:
        return bits_of(float(value)) if self.shapes.float_scores else int(value)

    def answer(self, goal: float) -> Answer:
        """The answer to the question, as far as it is known."""
        words = self.words
        proof, disproof = number_of(words[w.PN], w.INFINITE), number_of(words[w.DN], w.INFINITE)
        below = math.nextafter(goal, -math.inf) if self.shapes.float_scores else math.ceil(goal) - 1
        if self._has_margins:
            return Answer(proof, disproof, goal, below, bool(words[w.LOOPS]))
        least, most = self._value(w.AT_LEAST), self._value(w.AT_MOST)
        if words[w.LOOPS]:  # play that never ends is a draw, too
            least, most = (min(least, DRAW), most) if goal <= DRAW else (least, max(most, DRAW))
        return Answer(proof, disproof, max(goal, least), min(below, most), bool(words[w.LOOPS]))

    def _value(self, place: int) -> float:
        return self.words[place : place + 1].cast("B").cast("d")[0] if self.shapes.float_scores else self.words[place]

    def rows(self) -> list[Row]:
        """The numbers of the moves of the position searched or looked up last; moves after a proof are left out."""
        stack, found = self._stack.words, []
        if self.words[w.TOP] < 0:
            return []
        for row in range(self._rows, self._rows + stack[w.COUNT] * self._row, self._row):
            proof, disproof = number_of(stack[row + w.ROW_PN], w.INFINITE), number_of(stack[row + w.ROW_DN], w.INFINITE)
            move = tuple(stack[row + w.ROW : row + self._row].tolist())
            found.append(Row(move, proof, disproof, self._work(stack[row + w.ROW_KEY])))
        return found

    def _work(self, key: int) -> int:
        """The work stored in a key's entry; 0 if there is none."""
        words = self._table.words
        number = ((key >> 32 & 0xFFFF_FFFF) * words[w.BUCKETS]) >> 32
        place = w.TABLE_HEADER + w.BUCKET * number
        for entry in range(place, place + w.BUCKET, 2):
            data = words[entry + 1]
            if data and words[entry] ^ data == key:
                return data >> w.WORK_SHIFT & (1 << w.WORK_BITS) - 1
        return 0

    @property
    def full(self) -> float:
        """The share of the table that is filled."""
        return self.words[w.FILLED] / self._most

    @property
    def used_bytes(self) -> int:
        """Memory that entries take."""
        return 16 * self.words[w.FILLED]

    def close(self) -> None:
        """Ends the thread and frees the memory."""
        super().close()
        self._table.close()
        self._stack.close()


def _scattered(word: int) -> int:
    """A hash of a word, in which all of its bits are mixed."""
    code = (word * _ODD ^ word >> 29) * _ODD & (1 << 63) - 1
    return code ^ code >> 31


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
        yield from _ProofRun(self, kernel, self._current(state), time.perf_counter(), compiled).results(limits)

    def _make_kernel(self) -> Kernel:
        size = parse_size(self.options.memory)
        return Kernel(self._machine(), self._variant.shapes, size, has_margins=self.found.has_margins)


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
        if (outcome := final_outcome(game, search.found, root)) is not None:
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
            if game.outcome(state) is not None or words in seen or not kernel.look(words, goal):  # over, or play goes round
                break
            seen.add(words)
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
