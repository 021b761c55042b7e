"""A small sowing game in the mancala family, written without mutation.

Pits 0-5 belong to player 0 and pits 6-11 to player 1; seeds travel
counter-clockwise, i.e. in order of index.  The emptied pit is skipped on
long laps.  If the last seed makes an enemy pit hold 2 or 3, those seeds are
captured, and so on backwards along the enemy side.  Most seeds wins.
"""
from functools import reduce
from itertools import cycle, islice
from operator import add
from typing import NamedTuple

import minimaxer as mx

SIDE = 6
PITS = 2 * SIDE
SEEDS = 4
TOTAL = PITS * SEEDS
MAX_PLIES = 150


class State(NamedTuple):
    pits: tuple[int, ...]
    stores: tuple[int, int]
    turn: int
    plies: int


def total(xs):
    return reduce(add, xs, 0)


def side(who):
    return range(who * SIDE, (who + 1) * SIDE)


def seeds_of(pits, who):
    return pits[:SIDE] if who == 0 else pits[SIDE:]


def put(pits, where, value):
    return tuple(value if i == where else n for i, n in enumerate(pits))


def path(start, seeds):
    """The pits a handful of seeds falls into, in order."""
    lap = [(start + k) % PITS for k in range(1, PITS)]
    return list(islice(cycle(lap), seeds))


def sow(pits, start):
    """(pits after sowing, index of the last pit)"""
    steps = path(start, pits[start])
    sown = reduce(lambda acc, i: put(acc, i, acc[i] + 1), steps, put(pits, start, 0))
    return sown, steps[-1]


def capture(pits, at, enemy, won=0):
    """Walk backwards from `at`, collecting twos and threes."""
    if at not in side(enemy) or pits[at] not in (2, 3):
        return pits, won
    return capture(put(pits, at, 0), at - 1, enemy, won + pits[at])


def credit(stores, who, amount):
    return tuple(map(lambda p: p[1] + amount if p[0] == who else p[1], enumerate(stores)))


class Sowing:
    def initial(self):
        return State((SEEDS,) * PITS, (0, 0), 0, 0)

    def player(self, state):
        return state.turn

    def moves(self, state):
        return filter(lambda i: state.pits[i] > 0, side(state.turn))

    def play(self, state, move):
        enemy = 1 - state.turn
        sown, last = sow(state.pits, move)
        pits, won = capture(sown, last, enemy)
        return State(pits, credit(state.stores, state.turn, won), enemy, state.plies + 1)

    def outcome(self, state):
        first, second = state.stores
        if max(first, second) > TOTAL // 2:
            return mx.WIN if first > second else mx.LOSS
        if all(n == 0 for n in seeds_of(state.pits, state.turn)):
            # Nothing left to sow: everybody keeps what lies on their side.
            finals = [s + total(seeds_of(state.pits, who)) for who, s in enumerate(state.stores)]
            return self._compare(*finals)
        return mx.DRAW if state.plies >= MAX_PLIES else None

    def evaluate(self, state):
        mine, theirs = seeds_of(state.pits, 0), seeds_of(state.pits, 1)
        # Pits holding one or two seeds are open to capture.
        risk = total(int(b in (1, 2)) - int(a in (1, 2)) for a, b in zip(mine, theirs))
        mobility = len(list(filter(None, mine))) - len(list(filter(None, theirs)))
        return 10 * (state.stores[0] - state.stores[1]) + 2 * risk + mobility

    def _compare(self, a, b):
        return mx.WIN if a > b else mx.LOSS if a < b else mx.DRAW
