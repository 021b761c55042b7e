"""Simulations in batches, which descend the upper part of the path, through often visited nodes, only once. Draws by repetition,
evaluations that nodes keep, and rerooting of the tree.

One more result hardly changes a node visited hundreds of times, but descending through it again takes as long as a short
playout, and workers that share the tree wait for one another mostly at such nodes. So a batch collects its results for the
nodes above its first one in the worker's own memory, and credits them once, at its end.

Source: A. Bourki and others, "Scalability and parallelization of Monte-Carlo tree search", 2010, for sharing upper nodes seldom.
"""

from __future__ import annotations

from typing import Any, Final

from .....base.scores import DRAW
from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import add_atomic, bits_of, float_of, peek, peek_atomic, poke, poke_atomic
from .....native.kernels.positions import path_code
from .. import layout as w
from .counting import add_score, await_results, link_of, visits_of
from .playouts import judged, record_spread
from .tree import count_of, exploration_of, first_of, is_known, known_for, select

_KEPT: Final = 1 << 62
"""Mark of a kept node, added to its visits."""
_LED: Final = 1 << 61
"""Mark of a first child, added to the number of its parent."""
_LOW_BITS: Final = (1 << w.FIRST_SHIFT) - 1
_SPLIT: Final = 30
"""Number of low bits of the visits that share a word with the number of a parent."""
_NUMBER_BITS: Final = 31


def record_code(mem: int, code: int, ply: int) -> None:
    """Records the code of the position at a ply."""
    poke(mem, w.CODES + peek(mem, w.PLAYED) + ply, code)


def came_before(mem: int, code: int, ply: int) -> bool:
    """True if the position already occurred, in the game played or on the path; otherwise its code is recorded.

    A single path leads to each node of the tree, so a position repeated on it is a draw for good, whatever else leads there.

    Source: chessprogramming.org "Repetitions".
    """
    for place in range(w.CODES + peek(mem, w.PLAYED) + ply - 1, w.CODES - 1, -1):
        if peek(mem, place) == code:
            return True
    record_code(mem, code, ply)
    return False


def drawn_again(game: Any, mem: int) -> None:
    """Writes the value of a repeated position, a draw, into `RESULT`."""
    game.store_score(mem, w.RESULT, game.score(DRAW))
    record_spread(game, mem)


def record_estimate(game: Any, mem: int, node: int, state: Any) -> None:
    """Stores the evaluation of an unvisited node, where nodes keep evaluations."""
    if game.scales_evaluation:
        estimates = peek(mem, w.ESTIMATES)
        if estimates != 0:
            if visits_of(game, peek(mem, w.TREE), node) == 0:
                poke_atomic(estimates, node, bits_of(judged(game, mem, state)))


def record_result_estimate(game: Any, mem: int, node: int) -> None:
    """Stores `RESULT` as the evaluation of a node in which the game is over."""
    if game.scales_evaluation:
        estimates = peek(mem, w.ESTIMATES)
        if estimates != 0:
            poke_atomic(estimates, node, bits_of(game.load_score(mem, w.RESULT) * 1.0))


def back_estimate(game: Any, mem: int, node: int, player: int) -> None:
    """Sets a node's evaluation, in the units of results, to that of its best visited child: implicit minimax.

    Source: M. Lanctot and others, "Monte Carlo tree search with heuristic evaluations using implicit minimax backups", 2014.
    """
    if game.scales_evaluation:
        tree, estimates = peek(mem, w.TREE), peek(mem, w.ESTIMATES)
        if estimates != 0:
            link = link_of(game, tree, node)
            first = first_of(link)
            found = False
            best = 0.0
            for child in range(first, first + count_of(link)):
                if visits_of(game, tree, child) > 0:
                    value = float_of(peek_atomic(estimates, child))
                    if is_known(game, tree, child):
                        value = known_for(game, tree, child, 0)
                    if not found or (value > best if player == 0 else value < best):
                        best = value
                        found = True
            if found:
                poke_atomic(estimates, node, bits_of(best))


def keep_subtree(game: Any, mem: int) -> None:
    """Moves the subtree of the node `ROOT` to the front of the block, in its order; `USED` becomes its size.

    Children lie behind their parents, so one pass from the front meets each node after its parent, and needs no extra memory.
    Kept nodes are marked. A first child temporarily holds the number of its parent with the low bits of its own visits, and the
    parent's link holds their high bits; once the new place of the children is known, both are restored.

    Source: F. Morris, "A time- and space-efficient garbage compaction algorithm", 1978, for pointers that all lead ahead.
    """
    tree, end = peek(mem, w.TREE), peek(mem, w.USED)
    slide(game, mem, tree, peek(mem, w.ROOT), 0)
    lead(game, tree, 0)
    used = 1
    for node in range(peek(mem, w.ROOT) + 1, end):
        visits = peek(tree, node * game.node_words + w.VISITS)
        if visits < _LED:
            continue
        slide(game, mem, tree, node, used)
        place = used * game.node_words + w.VISITS
        if visits < _KEPT:
            parent = (visits & w.MOST_NODES) * game.node_words + w.LINK
            link = peek(tree, parent)
            poke(tree, place, first_of(link) << _SPLIT | (visits - _LED) >> _NUMBER_BITS)
            poke(tree, parent, used << w.FIRST_SHIFT | link & _LOW_BITS)
        else:
            poke(tree, place, visits - _KEPT)
        lead(game, tree, used)
        used += 1
    poke(mem, w.USED, used)
    poke(mem, w.ROOT, 0)


