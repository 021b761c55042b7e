"""Files that strangers give: each format, with places changed, is read as something or refused in words, and soon."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import sqlite3
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from attrs import frozen

import minimaxer as mx
from minimaxer.cli.positions import records_of
from minimaxer.learning import files as training
from minimaxer.learning.result import TrainingRound
from minimaxer.play.book import Book
from minimaxer.play.levels.level import Ladder, Point, next_level, read_ladder, take_result, write_ladder
from minimaxer.play.players import Anybody, Player
from minimaxer.play.session import Session
from minimaxer.play.tuning.regression import fit
from minimaxer.play.tuning.result import TunedWeight, Tuning, TuningRound
from minimaxer.play.tuning.samples import Sample, as_data, file_of, understood
from minimaxer.proofs.proving import claim_of
from minimaxer.tables import files as tables
from minimaxer.testing.suite import read_puzzles

from ..late import Count
from ..processes import SHARED_MEMORY, within

pytestmark = pytest.mark.thorough

SEED: Final = 1
NIM: Final = mx.find_game("nim:heaps=2+3")
TINY: Final = mx.find_game("nim:heaps=1+2")
TIC: Final = mx.find_game("tic_tac_toe")
FOUR: Final = mx.find_game("connect_four:width=4,height=4")
COMPILED: Final = importlib.util.find_spec("llvmlite") is not None
MEMORY: Final = SHARED_MEMORY if SHARED_MEMORY.is_dir() else None
"""Where files lie: a database waits for a disk again and again."""
DEEP: Final = "[" * 100_000
ODD: Final[tuple[Any, ...]] = (
    None, True, False, -1, 0, 1, 2, 7, 2**31, 2**63, -(2**63), 10**30, 10**400, 0.5, -0.0, 1e308, float("nan"), float("inf"), -float("inf"),
    "", "x", "0", "-1", "9" * 5000, "\0", "\ud800", "None", [], [[]], [0], [None], [""], {}, {"": 0}, {"a": []}, [1] * 1000,
)  # fmt: skip
TEXTS: Final = (
    b"",
    b"\0",
    b"\xff",
    b"\n",
    b'"',
    b"9" * 5000,
    b"-",
    b"NaN",
    b"1e999",
    b"[",
    b"{}",
    DEEP.encode(),
    b"\xf0\x9f\x92\xa9",
)


@frozen
class Format:
    """A kind of file.

    Attributes:
        write: Makes one.
        read: Reads it, and uses what it says.
        mutate: Changes some of its places, and what digests there are to fit.
    """

    write: Callable[[Path], object]
    read: Callable[[Path], object]
    mutate: Callable[[Random, bytes], bytes]


# --- changing ---------------------------------------------------------------------------------------------------------------


def other(rng: Random, data: bytes) -> bytes:
    """The bytes with one to three places changed."""
    for _ in range(rng.randint(1, 3)):
        start = rng.randint(0, len(data))
        end = min(len(data), start + rng.choice((0, 1, 1, 2, 8, 100)))
        kind = rng.randrange(4)
        piece = (rng.choice(TEXTS), rng.randbytes(end - start), data[start:end] * 2, b"")[kind]
        data = data[: rng.choice((start, start, start, rng.randint(0, start)))] + piece + data[end:]
    return data


def odd(rng: Random, value: Any) -> Any:
    """A value in JSON with one place in it changed."""
    places: list[tuple[Any, Any]] = []
    todo = [value]
    while todo:
        each = todo.pop()
        if isinstance(each, (dict, list)):
            inner = list(each) if isinstance(each, dict) else list(range(len(each)))
            places += [(each, name) for name in inner]
            todo += [each[name] for name in inner]
    if not places or rng.random() < 0.02:
        return rng.choice(ODD)
    holder, name = rng.choice(places)
    kind = rng.randrange(10)
    if kind == 0:
        del holder[name]
    elif kind == 1 and isinstance(holder, dict):
        holder["more"] = rng.choice(ODD)
    elif kind == 1:
        holder.insert(name, holder[rng.randrange(len(holder))])
    elif kind == 2 and type(holder[name]) in (int, float):
        holder[name] += rng.choice((-1, 1, 0.5, 1000))
    else:
        holder[name] = rng.choice(ODD)
    return value


def as_json(rng: Random, data: bytes) -> bytes:
    """A file of one value."""
    if rng.random() < 0.2:
        return other(rng, data)
    return json.dumps(odd(rng, json.loads(data))).encode()


def as_lines(rng: Random, data: bytes) -> bytes:
    """A file of a value on each line."""
    if rng.random() < 0.3:
        return other(rng, data)
    lines = data.splitlines(keepends=True)
    place = rng.randrange(len(lines))
    lines[place] = json.dumps(odd(rng, json.loads(lines[place]))).encode() + b"\n"
    return b"".join(lines)


def as_proof(rng: Random, data: bytes) -> bytes:
    """Lines, of which the last is the digest of all others."""
    lines = as_lines(rng, b"".join(data.splitlines(keepends=True)[:-1]))
    return lines + b'"%s"\n' % hashlib.sha256(lines).hexdigest().encode()


def as_saved(rng: Random, data: bytes) -> bytes:
    """A search: a line, a line of JSON, parts, a digest."""
    magic, line, rest = data[:-32].split(b"\n", 2)
    facts = json.loads(line)
    if rng.random() < 0.6:
        facts = odd(rng, facts)
    elif rng.random() < 0.8 and (
        names := [name for name, size in facts["parts"].items() if size and rest.startswith((b"{", b"["))]
    ):
        first = facts["parts"][names[0]]
        with contextlib.suppress(ValueError):
            part = json.dumps(odd(rng, json.loads(rest[:first]))).encode()
            facts["parts"][names[0]], rest = len(part), part + rest[first:]
    else:
        rest = other(rng, rest)
    body = magic + b"\n" + json.dumps(facts).encode() + b"\n" + rest
    return body + hashlib.blake2b(body, digest_size=32).digest()


def headed(magic: bytes, *, whole: bool) -> Callable[[Random, bytes], bytes]:
    """A head of JSON with its length before it and its digest, or that of all the rest, and then numbers."""

    def mutate(rng: Random, data: bytes) -> bytes:
        begin = len(magic) + 40
        size = int.from_bytes(data[len(magic) : len(magic) + 8], "little")
        head, body = data[begin : begin + size], data[begin + size :]
        if rng.random() < 0.8:
            head = json.dumps(odd(rng, json.loads(head))).encode()
        else:
            body = other(rng, body)
        digest = hashlib.sha256(head + body if whole else head).digest()
        return magic + len(head).to_bytes(8, "little") + digest + head + body

    return mutate


ENDLESS = "WITH RECURSIVE numbers(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM numbers)"


def as_database(rng: Random, data: bytes) -> bytes:
    """SQLite: bytes, or values and tables."""
    if rng.random() < 0.3:
        return other(rng, data)
    with TemporaryDirectory(dir=MEMORY) as folder:
        path = Path(folder, "base")
        path.write_bytes(data)
        base = sqlite3.connect(path)
        tables = {
            name: [row[1] for row in base.execute(f"PRAGMA table_info({name})")]
            for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        }
        table = rng.choice(list(tables))
        column = rng.choice(tables[table])
        value = rng.choice(
            [each for each in ODD if not isinstance(each, (list, dict)) and not _is_large(each)] + [b"\xff", "[1", DEEP]
        )
        with contextlib.suppress(sqlite3.Error, UnicodeEncodeError):
            kind = rng.randrange(10)
            if kind == 0:
                base.execute(f"DROP TABLE {table}")
            elif kind == 1:
                base.execute(f"ALTER TABLE {table} RENAME COLUMN {column} TO other")
            elif kind == 2:
                base.execute(f"CREATE TABLE copied AS SELECT * FROM {table}")
                base.execute(f"DROP TABLE {table}")
                base.execute(f"ALTER TABLE copied RENAME TO {table}")
                base.execute(f"UPDATE {table} SET {column} = ?", [value])
            elif kind == 3:
                base.execute(f"DELETE FROM {table}")
            elif kind == 4:
                columns = ", ".join(f"x AS {name}" for name in tables[table])
                base.execute(f"DROP TABLE {table}")
                base.execute(f"CREATE VIEW {table} AS {ENDLESS} SELECT {columns} FROM numbers")
            elif kind == 5:
                base.execute(f"CREATE TRIGGER late BEFORE INSERT ON {table} BEGIN SELECT count(*) FROM forever; END")
                base.execute(f"CREATE VIEW forever AS {ENDLESS} SELECT x FROM numbers")
            else:
                base.execute(f"UPDATE OR REPLACE {table} SET {column} = ?", [value])
        base.commit()
        base.close()
        return path.read_bytes()


def _is_large(value: Any) -> bool:
    return isinstance(value, int) and abs(value) >= 2**63


# --- formats ----------------------------------------------------------------------------------------------------------------


def search_file(game: Any, simulations: int = 0, *, compiled: bool = False, **how: Any) -> Format:
    """A search of a game that is put aside, and taken up again; rules are compiled when a file is made."""
    rules = cache(partial(mx.compile, game)) if compiled else lambda: game
    limits = mx.Limits(simulations=simulations) if simulations else mx.Limits(depth=3)

    def write(path: Path) -> None:
        engine = mx.Search(rules(), **how)
        engine.run(limits=limits)
        engine.save(path)

    def read(path: Path) -> None:
        mx.Search.restore(path, rules()).run(limits=mx.Limits(nodes=200, seconds=5))

    return Format(write, read, as_saved)


def read_table(path: Path) -> None:
    """Looks at all that a table says."""
    table = mx.Table.load(NIM, path)
    str(table.statistics())
    json.dumps(table.statistics().to_dict())
    start = NIM.initial()
    for state in (start, *(NIM.play(start, move) for move in NIM.moves(start))):
        if state in table:
            table.value(state)
            table.line(state)
    table.save(path.with_suffix(".again"))


def write_training(path: Path) -> None:
    """A learnt evaluation."""
    mx.train(TIC, games=40, rounds=1, path=path, threads=1)


def read_training(path: Path) -> None:
    """Evaluates by it, and reads how far training has come."""
    learnt, kept = training.read(mx.LearntEvaluation, TIC, path)
    learnt(TIC.initial())
    str([TrainingRound.from_dict(row) for row in kept.curve])


def write_tuning(path: Path) -> None:
    """A tuning in the middle."""
    rows = (TunedWeight("one", 1, 2.5, 0.25, 3), TunedWeight("two", 1, 2.5, float("inf"), 3))
    weights = mx.Weights(one=3, two=3)
    found = TuningRound(number=1, games=2, positions=4, rows=rows, weights=weights, scale=0.1, loss=0.5, loss_before=0.6)
    samples = [Sample(game, game / 2, -1, 0.0, (1.0, float(game))) for game in (0, 0, 1, 2)]
    file_of(path, "settings").write(as_data([found], samples))


def read_tuning(path: Path) -> None:
    """Fits weights to its positions."""
    rounds, samples = file_of(path, "settings").read(partial(understood, weights=mx.Weights(one=1, two=1), tuned=2)) or ([], [])
    json.dumps(Tuning(before=mx.Weights(one=1, two=1), rounds=tuple(rounds)).to_dict())
    str(rounds)
    fit(samples, [1.0, 1.0])


def tune(path: Path) -> None:
    """Tunes an option for some steps."""
    player: Any = Player(algorithm="montecarlo", limits=mx.Limits(simulations=5))
    with ThreadPoolExecutor(1) as team:
        ranges = {"exploration": (0.1, 3.0)}
        mx.tune_options(TIC, ranges, player=player, steps=2, pairs=1, test_rounds=1, executor=team, path=path)


def some_levels() -> Ladder:
    """Three steps."""
    steps: Any = (
        Anybody(),
        Player(limits=mx.Limits(depth=1)),
        Player(limits=mx.Limits(nodes=64), options=mx.AlphaBetaOptions(aspiration=10)),
    )
    points = tuple(Point(place=place, elo=elo) for place, elo in ((0, 0), (1, 100), (2, 300)))
    return Ladder(steps=steps, points=points, elos=(100.0, 200.0, 300.0), games=7)


LADDER: Final = some_levels()


def read_levels(path: Path) -> None:
    """Plays at a level."""
    found = read_ladder(TIC, path)
    found.level_of(150)
    blend = found.blend(1.5, "some")
    blend.described(TIC)
    with contextlib.closing(blend.create(TIC, 0)) as player:
        player.choose(Session(TIC))
    write_ladder(TIC, found, path)


def adapt(path: Path) -> None:
    """Takes a result in."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("minimaxer.play.levels.level.results_file", lambda: path)
        patch.setattr("minimaxer.play.levels.level.read_ladder", lambda *_: LADDER)
        take_result(FOUR, next_level(FOUR), 1.0)


