"""Players: searches with their settings, functions of a state, and anything else that chooses moves."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from functools import reduce
from pathlib import Path
from random import Random
from typing import Any, Final, Generic, Protocol, cast

from attrs import asdict, evolve, field, frozen

from ..api.methods import defaults_to_play, family_of
from ..api.search import Search
from ..base.checks import front_door_but
from ..errors import MinimaxerError, OptionError
from ..game.comparing import equal
from ..game.protocol import Game, M, S, Score, players_of
from ..native.game import described, named
from ..searching.limits import DEFAULT_SECONDS, Limits
from ..searching.options import Options
from ..searching.result import SearchResult
from ..searching.validators import Parallel, check as check_scheme
from .book import Book, open_book
from .pondering import Pondering, check_pondering, foreseen
from .session import Session

LOG: Final = logging.getLogger("minimaxer")


@frozen
class Choice(Generic[M]):
    """A chosen move, and its player's information about it.

    Attributes:
        result: The result of the search; None if nothing was searched here.
        known: The information that another program gave: any of `value`, for player 0, `depth` and `nodes`.
    """

    move: M
    result: SearchResult[M] | None = None
    known: Mapping[str, Any] = field(factory=dict)


class Chooser(Protocol):
    """A player in one game."""

    def choose(self, session: Session[Any, Any]) -> Choice[Any]:
        """The move to play; called only if the player has the move."""

    def close(self) -> None:
        """Stops running searches, and frees resources."""


class Contestant(Protocol):
    """A participant in a match: makes a chooser for each game. It is sent to the processes in which games are played."""

    @property
    def name(self) -> str:
        """Its name in tables."""

    @property
    def limits(self) -> Limits | None:
        """Its limits, whose clock it gets for each game; None if it has none."""

    @property
    def is_random(self) -> bool:
        """True if it may play differently in games that begin alike."""

    def described(self, game: Any) -> str:
        """All its settings, as text that is the same in every process."""

    def create(self, game: Any, seed: int) -> Chooser:
        """Opens a chooser for one game; the seed of its random choices differs from game to game."""


@front_door_but("limits")
@frozen(kw_only=True)
class Player(Generic[S, M]):
    """A search that plays, with its settings.

    Attributes:
        name: Its name in tables; by default its settings.
        limits: Depth, nodes or seconds of each move, or a clock for the whole game. 1 second by default.
        options: How it searches, as in `Search`; with a `choice` other than `best`, each game uses another seed.
        algorithm: As in `Search`.
        evaluate: As in `Search`.
        threads: As in `Search`.
        parallel: As in `Search`.
        book: The file of an opening book, which is consulted first; see `Book`.
        ponder: True to search on the other player's time, behind the move expected: in compiled games for two without chance or
            hidden information, by alpha-beta or Monte Carlo. If the other plays as expected, that search counts as done, its time
            too; else its table or tree keeps what is useful. It keeps a processor busy all the time.
        game: The rules that it searches, if they differ from the match's: an earlier version, or the same compiled.
            Their states and moves must be the same.

    Examples:
        >>> Player(limits=Limits(depth=4)).name
        'depth=4'
    """

    given_name: str = field(default="", alias="name")
    limits: Limits = field(factory=lambda: Limits(seconds=DEFAULT_SECONDS))
    options: Options | None = None
    algorithm: str = "auto"
    evaluate: Callable[[S], Score] | None = None
    threads: int = 1
    parallel: Parallel = "auto"
    book: str | Path | None = None
    ponder: bool = False
    game: Game[S, M] | None = None

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.limits, Limits):
            raise OptionError(f"expected limits=Limits(...), got {self.limits!r}")
        family_of(self.algorithm)
        check_scheme(self.threads, self.parallel)

    @property
    def name(self) -> str:
        """Its name in tables."""
        return self.given_name or " ".join(self._settings()) or "default"

    @property
    def is_random(self) -> bool:
        """True if the options or a book make it choose at random."""
        return self.book is not None or (self.options or family_of(self.algorithm, self.game).defaults).is_random

    def described(self, game: Any) -> str:
        """All its settings, as text."""
        return " ".join([described(self._searched(game)), *self._settings()])

    def search(self, game: Game[S, M], seed: int | None = None) -> Search[S, M]:
        """Creates a search with these settings.

        Args:
            game: The rules of the match.
            seed: Seed of random choices, if the options name none.
        """
        searched = self._searched(game)
        options = self.options or defaults_to_play(self.algorithm, searched, self.evaluate)
        options.check_limits(self.limits)
        if options.seed is None and options.is_random:
            options = cast("Options", evolve(cast("Any", options), seed=seed))
        settings: dict[str, Any] = {"threads": self.threads, "parallel": self.parallel}
        return Search(searched, options, algorithm=self.algorithm, evaluate=self.evaluate, **settings)

    def create(self, game: Game[S, M], seed: int) -> Chooser:
        """Opens a search for one game, with its book if it has one."""
        searcher = Searcher(self.search(game, seed), self.limits, ponder=self.ponder)
        if self.book is None:
            return searcher
        try:
            return Reader(open_book(game, self.book), searcher, Random(seed))
        except MinimaxerError:
            searcher.close()
            raise

    def _searched(self, game: Game[S, M]) -> Game[S, M]:
        return game if self.game is None else self.game

    def _settings(self) -> list[str]:
        given = {name: value for name, value in asdict(self.limits).items() if value is not None}
        if self.algorithm != "auto":
            given["algorithm"] = self.algorithm
        if self.options is not None:
            given |= self.options.changed()
        if self.threads != 1:
            given["threads"] = self.threads
        if self.evaluate is not None:
            given["evaluate"] = named(self.evaluate)
        if self.book is not None:
            given["book"] = self.book
        if self.ponder:
            given["ponder"] = True
        if self.game is not None:
            given["game"] = described(self.game)
        return [f"{name}={value}" for name, value in given.items()]


class Searcher:
    """A search that plays one game: it follows the moves, and keeps its table or tree on the way.

    With `ponder` it keeps searching on the other player's time, after each `choose`, up to the next one or to `close`; `hits` and
    `misses` count the replies that were as predicted, and others. The session supplies the time left on a clock to `limits`.
    Raises OptionError if the search cannot ponder.
    """

    def __init__(self, search: Search[Any, Any], limits: Limits, *, ponder: bool = False) -> None:
        if ponder:
            check_pondering(search)
        self.search: Final = search
        self.hits = self.misses = 0
        self._limits: Final = limits
        self._ponders: Final = ponder
        self._pondered: _Pondered | None = None
        self._seen: tuple[Any, list[Any]] | None = None
        """The first state of the game that the search follows, and its moves."""

    def choose(self, session: Session[Any, Any]) -> Choice[Any]:
        """The move that the search finds."""
        result = self.think(session, session.limits_of(self._limits))
        if self._ponders:
            self.ponder(session, result, self._limits)
        return Choice(result.move, result)

    def think(
        self, session: Session[Any, Any], limits: Limits, on_depth: Callable[[SearchResult[Any]], object] | None = None
    ) -> SearchResult[Any]:
        """The search's result within these limits, or that of pondering; the arguments are those of `Search.run`."""
        result = self._expected(session, limits, on_depth)
        return self.search.run(self.followed(session), limits, on_depth=on_depth) if result is None else result

    def iterate(self, session: Session[Any, Any], limits: Limits) -> Generator[SearchResult[Any], None, None]:
        """Yields results depth by depth, as `Search.iterate` does; ends pondering first."""
        self.rest()
        yield from self.search.iterate(self.followed(session), limits)

    def followed(self, session: Session[Any, Any]) -> Any:
        """The state to search; None if the search has followed the game there move by move, and keeps its knowledge."""
        return None if self._follow(session.states[0], list(session.moves)) else session.state

    def ponder(self, session: Session[Any, Any], result: SearchResult[Any], limits: Limits) -> None:
        """Keeps searching on a thread, behind the move of a result that is to be played now; `session` is still before that move.
        The limits are those of the next move; their time does not end the search yet.
        """
        start, state, limits = session.states[0], session.state, limits.without_time
        try:
            line = foreseen(session, result, self.search.options)
        except Exception as error:  # rules may raise anything
            _tell(error)
            return
        if line is None:
            return
        moves = [*session.moves, *line]

        def results() -> Generator[SearchResult[Any], None, None]:
            root = None if self._follow(start, moves) else reduce(session.game.play, line, state)
            return self.search.iterate(root, limits)

        pondering = Pondering(results, self.search.stop, self.search.options)
        self._pondered = _Pondered(pondering, start, moves, limits, is_guess=len(line) > 1)
        pondering.begin()

    def rest(self) -> None:
        """Ends pondering, if it runs."""
        pondered, self._pondered = self._pondered, None
        if pondered is not None:
            pondered.pondering.end()
            _tell(pondered.pondering.error)

    def close(self) -> None:
        """Frees the search."""
        self.rest()
        self.search.close()

    def _expected(
        self, session: Session[Any, Any], limits: Limits, on_depth: Callable[[SearchResult[Any]], object] | None
    ) -> SearchResult[Any] | None:
        """The result of pondering on this very position, within these limits; None, with pondering ended, if there is none."""
        pondered = self._pondered
        if pondered is None or not pondered.is_on(session, limits):
            self.misses += pondered is not None and pondered.is_guess
            self.rest()
            return None
        self._pondered = None
        self.hits += 1
        pondered.pondering.hit(limits)
        try:
            return pondered.pondering.result(on_depth)
        except Exception as error:  # it is searched anew, where the rules have another chance
            _tell(error)
            return None

    def _follow(self, start: Any, moves: list[Any]) -> bool:
        """Advances the search along these moves from the start; False if it does not know the moves before."""
        known, self._seen = self._seen, None  # rules that fail may leave the search on the way
        if known is None or not equal(known[0], start) or moves[: len(known[1])] != known[1]:
            if not moves or not self.search.options.repetition:
                self._seen = start, moves
                return False
            self.search.run(start, Limits(nodes=1))  # which looks back to the beginning
            known = start, []
        for move in moves[len(known[1]) :]:
            self.search.advance(move)
        self._seen = start, moves
        return True


