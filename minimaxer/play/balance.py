"""Balanced openings, found by searches."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import closing
from typing import Any, Final

from ..api.search import Search
from ..base.checks import check_whole, front_door_but
from ..errors import OptionError
from ..game.hidden import hides
from ..game.players import players_of
from ..game.protocol import Game, M, S
from ..searching.limits import Limits
from .openings import MOST_PLIES, MOST_ROUNDS, TRIES, drawn

NODES: Final = 5_000
"""Default number of nodes of each search that judges an opening."""
_FEWEST: Final = 3 * TRIES
"""Searches at one number of plies before it may be abandoned for having too few balanced positions."""


@front_door_but("number", "within", "plies", "nodes")
def balanced_openings(
    game: Game[S, M],
    number: int,
    within: float,
    *,
    plies: int | None = None,
    nodes: int = NODES,
    seed: int = 0,
) -> list[S]:
    """Random states that a search judges to be balanced; all are distinct and unfinished.

    If one side wins a position whoever plays it, both players get a point in their two games, which shows nothing about
    who is stronger. Balanced openings avoid that: `play_match(game, players, openings=balanced_openings(game, 100, 50))`.
    Each state drawn costs a search, and many are drawn where few are balanced.

    Args:
        game: A two-player game without hidden information, compiled or not.
        number: Number of openings wanted; fewer are returned if random games find no more.
        within: The largest absolute value of an opening, as `SearchResult.value` gives it. In a game without an
            evaluation, a position that the search cannot solve has the value 0.
        plies: Number of random plies before each opening; None for the smallest number that gives enough.
        nodes: Node limit of each search.
        seed: Seed of the random games.

    Raises:
        OptionError: A number is out of range, the game does not fit, or no opening was found.

    Examples:
        >>> from minimaxer_games.connect_four import ConnectFour
        >>> len(balanced_openings(ConnectFour(width=4, height=4), 3, 0, nodes=100_000))
        3
    """
    _check(game, number, within, plies, nodes)
    most: list[S] = []
    begun = False
    with closing(Search(game)) as search:
        for count in range(1, MOST_PLIES + 1) if plies is None else (plies,):
            found: list[S] = []
            for tried, (state, value) in enumerate(_judged(search, drawn(game, count, TRIES * number, seed), nodes), 1):
                begun = True
                if abs(value) <= within:
                    found.append(state)
                if len(found) == number:
                    return found
                if tried >= _FEWEST and len(found) * TRIES < tried:
                    break
            most = max(most, found, key=len)
    if not begun:
        raise OptionError(f"expected games that run for longer than {plies} plies, but all had ended by then; take fewer")
    if not most:
        raise OptionError(
            f"expected openings that a search of {nodes:,} nodes values at {within:g} or less for either side, got none; "
            "allow a larger value, or take other plies"
        )
    return most


def _judged(search: Search[S, Any], states: Iterator[S], nodes: int) -> Iterator[tuple[S, Any]]:
    """Each state with its value."""
    for state in states:
        yield state, search.run(state, Limits(nodes=nodes)).value


def _check(game: Any, number: int, within: float, plies: int | None, nodes: int) -> None:
    check_whole("number", number, 1, MOST_ROUNDS)
    check_whole("nodes", nodes, 1)
    if plies is not None:
        check_whole("plies", plies, 0)
    if isinstance(within, bool) or not isinstance(within, int | float) or not 0 <= within < math.inf:
        raise OptionError(f"expected within, or --balanced, to be a finite number from 0, got {within!r}")
    if players_of(game) != 2 or hides(game):
        about = "has something hidden" if players_of(game) == 2 else f"is for {players_of(game)}"
        raise OptionError(f"balanced openings are for games of two in which nothing is hidden, and this one {about}")
