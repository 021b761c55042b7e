"""Related cells of a game, found by playing it: those that one move changes, and those that end it.

A cell ended the game if the finished position has another outcome without its bit, or with its value from the start.
"""

from __future__ import annotations

import dataclasses
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from random import Random
from typing import Any, Final, TypeVar

import attrs
from attrs import define, field

from ..compiler.runtime.values import parts_of
from ..errors import RulesError
from ..game.capability import capabilities
from ..game.following import drawn, final_outcome, is_chance
from ..game.protocol import Game
from .cells import Cells

T = TypeVar("T")
STATES: Final = 6_000
"""Most positions of a sample."""
PLIES: Final = 400
"""Most plies of a sampled game."""
_KEPT: Final = 40
"""Most positions that are kept of a game."""
_LARGEST: Final = 24
"""A move that changes more cells than this is ignored."""
_ENDS: Final = 100
"""Ends that are looked at."""
_LARGEST_END: Final = 12
"""An end that depends on more cells, such as a draw on a full board, is ignored too."""


@define
class Sample:
    """Positions of random games: running ones, pairs around a move, and finished ones with their outcomes for player 0."""

    states: list[Any] = field(factory=list)
    pairs: list[tuple[Any, Any]] = field(factory=list)
    ends: list[Any] = field(factory=list)
    outcomes: list[float] = field(factory=list)


def sampled(
    game: Game[Any, Any], games: int, seed: int, most: int = STATES, check: Callable[[], object] = lambda: None
) -> Sample:
    """Plays `games` random games, or fewer once `most` positions are kept, and samples their positions and moves. `check` is
    called before each game.
    """
    rng = Random(f"cells {seed}")
    found = Sample()
    for _ in range(games):
        if len(found.states) >= most:
            break
        check()
        line = list(_game(game, rng))
        outcome = game.outcome(line[-1])
        is_stuck = outcome is None and len(line) <= PLIES
        running = line[:-1] if is_stuck or outcome is not None else line
        found.states += running if len(running) <= _KEPT else rng.sample(running, _KEPT)
        pairs = list(pairwise(line))
        found.pairs += pairs if len(pairs) <= _KEPT else rng.sample(pairs, _KEPT)
        if outcome is not None:
            found.ends.append(line[-1])
        if outcome is not None or is_stuck:
            final = final_outcome(game, capabilities(game), line[-1])
            found.outcomes.append(float(final))  # type: ignore[arg-type]  # of a game for two
    return found


def _game(game: Game[Any, Any], rng: Random) -> Iterator[Any]:
    state = game.initial()
    yield state
    for _ in range(PLIES):
        if game.outcome(state) is not None:
            return
        moves = [drawn(game, state, rng)] if is_chance(game, state) else list(game.moves(state))
        if not moves:
            return
        state = game.play(state, rng.choice(moves))
        yield state


@define
class Relations:
    """Counts of pairs of cells that were met together: `bits` of boards and `items`, in both orders."""

    bits: Counter[tuple[int, int]] = field(factory=Counter)
    items: Counter[tuple[int, int]] = field(factory=Counter)

    def note(self, bits: list[int], items: list[int], most: int) -> None:
        """Counts the pairs among cells that were met together, unless there are more than `most`."""
        for pairs, cells in ((self.bits, bits), (self.items, items)):
            if len(cells) <= most:
                pairs.update((one, other) for one in cells for other in cells if one != other)


def find_relations(game: Game[Any, Any], cells: Cells, sample: Sample) -> Relations:
    """Finds related cells in the moves of a sample, and in its first ends."""
    found = Relations()
    for before, after in sample.pairs:
        found.note(*_changed(cells, before, after), _LARGEST)
    initial = game.initial()
    with suppress(RulesError):  # that run without end in positions that are made up
        for end in sample.ends[:_ENDS]:
            found.note(*_ending(game, cells, end, initial), _LARGEST_END)
    return found


def _changed(cells: Cells, before: Any, after: Any) -> tuple[list[int], list[int]]:
    changed = 0
    for one, other in zip(cells.words(before).values(), cells.words(after).values(), strict=True):
        changed |= one ^ other
    pairs = zip(cells.leaves(before), cells.leaves(after), strict=True)
    return [bit for bit in cells.bits if changed >> bit & 1], [
        number for number, (one, other) in enumerate(pairs) if one != other
    ]


def _ending(game: Game[Any, Any], cells: Cells, end: Any, initial: Any) -> tuple[list[int], list[int]]:
    """The cells without which the game would not be over, or would have another result."""
    outcome = game.outcome(end)

    def matters(path: str, value: Any) -> bool:
        try:
            made_up = replaced(end, {path: value})
            return bool(within(lambda: game.outcome(made_up)) != outcome)
        except RulesError:
            raise
        except Exception:  # it is no position of the game, and the rules may raise anything
            return False

    bits = {
        bit
        for board in cells.boards
        for path, word in cells.words(end).items()
        if path in board.paths
        for bit in board.bits
        if word >> bit & 1 and matters(path, word ^ 1 << bit)
    }
    start = cells.contents(initial)
    _, changed = _changed(cells, initial, end)
    return sorted(bits), [number for number in changed if matters(cells.items[number].path, start[number])]


MOST_LINES: Final = 1_000_000
"""Lines of rules that run in a position that was made up."""


class _TooLongError(BaseException):
    """Rules ran too many lines."""


def within(call: Callable[[], T]) -> T:
    """The result of a call of the rules in a position that was made up, where they may loop for ever. Lines are counted instead
    of seconds, so that the answer is the same on any machine; too many raise RulesError.
    """
    left = MOST_LINES

    def traced(*_: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise _TooLongError
        return traced

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        return call()
    except _TooLongError:
        raise RulesError(f"the rules ran more than {MOST_LINES:,} lines in a position that was made up") from None
    finally:
        sys.settrace(before)


def replaced(state: Any, parts: dict[str, Any]) -> Any:
    """A copy of a state with other parts at these paths; raises AttributeError if one cannot be replaced."""
    left = set(parts)
    around = {path[:end] for path in parts for end, letter in enumerate(path) if letter in ".["}

    def copied(value: Any, path: str) -> Any:
        if path in parts:
            left.discard(path)
            return parts[path]
        if path not in around:
            return value
        return _with(value, {place: copied(each, path + place) for place, each in parts_of(value)})

    found = copied(state, "state")
    if left:
        raise AttributeError(min(left))
    return found


def _with(value: Any, parts: dict[str, Any]) -> Any:
    if isinstance(value, dict):
        return {key: parts[f"[{key!r}]"] for key in value}
    if hasattr(value, "_fields"):
        return type(value)(*parts.values())
    if isinstance(value, tuple | list):
        return type(value)(parts.values())
    named = {place[1:]: part for place, part in parts.items()}
    return attrs.evolve(value, **named) if attrs.has(type(value)) else dataclasses.replace(value, **named)
