"""Reading and writing moves of games without a notation of their own."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, NamedTuple

import attrs
import pytest
from attrs import frozen

import minimaxer as mx
from minimaxer.errors import NotationError
from minimaxer.game.capability import capabilities
from minimaxer.game.notation import Notation
from minimaxer.game.reprs import from_repr, short_text
from minimaxer.game.typed import may_be_numbered, typed_move
from minimaxer.play.record import record_of


@frozen
class Wide:
    """One move of many, then the game is over."""

    moves_given: int

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return 0

    def moves(self, state: int) -> range:
        return range(1, self.moves_given + 1)

    def play(self, state: int, move: int) -> int:
        return move

    def outcome(self, state: int) -> int | None:
        return state or None


@pytest.mark.parametrize(("moves", "end"), [(39, "39, got 'x'"), (40, "40, got 'x'"), (41, "40 and 1 more, got 'x'")])
def test_legal_moves_are_listed_up_to_forty(moves: int, end: str) -> None:
    """Of more, the others are counted."""
    game = Wide(moves)
    with pytest.raises(mx.NotationError) as caught:
        Notation(game, mx.capabilities(game)).read_move(0, "x")
    assert str(caught.value).startswith("expected one of 1  2  3")
    assert str(caught.value).endswith(end)


def test_a_move_that_is_written_is_read_also_without_parse_move() -> None:
    """What the game shows of its moves may be typed; so may the move as Python writes it."""

    class Shown:
        def initial(self) -> int:
            return 3

        def player(self, state: int) -> int:
            return 0

        def moves(self, state: int) -> list[int]:
            return [1, 2]

        def play(self, state: int, move: int) -> int:
            return state - move

        def outcome(self, state: int) -> int | None:
            return 0 if state <= 0 else None

        def format_move(self, state: int, move: int) -> str:
            return "abc"[move]

    game: Any = Shown()
    notation: Notation[Any, Any] = Notation(game, capabilities(game))
    assert [notation.read_move(3, text) for text in ("b", "c", "2")] == [1, 2, 2]
    with pytest.raises(NotationError, match="expected one of b  c, got 'd'"):
        notation.read_move(3, "d")
    with pytest.raises(NotationError, match="Shown cannot read positions, got 'x'; give it a method parse"):
        notation.read_position("x")


@pytest.mark.parametrize("text", ["zz", "9"])
def test_whatever_parse_move_raises_means_that_the_text_is_no_move(text: str) -> None:
    """`int` and lists raise errors of their own, which must not end a game that somebody plays."""

    class Numbered(Wide):
        def parse_move(self, state: int, text: str) -> int:
            return (1, 2)[int(text) - 1]

    game = Numbered(2)
    notation = Notation(game, mx.capabilities(game))
    assert notation.read_move(0, "2") == 2
    with pytest.raises(mx.NotationError) as caught:
        notation.read_move(0, text)
    raised = {
        "zz": "ValueError: invalid literal for int() with base 10: 'zz'",
        "9": "IndexError: tuple index out of range",
    }
    what = f"parse_move(state, {text!r}) raised {raised[text]}"
    assert str(caught.value) == f"{what}; it should raise NotationError where a text is no move"


def test_a_board_that_cannot_be_drawn_does_not_end_a_game() -> None:
    """What raised is told in its place; who draws a position alone gets the error itself."""

    class Undrawn(Wide):
        def render(self, state: int) -> str:
            raise ValueError("no such sign")

    class Unwritten(Wide):
        def format(self, state: int) -> str:
            raise KeyError(state)

    told = "(there is no board to see: {} raised {}; the game goes on without)"
    for game, raised in (
        (Undrawn(2), ("Undrawn.render", "ValueError: no such sign")),
        (Unwritten(2), ("Unwritten.format", "KeyError: 0")),
    ):
        notation = Notation(game, mx.capabilities(game))
        assert notation.draw_anyway(0).replace(f"{type(game).__qualname__}", type(game).__name__) == told.format(*raised)
        with pytest.raises((ValueError, KeyError)):
            notation.draw(0)


class Card(enum.Enum):
    CRAB = ((0, 1), (2, 3))
    OX = ((1, 1),)


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Move(NamedTuple):
    card: Card
    start: tuple[int, int]
    end: tuple[int, int] | None


@dataclass(frozen=True)
class Wall:
    at: tuple[int, int]
    level: Level


@attrs.frozen
class Drop:
    piece: str


class Shown:
    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return f"<{self.name}>"


class Told(NamedTuple):
    name: str

    def __repr__(self) -> str:
        return f"tell {self.name}"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Move(Card.CRAB, (0, 0), (0, 1)), "Move(CRAB, (0, 0), (0, 1))"),
        (Move(Card.OX, (4, 0), None), "Move(OX, (4, 0), None)"),
        (Wall((1, 2), Level.HIGH), "Wall((1, 2), HIGH)"),
        (Drop("x"), "Drop('x')"),
        (Card.CRAB, "CRAB"),
        (Level.LOW, "LOW"),
        ((Card.OX, 3, "a"), "(OX, 3, 'a')"),
        ((Shown("here"),), "(<here>,)"),
        (Told("me"), "tell me"),
        ("up", "up"),
        (7, "7"),
        ((1, 2), "(1, 2)"),
    ],
)
def test_moves_without_a_notation_are_written_in_short(value: object, text: str) -> None:
    """Enum members by name, classes by their fields, and what an author wrote as it is."""
    assert short_text(value) == text


def test_moves_may_be_named_by_their_number() -> None:
    """Where no move begins with a digit; else a number is a move, or none."""
    legal = [Move(Card.CRAB, (0, 0), (0, 1)), Move(Card.OX, (0, 0), (0, 1))]
    game: Any = SimpleNamespace(
        initial=lambda: 0, player=lambda s: 0, moves=lambda s: legal, play=lambda s, m: s, outcome=lambda s: None
    )
    notation: Notation[Any, Any] = Notation(game, mx.capabilities(game))
    assert typed_move(notation, 0, legal, "2") == legal[1]
    assert typed_move(notation, 0, legal, "move(ox") == legal[1]
    for text in ("0", "3", "-1"):
        with pytest.raises(mx.NotationError, match="expected one of"):
            typed_move(notation, 0, legal, text)
    assert not may_be_numbered(notation, 0, [(0, 1), (1, 2)]), "1 may be the beginning of (1, 2)"
    assert not may_be_numbered(notation, 0, ["pass", "-1"]), "1 may be meant for -1"
    with pytest.raises(mx.NotationError, match="expected one of"):
        typed_move(notation, 0, legal, "9" * 5_000)
    nim = mx.find_game("nim:heaps=1+2")
    numbers: Notation[Any, Any] = Notation(nim, mx.capabilities(nim))
    assert not may_be_numbered(numbers, nim.initial(), list(nim.moves(nim.initial())))


class Pair(NamedTuple):
    """A part of a state."""

    x: int
    y: float = 0.5


@dataclass(frozen=True)
class Held:
    """A state with parts of all kinds."""

    parts: tuple[Pair, ...]
    cells: frozenset[tuple[int, int]]
    names: dict[str, int]
    rows: list[list[int | None]]
    late: bool = False


@frozen
class Attrs:
    """A state of attrs."""

    held: Held


@dataclass
class Hiding:
    """A state of which `repr` shows a part."""

    shown: int
    hidden: int = field(default=0, repr=False)


class Cut(NamedTuple):
    """A state of which its author shows a part."""

    shown: int
    left_out: int = 0

    def __repr__(self) -> str:
        return f"Cut({self.shown})"


@dataclass
class Logged:
    """A class whose constructor does something, and changes what it is given."""

    path: str
    plies: int = 0

    def __post_init__(self) -> None:
        print("run")
        self.plies += 1


class Nested:
    """A game that holds the class of its states."""

    @frozen
    class State:
        """With a private field."""

        _left: float


HELD = Held((Pair(1), Pair(-2, 2.0)), frozenset({(1, 2), (0, -1)}), {"a": 1}, [[1, None], []], True)


@pytest.mark.parametrize(
    "state",
    [
        0,
        -3,
        "x.o",
        (1, (2, "a")),
        [1, [2]],
        frozenset(),
        frozenset({3}),
        {1: {2}},
        Pair(1, -0.5),
        Pair(1, -math.inf),
        Nested.State(0.5),
        HELD,
        Attrs(HELD),
    ],
    ids=repr,
)
def test_states_are_read_from_their_repr(state: Any) -> None:
    """Numbers, texts, containers, and classes whose `repr` is Python's own."""
    found = from_repr(repr(state), state)
    assert found == state
    assert type(found) is type(state)


