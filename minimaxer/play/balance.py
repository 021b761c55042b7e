"""The balance of a game, in random games and those of a player against itself; and balanced openings, found by searches."""

from __future__ import annotations

import math
import threading
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import ExitStack, closing
from random import Random
from typing import Any, Final

from attrs import asdict, evolve, field, frozen

from ..api.perft import start_of
from ..api.search import Search
from ..base.checks import check_whole, front_door_but
from ..base.progress import OnProgress, Progress, ignored
from ..base.scores import DRAW, LOSS, WIN, Payoffs
from ..errors import FinishedGameError, OptionError
from ..game.capability import capabilities
from ..game.comparing import equal
from ..game.following import final_outcome, is_chance
from ..game.notation import Notation
from ..game.protocol import Game, M, S, hides, players_of
from ..native import CompiledGame, PendingGame, tier_of
from ..searching.limits import Limits
from .players import Anybody, Contestant, check, contestant
from .playing import MOST_OPENING_PLIES, MOST_PLIES, MOST_ROUNDS, TRIES, drawn, play_out
from .session import Session

GAMES: Final = 1_000
_BATCH: Final = 500
"""Random games that draw natively from one seed."""
_DRAW, _CUT = -1, -2
_Game = tuple[int, Payoffs, int]
"""The index of a game's first move, -1 if chance began; its payoffs, or player 0's, none if it was cut off; and its plies."""
NODES: Final = 5_000
"""Default number of nodes of each search that judges an opening."""
_FEWEST: Final = 3 * TRIES
"""Searches at one number of plies before it may be abandoned for having too few balanced positions."""


@front_door_but("number", "within", "plies", "nodes")
def balanced_openings(
    game: Game[S, M], number: int, within: float, *, plies: int | None = None, nodes: int = NODES, seed: int = 0
) -> list[S]:
    """Random states that a search judges to be balanced; all are distinct and unfinished.

    If one side wins a position whoever plays it, both players get a point in their two games, which shows nothing about
    who is stronger. Balanced openings avoid that: `play_match(game, players, openings=balanced_openings(game, 100, 50))`.
    Each state drawn costs a search, and many are drawn where few are balanced.

    Args:
        game: A two-player game without hidden information, compiled or not.
        number: Number of openings wanted; fewer are returned if random games find no more.
        within: The largest absolute value of an opening, as `SearchResult.value` gives it. In a game without an
            evaluation, a position that the search cannot solve has the value 0.
        plies: Number of random plies before each opening; None for the smallest number that gives enough.
        nodes: Node limit of each search.
        seed: Seed of the random games.

    Raises:
        OptionError: A number is out of range, the game does not fit, or no opening was found.

    Examples:
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> len(balanced_openings(TicTacToe(), 72, 0, plies=2))  # of the 72 that a move each leads to
        24
    """
    _check(game, number, within, plies, nodes)
    most: list[S] = []
    begun = False
    with closing(Search(game, evaluate=None)) as search:
        for count in range(1, MOST_OPENING_PLIES + 1) if plies is None else (plies,):
            found: list[S] = []
            for tried, state in enumerate(drawn(game, count, TRIES * number, seed), 1):
                begun = True
                if abs(search.run(state, Limits(nodes=nodes)).value) <= within:
                    found.append(state)
                if len(found) == number:
                    return found
                if tried >= _FEWEST and len(found) * TRIES < tried:
                    break
            most = max(most, found, key=len)
    if not begun:
        raise OptionError(f"expected games that run for longer than {plies} plies, but all had ended by then; take fewer")
    if not most:
        raise OptionError(
            f"expected openings that a search of {nodes:,} nodes values at {within:g} or less for either side, got none; "
            "allow a larger value, or take other plies"
        )
    return most


def _check(game: Any, number: int, within: float, plies: int | None, nodes: int) -> None:
    check_whole("number", number, 1, MOST_ROUNDS)
    check_whole("nodes", nodes, 1)
    if plies is not None:
        check_whole("plies", plies, 0)
    if isinstance(within, bool) or not isinstance(within, int | float) or not 0 <= within < math.inf:
        raise OptionError(f"expected within, or --balanced, to be a finite number from 0, got {within!r}")
    if players_of(game) != 2 or hides(game):
        about = "has something hidden" if players_of(game) == 2 else f"is for {players_of(game)}"
        raise OptionError(f"balanced openings are for games of two in which nothing is hidden, and this one {about}")


@frozen
class Mean:
    """An average over games, with its standard error and their number."""

    value: float
    error: float
    games: int

    def __str__(self) -> str:
        return f"{self.value:.4g} ± {self.error:.2g}"


