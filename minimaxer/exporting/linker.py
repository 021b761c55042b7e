"""Links one WebAssembly object, as LLVM writes it, to a module that an engine can load.

An object that is linked to nothing else lacks little: the indices of its functions, types and globals are right as they stand.
Data begins at address 0, which means "none" to kernels, so it is moved up, with all its addresses in code; functions are exported
by the names of the symbol table. The memory and the pointer of LLVM's stack stay imports of the module `env`.

Source: the "WebAssembly Object File Linking" convention of the WebAssembly tool conventions, version 2, and the core
specification's binary format.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from attrs import frozen

from ..errors import CompileError

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


@frozen
class Linked:
    """The bytes of a linked module, and the first address behind its data."""

    module: bytes
    data_end: int


class _Reader:
    """Reads numbers and names from a place in bytes on."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data: Final = data
        self.at = at

    @property
    def is_done(self) -> bool:
        return self.at >= len(self.data)

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self, *, has_sign: bool = False) -> int:
        """A number of variable length (LEB128)."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value - (1 << shift) if has_sign and byte & 0x40 else value

    def take(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def name(self) -> str:
        return self.take(self.number()).decode()


def link(data: bytes, exports: Iterable[str], sections: Mapping[str, bytes]) -> Linked:
    """Links an object with these functions to export, and further sections by name.

    Raises CompileError for no object of WebAssembly, or one with features that only a full linker knows.
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
    return Linked(_MAGIC + b"".join(parts), data_end)


def _read(data: bytes) -> tuple[list[int], dict[int, bytes], dict[str, bytes]]:
    """The numbers of all sections in order, the contents of numbered ones, and of custom ones by name."""
    if data[: len(_MAGIC)] != _MAGIC:
        raise CompileError(f"expected an object of WebAssembly, got bytes that begin with {data[:8]!r}")
    reader = _Reader(data, len(_MAGIC))
    order, contents, custom = list[int](), dict[int, bytes](), dict[str, bytes]()
    while not reader.is_done:
        number = reader.byte()
        content = reader.take(reader.number())
        order.append(number)
        if number == _CUSTOM:
            inner = _Reader(content)
            name = inner.name()
            custom[name] = content[inner.at :]
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
        end = reader.at + size
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
        reader.at = end
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
            address = _Reader(content, place).number(has_sign=kind == _ADDRESS_SLEB) + BASE
            made[place : place + 5] = _padded(address)
    return bytes(made)


def _moved_up(data: bytes) -> tuple[bytes, int]:
    """The data section with all segments moved up, and the address behind the last one."""
    reader, end = _Reader(data), BASE
    count = reader.number()
    parts = [_number(count)]
    for _ in range(count):
        if reader.take(2) != bytes([0, _I32_CONST]):
            raise CompileError("cannot link for WebAssembly: expected segments at fixed addresses of the first memory")
        address = reader.number(has_sign=True) + BASE
        reader.byte()  # the end of the expression
        content = reader.take(reader.number())
        parts.append(bytes([0, _I32_CONST]) + _padded(address) + bytes([_END]) + _number(len(content)) + content)
        end = max(end, address + len(content))
    return b"".join(parts), end


def _number(value: int) -> bytes:
    """A number without a sign as LEB128."""
    made = bytearray()
    while True:
        value, low = value >> 7, value & 0x7F
        made.append(low | (0x80 if value else 0))
        if not value:
            return bytes(made)


def _padded(value: int) -> bytes:
    """A number as LEB128 of five bytes; numbers below 2**31 read the same with and without a sign."""
    return bytes(value >> 7 * place & 0x7F | (0x80 if place < 4 else 0) for place in range(5))


def _text(name: str) -> bytes:
    return _number(len(name.encode())) + name.encode()


def _section(number: int, content: bytes) -> bytes:
    return bytes([number]) + _number(len(content)) + content
