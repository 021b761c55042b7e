"""From LLVM's code to the machine's: everything is optimised together, once, unless `MINIMAXER_OPTIMISE` is 0."""

from __future__ import annotations

from typing import Any, Final

import llvmlite.binding as llvm
from llvmlite import ir

from ..native.machine import ENTER, FAILED, ObjectCode, optimises, target_machine
from .compiling import emit
from .kinds import WORD
from .program import Program, Special

_SMALL: Final = 600
"""Functions of up to that many instructions are inlined, so that what two of them work out is worked out once."""


def compiled(program: Program, special: Special) -> ObjectCode:
    """The machine's code of a kernel and everything it reaches; guarded code, which runs little, is made quickly."""
    _add_entry(program, special)
    emit(program)
    module = llvm.parse_assembly(str(program.module))
    module.verify()
    machine = target_machine()
    _optimise(module, machine, quickly=program.guarded or not optimises())
    failures = tuple(
        (f"{each.cls.__module__}:{each.cls.__qualname__}", each.text, each.name, each.line) for each in program.failures
    )
    return ObjectCode(bytes(machine.emit_object(module)), failures, program.allocates)


def _add_entry(program: Program, special: Special) -> None:
    """The function that is called from outside, with the address of the memory; it gives what the kernel gives, or `FAILED`."""
    function = ir.Function(program.module, ir.FunctionType(WORD, [WORD]), ENTER)
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    given = builder.call(program.code_of(special), [function.args[0], function.args[0]])
    if not special.fails:
        builder.ret(builder.extract_value(given, 0) if special.result.leaves else ir.Constant(WORD, 0))
        return
    failed = builder.extract_value(given, 0)
    result = builder.extract_value(given, 1) if special.result.leaves else ir.Constant(WORD, 0)
    builder.ret(builder.select(failed, ir.Constant(WORD, FAILED), result))


def _optimise(module: Any, machine: Any, *, quickly: bool) -> None:
    for function in [] if quickly else module.functions:
        fixed = function.is_declaration or function.name == ENTER or b"noinline" in b"".join(function.attributes)
        if not fixed and _size(function) <= _SMALL:
            function.add_function_attribute("alwaysinline")
    options = llvm.create_pipeline_tuning_options(speed_level=1 if quickly else 3)
    options.loop_vectorization = False
    options.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


def _size(function: Any) -> int:
    """Instructions of a function."""
    return sum(1 for block in function.blocks for _ in block.instructions)
