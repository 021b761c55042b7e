"""Max^n with immediate and shallow pruning: the payoffs of all players, in a row of words for each ply; and its entry points.

Source: C. Luckhardt and K. Irani, "An algorithmic solution of N-person games", AAAI 1986; R. Korf, "Multi-player alpha-beta
pruning", Artificial Intelligence 48, 1991.
"""

from __future__ import annotations

from typing import Any

from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import bits_of, float_of, peek, poke
from .....game.protocol import CHANCE
from .....native.kernels.parts import arena_mark, arena_rewind, stopped
from .....native.kernels.positions import break_off
from .. import layout as w

CUT_OFF, SEARCHED, ENDED = range(3)
"""Results of a position: not wanted by the previous player; payoffs and line known; ended, without moves and without a line."""


def row_at(game: Any, ply: int) -> int:
    """The place of the payoffs of the position at a ply."""
    return w.ROWS + ply * game.players


def take_row(game: Any, mem: int, ply: int) -> None:
    """Copies the payoffs of the next ply to this one."""
    mine = row_at(game, ply)
    for place in range(game.players):
        poke(mem, mine + place, peek(mem, mine + game.players + place))


def halted(mem: int, ply: int) -> bool:
    """True if the search must stop, also because there are no rows for more plies."""
    if ply >= w.MOST_PLIES - 2:
        poke(mem, h.STOP, h.BY_PLIES)
    return stopped(mem)


def limit_for(game: Any, most: Any) -> Any:
    """The payoff of the next mover from which a player who already has `most` does not want the position."""
    if not game.has_total:
        return game.score(0)
    limit = game.shared - most
    if game.has_float_scores:
        limit += game.slack * max(abs(game.shared), abs(most))
    return limit


def visit(game: Any, mem: int, state: Any, player: int, depth: int, ply: int, top: int, is_limited: bool, limit: Any) -> int:
    """Finds the payoffs of a position that `player` has moved to: `CUT_OFF`, `SEARCHED` or, without any line, `ENDED`."""
    poke(mem, h.NODES, peek(mem, h.NODES) + 1)
    if game.has_outcome:
        outcome = game.outcome(state)
        if outcome is not None:
            game.store_payoffs(mem, row_at(game, ply), outcome)
            check_row(game, mem, state, ply, h.OUTCOME)
            return ENDED
    if depth == 0:
        poke(mem, w.HORIZON, 1)
        if game.has_evaluate:
            game.store_payoffs(mem, row_at(game, ply), game.evaluate(state))
            check_row(game, mem, state, ply, h.EVALUATION)
        else:
            game.store_payoffs(mem, row_at(game, ply), game.unknown)
        return ENDED
    mover = game.player(state)
    if game.has_chances:
        if mover == CHANCE:
            if not halted(mem, ply):
                average(game, mem, state, depth, ply, top)
            return ENDED
    if mover < 0 or mover > game.last_player:
        break_off(game, mem, state, h.PLAYER)
        return ENDED
    if halted(mem, ply):
        return ENDED
    return maxn(game, mem, state, mover, depth, ply, top, is_limited and mover != player, limit)


def check_row(game: Any, mem: int, state: Any, ply: int, fault: int) -> None:
    """Stops the search if payoffs are out of the game's range, or do not have its total."""
    place = row_at(game, ply)
    if game.has_range:
        for player in range(game.players):
            payoff = game.load_score(mem, place + player)
            if not game.least <= payoff <= game.most:
                break_off(game, mem, state, fault)
    if game.has_total:
        total = game.score(0)
        for player in range(game.players):
            total += game.load_score(mem, place + player)
        if game.has_float_scores:
            if not abs(total - game.total) <= game.slack * max(abs(game.total), abs(game.least), abs(game.most)):
                break_off(game, mem, state, fault)
        elif total != game.total:
            break_off(game, mem, state, fault)


