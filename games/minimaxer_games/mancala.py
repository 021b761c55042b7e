"""Mancala by the rules of Kalah: sow seeds around the board and gather them in your store."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, ClassVar, Final, Literal, NamedTuple

from attrs import Attribute, field, frozen

import minimaxer as mx

from .fields import is_number, whole

MOST_HOUSES: Final = 32
MOST_SEEDS: Final = 100
"""The most seeds in a house at the start."""
MOST_IN_PIT: Final = 2 * MOST_HOUSES * MOST_SEEDS
"""The number of seeds on the largest board."""
MOST_NUMBERS: Final = 1 << 62
"""The most positions that are numbered."""
SIDE: Final = 46
"""The distance between houses in the picture, in pixels."""
HEAP: Final = (
    *((0, 0), (8, 0), (-4, 7), (-4, -7), (4, 7), (4, -7), (-8, 0)),
    *((12, 7), (-12, 7), (12, -7), (-12, -7), (0, 14), (0, -14), (16, 0), (-16, 0), (8, 14), (-8, -14), (8, -14), (-8, 14)),
)
"""The places of a house's seeds, relative to its middle; more are not drawn."""
MOST_STORED: Final = 30
"""The most seeds that are drawn in a store."""


class Board(NamedTuple):
    """The seeds in each pit in sowing order, and the player to move.

    Pits: player 0's houses left to right, his store, player 1's houses left to right as he sees them, his store.
    """

    pits: tuple[int, ...]
    player: int


def _switch(instance: object, attribute: Attribute[bool], value: object) -> None:
    if not isinstance(value, bool):
        raise mx.OptionError(f"expected {attribute.name} to be True or False, got {value!r}")


def _one_of(*known: str) -> Any:
    def check(instance: object, attribute: Attribute[str], value: object) -> None:
        if value not in known:
            raise mx.OptionError(f"expected {attribute.name} to be one of {', '.join(known)}, got {value!r}")

    return check


