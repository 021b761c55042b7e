"""Simulations one after the other, each in a deal, down a single tree of observed moves."""

from __future__ import annotations

import math
from typing import Any

from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import float_of, peek, poke
from .....game.protocol import CHANCE
from .....native.kernels.parts import arena_mark, arena_rewind, below, fraction, stopped
from .....native.kernels.positions import break_off
from .....native.kernels.rules import Rules
from ....montecarlo.native import layout as w
from ....montecarlo.native.kernels.counting import count_visit, mean_for
from ....montecarlo.native.kernels.playouts import play_out, put, settled, stuck
from ....montecarlo.native.kernels.tree import first_of, searched_moves_of


def describe(rules: Any) -> None:
    """Adds the rules `on_information`, whose nodes have this kernel's extra words."""
    rules.on_information = Rules(**rules.__dict__)
    rules.on_information.available_at = rules.node_words + w.AVAILABLE
    rules.on_information.next_at = rules.node_words + w.NEXT
    rules.on_information.node_words = rules.node_words + w.MORE


def entry(game: Any, mem: int) -> int:
    """Simulates in random ones of the deals in memory; gives the reason why it stopped, 0 at its end. Many simulations of the
    same deal in a row would let the tree learn what is hidden in it.
    """
    return run(game.on_information, mem)


def run(game: Any, mem: int) -> int:
    """Implements `entry`."""
    while peek(mem, w.DONE) < peek(mem, w.SIMULATIONS):
        if stopped(mem):
            break
        end = arena_mark(game, mem)
        number = below(mem, w.RNG, peek(mem, w.DEAL_COUNT))
        simulate(game, mem, game.load_state(peek(mem, w.DEALS), number * game.state_words))
        arena_rewind(game, mem, end)
        if peek(mem, h.STOP) != 0:
            break
        poke(mem, w.DONE, peek(mem, w.DONE) + 1)
    return peek(mem, h.STOP)


def simulate(game: Any, mem: int, root: Any) -> None:
    """Runs one simulation in a deal: down the tree, one step beyond it, a playout, and back up."""
    tree = peek(mem, w.TREE)
    node = 0
    state = root
    ply = 0
    while True:
        poke(mem, w.PATH + ply, node)
        if ply >= w.MOST_DEPTH:
            play_out(game, mem, state)
            break
        player = game.player(state)
        count = offered(game, mem, state, player)
        if count <= 0:
            if count == 0:
                stuck(game, mem, state)
            break
        child = choose(game, mem, node, player, count)
        if child < 0:  # there is no room for another node
            play_out(game, mem, state)
            break
        is_new = peek(tree, child * game.node_words + w.VISITS) == 0
        node = child
        state = game.play(state, game.load_move(tree, node * game.node_words + game.move_at))
        ply += 1
        poke(mem, h.NODES, peek(mem, h.NODES) + 1)
        poke(mem, w.PATH + ply, node)
        if settled(game, mem, state):
            break
        if is_new:
            play_out(game, mem, state)
            break
        if peek(mem, h.STOP) != 0:
            break
    if peek(mem, h.STOP) == 0:
        poke(mem, w.LONGEST, max(ply, peek(mem, w.LONGEST)))
        for each in range(ply + 1):
            count_visit(game, mem, tree, peek(mem, w.PATH + each))


def offered(game: Any, mem: int, state: Any, player: int) -> int:
    """Writes the moves to choose from to `MOVES`: those worth searching, or one chance outcome; gives their number."""
    if game.has_chances:
        if player == CHANCE:
            left = fraction(mem, w.RNG)
            for move, chance in game.chances(state):
                put(game, mem, 0, move)
                left -= chance
                if left < 0.0:
                    break
            return 1
    if player < 0 or player > game.last_player:
        break_off(game, mem, state, h.PLAYER)
        return -1
    return searched_moves_of(game, mem, state)


def choose(game: Any, mem: int, node: int, player: int, count: int) -> int:
    """The child to follow among the moves in `MOVES`: a random unvisited one, else that with the best mean plus a bonus for those
    seldom tried; below 0 if a new one does not fit.
    """
    tree = peek(mem, w.TREE)
    spread = (game.load_score(mem, w.HIGH) - game.load_score(mem, w.LOW)) * 1.0
    scale = float_of(peek(mem, w.EXPLORATION)) * max(spread, 1e-9)
    untried = 0
    lot = -1
    lot_child = -1
    best = -1
    best_bound = 0.0
    for number in range(count):
        child = child_by(game, mem, node, number)
        visits = 0
        if child >= 0:
            place = child * game.node_words
            poke(tree, place + game.available_at, peek(tree, place + game.available_at) + 1)
            visits = peek(tree, place + w.VISITS)
        if visits == 0:
            untried += 1
            if untried == 1 or below(mem, w.RNG, untried) == 0:
                lot = number
                lot_child = child
        elif untried == 0:
            log = math.log(peek(tree, child * game.node_words + game.available_at) * 1.0)
            bound = mean_for(game, tree, child, max(0, player), visits) + scale * math.sqrt(log / visits)
            if best < 0 or bound > best_bound:
                best = child
                best_bound = bound
    if untried == 0:
        return best
    return lot_child if lot_child >= 0 else made(game, mem, node, lot)


def child_by(game: Any, mem: int, node: int, number: int) -> int:
    """The node's child by a move in `MOVES`; below 0 if it has none."""
    tree = peek(mem, w.TREE)
    wanted = w.MOVES + number * game.move_words
    child = first_of(peek(tree, node * game.node_words + w.LINK))
    while child != 0:
        place = child * game.node_words
        same = 0
        while same < game.move_words:
            if peek(tree, place + game.move_at + same) != peek(mem, wanted + same):
                break
            same += 1
        if same == game.move_words:
            return child
        child = peek(tree, place + game.next_at)
    return -1


def made(game: Any, mem: int, node: int, number: int) -> int:
    """Makes a child by a move in `MOVES`; gives its number, or below 0 where there is no room."""
    tree = peek(mem, w.TREE)
    child = peek(mem, w.USED)
    if child >= peek(mem, w.CAPACITY):
        return -1
    poke(mem, w.USED, child + 1)
    place = child * game.node_words
    for word in range(game.node_words):
        poke(tree, place + word, 0)
    game.store_move(tree, place + game.move_at, game.load_move(mem, w.MOVES + number * game.move_words))
    link = node * game.node_words + w.LINK
    poke(tree, place + game.available_at, 1)
    poke(tree, place + game.next_at, first_of(peek(tree, link)))
    poke(tree, link, child << w.FIRST_SHIFT)
    return child
