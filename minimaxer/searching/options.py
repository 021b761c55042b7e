"""Options of the alpha-beta family, in both tiers."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable
from typing import Any, Final, Literal, Protocol, cast

from attrs import Attribute, AttrsInstance, field, fields, frozen

from ..base.scores import LONGEST_WIN
from ..base.sizes import parse_size
from ..errors import OptionError
from ..game.capability import Capabilities
from .limits import Limits
from .validators import goal as asked_goal, known_names, names, one_of, switch, whole_or_none

Choice = Literal["best", "random_best", "weighted"]
TableDepth = Literal["at_least", "exact"]
Ordering = Callable[[list[Any], bool], Iterable[Any]]
"""Orders a list of children in place, given whether player 0 moves, and returns them best first."""
ORDERINGS: Final = ("builtin", "bubble", "early_exit_bubble", "lazy_pick", "insertion", "network", "shell", "counting", "none")
"""The names of the tree's orderings; compiled games have some of them too."""
TierName = Literal["tree", "compiled"]
PLAIN: Final = ("fixed", "minimax", "expectimax")
"""The methods without options of their own."""
FOR_CHANCE: Final = ("expectimax", "star1", "star2")
"""The methods for games with chance."""
FOR_MANY: Final = ("maxn",)
"""The methods for games of more than two players that carry the payoffs of all."""
DEFAULT_STRENGTH: Final = 1.0
MOST_ENTRIES: Final = 10**12
_GREATEST: Final = 1e100
"""The largest value of options that are floats."""
AUTO: Final = "auto"
"""The name for a choice left to the search: of a method, or of a table's size."""


class Options(AttrsInstance, Protocol):
    """The options that all families of searches have in common."""

    @property
    def seed(self) -> int | None:
        """The seed of random choices, which makes them reproducible; None: different every time."""

    @property
    def ignore(self) -> frozenset[str]:
        """Capabilities of the game to leave unused."""

    @property
    def repetition(self) -> bool:
        """True if repeated positions count as draws."""

    @property
    def is_random(self) -> bool:
        """True if the same search may play another move the next time."""

    def changed(self) -> dict[str, Any]:
        """The options that differ from the defaults, by name."""

    def check_limits(self, limits: Limits, *, solving: bool = False) -> None:
        """Raises OptionError if the limits do not suit this search; solving ignores the limit of depth."""


def differing(options: Options, defaults: Options | None = None) -> dict[str, Any]:
    """The options that differ from the defaults of their class, by name; `defaults` saves making these again."""
    usual, names = defaults or type(options)(), [each.name for each in fields(type(options))]
    return {name: getattr(options, name) for name in names if getattr(options, name) != getattr(usual, name)}


class UsualOptions:
    """Members that most options of searches have in common."""

    __slots__ = ()

    @property
    def repetition(self) -> bool:
        """True if repeated positions count as draws: never, unless an option says so."""
        return False

    @property
    def is_random(self) -> bool:
        """True if the same search may play another move the next time."""
        return True

    def changed(self) -> dict[str, Any]:
        """The options that differ from the defaults, by name."""
        return differing(cast("Options", self))


def _used(*tiers: TierName, **not_by: tuple[str, ...]) -> dict[str, Any]:
    """Metadata of an option: the tiers that can use it, by default all, and by tier (`methods`: all) the methods that cannot."""
    return {tier: not_by.get(tier, not_by.get("methods", ())) for tier in tiers or ("tree", "compiled")}


_BY_SIDES: Final = ("paranoid", "brs")
"""The methods for games of more than two players in which all others play as one."""
_KERNELS_ONLY: Final = _used("compiled", methods=(*PLAIN, *FOR_MANY))
"""Metadata of options for searches of compiled games with a table."""
_COUNTING: Final = _used("compiled", methods=(*PLAIN, *FOR_CHANCE, *FOR_MANY))
"""Metadata of options for such searches if wins count plies, or null windows are tried."""


def _ordering(instance: object, attribute: Attribute[Any], value: object) -> None:
    if value is None:
        return
    if not callable(value):
        one_of(None, *ORDERINGS)(instance, attribute, value)
        return
    try:
        inspect.signature(value).bind("children", "maximise")
    except (TypeError, ValueError):
        raise OptionError(f"expected ordering to be a function of children and maximise, got {value!r}") from None


def _switch_or_none(instance: object, attribute: Attribute[Any], value: object) -> None:
    if value is not None and not isinstance(value, bool):
        raise OptionError(f"expected {attribute.name} to be True, False or None, got {value!r}")


