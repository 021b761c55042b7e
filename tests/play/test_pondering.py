"""Pondering: what was foreseen is not searched again, what was not does no harm, and no thread outlives its game."""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Generator
from typing import Any

import pytest
from attrs import evolve

import minimaxer as mx
from minimaxer.cli.progress import ending_early
from minimaxer.play import match as matches
from minimaxer.play.players import Choice, Searcher, contestant
from minimaxer.play.pondering import Pondering, foreseen
from minimaxer.play.session import Ending
from minimaxer_games.chess_lite import ChessLite
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.higher_lower import HigherLower
from minimaxer_games.mancala import Mancala
from minimaxer_games.pig import Pig
from minimaxer_games.tic_tac_toe import TicTacToe

from ..batch.test_analyse_many import Inline
from ..families.information_sets.games import Tricks
from ..needs import needs_llvmlite

pytestmark = pytest.mark.thorough

EXACT = mx.AlphaBetaOptions(table_depth="exact")
DEPTH = mx.Limits(depth=5)


@pytest.fixture(scope="module")
def game() -> Any:
    """A compiled game that is over soon enough."""
    pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")
    return mx.compile(ConnectFour(width=5, height=4))


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Generator[None, None, None]:
    """Whatever a test does."""
    yield
    assert not pondering_threads()


def pondering_threads() -> list[threading.Thread]:
    """The threads on which something is pondered on."""
    return [each for each in threading.enumerate() if each.name == "minimaxer pondering"]


def opened(game: Any, limits: mx.Limits = DEPTH, **settings: Any) -> Searcher:
    """Somebody who ponders."""
    player: mx.Player[Any, Any] = mx.Player(limits=limits, ponder=True, **settings)
    found = player.create(game, 1)
    assert isinstance(found, Searcher)
    return found


def fresh(session: mx.Session[Any, Any], options: mx.AlphaBetaOptions = EXACT) -> float:
    """The value of the session's state to the usual depth, by a search that knows nothing of the game."""
    with_nothing: mx.Search[Any, Any] = mx.Search(session.game, options)
    try:
        return with_nothing.run(session.state, DEPTH).value
    finally:
        with_nothing.close()


def reply(choice: Any) -> Any:
    """The reply that a player expects."""
    return choice.result.pv[1]


def test_an_expected_reply_was_searched_before(game: Any) -> None:
    """The answer is that of the search which went on meanwhile; none begins, and values are as by a search from nothing."""
    player, session = opened(game, options=EXACT), mx.Session(game)
    started: list[Any] = []
    iterate, run = player.search.iterate, player.search.run
    player.search.iterate = lambda *given: started.append("iterate") or iterate(*given)  # type: ignore[method-assign,func-returns-value]
    player.search.run = lambda *given, **more: started.append("run") or run(*given, **more)  # type: ignore[method-assign,func-returns-value]
    told: list[int] = []
    try:
        choice = player.choose(session)
        for turn in range(3):
            session.play(choice.move)
            session.play(reply(choice))
            wanted = fresh(session)
            result = player.think(session, DEPTH, lambda found: told.append(found.depth))
            assert (result.value, result.depth, player.hits, player.misses) == (wanted, 5, turn + 1, 0)
            player.ponder(session, result, DEPTH)
            choice = Choice(result.move, result)
        assert started == ["run"] + 4 * ["iterate"]
        assert told == 3 * [1, 2, 3, 4, 5]
    finally:
        player.close()


@pytest.mark.parametrize("algorithm", ["auto", "montecarlo"])
def test_another_reply_is_searched_anew(game: Any, algorithm: str) -> None:
    """From there, and legally; the search that went on has ended by then. Playouts expect no reply."""
    limits = DEPTH if algorithm == "auto" else mx.Limits(simulations=200)
    settings: dict[str, Any] = {"options": EXACT} if algorithm == "auto" else {"algorithm": algorithm}
    player, session = opened(game, limits, **settings), mx.Session(game)
    try:
        for turn in range(3):
            choice = player.choose(session)
            session.play(choice.move)
            other = next(move for move in session.legal if algorithm != "auto" or move != reply(choice))
            session.play(other)
            result = player.think(session, limits)
            assert result.move in session.legal
            if algorithm == "auto":
                assert (result.value, player.hits, player.misses) == (fresh(session), 0, turn + 1)
            else:
                assert player.hits == player.misses == 0
                assert sum(row.visits or 0 for row in result.moves) > 200  # those of the tree that was kept are among them
    finally:
        player.close()


