"""One game at the terminal: its players, the view they have of it, its turns; its boards and lists, in colours if there are."""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, Final

from attrs import define, field

from ...game.notation import counts_of, names_of
from ...game.protocol import CHANCE
from ...game.typed import typed_move
from ...play.audience import Audience, begun, describe_end, describe_move, describe_next
from ...play.session import Session
from .players import Opponent

_ESCAPE: Final = re.compile(r"(\x1b\[[\d;]*m)")


class Leaving(Exception):  # noqa: N818  # a signal, not an error
    """The person wants to leave."""


def is_live() -> bool:
    """True if standard input and output are a terminal, rather than a file."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def ask(prompt: str) -> str:
    """Reads the next line; at a terminal, Ctrl-C asks whether to leave. Raises Leaving if the input ended or the person leaves;
    KeyboardInterrupt for Ctrl-C twice, or without a terminal.
    """
    if is_live() and "readline" in sys.modules:
        prompt = _ESCAPE.sub("\x01\\1\x02", prompt)  # readline does not count these as columns
    while True:
        try:
            return input(prompt).strip()
        except EOFError:
            raise Leaving from None
        except KeyboardInterrupt:
            if not is_live():
                raise
            _ask_whether_to_leave()


def _ask_whether_to_leave() -> None:
    try:
        answer = input("\n  Leave the game? y leaves, as does Ctrl-C again; anything else plays on: ")
    except EOFError:
        raise Leaving from None
    if answer.strip().lower() in ("y", "yes"):
        raise Leaving


@contextmanager
def editing(candidates: Callable[[], Sequence[str]]) -> Iterator[None]:
    """A context in which lines can be edited, recalled with the arrow keys and completed with Tab to one of the candidates."""
    try:
        import readline
    except ImportError:  # as on Windows
        yield
        return
    if not is_live():
        yield
        return
    before, delimiters = readline.get_completer(), readline.get_completer_delims()
    readline.set_completer(completer(candidates))
    readline.set_completer_delims("\n")
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
    try:
        yield
    finally:
        readline.set_completer(before)
        readline.set_completer_delims(delimiters)


def completer(candidates: Callable[[], Sequence[str]]) -> Callable[[str, int], str | None]:
    """A completer for `readline`, which calls it with a prefix and 0, 1, 2 and so on until it returns None.

    Examples:
        >>> complete = completer(lambda: ["undo", "a2a3", "a2a4"])
        >>> complete("a2", 0), complete("a2", 1), complete("a2", 2)
        ('a2a3', 'a2a4', None)
    """

    def complete(text: str, number: int) -> str | None:
        found = [each for each in candidates() if each.startswith(text)]
        return found[number] if number < len(found) else None

    return complete


_PLAYERS: Final = ("33", "36", "35", "32", "34", "31")
"""A colour for each player, player 0's first; as codes of a terminal, which shows them by its own theme."""


