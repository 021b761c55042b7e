"""Tables as files, in the format of `docs/reference/table-format.md`. Nothing in them is ever executed. Each has a digest of its
rules, by their behaviour in pseudo-random games, so that it is the same on every machine.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from attrs import evolve, fields_dict, frozen

from ..base.files import expecting, made_of, read_json, replacing, telling
from ..base.scores import LONGEST_WIN
from ..errors import GameError, NotationError, TableError
from ..game.capability import NAMES, Capabilities, capabilities
from ..game.following import listed_moves
from ..game.protocol import Game, M, S
from .codes import code_of, mixed
from .contents import WIDTHS, Contents, Longest, Packed, TableStatistics, packed, width_for
from .graph import MOST_POSITIONS, Indexed, Naming
from .settling import MOST_RESULTS

if TYPE_CHECKING:
    from .table import Table

_GAMES: Final = 16
_PLIES: Final = 150


def rules_digest(game: Any, found: Capabilities[Any, Any], naming: Naming[Any]) -> str:
    """The digest of what the rules do in some games from the initial state; raises GameError if part of a key has no stable hash.
    It covers positions, movers, numbers of moves and results, but not the names and code of methods.
    """
    digest = hashlib.sha256()
    for number in range(_GAMES):
        state = game.initial()
        for ply in range(_PLIES):
            identity = naming.identity(state)
            digest.update(repr((code_of(*identity) if found.index is None else found.index(state), *identity[:2])).encode())
            moves = [] if identity[1] is not None else listed_moves(game.moves(state), "moves", state)
            digest.update(len(moves).to_bytes(4, "little"))
            if not moves:
                digest.update(b"" if identity[1] is not None or found.stuck is None else repr(found.stuck(state)).encode())
                break
            state = game.play(state, moves[mixed([number, ply]) % len(moves)])
    return digest.hexdigest()


MAGIC: Final = b"minimaxer table\n"
VERSION: Final = 1
_LONGEST_HEAD: Final = 1 << 26
_PARTS: Final = ("codes", "results", "plies")


@frozen(kw_only=True)
class Head:
    """The head of a file, which describes its other parts.

    Attributes:
        game: The rules in words; `digest` is their digest.
        kind: The way positions are found: by `index` or by `codes`.
        numbers: The number of numbers that positions have.
        shares: True if positions that differ only in their margin are one.
        ignored: Names of the game's capabilities that were left out.
        widths: Bits for each number of a part.
        sizes: Bytes of each part, in the order in which they follow.
        codes_check: The CRC-32 of the codes.
    """

    version: int
    game: str
    digest: str
    kind: str
    numbers: int
    shares: bool
    ignored: list[str]
    values: list[float]
    statistics: dict[str, Any]
    widths: dict[str, int]
    sizes: dict[str, int]
    codes_check: int


def save(table: Table[Any, Any], path: Path, *, plies: bool) -> None:
    """Writes a table; see `Table.save`."""
    contents, places, found = table.contents, table.places, table.found
    parts = dict[str, bytes]()
    results: Sequence[int] = bytes(contents.results)
    ways = list(contents.plies) if plies and contents.plies is not None else None
    if places.kind == "codes":
        parts["codes"], order = _sorted_codes(places)
        results = bytes(map(results.__getitem__, order))
        ways = None if ways is None else [ways[number] for number in order]
    widths = {"results": width_for(len(contents.values) - 1)}
    parts["results"] = packed(results, widths["results"])
    if ways is not None:
        widths["plies"] = max(8, width_for(max(ways, default=0)))
        parts["plies"] = packed(ways, widths["plies"])
    statistics = contents.statistics if ways is not None else evolve(contents.statistics, lengths={}, longest=None)
    head = Head(
        version=VERSION,
        game=repr(table.game),
        digest=rules_digest(table.game, found, table.naming),
        kind=places.kind,
        numbers=len(places),
        shares=table.naming.shares,
        ignored=table.ignored,
        values=list(contents.values),
        statistics=statistics.to_dict(),
        widths=widths,
        sizes={name: len(data) for name, data in parts.items()},
        codes_check=zlib.crc32(parts.get("codes", b"")),
    )
    text = json.dumps({name: getattr(head, name) for name in fields_dict(Head)}).encode()
    text += b" " * (-len(text) % 8)
    with telling(path), replacing(path, private=False) as file:
        file.write(MAGIC + len(text).to_bytes(8, "little") + hashlib.sha256(text).digest() + text)
        for name in _PARTS:
            file.write(parts.get(name, b""))


def _sorted_codes(places: Any) -> tuple[bytes, list[int]]:
    """The codes of all positions in order, and the number of each; raises GameError if two positions have the same code."""
    pairs = sorted((code, number) for number, code in enumerate(places.codes()))
    codes = [code for code, _ in pairs]
    if any(one == other for one, other in pairwise(codes)):
        raise GameError("two positions of the table have one code of 64 bits, which happens once in billions; change key")
    return struct.pack(f"<{len(codes)}Q", *codes), [number for _, number in pairs]


def load(table: type[Table[Any, Any]], game: Game[S, M], path: Path) -> Table[S, M]:
    """Reads a table; see `Table.load`."""
    import mmap  # here, since some Pythons have no memory to map, such as those in browsers

    try:
        with path.open("rb") as file:
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except OSError as error:
        raise NotationError(f"cannot read {path}: {error.strerror}") from None
    except ValueError:  # it is empty
        raise TableError(f"{path} is no table; expected a file that `Table.save` wrote") from None
    try:
        head, rest = _head(data)
        found = capabilities(game, ignore=head.ignored)
        naming = Naming(game, found, shares=head.shares)
        _check_rules(game, found, naming, head)
        parts = dict(_parts(head, rest))
        contents = _contents(head, parts)
        codes = None if head.kind == "index" else _Codes(parts["codes"], head.numbers)
        places: Any = Indexed(game, found, count=head.numbers) if codes is None else Coded(naming, codes)
    except TableError as error:
        raise TableError(f"{path}: {error}") from None
    return table(game, found, naming, places, contents)


def _head(data: memoryview) -> tuple[Head, memoryview]:
    start = len(MAGIC) + 8 + 32
    if bytes(data[: len(MAGIC)]) != MAGIC:
        raise TableError("this is no table; expected a file that `Table.save` wrote")
    size = int.from_bytes(data[len(MAGIC) : len(MAGIC) + 8], "little")
    text = bytes(data[start : start + size]) if size <= _LONGEST_HEAD else b""
    if len(text) != size or hashlib.sha256(text).digest() != bytes(data[start - 32 : start]):
        raise TableError("the table is broken: its head is not what was written")
    with expecting(f"expected a table of version {VERSION}; this one was written by another version", TableError):
        said = read_json(text)
        version = said["version"]
    if version != VERSION:
        raise TableError(f"expected a table of version {VERSION}, got one of version {version!r}")
    with expecting("the table is broken: its head says what cannot be", TableError):
        head: Head = made_of(Head, said)
    _check_head(head)
    return head, data[start + size :]


def _check_head(head: Head) -> None:
    numbers, values = head.numbers, head.values
    is_sound = (
        head.kind in ("index", "codes")
        and 1 <= numbers <= MOST_POSITIONS
        and 1 <= len(values) <= MOST_RESULTS
        and all(name in NAMES for name in head.ignored)
        and all(size >= 0 for size in head.sizes.values())
        and all(width in WIDTHS for width in head.widths.values())
        and head.widths.keys() | {"codes"} == {*_PARTS[: 2 + ("plies" in head.widths)]}
        and head.sizes.keys() == head.widths.keys() | ({"codes"} if head.kind == "codes" else set())
    )
    if not is_sound or head.sizes.get("codes", 8 * numbers) != 8 * numbers:
        raise TableError("the table is broken: its head says what cannot be")


def _check_rules(game: Any, found: Capabilities[Any, Any], naming: Naming[Any], head: Head) -> None:
    size = getattr(game, "size", None)
    fits = size == head.numbers or (found.tier is not None and type(size) is int and size > head.numbers)
    if head.kind == "index" and (found.index is None or not fits):
        raise TableError(f"it numbers positions by index(state) below {head.numbers:,}, which {game!r} does not")
    if rules_digest(game, found, naming) != head.digest:
        raise TableError(f"it was made with other rules: those of {head.game}, as they were then, and not those of {game!r}")


def _parts(head: Head, rest: memoryview) -> Iterator[tuple[str, memoryview]]:
    if sum(head.sizes.values()) != len(rest):
        raise TableError(f"the table is broken: expected {sum(head.sizes.values()):,} bytes after its head, got {len(rest):,}")
    place = 0
    for name in _PARTS:
        if size := head.sizes.get(name, 0):
            yield name, rest[place : place + size]
        place += size


def _contents(head: Head, parts: Mapping[str, memoryview]) -> Contents:
    with expecting("the table is broken: its statistics say what cannot be", TableError):
        data = head.statistics
        lengths = made_of(list[tuple[float, list[tuple[int, int]]]], data["lengths"])
        statistics = TableStatistics(
            positions=made_of(int, data["positions"]),
            counts=dict(made_of(list[tuple[float, int]], data["counts"])),
            lengths={value: dict(ways) for value, ways in lengths},
            longest=made_of(Longest | None, data["longest"]),
        )
        if min(statistics.positions, *statistics.counts.values()) < 0:
            raise ValueError(statistics)
    if "results" not in parts or zlib.crc32(parts.get("codes", b"")) != head.codes_check:
        raise TableError("the table is broken: its positions are not what was written")
    limits = {"results": len(head.values), "plies": LONGEST_WIN + 1}
    read = {name: _Below(Packed(parts[name], head.numbers, head.widths[name]), name, limits[name]) for name in head.widths}
    return Contents(values=tuple(head.values), results=read["results"], plies=read.get("plies"), statistics=statistics)


@frozen(eq=False)
class _Below(Sequence[int]):
    """Numbers of positions, all below a limit; `name` is what they are called in errors."""

    _numbers: Packed
    _name: str
    _limit: int

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, number: int) -> int:  # type: ignore[override]  # no slices are needed
        return self._checked(self._numbers[number], number)

    def whole(self) -> array[int]:
        """All the places, unpacked."""
        found = self._numbers.whole()
        largest = max(found)
        self._checked(largest, found.index(largest))
        return found

    def _checked(self, found: int, number: int) -> int:
        if found >= self._limit:
            raise TableError(f"the table is broken: position {number} has {found} of {self._limit} {self._name}")
        return found


@frozen(eq=False)
class Coded:
    """The numbers of a table's positions, found by their sorted codes of 64 bits."""

    kind: ClassVar[str] = "codes"
    _naming: Naming[Any]
    _codes: _Codes

    def __len__(self) -> int:
        return len(self._codes)

    def number(self, state: Any) -> int | None:
        """The number of a state; None if it is not in the table."""
        code = code_of(*self._naming.identity(state))
        number = bisect_left(self._codes, code)
        return number if number < len(self._codes) and self._codes[number] == code else None

    def codes(self) -> Iterator[int]:
        """The codes in turn."""
        return iter(self._codes)


@frozen(eq=False)
class _Codes(Sequence[int]):
    """Numbers of 64 bits side by side."""

    _data: memoryview
    _count: int

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> int:  # type: ignore[override]  # no slices are needed
        if not 0 <= number < self._count:
            raise IndexError(number)
        code: int = struct.unpack_from("<Q", self._data, 8 * number)[0]
        return code
