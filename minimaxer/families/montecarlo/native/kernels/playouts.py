"""Random playouts and their results."""

from __future__ import annotations

import math
from typing import Any

from .....base.scores import LOSS, SCALE_GAMES, SCALE_POSITIONS, WIN
from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import bits_of, float_of, peek, poke
from .....game.protocol import CHANCE
from .....native.kernels.parts import arena_mark, arena_rewind, below, stopped, thrown
from .....native.kernels.positions import break_off, static_value
from .. import layout as w


def settled(game: Any, mem: int, state: Any) -> bool:
    """True if the game is over; its payoffs are then in `RESULT`."""
    if not game.has_outcome:
        return False
    outcome = game.outcome(state)
    if outcome is None:
        return False
    take(game, mem, state, outcome, h.OUTCOME)
    return True


def take(game: Any, mem: int, state: Any, outcome: Any, fault: int) -> None:
    """Checks the payoffs of an outcome, and writes them into `RESULT`."""
    if game.players > 2:
        game.store_payoffs(mem, w.RESULT, outcome)
        if game.has_range:
            for place in range(game.players):
                payoff = game.load_score(mem, w.RESULT + place)
                if not game.least <= payoff <= game.most:
                    break_off(game, mem, state, fault)
    else:
        value = game.score(outcome)
        if not game.smallest <= value <= game.greatest:
            break_off(game, mem, state, fault)
        game.store_score(mem, w.RESULT, value)
        if value != WIN and value != LOSS and value != 0:
            poke(mem, w.MARGINS, 1)
    record_spread(game, mem)


def record_spread(game: Any, mem: int) -> None:
    """Widens the range of results seen so that it includes `RESULT`."""
    for place in range(game.sums):
        value = game.load_score(mem, w.RESULT + place)
        if peek(mem, w.SEEN) == 0:
            poke(mem, w.SEEN, 1)
            game.store_score(mem, w.LOW, value)
            game.store_score(mem, w.HIGH, value)
        if value < game.load_score(mem, w.LOW):
            game.store_score(mem, w.LOW, value)
        if value > game.load_score(mem, w.HIGH):
            game.store_score(mem, w.HIGH, value)


def record_result(game: Any, mem: int) -> None:
    """Adds `RESULT`, that of a simulation, to the statistics for `spread_of`."""
    for place in range(game.sums):
        value = game.load_score(mem, w.RESULT + place) * 1.0
        poke(mem, w.COUNTED, peek(mem, w.COUNTED) + 1)
        poke(mem, w.SUM, bits_of(float_of(peek(mem, w.SUM)) + value))
        poke(mem, w.SQUARES, bits_of(float_of(peek(mem, w.SQUARES)) + value * value))


def spread_of(game: Any, mem: int) -> float:
    """The spread of results: the range of wins and losses; of margins, whose extremes are rare, twice their deviation at most."""
    spread = (game.load_score(mem, w.HIGH) - game.load_score(mem, w.LOW)) * 1.0
    if game.players == 2:
        spread = max(abs(game.load_score(mem, w.HIGH) * 2.0), abs(game.load_score(mem, w.LOW) * 2.0))
    if (game.players > 2 or peek(mem, w.MARGINS) != 0) and peek(mem, w.COUNTED) > 0:
        counted = peek(mem, w.COUNTED)
        mean = float_of(peek(mem, w.SUM)) / counted
        spread = min(spread, 2.0 * math.sqrt(max(0.0, float_of(peek(mem, w.SQUARES)) / counted - mean * mean)))
    return max(spread, 1e-9)


def estimated(game: Any, mem: int, state: Any) -> None:
    """Writes an estimate for the unfinished last position of a playout into `RESULT`."""
    if game.players > 2:
        if game.has_evaluate:
            take(game, mem, state, game.evaluate(state), h.EVALUATION)
        else:
            game.store_payoffs(mem, w.RESULT, game.unknown)
            record_spread(game, mem)
    elif game.scales_evaluation:
        value = judged(game, mem, state)
        if peek(mem, w.SCALE) == 0 and value != 0.0:
            poke(mem, w.MARGINS, 1)
        game.store_score(mem, w.RESULT, game.score(value))
        record_spread(game, mem)
    else:
        game.store_score(mem, w.RESULT, game.score(static_value(game, mem, state)))
        if game.load_score(mem, w.RESULT) != game.score(0):
            poke(mem, w.MARGINS, 1)
        record_spread(game, mem)


def stuck(game: Any, mem: int, state: Any) -> None:
    """Writes the outcome of a running position without moves into `RESULT`."""
    if game.has_stuck:
        take(game, mem, state, game.stuck(state), h.STUCK)
    else:
        break_off(game, mem, state, h.NO_MOVES)


