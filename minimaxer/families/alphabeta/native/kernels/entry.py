"""Entry points called from Python: search to a depth, deepen, solve by null windows, follow a line.

A search with endgame tables, where a position found in one counts as the end of the game, differs only in a few functions here:
see `describe`.
"""

from __future__ import annotations

from typing import Any, Final

from .....base.scores import DECISIVE, WIN
from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import float_of, peek, peek_atomic, peek_byte, poke
from .....game.protocol import CHANCE
from .....native.kernels.positions import from_table, path_code, position_code
from .....native.kernels.rules import Rules
from .. import layout as w
from .chance import average
from .moves import history_by_code, history_by_id
from .results import came_before, for_mover, reach
from .root import end_without_moves, prepare, runs
from .search import search
from .team import lower_high, raise_low, stop_others, was_stopped_by_other
from .transpositions import banked_part


def outcome_or_known(game: Any, mem: int, state: Any, ply: int) -> Any:
    """True if the game is over or, below the root, a table has the position; and its value for player 0 as seen from the root."""
    over, value = game.own_outcome_value(game, mem, state, ply)
    if over or ply == 0:
        return over, value
    return known(game, mem, state, ply)


def known(game: Any, mem: int, state: Any, ply: int) -> Any:
    """True if a table has a running position, and its value for player 0 as seen from the root."""
    table = peek(mem, w.ENDGAMES)
    while table != 0:
        number = number_in(game, table, state)
        if number >= 0:
            return True, from_table(game, value_of(game, table, number, state), ply)
        table = peek(table, w.NEXT_ENDGAMES)
    return False, game.score(0)


def number_in(game: Any, table: int, state: Any) -> int:
    """The number of a position in a table; -1 if it is not there."""
    if peek(table, w.SLOTS) != 0:
        return number_by_code(game, table, state)
    if game.has_index:
        if game.has_tier:
            if game.tier(state) > peek(table, w.HIGHEST_TIER):
                return -1
        number = game.index(state)
        if 0 <= number < peek(table, w.NUMBERS):
            return number
    return -1


def number_by_code(game: Any, table: int, state: Any) -> int:
    """The number of a position in a table of codes, found as in `tables.native.kernels.explore.enter`; -1 if it is not there."""
    code = position_code(game, state, game.player(state))
    codes, slots, count = peek(table, w.CODES), peek(table, w.SLOTS), peek(table, w.SLOT_COUNT)
    slot, tag = (code >> 32 & w.HALF) * count >> 32, code & w.HALF
    while True:
        held = peek(slots, slot)
        if held == 0:
            return -1
        if held >> 32 & w.HALF == tag and peek(codes, (held & w.HALF) - 1) == code:
            return (held & w.HALF) - 1
        slot += 1
        if slot == count:
            slot = 0


def value_of(game: Any, table: int, number: int, state: Any) -> Any:
    """The value for player 0 of the position with this number, as seen from that position."""
    result = peek_byte(peek(table, w.RESULTS), number)
    value = game.score(float_of(peek(table, w.RESULT_VALUES + result)))
    if game.has_banked:
        return value + banked_part(game, state, 0, 0)
    if -DECISIVE < value < DECISIVE or result == 0:
        return value
    plies = peek(table, w.RESULT_PLIES)
    distance = peek_byte(plies, 2 * number) | peek_byte(plies, 2 * number + 1) << 8
    return value - distance if value > 0 else value + distance


AT_ONCE: Final = 1_000
"""Nodes after which each depth has a call of its own, so that Ctrl-C is heard in between."""
CLOSE: Final = 8
"""Null-window searches after which the steps for a margin grow."""
FURTHEST: Final = 24
"""Exponent of the largest step, a power of 2."""
NEAREST: Final = 10
"""The first null window for a win asks for one in fewer plies than this."""
DEAR: Final = 1 << 16
"""Nodes of one null-window search above which no more distant wins are tried until it is known who gets more.

Source: connect four's nodes as a multiple of those without, a table for each position: 6x5 0.81, 5x5 1.0, 15 of L1_R2 0.86, 60
of L2_R2 1.0. As a multiple of those with it, 2^14 takes 1.12 on L2_R2, 2^18 1.09 on L1_R2.
"""


