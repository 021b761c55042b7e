"""Matches: many games between players, each of whom plays every seat, and their statistics."""

from __future__ import annotations

import html
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final, Generic

from attrs import asdict, define, evolve, field, frozen

from ..base.checks import check_whole, front_door_but
from ..base.files import expecting, made_of
from ..batch.ledger import Ledger
from ..batch.workforce import Work, check_pool, outcomes
from ..errors import OptionError
from ..game.capability import capabilities
from ..game.notation import Notation
from ..game.protocol import Game, M, S, hides, players_of
from ..native import rules_of
from ..native.game import described
from .players import Chooser, Contestant, Player, check, contestant
from .playing import MOST_PLIES, MOST_ROUNDS, openings as openings_of, play_out
from .record import Note, Record, record_of
from .session import Ending, Session
from .statistics import Sprt, Tally, Verdict

ROUNDS: Final = 100


@frozen(kw_only=True)
class Round:
    """The games from one opening, in which each player takes each seat once.

    Attributes:
        number: Its number, from 0.
        games: The games; from one to the next the players move on by a seat. With two, the first has them in the match's order.
        error: The reason why it could not be played; None if it was.
        is_repeated: True if one of its games had been played before, move by move: it proves nothing new, and is not counted.
    """

    number: int
    games: tuple[Record, ...]
    error: str | None = None
    is_repeated: bool = False

    @property
    def is_counted(self) -> bool:
        """True if the round counts."""
        return self.error is None and not self.is_repeated

    def points(self, name: str) -> float:
        """The points of the player of that name in all games."""
        return sum(game.result.points[game.names.index(name)] for game in self.games if game.result is not None)


