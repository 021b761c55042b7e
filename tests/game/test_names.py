"""Names of players: which are taken, and where they are written."""

from __future__ import annotations

from typing import Any

import pytest

from minimaxer.game.notation import names_of, with_names
from minimaxer_games.chinese_checkers import ChineseCheckers
from minimaxer_games.nim import Nim
from minimaxer_games.pig import Pig


@pytest.mark.parametrize("names", [None, "ab", ("one",), ("one", ""), ("one", 2), ("a", "b", "c"), lambda: ("a", "b"), 7])
def test_what_is_no_names_is_passed_over(names: Any) -> None:
    """An attribute of that name that is something else of the author's."""

    class Named(Nim):
        pass

    Named.names = names  # type: ignore[attr-defined]  # as somebody else's game may have it
    assert names_of(Named()) == ("player 0", "player 1")


def test_names_may_be_a_list() -> None:
    """As many as there are players."""

    class Named(Nim):
        names = ["North", "South"]  # noqa: RUF012  # as somebody may write it

    assert names_of(Named()) == ("North", "South")
    assert names_of(ChineseCheckers(players=3)) == ("Orange", "Blue", "Green")
    assert len(names_of(Pig())) == 2


def test_sentences_with_names() -> None:
    """Numbers of players become names; others stay."""
    names = ("White", "Black")
    assert with_names("player 0 wins in 3 plies", names) == "White wins in 3 plies"
    assert with_names("players 0, 1 share the first place", names) == "White, Black share the first place"
    assert with_names("player 5 wins; depth 0", names) == "player 5 wins; depth 0"
