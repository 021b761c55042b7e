"""Exported pages: what is written, what is refused, and games played to their end by clicks in a real browser."""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import minimaxer as mx
import minimaxer.exporting
from minimaxer.cli import main
from minimaxer.game.boards import find_board
from minimaxer.game.following import is_chance
from minimaxer_games.tic_tac_toe import TicTacToe
from minimaxer_games.whist import OpenWhist, Whist

from ..needs import CHROMIUM, HAS_BROWSER, HAS_LLVMLITE, thorough_but
from .clicks import play_by_clicks

pytestmark = pytest.mark.skipif(not HAS_LLVMLITE, reason="exported games need the extra 'compiled'")
FILES = {
    "asking.js",
    "board.js",
    "engine.js",
    "icon.svg",
    "main.js",
    "motion.js",
    "panel.js",
    "places.js",
    "shape.js",
    "style.css",
    "tokens.css",
}
FILES |= {"files.js", "table.js", "worker.js"}


class Undrawn:
    """A game of five methods alone, on a board of four by four."""

    def initial(self) -> tuple[tuple[str, ...], int]:
        return (".",) * 16, 0

    def player(self, state: tuple[tuple[str, ...], int]) -> int:
        return state[1]

    def moves(self, state: tuple[tuple[str, ...], int]) -> list[tuple[int, int]]:
        return [(place // 4, place % 4) for place, man in enumerate(state[0]) if man == "."]

    def play(self, state: tuple[tuple[str, ...], int], move: tuple[int, int]) -> tuple[tuple[str, ...], int]:
        cells, mover = list(state[0]), state[1]
        cells[4 * move[0] + move[1]] = "xo"[mover]
        return tuple(cells), 1 - mover

    def outcome(self, state: tuple[tuple[str, ...], int]) -> int | None:
        cells = state[0]
        for start in range(0, 16, 4):
            if cells[start] != "." and cells[start] == cells[start + 1] == cells[start + 2] == cells[start + 3]:
                return mx.WIN if cells[start] == "x" else mx.LOSS
        return None if "." in cells else mx.DRAW


class Man(NamedTuple):
    """Who owns it, and whether it is a king."""

    owner: int
    is_king: bool


class Crowning:
    """One man becomes a king, where the board was filled cell by cell, which no random game does."""

    def initial(self) -> tuple[tuple[Man | None, ...], int, int]:
        return (None,) * 16, 0, 0

    def player(self, state: tuple[tuple[Man | None, ...], int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[tuple[Man | None, ...], int, int]) -> list[int]:
        return [place for place in range(16) if state[0][place] is None]

    def play(self, state: tuple[tuple[Man | None, ...], int, int], move: int) -> tuple[tuple[Man | None, ...], int, int]:
        cells, mover, count = state
        new = list(cells)
        new[move] = Man(mover, move == count == 7 and all(each is None for each in cells[7:]))
        return tuple(new), 1 - mover, count + 1

    def outcome(self, state: tuple[tuple[Man | None, ...], int, int]) -> int | None:
        return None if None in state[0] else mx.DRAW


class Written:
    """Its state is one text, with rows and the mover."""

    def initial(self) -> str:
        return "..../..../.... x"

    def player(self, state: str) -> int:
        return int(state[-1] == "o")

    def moves(self, state: str) -> list[int]:
        return [place for place, sign in enumerate(state) if sign == "."]

    def play(self, state: str, move: int) -> str:
        return f"{state[:move]}{state[-1]}{state[move + 1 : -1]}{'o' if state[-1] == 'x' else 'x'}"

    def outcome(self, state: str) -> int | None:
        return None if "." in state else mx.DRAW


GAMES: dict[str, Any] = {"undrawn": Undrawn(), "crowning": Crowning(), "written": Written()}


class Failing(TicTacToe):
    """Rules that fail in one position, which no random game meets while they are compiled."""

    def play(self, board: Any, cell: int) -> Any:
        if board.cells == (1, 2, 1, 2, 2, 1, 0, 1, 0):
            raise ValueError("not there")
        return super().play(board, cell)


def test_a_page_is_a_folder_of_files(tmp_path: Path) -> None:
    """With the title given, which is text and no HTML, and asking no other host; how far it is, is told."""
    told: list[str] = []
    page = mx.export(
        mx.compile(TicTacToe()),
        tmp_path / "site",
        name="noughts <and> crosses",
        on_progress=lambda progress: told.append(progress.doing),
    )
    assert told == ["compiling for the web", "written"]
    assert page == tmp_path / "site" / "index.html"
    assert "<title>Noughts &lt;and> crosses</title>" in page.read_text()
    assert {each.name for each in (tmp_path / "site" / "page").iterdir()} == FILES
    assert (tmp_path / "site" / "game.wasm").read_bytes()[:4] == b"\0asm"
    texts = [each.read_text() for each in (tmp_path / "site").rglob("*") if each.suffix in (".js", ".html", ".css")]
    assert not any("http://" in text or "https://" in text for text in texts)


@pytest.mark.thorough
def test_the_command_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And says how to look at it."""
    assert main(["export", "tic_tac_toe", "--web", str(tmp_path)]) == 0
    assert "python -m http.server" in "".join(capsys.readouterr())
    assert "<title>Tic tac toe</title>" in (tmp_path / "index.html").read_text()


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Whist(), "expected a game that hides nothing, got Whist"),
        (object(), r"object has no method initial\(\)"),
        (type("Set", (Undrawn,), {"play": lambda self, state, move: eval("state")})(), "cannot compile"),
    ],
)
def test_games_that_cannot_be_exported(game: Any, message: str, tmp_path: Path) -> None:
    """Nothing is written."""
    with pytest.raises(mx.MinimaxerError, match=message):
        mx.export(game, tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_folders_that_cannot_be_written(tmp_path: Path) -> None:
    """The error names the folder."""
    (tmp_path / "site").write_text("a file")
    with pytest.raises(mx.NotationError, match=r"cannot write .*site: it is a file"):
        mx.export(TicTacToe(), tmp_path / "site")


def test_llvm_that_ends_its_process_is_told() -> None:
    """The caller's process goes on."""
    from minimaxer.exporting import module

    text = 'target triple = "wasm32-unknown-unknown"\n@table = constant i64 ptrtoint (ptr @table to i64)\n'
    with pytest.raises(mx.CompileError, match=r"cannot compile for WebAssembly, please report it: LLVM ended with '.+'"):
        module._made_apart(text, {})


def in_order(game: Any) -> Iterator[Any]:
    """The states of a game in which the first legal move is made each time."""
    state = game.initial()
    while game.outcome(state) is None and not is_chance(game, state) and (moves := list(game.moves(state))):
        state = game.play(state, moves[0])
        yield state


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["mancala", "reversi", "connect_four", "breakthrough", "2048", *GAMES])
def test_boards_are_read_from_words_as_from_states(name: str) -> None:
    """What stands on each cell of positions of random games that the data were not made from."""
    from minimaxer.exporting.board import board_of
    from minimaxer.testing.play import random_states

    game: Any = GAMES[name] if name in GAMES else mx.find_game(name)
    shapes = mx.compile(game).variant().shapes
    data, board = board_of(game, shapes), find_board(game)
    assert data is not None
    assert board is not None
    signs = [sign for _, _, sign in data["contents"]]
    unsure = 0
    for state in [*random_states(game, 200, seed=99), *in_order(game)]:
        words, standing = shapes.state.flatten(state), board.contents(state)
        if any(words[place] != int(word) for place, word in data["constant"]):
            unsure += 1
            continue
        for column, row, sources, table in data["cells"]:
            key = ",".join(str(words[word] if bit < 0 else words[word] >> bit & 1) for word, bit in sources)
            number = data["tables"][table].get(key)
            unsure += number is None
            content = standing.get((column, row))
            assert number is None or (number < 0 and content is None) or signs[number] == board.in_text(content)
    assert unsure <= 10


CLICKS = """
import { readFileSync } from "node:fs";
const [module, file] = process.argv.slice(-2);
const { boardOf } = await import(module);
const { data, moves } = JSON.parse(readFileSync(file, "utf8"));
const board = boardOf({ facts: { board: data } });
const big = (words) => words.map(BigInt);
const found = moves.map(([state, next, words, player]) => board.areas(big(state), { words: big(words), next: big(next) }, player));
console.log(JSON.stringify(found.map((areas) => areas.map(([x, y, side]) => [Math.floor(x / side), Math.floor(y / side)]))));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="no Node here")
@pytest.mark.parametrize(
    "name", thorough_but(["reversi", "mancala", "breakthrough", "undrawn", "written"], "breakthrough", "undrawn")
)
def test_clicks_are_those_of_python(name: str, tmp_path: Path) -> None:
    """The cells that a page lets people click for each move, by the states' words alone."""
    from minimaxer.exporting.board import board_of
    from minimaxer.testing.play import random_states

    game: Any = GAMES[name] if name in GAMES else mx.find_game(name)
    shapes, board = mx.compile(game).variant().shapes, find_board(game)
    assert board is not None
    rows, expected = [], []
    for state in random_states(game, 40, seed=3):
        for move in [] if game.outcome(state) is not None else list(game.moves(state))[:8]:
            flat = shapes.state.flatten(state), shapes.state.flatten(game.play(state, move)), shapes.move.flatten(move)
            rows.append([*([str(word) for word in words] for words in flat), game.player(state)])
            expected.append([list(cell) for cell in board.touched(state, move)])
    (tmp_path / "moves.json").write_text(json.dumps({"data": board_of(game, shapes), "moves": rows}))
    module = Path(minimaxer.exporting.__file__).parent / "page" / "shape.js"
    command = ["node", "--input-type=module", "-e", CLICKS, module.as_uri(), str(tmp_path / "moves.json")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert json.loads(done.stdout) == expected
    assert sum(map(bool, expected)) > len(expected) / 2


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One browser for all tests."""
    if not HAS_BROWSER:
        pytest.skip("tests in a browser need chromium and the package playwright")
    from playwright import sync_api

    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """Exports a game, and opens its page from a static server, on a path below its root."""
    wrong: list[str] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=tmp_path))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_context(viewport={"width": 1100, "height": 800}, reduced_motion="reduce").new_page()
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))

    def open_page(game: Any) -> Any:
        mx.export(game, tmp_path / "games" / "one")
        page.goto(f"http://127.0.0.1:{server.server_port}/games/one/")
        page.wait_for_selector("body:not(.waiting)")
        return page

    yield open_page
    page.context.close()
    server.shutdown()
    server.server_close()
    assert wrong == []


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, *given: Any) -> None:
        """Says nothing."""


@pytest.mark.thorough
@pytest.mark.parametrize("game", [Undrawn(), OpenWhist()], ids=["undrawn", "open_whist"])
def test_games_are_played_to_their_end(opened: Any, game: Any) -> None:
    """A game that draws nothing, and one for four players; those of the documentation are played there."""
    page = opened(game)
    if isinstance(game, Undrawn):
        assert page.locator(".place").count() == 16
        assert page.locator("#choices button").count() == 0
    page.click("#new")
    page.fill("#seconds", "0.05")  # for the AI, which thinks a second a move
    page.click("#setup button[value=begin]")
    play_by_clicks(page)
    assert page.inner_text("#failure") == ""


@pytest.mark.thorough
def test_the_ai_advises_and_is_hurried(opened: Any) -> None:
    """A hint, the value of each move, thinking that is shown, and a move at once when it is asked for."""
    page = opened(mx.find_game("connect_four"))
    page.click("#new")
    page.fill("#seconds", "600")
    page.locator("#setup-seats select").nth(1).select_option("AI")
    page.click("#setup button[value=begin]")
    page.locator(".place").first.click()
    page.wait_for_selector("#job-words:has-text('Expected:')")
    page.click("#now")
    page.wait_for_selector("#turn:has-text('Orange to move')")
    page.click("#new")
    page.fill("#seconds", "0.2")
    page.click("#setup button[value=begin]")
    page.click("#hint")
    page.wait_for_selector("#advice-words:has-text('Best is 4')")
    page.click("#values")
    page.wait_for_selector("#values-table tbody tr:nth-child(7)")
    page.locator(".place").first.click()
    page.wait_for_selector("#history li:nth-child(3)")
    page.click("#undo")
    page.wait_for_selector("#history li.undone:nth-child(3)")
    page.click("#redo")
    page.wait_for_selector("#history li:not(.undone):nth-child(3)")


@pytest.mark.thorough
def test_errors_in_rules_are_told(opened: Any) -> None:
    """With class, text and line; the game can be played on from the position before."""
    page = opened(Failing())
    page.locator("#players select").nth(1).select_option("person")
    for cell in ["1", "2", "3", "4", "6", "5", "8"]:
        page.click(f".place[aria-label='{cell}']")
        page.wait_for_timeout(100)
    page.wait_for_selector("#failure:has-text('ValueError: not there (in Failing.play, line ')")
    assert page.locator("#history li").count() == 7
    page.click(".place[aria-label='9']")
    page.wait_for_selector("#history li:nth-child(8)")
