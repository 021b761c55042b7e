"""Results of proof-number search: the bounds of the value and of the moves, the line that proves them, and its questions."""

from __future__ import annotations

import math
import operator
from typing import Any, Final, Generic

from attrs import define, field

from ...base.scores import DECISIVE, DRAW, LOSS, WIN, Bound, checked_bounds, result_of
from ...game.capability import Capabilities
from ...game.comparing import equal
from ...game.following import outcomes_of, stuck_outcome
from ...game.protocol import M
from ...game.reprs import View
from ...searching.details import Statistics
from ...searching.limits import StopReason
from ...searching.result import RootMove, SearchResult
from .options import ProofDetails

_LEAST: Final = 1 - DECISIVE
"""The question of whether player 0 loses, where there are margins."""


@define
class Answer:
    """The answer of a search for a proof: the proof and disproof number.

    Attributes:
        at_least: The least result for player 0 in all endings that count as proofs.
        at_most: Its greatest result in all others.
        goes_round: True if repetitions, which count as draws, were met.
    """

    proof: float
    disproof: float
    at_least: float
    at_most: float
    goes_round: bool = False

    @property
    def proven(self) -> bool | None:
        """True if player 0 gets at least the goal, False if not, None if that is open."""
        return True if self.proof == 0 else False if self.disproof == 0 else None


@define
class Questions:
    """The bounds of a value, and the next question; `goal` is the only one, None: all that are needed.

    The first goal is a win, the second a draw. Margins are searched around a first guess, in steps that double, and by bisection
    once both bounds are known; `guess` is None where games end in wins, losses and draws. Player 0 can get from `low` to `high`.
    """

    goal: float | None
    guess: float | None = None
    low: float = LOSS
    high: float = WIN
    asked: int = 0
    _step: float = 1

    @property
    def is_known(self) -> bool:
        """True if the value is known."""
        return self.low >= self.high

    @property
    def is_done(self) -> bool:
        """True if no question is left."""
        return self.is_known or (self.goal is not None and (self.asked > 0 or not self.low < self.goal <= self.high))

    def next(self) -> float:
        """The next question."""
        self.asked += 1
        if self.goal is not None:
            return self.goal
        if self.guess is not None:
            return self._margin()
        return self.high if self.high <= DRAW or self.high == WIN or self.low >= DRAW else DRAW

    def _margin(self) -> float:
        assert self.guess is not None
        low, high = self.low, self.high
        if self.asked == 1 and low < self.guess <= high:
            return self.guess
        if low > LOSS and high < WIN:
            return high if self.asked % 2 and isinstance(high, float) else _after_half(low, high)
        if low > LOSS:
            goal, self._step = low + self._step, 2 * self._step
            return WIN if goal >= DECISIVE else goal
        goal, self._step = high - self._step, 2 * self._step
        return max(goal, _LEAST)

    def note(self, goal: float, answer: Answer) -> None:
        """Updates the bounds by an answer."""
        if answer.proven:
            self.low = max(self.low, goal, answer.at_least)
        elif answer.proven is not None:
            self.high = min(self.high, answer.at_most)
        if self.goal is None and self.guess is None and self.low < self.high < WIN and self.high not in (DRAW, LOSS):
            self.guess = self.high  # there are margins after all


def _after_half(low: float, high: float) -> float:
    """A number above `low` and at most `high`, near their middle."""
    if isinstance(low, int) and isinstance(high, int):
        return low + (high - low + 1) // 2
    middle = low + (high - low) / 2
    return middle if low < middle else math.nextafter(low, math.inf)


@define
class Candidate(Generic[M]):
    """A root move and its bounds.

    Attributes:
        low: The least result for player 0 after it; `high` is the greatest.
        proof: Its proof number for the last question; `disproof` is its disproof number.
        goes_round: True if the bound against it may count a return to the root as a draw, although that is worth more.
    """

    move: M
    low: float = LOSS
    high: float = WIN
    proof: float = 1
    disproof: float = 1
    goes_round: bool = False


@define
class Case(Generic[M]):
    """The knowledge about a searched state, with its presentation.

    Attributes:
        player: The mover; meaningless if the game is over.
        candidates: The moves, in the game's order.
        questions: The bounds of the value.
        line: The line that proves the best known result of the mover.
        end: The result if that line ends the game; None if it does not.
        goal: The last question; `answer` is the answer to it.
    """

    player: int
    players: int
    candidates: list[Candidate[M]]
    questions: Questions
    view: View
    line: tuple[M, ...] = ()
    end: Any = None
    goal: float = WIN
    answer: Answer = field(factory=lambda: Answer(1, 1, LOSS, WIN))

    def note(self, goal: float, answer: Answer) -> None:
        """Updates the bounds of the value and of the candidates by the answer to a question."""
        self.goal, self.answer = goal, answer
        self.questions.note(goal, answer)
        for each in self.candidates:
            if each.proof == 0:
                each.low = max(each.low, goal, answer.at_least)
            elif each.disproof == 0:
                each.high = min(each.high, answer.at_most)
            if (each.disproof if self.player == 0 else each.proof) == 0:
                each.goes_round |= answer.goes_round
            if self.player == 0:
                each.high = min(each.high, self.questions.high)
            else:
                each.low = max(each.low, self.questions.low)

    @property
    def suits_mover(self) -> bool:
        """True if the last answer is the one that the mover wants."""
        return self.answer.proven is (self.player == 0)

    @property
    def favourite(self) -> Candidate[M]:
        """The move to play: the one with the best bound for the mover and, among equals, nearest to a proof."""
        return self.ranked()[0]

    def ranked(self) -> list[Candidate[M]]:
        """The moves, best first as far as known."""
        return sorted(self.candidates, key=lambda each: rank(each, self.player))


