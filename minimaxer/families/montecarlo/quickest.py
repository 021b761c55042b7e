"""The quickest end of a decided position: playouts prove who wins, not how soon, since they stop at the first proof."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import compress
from typing import Any, Final, Generic

from attrs import evolve

from ...game.capability import Capabilities
from ...game.following import final_outcome, is_chance, outcomes_of, steps, stuck_outcome
from ...game.protocol import CHANCE, Game, M, S
from ...searching.limits import StopSearch
from .visited import Root, Visited, best_of

MOST_PLIES: Final = 100
"""Maximum depth of the search, in plies."""
FEWEST: Final = 1_500
"""Positions searched in any case: about a hundredth of a second."""
SHARE: Final = 20
"""Positions visited by playouts for each additional position searched."""


class Quickest(Generic[S, M]):
    """Finds the quickest win, or the longest resistance, by a search of all lines to one ply, two plies, and so on.

    It ends when `must_stop` is True.

    Source: chessprogramming.org "Mate Search" and "Iterative Deepening".
    """

    def __init__(self, game: Game[S, M], found: Capabilities[S, M], state: S, must_stop: Callable[[], bool]) -> None:
        self._game: Final = game
        self._found: Final = found
        self._state: Final = state
        self._must_stop: Final = must_stop
        self._scale: Final[Any] = outcomes_of(game)
        self._winner = -1
        self._left = 0.0
        self._known: Final[dict[Any, tuple[float, float]]] = {}
        """For each position, the greatest number of plies known not to suffice for a win, and the least that does."""

    def sharpened(self, root: Root[M], nodes: int, most: int = MOST_PLIES) -> Root[M]:
        """The root with the exact number of plies to its proven end, up to `most`, as far as a budget of positions allows that
        depends on the `nodes` of the playouts.
        """
        self._winner = self._winner_by(root)
        if not root.is_proven or not root.moves or root.player == CHANCE or self._winner < 0:
            return root
        best = best_of(root)
        self._left = FEWEST + min(nodes / SHARE, 2 * FEWEST)
        standing, fallen = list(root.moves), list[Visited[M]]()
        try:
            for plies in range(1, min(best.plies, most + 1)):
                ends = [self._wins(self._game.play(self._state, each.move), plies - 1) for each in standing]
                ended = list(compress(standing, ends))
                resisting = [each for each, is_end in zip(standing, ends, strict=True) if not is_end]
                if ended and (root.player == self._winner or not resisting):
                    first, *others = ended + resisting + fallen
                    line = first.move, *self._line(self._game.play(self._state, first.move), plies - 1)
                    first = evolve(first, payoffs=best.payoffs, is_proven=True, plies=plies, pv=line)
                    return evolve(root, moves=[first, *(evolve(each, plies=min(plies, each.plies)) for each in others)])
                standing = resisting
                fallen += [evolve(each, plies=plies) for each in ended]
        except StopSearch:
            pass
        return evolve(root, moves=[*standing, *fallen])

    def ends(self, line: tuple[M, ...]) -> bool:
        """True if the game is over after a line."""
        state = self._state
        for move in line:
            state = self._game.play(state, move)
        return final_outcome(self._game, self._found, state) is not None

    def _winner_by(self, root: Root[M]) -> int:
        """The player who gets the greatest possible payoff; 1 if a single player loses; below 0 if there is none."""
        value, mover = root.payoffs[0], root.player
        if root.players > 2:
            return mover if root.payoffs[mover] >= self._scale.high else -1
        return 0 if value >= self._scale.high else 1 if value <= self._scale.low else -1

    def _is_won(self, outcome: Any) -> bool:
        """True if an outcome gives the winner the greatest possible payoff."""
        if isinstance(outcome, tuple):
            return bool(outcome[self._winner] >= self._scale.high)
        return bool(outcome >= self._scale.high if self._winner == 0 else outcome <= self._scale.low)

    def _wins(self, state: S, plies: int) -> bool:
        """True if the winner can force a win within `plies`, whatever the others and chance do."""
        try:
            low, high = self._known.get(state, (-1, math.inf))
        except TypeError:  # a state that has no hash
            return self._wins_below(state, plies)
        if low < plies < high:
            low, high = (low, plies) if self._wins_below(state, plies) else (plies, high)
            self._known[state] = low, high
        return plies >= high

    def _wins_below(self, state: S, plies: int) -> bool:
        """Searches a position to depth `plies`; True if the winner can force a win."""
        game, stuck = self._game, self._found.stuck
        self._left -= 1
        if self._left < 0 or (plies and self._must_stop()):
            raise StopSearch
        outcome = game.outcome(state)
        if outcome is not None:
            return self._is_won(outcome)
        if not plies and stuck is None:
            return False
        player, moves = game.player(state), self._moves(state)
        if not moves:
            return self._is_won(stuck_outcome(self._found, state, "moves", self._scale))
        if not plies:
            return False
        after = (self._wins(game.play(state, move), plies - 1) for move in moves)
        return any(after) if player == self._winner else all(after)

    def _line(self, state: S, plies: int) -> list[M]:
        """The line by which the winner wins in exactly `plies`, up to where chance decides."""
        self._left, line = math.inf, list[M]()
        while plies and (player := self._game.player(state)) != CHANCE:
            moves = self._moves(state)
            left = plies - (1 if player == self._winner else 2)
            fits = (move for move in moves if self._wins(self._game.play(state, move), left) is (player == self._winner))
            line.append(next(fits, moves[0]) if left >= 0 else moves[0])
            state, plies = self._game.play(state, line[-1]), plies - 1
        return line

    def _moves(self, state: S) -> list[M]:
        search = self._found.search_moves
        return list(steps(self._game, state) if search is None or is_chance(self._game, state) else search(state))
