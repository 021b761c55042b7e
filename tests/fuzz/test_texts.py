"""Nothing that is typed or read from a file raises anything but an error of the package, nor takes long.

Another `SEED` or a greater `SHARE` looks further: a text that breaks something belongs into the tests of what it breaks.
"""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from attrs import fields_dict

import minimaxer as mx
from minimaxer.cli import main
from minimaxer.cli.positions import located, positions
from minimaxer.cli.tiers import options_from
from minimaxer.game.following import final_outcome
from minimaxer.game.notation import Notation
from minimaxer.testing.play import play_random

from .texts import VALUES, mutated, random_text, texts

SEED: Final = 1
SHARE: Final = 1
"""How many times as many texts as in a normal run."""
GAMES: Final = (
    "breakthrough",
    "breakthrough:columns=3,rows=4,men=1",
    "chess_lite",
    "chess_lite:variant=eight",
    "connect_four",
    "connect_four:width=35,height=63",
    "domineering",
    "dots_and_boxes",
    "kalah_paper",
    "mancala:houses=2,rest=nobody",
    "nim",
    "reversi",
    "reversi:size=4",
    "tic_tac_toe",
)
SLOW: Final = 10.0
"""Seconds of processor time that no text may take: the texts here take milliseconds, a blow-up minutes."""


@cache
def some_game(name: str) -> tuple[Any, Notation[Any, Any], list[Any]]:
    """A game, its notation, and states of it."""
    game = mx.find_game(name)
    rng = Random(SEED)
    states = [state for _ in range(4) for state in play_random(game, rng, 60).states[:-1][::4]]
    return game, Notation(game, mx.capabilities(game)), states


def tried(call: Callable[[str], Any], text: str) -> Any:
    """What the call makes of the text; None where it is refused in words."""
    began = time.process_time()
    try:
        found = call(text)
    except mx.MinimaxerError:
        found = None
    except Exception as error:
        raise AssertionError(f"{text[:300]!r} raised {type(error).__name__}: {str(error)[:300]}") from error
    assert time.process_time() - began < SLOW, f"{text[:300]!r} takes too long"
    return found


@pytest.mark.parametrize("name", GAMES)
def test_positions(name: str) -> None:
    """A text is refused in words, or is a position whose moves can be listed and which is written as what is read again."""
    game, notation, states = some_game(name)
    written = [notation.write_position(state) for state in states]
    for text in texts(Random(f"{SEED} positions {name}"), written, 500 * SHARE):
        state = tried(notation.read_position, text)
        if state is not None:
            final_outcome(game, mx.capabilities(game), state)
            assert notation.read_position(notation.write_position(state)) == state, text
            assert notation.draw(state), text


@pytest.mark.parametrize("name", GAMES)
def test_moves(name: str) -> None:
    """A text is refused in words, or is a legal move."""
    game, notation, states = some_game(name)
    rng = Random(f"{SEED} moves {name}")
    for state in rng.choices(states, k=20):
        legal = list(game.moves(state))
        written = [notation.write_move(state, move) for move in legal]
        for text in texts(rng, written, 15 * SHARE):
            move = tried(lambda text, state=state: notation.read_move(state, text), text)  # type: ignore[misc]  # its default
            assert move is None or move in legal, text


def some_fields(rng: Random, names: list[str]) -> str:
    """A list of fields with values of all kinds."""
    given = rng.sample(names, k=min(len(names), rng.randint(0, 3))) if names else []
    values = [rng.choice(VALUES) if rng.random() < 0.7 else random_text(rng) for _ in given]
    return ",".join(f"{name}={value}" for name, value in zip(given, values, strict=True))


def test_options() -> None:
    """A text is refused in words, or stands for options."""
    rng = Random(f"{SEED} options")
    names = list(fields_dict(mx.AlphaBetaOptions))
    for _ in range(1_500 * SHARE):
        text = some_fields(rng, names)
        text = text if rng.random() < 0.6 else mutated(rng, text)
        options = tried(options_from, text)
        assert options is None or isinstance(options, mx.AlphaBetaOptions)


