"""The doctor's report and its findings, each with the shortest way to reproduce it: a game shortened to the moves it needs."""

from __future__ import annotations

import contextlib
import html
import importlib.util
import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, Final, Literal

from attrs import asdict, field, frozen

from ..base.progress import OnProgress, Progress
from ..game.comparing import RAISED, Difference, Moves, difference
from ..game.notation import Notation
from ..game.protocol import Game
from .case import Case, Clock, MethodRaised, fresh, listed, one_line, shown

Severity = Literal["error", "warning", "hint"]
_LISTED: Final = 30
"""Moves written out in a report."""


@frozen(kw_only=True)
class Finding:
    """One law that a game breaks, or a remark on the game.

    Attributes:
        law: The law's name.
        severity: `error`: results are wrong; `warning`: something does not work; `hint`: may be intended.
        diagnosis: The problem in words, with the values that show it.
        moves: The moves, as text, from the initial state to one that shows it; None if no single state does.
        state: That state, as text.
        is_shortest: True if no shorter list of moves leads to such a state.
    """

    law: str
    severity: Severity
    diagnosis: str
    moves: tuple[str, ...] | None = None
    state: str | None = None
    is_shortest: bool = True

    def __str__(self) -> str:
        text = f"{self.severity}: {self.law}: {self.diagnosis}"
        if self.moves is None:
            return text
        listed = " ".join(self.moves[:_LISTED]) + (f" ... ({len(self.moves)} moves)" if len(self.moves) > _LISTED else "")
        shortest = "" if self.is_shortest else " (there may be fewer)"
        where = f"after {listed}{shortest}" if self.moves else "in the initial state"
        return f"{text}\n    {where}: {self.state}"


