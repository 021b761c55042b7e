"""States of a few random games, from which types are inferred: chosen by count and seed, never by the clock."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Final

from ..compiler.runtime.values import DEEPEST, DICTS, fields_of, is_array, is_plain_object, nested, parts_of, plain
from ..game.following import steps

GAMES: Final = 30
_PLIES: Final = 300
_MOVES: Final = 6_000
"""Legal moves of all sampled states, after which no new game begins: the cost of the rules grows with these.

Source: the bundled games give 180 to 1,400 states with this limit, in 1 to 60 ms.
"""


def sample_states(game: Any) -> list[Any]:
    """The initial state and the states of random games in Python; an exception of the rules ends the sample."""
    found = [game.initial()]
    seen = 0
    for number in range(GAMES):
        try:
            for state, moves in _states(game, Random(number)):
                found.append(state)
                seen += moves
        except Exception:  # the rules may raise anything; playing them again tells it
            break
        if seen >= _MOVES:
            break
    return found


def _states(game: Any, rng: Random) -> Iterator[tuple[Any, int]]:
    """Yields the states of a random game after the first, each with the number of ways there were (up to 1,000)."""
    state = game.initial()
    for _ in range(_PLIES):
        if game.outcome(state) is not None:
            return
        moves = in_order(move for move, _ in zip(steps(game, state), range(1_000), strict=False))
        if not moves:
            return
        state = game.play(state, rng.choice(moves))
        yield state, len(moves)


def in_order(values: Iterable[Any]) -> list[Any]:
    """Sorts values by content, so that the order of a set is the same in every process."""
    return sorted(values, key=content)


def content(value: Any, depth: int = 0) -> str:
    """A text of a value's whole content, without addresses."""
    if isinstance(value, enum.Enum):
        return value.name
    inner = [place + content(each, depth + 1) for place, each in parts_of(value)] if depth < DEEPEST else []
    if isinstance(value, (set, frozenset)):
        inner.sort()
    shown = not inner and (is_array(value) or type(value).__module__ in ("builtins", "numpy"))
    return f"{type(value).__qualname__} {value!r}" if shown else f"{type(value).__qualname__}({','.join(inner)})"


def texts_in(value: Any) -> Iterator[str]:
    """Yields the texts in a value."""
    return (each for _, each in nested(value) if isinstance(each, str) and not isinstance(each, enum.Enum))


def misfit(value: Any, where: str = "", inside: tuple[Any, ...] = ()) -> tuple[str, str] | None:
    """The first part of a state that cannot be compiled, as place and description; None if there is none."""
    value = plain(value)
    if value is None or is_array(value) or isinstance(value, (bool, float, str, enum.Enum)):
        return None
    if isinstance(value, int):
        return None if -(1 << 63) <= value < 1 << 64 else (where, f"{value}, an integer beyond 64 bits")
    holds = (
        isinstance(value, tuple)
        or type(value) in (list, set, frozenset, *DICTS)
        or fields_of(type(value)) is not None
        or is_plain_object(value)
    )
    if isinstance(value, type) or not holds:
        return where, f"{value!r}, of type {type(value).__qualname__}"
    if any(each is value for each in inside):
        return where, f"a {type(value).__qualname__} that it is itself part of; refer to parts by number, such as an index"
    if len(inside) == DEEPEST:
        return where, f"{DEEPEST} values deep, each in the one before; keep parts side by side, as in one tuple"
    found = (misfit(each, f"{where}{place}", (*inside, value)) for place, each in parts_of(value))
    return next((bad for bad in found if bad is not None), None)
