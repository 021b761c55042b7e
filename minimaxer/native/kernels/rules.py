"""The object that kernels receive as `game`: the game's methods, and the parts that fit its types.

Kernels are plain functions: combined with the game's own methods, they run in Python as they do in compiled code.
"""

from __future__ import annotations

import math
import types as python
from collections.abc import Callable, Iterable
from typing import Any, Final

from attrs import frozen

from ...base.scores import HIGHEST, SUM_TOLERANCE, PayoffScale
from ...compiler.runtime.intrinsics import Load, Store, Unpack, Words, peek, poke
from ...game.capability import KERNELS_USE, Capabilities
from ...game.following import TOLERANCE
from ..shapes import OF_MOVE, OF_STATE
from . import parts, positions
from .sample import sampled

QUICK_KEY: Final = 16
"""Most words of a key that is quick to hash."""
Describe = Callable[[Any], None]
"""A function by which a family of kernels extends the rules."""


class Rules:
    """The object that kernels receive as `game`; its attributes are compiled in."""

    skip: Any = None
    weight: Any = None
    """Read only if the game has the capability."""

    def __init__(self, **attributes: Any) -> None:
        self.__dict__.update(attributes)

    def __setattr__(self, name: str, value: Any) -> None:
        self.__dict__[name] = value

    def offer(self, name: str, method: Any) -> None:
        """Sets `game.has_name`, and sets `game.name` to the method, unless kernels already have their own."""
        setattr(self, f"has_{name}", method is not None)
        self.__dict__.setdefault(name, method)

    def bind(self, name: str, function: Callable[..., Any]) -> None:
        """Makes `game.name(...)` call the function with the rules as its first argument."""
        setattr(self, name, python.MethodType(function, self))


@frozen(kw_only=True)
class Kinds:
    """The types of a game's values, as kernels need them. `state`, `move`, `key`: as `compiler.runtime.intrinsics` takes them.

    Attributes:
        key: The type of values that table keys are made of.
        float_order: True if weights of `order` are floats.
        can_end: True if `outcome` ever gives anything but None.
        arena: True if values lie in the arena, which must be rewound after each move that was tried.
        value_range: The least and the greatest value in games with chance.
        payoffs: The memory form of payoffs of more than two players; else None. `scale` is their scale; else None.
    """

    state: Any
    move: Any
    key: Any
    state_words: int
    move_words: int
    float_scores: bool
    float_order: bool
    can_end: bool
    arena: bool
    value_range: tuple[float, float]
    players: int = 2
    payoffs: Any = None
    scale: PayoffScale | None = None

    @property
    def highest(self) -> float:
        """A number above every value: the bound of an open window."""
        return max(HIGHEST, *(2 * abs(each) for each in self.value_range))


def assemble(game: Any, found: Capabilities[Any, Any], kinds: Kinds, families: Iterable[Describe] = ()) -> Rules:
    """Assembles the rules of a game for kernels, with the additions of their families."""
    rules = Rules(player=game.player, moves=game.moves, play=game.play, outcome=game.outcome)
    _add_scores(rules, found, kinds)
    _add_values(rules, game, found, kinds)
    for name in KERNELS_USE:
        rules.offer(name, getattr(found, name))
    if found.order is not None:
        rules.weight = parts.float_weight if kinds.float_order else parts.int_weight
    if found.null is not None:
        rules.bind("skip", parts.skip)
    rules.sampled_states = sampled(found, OF_STATE, of_mover=False)
    rules.sampled_movers = sampled(found, OF_STATE, of_mover=True)
    rules.sampled_moves = sampled(found, OF_MOVE, of_mover=True)
    for describe in families:
        describe(rules)
    return rules


def _add_scores(rules: Rules, found: Capabilities[Any, Any], kinds: Kinds) -> None:
    kind = "float" if kinds.float_scores else "int"
    for name in ("score", "above", "below"):
        setattr(rules, name, getattr(parts, f"{kind}_{name}"))
    rules.load_score, rules.store_score = (parts.load_float, parts.store_float) if kinds.float_scores else (peek, poke)
    rules.has_float_scores = kinds.float_scores
    rules.highest = float(kinds.highest) if kinds.float_scores else HIGHEST
    rules.lowest = -rules.highest
    rules.least, rules.most = map(float, kinds.value_range)
    rules.unknown = min(max(0.0, rules.least), rules.most)
    rules.tolerance = TOLERANCE
    rules.has_outcome = kinds.can_end
    rules.outcome_value = positions.outcome_value if kinds.can_end else positions.never_over
    rules.last_player = kinds.players - 1
    rules.players = kinds.players
    if kinds.scale is not None:
        _add_payoffs(rules, kinds, kinds.scale)
    else:
        rules.bind("store_given", parts.store_given)
    rules.evaluate = found.evaluate or parts.no_evaluation


def _add_payoffs(rules: Rules, kinds: Kinds, scale: PayoffScale) -> None:
    """Adds the payoff scale of a game for more than two players."""
    if kinds.can_end:
        rules.outcome_value = positions.whether_over
    number = float if kinds.float_scores else int
    rules.store_given = rules.store_payoffs = Store(kinds.payoffs)
    rules.has_total, rules.has_range = scale.total is not None, math.isfinite(scale.high - scale.low)
    rules.total = number(scale.total or 0)
    rules.least, rules.most = (number(scale.low), number(scale.high)) if rules.has_range else (number(0), number(0))
    rules.shared = rules.total - (kinds.players - 2) * rules.least
    rules.leaves_nothing = scale.leaves_nothing
    rules.slack = SUM_TOLERANCE
    rules.unknown = tuple(map(number, scale.unknown))


def _add_values(rules: Rules, game: Any, found: Capabilities[Any, Any], kinds: Kinds) -> None:
    rules.searched_moves = game.moves if found.search_moves is None else found.search_moves
    rules.has_arena = kinds.arena
    rules.load_state, rules.store_state = Load(kinds.state), Store(kinds.state)
    rules.load_move, rules.store_move = Load(kinds.move), Store(kinds.move)
    rules.move_words, rules.state_words = kinds.move_words, kinds.state_words
    rules.move_as_words = Words(kinds.move)
    rules.code_bits = 16 // max(1, kinds.move_words) or 1
    rules.unpacked = Unpack(kinds.move, rules.code_bits)
    rules.bind("move_code", parts.move_code)
    rules.key = parts.itself if found.key is None else found.key
    rules.has_quick_key = found.key is not None and kinds.key.words <= QUICK_KEY
    late = (found.noisy_moves, found.is_legal, found.null)
    rules.can_fill_early = rules.has_quick_key and all(method is None for method in late)
    rules.key_words = Words(kinds.key)
    rules.key_size = kinds.key.words + (found.has_margins)