@frozen(kw_only=True)
class Report:
    """The result of examining a game.

    Attributes:
        game: The game, as text.
        findings: The findings, errors first.
        games: Random games played.
        plies: Their plies.
        capabilities: The game's optional methods by name, with what each unlocks.
        missing: The methods that the game lacks by name, with what each would unlock.
        notes: Parts that were not examined, and why.
        seconds: Time it took.
    """

    game: str
    findings: tuple[Finding, ...]
    games: int
    plies: int
    capabilities: dict[str, str] = field(factory=dict)
    missing: dict[str, str] = field(factory=dict)
    notes: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """True if no law is broken; warnings and hints do not count."""
        return not self.errors

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings with severity `error`."""
        return tuple(finding for finding in self.findings if finding.severity == "error")

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        state = "no law is broken" if self.ok else f"{len(self.errors)} broken"
        lines = [f"{self.game}: {self.games} random games, {self.plies:,} plies, {self.seconds:.1f} s: {state}"]
        lines += [str(finding) for finding in self.findings]
        lines += [f"note: {note}" for note in self.notes]
        if self.capabilities:
            lines.append(f"has {', '.join(self.capabilities)}")
        if self.missing:
            lines.append(f"lacks {', '.join(self.missing)}; print(mx.capabilities(game)) says what each unlocks")
        return "\n".join(lines)

    def __repr__(self) -> str:
        counts = Counter(finding.severity for finding in self.findings)
        return f"<Report on {self.game}: {', '.join(f'{count} {name}' for name, count in counts.items()) or 'no findings'}>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"

    def to_dict(self) -> dict[str, Any]:
        """The report in plain types, for JSON."""
        return {"ok": self.ok, **asdict(self)}


_MOST_STATES: Final = 20_000
_MOST_SECONDS: Final = 2.0
_MOST_SECONDS_TO_CUT: Final = 10.0
_LONGEST_TO_CUT: Final = 400
"""Longest game that hypothesis is asked to shorten, in moves."""
_CHANCES: Final = 1_000
"""The largest number drawn for a move; 0 removes the move."""


@frozen
class Shortened:
    """A list of moves after which a law breaks; `is_shortest` is True if every shorter list was tried."""

    moves: tuple[Any, ...]
    is_shortest: bool


def shortened(
    game: Game[Any, Any],
    moves: Sequence[Any],
    breaks: Callable[[Any], bool],
    seed: int = 0,
    *,
    in_order: bool = False,
    clock: Clock | None = None,
) -> Shortened:
    """Finds the shortest list of moves after which a law breaks, if time allows, given one such list from the initial state.

    Searches all games breadth-first. If there are too many, hypothesis, where it is installed, removes moves from that list; but
    not if `in_order`, when `breaks` depends on the states of its earlier calls. The seed makes these attempts reproducible; the
    clock is a further time limit.
    """
    left = math.inf if clock is None else clock.left
    found, complete = _breadth_first(game, len(moves) + in_order, breaks, Clock(min(_MOST_SECONDS, left)))
    if complete:
        return Shortened(tuple(moves) if found is None else found, is_shortest=True)
    if in_order or importlib.util.find_spec("hypothesis") is None or len(moves) > _LONGEST_TO_CUT:
        return Shortened(tuple(moves), is_shortest=False)
    return Shortened(_cut_down(game, list(moves), breaks, seed, Clock(min(_MOST_SECONDS_TO_CUT, left))), is_shortest=False)


def _breadth_first(
    game: Game[Any, Any], depth: int, breaks: Callable[[Any], bool], clock: Clock
) -> tuple[tuple[Any, ...] | None, bool]:
    """The first list shorter than `depth` after which the law breaks, and False if the search was stopped early."""
    level: list[tuple[Any, tuple[Any, ...]]] = [(fresh(game.initial()), ())]
    seen: set[Any] = set()
    count = 0
    for _ in range(depth):
        following = []
        for state, path in level:
            count += 1
            if count > _MOST_STATES or clock.is_over:
                return None, False
            if breaks(fresh(state)):
                return path, True
            following += [(child, (*path, move)) for move, child in _children(game, state) if _is_new(child, seen)]
        level = following
    return None, True


def _children(game: Game[Any, Any], state: Any) -> list[tuple[Any, Any]]:
    with contextlib.suppress(*RAISED):  # the law that is looked for, or another one
        if game.outcome(state) is None:
            return [(move, game.play(fresh(state), move)) for move in listed("moves", game, state)]
    return []


def _is_new(state: Any, seen: set[Any]) -> bool:
    with contextlib.suppress(*RAISED):  # it cannot be hashed or compared: every way to it counts
        known = len(seen)
        seen.add(state)
        return len(seen) > known
    return True


def _cut_down(game: Game[Any, Any], moves: list[Any], breaks: Callable[[Any], bool], seed: int, clock: Clock) -> tuple[Any, ...]:
    """The moves that hypothesis keeps: it replaces their numbers by 0, which removes a move, while the law still breaks."""
    from hypothesis import HealthCheck, Phase, find, settings, strategies as st
    from hypothesis.errors import NoSuchExample

    def replayed(numbers: Sequence[int]) -> tuple[Any, list[Any]]:
        state, kept = fresh(game.initial()), []
        for move, number in zip(moves, numbers, strict=True):
            if number and game.outcome(state) is None and move in Moves(listed("moves", game, state)):
                state = game.play(fresh(state), move)
                kept.append(move)
        return state, kept

    @cache
    def is_broken(kept: tuple[bool, ...]) -> bool:
        try:
            return not clock.is_over and breaks(replayed(kept)[0])
        except RAISED:  # on the way, another law is broken
            return False

    try:
        numbers = find(
            st.lists(st.integers(0, _CHANCES), min_size=len(moves), max_size=len(moves)),
            lambda numbers: is_broken(tuple(map(bool, numbers))),
            random=Random(seed),
            settings=settings(
                max_examples=100,
                database=None,
                deadline=None,
                phases=(Phase.generate, Phase.shrink),
                suppress_health_check=list(HealthCheck),
            ),
        )
    except NoSuchExample:
        return tuple(moves)
    try:
        return tuple(replayed(numbers)[1])
    except RAISED:  # games do not begin alike
        return tuple(moves)


_SEVERITIES: Final = ("error", "warning", "hint")


class Findings:
    """The findings so far, one for each law. The seed makes shortening reproducible. Moves are not shortened after the clock's
    time limit; `on_progress` is called before work that takes time.
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
