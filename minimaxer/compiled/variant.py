"""One game compiled with one set of capabilities: what is known of it, its code, and the cache that keeps both.

Imports the compiler only where something has to be compiled.
"""

from __future__ import annotations

import logging
import threading
import time
from importlib import import_module
from typing import Any, Final

from attrs import evolve

from ..rules.capability import KERNELS_USE, Capabilities
from ..rules.players import players_of
from ..rules.scales import payoffs_of, value_range
from ..rules.weights import Weights
from .native.layout import LayoutError, words_of
from .native.machine import Machine
from .native.shapes import Shapes
from .translate.cache import Store
from .translate.digest import digest_and_weights

LOG: Final = logging.getLogger("minimaxer")
KERNELS: Final = {
    "search": ("alphabeta.kernels.entry", "entry"),
    "search_with_endgames": ("alphabeta.kernels.entry", "entry_with_endgames"),
    "plain": ("alphabeta.kernels.plain", "plain_entry"),
    "maxn": ("maxn.kernels.entry", "entry"),
    "montecarlo": ("montecarlo.kernels.entry", "entry"),
    "montecarlo_shared": ("montecarlo.kernels.entry", "shared_entry"),
    "ismcts": ("ismcts.kernels.entry", "entry"),
    "proof": ("proof.kernels.entry", "entry"),
    "graph": ("graph.kernels.entry", "entry"),
    "tables": ("tables.kernels.entry", "entry"),
    "tiers": ("tables.kernels.tiers", "tiers_entry"),
    "training": ("training.kernels.entry", "entry"),
    "perft": ("kernels.perft", "perft_entry"),
    "timing": ("kernels.timing", "timing_entry"),
}
"""The kernels by name: module and function."""
FAMILIES: Final = (
    "alphabeta.kernels.known",
    "maxn.kernels.known",
    "montecarlo.kernels.known",
    "ismcts.kernels.known",
    "proof.kernels.known",
)
"""The modules that add to the rules what their kernels know of a game, each by a function `describe`."""
_LOCK: Final = threading.RLock()


class Variant:
    """A game with just these capabilities.

    Args:
        game: The rules object.
        found: The capabilities to compile in.
        check: Compare with Python where that was not done before.

    Raises:
        CompileError: The game cannot be compiled.
    """

    def __init__(self, game: Any, found: Capabilities[Any, Any], *, check: bool) -> None:
        self.game: Final = game
        self.found: Final = relevant(found)
        self.players: Final = players_of(game)
        self.shown: Final = found.svg, found.format_move
        """How states and moves are shown to people."""
        initial = game.initial()
        self._initial: Final = initial
        methods = {name: getattr(self.found, name) for name in KERNELS_USE}
        methods |= {name: getattr(game, name) for name in ("player", "moves", "play", "outcome")}
        code, weights = digest_and_weights(methods, initial, declared(game, found))
        self.digest: Final[str] = code
        self.weights: Final[tuple[Weights, ...]] = weights
        self.name: Final = f"{type(game).__module__}.{type(game).__qualname__}"
        self._store: Final = Store(self.name, self.digest)
        self._machines: Final[dict[str, Machine]] = {}
        self.plans: Final[dict[Any, Any]] = {}
        """What searches have found out about options, by these."""
        self.compile_seconds = 0.0
        """Time spent compiling so far."""
        self._build: Any = None
        facts = self._facts()
        began = time.perf_counter()
        self.shapes: Final[Shapes] = self._analysed() if facts is None else facts["shapes"]
        checked = facts is not None and facts["checked"]
        if check and not checked:
            self._compare()
        if facts is None or (check and not checked):
            self.compile_seconds += time.perf_counter() - began
            self._store.save_facts({"shapes": self.shapes.to_json(), "checked": check or checked})

    def _facts(self) -> dict[str, Any] | None:
        """What is on disk about the game; None where that is nothing, or not what it should be."""
        facts = self._store.load_facts()
        if facts is None:
            return None
        try:
            shapes, checked = Shapes.from_json(facts["shapes"]), bool(facts["checked"])
        except (KeyError, TypeError, ValueError):
            return None
        try:
            shapes.state.flatten(self._initial)
        except LayoutError:
            return None
        return {"shapes": shapes, "checked": checked}

    @property
    def identity(self) -> str:
        """The digest, with the values of weights: what searches with the same values of positions have in common."""
        return " ".join([self.digest, *(repr(each) for each in self.weights)])

    def machine(self, kernel: str) -> Machine:
        """A kernel's loaded code.

        Raises:
            CompileError: It cannot be compiled.
        """
        with _LOCK:
            if kernel not in self._machines:
                code = self._store.load_code(kernel)
                if code is None:
                    began = time.perf_counter()
                    LOG.info("compiling the %s kernel of %s ...", kernel, self.name)
                    code = self._builder().kernel(*KERNELS[kernel])
                    self._store.save_code(kernel, code)
                    seconds = time.perf_counter() - began
                    self.compile_seconds += seconds
                    LOG.info("compiled in %.1f s", seconds)
                self._machines[kernel] = Machine(code, words_of(self.weights))
            return self._machines[kernel]

    def _builder(self) -> Any:
        if self._build is None:
            from .translate.build import Build

            families = [import_module(f".{each}", __package__).describe for each in FAMILIES]
            self._build = Build(self.game, self.found, families=families, weights=self.weights)
        return self._build

    def _analysed(self) -> Shapes:
        with _LOCK:
            LOG.info("compiling %s ...", self.name)
            shapes: Shapes = self._builder().shapes
            return shapes

    def _compare(self) -> None:
        from .translate.checking import compare

        with _LOCK:
            compare(self.game, self.found, self.shapes, self.weights)


def declared(game: Any, found: Capabilities[Any, Any]) -> tuple[Any, ...]:
    """What code depends on of what a game says of its numbers."""
    if (players := players_of(game)) > 2:
        scale = payoffs_of(game)
        return players, scale.low, scale.high, scale.total
    return (() if players == 2 else (players,)) + (() if found.chances is None else value_range(game))


def relevant(found: Capabilities[Any, Any]) -> Capabilities[Any, Any]:
    """The capabilities without those that kernels have no use for."""
    kept = tuple(each for each in found if each.name in KERNELS_USE)
    others = {each.name: None for each in found if each.name not in KERNELS_USE}
    return evolve(found, found=kept, **others)