@frozen(kw_only=True)
class Mancala:
    """The rules; the defaults are standard Kalah. A move is the number of a house, from 0 at the mover's left.

    The seeds of a house are sown one by one into the pits that follow, except the opponent's store; a full lap includes the
    emptied house. A last seed in an own empty house captures: it and the seeds opposite go to the mover's store. The outcome
    is the difference of the stores.

    Attributes:
        houses: Houses on each side, 1 to 32.
        seeds: Seeds in each house at the start, 1 to 100.
        extra_turn: True if a last seed in the own store gives another move.
        empty_capture: True if a last seed in an own empty house goes to the store even if the house opposite is empty.
        ends: The end of the game: as soon as `either` side is empty, or when the `mover` has no seed to sow.
        rest: The player who gets the seeds left at the end: the side's `owner`, the `last_mover`, or `nobody`.
        most: The most seeds left on the board at which positions have numbers.
        size: The count of these numbers.
        ranks: For each house and each number of seeds up to one more than `most`, the number of ways in which the houses up to
            that one hold fewer seeds than that in all.

    Examples:
        >>> mx.solve(Mancala(houses=3, seeds=1)).value
        0
    """

    names: ClassVar = ("South", "North")
    houses: int = field(default=6, validator=whole(1, MOST_HOUSES))
    seeds: int = field(default=4, validator=whole(1, MOST_SEEDS))
    extra_turn: bool = field(default=True, validator=_switch)
    empty_capture: bool = field(default=False, validator=_switch)
    ends: Literal["either", "mover"] = field(default="either", validator=_one_of("either", "mover"))
    rest: Literal["owner", "last_mover", "nobody"] = field(default="owner", validator=_one_of("owner", "last_mover", "nobody"))

    most: int = field(init=False, repr=False, eq=False)
    size: int = field(init=False, repr=False, eq=False)
    ranks: tuple[int, ...] = field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        """Numbers the positions, once the fields are known to be in range."""
        houses, seeds = 2 * self.houses, 2 * self.houses * self.seeds
        most = next(left for left in range(seeds, 0, -1) if 2 * math.comb(left + houses, houses) <= MOST_NUMBERS)
        ranks = tuple(math.comb(left + house, house + 1) for house in range(houses) for left in range(most + 2))
        object.__setattr__(self, "most", most)
        object.__setattr__(self, "size", 2 * math.comb(most + houses, houses))
        object.__setattr__(self, "ranks", ranks)

    def initial(self) -> Board:
        """All houses full, all stores empty; player 0 begins."""
        side = (self.seeds,) * self.houses + (0,)
        return Board(side + side, 0)

    def player(self, board: Board) -> int:
        """The player to move."""
        return board.player

    def moves(self, board: Board) -> Iterator[int]:
        """The mover's houses with seeds, from the left."""
        pits, player = board
        first = 0 if player == 0 else self.houses + 1
        for house in range(self.houses):
            if pits[first + house]:
                yield house

    def play(self, board: Board, house: int) -> Board:
        """Sows, captures, and ends the game where the rules say so."""
        pits = list(board.pits)
        player = board.player
        houses = self.houses
        last = 2 * houses + 1
        if player == 0:
            pit, store, skipped = house, houses, last
        else:
            pit, store, skipped = house + houses + 1, last, houses
        seeds = pits[pit]
        pits[pit] = 0
        while seeds:
            pit = pit + 1 if pit < last else 0
            if pit != skipped:
                pits[pit] += 1
                seeds -= 1
        if pits[pit] == 1 and store - houses <= pit < store:
            opposite = last - 1 - pit
            if pits[opposite] or self.empty_capture:
                pits[store] += pits[opposite] + 1
                pits[pit] = pits[opposite] = 0
        following = player if pit == store and self.extra_turn else 1 - player
        after = mx.tuples.from_list(pits, board.pits)
        if self.rest != "nobody" and self._is_over(after, following):
            after = self._shared_out(after, player)
        return Board(after, following)

    def _is_over(self, pits: tuple[int, ...], player: int) -> bool:
        houses = self.houses
        if self.ends == "either":
            return not any(pits[:houses]) or not any(pits[houses + 1 : -1])
        return not any(pits[:houses] if player == 0 else pits[houses + 1 : -1])

    def _shared_out(self, pits: tuple[int, ...], last_mover: int) -> tuple[int, ...]:
        """The pits once the seeds left on the board have gone to the stores."""
        houses = self.houses
        mine, others = sum(pits[:houses]), sum(pits[houses + 1 : -1])
        if self.rest == "last_mover":
            mine, others = (mine + others, 0) if last_mover == 0 else (0, mine + others)
        shared = [0] * len(pits)
        shared[houses], shared[-1] = pits[houses] + mine, pits[-1] + others
        return mx.tuples.from_list(shared, pits)

    def all_moves(self) -> range:
        """The houses, from the left."""
        return range(self.houses)

    def outcome(self, board: Board) -> int | None:
        """The difference of the stores once the game is over."""
        pits, player = board
        return pits[self.houses] - pits[-1] if self._is_over(pits, player) else None

    def evaluate(self, board: Board) -> int:
        """The difference of the stores."""
        return board.pits[self.houses] - board.pits[-1]

    def key(self, board: Board) -> tuple[int, ...]:
        """The houses; the seeds in the stores are banked."""
        return mx.tuples.replaced(mx.tuples.replaced(board.pits, self.houses, 0), len(board.pits) - 1, 0)

    def banked(self, board: Board) -> int:
        """The difference of the stores."""
        return board.pits[self.houses] - board.pits[-1]

    def tier(self, board: Board) -> int:
        """The number of seeds left on the board, which no move increases."""
        return sum(board.pits) - board.pits[self.houses] - board.pits[-1]

    def index(self, board: Board) -> int:
        """The number of a position without its stores, those with fewer seeds on the board first; `size` if there are too many.

        Source: D. H. Lehmer's combinatorial number system, of the seeds up to each house.
        """
        pits, player = board
        houses, row = self.houses, self.most + 2
        if self.tier(board) > self.most:
            return self.size
        rank = left = 0
        for house in range(houses):
            left += pits[house]
            rank += self.ranks[house * row + left]
        for house in range(houses, 2 * houses):
            left += pits[house + 1]
            rank += self.ranks[house * row + left]
        return 2 * rank + player

    def unindex(self, number: int) -> Board | None:
        """The position of a number, with empty stores; None if a side is empty, since the seeds left have gone to the stores."""
        houses, row = self.houses, self.most + 2
        rank, player = number // 2, number % 2
        pits = [0] * (2 * houses + 2)
        total = self.most
        while self.ranks[(2 * houses - 1) * row + total] > rank:
            total -= 1
        left = total
        for house in range(2 * houses - 1, -1, -1):
            before = left
            rank -= self.ranks[house * row + left]
            if house > 0:
                while self.ranks[(house - 1) * row + before] > rank:
                    before -= 1
            else:
                before = 0
            pits[house if house < houses else house + 1] = left - before
            left = before
        state = Board(mx.tuples.from_list(pits, self.initial().pits), player)
        if self.rest != "nobody" and total > 0 and self._is_over(state.pits, player):
            return None
        return state

    def order(self, board: Board, house: int) -> int:
        """Extra turns first, then captures by their size, then the rest.

        Source: G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000.
        """
        pits, player = board
        houses = self.houses
        start = house if player == 0 else house + houses + 1
        store = houses if player == 0 else 2 * houses + 1
        end = start + pits[start]
        if end == store:
            return 1000 if self.extra_turn else 1
        if end < store and pits[end] == 0:
            return pits[2 * houses - end] + self.empty_capture
        return 0

    def parse(self, text: str) -> Board:
        """Reads each player's houses and store and the player to move, as in `4,4,4,4,4,4,0/4,4,4,4,4,4,0/0`."""
        parts = text.split("/")
        sides = [part.split(",") for part in parts[:2]]
        numbers = all(is_number(seeds, MOST_IN_PIT) for side in sides for seeds in side)
        if len(parts) != 3 or parts[2] not in ("0", "1") or not numbers:
            raise mx.NotationError(
                f"expected houses,store/houses,store/mover such as {self.format(self.initial())}, each number from 0 to "
                f"{MOST_IN_PIT:,}, got {text!r}"
            )
        if any(len(side) != self.houses + 1 for side in sides):
            raise mx.NotationError(f"expected {self.houses} houses and a store for each player, got {text!r}")
        pits = tuple(int(seeds) for side in sides for seeds in side)
        player = int(parts[2])
        if self.rest != "nobody" and self._is_over(pits, player):
            pits = self._shared_out(pits, 1 - player)
        return Board(pits, player)

    def format(self, board: Board) -> str:
        """Writes what `parse` reads."""
        pits = [str(seeds) for seeds in board.pits]
        size = self.houses + 1
        return f"{','.join(pits[:size])}/{','.join(pits[size:])}/{board.player}"

    def parse_move(self, board: Board, text: str) -> int:
        """Reads the number of a house, from 0 at the mover's left."""
        if not is_number(text, self.houses - 1):
            raise mx.NotationError(f"expected a house from 0 to {self.houses - 1}, got {text!r}")
        return int(text)

    def format_move(self, board: Board, house: int) -> str:
        """Writes what `parse_move` reads."""
        return str(house)

    def tally(self, board: Board) -> tuple[int, int]:
        """The seeds in the stores."""
        return board.pits[self.houses], board.pits[-1]

    def render(self, board: Board) -> str:
        """The board as player 0 sees it: his houses below, left to right; player 1's above, right to left."""
        pits, houses = board.pits, self.houses
        numbers = [f"{house:3}" for house in range(houses)]
        mine = [f"{seeds:3}" for seeds in pits[:houses]]
        others = [f"{seeds:3}" for seeds in pits[houses + 1 : -1]]
        margin = " " * 12
        return "\n".join(
            [
                f"North       {''.join(reversed(numbers))}",
                f"{margin}{''.join(reversed(others))}",
                f"{pits[-1]:10}  {'   ' * houses}  {pits[houses]}",
                f"{margin}{''.join(mine)}",
                f"South       {''.join(numbers)}",
            ]
        )

    def svg(self, board: Board) -> str:
        """The board as South sees it, with the seeds, their counts, and the numbers of the houses; the mover's are bold."""
        pits, houses, side = board.pits, self.houses, SIDE
        width = (houses + 2) * side + 20
        canvas = mx.drawing.Canvas(width, 188, title=f"mancala: {self.format(board)}")
        canvas.rect(6, 24, width - 12, 140, "board", round=24)
        for house in range(houses):
            for player, edge, count in ((0, 177, 102), (1, 12, 86)):
                x, y = self._middle(player, house)
                canvas.circle(x, y, 21, "first_pale" if player == 0 else "second_pale", stroke="rule")
                canvas.text(x, count, str(pits[house + player * (houses + 1)]), bold=True, size=12)
                moves = board.player == player
                canvas.text(x, edge, str(house), "ink" if moves else "faint", bold=moves, size=11)
        for x, pit, fill in ((10 + side / 2, 2 * houses + 1, "second"), (width - 10 - side / 2, houses, "first")):
            canvas.rect(x - 17, 38, 34, 112, fill, stroke="rule", round=16)
            canvas.text(x, 50, str(pits[pit]), bold=True, size=14)
            for seed in range(min(pits[pit], MOST_STORED)):
                canvas.circle(x + 8 * (seed % 3 - 1), 137 - 8 * (seed // 3), 3.5, "dark", stroke="ink")
        for house in range(houses):
            for player in (0, 1):
                x, y = self._middle(player, house)
                for across, down in HEAP[: pits[house + player * (houses + 1)]]:
                    canvas.circle(x + across, y + down, 3.5, "dark", stroke="ink")
        return str(canvas.drawing())

    def areas(self, board: Board, house: int) -> tuple[mx.drawing.Area]:
        """The mover's house."""
        x, y = self._middle(board.player, house)
        return ((x - 22, y - 22, 44, 44),)

    def _middle(self, player: int, house: int) -> tuple[float, float]:
        """The middle of a house in the picture."""
        place = house if player == 0 else self.houses - 1 - house
        return 10 + (place + 1.5) * SIDE, 132 if player == 0 else 56


@frozen(kw_only=True)
class SolvableMancala(Mancala):
    """Mancala with `bounds`, and with moves from the right: natively, big boards are solved several times as fast.

    Searching trees to a fixed depth is slower with `bounds`, so `Mancala` does not have it.
    """

    def moves(self, board: Board) -> Iterator[int]:
        """The mover's houses with seeds, from the right.

        Source: houses near the store first: Kalah (4,4) is solved with 0.3 times the nodes, (5,3) with 0.02 times.
        """
        pits, player = board
        first = 0 if player == 0 else self.houses + 1
        for back in range(self.houses):
            house = self.houses - 1 - back
            if pits[first + house]:
                yield house

    def bounds(self, board: Board) -> tuple[int, int]:
        """The difference if all seeds still in houses went to one player, or to the other."""
        lead = board.pits[self.houses] - board.pits[2 * self.houses + 1]
        stored = board.pits[self.houses] + board.pits[2 * self.houses + 1]
        left = sum(board.pits) - stored
        return lead - left, lead + left


def kalah_paper(houses: int = 6, seeds: int = 4) -> SolvableMancala:
    """Kalah by the rules of "Solving Kalah": a last seed in an own empty house is captured whatever is opposite.

    Source: G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000.
    """
    return SolvableMancala(houses=houses, seeds=seeds, empty_capture=True)


def kalah_benchmark(houses: int = 6, seeds: int = 4) -> Mancala:
    """The variant of the benchmarks: no extra turns, and the remaining seeds stay on the board.

    Source: D. Wilson, "Minimaxer", the mancala example.
    """
    return Mancala(houses=houses, seeds=seeds, extra_turn=False, rest="nobody")
