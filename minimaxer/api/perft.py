"""Perft: counts move sequences, the field's check of move generation."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Final

from ..base.checks import front_door_but
from ..base.scores import LONGEST_WIN
from ..errors import GameError, OptionError
from ..game.capability import capabilities
from ..game.following import steps
from ..game.protocol import Game, M, S
from ..native import CompiledGame
from ..searching.validators import check_threads

_SPLIT_DEPTH: Final = 4
"""Smallest depth at which counting is split between threads."""
_SPLIT_PLIES: Final = 2
"""Length in plies of the sequences that are shared out to threads, short enough that none waits long for another."""


@front_door_but("depth", "threads")
def perft(game: Game[S, M], state: S | None = None, depth: int = 1, *, finished: bool = False, threads: int = 1) -> int:
    """Counts the sequences of legal moves of exactly that many plies.

    Args:
        game: The rules.
        state: The state to start from; the initial state by default.
        depth: Plies, from 0. A pass that the rules list as a move is a ply, and so is an outcome of chance.
        finished: True to count games that ended earlier too.
        threads: Number of threads; more than one for compiled games only.

    Raises:
        OptionError: `depth` is negative or not a whole number, or `threads` does not fit.
        GameError: The game lacks a method.

    Source: chessprogramming.org "Perft".

    Examples:
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> perft(TicTacToe(), depth=5)
        15120
    """
    start = start_of(game, state, depth, 0, threads)
    tasks = list(_after(game, start, depth, _SPLIT_PLIES)) if threads > 1 and depth >= _SPLIT_DEPTH else [(start, depth)]
    return sum(_count_each(game, tasks, finished, threads))


@front_door_but("depth", "threads")
def divide(game: Game[S, M], state: S | None = None, depth: int = 1, *, finished: bool = False, threads: int = 1) -> dict[M, int]:
    """Counts the sequences of legal moves for each first move: where two counts differ, the fault lies behind that move.

    Args:
        game: The rules. Its moves must be hashable.
        state: The state to start from; the initial state by default.
        depth: Plies, from 1, the first move included.
        finished: True to count games that ended earlier too.
        threads: Number of threads; more than one for compiled games only.

    Returns:
        The count for each move, in the order of the game's `moves`; empty if the game is over.

    Raises:
        OptionError: `depth` is below 1 or not a whole number, or `threads` does not fit.
        GameError: The game lacks a method, or its moves are not hashable.

    Source: chessprogramming.org "Perft", section "Divide".

    Examples:
        >>> from minimaxer_games.nim import Nim
        >>> for move, count in divide(Nim(heaps=(1, 2)), depth=2).items():
        ...     print(move, count)
        Take(heap=0, sticks=1) 2
        Take(heap=1, sticks=2) 1
        Take(heap=1, sticks=1) 2
    """
    start = start_of(game, state, depth, 1, threads)
    if game.outcome(start) is not None:
        return {}
    moves = list(steps(game, start))
    counts = _count_each(game, [(game.play(start, move), depth - 1) for move in moves], finished, threads)
    try:
        return dict(zip(moves, counts, strict=True))
    except TypeError:
        raise GameError(f"divide() needs moves that can be hashed, got {moves[0]!r}; make them tuples or ints") from None


def check_depth(depth: object, least: int) -> None:
    """Raises OptionError unless a depth is valid."""
    if not isinstance(depth, int) or isinstance(depth, bool) or depth < least:
        raise OptionError(f"expected a depth of {least} or more whole plies, got {depth!r}")
    if depth > LONGEST_WIN:
        raise OptionError(f"expected a depth of at most {LONGEST_WIN} plies, got {depth!r}")


def start_of(game: Game[S, M], state: S | None, depth: int, least: int, threads: int) -> S:
    """Checks the arguments; returns the state to start from."""
    check_depth(depth, least)
    check_threads(threads)
    if threads > 1 and not isinstance(game, CompiledGame):
        raise OptionError(
            f"threads={threads} is for compiled games; give mx.compile(game) (--tier compiled), or leave threads out"
        )
    capabilities(game)
    return game.initial() if state is None else state


def _count_each(game: Game[S, M], tasks: list[tuple[S, int]], finished: bool, threads: int) -> list[int]:
    """The counts from each state, with that many plies left."""
    if isinstance(game, CompiledGame):
        from ..native.perft import count_each

        return count_each(game, tasks, finished=finished, threads=threads)
    outcome, play = game.outcome, game.play
    moves = functools.partial(steps, game) if hasattr(game, "chances") else game.moves

    def count(state: S, depth: int) -> int:
        if outcome(state) is not None:
            return 1 if finished or depth == 0 else 0
        if depth == 0:
            return 1
        total = 0
        tried = False
        for move in moves(state):
            tried = True
            total += count(play(state, move), depth - 1)
        return total if tried or not finished else 1

    return [count(state, depth) for state, depth in tasks]


def _after(game: Game[S, M], state: S, depth: int, plies: int) -> Iterator[tuple[S, int]]:
    """Yields the states after that many plies, or at the end of the game, with the plies left."""
    moves = [] if plies == 0 or game.outcome(state) is not None else list(steps(game, state))
    if not moves:
        yield state, depth
    for move in moves:
        yield from _after(game, game.play(state, move), depth - 1, plies - 1)