class Colours:
    r"""Colours a terminal's text, or leaves it as it is.

    Examples:
        >>> Colours(is_on=False).error("no"), Colours(is_on=True).error("no")
        ('no', '\x1b[31mno\x1b[0m')
    """

    def __init__(self, *, is_on: bool) -> None:
        self.is_on: Final = is_on

    def player(self, player: int, text: str) -> str:
        """The text in a player's colour."""
        return self._in(f"1;{_PLAYERS[player % len(_PLAYERS)]}", text)

    def mark(self, text: str) -> str:
        """The text as a marked place on a board."""
        return self._in("7", text)

    def error(self, text: str) -> str:
        """The text as an error message."""
        return self._in("31", text)

    def _in(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.is_on and text else text


def wanted_colours() -> Colours:
    """Colours where standard output is a terminal that has them, unless the environment has `NO_COLOR` (https://no-color.org)."""
    return Colours(is_on=sys.stdout.isatty() and os.environ.get("TERM", "") != "dumb" and not os.environ.get("NO_COLOR"))


_MOST_MARKED: Final = 0.5
"""Largest share of a board's signs to mark; marks are useless for a move that changes more, such as all cards."""
_TURNED: Final = str.maketrans("()[]{}<>^v\\/", ")(][}{><v^\\/")
"""Signs that look different from the other side."""


def marked(board: str, before: str, mark: Callable[[str], str]) -> str:
    """The board with every place marked that a move changed; unmarked if its height or too much of it changed.

    Examples:
        >>> marked("x . .", ". . .", lambda text: f"[{text}]")
        '[x] . .'
    """
    lines, earlier = board.split("\n"), before.split("\n")
    if len(lines) != len(earlier):
        return board
    parts = [_compared(line, old) for line, old in zip(lines, earlier, strict=True)]
    if sum(len(text) for line in parts for text, is_new in line if is_new) > _MOST_MARKED * len("".join(board.split())):
        return board
    return "\n".join("".join(mark(text) if is_new else text for text, is_new in line) for line in parts)


def turned(board: str) -> str | None:
    """A board as seen from the other side; None if it has words, which would be reversed."""
    if re.search(r"[^\W\d_]{2}", board):
        return None
    lines = board.split("\n")
    width = max(map(len, lines))
    rows = ["".join(reversed(re.findall(r"\d+|.", line.ljust(width)))) for line in reversed(lines)]  # numbers stay as they are
    return "\n".join(row.translate(_TURNED).rstrip() for row in rows)


def width() -> int:
    """The columns of the terminal; 80 where there is none."""
    return max(20, shutil.get_terminal_size().columns)


def wrapped(parts: Iterable[str], columns: int, indent: str = "  ") -> str:
    """Parts in lines of at most `columns` columns, with two blanks in between if any part contains a blank.

    Examples:
        >>> print(wrapped(["a2a3", "b2b3", "c2c3"], 12))
          a2a3 b2b3
          c2c3
    """
    listed = list(parts)
    between = "  " if any(" " in part for part in listed) else " "
    lines: list[str] = []
    for part in listed:
        if lines and len(lines[-1]) + len(between) + len(part) <= columns:
            lines[-1] += between + part
        else:
            lines.append(indent + part)
    return "\n".join(lines)


def _compared(line: str, before: str) -> list[tuple[str, bool]]:
    """The numbers and signs of a line, each with True if it changed; not the blank beside a shorter number."""
    old = before.ljust(len(line))
    parts = []
    for found in re.finditer(r"\d+|.", line):
        text, earlier = found[0], old[found.start() : found.end()]
        parts.append((text, text != earlier and not (text == " " and earlier.isdigit())))
    return parts


@define
class TerminalGame:
    """A game at the terminal, with its players, dice and display.

    Attributes:
        people: The players that are people; `opponent` plays for the others.
        dice: The generator of rolls; None if people enter their own.
        begin: Begins a new game from a state.
        is_turned: True if the board is shown from the other side.
    """

    session: Session[Any, Any]
    opponent: Opponent
    people: set[int]
    dice: Random | None
    name: str
    begin: Callable[[Any], Session[Any, Any]]
    colours: Colours = field(factory=lambda: Colours(is_on=False))
    is_turned: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names."""
        return names_of(self.session.game)

    @property
    def audience(self) -> Audience:
        """The people, with their knowledge of the game."""
        return Audience(self.session, self.people)

    @property
    def is_shown(self) -> bool:
        """True if the board is shown: not after a forfeit, nor while it has cards that the people here may not see."""
        result = self.session.result
        return self.audience.sees_board and (result is None or not result.ending.is_forfeit)

    @property
    def points(self) -> float:
        """The people's share of the point of the finished game."""
        assert self.session.result is not None
        return sum(self.session.result.points[player] for player in self.people)

    def board(self) -> str:
        """The board, with a player's last move marked if there are colours; a sentence instead if it must not be seen."""
        session = self.session
        if not self.audience.sees_board:
            return "  the board waits until a person is to move, since it shows what is hidden"
        board = self._drawn(session.state)
        turn = session.turn_before(range(session.players))  # of the last move of a player; None if there was none
        if not self.colours.is_on or turn is None or not self.audience.knows_all:
            return board
        return marked(board, self._drawn(session.states[turn]), self.colours.mark)

    def counts(self) -> str:
        """The count of each player so far, by name; empty if the game keeps none."""
        counts = counts_of(self.session.found, self.session.state, self.session.players)
        return ", ".join(f"{begun(name)} {count}" for name, count in zip(self.names, counts, strict=False))

    def end(self) -> str:
        """The end of the game in words, and the person's win or loss."""
        text = describe_end(self.session)
        if len(self.people) != 1 or len(self.names) == 1:
            return text
        (person,) = self.people
        assert self.session.result is not None
        points = self.session.result.points
        if points[person] == max(points) > min(points):
            return f"{text} You win." if points.count(points[person]) == 1 else text
        return text if points[person] == max(points) else f"{text} You lose."

    def question(self) -> str:
        """The prompt for the person's answer."""
        mover = self.session.mover
        if mover is None:
            return "Type new, undo, save FILE or quit: "
        if mover == CHANCE:
            return "The dice show: "
        return f"{self.colours.player(mover, begun(self.names[mover]))}{self.clock(mover)}, your move: "

    def clock(self, mover: int | None) -> str:
        """The time left on a player's clock, as text; empty without clocks."""
        left = None if mover is None or mover < 0 else self.session.clocks[mover]
        return "" if left is None else f", {left:.1f} s left"

    def answer(self) -> str:
        """Plays the AI's move and describes it."""
        session, began = self.session, time.perf_counter()
        mover, name = session.mover, self.opponent.name
        assert mover is not None
        move, reasons = self.opponent.choose(self.audience)
        number, who = len(session.moves), f"{begun(self.names[mover])} ({name})"
        session.play(move, time.perf_counter() - began)
        if number == len(session.moves):
            return f"{who} thought for too long"
        text = describe_move(session, number, name)
        return f"{self.colours.player(mover, who)}{text.removeprefix(who)}{reasons}{self.clock(mover)}"

    def draw(self, dice: Random) -> str:
        """Draws an outcome of chance and describes it."""
        self.session.draw(dice)
        if not self.audience.sees_move_of(CHANCE):
            return "Chance decides."
        return f"{describe_move(self.session, len(self.session.moves) - 1)}."

    def play(self, text: str, seconds: float) -> str:
        """Plays a typed move; describes the next mover if that is unusual. Errors as in `typed_move`."""
        session = self.session
        number, mover = len(session.moves), session.mover
        session.play(typed_move(session.notation, session.state, session.legal, text), seconds)
        if mover == CHANCE or number == len(session.moves) or not describe_next(session, number):
            return ""
        assert session.mover is not None
        if session.mover != mover:
            return f"{begun(self.names[session.mover])} is next."
        return "You move again." if len(self.people) == 1 else f"{begun(self.names[mover])} moves again."

    def _drawn(self, state: Any) -> str:
        board = self.audience.board(state)
        return (turned(board) or board) if self.is_turned else board