def keep_rows(path: Path) -> None:
    """Looks at positions, but for those that are in the file."""
    with ThreadPoolExecutor(1) as team:
        mx.analyse_many(NIM, [NIM.initial()] * 2, depth=2, path=path, executor=team)


def read_proof(path: Path) -> None:
    """Checks a proof."""
    str(claim_of(path))
    str(mx.verify(NIM, path))


def write_games(path: Path, *, as_rows: bool) -> None:
    """Games that were played."""
    with ThreadPoolExecutor(1) as team:
        match = mx.play_match(TIC, [Player(limits=mx.Limits(depth=depth)) for depth in (1, 2)], rounds=1, executor=team)
    rows = (json.dumps(each.to_dict()) if as_rows else each.text + "\n" for each in match.games)
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")


def read_games(path: Path) -> None:
    """Plays them all again."""
    for record in records_of(str(path)):
        json.dumps(record.to_dict())
        str(record.score)
        mx.read_records(record.text)
        record.session(TIC)


def write_book(path: Path) -> None:
    """A book of some games."""
    with TemporaryDirectory() as folder:
        games = Path(folder, "games")
        write_games(games, as_rows=True)
        with Book(TIC, path) as book:
            book.add(records_of(str(games)))


def read_book(path: Path) -> None:
    """Asks for all that it knows, and adds a game."""
    with TemporaryDirectory() as folder, Book(TIC, path) as book:
        book.moves(TIC.initial())
        book.draw(TIC.initial(), Random(0))
        book.positions(2)
        assert book.games >= 0
        assert book.size >= 0
        games = Path(folder, "games")
        games.write_bytes(valid("games as text"))
        book.add(records_of(str(games)))


