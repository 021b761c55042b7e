"""Simulations one after the other."""

from __future__ import annotations

from typing import Any

from .....base.scores import LOSS, WIN
from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import peek, poke
from .....game.protocol import CHANCE
from .....native.kernels.parts import arena_mark, arena_rewind, stopped
from .....native.kernels.positions import break_off, path_code
from .....native.kernels.rules import Rules
from .. import layout as w
from .batches import (
    approach,
    back_estimate,
    batch_of,
    begin_anew,
    came_before,
    credit,
    drawn_again,
    hold,
    keep_subtree,
    record_estimate,
    record_result_estimate,
    settle,
)
from .counting import await_first, await_no_more, count_visit, give_back_lot, granted, link_of, record_done, visits_of
from .playouts import play_out, record_result, settled, stuck
from .tree import (
    count_of,
    draw,
    end_growth,
    exploration_of,
    first_of,
    grow,
    is_known,
    mark_result,
    may_grow,
    plies_of,
    prove,
    record_known_child,
    select,
    take_better,
    take_known,
)


def describe(rules: Any) -> None:
    """Adds the extreme payoffs, the width of a node, and the rules `on_shared_tree` to the rules."""
    rules.sums = w.sums(rules.players)
    rules.scales_evaluation = rules.has_evaluate and rules.players <= 2 and not rules.has_chances
    number = float if rules.has_float_scores else int
    if rules.players > 2:
        rules.greatest, rules.can_be_greatest = rules.most, rules.has_range
        rules.smallest = rules.least
    else:
        ranged = rules.has_chances
        rules.smallest, rules.greatest = (rules.least, rules.most) if ranged else (LOSS, WIN)
        rules.smallest, rules.greatest, rules.can_be_greatest = number(rules.smallest), number(rules.greatest), True
    lay_out(rules, shared=False)
    rules.on_shared_tree = Rules(**rules.__dict__)
    lay_out(rules.on_shared_tree, shared=True)


def lay_out(rules: Any, *, shared: bool) -> None:
    """Adds the layout of a node in a shared or unshared tree to the rules."""
    rules.is_shared = shared
    rules.move_at = w.move_at(rules.players, shared=shared)
    rules.proven_at = w.TOTALS + (rules.sums if shared else 0)
    rules.node_words = w.node_words(rules.players, rules.move_words, shared=shared)


def entry(game: Any, mem: int) -> int:
    """Simulates from the state in memory, or makes a node the root; gives the reason why it stopped, 0 at its end."""
    if peek(mem, w.ROOT) != 0:
        keep_subtree(game, mem)
        return 0
    root = game.load_state(mem, h.STATE)
    if peek(mem, h.FLAGS) & w.CODING != 0:
        poke(mem, w.CODE, path_code(game, root, game.player(root)))
        return 0
    begin_anew(game, mem)
    while granted(game, mem):
        if stopped(mem):
            break
        if link_of(game, peek(mem, w.TREE), 0) & w.PROVEN != 0:
            break
        end = arena_mark(game, mem)
        simulate_batch(game, mem, root)
        arena_rewind(game, mem, end)
        if peek(mem, h.STOP) != 0:
            break
    give_back_lot(game, mem)
    return peek(mem, h.STOP)


def shared_entry(game: Any, mem: int) -> int:
    """`entry` for a tree that several workers share."""
    return entry(game.on_shared_tree, mem)


def simulate_batch(game: Any, mem: int, root: Any) -> None:
    """Runs a batch of simulations that share the upper part of their path."""
    start = approach(game, mem, root)
    base = peek(mem, w.PATH + 2 * peek(mem, w.BASE))
    left = batch_of(game, mem)
    while True:
        end = arena_mark(game, mem)
        simulate(game, mem, start)
        arena_rewind(game, mem, end)
        left -= 1
        if left == 0 or stopped(mem) or not granted(game, mem):
            break
        if link_of(game, peek(mem, w.TREE), base) & w.PROVEN != 0:
            break
    settle(game, mem)


