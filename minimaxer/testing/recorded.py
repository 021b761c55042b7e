"""Recorded games: states, moves and results as text, for comparison after the rules have changed."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from ..game.capability import capabilities, has_capability
from ..game.following import final_outcome, steps
from ..game.notation import Notation
from ..game.protocol import Game
from .play import play_random

LONGEST: Final = 120
"""The largest number of plies of a recorded game."""

Record = dict[str, Any]
"""A recorded game: `plies`, each with `state`, `player`, `moves` and the `move` played, then `end` and `outcome`."""


def record(game: Game[Any, Any], seed: int) -> Record:
    """Records one random game."""
    notation = Notation(game, capabilities(game))
    played = play_random(game, Random(seed), LONGEST)
    plies = [
        _looked_at(game, notation, state) | {"move": notation.write_move(state, move)}
        for state, move in zip(played.states, played.moves, strict=False)
    ]
    return {"plies": plies, "end": _position(game, notation, played.states[-1]), "outcome": _number(played.outcome)}


def difference(game: Game[Any, Any], recorded: Record) -> str | None:
    """Replays the recorded moves and describes the first difference; None if there is none."""
    notation = Notation(game, capabilities(game))
    state = game.initial()
    for number, ply in enumerate(recorded["plies"]):
        if (outcome := game.outcome(state)) is not None:
            return f"at ply {number}, in {ply['state']}: the game went on, and is now over, with the outcome {outcome!r}"
        now = _looked_at(game, notation, state)
        for what, value in now.items():
            if value != ply[what]:
                return f"at ply {number}, in {ply['state']}: {what} was {ply[what]!r} and is {value!r}"
        legal = {notation.write_move(state, move): move for move in steps(game, state)}
        state = game.play(state, legal[ply["move"]])
    outcome = _number(final_outcome(game, capabilities(game), state))
    end = {"end": _position(game, notation, state), "outcome": outcome}
    for what, value in end.items():
        if value != recorded[what]:
            return f"after {len(recorded['plies'])} plies: {what} was {recorded[what]!r} and is {value!r}"
    return None


def _looked_at(game: Game[Any, Any], notation: Notation[Any, Any], state: Any) -> Record:
    return {
        "state": _position(game, notation, state),
        "player": int(game.player(state)),
        "moves": [notation.write_move(state, move) for move in steps(game, state)],
    }


def _number(outcome: Any) -> Any:
    """The outcome for JSON: a number, or for more than two players a list of them."""
    if outcome is None:
        return None
    if isinstance(outcome, (tuple, list)):
        return [_number(each) for each in outcome]
    return int(outcome) if outcome == int(outcome) else float(outcome)


def _position(game: Game[Any, Any], notation: Notation[Any, Any], state: Any) -> str | None:
    """The position as text; None where the game has no notation, since a `repr` may differ between processes."""
    return notation.write_position(state) if has_capability(game, "format") else None
