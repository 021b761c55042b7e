"""Openings of a match: distinct positions in which its games begin."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any, Final

from ..errors import OptionError
from ..game.capability import Capabilities, capabilities
from ..game.following import final_outcome, is_chance, steps, wandered
from ..game.protocol import Game, M, S

MOST_ROUNDS: Final = 10_000_000
"""Largest number of openings that may be requested at a time."""
MOST_PLIES: Final = 12
"""Largest number of plies tried if none is given."""
TRIES: Final = 20
"""Random games per wanted opening, after which the search for more ends."""


def openings(game: Game[S, M], given: int | Iterable[S] | None, number: int, seed: int = 0) -> list[S]:
    """States in which games begin; generated ones are distinct and unfinished, and at most `number`.

    `given` is a number of random plies from the initial state (all positions after them if there are no more than wanted), or the
    states themselves. None means as few plies as give enough states, or the initial state in games with chance, since dice make
    each game different. Raises OptionError if there is no such state, or the number of plies is invalid.
    """
    if given is None:
        return _enough(game, number, seed)
    if isinstance(given, (bool, str)) or (isinstance(given, int) and given < 0):
        raise OptionError(f"expected openings to be a number of plies from 0, or states, got {given!r}")
    if isinstance(given, int):
        found = _all_or_some(game, given, number, seed)
        if not found:
            raise OptionError(f"expected games that run for longer than {given} plies, but all had ended by then; take fewer")
        return found
    states = list(given)
    if not states:
        raise OptionError("expected at least one opening, got none")
    return states


def after_plies(game: Game[S, M], plies: int, most: int) -> list[S] | None:
    """All distinct states in which the game still runs after exactly that many plies from the initial state.

    None if there are more than `most`, after these plies or fewer.
    """
    states = [game.initial()]
    for _ in range(plies):
        after = (game.play(state, move) for state in states for move in steps(game, state))
        states = list(islice(_distinct(game, after), most + 1))
        if len(states) > most:
            return None
        if not states:
            break
    return states


def _all_or_some(game: Game[S, M], plies: int, number: int, seed: int) -> list[S]:
    """All states after that many plies in random order; a random selection if there are more than wanted."""
    states = after_plies(game, plies, number)
    if states is None:
        return list(islice(drawn(game, plies, TRIES * number, seed), number))
    Random(f"order {seed} {plies}").shuffle(states)
    return states


def _enough(game: Game[S, M], number: int, seed: int) -> list[S]:
    if hasattr(game, "chances"):
        return [game.initial()]
    most: list[S] = []
    for plies in range(1, MOST_PLIES + 1):
        found = list(islice(drawn(game, plies, TRIES * number, seed), number))
        if len(found) >= number:
            return found
        most = max(most, found, key=len)
    return most or [game.initial()]


def drawn(game: Game[S, M], plies: int, tries: int, seed: int) -> Iterator[S]:
    """The distinct unfinished states that `tries` random games reach after that many plies."""
    rng = Random(f"openings {seed} {plies}")
    walks = (_walk(game, plies, rng) for _ in range(tries))
    yield from _distinct(game, (state for state in walks if state is not None))


def _walk(game: Game[S, M], plies: int, rng: Random) -> S | None:
    """The state after random plies; None if the game ended before."""
    found = capabilities(game)
    state = game.initial()
    for _ in range(plies):
        if final_outcome(game, found, state) is not None:
            return None
        state = wandered(game, state, rng)
    return state


def wandering(game: Any, rng: Random) -> Iterator[Any]:
    """Yields states of random games in which a player moves, without end."""
    found, state = capabilities(game), game.initial()
    while True:
        if final_outcome(game, found, state) is not None:
            state = game.initial()
        if not is_chance(game, state):
            yield state
        state = wandered(game, state, rng)


def position_name(game: Game[S, M], found: Capabilities[S, M], state: S) -> Hashable:
    """A hashable key that equal positions share: the mover, and the game's key or the whole state."""
    identity = found.identity(state)
    try:
        hash(identity)
    except TypeError:
        identity = repr(identity)
    return game.player(state), identity


def _distinct(game: Game[S, Any], states: Iterable[S]) -> Iterator[S]:
    """Each unfinished state once."""
    found = capabilities(game)
    seen = set()
    for state in states:
        name = position_name(game, found, state)
        if name not in seen and final_outcome(game, found, state) is None:
            seen.add(name)
            yield state
