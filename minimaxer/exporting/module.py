"""Compiles a game with its kernels to one WebAssembly module, by LLVM's own back end, and links it.

An object that is linked to nothing else lacks little: the indices of its functions, types and globals are right as they stand.
Data begins at address 0, which means "none" to kernels, so it is moved up, with all its addresses in code; functions are exported
by the names of the symbol table. The memory and the pointer of LLVM's stack stay imports of the module `env`.

Source: the "WebAssembly Object File Linking" convention of the WebAssembly tool conventions, version 2, and the core
specification's binary format.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Container, Iterable, Mapping
from io import BytesIO
from typing import Any, Final

import llvmlite.binding as llvm
from llvmlite import ir

from ..base.files import read_json
from ..compiler import value_types as t
from ..compiler.compiling import emit, inline, optimise, sizes_of
from ..compiler.program import Program, Specialization
from ..compiler.target import Target
from ..errors import CompileError
from ..native.build import Build

BASE: Final = 1024
"""The address at which data begins."""
_MAGIC: Final = b"\0asm\1\0\0\0"
_CUSTOM, _EXPORTS, _CODE, _DATA = 0, 7, 10, 11
_ORDER: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, _CODE, _DATA)
"""The sections of a module, in the order of the specification."""
_SYMBOLS: Final = 8
_FUNCTION, _DATA_SYMBOL, _SECTION_SYMBOL = 0, 1, 3
_UNDEFINED, _NAMED = 0x10, 0x40
_ADDRESS_LEB, _ADDRESS_SLEB, _ADDRESS = 3, 4, 5
"""Relocations of addresses of data: as numbers of variable length without and with a sign, and as four bytes."""
_RIGHT: Final = (0, 6, 7, 20)
"""Relocations of indices of functions, types, globals and tables."""
_I32_CONST, _END = 0x41, 0x0B


class _Reader(BytesIO):
    """Reads numbers and names from bytes."""

    @property
    def is_done(self) -> bool:
        return self.tell() >= len(self.getbuffer())

    def byte(self) -> int:
        return self.read(1)[0]

    def number(self, *, has_sign: bool = False) -> int:
        """A number of variable length (LEB128)."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value - (1 << shift) if has_sign and byte & 0x40 else value

    def name(self) -> str:
        return self.read(self.number()).decode()


def link(data: bytes, exports: Iterable[str], sections: Mapping[str, bytes]) -> tuple[bytes, int]:
    """Links an object with these functions to export, and further sections by name; gives the module, and the first address
    behind its data. Raises CompileError for no object of WebAssembly, or one with features that only a full linker knows.
    """
    order, contents, custom = _read(data)
    for name in ("reloc.CODE", "reloc.DATA"):
        if name in custom:
            number = order[_Reader(custom[name]).number()]
            contents[number] = _relocated(contents[number], custom[name])
    data_end = BASE
    if _DATA in contents:
        contents[_DATA], data_end = _moved_up(contents[_DATA])
    places = _functions(custom["linking"])
    named = [_text(name) + bytes([_FUNCTION]) + _number(places[name]) for name in exports]
    contents[_EXPORTS] = _number(len(named)) + b"".join(named)
    parts = [_section(number, contents[number]) for number in _ORDER if number in contents]
    parts += [_section(_CUSTOM, _text(name) + content) for name, content in sections.items()]
    return _MAGIC + b"".join(parts), data_end


def _read(data: bytes) -> tuple[list[int], dict[int, bytes], dict[str, bytes]]:
    """The numbers of all sections in order, the contents of numbered ones, and of custom ones by name."""
    if data[: len(_MAGIC)] != _MAGIC:
        raise CompileError(f"expected an object of WebAssembly, got bytes that begin with {data[:8]!r}")
    reader = _Reader(data[len(_MAGIC) :])
    order, contents, custom = list[int](), dict[int, bytes](), dict[str, bytes]()
    while not reader.is_done:
        number = reader.byte()
        content = reader.read(reader.number())
        order.append(number)
        if number == _CUSTOM:
            inner = _Reader(content)
            name = inner.name()
            custom[name] = inner.read()
        else:
            contents[number] = content
    return order, contents, custom