FIELDS: Final = {
    "breakthrough": ["columns", "rows", "men"],
    "chess_lite": ["variant", "signs"],
    "connect_four": ["width", "height", "connect"],
    "domineering": ["rows", "columns"],
    "dots_and_boxes": ["rows", "columns"],
    "kalah_benchmark": ["houses", "seeds"],
    "mancala": ["houses", "seeds", "extra_turn", "empty_capture", "ends", "rest"],
    "nim": ["heaps"],
    "reversi": ["size", "empties"],
    "tic_tac_toe": [],
}


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty current folder; the list of registered games is read once, which takes longest."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr("minimaxer.game.registry.games", cache(mx.games))


@pytest.mark.usefixtures("elsewhere")
def test_names_of_games() -> None:
    """A text is refused in words, or names a game that can be begun."""
    rng = Random(f"{SEED} games")
    for _ in range(2_000 * SHARE):
        name = rng.choice(list(FIELDS))
        text = f"{name}:{some_fields(rng, FIELDS[name])}"
        if rng.random() < 0.4:
            text = mutated(rng, text) if rng.random() < 0.8 else random_text(rng)
        game = tried(mx.find_game, text)
        if game is not None:
            start = game.initial()
            assert game.outcome(start) is not None or list(game.moves(start)), text


def lines_of_files(rng: Random, written: list[str], count: int) -> Iterator[bytes]:
    """Files of a few lines, some of them no text at all."""
    for _ in range(count):
        ends = [rng.choice(["\n", "\r\n", "\n\n", " # \n", " 12 13\n", "; 1; 2\n", "\t1\n", "\x85", "\x0c"]) for _ in range(4)]
        data = "".join(text + end for text, end in zip(texts(rng, written, 4), ends, strict=True))
        found = data.encode("utf-8", "surrogatepass" if rng.random() < 0.2 else "replace")
        yield (b"\xef\xbb\xbf" if rng.random() < 0.2 else b"") + found


@pytest.mark.parametrize("name", GAMES)
def test_files_of_positions(name: str, tmp_path: Path) -> None:
    """A file is refused in words, with the line, or holds positions."""
    _, notation, states = some_game(name)
    written = [notation.write_position(state) for state in states]
    file = tmp_path / "some.txt"

    def read(_: str) -> list[Any]:
        return [located(row, notation) for row in positions(Namespace(file=str(file), position=None))]

    for data in lines_of_files(Random(f"{SEED} files {name}"), written, 40 * SHARE):
        file.write_bytes(data)
        tried(read, repr(data))


@pytest.mark.usefixtures("elsewhere")
def test_commands(capsys: pytest.CaptureFixture[str]) -> None:
    """One line and the exit code 2, or an answer and the exit code 0."""
    rng = Random(f"{SEED} commands")
    for _ in range(100 * SHARE):
        name = rng.choice(GAMES)
        _, notation, states = some_game(name)
        text = texts(rng, [notation.write_position(state) for state in states], 1)[0]
        options = some_fields(rng, list(fields_dict(mx.AlphaBetaOptions)))
        for arguments in (
            ("search", name, f"--position={text}", "--depth=1", "--nodes=20"),
            ("search", mutated(rng, name), "--depth=1", "--nodes=20"),
            ("search", "nim:heaps=1", f"--options={options}", "--depth=1", "--nodes=20"),
            ("search", "nim:heaps=1", f"--{rng.choice(['depth', 'nodes', 'threads'])}", rng.choice(VALUES), "--seconds=0.01"),
        ):
            try:
                code = main([*arguments, "--tier=tree"])
            except SystemExit as stopped:  # argparse leaves this way
                code = int(stopped.code or 0)
            out, err = capsys.readouterr()
            assert (code, bool(out), err.count("\n")) in ((0, True, 0), (2, False, 1)), (arguments, out, err)
            assert "Error: " not in err or "cannot import" in err, (arguments, err)
