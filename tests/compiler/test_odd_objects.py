"""Objects that refer back, grow, or make up attributes are compiled right or refused with their line; the compiler never fails."""

from __future__ import annotations

import copy
from typing import Any, NamedTuple
from unittest.mock import MagicMock

import pytest

import minimaxer as mx
from minimaxer.game.reprs import short_text
from minimaxer.native.digest import digest_and_weights

window = MagicMock()
unused = MagicMock()


class Count:
    """Four turns, add 1 or 2."""

    def initial(self) -> Any:
        return (0, 0)

    def player(self, state: Any) -> int:
        return int(state[0] % 2)

    def moves(self, state: Any) -> Any:
        return [1, 2]

    def play(self, state: Any, move: Any) -> Any:
        return (state[0] + 1, state[1] * 2 + move)

    def outcome(self, state: Any) -> Any:
        return None if state[0] < 4 else state[1] * 7 % 11


class Leaf:
    """A part of a trunk, which it refers to."""

    def __init__(self, trunk: Any) -> None:
        self.trunk = trunk


class Trunk:
    """Holds a part that refers back to it."""

    def __init__(self) -> None:
        self.leaf = Leaf(self)


class Link:
    """A position that knows the one before."""

    def __init__(self, turn: int, total: int, before: Any) -> None:
        self.turn, self.total, self.before = turn, total, before


class Linked(Count):
    """Each state holds the one before."""

    turns = 4

    def initial(self) -> Any:
        return Link(0, 0, None)

    def player(self, state: Any) -> int:
        return int(state.turn % 2)

    def play(self, state: Any, move: Any) -> Any:
        return Link(state.turn + 1, state.total * 2 + move, state)

    def outcome(self, state: Any) -> Any:
        return None if state.turn < self.turns else state.total % 11


class LongLinked(Linked):
    turns = 20


class Back(Count):
    def initial(self) -> Any:
        return Trunk()


class Late:
    """Its attribute `done` comes late."""

    def __init__(self) -> None:
        self.turn, self.total = 0, 0

    def over(self) -> bool:
        self.done = self.turn == 4
        return self.done


class GrowsLate(Count):
    """An attribute appears when a state is looked at."""

    def initial(self) -> Any:
        return Late()

    def player(self, state: Any) -> int:
        return int(state.turn % 2)

    def play(self, state: Any, move: Any) -> Any:
        after = copy.copy(state)
        after.turn += 1
        after.total = after.total * 2 + move
        return after

    def outcome(self, state: Any) -> Any:
        return state.total % 7 if state.over() else None


class Never:
    """Its attribute `extra` is set on a path that no game takes."""

    def __init__(self) -> None:
        self.turn, self.total = 0, 0


class GrowsNever(GrowsLate):
    """An attribute would appear on a path that random play does not take."""

    def initial(self) -> Any:
        return Never()

    def play(self, state: Any, move: Any) -> Any:
        after = copy.copy(state)
        after.turn += 1
        if after.turn > 100:
            after.extra = 1
        return after

    def outcome(self, state: Any) -> Any:
        return 0 if state.turn == 4 else None


class Mocking(Count):
    """A global that makes up its attributes is used."""

    def play(self, state: Any, move: Any) -> Any:
        if state[1] < 0:
            window.draw(state)
        return (state[0] + 1, state[1] * 2 + move)


class Deepening(Count):
    """A function that calls itself with lists within lists."""

    def deep(self, depth: int, held: Any) -> int:
        return 0 if depth == 0 else self.deep(depth - 1, [held])

    def moves(self, state: Any) -> Any:
        return [1, 2] if self.deep(3, [1]) == 0 else [1]


REFUSALS = [
    (
        Back(),
        "cannot compile initial, line {initial} of {file} (`def initial(self) -> Any:`): gives a state whose field leaf.trunk is "
        "a Trunk within a Trunk, whose number has no bound; keep them in a list; states hold numbers, texts, None, Enums, and "
        "tuples, lists, sets, dicts and objects of these",
    ),
    (
        Linked(),
        "cannot compile initial, line {initial} of {file} (`def initial(self) -> Any:`): gives a state whose field before is a Link "
        "within a Link, whose number has no bound; keep them in a list; states hold numbers, texts, None, Enums, and tuples, lists, "
        "sets, dicts and objects of these",
    ),
    (
        GrowsLate(),
        "cannot compile play, line {play} of {file} (`def play(self, state: Any, move: Any) -> Any:`): gives states in which not "
        "every Late has done; set each attribute in __init__, or give it a default in the class",
    ),
    (
        GrowsNever(),
        "cannot compile GrowsNever.play, line {play_5} of {file} (`after.extra = 1`): sets extra of a Never, which not all have; "
        "set each attribute in __init__, or give it a default in the class",
    ),
    (
        Mocking(),
        "cannot compile Mocking.play, line {play_2} of {file} (`window.draw(state)`): reads draw of an object that makes up its "
        "attributes, as mocks do; keep it out of the rules",
    ),
    (
        Deepening(),
        "cannot compile Deepening.deep, line {deep} of {file} (`def deep(self, depth: int, held: Any) -> int:`): calls functions, or "
        "nests expressions, too deeply to be compiled; where a function calls itself, pass it values of the same types each time",
    ),
]


def _lines(game: Any) -> dict[str, int]:
    """The lines that the errors name."""
    first = {name: getattr(game, name).__code__.co_firstlineno for name in ("initial", "play", "moves")}
    deep = getattr(game, "deep", game.play).__code__.co_firstlineno
    return first | {"play_2": first["play"] + 2, "play_5": first["play"] + 4, "deep": deep}


