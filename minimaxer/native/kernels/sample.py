"""The results of all methods of a game for one state, for comparison with Python."""

from __future__ import annotations

from typing import Any

from ...compiler.runtime.intrinsics import bits_of, peek, poke
from ...game.protocol import CHANCE
from .. import sample_layout as p


def sample_entry(game: Any, mem: int) -> int:
    """Writes the results for the state in memory to the places of `sample_layout`; gives 1 if there are too many moves."""
    state = game.load_state(mem, p.STATE)
    poke(mem, p.PLAYER, -1)
    poke(mem, p.OVER, 0)
    if game.has_outcome:
        outcome = game.outcome(state)
        if outcome is not None:
            poke(mem, p.OVER, 1)
            game.store_given(mem, p.OUTCOME, outcome)
            return 0
    poke(mem, p.PLAYER, game.player(state))
    if game.has_evaluate:
        game.store_given(mem, p.EVALUATION, game.evaluate(state))
    place = p.KEY
    for word in game.key_words(game.key(state)):
        poke(mem, place, word)
        place += 1
    if game.has_banked:
        game.store_score(mem, p.BANKED, game.score(game.banked(state)))
    if game.has_bounds and game.players <= 2:
        low, high = game.bounds(state)
        game.store_score(mem, p.LOW, game.score(low))
        game.store_score(mem, p.HIGH, game.score(high))
    moves, children = peek(mem, p.MOVES), peek(mem, p.CHILDREN)
    count = 0
    if game.has_chances:
        if game.player(state) == CHANCE:
            for move, chance in game.chances(state):
                if count == p.MOST:
                    return 1
                game.store_move(moves, count * game.move_words, move)
                poke(mem, p.WEIGHTS + count, bits_of(chance * 1.0))
                game.store_state(children, count * game.state_words, game.play(state, move))
                count += 1
            poke(mem, p.COUNT, count)
            return 0
    for move in game.moves(state):
        if count == p.MOST:
            return 1
        game.store_move(moves, count * game.move_words, move)
        if game.has_order:
            poke(mem, p.WEIGHTS + count, game.weight(game.order(state, move)))
        if game.has_prior:
            poke(mem, p.PRIORS + count, bits_of(game.prior(state, move) * 1.0))
        if game.has_gain:
            poke(mem, p.GAINS + count, bits_of(game.gain(state, move) * 1.0))
        if game.has_is_legal:
            poke(mem, p.LEGAL + count, 1 if game.is_legal(state, move) else 0)
        if game.has_move_id:
            poke(mem, p.IDS + count, game.move_id(move))
        game.store_state(children, count * game.state_words, game.play(state, move))
        count += 1
    poke(mem, p.COUNT, count)
    if game.has_stuck:
        if count == 0:
            game.store_given(mem, p.OUTCOME, game.stuck(state))
            return 0
    if game.has_must_move:
        poke(mem, p.FORCED, 1 if game.must_move(state) else 0)
    if game.has_null:
        over, other = game.skip(state)
        poke(mem, p.PASSES, 0 if over else 1)
        game.store_state(children, p.MOST * game.state_words, other)
    if game.has_canonical:
        same, symmetry = game.canonical(state)
        poke(mem, p.SYMMETRY, symmetry)
        game.store_state(children, (p.MOST + 1) * game.state_words, same)
        if game.has_map_move:
            count = 0
            for move in game.moves(state):
                game.store_move(peek(mem, p.MAPPED), count * game.move_words, game.map_move(move, symmetry))
                count += 1
    if game.has_search_moves:
        poke(mem, p.SEARCHED_COUNT, 0)
        for move in game.searched_moves(state):
            game.store_move(peek(mem, p.SEARCHED), peek(mem, p.SEARCHED_COUNT) * game.move_words, move)
            poke(mem, p.SEARCHED_COUNT, peek(mem, p.SEARCHED_COUNT) + 1)
            if peek(mem, p.SEARCHED_COUNT) == p.MOST:
                return 1
    if game.has_noisy_moves:
        poke(mem, p.NOISY_COUNT, 0)
        for move in game.noisy_moves(state):
            game.store_move(peek(mem, p.NOISY), peek(mem, p.NOISY_COUNT) * game.move_words, move)
            poke(mem, p.NOISY_COUNT, peek(mem, p.NOISY_COUNT) + 1)
            if peek(mem, p.NOISY_COUNT) == p.MOST:
                return 1
    return 0
