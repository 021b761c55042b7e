"""The kernels as plain Python over the same memory: to be stepped through, covered and counted without numba.

Kernels are ordinary functions of a game and an address. Here they are imported once more with a twin of `native.intrinsics`, whose
`peek` and `poke` read and write memory with ctypes, and put together for a game whose types are seen in its values. `TwinGame`
stands for a compiled game in the compiled tier, so that a whole search can be run that way.
"""

from __future__ import annotations

import ctypes
import importlib
import struct
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, Final

import minimaxer as mx
from minimaxer.compiled.native.layout import Layout, layout_of
from minimaxer.compiled.native.shapes import Shapes
from minimaxer.compiled.variant import FAMILIES, KERNELS, relevant

_PACKAGE: Final = "minimaxer.compiled"
_TWIN: Final = f"{_PACKAGE}.native.intrinsics"
_KERNELS: Final = (f"{_PACKAGE}.kernels.", f"{_PACKAGE}.alphabeta.kernels.")
_FAR: Final = 1 << 40
"""The stack pointer of code that Python runs, which sees to its own stack."""


def _word(address: int, index: int) -> ctypes.c_int64:
    return ctypes.c_int64.from_address(address + 8 * index)


def peek(address: int, index: int) -> int:
    return _word(address, index).value


def poke(address: int, index: int, value: int) -> None:
    _word(address, index).value = value


def swap_if(address: int, index: int, expected: int, value: int) -> bool:
    if peek(address, index) != expected:
        return False
    poke(address, index, value)
    return True


def signed(value: int) -> int:
    """The number whose lowest 64 bits these are."""
    return ctypes.c_int64(value).value


def bits_of(value: float) -> int:
    return int(struct.unpack("<q", struct.pack("<d", value))[0]) if isinstance(value, float) else int(value)


def float_of(bits: int) -> float:
    return float(struct.unpack("<d", struct.pack("<q", bits))[0])


def loader(layout: Layout) -> Callable[[int, int], Any]:
    return lambda address, index: layout.rebuild([peek(address, index + place) for place in range(layout.words)])


def storer(layout: Layout) -> Callable[[int, int, Any], None]:
    def store(address: int, index: int, value: Any) -> None:
        for place, word in enumerate(layout.flatten(value)):
            poke(address, index + place, word)

    return store


def flattener(layout: Layout) -> Callable[[Any], list[int]]:
    return layout.flatten


def unpacker(layout: Layout, bits: int) -> Callable[[int], Any]:
    return lambda code: layout.rebuild([code >> bits * place & (1 << bits) - 1 for place in range(layout.words)])


class Intrinsics(ModuleType):
    """The twin of the module, for one game: `caller` has to know the rules that every kernel function is given first."""

    def __init__(self) -> None:
        super().__init__(_TWIN)
        self.rules: Any = None
        self.modules: dict[str, ModuleType] = {}
        self.peek = self.peek_atomic = peek
        self.poke = self.poke_atomic = poke
        self.swap_if, self.bits_of, self.float_of = swap_if, bits_of, float_of
        self.loader, self.storer, self.flattener, self.unpacker = loader, storer, flattener, unpacker
        self.plus = lambda one, other: signed(one + other)
        self.times = lambda one, other: signed(one * other)
        self.prefetch = lambda address: None
        self.stack_pointer = lambda: _FAR

    def caller(self, name: str, result: str, arguments: tuple[Any, ...]) -> Callable[[tuple[Any, ...]], Any]:
        def call(given: tuple[Any, ...]) -> Any:
            (function,) = {each.__dict__[name] for each in self.modules.values() if name in each.__dict__}
            return function(self.rules, *given)

        return call


@contextmanager
def _in_place_of_intrinsics(twin: Intrinsics) -> Iterator[None]:
    """Within it kernel modules are imported anew, over the twin."""
    kept = _taken_out()
    sys.modules[_TWIN] = twin
    try:
        yield
    finally:
        twin.modules = _taken_out()
        for name, module in kept.items():
            sys.modules[name] = module
            package, _, last = name.rpartition(".")
            setattr(sys.modules[package], last, module)


def _taken_out() -> dict[str, ModuleType]:
    """The modules of kernels and the intrinsics, which will be imported anew when they are asked for next."""
    modules = {name: sys.modules.pop(name) for name in list(sys.modules) if name == _TWIN or name.startswith(_KERNELS)}
    for name in modules:
        package, _, last = name.rpartition(".")
        vars(sys.modules[package]).pop(last, None)
    return modules


class Machine:
    """A kernel that Python runs; stands for `native.machine.Machine`."""

    def __init__(self, entry: Callable[[Any, int], int], rules: Any) -> None:
        self._entry: Final = entry
        self._rules: Final = rules

    def __call__(self, address: int, told: int | None = None) -> int:
        return self._entry(self._rules, address)


class Variant:
    """A game with kernels that Python runs; stands for `compiled.variant.Variant`."""

    def __init__(self, game: Any, found: mx.Capabilities[Any, Any]) -> None:
        self.game: Final = game
        self.found: Final = relevant(found)
        self.shown: Final = None, None
        self.plans: Final[dict[Any, Any]] = {}
        self.compile_seconds: Final = 0.0
        self._twin: Final = Intrinsics()
        with _in_place_of_intrinsics(self._twin):
            rules = importlib.import_module(f"{_PACKAGE}.kernels.rules")
            kinds = self._kinds(rules.Kinds)
            families = [importlib.import_module(f"{_PACKAGE}.{each}").describe for each in FAMILIES]
            self._entries: Final = {
                name: getattr(importlib.import_module(f"{_PACKAGE}.{module}"), function)
                for name, (module, function) in KERNELS.items()
            }
            self._twin.rules = rules.assemble(game, self.found, kinds, families)
        self.shapes: Final = Shapes(kinds.state, kinds.move, kinds.float_scores, kinds.key.words == 1)
        self._machines: Final = {name: Machine(entry, self._twin.rules) for name, entry in self._entries.items()}

    def machine(self, kernel: str) -> Machine:
        return self._machines[kernel]

    def _kinds(self, kinds: Any) -> Any:
        """What is seen of the types in the states of a few random games."""
        game, found = self.game, self.found
        states = list(_states(game))
        running = [state for state in states if game.outcome(state) is None]
        move = next(each for state in running for each in game.moves(state))
        key = running[0] if found.key is None else found.key(running[0])
        scores = [game.outcome(state) for state in states]
        scores += [method(state) for method in (found.evaluate, found.stuck) if method is not None for state in running]
        weights = [] if found.order is None else [found.order(state, each) for state in running for each in game.moves(state)]
        return kinds(
            state=layout_of(states[0]),
            move=layout_of(move),
            key=layout_of(key),
            state_words=layout_of(states[0]).words,
            move_words=layout_of(move).words,
            float_scores=any(isinstance(score, float) for score in scores),
            float_order=any(isinstance(weight, float) for weight in weights),
            can_end=any(score is not None for score in scores),
            drains=False,
        )


def _states(game: Any) -> Iterator[Any]:
    """The states on the first, the last and every second move's way to the end of the game, up to forty plies."""
    for pick in (0, -1, 1):
        state = game.initial()
        for _ in range(40):
            yield state
            if game.outcome(state) is not None:
                break
            moves = list(game.moves(state))
            if not moves:
                break
            state = game.play(state, moves[min(pick, len(moves) - 1)])


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