@frozen(kw_only=True)
class Playouts:
    """Statistics of many games from one state.

    Attributes:
        player: The name of the player of all sides.
        tier: The tier of the rules.
        games: The number of games.
        wins: The share of games that each player won: with a payoff above all others, or above 0 for a single player.
        draws: The share of games that ended without a winner.
        cut: The share of games that were cut off after 2,000 plies.
        payoffs: Average payoffs where games ended, unless all were wins, losses and draws; only player 0's of up to two.
        plies: The average length in plies, those of chance included.
        lengths: Lengths that 0, 5, 25, 50, 75, 95 and 100 percent of games do not exceed, from the shortest to the longest.
        branching: The average number of moves of a turn.
        most_moves: The largest number of moves of a turn.
        forced: The share of turns with one move only, such as a pass.
        first_moves: The share that player 0 won by first move, in the game's notation; empty where chance begins.
        seconds: The time that it took.
        games_per_second: The number of games in a second.
        played: The statistics of a player's games, by `balance`; else None.
    """

    player: str
    tier: str
    games: int
    wins: tuple[Mean, ...]
    draws: Mean
    cut: Mean
    payoffs: tuple[Mean, ...]
    plies: Mean
    lengths: tuple[int, ...]
    branching: float
    most_moves: int
    forced: float
    first_moves: Mapping[str, Mean]
    seconds: float = field(eq=False)
    games_per_second: float = field(eq=False)
    played: Playouts | None = None

    def to_dict(self) -> dict[str, Any]:
        """The statistics as plain data for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        speed = f"{self.seconds:.2f} s, {self.games_per_second:,.0f} games/s"
        lines = [f"{self.games:,} games, player {self.player}, {'natively' if self.tier == 'compiled' else 'in Python'}: {speed}"]
        lines += [f"  player {player} wins  {share}" for player, share in enumerate(self.wins)]
        lines += [f"  draws  {self.draws}", f"  cut off after {MOST_PLIES:,} plies  {self.cut}"]
        lines += [f"  payoff of player {player}  {payoff}" for player, payoff in enumerate(self.payoffs)]
        lines += [f"  plies  {self.plies}, from {self.lengths[0]} to {self.lengths[-1]}, half of them up to {self.lengths[3]}"]
        lines += [f"  moves  {self.branching:.3g} a turn, at most {self.most_moves}, one only in {self.forced:.1%} of turns"]
        lines += [f"  first move {move}  {wins.games:,} games, player 0 wins {wins}" for move, wins in self.first_moves.items()]
        return "\n".join(lines if self.played is None else [*lines, str(self.played)])


@front_door_but("games", "threads")
def playouts(
    game: Game[S, Any],
    state: S | None = None,
    *,
    games: int = GAMES,
    threads: int = 1,
    seed: int | None = None,
    on_progress: OnProgress = ignored,
) -> Playouts:
    """Plays random games to their end; all legal moves are equally likely, and chance is as the game says.

    Args:
        game: The rules, compiled or not.
        state: The state to start from; the initial state by default.
        games: The number of games.
        threads: The number of threads; more than one for compiled games only.
        seed: The seed of the random games, the same on any number of threads, but others in Python; by default a new one.
        on_progress: Called as games end, natively on the threads that play them.

    Raises:
        OptionError: A number is out of range.
        FinishedGameError: The game is over in that state.
        MinimaxerError: The game lacks a method, or its rules break the protocol.

    Examples:
        >>> from minimaxer_games.nim import Nim
        >>> found = playouts(Nim(heaps=(1, 1)), games=100, seed=1)
        >>> found.wins[1].value, found.plies.value, found.forced
        (1.0, 2.0, 0.5)
    """
    return _played(game, state, Anybody(), games, threads, seed, on_progress)


@front_door_but("games", "threads", "player")
def balance(
    game: Game[Any, Any],
    *,
    games: int = GAMES,
    player: Any = None,
    threads: int = 1,
    seed: int | None = None,
    on_progress: OnProgress = ignored,
) -> Playouts:
    """Statistics of random games from the start and, as `played`, of a player's games against itself.

    Args:
        game: The rules, compiled or not.
        games: The number of games of each kind; a player whose games would all be alike plays one.
        player: As in `play_match`; None for random games only.
        threads: As in `playouts`.
        seed: As in `playouts`.
        on_progress: As in `playouts`.

    Raises:
        MinimaxerError: As in `playouts`, or the player is invalid or fails.

    Examples:
        >>> from minimaxer_games.nim import Nim
        >>> found = balance(Nim(heaps=(2,)), games=100, player=lambda state: (0, 2), seed=1)
        >>> found.wins[0].value < 0.7, found.played.wins[0].value
        (True, 1.0)
    """
    given = games, threads, seed, on_progress
    if player is not None:
        check(player := contestant(player), game)
    random = _played(game, None, Anybody(), *given)
    return random if player is None else evolve(random, played=_played(game, None, player, *given))


def _played(
    game: Any, state: Any, player: Contestant, number: int, threads: int, seed: int | None, on_progress: OnProgress
) -> Playouts:
    check_whole("games", number, 1, MOST_ROUNDS)
    if isinstance(game, PendingGame):  # whose games must not depend on when the compiler is done
        game = game.compiled if game.wait() else game.game
    start = start_of(game, state, 0, 0, threads)
    if final_outcome(game, capabilities(game), start) is not None:
        raise FinishedGameError(f"expected a state in which the game runs, got {start!r}, where it is over")
    lots, done = Random(seed), 0
    games, turns, lock, began = Counter[_Game](), Counter[int](), threading.Lock(), time.perf_counter()

    def take(played: list[_Game]) -> None:
        nonlocal done
        with lock:
            games.update(played)
            done += len(played)
            on_progress(Progress("playing", done, number, seconds=time.perf_counter() - began, unit="games"))

    if isinstance(game, CompiledGame) and isinstance(player, Anybody):
        from ..native.perft import RandomPlayer  # on first use, since it needs the compiled tier
        from ..native.runner import share_out

        tasks = [(min(_BATCH, number - first), lots.getrandbits(62)) for first in range(0, number, _BATCH)]
        players = [RandomPlayer(game, start, MOST_PLIES) for _ in range(min(threads, len(tasks)))]
        began = time.perf_counter()  # not with the time that compiling took
        share_out(players, tasks, lambda each, task: take(each.play(*task)))
        turns = sum((each.turns for each in players), turns)
    else:
        for _ in range(number if player.is_random or hides(game) or hasattr(game, "chances") else 1):
            take([_play(game, start, player, lots, turns)])
    return _summary(game, start, player.name, games, turns, time.perf_counter() - began)


def _play(game: Any, start: Any, player: Contestant, lots: Random, turns: Counter[int]) -> _Game:
    """Plays one game in Python, and counts its turns by number of moves."""
    session = Session(game, start)
    with ExitStack() as stack:
        made = (player.create(game, lots.getrandbits(31)) for _ in range(players_of(game)))
        play_out(session, [stack.enter_context(closing(seat)) for seat in made], lots)
    result = session.result
    assert result is not None
    if result.ending.is_forfeit:
        raise OptionError(f"expected {player.name} to play to the end, but {result}")
    legal = [list(game.moves(state)) for state in session.states[:-1] if not is_chance(game, state)]
    turns.update(map(len, legal))
    first = -1 if is_chance(game, start) else [equal(each, session.moves[0]) for each in legal[0]].index(True)
    payoffs = () if result.outcome is None else result.outcome
    return first, payoffs if isinstance(payoffs, tuple) else (payoffs,), len(session.moves)


def _summary(game: Any, start: Any, player: str, games: Counter[_Game], turns: Counter[int], seconds: float) -> Playouts:
    won, by_length, write = Counter[int](), Counter[int](), Notation(game).write_move
    by_move: dict[int, Counter[int]] = {}
    for (first, payoffs, length), count in games.items():
        by_length[length] += count
        winner = _winner(payoffs)
        won[winner] += count
        by_move.setdefault(first, Counter())[winner] += count
    begun = () if -1 in by_move else game.moves(start)
    ended = [each for each in games if each[1]]
    has_payoffs = any(payoff not in (WIN, LOSS, DRAW) for _, payoffs, _ in ended for payoff in payoffs)
    each_payoff = zip(*(payoffs for _, payoffs, _ in ended), strict=True) if has_payoffs else ()
    counts = [games[each] for each in ended]
    lengths = [length for length, count in sorted(by_length.items()) for _ in range(count)]
    return Playouts(
        player=player,
        tier=tier_of(game),
        games=len(lengths),
        wins=tuple(_share(won, each) for each in range(players_of(game))),
        draws=_share(won, _DRAW),
        cut=_share(won, _CUT),
        payoffs=tuple(_mean(zip(payoffs, counts, strict=True)) for payoffs in each_payoff),
        plies=_mean((each[2], count) for each, count in games.items()),
        lengths=tuple(lengths[max(0, -(-part * len(lengths) // 100) - 1)] for part in (0, 5, 25, 50, 75, 95, 100)),
        branching=_mean(turns.items()).value,
        most_moves=max(turns, default=0),
        forced=turns[1] / max(1, turns.total()),
        first_moves={write(start, move): _share(by_move[at], 0) for at, move in enumerate(begun) if at in by_move},
        seconds=seconds,
        games_per_second=len(lengths) / max(seconds, 1e-9),
    )


def _share(won: Counter[int], winner: int) -> Mean:
    return _mean((each == winner, count) for each, count in won.items())


def _winner(payoffs: Payoffs) -> int:
    """The winner of a game with these payoffs, 1 where a single player lost, or `_DRAW` or `_CUT`."""
    both = (payoffs[0], -payoffs[0]) if len(payoffs) == 1 else payoffs
    return _CUT if not both else both.index(max(both)) if both.count(max(both)) == 1 else _DRAW


def _mean(counts: Iterable[tuple[float, int]]) -> Mean:
    """The average of numbers, each with its count; 0 of none."""
    given = list(counts)
    number = sum(count for _, count in given)
    mean = math.fsum(value * count for value, count in given) / max(1, number)
    return Mean(mean, math.sqrt(math.fsum(count * (value - mean) ** 2 for value, count in given)) / max(1, number), number)
