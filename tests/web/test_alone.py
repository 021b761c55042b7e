"""A table and searches in slices, as where Python has no threads."""

from __future__ import annotations

import json
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.web.alone import Alone, sliced
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.nim import Nim
from minimaxer_games.tic_tac_toe import TicTacToe


class Failing(TicTacToe):
    """Rules that fail once the middle is taken."""

    def moves(self, state: Any) -> Any:
        if state.cells[4]:
            raise ValueError("no more")
        return super().moves(state)


def ask(there: Alone, action: str, **fields: Any) -> dict[str, Any]:
    """What the table answers."""
    answer: dict[str, Any] = json.loads(there.ask(action, json.dumps(fields)))
    return answer


def settle(there: Alone) -> dict[str, Any]:
    """Lets the AI do all that it has to; the table then."""
    slices = 0
    while there.go_on() is not None:
        slices += 1
        assert slices < 1_000
    view: dict[str, Any] = json.loads(there.look())
    return view


@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs", "mtdf", "fixed", "auto", "montecarlo"])
def test_slices_find_what_one_search_finds(algorithm: str) -> None:
    """However short they are: each goes on where the one before ended."""
    whole = mx.solve(Nim(), algorithm="alphabeta")
    *_, last = sliced(mx.Search(Nim(), algorithm=algorithm), None, mx.Limits(seconds=60.0), seconds=0.002)
    assert (last.winner, last.stop) == (whole.winner, mx.StopReason.SOLVED)
    assert algorithm == "montecarlo" or last.value == whole.value  # playouts prove no distances


def test_slices_add_up() -> None:
    """Nodes and seconds are those of all; the depth ends it."""
    found = list(sliced(mx.Search(ConnectFour(), algorithm="alphabeta"), None, mx.Limits(depth=4), seconds=0.005))
    assert [each.nodes for each in found] == sorted(each.nodes for each in found)
    assert [each.seconds for each in found] == sorted(each.seconds for each in found)
    assert (found[-1].depth, found[-1].stop) == (4, mx.StopReason.DEPTH)
    assert found[-1].value == mx.search(ConnectFour(), depth=4, algorithm="minimax").value


@pytest.mark.parametrize("limits", [mx.Limits(), mx.Limits(nodes=5), mx.Limits(depth=2, simulations=5)])
def test_limits_that_slices_cannot_keep_are_refused(limits: mx.Limits) -> None:
    """By name."""
    with pytest.raises(mx.OptionError) as caught:
        next(sliced(mx.Search(Nim()), None, limits))
    assert str(caught.value) == f"expected limits of depth or seconds for a search in slices, got {limits!r}"


def test_a_game_is_played_to_its_end() -> None:
    """A person who takes the first move each time, against the AI at its strongest, who does not lose."""
    there = Alone(TicTacToe(), "tic_tac_toe")
    ask(there, "sit", seats=["person", "AI"])
    view = settle(there)
    while not view["over"]:
        assert view["turn"] == "X to move."
        ask(there, "play", move=0, at=view["at"])
        view = settle(there)
    assert view["failure"] == ""
    assert view["turn"] != "The game is over: X wins."


def test_the_thinking_is_shown_and_can_be_hurried() -> None:
    """After each slice the view has what is known; "now" plays it."""
    there = Alone(ConnectFour(), "connect_four")
    ask(there, "new", seats=["AI", "person"], seconds=600, clock=0, increment=0, enters_dice=False, uses_book=False, position="")
    assert there.go_on() == 0.0
    job = json.loads(there.look())["job"]
    assert job["kind"] == "move"
    assert job["progress"]["depth"] >= 1
    ask(there, "now")
    view = settle(there)
    assert view["at"] == 1
    assert view["turn"].endswith("to move.")


def test_what_nobody_wants_any_more_is_dropped() -> None:
    """Another game begins while the AI thinks."""
    there = Alone(ConnectFour(), "connect_four")
    new = {"seconds": 600, "clock": 0, "increment": 0, "enters_dice": False, "uses_book": False, "position": ""}
    ask(there, "new", seats=["AI", "person"], **new)
    there.go_on()
    view = ask(there, "new", seats=["person", "AI"], **new)
    assert view["job"] is None
    assert there.go_on() is None
    assert json.loads(there.look())["at"] == 0


def test_advice_comes_in_slices() -> None:
    """A hint, and the value of every move."""
    there = Alone(TicTacToe(), "tic_tac_toe")
    ask(
        there,
        "new",
        seats=["person", "AI"],
        seconds=30,
        clock=0,
        increment=0,
        enters_dice=False,
        uses_book=False,
        position="xx.oo....",
    )
    ask(there, "hint")
    assert settle(there)["advice"]["move"] == "3"
    ask(there, "values")
    values = settle(there)["advice"]["values"]
    assert [row["told"] for row in values if row["best"]] == ["X wins in 1 ply"]
    assert len(values) == 5


def test_ais_that_play_each_other_rest_between_moves() -> None:
    """Whoever shows the table is told how long; the clock counts the thinking."""
    there = Alone(Nim(), "nim")
    ask(there, "new", seats=["AI", "AI"], seconds=5, clock=100, increment=0, enters_dice=False, uses_book=False, position="")
    waits = []
    while not json.loads(there.look())["over"]:
        wait = there.go_on()
        waits.append(wait)
        assert len(waits) < 500
    assert any(wait is not None and 0.3 < wait <= 0.6 for wait in waits)
    clocks = [player["clock"] for player in json.loads(there.look())["players"]]
    assert all(0 < clock < 100 for clock in clocks)


def test_rules_that_fail_are_told() -> None:
    """The AI waits then; and what is asked for is refused in words."""
    there = Alone(Failing(), "failing")
    answer = ask(there, "play", move=4, at=0)
    told = [answer.get("error", ""), settle(there).get("failure", "")]
    assert any("ValueError: no more (in moves, line" in each for each in told)


def test_requests_that_are_none_are_refused() -> None:
    """With what the server says."""
    there = Alone(TicTacToe(), "tic_tac_toe")
    assert ask(there, "dance")["error"].startswith("there is nothing to do by the name 'dance'; known: play, type, ")
    assert ask(there, "play")["error"] == "a request of this kind needs the field 'move'"
    assert ask(there, "type", text="x", at=0)["error"] == "expected a cell from 1 to 9, got 'x'"
    with pytest.raises(mx.OptionError) as caught:
        there.text("index.html")
    assert str(caught.value) == "expected board.svg, curve.svg, record or steps.html, got 'index.html'"


def test_texts_are_those_of_the_server() -> None:
    """The picture, the record, the steps of a search; the curve once the game was looked at again."""
    there = Alone(TicTacToe(), "tic_tac_toe")
    ask(there, "sit", seats=["person", "person"])
    ask(there, "play", move=0, at=0)
    texts = {name: there.text(name) for name in ("board.svg", "curve.svg", "record", "steps.html")}
    assert str(texts["board.svg"]).startswith("<svg")
    assert texts["curve.svg"] is None
    assert "tic_tac_toe" in str(texts["record"])
    assert "<html" in str(texts["steps.html"])
    version = there.version
    ask(there, "review")
    assert len(settle(there)["review"]["mistakes"]) == 2  # how many depends on how fast this machine is
    assert str(there.text("curve.svg")).startswith("<svg")
    assert there.version > version
    there.close()
