"""Converts a game's values to plain data and back, and digests what its rules do: for searches saved in files.

Nothing in a file is run, and no class is made by a name in the file: objects are only made of classes that the game's own states
and moves consist of, as seen in random games.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from enum import Enum
from random import Random
from typing import Any, Final

from ..errors import OptionError
from .capability import Capabilities
from .comparing import attributes
from .following import steps
from .protocol import CHANCE

_GAMES: Final = 8
_PLIES: Final = 60
_SCALARS: Final = (bool, int, float, str, type(None))
_GROUPS: Final[dict[str, type[Any]]] = {"tuple": tuple, "list": list, "set": set, "frozenset": frozenset}
_NAMES: Final = {kind: name for name, kind in _GROUPS.items()}


class Sample:
    """A fixed sample of random games of rules in Python; `codec` writes and reads the game's values."""

    def __init__(self, game: Any, found: Capabilities[Any, Any]) -> None:
        self._game: Final = game
        self._found: Final = found
        self.codec: Final = Codec([value for state, moves, _ in self.positions() for value in (state, self._key(state), *moves)])

    def _key(self, state: Any) -> Any:
        return state if self._found.key is None else self._found.key(state)

    def positions(self) -> Iterator[tuple[Any, list[Any], Any]]:
        """Each state with its moves, and the move that was played."""
        game = self._game
        for number in range(_GAMES):
            rng, state = Random(number), game.initial()
            for _ in range(_PLIES):
                moves = [] if game.outcome(state) is not None else list(steps(game, state))
                if not moves:
                    yield state, [], None
                    break
                move = moves[int(rng.random() * len(moves))]
                yield state, moves, move
                state = game.play(state, move)

    def digest(self) -> str:
        """A digest of what the rules do in these games: positions, movers, moves, results, evaluations, bounds and ordering."""
        digest = hashlib.sha256()
        for state, moves, move in self.positions():
            digest.update(repr(self._facts(state, moves, move)).encode())
        return digest.hexdigest()

    def _facts(self, state: Any, moves: list[Any], move: Any) -> tuple[Any, ...]:
        """The facts about one position that go into the digest."""
        game, found = self._game, self._found
        outcome = game.outcome(state)
        given = [] if outcome is not None else [game.player(state)]
        asked = (found.evaluate, found.bounds, found.banked) if moves else (found.banked,)
        given += [None if each is None else each(state) for each in asked]
        if moves and game.player(state) != CHANCE:
            given.append(None if found.order is None else found.order(state, move))
            given.append(None if found.search_moves is None else sum(1 for _ in found.search_moves(state)))
        return outcome, len(moves), *given, self._known(state), self._known(self._key(state)), self._known(move)

    def _known(self, value: Any) -> Any:
        """A value as data; its class if it cannot be written."""
        try:
            return self.codec.written(value)
        except OptionError:
            return type(value).__qualname__


class Codec:
    """Writes values as data for JSON, and reads them; their classes are those of the values given, and of the parts of these.
    Numbers, text and None are written as they are; all else is a list that begins with a name.
    """

    def __init__(self, values: Sequence[Any]) -> None:
        self._kinds: Final[dict[str, tuple[type[Any], tuple[str, ...]]]] = {}
        done = set[int]()
        for value in values:
            self._learn(value, done)

    def _learn(self, value: Any, done: set[int]) -> None:
        kind = type(value)
        if kind in _SCALARS or kind is bytes or id(value) in done:
            return
        done.add(id(value))
        if isinstance(value, dict):
            parts: list[Any] = [*value, *value.values()]
        elif isinstance(value, (tuple, list, set, frozenset)):
            parts = list(value)
        else:
            parts = [] if isinstance(value, Enum) else list(attributes(value).values())
        if kind not in _NAMES and kind is not dict:
            self._kinds.setdefault(kind.__qualname__, (kind, _names_of(value)))
        for part in parts:
            self._learn(part, done)

    def written(self, value: Any) -> Any:
        """The value as data; raises OptionError unless it is made of numbers, text, collections and the game's objects."""
        kind = type(value)
        if kind in _SCALARS:
            return value
        if kind is bytes:
            return ["bytes", value.hex()]
        if kind is dict:
            return ["dict", *([self.written(key), self.written(item)] for key, item in value.items())]
        if kind in _NAMES:
            return [_NAMES[kind], *map(self.written, value)]
        known, names = self._kinds.get(kind.__qualname__, (None, ()))
        if known is not kind or not _can_be_made(kind):
            raise OptionError(
                f"expected positions and moves of numbers, text, tuples and objects of the game's own classes, got {value!r}, "
                "which cannot be written to a file"
            )
        if isinstance(value, Enum):
            return ["object", kind.__qualname__, value.name]
        if isinstance(value, tuple):
            return ["object", kind.__qualname__, *map(self.written, value)]
        held = attributes(value)
        return ["object", kind.__qualname__, *(self.written(held.get(name)) for name in names)]

    def read(self, data: Any) -> Any:
        """The value from data that `written` gave; raises ValueError for other data, LookupError for a class not in the game."""
        if type(data) in _SCALARS:
            return data
        name, *rest = data
        if name == "bytes":
            (text,) = rest
            return bytes.fromhex(text)
        if name == "dict":
            return {self.read(key): self.read(item) for key, item in rest}
        if name in _GROUPS:
            return _GROUPS[name](map(self.read, rest))
        if name != "object":
            raise ValueError(f"expected data of a game's value, got {data!r}")
        kind, names = self._kinds[rest[0]]
        if not _can_be_made(kind):
            raise ValueError(f"expected a class of values, got {kind!r}")
        return self._made(kind, names, rest[1:])

    def _made(self, kind: Any, names: tuple[str, ...], parts: list[Any]) -> Any:
        if issubclass(kind, Enum):
            (member,) = parts
            return kind[member]
        if issubclass(kind, tuple):
            return tuple.__new__(kind, map(self.read, _as_many(parts, names)))
        made = object.__new__(kind)
        for name, part in zip(names, _as_many(parts, names), strict=True):
            object.__setattr__(made, name, self.read(part))
        return made


def _as_many(parts: list[Any], names: tuple[str, ...]) -> list[Any]:
    """The parts, after a check that there is one for each name."""
    if len(parts) != len(names):
        raise ValueError(f"expected {len(names)} parts, got {len(parts)}")
    return parts


def _names_of(value: Any) -> tuple[str, ...]:
    if isinstance(value, Enum):
        return ()
    return tuple(getattr(value, "_fields", ())) if isinstance(value, tuple) else tuple(attributes(value))


def _can_be_made(kind: type[Any]) -> bool:
    """True if objects of a class can be made from their parts alone: enumerations, named tuples, classes written in Python."""
    if issubclass(kind, Enum):
        return True
    if issubclass(kind, tuple):
        return hasattr(kind, "_fields") and kind.__new__ is not tuple.__new__
    builtin = [each for each in kind.__mro__[:-1] if not each.__flags__ & _HEAP]
    return not builtin and kind.__module__ != "builtins" and not issubclass(kind, type)


_HEAP: Final = 1 << 9
"""The flag of classes made by a `class` statement."""
