"""Compiles a game with its kernels to one WebAssembly module, by LLVM's own back end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any, Final

import llvmlite.binding as llvm
from llvmlite import ir

from ..base.files import read_json
from ..compiler import value_types as t
from ..compiler.compiling import emit
from ..compiler.linking import inline, optimise, sizes_of
from ..compiler.program import Program, Specialization
from ..compiler.target import Target
from ..errors import CompileError
from ..native.build import Build
from .linker import link

WEB: Final = Target(address_bits=32, escape="longjmp", has_host=True)
TRIPLE: Final = "wasm32-unknown-unknown"
_FEATURES: Final = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
_HALF: Final = ir.IntType(32)
_FAILED: Final = -1
"""The result of an exported kernel where the rules ended with an error."""
_SMALL: Final = 600
"""Functions of up to that many instructions are inlined, as natively."""


def module_of(
    build: Build, kernels: Mapping[str, Callable[..., Any]], facts: Callable[[Program], dict[str, Any]], rare: Container[str] = ()
) -> bytes:
    """A module with these kernels, each exported by its name: given the address of its memory, it gives why it stopped, or -1.

    `facts` gives what the page must know, stored as JSON; the code of `rare` kernels, which run once a position, need not be
    fast. Raises CompileError if the game cannot be compiled.
    """
    text, sizes, known = build.kernels(
        list(kernels.values()), WEB, lambda program, found: _emitted(program, dict(zip(kernels, found, strict=True)), facts, rare)
    )
    data = _made_apart(text, sizes)
    linked = link(data, kernels, {})
    content = json.dumps(known | {"dataEnd": linked.data_end, "failed": _FAILED}, separators=(",", ":"), allow_nan=False)
    return link(data, kernels, {"minimaxer": content.encode()}).module


def types_of(build: Build, kernel: Callable[..., Any]) -> None:
    """Infers the types of a kernel for a page; raises CompileError if it cannot be compiled."""
    build.kernels([kernel], WEB, lambda program, found: None)


def _emitted(
    program: Program, kernels: dict[str, Specialization], facts: Callable[[Program], dict[str, Any]], rare: Container[str]
) -> tuple[str, dict[str, int], dict[str, Any]]:
    """The code in LLVM's language, the sizes of functions that may be inlined, and the facts."""
    for name, special in kernels.items():
        _add_entry(program, name, special)
    emit(program)
    program.module.triple, program.module.data_layout = TRIPLE, str(_machine().target_data)
    fast = _reached(program.module, [name for name in kernels if name not in rare])
    for each in program.module.functions:
        if each.name not in fast and each.blocks:
            each.attributes.add("minsize")
    sizes = {name: size for name, size in sizes_of(program.module).items() if name in fast and name not in kernels}
    return str(program.module), sizes, facts(program)


def _reached(module: ir.Module, names: Iterable[str]) -> set[str]:
    """The names of functions that these call by name, directly or through others, and their own."""
    reached, left = set[str](), [module.get_global(name) for name in names]
    while left:
        function = left.pop()
        if function.name not in reached:
            reached.add(function.name)
            instructions = [each for block in function.blocks for each in block.instructions]
            left += [
                each.callee for each in instructions if isinstance(each, ir.CallInstr) and isinstance(each.callee, ir.Function)
            ]
    return reached


def _add_entry(program: Program, name: str, special: Specialization) -> None:
    function = ir.Function(program.module, ir.FunctionType(_HALF, [_HALF]), name)
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    memory = builder.zext(function.args[0], t.WORD)
    program.limit_stack(builder, memory)
    program.code_of(special).attributes.add("noinline")
    given = builder.call(program.code_of(special), [memory, memory])
    why = builder.trunc(builder.extract_value(given, int(special.fails)), _HALF)
    builder.ret(builder.select(builder.extract_value(given, 0), _HALF(_FAILED), why) if special.fails else why)


def _made_apart(text: str, sizes: dict[str, int]) -> bytes:
    """The object of the code, made by a process of its own: LLVM ends the process in which its back end cannot go on."""
    done = subprocess.run(
        [sys.executable, "-m", __name__],
        input=json.dumps([text, sizes]).encode(),
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        reason = said[-1] if said else f"exit code {done.returncode}"
        raise CompileError(f"cannot compile for WebAssembly, please report it: LLVM ended with {reason!r}")
    return done.stdout


def _object(text: str, sizes: dict[str, int]) -> bytes:
    module = llvm.parse_assembly(text)
    module.verify()
    inline(module, sizes, _SMALL)
    machine = _machine()
    optimise(module, machine, rest=False)
    return bytes(machine.emit_object(module))


def _machine() -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(cpu="generic", features=_FEATURES, opt=3, reloc="static", codemodel="default")


if __name__ == "__main__":
    sys.stdout.buffer.write(_object(*read_json(sys.stdin.buffer.read())))
