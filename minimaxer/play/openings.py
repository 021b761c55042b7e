"""Where the games of a match begin: positions that are not the same twice."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any, Final

from ..errors import OptionError
from ..game.capability import Capabilities, capabilities
from ..game.chance import steps, wandered
from ..game.ending import final_outcome
from ..game.protocol import Game, M, S

MOST_ROUNDS: Final = 10_000_000
"""Openings that may be asked for at a time."""
MOST_PLIES: Final = 12
"""Plies of the openings that are looked for where nobody said how many."""
TRIES: Final = 20
"""Random games begun for each opening wanted, before it counts as found out that there are no more."""


def openings(game: Game[S, M], given: int | Iterable[S] | None, number: int, seed: int = 0) -> list[S]:
    """Where games begin: at most so many states, none twice and none finished.

    Args:
        game: The rules.
        given: Plies drawn by lot from the initial state, or all positions after so many where there are no more than wanted; or
            the states themselves; None for as few plies as give enough states, or for the initial state where chance decides,
            since dice make each game another one.
        number: How many are wanted.
        seed: Of the lots.

    Raises:
        OptionError: There is none, or the number of plies is none.
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
    """All states in which the game still runs after just that many plies from the initial one, each once.

    None where there are more than `most`, or more on the way to them.
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
    """All states after that many plies, in an order drawn by lot; some where there are more than wanted."""
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
    """The states that so many random games have come to after that many plies, each once."""
    rng = Random(f"openings {seed} {plies}")
    walks = (_walk(game, plies, rng) for _ in range(tries))
    yield from _distinct(game, (state for state in walks if state is not None))


def _walk(game: Game[S, M], plies: int, rng: Random) -> S | None:
    """The state after random plies; None where the game ended on the way."""
    found = capabilities(game)
    state = game.initial()
    for _ in range(plies):
        if final_outcome(game, found, state) is not None:
            return None
        state = wandered(game, state, rng)
    return state


def position_name(game: Game[S, M], found: Capabilities[S, M], state: S) -> Hashable:
    """What two states have in common that are the same position, by the game's key or as a whole."""
    identity = found.identity(state)
    try:
        hash(identity)
    except TypeError:
        identity = repr(identity)
    return game.player(state), identity


def _distinct(game: Game[S, Any], states: Iterable[S]) -> Iterator[S]:
    """Each state once, without those in which the game is over."""
    found = capabilities(game)
    seen = set()
    for state in states:
        name = position_name(game, found, state)
        if name not in seen and final_outcome(game, found, state) is None:
            seen.add(name)
            yield state
