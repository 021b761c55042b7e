"""The kernels as plain Python over the same memory: to be stepped through, covered and counted.

Kernels are ordinary functions of a game and an address. `TwinGame` stands for a compiled game in the compiled tier, so that a whole
search, with its report, is run that way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import minimaxer as mx
from minimaxer.base.lazy import imported
from minimaxer.native.build import Build
from minimaxer.native.variant import EXTENSIONS, KERNELS, relevant


class Machine:
    """A kernel that Python runs; stands for `compiler.runtime.machine.Machine`."""

    arena: Final = False

    def __init__(self, entry: Callable[[Any, int], int], rules: Any) -> None:
        self._entry: Final = entry
        self._rules: Final = rules

    def __call__(self, address: int) -> int:
        return self._entry(self._rules, address)


class Variant:
    """A game with kernels that Python runs; stands for `native.variant.Variant`."""

    def __init__(self, game: Any, found: mx.Capabilities[Any, Any]) -> None:
        self.game: Final = game
        self.found: Final = relevant(found)
        self.shown: Final = None, None
        self.players: Final = 2
        self.plans: Final[dict[Any, Any]] = {}
        self.compile_seconds: Final = 0.0
        families = [imported(each) for each in EXTENSIONS]
        build = Build(game, self.found, families=families)
        self.shapes: Final = build.shapes
        entries = {name: imported(each) for name, each in KERNELS.items()}
        self._machines: Final = {name: Machine(entry, build.rules) for name, entry in entries.items()}

    def machine(self, kernel: str) -> Machine:
        return self._machines[kernel]


class TwinGame:
    """A game that the compiled tier searches with kernels that Python runs; stands for `CompiledGame`."""

    compile_seconds: Final = 0.0

    def __init__(self, game: Any) -> None:
        self._game: Final = game
        self._variants: Final[dict[frozenset[str], Variant]] = {}

    def variant(self, ignore: Iterable[str] = (), evaluate: Any = None) -> Variant:
        key = frozenset(ignore)
        if key not in self._variants:
            self._variants[key] = Variant(self._game, mx.capabilities(self._game, ignore=key))
        return self._variants[key]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)
