"""The root position of a search: whether the game is still running, who moves, and the move order."""

from __future__ import annotations

from typing import Any

from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import peek, poke
from .....game.protocol import CHANCE
from .....native.kernels.positions import break_off, seen_from_root
from .. import layout as w
from .chance import lay_out_chances
from .moves import slot
from .search import NO_MOVE, generate


def runs(game: Any, mem: int, state: Any) -> bool:
    """True if the game is running at the root, and stores its mover; otherwise stores the result, or the protocol violation."""
    over, value = game.outcome_value(game, mem, state, 0)
    if over:
        end(game, mem, value)
        return False
    player = game.player(state)
    if player != 0 and player != game.last_player:
        if not game.has_chances or player != CHANCE:
            break_off(game, mem, state, h.PLAYER)
            return False
    poke(mem, w.ROOT_PLAYER, player)
    return True


def end(game: Any, mem: int, value: Any) -> None:
    """Stores that the game is over at the root, and its value."""
    poke(mem, w.ROOT_OVER, 1)
    game.store_score(mem, w.VALUE, value)


def end_without_moves(game: Any, mem: int, state: Any) -> None:
    """Stores how the game ends at a root without moves."""
    if game.has_stuck:
        end(game, mem, seen_from_root(game, mem, state, game.score(game.stuck(state)), 0, h.STUCK))
    else:
        break_off(game, mem, state, h.NO_MOVES)


def prepare_chances(game: Any, mem: int, state: Any) -> None:
    """Generates the outcomes of chance at the root."""
    count = lay_out_chances(game, mem, state, 0)
    if count >= 0:
        poke(mem, w.ROOT_COUNT, count)


def prepare(game: Any, mem: int, state: Any) -> None:
    """Generates the root moves worth searching, sorted by the game's `order` if it has one; or the outcomes of chance."""
    if not runs(game, mem, state):
        return
    if game.has_chances:
        if peek(mem, w.ROOT_PLAYER) == CHANCE:
            prepare_chances(game, mem, state)
            return
    flags, ordering, compared = peek(mem, h.FLAGS), peek(mem, w.ORDERING), peek(mem, w.COMPARISONS)
    poke(mem, h.FLAGS, 0)  # nothing that was learnt counts here
    poke(mem, w.ORDERING, w.INSERTION)
    count = generate(game, mem, state, peek(mem, w.ROOT_PLAYER), 0, 0, NO_MOVE, 0, NO_MOVE, False, -1)
    poke(mem, h.FLAGS, flags)
    poke(mem, w.ORDERING, ordering)
    poke(mem, w.COMPARISONS, compared)
    if count < 0:
        poke(mem, h.STOP, 0)
        break_off(game, mem, state, h.MANY_MOVES)
    elif count == 0:
        end_without_moves(game, mem, state)
    else:
        lay_out(game, mem, count)
        poke(mem, w.ROOT_COUNT, count)


def lay_out(game: Any, mem: int, count: int) -> None:
    """Rearranges the moves themselves into the order of their keys."""
    width = game.move_words
    for place in range(count):
        move = game.load_move(mem, w.MOVES + slot(mem, place, 0) * width)
        game.store_move(mem, w.MOVES + (count + place) * width, move)
    for place in range(count):
        game.store_move(mem, w.MOVES + place * width, game.load_move(mem, w.MOVES + (count + place) * width))