@frozen
class _Pondered:
    """A search that runs while the other player thinks; `moves` lead from `start` to its position, by a guess if `is_guess`."""

    pondering: Pondering[Any]
    start: Any
    moves: list[Any]
    limits: Limits
    is_guess: bool

    def is_on(self, session: Session[Any, Any], limits: Limits) -> bool:
        """True if it searches the position that is wanted now, within these limits."""
        return session.moves == self.moves and equal(session.states[0], self.start) and limits.without_time == self.limits


def _tell(error: BaseException | None) -> None:
    """Logs the error of a pondering search, which does not lose the game."""
    if error is not None:
        LOG.warning("what was thought ahead is lost, since the rules failed: %s: %s", type(error).__name__, error)


class Reader:
    """Plays the moves of a book as long as it knows one, then those of another chooser."""

    def __init__(self, book: Book, chooser: Chooser, rng: Random) -> None:
        self._book: Final = book
        self._chooser: Final = chooser
        self._rng: Final = rng

    def choose(self, session: Session[Any, Any]) -> Choice[Any]:
        """The book's move, or the other chooser's."""
        move = self._book.draw(session.state, self._rng)
        return self._chooser.choose(session) if move is None else Choice(move)

    def close(self) -> None:
        """Closes both."""
        with closing(self._book):
            self._chooser.close()


