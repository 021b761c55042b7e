"""The tree in its block: siblings lie side by side, without states, with marks of proven nodes."""

from __future__ import annotations

import math
from typing import Any

from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import add_atomic, bits_of, float_of, peek, peek_atomic, poke
from .....game.protocol import CHANCE
from .....native.kernels.parts import fraction
from .....native.kernels.positions import break_off
from .. import layout as w
from .counting import allocate, claim, counts_of, link_of, mean_for, mean_tried_for, tries_in, visits_of
from .playouts import put, spread_of


def first_of(link: int) -> int:
    """The number of the first child."""
    return link >> w.FIRST_SHIFT


def count_of(link: int) -> int:
    """The number of children; 0 if they were not made."""
    return link >> w.COUNT_SHIFT & w.COUNT_MASK


def plies_of(link: int) -> int:
    """The length of the proven line in plies; 0 if nothing is proven."""
    return link >> w.PLIES_SHIFT & w.PLIES_MASK


def grow(game: Any, mem: int, node: int, state: Any, player: int) -> int:
    """Makes a node's children; gives their number, 0 where there is no move, or below 0 where there is no room."""
    tree = peek(mem, w.TREE)
    count = 0
    by_lot = False
    if game.has_chances:
        if player == CHANCE:
            by_lot = True
            for move, _ in game.chances(state):
                count = put(game, mem, count, move)
                if count < 0:
                    return count
    if count == 0:
        count = searched_moves_of(game, mem, state)
        if count <= 0:
            return count
    first = allocate(game, mem, count)
    if first < 0:
        return first
    for number in range(count):
        place = (first + number) * game.node_words
        for word in range(game.move_at):
            poke(tree, place + word, 0)
        game.store_move(tree, place + game.move_at, game.load_move(mem, w.MOVES + number * game.move_words))
    if peek(mem, w.PRIORS) != 0 and not by_lot:
        give_priors(game, mem, first, count, state)
    place = node * game.node_words + w.LINK
    if game.is_shared:
        add_atomic(tree, place, first << w.FIRST_SHIFT | count << w.COUNT_SHIFT)
    else:
        poke(tree, place, first << w.FIRST_SHIFT | count << w.COUNT_SHIFT | peek(tree, place) & w.PROVEN)
    return count


def give_priors(game: Any, mem: int, first: int, count: int, state: Any) -> None:
    """Stores the priors of a node's children, whose moves are in `MOVES`: shares in its visits while nothing is known of them.
    `game.following` has the Python version.
    """
    priors = peek(mem, w.PRIORS)
    if game.has_order and not game.has_prior:
        record_orders(game, mem, priors, first, count, state)
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


def record_orders(game: Any, mem: int, priors: int, first: int, count: int, state: Any) -> None:
    """Stores by how many standard deviations the `order` of each move is above their mean."""
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


def may_grow(game: Any, tree: int, node: int) -> bool:
    """True if this worker may make a node's children: on a shared tree, if no other worker has claimed that."""
    return claim(game, tree, node, w.GROWING) if game.is_shared else True


def end_growth(game: Any, tree: int, node: int) -> None:
    """Lets other workers make a node's children, after this worker made none."""
    if game.is_shared:
        add_atomic(tree, node * game.node_words + w.LINK, -w.GROWING)


def searched_moves_of(game: Any, mem: int, state: Any) -> int:
    """Writes the moves worth searching to `MOVES`; gives their number, or -1 where there is no room."""
    count = 0
    for move in game.searched_moves(state):
        count = put(game, mem, count, move)
        if count < 0:
            return count
    return count


def select(game: Any, mem: int, node: int, link: int, player: int, worth: float) -> int:
    """The child to follow by UCT: the best mean plus an exploration bonus for children seldom tried. Proven children are skipped
    as long as there are others. `worth` is the result of `exploration_of`.
    """
    if peek(mem, w.PRIORS) != 0:
        return select_by_priors(game, mem, node, link, player, worth)
    tree = peek(mem, w.TREE)
    scale = worth * math.sqrt(math.log(max(1, visits_of(game, tree, node)) * 1.0))
    first = first_of(link)
    best = -1
    best_bound = -math.inf
    for child in range(first, first + count_of(link)):
        counts = counts_of(game, tree, child)
        tries = tries_in(game, counts)
        if tries == 0:
            return child
        if link_of(game, tree, child) & w.PROVEN != 0:
            continue
        share = 1.0 / tries
        bound = mixed_mean(game, mem, tree, child, player, counts, share) + scale * math.sqrt(share)
        if bound > best_bound:
            best = child
            best_bound = bound
    return best if best >= 0 else first


def select_by_priors(game: Any, mem: int, node: int, link: int, player: int, given: float) -> int:
    """The child to follow by PUCT: the best mean plus a bonus for its prior; an unvisited child counts as the node's mean.

    Source: D. Silver and others, "Mastering the game of Go without human knowledge", Nature 550, 2017, "Select".
    """
    tree, priors = peek(mem, w.TREE), peek(mem, w.PRIORS)
    visits = visits_of(game, tree, node)
    worth = given * math.sqrt(max(1, visits) * 1.0)
    mean = mean_for(game, tree, node, player, visits) if visits > 0 else 0.0
    first = first_of(link)
    best = -1
    best_bound = -math.inf
    for child in range(first, first + count_of(link)):
        counts = counts_of(game, tree, child)
        tries = tries_in(game, counts)
        if tries > 0 and link_of(game, tree, child) & w.PROVEN != 0:
            continue
        value = mixed_mean(game, mem, tree, child, player, counts, 1.0 / tries) if tries > 0 else mean
        bound = value + worth * float_of(peek(priors, child)) / (1.0 + tries)
        if bound > best_bound:
            best = child
            best_bound = bound
    return best if best >= 0 else first


