"""Tables: who moves when, what is taken back, advice, clocks, dice, and what is hidden."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import frozen

import minimaxer as mx
from minimaxer.game.protocol import players_of
from minimaxer.game.registry import find_game
from minimaxer.web.seats import Setting
from minimaxer.web.table import Table
from minimaxer.web.thinkers import Thinkers
from minimaxer.web.view import curve_of, picture_of, view_of
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.mancala import Mancala
from minimaxer_games.nim import Nim
from minimaxer_games.pig import Pig
from minimaxer_games.reversi import Reversi
from minimaxer_games.tic_tac_toe import TicTacToe
from minimaxer_games.whist import Whist

from .tables import settle, table_of, until

EXAMPLES = Path(__file__).parents[2] / "examples"


def view(table: Table) -> dict[str, Any]:
    """What the browser gets, as it gets it."""
    with table.changed:
        found: dict[str, Any] = json.loads(json.dumps(view_of(table)))
    return found


def test_a_person_and_the_ai_move_in_turn() -> None:
    """The AI answers; the view tells who did what, and what may be done."""
    table = table_of("tic_tac_toe", "person", "level 1")
    before = view(table)
    assert (before["asked"], before["turn"], before["said"], len(before["moves"])) == (True, "X to move.", "", 9)
    with table.changed:
        table.play(4, 0)
    settle(table)
    after = view(table)
    assert after["at"] == 2
    assert after["said"].startswith("O plays ")
    assert [row["player"] for row in after["history"]] == [0, 1]
    assert len(after["last"]) == 1
    assert after["board"]["size"] == [196, 196]
    assert after["levels"] > 1


def test_what_players_have_stands_beside_their_names() -> None:
    """As the game tells; nothing where it does not, and an error where it is no number for each."""
    assert [player["has"] for player in view(table_of("reversi", "person", "person"))["players"]] == ["2", "2"]
    assert [player["has"] for player in view(table_of("nim", "person", "person"))["players"]] == ["", ""]

    class Wrong(Nim):
        def tally(self, heaps: Any) -> tuple[str, ...]:
            return ("many",)

    with pytest.raises(mx.RulesError, match=r"gave \('many',\); expected a number for each of the 2 players"):
        view(table_of(Wrong(), "person", "person"))


def test_the_bar_shows_what_searches_have_found() -> None:
    """Nothing before the first, the value for player 0 after it, nothing after going back, and the result at the end."""
    table = table_of(Nim(heaps=(1, 2)), "person", "AI")
    assert view(table)["worth"] == {"share": None, "told": ""}
    with table.changed:
        table.type("2-1", 0)  # after which player 1 cannot win
    settle(table)
    assert (view(table)["worth"]["share"], view(table)["at"]) == (1.0, 2)
    assert view(table)["worth"]["told"].startswith("player 0 wins in ")
    with table.changed:
        table.undo()
    assert view(table)["worth"]["share"] is None
    with table.changed:
        table.hint()
    settle(table)
    assert view(table)["worth"]["share"] == 1.0
    for move in ("2-1", "1-1"):
        with table.changed:
            table.sit(["person", "person"])
            table.type(move, len(table.session.moves))
    with table.changed:
        table.type("2-1", 2)
    assert view(table)["worth"] == {"share": 1.0, "told": ""}


def test_the_bar_forgets_after_two_moves() -> None:
    """What a search has found out counts for its position and the next one; dice are no moves."""
    table = table_of("einstein", "person", "person", dice=Random(1))
    with table.changed:
        table.hint()
    settle(table)
    known = view(table)["worth"]
    assert known["share"] is not None
    for expected in (known["share"], None):
        with table.changed:
            table.play(0, len(table.session.moves))
        assert view(table)["worth"]["share"] == expected


@pytest.mark.parametrize("name", ["chinese_checkers", "higher_lower", "2048"])
def test_the_bar_is_for_two_players_who_see_everything(name: str) -> None:
    """Three players have none, nor has one, and it would tell what is hidden."""
    game = mx.find_game(name)
    seats = ["person"] * players_of(game)
    assert view(table_of(game, *seats))["worth"] is None


def test_a_whole_game_ends_in_words() -> None:
    """Two people at one screen; the end says who has won, by name."""
    table = table_of("tic_tac_toe", "person", "person")
    for move in ("1", "4", "2", "5", "3"):
        with table.changed:
            table.type(move, len(table.session.moves))
    after = view(table)
    assert (after["over"], after["turn"], after["moves"]) == (True, "The game is over: X wins.", [])


def test_moves_that_cannot_be_played_are_refused() -> None:
    """A board that has changed, somebody else's turn, a number beyond the moves, a text that is none."""
    table = table_of("tic_tac_toe", "person", "person")
    with table.changed:
        with pytest.raises(mx.IllegalMoveError, match="expected a move after 0 moves, got one after 3; look at the board again"):
            table.play(0, 3)
        with pytest.raises(mx.IllegalMoveError, match="expected the number of a legal move from 0 to 8, got 9"):
            table.play(9, 0)
        with pytest.raises(mx.NotationError, match="expected a cell from 1 to 9, got 'x'"):
            table.type("x", 0)
        with pytest.raises(mx.IllegalMoveError, match="expected a number of moves to be left below 0, got -1"):
            table.undo()
        with pytest.raises(mx.OptionError, match="expected a game with moves to review, got one without"):
            table.look_back()
        table.sit(["person", "AI"])
        table.play(0, 0)
        with pytest.raises(mx.IllegalMoveError, match="expected a move where a person is to move; O is to move"):
            table.play(0, 1)
        with pytest.raises(mx.IllegalMoveError, match="expected a person to be to move, who gets advice; O is to move"):
            table.hint()


