"""The doctor: random games of anyone's rules, and what is wrong with them. May import its neighbours and the facade."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from ..capability import CATALOGUE, Capabilities, capabilities
from ..compiled import CompiledGame, available
from ..errors import GameError, MissingExtraError, OptionError
from ..game import Game
from ..notation import Notation
from .case import Case, MethodRaised, fresh
from .laws import STATE_LAWS, Law, endings, evaluation, keys, tiers
from .play import LONGEST, Played, sampled
from .report import Finding, Report, Severity
from .sampling import before_the_end, looked_at
from .shrink import shortened
from .values import exact_value

GAMES: Final = 300
RAISED: Final = "methods-do-not-raise"
_SEVERITIES: Final = ("error", "warning", "hint")
_DEAR_GAMES: Final = 20
"""Games near whose end exact values are worked out."""
_DEAR_PLIES: Final = 4
_LAST_PLIES: Final = 8
"""Plies before the end, of one of which the evaluation is compared with the result."""
_DEAR_SECONDS: Final = 3.0
_TIER_STATES: Final = 5


def check_game(
    game: Game[Any, Any],
    *,
    games: int = GAMES,
    seed: int = 0,
    compiled: bool | None = None,
    longest: int = LONGEST,
    on_game: Callable[[int], None] | None = None,
) -> Report:
    """Plays random games and reports which laws of the protocol the rules break, each with the shortest way to see it.

    Args:
        game: The rules. Of a compiled game, the original.
        games: Random games to play.
        seed: Which games; the same seed plays the same.
        compiled: Whether compiled rules are compared with Python's. None: where numba is installed, and a game that cannot be
            compiled is warned of; True: it must be; False: not at all.
        longest: Plies after which a game counts as endless.
        on_game: Called after each random game with the number of games played.

    Returns:
        The report; `report.ok` tells whether no law is broken, `str(report)` is for people. A law that is broken in many
        states is told once.

    Raises:
        OptionError: `games` or `longest` is no whole number from 1, or `seed` none at all.
        MissingExtraError: `compiled` is True, and numba is not installed.

    Examples:
        >>> from minimaxer_games.nim import Nim
        >>> check_game(Nim(), games=20, compiled=False).ok
        True
    """
    for name, value in (("games", games), ("longest", longest)):
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise OptionError(f"expected {name} to be a whole number from 1, got {value!r}")
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise OptionError(f"expected seed to be a whole number, got {seed!r}")
    if compiled and not available():
        raise MissingExtraError("compiled=True needs numba, which is not installed: pip install minimaxer[compiled]")
    if isinstance(game, CompiledGame):
        game = game.game
    began = time.perf_counter()
    try:
        found = capabilities(game)
    except GameError as error:
        broken = Finding(law="methods-have-their-signatures", severity="error", diagnosis=str(error))
        return Report(game=repr(game), findings=(broken,), games=0, plies=0)
    return _Examination(game, found, Random(seed), seed, longest).run(games, compiled, began, on_game)


class _Examination:
    """One run of the doctor."""

    def __init__(self, game: Any, found: Capabilities[Any, Any], rng: Random, seed: int, longest: int) -> None:
        self._game: Final = game
        self._found: Final = found
        self._rng: Final = rng
        self._seed: Final = seed
        self._longest: Final = longest
        self._notation: Final = Notation(game, found)
        self._findings: Final[dict[str, Finding]] = {}
        self._laws: list[Law] = [law for law in STATE_LAWS if law.needs is None or law.needs in found]
        self._book = keys.KeyBook()
        self._judges: Final = {"values near the end": evaluation.Connection(), "finished games": evaluation.Connection()}
        self._outcomes: Final[set[float]] = set()
        self._evaluations = (0.0, 0.0)
        self._running: Final[list[Any]] = []
        self._plies = 0
        self._dear_seconds = 0.0

    def run(self, games: int, compiled: bool | None, began: float, on_game: Callable[[int], None] | None) -> Report:
        played = 0
        for number in range(games):
            try:
                sample = sampled(self._game, self._rng, self._longest)
            except MethodRaised as raised:
                self._add(RAISED, "error", raised.diagnosis)
                break
            played += 1
            self._plies += len(sample.moves)
            self._look_at(sample, number)
            if on_game is not None:
                on_game(played)
            if endings.ENDLESS in self._findings:
                break
        self._conclude()
        notes = [] if compiled is False else self._compare_tiers(compiled)
        have = {each.name: each.unlocks for each in CATALOGUE if each in self._found.found}
        return Report(
            game=repr(self._game),
            findings=tuple(sorted(self._findings.values(), key=lambda finding: _SEVERITIES.index(finding.severity))),
            games=played,
            plies=self._plies,
            capabilities=have,
            missing={each.name: each.unlocks for each in CATALOGUE if each.name not in have},
            notes=tuple(notes),
            seconds=time.perf_counter() - began,
        )

    # --- one game -----------------------------------------------------------------------------------------------------------

    def _look_at(self, sample: Played[Any, Any], number: int) -> None:
        places = looked_at(sample, self._rng)
        for place in places:
            self._look_at_state(sample, place)
        if sample.broken is not None:
            self._note_raised(sample, len(sample.states) - 1, sample.broken)
        self._look_at_the_end(sample, number)
        self._look_for_cycles(sample)
        running = len(sample.moves)
        if running and len(self._running) < _TIER_STATES:
            self._running.append(sample.states[self._rng.randrange(running)])

    def _look_at_state(self, sample: Played[Any, Any], place: int) -> None:
        case = Case(self._game, self._found, sample.states[place])
        try:
            for law in list(self._laws):
                if not law.dear:
                    self._ask(law, case, sample, place)
            if self._found.key is not None and keys.LAW not in self._findings:
                self._note_key(case, sample, place)
            if self._found.evaluate is not None and case.runs:
                value = evaluation.judged(case)
                self._evaluations = min(self._evaluations[0], value), max(self._evaluations[1], value)
        except MethodRaised as raised:
            self._note_raised(sample, place, raised)

    def _ask(self, law: Law, case: Case[Any, Any], sample: Played[Any, Any], place: int) -> None:
        text = law.broken(case) if law.applies(case) else None
        if text is None:
            return
        self._laws.remove(law)

        def breaks(state: Any) -> bool:
            other = Case(self._game, self._found, state)
            return law.applies(other) and law.broken(other) is not None

        self._add_at(law.name, sample.moves[:place], breaks, lambda other: law.broken(other) or text)

    def _note_raised(self, sample: Played[Any, Any], place: int, raised: MethodRaised) -> None:
        if RAISED in self._findings:
            return

        def diagnosed(case: Case[Any, Any]) -> str | None:
            try:
                for law in STATE_LAWS:
                    if law.applies(case):
                        law.broken(case)
                _ = case.children
            except MethodRaised as other:
                return other.diagnosis if other.method == raised.method else None
            return None

        def breaks(state: Any) -> bool:
            return diagnosed(Case(self._game, self._found, state)) is not None

        self._add_at(RAISED, sample.moves[:place], breaks, lambda case: diagnosed(case) or raised.diagnosis)

    def _note_key(self, case: Case[Any, Any], sample: Played[Any, Any], place: int) -> None:
        collision = self._book.note(case)
        if collision is None:
            return
        if collision.severity == "hint":
            self._findings.setdefault(keys.HINT, Finding(law=keys.HINT, severity="hint", diagnosis=collision.diagnosis))
            return
        self._book, collisions = keys.KeyBook(), [collision]

        def breaks(state: Any) -> bool:
            found = self._book.note(Case(self._game, self._found, state))
            if found is not None and found.severity == "error":
                collisions.append(found)
            return len(collisions) > 1

        self._add_at(keys.LAW, sample.moves[:place], breaks, lambda _: collisions[-1].diagnosis, in_order=True)

    def _look_at_the_end(self, sample: Played[Any, Any], number: int) -> None:
        """What takes long, and what only finished games tell."""
        if isinstance(sample.outcome, (int, float)):
            self._outcomes.add(sample.outcome)
        last: dict[int, list[Case[Any, Any]]] = {0: [], 1: []}
        for count, place in enumerate(before_the_end(sample, _LAST_PLIES)):
            case = Case(self._game, self._found, sample.states[place])
            try:
                if count < _DEAR_PLIES and number < _DEAR_GAMES and self._dear_seconds < _DEAR_SECONDS:
                    self._look_closely(case, sample, place)
                if case.runs and case.player in (0, 1):
                    last[case.player].append(case)
            except MethodRaised as raised:
                self._note_raised(sample, place, raised)
        if self._found.evaluate is not None and isinstance(sample.outcome, (int, float)):
            for player, cases in last.items():
                if cases:
                    self._judge("finished games", self._rng.choice(cases), player, sample.outcome)

    def _look_closely(self, case: Case[Any, Any], sample: Played[Any, Any], place: int) -> None:
        began = time.perf_counter()
        for law in list(self._laws):
            if law.dear:
                self._ask(law, case, sample, place)
        if self._found.evaluate is not None and case.runs and case.player in (0, 1):
            value = exact_value(case)
            if value is not None:
                self._judge("values near the end", case, case.player, value)
        self._dear_seconds += time.perf_counter() - began

    def _judge(self, judge: str, case: Case[Any, Any], player: int, result: float) -> None:
        with contextlib.suppress(MethodRaised):  # told already
            self._judges[judge].note(player, evaluation.judged(case), result)

    def _look_for_cycles(self, sample: Played[Any, Any]) -> None:
        if endings.ENDLESS in self._findings:
            return
        ended = len(sample.moves) < self._longest
        if ended and endings.CYCLES in self._findings:
            return
        try:
            stretch = endings.cycle(sample.states, self._identity)
        except Exception:  # a method of the game raised an exception; another law tells of it
            stretch = None
        if ended and stretch is None:
            return
        first, last = (0, 0) if stretch is None else stretch
        moves = [self._written(sample.states[place], sample.moves[place]) for place in range(first, last)]
        if ended:
            self._findings[endings.CYCLES] = Finding(law=endings.CYCLES, severity="hint", diagnosis=endings.cyclic(moves))
            return
        text = endings.endless(len(sample.moves), moves)
        meant = self._identity(sample.states[first])

        def is_there(state: Any) -> bool:
            return bool(self._identity(state) == meant)

        self._add_at(endings.ENDLESS, sample.moves[:first], is_there, lambda _: text)

    def _identity(self, state: Any) -> Any:
        key = state if self._found.key is None else self._found.key(state)
        if self._game.outcome(state) is not None:
            return key
        return key, self._game.player(state)

    # --- all games ----------------------------------------------------------------------------------------------------------

    def _conclude(self) -> None:
        for law, severity, text in endings.units(self._outcomes, evaluations=self._evaluations):
            self._add(law, severity, text)
        if keys.LAW in self._findings:
            self._findings.pop(endings.CYCLES, None)  # positions were told apart by the keys that are wrong
        wrong = evaluation.diagnosis(self._judges)
        if wrong is not None:
            self._add(evaluation.LAW, wrong[1], wrong[0])
        if self._plies == 0 and not self._findings:
            self._add(
                endings.BEGINS, "error", "outcome() says that the initial state is the end of the game", (), self._game.initial()
            )

    def _compare_tiers(self, compiled: bool | None) -> list[str]:
        if not available():
            return [tiers.NOT_INSTALLED]
        if any(finding.severity == "error" for finding in self._findings.values()):
            return ["the compiled tier was not looked at, since the rules break laws in Python already"]
        finding = tiers.compare(self._game, self._running, must=bool(compiled))
        if finding is not None:
            self._findings[finding.law] = finding
        return []

    # --- findings -----------------------------------------------------------------------------------------------------------

    def _add_at(
        self,
        law: str,
        moves: Sequence[Any],
        breaks: Callable[[Any], bool],
        diagnose: Callable[[Case[Any, Any]], str],
        *,
        in_order: bool = False,
    ) -> None:
        """Adds an error at the nearest state in which the law breaks; `in_order` where that hangs on the states before."""

        def surely_breaks(state: Any) -> bool:
            try:
                return breaks(state)
            except MethodRaised:
                return False

        short = shortened(self._game, moves, surely_breaks, self._seed, in_order=in_order)
        state = fresh(self._game.initial())
        for move in short.moves:
            state = self._game.play(fresh(state), move)
        try:
            text = diagnose(Case(self._game, self._found, state))
        except MethodRaised as raised:
            text = raised.diagnosis
        self._add(law, "error", text, short.moves, state, is_shortest=short.is_shortest)

    def _add(
        self,
        law: str,
        severity: Severity,
        diagnosis: str,
        moves: Sequence[Any] | None = None,
        state: Any = None,
        *,
        is_shortest: bool = True,
    ) -> None:
        written = None if moves is None else tuple(self._line(moves))
        text = None if moves is None else self._position(state)
        self._findings[law] = Finding(
            law=law, severity=severity, diagnosis=diagnosis, moves=written, state=text, is_shortest=is_shortest
        )

    def _line(self, moves: Sequence[Any]) -> list[str]:
        state, written = fresh(self._game.initial()), []
        for move in moves:
            written.append(self._written(state, move))
            state = self._game.play(fresh(state), move)
        return written

    def _written(self, state: Any, move: Any) -> str:
        try:
            return self._notation.write_move(state, move)
        except Exception:  # the notation may be what is broken
            return repr(move)

    def _position(self, state: Any) -> str:
        try:
            return self._notation.write_position(state)
        except Exception:  # the notation may be what is broken
            return repr(state)
