"""Simulations one after the other, and moving what is kept of the tree to another block."""

from __future__ import annotations

from typing import Any

from ....rules.game import CHANCE
from ...kernels.arena import arena_mark, arena_rewind
from ...kernels.limits import stopped
from ...kernels.positions import break_off
from ...native import header as h
from ...native.intrinsics import bits_of, peek, poke, stack_pointer
from .. import words as w
from .playouts import judged, note_result, play_out, settled, stuck
from .tree import back_estimate, count_of, draw, first_of, grow, prove, select, take_better, take_known


def entry(game: Any, mem: int) -> int:
    """Simulates from the state in memory, or moves a subtree; gives why it stopped, 0 at its end."""
    if peek(mem, w.TO) != 0:
        move_subtree(game, mem)
        return 0
    poke(mem, h.STACK_END, stack_pointer() - peek(mem, h.STACK_SIZE))
    root = game.load_state(mem, h.STATE)
    while peek(mem, w.DONE) < peek(mem, w.SIMULATIONS):
        if stopped(mem):
            break
        if peek(peek(mem, w.TREE), w.LINK) & w.PROVEN != 0:
            break
        end = arena_mark(game, mem)
        simulate(game, mem, root)
        arena_rewind(game, mem, end)
        if peek(mem, h.STOP) != 0:
            break
        poke(mem, w.DONE, peek(mem, w.DONE) + 1)
    return peek(mem, h.STOP)


def simulate(game: Any, mem: int, root: Any) -> None:
    """One simulation: down the tree, one step beyond it, a playout, and back up."""
    tree = peek(mem, w.TREE)
    node = 0
    state = root
    player = game.player(root)
    ply = 0
    proving = False
    while True:
        poke(mem, w.PATH + 2 * ply, node)
        poke(mem, w.PATH + 2 * ply + 1, player)
        place = node * game.node_words
        link = peek(tree, place + w.LINK)
        visits = peek(tree, place + w.VISITS)
        if link & w.PROVEN != 0 and ply > 0 and visits > 0:
            take_known(game, mem, tree, node, visits)
            break
        count = count_of(link)
        if count == 0:
            if (ply > 0 and visits == 0) or ply >= w.MOST_DEPTH:
                play_out(game, mem, state)
                break
            count = grow(game, mem, node, state, player)
            if count == 0:
                stuck(game, mem, state)
                poke(tree, place + w.LINK, w.PROVEN)
                proving = True
                break
            if count < 0:
                if peek(mem, h.STOP) == 0:
                    play_out(game, mem, state)
                break
            link = peek(tree, place + w.LINK)
        node = next_child(game, mem, node, state, player, link)
        state = game.play(state, game.load_move(tree, node * game.node_words + game.move_at))
        ply += 1
        poke(mem, h.NODES, peek(mem, h.NODES) + 1)
        if settled(game, mem, state):
            poke(mem, w.PATH + 2 * ply, node)
            poke(mem, w.PATH + 2 * ply + 1, 0)
            poke(tree, node * game.node_words + w.LINK, w.PROVEN)
            proving = True
            if game.scales_evaluation:
                if peek(mem, w.ESTIMATES) != 0:
                    poke(peek(mem, w.ESTIMATES), node, bits_of(game.load_score(mem, w.RESULT) * 1.0))
            break
        if game.scales_evaluation:
            if peek(mem, w.ESTIMATES) != 0:
                if peek(tree, node * game.node_words + w.VISITS) == 0:
                    poke(peek(mem, w.ESTIMATES), node, bits_of(judged(game, mem, state)))
        player = game.player(state)
        if (player < 0 or player > game.last_player) and not (game.has_chances and player == CHANCE):
            break_off(game, mem, state, h.PLAYER)
        if peek(mem, h.STOP) != 0:
            break
    if peek(mem, h.STOP) == 0:
        poke(mem, w.LONGEST, max(ply, peek(mem, w.LONGEST)))
        back_up(game, mem, ply, proving, peek(mem, h.FLAGS) & w.SOLVER != 0)


def next_child(game: Any, mem: int, node: int, state: Any, player: int, link: int) -> int:
    """The child to follow: by lot where chance decides, else by the rule."""
    if game.has_chances:
        if player == CHANCE:
            return draw(game, mem, state, link)
    return select(game, mem, node, link, player)


def back_up(game: Any, mem: int, last: int, given: bool, solver: bool) -> None:
    """Credits all nodes of the path with the result, and marks what is proven.

    Where a child is proven, its mover would rather take that than less, so that much the simulation counts from there on.
    """
    tree = peek(mem, w.TREE)
    proving = given and solver
    note_result(game, mem)
    ply = last
    while ply >= 0:
        node = peek(mem, w.PATH + 2 * ply)
        player = peek(mem, w.PATH + 2 * ply + 1)
        place = node * game.node_words
        if ply < last and solver and player >= 0:
            link = peek(tree, place + w.LINK)
            if proving and link & w.KNOWS == 0:
                link |= w.KNOWS
                poke(tree, place + w.LINK, link)
            if link & w.KNOWS != 0:
                take_better(game, mem, node, player)
        poke(tree, place + w.VISITS, peek(tree, place + w.VISITS) + 1)
        if game.scales_evaluation:
            if ply < last and peek(mem, w.ESTIMATES) != 0:
                back_estimate(game, mem, node, player)
        for number in range(game.sums):
            total = game.load_score(tree, place + w.TOTALS + number) + game.load_score(mem, w.RESULT + number)
            game.store_score(tree, place + w.TOTALS + number, total)
        if proving and ply < last:
            proving = prove(game, mem, node, player)
        ply -= 1


def move_subtree(game: Any, mem: int) -> None:
    """Copies the node `USED` and all below it to the block at `TO`, level by level; `USED` is then how many there are."""
    old, new = peek(mem, w.TREE), peek(mem, w.TO)
    copy_nodes(game, mem, old, peek(mem, w.USED), new, 0, 1)
    used = 1
    node = 0
    while node < used:
        link = peek(new, node * game.node_words + w.LINK)
        count = count_of(link)
        if count > 0:
            copy_nodes(game, mem, old, first_of(link), new, used, count)
            poke(new, node * game.node_words + w.LINK, used << w.FIRST_SHIFT | link & (1 << w.FIRST_SHIFT) - 1)
            used += count
        node += 1
    poke(mem, w.USED, used)
    poke(mem, w.TO, 0)


def copy_nodes(game: Any, mem: int, old: int, place: int, new: int, to: int, count: int) -> None:
    """Copies nodes that stand side by side, with what stands of them in the blocks behind."""
    copy_rows(old, place, new, to, count, game.node_words)
    copy_beside(old, peek(mem, w.PRIORS), place, new, to, count)
    copy_beside(old, peek(mem, w.ESTIMATES), place, new, to, count)


def copy_beside(old: int, block: int, place: int, new: int, to: int, count: int) -> None:
    """Copies words of a block behind the old one, where there is such a block, to the same place behind the new one."""
    if block != 0:
        copy_rows(block, place, new + (block - old), to, count, 1)


def copy_rows(old: int, place: int, new: int, to: int, count: int, width: int) -> None:
    """Copies rows of words from one block to another."""
    for word in range(count * width):
        poke(new, to * width + word, peek(old, place * width + word))
