"""One game at one table: who sits there, what may be done, and the work that goes on meanwhile.

Requests come on many threads. Each holds the table's lock; one that changes the game first ends the job that looks at it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final

from attrs import evolve

from ..errors import IllegalMoveError, MinimaxerError, NotationError, OptionError, RulesError
from ..game.hidden import hides
from ..game.names import names_of
from ..game.typed import typed_move
from ..play.audience import Audience
from ..play.levels.adaptive import ADAPTIVE, next_level, take_result
from ..play.levels.level import Level
from ..play.players import Choice
from ..play.playing import MOST_PLIES, note_of
from ..play.record import Note, Record, read_records, record_of
from ..play.review import Review, review
from ..play.session import Ending, Session
from ..searching.limits import Limits
from ..searching.result import SearchResult
from .job import ENDLESS, PATIENCE, Job, Kind, Work
from .seats import PERSON, checked_seats, levels_of
from .setting import Setting
from .thinkers import Thinkers
from .words import describe_error

PAUSE: Final = 0.6
"""Seconds from one move to the next where no person plays, so that people can follow."""
_CLOSING: Final = 0.3
"""Seconds for what runs to end when the table is closed."""
REVIEW: Final = Limits(seconds=0.2)
"""How long a review looks at each position."""


class Table:
    """A table.

    Args:
        game: The rules.
        name: What the game is called in records.
        thinkers: The AIs.
        setting: How the first game is set up.

    Attributes:
        session: The game.
        setting: How it was set up.
        version: Grows with every change.
        turns: Grows with every change of the position.
        held: Whether the AIs wait, and chance too.
        advice: What the last hint found, or the values of the moves; None where nobody asked for this position.
        review: The game looked at again; None where nobody asked.
        is_from_book: Whether the last move came out of the book.
        adaptive: The level in an adaptive seat; None before anybody sat there.
        following: The level of the person's next game; None before a game against an adaptive level is over.
        failure: What went wrong last, in words; empty where nothing did.
        since: When the mover's time began, as `time.perf_counter` counts.

    Raises:
        OptionError: The seats do not fit the game.
        NotationError: The position is none of the game.
    """

    def __init__(self, game: Any, name: str, thinkers: Thinkers, setting: Setting) -> None:
        self.game: Final = game
        self.name: Final = name
        self.names: Final = names_of(game)
        self.levels: Final = levels_of(game)
        self.changed: Final = threading.Condition()
        self._news: Final = threading.Condition()
        """Of its own, since whoever waits takes its lock again: nobody asks the rules while holding this one."""
        self.version = 0
        self.turns = 0
        self.is_closed = False
        self._thinkers: Final = thinkers
        self.setting: Setting = setting
        self._jobs: Final = thinkers.jobs(self.changed, self._fail, self._after_job)
        self.adaptive: Level | None = None
        self.following: Level | None = None
        self._counts = False
        """Whether the result of this game is to be counted for the person."""
        self._revealed: int | None = None
        """After how many moves a player has asked for the board last."""
        self._put_up(setting)
        with self.changed:
            self._go_on()

    @property
    def is_ready(self) -> bool:
        """Whether the AIs are ready; a job waits for them."""
        return self._thinkers.is_ready

    def prepare(self) -> None:
        """Makes the AIs ready, which takes a while where the game is compiled; they do so by themselves when they are to move."""
        with self.locked():
            self._thinkers.prepare()

    @contextmanager
    def locked(self, seconds: float | None = None) -> Iterator[None]:
        """The table's lock.

        Raises:
            RulesError: Whoever has it is in rules that do not come back.
        """
        if not self.changed.acquire(timeout=PATIENCE if seconds is None else seconds):
            raise RulesError(ENDLESS)
        try:
            yield
        finally:
            self.changed.release()

    # --- what can be seen ------------------------------------------------------------------------------------------------

    @property
    def job(self) -> Job | None:
        """The work that goes on; None where there is none."""
        return self._jobs.current

    @property
    def has_book(self) -> bool:
        """Whether there is an opening book."""
        return self._thinkers.has_book

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sits where, an adaptive level by its number."""
        return tuple(self.adaptive.name if seat == ADAPTIVE and self.adaptive else seat for seat in self.setting.seats)

    @property
    def people(self) -> set[int]:
        """The players who are people."""
        return {player for player, seat in enumerate(self.setting.seats) if seat == PERSON}

    @property
    def is_asked(self) -> bool:
        """Whether a person is to move, or to say what the dice show."""
        session = self.session
        return session.mover in self.people or (session.is_chance and self.setting.dice is None)

    @property
    def is_shown(self) -> bool:
        """Whether the browser may have the board: not while somebody else has cards that the person must not see.

        Where several people play, a player has to ask for it, so that the others can look away.
        """
        audience = self.audience
        is_asked_for = len(audience.people) == 1 or self._revealed == len(self.session.moves)
        return audience.knows_all or (audience.sees_board and is_asked_for)

    @property
    def may_move(self) -> bool:
        """Whether a person may say now what comes: a move by the board that is shown, or what the dice show, which all see."""
        return self.is_asked and (self.is_shown or self.session.is_chance)

    @property
    def explains(self) -> bool:
        """Whether a search of the position can be seen step by step: the game goes on, and it hides nothing."""
        return not hides(self.game) and not self.session.is_over

    @property
    def audience(self) -> Audience:
        """The people, and what they may know."""
        return Audience(self.session, self.people)

    @property
    def _is_forfeited(self) -> bool:
        """Whether the last move was not played, since its player's time was up."""
        result = self.session.result
        return result is not None and result.ending.is_forfeit

    def clocks(self) -> list[float | None]:
        """What the clocks show now; a person whose time is up has lost."""
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
        """Waits until the table has another version than that, for so many seconds at the most."""
        with self._news:
            self._news.wait_for(lambda: self.version != version or self.is_closed, seconds)

    # --- what can be done ------------------------------------------------------------------------------------------------

    def play(self, move: int, at: int) -> None:
        """Plays a move of the person's, or what the dice show.

        Args:
            move: Its place among the legal moves.
            at: How many moves were made before, as the person saw it.

        Raises:
            IllegalMoveError: The board has changed since, somebody else is to move, or there is no such move.
        """
        session = self._asked(at)
        if not 0 <= move < len(session.legal):
            raise IllegalMoveError(f"expected the number of a legal move from 0 to {len(session.legal) - 1}, got {move}")
        self._play(session.legal[move])

    def type(self, text: str, at: int) -> None:
        """Plays a move as people type it.

        Raises:
            IllegalMoveError: As in `play`.
            NotationError: The text is no move.
        """
        session = self._asked(at)
        self._play(typed_move(session.notation, session.state, session.legal, text))

    def undo(self) -> None:
        """Takes back the last move of a person, and all that came after it; where no person plays, the last move.

        Raises:
            IllegalMoveError: There is nothing to take back.
        """
        with self._changing():
            self.session.undo(self.session.turn_before(self.people) if self.people else None)
            self._moved_about()

    def redo(self) -> None:
        """Plays again what was taken back last, up to the person's next turn.

        Raises:
            IllegalMoveError: There is nothing to play again.
        """
        with self._changing():
            self.session.redo()
            while self.session.undone and not self.is_asked:
                self.session.redo()
            self._moved_about()

    def jump(self, to: int) -> None:
        """Goes back or forth to the position after so many moves.

        Raises:
            IllegalMoveError: There are not as many.
        """
        with self._changing():
            if to < len(self.session.moves):
                self.session.undo(to)
            elif to > len(self.session.moves):
                self.session.redo(to)
            self._moved_about()

    def new(self, setting: Setting) -> None:
        """Puts up a new game.

        Raises:
            MinimaxerError: As for the table itself; the old game stays.
        """
        with self._changing():
            self._put_up(setting)
        self._go_on()

    def sit(self, seats: list[object]) -> None:
        """Has others play on.

        Raises:
            OptionError: The seats do not fit the game, or somebody would see what is hidden.
        """
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
        """Has the AIs wait."""
        self._jobs.interrupt()
        self.held = not self.is_asked

    def go(self) -> None:
        """Has the AIs play on."""
        if self.held:
            self._begin_turn()
            self._go_on()

    def now(self) -> None:
        """Ends the work that goes on: an AI plays what it has found, and advice or a review is what is known by now."""
        if self.job is not None:
            self.job.hurry()

    def hint(self) -> None:
        """Looks for a good move for the person.

        Raises:
            IllegalMoveError: No person is to move.
        """
        self._advise("hint", lambda job, told: self._thinkers.think(self.session, self.setting.limits, job, told))

    def values(self) -> None:
        """Finds the value of every move.

        Raises:
            IllegalMoveError: No person is to move.
        """
        self._advise("values", lambda job, told: self._thinkers.value_moves(self.session.state, self.setting.limits, job, told))

    def look_back(self) -> None:
        """Reviews the game so far.

        Raises:
            OptionError: Nothing was played yet, or something is hidden until the game is over.
        """
        self.audience.check("a game is reviewed")
        if not self.session.moves:
            raise OptionError("expected a game with moves to review, got one without")
        self._jobs.interrupt()
        self._begin("review", self._review)

    def reveal(self) -> None:
        """Shows the board to the player who is to move, once the others look away."""
        self._revealed = len(self.session.moves)

    def record(self) -> Record:
        """The game so far.

        Raises:
            OptionError: Something is hidden until the game is over.
        """
        self.audience.check("a game is saved")
        return record_of(self.session, self.name, self.seats, self._known())

    def load(self, text: str) -> None:
        """Takes up the last game of a text, to look at and to play on from any position; people sit everywhere.

        Raises:
            NotationError: The text holds no game by these rules.
        """
        records = read_records(text)
        if not records:
            raise NotationError("expected the record of a game, got a text that holds none")
        self.take_up(records[-1])

    def take_up(self, record: Record) -> None:
        """Takes up a game, as `load` does.

        Raises:
            NotationError: It is none by these rules.
        """
        session = record.session(self.game)
        self._jobs.interrupt()
        self.setting = evolve(self.setting, seats=(PERSON,) * len(self.names))
        self._counts = False
        self._take(session, dict(enumerate(record.moves)))
        self._moved_about()

    def close(self) -> None:
        """Ends what runs, and lets everybody go who waits; what does not end is left behind."""
        self.is_closed = True
        self._thinkers.stop()
        with self._news:
            self._news.notify_all()
        with suppress(RulesError), self.locked(_CLOSING):
            self.changed.notify_all()
            self._jobs.interrupt(_CLOSING)
            self._thinkers.close()

    # --- how it goes on --------------------------------------------------------------------------------------------------

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
        """The level for an adaptive seat; None where there is no such seat."""
        return next_level(self.game) if ADAPTIVE in seats else None

    def _take(self, session: Session[Any, Any], notes: dict[int, Note]) -> None:
        self.session = session
        self._notes = notes
        self.review: Review | None = None
        self._revealed = None

    def _begin_turn(self) -> None:
        """The position is another: what was known of the last one is forgotten, and the mover's time begins."""
        self.advice: tuple[Kind, SearchResult[Any]] | None = None
        self.failure = ""
        self.held = False
        self.is_from_book = False
        self.turns += 1
        self.since = time.perf_counter()
        self._count()

    def _count(self) -> None:
        """Once the game is over, and has not counted yet, lets the adaptive level follow from it."""
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
        """After going back or forth, the AIs wait until they are told to go on."""
        self._begin_turn()
        self.held = not self.is_asked and not self.session.is_over

    def _asked(self, at: int) -> Session[Any, Any]:
        """The session, with no job going on, if it is still as the person saw it, and a person's turn."""
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
        if mover is None:
            return "the game is over"
        return "chance decides" if mover < 0 else f"{self.names[mover]} is to move"

    def _play(self, move: Any) -> None:
        """Plays a move of the person's."""
        self.session.play(move, time.perf_counter() - self.since)
        self._after_move(None)
        self._go_on()

    def _after_move(self, note: Note | None) -> None:
        number = len(self.session.moves) - 1
        self._notes = {each: known for each, known in self._notes.items() if each < number}
        if note is not None and not self._is_forfeited:
            self._notes[number] = note
        self.review = None
        if len(self.session.moves) >= MOST_PLIES and not self.session.is_over:
            self.session.break_off()
        self._begin_turn()

    def _known(self) -> dict[int, Note]:
        return {number: note for number, note in self._notes.items() if number < len(self.session.moves)}

    def _go_on(self) -> None:
        """Lets chance decide, and has the AI think where it is to move."""
        session = self.session
        while session.is_chance and self.setting.dice is not None and not self.held:
            session.draw(self.setting.dice)
            self._after_move(None)
        if not self.held and not session.is_over and not self.is_asked and not self.is_closed:
            self._begin("move", self._answer)

    def announce(self) -> None:
        """Tells everybody who waits that something has changed."""
        self.version += 1
        self.changed.notify_all()
        with self._news:
            self._news.notify_all()

    def _begin(self, kind: Kind, work: Work) -> None:
        self._thinkers.prepare()
        self._jobs.begin(kind, work)

    # --- jobs ------------------------------------------------------------------------------------------------------------

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Within it no job goes on; where the change is refused, the AI takes up its thinking again."""
        self._jobs.interrupt()
        try:
            yield
        except MinimaxerError:
            self._go_on()
            raise

    def _after_job(self, *, is_wanted: bool) -> None:
        """Goes on after a job, unless whoever cancelled it does."""
        if is_wanted:
            self._go_on()
        self.announce()

    def _fail(self, error: Exception) -> None:
        """Says what went wrong, and has the AIs wait."""
        self.held, self.failure = True, type(error).__name__
        self.failure = describe_error(error, is_open=self.audience.knows_all)
        self.held = not self.is_asked

    def _answer(self, job: Job) -> Callable[[], None]:
        """The AI's move."""
        session, mover = self.session, self.session.mover
        assert mover is not None
        choice = known = self._thinkers.look_up(session) if self.setting.uses_book else None
        if choice is None:
            self._thinkers.search(job)  # whose making is on nobody's clock
            self.since = job.since
            choice = self._thinkers.choose(self.seats[mover], session, self.setting.limits, job, partial(self._tell, job))
        seconds = time.perf_counter() - self.since
        if not self.people and seconds < PAUSE and not job.is_cancelled:
            self._jobs.pause(job, PAUSE - seconds)
        return partial(self._make, choice, seconds, is_from_book=known is not None)

    def _make(self, choice: Choice[Any], seconds: float, *, is_from_book: bool) -> None:
        session = self.session
        mover = session.mover
        assert mover is not None
        note = note_of(session.notation.write_move(session.state, choice.move), mover, choice, seconds)
        session.play(choice.move, seconds)
        self._after_move(note)
        self.is_from_book = is_from_book

    def _advise(self, kind: Kind, think: Callable[[Job, Callable[[Any], object]], SearchResult[Any]]) -> None:
        self._check_advised()
        with self._changing():
            self._check_advised()
        self.advice = None

        def work(job: Job) -> Callable[[], None]:
            result = think(job, partial(self._tell, job))
            return lambda: setattr(self, "advice", (kind, result))

        self._begin(kind, work)

    def _check_advised(self) -> None:
        if self.session.mover not in self.people or not self.is_shown:
            raise IllegalMoveError(f"expected a person to be to move, who gets advice; {self._whose()}")

    def _tell(self, job: Job, result: SearchResult[Any]) -> None:
        """Shows what a search has found so far."""
        with self.changed:
            job.progress = {
                "depth": result.depth,
                "told": result.told,
                "line": self.session.notation.write_line(self.session.state, result.pv),
                "nodes": result.nodes,
                "seconds": result.seconds,
            }
            self.announce()

    def _review(self, job: Job) -> Callable[[], None]:
        search = self._thinkers.search(job)
        record = record_of(self.session, self.name, self.names)

        def count(number: int) -> bool:
            job.keep_up()
            with self.changed:
                job.progress = {"looked_at": number, "of": len(record.moves)}
                self.announce()
            return not job.is_hurried

        found = review(search.game, record, limits=REVIEW, on_move=count)
        return lambda: setattr(self, "review", found)
