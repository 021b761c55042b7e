"""The moves, chances, priors and results that follow a state, checked, and the scale of a game's numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, Final

from ..base.scores import LOSS, PLIES, WIN, Payoffs, PayoffScale, Scale, checked_weights, plain_number, utilities
from ..errors import GameError, IllegalMoveError, RulesError, ScoreError
from .capability import Capabilities
from .comparing import matching
from .protocol import CHANCE, Game, M, S, players_of


def priors(found: Capabilities[Any, Any], state: Any, moves: Sequence[Any]) -> list[float]:
    """The shares of the moves by the game's `prior`, or else by its `order`; equal ones where it has neither."""
    if found.prior is not None:
        return prior_shares([found.prior(state, move) for move in moves], state)
    if found.order is not None:
        return order_shares(checked_weights([found.order(state, move) for move in moves], state))
    return [1 / len(moves)] * len(moves)


def prior_shares(weights: Sequence[Any], state: object) -> list[float]:
    """The shares of moves by the weights that `prior` gave; equal ones where all weights are 0.

    Raises ScoreError if a weight is no finite number from 0.
    """
    numbers = []
    for weight in weights:
        number = plain_number(weight)
        if number is None or not 0 <= number < math.inf:
            raise ScoreError(
                f"prior() gave {weight!r} for a move in {state!r}; expected a finite number from 0, bigger for better"
            )
        numbers.append(number)
    total = math.fsum(numbers)
    return [number / total for number in numbers] if total > 0 else [1 / len(numbers)] * len(numbers)


def order_shares(weights: Sequence[float]) -> list[float]:
    """The shares of moves by the weights of `order`: a factor of e for each standard deviation, as their unit is unknown.

    Examples:
        >>> [round(share, 2) for share in order_shares([0, 0, 3])]
        [0.1, 0.1, 0.81]
    """
    weights = [min(max(weight, -MOST_WEIGHT), MOST_WEIGHT) for weight in weights]
    mean = math.fsum(weights) / len(weights)
    deviation = math.sqrt(math.fsum((weight - mean) ** 2 for weight in weights) / len(weights))
    if deviation == 0:
        return [1 / len(weights)] * len(weights)
    numbers = [math.exp((weight - mean) / deviation) for weight in weights]
    total = math.fsum(numbers)
    return [number / total for number in numbers]


MOST_WEIGHT = 1e6
"""The largest `order` weight, positive or negative; weights beyond it are clipped."""

_SIMULTANEOUS: Final = -2
"""The player that OpenSpiel's games give where players choose at the same time."""


def no_state(state: object, move: object) -> RulesError:
    """The error for a `play` that returned nothing."""
    return RulesError(f"play({state!r}, {move!r}) gave None; expected the next state")


def check_moves(moves: Iterable[object], state: object) -> None:
    """Raises RulesError if None is among the moves of a state: in lines and trees, None means no move."""
    if any(move is None for move in moves):
        raise RulesError(f"moves({state!r}) gave None among the moves; take another value for a pass")


def checked_player(player: int, state: object, *, players: int = 2, chance: bool = False) -> int:
    """The player, after a check that it is one of the players, or chance in a game that has `chances`."""
    if player in range(players) or (chance and player == CHANCE):
        return player
    if player == CHANCE:
        raise RulesError(f"player({state!r}) gave mx.CHANCE, but the game has no method chances(state), or it is ignored")
    if player == _SIMULTANEOUS or isinstance(player, (tuple, list, set, frozenset)):
        raise RulesError(
            f"player({state!r}) gave {player!r}; players who choose at the same time (simultaneous moves) are not searched: have "
            "one choose after the other, and let deal(state, player, rng) hide what the first has chosen"
        )
    raise RulesError(f"player({state!r}) gave {player!r}; expected {expected_players(players, chance=chance)}")


def expected_players(players: int, *, chance: bool = False) -> str:
    """The values that `player` may return, in words."""
    numbers = ("0", "0 or 1")[players - 1] if players <= 2 else f"0 to {players - 1}"
    return numbers + (" or mx.CHANCE" if chance else "")


TOLERANCE: Final = 1e-9
"""The tolerated difference between 1 and the sum of the probabilities in one state."""


def is_chance(game: Game[S, M], state: S) -> bool:
    """True if chance decides in a running state."""
    return hasattr(game, "chances") and game.player(state) == CHANCE


def steps(game: Game[S, M], state: S) -> Iterable[M]:
    """The moves out of a running state: the mover's legal moves, or the outcomes of chance."""
    return (move for move, _ in chances_of(game, state)) if is_chance(game, state) else game.moves(state)


def after(game: Any, state: Any, move: Any) -> Any:
    """The state after a legal move; raises IllegalMoveError for any other move."""
    if game.outcome(state) is not None or matching(steps(game, state), move) is None:
        raise IllegalMoveError(f"{move!r} is no legal move in {state!r}")
    return game.play(state, move)


