"""Options and result details of Monte Carlo tree search."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final, Literal

from attrs import Attribute, asdict, evolve, field, frozen

from ...errors import OptionError
from ...game.capability import Capabilities
from ...game.protocol import players_of
from ...searching.limits import Limits
from ...searching.options import UsualOptions
from ...searching.setup import Setup
from ...searching.validators import known_names, memory_size, names, one_of, share, switch, whole_or_none, whole_to

Selection = Callable[[Any, float], Any]
"""A selection rule: a function of a node and the exploration that gives the child to follow."""


def _positive(instance: object, attribute: Attribute[Any], value: Any) -> None:
    if value is None and attribute.default is None:
        return
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 <= value < math.inf:
        raise OptionError(f"expected {attribute.name} to be a number from 0, got {value!r}")


def _selection(instance: object, attribute: Attribute[Any], value: object) -> None:
    if not callable(value) and value not in SELECTIONS:
        raise OptionError(
            f"expected selection to be one of {', '.join(SELECTIONS)}, or a function of a node and the exploration, got {value!r}"
        )


SELECTIONS: Final = ("auto", "uct", "puct")
"""The selection rules; `auto` is `puct` where the game has a `prior` or an `order`, else `uct`."""
MOST_PLIES: Final = 1 << 14
"""Maximum length of a path in the tree, and of a playout, in plies."""
MOST_CHOICES: Final = 1_000
"""Maximum number of moves drawn at each ply of a playout."""
UCT_EXPLORATION: Final = 0.4
PUCT_EXPLORATION: Final = 0.8
"""Default exploration. Source: matches at 5 ms a move; see docs/explanation/monte-carlo.md for the results."""
LONG_PLAYOUT: Final = 1_000
SHORT_PLAYOUT: Final = 8
"""Default plies of a playout, without an evaluation and with one. Source: likewise."""


@frozen(kw_only=True)
class PlayoutOptions(UsualOptions):
    """Options that all searches by playouts share; their own options explain the meaning there.

    Raises:
        OptionError: An option is out of range.
    """

    exploration: float | None = field(default=1.0, validator=_positive)
    decisive: bool = field(default=False, validator=switch)
    playout_plies: int | None = field(default=LONG_PLAYOUT, validator=whole_to(MOST_PLIES, least=0))
    playout_choices: int = field(default=1, validator=whole_to(MOST_CHOICES))
    evaluation_scale: float | None = field(default=None, validator=_positive)
    memory: str = field(default="512MB", validator=memory_size)
    choice: Literal["best", "weighted"] = field(default="best", validator=one_of("best", "weighted"))
    seed: int | None = field(default=None, validator=whole_or_none)
    ignore: frozenset[str] = field(default=frozenset(), converter=names, validator=known_names)

    def check_limits(self, limits: Limits, *, solving: bool = False) -> None:
        """Raises OptionError if the limits do not suit this search; a depth limit is ignored for solving."""
        if limits.depth is not None and not solving:
            raise OptionError("playouts look to no depth; give simulations, nodes or seconds")

    def settled(self, found: Capabilities[Any, Any]) -> PlayoutOptions:
        """These options with their game-dependent defaults filled in."""
        return self


@frozen(kw_only=True)
class MonteCarloOptions(PlayoutOptions):
    """Options of Monte Carlo tree search. The defaults are those that won matches.

    Attributes:
        exploration: Weight of the bonus for moves seldom tried, in units of the spread of the results seen; the constant of
            UCT and PUCT. 0: always the move that did best. None: 0.4 by `uct`, 0.8 by `puct`.
        decisive: Let playouts take a move that wins at once, as long as no result was a margin.
        playout_plies: Plies of a playout before the static evaluation counts; without one, there is no winner. 0: at once. None:
            8 where the game has an evaluation, else 1,000.
        playout_choices: Number of random moves of which playouts play the one that the game's `order` weighs most; 1: any move.
        evaluation_scale: The evaluation that counts as 76 % of a win, the hyperbolic tangent of 1, where an evaluation replaces a
            result; 0: evaluations are in the units of results. None: measured in random games, where these end in wins and
            losses and the game has no chance; else 0.
        memory: Maximum size of the tree: a full tree drops the branches visited least; a native one stops growing.
        choice: Play the `best` move; or `weighted`, a random move with probabilities in proportion to the visits.
        seed: Makes playouts and choices reproducible with one thread; None: a different seed every time.
        ignore: Capabilities of the game to leave unused.
        selection: Rule that chooses a child: `uct`, by its mean and visits; `puct`, also by the game's `prior`, or else by its
            `order`; `auto`, the latter where the game has one of them; or, on a tree, a function of a node and the exploration
            that gives one of `node.children`, all of which exist and were visited.
        implicit: The share of the static evaluation, backed up by minimax, in a move's value; the rest is the mean. Only for one
            or two players, in games without chance.
        solver: Prove results: a position is proven if all of its moves are, or if one of them wins. A proven move is then never
            left for one that was visited more often.
        repetition: In the tree, a position that occurred before, on the path from the root or in the game played by
            `Search.advance`, is a draw; for games of one or two players in which play can repeat. Proofs then assume this
            rule. Playouts ignore repetitions.

    Raises:
        OptionError: An option is out of range.

    Examples:
        >>> MonteCarloOptions(exploration=0.7).exploration
        0.7
    """

    exploration: float | None = field(default=None, validator=_positive)
    playout_plies: int | None = field(default=None, validator=whole_to(MOST_PLIES, least=0))
    selection: Literal["auto", "uct", "puct"] | Selection = field(default="auto", validator=_selection)
    implicit: float = field(default=0.3, validator=share)
    solver: bool = field(default=True, validator=switch)
    repetition: bool = field(default=False, validator=switch)

    def settled(self, found: Capabilities[Any, Any]) -> MonteCarloOptions:
        """These options with their game-dependent defaults filled in."""
        exploration, plies = self.exploration, self.playout_plies
        if exploration is None:
            exploration = PUCT_EXPLORATION if self.follows_priors(found) else UCT_EXPLORATION
        if plies is None:
            plies = LONG_PLAYOUT if found.evaluate is None else SHORT_PLAYOUT
        return evolve(self, exploration=exploration, playout_plies=plies)

    def follows_priors(self, found: Capabilities[Any, Any]) -> bool:
        """True if PUCT selects the children, for a game with these capabilities."""
        return self.selection == "puct" or (self.selection == "auto" and (found.prior is not None or found.order is not None))

    def backs_up(self, found: Capabilities[Any, Any], players: int) -> bool:
        """True if nodes back up evaluations, for a game with these capabilities and this number of players."""
        return self.implicit > 0 and found.evaluate is not None and found.chances is None and players <= 2


MONTE_CARLO_DEFAULTS: Final = MonteCarloOptions()


def check_repetition(setup: Setup[Any, Any]) -> None:
    """Raises OptionError if repetitions are draws and the game has more than two players."""
    players = players_of(setup.game)
    if setup.options.repetition and players > 2:
        raise OptionError(f"repetition is for games of one or two players, got {players}; leave repetition out")


@frozen(kw_only=True)
class MonteCarloDetails:
    """Details that Monte Carlo tree search adds to a result.

    Attributes:
        simulations: Games played out, from the root to an end, by this search.
        visits: Simulations through the root, including those of earlier searches.
        playout_plies: Average length of a playout in plies; 0 before the first.
        longest: Length of the longest path in the tree, in plies.
        memory_full: The share of the memory that the tree takes, 0 to 1.
        deals: Number of deals of the hidden cards; None if nothing is hidden.
    """

    simulations: int
    visits: int
    playout_plies: float
    longest: int
    memory_full: float
    deals: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """The details as plain data for JSON."""
        return {name: value for name, value in asdict(self).items() if value is not None}
