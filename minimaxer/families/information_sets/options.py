"""Options and result details of searches of games with hidden cards."""

from __future__ import annotations

from typing import Any, Final, Literal

from attrs import Attribute, field, frozen

from ...errors import OptionError
from ...searching.limits import Limits
from ...searching.options import DEFAULTS, AlphaBetaOptions, UsualOptions
from ...searching.validators import known_names, names, one_of, whole_or_none, whole_to
from ..montecarlo.options import PlayoutOptions

MOST_DEALS: Final = 100_000


@frozen(kw_only=True)
class InformationSetOptions(PlayoutOptions):
    """Options of information-set Monte Carlo tree search: one tree of the mover's information, a new deal for each simulation.

    Attributes:
        exploration: Weight of the bonus for moves seldom tried, in units of the spread of the results seen. 0: always the move
            that did best.
        decisive: Let playouts take a move that wins at once, as long as no result was a margin.
        playout_plies: Plies of a playout before the static evaluation counts; without one, there is no winner. 0: at once.
        playout_choices: Number of random moves of which playouts play the one that the game's `order` weighs most; 1: any move.
        evaluation_scale: The evaluation that counts as 76 % of a win, the hyperbolic tangent of 1, where an evaluation replaces a
            result; 0: evaluations are in the units of results. None: measured in random games, where these end in wins and
            losses and the game has no chance; else 0.
        memory: Maximum size of the tree: a full tree drops the branches visited least; a native one stops growing.
        choice: Play the `best` move; or `weighted`, a random move with probabilities in proportion to the visits.
        seed: Makes deals, playouts and choices reproducible; None: a different seed every time.
        per_deal: Simulations per deal; each begins in a random one of the deals so far. More are faster, but the tree also learns
            more of what is hidden in repeated deals. None: 1 on a tree; 8 natively, where a simulation takes less time than a
            deal, which is made in Python.
        ignore: Capabilities of the game to leave unused.

    Raises:
        OptionError: An option is out of range.

    Examples:
        >>> InformationSetOptions(seed=1).changed()
        {'seed': 1}
    """

    per_deal: int | None = field(default=None, validator=whole_to(MOST_DEALS))

    def check_limits(self, limits: Limits, *, solving: bool = False) -> None:
        """Raises OptionError if the limits do not suit this search, or if solving would never end."""
        if limits.depth is not None and not solving:
            raise OptionError("ismcts looks to no depth; give simulations, nodes or seconds, or take algorithm='sampled'")
        if solving and limits.simulations is limits.nodes is limits.seconds is None:
            raise OptionError("ismcts proves nothing; give simulations, nodes or seconds, or take algorithm='sampled'")


def _each(instance: object, attribute: Attribute[Any], value: object) -> None:
    if not isinstance(value, AlphaBetaOptions):
        raise OptionError(f"expected each to be AlphaBetaOptions(...), for the search of each deal, got {value!r}")
    if value.choice != "best":
        raise OptionError(f"contradictory options: the search of each deal tells all values; leave out choice={value.choice!r}")


@frozen(kw_only=True)
class SampledOptions(UsualOptions):
    """Options of perfect-information sampling: it deals the hidden cards several times, and searches each deal with open cards.

    Attributes:
        deals: Number of deals. Equal deals are searched once.
        combine: Play the move with the best `average` of its values, or the one that is best in most deals, by `vote`.
        each: Options for the search of each deal, by alpha-beta or by the algorithm that `auto` selects for the game.
        seed: Makes the deals reproducible; None: a different seed every time.
        ignore: Capabilities of the game to leave unused.

    Raises:
        OptionError: An option is out of range.

    Examples:
        >>> SampledOptions(deals=50, combine="vote").changed()
        {'deals': 50, 'combine': 'vote'}
    """

    deals: int = field(default=20, validator=whole_to(MOST_DEALS))
    combine: Literal["average", "vote"] = field(default="average", validator=one_of("average", "vote"))
    each: AlphaBetaOptions = field(default=DEFAULTS, validator=_each)
    seed: int | None = field(default=None, validator=whole_or_none)
    ignore: frozenset[str] = field(default=frozenset(), converter=names, validator=known_names)

    def check_limits(self, limits: Limits, *, solving: bool = False) -> None:
        """Raises OptionError if the limits do not suit this search; a depth limit is ignored for solving."""
        self.each.check_limits(limits, solving=solving)


INFORMATION_SET_DEFAULTS: Final = InformationSetOptions()
SAMPLED_DEFAULTS: Final = SampledOptions()


@frozen(kw_only=True)
class SampledDetails:
    """Details that perfect-information sampling adds to a result.

    Attributes:
        deals: Number of deals.
        different: Number of different deals, each of which was searched once.
        solved: Number of deals searched to the end of the game.
    """

    deals: int
    different: int
    solved: int

    def to_dict(self) -> dict[str, Any]:
        """The details as plain data for JSON."""
        return {"deals": self.deals, "different": self.different, "deals_solved": self.solved}
