"""Boards of many styles, whose truth was written down first: each is found as it is, or not at all."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from minimaxer.game.boards import find_board
from minimaxer.game.boards.walking import written

from .styles import RULES, STORES, Style, styles
from .truths import STRANGERS, strangers, verdict_of

SELDOM = 7
"""One style in so many is looked at; all take a minute."""
UNNAMED = ("bits", "sets", "pairs", "objects", "points")
"""How stores begin of which no size is sure where the author names none."""
UNREAD = ("rows within a border", "numbers from 1", "names", "sets of names", "stacks")
"""Stores that may stay text."""


UNSURE = {"ball": {"silent"}}
"""Games with a thing of nobody's that one side alone may be seen to move, as it would its king."""


@pytest.mark.parametrize("store", STORES)
def test_no_style_of_storing_a_board_is_misread(store: str, tmp_path: Path) -> None:
    """Games that differ in where they keep a board, what is played, how moves name cells, and what has a name."""
    found = {style: verdict_of(style, tmp_path) for style in styles()[::SELDOM] if style.store == store}
    assert [each for each in found.items() if each[1].startswith("wrong")] == []
    may_be_silent = store in UNREAD
    assert may_be_silent or {each for style, each in found.items() if style.named} <= {"right"}
    assert may_be_silent or store.startswith(UNNAMED) or "right" in {each for style, each in found.items() if not style.named}


@pytest.mark.parametrize("rule", RULES)
def test_columns_in_one_row_are_told_from_rows(rule: str, tmp_path: Path) -> None:
    """A board kept column by column stands upright, by names of its size, by pairs and letters in moves, or by what falls."""
    for moves in ("pairs",) if rule == "drop" else ("pairs", "letters"):
        for named in (True, False):
            assert verdict_of(Style(rule, "columns in one", moves, 7, 6, named), tmp_path) == "right"


@pytest.mark.parametrize(
    ("style", "found"),
    [
        (Style("step", "rows in one", "indices", 4, 6), "right"),  # two places are no column and row
        (Style("fill", "rows within a border", "pairs", 7, 6), "right"),  # whose inner size has a name
        (Style("step", "rows within a border", "letters", 5, 5), "right"),
        (Style("step", "sets of pairs flipped", "indices", 5, 5), "right"),  # men at the sides belong above and below
        (Style("step", "all pairs flipped", "indices", 7, 6, named=False), "right"),
        (Style("step", "rows within a border", "letters", 5, 5, named=False), "silent"),
        (Style("fill", "pairs", "pairs", 5, 4, named=False), "right"),  # of which the first moves name every cell
        (Style("fill", "sets of pairs", "pairs", 5, 4, named=False), "right"),
        (Style("fill", "points", "pairs", 4, 4, named=False), "right"),
        (Style("step", "pairs", "pairs", 5, 4, named=False), "silent"),
    ],
)
def test_single_styles_are_read_or_left(style: Style, found: str, tmp_path: Path) -> None:
    assert verdict_of(style, tmp_path) == found


@pytest.mark.parametrize("name", STRANGERS)
def test_strangers_are_read_or_left(name: str, tmp_path: Path) -> None:
    """Boards in boards, layers, dark squares, armies, tracks, towers and others; what may be either stays text."""
    found = {known.verdict() for known in strangers(name, tmp_path)}
    assert found - UNSURE.get(name, set()) == {STRANGERS[name][2]}


def test_armies_of_any_size_are_their_players(tmp_path: Path) -> None:
    """Counts that no game of the sample had are known by the others; a new neutral thing is nobody's."""
    for known in strangers("armies", tmp_path):
        board = find_board(known.game)
        assert board is not None
        army = sys.modules[type(known.game).__module__].army
        assert [board.owner(army(player, 99)) for player in (0, 1)] == [0, 1]
        assert board.sign(army(0, 7)).strip("A") == "7"
    balls = [find_board(known.game) for known in strangers("ball", tmp_path)]
    assert any(balls)
    for board in filter(None, balls):
        assert [board.owner(content) for content in (1, 2, 3, 4)] == [0, 1, None, None]


@pytest.mark.parametrize(
    ("name", "stored"),
    [
        ("kinds", lambda module: module.stored({7: (0, False), 8: (0, True), 9: (1, False), 11: (1, True)})),
        ("quartet", lambda module: [module.PIECES[at : at + 4] for at in (0, 4, 8, 12)]),
        ("tribes", lambda module: [[*list(module.Man)[1:], *list(module.Man)[:1] * 3]] * 6),
    ],
)
def test_men_are_told_apart(name: str, stored: Callable[[Any], Any], tmp_path: Path) -> None:
    """Contents differ by owner and sign in a picture, and in text."""
    for known in strangers(name, tmp_path):
        board = find_board(known.game)
        assert board is not None
        contents = board.contents((stored(sys.modules[type(known.game).__module__]), 0, 0)).values()
        seen = {(board.owner(each), board.sign(each)) for each in contents}
        assert len(seen) == len({board.in_text(each) for each in contents}) == len({*map(written, contents)}) > 2
        assert (None, "") not in seen


def test_men_of_a_kind_never_seen_are_their_players(tmp_path: Path) -> None:
    """By what all of a player's men share, whatever else is new in them."""
    for known in strangers("march", tmp_path):
        board = find_board(known.game)
        assert board is not None
        assert [board.owner((player, True)) for player in (0, 1)] == [0, 1]