@needs_llvmlite
def test_the_other_ends_the_game_meanwhile() -> None:
    """A search that would go on for years ends with the player."""
    session = mx.Session(mx.compile(ChessLite(variant="gardner")))
    player = opened(session.game, mx.Limits(seconds=0.02))
    choice = player.choose(session)
    session.play(choice.move)
    assert pondering_threads()
    session.forfeit(1, Ending.RESIGNED)
    player.close()
    assert not pondering_threads()


def test_moves_taken_back_meanwhile(game: Any) -> None:
    """The position before them is searched, and another game too."""
    player, session = opened(game, options=EXACT), mx.Session(game)
    try:
        choice = player.choose(session)
        session.play(choice.move)
        session.play(reply(choice))
        session.undo(0)
        session.play(session.legal[-1])
        session.play(session.legal[0])
        assert player.choose(session).result.value == fresh(session)  # type: ignore[union-attr]
        other = mx.Session(game, session.states[1])
        assert player.choose(other).result.value == fresh(other)  # type: ignore[union-attr]
        assert (player.hits, player.misses) == (0, 2)
    finally:
        player.close()


def test_other_limits_are_heeded(game: Any) -> None:
    """A depth that was changed meanwhile is another search, also of what was expected."""
    player, session = opened(game), mx.Session(game)
    try:
        choice = player.choose(session)
        session.play(choice.move)
        session.play(reply(choice))
        assert player.think(session, mx.Limits(depth=2)).depth == 2
        assert player.hits == 0
    finally:
        player.close()


def test_positions_that_came_before_are_known_after_moves_were_taken_back() -> None:
    """A draw by a position that comes again is found in a game that goes on from the middle of another."""
    game = ChessLite(variant="eight")
    search: mx.Search[Any, Any] = mx.Search(game, mx.AlphaBetaOptions(repetition=True))
    searcher, session = Searcher(search, mx.Limits(depth=2)), mx.Session(game, game.parse("8/8/7q/8/8/5k2/8/K7 w - - 0 1"))
    for text in ["a1b1", "h6h5", "b1a1", "h5h6"]:
        session.play(game.parse_move(session.state, text))
    first = searcher.think(session, mx.Limits(depth=2))
    assert first.value == 0
    assert first.move is not None
    session.play(first.move)
    session.play(session.legal[0])
    assert searcher.think(session, mx.Limits(depth=2)).value != 0
    session.undo(4)
    assert searcher.think(session, mx.Limits(depth=2)).value == 0


