"""Compilation of a program to LLVM code, which infers types until nothing changes, and from there to machine code: everything is
optimised together, once, unless `MINIMAXER_OPTIMISE` is 0.

Where somebody waits, code is first made quickly, and then again to run fast.
"""

from __future__ import annotations

import atexit
import linecache
import threading
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

import llvmlite.binding as llvm
from llvmlite import ir

from ..base.forks import awaited_by_forks
from ..errors import CompileError
from . import value_types as t
from .builder import FunctionBuilder, analyse
from .library import LIBRARY, Handler
from .program import Program, Refusal, RefusedError, Specialization
from .runtime import header as h
from .runtime.machine import ENTER, FAILED, Machine, ObjectCode, Worker, optimises, target_machine
from .statements import emit_function

# which register operations, statements and functions when they are imported
# fmt: off
# isort: off
from . import (  # noqa: F401
    arrays, calls, comparing, converting, dicts, exceptions, expressions, filters, intrinsics, iterators, keyed,
    lists, marshal, matching, materializing, methods, numpy_functions, objects, package_functions, sets, sharing,
    statements, streams, subscripts, texts, unions,
)
# isort: on
# fmt: on

T = TypeVar("T")
AT_WORK: Final = "minimaxer compiling"
"""The name of a thread that runs LLVM; the command does not wait for it at its end."""
_AT_LLVM: Final = awaited_by_forks(threading.RLock())
"""Held while LLVM is at work on a thread: it must not be unloaded before."""
atexit.register(_AT_LLVM.acquire)
_SMALL: Final = 600
"""Functions of up to that many instructions are inlined, so that LLVM removes work that two of them share."""
_TINY: Final = 100
"""The limit where code is made sooner: with less, random games take twice as long; with more, so does compiling."""


def library() -> dict[Callable[..., object], Handler]:
    """The handlers of all functions in compiled code, by function: Python's, ours, and those of kernels."""
    return {**LIBRARY, **numpy_functions.functions()}


class Assembly:
    """A kernel and everything it reaches, in LLVM's language: machine code is made of it, quickly or to run fast."""

    def __init__(self, program: Program, special: Specialization) -> None:
        _add_entry(program, special)
        emit(program)
        program.module.triple, program.module.data_layout = llvm.get_process_triple(), str(target_machine().target_data)
        self._text: Final = str(program.module)
        self._sizes: Final = sizes_of(program.module)
        self._guarded: Final = program.guarded
        self._counts: Final = program.counts
        self._failures: Final = tuple(
            (f"{each.cls.__module__}:{each.cls.__qualname__}", each.text, each.name, each.line) for each in program.failures
        )
        self._arena: Final = program.allocates

    def code(self, *, soon: bool = False) -> ObjectCode:
        """The machine code; `soon` if it should be made quickly. Guarded code, which runs little, is hardly optimised."""
        return ObjectCode(heard(lambda: self._made(soon)), self._failures, self._arena)

    def replace(self, machine: Machine) -> ObjectCode:
        """Has a machine run fast code from now on; gives the code."""
        code = self.code()
        heard(lambda: machine.load(code))
        return code

    def _made(self, soon: bool) -> bytes:
        module = llvm.parse_assembly(self._text)
        module.verify()
        if self._guarded:
            machine = target_machine(effort=0)
            _tidy(module, machine)
        elif soon or not optimises():
            machine = target_machine(effort=1)
            inline(module, self._sizes, _TINY)
            _tidy(module, machine)
        else:
            machine = target_machine()
            inline(module, self._sizes, _SMALL)
            optimise(module, machine, loops=self._counts)
        return bytes(machine.emit_object(module))


def heard(work: Callable[[], T]) -> T:
    """Runs LLVM work on another thread, so that the main one receives Ctrl-C; the work then goes on, for nothing."""
    if threading.current_thread() is not threading.main_thread():
        return _alone(work)
    try:
        worker = Worker("minimaxer worker")
    except RuntimeError:  # no thread can be started
        return work()
    return worker.submit(lambda: _alone(work)).result()


def _alone(work: Callable[[], T]) -> T:
    """Runs LLVM work on this thread, which has the name `AT_WORK` meanwhile."""
    thread = threading.current_thread()
    with _AT_LLVM:
        name, thread.name = thread.name, AT_WORK
        try:
            return work()
        finally:
            thread.name = name