def test_a_search_that_goes_on_lets_one_move_through() -> None:
    """Two clicks on the same board while a hint is looked for: the first is played, the second refused."""
    table = table_of(ConnectFour(), "person", "person", limits=mx.Limits(seconds=600))
    refused: list[str] = []

    def click() -> None:
        try:
            with table.changed:
                table.play(0, 0)
        except mx.IllegalMoveError as error:
            refused.append(str(error))

    with table.changed:
        table.hint()
    clicks = [threading.Thread(target=click) for _ in range(2)]
    for each in clicks:
        each.start()
    for each in clicks:
        each.join(20)
    assert len(table.session.moves) == 1
    assert refused == ["expected a move after 1 moves, got one after 0; look at the board again"]


def test_a_late_click_lets_the_ai_think() -> None:
    """The second of two clicks, both made while a hint is looked for, does not end the AI's search for its answer."""
    table = table_of(ConnectFour(), "person", "AI", limits=mx.Limits(seconds=600))

    def click() -> None:
        with table.changed, suppress(mx.IllegalMoveError):
            table.play(0, 0)

    clicks = [threading.Thread(target=click) for _ in range(2)]
    with table.changed:
        table.hint()
        for each in clicks:
            each.start()
        time.sleep(0.1)  # until both are at the door
    for each in clicks:
        each.join(20)
    assert (len(table.session.moves), table.held) == (1, False)
    assert table.job is not None
    assert table.job.kind == "move"
    table.close()


def test_waiting_is_for_ais() -> None:
    """A person cannot stop the clock, nor wind it up."""
    table = table_of("tic_tac_toe", "person", "AI", clock=mx.Limits(clock=60))
    began = table.since
    with table.changed:
        table.hold()
        table.go()
    assert (table.held, table.since) == (False, began)
    table.close()


def test_taking_back_and_playing_again() -> None:
    """Undo goes to the person's turn before; redo forth again; a click on a move goes anywhere, where the AI waits."""
    table = table_of("tic_tac_toe", "person", "level 1")
    for _ in range(2):
        with table.changed:
            table.play(0, len(table.session.moves))
        settle(table)
    moves = list(table.session.moves)
    with table.changed:
        table.undo()
    assert (view(table)["at"], view(table)["undone"], len(view(table)["history"])) == (2, 2, 4)
    with table.changed:
        table.redo()
    assert (table.session.moves, view(table)["undone"]) == (moves, 0)
    with table.changed:
        table.jump(1)
    assert (view(table)["at"], view(table)["held"], table.job) == (1, True, None)
    assert view(table)["turn"] == "O (level 1) is next."
    with table.changed:
        table.jump(3)
        table.go()
    settle(table)
    assert view(table)["at"] == 4
    with table.changed, pytest.raises(mx.IllegalMoveError, match="expected a number of moves from 5 to 4 to play again, got 9"):
        table.jump(9)


