"""The parts of numba that its documentation does not promise: all that are used, so that one place shows what has moved.

Imports numba.
"""

from __future__ import annotations

from typing import Any, Final

from .requirement import moved

try:
    from numba.core import cgutils, ir, types
    from numba.core.codegen import CPUCodeLibrary, JITCodeLibrary, JITCPUCodegen
    from numba.core.compiler import CompilerBase, DefaultPassBuilder
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.compiler_machinery import FunctionPass, register_pass
    from numba.core.cpu import CPUContext
    from numba.core.errors import TypingError
    from numba.core.imputils import impl_ret_new_ref
    from numba.core.ir_utils import build_definitions
    from numba.core.registry import cpu_target
    from numba.core.runtime import rtsys
    from numba.core.serialize import _numba_unpickle as numba_unpickle
    from numba.core.untyped_passes import InlineClosureLikes
    from numba.cpython.listobj import ListInstance
except ImportError as error:
    raise moved(str(error)) from error

__all__ = [
    "METHODS",
    "CPUCodeLibrary",
    "CPUContext",
    "CompilerBase",
    "DefaultPassBuilder",
    "FunctionPass",
    "InlineClosureLikes",
    "JITCPUCodegen",
    "JITCodeLibrary",
    "ListInstance",
    "TypingError",
    "build_definitions",
    "cgutils",
    "check_methods",
    "cpu_target",
    "global_compiler_lock",
    "impl_ret_new_ref",
    "ir",
    "numba_unpickle",
    "register_pass",
    "rtsys",
    "types",
]

METHODS: Final[tuple[tuple[Any, str], ...]] = (
    (CPUCodeLibrary, "_optimize_final_module"),
    (CPUCodeLibrary, "_ensure_finalized"),
    (JITCodeLibrary, "_finalize_specific"),
    (JITCPUCodegen, "_add_module"),
    (CPUContext, "get_executable"),
    (ListInstance, "allocate"),
    (DefaultPassBuilder, "define_nopython_pipeline"),
)
"""Methods of these classes that are called or replaced."""


def check_methods() -> None:
    """Raises MissingExtraError where a class lacks one of the methods."""
    for owner, name in METHODS:
        if not hasattr(owner, name):
            raise moved(f"{owner.__module__}.{owner.__qualname__}.{name}")


check_methods()