def exploration_of(game: Any, mem: int) -> float:
    """The weight of exploration in the units of results; constant during a simulation's descent."""
    return float_of(peek(mem, w.EXPLORATION)) * spread_of(game, mem)


def mixed_mean(game: Any, mem: int, tree: int, child: int, player: int, counts: int, share: float) -> float:
    """A player's mean in a child, mixed with its evaluation where nodes keep them; `share` is one over the number of tries."""
    mean = mean_tried_for(game, mem, tree, child, player, counts, share)
    if game.scales_evaluation:
        estimates = peek(mem, w.ESTIMATES)
        if estimates != 0:
            estimate = float_of(peek_atomic(estimates, child))
            mean += float_of(peek(mem, w.IMPLICIT)) * ((estimate if player == 0 else -estimate) - mean)
    return mean


def draw(game: Any, mem: int, state: Any, link: int) -> int:
    """The child that chance selects."""
    left = fraction(mem, w.RNG)
    first = first_of(link)
    number = -1
    for _, chance in game.chances(state):
        number += 1
        left -= chance
        if left < 0.0:
            break
    return first + number


def prove(game: Any, mem: int, node: int, player: int) -> bool:
    """Marks a node if its children prove it: one cannot be improved on, or all are known. True if this worker marked it.

    Among equal children a win takes the shortest line; anything else, and chance, takes the longest.
    """
    tree = peek(mem, w.TREE)
    link = link_of(game, tree, node)
    first = first_of(link)
    best = -1
    best_value = 0.0
    best_haste = 0
    is_complete = True
    is_equal = True
    for child in range(first, first + count_of(link)):
        if not is_known(game, tree, child):
            is_complete = False
        else:
            value = known_for(game, tree, child, max(0, player))
            haste = plies_of(link_of(game, tree, child))
            if game.players > 2:  # equal for one player is not equal for all: the first, as max^n takes it
                haste = 0
            elif value > 0.0 and player >= 0:
                haste = -haste
            if best >= 0:
                if value != best_value:
                    is_equal = False
            if best < 0 or value > best_value or (value == best_value and haste > best_haste):
                best = child
                best_value = value
                best_haste = haste
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
        if best_value < most:
            return False
    return mark(game, tree, node, best)


def take_better(game: Any, mem: int, node: int, player: int) -> None:
    """Replaces `RESULT` by the proven payoffs of a child if these give the mover more."""
    tree = peek(mem, w.TREE)
    link = link_of(game, tree, node)
    first = first_of(link)
    for child in range(first, first + count_of(link)):
        if is_known(game, tree, child):
            if known_for(game, tree, child, player) > result_for(game, mem, player):
                take_known(game, mem, tree, child)


def result_for(game: Any, mem: int, player: int) -> float:
    """A player's payoff in `RESULT`."""
    if game.players > 2:
        return game.load_score(mem, w.RESULT + player) * 1.0
    value = game.load_score(mem, w.RESULT) * 1.0
    return value if player == 0 else -value


def is_known(game: Any, tree: int, node: int) -> bool:
    """True if a node's payoffs are proven."""
    return bool(link_of(game, tree, node) & w.PROVEN != 0)


def known_for(game: Any, tree: int, node: int, player: int) -> float:
    """A player's proven payoff in a node."""
    if game.players > 2:
        return known(game, tree, node, player) * 1.0
    value = known(game, tree, node, 0) * 1.0
    return value if player == 0 else -value


def known(game: Any, tree: int, node: int, number: int) -> Any:
    """A proven score of a node, in the form of `RESULT`."""
    return game.load_score(tree, node * game.node_words + game.proven_at + number)


def take_known(game: Any, mem: int, tree: int, node: int) -> None:
    """Writes the proven payoffs of a node into `RESULT`."""
    for number in range(game.sums):
        game.store_score(mem, w.RESULT + number, known(game, tree, node, number))


def mark(game: Any, tree: int, node: int, child: int) -> bool:
    """Copies the proven payoffs of a child to the node; True if this worker did, and no other."""
    if game.is_shared:
        if not claim(game, tree, node, w.PROVING):
            return False
    for number in range(game.sums):
        game.store_score(tree, node * game.node_words + game.proven_at + number, known(game, tree, child, number))
    set_proven(game, tree, node, min(plies_of(link_of(game, tree, child)) + 1, w.PLIES_MASK))
    return True


def mark_result(game: Any, mem: int, tree: int, node: int) -> None:
    """Stores `RESULT` as the proven payoffs of a node in which the game is over."""
    if game.is_shared:
        if not claim(game, tree, node, w.PROVING):
            return
    for number in range(game.sums):
        game.store_score(tree, node * game.node_words + game.proven_at + number, game.load_score(mem, w.RESULT + number))
    set_proven(game, tree, node, 0)


def set_proven(game: Any, tree: int, node: int, plies: int) -> None:
    """Marks a node as proven, with the length of the proven line in plies."""
    place = node * game.node_words + w.LINK
    if game.is_shared:
        add_atomic(tree, place, plies << w.PLIES_SHIFT | w.PROVEN)
    else:
        poke(tree, place, peek(tree, place) | plies << w.PLIES_SHIFT | w.PROVEN)


def record_known_child(game: Any, tree: int, node: int) -> None:
    """Marks a node that has a proven child."""
    if game.is_shared:
        claim(game, tree, node, w.KNOWS)
    else:
        place = node * game.node_words + w.LINK
        poke(tree, place, peek(tree, place) | w.KNOWS)
