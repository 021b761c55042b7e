"""Tables in files: what is read is what was written, and what is broken is told."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import frozen

import minimaxer as mx
from minimaxer.tables.contents import BLOCK, Packed, packed, width_for
from minimaxer.tables.files import MAGIC
from minimaxer_games.mancala import kalah_paper
from minimaxer_games.tic_tac_toe import TicTacToe

from .games import LINES, Morris, RookEnding, reachable

ROOK = RookEnding(side=4)
MORRIS = Morris(LINES)


@cache
def table_of(game: Any) -> mx.Table[Any, Any]:
    """The table of a game, made once."""
    return mx.tabulate(game)


@pytest.mark.parametrize("game", [ROOK, MORRIS, TicTacToe(), kalah_paper(2, 2)])
def test_what_was_written_is_read(game: Any, tmp_path: Path) -> None:
    """Values, plies, moves and statistics; without plies values, moves and counts."""
    table = table_of(game)
    table.save(tmp_path / "it.table")
    read = mx.Table.load(game, tmp_path / "it.table")
    table.save(tmp_path / "short.table", plies=False)
    short = mx.Table.load(game, tmp_path / "short.table")
    assert len(read) == len(short) == len(table)
    assert read.statistics() == table.statistics()
    assert short.statistics().counts == table.statistics().counts
    assert not short.has_plies
    for state in reachable(game, game.initial())[::7]:
        assert (read.value(state), read.plies(state)) == (table.value(state), table.plies(state))
        assert read.best_moves(state) == table.best_moves(state)
        assert (short.value(state) > 0, short.value(state) < 0) == (table.value(state) > 0, table.value(state) < 0)
    read.save(tmp_path / "again.table")
    assert (tmp_path / "again.table").read_bytes() == (tmp_path / "it.table").read_bytes()


def test_positions_that_are_not_there(tmp_path: Path) -> None:
    """They are told from those that are."""
    game = TicTacToe()
    state = game.play(game.initial(), 4)
    mx.tabulate(game, [state]).save(tmp_path / "some.table")
    table = mx.Table.load(game, tmp_path / "some.table")
    assert state in table
    assert game.initial() not in table
    assert table.probe(game.initial()) is None
    with pytest.raises(mx.errors.TableError, match="is not in the table"):
        table.value(game.initial())


def test_values_take_few_bits(tmp_path: Path) -> None:
    """At most two bits a position, and one where nearly all are won; the statistics of the head are left aside."""
    table = table_of(ROOK)
    table.save(tmp_path / "it.table", plies=False)
    data = (tmp_path / "it.table").read_bytes()
    head = int.from_bytes(data[16:24], "little")
    assert 8 * (len(data) - 56 - head) <= len(table)


@pytest.mark.parametrize("width", [1, 2, 4, 8, 16, 32])
def test_packing(width: int) -> None:
    """Numbers of every width, over several blocks, the last of which is short."""
    rng = Random(width)
    numbers = [rng.randrange(1 << width) for _ in range(2 * BLOCK + 13)]
    data = memoryview(packed(numbers if width >= 8 else bytes(numbers), width))
    read = Packed(data, len(numbers), width)
    assert list(read) == numbers
    assert width_for(max(numbers)) == width
    with pytest.raises(IndexError):
        read[len(numbers)]
    with pytest.raises(mx.errors.TableError, match="a part of it is not as long as it says"):
        Packed(data[:-1], len(numbers), width)
    with pytest.raises(mx.errors.TableError, match="does not hold what it should"):
        list(Packed(data, len(numbers) + 8, width))


@pytest.mark.thorough
def test_one_byte_changed(tmp_path: Path) -> None:
    """Wherever it is, the file is refused, or what is asked for is refused, or nothing of it matters."""
    game = MORRIS
    table, file = table_of(game), tmp_path / "it.table"
    table.save(file)
    good, rng = file.read_bytes(), Random(5)
    states = rng.sample(reachable(game, game.initial()), 20)
    refused = 0
    for _ in range(300):
        data = bytearray(good)
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        file.write_bytes(data)
        try:
            read = mx.Table.load(game, file)
            assert [read.value(state) for state in states] == [table.value(state) for state in states]
        except mx.errors.TableError:
            refused += 1
    assert refused > 250


def _with_head(data: bytes, **changes: Any) -> bytes:
    """A file with another head, which has the right digest: as somebody could write it who means harm."""
    size = int.from_bytes(data[16:24], "little")
    fields = json.loads(data[56 : 56 + size]) | changes
    text = json.dumps(fields).encode()
    return MAGIC + len(text).to_bytes(8, "little") + hashlib.sha256(text).digest() + text + data[56 + size :]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: b"", "is no table"),
        (lambda data: b"something else altogether", "is no table; expected a file that"),
        (lambda data: data[:40], "its head is not what was written"),
        (lambda data: data[:16] + b"\xff" * 8 + data[24:], "its head is not what was written"),
        (lambda data: data[:-1], "bytes after its head, got"),
        (lambda data: data + b"x", "bytes after its head, got"),
        (lambda data: _with_head(data, version=2), "expected a table of version 1, got one of version 2"),
        (lambda data: _with_head(data, more=1), "its head says what cannot be"),
        (lambda data: _with_head(data, numbers=10**12), "its head says what cannot be"),
        (lambda data: _with_head(data, numbers=-1), "its head says what cannot be"),
        (lambda data: _with_head(data, values=[float("nan")]), "its head says what cannot be"),
        (lambda data: _with_head(data, values="many"), "its head says what cannot be"),
        (lambda data: _with_head(data, ignored=["nothing"]), "its head says what cannot be"),
        (lambda data: _with_head(data, widths={"results": 3}), "its head says what cannot be"),
        (lambda data: _with_head(data, kind="index"), "its head says what cannot be"),
        (lambda data: _with_head(data, statistics={"positions": "many"}), "its statistics say what cannot be"),
        (lambda data: _with_head(data, codes_check=1), "its positions are not what was written"),
        (lambda data: _with_head(data, digest=""), "it was made with other rules: those of "),
    ],
)
def test_broken_files(change: Any, message: str, tmp_path: Path) -> None:
    """Each says what is wrong, and which file it is."""
    file = tmp_path / "it.table"
    table_of(MORRIS).save(file)
    file.write_bytes(change(file.read_bytes()))
    with pytest.raises(mx.errors.TableError, match=message) as caught:
        mx.Table.load(MORRIS, file)
    assert "it.table" in str(caught.value)


def test_values_beyond_the_last(tmp_path: Path) -> None:
    """A result that stands for no value is found when it is asked for."""
    file = tmp_path / "it.table"
    table_of(MORRIS).save(file)
    file.write_bytes(_with_head(file.read_bytes(), values=[0]))
    read = mx.Table.load(MORRIS, file)
    with pytest.raises(mx.errors.TableError, match=r"position \d+ has \d of 1 results"):
        [read.value(state) for state in reachable(MORRIS, MORRIS.initial())[:200]]


@pytest.mark.parametrize(
    ("name", "width", "other", "message"),
    [
        ("results", 2, 0, r"the table is broken: no move keeps the value of "),
        ("plies", 32, 1 << 31, r"the table is broken: position \d+ has 2147483648 of 100001 plies"),
    ],
)
def test_numbers_that_cannot_be(name: str, width: int, other: int, message: str, tmp_path: Path) -> None:
    """Every other one of a part is replaced, with the right sizes in the head."""
    file = tmp_path / "it.table"
    table_of(ROOK).save(file)
    data = file.read_bytes()
    head = json.loads(data[56 : 56 + int.from_bytes(data[16:24], "little")])
    changed = packed([other if number % 2 else 1 for number in range(head["numbers"])], width)
    start = len(data) - sum(head["sizes"].values()) + (head["sizes"]["results"] if name == "plies" else 0)
    data = data[:start] + changed + data[start + head["sizes"][name] :]
    parts = {"sizes": head["sizes"] | {name: len(changed)}, "widths": head["widths"] | {name: width}}
    file.write_bytes(_with_head(data, **parts))
    read = mx.Table.load(ROOK, file)
    with pytest.raises(mx.errors.TableError, match=message):
        [(read.best_moves(state), read.plies(state)) for state in reachable(ROOK, ROOK.initial()) if state in read]


def test_other_rules(tmp_path: Path) -> None:
    """A table of one game is not taken for one of another, nor of a variant."""
    file = tmp_path / "it.table"
    table_of(MORRIS).save(file)
    with pytest.raises(mx.errors.TableError, match=r"made with other rules: those of Morris\("):
        mx.Table.load(Morris(LINES, men=4), file)
    table_of(ROOK).save(file)
    with pytest.raises(mx.errors.TableError, match=r"it numbers positions by index\(state\) below"):
        mx.Table.load(MORRIS, file)
    with pytest.raises(mx.errors.TableError, match=r"it numbers positions by index\(state\) below"):
        mx.Table.load(RookEnding(side=3), file)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    """Where nothing can be read or written."""
    with pytest.raises(mx.NotationError, match=r"cannot read .*No such file"):
        mx.Table.load(MORRIS, tmp_path / "nothing.table")
    with pytest.raises(mx.NotationError, match=r"cannot write .*No such file"):
        table_of(MORRIS).save(tmp_path / "no" / "where.table")


@frozen
class Strange:
    """Something that no file can hold."""

    number: int


class StrangeStates:
    """States of a class of the author's own, without a key."""

    def initial(self) -> Strange:
        return Strange(3)

    def player(self, state: Strange) -> int:
        return state.number % 2

    def moves(self, state: Strange) -> list[int]:
        return [1]

    def play(self, state: Strange, move: int) -> Strange:
        return Strange(state.number - move)

    def outcome(self, state: Strange) -> int | None:
        return None if state.number else mx.DRAW


def test_keys_that_cannot_be_written(tmp_path: Path) -> None:
    """They do in memory, and the error on saving says what to do."""
    table = mx.tabulate(StrangeStates())
    assert table.value(Strange(2)) == 0
    with pytest.raises(
        mx.GameError, match=r"a table that is shared or saved needs keys of numbers, text and tuples, got .*give the game"
    ):
        table.save(tmp_path / "it.table")


def test_codes_as_in_native_code() -> None:
    """The words of keys are mixed as kernels mix them."""
    from minimaxer.native.kernels.positions import mixed as native
    from minimaxer.tables.codes import mixed

    for words in ([0], [1, 2, 3], [-5, 1 << 62], [-(1 << 63), 7]):
        assert mixed(words) == native(words) & (1 << 64) - 1
