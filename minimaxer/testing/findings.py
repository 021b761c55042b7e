"""The findings of one examination, each with the shortest way to reproduce it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any, Final

from ..base.progress import OnProgress, Progress
from ..game.comparing import RAISED, Difference, difference
from ..game.notation import Notation
from .case import Case, Clock, MethodRaised, fresh, one_line, shown
from .report import Finding, Severity
from .shrink import shortened

_SEVERITIES: Final = ("error", "warning", "hint")


class Findings:
    """The findings so far, one for each law. The seed makes shortening reproducible.

    Moves are not shortened after the clock's time limit; `on_progress` is called before work that takes time.
    """

    def __init__(self, notation: Notation[Any, Any], seed: int, clock: Clock, on_progress: OnProgress) -> None:
        self._notation: Final = notation
        self._seed: Final = seed
        self._clock: Final = clock
        self._on_progress: Final = on_progress
        self._by_law: Final[dict[str, Finding]] = {}

    def __contains__(self, law: object) -> bool:
        return law in self._by_law

    def __len__(self) -> int:
        return len(self._by_law)

    @property
    def has_errors(self) -> bool:
        """True if a law is broken."""
        return any(finding.severity == "error" for finding in self._by_law.values())

    def in_order(self) -> tuple[Finding, ...]:
        """All findings, errors first."""
        return tuple(sorted(self._by_law.values(), key=lambda finding: _SEVERITIES.index(finding.severity)))

    def put(self, finding: Finding | None) -> None:
        """Adds a finding, if there is one, replacing one of the same law."""
        if finding is not None:
            self._by_law[finding.law] = finding

    def drop(self, law: str) -> None:
        """Removes a law's finding, if there is one."""
        self._by_law.pop(law, None)

    def add(self, law: str, severity: Severity, diagnosis: str | None) -> None:
        """Adds a finding that no single state shows, if there is a diagnosis."""
        if diagnosis:
            self.put(Finding(law=law, severity=severity, diagnosis=diagnosis))

    def add_at(
        self,
        law: str,
        case: Case[Any, Any],
        moves: Sequence[Any],
        breaks: Callable[[Any], bool],
        diagnose: Callable[[Case[Any, Any]], str],
        *,
        severity: Severity = "error",
        in_order: bool = False,
    ) -> None:
        """Adds a finding at the state nearest to the start in which the law breaks; `moves` lead to `case`, where it was seen.

        `breaks` tests another state; `in_order` means that its answer depends on the states of its earlier calls. `diagnose`
        describes the fault in a state.
        """
        self._on_progress(Progress(f"looking for the shortest way to {law}", 0, None))

        def surely_breaks(state: Any) -> bool:
            try:
                return breaks(state)
            except MethodRaised:
                return False

        at, written, is_shortest = case, tuple(self.written(case.state, move) for move in moves), False
        with contextlib.suppress(*RAISED):  # where the game goes otherwise when it is played again, the moves stay as they are
            if difference(case.game.initial(), case.game.initial()) is not Difference.OTHER:
                short = shortened(case.game, moves, surely_breaks, self._seed, in_order=in_order, clock=self._clock)
                at, written = self._replayed(case, short.moves)
                is_shortest = short.is_shortest
        try:
            text = diagnose(at)
        except MethodRaised as raised:
            text = raised.diagnosis
        state = self._position(at.state)
        self.put(Finding(law=law, severity=severity, diagnosis=text, moves=written, state=state, is_shortest=is_shortest))

    def _replayed(self, case: Case[Any, Any], moves: Sequence[Any]) -> tuple[Case[Any, Any], tuple[str, ...]]:
        """The state after the moves, and the moves as text."""
        state, written = fresh(case.game.initial()), []
        for move in moves:
            written.append(self.written(state, move))
            state = case.game.play(fresh(state), move)
        return case.of(state), tuple(written)

    def written(self, state: Any, move: Any) -> str:
        """A move as text."""
        try:
            return self._notation.write_move(state, move)
        except RAISED:  # the notation may be what is broken
            return shown(move)

    def _position(self, state: Any) -> str:
        try:
            return one_line(self._notation.write_position(state))
        except RAISED:  # the notation may be what is broken
            return shown(state)