def describe(rules: Any) -> None:
    """Adds the memory places of histories and lines to the rules, and a variant of the rules that probes endgame tables."""
    rules.bind("history_of", history_by_id if rules.has_move_id else history_by_code)
    rules.lines, rules.line_followed = w.lines(rules.move_words), w.line_followed(rules.move_words)
    rules.bounds_known = w.bounds_known(rules.move_words)
    rules.bind("average", average)
    rules.looks_up = False
    rules.with_endgames = Rules(**{**vars(rules), "own_outcome_value": rules.outcome_value})
    rules.with_endgames.outcome_value = outcome_or_known
    rules.with_endgames.looks_up = True


def entry(game: Any, mem: int) -> int:
    """Runs the operation `MODE` on the state in memory; returns the reason why it stopped, 0 if it finished."""
    state = game.load_state(mem, h.STATE)
    mode = peek(mem, w.MODE)
    played = peek(mem, w.PLAYED)
    if mode == w.CODE:
        poke(mem, w.VALUE, path_code(game, state, game.player(state)))
    elif mode == w.PREPARE:
        prepare(game, mem, state)
    elif mode == w.SEARCH:
        low, high = game.load_score(mem, w.ALPHA), game.load_score(mem, w.BETA)
        game.store_score(mem, w.VALUE, search_root(game, mem, state, game.player(state), peek(mem, h.DEPTH), low, high))
        why = peek(mem, h.STOP)  # read before the others are called off, one of whom may have come to its end as well
        if why == 0:
            stop_others(mem)
        return why
    elif mode == w.DEEPEN:
        deepen(game, mem, state, game.player(state))
        poke(mem, w.PLAYED, played)
    else:
        if mode == w.FOLLOW:
            follow(game, mem, state, game.player(state), peek(mem, w.LINE_LENGTH), peek(mem, h.DEPTH))
        elif not game.has_float_scores:
            if runs(game, mem, state):
                solve(game, mem, state, peek(mem, w.ROOT_PLAYER))
        was_stopped_by_other(mem)  # too late: it has come to its end
        poke(mem, w.PLAYED, played)
    return peek(mem, h.STOP)


def entry_with_endgames(game: Any, mem: int) -> int:
    """`entry` of a search that probes endgame tables."""
    return entry(game.with_endgames, mem)


def search_root(game: Any, mem: int, state: Any, player: int, depth: int, low: Any, high: Any) -> Any:
    """The value of one search from the root, with a window for the mover."""
    poke(mem, w.ROOT_DONE, 0)
    poke(mem, w.ROOT_BEST, -1)
    poke(mem, w.LENGTHS, 0)
    poke(mem, w.REPEATED, w.NOT_REPEATED)
    return search(game, mem, state, player, depth, 0, low, high, peek(mem, w.ROOT_COUNT), 0)


def deepen(game: Any, mem: int, state: Any, player: int) -> None:
    """Searches deeper and deeper, logs each depth, and keeps its line.

    It ends at the last depth, where the value holds at every depth, where a guessing search has found a win, and where `AT_ONCE`
    nodes were visited. A last line as long as its depth is followed too. If it was broken off, it can go on where it was.
    """
    while peek(mem, h.DEPTH) <= peek(mem, w.LAST_DEPTH) and peek(mem, w.LOG_LENGTH) <= w.LOG_ENTRY:
        if peek(mem, w.LOG_LENGTH) > 0 and peek(mem, h.NODES) >= AT_ONCE:
            break
        depth = peek(mem, h.DEPTH)
        poke(mem, w.HORIZON, 0)
        value = search_root(game, mem, state, player, depth, game.lowest, game.highest)
        if peek_atomic(mem, h.STOP) != 0:
            return
        game.store_score(mem, w.VALUE, value)
        ends = peek(mem, w.HORIZON) == 0
        if not game.has_chances:
            if abs(value) >= DECISIVE:
                ends = ends or peek(mem, h.FLAGS) & w.GUESSING != 0 or WIN - abs(value) <= depth
        if ends:
            poke(mem, w.LAST_DEPTH, depth)
        length = peek(mem, w.LENGTHS)
        poke(mem, w.DONE_LENGTH, length)
        for place in range(length * game.move_words):
            poke(mem, game.line_followed + place, peek(mem, game.lines + place))
        log_depth(mem, depth)
        put_first(game, mem, peek(mem, w.ROOT_BEST))
        poke(mem, w.ROOT_DONE, 0)
        poke(mem, w.ROOT_BEST, -1)
        poke(mem, h.DEPTH, depth + 1)
    length = peek(mem, w.DONE_LENGTH)
    if peek(mem, w.LAST_DEPTH) == length == peek(mem, h.DEPTH) - 1:  # nothing is left to search
        follow(game, mem, state, player, length, length)