def maxn(game: Any, mem: int, state: Any, player: int, depth: int, ply: int, top: int, is_limited: bool, limit: Any) -> int:
    """Finds the payoffs of a running position by its moves: `CUT_OFF`, `SEARCHED` or, without any move, `ENDED`.

    `depth` is the plies left, from 1, `ply` those from the root; `top` is the first free place of the move stack. `limit`, if
    `is_limited`, is the payoff of the mover from which the player before it does not want the position.
    """
    count = -1
    if game.has_order:
        count = fill(game, mem, state, top)
        if count < 0:
            return SEARCHED
    seen = peek(mem, w.HORIZON)
    tried = 0
    most = game.score(0)
    for given in each_move(game, mem, state, top, count):
        end = arena_mark(game, mem)
        child = game.play(state, given)
        before = peek(mem, w.HORIZON)
        if game.has_range:
            poke(mem, w.HORIZON, 0)
        stack = top + count if game.has_order else top
        has_limit = game.has_total and tried > 0
        found = visit(game, mem, child, player, depth - 1, ply + 1, stack, has_limit, limit_for(game, most))
        arena_rewind(game, mem, end)
        if peek(mem, h.STOP) != 0:
            return SEARCHED
        if found != CUT_OFF:
            value = game.load_score(mem, row_at(game, ply + 1) + player)
            if tried == 0 or value > most:
                most = value
                take_row(game, mem, ply)
                if ply < w.LINE_PLIES:
                    keep_line(game, mem, ply, given, found)
                if is_limited and value >= limit:
                    join_horizon(mem, seen)
                    return CUT_OFF
                if game.has_range:
                    if value >= game.most:
                        join_horizon(mem, seen if game.leaves_nothing else before)
                        return SEARCHED
        if game.has_range:
            join_horizon(mem, before)
        tried += 1
    if tried == 0:
        without_moves(game, mem, state, ply)
        return ENDED
    return SEARCHED


def join_horizon(mem: int, before: int) -> None:
    """Adds an earlier value of `HORIZON` to that of the last move."""
    poke(mem, w.HORIZON, peek(mem, w.HORIZON) | before)


def each_move(game: Any, mem: int, state: Any, top: int, count: int) -> Any:
    """The moves in the order of search: the game's own, or by descending weight, with ties in the game's order."""
    if game.has_order:
        for place in range(count):
            best = place
            for other in range(place + 1, count):
                if float_of(peek(mem, w.WEIGHTS + top + other)) > float_of(peek(mem, w.WEIGHTS + top + best)):
                    best = other
            yield pulled(game, mem, top + place, top + best)
    else:
        yield from game.searched_moves(state)


def pulled(game: Any, mem: int, place: int, best: int) -> Any:
    """Moves the move at `best` to `place` and gives it; those between shift by one, so that ties keep their order."""
    size = game.move_words
    move = game.load_move(mem, w.MOVES + best * size)
    weight = peek(mem, w.WEIGHTS + best)
    for at in range(best, place, -1):
        poke(mem, w.WEIGHTS + at, peek(mem, w.WEIGHTS + at - 1))
        for word in range(size):
            poke(mem, w.MOVES + at * size + word, peek(mem, w.MOVES + (at - 1) * size + word))
    poke(mem, w.WEIGHTS + place, weight)
    game.store_move(mem, w.MOVES + place * size, move)
    return move


def fill(game: Any, mem: int, state: Any, top: int) -> int:
    """Writes the moves with their weights at `top` of the move stack; gives their number, or -1 where there is no room."""
    count = 0
    for move in game.searched_moves(state):
        if count >= w.MOST_MOVES or top + count >= w.MOVE_STACK:
            poke(mem, h.STOP, h.BY_MOVES)
            return -1
        game.store_move(mem, w.MOVES + (top + count) * game.move_words, move)
        weight = game.order(state, move) * 1.0
        poke(mem, w.WEIGHTS + top + count, bits_of(weight))
        count += 1
    return count


def average(game: Any, mem: int, state: Any, depth: int, ply: int, top: int) -> None:
    """Finds the average payoffs over all outcomes of chance; `depth` is at least 1."""
    mine, below = row_at(game, ply), row_at(game, ply + 1)
    for place in range(game.players):
        game.store_score(mem, mine + place, game.score(0))
    seen = 0.0
    index = 0
    for move, chance in game.chances(state):
        end = arena_mark(game, mem)
        child = game.play(state, move)
        visit(game, mem, child, CHANCE, depth - 1, ply + 1, top, False, game.score(0))
        arena_rewind(game, mem, end)
        if peek(mem, h.STOP) != 0:
            return
        for place in range(game.players):
            part = chance * game.load_score(mem, below + place)
            game.store_score(mem, mine + place, game.load_score(mem, mine + place) + part)
            if ply == 0:
                poke(mem, w.ROOT_ROWS + index * game.players + place, peek(mem, below + place))
        if ply == 0:
            poke(mem, w.ROOT_KNOWN + index, w.EXACT)
        seen += chance
        index += 1
        if chance <= 0.0:
            break_off(game, mem, state, h.CHANCES)
    if abs(seen - 1.0) > game.tolerance:
        break_off(game, mem, state, h.CHANCES)