def chances_of(game: Any, state: Any) -> Iterator[tuple[Any, float]]:
    """The outcomes of chance in a state, one by one, each with its probability; errors as in `checked_chances`."""
    return checked_chances(game.chances(state), state)


def checked_chances(given: Any, state: object) -> Iterator[tuple[Any, float]]:
    """The pairs that `chances` gave in a state, one by one, each checked to be a move and its probability. Raises RulesError if
    it gave anything else, or probabilities that do not add up to 1.
    """
    try:
        pairs = iter(given)
    except TypeError:
        raise RulesError(f"chances({state!r}) gave {given!r}; expected pairs (move, probability)") from None
    total = 0.0
    for pair in pairs:
        try:
            move, probability = pair
        except (TypeError, ValueError):
            raise RulesError(f"chances({state!r}) gave {pair!r}; expected pairs (move, probability)") from None
        if type(probability) is not float or not 0.0 < probability <= 1.0:
            number = plain_number(probability)
            if number is None or not 0 < number <= 1 + TOLERANCE:
                what = f"chances({state!r}) gave {move!r} the probability {probability!r}"
                raise RulesError(f"{what}; expected a number above 0, up to 1")
            probability = float(number)
        total += probability
        if total > 1 + TOLERANCE:
            break
        yield move, probability
    if abs(total - 1) > TOLERANCE:
        raise RulesError(f"chances({state!r}) gave probabilities that add up to {total:.12g}; expected 1")


def drawn(game: Game[S, M], state: S, rng: Random) -> M:
    """An outcome of chance, drawn by its probability."""
    pairs = list(chances_of(game, state))
    (move,) = rng.choices([move for move, _ in pairs], [probability for _, probability in pairs])
    found: M = move
    return found


def wandered(game: Game[S, M], state: S, rng: Random) -> S:
    """The state after a random legal move, or after an outcome of chance."""
    return game.play(state, drawn(game, state, rng) if is_chance(game, state) else rng.choice(list(game.moves(state))))


def outcomes_of(game: Any) -> Scale | PayoffScale:
    """The scale of a game's numbers, for any number of players; raises GameError if what it says of them is invalid."""
    return payoffs_of(game) if players_of(game) > 2 else scale_of(game)


def scale_of(game: Any) -> Scale:
    """The scale of a game for one or two players; errors as in `value_range`."""
    return PLIES if not hasattr(game, "chances") else utilities(*value_range(game))


def payoffs_of(game: Any) -> PayoffScale:
    """The scale of a game for three or more players; raises GameError if `value_range` or `payoff_sum` is invalid."""
    players, total = players_of(game), payoff_sum(game)
    low, high = _given_range(game) or ((-math.inf, math.inf) if total is None else (0, math.inf))
    if total is not None:
        if not players * low <= total <= players * high:
            raise GameError(
                f"{type(game).__name__}.payoff_sum is {total:g}, which {players} payoffs from {low:g} to {high:g} cannot add up "
                "to; say by value_range = (low, high) how far they go"
            )
        high = min(high, total - (players - 1) * low)
    return PayoffScale(players, low, high, total)


def static_value(found: Capabilities[Any, Any], scale: Any, state: Any) -> Any:
    """The value of a running state without a search: by `evaluate`, on the scale given, or else `scale.unknown`."""
    return scale.unknown if found.evaluate is None else scale.evaluation(found.evaluate(state), state)


def payoff_sum(game: Any) -> float | None:
    """The sum of all players' payoffs; None where the game does not say. Raises GameError if it is no number."""
    given = getattr(game, "payoff_sum", None)
    total = plain_number(given)
    if given is not None and (total is None or not math.isfinite(total)):
        raise GameError(f"{type(game).__name__}.payoff_sum is {given!r}; expected a number, what the payoffs add up to")
    return total


def value_range(game: Any) -> tuple[float, float]:
    """The least and the greatest possible value, from the game's `value_range`; by default a loss and a win. Raises GameError if
    it is no range.
    """
    return _given_range(game) or (LOSS, WIN)


def _given_range(game: Any) -> tuple[float, float] | None:
    given = getattr(game, "value_range", None)
    if given is None:
        return None
    try:
        low, high = map(plain_number, given)
    except (TypeError, ValueError):
        low = high = None
    if low is None or high is None or not (low < high and math.isfinite(high - low)):
        raise GameError(f"{type(game).__name__}.value_range is {given!r}; expected two numbers (low, high), low below high")
    return low, high


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
    """The result by `stuck` of a state where `outcome` says that the game runs, and the method named gave no moves. Raises
    RulesError if the game has no `stuck`, and ScoreError if the result is no score.
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
