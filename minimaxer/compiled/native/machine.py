"""Machine code in memory: object files loaded with llvmlite alone, since importing numba takes longer than most searches.

Imports llvmlite when code is loaded; no numba unless the code needs its run-time library.
"""

from __future__ import annotations

import ctypes
import functools
from typing import Any, Final

from attrs import frozen

_RUNTIME: Final = ("NRT_", "numba_", "_numba")
"""Prefixes of symbols in numba's run-time library."""
_CALL = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)


@frozen
class ObjectCode:
    """Compiled code as it is kept on disk.

    Attributes:
        data: An object file in the machine's own format.
        symbol: Its entry, by numba's calling convention: `status entry(result*, error**, nothing, address)`.
        needs: Names defined elsewhere.
    """

    data: bytes
    symbol: str
    needs: tuple[str, ...]


class NativeError(Exception):
    """Compiled code raised; `pickled` is numba's account of it."""

    def __init__(self, pickled: bytes) -> None:
        super().__init__("compiled code raised an error")
        self.pickled = pickled

    def cause(self) -> BaseException:
        """The exception as the game's source raised it."""
        from ..translate.numba_parts import numba_unpickle

        try:
            kind, arguments, _ = numba_unpickle(id(self.pickled), self.pickled, id(self.pickled))
            if any(type(each).__module__.startswith("llvmlite") for each in arguments):
                arguments = ("an error whose text is made at run time; search the original game to read it",)
            return kind(*arguments)
        except Exception as error:  # the account itself is beyond us: say so rather than hide it
            return RuntimeError(f"an error whose account could not be read: {error}")


class Machine:
    """Loaded code, ready to be called from any thread; calls hold no GIL.

    Each has an engine of its own, so that equal names in two pieces of code never meet.
    """

    def __init__(self, code: ObjectCode) -> None:
        import llvmlite.binding as llvm

        _provide(code.needs)
        self._module = llvm.parse_assembly(f'target triple = "{llvm.get_process_triple()}"')
        self._engine = llvm.create_mcjit_compiler(self._module, target_machine())
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code.data))
        self._engine.finalize_object()
        self._call = _CALL(self._engine.get_function_address(code.symbol))

    def __call__(self, address: int, told: int | None = None) -> int:
        """Runs the code on the memory at that address.

        Args:
            address: Where the memory begins.
            told: The address of two words for what the code tells; words of this call's own by default.

        Raises:
            NativeError: The code raised.
        """
        if told is None:
            words = (ctypes.c_int64 * 2)()
            told = ctypes.addressof(words)
        if self._call(told, told + 8, None, address):
            raise NativeError(_account(ctypes.c_void_p.from_address(told + 8).value))
        return ctypes.c_int64.from_address(told).value


def _account(address: int | None) -> bytes:
    """Numba's pickled account of an error: the first two fields of what the error pointer points to."""
    if not address:
        return b""
    text = ctypes.c_void_p.from_address(address).value
    size = ctypes.c_int32.from_address(address + ctypes.sizeof(ctypes.c_void_p)).value
    return ctypes.string_at(text, size) if text else b""


def target_machine() -> Any:
    """This machine, as code is made for and loaded on it."""
    target = _target()
    cpu, features = identity()[1:3]
    return target.create_target_machine(cpu=cpu, features=features, opt=3, reloc="static", codemodel="jitdefault", jit=True)


@functools.cache
def identity() -> tuple[str, str, str, str]:
    """What code for this machine depends on: the system, the processor and its features, and llvmlite's version."""
    import llvmlite
    import llvmlite.binding as llvm

    try:
        features = llvm.get_host_cpu_features().flatten()
    except RuntimeError:
        features = ""
    return llvm.get_process_triple(), llvm.get_host_cpu_name(), features, llvmlite.__version__


@functools.cache
def _target() -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_triple(llvm.get_process_triple())


def _provide(names: tuple[str, ...]) -> None:
    """Makes numba's run-time library known to the linker where the code needs it, as it does for lists."""
    if any(name.startswith(_RUNTIME) for name in names):
        _provide_runtime()


@functools.cache
def _provide_runtime() -> None:
    from ..translate.numba_parts import cpu_target, rtsys

    cpu_target.target_context.refresh()
    rtsys.initialize(cpu_target.target_context)