def without_moves(game: Any, mem: int, state: Any, ply: int) -> None:
    """Finds the payoffs of a running position without moves."""
    if game.has_stuck:
        game.store_payoffs(mem, row_at(game, ply), game.stuck(state))
        check_row(game, mem, state, ply, h.STUCK)
    else:
        break_off(game, mem, state, h.NO_MOVES)


def keep_line(game: Any, mem: int, ply: int, move: Any, found: int) -> None:
    """Makes the move, followed by the line of the next ply if it has one, the line of this ply."""
    size = game.move_words
    row = game.party_lines + ply * w.LINE_PLIES * size
    below = row + w.LINE_PLIES * size
    game.store_move(mem, row, move)
    length = peek(mem, w.LENGTHS + ply + 1) if found == SEARCHED and ply + 1 < w.LINE_PLIES else 0
    length = min(length, w.LINE_PLIES - 1)
    for place in range(length * size):
        poke(mem, row + size + place, peek(mem, below + place))
    poke(mem, w.LENGTHS + ply, length + 1)


def describe(rules: Any) -> None:
    """Adds the place of the lines of best play in memory to the rules."""
    rules.party_lines = w.lines(rules.move_words)


def entry(game: Any, mem: int) -> int:
    """Searches the state in memory to `DEPTH`; gives the reason why it stopped, 0 at its end."""
    poke(mem, w.ROOT_BEST, -1)
    poke(mem, w.LENGTHS, 0)
    poke(mem, w.HORIZON, 0)
    for number in range(peek(mem, w.ROOT_COUNT)):
        poke(mem, w.ROOT_KNOWN + number, w.NOT_SEARCHED)
    state = game.load_state(mem, h.STATE)
    player = game.player(state)
    if game.has_chances:
        if player == CHANCE:
            average(game, mem, state, peek(mem, h.DEPTH), 0, peek(mem, w.ROOT_COUNT))
            return peek(mem, h.STOP)
    search_root(game, mem, state, player)
    return peek(mem, h.STOP)


def search_root(game: Any, mem: int, state: Any, player: int) -> None:
    """Searches the root's moves, beginning with number `FIRST`."""
    count, first = peek(mem, w.ROOT_COUNT), peek(mem, w.FIRST)
    depth, exact_root = peek(mem, h.DEPTH), peek(mem, h.FLAGS) & w.EXACT_ROOT != 0
    best = -1
    most = game.score(0)
    for turn in range(count):
        number = first if turn == 0 else turn if turn > first else turn - 1
        if game.has_range:
            if best >= 0 and most >= game.most and number > best and not exact_root:
                continue
        if stopped(mem):
            return
        move = game.load_move(mem, w.MOVES + number * game.move_words)
        end = arena_mark(game, mem)
        child = game.play(state, move)
        is_limited = game.has_total and best >= 0 and not exact_root
        limit = limit_for(game, most)
        if is_limited and number < best:
            limit = game.above(limit)
        found = visit(game, mem, child, player, depth - 1, 1, count, is_limited, limit)
        arena_rewind(game, mem, end)
        if peek(mem, h.STOP) != 0:
            return
        poke(mem, w.ROOT_KNOWN + number, w.NO_BETTER if found == CUT_OFF else w.EXACT)
        for place in range(game.players):
            poke(mem, w.ROOT_ROWS + number * game.players + place, peek(mem, row_at(game, 1) + place))
        value = game.load_score(mem, row_at(game, 1) + player)
        if found != CUT_OFF and (best < 0 or value > most or (value == most and number < best)):
            best, most = number, value
            poke(mem, w.ROOT_BEST, best)
            take_row(game, mem, 0)
            keep_line(game, mem, 0, move, found)
