"""The tree in its block: children side by side, no states, marks of what is proven."""

from __future__ import annotations

import math
from typing import Any

from ....rules.game import CHANCE
from ...kernels.positions import break_off
from ...native import header as h
from ...native.intrinsics import bits_of, float_of, peek, poke
from .. import words as w
from .playouts import fraction, put, spread_of


def first_of(link: int) -> int:
    """The number of the first child."""
    return link >> w.FIRST_SHIFT


def count_of(link: int) -> int:
    """How many children there are; 0 where they were not made."""
    return link >> w.COUNT_SHIFT & w.COUNT_MASK


def grow(game: Any, mem: int, node: int, state: Any, player: int) -> int:
    """Makes a node's children; gives how many, 0 where there is no move, or below 0 where there is no room."""
    tree = peek(mem, w.TREE)
    count = 0
    if game.has_chances:
        if player == CHANCE:
            for move, _ in game.chances(state):
                count = put(game, mem, count, move)
                if count < 0:
                    return count
    if count == 0:
        count = searched_moves_of(game, mem, state)
        if count <= 0:
            return count
    first = peek(mem, w.USED)
    if first + count > peek(mem, w.CAPACITY):
        return -1
    poke(mem, w.USED, first + count)
    for number in range(count):
        place = (first + number) * game.node_words
        for word in range(game.move_at):
            poke(tree, place + word, 0)
        game.store_move(tree, place + game.move_at, game.load_move(mem, w.MOVES + number * game.move_words))
    if peek(mem, w.PRIORS) != 0:
        give_priors(game, mem, first, count, state)
    place = node * game.node_words + w.LINK
    poke(tree, place, first << w.FIRST_SHIFT | count << w.COUNT_SHIFT | peek(tree, place) & w.PROVEN)
    return count


def searched_moves_of(game: Any, mem: int, state: Any) -> int:
    """Puts the moves worth searching into `MOVES`; gives how many, or -1 where there is no room."""
    count = 0
    for move in game.searched_moves(state):
        count = put(game, mem, count, move)
        if count < 0:
            return count
    return count


def mean_for(game: Any, tree: int, node: int, player: int, visits: int) -> float:
    """What a player got on average in a node."""
    place = node * game.node_words + w.TOTALS
    if game.players > 2:
        return game.load_score(tree, place + player) * 1.0 / visits
    total = game.load_score(tree, place) * 1.0
    return total / visits if player == 0 else -total / visits


def select(game: Any, mem: int, node: int, link: int, player: int) -> int:
    """The child to follow: the best mean, plus what it is worth to know better what was seldom tried.

    Only moves that are not proven are looked into, as long as there are any.
    """
    if peek(mem, h.FLAGS) & w.PUCT != 0:
        return select_by_priors(game, mem, node, link, player)
    tree = peek(mem, w.TREE)
    scale = float_of(peek(mem, w.EXPLORATION)) * spread_of(game, mem)
    log = math.log(max(1, peek(tree, node * game.node_words + w.VISITS)) * 1.0)
    first = first_of(link)
    best = -1
    best_bound = 0.0
    for child in range(first, first + count_of(link)):
        place = child * game.node_words
        visits = peek(tree, place + w.VISITS)
        if visits == 0:
            return child
        if peek(tree, place + w.LINK) & w.PROVEN != 0:
            continue
        bound = mixed_mean(game, mem, tree, child, player, visits) + scale * math.sqrt(log / visits)
        if best < 0 or bound > best_bound:
            best = child
            best_bound = bound
    return best if best >= 0 else first


def select_by_priors(game: Any, mem: int, node: int, link: int, player: int) -> int:
    """The child to follow by PUCT: the best mean, plus what its share in visits is worth; unvisited, the mean of the node.

    Source: D. Silver and others, "Mastering the game of Go without human knowledge", Nature 550, 2017, "Select".
    """
    tree, priors = peek(mem, w.TREE), peek(mem, w.PRIORS)
    parent = peek(tree, node * game.node_words + w.VISITS)
    worth = float_of(peek(mem, w.EXPLORATION)) * spread_of(game, mem) * math.sqrt(parent * 1.0)
    mean = mean_for(game, tree, node, player, parent) if parent > 0 else 0.0
    first = first_of(link)
    best = -1
    best_bound = 0.0
    for child in range(first, first + count_of(link)):
        place = child * game.node_words
        visits = peek(tree, place + w.VISITS)
        if visits > 0 and peek(tree, place + w.LINK) & w.PROVEN != 0:
            continue
        known = mixed_mean(game, mem, tree, child, player, visits) if visits > 0 else mean
        bound = known + worth * float_of(peek(priors, child)) / (1.0 + visits)
        if best < 0 or bound > best_bound:
            best = child
            best_bound = bound
    return best if best >= 0 else first


def mixed_mean(game: Any, mem: int, tree: int, child: int, player: int, visits: int) -> float:
    """What a player got on average in a child, mixed with what evaluations say where nodes note them."""
    mean = mean_for(game, tree, child, player, visits)
    if game.scales_evaluation:
        estimates = peek(mem, w.ESTIMATES)
        if estimates != 0:
            estimate = float_of(peek(estimates, child))
            mean += float_of(peek(mem, w.IMPLICIT)) * ((estimate if player == 0 else -estimate) - mean)
    return mean


