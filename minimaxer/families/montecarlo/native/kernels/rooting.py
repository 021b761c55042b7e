"""Rerooting the tree: the subtree of a node slides to the front of the block, and the rest is dropped.

Children lie behind their parents, so one pass from the front meets each node after its parent, and needs no extra memory. Kept
nodes are marked. A first child temporarily holds the number of its parent with the low bits of its own visits, and the parent's
link holds their high bits; once the new place of the children is known, both are restored.

Source: F. Morris, "A time- and space-efficient garbage compaction algorithm", 1978, for pointers that all lead ahead.
"""

from __future__ import annotations

from typing import Any, Final

from .....compiler.runtime.intrinsics import peek, poke
from .. import layout as w
from .tree import count_of, first_of

_KEPT: Final = 1 << 62
"""Mark of a kept node, added to its visits."""
_LED: Final = 1 << 61
"""Mark of a first child, added to the number of its parent."""
_LOW_BITS: Final = (1 << w.FIRST_SHIFT) - 1
_SPLIT: Final = 30
"""Number of low bits of the visits that share a word with the number of a parent."""
_NUMBER_BITS: Final = 31


def keep_subtree(game: Any, mem: int) -> None:
    """Moves the subtree of the node `ROOT` to the front of the block, in its order; `USED` becomes its size."""
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