def solve(path: Path) -> None:
    """Solves a position, or reads what it is worth."""
    with ThreadPoolExecutor(1) as team:
        mx.analyse_many(NIM, [NIM.initial()], solve=True, store=path, executor=team)


def share(path: Path) -> None:
    """Solves a position in jobs, or reads what it is worth."""
    with ThreadPoolExecutor(1) as team:
        mx.solve_by_jobs(NIM, executor=team, store=path)


def write_puzzles(path: Path) -> None:
    """Two of them."""
    path.write_text("1,2/0; best 2-1; depth 3\n1,1/0; loss 2\n")


def read_asked(path: Path) -> None:
    """Finds what is asked for."""
    for puzzle in read_puzzles(path)[:2]:
        puzzle.check(TINY)


FORMATS: dict[str, Format] = {
    "search by alphabeta": search_file(NIM, algorithm="alphabeta"),
    "search by minimax": search_file(NIM, algorithm="minimax"),
    "search by maxn": search_file(Count(3), algorithm="maxn"),
    "search by montecarlo": search_file(TIC, 50, algorithm="montecarlo"),
    "search by ismcts": search_file(mx.find_game("higher_lower"), 50, algorithm="ismcts"),
    "table": Format(lambda path: mx.tabulate(NIM).save(path), read_table, headed(tables.MAGIC, whole=False)),
    "tuning": Format(write_tuning, read_tuning, as_json),
    "options": Format(tune, tune, as_json),
    "levels": Format(lambda path: write_ladder(TIC, LADDER, path), read_levels, as_json),
    "level of a person": Format(adapt, adapt, as_json),
    "rows": Format(keep_rows, keep_rows, as_lines),
    "proof": Format(lambda path: mx.prove(NIM, path=path), read_proof, as_proof),
    "games as text": Format(lambda path: write_games(path, as_rows=False), read_games, other),
    "games as rows": Format(lambda path: write_games(path, as_rows=True), read_games, as_lines),
    "book": Format(write_book, read_book, as_database),
    "solved": Format(solve, solve, as_database),
    "jobs": Format(share, share, as_database),
    "puzzles": Format(write_puzzles, read_asked, other),
}
if COMPILED:
    FORMATS |= {
        "training": Format(write_training, read_training, headed(training.MAGIC, whole=True)),
        "compiled search by alphabeta": search_file(NIM, compiled=True, algorithm="alphabeta"),
        "compiled search by montecarlo": search_file(TIC, 50, compiled=True, algorithm="montecarlo"),
        "compiled search without an evaluation": search_file(TINY, compiled=True),
    }