def log_depth(mem: int, depth: int) -> None:
    """Writes a finished depth to the log."""
    done = peek(mem, w.ROOT_DONE)
    place = w.LOG + peek(mem, w.LOG_LENGTH)
    poke(mem, w.LOG_LENGTH, peek(mem, w.LOG_LENGTH) + 3 + 2 * done)
    poke(mem, place, depth)
    poke(mem, place + 1, peek(mem, w.ROOT_BEST))
    poke(mem, place + 2, done)
    for number in range(done):
        poke(mem, place + 3 + number, peek(mem, w.ROOT_VALUES + number))
        poke(mem, place + 3 + done + number, peek(mem, w.ROOT_BOUNDS + number))


def put_first(game: Any, mem: int, best: int) -> None:
    """Moves a root move to the front, and those before it one place on."""
    if best > 0:
        size = game.move_words
        move = game.load_move(mem, w.MOVES + best * size)
        for place in range(best, 0, -1):
            game.store_move(mem, w.MOVES + place * size, game.load_move(mem, w.MOVES + (place - 1) * size))
        game.store_move(mem, w.MOVES, move)


def solve(game: Any, mem: int, state: Any, player: int) -> None:
    """Narrows the bounds of the value for the mover, `LOW .. HIGH`, by null windows until they meet; then finds the line.

    Several workers narrow the bounds together. The first to answer stops the others, and all go on to the next null window; only
    the worker in mode `SOLVE` finds the line.
    """
    team = peek(mem, w.TEAM)
    low, high = game.lowest, game.highest
    if game.has_bounds:
        low, high = reach(game, mem, state, player, 0)
    least, most = low, high
    asked = 0
    dear = False
    while True:
        if team != 0:
            raise_low(team, low)
            lower_high(team, high)
            low, high = peek_atomic(team, w.TEAM_LOW), peek_atomic(team, w.TEAM_HIGH)
        poke(mem, w.LOW, low)
        poke(mem, w.HIGH, high)
        if low >= high:
            break
        guess = near(low, high, least, most, asked, dear)
        asked += 1
        before = peek(mem, h.NODES)
        value = search_root(game, mem, state, player, peek(mem, h.DEPTH), guess, guess + 1)
        dear = peek(mem, h.NODES) - before > DEAR
        if peek(mem, h.STOP) == 0:
            if value > guess:
                low = max(low, value)
            else:
                high = min(high, value)
            if team != 0:
                raise_low(team, low)
                lower_high(team, high)
                stop_others(mem)
        elif not was_stopped_by_other(mem):
            return
    if peek(mem, w.MODE) == w.SOLVE:
        game.store_score(mem, w.VALUE, low)
        follow(game, mem, state, player, 0, peek(mem, h.DEPTH))


def near(low: int, high: int, least: int, most: int, asked: int, dear: bool) -> int:
    """The next null window: the search asks if the value is above the returned number.

    While only one bound of a margin has been found, the window lies next to that bound, since fail-soft values often pass it;
    after `CLOSE` searches the step doubles each time. All other cases are up to `middle`. The value is between `low` and `high`,
    before the first search between `least` and `most`; `asked` is the number of searches so far, and `dear` is True if the last
    one took many nodes.

    Source: A. Plaat and others, "Best-first fixed-depth minimax algorithms", 1996. Nodes as a multiple of those of halving:
    reversi with 13 and 14 empty squares 0.89, FFO 22 to 27 0.83, FFO 40 to 44 0.92, 0.88, 0.76, 0.99, 1.29; Kalah (4,4) 0.76,
    (5,3) 0.63; dots and boxes 3x3 1.0.
    """
    guess = middle(low, high, dear)
    if low > -DECISIVE and high < DECISIVE:
        step = 1 << min(asked - CLOSE, FURTHEST) if asked > CLOSE else 0
        if high == most and low > least:
            return min(guess, low + step)
        if low == least and high < most:
            return max(guess, high - 1 - step)
    return guess


