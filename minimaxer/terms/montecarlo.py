"""What Monte Carlo tree search may be told, and what only it tells."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, Final, Literal

from attrs import Attribute, field, fields, frozen

from ..errors import OptionError
from ..rules.capability import NAMES, Capabilities
from ..sizes import parse_size
from .limits import Limits

Selection = Callable[[Any, float], Any]
"""Chooses among a node's children: a function of the node and the exploration that gives the child to follow."""
FEWEST_BYTES: Final = 1 << 16


def _positive(instance: object, attribute: Attribute[Any], value: Any) -> None:
    if value is None and attribute.default is None:
        return
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 <= value < math.inf:
        raise OptionError(f"expected {attribute.name} to be a number from 0, got {value!r}")


def _plies(instance: object, attribute: Attribute[Any], value: Any) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST_PLIES:
        raise OptionError(f"expected {attribute.name} to be a whole number from 0 to {MOST_PLIES:,}, got {value!r}")


def _switch(instance: object, attribute: Attribute[Any], value: object) -> None:
    if not isinstance(value, bool):
        raise OptionError(f"expected {attribute.name} to be True or False, got {value!r}")


def _choices(instance: object, attribute: Attribute[Any], value: Any) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST_CHOICES:
        raise OptionError(f"expected {attribute.name} to be a whole number from 1 to {MOST_CHOICES:,}, got {value!r}")


def _share(instance: object, attribute: Attribute[Any], value: Any) -> None:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 <= value <= 1:
        raise OptionError(f"expected {attribute.name} to be a number from 0 to 1, got {value!r}")


def _choice(instance: object, attribute: Attribute[Any], value: object) -> None:
    if value not in ("best", "weighted"):
        raise OptionError(f"expected choice to be one of best, weighted, got {value!r}")


def _selection(instance: object, attribute: Attribute[Any], value: object) -> None:
    if value not in ("auto", "uct", "puct") and not callable(value):
        raise OptionError(f"expected selection to be 'auto', 'uct', 'puct' or a function of a node and the exploration, got {value!r}")


def _seed(instance: object, attribute: Attribute[Any], value: object) -> None:
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise OptionError(f"expected seed to be a whole number, got {value!r}")


def _memory(instance: object, attribute: Attribute[Any], value: Any) -> None:
    if not isinstance(value, str) or parse_size(value) < FEWEST_BYTES:
        raise OptionError(f"expected memory to be a size from 64KB, such as '512MB', got {value!r}")


def _names(value: Iterable[str] | str) -> frozenset[str]:
    return frozenset([value] if isinstance(value, str) else value)


def _known_names(instance: object, attribute: Attribute[Any], value: frozenset[str]) -> None:
    if unknown := sorted(str(name) for name in value - NAMES):
        raise OptionError(
            f"expected names of capabilities to ignore, got {', '.join(unknown)}; known: {', '.join(sorted(NAMES))}"
        )


MOST_PLIES: Final = 1 << 14
"""Most plies of a path in the tree, and of a playout."""
MOST_CHOICES: Final = 1_000
"""Most moves drawn at each ply of a playout."""
UCT_EXPLORATION: Final = 0.4
"""Source: matches at 5 ms a move; see docs/explanation/monte-carlo.md."""
PUCT_EXPLORATION: Final = 0.8
"""Source: likewise."""
SCALE_GAMES: Final = 64
"""Random games by which the scale of evaluations is measured."""
SCALE_POSITIONS: Final = 2_048
"""Most positions of these."""


