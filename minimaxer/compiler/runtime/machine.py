"""Machine code in memory: object files loaded with llvmlite, which is imported only then."""

from __future__ import annotations

import ctypes
import functools
import os
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any, Final

from attrs import frozen

from ...base.forks import awaited_by_forks
from . import header as h

ENTER: Final = "enter"
"""The name of the entry point: given the address of the kernel's memory, it returns why it stopped, or `FAILED`."""
WEIGHTS: Final = "weights"
"""The name of the words that hold the weights of an evaluation, in code that reads any."""
FAILED: Final = -(1 << 62)
"""The result where the rules ended with an error, whose number is in the memory."""
_CALL = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)
_LEFT_OUT: Final = ",-avx512f"
"""AVX-512, with all that builds on it: LLVM 22.1 makes wrong code with its mask registers, and nothing measured was faster by it.

Source: https://github.com/llvm/llvm-project/pull/198220, which mends it in later versions: a mask that was moved to another
register (`VPMOVD2M`, `KMOV`) counts as dead although an instruction that reads and writes it (`KSHIFT`) comes later.
"""
Failure = tuple[str, str | None, str, int]


@frozen
class ObjectCode:
    """Compiled code as it is stored on disk, an object file in the machine's own format. `failures` are the errors with which it
    may end, by their numbers from 1: the class as `module:name`, text, function and line; `arena` if it keeps values in one.
    """

    data: bytes
    failures: tuple[Failure, ...]
    arena: bool


class NativeError(Exception):
    """Compiled code ended with an error."""

    def __init__(self, failure: Failure) -> None:
        super().__init__("compiled code raised an error")
        self.failure = failure

    def cause(self) -> BaseException:
        """The exception as the game's source raised it."""
        path, text, _, _ = self.failure
        module, _, name = path.partition(":")
        found: object = sys.modules.get(module)
        for part in name.split("."):
            found = getattr(found, part, None)
        if not (isinstance(found, type) and issubclass(found, BaseException)):
            return RuntimeError(f"{name}({text})")
        given = [text] if text else []
        error: BaseException = found.__new__(found, *given)  # its own __init__ may take something else than a text
        BaseException.__init__(error, *given)
        return error


class Machine:
    """Loaded code, ready to be called from any thread; calls hold no GIL. `weights`: the words to read, or those compiled in.

    Each has an engine of its own, so that equal names in two pieces of code never meet.
    """

    def __init__(self, code: ObjectCode, weights: Sequence[int] = ()) -> None:
        self.arena: Final = code.arena
        self._failures: Final = code.failures
        self._weights: Final[list[ctypes.c_int64 | int]] = list(weights)
        self._loaded: Final[list[object]] = []
        self.load(code)

    def load(self, code: ObjectCode) -> None:
        """Loads the code, or other code made of the same source: calls from now on run it, those before go on in the old one."""
        llvm = _llvm()
        module = llvm.parse_assembly(f'target triple = "{llvm.get_process_triple()}"')
        engine = llvm.create_mcjit_compiler(module, target_machine())
        engine.add_object_file(llvm.ObjectFileRef.from_data(code.data))
        engine.finalize_object()
        if self._weights and (place := engine.get_global_value_address(WEIGHTS)):
            (ctypes.c_int64 * len(self._weights)).from_address(place)[:] = self._weights
        self._loaded.append((module, engine))
        self._call = _CALL(engine.get_function_address(ENTER))

    def __call__(self, address: int) -> int:
        """Runs the code on the memory at that address; raises NativeError if the rules raised."""
        why: int = self._call(address)
        if why == FAILED:
            raise NativeError(self._failures[ctypes.c_int64.from_address(address + 8 * h.FAILURE).value - 1])
        return why


def optimises() -> bool:
    """True if code is made to run fast; where the environment variable `MINIMAXER_OPTIMISE` is 0, it is made fast instead."""
    return os.environ.get("MINIMAXER_OPTIMISE") != "0"


def target_machine(*, effort: int = 3) -> Any:
    """The LLVM target for this machine; `effort` is from 0, for code soon, to 3, for fast code."""
    target = _target()
    cpu, features = identity()[1:3]
    return target.create_target_machine(cpu=cpu, features=features, opt=effort, reloc="static", codemodel="jitdefault", jit=True)


@functools.cache
def _llvm() -> ModuleType:
    """llvmlite; forks wait for its lock, which a child could never take while another thread frees code."""
    import llvmlite.binding as llvm

    awaited_by_forks(llvm.ffi.lib._lock._lock)
    return llvm


@functools.cache
def identity() -> tuple[str, str, str, str]:
    """The key of code for this machine: the system, the processor and its features, and llvmlite's version."""
    import llvmlite

    llvm = _llvm()
    try:
        features = llvm.get_host_cpu_features().flatten()
    except RuntimeError:
        features = ""
    if "+avx512f" in features:
        features += _LEFT_OUT
    return llvm.get_process_triple(), llvm.get_host_cpu_name(), features, llvmlite.__version__


@functools.cache
def _target() -> Any:
    llvm = _llvm()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_triple(llvm.get_process_triple())