def _number(*, above_0: bool = False) -> Any:
    def check(instance: object, attribute: Attribute[Any], value: Any) -> None:
        if value is None:
            return
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not is_number or not (value > 0 if above_0 else value >= 0) or value == math.inf:
            raise OptionError(f"expected {attribute.name} to be a number {'above' if above_0 else 'from'} 0, got {value!r}")
        if value > _GREATEST:
            raise OptionError(f"expected {attribute.name} to be at most {_GREATEST:g}, got {value!r}")

    return check


def _plies(instance: object, attribute: Attribute[Any], value: object) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= LONGEST_WIN:
        raise OptionError(f"expected {attribute.name} to be a number of plies from 0 to {LONGEST_WIN}, got {value!r}")


def _size(instance: object, attribute: Attribute[Any], value: object) -> None:
    if attribute.name == "table" and value == AUTO:
        return
    if isinstance(value, str):
        parse_size(value)
    elif attribute.name == "table" and isinstance(value, int) and not isinstance(value, bool) and 2 <= value <= MOST_ENTRIES:
        return
    elif value is not None:
        entries = f", a number of entries from 2 to {MOST_ENTRIES:,}" if attribute.name == "table" else ""
        raise OptionError(f"expected {attribute.name} to be a size such as '64MB'{entries} or None, got {value!r}")


