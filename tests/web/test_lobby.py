"""Games chosen in the browser: what is on the list, what opens a table, and what is refused."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import minimaxer as mx
from minimaxer.cli import main
from minimaxer.game.registry import games
from minimaxer.web.lobby import MOST_RECORDS, Lobby
from minimaxer.web.table import Table

from ..needs import HAS_STARLETTE
from .tables import table_of

COINS = """
print("run")

import minimaxer as mx

class Coins:
    def __init__(self, heap=7): self.heap = heap
    def initial(self): return 0, self.heap
    def player(self, state): return state[0]
    def moves(self, state): return [count for count in (1, 2, 3) if count <= state[1]]
    def play(self, state, move): return 1 - state[0], state[1] - move
    def outcome(self, state): return None if state[1] else mx.WIN
"""
RECORD = '[Game "nim"]\n[Player0 "you"]\n[Player1 "me"]\n[Position "1,2/0"]\n\n1. 1-1\n*\n'


@pytest.fixture
def lobby(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lobby:
    """That of a folder with a game, files that are none, and a record."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "coins.py").write_text(COINS)
    (tmp_path / "two.py").write_text(COINS + COINS.replace("Coins", "Others"))
    (tmp_path / "helpers.py").write_text("def moves(state): return []\n")
    (tmp_path / "broken.py").write_text("class Broken(:\n")
    (tmp_path / "test_coins.py").write_text(COINS)
    (tmp_path / "game.txt").write_text(RECORD)
    (tmp_path / "notes.txt").write_text("buy milk\n")
    return Lobby(lambda name: table_of(mx.find_game(name), "person", "person", name=name))


def test_what_is_offered(lobby: Lobby, capsys: pytest.CaptureFixture[str]) -> None:
    """Registered games, and those of files, which are not run; records that hold a game."""
    view = lobby.view()
    assert [each["name"] for each in view["games"]] == [*games(), "coins.py", "two.py:Coins", "two.py:Others"]
    assert [each["title"] for each in view["games"] if each["own"]] == ["Coins", "Coins", "Others"]
    assert view["records"] == [{"file": "game.txt", "game": "nim", "names": ("you", "me"), "moves": 1}]
    assert capsys.readouterr().out == ""


def test_the_latest_records_come_first(lobby: Lobby, tmp_path: Path) -> None:
    """And no more than a few."""
    for number in range(MOST_RECORDS + 3):
        file = tmp_path / f"{number}.pgn"
        file.write_text(RECORD)
        os.utime(file, (number, number))
    found = [each["file"] for each in lobby.view()["records"]]
    assert found == ["game.txt", *(f"{number}.pgn" for number in range(MOST_RECORDS + 2, 3, -1))]


@pytest.mark.parametrize("name", list(games()))
def test_every_game_has_a_picture_if_it_draws_one(lobby: Lobby, name: str) -> None:
    """But for those that hide something, such as a hand of whist."""
    picture = lobby.picture(name)
    assert (picture is None) == (name in ("higher_lower", "whist"))
    assert picture is None or picture.startswith("<svg")


def test_files_have_no_picture(lobby: Lobby, capsys: pytest.CaptureFixture[str]) -> None:
    """Since that would run them."""
    assert lobby.picture("coins.py") is None
    assert capsys.readouterr().out == ""


def test_a_table_takes_the_place_of_another(lobby: Lobby) -> None:
    """Which is closed."""
    lobby.choose("nim:heaps=1+2")
    first = lobby.table
    assert first is not None
    lobby.open_file("game.txt")
    assert first.is_closed
    assert lobby.table is not None
    assert (first.lobby_number, lobby.table.lobby_number) == (0, 1)
    assert (lobby.table.name, len(lobby.table.session.moves)) == ("nim", 1)
    lobby.close()
    assert lobby.table is None


@pytest.mark.parametrize("name", ["coins.py", "coins.py:Coins", "coins.py:Coins:heap=3", "two.py:Others"])
def test_a_game_of_a_file_is_opened(lobby: Lobby, name: str) -> None:
    """As it is listed, or as a record names it; the file is run then."""
    lobby.choose(name)
    assert lobby.table is not None
    lobby.table.play(1, 0)
    record = lobby.table.record().text
    lobby.close()
    lobby.open_text(record)
    assert lobby.table is not None
    assert (lobby.table.name, lobby.table.session.moves) == (name, [2])