def middle(low: int, high: int, dear: bool) -> int:
    """The midpoint between the bounds of a margin, or of the plies to a win.

    Near wins and losses are tried first, then those a fifth farther away, and so on: such searches are quick, and fill the table
    for the next. If none is that near, or searches become expensive, the next ones ask who gets more, then whether that player
    wins at all. Once the winner is known, the distance is halved.

    Source: nodes as a multiple of those of doubling the distance, from 7 plies on and never dear, where one table serves all
    positions: connect four's L1_R1 0.28, L2_R1 0.73, L2_R2 1.03, 100 of L1_R2 1.02, 6 of L1_R3 0.98; 6x5, a draw, 1.11. For a
    table of its own for each: 200 of L1_R1 0.38, 60 of L2_R2 0.99, 25 of L1_R2 1.0, 2 of L1_R3 0.82.
    """
    if low >= DECISIVE or high <= -DECISIVE or (low > -DECISIVE and high < DECISIVE):
        return low + (high - low) // 2
    win, loss = WIN - high, WIN + low
    if high >= DECISIVE and (win <= loss or low > -DECISIVE):
        further = WIN - farther(win)
        if further >= DECISIVE and not dear:
            return further
        return 0 if low <= 0 else DECISIVE - 1
    further = farther(loss) - WIN
    if further <= -DECISIVE and not dear:
        return further
    return -1 if high >= 0 else -DECISIVE


def farther(plies: int) -> int:
    """The distance of the next win to ask for, if none is nearer than `plies`."""
    return max(NEAREST, plies + plies // 5 + 1)


def follow(game: Any, mem: int, state: Any, player: int, given: int, depth: int) -> None:
    """Finds a principal variation from a position whose value for the mover, `VALUE`, is known.

    The first moves of the line may be given; it continues from there up to `depth` plies in all, or up to a position that an
    endgame table has. A move that does not reach the value, for example if that came from deeper table entries, ends the line
    before it; a given move stays, but the line does not count as over.
    """
    value = game.load_score(mem, w.VALUE)
    poke(mem, w.LINE_LENGTH, 0)
    poke(mem, w.LINE_OVER, 0)
    length = 0
    while length < given or (length < w.LINE_MOVES and depth > 0):
        line = game.line_followed + length * game.move_words
        if length >= given:
            poke(mem, w.ROOT_COUNT, 0)
            reached = search_root(game, mem, state, player, depth, game.below(value), value)
            if was_stopped_by_other(mem):  # by a worker that is still at a question which is answered
                continue
            if peek(mem, h.STOP) != 0:
                return
            if peek(mem, w.LENGTHS) == 0:
                if length == 0:
                    end_without_moves(game, mem, state)
                if length == 0 or reached == value:
                    poke(mem, w.LINE_OVER, 1)
                return
            if reached < value:
                return
            game.store_move(mem, line, game.load_move(mem, game.lines))
        move = game.load_move(mem, line)
        state = game.play(state, move)
        over, outcome = game.outcome_value(game, mem, state, 0)
        value = from_table(game, value, -1)
        if over:
            if outcome == for_mover(player, value):
                poke(mem, w.LINE_OVER, 1)
            elif length >= given:
                return
        length += 1
        poke(mem, w.LINE_LENGTH, length)
        if over:
            return
        if game.looks_up:
            is_known, _ = known(game, mem, state, 0)
            if is_known:
                return
        mover = game.player(state)
        if game.has_chances:
            if mover == CHANCE:
                return
        if peek(mem, h.FLAGS) & w.REPETITION:
            if came_before(mem, path_code(game, state, mover), 1):
                return
            poke(mem, w.PLAYED, peek(mem, w.PLAYED) + 1)
        if mover != player:
            value = -value
        player = mover
        depth -= 1
