"""The page of a recording: whole, small, and safe from what games write."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

import minimaxer as mx
from minimaxer.drawing import Canvas
from minimaxer.game.capability import capabilities
from minimaxer.insight.steps.packing import Boards
from minimaxer_games.domineering import Domineering

from .games import Hostile, Menu, Written


def unpacked(packed: dict[str, Any]) -> list[str]:
    """The boards of what `Boards.packed` gave, as the page unpacks them."""
    boards: list[str] = []
    board: list[int] = []
    for edits in packed["rows"]:
        for place, gone, *new in edits:
            board[place : place + gone] = new
        boards.append("".join(packed["pieces"][piece] for piece in board))
    return boards


def data(html: str) -> Any:
    (found,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)
    return json.loads(found)


def test_a_page_needs_nothing_else() -> None:
    """It names no address, and its policy lets it reach none."""
    html = mx.record(Menu(), depth=2).html
    assert "default-src 'none'; img-src data:; style-src 'sha256-" in html
    assert set(re.findall(r"https?://[\w./]+", html)) == {"http://www.w3.org/2000/svg"}
    assert not re.findall(r"<(?:link|img|script)[^>]* (?:src|href)=\"(?!data:)", html)


def test_what_games_write_stays_in_the_data() -> None:
    """No tag of theirs is part of the page; their texts come back whole."""
    html = mx.record(Hostile(), depth=2, variants=["alphabeta"]).html
    assert html.count("<script") == 2
    assert "<img" not in html
    found = data(html)
    assert any(Hostile.EVIL in text for text in found["texts"]) or any(
        text.startswith("<b>0</b></scrip") for text in found["texts"]
    )
    assert "onload" in unpacked(found["boards"])[0]


def test_titles_are_escaped() -> None:
    """The name of a game's class may be anything."""
    hostile = type("<script>", (Menu,), {})
    html = mx.record(hostile(), depth=1, variants=["minimax"]).html
    assert "<title>&lt;script&gt;, step by step</title>" in html


def test_five_thousand_steps_are_small() -> None:
    """Below 2 MB, with a board for each of a thousand positions."""
    recording = mx.record(Domineering(), depth=3, variants=["minimax"])
    assert len(recording.searches[0].steps) == 5_001
    assert len(recording.html.encode()) < 1_000_000


def test_a_page_is_saved(tmp_path: Path) -> None:
    """As one file; notebooks show it in a frame."""
    recording = mx.record(Menu(), depth=1, variants=["pvs"])
    recording.save(tmp_path / "steps.html")
    assert (tmp_path / "steps.html").read_text(encoding="utf-8") == recording.html
    assert recording._repr_html_().startswith('<iframe sandbox="allow-scripts"')
    assert "&lt;!doctype html&gt;" in recording._repr_html_()


class Drawn:
    """A game as far as its boards go."""

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts

    def __getattr__(self, name: str) -> Any:
        if name in ("initial", "player", "moves", "play", "outcome"):
            return {"initial": lambda: 0, "play": lambda state, move: state}.get(name, lambda state: 0)
        raise AttributeError(name)

    def svg(self, state: int) -> str:
        return self.texts[state]


@given(st.lists(st.text("<a/> 01", max_size=20), max_size=8))
def test_boards_come_back(texts: list[str]) -> None:
    """Whatever they are, each once."""
    boards = Boards(capabilities(Drawn(texts)))
    places = [boards.place(state) for state in range(len(texts))]
    again = unpacked(boards.packed())
    assert [again[place] for place in places] == texts
    assert len(set(again)) == len(again)


def test_what_pictures_say_aloud_is_left_to_the_page() -> None:
    """Titles differ from board to board, and an image's is never read."""
    canvas = Canvas(20, 20, title="a board")
    canvas.circle(10, 10, 5, "first")
    boards = Boards(capabilities(Drawn([canvas.drawing().svg])))
    boards.place(0)
    assert "a board" not in unpacked(boards.packed())[0]


def test_boards_as_text() -> None:
    """By `render`, or the state itself."""
    boards = Boards(capabilities(Written()))
    assert unpacked({**boards.packed(), "rows": []}) == []
    boards.place((1,))
    assert (boards.kind, unpacked(boards.packed())) == ("text", ["dishes\n<x<"])
    plain = Boards(capabilities(Menu()))
    plain.place((1,))
    assert unpacked(plain.packed()) == ["(1,)"]


def test_letters_that_are_none() -> None:
    """Half of a pair that stands for one sign is replaced, so that the page can be written."""
    boards = Boards(capabilities(Drawn(["a\ud800"])))
    boards.place(0)
    assert unpacked(boards.packed()) == ["a?"]
    strange = type("Strange", (Menu,), {"format_move": lambda *_: "\ud800", "parse_move": lambda *_: 0})
    mx.record(strange(), depth=1, variants=["minimax"]).html.encode()


def test_boards_that_are_none() -> None:
    """A picture that is no text is an error; one that is too long is left out."""
    with pytest.raises(mx.GameError) as error:
        Boards(capabilities(Drawn([7]))).place(0)  # type: ignore[list-item]
    assert str(error.value) == "svg(0) gave 7; expected text"
    assert Boards(capabilities(Drawn(["<" * 100_001]))).place(0) == -1
