"""Requests: what is refused and in which words, what every answer carries, and what cannot get out."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.cli import COMMANDS, main
from minimaxer.cli.arguments import parser
from minimaxer.cli.commands.web import table_from
from minimaxer.play.record import record_of
from minimaxer_games.nim import Nim
from minimaxer_games.tic_tac_toe import TicTacToe
from minimaxer_games.whist import Whist

from ..needs import HAS_STARLETTE
from ..processes import PATIENCE, started
from .tables import settle, table_of

if not HAS_STARLETTE:
    pytest.skip("the web server needs the extra 'web', and its tests httpx2", allow_module_level=True)

import httpx2 as httpx
from starlette.testclient import TestClient

from minimaxer.web.actions import ACTIONS, recording_of
from minimaxer.web.lobby import Lobby
from minimaxer.web.server import Server
from minimaxer.web.site import FILES, KINDS, site
from minimaxer.web.table import Table
from minimaxer.web.view import view_of

HOST = "127.0.0.1:8000"
HEAD = {"origin": f"http://{HOST}"}
SETTING = {"seconds": 1, "clock": 0, "increment": 0, "enters_dice": False, "position": "", "uses_book": True}
"""The fields of a new game, but for who plays."""


def client(place: Table | Lobby) -> TestClient:
    """A browser that has the token."""
    return TestClient(site(place, "token", [HOST]), base_url=f"http://{HOST}/token/")


@pytest.fixture
def asked() -> TestClient:
    """A browser at a table of tic-tac-toe with two people."""
    return client(table_of("tic_tac_toe", "person", "person", name="tic_tac_toe"))


def told(response: httpx.Response) -> str:
    """The words of an error."""
    return str(response.json()["error"])


def do(asked: TestClient, action: str, **fields: Any) -> httpx.Response:
    """Asks for something to be done."""
    answer: httpx.Response = asked.post(f"do/{action}", json=fields, headers=HEAD)
    return answer


def test_a_game_is_played(asked: TestClient) -> None:
    """The page, its files, the table, a move, the picture, the record."""
    assert asked.get("").text.startswith("<!doctype html>")
    for file in FILES.iterdir():
        found = asked.get(f"page/{file.name}")
        assert (found.status_code, found.headers["content-type"].partition(";")[0]) == (200, KINDS[file.suffix])
    assert asked.get("table").json()["at"] == 0
    assert do(asked, "play", move=4, at=0).json()["said"] == "X plays 5."
    assert asked.get("board.svg").text.startswith("<svg")
    record = asked.get("record")
    assert '[Game "tic_tac_toe"]' in record.text
    assert record.headers["content-disposition"] == 'attachment; filename="tic_tac_toe.txt"'
    assert do(asked, "undo").json()["undone"] == 1
    assert do(asked, "load", text=record.text).json()["at"] == 1


def test_everything_can_be_asked_for() -> None:
    """Each action does what it says, or refuses in words."""
    table = table_of("tic_tac_toe", "person", "level 1")
    asked = client(table)
    setting = SETTING | {"seats": ["person", "person"], "seconds": 0.1, "clock": 60, "increment": 1}
    known: dict[str, dict[str, Any]] = {
        "new": setting,
        "play": {"move": 0, "at": 0},
        "type": {"text": "9", "at": 1},
        "jump": {"to": 0},
        "load": {"text": ""},
        "again": {"turned": True},
    }
    known["sit"] = {"seats": ["person", "person"]}
    for action in ("new", *(each for each in ACTIONS if each != "new")):
        answer = do(asked, action, **known.get(action, {}))
        settle(table)
        assert answer.status_code == 200 or told(answer)
    assert asked.get("table").json()["players"][0]["clock"] is not None


def test_every_answer_is_guarded(asked: TestClient) -> None:
    """Nothing is stored or framed, no other host is asked; a picture runs nothing even by itself."""
    page, picture = asked.get(""), asked.get("board.svg")
    for answer in (page, picture, asked.get("nothing"), asked.get("/wrong/table")):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        assert len(answer.headers.get_list("content-security-policy")) == 1
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert picture.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'; sandbox"


@pytest.mark.parametrize("path", ["/", "/table", "/wrong/", "/wrong/table", "/tokens/table", "/t%C3%B6ken/table", "//table"])
def test_a_wrong_token_is_refused(asked: TestClient, path: str) -> None:
    """No token, another one, one that is longer, one of other letters."""
    answer = asked.get(f"http://{HOST}{path}")
    assert (answer.status_code, told(answer)) == (403, "expected the address with the token that `minimaxer web` has printed")


def test_another_host_is_refused(asked: TestClient) -> None:
    """A name that was pointed at this machine is none of this server's."""
    answer = asked.get("table", headers={"host": "evil.example:8000"})
    assert (answer.status_code, told(answer)) == (421, f"expected a request to {HOST}, got one to 'evil.example:8000'")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:8000"])