@pytest.mark.parametrize(("game", "text"), REFUSALS, ids=[type(game).__name__ for game, _ in REFUSALS])
def test_refused_with_its_line(game: Any, text: str) -> None:
    """Each is a CompileError with its line, never an error of the compiler's own."""
    with pytest.raises(mx.CompileError) as caught:
        mx.compile(game)
    assert str(caught.value) == text.format(file=__file__, **_lines(game))


def test_deeply_linked_states_are_refused() -> None:
    """A chain of twenty states is a refusal, not a RecursionError."""
    with pytest.raises(
        mx.CompileError, match=r"gives a state whose field before is a Link within a Link, whose number has no bound"
    ):
        mx.compile(LongLinked())


def test_an_unused_mock_does_not_matter() -> None:
    """A module may hold objects that make up attributes."""
    assert mx.search(mx.compile(Count()), depth=4, evaluate=None).value == mx.search(Count(), depth=4).value


class Recursive(Count):
    """A function that calls itself with a list that is empty at first."""

    def found(self, at: int, seen: Any) -> int:
        last: Any = []
        number = len(seen)
        for each in range(2):
            if at < 4:
                number += self.found(at + 1, last)
            last = [each]
        return number

    def outcome(self, state: Any) -> Any:
        return None if state[0] < 4 else self.found(state[1] % 4, [])


class Roll:
    """A move of chance."""

    def __init__(self, steps: int) -> None:
        self.steps = steps


class Rolling(Count):
    """Chance moves that are objects, in rules of which one function may fail."""

    def moves(self, state: Any) -> Any:
        return [Roll(1), Roll(2)]

    def player(self, state: Any) -> int:
        return mx.CHANCE if state[0] == 1 else int(state[0] % 2)

    def chances(self, state: Any) -> Any:
        return [(Roll(each), 0.5) for each in (1, 2)]

    def play(self, state: Any, move: Any) -> Any:
        return (state[0] + 1, state[1] * 2 + move.steps)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", [Recursive, Rolling], ids=["lists", "chance"])
def test_compiled_right(kind: Any) -> None:
    """Both give what Python gives."""
    assert mx.search(mx.compile(kind()), depth=4, evaluate=None).value == mx.search(kind(), depth=4).value


class Plain(NamedTuple):
    """What is in a state."""

    turn: int
    total: int


class ByPlace(Plain):
    """Its second field is read by its place alone."""

    @property
    def total(self) -> int:
        return self[1] % 5


class BySuper(Plain):
    """Its second field is read behind the class that hides it."""

    @property
    def total(self) -> int:
        return super().total % 5


class Fixed(Plain):
    """Its second field is always the same for those who ask by name."""

    total = 3


class Asked(Plain):
    """Its second field is a method."""

    def total(self) -> int:  # type: ignore[override]
        return self[1] + 1


class Hidden(Count):
    """States whose fields are hidden, where they begin with what the hidden field holds, and are keys of a table."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        self.bonus = {kind(turn, total): turn for turn in range(5) for total in range(6, 60)}
        self.rows = (kind(1, 12), kind(2, 33), kind(3, 41))

    def initial(self) -> Any:
        return self.kind(0, 7)

    def play(self, state: Any, move: Any) -> Any:
        return self.kind(state[0] + 1, state[1] * 2 + move)

    def outcome(self, state: Any) -> Any:
        return None if state[0] < 4 else self.told(state) * 7 % 11

    def told(self, state: Any) -> Any:
        total = state.total
        row = self.rows[state[1] % 3]
        return total + sum(1 for each in (1, 2, 3) if state.total == each) + self.bonus.get(state, 50) + row[1] * row.total


class Calls(Hidden):
    """Where what hides it is called."""

    def told(self, state: Any) -> Any:
        return state.total()


class Swapped(Plain):
    """Its second field is another name of the first."""

    total = Plain.turn


@pytest.mark.parametrize(
    "game",
    [
        *map(Hidden, (ByPlace, BySuper)),
        *(pytest.param(each, marks=pytest.mark.thorough) for each in (Hidden(Fixed), Hidden(Swapped), Calls(Asked))),
    ],
    ids=lambda game: game.kind.__name__,
)
def test_hidden_fields(game: Any) -> None:
    """A subclass of a NamedTuple that hides a field has the value there that Python has, by name, in states and in tables."""
    compiled = mx.compile(game)
    for depth in range(5):
        assert mx.search(compiled, depth=depth + 1, evaluate=None).value == mx.search(game, depth=depth + 1, evaluate=None).value
    state = game.play(game.initial(), 2)
    assert mx.search(compiled, state, depth=4, evaluate=None).value == mx.search(game, state, depth=4, evaluate=None).value
    one, same, other = (Hidden(game.kind) for _ in range(3))
    other.rows = (game.kind(1, 17), *other.rows[1:])
    digests = [digest_and_weights({"told": rules.told}, None)[0] for rules in (one, same, other)]
    assert digests[0] == digests[1] != digests[2], "code on disk is for other numbers"
    assert short_text(other.rows[0]) == f"{game.kind.__name__}(1, 17)"


class Longer(Hidden):
    """Begins with more items than its class has fields, so that Python cannot write it."""

    def initial(self) -> Any:
        return tuple.__new__(Plain, (0, 7, 9))


def test_states_that_cannot_be_written_are_refused() -> None:
    """By a text of ours, not by the error of their `__repr__`."""
    with pytest.raises(
        mx.CompileError, match=r"play gives a Plain, whose __repr__ raises TypeError: .* a tuple of 2 was expected"
    ):
        mx.compile(Longer(Plain))
