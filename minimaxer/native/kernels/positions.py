"""Properties of a position in kernels: its result, its static value, its key."""

from __future__ import annotations

from typing import Any, Final

from ...base.scores import DECISIVE, LOSS, WIN
from ...compiler.runtime import header as h
from ...compiler.runtime.intrinsics import bits_of, peek, plus, poke, times

_SPREAD: Final = -7046029254386353131
"""2**64 divided by the golden ratio, as a signed number."""
_MOVER: Final = 7046029254386353131
_FIRST: Final = -4658895280553007687
_SECOND: Final = -7723592293110705685
_BANKED: Final = 0x2545F4914F6CDD1D
"""Multiplier that mixes the banked margin into a hash; any odd number."""


def outcome_value(game: Any, mem: int, state: Any, ply: int) -> Any:
    """True if the game is over, and its result for player 0 as seen from the root."""
    outcome = game.outcome(state)
    if outcome is None:
        return False, game.score(0)
    return True, seen_from_root(game, mem, state, game.score(outcome), ply, h.OUTCOME)


def whether_over(game: Any, mem: int, state: Any, ply: int) -> Any:
    """`outcome_value` for more than two players, who have no single value."""
    return game.outcome(state) is not None, game.score(0)


def never_over(game: Any, mem: int, state: Any, ply: int) -> Any:
    """`outcome_value` for games whose `outcome` is always None."""
    return False, game.score(0)


def seen_from_root(game: Any, mem: int, state: Any, outcome: Any, ply: int, fault: int) -> Any:
    """A result with wins moved towards zero by the ply; unchanged in games with chance."""
    if game.has_chances:
        if not game.least <= outcome <= game.most:
            break_off(game, mem, state, fault)
        elif outcome != WIN and outcome != LOSS and outcome != 0:
            poke(mem, h.MARGIN, 1)
        return outcome
    if -DECISIVE < outcome < DECISIVE:
        return outcome
    if outcome == WIN:
        return outcome - ply
    if outcome == LOSS:
        return outcome + ply
    break_off(game, mem, state, fault)
    return game.score(0)


def static_value(game: Any, mem: int, state: Any) -> Any:
    """The game's evaluation for player 0."""
    if game.has_chances:
        if not game.has_evaluate:
            return game.unknown
    value = game.score(game.evaluate(state))
    if game.has_chances:
        if not game.least <= value <= game.most:
            break_off(game, mem, state, h.EVALUATION)
        return value
    if not -DECISIVE < value < DECISIVE:
        break_off(game, mem, state, h.EVALUATION)
    return value


def break_off(game: Any, mem: int, state: Any, fault: int) -> None:
    """Ends the search because the game broke the protocol in that state."""
    if peek(mem, h.STOP) == 0:
        poke(mem, h.STOP, h.BY_RULES)
        poke(mem, h.FAULT, fault)
        game.store_state(mem, h.FAULT_STATE, state)


def mixed(words: Any) -> int:
    """A hash of words, one-to-one for a single word, in which every bit of every word affects every bit.

    Source: S. Vigna, the finalizer of "splitmix64"; each step is one-to-one.
    """
    code = 0
    for word in words:
        code = plus(code ^ word, _SPREAD)
        code = times(code ^ (code >> 30 & 0x3_FFFF_FFFF), _FIRST)
        code = times(code ^ (code >> 27 & 0x1F_FFFF_FFFF), _SECOND)
        code ^= code >> 31 & 0x1_FFFF_FFFF
    return code


def position_code(game: Any, state: Any, player: int) -> int:
    """A 64-bit hash of a running position with that mover, or a finished one; `tables.codes` has the same in Python."""
    if game.has_canonical:
        state, _ = game.canonical(state)
    return mixed(game.key_words(game.key(state))) ^ times(player, _MOVER)


def path_code(game: Any, state: Any, player: int) -> int:
    """A 64-bit hash of a position on the current path, by which repetitions are found."""
    code = position_code(game, state, player)
    if game.has_banked:  # which the key may leave out
        code ^= bank_code(game, state)
    return code


def bank_code(game: Any, state: Any) -> int:
    """A hash of the banked margin, to be mixed into a key that leaves it out."""
    return times(bits_of(margin_of(game, state)), _BANKED)


def margin_of(game: Any, state: Any) -> Any:
    """The banked margin of a state, as a score."""
    return game.score(game.banked(state))


def to_table(game: Any, value: Any, ply: int) -> Any:
    """Converts a value as seen from the root to one as seen from its own position."""
    if game.has_chances:
        return value
    if value >= DECISIVE:
        return value + ply
    if value <= -DECISIVE:
        return value - ply
    return value


def from_table(game: Any, value: Any, ply: int) -> Any:
    """Converts a value as seen from its own position to one as seen from the root."""
    if game.has_chances:
        return value
    if value >= DECISIVE:
        return value - ply
    if value <= -DECISIVE:
        return value + ply
    return value