@frozen(kw_only=True)
class MonteCarloOptions:
    """How Monte Carlo tree search works. The defaults are those that won matches.

    Attributes:
        exploration: How much a move that was seldom tried is worth a visit, in units of the spread of the results seen; the
            constant of UCT. 0: always the move that did best.
        selection: How a child is chosen: `uct`; or, on a tree, a function of a node and the exploration that gives one of
            `node.children`, all of which exist and were visited.
        solver: Prove what playouts cannot tell: a position all of whose moves are known, or one of which wins, is known itself,
            and a proven move is never left for one that was visited more often.
        decisive: Have playouts take a move that wins at once.
        playout_plies: After so many plies of a playout the static evaluation counts; without one, nobody wins.
        memory: How large the tree may become: on a tree the branches visited least are dropped then, natively it stops growing.
        choice: Play the `best` move; or `weighted`, any move, as likely as it was visited often.
        seed: Makes playouts and choices reproducible; None: another every time.
        ignore: Capabilities of the game to leave unused.

    Raises:
        OptionError: An option is out of range.

    Examples:
        >>> MonteCarloOptions(exploration=0.7).exploration
        0.7
    """

    exploration: float | None = field(default=None, validator=_positive)
    selection: Literal["auto", "uct", "puct"] | Selection = field(default="auto", validator=_selection)
    solver: bool = field(default=True, validator=_switch)
    decisive: bool = field(default=False, validator=_switch)
    playout_plies: int = field(default=1_000, validator=_plies)
    playout_choices: int = field(default=1, validator=_choices)
    implicit: float = field(default=0.3, validator=_share)
    evaluation_scale: float | None = field(default=None, validator=_positive)
    memory: str = field(default="512MB", validator=_memory)
    choice: Literal["best", "weighted"] = field(default="best", validator=_choice)
    seed: int | None = field(default=None, validator=_seed)
    ignore: frozenset[str] = field(default=frozenset(), converter=_names, validator=_known_names)

    def changed(self) -> dict[str, Any]:
        """The options that differ from the defaults, by name."""
        given = {each.name: getattr(self, each.name) for each in fields(MonteCarloOptions)}
        return {name: value for name, value in given.items() if value != getattr(MONTE_CARLO_DEFAULTS, name)}

    def check_limits(self, limits: Limits, *, solving: bool = False) -> None:
        """Raises OptionError where limits are none for this search; solving looks at no limit of depth."""
        if limits.depth is not None and not solving:
            raise OptionError("montecarlo looks to no depth; give simulations, nodes or seconds")

    def follows_priors(self, found: Capabilities[Any, Any]) -> bool:
        """Whether children are chosen by PUCT, of a game with these capabilities."""
        has_weights = found.prior is not None or found.order is not None
        return self.selection == "puct" or (self.selection == "auto" and has_weights)

    def explored(self, found: Capabilities[Any, Any]) -> float:
        """The constant of exploration, of a game with these capabilities."""
        if self.exploration is not None:
            return self.exploration
        return PUCT_EXPLORATION if self.follows_priors(found) else UCT_EXPLORATION

    def backs_up(self, found: Capabilities[Any, Any], players: int) -> bool:
        """Whether nodes back up evaluations, of a game with these capabilities and that many players."""
        return self.implicit > 0 and found.evaluate is not None and found.chances is None and players <= 2

    @property
    def repetition(self) -> bool:
        """Whether positions that come again count as draws: never."""
        return False


MONTE_CARLO_DEFAULTS: Final = MonteCarloOptions()


@frozen(kw_only=True)
class MonteCarloDetails:
    """What Monte Carlo tree search tells of a search.

    Attributes:
        simulations: Games played out, from the root to an end, by this search.
        visits: Simulations that the tree knows of at the root, those of earlier searches included.
        playout_plies: Plies of playouts on average; 0 before the first.
        longest: The longest path in the tree, in plies.
        memory_full: The share of the memory that the tree takes, 0 to 1.
    """

    simulations: int
    visits: int
    playout_plies: float
    longest: int
    memory_full: float

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data for JSON."""
        return {
            "simulations": self.simulations,
            "visits": self.visits,
            "playout_plies": self.playout_plies,
            "longest": self.longest,
            "memory_full": self.memory_full,
        }
