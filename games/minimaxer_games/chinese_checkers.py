"""Chinese checkers for two to six on small stars: step or jump your pegs into the point opposite."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from attrs import field, frozen

import minimaxer as mx

from .fields import is_number, whole

SEATS: Final = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 5: (0, 1, 2, 3, 4), 6: (0, 1, 2, 3, 4, 5)}
"""The points where the players sit, by the number of players; points are counted clockwise from the top."""
DIRECTIONS: Final = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
EMPTY: Final = -1
LETTERS: Final = "abcdefghijklm"
SIDE: Final = 34.0
"""The distance between the holes of a row in the picture, in pixels."""
HIGH: Final = 29.5
"""The distance between rows, in pixels."""


class Star(NamedTuple):
    """The owner of the peg in each hole, row by row from the top, -1 for none; the player to move; and the number of plies."""

    holes: tuple[int, ...]
    player: int
    plies: int


class Step(NamedTuple):
    """A move from hole to hole; a pass, legal only without other moves, goes from a hole to itself."""

    origin: int
    target: int


@frozen(kw_only=True)
class ChineseCheckers:
    """The rules.

    Attributes:
        players: The number of players, 2 to 6.
        size: Holes along the edge of a point, 1 to 3, for 1, 3 or 6 pegs each; 4 on the usual star.
        rounds: Moves of each player after which the game ends without a winner.

    Source: the rules of the usual star; that other players' pegs count in a full point, N. Sturtevant, "A comparison of
    algorithms for multi-player games", Computers and Games 2002.

    Examples:
        >>> game = ChineseCheckers(size=1)
        >>> mx.solve(game, game.parse("./..../.../.0../. 0 12")).payoffs
        (1.0, 0.0, 0.0)
    """

    players: int = field(default=3, validator=whole(2, 6))
    size: int = field(default=2, validator=whole(1, 3))
    rounds: int = field(default=40, validator=whole(1, 1000))
    payoff_sum: int = field(default=1, init=False)
    spots: tuple[tuple[int, int], ...] = field(init=False, repr=False)
    """The coordinates of the holes along two of three axes; with the third they add up to 0."""
    next_to: tuple[tuple[int, ...], ...] = field(init=False, repr=False)
    """The neighbours of each hole, one in each direction; -1 outside the star."""
    points: tuple[int, ...] = field(init=False, repr=False)
    """The point that each hole is part of; -1 in the middle."""
    steps: tuple[tuple[int, ...], ...] = field(init=False, repr=False)
    """The number of steps from each hole to the far end of a player's target, by player and hole."""

    @spots.default
    def _spots(self) -> tuple[tuple[int, int], ...]:
        size, wide = self.size, range(-2 * self.size, 2 * self.size + 1)
        found = [(x, z) for z in wide for x in wide if min(x, z, -x - z) >= -size or max(x, z, -x - z) <= size]
        return tuple(found)

    @next_to.default
    def _next_to(self) -> tuple[tuple[int, ...], ...]:
        places = {spot: hole for hole, spot in enumerate(self.spots)}
        return tuple(tuple(places.get((x + across, z + down), -1) for across, down in DIRECTIONS) for x, z in self.spots)

    @points.default
    def _points(self) -> tuple[int, ...]:
        return tuple(self._point(x, -x - z, z) for x, z in self.spots)

    def _point(self, x: int, y: int, z: int) -> int:
        ends = (-z, x, -y, z, -x, y)
        return next((point for point, end in enumerate(ends) if end > self.size), -1)

    @steps.default
    def _steps(self) -> tuple[tuple[int, ...], ...]:
        rows = []
        for seat in SEATS.get(self.players, ()):  # other numbers of players are refused only later
            target = (seat + 3) % 6
            rows.append(tuple(2 * self.size - (-z, x, x + z, z, -x, -x - z)[target] for x, z in self.spots))
        return tuple(rows)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players: the colours of their pegs."""
        return ("Orange", "Blue", "Green", "Purple", "Red", "Yellow")[: self.players]

    def initial(self) -> Star:
        """All pegs at home; player 0 begins."""
        seats = SEATS[self.players]
        return Star(tuple(seats.index(point) if point in seats else EMPTY for point in self.points), 0, 0)

    def player(self, star: Star) -> int:
        """The player to move."""
        return star.player

    def moves(self, star: Star) -> Iterator[Step]:
        """Every peg's chains of jumps, each over one peg into the hole behind it, then its steps; a pass if nothing moves."""
        moved = False
        for origin, owner in enumerate(star.holes):
            if owner != star.player:
                continue
            reached = [origin]
            for hole in reached:
                for direction in range(6):
                    over = self.next_to[hole][direction]
                    if over < 0 or star.holes[over] == EMPTY or over == origin:
                        continue
                    behind = self.next_to[over][direction]
                    if behind >= 0 and star.holes[behind] == EMPTY and behind not in reached:
                        reached.append(behind)
            for target in reached[1:]:
                yield Step(origin, target)
                moved = True
            for target in self.next_to[origin]:
                if target >= 0 and star.holes[target] == EMPTY and target not in reached:
                    yield Step(origin, target)
                    moved = True
        if not moved:
            yield Step(0, 0)

    def play(self, star: Star, move: Step) -> Star:
        """Moves the peg."""
        following = (star.player + 1) % self.players
        if move.origin == move.target:
            return Star(star.holes, following, star.plies + 1)
        holes = mx.tuples.replaced(star.holes, move.target, star.player)
        return Star(mx.tuples.replaced(holes, move.origin, EMPTY), following, star.plies + 1)

    def outcome(self, star: Star) -> tuple[float, ...] | float | None:
        """A win for the first player to fill the target; other players' pegs count there if most pegs are the player's own."""
        winner = (star.player - 1) % self.players
        if self._has_filled(star, winner):
            if self.players == 2:
                return mx.WIN if winner == 0 else mx.LOSS
            return tuple(1.0 if player == winner else 0.0 for player in range(self.players))
        if star.plies < self.rounds * self.players:
            return None
        return mx.DRAW if self.players == 2 else tuple(1 / self.players for _ in range(self.players))

    def _has_filled(self, star: Star, player: int) -> bool:
        target = (SEATS[self.players][player] + 3) % 6
        mine, others = 0, 0
        for hole, owner in enumerate(star.holes):
            if self.points[hole] == target:
                if owner == EMPTY:
                    return False
                if owner == player:
                    mine += 1
                else:
                    others += 1
        return mine > others

    def all_moves(self) -> list[Step]:
        """A pass, then moves from every hole to every other, since jumps reach far."""
        holes = range(len(self.spots))
        return [Step(0, 0), *(Step(origin, target) for origin in holes for target in holes if origin != target)]

    def evaluate(self, star: Star) -> tuple[float, ...] | float:
        """Each player's share by the steps left for all pegs; for two players, player 0's lead in steps."""
        left = [0] * self.players
        for hole, owner in enumerate(star.holes):
            if owner >= 0:
                left[owner] += self.steps[owner][hole]
        if self.players == 2:
            return left[1] - left[0]
        most = max(left) + 1
        total = sum([most - each for each in left])
        return tuple((most - each) / total for each in left)

    def order(self, star: Star, move: Step) -> int:
        """The number of steps by which the peg gets closer."""
        return self.steps[star.player][move.origin] - self.steps[star.player][move.target]

    # --- notation ---------------------------------------------------------------------------------------------------------

    def _rows(self) -> list[range]:
        """The holes of each row from the top."""
        rows, first = [], 0
        for row in range(-2 * self.size, 2 * self.size + 1):
            count = sum(1 for _, z in self.spots if z == row)
            rows.append(range(first, first + count))
            first += count
        return rows

    def parse(self, text: str) -> Star:
        """Reads the rows from the top, a digit for a peg's player, then the player to move and the number of plies."""
        rows, _, rest = text.partition(" ")
        player, _, plies = rest.partition(" ")
        signs = ".012345"[: self.players + 1]
        holes = rows.replace("/", "")
        fits = [len(row) for row in rows.split("/")] == [len(row) for row in self._rows()] and set(holes) <= set(signs)
        if not (fits and is_number(player, self.players - 1) and is_number(plies, 10**6)):
            raise mx.NotationError(
                f"expected the rows of the star, who moves and how many moves were made, such as "
                f"{self.format(self.initial())}, got {text!r}"
            )
        return Star(tuple(signs.index(sign) - 1 for sign in holes), int(player), int(plies))

    def format(self, star: Star) -> str:
        """Writes what `parse` reads."""
        rows = ["".join(_sign(star.holes[hole]) for hole in row) for row in self._rows()]
        return f"{'/'.join(rows)} {star.player} {star.plies}"

    def parse_move(self, star: Star, text: str) -> Step:
        """Reads two holes, each a row letter and a number in that row, as in `b1-c3`; or `pass`."""
        if text == "pass":
            return Step(0, 0)
        holes = {self._name(hole): hole for hole in range(len(self.spots))}
        origin, _, target = text.partition("-")
        if origin not in holes or target not in holes:
            raise mx.NotationError(f"expected two holes, such as b1-c3, got {text!r}")
        return Step(holes[origin], holes[target])

    def format_move(self, star: Star, move: Step) -> str:
        """Writes what `parse_move` reads."""
        return "pass" if move.origin == move.target else f"{self._name(move.origin)}-{self._name(move.target)}"

    def _name(self, hole: int) -> str:
        number, row = next((number, row) for number, row in enumerate(self._rows()) if hole in row)
        return f"{LETTERS[number]}{hole - row[0] + 1}"

    def render(self, star: Star) -> str:
        """The star with the letters of its rows."""
        lines = []
        for number, row in enumerate(self._rows()):
            shift = min(self.spots[hole][0] * 2 + self.spots[hole][1] for hole in row) + 3 * self.size
            lines.append(f"{LETTERS[number]} {' ' * shift} {' '.join(_sign(star.holes[hole]) for hole in row)}")
        return "\n".join([*lines, f"player {star.player} to move, {star.plies} moves made"])

    def svg(self, star: Star) -> str:
        """The star with the pegs in their players' colours."""
        width, height = SIDE * (3 * self.size + 1.6), 2 * HIGH * (2 * self.size + 0.9)
        canvas = mx.drawing.Canvas(width, height, title=f"chinese_checkers: {self.format(star)}")
        for hole, owner in enumerate(star.holes):
            fill = "board" if owner == EMPTY else mx.drawing.PLAYERS[owner]
            canvas.circle(*self._middle(hole), 0.36 * SIDE, fill, stroke="rule" if owner == EMPTY else "ink", thick=1.2)
        return str(canvas.drawing())

    def _middle(self, hole: int) -> tuple[float, float]:
        """The middle of a hole in the picture."""
        x, z = self.spots[hole]
        return SIDE * (1.5 * self.size + 0.8 + x + z / 2), HIGH * (z + 2 * self.size + 0.9)

    def areas(self, star: Star, move: Step) -> tuple[mx.drawing.Area, ...]:
        """The holes that the peg leaves and reaches; none for a pass."""
        middles = [] if move.origin == move.target else [self._middle(hole) for hole in move]
        return tuple((x - SIDE / 2, y - SIDE / 2, SIDE, SIDE) for x, y in middles)


def _sign(owner: int) -> str:
    return "." if owner == EMPTY else str(owner)