def test_no_constructor_is_run(capsys: pytest.CaptureFixture[str]) -> None:
    """Fields are as they were written, whatever a constructor does with what it is given."""
    state = Logged("a", 1)
    capsys.readouterr()
    assert from_repr(repr(state), state) == state
    assert capsys.readouterr().out == ""


def test_a_text_is_offered_where_one_is_read() -> None:
    """Not the `repr` of states that nothing is read from."""
    notation: Notation[Any, Any] = Notation(Wide(2))
    with pytest.raises(NotationError, match=r"give it a method parse\(text\), or a text as 0$"):
        notation.read_position("x")

    class Odd(Wide):
        def initial(self) -> Any:
            return SimpleNamespace(left=2)

    with pytest.raises(NotationError, match=r"got 'x'; give it a method parse\(text\)$"):
        Notation[Any, Any](Odd(2)).read_position("x")


@pytest.mark.parametrize(
    ("text", "sample"),
    [
        ("Hiding(shown=1)", Hiding(1, 2)),
        ("Cut(1)", Cut(1, 2)),
        ("[1, 2]", (1, 2)),
        ("Pair(1, 2, 3)", Pair(1)),
        ("Pair(1, 2)", Pair(1)),
        ("Pair(x=1)", Pair(1)),
        ("Pair(x=1, y=2, y=3)", Pair(1)),
        ("Pair(x=1, y=2, **{'y': 3})", Pair(1)),
        ("{**{1: 2}}", {1: 2}),
        ("frozenset({1: 2})", frozenset({1})),
        ("Logged(path='x')", Pair(1)),
        ("Pair(x=Counter(a=1), y=2)", Pair(1)),
        ("Pair(print('run'))", Pair(1)),
        ("open('file')", Pair(1)),
        ("Pair(*[1, 2])", Pair(1)),
        ("Pair(**{'x': 1})", Pair(1)),
        ("Pair(x=1", Pair(1)),
        ("<object at 0x1>", object()),
    ],
)
def test_other_texts_are_no_states(text: str, sample: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Those that leave something out, of other classes, or that would run something."""
    with pytest.raises((ValueError, TypeError, SyntaxError)):
        from_repr(text, sample)
    assert capsys.readouterr().out == ""


def test_records_of_games_without_a_notation_are_read_back() -> None:
    """From whichever state a game began."""

    class Race(Wide):
        def moves(self, state: int) -> range:
            return range(1, 3)

        def play(self, state: int, move: int) -> int:
            return state + move

        def outcome(self, state: int) -> int | None:
            return None if state < 9 else 1

    session: mx.Session[int, int] = mx.Session(Race(2), 4)
    session.play(2)
    record = record_of(session, "race", ("one", "other"))
    assert (record.position, record.session(Race(2)).states) == ("4", [4, 6])