def back_estimate(game: Any, mem: int, node: int, player: int) -> None:
    """Makes a node's evaluation that of its best child, of those visited so far.

    Source: M. Lanctot and others, "Monte Carlo tree search with heuristic evaluations using implicit minimax backups", 2014.
    """
    tree, estimates = peek(mem, w.TREE), peek(mem, w.ESTIMATES)
    link = peek(tree, node * game.node_words + w.LINK)
    first = first_of(link)
    found = False
    best = 0.0
    for child in range(first, first + count_of(link)):
        visits = peek(tree, child * game.node_words + w.VISITS)
        if visits > 0:
            value = float_of(peek(estimates, child))
            if peek(tree, child * game.node_words + w.LINK) & w.PROVEN != 0:
                value = mean_for(game, tree, child, 0, visits)
            if not found or (value > best if player == 0 else value < best):
                best = value
                found = True
    if found:
        poke(estimates, node, bits_of(best))


def give_priors(game: Any, mem: int, first: int, count: int, state: Any) -> None:
    """Notes the share of each of the children, whose moves stand in `MOVES`, in what is worth a visit."""
    priors = peek(mem, w.PRIORS)
    if game.has_order and not game.has_prior:
        note_orders(game, mem, priors, first, count, state)
    total = 0.0
    for number in range(count):
        weight = 1.0
        if game.has_prior:
            weight = game.prior(state, game.load_move(mem, w.MOVES + number * game.move_words)) * 1.0
            if not 0.0 <= weight < math.inf:
                break_off(game, mem, state, h.PRIOR)
        elif game.has_order:
            weight = math.exp(float_of(peek(priors, first + number)))
        poke(priors, first + number, bits_of(weight))
        total += weight
    for number in range(count):
        weight = float_of(peek(priors, first + number))
        poke(priors, first + number, bits_of(weight / total if total > 0.0 else 1.0 / count))


def note_orders(game: Any, mem: int, priors: int, first: int, count: int, state: Any) -> None:
    """Notes by how many standard deviations the `order` of each of the moves is above their mean."""
    total = 0.0
    squares = 0.0
    for number in range(count):
        weight = game.weight(game.order(state, game.load_move(mem, w.MOVES + number * game.move_words))) * 1.0
        poke(priors, first + number, bits_of(weight))
        total += weight
        squares += weight * weight
    mean = total / count
    deviation = math.sqrt(max(0.0, squares / count - mean * mean))
    for number in range(count):
        above = float_of(peek(priors, first + number)) - mean
        poke(priors, first + number, bits_of(above / deviation if deviation > 0.0 else 0.0))


def draw(game: Any, mem: int, state: Any, link: int) -> int:
    """The child that chance decides for."""
    left = fraction(mem)
    first = first_of(link)
    number = -1
    for _, chance in game.chances(state):
        number += 1
        left -= chance
        if left < 0.0:
            break
    return first + number


def prove(game: Any, mem: int, node: int, player: int) -> bool:
    """Whether the children prove the node: a move than which none can be better, or the best where all are known."""
    tree = peek(mem, w.TREE)
    place = node * game.node_words
    link = peek(tree, place + w.LINK)
    first = first_of(link)
    best = -1
    best_mean = 0.0
    is_complete = True
    is_equal = True
    for child in range(first, first + count_of(link)):
        visits = peek(tree, child * game.node_words + w.VISITS)
        if peek(tree, child * game.node_words + w.LINK) & w.PROVEN == 0 or visits == 0:
            is_complete = False
        else:
            mean = mean_for(game, tree, child, max(0, player), visits)
            if best >= 0:
                if mean != best_mean:
                    is_equal = False
            if best < 0 or mean > best_mean:
                best = child
                best_mean = mean
    if best < 0:
        return False
    if player < 0:
        if not is_complete or not is_equal:
            return False
        if game.players > 2:  # equal for one player is not equal for all
            return False
    elif not is_complete:
        if not game.can_be_greatest:
            return False
        most = game.greatest * 1.0
        if game.players <= 2:
            if player != 0:
                most = -game.smallest * 1.0
        if best_mean < most:
            return False
    mark(game, tree, node, best)
    return True


def take_better(game: Any, mem: int, node: int, player: int) -> None:
    """Makes `RESULT` what is proven of a child, where that gives the mover more: it would rather take that."""
    tree = peek(mem, w.TREE)
    link = peek(tree, node * game.node_words + w.LINK)
    first = first_of(link)
    for child in range(first, first + count_of(link)):
        visits = peek(tree, child * game.node_words + w.VISITS)
        if peek(tree, child * game.node_words + w.LINK) & w.PROVEN != 0 and visits > 0:
            if mean_for(game, tree, child, player, visits) > result_for(game, mem, player):
                take_known(game, mem, tree, child, visits)


def result_for(game: Any, mem: int, player: int) -> float:
    """What a player gets by `RESULT`."""
    if game.players > 2:
        return game.load_score(mem, w.RESULT + player) * 1.0
    value = game.load_score(mem, w.RESULT) * 1.0
    return value if player == 0 else -value


def take_known(game: Any, mem: int, tree: int, node: int, visits: int) -> None:
    """Writes what is proven of a node into `RESULT`."""
    for number in range(game.sums):
        total = game.load_score(tree, node * game.node_words + w.TOTALS + number)
        game.store_score(mem, w.RESULT + number, total // visits if not game.has_float_scores else total / visits)


def mark(game: Any, tree: int, node: int, child: int) -> None:
    """Makes what is proven of a child that of the node: its totals are its visits times that."""
    here, there = node * game.node_words, child * game.node_words
    visits, known = peek(tree, here + w.VISITS), peek(tree, there + w.VISITS)
    for number in range(game.sums):
        total = game.load_score(tree, there + w.TOTALS + number)
        each = total // known if not game.has_float_scores else total / known
        game.store_score(tree, here + w.TOTALS + number, each * visits)
    poke(tree, here + w.LINK, peek(tree, here + w.LINK) | w.PROVEN)
