"""The end of a game and its result: `outcome` decides first, then `stuck` where there is no move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final

from ..base.payoffs import Payoffs, PayoffScale
from ..base.scale import Scale
from ..errors import RulesError
from .capability import Capabilities
from .chance import steps
from .protocol import Game, M, S
from .scales import outcomes_of

MOST_MOVES: Final = 100_000
"""The most moves in one state; more are taken for an endless loop."""


def final_outcome(game: Game[S, M], found: Capabilities[S, M], state: S) -> float | Payoffs | None:
    """The result of a finished game, for player 0, or for all with more than two players; None while the game runs.

    Raises RulesError if there is no move, no outcome and no `stuck`, and ScoreError if the result is no score.

    Examples:
        >>> from minimaxer.game.capability import capabilities
        >>> from minimaxer_games.chess_lite import ChessLite
        >>> game = ChessLite()
        >>> stalemate = game.parse("k4/2K2/1Q3/5/5 b - - 0 1")
        >>> game.outcome(stalemate), final_outcome(game, capabilities(game), stalemate)
        (None, 0)
    """
    outcome = game.outcome(state)
    if outcome is not None:
        return outcomes_of(game).outcome(outcome, state)
    for _ in moves_iterator(steps(game, state), "moves", state):
        return None
    return stuck_outcome(found, state, "moves", outcomes_of(game))


def stuck_outcome(found: Capabilities[Any, Any], state: object, method: str, scale: Scale | PayoffScale) -> float | Payoffs:
    """The result by `stuck` of a state where `outcome` says that the game runs, and the method named gave no moves.

    Raises RulesError if the game has no `stuck`, and ScoreError if the result is no score.
    """
    if found.stuck is None:
        raise no_moves(method, state)
    return scale.outcome(found.stuck(state), state, "stuck")


def no_moves(method: str, state: object) -> RulesError:
    """The error for a method that gave no move where nothing says how the game ended."""
    return RulesError(
        f"{method}({state!r}) is empty although outcome() says that the game runs; give an outcome there, a pass as a move, or "
        "a method stuck(state)"
    )


def moves_iterator(moves: Iterable[M], method: str, state: object) -> Iterator[M]:
    """The iterator over the moves that a method of the game gave; raises RulesError if they cannot be iterated over."""
    try:
        return iter(moves)
    except TypeError:
        raise RulesError(f"{method}({state!r}) gave {moves!r}; expected an iterable of moves") from None


def listed_moves(moves: Iterable[M], method: str, state: object) -> list[M]:
    """The moves that a method of the game gave, as a list; raises RulesError if it is none, or longer than any game has."""
    found = list(islice(moves_iterator(moves, method, state), MOST_MOVES + 1))
    if len(found) > MOST_MOVES:
        raise endless_moves(method, state)
    return found


def endless_moves(method: str, state: object) -> RulesError:
    """The error for more moves than any game has."""
    return RulesError(f"{method}({state!r}) gave more than {MOST_MOVES:,} moves; expected a list that ends")