def test_advice() -> None:
    """A hint names a move; values name all, the best marked, in words and for the mover; both go with the position."""
    table = table_of(Nim(heaps=(1, 2)), "person", "person", limits=mx.Limits(depth=5))
    with table.changed:
        table.hint()
    settle(table)
    advice = view(table)["advice"]
    assert (advice["kind"], advice["move"], advice["told"]) == ("hint", "2-1", "player 0 wins in 3 plies")
    with table.changed:
        table.play(advice["number"], 0)
        assert view_of(table)["advice"] is None
        table.values()
    settle(table)
    rows = view(table)["advice"]["values"]
    assert {row["short"] for row in rows} == {"loss 2"}
    assert all(row["told"] == "player 0 wins in 2 plies" and row["best"] for row in rows)


def test_a_search_can_be_ended() -> None:
    """Move now: the AI plays what it has found; a new game ends the search of the old one."""
    table = table_of(ConnectFour(), "AI", "AI", limits=mx.Limits(seconds=600))
    until(table, lambda: table.job is not None and table.job.progress is not None)
    progress = view(table)["job"]["progress"]
    assert progress["depth"] >= 1
    assert progress["line"]
    with table.changed:
        table.now()
    until(table, lambda: len(table.session.moves) == 1)
    with table.changed:
        table.hold()
        assert table.job is None
        table.new(Setting(seats=("person", "person")))
    assert (view(table)["at"], view(table)["turn"]) == (0, "Orange to move.")
    table.close()


def test_what_is_refused_lets_the_ai_go_on() -> None:
    """A change that cannot be made leaves the game, and the AI thinks again."""
    table = table_of(TicTacToe(), "AI", "AI", limits=mx.Limits(seconds=600, nodes=10**9))
    until(table, lambda: table.job is not None)
    with table.changed:
        for refused in (table.undo, table.redo, lambda: table.jump(-1), lambda: table.new(Setting(seats=("person",)))):
            with pytest.raises(mx.MinimaxerError, match="expected"):
                refused()
            assert table.job is not None
            assert table.job.kind == "move"
    table.close()


def test_a_game_is_looked_at_again() -> None:
    """The review marks mistakes in the history, and draws the curve."""
    table = table_of(Nim(heaps=(1, 2)), "person", "person")
    assert curve_of(table) is None
    for text in ("2-2", "1-1"):
        with table.changed:
            table.type(text, len(table.session.moves))
    with table.changed:
        table.look_back()
    settle(table)
    after = view(table)
    assert after["review"]["mistakes"] == [1, 0]
    assert (after["history"][0]["mark"], after["history"][0]["better"]) == ("??", "2-1")
    assert (curve_of(table) or "").startswith("<svg")


def test_a_review_can_be_ended() -> None:
    """It keeps what was found; the other moves have no marks."""
    table = table_of("connect_four", "person", "person")
    for number in range(12):
        with table.changed:
            table.play(0, number)
    with table.changed:
        table.look_back()
        table.now()
    settle(table)
    after = view(table)
    assert 1 <= after["review"]["looked_at"] < after["review"]["of"] == 12
    assert "told" in after["history"][0]
    assert "told" not in after["history"][11]
    assert (curve_of(table) or "").startswith("<svg")


def test_records_are_written_and_taken_up() -> None:
    """A game goes into a text and comes back, with people in all seats; a text without one is refused."""
    table = table_of("tic_tac_toe", "person", "level 1", name="tic_tac_toe")
    with table.changed:
        table.play(4, 0)
    settle(table)
    with table.changed:
        text = table.record().text
    assert '[Player1 "level 1"]' in text
    other = table_of("tic_tac_toe", "AI", "AI")
    with other.changed:
        other.load(text)
        assert other.session.moves == table.session.moves
        with pytest.raises(mx.NotationError, match="expected the record of a game, got a text that holds none"):
            other.load("")
        with pytest.raises(mx.NotationError, match="line 1: expected a tag"):
            other.load("hello")
    assert [player["seat"] for player in view(other)["players"]] == ["person", "person"]


