"""The doctor: checks a game's rules by random games."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator
from numbers import Real
from random import Random
from typing import Any, Final

from ..base.checks import check_whole, front_door_but, is_number
from ..base.overdue import LONGEST_CALL, Guard, Overdue, method_of
from ..base.progress import OnProgress, Progress, ignored
from ..errors import GameError, MissingExtraError, OptionError, how_to_install
from ..game.capability import CATALOGUE, Capabilities, capabilities
from ..game.comparing import RAISED, Difference, difference
from ..game.following import outcomes_of
from ..game.notation import Notation
from ..game.protocol import Game, players_of
from ..native import CompiledGame, available
from .case import ENDLESS_MOVES, Case, Clock, EndlessCall, MethodRaised, shown
from .findings import Finding, Findings, Report
from .laws import STATE_LAWS, Law, dealing, endings, evaluation, keys, tiers
from .laws.basics import misspelt
from .play import LONGEST, Played, before_the_end, looked_at, sampled
from .values import exact_value

GAMES: Final = 300
_COSTLY_GAMES: Final = 20
"""Games near whose end exact values are computed."""
_COSTLY_PLIES: Final = 4
_LAST_PLIES: Final = 8
"""Plies before the end; at one of them the evaluation is compared with the result."""
_PLAYING: Final = 0.6
"""Share of the time for random games, if the rest is for comparing the tiers."""
_COSTLY_SECONDS: Final = 3.0
_MOST: Final = 10**9
_LATE_PLIES: Final = 4
"""Plies before the end from which exact values of states with one key are compared."""
_TIER_STATES: Final = 5


@front_door_but("games", "longest", "seconds")
def check_game(
    game: Game[Any, Any],
    *,
    games: int = GAMES,
    seed: int = 0,
    compiled: bool | None = None,
    longest: int = LONGEST,
    seconds: float | None = None,
    on_progress: OnProgress = ignored,
) -> Report:
    """Plays random games and reports which laws of the protocol the rules break, each with the shortest way to reproduce it.

    Args:
        game: The rules. Of a compiled game, the original.
        games: Random games to play.
        seed: Seed of the random games; the same seed plays the same games.
        compiled: Whether compiled rules are compared with Python's. None: where llvmlite is installed, and a game that cannot be
            compiled is warned of; True: it must be; False: not at all.
        longest: Plies after which a game counts as endless.
        seconds: When to end the examination; the report's notes say what was not examined. Compiling is not interrupted, and a
            method of the game only where it takes longer than that, or 5 s. None: no limit.
        on_progress: Called after each random game, and before other work that takes time.

    Returns:
        The report; `report.ok` is True if no law is broken, `str(report)` is for people. A law that is broken in many
        states is reported once.

    Raises:
        OptionError: `games` or `longest` is no whole number from 1 to 1,000,000,000, `seed` none at all, or `seconds` no number
            above 0.
        MissingExtraError: `compiled` is True, and llvmlite is not installed.

    Examples:
        >>> from minimaxer_games.nim import Nim
        >>> check_game(Nim(), games=20, compiled=False).ok
        True
    """
    for name, value in (("games", games), ("longest", longest)):
        check_whole(name, value, 1, _MOST)
    if seconds is not None and not (is_number(seconds) and 0 < seconds < math.inf):
        raise OptionError(f"expected seconds to be a number above 0, got {seconds!r}")
    if compiled and not available():
        raise MissingExtraError(f"compiled=True needs llvmlite, which is not installed: {how_to_install('compiled')}")
    if isinstance(game, CompiledGame):
        game = game.game
    clock = Clock(seconds)
    try:
        found = capabilities(game)
        outcomes_of(game)
    except GameError as error:
        broken = Finding(law="methods-have-their-signatures", severity="error", diagnosis=str(error))
        return Report(game=shown(game), findings=(broken,), games=0, plies=0)
    return _Examination(game, found, seed, longest, clock, on_progress).run(games, compiled)


class _Examination:
    """One run of the doctor."""

    def __init__(
        self, game: Any, found: Capabilities[Any, Any], seed: int, longest: int, clock: Clock, on_progress: OnProgress
    ) -> None:
        self._game: Final = game
        self._found: Final = found
        self._rng: Final = Random(seed)
        self._longest: Final = longest
        self._clock: Final = clock
        self._guard: Final = Guard(min(LONGEST_CALL, clock.seconds))
        self._playing = clock
        """The time limit for random games: a share of the whole where the tiers are compared afterwards."""
        self._on_progress: Final = on_progress
        self._findings: Final = Findings(Notation(game, found), seed, clock, self._tell)
        self._laws: list[Law] = [law for law in STATE_LAWS if law.needs is None or law.needs in found]
        self._book = keys.KeyBook()
        self._judges: Final = {"values near the end": evaluation.Connection(), "finished games": evaluation.Connection()}
        self._players: Final = players_of(game)
        self._results: Final = endings.Tally()
        self._places: Final = endings.Places(self._players)
        self._outcomes: Final[set[Any]] = set()
        self._evaluations = (0.0, 0.0)
        self._running: Final[list[Any]] = []
        self._deals: Final = dealing.Deals(Random(seed))
        self._gone: dealing.Gone | None = None if found.deal is None else dealing.Gone(Random(seed), longest)
        self._played = 0
        self._plies = 0
        self._costly_seconds = 0.0
        self._costly_limit: Final = min(_COSTLY_SECONDS, clock.seconds / 4)
        self._notes: Final[list[str]] = []

    def run(self, games: int, compiled: bool | None) -> Report:
        name, problem = type(self._game).__name__, None
        try:
            self._guard.begin(0.0)
            name = shown(self._game)
            if compiled is not False and available():
                self._playing = Clock(self._clock.seconds * _PLAYING)
            self._played = self._play(games)
            self._conclude(self._played)
            if compiled is not False:
                self._compare_tiers(compiled)
        except EndlessCall as endless:
            problem = str(endless)
        except Overdue as overdue:
            problem = f"{method_of(overdue)}() does not come back; does its loop end?"
        finally:
            self._guard.end()
        if problem is not None and self._clock.seconds < LONGEST_CALL:
            self._notes.append(f"time was up after {self._clock.seconds:g} s: {problem}")
        elif problem is not None:
            self._findings.add(EndlessCall.law, "error", problem)
        have = {each.name: each.unlocks for each in CATALOGUE if each in self._found.found}
        return Report(
            game=name,
            findings=self._findings.in_order(),
            games=self._played,
            plies=self._plies,
            capabilities=have,
            missing={each.name: each.unlocks for each in CATALOGUE if each.name not in have and not each.rule},
            notes=tuple(self._notes),
            seconds=self._clock.elapsed,
        )

    def _tell(self, progress: Progress) -> None:
        with self._guard.paused():
            self._on_progress(progress)

    def _play(self, games: int) -> int:
        """Plays and examines the games; gives how many there were."""
        for number in range(games):
            try:
                sample = sampled(self._game, self._rng, self._longest, self._playing)
            except MethodRaised as raised:
                self._findings.add(raised.law, "error", raised.diagnosis)
                return number
            if not self._playing.is_over:
                self._plies += len(sample.moves)
                self._look_at(sample, number)
            if self._playing.is_over:
                spent = self._playing.seconds
                self._notes.append(f"time was up after {spent:g} s: {number} of {games} random games were examined")
                return number
            self._tell(Progress("playing random games", number + 1, games, seconds=self._clock.elapsed, unit="games"))
            if endings.ENDLESS in self._findings or ENDLESS_MOVES in self._findings:
                return number + 1
        return games

    def _look_at(self, sample: Played[Any, Any], number: int) -> None:
        for place in looked_at(sample, self._rng):
            if self._playing.is_over:
                return
            self._look_at_state(sample, place)
        if sample.broken is not None:
            self._record_raised(sample, len(sample.states) - 1, sample.broken)
        self._look_at_the_end(sample, number)
        self._look_for_cycles(sample)
        running = len(sample.moves)
        if running and len(self._running) < _TIER_STATES:
            self._running.append(sample.states[self._rng.randrange(running)])
        try:
            if self._gone is not None:
                self._gone.note(sample, self._case)
        except (MethodRaised, TypeError):  # another law tells of it; or moves that have no hash, which are not looked at
            self._gone = None
        if running and self._found.deal is not None:
            case = self._case(sample.states[self._rng.randrange(running)])
            if dealing.LEAKS not in self._findings and case.mover is not None and case.runs:
                with contextlib.suppress(MethodRaised):  # another law tells of it
                    self._findings.add(dealing.LEAKS, "error", self._deals.note(case))

    def _case(self, state: Any) -> Case[Any, Any]:
        return Case(self._game, self._found, state, self._clock)

    def _look_at_state(self, sample: Played[Any, Any], place: int) -> None:
        case = self._case(sample.states[place])
        try:
            for law in list(self._laws):
                if not law.costly:
                    self._ask(law, case, sample, place)
            if self._found.key is not None and keys.LAW not in self._findings:
                self._record_key(case, sample, place)
            if self._found.evaluate is not None and case.runs and self._players <= 2:
                value = evaluation.judged(case)
                self._evaluations = min(self._evaluations[0], value), max(self._evaluations[1], value)
        except MethodRaised as raised:
            self._record_raised(sample, place, raised)

    def _ask(self, law: Law, case: Case[Any, Any], sample: Played[Any, Any], place: int) -> None:
        text = law.broken(case) if law.applies(case) else None
        if text is None:
            return
        self._laws.remove(law)

        def breaks(state: Any) -> bool:
            other = self._case(state)
            return law.applies(other) and law.broken(other) is not None

        self._findings.add_at(
            law.name, case, sample.moves[:place], breaks, lambda other: law.broken(other) or text, severity=law.severity
        )

    def _record_raised(self, sample: Played[Any, Any], place: int, raised: MethodRaised) -> None:
        if raised.law in self._findings:
            return

        def called(case: Case[Any, Any]) -> None:
            case.call(raised.method)

        def examined(case: Case[Any, Any]) -> None:
            for law in STATE_LAWS:
                if law.applies(case):
                    law.broken(case)

        def diagnosed(case: Case[Any, Any]) -> str | None:
            try:
                look(case)
            except MethodRaised as other:
                return other.diagnosis if (other.law, other.method) == (raised.law, raised.method) else None
            return None

        def breaks(state: Any) -> bool:
            return diagnosed(self._case(state)) is not None

        look = called
        case, moves = self._case(sample.states[place]), sample.moves[:place]
        if diagnosed(case) is None:  # it was called for another state, by a law that looks ahead
            following = next(((child, move) for child, move in self._following(case) if diagnosed(child) is not None), None)
            if following is None:
                look = examined
            else:
                case, moves = following[0], [*moves, following[1]]
        self._findings.add_at(raised.law, case, moves, breaks, lambda other: diagnosed(other) or raised.diagnosis)

    def _following(self, case: Case[Any, Any]) -> Iterator[tuple[Case[Any, Any], Any]]:
        """Yields the states after each move, with the move, until a method raises an exception."""
        with contextlib.suppress(MethodRaised):
            for child, move in zip(case.children, case.moves, strict=True):
                yield self._case(child), move

    def _record_key(self, case: Case[Any, Any], sample: Played[Any, Any], place: int) -> None:
        collision = self._book.note(case, is_late=place >= len(sample.moves) - _LATE_PLIES)
        if collision is None:
            return
        if collision.severity == "hint":
            if keys.HINT not in self._findings:
                self._findings.put(collision)
            return
        self._book, collisions = keys.KeyBook(), [collision]

        def breaks(state: Any) -> bool:
            found = self._book.note(self._case(state))
            if found is not None and found.severity == "error":
                collisions.append(found)
            return len(collisions) > 1

        self._findings.add_at(keys.LAW, case, sample.moves[:place], breaks, lambda _: collisions[-1].diagnosis, in_order=True)

    def _look_at_the_end(self, sample: Played[Any, Any], number: int) -> None:
        """Runs the costly checks near the end of a game, and those that need its result."""
        if isinstance(sample.outcome, Real):
            self._outcomes.add(sample.outcome)
        if isinstance(sample.outcome, tuple):
            self._look_at_payoffs(sample, sample.outcome)
        last: dict[int, list[Case[Any, Any]]] = {player: [] for player in range(self._players)}
        for count, place in enumerate(before_the_end(sample, _LAST_PLIES)):
            case = self._case(sample.states[place])
            try:
                if count < _COSTLY_PLIES and number < _COSTLY_GAMES and self._costly_seconds < self._costly_limit:
                    self._look_closely(case, sample, place)
                if count == 0 and self._players <= 2:
                    self._results.note(case.mover, sample.outcome)
                if case.runs and case.mover is not None:
                    last[case.mover].append(case)
            except MethodRaised as raised:
                self._record_raised(sample, place, raised)
        if self._found.evaluate is not None and isinstance(sample.outcome, Real):
            for player, cases in last.items():
                if cases:
                    self._judge("finished games", self._rng.choice(cases), player, float(sample.outcome))

    def _look_at_payoffs(self, sample: Played[Any, Any], payoffs: tuple[float, ...]) -> None:
        """Notes who got most, and compares the payoffs of more than two players with the evaluation."""
        if len(payoffs) != self._players:  # another law tells of it
            return
        self._places.note(payoffs)
        running = [place for place in before_the_end(sample, _LAST_PLIES) if place < len(sample.moves)]
        if self._found.evaluate is None or not running:
            return
        with contextlib.suppress(MethodRaised):  # told already
            for player, value in enumerate(evaluation.judged_for_all(self._case(sample.states[self._rng.choice(running)])) or ()):
                if player < self._players and math.isfinite(value):
                    self._judges["finished games"].note(player, value, payoffs[player])

    def _look_closely(self, case: Case[Any, Any], sample: Played[Any, Any], place: int) -> None:
        began = self._clock.elapsed
        for law in list(self._laws):
            if law.costly:
                self._ask(law, case, sample, place)
        if self._found.evaluate is not None and case.runs and case.mover is not None:
            value = exact_value(case)
            if value is not None:
                self._judge("values near the end", case, case.mover, value)
        self._costly_seconds += self._clock.elapsed - began

    def _judge(self, judge: str, case: Case[Any, Any], player: int, result: float) -> None:
        with contextlib.suppress(MethodRaised):  # told already
            self._judges[judge].note(player, evaluation.judged(case), result)

    def _look_for_cycles(self, sample: Played[Any, Any]) -> None:
        ended = len(sample.moves) < self._longest
        if ended and (endings.CYCLES in self._findings or keys.PARTIAL in self._findings):
            return
        try:
            stretch = endings.cycle(sample.states, self._identity)
        except RAISED:  # a method of the game raised an exception; another law tells of it
            stretch = None
        if ended and stretch is None:
            return
        first, last = (0, 0) if stretch is None else stretch
        one, other = sample.states[first], sample.states[last]
        moves = [self._findings.written(sample.states[place], sample.moves[place]) for place in range(first, last)]
        is_same = difference(one, other) <= Difference.UNKNOWN
        if not ended:
            self._record_endless(sample, first, endings.endless(len(sample.moves), moves, is_same=is_same))
        elif is_same or self._found.key is None:
            if "chances" not in self._found:  # else what leads back is a roll, and no draw
                self._findings.add(endings.CYCLES, "hint", endings.cyclic(moves))
        else:
            self._findings.add(keys.PARTIAL, "hint", keys.left_out(self._found.key(one), one, other, moves))

    def _record_endless(self, sample: Played[Any, Any], place: int, text: str) -> None:
        try:
            meant = self._identity(sample.states[place])
        except RAISED:
            self._findings.add(endings.ENDLESS, "error", text)
            return

        def is_there(state: Any) -> bool:
            return difference(self._identity(state), meant) is Difference.SAME

        self._findings.add_at(endings.ENDLESS, self._case(sample.states[place]), sample.moves[:place], is_there, lambda _: text)

    def _identity(self, state: Any) -> Any:
        key = self._found.identity(state)
        return key if self._game.outcome(state) is not None else (key, self._game.player(state))

    def _conclude(self, played: int) -> None:
        is_certain = "chances" not in self._found  # else no result counts plies
        for finding in endings.units(self._outcomes, evaluations=self._evaluations) if is_certain else ():
            self._findings.put(finding)
        if keys.LAW in self._findings:  # positions were told apart by the keys that are wrong
            self._findings.drop(endings.CYCLES)
            self._findings.drop(keys.PARTIAL)
        self._findings.add(dealing.IMPOSSIBLE, "error", self._deals.diagnosis())
        if self._gone is not None:
            with contextlib.suppress(MethodRaised):  # another law tells of it
                self._findings.add(dealing.AGAIN, "error", self._gone.diagnosis())
        self._findings.add("optional-methods-are-known", "hint", misspelt(self._game))
        if self._players <= 2:
            self._findings.add(endings.BOTH_WIN, "hint", self._results.diagnosis())
            self._findings.put(evaluation.diagnosis(self._judges))
        else:
            self._findings.add(endings.BOTH_WIN, "hint", self._places.diagnosis())
            self._findings.put(evaluation.diagnosis_of_many(self._judges["finished games"], self._players))
        if self._plies == 0 and played and not self._findings:
            text = "outcome() says that the initial state is the end of the game"
            self._findings.add_at(endings.BEGINS, self._case(self._game.initial()), (), lambda _: True, lambda _: text)

    def _compare_tiers(self, compiled: bool | None) -> None:
        if not available():
            self._notes.append(tiers.NOT_INSTALLED)
        elif self._findings.has_errors:
            self._notes.append("the compiled tier was not looked at, since the rules break laws in Python already")
        else:
            finding, note = tiers.compare(
                self._game, self._running, must=bool(compiled), clock=self._clock, on_progress=self._tell
            )
            self._findings.put(finding)
            if note is not None:
                self._notes.append(note)