@cache
def valid(name: str) -> bytes:
    """A file of that format."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "file")
        FORMATS[name].write(path)
        return path.read_bytes()


def try_some(name: str, count: int, seed: object) -> list[str]:
    """What goes wrong of so many changed files."""
    with TemporaryDirectory(dir=MEMORY) as folder:
        return _tried(name, count, Random(f"{seed} {name}"), Path(folder, "file"))


def _tried(name: str, count: int, rng: Random, path: Path) -> list[str]:
    path.write_bytes(valid(name))
    FORMATS[name].read(path)
    wrong = []
    for number in range(count):
        data = FORMATS[name].mutate(rng, valid(name))
        path.write_bytes(data)
        try:
            with within(60, TimeoutError):
                FORMATS[name].read(path)
        except mx.MinimaxerError as error:
            if len(str(error)) > 2000:
                wrong.append(f"{number}: an error of {len(str(error))} letters")
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            wrong.append(f"{number}: {type(error).__name__}: {str(error)[:200]} in {where.name}: {where.line}")
    return wrong


@pytest.mark.parametrize("name", FORMATS)
def test_a_changed_file_is_read_or_refused(name: str) -> None:
    """By an error of the package, within a minute."""
    assert not try_some(name, 200, SEED)


@pytest.mark.parametrize("name", FORMATS)
def test_many_changed_files(name: str) -> None:
    """The same with more of them."""
    assert not try_some(name, 500, "more")