def test_another_origin_changes_nothing(asked: TestClient, origin: str) -> None:
    """Another page cannot write, with or without saying where it comes from."""
    answer = asked.post("do/play", json={"move": 0, "at": 0}, headers={"origin": origin})
    assert (answer.status_code, told(answer)) == (
        403,
        f"expected a request from the page of this server, got one from {origin!r}",
    )
    answer = asked.post("do/play", json={"move": 0, "at": 0})
    assert (answer.status_code, told(answer)) == (403, "expected a request from the page of this server, got one from 'nowhere'")
    assert asked.get("table").json()["at"] == 0


def test_forms_are_refused(asked: TestClient) -> None:
    """Other kinds of content, which pages can send without asking, change nothing."""
    answer = asked.post("do/undo", content=b"{}", headers=HEAD | {"content-type": "text/plain"})
    assert (answer.status_code, told(answer)) == (415, "expected a request in application/json, got 'text/plain'")


@pytest.mark.parametrize(
    ("action", "body", "words"),
    [
        ("play", b"{", "expected a request in JSON, got b'{'"),
        ("play", b"[" * 100_000, "expected a request in JSON, got b'[[["),
        ("play", b"\xff", "expected a request in JSON, got b'\\xff'"),
        ("play", b"[]", "expected a request as a JSON object, got []"),
        ("play", b'{"move": 0}', "a request of this kind needs the field 'at'"),
        ("play", b'{"move": 0, "at": 0, "x": 1}', "a request of this kind has no field 'x'; known: move, at"),
        ("undo", b'{"x": 1}', "a request of this kind has no field 'x'; known: none"),
        ("play", b'{"move": "0", "at": 0}', "expected move to be a whole number, got '0'"),
        ("play", b'{"move": true, "at": 0}', "expected move to be a whole number, got True"),
        ("play", b'{"move": 99, "at": 0}', "expected the number of a legal move from 0 to 8, got 99"),
        ("type", b'{"text": 5, "at": 0}', "expected text to be a text, got 5"),
        ("sit", b'{"seats": "AI"}', "expected seats to be a list, got 'AI'"),
        ("sit", b'{"seats": [["AI"], {}]}', "expected a seat to be person, AI, adaptive, or level 0 to level"),
        ("jump", b'{"to": -1}', "expected a number of moves"),
        ("undo", b"", "expected a number of moves to be left below 0, got -1"),
        ("load", b'{"text": "hello"}', "line 1: expected a tag"),
    ],
)
def test_wrong_requests_are_told(asked: TestClient, action: str, body: bytes, words: str) -> None:
    """What was expected and what came, never a trace; nothing changes."""
    answer = asked.post(f"do/{action}", content=body, headers=HEAD | {"content-type": "application/json"})
    if action == "jump":
        answer = do(asked, "play", move=0, at=0) and asked.post(
            "do/jump", content=body, headers=HEAD | {"content-type": "application/json"}
        )
    assert answer.status_code == 400
    assert told(answer).startswith(words)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"clock": -1}, "expected clock to be a number above 0, got -1.0"),
        ({"clock": 10, "increment": -1}, "expected increment to be a number above 0, got -1.0"),
        ({"seconds": -1}, "expected seconds to be a number above 0, got -1.0"),
        ({"clock": float("inf")}, "expected clock to be a number, got inf"),
        ({"uses_book": 0}, "expected uses_book to be true or false, got 0"),
        ({"enters_dice": 1}, "expected enters_dice to be true or false, got 1"),
        ({"position": "xyz"}, "expected nine of x, o and . from the top left"),
    ],
)
def test_wrong_settings_leave_the_old_game(asked: TestClient, changed: dict[str, Any], words: str) -> None:
    """Numbers out of range and positions that are none."""
    setting = SETTING | {"seats": ["AI", "AI"]}
    do(asked, "play", move=0, at=0)
    body = json.dumps(setting | changed)
    answer = asked.post("do/new", content=body, headers=HEAD | {"content-type": "application/json"})
    assert (answer.status_code, told(answer)[: len(words)]) == (400, words)
    assert asked.get("table").json()["at"] == 1