def moves_of(game: Any, mem: int, state: Any) -> int:
    """Writes the moves of a position to `MOVES`; gives their number, or -1 where there is no room."""
    count = 0
    for move in game.moves(state):  # the loop of every playout, in which a call of `put` cost up to a tenth
        if count >= w.MOST_MOVES:
            poke(mem, h.STOP, h.BY_MOVES)
            return -1
        game.store_move(mem, w.MOVES + count * game.move_words, move)
        count += 1
    return count


def put(game: Any, mem: int, count: int, move: Any) -> int:
    """Appends a move to the `count` moves in `MOVES`; gives their new number, or -1 where there is no room."""
    if count >= w.MOST_MOVES:
        poke(mem, h.STOP, h.BY_MOVES)
        return -1
    game.store_move(mem, w.MOVES + count * game.move_words, move)
    return count + 1


def play_out(game: Any, mem: int, given: Any) -> None:
    """Plays random moves to the end of the game or the playout limit; the payoffs are then in `RESULT`."""
    poke(mem, w.PLAYOUTS, peek(mem, w.PLAYOUTS) + 1)
    decisive = peek(mem, h.FLAGS) & w.DECISIVE != 0
    limit = peek(mem, w.PLAYOUT_LIMIT)
    plies = 0
    state = given
    while True:
        if plies >= limit:
            estimated(game, mem, state)
            break
        player = game.player(state)
        is_chance = game.has_chances and player == CHANCE
        if is_chance:
            state = thrown(game, mem, w.RNG, state)
        elif player < 0 or player > game.last_player:
            break_off(game, mem, state, h.PLAYER)
            break
        else:
            count = moves_of(game, mem, state)
            if count <= 0:
                if count == 0:
                    stuck(game, mem, state)
                break
            if decisive and peek(mem, w.MARGINS) == 0:
                if take_win(game, mem, state, player, count):
                    plies += 1
                    break
            state = game.play(state, game.load_move(mem, w.MOVES + drawn(game, mem, state, count) * game.move_words))
        plies += 1
        if settled(game, mem, state):
            break
        if stopped(mem):
            break
    poke(mem, h.NODES, peek(mem, h.NODES) + plies)
    poke(mem, w.PLAYOUT_PLIES, peek(mem, w.PLAYOUT_PLIES) + plies)


def take_win(game: Any, mem: int, state: Any, player: int, count: int) -> bool:
    """True if one of the moves in `MOVES` wins at once; `RESULT` is then that win."""
    if game.can_be_greatest:
        for place in range(count):
            after = game.play(state, game.load_move(mem, w.MOVES + place * game.move_words))
            if settled(game, mem, after):
                if is_most(game, mem, player):
                    return True
    return False


def is_most(game: Any, mem: int, player: int) -> bool:
    """True if `RESULT` gives the player the greatest possible payoff."""
    if game.players > 2:
        return bool(game.load_score(mem, w.RESULT + player) >= game.greatest)
    value = game.load_score(mem, w.RESULT)
    return bool(value >= game.greatest) if player == 0 else bool(value <= game.smallest)


def drawn(game: Any, mem: int, state: Any, count: int) -> int:
    """The index of a random move in `MOVES`; of several random ones, that of the move that `order` weighs most."""
    best = below(mem, w.RNG, count)
    if game.has_order:
        choices = peek(mem, w.CHOICES)
        if choices > 1 and count > 1:
            most = game.weight(game.order(state, game.load_move(mem, w.MOVES + best * game.move_words)))
            for _ in range(choices - 1):
                place = below(mem, w.RNG, count)
                if place != best:
                    weight = game.weight(game.order(state, game.load_move(mem, w.MOVES + place * game.move_words)))
                    if weight > most:
                        most = weight
                        best = place
    return best


def judged(game: Any, mem: int, state: Any) -> float:
    """The evaluation of a position in the units of outcomes."""
    value = static_value(game, mem, state) * 1.0
    if float_of(peek(mem, w.SCALE)) < 0.0:
        poke(mem, w.SCALE, bits_of(scale_from(game, mem, state)))
    scale = float_of(peek(mem, w.SCALE))
    if scale == 0.0:
        return value
    return math.tanh(value / scale) * WIN


def scale_from(game: Any, mem: int, given: Any) -> float:
    """The root mean square of the evaluations in random games from a position; 0 where these end in margins."""
    total = 0.0
    seen = 0
    games = 0
    while games < SCALE_GAMES and seen < SCALE_POSITIONS:
        end = arena_mark(game, mem)
        state = given
        while seen < SCALE_POSITIONS:
            value = static_value(game, mem, state) * 1.0
            total += value * value
            seen += 1
            count = moves_of(game, mem, state)
            if count <= 0:
                break
            state = game.play(state, game.load_move(mem, w.MOVES + below(mem, w.RNG, count) * game.move_words))
            if game.has_outcome:
                outcome = game.outcome(state)
                if outcome is not None:
                    result = game.score(outcome)
                    if result != WIN and result != LOSS and result != 0:
                        return 0.0
                    break
        arena_rewind(game, mem, end)
        games += 1
    return max(1e-9, math.sqrt(total / seen))
