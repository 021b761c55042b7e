"""Random games to their end."""

from __future__ import annotations

from typing import Any, Final

from ...compiler.runtime import header as h
from ...compiler.runtime.intrinsics import counted, drawn, listed, peek, poke
from ...game.protocol import CHANCE
from .parts import arena_mark, arena_rewind, below, stopped, thrown
from .positions import break_off, seen_from_root

RNG, LIMIT = h.FREE, h.FREE + 1
"""The random state, and the number of plies after which a game is cut off."""
_FEW: Final = 8
"""Moves are listed where they are at most one in so many of the places to choose from."""
GAMES: Final = 500
"""Most games of a run. Memory holds, one after the other: the number of turns with each number of moves; of each game the index
of its first move, -1 if chance began, its length, -1 less the limit if it was cut off, and its result in six words; and moves."""
WIDTHS: Final = h.END
FIRSTS: Final = WIDTHS + h.MOST_MOVES + 1
PLIES: Final = FIRSTS + GAMES
RESULTS: Final = PLIES + GAMES
MOVES: Final = RESULTS + 6 * GAMES


def playouts_entry(game: Any, mem: int) -> int:
    """Plays `DEPTH` random games from the state in memory; gives the stop reason, 0 when complete."""
    start = game.load_state(mem, h.STATE)
    for number in range(peek(mem, h.DEPTH)):
        end = arena_mark(game, mem)
        poke(mem, FIRSTS + number, -1)
        poke(mem, PLIES + number, play_game(game, mem, number, start))
        arena_rewind(game, mem, end)
        if stopped(mem):
            break
    return peek(mem, h.STOP)


def play_game(game: Any, mem: int, number: int, start: Any) -> int:
    """Plays random moves to the end of the game; gives its length as `PLIES` has it."""
    plies = 0
    state = start
    while not stopped(mem):
        if game.has_outcome:
            outcome = game.outcome(state)
            if outcome is not None:
                record(game, mem, RESULTS + 6 * number, state, outcome, h.OUTCOME)
                break
        if plies == peek(mem, LIMIT):
            return -1 - plies
        player = game.player(state)
        is_chance = game.has_chances and player == CHANCE
        if is_chance:
            state = thrown(game, mem, RNG, state)
        elif player < 0 or player > game.last_player:
            break_off(game, mem, state, h.PLAYER)
        else:
            counts = counted(game.moves, state)
            if counts is not None:
                count, total = counts
                if plies > 0 and 0 < count <= h.MOST_MOVES and _FEW * count > total:
                    poke(mem, WIDTHS + count, peek(mem, WIDTHS + count) + 1)
                    state = game.play(state, drawn(game.moves, state, below, mem, RNG))
                    plies += 1
                    poke(mem, h.NODES, peek(mem, h.NODES) + 1)
                    continue
            moves = listed(game.moves, state)
            count = 0 if moves is None else len(moves)
            if moves is None:
                for move in game.moves(state):
                    if count >= h.MOST_MOVES:
                        count += 1
                        break
                    game.store_move(mem, MOVES + count * game.move_words, move)
                    count += 1
            if count > h.MOST_MOVES:
                break_off(game, mem, state, h.MANY_MOVES)
                break
            if count == 0:
                if game.has_stuck:
                    record(game, mem, RESULTS + 6 * number, state, game.stuck(state), h.STUCK)
                else:
                    break_off(game, mem, state, h.NO_MOVES)
                break
            poke(mem, WIDTHS + count, peek(mem, WIDTHS + count) + 1)
            chosen = below(mem, RNG, count)
            if plies == 0:
                poke(mem, FIRSTS + number, chosen)
            move = game.load_move(mem, MOVES + chosen * game.move_words) if moves is None else moves[chosen]
            state = game.play(state, move)
        plies += 1
        poke(mem, h.NODES, peek(mem, h.NODES) + 1)
    return plies


def record(game: Any, mem: int, place: int, state: Any, outcome: Any, fault: int) -> None:
    """Checks the result of a game, and writes it."""
    if game.players > 2:
        game.store_payoffs(mem, place, outcome)
        if game.has_range:
            for player in range(game.players):
                if not game.least <= game.load_score(mem, place + player) <= game.most:
                    break_off(game, mem, state, fault)
    else:
        game.store_score(mem, place, seen_from_root(game, mem, state, game.score(outcome), 0, fault))