def test_what_is_not_there(asked: TestClient) -> None:
    """Addresses, files, actions and methods that there are not."""
    cases = [
        (asked.get("nothing"), 404, "there is nothing at this address"),
        (asked.get("page/nothing.js"), 404, "there is no file 'nothing.js'"),
        (asked.get("page/..%2F__init__.py"), 404, "there is nothing at this address"),
        (asked.get("page/%2Fetc%2Fpasswd"), 404, "there is nothing at this address"),
        (asked.get("curve.svg"), 404, "the game was not looked at again yet"),
        (do(asked, "dance"), 404, "there is nothing to do by the name 'dance'; known: play, type,"),
        (asked.get("do/undo"), 405, "expected another method than GET for /do/undo"),
    ]
    for answer, status, words in cases:
        assert (answer.status_code, told(answer)[: len(words)]) == (status, words)


def test_long_requests_are_refused(asked: TestClient) -> None:
    """A megabyte is enough for any record."""
    answer = do(asked, "load", text="x" * 1_000_001)
    assert (answer.status_code, told(answer)) == (413, "expected a request of at most 1,000,000 bytes")


class Odd(Nim):
    """A game whose picture and areas are wrong."""

    def svg(self, state: Any) -> Any:
        return "<svg"


class Failing(Nim):
    """A game whose picture raises."""

    def svg(self, state: Any) -> str:
        raise ValueError("no ink")


class Blank(Nim):
    """A game whose picture is none."""

    def svg(self, state: Any) -> Any:
        return None


class Sizeless(Nim):
    """A game whose picture has no size."""

    def svg(self, state: Any) -> str:
        return "<svg xmlns='http://www.w3.org/2000/svg'/>"


class Placeless(TicTacToe):
    """A game whose areas are no rectangles."""

    def areas(self, board: Any, cell: int) -> Any:
        return [(1, 2)]


@pytest.mark.parametrize(
    ("game", "status", "words"),
    [
        (Odd(), 400, "svg() gave text that is no XML: unclosed token"),
        (Failing(), 500, "ValueError: no ink (in svg, line"),
        (Blank(), 400, "svg() gave None; expected text that begins with <svg"),
        (Sizeless(), 400, "svg() gave a picture without a size; give its first element a viewBox of four numbers"),
        (Placeless(), 400, "areas(Board(cells=(0, 0, 0, 0, 0, 0, 0, 0, 0), player=0), 0) gave [(1, 2)]; expected rectangles"),
    ],
)
def test_games_that_fail_are_told(game: Any, status: int, words: str) -> None:
    """What a game's picture raises, or gives instead of one."""
    answer = client(table_of(game, "person", "person")).get("table")
    assert (answer.status_code, told(answer)[: len(words)]) == (status, words)