@frozen
class Function(Generic[S, M]):
    """A player that is a function from a state to a move; other processes must be able to import it if games are played there."""

    function: Callable[[S], M]
    limits: None = None
    is_random: bool = True
    """Assumed: the function may be random."""

    @property
    def name(self) -> str:
        """The function's name."""
        return named(self.function).rpartition(".")[2]

    def described(self, game: Any) -> str:
        """The function's name, with its module."""
        return named(self.function)

    def create(self, game: Any, seed: int) -> Chooser:
        """Opens a chooser that calls the function."""
        return _Mover(lambda session: self.function(session.state))


class _Mover:
    def __init__(self, move: Callable[[Session[Any, Any]], Any]) -> None:
        self._move: Final = move

    def choose(self, session: Session[Any, Any]) -> Choice[Any]:
        """The move that the function returns."""
        return Choice(self._move(session))

    def close(self) -> None:
        """Does nothing: no resources are held."""


@frozen
class Anybody:
    """A random player: all legal moves are equally likely; every player should beat it."""

    name: str = "random"
    limits: None = None
    is_random: bool = True

    def described(self, game: Any) -> str:
        """Its name; it has no settings."""
        return "random"

    def create(self, game: Any, seed: int) -> Chooser:
        """Opens a chooser that draws with that seed."""
        rng = Random(seed)
        return _Mover(lambda session: rng.choice(session.legal))


def contestant(given: Any) -> Contestant:
    """Makes a contestant of limits, a function or `random`, and keeps other contestants; raises OptionError for the rest."""
    if isinstance(given, Limits):
        return Player(limits=given)
    if given == "random":
        return Anybody()
    if isinstance(given, type) or not (callable(getattr(given, "create", None)) or callable(given)):
        raise OptionError(f"expected a player: mx.Player(...), mx.Limits(...), a function of a state, or 'random', got {given!r}")
    found: Contestant = given if hasattr(given, "create") else Function(given)
    return found


def check(player: Contestant, game: Any) -> None:
    """Opens a player once to raise errors that every game would raise: unsuitable options, or an engine that does not start."""
    if isinstance(player, Player) and player.game is not None and players_of(player.game) != players_of(game):
        raise OptionError(f"{player.name} plays a game for {players_of(player.game)}, and the match is for {players_of(game)}")
    with closing(player.create(game, 0)):
        pass
