"""States that hold one list or object in several places: programs that change them, compared with Python."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from tests.compiler.programs.whole import differences

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

pytestmark = pytest.mark.thorough

HEAD = """
import copy

class Piece:
    def __init__(self, n, row):
        self.n = n
        self.row = row

    def worth(self):
        return self.n

class King(Piece):
    def worth(self):
        return super().worth() * 3 + 1

class State:
    def __init__(self):
        self.ply = 0
        self.a = [1, 2]
        self.b = {b}
        self.p = Piece(1, [5])
        self.q = {q}
        self.many = [Piece(2, [6, 7]), {many}]
        self.royal = King(4, self.a)
        self.any = [self.royal, self.p]
        self.maybe = {maybe}
        self.table = {{0: Piece(3, [8]), 1: {table}}}
        self.pair = ({pair}, 4)
        self.mixed = {mixed}

class Rules:
    def initial(self):
        return State()

    def player(self, s):
        return s.ply % 2

    def moves(self, s):
        return [0, 1]

    def play(self, s, move):
        s = copy.deepcopy(s)
        s.ply += 1
        if move:
{first}
        else:
{second}
        return s

    def evaluate(self, s):
        total = 0
        for each in s.any:
            total = total * 2 + each.worth() + 5 * (each is s.royal)
        for number, each in enumerate([s.p, s.q, *s.many, *s.table.values(), s.pair[0]]):
            total = total * 3 + each.n * (number + 1) + sum(each.row) + 7 * len(each.row)
        total = total * 5 + sum(s.a) + 2 * sum(s.b) + 11 * (s.p is s.q) + 13 * (s.a is s.p.row)
        if s.maybe is not None:
            total += 17 * s.maybe.n
        if isinstance(s.mixed, Piece):
            total += 19 * s.mixed.n + 23 * (s.mixed is s.q)
        else:
            total += s.mixed
        return total % 1009 - 500

    def outcome(self, s):
        return None if s.ply < 5 else (1 if self.evaluate(s) > 0 else -1)
