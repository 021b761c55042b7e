"""An engine that speaks UCI and UGI: it reads lines, searches on a thread of its own, and answers each `go` with one `bestmove`.

Source: S. Meyer-Kahlen, "Description of the universal chess interface", 2006; kz04px, "Universal game interface", 2021.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise, takewhile
from random import Random
from typing import Any, Final

from attrs import evolve, frozen

from ..api.methods import defaults_to_play
from ..base.scores import LONGEST_WIN
from ..base.version import __version__
from ..errors import MinimaxerError
from ..families.hybrid.options import UnevaluatedOptions
from ..families.information_sets.options import InformationSetOptions
from ..game.protocol import CHANCE
from ..native import PendingGame
from ..play.levels.level import Level, read_ladder
from ..play.players import Chooser, Player, Searcher
from ..play.pondering import Pondering
from ..play.session import Session
from ..searching.limits import FOR_EVER, MOST_NODES, Limits, StopReason
from ..searching.options import AlphaBetaOptions, Options
from ..searching.result import BLIND, SearchResult
from ..searching.validators import MOST_THREADS
from . import tokens

_MOST_MB: Final = 1 << 20
_MOST_LINES: Final = 256


@frozen
class _Spin:
    """An option that is a whole number."""

    default: int
    most: int
    least: int = 1

    def __str__(self) -> str:
        return f"type spin default {self.default} min {self.least} max {self.most}"

    def read(self, text: str) -> int:
        """Parses a number; the text of a ValueError describes the expected one."""
        if not text.isdecimal() or not self.least <= int(text) <= self.most:
            raise ValueError(f"a whole number from {self.least} to {self.most}")
        return int(text)


@frozen
class _Check:
    """An option that is on or off."""

    default: int = 0

    def __str__(self) -> str:
        return "type check default false"

    def read(self, text: str) -> int:
        """Parses `true` or `false` as 1 or 0; the text of a ValueError names them."""
        if text not in ("true", "false"):
            raise ValueError("true or false")
        return int(text == "true")


OPTIONS: Final[Mapping[str, _Spin | _Check]] = {
    "Hash": _Spin(64, _MOST_MB),
    "Threads": _Spin(1, MOST_THREADS),
    "MultiPV": _Spin(1, _MOST_LINES),
    "Repetition": _Check(),
    "Ponder": _Check(),
}
"""The options that `setoption` may set, by name."""


class Engine:
    """An engine for UCI and UGI; the game's name is added to its own.

    `compiled` gives the rules to search, compiled or not; it is called on first use, since compiling may take long. `say` prints
    a line at once; it is called from two threads, never at the same time.
    """

    def __init__(self, game: Any, compiled: Callable[[], Any], say: Callable[[str], None], name: str) -> None:
        self._game: Final = game
        self._searched: Final = functools.cache(compiled)
        self._print: Final = say
        self._name: Final = name
        self._lock: Final = threading.Lock()
        self._options: Final[dict[str, _Spin | _Check]] = {**OPTIONS, **_strengths(game)}
        self._values: Final = {option: kind.default for option, kind in self._options.items()}
        self._session: Session[Any, Any] = Session(game)
        self._only: tuple[Any, ...] = ()
        """The moves that `searchmoves` named; empty for all."""
        self._may_tell = True
        """True until the reason was told for which the game is not compiled."""
        self._is_lost = False
        """True if the last position was invalid, so that the state of the game is unknown."""
        self._searcher: Searcher | None = None
        self._limited: Chooser | None = None
        self._thread: threading.Thread | None = None
        self._hit: Callable[[], None] | None = None
        """Applies the limits to the search that ponders; None if none does."""
        self._released: Final = threading.Event()
        """Set once `bestmove` may be sent: at once, or after `stop` or `ponderhit`."""
        self._commands: Final[dict[str, Callable[[list[str]], None]]] = {
            "uci": lambda _: self._introduce("uciok"),
            "ugi": lambda _: self._introduce("ugiok"),
            "isready": self._get_ready,
            "setoption": self._set_option,
            "ucinewgame": self._begin,
            "uginewgame": self._begin,
            "position": self._place,
            "go": self._go,
            "stop": lambda _: self._stop(),
            "ponderhit": lambda _: self._follow_hit(),
            "query": self._answer,
        }

    def run(self, lines: Iterable[str]) -> None:
        """Obeys the lines, up to `quit` or their end."""
        try:
            for line in lines:
                given = line.split()
                if given[:1] == ["quit"]:
                    break
                self.obey(given)
        finally:
            self.close()

    def obey(self, given: list[str]) -> None:
        """Obeys one line, split into words; skips words up to the first known command, and reports errors."""
        while given and given[0] not in self._commands:
            given = given[1:]
        if not given:
            return
        try:
            self._commands[given[0]](given[1:])
        except Exception as error:  # rules may raise anything, and the engine goes on
            self._complain(error)

    def close(self) -> None:
        """Ends the search, and frees its memory."""
        self._stop()
        self._forget()

    def _introduce(self, end: str) -> None:
        self._say(f"id name minimaxer {__version__} {self._name}")
        self._say("id author the minimaxer authors")
        for option, kind in self._options.items():
            self._say(f"option name {option} {kind}")
        self._say(end)

    def _get_ready(self, given: list[str]) -> None:
        """Compiles the code that the first search needs; answers at once while a search runs."""
        try:
            if self._thread is None or not self._thread.is_alive():
                self._ready().search.ready()
        finally:
            self._say("readyok")

    def _set_option(self, given: list[str]) -> None:
        name, _, value = " ".join(given).removeprefix("name ").partition(" value ")
        option = {option.lower(): option for option in self._options}.get(name.strip().lower())
        if option is None:
            raise MinimaxerError(f"there is no option {name!r}; known: {', '.join(self._options)}")
        try:
            number = self._options[option].read(value.strip().lower())
        except ValueError as error:
            raise MinimaxerError(f"expected {option} to be {error}, got {value!r}") from None
        self._stop()
        self._values[option] = number
        self._forget()

    def _begin(self, given: list[str]) -> None:
        self.close()
        self._session, self._is_lost = Session(self._game), False

    def _place(self, given: list[str]) -> None:
        """Sets up a position; after an invalid one no move is played, since it would be from another game."""
        self._stop()
        self._is_lost = True
        text, moves = given, []
        if "moves" in given:
            text, moves = given[: given.index("moves")], given[given.index("moves") + 1 :]
        if text[:1] == ["startpos"]:
            session = Session(self._game)
        elif text[:1] == ["fen"] and len(text) > 1:
            session = Session(self._game, self._session.notation.read_position(" ".join(text[1:])))
        else:
            raise MinimaxerError(f"expected position startpos or position fen ..., got position {' '.join(given)}")
        for move in moves:
            session.play(tokens.read(session, move))
        self._session, self._is_lost = session, False

    def _answer(self, given: list[str]) -> None:
        self._check_position()
        session = self._session
        answers = {"gameover": str(session.is_over).lower(), "p1turn": str(session.mover == 0).lower(), "result": self._result}
        query = " ".join(given)
        if query not in answers:
            raise MinimaxerError(f"expected query gameover, p1turn or result, got query {query}")
        self._say(f"response {answers[query]}")

    def _check_position(self) -> None:
        if self._is_lost:
            raise MinimaxerError("the position that was said last could not be put up; say another")

    @property
    def _result(self) -> str:
        result = self._session.result
        if result is None:
            return "none"
        most = max(result.points)
        return "draw" if result.points.count(most) > 1 else f"p{result.points.index(most) + 1}win"

    def _go(self, given: list[str]) -> None:
        """Begins to search; `bestmove` follows, whatever happens."""
        self._stop()
        self._restrict(given)
        session, (limits, waits) = self._session, _limits_of(given, self._session)
        if limits.depth is not None and isinstance(self._search_options, InformationSetOptions):
            has_others = any(each is not None for each in (limits.seconds, limits.nodes, limits.simulations, limits.clock))
            limits = evolve(limits, depth=None) if has_others else Limits(seconds=1)
            self._say(f"info string depth limits do not apply to hidden information{'' if has_others else '; one second does'}")
        self._released.clear()
        if not waits:
            self._released.set()
        pondering: Pondering[Any] | None = None
        if waits and "infinite" not in given and limits.seconds != FOR_EVER:
            ahead = limits.without_time
            pondering = Pondering(lambda: self._ready().iterate(session, ahead), self._end_search, self._search_options)
            self._hit = functools.partial(pondering.hit, limits)
        self._thread = threading.Thread(target=self._search, args=(session, limits, pondering), daemon=True)
        self._thread.start()

    def _restrict(self, given: list[str]) -> None:
        """Restricts the search to the moves that `searchmoves` names, up to the next keyword; to all if none is legal."""
        behind = given[given.index("searchmoves") + 1 :] if "searchmoves" in given else []
        named = list(takewhile(lambda word: word not in _WORDS, behind))
        session = self._session
        only = tuple(move for move in session.legal if named and tokens.word(session, session.state, move) in named)
        if named and not only:
            self._complain(MinimaxerError(f"expected searchmoves to name legal moves, got {' '.join(named)}; all are searched"))
        if bool(only) != bool(self._only):  # moves are compared by exact values, which takes other options
            self._forget()
        self._only = only
        if only and self._values.get(_LIMIT):
            self._say("info string searchmoves is searched at full strength")

    def _restricted(self, result: SearchResult[Any]) -> SearchResult[Any]:
        rows = tuple(row for row in result.moves if row.move in self._only)
        if not rows:
            return result
        if result.move in self._only:
            return evolve(result, moves=rows)
        best = rows[0]
        value = result.value if best.value is None else best.value
        known = tuple(each for each in best.payoffs or () if each is not None)
        payoffs = known if result.payoffs is not None and len(known) == len(result.payoffs) else result.payoffs
        return evolve(result, pv=best.pv or (best.move,), value=value, payoffs=payoffs, moves=rows)

    def _follow_hit(self) -> None:
        """Handles `ponderhit`: applies the limits, counted from the start of pondering."""
        if self._hit is None:
            self._stop()
        else:
            self._hit()
            self._released.set()

    def _search(self, session: Session[Any, Any], limits: Limits, pondering: Pondering[Any] | None) -> None:
        move = tokens.NO_MOVE
        try:
            self._check_position()
            if session.mover not in (None, CHANCE):
                move = tokens.word(session, session.state, next(iter(self._only), session.legal[0]))
                if not self._only and self._values.get(_LIMIT):
                    move = tokens.word(session, session.state, self._weaker().choose(session).move)
                    return
                result = self._think(session, limits, pondering)
                if result is None:
                    return
                if result.pv:
                    move = self._answer_of(session, result)
                if result.stop not in (StopReason.DEPTH, StopReason.SOLVED):  # then its last depth was told
                    self._tell(session, result)
        except Exception as error:  # as in `obey`
            self._complain(error)
        finally:
            self._released.wait()
            self._say(f"bestmove {move}")

    def _think(self, session: Session[Any, Any], limits: Limits, pondering: Pondering[Any] | None) -> SearchResult[Any] | None:
        """Searches; None if the search was ended before it found anything."""
        tell = functools.partial(self._tell, session)
        game = self._searched()
        if self._may_tell and isinstance(game, PendingGame) and game.reason is not None:  # known by now, and told once
            self._may_tell = False
            self._say(f"info string searched on a tree, since: {game.reason}")
        if pondering is None:
            return self._ready().think(session, limits, tell)
        pondering.begin()
        return pondering.result(tell)

    def _answer_of(self, session: Session[Any, Any], result: SearchResult[Any]) -> str:
        """The move, and the reply to ponder on if `Ponder` is set."""
        result = self._restricted(result)
        line = tokens.words(session, result.pv[:2])
        if not self._values["Ponder"] or len(line) < 2:
            return line[0]
        then = session.game.player(session.game.play(session.state, result.pv[0]))
        return line[0] if then in (session.mover, CHANCE) else f"{line[0]} ponder {line[1]}"

    def _stop(self) -> None:
        """Ends the running search and waits until it has answered."""
        thread, self._hit = self._thread, None
        if thread is None:
            return
        self._released.set()
        while thread.is_alive():
            self._end_search()
            thread.join(0.005)
        self._thread = None

    def _end_search(self) -> None:
        if self._searcher is not None:
            self._searcher.search.stop()

    def _ready(self) -> Searcher:
        if self._searcher is None:
            player: Player[Any, Any] = Player(options=self._search_options, threads=self._values["Threads"])
            self._searcher = Searcher(player.search(self._searched()), Limits(seconds=1))
        return self._searcher

    @property
    def _search_options(self) -> Options:
        """The options of the search, from those that were set, as far as the game's own family has them."""
        usual = defaults_to_play("auto", self._game)
        size = None if self._values["Hash"] == OPTIONS["Hash"].default else f"{self._values['Hash']}MB"
        if isinstance(usual, InformationSetOptions):
            return usual if size is None else evolve(usual, memory=size)
        exact = self._values["MultiPV"] > 1 or bool(self._only)
        options = AlphaBetaOptions(exact_moves=exact, repetition=bool(self._values["Repetition"]))
        if size is not None:
            options = evolve(options, table=size)
        if not isinstance(usual, UnevaluatedOptions):
            return options
        return evolve(usual, deep=options, wide=evolve(usual.wide, repetition=options.repetition), seed=0)

    def _weaker(self) -> Chooser:
        """The player of the strength that `UCI_Elo` sets, created on first use."""
        if self._limited is None:
            self._limited = Level(elo=self._values[_ELO]).create(self._searched(), Random().getrandbits(31))
        return self._limited

    def _forget(self) -> None:
        for each in (self._searcher, self._limited):
            if each is not None:
                each.close()
        self._searcher = self._limited = None

    def _tell(self, session: Session[Any, Any], result: SearchResult[Any]) -> None:
        """Reports a result in one `info` line, or in up to `MultiPV` lines."""
        result = self._restricted(result)
        mover = session.game.player(session.state)
        lines = [(result.value if result.payoffs is None else result.payoffs[mover], result.pv)]
        if self._values["MultiPV"] > 1:
            rows = [row for row in result.moves if row.value is not None][: self._values["MultiPV"]]
            lines = [(row.value if row.payoffs is None else row.payoffs[mover] or 0.0, row.pv) for row in rows] or lines  # type: ignore[misc]
        full = "" if result.table_full is None else f" hashfull {1_000 * result.table_full:.0f}"
        spent = f"nodes {result.nodes} nps {result.nps:.0f}{full} time {1_000 * result.seconds:.0f}"
        for number, (value, pv) in enumerate(lines, 1):
            which = f" multipv {number}" if self._values["MultiPV"] > 1 else ""
            text = f"score {tokens.score(result, value, mover)} {spent} pv {' '.join(tokens.words(session, pv))}"
            self._say(f"info depth {max(1, result.depth)}{which} {text}".rstrip())
        if result.blind:
            self._say(f"info string {BLIND}")

    def _complain(self, error: Exception) -> None:
        self._say(f"info string error: {' '.join(str(error).split()) or type(error).__name__}")

    def _say(self, line: str) -> None:
        with self._lock:
            self._print(line)


