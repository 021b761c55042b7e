"""From functions to object code: numba makes LLVM code of everything reached, which is optimised once more as a whole.

Imports numba.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import llvmlite.binding as llvm

from ..native.intrinsics import RECURSIVE
from ..native.machine import ObjectCode, target_machine
from .binding import Program
from .numba_parts import CPUCodeLibrary, CPUContext, JITCodeLibrary, JITCPUCodegen, global_compiler_lock, types
from .resolve import Function

_SMALL: Final = 600
"""Functions of up to that many instructions are inlined, so that what two of them work out is worked out once."""
_NO_OVERFLOW: Final = re.compile(r"\b(add|sub|mul|shl)(?: nuw)?(?: nsw)? ")
"""A promise to LLVM that a sum or product does not overflow. It is taken back: what overflows wraps, and nothing else happens."""
_RECURSIVE: Final = re.compile(rf"{RECURSIVE}\w+")
_UNRESOLVED: Final = re.compile(r'^@"?\.numba\.unresolved\$([^"\s]+)"? = external .*global ptr.*$', re.MULTILINE)


def object_code(program: Program, entry: Function) -> ObjectCode:
    """Compiles `entry(address) -> int`, whose other arguments are given, and everything it reaches.

    Raises:
        Exception: What numba raised; the program's refusals say more where there are any.
    """
    dispatcher = program.dispatcher(entry)
    with unfinished():
        dispatcher.compile((*(types.none for _ in entry.given), types.int64))
        (compiled,) = dispatcher.overloads.values()
        for each in program.compiled():
            each.library._ensure_finalized()
    symbol = compiled.fndesc.mangled_name
    module = _linked(program, compiled)
    machine = target_machine()
    _optimise(module, symbol, machine)
    needs = tuple(function.name for function in module.functions if function.is_declaration and "llvm." not in function.name)
    return ObjectCode(machine.emit_object(module), symbol, needs)


_FINISHING: Final[tuple[tuple[Any, str, Any], ...]] = (
    (CPUCodeLibrary, "_optimize_final_module", lambda *_: None),
    (JITCodeLibrary, "_finalize_specific", lambda *_: None),
    (JITCPUCodegen, "_add_module", lambda *_: None),
    (CPUContext, "get_executable", lambda *_: [].append),
)
"""What numba does when a function's LLVM code is there, and what is done instead: an entry point has to be some builtin function
of its own.
"""


@contextmanager
def unfinished() -> Iterator[None]:
    """Within it numba makes LLVM code only: everything is optimised and made machine code once, when it is all together."""
    with global_compiler_lock:
        before = [getattr(owner, name) for owner, name, _ in _FINISHING]
        for owner, name, instead in _FINISHING:
            setattr(owner, name, instead)
        try:
            yield
        finally:
            for (owner, name, _), method in zip(_FINISHING, before, strict=True):
                setattr(owner, name, method)


def _linked(program: Program, compiled: Any) -> Any:
    """The entry's code together with that of the recursive functions it reaches.

    numba calls those through a pointer that it fills in when code is loaded, and may drop the function itself where it was
    inlined; here the pointer becomes a constant, and the function is linked in.
    """
    found = {each.fndesc.mangled_name: each for each in program.compiled()}
    modules, names, todo = [], set[str](), [compiled]
    while todo:
        text = str(todo.pop().library._final_module)
        for symbol in set(_RECURSIVE.findall(text)):
            name = program.symbol(symbol.removeprefix(RECURSIVE))
            if name is not None:
                text = re.sub(rf"^declare .*@{symbol}\(.*$", "", text, flags=re.MULTILINE).replace(symbol, name)
        called = {match.group(1) for match in _UNRESOLVED.finditer(text)}
        defined = {name for name in called if re.search(rf'^define .*@"?{re.escape(name)}"?\(', text, re.MULTILINE)}
        declared = "".join(f'declare void @"{name}"()\n' for name in called - defined)
        text = _NO_OVERFLOW.sub(r"\1 ", text)
        modules.append(llvm.parse_assembly(_UNRESOLVED.sub(_constant, text) + declared))
        todo += [found[name] for name in called - names]
        names |= called
    for other in modules[1:]:
        modules[0].link_in(other)
    return modules[0]


def _constant(match: re.Match[str]) -> str:
    name = match.group(1)
    return f'@".numba.unresolved${name}" = internal constant ptr @"{name}"'


def _optimise(module: Any, symbol: str, machine: Any) -> None:
    for function in module.functions:
        if not function.is_declaration and function.name != symbol:
            function.linkage = "internal"
            if sum(1 for block in function.blocks for _ in block.instructions) <= _SMALL:
                function.add_function_attribute("alwaysinline")
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = False
    options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
