"""`tabulate`: the values of all positions, by retrograde analysis."""

from __future__ import annotations

import os
from collections.abc import Iterable

from ..base.checks import front_door
from ..base.progress import OnProgress, ignored
from ..base.scores import DRAW, LONGEST_WIN, loss_in, win_in
from ..base.sizes import machine_memory, parse_size
from ..errors import OptionError
from ..game.capability import Capabilities, capabilities
from ..game.protocol import Game, M, S, hides, players_of
from ..native import CompiledGame, rules_of
from ..searching.validators import MOST_THREADS, check_threads
from ..tables.graph import Meter
from ..tables.table import Table
from ..tables.tiering import Request, check_game, check_numbers, made, made_by_tiers, tiers_of


@front_door
def tabulate(
    game: Game[S, M],
    states: Iterable[S] | None = None,
    *,
    endless: int | None = None,
    plies: bool = True,
    memory: str | None = None,
    ignore: Iterable[str] = (),
    threads: int | None = None,
    tiers: int | None = None,
    on_progress: OnProgress = ignored,
) -> Table[S, M]:
    """Finds the values of all reachable positions, backwards from the ends of the game.

    Play may repeat positions: a position in which neither player can force an end is a draw. A player who can force an end does
    so as soon as possible, and the other one delays it. It needs no search and no evaluation.

    Args:
        game: The rules, for one or two players, without chance or hidden information. Compiled ones are tabulated natively,
            except for those with `banked` in which play can repeat positions.
        states: The positions to start from. By default all that the game numbers, if it has `index`, `unindex` and `size`;
            else the initial one.
        endless: The player who loses if play goes on for ever; None for a draw.
        plies: True to store the plies to each result.
        memory: The memory limit, such as `2GB`; by default half of the machine's.
        ignore: Names of the game's capabilities to leave out, such as `canonical`.
        threads: Number of threads that find positions of a compiled game; by default one for each processor.
        tiers: The highest tier to tabulate, of a game with `tier`; by default all. If Ctrl-C ends it, the table has the tiers
            that are finished.
        on_progress: Called a few times a second with the progress.

    Returns:
        The table.

    Raises:
        GameError: The game is not supported, its states are not hashable, or there are more positions than fit.
        OptionError: An argument is out of range, or `banked` is to be ignored and `key` is not.
        RulesError: A method of the game returned an invalid value.

    Examples:
        >>> import minimaxer as mx
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> game = TicTacToe()
        >>> table = tabulate(game, ignore={"canonical"})
        >>> len(table), table.value(game.initial()), table.statistics().counts == {0: 1068, mx.WIN: 2936, mx.LOSS: 1474}
        (5478, 0, True)
    """
    rules, ignore = rules_of(game), frozenset(ignore)
    found = capabilities(rules, ignore=ignore)
    check_game(rules, found, players_of(rules), hidden=hides(rules, ignore))
    if endless not in (None, 0, 1):
        raise OptionError(f"expected endless to be the player who loses by it, 0 or 1, or None for a draw, got {endless!r}")
    worth = DRAW if endless is None else (loss_in, win_in)[endless](LONGEST_WIN)
    size = machine_memory() // 2 if memory is None else parse_size(memory)
    if tiers is not None and (type(tiers) is not int or found.tier is None or states is not None):
        raise OptionError(
            "expected tiers to be the highest tier wanted of a game with tier(state), tabulated from all its positions, got "
            f"{tiers!r}"
        )
    roots = _roots(rules, found, states)
    wanted = tiers_of(rules, found, tiers, size) if roots is None and found.tier is not None else None
    workers = 1
    if isinstance(game, CompiledGame):
        workers = min(MOST_THREADS, os.cpu_count() or 1) if threads is None else threads
        check_threads(workers)
    request = Request(game=rules, found=found, endless=worth, plies=plies, memory=size, threads=workers, meter=Meter(on_progress))
    if isinstance(game, CompiledGame):
        from ..tables.native.making import made_natively  # here, since tables of other games need no compiler

        return made_natively(request, game.variant(ignore), roots, wanted)
    return made(request, roots) if wanted is None else made_by_tiers(request, wanted)


def _roots(rules: Game[S, M], found: Capabilities[S, M], states: Iterable[S] | None) -> list[S] | None:
    """The positions to start from; None for all that the game numbers."""
    if states is not None:
        return list(states)
    if found.index is None:
        return [rules.initial()]
    check_numbers(rules, found)
    return None
