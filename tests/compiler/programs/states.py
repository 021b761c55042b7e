"""The forms of states and of moves."""

from __future__ import annotations

from typing import Final

from .arrays import HAS_NUMPY, any_array
from .declaring import Declarations, class_lines
from .kinds import (
    BOOL,
    FLOAT,
    INT,
    LETTER,
    PAIR,
    WORD,
    Board,
    Chars,
    Dict,
    Either,
    Frozen,
    Kind,
    List,
    Maybe,
    Obj,
    Row,
    Set,
    Tup,
)

FIELDS: Final = ("cells", "grid", "mark", "last", "score", "flag", "word", "rows", "spot")


class Forms(Declarations):
    """A program while the forms of its states and moves are being decided."""

    def field_kind(self) -> Kind:
        """A kind for a field of states."""
        w = self.w
        item = w.weighted(
            [(4, INT), (1, BOOL), (1, LETTER), (1, WORD), (1, Maybe(item=INT)), *((0.7, each) for each in w.members)]
        )
        kinds: list[tuple[float, Kind]] = [
            (5, Board(item=item, count=w.number(2, 12))),
            (2, Board(item=Board(item=item, count=w.number(2, 4)), count=w.number(2, 4))),
            (1.5, Chars(count=w.number(2, 9))),
            (2, Maybe(item=w.pick((INT, WORD, PAIR, item)))),
            (2, INT),
            (1, BOOL),
            (1, FLOAT),
            (1, WORD),
            (1, PAIR),
            (0.7, Tup(items=(w.plain_kind(), Board(item=INT, count=3)))),
            (0.5, Frozen(item=w.pick((INT, PAIR)))),
            (0.8, Row(item=w.pick((INT, PAIR, item)))),
            (1.2, List(item=w.pick((INT, PAIR, item)))),
            (0.6, List(item=List(item=INT))),
            (0.5, Set(item=w.pick((INT, PAIR)))),
            (0.6, Dict(key=w.pick((INT, PAIR)), value=w.pick((INT, item, List(item=INT))))),
            (1.5 if HAS_NUMPY else 0, any_array(w)),
        ]
        kinds += [(1, each) for each in (*w.members, *w.objects)]
        return w.weighted(kinds)

    def states(self) -> None:
        """The form of states: an object, a tuple, or a number that holds all."""
        w = self.w
        form = w.weighted([(5, "object"), (3, "tuple"), (0.7, "number")])
        if form == "number":
            self.places = {"left": "state % 16", "player": "state // 16 % 2", "spot": "state // 32 % 64"}
            return
        count = w.number(1, 3)
        names = ["left", "player", *w.rng.sample(FIELDS, count)]
        kinds = [INT, INT, *(self.field_kind() for _ in range(count))]
        order = w.rng.sample(range(len(names)), len(names))
        names, kinds = [names[place] for place in order], [kinds[place] for place in order]
        if form == "tuple":
            self.state = Tup(items=tuple(kinds))
            self.places = {name: f"state[{place}]" for place, name in enumerate(names)}
            return
        self.state = Obj("State", w.pick(("tuple", "tuple", "dataclass", "attrs", "plain")), tuple(names), tuple(kinds))
        self.lines += class_lines(w, self.state)
        self.places = {name: f"state.{name}" for name in names}
        if self.state.form != "plain":
            w.objects.append(self.state)

    def kind_at(self, name: str) -> Kind:
        """The kind of a field of states."""
        if not isinstance(self.state, Obj | Tup):
            return INT
        return self.state.items[list(self.places).index(name)]

    def moves_kind(self) -> None:
        """The kind of moves."""
        w = self.w
        kinds: list[tuple[float, Kind]] = [
            (5, INT),
            (2, PAIR),
            (1, WORD),
            (0.5, Row(item=w.pick((INT, PAIR)))),
            *((1, each) for each in w.members),
        ]
        kinds += [(1, each) for each in w.objects if each != self.state]
        self.move = w.weighted(kinds)
        if w.chance(0.3):
            kind = Obj("Step", w.pick(("tuple", "tuple", "attrs")), ("origin", "target"), (INT, INT))
            self.lines += class_lines(w, kind)
            self.move = kind
            w.objects.append(kind)
            if w.chance(0.3):
                other = Obj("Drop", kind.form, ("place",), (INT,))
                self.lines += class_lines(w, other)
                self.move = Either(options=(kind, other))
                w.objects.append(other)