def test_a_table_that_fails_is_closed(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its AI would play on otherwise, unseen."""
    opened = [table_of("nim", "AI", "AI")]
    monkeypatch.setattr(lobby, "_open_table", lambda name: opened[0])
    with pytest.raises(mx.MinimaxerError):
        lobby.open_text(RECORD.replace("1-1", "9-9"))
    assert [each.is_closed for each in opened] == [True]


def test_files_that_cannot_be_read(lobby: Lobby, tmp_path: Path) -> None:
    """Are left out."""
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "gone.py").symlink_to(tmp_path / "nowhere.py")
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "nul.py").write_bytes(b"\x00")
    (tmp_path / "long.py").write_text(COINS + "#" * 200_000)
    assert [each["name"] for each in lobby.view()["games"] if each["own"]] == ["coins.py", "two.py:Coins", "two.py:Others"]
    assert len(lobby.view()["records"]) == 1


def test_classes_that_others_are_made_from_are_not_offered(lobby: Lobby, tmp_path: Path) -> None:
    """Nor is one twice; what a file has become is offered at once."""
    (tmp_path / "coins.py").write_text(COINS + "class Other(Coins):\n    def moves(self, s): ...\n    play = outcome = moves\n")
    assert "coins.py" not in [each["name"] for each in lobby.view()["games"]]
    (tmp_path / "coins.py").write_text(2 * COINS + "\nclass Base(Coins): pass\n".replace("Coins", "Coin"))
    assert [each["name"] for each in lobby.view()["games"] if "coins" in each["name"]] == ["coins.py"]


@pytest.mark.parametrize("option", ["--book", "--position", "--evaluate"])
def test_options_of_one_game(capsys: pytest.CaptureFixture[str], option: str) -> None:
    """Are refused without it."""
    pytest.importorskip("uvicorn", reason="the page needs the extra 'web'")
    assert main(["web", option, "x"]) == 2
    assert f"{option} needs a game, as in: minimaxer web connect_four {option}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("choose", "message"),
    [
        (lambda lobby: lobby.choose("os:path"), "expected a game of the list, got 'os:path'"),
        (lambda lobby: lobby.choose("coins.py:mx.solve"), "expected a game of the list, got 'coins.py:mx.solve'"),
        (lambda lobby: lobby.choose("two.py"), "expected a game of the list, got 'two.py'"),
        (lambda lobby: lobby.choose("coins.py:Nothing"), "expected a game of the list, got 'coins.py:Nothing'"),
        (lambda lobby: lobby.choose("nim:heaps=x"), "expected heaps to be whole numbers"),
        (lambda lobby: lobby.open_file("../game.txt"), r"expected a record of the list, got '../game.txt'"),
        (lambda lobby: lobby.open_text(RECORD.replace("nim", "evil.py")), "expected a game of the list, got 'evil.py'"),
        (lambda lobby: lobby.open_text(RECORD.replace("nim", "mancala")), "cannot read where this game of .mancala. began"),
        (lambda lobby: lobby.open_text(""), "expected the record of a game, got a text that holds none"),
        (lambda lobby: lobby.open_text("buy milk"), "line 1: expected a tag"),
    ],
)
def test_what_is_refused(lobby: Lobby, choose: Callable[[Lobby], None], message: str) -> None:
    """And the table stays that was there."""
    lobby.choose("nim")
    before = lobby.table
    with pytest.raises(mx.MinimaxerError, match=message):
        choose(lobby)
    assert lobby.table is before
    assert before is not None
    assert not before.is_closed


@pytest.mark.skipif(not HAS_STARLETTE, reason="the page needs the extra 'web'")
def test_the_page_chooses(lobby: Lobby) -> None:
    """The list first, the table once a game was chosen, and the list again."""
    from .test_site import HEAD, client, told

    asked = client(lobby)
    assert "Choose a game" in asked.get("").text
    assert len(asked.get("lobby").json()["games"]) == len(games()) + 3
    assert asked.get("lobby.svg?game=nim").text.startswith("<svg")
    assert asked.get("lobby.svg?game=coins.py").status_code == 204
    assert (asked.get("table").status_code, told(asked.get("table"))) == (409, "no game is open; reload the page")
    assert told(asked.post("lobby/game", json={"game": "chss"}, headers=HEAD)) == "expected a game of the list, got 'chss'"
    assert told(asked.post("lobby/game", json={}, headers=HEAD)) == "a request of this kind needs the field 'game'"
    assert "known: game, file, text, leave" in told(asked.post("lobby/go", json={}, headers=HEAD))
    assert asked.post("lobby/file", json={"file": "game.txt"}, headers=HEAD).status_code == 200
    view = asked.get("table").json()
    assert (view["at"], view["lobby_number"], view["title"]) == (1, 0, "Nim")
    assert 'id="board"' in asked.get("").text
    assert asked.post("lobby/leave", json={}, headers=HEAD).status_code == 200
    assert "Choose a game" in asked.get("").text


@pytest.mark.skipif(not HAS_STARLETTE, reason="the page needs the extra 'web'")
def test_what_files_hold_does_not_end_the_server(lobby: Lobby, tmp_path: Path) -> None:
    """Endless or interrupted imports, letters that are none, in names of files and of players."""
    from .test_site import HEAD, client, told

    (tmp_path / "stopped.py").write_text(COINS + "raise KeyboardInterrupt\n")
    (tmp_path / "odd.txt").write_text(
        RECORD.replace("you", "\\ud800").replace("[Position", '[Ending "error"]\n[Why "\\ud800"]\n[Position')
    )
    asked = client(lobby)
    assert {each["file"] for each in asked.get("lobby").json()["records"]} == {"game.txt", "odd.txt"}
    assert told(asked.post("lobby/game", json={"game": "stopped.py"}, headers=HEAD)).startswith("KeyboardInterrupt")
    answer = asked.post("lobby/file", json={"file": "odd.txt"}, headers=HEAD)
    assert answer.status_code == 200 or told(answer)
    assert asked.get("table?after=" + "9" * 5_000).status_code in (200, 409)


def test_a_file_without_end_keeps_nobody_waiting(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other games can be chosen meanwhile."""
    opening, go_on = threading.Event(), threading.Event()
    usual = lobby._open_table

    def slow(name: str) -> Table:
        if name == "coins.py":
            opening.set()
            go_on.wait(60)
        return usual(name)

    monkeypatch.setattr(lobby, "_open_table", slow)
    thread = threading.Thread(target=lobby.choose, args=("coins.py",), daemon=True)
    thread.start()
    assert opening.wait(60)
    lobby.choose("nim")
    assert lobby.table is not None
    assert lobby.table.name == "nim"
    go_on.set()
    thread.join(60)


@pytest.mark.skipif(not HAS_STARLETTE, reason="the page needs the extra 'web'")
def test_a_table_alone_has_no_lobby() -> None:
    """A game that was named stays."""
    from .test_site import client, told

    asked = client(table_of("nim", "person", "person"))
    assert told(asked.get("lobby")) == "there is one game here; `minimaxer web` without a game offers all"
    assert asked.get("table").json()["lobby_number"] is None
