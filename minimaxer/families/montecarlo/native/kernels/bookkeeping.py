"""Draws by repetition on a simulation's path, evaluations that nodes keep, and rerooting of the tree."""

from __future__ import annotations

from typing import Any, Final

from .....base.scores import DRAW
from .....compiler.runtime.intrinsics import bits_of, float_of, peek, peek_atomic, poke, poke_atomic
from .. import layout as w
from .counting import link_of, visits_of
from .playouts import judged, record_spread
from .tree import count_of, first_of, is_known, known_for

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
