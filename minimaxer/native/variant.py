"""One game compiled with one set of capabilities: its types, its code, and the cache on disk that keeps both.

Imports the compiler only if something must be compiled.
"""

from __future__ import annotations

import hashlib
import json
import logging
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from typing import Any, Final

from attrs import evolve

from ..base.forks import awaited_by_forks
from ..base.lazy import imported
from ..base.overdue import awaited
from ..base.progress import OnProgress, Progress, ignored
from ..compiler.cache import Store
from ..compiler.runtime.layout import LayoutError, words_of
from ..compiler.runtime.machine import Machine, Worker, optimises
from ..errors import CompileError
from ..game.capability import KERNELS_USE, Capabilities
from ..game.following import payoffs_of, value_range
from ..game.protocol import players_of
from ..game.weights import Weights
from .digest import digest_and_weights
from .report import CompileReport
from .shapes import Shapes

LOG: Final = logging.getLogger("minimaxer")
KERNELS: Final = {
    "search": "minimaxer.families.alphabeta.native.kernels.entry:entry",
    "search_with_endgames": "minimaxer.families.alphabeta.native.kernels.entry:entry_with_endgames",
    "plain": "minimaxer.families.alphabeta.native.kernels.plain:plain_entry",
    "maxn": "minimaxer.families.maxn.native.kernels.entry:entry",
    "montecarlo": "minimaxer.families.montecarlo.native.kernels.entry:entry",
    "montecarlo_shared": "minimaxer.families.montecarlo.native.kernels.entry:shared_entry",
    "ismcts": "minimaxer.families.information_sets.native.kernels.entry:entry",
    "proof": "minimaxer.families.proof.native.kernels.entry:entry",
    "graph": "minimaxer.families.value_iteration.native.kernels.entry:entry",
    "tables": "minimaxer.tables.native.kernels.entry:entry",
    "tiers": "minimaxer.tables.native.kernels.tiers:tiers_entry",
    "training": "minimaxer.learning.native.kernels.entry:entry",
    "codes": "minimaxer.learning.native.kernels.entry:codes_entry",
    "self_play": "minimaxer.learning.native.kernels.self_play:self_play_entry",
    "perft": "minimaxer.native.kernels.perft:perft_entry",
    "playouts": "minimaxer.native.kernels.playouts:playouts_entry",
    "timing": "minimaxer.native.kernels.perft:timing_entry",
}
"""The functions of kernels by name."""
EXTENSIONS: Final = tuple(
    f"minimaxer.families.{family}.native.kernels.entry:describe"
    for family in ("alphabeta", "maxn", "montecarlo", "information_sets", "proof")
)
"""The functions by which families extend the rules for their kernels."""
_STEPS: Final = 5
"""Steps of compiling: types, the comparison, the code of a kernel, and machine code, which takes as long as two."""
_LOCK: Final = awaited_by_forks(threading.RLock())


