"""Which cells of a game have to do with one another, found by playing it: those that one move changes, and those that end it.

For each finished position it is seen which cells ended the game: with one of them as it was at the start, it would go on.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any, Final

import attrs
from attrs import define, field

from ...compiler.runtime.values import parts_of
from ...game.chance import drawn, is_chance
from ...game.protocol import Game
from .cells import Cells, leaves_of

PLIES: Final = 400
"""After that many plies a game is left."""
_KEPT: Final = 40
"""Positions of a game that are kept at the most."""
_LARGEST: Final = 24
"""A move that changes more cells tells nothing of them."""
_LARGEST_END: Final = 12
"""Nor does an end that hangs on more, such as a draw on a full board."""


@define
class Sample:
    """What was met in games played by lot.

    Attributes:
        states: Positions in which the game ran.
        pairs: Each move's state before and after it.
        ends: Finished positions.
        outcomes: Their results for player 0.
    """

    states: list[Any] = field(factory=list)
    pairs: list[tuple[Any, Any]] = field(factory=list)
    ends: list[Any] = field(factory=list)
    outcomes: list[float] = field(factory=list)


def sampled(game: Game[Any, Any], seconds: float, games: int, seed: int) -> Sample:
    """What is met in so many games played by lot, or as many as there is time for."""
    rng = Random(f"cells {seed}")
    found = Sample()
    until = time.perf_counter() + seconds
    for number in range(games):
        if number and time.perf_counter() > until:
            break
        line = list(_game(game, rng))
        outcome = game.outcome(line[-1])
        running = line if outcome is None else line[:-1]
        found.states += running if len(running) <= _KEPT else rng.sample(running, _KEPT)
        pairs = list(pairwise(line))
        found.pairs += pairs if len(pairs) <= _KEPT else rng.sample(pairs, _KEPT)
        if outcome is not None:
            found.ends.append(line[-1])
            found.outcomes.append(float(outcome))  # type: ignore[arg-type]  # of a game for two
    return found


def _game(game: Game[Any, Any], rng: Random) -> Iterator[Any]:
    """The states of a game played by lot."""
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
    """How often two cells were met together: `bits` of boards and `items`, both ways round."""

    bits: Counter[tuple[int, int]] = field(factory=Counter)
    items: Counter[tuple[int, int]] = field(factory=Counter)

    def note(self, bits: list[int], items: list[int], most: int) -> None:
        """Notes cells that were met together, unless they are more than that."""
        for pairs, cells in ((self.bits, bits), (self.items, items)):
            if len(cells) <= most:
                pairs.update((one, other) for one in cells for other in cells if one != other)


def find_relations(game: Game[Any, Any], cells: Cells, sample: Sample, seconds: float) -> Relations:
    """What the moves and ends of a sample tell of the cells; of ends as many as there is time for."""
    found = Relations()
    for before, after in sample.pairs:
        found.note(*_changed(cells, leaves_of(before), leaves_of(after)), _LARGEST)
    start = leaves_of(game.initial())
    until = time.perf_counter() + seconds
    for end in sample.ends:
        if time.perf_counter() > until:
            break
        found.note(*_ending(game, cells, end, start), _LARGEST_END)
    return found


def _changed(cells: Cells, before: dict[str, Any], after: dict[str, Any]) -> tuple[list[int], list[int]]:
    changed = 0
    for board in cells.boards:
        for path in board.paths:
            changed |= before[path] ^ after[path]
    items = [number for number, item in enumerate(cells.items) if before[item.path] != after[item.path]]
    return [bit for bit in cells.bits if changed >> bit & 1], items


def _ending(game: Game[Any, Any], cells: Cells, end: Any, start: dict[str, Any]) -> tuple[list[int], list[int]]:
    """The cells without which the game would not be over, or would have another result."""
    leaves, outcome = leaves_of(end), game.outcome(end)

    def matters(path: str, value: Any) -> bool:
        try:
            return game.outcome(replaced(end, path, value)) != outcome
        except Exception:  # it is no position of the game, and the rules may raise anything
            return False

    bits = {
        bit
        for board in cells.boards
        for path in board.paths
        for bit in board.bits
        if leaves[path] >> bit & 1 and matters(path, leaves[path] ^ 1 << bit)
    }
    items = [
        number
        for number, item in enumerate(cells.items)
        if leaves[item.path] != start[item.path] and matters(item.path, start[item.path])
    ]
    return sorted(bits), items


def replaced(value: Any, path: str, leaf: Any) -> Any:
    """A state with something else at that path."""
    if not path:
        return leaf
    for place, each in parts_of(value):
        if path.startswith(place) and path[len(place) : len(place) + 1] in ("", ".", "["):
            return _with(value, place, replaced(each, path[len(place) :], leaf))
    raise AttributeError(path)


def _with(value: Any, place: str, part: Any) -> Any:
    if isinstance(value, tuple):
        parts = [part if each == place else old for each, old in parts_of(value)]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    name = place[1:]
    if attrs.has(type(value)):
        return attrs.evolve(value, **{name: part})
    import dataclasses

    return dataclasses.replace(value, **{name: part})
