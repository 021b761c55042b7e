"""Nothing that is shown to people tells them what they cannot know of the cards of others."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.cli import main
from minimaxer.cli.terminal.requests import REQUESTS
from minimaxer.families.determinization import search
from minimaxer.tree import tier
from minimaxer.web.view import curve_of, picture_of, view_of

from ...bridges.test_engine import Talk
from ...web.tables import settle, table_of
from .games import CARDS, Drawn, Draws

HANDS = ("Dd Ee Ff", "Gg Ii Hh", "Ee Hh Ff")
"""What player 1 may hold in games that player 0 cannot tell apart."""
LINES = [request.word for request in REQUESTS if request.word not in ("quit", "resign")]


def untimed(text: str) -> str:
    """The text without what a clock counts."""
    return re.sub(r"[\d,.]+(/s| s\b|(?= nps))|nps \d+|time \d+|\"?(seconds|nps)\"?[=:] ?[\d.e-]+", "#", text)


def typed(lines: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Has a person type lines, and leave."""
    left = [*lines, "quit"]
    monkeypatch.setattr("builtins.input", lambda prompt="": print(prompt, end="") or left.pop(0))


def on_terminal(game: type[Draws], other: str, seen: Callable[[], str], monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> str:
    """All that can be asked before the first move."""
    files = [f"{word} {tmp_path / 'game'}" for word in ("save", "load")]
    typed([*LINES, *files, "level 1", "seconds 1", "moves A", "position x", "new 0", "undo", "Zz"], monkeypatch)
    name = f"tests.families.information_sets.games:{game.__name__}"
    main(["play", f"{name}:other={other}", "--side", "0", "--tier", "tree", "--nodes", "300", "--dice", "1"])
    return seen()


def on_a_page(game: type[Draws], other: str, *rest: Any) -> str:
    """The table, before and after each kind of advice, and what it refuses."""
    table = table_of(game(other), "person", "AI", limits=mx.Limits(simulations=100))
    told = []
    with table.changed:
        for ask in (table.hint, table.values):
            ask()
            settle(table)
            told += [json.dumps(view_of(table)), str(picture_of(table)), str(curve_of(table))]
        asks: list[Callable[[], object]] = [table.record, table.look_back]
        for refuse in asks:
            with pytest.raises(mx.OptionError) as refused:
                refuse()
            told.append(str(refused.value))
    return "\n".join(told)


def by_engine(game: type[Draws], other: str, *rest: Any) -> str:
    """What an engine says, all of its commands asked for."""
    talk = Talk(f"tests.families.information_sets.games:{game.__name__}:other={other}")
    lines = "isready", "setoption name Seed value 1", "query p1turn", "query result", "go nodes 300", "go depth 2 nodes 300"
    talk("ugi")  # which names the game
    said = [answer for line in lines for answer in talk(line)]
    talk.engine.close()
    return "\n".join(said)


def in_python(game: type[Draws], other: str, *rest: Any) -> str:
    """Results and recordings of every search of hidden cards."""
    rules, told = game(other), []
    for result in (mx.search(rules, simulations=300), mx.search(rules, depth=3, algorithm="sampled")):
        told += [str(result), json.dumps(result.to_dict()), str(result.pv), str(result._repr_svg_())]
        told += [json.dumps(row.to_dict()) for row in result.moves]
    told.append(mx.record(rules, simulations=20).html)
    return "\n".join(told)


def by_command(game: type[Draws], other: str, seen: Callable[[], str], *rest: Any) -> str:
    """What the command line says to people; its JSON names the position that was asked for."""
    for command in ("search", "analyse"):
        main(
            [
                command,
                f"tests.families.information_sets.games:{game.__name__}:other={other}",
                "--simulations",
                "100",
                "--tier",
                "tree",
            ]
        )
    return seen()


@pytest.fixture(autouse=True)
def fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has searches draw the same lots each time."""
    for owner in (tier, search):
        monkeypatch.setattr(owner, "Random", lambda seed: Random(1 if seed is None else seed))


@pytest.mark.parametrize("game", [Draws, Drawn])
@pytest.mark.parametrize("door", [on_terminal, on_a_page, by_engine, in_python, by_command])
def test_games_that_cannot_be_told_apart_look_the_same(
    door: Callable[..., str],
    game: type[Draws],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Any,
) -> None:
    """Whatever the others hold, a player who has seen the same is shown the same."""

    def seen() -> str:
        read = capsys.readouterr()
        return read.out + read.err

    shown = {other: untimed(door(game, other, seen, monkeypatch, tmp_path)) for other in HANDS}
    assert len(shown[HANDS[0]]) > 300
    assert shown[HANDS[0]] == shown[HANDS[1]] == shown[HANDS[2]]


def test_a_whole_game_on_a_page_shows_no_card_too_early() -> None:
    """At each turn, all that the browser gets is searched for cards that the person has neither held nor seen."""
    table = table_of(Drawn(), "person", "AI", limits=mx.Limits(simulations=100), dice=Random(3))
    known: set[str] = set()
    with table.changed:
        while not table.session.is_over:
            state = table.session.state
            known |= {*state.hands[0], *state.shown}
            shown = json.dumps(view_of(table)) + str(picture_of(table))
            assert set(re.findall(r"\b[A-I][a-i]\b", shown)) <= known
            if table.session.mover == 0:
                table.play(0, len(table.session.moves))
                settle(table)
    assert len(table.session.moves) == 8
    assert set(CARDS) - known, "some cards were never seen"
    assert "?" not in {row["text"] for row in view_of(table)["history"]}, "all is told once it is over"


def test_a_whole_game_at_the_terminal_shows_no_card_too_early(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card that the other was dealt is first seen when it is played, and what chance brought is not told."""
    typed([*["hint", "history", "board", "moves", "1"] * 2, "hint", "history"], monkeypatch)
    main(
        ["play", "tests.families.information_sets.games:Drawn", "--side", "0", "--tier", "tree", "--nodes", "300", "--dice", "1"]
    )
    out = capsys.readouterr().out
    assert out.count("Chance decides.") == 2
    assert "Chance brings" not in out
    first = {card: out[: out.index(card)].rpartition("\n")[2] for card in HANDS[0].split() if card in out}
    assert first
    assert all(before.endswith("Player 1 (AI) plays ") for before in first.values())