@frozen(kw_only=True, cache_hash=True)
class AlphaBetaOptions:
    """Options of `alphabeta`, `pvs`, `mtdf`, `minimax` and the fixed-option search. The defaults are the fast ones.

    Some options belong to one tier, the tree's or the compiled games'; changing one that the tier in use cannot use is an error.

    Attributes:
        ordering: Tree: the order in which existing children are searched again, `builtin`, `bubble`,
            `early_exit_bubble` (its default), `lazy_pick`, `insertion`, `network`, `shell`, `counting` or `none`; or a function
            of your own that takes the list of children and whether player 0 moves, orders the list in place and returns the
            children in that order. Compiled: the way to find the next move, `lazy_pick` (its default), `insertion`, `bubble`,
            `network`, `shell` or `none`.
        lazy_children: Tree: make a child only when it is searched; off: make all children of a node first.
        deepening: Search depth 1, 2, 3 ... up to the limit, each ordered by the one before; off: only the depth limit, which is
            then needed.
        aspiration: Half the width, in units of the score, of the window around the last iteration's value that is tried
            first; None: an open window.
        quiescence: Plies that quiescence over `noisy_moves` may go beyond the depth limit, 32 by default; 0: none.
        table: Transposition table: a number of entries, a size such as `64MB`, or None for none. `auto`, the default, is 64 MB
            for compiled games and for `solve`, else none.
        table_depth: `at_least`: entries of the depth needed or more answer; `exact`: only those of that depth, so that values
            are those of plain minimax at that depth.
        memory: Tree: the size at which subtrees are dropped, `512MB` by default; None: it may grow without limit.
        ignore: Names of capabilities not to use, such as `{"order", "bounds"}`.
        shorten: Tree: of equal margins prefer the quick win and the long defence; wins and losses always do. Scores then count to
            4 decimals, and the game's `bounds` are not used, since they know nothing of distances.
        shuffle: Try the root's moves in random order at first.
        exact_moves: Give every root move its exact value instead of a bound.
        choice: The `best` move; `random_best`, any of the exactly equal best; or `weighted`, any move, worse ones less
            often. The last two need and get exact values of all root moves.
        strength: For `weighted`: a move that is `d` points worse than the best is `exp(-strength * d)` times as likely;
            0 plays any move, large numbers only the best; 1 by default.
        seed: Makes `choice` and `shuffle` reproducible; None: different every time.
        killers: Compiled: moves that gave a cutoff at the same ply are tried early; off by default, since on most of our games
            the order in which they are generated is better.
        history: Compiled: moves that gave cutoffs anywhere are tried early. None, the default: in searches to a depth; not where
            `solve` closes in on the value of a game that has `bounds`, since the table finds more where moves keep their order.
            True is worth a try there for games whose moves come in no particular order.
        countermoves: Compiled: the reply to the last move that gave a cutoff before is tried early.
        null_move: Compiled: skip positions that are too good even after a pass, where the game has `null`; fixed-depth values
            may then differ from plain minimax. `solve` never does.
        reductions: Compiled: search late moves less deep at first; fixed-depth values may differ.
        selective: Compiled: prune positions that the evaluation puts far outside the window, where the game has `evaluate` and
            `noisy_moves`; decisive values are never guessed. None, the default: in searches that no depth limits, for which
            strength counts. A depth is searched in full unless this is True; `solve`, `table_depth="exact"` and searches for
            the exact values of all moves always search in full.
        enhanced_cutoffs: Compiled: look for a cutoff among the table entries of all children first. None, the default: where
            `solve` closes in on the value of a game that has `bounds`; not in searches to a depth.
        win_distance: Compiled: prune what cannot be quicker than a win already found.
        repetition: A position that occurred before, on the line searched or in the game played by `Search.advance`, is a draw
            where it would be searched further; for games in which play can go round in circles. Solved values are then those of
            endless play being a draw. On a tree it works without a table. Compiled, values that depend on the path to a position
            are not stored; what the table knows from other paths is trusted, whatever was played since.
        goal: Compiled: `solve` only asks whether player 0 gets at least this much, `mx.WIN`, 0 for not losing or a margin, by
            null windows where the game has `bounds`, else depth by depth. The result's value is then a bound, at least the goal
            or below it.
        trace: Tree: record the window that each node was searched with, for `draw_tree`; costs time and memory.

    Raises:
        OptionError: A value is unknown or out of range, or two options contradict one another.

    Examples:
        >>> AlphaBetaOptions(ordering="lazy_pick", table="16MB").ordering
        'lazy_pick'
    """

    ordering: str | Ordering | None = field(
        default=None, validator=_ordering, metadata=_used(methods=PLAIN, compiled=(*PLAIN, *FOR_MANY))
    )
    lazy_children: bool = field(default=True, validator=switch, metadata=_used("tree", methods=(*PLAIN, *FOR_MANY)))
    deepening: bool = field(default=True, validator=switch)
    aspiration: float | None = field(
        default=None,
        validator=_number(above_0=True),
        metadata=_used(methods=("minimax", "mtdf", "expectimax", *FOR_MANY)),
    )
    quiescence: int = field(default=32, validator=_plies, metadata=_used(tree=FOR_MANY, compiled=(*PLAIN, *FOR_MANY)))
    table: int | str | None = field(default="auto", validator=_size, metadata=_used(methods=(*PLAIN, *FOR_MANY)))
    table_depth: TableDepth = field(
        default="at_least", validator=one_of("at_least", "exact"), metadata=_used(methods=(*PLAIN, *FOR_MANY))
    )
    memory: str | None = field(default="512MB", validator=_size, metadata=_used("tree"))
    ignore: frozenset[str] = field(default=frozenset(), converter=names, validator=known_names)
    shorten: bool = field(default=False, validator=switch, metadata=_used("tree", methods=("fixed", *FOR_CHANCE, *FOR_MANY)))
    shuffle: bool = field(default=False, validator=switch, metadata=_used(compiled=PLAIN))
    exact_moves: bool = field(default=False, validator=switch)
    choice: Choice = field(default="best", validator=one_of("best", "random_best", "weighted"))
    strength: float | None = field(default=None, validator=_number())
    seed: int | None = field(default=None, validator=whole_or_none)
    killers: bool = field(default=False, validator=switch, metadata=_KERNELS_ONLY)
    history: bool | None = field(default=None, validator=_switch_or_none, metadata=_KERNELS_ONLY)
    countermoves: bool = field(default=False, validator=switch, metadata=_KERNELS_ONLY)
    null_move: bool = field(default=True, validator=switch, metadata=_COUNTING)
    reductions: bool = field(default=False, validator=switch, metadata=_COUNTING)
    selective: bool | None = field(default=None, validator=_switch_or_none, metadata=_COUNTING)
    enhanced_cutoffs: bool | None = field(default=None, validator=_switch_or_none, metadata=_COUNTING)
    win_distance: bool = field(default=True, validator=switch, metadata=_COUNTING)
    repetition: bool = field(default=False, validator=switch, metadata=_used(methods=(*PLAIN, *FOR_MANY)))
    goal: float | None = field(
        default=None, validator=asked_goal, metadata=_used("compiled", methods=(*PLAIN, *FOR_CHANCE, *FOR_MANY, *_BY_SIDES))
    )
    trace: bool = field(default=False, validator=switch, metadata=_used("tree", methods=("fixed", *FOR_MANY)))

    def __attrs_post_init__(self) -> None:
        for wrong, why in (
            (self.strength is not None and self.choice != "weighted", "strength needs choice='weighted'"),
            (
                self.seed is not None and self.choice == "best" and not self.shuffle,
                "seed needs choice='random_best' or 'weighted', or shuffle=True",
            ),
            (self.table_depth == "exact" and self.table is None, "table_depth='exact' needs a table"),
            (
                self.selective is True and (self.table_depth == "exact" or self.exact_root),
                "selective guesses, and table_depth='exact', exact_moves and random choices need values of searches in full",
            ),
            (self.aspiration is not None and not self.deepening, "aspiration needs deepening, which gives the window's middle"),
            (
                self.goal is not None and not self.may_ask,
                "goal asks one question, and aspiration and the exact values of all moves are for more than that",
            ),
            (
                self.aspiration is not None and self.exact_root,
                "aspiration cannot give the exact values of all moves that exact_moves and random choices need",
            ),
        ):
            if wrong:
                raise OptionError(f"contradictory options: {why}")

    def check_limits(self, limits: Limits, *, solving: bool = False) -> None:
        """Raises OptionError if the limits do not suit these searches; solving ignores the limit of depth."""
        if limits.simulations is not None:
            raise OptionError("simulations are counted by 'montecarlo' and 'ismcts'; give depth, nodes or seconds")
        if self.goal is not None and not solving:
            raise OptionError("contradictory options: alpha-beta answers a goal by solve, to the end of the game; leave goal out")
        if limits.depth is None and not self.deepening and not solving:
            raise OptionError("contradictory options: deepening=False needs a limit of depth, to which it goes at once")

    @property
    def is_random(self) -> bool:
        """True if the same search may play another move the next time."""
        return self.shuffle or self.choice != "best"

    @property
    def exact_root(self) -> bool:
        """True if every root move's exact value is wanted."""
        return self.exact_moves or self.choice != "best"

    def selects(self, limits: Limits) -> bool:
        """True if a search with these limits is selective, where the game allows it."""
        if self.selective is None:
            return limits.depth is None and self.table_depth != "exact" and not self.exact_root
        return self.selective

    @property
    def may_ask(self) -> bool:
        """True if the other options allow a `goal`."""
        return self.aspiration is None and not self.exact_root

    def changed(self) -> dict[str, Any]:
        """The options that differ from the defaults, by name."""
        if self == DEFAULTS:
            return {}
        same = ("ordering", "early_exit_bubble"), ("table", None)
        return {name: value for name, value in differing(self, DEFAULTS).items() if (name, value) not in same}