def details_of(case: Case[Any], expanded: int, longest: int, table_full: float | None = None) -> ProofDetails:
    """The details of a result, with the numbers of expansions and plies, and the share of the table that is filled."""
    return ProofDetails(
        goal=case.goal,
        proven=case.answer.proven,
        proof=case.answer.proof,
        disproof=case.answer.disproof,
        questions=case.questions.asked,
        expanded=expanded,
        longest=longest,
        table_full=table_full,
    )


def rank(each: Any, player: int | None) -> tuple[float, ...]:
    """Sort key, by bounds and proof numbers, of a position that the player may choose; the best has the least."""
    return (-each.low, -each.high, each.proof) if player == 0 else (each.high, each.low, each.disproof)


def finished(outcome: Any, players: int, view: View) -> Case[Any]:
    """The case of a finished game, with its outcome for player 0."""
    return Case(0, players, [], Questions(None, low=outcome, high=outcome), view, end=outcome)


def opening_questions(game: Any, found: Capabilities[Any, Any], state: Any, goal: float | None) -> Questions:
    """The questions about a running state, with a first guess if results are margins."""
    if goal is not None:
        return Questions(goal)
    low, high = (LOSS, WIN) if found.bounds is None else map(result_of, checked_bounds(found.bounds(state), state))
    result = sampled_result(game, found, state)
    has_margins = abs(result) not in (0, WIN) or (low > LOSS and high < WIN)
    return Questions(None, min(max(result, low), high) if has_margins else None)


def sampled_result(game: Any, found: Capabilities[Any, Any], state: Any) -> float:
    """Player 0's result if each player plays the game's first move; a draw if the game takes too long."""
    moves = found.search_moves or game.moves
    for _ in range(_FAR):
        if (outcome := game.outcome(state)) is not None:
            return outcomes_of(game).outcome(outcome, state)  # type: ignore[return-value]  # for two players
        move = next(iter(moves(state)), _NONE)
        if move is _NONE:
            return stuck_outcome(found, state, "moves", outcomes_of(game))  # type: ignore[return-value]  # likewise
        state = game.play(state, move)
    return 0


_FAR: Final = 1_000
"""Maximum length of a game that is played for a first guess, in plies."""
_NONE: Final = object()


def written(case: Case[M], *, stop: StopReason, engine: str, statistics: Statistics, details: ProofDetails) -> SearchResult[M]:
    """Writes the result of a search."""
    questions = case.questions
    value, bound = _told(questions.low, questions.high, proven=case.answer.proven)
    fits = {Bound.EXACT: operator.eq, Bound.LOWER: operator.ge, Bound.UPPER: operator.le}[bound]
    return SearchResult(
        value=value,
        bound=bound,
        players=case.players,
        meaning="result",
        pv=case.line,
        depth=details.longest,
        stop=stop,
        moves=tuple(_row(each, case) for each in case.ranked()),
        solved=questions.is_known,
        finished=case.end is not None and fits(case.end, value),
        engine=engine,
        statistics=statistics,
        details=details,
        view=case.view,
    )


def _told(low: float, high: float, *, proven: bool | None = None) -> tuple[float, Bound]:
    """The bound to report of two; an upper bound of a win says nothing."""
    if low >= high:
        return low, Bound.EXACT
    return (low, Bound.LOWER) if low > LOSS and (proven is not False or high == WIN) else (high, Bound.UPPER)


def _row(each: Candidate[Any], case: Case[Any]) -> RootMove[Any]:
    low, high = each.low, each.high
    if each.goes_round:
        low, high = (low, case.questions.high) if case.player == 0 else (case.questions.low, high)
    value, bound = _told(low, high)
    is_open = value == WIN and bound is Bound.UPPER
    line = case.line if case.line and equal(case.line[0], each.move) else (each.move,)
    return RootMove(
        move=each.move,
        value=None if is_open else value,
        bound=None if is_open else bound,
        depth=0 if is_open else len(line),
        pv=line,
        meaning="result",
        players=case.players,
    )


def number_of(proof: int, infinite: int) -> float:
    """A proof number as reported: infinity for the greatest."""
    return math.inf if proof >= infinite else proof