def test_hidden_boards_do_not_get_out(caplog: pytest.LogCaptureFixture) -> None:
    """While somebody else has the cards, neither the picture nor the record is given."""
    table = table_of(Whist(), "person", "person")
    asked = client(table)
    picture, record = asked.get("board.svg"), asked.get("record")
    assert (picture.status_code, told(picture)) == (404, "the board must not be seen now, or has no picture")
    assert (record.status_code, told(record)) == (400, "a game is saved once it is over, since it tells what is hidden")
    assert do(asked, "reveal").json()["board"]["shown"]
    assert asked.get("board.svg").status_code == 200


class Telling(Whist):
    """A game with hidden cards that fails, and tells them."""

    def format_move(self, table: Any, move: int) -> str:
        raise ValueError(f"the cards are {table!r}")


def test_errors_of_games_with_hidden_cards_tell_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """The browser gets the kind of the error, the log all of it."""
    table = table_of(Telling(), "person", "AI")
    answer = client(table).get("table")
    assert (answer.status_code, told(answer)) == (
        500,
        "ValueError; what it says may tell what is hidden, and goes to the terminal",
    )
    assert "the cards are" in caplog.text
    table.close()


def test_news_come_when_there_are_any() -> None:
    """A request for another version waits for it."""
    table = table_of("tic_tac_toe", "person", "person")
    asked = client(table)
    version = asked.get("table").json()["version"]
    later = threading.Timer(0.2, lambda: do(client(table), "play", move=0, at=0))
    later.start()
    began = time.perf_counter()
    assert asked.get(f"table?after={version}").json()["at"] == 1
    assert 0.1 < time.perf_counter() - began < 5
    later.join()


def test_a_server_listens_on_this_machine_only() -> None:
    """On a free port of the loopback address, with a token that is new each time; it ends when asked to."""
    servers = [Server(table_of("tic_tac_toe", "person", "level 1")) for _ in range(2)]
    assert len({server.address for server in servers}) == 2
    assert all(server.address.startswith("http://127.0.0.1:") and len(server.address) > 50 for server in servers)
    thread = threading.Thread(target=servers[0].run)
    thread.start()
    with httpx.Client() as browser:
        assert browser.get(f"{servers[0].address}table").json()["at"] == 0
        assert "server" not in browser.get(servers[0].address).headers
    servers[0].stop()
    thread.join(10)
    assert not thread.is_alive()
    port = int(servers[1].address.split(":")[2].partition("/")[0])
    with pytest.raises(mx.OptionError, match=f"cannot listen on port {port}: .*; give another --port, or 0 for a free one"):
        Server(table_of("tic_tac_toe", "person", "person"), port=port)
    with pytest.raises(mx.OptionError, match="cannot listen on port 70000"):
        Server(table_of("tic_tac_toe", "person", "person"), port=70_000)
    servers[1].close()