class Variant:
    """A compiled game with exactly these capabilities; raises CompileError if the game cannot be compiled.

    `check`: compare with Python unless that was done before. `states` are sample states to infer types from, the same for all
    variants of a game, filled when first needed; `varying` is True if tuples of states are known to have other lengths than in
    these. `hurries`: make code quickly at first, and fast code on another thread, which then takes its place. `on_progress` is
    called as each part of the work begins.
    """

    def __init__(
        self,
        game: Any,
        found: Capabilities[Any, Any],
        *,
        check: bool,
        states: list[Any] | None = None,
        varying: bool = False,
        on_progress: OnProgress = ignored,
        hurries: bool = False,
    ) -> None:
        self.game: Final = game
        self.found: Final = relevant(found)
        self.players: Final = players_of(game)
        self.shown: Final = game, found
        """The game and its whole capabilities, for display."""
        initial = game.initial()
        self._initial: Final = initial
        methods = {name: getattr(self.found, name) for name in KERNELS_USE}
        methods |= {name: getattr(game, name) for name in ("player", "moves", "play", "outcome")}
        code, weights = digest_and_weights(methods, initial, declared(game, found))
        self.digest: Final[str] = code
        self.weights: Final[tuple[Weights, ...]] = weights
        self.name: Final = f"{type(game).__module__}.{type(game).__qualname__}"
        self.store: Final = Store(self.name, self.digest)
        """The place on disk of the code, and of what belongs to it."""
        self._machines: Final[dict[str, Machine]] = {}
        self.plans: Final[dict[Any, Any]] = {}
        """Plans of searches, by their options."""
        self.compile_seconds = 0.0
        """Seconds spent compiling so far."""
        self._build: Any = None
        self.states: Final = states
        self._on_progress: Final = on_progress
        self._hurries: Final = hurries
        self._texts: tuple[str, ...] = ()
        """The texts that all code of the variant shares, in the order of their numbers."""
        self.varying: bool = varying
        """True if tuples of states have other lengths than in the sample."""
        self._decision = ""
        self.shapes: Shapes
        self.report = CompileReport()
        """The coverage of the comparison with Python."""
        self._learn(check=check)

    def _learn(self, *, check: bool) -> None:
        """Takes the facts about the game from disk, or finds them."""
        if self._took_facts(check=check):
            return
        with _LOCK, self.store.alone():
            if self._took_facts(check=check):  # which another process has found meanwhile
                return
            began = time.perf_counter()
            if not self._decision:
                self._analyse()
            if check:
                self.report = self._compare()
            self.compile_seconds += time.perf_counter() - began
            facts = {"shapes": self.shapes.to_json(), "texts": self._texts, "report": self.report.to_json()}
            self.store.save_facts({**facts, "varying": self.varying})

    def _took_facts(self, *, check: bool) -> bool:
        """Takes the facts about the game from disk; False if they are not all there, or they are invalid."""
        facts = self.store.load_facts()
        if facts is None:
            return False
        try:
            shapes, report = Shapes.from_json(facts["shapes"]), CompileReport.from_json(facts["report"])
            texts, varying = tuple(map(str, facts["texts"])), bool(facts["varying"])
        except (KeyError, TypeError, ValueError):
            return False
        try:
            shapes.state.flatten(self._initial)
        except LayoutError:
            return False
        self.shapes, self.report, self._texts, self.varying = shapes, report, texts, varying
        self._decision = decision_of(shapes, texts)
        return report.states > 0 or not check

    @property
    def identity(self) -> str:
        """The digest with the values of weights: equal for searches that give positions the same values."""
        return " ".join([self.digest, *(repr(each) for each in self.weights)])

    def machine(self, kernel: str) -> Machine:
        """A kernel's loaded code; raises CompileError if it cannot be compiled."""
        if kernel not in self._machines:
            with _LOCK, awaited():
                if kernel not in self._machines:
                    self._machines[kernel] = self._loaded(kernel) or self._compiled(kernel)
        return self._machines[kernel]

    def _loaded(self, kernel: str) -> Machine | None:
        """A kernel's code from disk; None if it is not there."""
        code = self.store.load_code(kernel, self._decision)
        if code is None:
            return None
        self._tell("compiled", _STEPS)
        return Machine(code, words_of(self.weights))

    def _compiled(self, kernel: str) -> Machine:
        """A kernel's code, made anew unless another process is making it."""
        with ExitStack() as alone:
            alone.enter_context(self.store.alone())
            if (found := self._loaded(kernel)) is not None:
                return found
            began = time.perf_counter()
            LOG.info("compiling the %s kernel of %s ...", kernel, self.name)
            self._tell(f"compiling the {kernel} kernel", 3)
            assembly = self._builder().kernel(imported(KERNELS[kernel]))
            worker = Worker("minimaxer optimising") if self._hurries and optimises() else None
            self._tell("compiling quickly" if worker else "optimising", 4)
            code = assembly.code(soon=worker is not None)
            machine = Machine(code, words_of(self.weights))
            if worker is not None:
                held = alone.pop_all()
                worker.submit(lambda: self._optimise(kernel, assembly, machine, held))
            else:
                self.store.save_code(kernel, code, self._decision)
                self._tell("compiled", _STEPS)
            seconds = time.perf_counter() - began
            self.compile_seconds += seconds
            LOG.info("compiled in %.1f s", seconds)
            return machine

    def _optimise(self, kernel: str, assembly: Any, machine: Machine, alone: ExitStack) -> None:
        """Puts fast code in the place of code that was made quickly."""
        with alone:
            self._tell("optimising", 4)
            self.store.save_code(kernel, assembly.replace(machine), self._decision)
            self._tell("compiled", _STEPS)

    def _tell(self, doing: str, done: int) -> None:
        self._on_progress(Progress(doing, done, _STEPS, unit="steps"))

    def method_code(self, method: str) -> str:
        """The types and the code of a method; errors as in `Build.method_code`."""
        with _LOCK:
            return str(self._builder().method_code(method))

    def _builder(self) -> Any:
        """The compiler's build of the game, made on first use; raises CompileError if it cannot be compiled, or its types or
        texts differ from those of the existing code.
        """
        if self._build is not None:
            return self._build
        build = self.build()
        if self._decision and decision_of(build.shapes, build.texts) != self._decision:
            raise CompileError(
                f"cannot compile {self.name}: random play gives states and moves of other types or texts than when its code was "
                f"made ({build.shapes.state} and {build.shapes.move}, before {self.shapes.state} and {self.shapes.move}); "
                "rules must not depend on chance, on the time, or on the order of a set"
            )
        self._build = build
        return build

    def build(self, *families: Callable[[Any], None]) -> Any:
        """A new build of the game, with the rules extended for further kernels; errors as in `Build`."""
        return _compiler().Build(
            self.game,
            self.found,
            families=[*map(imported, EXTENSIONS), *families],
            weights=self.weights,
            states=self.states,
            texts=self._texts,
            varying=self.varying,
        )

    def _analyse(self) -> None:
        """Infers the types of states and moves, and the texts that they hold."""
        with _LOCK, awaited():
            LOG.info("compiling %s ...", self.name)
            self._tell("inferring types", 0)
            self._adopt(self._builder())

    def _adopt(self, build: Any) -> None:
        self.shapes, self._texts = build.shapes, build.texts
        self._decision = decision_of(self.shapes, self._texts)

    def _compare(self) -> CompileReport:
        with _LOCK, awaited():
            checking = _compiler()
            self._tell("comparing with Python", 1)
            try:
                report = checking.compare(self.game, self.found, self._builder(), self.weights)
            except checking.VaryingError as error:
                if self.varying:
                    raise
                found = error
            else:
                self._adopt(self._builder())  # its code may have met more texts
                return report
            self.varying, self._build, self._decision = True, None, ""
            try:
                self._analyse()
            except CompileError:  # it is not that tuples vary
                raise found from None
            return self._compare()


def _compiler() -> Any:
    """The module that compares compiled games, with the class that compiles them: cached code needs neither."""
    from . import checking

    return checking


def decision_of(shapes: Shapes, texts: Iterable[str]) -> str:
    """A digest of the layouts and texts that pieces of code must share to work on the same values."""
    return hashlib.sha256(json.dumps([shapes.to_json(), list(texts)]).encode()).hexdigest()


def declared(game: Any, found: Capabilities[Any, Any]) -> tuple[Any, ...]:
    """The numbers declared by a game that its code depends on: players, payoffs, range of values."""
    if (players := players_of(game)) > 2:
        scale = payoffs_of(game)
        return players, scale.low, scale.high, scale.total
    return (() if players == 2 else (players,)) + (() if found.chances is None else value_range(game))


def relevant(found: Capabilities[Any, Any]) -> Capabilities[Any, Any]:
    """The capabilities without those that kernels do not use."""
    kept = tuple(each for each in found if each.name in KERNELS_USE)
    others = {each.name: None for each in found if each.name not in KERNELS_USE}
    return evolve(found, found=kept, **others)