def lead(game: Any, tree: int, node: int) -> None:
    """Marks the children of a node that is in its final place, as they are not yet."""
    place = node * game.node_words + w.LINK
    link = peek(tree, place)
    first, count = first_of(link), count_of(link)
    if count > 0:
        visits = peek(tree, first * game.node_words + w.VISITS)
        poke(tree, place, visits >> _SPLIT << w.FIRST_SHIFT | link & _LOW_BITS)
        low = visits & (1 << _SPLIT) - 1
        poke(tree, first * game.node_words + w.VISITS, _LED + (low << _NUMBER_BITS) + node)
        for child in range(first + 1, first + count):
            at = child * game.node_words + w.VISITS
            poke(tree, at, peek(tree, at) + _KEPT)


def slide(game: Any, mem: int, tree: int, node: int, to: int) -> None:
    """Moves a node to the front, with its words in the blocks behind the tree."""
    if node != to:
        for word in range(game.node_words):
            poke(tree, to * game.node_words + word, peek(tree, node * game.node_words + word))
        slide_word(peek(mem, w.PRIORS), node, to)
        slide_word(peek(mem, w.ESTIMATES), node, to)


def slide_word(block: int, node: int, to: int) -> None:
    """Moves a node's word in a block behind the tree, if there is such a block."""
    if block != 0:
        poke(block, to, peek(block, node))


def approach(game: Any, mem: int, root: Any) -> Any:
    """Descends from the root through often visited nodes; gives the state reached, whose ply becomes `BASE`."""
    tree = peek(mem, w.TREE)
    worth = exploration_of(game, mem)
    state = root
    player = game.player(root)
    node = 0
    ply = 0
    while True:
        poke(mem, w.PATH + 2 * ply, node)
        poke(mem, w.PATH + 2 * ply + 1, player)
        if peek(mem, h.FLAGS) & w.REPETITION != 0:
            record_code(mem, path_code(game, state, player), ply)
        if ply == w.MOST_BASE or player < 0 or visits_of(game, tree, node) < w.OFTEN:
            break
        link = link_of(game, tree, node)
        if count_of(link) == 0:
            break
        child = select(game, mem, node, link, player, worth)
        if visits_of(game, tree, child) < w.OFTEN or link_of(game, tree, child) & w.PROVEN != 0:
            break
        await_results(game, tree, child, w.BATCH)
        state = game.play(state, game.load_move(tree, child * game.node_words + game.move_at))
        player = game.player(state)
        node = child
        ply += 1
        poke(mem, h.NODES, peek(mem, h.NODES) + 1)
    poke(mem, w.BASE, ply)
    avoid_base(game, mem, tree, node, ply)
    return state


def avoid_base(game: Any, mem: int, tree: int, node: int, ply: int) -> None:
    """Makes the batch's first node look worse to other workers, so that they begin elsewhere."""
    if game.is_shared and ply > 0:
        count = min(w.MOST_PENDING, visits_of(game, tree, node) // w.PENDING_SHARE)
        await_results(game, tree, node, count)
        poke(mem, w.PENDING, count)


def begin_anew(game: Any, mem: int) -> None:
    """Clears the remains of a batch that an error ended."""
    poke(mem, w.AWAITED, 0)
    for word in range(held_at(game, w.MOST_BASE + 1) - w.HELD):
        poke(mem, w.HELD + word, 0)


def batch_of(game: Any, mem: int) -> int:
    """The number of simulations that begin at `BASE`."""
    node = peek(mem, w.PATH + 2 * peek(mem, w.BASE))
    return w.BATCH if visits_of(game, peek(mem, w.TREE), node) >= w.OFTEN else 1


def hold(game: Any, mem: int, ply: int) -> None:
    """Records one visit and `RESULT` for the node at a ply."""
    place = held_at(game, ply)
    poke(mem, place, peek(mem, place) + 1)
    for number in range(game.sums):
        total = game.load_score(mem, place + 1 + number) + game.load_score(mem, w.RESULT + number)
        game.store_score(mem, place + 1 + number, total)


def credit(game: Any, mem: int, ply: int) -> None:
    """Credits the recorded visits and results to the node at a ply."""
    tree, node, place = peek(mem, w.TREE), peek(mem, w.PATH + 2 * ply), held_at(game, ply)
    at = node * game.node_words
    for number in range(game.sums):
        held = game.load_score(mem, place + 1 + number)
        if game.is_shared:
            add_score(game, tree, at + w.TOTALS + number, held)
        elif peek(tree, at + w.LINK) & w.PROVEN == 0:
            game.store_score(tree, at + w.TOTALS + number, game.load_score(tree, at + w.TOTALS + number) + held)
        game.store_score(mem, place + 1 + number, game.score(0))
    if game.is_shared:
        add_atomic(tree, at + w.VISITS, peek(mem, place))
    else:
        poke(tree, at + w.VISITS, peek(tree, at + w.VISITS) + peek(mem, place))
    poke(mem, place, 0)


def settle(game: Any, mem: int) -> None:
    """Ends a batch: credits the nodes down to `BASE`, and removes its pending simulations."""
    tree = peek(mem, w.TREE)
    base = peek(mem, w.BASE)
    ply = base
    while ply >= 0:
        node = peek(mem, w.PATH + 2 * ply)
        if peek(mem, held_at(game, ply)) != 0:
            back_estimate(game, mem, node, peek(mem, w.PATH + 2 * ply + 1))
            credit(game, mem, ply)
        if ply > 0:
            await_results(game, tree, node, -w.BATCH)
            if ply == base:
                await_results(game, tree, node, -peek(mem, w.PENDING))
        ply -= 1


def held_at(game: Any, ply: int) -> int:
    """The place of a batch's visits for the node at a ply; the sums of its results follow."""
    return w.HELD + ply * (1 + game.sums)