def test_rules_that_fail_meanwhile_do_not_lose_the_game(
    game: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What went wrong is told, and the next move is searched as if nothing had been thought; hit or not."""
    player, session = opened(game, options=EXACT), mx.Session(game)
    advance = player.search.advance

    def fail(move: Any) -> Any:
        if threading.current_thread().name == "minimaxer pondering":
            raise ZeroDivisionError("oops")
        return advance(move)

    monkeypatch.setattr(player.search, "advance", fail)
    told = "what was thought ahead is lost, since the rules failed: ZeroDivisionError: oops"
    try:
        with caplog.at_level(logging.WARNING, "minimaxer"):
            for is_hit in (True, False):
                choice = player.choose(session)
                session.play(choice.move)
                session.play(next(each for each in session.legal if (each == reply(choice)) == is_hit))
                result = player.think(session, DEPTH)
                assert result.value == fresh(session)
                assert [record.message for record in caplog.records] == [told]
                caplog.clear()
    finally:
        player.close()


def test_rules_that_fail_on_the_way_to_what_is_expected(game: Any, caplog: pytest.LogCaptureFixture) -> None:
    """The move is played all the same."""
    player, session = opened(game), mx.Session(game)

    class Failing(ConnectFour):
        def play(self, state: Any, move: Any) -> Any:
            raise ZeroDivisionError("oops")

    try:
        result = player.think(session, DEPTH)
        session.game = Failing()  # type: ignore[misc]
        with caplog.at_level(logging.WARNING, "minimaxer"):
            player.ponder(session, result, DEPTH)
        assert "ZeroDivisionError: oops" in caplog.text
        assert not pondering_threads()
    finally:
        player.close()


@needs_llvmlite
def test_the_first_ctrl_c_has_the_ai_play_what_it_has_pondered_on() -> None:
    """As while it thinks by itself."""
    session = mx.Session(mx.compile(ChessLite(variant="gardner")))
    player = opened(session.game, mx.Limits(seconds=0.05))
    try:
        choice = player.choose(session)
        session.play(choice.move)
        session.play(reply(choice))
        began = threading.Event()

        def interrupt() -> None:
            began.wait(20)
            os.kill(os.getpid(), signal.SIGINT)

        killer = threading.Thread(target=interrupt)
        killer.start()
        with ending_early(player.search):
            result = player.think(session, mx.Limits(seconds=600), lambda found: began.set())
        killer.join()
        assert player.hits == 1
        assert result.move in session.legal
        assert result.stop is mx.StopReason.STOPPED
    finally:
        player.close()


class Waiting:
    """A search that gives the results it is told to, then waits for its end."""

    def __init__(self, *results: Any, error: Exception | None = None) -> None:
        self.results, self.error = results, error
        self.given, self.stopped = threading.Event(), threading.Event()

    def iterate(self) -> Generator[Any, None, None]:
        """The results."""
        yield from self.results
        self.given.set()
        if self.error is not None:
            raise self.error
        self.stopped.wait()

    def pondering(self) -> Pondering[Any]:
        """It at work, once all results were given."""
        found: Pondering[Any] = Pondering(self.iterate, self.stopped.set, mx.AlphaBetaOptions())
        found.begin()
        assert self.given.wait(20)
        return found


@pytest.fixture(scope="module")
def result() -> mx.SearchResult[Any]:
    """A result after one depth."""
    return mx.search(TicTacToe(), depth=1)


def after(result: mx.SearchResult[Any], seconds: float) -> mx.SearchResult[Any]:
    """The result, found after so long."""
    return evolve(result, statistics=evolve(result.statistics, seconds=seconds))


@pytest.mark.parametrize(
    "limits",
    [mx.Limits(seconds=1e-9), mx.Limits(clock=10.0), mx.Limits(clock=10.0, increment=1.0), mx.Limits(seconds=1e-9, depth=9)],
)
def test_time_that_went_by_counts(result: mx.SearchResult[Any], limits: mx.Limits) -> None:
    """Where that was enough, the last result is the answer at once."""
    search = Waiting(result, after(result, 100.0))
    pondering = search.pondering()
    pondering.hit(limits)
    assert pondering.result() == after(result, 100.0)
    assert search.stopped.is_set()


def test_a_hit_before_the_search_has_begun(result: mx.SearchResult[Any]) -> None:
    """Holds for it."""
    search = Waiting(after(result, 100.0))
    pondering: Pondering[Any] = Pondering(search.iterate, search.stopped.set, mx.AlphaBetaOptions())
    pondering.hit(mx.Limits(clock=10.0))
    pondering.begin()
    assert pondering.result() == after(result, 100.0)
    assert not search.stopped.is_set()


def test_a_hit_when_time_is_up_already(game: Any) -> None:
    """Before anything was searched has a legal move all the same."""
    search: mx.Search[Any, Any] = mx.Search(game)
    pondering: Pondering[Any] = Pondering(search.iterate, search.stop, search.options)
    pondering.hit(mx.Limits(seconds=1e-9))
    pondering.begin()
    found = pondering.result()
    assert found is not None
    assert found.move in list(game.moves(game.initial()))
    search.close()


def test_an_end_before_there_was_a_result() -> None:
    """Gives none; before the beginning too."""
    for begins in (True, False):
        search = Waiting()
        pondering: Pondering[Any] = search.pondering() if begins else Pondering(search.iterate, search.stopped.set, EXACT)
        pondering.end()
        if not begins:
            pondering.begin()
        assert pondering.result() is None
        assert search.given.is_set() == begins


def test_errors_and_interrupts_end_it(result: mx.SearchResult[Any]) -> None:
    """An error of the search is raised where its result is awaited; an interrupt there ends the search."""
    pondering = Waiting(result, error=ZeroDivisionError("oops")).pondering()
    with pytest.raises(ZeroDivisionError, match="oops"):
        pondering.result()
    assert isinstance(pondering.error, ZeroDivisionError)

    def interrupt(found: Any) -> None:
        raise KeyboardInterrupt

    search = Waiting(result)
    pondering = search.pondering()
    with pytest.raises(KeyboardInterrupt):
        pondering.result(interrupt)
    assert search.stopped.is_set()
    assert not pondering_threads()


def line(session: mx.Session[Any, Any], *moves: Any) -> mx.SearchResult[Any]:
    """A result whose line are these moves."""
    return evolve(mx.search(session.game, session.state, depth=1), pv=moves)


def test_what_is_pondered_on() -> None:
    """The position in which it is one's turn again, whoever moves twice before; none at the end of a game."""
    plain, playouts = mx.AlphaBetaOptions(), mx.MonteCarloOptions()
    session: mx.Session[Any, Any] = mx.Session(TicTacToe())
    assert foreseen(session, line(session, 4, 0, 8), plain) == [4, 0]
    assert foreseen(session, line(session, 4, 0, 8), playouts) == [4]
    assert foreseen(session, line(session, 4), plain) == [4]
    assert foreseen(session, line(session), plain) is None
    won: mx.Session[Any, Any] = mx.Session(TicTacToe(), TicTacToe().parse("xx.oo...."))
    assert foreseen(won, line(won, 2), plain) is None
    assert foreseen(won, line(won, 5, 2), plain) == [5, 2]
    lost: mx.Session[Any, Any] = mx.Session(TicTacToe(), TicTacToe().parse("x..oo.x.."))
    assert foreseen(lost, line(lost, 8, 5), plain) == [8]
    kalah: mx.Session[Any, Any] = mx.Session(Mancala())
    game = Mancala()
    again = next(move for move in kalah.legal if game.player(game.play(kalah.state, move)) == 0)
    over = next(move for move in kalah.legal if game.player(game.play(kalah.state, move)) == 1)
    assert foreseen(kalah, line(kalah, again, over), plain) is None
    theirs = game.play(kalah.state, over)
    twice = next(move for move in game.moves(theirs) if game.player(game.play(theirs, move)) == 1)
    back = next(
        move for move in game.moves(game.play(theirs, twice)) if game.player(game.play(game.play(theirs, twice), move)) == 0
    )
    assert foreseen(kalah, line(kalah, over, twice, back, again), plain) == [over, twice, back]
    assert foreseen(kalah, line(kalah, over, twice), plain) == [over]


@needs_llvmlite
@pytest.mark.parametrize(
    ("game", "settings", "told"),
    [
        (Pig(), {}, "expected a game without chance for ponder, got Pig("),
        (HigherLower(), {}, "expected a game for two players for ponder, got HigherLower("),
        (Tricks(), {}, "expected a game in which nothing is hidden for ponder, got "),
        (
            TicTacToe(),
            {"algorithm": "unevaluated"},
            "expected a search by alpha-beta or montecarlo for ponder, got unevaluated; name another algorithm, or leave ponder out",
        ),
    ],
)
def test_what_cannot_be_pondered_on(game: Any, settings: dict[str, Any], told: str) -> None:
    """Is refused by name."""
    with pytest.raises(mx.OptionError) as error:
        mx.Player(limits=mx.Limits(seconds=0.01), ponder=True, **settings).create(mx.compile(game), 1)
    assert told in str(error.value)


def test_a_search_on_a_tree_is_not_pondered_with() -> None:
    """Python runs one thread at a time."""
    game: Any = TicTacToe()
    with pytest.raises(mx.OptionError) as error:
        mx.Player(limits=mx.Limits(seconds=0.01), ponder=True).create(game, 1)
    told = "expected a compiled game for ponder: a search on a tree and the other player would take each other's time"
    assert told in str(error.value)


def test_ponder_is_yes_or_no() -> None:
    """And part of what a player is called."""
    with pytest.raises(mx.OptionError, match="expected ponder to be True or False, got 'yes'"):
        mx.Player(ponder="yes")  # type: ignore[arg-type]
    assert mx.Player(limits=mx.Limits(depth=2), ponder=True).name == "depth=2 ponder=True"


def test_in_matches(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game has a processor for each player, or there is none."""
    players = [mx.Player(limits=mx.Limits(depth=3), ponder=True), mx.Limits(depth=2)]
    match = mx.play_match(game, players, rounds=3, executor=Inline())
    assert not match.forfeits
    assert len(match.games) == 6
    monkeypatch.setattr(matches, "processors", lambda: 5)
    assert matches._workers_of([contestant(each) for each in players], None) == 2
    told = "expected a processor for each thread of each player where one ponders, 2 for each game at once, got"
    with pytest.raises(mx.OptionError) as error:
        mx.play_match(game, players, rounds=1, workers=3)
    assert str(error.value) == f"{told} workers=3, 5 processors; give at most workers=2"
    monkeypatch.setattr(matches, "processors", lambda: 1)
    with pytest.raises(mx.OptionError) as error:
        mx.play_match(game, players, rounds=1)
    assert str(error.value) == f"{told} 1 processors; leave ponder out"