_FIELDS: Final = {each.name: each for each in fields(AlphaBetaOptions)}
_NO_USE_IN_TIER: Final = {
    "tree": "the tree search has no use for {}; leave out or compile the game",
    "compiled": "compiled games have no use for {}; leave out",
}
_INSTEAD: Final = {"tree": "alphabeta", "compiled": "pvs"}


def has_use(name: str, tier: TierName, algorithm: str) -> bool:
    """True if a method can use the option in that tier; `auto` means any method."""
    idle = _FIELDS[name].metadata
    return not idle or (tier in idle and algorithm not in idle[tier])


def refuse_unused(changed: Iterable[str], tier: TierName, algorithm: str) -> None:
    """Raises OptionError if an option was changed that the tier, or the method there unless it is `auto`, cannot use."""
    no_use_in_method = f"{algorithm} has no use for {{}}; leave out or take {_INSTEAD[tier]!r}"
    other = {**dict.fromkeys(FOR_CHANCE, "star1"), **dict.fromkeys(FOR_MANY, "paranoid")}.get(algorithm)
    if other is not None:
        changed = tuple(changed)
        instead = all(has_use(name, tier, other) for name in changed)
        no_use_in_method = f"{algorithm} has no use for {{}}; leave out{f' or take {other!r}' if instead else ''}"
    for words, method in ((_NO_USE_IN_TIER[tier], "auto"), (no_use_in_method, algorithm)):
        if refused := sorted(name for name in changed if not has_use(name, tier, method)):
            raise OptionError(f"contradictory options: {words.format(', '.join(refused))}")


def check_chance(algorithm: str, found: Capabilities[Any, Any]) -> None:
    """Raises OptionError if the method is for games with chance and this one has none, or the other way round."""
    if found.chances is None and algorithm in FOR_CHANCE:
        raise OptionError(f"{algorithm} is for games with chance, and this one has no method chances(state); take 'auto'")
    if found.chances is not None and algorithm not in (AUTO, *FOR_CHANCE):
        raise OptionError(f"{algorithm} is for games without chance, and this one has chances(state); take 'auto' or 'star1'")


DEFAULTS: Final = AlphaBetaOptions()
"""Created once: creating options takes as long as a small search."""
