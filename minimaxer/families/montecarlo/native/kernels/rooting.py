"""Making a node of the tree its root: what hangs below it slides to the front of the block, and the rest is dropped.

Children stand behind their parents, so one pass from the front meets each node after its parent, and nothing is needed beside the
block. A node that is kept is marked. The first of some children holds the number of its parent where its visits were, with the
lower bits of these, whose upper bits the parent's link holds meanwhile; once it is known where the children come to stand, both
are put right.

Source: F. Morris, "A time- and space-efficient garbage compaction algorithm", 1978, for pointers that all lead ahead.
"""

from __future__ import annotations

from typing import Any, Final

from .....compiler.runtime.intrinsics import peek, poke
from .. import layout as w
from .tree import count_of, first_of

_KEPT: Final = 1 << 62
"""The mark of a node that is kept, added to its visits."""
_LED: Final = 1 << 61
"""The mark of the first of some children, added to the number of their parent."""
_LOW_BITS: Final = (1 << w.FIRST_SHIFT) - 1
_SPLIT: Final = 30
"""How many bits of the visits stand behind the number of a parent."""
_NUMBER_BITS: Final = 31


def keep_subtree(game: Any, mem: int) -> None:
    """Makes the node `ROOT` the first of the block, with those below it in their order behind it; `USED` is then how many."""
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
    """Marks the children of a node that has come to its place, as they have not yet."""
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
    """Moves a node to the front, with what stands of it in the blocks behind the tree."""
    if node != to:
        for word in range(game.node_words):
            poke(tree, to * game.node_words + word, peek(tree, node * game.node_words + word))
        slide_word(peek(mem, w.PRIORS), node, to)
        slide_word(peek(mem, w.ESTIMATES), node, to)


def slide_word(block: int, node: int, to: int) -> None:
    """Moves a node's word of a block behind the tree, where there is such a block."""
    if block != 0:
        poke(block, to, peek(block, node))