def test_a_record_that_ends_before_the_dice_goes_on() -> None:
    """It waits to be told to go on, as after a jump; then the dice are rolled."""
    table = table_of(Pig(), "person", "person", dice=None, name="pig")
    with table.changed:
        table.type("roll", 0)
        text = table.record().text
    other = table_of(Pig(), "person", "person")
    with other.changed:
        other.load(text)
        assert (other.held, len(other.session.moves)) == (True, 1)
        other.go()
        assert (other.held, len(other.session.moves)) == (False, 2)


def test_clocks() -> None:
    """They run down for the mover; a person whose time is up has lost."""
    table = table_of("tic_tac_toe", "person", "person", clock=mx.Limits(clock=0.2, increment=1))
    with table.changed:
        table.play(0, 0)
    first, second = (player["clock"] for player in view(table)["players"])
    assert 1 < first <= 1.2
    assert 0 < second <= 0.2
    time.sleep(0.25)
    after = view(table)
    assert (after["over"], after["turn"]) == (True, "The game is over: O lost on time.")


def test_advice_goes_with_the_clock() -> None:
    """Where the time runs out, nothing is left of a hint."""
    table = table_of("tic_tac_toe", "person", "person", clock=mx.Limits(clock=0.3))
    with table.changed:
        table.hint()
    settle(table)
    assert table.advice is not None
    time.sleep(0.35)
    after = view(table)
    assert (after["advice"], after["over"]) == (None, True)


def test_dice_are_rolled_or_entered() -> None:
    """Rolled by themselves, the same by the same numbers; or a person says what they show."""
    table = table_of(Pig(), "person", "person", dice=Random(1))
    with table.changed:
        table.type("roll", 0)
    assert "Chance brings " in view(table)["said"]
    asking = table_of(Pig(), "person", "person", dice=None)
    with asking.changed:
        asking.type("roll", 0)
    shown = view(asking)
    assert (shown["turn"], shown["mover"], len(shown["moves"])) == ("Enter what the dice show.", -1, 6)
    with asking.changed:
        asking.play(3, 1)
    assert view(asking)["said"] == "Chance brings 4."


def test_extra_turns_and_passes_are_said() -> None:
    """Who moves again does so in words; a pass is one."""
    table = table_of(Mancala(), "person", "person")
    with table.changed:
        table.type("2", 0)
    assert view(table)["said"] == "South plays 2 and moves again."
    passing = table_of(Reversi(size=4), "person", "person", position="XXXXXXXXXXXOXXX- O")
    assert view(passing)["moves"] == [{"text": "pass", "areas": []}]
    with passing.changed:
        passing.type("pass", 0)
    assert view(passing)["said"] == "White passes."


def test_earlier_boards_can_be_seen() -> None:
    """After each number of moves there were; the present one by default."""
    table = table_of("tic_tac_toe", "person", "person")
    with table.changed:
        table.play(4, 0)
        now = picture_of(table)
        assert (picture_of(table, 1), picture_of(table, 2), picture_of(table, -1)) == (now, None, None)
        assert picture_of(table, 0) not in (None, now)


def test_a_game_is_played_again() -> None:
    """By the same players, or each in the seat of the one before."""
    table = table_of("tic_tac_toe", "person", "AI", limits=mx.Limits(nodes=77))
    with table.changed:
        table.play(4, 0)
        table.again(turned=False)
        assert (table.setting.seats, table.setting.limits.nodes, table.session.moves) == (("person", "AI"), 77, [])
        table.again(turned=True)
        assert (table.setting.seats, table.setting.limits.nodes) == (("AI", "person"), 77)
    three = table_of("chinese_checkers:size=1", "person", "AI", "AI")
    with three.changed:
        three.again(turned=True)
        assert three.setting.seats == ("AI", "AI", "person")


