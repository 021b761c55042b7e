"""Openings that are no gift to either side, found by searches."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from typing import Any, Final, TypeVar

from ..checks import check_whole
from ..engine import Search
from ..errors import OptionError
from ..rules.game import Game
from ..rules.players import players_of
from ..terms.limits import Limits
from .openings import MOST_PLIES, TRIES, drawn

S = TypeVar("S")
M = TypeVar("M")
NODES: Final = 5_000
"""Nodes of the searches that judge openings where nobody said how many."""


def balanced_openings(
    game: Game[S, M],
    number: int,
    within: float,
    *,
    plies: int | None = None,
    nodes: int = NODES,
    seed: int = 0,
) -> list[S]:
    """States drawn by lot that a search holds for balanced: none twice and none finished.

    From positions that one side wins whoever plays it, both players get a point in their two games, and nothing is learnt about
    who is stronger. The match takes these in their place: `play_match(game, players, openings=balanced_openings(game, 100, 50))`.

    Args:
        game: A game for two, compiled or not.
        number: How many are wanted; there are fewer where lots find no more.
        within: The greatest value of an opening for either side, in units of the evaluation or of the outcomes.
        plies: How many random plies lie before them; None for as few as give enough.
        nodes: Of each search.
        seed: Of the lots.

    Raises:
        OptionError: A number is out of range, the game is not for two, or none was found.

    Examples:
        >>> from minimaxer_games.connect_four import ConnectFour
        >>> len(balanced_openings(ConnectFour(width=4, height=4), 3, 0, nodes=100_000))
        3
    """
    _check(game, number, within, plies, nodes)
    most: list[S] = []
    with closing(Search(game)) as search:
        for count in range(1, MOST_PLIES + 1) if plies is None else (plies,):
            states = drawn(game, count, TRIES * number, seed)
            found = list(islice(_balanced(search, states, within, nodes), number))
            most = max(most, found, key=len)
            if len(found) == number:
                break
    if not most:
        raise OptionError(
            f"expected openings of which a search of {nodes:,} nodes gives a value from -{within:g} to {within:g}, got none; "
            "allow a larger value, or take other plies"
        )
    return most


def _balanced(search: Search[S, Any], states: Iterator[S], within: float, nodes: int) -> Iterator[S]:
    """Those that the search holds for balanced."""
    for state in states:
        value: Any = search.run(state, Limits(nodes=nodes)).value
        if abs(value) <= within:
            yield state


def _check(game: Any, number: int, within: float, plies: int | None, nodes: int) -> None:
    check_whole("number", number, 1)
    check_whole("nodes", nodes, 1)
    if plies is not None:
        check_whole("plies", plies, 0)
    if isinstance(within, bool) or not isinstance(within, int | float) or not 0 <= within < math.inf:
        raise OptionError(f"expected within, or --balanced, to be a number from 0, got {within!r}")
    if players_of(game) != 2:
        raise OptionError(f"balanced openings are for games of two, and this one has {players_of(game)} players")