def _add_entry(program: Program, special: Specialization) -> None:
    """Adds the entry point, called with the address of the memory; it returns the kernel's result, or `FAILED`."""
    function = ir.Function(program.module, ir.FunctionType(t.WORD, [t.WORD]), ENTER)
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    program.limit_stack(builder, function.args[0])
    if program.target.escape is not None:
        pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        memory = builder.inttoptr(function.args[0], t.WORD.as_pointer())
        mark = ir.Function(program.module, ir.FunctionType(number, [pointer]), "_setjmp")
        mark.attributes.add("returns_twice")
        place = builder.bitcast(builder.gep(memory, [t.WORD(h.JUMP)]), pointer)
        with builder.if_then(builder.icmp_signed("!=", builder.call(mark, [place]), number(0)), likely=False):
            builder.ret(ir.Constant(t.WORD, FAILED))
    program.code_of(special).attributes.add("noinline")  # LLVM hardly optimises a caller of `_setjmp`, which may return twice
    given = builder.call(program.code_of(special), [function.args[0], function.args[0]])
    failed = builder.extract_value(given, 0) if special.fails else None
    result = builder.extract_value(given, int(special.fails)) if special.result.components else ir.Constant(t.WORD, 0)
    builder.ret(result if failed is None else builder.select(failed, ir.Constant(t.WORD, FAILED), result))


def optimise(module: llvm.ModuleRef, machine: llvm.TargetMachine, *, loops: bool = False, rest: bool = True) -> None:
    """Runs LLVM's passes for code that runs fast, with vectors in `loops`, most of which are too short, and in the `rest`."""
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = loops
    options.slp_vectorization = rest
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


def _tidy(module: llvm.ModuleRef, machine: llvm.TargetMachine) -> None:
    """Runs the few passes that pay even for code that runs little: a tenth of the time of LLVM's own first level."""
    passes = llvm.create_new_module_pass_manager()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.add_always_inliner_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_sroa_pass()
    passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()
    passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=0)))


def sizes_of(module: ir.Module) -> dict[str, int]:
    """The number of instructions of each function that may be inlined."""
    return {
        each.name: sum(len(block.instructions) for block in each.blocks)
        for each in module.functions
        if each.blocks and each.name != ENTER and "noinline" not in each.attributes
    }


def inline(module: llvm.ModuleRef, sizes: dict[str, int], most: int) -> None:
    """Marks functions of up to that many instructions to be inlined."""
    for name, size in sizes.items():
        if size <= most:
            module.get_function(name).add_function_attribute("alwaysinline")


def result(method: Callable[..., object], one: object) -> object:
    """The result for one value."""
    return method(one)


def result_of_two(method: Callable[..., object], one: object, other: object) -> object:
    """The result for two values."""
    return method(one, other)


def items(method: Callable[..., Iterable[object]], one: object) -> list[object]:
    """The items of the result, in a list."""
    return [item for item in method(one)]  # noqa: C416  # any iterable, also a generator


def compile_error(*refusals: Refusal) -> CompileError:
    """The error that lists all refusals, one a line, in the order of the source."""
    refusals = tuple(sorted(refusals, key=lambda each: (each.file, each.line)))
    return CompileError("\n".join(_text(each.name, each.file, each.line, each.cause) for each in refusals))


def _text(name: str, file: str, line: int, cause: str) -> str:
    where = f", line {line}" if line else ""
    if file and line:
        source = linecache.getline(file, line).strip()
        where += f" of {file}" + (f" (`{source}`)" if source else "")
    return f"cannot compile {name}{where}: {cause}"


MOST_ROUNDS = 60


def find_types(program: Program, function: Callable[..., object], types_: tuple[t.Type, ...]) -> Specialization:
    """Infers the type of a result and of all it reaches; raises RefusedError if one cannot be compiled or never settles."""
    special = program.special(function, types_)
    before = len(program.refusals)
    for _ in range(MOST_ROUNDS):
        del program.refusals[before:]  # of rounds in which types were still unknown
        program.round += 1
        facts, program.last_changed = program.facts, None
        analyse(program, special)
        if program.facts == facts and program.last_changed is None:
            return special
    raise RefusedError(_unsettled(program, special))


def _unsettled(program: Program, special: Specialization) -> Refusal:
    """The refusal of a function whose types never settle."""
    found = special if program.last_changed is None else program.last_changed
    function = found.function
    first = found.types[0] if found.types else None
    if isinstance(first, t.Constant):
        function = getattr(first.value, "__func__", function)
    code = getattr(function, "__code__", special.function.__code__)
    cause = "gives values whose types cannot be worked out; give each list, set and dict items of one type where it is made"
    return Refusal(getattr(function, "__qualname__", "a function"), code.co_firstlineno, cause, code.co_filename)


def emit(program: Program) -> None:
    """Emits the requested functions, and those that they request; raises RetryError if an assumption was wrong."""
    program.is_emitting = True
    done = 0
    try:
        while done < len(program.todo):
            emit_function(FunctionBuilder(program, program.todo[done]))
            done += 1
    finally:
        program.end_if_corrected()
    program.emit_catchers()
