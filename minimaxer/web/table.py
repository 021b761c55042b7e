"""One game at one table: its seats, its actions, and the jobs that run meanwhile.

Requests come on many threads. Each holds the table's lock; one that changes the game first cancels the job that uses it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from typing import Any, Final

from attrs import evolve

from ..drawing.boards import shown_names, with_board
from ..errors import IllegalMoveError, MinimaxerError, NotationError, OptionError, RulesError
from ..game.capability import Capabilities
from ..game.notation import names_of
from ..game.protocol import CHANCE, hides
from ..game.typed import typed_move
from ..play.audience import Audience, Worth, share_of
from ..play.levels.level import ADAPTIVE, Level, next_level, take_result
from ..play.players import Choice
from ..play.playing import MOST_PLIES, note_of
from ..play.record import Note, Record, read_records, record_of
from ..play.review import Review, review
from ..play.session import Ending, Session
from ..searching.limits import Limits
from ..searching.result import SearchResult
from .seats import PERSON, Setting, checked_seats, describe_error, levels_of
from .thinkers import ENDLESS, PATIENCE, Job, Kind, Thinkers, Work

PAUSE: Final = 0.6
"""Seconds from one move to the next if no person plays, so that people can follow."""
_CLOSING: Final = 0.3
"""Seconds for the running job to end when the table is closed."""
REVIEW: Final = Limits(seconds=0.2)
"""The limits of a review for each position."""


class Table:
    """A table at which people and AIs play one game, by its name in records; `setting` is that of the first game.

    Raises OptionError if the seats do not fit the game, and NotationError if the game cannot read the position.

    Attributes:
        thinkers: The AIs.
        version: Grows with every change.
        turns: Grows with every change of the position.
        held: True while the AIs and chance wait.
        advice: The result of the last hint or request for move values; None if there was none in this position.
        is_from_book: True if the last move came from the book.
        adaptive: The level in an adaptive seat; None before there was such a seat.
        following: The level of the person's next game; None before a game against an adaptive level is over.
        worth: What the last search found out; None without one. It counts for the position searched and the one after the next
            move of a player.
        failure: The last error in words; empty if there is none.
        lobby_number: Its number among the tables of a lobby, where another game can be chosen; None alone.
        since: The time at which the mover's turn began, by `time.perf_counter`.
    """

    def __init__(self, game: Any, name: str, thinkers: Thinkers, setting: Setting) -> None:
        self.game: Final = game
        self.name: Final = name
        self.names = names_of(game)
        self.levels: Final = levels_of(game)
        self.changed: Final = threading.Condition()
        self._news: Final = threading.Condition()
        """A separate condition, since a waiter reacquires its lock: the rules are never called while this one is held."""
        self.version = 0
        self.turns = 0
        self.is_closed = False
        self.lobby_number: int | None = None
        self.thinkers: Final = thinkers
        self.setting: Setting = setting
        self._jobs: Final = thinkers.jobs(self.changed, self._fail, self._after_job)
        self.adaptive: Level | None = None
        self.following: Level | None = None
        self._counts = False
        """True while the result of this game is to be counted for the person."""
        self._revealed: int | None = None
        """The number of moves played when a player last asked for the board."""
        self._put_up(setting)
        with self.changed:
            self._go_on()

    @cached_property
    def pictures(self) -> Capabilities[Any, Any]:
        """The game's capabilities, with a picture of the board that was found where it draws none."""
        found = with_board(self.game, self.session.found)
        self.names = self.session.names = shown_names(self.game)
        return found

    def prepare(self) -> None:
        """Starts to prepare the AIs, which takes a while if the game is compiled; any job starts it too."""
        with self.locked():
            self.thinkers.prepare()

    @contextmanager
    def locked(self, seconds: float | None = None) -> Iterator[None]:
        """Holds the table's lock; raises RulesError if a call of rules that do not return holds it."""
        if not self.changed.acquire(timeout=PATIENCE if seconds is None else seconds):
            raise RulesError(ENDLESS)
        try:
            yield
        finally:
            self.changed.release()

    @property
    def job(self) -> Job | None:
        """The running job; None if there is none."""
        return self._jobs.current

    @property
    def seats(self) -> tuple[str, ...]:
        """The seat of each player, an adaptive level by its number."""
        return tuple(self.adaptive.name if seat == ADAPTIVE and self.adaptive else seat for seat in self.setting.seats)

    @property
    def people(self) -> set[int]:
        """The players who are people."""
        return {player for player, seat in enumerate(self.setting.seats) if seat == PERSON}

    @property
    def is_asked(self) -> bool:
        """True if a person is to move, or to enter a dice roll."""
        session = self.session
        return session.mover in self.people or (session.is_chance and self.setting.dice is None)

    @property
    def is_shown(self) -> bool:
        """True if the browser may show the board: not if it reveals what the person must not see.

        If several people play with hidden information, a player must ask for it, so that the others can look away.
        """
        audience = self.audience
        is_asked_for = len(audience.people) == 1 or self._revealed == len(self.session.moves)
        return audience.knows_all or (audience.sees_board and is_asked_for)

    @property
    def may_move(self) -> bool:
        """True if a person may enter a move, given that the board is shown, or a dice roll, which everyone sees."""
        return self.is_asked and (self.is_shown or self.session.is_chance)

    @property
    def explains(self) -> bool:
        """True if a search of the position can be shown step by step: the game is not over and hides nothing."""
        return not hides(self.game) and not self.session.is_over

    @property
    def advised_depth(self) -> int | None:
        """The depth of the advice shown, in plies; None without any."""
        return None if self.advice is None else self.advice[1].depth

    @property
    def audience(self) -> Audience:
        """The people at the table, and the information they may see."""
        return Audience(self.session, self.people)

    def clocks(self) -> list[float | None]:
        """The seconds left on each clock now; a person whose time is up forfeits the game."""
        session, clocks = self.session, list(self.session.clocks)
        mover = session.mover
        left = None if mover is None or mover < 0 else clocks[mover]
        if mover is None or left is None or self.held:
            return clocks
        left -= time.perf_counter() - self.since
        clocks[mover] = max(0.0, left)
        if left <= 0 and mover in self.people:
            session.clocks[mover] = 0.0
            session.forfeit(mover, Ending.TIME)
            self._begin_turn()
            self.announce()
        return clocks

    def wait(self, version: int, seconds: float) -> None:
        """Waits until the table has another version, at most for that time."""
        with self._news:
            self._news.wait_for(lambda: self.version != version or self.is_closed, seconds)

    def play(self, move: int, at: int) -> None:
        """Plays a person's move or dice roll, by its index among the legal moves, after the `at` moves that the person saw.

        Raises IllegalMoveError if the board has changed since, no person is to move, or there is no such move.
        """
        session = self._asked(at)
        if not 0 <= move < len(session.legal):
            raise IllegalMoveError(f"expected the number of a legal move from 0 to {len(session.legal) - 1}, got {move}")
        self._play(session.legal[move])

    def type(self, text: str, at: int) -> None:
        """Plays a move given as text; errors as in `play`, and NotationError if the text is no move."""
        session = self._asked(at)
        self._play(typed_move(session.notation, session.state, session.legal, text))

    def undo(self) -> None:
        """Takes back the last move of a person and all later moves; if no person plays, the last move. Errors as in `redo`."""
        with self._changing():
            self.session.undo(self.session.turn_before(self.people) if self.people else None)
            self._moved_about()

    def redo(self) -> None:
        """Replays the moves taken back, up to the person's next turn; raises IllegalMoveError if there is nothing."""
        with self._changing():
            self.session.redo()
            while self.session.undone and not self.is_asked:
                self.session.redo()
            self._moved_about()

    def jump(self, to: int) -> None:
        """Goes back or forward to the position after `to` moves; raises IllegalMoveError if there are fewer."""
        with self._changing():
            if to < len(self.session.moves):
                self.session.undo(to)
            elif to > len(self.session.moves):
                self.session.redo(to)
            self._moved_about()

    def new(self, setting: Setting) -> None:
        """Starts a new game; errors as for the table itself, after which the old game stays."""
        with self._changing():
            self._put_up(setting)
        self._go_on()

    def again(self, *, turned: bool) -> None:
        """Starts a game of the same setting; if `turned`, each seat goes to the player before."""
        seats = self.setting.seats
        self.new(evolve(self.setting, seats=(*seats[1:], seats[0])) if turned else self.setting)

    def sit(self, seats: list[object]) -> None:
        """Changes the seats during a game; raises OptionError if they do not fit, or a new player would know what is hidden."""
        checked = checked_seats(seats, len(self.names), self.levels)
        if not self.audience.knows_all and checked != self.setting.seats:
            raise OptionError("expected the same players until the game is over, since each has seen some of what is hidden")
        adaptive = self.adaptive or self._adaptive_in(checked)
        self._jobs.interrupt()
        if checked != self.setting.seats:
            self._counts = ADAPTIVE in checked and not self.session.moves
        self.setting, self.adaptive = evolve(self.setting, seats=checked), adaptive
        self._go_on()

    def hold(self) -> None:
        """Pauses the AIs."""
        self._jobs.interrupt()
        self.held = not self.is_asked

    def go(self) -> None:
        """Resumes the AIs after a pause."""
        if self.held:
            self._begin_turn()
            self._go_on()

    def now(self) -> None:
        """Ends the running job early: an AI plays the move found so far, and advice or a review shows its findings so far."""
        if self.job is not None:
            self.job.hurry()

    def hint(self) -> None:
        """Starts a search for a good move for the person; raises IllegalMoveError if no person is to move."""
        self._advise("hint", lambda job, on_result: self.thinkers.think(self.session, self.setting.limits, job, on_result))

    def values(self) -> None:
        """Starts a search for the value of every move; raises IllegalMoveError if no person is to move."""
        self._advise(
            "values", lambda job, on_result: self.thinkers.value_moves(self.session.state, self.setting.limits, job, on_result)
        )

    def look_back(self) -> None:
        """Starts a review of the game so far; raises OptionError if it has no moves, or hides something until it is over."""
        self.audience.check("a game is reviewed")
        if not self.session.moves:
            raise OptionError("expected a game with moves to review, got one without")
        self._jobs.interrupt()
        self._begin("review", self._review)

    def reveal(self) -> None:
        """Shows the board to the player to move, once the others look away."""
        self._revealed = len(self.session.moves)

    def record(self) -> Record:
        """The record of the game so far; raises OptionError if information is hidden until the game is over."""
        self.audience.check("a game is saved")
        notes = {number: note for number, note in self._notes.items() if number < len(self.session.moves)}
        return record_of(self.session, self.name, self.seats, notes)

    def load(self, text: str) -> None:
        """Loads the last game of a text, to view and to continue from any position, with people in all seats.

        Raises NotationError if the text holds no game by these rules.
        """
        records = read_records(text)
        if not records:
            raise NotationError("expected the record of a game, got a text that holds none")
        self.restore(records[-1])

    def restore(self, record: Record) -> None:
        """Loads a recorded game, as `load` does."""
        session = record.session(self.game)
        self._jobs.interrupt()
        self.setting = evolve(self.setting, seats=(PERSON,) * len(self.names))
        self._counts = False
        self._take(session, dict(enumerate(record.moves)))
        self._moved_about()

    def close(self, seconds: float = _CLOSING) -> None:
        """Cancels the running job and releases all waiters; a job that does not end within that time is abandoned."""
        self.is_closed = True
        self.thinkers.stop()
        with self._news:
            self._news.notify_all()
        with suppress(RulesError), self.locked(seconds):
            self.changed.notify_all()
            self._jobs.interrupt(seconds)
            self.thinkers.close()

    def _put_up(self, setting: Setting) -> None:
        checked_seats(setting.seats, len(self.names), self.levels)
        clocks = [] if setting.clock is None else [setting.clock] * len(self.names)
        session: Session[Any, Any] = Session(self.game, clocks=clocks)
        if setting.position is not None:
            session = Session(self.game, session.notation.read_position(setting.position), clocks=clocks)
        self.setting, self.adaptive, self.following = setting, self._adaptive_in(setting.seats), None
        self._counts = ADAPTIVE in setting.seats
        self._take(session, {})
        self._begin_turn()

    def _adaptive_in(self, seats: tuple[str, ...]) -> Level | None:
        return next_level(self.game) if ADAPTIVE in seats else None

    def _take(self, session: Session[Any, Any], notes: dict[int, Note]) -> None:
        self.session = session
        session.names = self.names
        self._notes = notes
        self.review: Review | None = None
        self._revealed = None
        self.worth: Worth | None = None

    def _begin_turn(self) -> None:
        """Starts a turn: clears advice and errors of the last position, and starts the mover's time."""
        self.advice: tuple[Kind, SearchResult[Any]] | None = None
        self.failure = ""
        self.held = False
        self.is_from_book = False
        self.turns += 1
        self.since = time.perf_counter()
        self._count()

    def _count(self) -> None:
        """Adjusts the adaptive level once the game is over, unless it was counted already."""
        session, level = self.session, self.adaptive
        if session.result is None or not session.moves or level is None or not self._counts:
            return
        self._counts = False
        (person,) = self.people
        try:
            self.following = take_result(self.game, level, session.result.points[person])
        except MinimaxerError as error:
            self.failure = str(error)

    def _moved_about(self) -> None:
        """Starts a turn after going back or forward, with the AIs paused."""
        self._begin_turn()
        self.worth = None
        self.held = not self.is_asked and not self.session.is_over

    def _asked(self, at: int) -> Session[Any, Any]:
        """The session, with no job running, if it is as the person saw it and a person may move."""
        self._check_turn(at)
        with self._changing():
            self._check_turn(at)  # somebody else may have been quicker
        return self.session

    def _check_turn(self, at: int) -> None:
        session = self.session
        self.clocks()
        if at != len(session.moves):
            raise IllegalMoveError(
                f"expected a move after {len(session.moves)} moves, got one after {at}; look at the board again"
            )
        if not self.may_move:
            raise IllegalMoveError(f"expected a move where a person is to move; {self._whose()}")

    def _whose(self) -> str:
        mover = self.session.mover
        return "the game is over" if mover is None else "chance decides" if mover < 0 else f"{self.names[mover]} is to move"

    def _play(self, move: Any) -> None:
        self.session.play(move, time.perf_counter() - self.since)
        self._after_move(None)
        self._go_on()

    def _after_move(self, note: Note | None) -> None:
        number, result = len(self.session.moves) - 1, self.session.result
        self._notes = {each: known for each, known in self._notes.items() if each < number}
        if note is not None and (result is None or not result.ending.is_forfeit):  # which ends a game without a move
            self._notes[number] = note
        self.review = None
        if len(self.session.moves) >= MOST_PLIES and not self.session.is_over:
            self.session.break_off()
        self._begin_turn()

    def _go_on(self) -> None:
        """Rolls the dice at chance nodes, and starts the AI's search if it is to move."""
        session = self.session
        while session.is_chance and self.setting.dice is not None and not self.held:
            session.draw(self.setting.dice)
            self._after_move(None)
        if not self.held and not session.is_over and not self.is_asked and not self.is_closed:
            self._begin("move", self._answer)

    def announce(self) -> None:
        """Wakes all waiters after a change."""
        self.version += 1
        self.changed.notify_all()
        with self._news:
            self._news.notify_all()

    def _begin(self, kind: Kind, work: Work) -> None:
        self.thinkers.prepare()
        self._jobs.begin(kind, work)

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Cancels the running job for a change; if the change is refused, the AI thinks again."""
        self._jobs.interrupt()
        try:
            yield
        except MinimaxerError:
            self._go_on()
            raise

    def _after_job(self, *, is_wanted: bool) -> None:
        """Continues the game after a job, unless it was cancelled or has failed."""
        if is_wanted:
            self._go_on()
        self.announce()

    def _fail(self, error: Exception) -> None:
        """Reports an error in words, and pauses the AIs."""
        self.held, self.failure = True, type(error).__name__
        self.failure = describe_error(error, is_open=self.audience.knows_all)
        self.held = not self.is_asked

    def _answer(self, job: Job) -> Callable[[], None]:
        session, mover = self.session, self.session.mover
        assert mover is not None
        choice = known = self.thinkers.look_up(session) if self.setting.uses_book else None
        if choice is None:
            self.thinkers.search(job)  # whose making is on nobody's clock
            self.since = job.since
            choice = self.thinkers.choose(self.seats[mover], session, self.setting.limits, job, partial(self._tell, job))
        seconds = time.perf_counter() - self.since
        if not self.people and seconds < PAUSE and not job.is_cancelled:
            self._jobs.pause(job, PAUSE - seconds)
        return partial(self._make, choice, seconds, is_from_book=known is not None)

    def _make(self, choice: Choice[Any], seconds: float, *, is_from_book: bool) -> None:
        session = self.session
        mover = session.mover
        assert mover is not None
        note = note_of(session.notation.write_move(session.state, choice.move), mover, choice, seconds)
        self._value(choice.result)
        session.play(choice.move, seconds)
        self._after_move(note)
        self.is_from_book = is_from_book

    def _advise(self, kind: Kind, think: Callable[[Job, Callable[[Any], object]], SearchResult[Any]]) -> None:
        self._check_advised()
        with self._changing():
            self._check_advised()
        self.advice = None
        self._begin(kind, lambda job: partial(self._take_advice, kind, think(job, partial(self._tell, job))))

    def _take_advice(self, kind: Kind, result: SearchResult[Any]) -> None:
        self.advice = (kind, result)
        self._value(result)

    def _value(self, result: SearchResult[Any] | None) -> None:
        """Keeps what a search has found out about the position; one that found no value says nothing."""
        if result is not None and result.value is not None and len(self.names) == 2:
            share = share_of(result.value, result.meaning, self.thinkers.typical, solved=result.solved)
            self.worth = Worth(share, result.value_text, self.player_moves)

    @property
    def player_moves(self) -> int:
        """The number of moves that players have made, chance aside."""
        session = self.session
        return sum(session.game.player(state) != CHANCE for state in session.states[:-1])

    def _check_advised(self) -> None:
        if self.session.mover not in self.people or not self.is_shown:
            raise IllegalMoveError(f"expected a person to be to move, who gets advice; {self._whose()}")

    def _tell(self, job: Job, result: SearchResult[Any]) -> None:
        with self.changed:
            job.progress = {
                "depth": result.depth,
                "told": result.value_text,
                "line": self.session.notation.write_line(self.session.state, result.pv),
                "nodes": result.nodes,
                "seconds": result.seconds,
            }
            self._value(result)
            self.announce()

    def _review(self, job: Job) -> Callable[[], None]:
        search = self.thinkers.search(job)
        record = record_of(self.session, self.name, self.names)

        def count(number: int) -> bool:
            job.keep_up()
            with self.changed:
                job.progress = {"looked_at": number, "of": len(record.moves)}
                self.announce()
            return not job.is_hurried

        found = review(search.game, record, limits=REVIEW, on_move=count)
        return lambda: setattr(self, "review", found)