def test_what_the_command_takes(tmp_path: Path) -> None:
    """Seats, a level, a clock, dice that people roll, a position; or the last game of a file."""

    def table(*arguments: str) -> dict[str, Any]:
        made = table_from(parser(COMMANDS).parse_args(["web", *arguments, "--tier", "tree"]))
        settle(made)
        with made.changed:
            found = view_of(made)
        made.close()
        return found

    found = table("tic_tac_toe", "--side", "1", "--level", "2", "--clock", "60+1", "--position", "x...o....")
    assert [player["seat"] for player in found["players"]] == ["level 2", "person"]
    assert (found["players"][1]["clock"] > 50, found["at"], found["mover"]) == (True, 1, 1)
    assert table("pig:goal=10", "--dice", "ask", "--side", "all")["has_chance"]
    assert table("examples/three_in_a_row.py:ThreeInARow", "--side", "all", "--nodes", "10")["title"] == "ThreeInARow"
    record = tmp_path / "game.txt"
    session: mx.Session[Any, Any] = mx.Session(Nim())
    session.play(session.legal[0])
    record.write_text(record_of(session, "nim", ("a", "b")).text, encoding="utf-8")
    found = table("nim", "--record", str(record))
    assert (found["at"], [player["seat"] for player in found["players"]]) == (1, ["person", "person"])


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """It prints the address, is up in seconds, and Ctrl-C ends it."""
    command = [sys.executable, "-m", "minimaxer", "web", "tic_tac_toe", "--tier", "tree", "--level", "1"]
    with started(command, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("Play at http://127.0.0.1:")
        for _ in range(100):
            try:
                answer = httpx.get(f"{line.split()[-1]}table")
            except httpx.ConnectError:
                time.sleep(0.05)
            else:
                break
        assert [player["seat"] for player in answer.json()["players"]] == ["person", "level 1"]
        process.send_signal(2)
        process.communicate(timeout=20)
    assert main(["web", "tic_tac_toe", "--level", "3", "--seconds", "1"]) == 2
    assert "contradictory options: a level knows how long it thinks" in capsys.readouterr().err
    assert main(["web", "tic_tac_toe", "--level", "x", "--tier", "tree"]) == 2
    assert "expected --level to be a number or adaptive, got 'x'" in capsys.readouterr().err


def test_a_search_of_the_position_is_shown_step_by_step() -> None:
    """As a page that may run its own script alone; not of a game with hidden cards, nor once it is over."""
    asked = client(table_of("tic_tac_toe", "person", "person", name="tic_tac_toe"))
    answer = asked.get("steps.html")
    assert answer.status_code == 200
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "The search begins." in answer.text
    for table in (table_of("whist:cards=3", "person", "AI"), over_table()):
        refused = client(table).get("steps.html")
        assert (refused.status_code, told(refused)) == (404, "a search can be seen where nothing is hidden and the game goes on")


def over_table() -> Table:
    """A table at which the game is over."""
    return table_of("nim", "person", "person", position="0/0")


def test_a_table_that_is_held_by_rules_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """By every request that needs it; news are waited for without it."""
    table = table_of("tic_tac_toe", "person", "person", name="tic_tac_toe")
    monkeypatch.setattr("minimaxer.web.table.PATIENCE", 0.05)
    monkeypatch.setattr("minimaxer.web.site.WAIT", 0.05)
    held = client(table)
    free, taken = threading.Event(), threading.Event()

    def hold() -> None:
        with table.changed:
            taken.set()
            free.wait(PATIENCE)

    holder = threading.Thread(target=hold)
    holder.start()
    taken.wait(PATIENCE)
    try:
        for path in ("", "table", "table?after=0", "steps.html", "board.svg", "record"):
            answer = held.get(path)
            assert (answer.status_code, told(answer)[:22]) == (503, "the rules were asked s")
        assert do(held, "undo").status_code == 503
    finally:
        free.set()
        holder.join()
    assert held.get("table").status_code == 200


@pytest.mark.parametrize(("advised", "least", "most"), [(None, 3, 3), (2, 2, 2), (20, 4, 12)])
def test_searches_step_by_step_are_as_deep_as_the_advice(
    monkeypatch: pytest.MonkeyPatch, advised: int | None, least: int, most: int
) -> None:
    """As far as the steps that are recorded go."""
    depths: list[int] = []
    monkeypatch.setattr("minimaxer.insight.steps.record", lambda game, state, *, depth, steps: Recorded(depths, depth))
    game = mx.find_game("connect_four")
    assert recording_of(game, game.initial(), advised) == "a page"
    assert least <= depths[0] <= most


class Recorded:
    """A recording that keeps its depth."""

    html = "a page"

    def __init__(self, depths: list[int], depth: int) -> None:
        depths.append(depth)