@define(eq=False)
class Match(Generic[S, M]):
    """A match and its results so far.

    Attributes:
        names: The players' names, in the order in which they were given.
        rounds: The rounds that were played, in order.
        sprt: The test that may end it; None where all rounds are played.
        is_random: True if players or deals are random, so that games may be alike by chance; else equal games count once.
    """

    names: tuple[str, ...]
    sprt: Sprt | None = None
    is_random: bool = False
    rounds: list[Round] = field(factory=list)
    _halves: Counter[int] = field(factory=Counter, init=False, repr=False)
    _seen: set[Any] = field(factory=set, init=False, repr=False)

    @property
    def counted(self) -> list[Round]:
        """The rounds that count."""
        return [each for each in self.rounds if each.is_counted]

    @property
    def games(self) -> list[Record]:
        """All games of the rounds that count."""
        return [game for each in self.counted for game in each.games]

    @property
    def repeated(self) -> int:
        """Number of rounds not counted, since one of their games had been played before."""
        return sum(each.is_repeated for each in self.rounds)

    @property
    def points(self) -> tuple[float, ...]:
        """The points of each player."""
        return tuple(sum(each.points(name) for each in self.counted) for name in self.names)

    @property
    def pairs(self) -> Tally:
        """Number of rounds in which the first of two players got 0, 1/2, 1, 3/2 or 2 points.

        Raises:
            OptionError: There are not two players.
        """
        self._check_two()
        return Tally(tuple(self._halves[half] for half in range(5)))

    @property
    def wins_draws_losses(self) -> tuple[int, int, int]:
        """Numbers of games that the first of two players won, drew and lost.

        Raises:
            OptionError: There are not two players.
        """
        self._check_two()
        found = Counter(
            game.result.points[turn] for each in self.counted for turn, game in enumerate(each.games) if game.result is not None
        )
        return found[1.0], found[0.5], found[0.0]

    @property
    def verdict(self) -> Verdict | None:
        """The verdict of the sequential test; None without a test, or if more games are needed."""
        return None if self.sprt is None else self.sprt.verdict(self.pairs.counts)

    @property
    def forfeits(self) -> dict[tuple[str, str], list[str]]:
        """Reasons for the games lost by clock, illegal move, error or resignation, by player name and kind."""
        found: dict[tuple[str, str], list[str]] = {}
        for game in self.games:
            if game.result is not None and game.result.by is not None:
                found.setdefault((game.names[game.result.by], game.result.ending.value), []).append(game.result.why)
        return found

    def take(self, done: Round) -> Round:
        """Adds a round, marked as repeated if one of its games is known and no lots are drawn; returns it."""
        keys = [(game.names, game.position, tuple(note.move for note in game.moves)) for game in done.games]
        if not self.is_random and not self._seen.isdisjoint(keys):
            done = evolve(done, is_repeated=True)
        self._seen.update(keys)
        self.rounds.append(done)
        if done.is_counted and len(self.names) == 2:
            self._halves[round(2 * done.points(self.names[0]))] += 1
        return done

    def _check_two(self) -> None:
        if len(self.names) != 2:
            raise OptionError(f"expected a match of two, got one of {len(self.names)}; look at points")

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data for JSON, without the games."""
        data: dict[str, Any] = {
            "players": list(self.names),
            "rounds": len(self.counted),
            "repeated": self.repeated,
            "failed": sum(each.error is not None for each in self.rounds),
            "points": list(self.points),
            "forfeits": [{"player": name, "by": kind, "games": len(why)} for (name, kind), why in self.forfeits.items()],
        }
        if len(self.names) == 2:
            pairs, (wins, draws, losses) = self.pairs, self.wins_draws_losses
            data |= {"wins": wins, "draws": draws, "losses": losses, "pairs": list(pairs.counts)}
            data |= {"elo": asdict(pairs.elo), "normalized_elo": asdict(pairs.normalized_elo)}
            data["likelihood_of_superiority"] = pairs.likelihood_of_superiority
            if self.sprt is not None:
                data["sprt"] = {"ratio": self.sprt.ratio(pairs.counts), "bounds": self.sprt.bounds, "verdict": self.verdict}
        return data

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def __repr__(self) -> str:
        points = ", ".join(f"{name} {points:g}" for name, points in zip(self.names, self.points, strict=True))
        return f"<Match: {points}; {len(self.counted):,} rounds>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"

    def _lines(self) -> Iterator[str]:
        counted = len(self.counted)
        yield f"{counted:,} rounds, {counted * len(self.names):,} games"
        games = max(1, counted * len(self.names))
        width = max(map(len, self.names))
        for name, points in zip(self.names, self.points, strict=True):
            yield f"  {name:<{width}}  {points:g} points, {points / games:.1%}"
        if len(self.names) == 2:
            yield from self._for_two()
        for (name, kind), why in self.forfeits.items():
            yield f"forfeited  {name}: {len(why):,} by {_KINDS[kind]}, the first: {why[0]}"
        if self.repeated:
            yield f"not counted  {self.repeated:,} rounds with a game that had been played before"
        failed = [each.error for each in self.rounds if each.error is not None]
        if failed:
            yield f"not played  {len(failed):,} rounds, the first since: {failed[0]}"

    def _for_two(self) -> Iterator[str]:
        wins, draws, losses = self.wins_draws_losses
        pairs = self.pairs
        yield f"games   {wins:,} won, {draws:,} drawn, {losses:,} lost by {self.names[0]}"
        yield f"pairs   {', '.join(f'{number:,}' for number in pairs.counts)} with 0, 1/2, 1, 3/2, 2 points"
        is_told = abs(pairs.elo.value) > pairs.elo.error or self.verdict is not None
        few = "" if is_told else "; too few games to tell who is stronger"
        yield f"Elo     {pairs.elo}, normalised {pairs.normalized_elo}{few}"
        yield f"        {self.names[0]} is stronger with {pairs.likelihood_of_superiority:.1%}"
        if self.sprt is not None:
            low, high = self.sprt.bounds
            ratio = self.sprt.ratio(pairs.counts)
            verdict = {None: "not decided yet"}.get(self.verdict, f"{self.names[0]} is {self.verdict}")  # type: ignore[arg-type]
            limits = f"{self.sprt.model} Elo {self.sprt.elo0:g} or {self.sprt.elo1:g}"
            yield f"test    {verdict}: {ratio:+.2f} between {low:.2f} and {high:.2f} ({limits})"


_KINDS: Final = {"time": "time", "illegal": "illegal moves", "error": "errors", "resigned": "resigning"}


@frozen(kw_only=True)
class MatchWork(Work):
    """The games of a match, as work for several workers; a task is the number of a round and its opening."""

    game: Any
    name: str
    contestants: tuple[Contestant, ...]
    names: tuple[str, ...]
    seed: int
    plies: int
    adjudicate: bool
    repetition: bool
    largest_batch = 4
    about = "played this round"

    @contextmanager
    def worker(self) -> Iterator[Callable[[Any], tuple[Record, ...]]]:
        """Gives the function that plays a round."""
        yield self._round

    @property
    def settings(self) -> str:
        """All settings as text."""
        players = [f"[{each.described(self.game)}]" for each in self.contestants]
        rest = [f"seed={self.seed}", f"plies={self.plies}", f"adjudicate={self.adjudicate}"]
        rest += ["repetition=True"] if self.repetition else []
        return " ".join(["match", described(self.game), *players, *rest])

    def _round(self, task: tuple[int, Any]) -> tuple[Record, ...]:
        number, state = task
        return tuple(self._play(number, turn, state) for turn in range(len(self.contestants)))

    def _play(self, number: int, turn: int, state: Any) -> Record:
        """Plays one game of a round; the player of seat 0 is the one `turn` places before the first."""
        order = self.seats(number, turn)
        seated = [self.contestants[place] for place in order]
        session: Session[Any, Any] = Session(self.game, state, clocks=[each.limits for each in seated])
        choosers: list[Chooser] = []
        notes: dict[int, Note] = {}
        with ExitStack() as stack:
            try:
                for seat, each in enumerate(seated):
                    seed = Random(f"lots {self.seed} {number} {turn} {seat}").getrandbits(31)
                    choosers.append(stack.enter_context(closing(each.create(self.game, seed))))
            except Exception as error:  # players may be anybody's
                session.forfeit(len(choosers), Ending.ERROR, f"{type(error).__name__}: {error}")
            if not session.is_over:
                rng = Random(f"dice {self.seed} {number}")
                notes = play_out(session, choosers, rng, plies=self.plies, adjudicate=self.adjudicate, repetition=self.repetition)
        return record_of(session, self.name, [self.names[place] for place in order], notes, Round=f"{number + 1}.{turn + 1}")

    def seats(self, number: int, turn: int) -> list[int]:
        """The player of each seat: the turn shifts all by one seat; more than two are shuffled for each round."""
        places = list(range(len(self.contestants)))
        if len(places) > 2:
            Random(f"seats {self.seed} {number}").shuffle(places)
        return [places[(seat - turn) % len(places)] for seat in range(len(places))]


@front_door_but("rounds", "plies", "executor")
def play_match(
    game: Game[S, M],
    players: Sequence[Any],
    *,
    rounds: int = ROUNDS,
    openings: int | Iterable[S] | None = None,
    seed: int = 0,
    sprt: Sprt | None = None,
    plies: int = MOST_PLIES,
    adjudicate: bool = False,
    repetition: bool = False,
    executor: Executor | None = None,
    workers: int | None = None,
    path: str | Path | None = None,
    on_round: Callable[[Match[S, M], Round], object] | None = None,
) -> Match[S, M]:
    """Plays many games between players, with statistics of the results.

    A round is one opening from which each player has each seat once: for two players, a pair of games with sides swapped,
    with the same dice. With more than two, the seating is shuffled for each round. A player that returns an illegal move,
    raises an error or lets its clock run out loses that game. Games are played in parallel processes; in a script,
    call it under `if __name__ == "__main__":`.

    Args:
        game: The rules, which decide legality and results. They are sent to the processes, which must be able to import them;
            compiled games too.
        players: One for each seat: `mx.Player(...)`, `mx.Limits(...)` for a search with these limits, a function from a state
            to a move, or `"random"`.
        rounds: Largest number of rounds.
        openings: A number of random plies (all positions after them if there are no more than rounds), or states. By default
            as few plies as give every round another opening, or the initial state in games with chance.
        seed: Seed of openings, dice, and the players' random choices.
        sprt: Ends a match of two as soon as this test reaches a verdict.
        plies: Number of plies after which a game is a draw.
        adjudicate: True to end a game once a search has proven its result.
        repetition: True to end a game as a draw when a position occurs for the third time. Players do not know this rule:
            give a search of yours the option of that name.
        executor: Plays the games: any `concurrent.futures.Executor`; it is left open. By default a pool of processes. If a
            player ponders, make sure that each game has a processor for each thread of each player.
        workers: Number of processes in the default pool; by default one for each processor. With clocks, use no more than there
            are processors, since players would take each other's time. If a player ponders, all players of a game search at the
            same time: by default there are then few enough that each has its processors.
        path: A file of JSON lines to which each round is written at once. Rounds that it holds are not played again.
        on_round: Called with the match so far and each round, in order.

    Returns:
        The match. It is the same with every executor, except for times and for players that depend on them.

    Raises:
        OptionError: A setting is out of range, a player is invalid, or there are too few processors for pondering.
        NotationError: The file cannot be written, or holds another match.
        MinimaxerError: As in `search`, if a player's search is impossible.

    Examples:
        >>> from concurrent.futures import ThreadPoolExecutor
        >>> from minimaxer.searching.limits import Limits
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> with ThreadPoolExecutor(1) as pool:
        ...     match = play_match(TicTacToe(), [Limits(depth=6), Limits(depth=1)], rounds=10, executor=pool)
        >>> match.points[0] > match.points[1]
        True
    """
    check_pool(executor, workers)
    contestants = _contestants(game, players, rounds, plies, sprt)
    if executor is None and any(isinstance(each, Player) and each.ponder for each in contestants):
        workers = _workers_of(contestants, workers)
    states = openings_of(game, openings, rounds, seed)
    names = names_of(contestants)
    settings: dict[str, Any] = {"seed": seed, "plies": plies, "adjudicate": adjudicate, "repetition": repetition}
    work = MatchWork(game=game, name=type(rules_of(game)).__name__, contestants=contestants, names=names, **settings)
    match: Match[S, M] = Match(names=names, sprt=sprt, is_random=hides(game) or any(each.is_random for each in contestants))
    with closing(_Book(work, [(number, states[number % len(states)]) for number in range(rounds)], path)) as book:
        for done in book.rounds(executor, workers):
            taken = match.take(done)
            if on_round is not None:
                on_round(match, taken)
            if match.verdict is not None:
                break
    return match


class _Book:
    """The rounds of a match in order, read from a file or played; new ones are written to the file."""

    def __init__(self, work: MatchWork, tasks: list[tuple[int, Any]], path: str | Path | None) -> None:
        self._work: Final = work
        self._tasks: Final = tasks
        notation: Notation[Any, Any] = Notation(work.game, capabilities(work.game))
        self._texts: Final = [notation.write_position(state) for _, state in tasks]
        self._ledger: Final = None if path is None else Ledger(path, self._texts, work.settings)
        try:
            rows = {} if self._ledger is None else self._ledger.done
            self._done: Final = {number: self._known(number, row) for number, row in rows.items()}
        except BaseException:
            self.close()
            raise

    def rounds(self, executor: Executor | None, workers: int | None) -> Iterator[Round]:
        """The rounds in order."""
        todo = [number for number, _ in self._tasks if number not in self._done]
        with closing(outcomes(self._work, self._tasks, todo, executor, workers)) as played:
            for number in range(len(self._tasks)):
                yield self._done[number] if number in self._done else self._written(*next(played))

    def _known(self, number: int, row: dict[str, Any]) -> Round:
        work, turns = self._work, range(len(self._work.names))
        with expecting(f"expected the games of round {number + 1} in the file; give another file, or take the line out"):
            games = made_of(tuple[Record, ...], row["games"])
            names = [tuple(work.names[place] for place in work.seats(number, turn)) for turn in turns]
            if names != [game.names for game in games]:
                raise ValueError(names)
            for game in games:
                game.check(len(names))
        return Round(number=number, games=games)

    def _written(self, number: int, outcome: tuple[Any, str | None]) -> Round:
        games, error = outcome
        done = Round(number=number, games=games or (), error=error)
        if self._ledger is not None:
            row = {"number": number, "position": self._texts[number], "settings": self._work.settings}
            self._ledger.add(row | {"games": [game.to_dict() for game in done.games], "error": error})
        return done

    def close(self) -> None:
        """Closes the file."""
        if self._ledger is not None:
            self._ledger.close()


def _contestants(game: Any, players: Sequence[Any], rounds: object, plies: object, sprt: Sprt | None) -> tuple[Contestant, ...]:
    """The contestants of a match, once the arguments are checked."""
    check_whole("rounds", rounds, 1, MOST_ROUNDS)
    check_whole("plies", plies, 1)
    seats = players_of(game)
    if seats < 2:
        raise OptionError("expected a game for two and more, got one for a single player, who plays against nobody")
    if isinstance(players, str) or len(players) != seats:
        given = repr(players) if isinstance(players, str) else len(players)
        raise OptionError(f"expected {seats} players, as many as the game has, got {given}")
    if sprt is not None and seats != 2:
        raise OptionError(f"the sequential test is for matches of two, and this game is for {seats}; leave sprt out")
    found = tuple(map(contestant, players))
    for each in found:
        check(each, game)
    return found


def _workers_of(contestants: Sequence[Contestant], workers: int | None) -> int:
    """Number of games to play at once if players ponder, such that each thread has a processor of its own."""
    needed = sum(each.threads if isinstance(each, Player) else 1 for each in contestants)
    there = processors()
    most = there // needed
    if most < 1 or (workers is not None and workers > most):
        given = f"workers={workers}, " if workers is not None else ""
        raise OptionError(
            f"expected a processor for each thread of each player where one ponders, {needed} for each game at once, got {given}"
            f"{there} processors; " + ("leave ponder out" if most < 1 else f"give at most workers={most}")
        )
    return most if workers is None else workers


def processors() -> int:
    """Number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def names_of(contestants: Sequence[Contestant]) -> tuple[str, ...]:
    """The contestants' names; equal ones are numbered."""
    names = [each.name for each in contestants]
    numbers = {name: count(1) for name in names}
    return tuple(f"{name} ({next(numbers[name])})" if names.count(name) > 1 else name for name in names)