def simulate(game: Any, mem: int, start: Any) -> None:
    """Runs one simulation from `BASE`: down the tree, one step beyond it, a playout, and back up."""
    tree = peek(mem, w.TREE)
    base = peek(mem, w.BASE)
    node = peek(mem, w.PATH + 2 * base)
    state = start
    player = game.player(start)
    ply = base
    proving = False
    worth = exploration_of(game, mem)
    played = peek(mem, w.PLAYOUT_PLIES)
    while True:
        poke(mem, w.PATH + 2 * ply, node)
        poke(mem, w.PATH + 2 * ply + 1, player)
        if ply > base:
            if is_known(game, tree, node):
                take_known(game, mem, tree, node)
                # who proved it may have been stopped before it looked further up
                proving = True if game.is_shared else visits_of(game, tree, node) == 0
                break
        link = link_of(game, tree, node)
        if count_of(link) == 0:
            if (ply > base and visits_of(game, tree, node) == 0) or ply >= w.MOST_DEPTH or not may_grow(game, tree, node):
                play_out(game, mem, state)
                break
            count = grow(game, mem, node, state, player)
            if count <= 0:
                end_growth(game, tree, node)
                if count == 0:
                    stuck(game, mem, state)
                    mark_result(game, mem, tree, node)
                    proving = True
                elif peek(mem, h.STOP) == 0:
                    play_out(game, mem, state)
                break
            link = link_of(game, tree, node)
        node = next_child(game, mem, node, state, player, link, worth)
        await_first(game, mem, tree, node)
        state = game.play(state, game.load_move(tree, node * game.node_words + game.move_at))
        ply += 1
        poke(mem, h.NODES, peek(mem, h.NODES) + 1)
        if settled(game, mem, state):
            poke(mem, w.PATH + 2 * ply, node)
            poke(mem, w.PATH + 2 * ply + 1, 0)
            mark_result(game, mem, tree, node)
            proving = True
            record_result_estimate(game, mem, node)
            break
        record_estimate(game, mem, node, state)
        player = game.player(state)
        if (player < 0 or player > game.last_player) and not (game.has_chances and player == CHANCE):
            break_off(game, mem, state, h.PLAYER)
        if peek(mem, h.STOP) != 0:
            break
        if peek(mem, h.FLAGS) & w.REPETITION != 0:
            if came_before(mem, path_code(game, state, player), ply):
                poke(mem, w.PATH + 2 * ply, node)
                poke(mem, w.PATH + 2 * ply + 1, player)
                drawn_again(game, mem)
                mark_result(game, mem, tree, node)
                proving = True
                record_result_estimate(game, mem, node)
                break
    if peek(mem, h.STOP) == 0:
        record_done(game, mem)
        poke(mem, w.LONGEST, max(ply, peek(mem, w.LONGEST)))
        record_end(game, mem, ply, ply + plies_of(link_of(game, tree, node)) + peek(mem, w.PLAYOUT_PLIES) - played)
        back_up(game, mem, ply, proving, peek(mem, h.FLAGS) & w.SOLVER != 0)
    await_no_more(game, mem, tree)


def record_end(game: Any, mem: int, ply: int, end: int) -> None:
    """Adds the ply at which a simulation ended to the counts of its root move."""
    if ply > 0:
        place = w.LASTED + 2 * (peek(mem, w.PATH + 2) - first_of(link_of(game, peek(mem, w.TREE), 0)))
        poke(mem, place, peek(mem, place) + 1)
        poke(mem, place + 1, peek(mem, place + 1) + end)


def next_child(game: Any, mem: int, node: int, state: Any, player: int, link: int, worth: float) -> int:
    """The child to follow: a random one where chance decides, else the one that the selection rule prefers."""
    if game.has_chances:
        if player == CHANCE:
            return draw(game, mem, state, link)
    return select(game, mem, node, link, player, worth)


def back_up(game: Any, mem: int, last: int, given: bool, solver: bool) -> None:
    """Credits the result to the nodes of the path, or records it for those down to `BASE`, and marks proven nodes. A mover with a
    proven child would not accept less, so from that node on the simulation counts at least that much for it.
    """
    tree = peek(mem, w.TREE)
    base = peek(mem, w.BASE)
    proving = given and solver
    record_result(game, mem)
    ply = last
    while ply >= 0:
        node = peek(mem, w.PATH + 2 * ply)
        player = peek(mem, w.PATH + 2 * ply + 1)
        if ply < last and solver and player >= 0:
            knows = link_of(game, tree, node) & w.KNOWS != 0
            if proving and not knows:
                record_known_child(game, tree, node)
                knows = True
            if knows:
                take_better(game, mem, node, player)
        if ply <= base:
            hold(game, mem, ply)
        else:
            if ply < last:
                back_estimate(game, mem, node, player)
            count_visit(game, mem, tree, node)
        if proving and ply < last:
            if ply <= base:
                credit(game, mem, ply)
            proving = prove(game, mem, node, player)
        ply -= 1