def test_hidden_cards_stay_hidden() -> None:
    """While others move, the browser gets neither the board nor moves nor the record; advice and review are refused."""
    table = table_of(Whist(), "person", "AI")
    with table.changed:
        table.play(0, 0)
        table.hold()
        assert table.session.mover == 1
        hidden = view_of(table)
        assert (hidden["board"]["shown"], hidden["moves"], picture_of(table)) == (False, [], None)
        assert [picture_of(table, at) for at in range(-1, 3)] == [None] * 4
        assert hidden["last"] == [], "the place of a card in a hand tells how many are before it"
        assert repr(table.session.state) not in json.dumps(hidden)
        for ask, words in ((table.record, "a game is saved"), (table.look_back, "a game is reviewed")):
            with pytest.raises(mx.OptionError, match=f"{words} once it is over, since it tells what is hidden"):
                ask()
        with pytest.raises(mx.OptionError, match="expected the same players until the game is over"):
            table.sit(["person"] * len(table.names))


def test_people_with_cards_look_one_by_one() -> None:
    """Where several people play a game with hidden cards, each asks for the board."""
    table = table_of(Whist(), "person", "person")
    shown = view(table)["board"]
    assert (shown["shown"], shown["waits"], shown["keeps"]) == (False, True, False)
    with table.changed:
        with pytest.raises(mx.IllegalMoveError, match="expected a move where a person is to move"):
            table.play(0, 0)
        table.reveal()
        assert view_of(table)["board"]["shown"]
        table.play(0, 0)
        assert not view_of(table)["board"]["shown"]


@frozen
class Breaking:
    """Rules that raise where the AI is to move."""

    def initial(self) -> int:
        return 3

    def player(self, state: int) -> int:
        return state % 2

    def moves(self, state: int) -> Iterator[int]:
        if state == 1:
            raise ValueError("no idea")
        yield from (1, 2)

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> int | None:
        return None if state > 0 else 0


def test_rules_that_fail_are_told() -> None:
    """What a game raises while the AI thinks is said in words, and the AI waits."""
    table = table_of(Breaking(), "AI", "AI")
    settle(table)
    failed = view_of_failed(table)
    assert failed == "ValueError: no idea (in moves, line"
    assert table.held


def view_of_failed(table: Table) -> str:
    """The failure without the number of the line."""
    return table.failure.rsplit(" ", 1)[0]


def test_a_search_that_cannot_be_made_is_told() -> None:
    """Its error comes up when the AI is to move."""

    def refuse(exact: bool) -> mx.Search[Any, Any]:
        raise mx.OptionError("no such thing")

    table = Table(TicTacToe(), "game", Thinkers(refuse), Setting(seats=("AI", "person")))
    settle(table)
    assert (table.failure, table.held) == ("no such thing", True)


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        (["person"], "expected 2 seats, one for each player, got 1"),
        (["person", "me"], "expected a seat to be person, AI, adaptive, or level 0 to level .*, got 'me'"),
        (["person", "level 99"], "expected a seat to be person, AI, adaptive, or level 0 to level .*, got 'level 99'"),
        (["person", 3], "expected a seat to be person, AI, adaptive, or level 0 to level .*, got 3"),
    ],
)
def test_seats_are_checked(seats: list[Any], words: str) -> None:
    """Too few, unknown ones, levels that there are not."""
    table = table_of(TicTacToe(), "person", "person")
    with table.changed, pytest.raises(mx.OptionError, match=words):
        table.sit(seats)


def test_games_without_levels_say_so() -> None:
    """The message names what there is."""
    with pytest.raises(mx.OptionError, match="expected a seat to be person or AI, since this game has no levels, got 'level 1'"):
        table_of(Whist(), "person", "level 1")


def test_sides_without_names_are_called_by_the_colours_of_their_pieces() -> None:
    """On a board that is found; where there is none, or the game draws its own, by number."""
    own: Any = find_game(f"{EXAMPLES}/three_in_a_row.py:ThreeInARow")
    table = table_of(own, "person", "person")
    seen = view(table)
    assert ([each["name"] for each in seen["players"]], seen["turn"]) == (["Orange", "Blue"], "Orange to move.")
    with table.changed:
        table.play(0, 0)
    assert view(table)["said"] == "Orange plays 0."
    assert [each["name"] for each in view(table_of(Nim(), "person", "person"))["players"]] == ["Player 0", "Player 1"]