_WORDS: Final = frozenset({"ponder", "infinite", "movestogo", "depth", "nodes", "mate", "movetime"}) | {
    f"{who}{what}" for who in ("w", "b", "p1", "p2") for what in ("time", "inc")
}
"""The keywords of `go` other than `searchmoves`."""
_LIMIT: Final = "UCI_LimitStrength"
_ELO: Final = "UCI_Elo"


def _strengths(game: Any) -> dict[str, _Spin | _Check]:
    """The options for weaker play, if the levels of the game were measured."""
    try:
        most = int(read_ladder(game).elos[-1])
    except MinimaxerError:
        return {}
    return {_LIMIT: _Check(), _ELO: _Spin(most, most, least=0)}


_CLOCKS: Final = ((("wtime", "winc"), ("p1time", "p1inc")), (("btime", "binc"), ("p2time", "p2inc")))
"""The names of clock and increment in UCI and in UGI, by player."""


def _limits_of(given: list[str], session: Session[Any, Any]) -> tuple[Limits, bool]:
    """The limits that `go` names, and True if the answer waits for `stop` or `ponderhit`."""
    numbers = {name: int(value) for name, value in pairwise(given) if value.removeprefix("-").isdecimal()}
    numbers |= {name: 1 for name in ("depth", "nodes", "movetime", "mate") if name in given and name not in numbers}  # unreadable
    waits = "infinite" in given or "ponder" in given
    if numbers.get("mate", 0) > 0:
        numbers.setdefault("depth", 2 * numbers["mate"] - 1)
    most = {"depth": LONGEST_WIN, "nodes": MOST_NODES}
    named: dict[str, Any] = {name: min(max(1, numbers[name]), most[name]) for name in most if name in numbers}
    if "movetime" in numbers:
        named["seconds"] = max(1, numbers["movetime"]) / 1_000
    mine, theirs = _CLOCKS if session.mover in (0, None, CHANCE) else _CLOCKS[::-1]
    for clock, back in mine + theirs:
        if clock in numbers and "infinite" not in given:
            left, returned = max(1, numbers[clock]) / 1_000, max(0, numbers.get(back, 0)) / 1_000
            if numbers.get("movestogo", 0) > 0:
                share = left / (numbers["movestogo"] + 1) + 0.75 * returned
                named.setdefault("seconds", min(share, 0.8 * left))
            else:
                named |= {"clock": left} | ({"increment": returned} if returned else {})
            break
    return (Limits(**named), waits) if named else (Limits(seconds=FOR_EVER), True)
