"""Backgammon, without the doubling cube: race thirty checkers past one another by the throws of two dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final, NamedTuple

from attrs import field, frozen

import minimaxer as mx

from .fields import is_number

CHECKERS: Final = 15
BAR: Final = 24
"""The place of checkers that were hit, one point behind the farthest."""
NOTHING: Final = -1
"""A step that is not made."""
NOBODY: Final = 2
"""The player before the throw that decides who begins."""
WIDE: Final = 30
HIGH: Final = 250
"""The width of a point and the height of the board in the picture, in pixels."""
START: Final = (-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2)


class Board(NamedTuple):
    """A position as the player to move sees it; `turned` gives the other player's view.

    `points` holds the checkers on each point, the player's own 1-point first, the opponent's as negative numbers. Both dice are
    0 before they are thrown.
    """

    points: tuple[int, ...]
    bar: int
    their_bar: int
    off: int
    their_off: int
    player: int
    dice: tuple[int, int]


class Throw(NamedTuple):
    """A chance outcome: two dice, the greater first, and the player to move."""

    player: int
    first: int
    second: int


class Play(NamedTuple):
    """A move: up to four steps, each `8 * point + die` with points counted from 0, or `NOTHING`."""

    steps: tuple[int, int, int, int]


Move = Throw | Play
STAY: Final = Play((NOTHING, NOTHING, NOTHING, NOTHING))
"""The move of a player who cannot make any step."""


@frozen(kw_only=True)
class Backgammon:
    """The rules.

    Attributes:
        points: True if a gammon counts 2 and a backgammon 3; otherwise all wins are equal.

    Source: the rules of the World Backgammon Federation, without the cube.

    Examples:
        >>> game = Backgammon()
        >>> board = game.parse("0-0 0-0 0 3-1 -2,0,0,0,0,5,0,3,0,0,0,-5,5,0,0,0,-3,0,-5,0,0,0,0,2")
        >>> "8/5,6/5" in [game.format_move(board, move) for move in game.moves(board)]
        True
    """

    names: ClassVar = ("Orange", "Blue")
    points: bool = field(default=False)

    @property
    def value_range(self) -> tuple[int, int]:
        """The range of values: wins and losses, or up to three points."""
        return (-3, 3) if self.points else (mx.LOSS, mx.WIN)

    def initial(self) -> Board:
        """The start position, before the throw that decides who begins."""
        return Board(START, 0, 0, 0, 0, NOBODY, (0, 0))

    def player(self, board: Board) -> int:
        """The player to move, or chance before the dice are thrown."""
        return mx.CHANCE if board.dice[0] == 0 else board.player

    def chances(self, board: Board) -> Iterator[tuple[Throw, float]]:
        """The 21 throws; at first the 15 without a double, for each player."""
        for first in range(1, 7):
            for second in range(1, first + 1):
                if board.player != NOBODY:
                    yield Throw(board.player, first, second), 1 / 36 if first == second else 1 / 18
                elif first != second:
                    yield Throw(0, first, second), 1 / 30
                    yield Throw(1, first, second), 1 / 30

    def moves(self, board: Board) -> list[Play]:
        """Every way to use the most dice that can be used, the greater one if only one can."""
        first, second = board.dice
        if first == second:
            return self._doubles(board, first)
        plays = self._pairs(board, first, second) or self._singles(board, first) or self._singles(board, second)
        return plays or [STAY]

    def _pairs(self, board: Board, first: int, second: int) -> list[Play]:
        """The ways to use both dice in either order; of those that lead to the same position, the first."""
        plays: list[Play] = []
        seen: list[tuple[tuple[int, ...], int]] = []
        for one, other in ((first, second), (second, first)):
            for point in _movable(board, one):
                half = _stepped(board, point, one)
                for following in _movable(half, other):
                    after = _stepped(half, following, other)
                    if (after.points, after.their_bar) not in seen:
                        seen.append((after.points, after.their_bar))
                        plays.append(Play((8 * point + one, 8 * following + other, NOTHING, NOTHING)))
        return plays

    def _singles(self, board: Board, die: int) -> list[Play]:
        """The ways to use one die if both cannot be used."""
        return [Play((8 * point + die, NOTHING, NOTHING, NOTHING)) for point in _movable(board, die)]

    def _doubles(self, board: Board, die: int) -> list[Play]:
        """The ways to make the most steps, up to four, points farther back first; this order omits no position."""
        ways: list[tuple[Board, Play, int]] = [(board, STAY, BAR)]
        for count in range(4):
            longer = [
                (_stepped(before, point, die), _with(play, count, 8 * point + die), point)
                for before, play, last in ways
                for point in _movable(before, die)
                if point <= last
            ]
            if not longer:
                break
            ways = longer
        return [play for _, play, _ in ways]

    def play(self, board: Board, move: Move) -> Board:
        """Sets the dice; or makes the steps and turns the board to the other player."""
        if isinstance(move, Throw):
            return board._replace(player=move.player, dice=(move.first, move.second))
        for step in move.steps:
            if step != NOTHING:
                board = _stepped(board, step // 8, step % 8)
        return turned(board)

    def outcome(self, board: Board) -> int | None:
        """A win for the first player to bear off all checkers."""
        if board.their_off < CHECKERS:
            return None
        sign = -1 if board.player == 0 else 1
        if not self.points:
            return sign * mx.WIN
        if board.off:
            return sign
        return 3 * sign if board.bar or max(board.points[18:]) > 0 else 2 * sign

    def evaluate(self, board: Board) -> float:
        """Player 0's lead in pips, with a small bonus for points that are held and a small penalty for blots."""
        lead = 25.0 * (board.their_bar - board.bar)
        for point, checkers in enumerate(board.points):
            if checkers > 0:
                lead -= checkers * (point + 1)
            elif checkers < 0:
                lead -= checkers * (24 - point)
            if checkers == 1:
                lead -= 2 + (23 - point) / 6
            elif checkers == -1:
                lead += 2 + point / 6
            elif checkers > 1 and point < 8:
                lead += 3
            elif checkers < -1 and point > 15:
                lead -= 3
        share = max(-0.9, min(0.9, lead / 120))
        return (share if board.player != 1 else -share) * (1 if self.points else mx.WIN)

    # --- notation ---------------------------------------------------------------------------------------------------------

    def parse(self, text: str) -> Board:
        """Reads both players' checkers on the bar and off, the mover's first, the player to move, the dice, and the points."""
        parts = text.split(" ")
        try:
            bar, off, player, dice = parts[:4]
            counts = [int(count) for pair in (bar, off, dice) for count in pair.split("-")]
            points = tuple(int(count) for count in parts[4].split(","))
        except (ValueError, IndexError):
            raise self._no_board(text) from None
        if len(parts) != 5 or len(counts) != 6:
            raise self._no_board(text)
        mine, theirs, home, gone, first, second = counts
        turn = int(player) if is_number(player, NOBODY) else -1
        board = Board(points, mine, theirs, home, gone, turn, (first, second))
        if not _is_board(board):
            raise self._no_board(text)
        return board

    def _no_board(self, text: str) -> mx.NotationError:
        return mx.NotationError(
            f"expected bar, off, whose turn it is, the dice and 24 points with 15 checkers each, such as "
            f"{self.format(self.initial())}, got {text!r}"
        )

    def format(self, board: Board) -> str:
        """Writes what `parse` reads."""
        dice = "-".join(map(str, board.dice))
        points = ",".join(map(str, board.points))
        return f"{board.bar}-{board.their_bar} {board.off}-{board.their_off} {board.player} {dice} {points}"

    def parse_move(self, board: Board, text: str) -> Move:
        """Reads steps, as in `8/5,6/5`, `bar/20` or `3/off`; `stay`; or the dice, `6-4`, at first after the player, `0:6-4`."""
        if board.dice[0] == 0:
            legal: dict[str, Move] = {self.format_move(board, throw): throw for throw, _ in self.chances(board)}
        else:
            legal = {self.format_move(board, play): play for play in self.moves(board)}
        if text not in legal:
            raise mx.NotationError(f"expected one of {', '.join(legal)}, got {text!r}")
        return legal[text]

    def format_move(self, board: Board, move: Move) -> str:
        """Writes what `parse_move` reads."""
        if isinstance(move, Throw):
            who = f"{move.player}:" if board.player == NOBODY else ""
            return f"{who}{move.first}-{move.second}"
        return ",".join(_named(step // 8, step % 8) for step in move.steps if step != NOTHING) or "stay"

    def render(self, board: Board) -> str:
        """The points from 13 to 24 above those from 12 to 1, as the player to move sees them."""
        rows = []
        for numbers in (range(13, 25), range(12, 0, -1)):
            rows += ["".join(f"{number:4}" for number in numbers)]
            rows += ["".join(f"{_letter(board, number - 1):>4}" for number in numbers)]
        who = "to begin" if board.player == NOBODY else f"player {board.player}"
        dice = f"dice {board.dice[0]}-{board.dice[1]}" if board.dice[0] else "to throw"
        bars = f"bar {board.bar}-{board.their_bar}, off {board.off}-{board.their_off}"
        return "\n".join([*rows, f"{who}: {dice}; {bars}, one's own first; the other's have a minus"])

    def svg(self, board: Board) -> str:
        """The board from player 0's side, with the points numbered for the player to move."""
        canvas = mx.drawing.Canvas(13 * WIDE + 60, HIGH + 40, title=f"backgammon: {self.format(board)}")
        canvas.rect(10, 20, 13 * WIDE, HIGH, "board", round=4)
        canvas.rect(10 + 6 * WIDE, 20, WIDE, HIGH, "rule")
        is_second = board.player == 1
        mine, theirs = ("second", "first") if is_second else ("first", "second")
        for point, checkers in enumerate(board.points):
            x, is_low = _column(point, is_second)
            base, tip = (20 + HIGH, 20 + HIGH * 14 // 25) if is_low else (20, 20 + HIGH * 11 // 25)
            canvas.polygon(((x - 13, base), (x, tip), (x + 13, base)), "light" if (point + is_second) % 2 else "dark")
            canvas.text(x, HIGH + 30 if is_low else 10, str(point + 1), "faint", size=10)
            fill, up = mine if checkers > 0 else theirs, -1 if is_low else 1
            for place in range(min(abs(checkers), 5)):
                canvas.circle(x, base + up * (13 + 22 * place), 11, fill, stroke="ink")
            if abs(checkers) > 5:
                canvas.text(x, base + 13 * up, str(abs(checkers)), size=11)
        for count, colour, is_mine in ((board.bar, mine, True), (board.their_bar, theirs, False)):
            if count:
                y = 20 + HIGH * (1 if is_mine == is_second else 3) // 4
                canvas.circle(10 + 13 * WIDE // 2, y, 11, colour, stroke="ink")
                canvas.text(10 + 13 * WIDE // 2, y, str(count), size=11)
        for count, is_mine in ((board.off, True), (board.their_off, False)):
            canvas.text(35 + 13 * WIDE, 30 if is_mine == is_second else HIGH + 10, f"off {count}", size=11)
        first, second = board.dice
        thrown = () if not first else (first, second, first, second) if first == second else (first, second)
        left = 10 + (3 if is_second else 10) * WIDE - 15 * len(thrown)
        for number, die in enumerate(thrown):
            canvas.die(left + 30 * number + 3, HIGH // 2 + 8, die)
        return str(canvas.drawing())

    def areas(self, board: Board, move: Move) -> tuple[mx.drawing.Area, ...]:
        """The start and the target of each step."""
        places: list[int] = []
        if isinstance(move, Play):
            for step in move.steps:
                if step != NOTHING:
                    places += [step // 8, step // 8 - step % 8]
        return tuple([_spot(place, board.player == 1) for place in places])


def _column(point: int, is_second: bool) -> tuple[int, bool]:
    """The middle of a point in the picture, and True if the point is in the lower half."""
    seen = 23 - point if is_second else point
    column = seen if seen < 12 else 23 - seen
    return 10 + WIDE * (12 - column - (column > 5)) + WIDE // 2, seen < 12


def _spot(point: int, is_second: bool) -> tuple[int, int, int, int]:
    """The rectangle of a point, of the bar, or, below 0, of the checkers borne off."""
    x, is_low = _column(max(point, 0), is_second)
    if point < 0:
        return 10 + 13 * WIDE, 20 if is_second else 20 + HIGH // 2, 50, HIGH // 2
    if point == BAR:
        return 10 + 6 * WIDE, 20 if is_second else 20 + HIGH // 2, WIDE, HIGH // 2
    return x - WIDE // 2, 20 + HIGH // 2 * is_low, WIDE, HIGH // 2


def turned(board: Board) -> Board:
    """The board as the other player, who moves next, sees it."""
    points = tuple(-checkers for checkers in reversed(board.points))
    return Board(points, board.their_bar, board.bar, board.their_off, board.off, 1 - board.player, (0, 0))


def _with(play: Play, count: int, step: int) -> Play:
    """The play with one more step at place `count`, counted from 0."""
    one, two, three, four = play.steps
    if count == 0:
        return Play((step, two, three, four))
    if count == 1:
        return Play((one, step, three, four))
    return Play((one, two, step, four)) if count == 2 else Play((one, two, three, step))


def _movable(board: Board, die: int) -> list[int]:
    """The points from which a checker can move by a die, farther back first; only the bar if it has checkers."""
    points = board.points
    if board.bar:
        return [BAR] if points[BAR - die] > -2 else []
    found: list[int] = []
    farthest = -1
    for point in range(23, -1, -1):
        if points[point] <= 0:
            continue
        farthest = max(farthest, point)
        target = point - die
        if target >= 0:
            if points[target] > -2:
                found.append(point)
        elif farthest < 6 and (target == -1 or point == farthest):
            found.append(point)
    return found


def _stepped(board: Board, point: int, die: int) -> Board:
    """The board after one step, which hits a blot on the target."""
    points, bar, off, their_bar = board.points, board.bar, board.off, board.their_bar
    if point == BAR:
        bar -= 1
    else:
        points = mx.tuples.replaced(points, point, points[point] - 1)
    target = point - die
    if target < 0:
        off += 1
    elif points[target] < 0:
        their_bar += 1
        points = mx.tuples.replaced(points, target, 1)
    else:
        points = mx.tuples.replaced(points, target, points[target] + 1)
    return Board(points, bar, their_bar, off, board.their_off, board.player, board.dice)


def _is_board(board: Board) -> bool:
    """True if the numbers are those of a position."""
    mine = sum(each for each in board.points if each > 0) + board.bar + board.off
    theirs = -sum(each for each in board.points if each < 0) + board.their_bar + board.their_off
    counts = (board.bar, board.their_bar, board.off, board.their_off)
    first, second = board.dice
    thrown = 1 <= second <= first <= 6 and board.player != NOBODY
    fits = len(board.points) == 24 and min(counts) >= 0 and mine == theirs == CHECKERS
    return fits and board.player >= 0 and (thrown or (first, second) == (0, 0))


def _named(point: int, die: int) -> str:
    origin = "bar" if point == BAR else str(point + 1)
    return f"{origin}/{point + 1 - die if point >= die else 'off'}"


def _letter(board: Board, point: int) -> str:
    return str(board.points[point]) if board.points[point] else "."