"""
PIECES = ("s.p", "s.q", "s.many[0]", "s.many[1]", "s.many[-1]", "s.table[0]", "s.table[1]", "s.pair[0]")
LISTS = ("s.a", "s.b", *(f"{each}.row" for each in PIECES))
STATEMENTS = (
    "{p}.n += 1 + move",
    "{p}.n = {q}.n * 2 % 31",
    "{x}.append({p}.n) if len({x}) < 4 else {x}.pop()",
    "{x}[0] += s.ply",
    "s.p = {p}",
    "s.q = {p}",
    "s.many[move] = {p}",
    "s.many.append({p}) if len(s.many) < 4 else s.many.pop(0)",
    "s.maybe = {p} if s.ply % 2 else None",
    "s.table[move] = {p}",
    "s.pair = ({p}, s.ply)",
    "s.mixed = {p} if s.ply % 2 else s.ply",
    "s.a = {x}",
    "s.b = {x}",
    "{p}.row = {x}",
    "{p}.row = {x}[:]",
    "s.q = Piece({p}.n, {x})",
    "s.a, s.b = s.b, s.a",
    "s.p = copy.copy({p})",
    "s.q = copy.deepcopy({p})",
    "s.many.reverse()",
    "s.any.reverse()",
    "s.any[move].n += 2",
    "s.any[move] = {p}",
    "s.any[move] = s.royal",
    "s.p, s.q = {p}, {q}",
)


def _program(number: int) -> str:
    """The source of rules that are made of random statements."""
    rng = Random(number)

    def block() -> str:
        chosen = rng.sample(STATEMENTS, rng.randint(1, 4))
        lines = [each.format(p=rng.choice(PIECES), q=rng.choice(PIECES), x=rng.choice(LISTS)) for each in chosen]
        return "\n".join(f"            {line}" for line in lines)

    def place(*shared: str) -> str:
        return rng.choice([*shared, "Piece(9, [3])"])

    return HEAD.format(
        b=rng.choice(["self.a", "[3]"]),
        q=place("self.p"),
        many=place("self.p", "self.q"),
        maybe=rng.choice(["self.p", "None"]),
        table=place("self.p", "self.many[0]"),
        pair=place("self.q", "self.many[0]"),
        mixed=rng.choice(["self.q", "3"]),
        first=block(),
        second=block(),
    )


LIMITS = "held in two places", "which compiled games take apart"  # shared in no state of the sample


def test_what_is_in_several_places_is_one_thing() -> None:
    """Changed in one place, it has changed in all; copied, the copies are one thing too."""
    wrong, compared = differences(_program, range(3), *LIMITS)
    assert wrong == []
    assert compared >= 2


def test_many_programs_that_share() -> None:
    wrong, compared = differences(_program, range(3, 6), *LIMITS)
    assert wrong == []
    assert compared >= 2


class Memo:
    """Copies its parts with the memo that Python gives it."""

    def __init__(self) -> None:
        self.row = [0]
        self.same = self.row

    def __deepcopy__(self, memo: Any) -> Memo:
        made = Memo()
        made.row = copy.deepcopy(self.row, memo)
        made.same = copy.deepcopy(self.same, memo)
        return made


class Memos:
    """Counts to 4."""

    def initial(self) -> Memo:
        return Memo()

    def player(self, state: Memo) -> int:
        return state.row[0] % 2

    def moves(self, state: Memo) -> list[int]:
        return [1]

    def play(self, state: Memo, move: int) -> Memo:
        state = copy.deepcopy(state)
        state.same[0] += move
        return state

    def outcome(self, state: Memo) -> int | None:
        return None if state.row[0] < 4 else 0


def test_a_memo_is_refused_where_parts_are_shared() -> None:
    with pytest.raises(mx.CompileError) as caught:
        mx.compile(Memos())
    text = (
        "copies a list of items, each int with a memo, where states hold it or parts of it in several places; leave the memo out"
    )
    assert text in str(caught.value)


class Token:
    """A piece of a player."""

    def __init__(self, owner: int) -> None:
        self.owner = owner
        self.steps = 0


class Board:
    """Three cells, each with a piece or 0, and the piece that was chosen."""

    def __init__(self) -> None:
        self.cells: list[Any] = [Token(0), 0, Token(1)]
        self.chosen: Any = None
        self.ply = 0

    def choose(self, place: int) -> None:
        cell = self.cells[place]
        if cell != 0 and cell.owner == self.ply % 2:
            self.chosen = cell
        else:
            self.cells[place] = self.chosen or 0


class Choosing:
    """The chosen piece is one of those on the board."""

    def initial(self) -> Board:
        return Board()

    def player(self, state: Board) -> int:
        return state.ply % 2

    def moves(self, state: Board) -> list[int]:
        return [0, 1, 2]

    def play(self, state: Board, move: int) -> Board:
        state = copy.deepcopy(state)
        state.choose(move)
        if state.chosen is not None:
            state.chosen.steps += 1 + move
        state.ply += 1
        return state

    def evaluate(self, state: Board) -> int:
        return sum((place + 1) * cell.steps for place, cell in enumerate(state.cells) if cell != 0)

    def outcome(self, state: Board) -> int | None:
        return None if state.ply < 6 else (1 if self.evaluate(state) % 3 else -1)


def test_one_of_several_types_is_kept_where_it_fits() -> None:
    """A cell holds a piece or 0; what is chosen of it is a piece or None."""
    rules = Choosing()
    fast = mx.compile(rules)
    for depth in (1, 2, 3, 4, 6):
        assert mx.search(fast, depth=depth).value == mx.search(rules, depth=depth).value


class Late:
    """Two lists that are one from the beginning, and a third that may become the same."""

    def __init__(self) -> None:
        self.ply = 0
        self.a = [1, 2]
        self.b = self.a
        self.c = [3, 4]


LASTING = [7, 8]


class Lates:
    """In one way a third place has the list, of which no sampled state tells."""

    def __init__(self, way: str) -> None:
        self.way = way

    def initial(self) -> Late:
        return Late()

    def player(self, state: Late) -> int:
        return state.ply % 2

    def moves(self, state: Late) -> list[int]:
        return [0, 1]

    def play(self, state: Late, move: int) -> Late:
        state = copy.deepcopy(state)
        state.ply += 1
        if state.ply == 1000:
            if self.way == "a third":
                state.c = state.a
            elif self.way == "a shared one":
                state.a = state.c
            elif self.way == "of the module":
                state.a = LASTING
        state.a[0] += move
        return state

    def outcome(self, state: Late) -> int | None:
        return None if state.ply < 6 or 900 < state.ply < 1006 else state.b[0] % 2


@pytest.mark.parametrize("way", ["a third", "a shared one"])
def test_a_place_that_is_shared_late_ends_the_search(way: str) -> None:
    """Its words would hold two lists."""
    fast: Any = mx.compile(Lates(way))
    state = Late()
    state.ply = 999
    with pytest.raises(OverflowError, match="one list, set, dict, array or object is held in two places"):
        mx.search(fast, state, depth=3)
    state.c = state.a
    with pytest.raises(mx.RulesError, match="the list that a is too, which compiled games take apart; keep its index or a copy"):
        mx.search(fast, state, depth=3)


def test_lists_that_last_are_refused_where_states_share() -> None:
    with pytest.raises(mx.CompileError) as caught:
        mx.compile(Lates("of the module"))
    text = "keeps a list, set or dict of the module, a class or a default, where states hold one in several places; copy it"
    assert text in str(caught.value)


@dataclass
class Stone:
    """A piece that can change, but that no rule changes."""

    n: int


class Stones:
    """The chosen stone is one of two; the same frozenset is in two places."""

    def __init__(self) -> None:
        self.turn = 0
        self.stones = [Stone(1), Stone(2)]
        self.chosen = self.stones[0]
        self.before = self.now = frozenset({1, 2})


class Chosen:
    """Positions come again; the key is by value."""

    def initial(self) -> Stones:
        return Stones()

    def player(self, state: Stones) -> int:
        return state.turn

    def moves(self, state: Stones) -> list[int]:
        return [0, 1, 2]

    def play(self, state: Stones, move: int) -> Stones:
        state = copy.deepcopy(state)
        state.turn = 1 - state.turn
        if move == 2:
            state.chosen = Stone((state.chosen.n + 1) % 3)
        else:
            state.chosen = state.stones[move] if state.turn else Stone(state.stones[move].n)
        state.before = state.now
        return state

    def key(self, state: Stones) -> tuple[Any, ...]:
        return state.turn, state.chosen.n, tuple(each.n for each in state.stones)

    def evaluate(self, state: Stones) -> int:
        return state.chosen.n * 5 + 3 * state.turn - 7

    def outcome(self, state: Stones) -> int | None:
        return None


@pytest.mark.parametrize("by_value", [True, False])
def test_positions_that_come_again_are_equal_by_value(by_value: bool) -> None:
    """Whether the key holds the shared things themselves or numbers."""
    rules: Any = _ByValue() if by_value else Chosen()
    options = mx.AlphaBetaOptions(repetition=True, table=None)
    fast = mx.compile(rules)
    for depth in range(1, 6):
        values = {mx.search(game, options=options, depth=depth).value for game in (rules, fast)}
        assert len(values) == 1, depth


class Equal:
    """A piece that equals others of its number."""

    def __init__(self, n: int) -> None:
        self.n = n

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Equal) and self.n == other.n

    def __hash__(self) -> int:
        return hash((self.n,))


class Two:
    """Two pieces, which may be one."""

    def __init__(self) -> None:
        self.turn = 0
        self.p = Equal(0)
        self.q = self.p


class _ByValue:
    """The pieces are parts of the key."""

    def initial(self) -> Two:
        return Two()

    def player(self, state: Two) -> int:
        return state.turn

    def moves(self, state: Two) -> list[int]:
        return [0, 1] if state.turn else [0, 1, 2]

    def play(self, state: Two, move: int) -> Two:
        state = copy.deepcopy(state)
        state.turn = 1 - state.turn
        if move == 0:
            state.p = Equal(state.q.n)
        elif move == 1:
            state.q = Equal(state.p.n)
        else:
            state.p = state.q = Equal((state.p.n + 1) % 3)
        return state

    def key(self, state: Two) -> tuple[Any, ...]:
        return state.turn, state.p, state.q, frozenset([state.q, state.p])

    def evaluate(self, state: Two) -> int:
        return state.p.n * 5 - state.q.n * 7 + 3 * state.turn + 50

    def outcome(self, state: Two) -> int | None:
        return None