def _functions(linking: bytes) -> dict[str, int]:
    """The indices of the functions that the object defines, by name."""
    reader, found = _Reader(linking), dict[str, int]()
    if (version := reader.number()) != 2:
        raise CompileError(f"expected version 2 of the section `linking`, got {version}")
    while not reader.is_done:
        kind, size = reader.byte(), reader.number()
        end = reader.tell() + size
        for _ in range(reader.number() if kind == _SYMBOLS else 0):
            what, flags = reader.byte(), reader.number()
            if what == _DATA_SYMBOL:
                reader.name()
                for _ in range(0 if flags & _UNDEFINED else 3):  # the segment, the offset and the size
                    reader.number()
                continue
            index = reader.number()
            if what != _SECTION_SYMBOL and (flags & _NAMED or not flags & _UNDEFINED):
                name = reader.name()
                if what == _FUNCTION:
                    found[name] = index
        reader.seek(end)
    return found


def _relocated(content: bytes, relocations: bytes) -> bytes:
    """The content of a section with all addresses of data moved up."""
    made, reader = bytearray(content), _Reader(relocations)
    reader.number()  # the section
    for _ in range(reader.number()):
        kind, place, _symbol = reader.byte(), reader.number(), reader.number()
        if kind in _RIGHT:
            continue
        if kind not in (_ADDRESS_LEB, _ADDRESS_SLEB, _ADDRESS):
            raise CompileError(f"cannot link for WebAssembly: unknown relocation of type {kind}")
        reader.number(has_sign=True)  # the addend, which LLVM has written to the place too
        if kind == _ADDRESS:
            made[place : place + 4] = (int.from_bytes(made[place : place + 4], "little") + BASE).to_bytes(4, "little")
        else:
            made[place : place + 5] = _padded(_Reader(content[place : place + 5]).number(has_sign=kind == _ADDRESS_SLEB) + BASE)
    return bytes(made)


def _moved_up(data: bytes) -> tuple[bytes, int]:
    """The data section with all segments moved up, and the address behind the last one."""
    reader, end = _Reader(data), BASE
    count = reader.number()
    parts = [_number(count)]
    for _ in range(count):
        if reader.read(2) != bytes([0, _I32_CONST]):
            raise CompileError("cannot link for WebAssembly: expected segments at fixed addresses of the first memory")
        address = reader.number(has_sign=True) + BASE
        reader.byte()  # the end of the expression
        content = reader.read(reader.number())
        parts.append(bytes([0, _I32_CONST]) + _padded(address) + bytes([_END]) + _number(len(content)) + content)
        end = max(end, address + len(content))
    return b"".join(parts), end


def _number(value: int) -> bytes:
    """A number without a sign as LEB128."""
    return bytes([value]) if value < 0x80 else bytes([value & 0x7F | 0x80]) + _number(value >> 7)


def _padded(value: int) -> bytes:
    """A number as LEB128 of five bytes; numbers below 2**31 read the same with and without a sign."""
    return bytes(value >> 7 * place & 0x7F | (0x80 if place < 4 else 0) for place in range(5))


def _text(name: str) -> bytes:
    return _number(len(name.encode())) + name.encode()


def _section(number: int, content: bytes) -> bytes:
    return bytes([number]) + _number(len(content)) + content


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
    _, data_end = link(data, kernels, {})
    content = json.dumps(known | {"dataEnd": data_end, "failed": _FAILED}, separators=(",", ":"), allow_nan=False)
    return link(data, kernels, {"minimaxer": content.encode()})[0]


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
            calls = (each for block in function.blocks for each in block.instructions if isinstance(each, ir.CallInstr))
            left += [each.callee for each in calls if isinstance(each.callee, ir.Function)]
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
