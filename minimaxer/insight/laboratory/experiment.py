"""Trying all settings on one game within a time limit."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any, Final

from attrs import field, frozen

from ...api.search import Search
from ...errors import GameError, OptionError, ScoreError
from ...game.capability import capabilities
from ...game.following import final_outcome
from ...game.protocol import Game, M, S, players_of
from ...native import tier_of
from ...searching.limits import Limits, StopReason
from ...searching.options import TierName
from .trial import DEFAULT, Bench, Setting, Trial, combined, settings_for

WORTH: Final = 0.03
"""The share of time that a setting must save to be called better: less may be noise in some ten runs."""
_ROUNDS: Final = 25
"""Most rounds of the last heat."""
_HOPELESS: Final = (1.8, 1.5, 1.4, 1.3)
"""Settings that take this many times as long as the best are not run again, after the first round and each further one."""
_FINALISTS: Final = 4
_ONE_RUN: Final = {"tree": 0.06, "compiled": 0.025}
"""Seconds that the default should take for a position."""
_GIVE_UP: Final = 4.0
"""Settings that take this many times as long as the default are stopped."""
_COMPILATION: Final = 30.0
"""Seconds that must be left for a combination that needs other code."""
_SHORT: Final = 0.2
"""Seconds below which no run is stopped."""
TOO_SHORT: Final = 0.002
"""Seconds for all positions below which nothing is called better."""
_FEWEST: Final = 8
"""Rounds that a setting must have been in to be called better."""


@frozen(kw_only=True)
class Experiment:
    """The results of an experiment in one tier.

    Attributes:
        depth: Plies to which all positions were searched.
        trials: The measurements of each setting, the fastest first.
        best: The setting to take: the fastest one, if it saved 3 % of the default's time in the median, and was the faster one in
            three quarters of the rounds; else the default.
        left_out: Names of settings for which no time was left.
        stopped: Names of settings that were stopped after four times the default's time.
        impossible: Names of settings that this game does not allow, with the reasons.
        interrupted: True if Ctrl-C ended it early.
        differ: Names of settings whose value differed from the default's somewhere, due to answers from deeper searches.
    """

    tier: TierName
    depth: int
    positions: int
    trials: tuple[Trial, ...]
    best: Trial
    left_out: tuple[str, ...] = field(default=())
    stopped: tuple[str, ...] = field(default=())
    impossible: tuple[tuple[str, str], ...] = field(default=())
    interrupted: bool = False
    differ: tuple[str, ...] = field(default=())

    @property
    def default(self) -> Trial:
        """The trial of the default options."""
        return next(trial for trial in self.trials if trial.setting.name == DEFAULT)

    def to_dict(self) -> dict[str, Any]:
        """The experiment as plain data for JSON."""
        return {
            "tier": self.tier,
            "depth": self.depth,
            "positions": self.positions,
            "best": self.best.setting.name,
            "best_ratio": self.best.ratio,
            "trials": [trial.to_dict() for trial in self.trials],
            "left_out": list(self.left_out),
            "stopped": list(self.stopped),
            "impossible": dict(self.impossible),
            "interrupted": self.interrupted,
            "differ": list(self.differ),
        }


def experiment(
    game: Game[S, M],
    states: Sequence[S],
    *,
    depth: int | None = None,
    seconds: float = 20.0,
    settings: Sequence[Setting] | None = None,
    on_run: Callable[[str], object] | None = None,
) -> Experiment:
    """Tries every setting on the positions, the promising ones several times, and finds the best.

    All settings are run once, and stopped if they take four times as long as the default; those that took far more than the best
    time drop out. The rest are run again, in turn, so that other load on the machine affects all alike; the last heat is between
    the default, the four fastest, and combinations of settings that helped.

    A compiled game is tried in the compiled tier. By default the depth is that for which the default options need some tenths of
    a second, and the settings, one of them named `default`, are all that may help. The time limit spares the first round of
    settings that need no other code. Ctrl-C ends the experiment early once the default was measured, else it raises
    KeyboardInterrupt. Raises OptionError without positions, for one in which the game is over, without a default, or for a depth
    or time out of range.
    """
    _check(game, states, depth, seconds)
    began = time.perf_counter()
    tier = tier_of(game)
    chosen = settings_for(tier, capabilities(game), players_of(game)) if settings is None else list(settings)
    if not any(setting.name == DEFAULT for setting in chosen):
        raise OptionError("expected a setting named 'default' among those to try, to compare the others with")
    bench = Bench(game, states, _fitting_depth(game, states, tier) if depth is None else depth)
    return _Heats(bench, began + seconds, on_run).run(chosen)


def _check(game: Game[S, M], states: Sequence[S], depth: int | None, seconds: float) -> None:
    if not states:
        raise OptionError("expected at least one position to search, got none")
    found = capabilities(game)
    for state in states:
        if final_outcome(game, found, state) is not None:
            raise OptionError(f"expected positions in which the game still runs, got {state!r}")
    if depth is not None and (not isinstance(depth, int) or depth < 1):
        raise OptionError(f"expected a depth from 1, got {depth!r}")
    if not seconds > 0:
        raise OptionError(f"expected a number of seconds above 0, got {seconds!r}")


def _fitting_depth(game: Game[S, M], states: Sequence[S], tier: TierName) -> int:
    """The greatest depth to which the default searches all positions in the time allowed for them."""
    allowed = _ONE_RUN[tier] * len(states)
    for depth in range(1, 65):
        spent, seen_all = 0.0, True
        for state in states:
            with closing(Search(game, evaluate=None)) as engine:
                result = engine.run(state, Limits(depth=depth, seconds=4 * allowed))
                spent += result.seconds
                seen_all = seen_all and result.stop in (StopReason.SOLVED, StopReason.FINISHED)
            if spent > allowed:
                return max(1, depth - 1)
        if seen_all or spent > allowed / 2:
            break
    return depth


class _Heats:
    """The rounds of an experiment, and the settings still in it."""

    def __init__(self, bench: Bench[Any, Any], until: float, on_run: Callable[[str], object] | None) -> None:
        self._bench: Final = bench
        self._until: Final = until
        self._on_run: Final = on_run
        self._running: list[Setting] = []
        self._all: list[Setting] = []
        self._left_out: list[str] = []
        self._stopped: list[str] = []
        self._impossible: dict[str, str] = {}
        self._interrupted = False
        self._round = 0
        self._finalists: list[Setting] = []

    def run(self, settings: Sequence[Setting]) -> Experiment:
        """Runs all heats; returns the results so far if Ctrl-C ends them."""
        try:
            self.first(settings)
            self.middle()
            self.last()
            for trial in self._trials(self._measured()):  # as long as time is left: it takes another search for each
                self._bench.count_comparisons(trial.setting.name, self._time_left())
        except KeyboardInterrupt:
            if not self._bench.knows(DEFAULT):
                raise
            self._interrupted = True
        return self.result()

    def _measured(self) -> list[Setting]:
        return [setting for setting in self._all if self._bench.knows(setting.name)]

    def _cost(self, settings: Sequence[Setting]) -> float:
        return sum(self._bench.trial(setting.name, DEFAULT).seconds for setting in settings)

    def _time_left(self) -> float:
        return self._until - time.perf_counter()

    def _run(self, settings: Sequence[Setting]) -> None:
        """Runs one round, with the default first."""
        limit = None
        for setting in settings:
            if setting.name in self._stopped or setting.name in self._impossible:
                continue
            if self._on_run is not None:
                self._on_run(setting.name)
            self._try(setting, None if self._bench.knows(setting.name) else limit)
            if setting.name == DEFAULT:
                limit = max(_GIVE_UP * self._bench.trial(DEFAULT, DEFAULT).seconds, _SHORT)
        self._round += 1

    def _try(self, setting: Setting, limit: float | None) -> None:
        """Runs a setting once; records one that the game does not allow, such as a table without hashable states."""
        try:
            if not self._bench.run(setting, self._round, limit):
                self._stopped.append(setting.name)
        except (GameError, OptionError, ScoreError) as error:
            if setting.name == DEFAULT:
                raise
            self._impossible[setting.name] = str(error)

    def _trials(self, settings: Sequence[Setting]) -> list[Trial]:
        return sorted((self._bench.trial(setting.name, DEFAULT) for setting in settings), key=lambda trial: trial.ratio)

    def first(self, settings: Sequence[Setting]) -> None:
        """Runs everything once, after the default as a warm-up. Settings that need other code come last, while there is time for
        twice the longest compilation so far, or twice 12 seconds.
        """
        settings = sorted(settings, key=lambda setting: setting.name != DEFAULT)
        default = settings[0]
        at_once = [setting for setting in settings if self._bench.tier == "tree" or not setting.must_compile]
        self._all = list(at_once)
        self._run([default])
        if self._bench.trial(DEFAULT, DEFAULT).seconds > self._time_left() / len(at_once):
            at_once = at_once[1:]  # there is no time to run it again for warm code
            self._round -= 1
        self._run(at_once)
        longest = 12.0
        for setting in settings:
            if setting in self._all:
                continue
            if self._time_left() < 2 * longest:
                self._left_out.append(setting.name)
                continue
            began = time.perf_counter()
            self._all.append(setting)
            self._run([default, setting])
            longest = max(longest / 2, time.perf_counter() - began)
        self._running = self._hopeful(self._measured(), _HOPELESS[0])

    def _hopeful(self, settings: Sequence[Setting], hopeless: float) -> list[Setting]:
        trials = self._trials(settings)
        kept = {trial.setting.name for trial in trials if trial.ratio <= hopeless * trials[0].ratio}
        return [each for each in settings if each.name == DEFAULT or each.name in kept]

    def middle(self) -> None:
        """Runs the promising settings again, three times at most, while there is time for two such rounds."""
        for hopeless in _HOPELESS[1:]:
            if self._time_left() < 2 * self._cost(self._running):
                return
            self._run(self._running)
            self._running = self._hopeful(self._running, hopeless)

    def last(self) -> None:
        """Runs the last heat: the default, the fastest, and combinations of settings that helped."""
        ranked = [trial.setting for trial in self._trials(self._running) if trial.setting.name != DEFAULT]
        default = next(each for each in self._running if each.name == DEFAULT)
        self._finalists = [default, *ranked[:_FINALISTS]]
        self._combine(default, ranked)
        for _ in range(_ROUNDS):
            if self._time_left() < self._cost(self._finalists) + self._cost(self._measured()) / 2:
                return  # half of what was measured is left for counting comparisons
            self._run(self._finalists)

    def _combine(self, default: Setting, ranked: Sequence[Setting]) -> None:
        """Adds the other settings that helped to the fastest one, one by one, and keeps those that make it faster still."""
        helped = [each for each in ranked if self._bench.trial(each.name, DEFAULT).ratio < 1 - WORTH]
        best = helped[0] if helped else default
        for each in helped[1:]:
            together = combined(best, each)
            if together is None or not self._is_affordable(default, best, together):
                continue
            self._all.append(together)
            for _ in range(3):
                self._run([default, best, together])
            if not self._bench.knows(together.name):
                continue
            if self._bench.trial(together.name, DEFAULT).ratio < self._bench.trial(best.name, DEFAULT).ratio - WORTH / 3:
                best = together
                self._finalists.append(together)

    def _is_affordable(self, default: Setting, best: Setting, together: Setting) -> bool:
        """True if there is time for three rounds with the combination, and for compiling it."""
        compilation = _COMPILATION if self._bench.tier == "compiled" and together.must_compile else 0.0
        return self._time_left() > compilation + 3 * (self._cost([default, best, best]))

    def result(self) -> Experiment:
        trials = self._trials(self._measured())
        default = next(trial for trial in trials if trial.setting.name == DEFAULT)
        names = {setting.name for setting in self._finalists}
        finalists = [trial for trial in trials if trial.setting.name in names and trial.runs >= _FEWEST]
        faster = [each for each in finalists if each.ratio < 1 - WORTH and each.ratio_high < 1]  # in three quarters of the rounds
        return Experiment(
            tier=self._bench.tier,
            depth=self._bench.depth,
            positions=len(self._bench.states),
            trials=tuple(trials),
            best=faster[0] if faster and default.seconds >= TOO_SHORT else default,
            left_out=tuple(self._left_out),
            stopped=tuple(self._stopped),
            impossible=tuple(self._impossible.items()),
            interrupted=self._interrupted,
            differ=tuple(trial.setting.name for trial in trials if trial.values != default.values),
        )
