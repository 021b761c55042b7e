"""Shortens a game in which a law breaks to the shortest list of moves after which it does."""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from attrs import frozen

from ..game.comparing import RAISED, Moves
from ..game.protocol import Game
from .case import Clock, fresh, listed

_MOST_STATES: Final = 20_000
_MOST_SECONDS: Final = 2.0
_MOST_SECONDS_TO_CUT: Final = 10.0
_LONGEST_TO_CUT: Final = 400
"""Longest game that hypothesis is asked to shorten, in moves."""
_CHANCES: Final = 1_000
"""The largest number drawn for a move; 0 removes the move."""


@frozen
class Shortened:
    """A list of moves after which a law breaks; `is_shortest` is True if every shorter list was tried."""

    moves: tuple[Any, ...]
    is_shortest: bool


def shortened(
    game: Game[Any, Any],
    moves: Sequence[Any],
    breaks: Callable[[Any], bool],
    seed: int = 0,
    *,
    in_order: bool = False,
    clock: Clock | None = None,
) -> Shortened:
    """Finds the shortest list of moves after which a law breaks, if time allows, given one such list from the initial state.

    Searches all games breadth-first. If there are too many, hypothesis, where it is installed, removes moves from that list; but
    not if `in_order`, when `breaks` depends on the states of its earlier calls. The seed makes these attempts reproducible; the
    clock is a further time limit.
    """
    left = math.inf if clock is None else clock.left
    found, complete = _breadth_first(game, len(moves) + in_order, breaks, Clock(min(_MOST_SECONDS, left)))
    if complete:
        return Shortened(tuple(moves) if found is None else found, is_shortest=True)
    if in_order or importlib.util.find_spec("hypothesis") is None or len(moves) > _LONGEST_TO_CUT:
        return Shortened(tuple(moves), is_shortest=False)
    return Shortened(_cut_down(game, list(moves), breaks, seed, Clock(min(_MOST_SECONDS_TO_CUT, left))), is_shortest=False)


def _breadth_first(
    game: Game[Any, Any], depth: int, breaks: Callable[[Any], bool], clock: Clock
) -> tuple[tuple[Any, ...] | None, bool]:
    """The first list shorter than `depth` after which the law breaks, and False if the search was stopped early."""
    level: list[tuple[Any, tuple[Any, ...]]] = [(fresh(game.initial()), ())]
    seen: set[Any] = set()
    count = 0
    for _ in range(depth):
        following = []
        for state, path in level:
            count += 1
            if count > _MOST_STATES or clock.is_over:
                return None, False
            if breaks(fresh(state)):
                return path, True
            following += [(child, (*path, move)) for move, child in _children(game, state) if _is_new(child, seen)]
        level = following
    return None, True


def _children(game: Game[Any, Any], state: Any) -> list[tuple[Any, Any]]:
    try:
        if game.outcome(state) is not None:
            return []
        return [(move, game.play(fresh(state), move)) for move in listed("moves", game, state)]
    except RAISED:  # the law that is looked for, or another one
        return []


def _is_new(state: Any, seen: set[Any]) -> bool:
    try:
        if state in seen:
            return False
        seen.add(state)
    except RAISED:  # it cannot be hashed or compared: every way to it counts
        pass
    return True


def _cut_down(game: Game[Any, Any], moves: list[Any], breaks: Callable[[Any], bool], seed: int, clock: Clock) -> tuple[Any, ...]:
    """The moves that hypothesis keeps: it replaces their numbers by 0, which removes a move, while the law still breaks."""
    from hypothesis import HealthCheck, Phase, find, settings, strategies as st
    from hypothesis.errors import NoSuchExample

    def replayed(numbers: list[int]) -> tuple[Any, list[Any]]:
        state, kept = fresh(game.initial()), []
        for move, number in zip(moves, numbers, strict=True):
            if number and game.outcome(state) is None and move in Moves(listed("moves", game, state)):
                state = game.play(fresh(state), move)
                kept.append(move)
        return state, kept

    known: dict[tuple[int, ...], bool] = {}

    def is_broken(numbers: list[int]) -> bool:
        kept = tuple(map(bool, numbers))
        if kept not in known:
            try:
                known[kept] = not clock.is_over and breaks(replayed(numbers)[0])
            except RAISED:  # on the way, another law is broken
                known[kept] = False
        return known[kept]

    try:
        numbers = find(
            st.lists(st.integers(0, _CHANCES), min_size=len(moves), max_size=len(moves)),
            is_broken,
            random=Random(seed),
            settings=settings(
                max_examples=100,
                database=None,
                deadline=None,
                phases=(Phase.generate, Phase.shrink),
                suppress_health_check=list(HealthCheck),
            ),
        )
    except NoSuchExample:
        return tuple(moves)
    try:
        return tuple(replayed(numbers)[1])
    except RAISED:  # games do not begin alike
        return tuple(moves)
