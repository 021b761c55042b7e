"""What searches of games with hidden cards may be told, and what only they tell."""

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
    """How information-set Monte Carlo tree search works: one tree of what its mover sees, and a new deal for each simulation.

    Attributes:
        exploration: How much a move that was seldom tried is worth a visit, in units of the spread of the results seen. 0: always
            the move that did best.
        decisive: Have playouts take a move that wins at once, as long as no result was a margin.
        playout_plies: After so many plies of a playout the static evaluation counts; without one, nobody wins. 0: at once.
        playout_choices: Of so many moves drawn by lot, playouts play the one that the game's `order` weighs most; 1: any move.
        evaluation_scale: The evaluation that counts as 76 % of a win, the hyperbolic tangent of 1, where an evaluation stands for
            a result; 0: evaluations are in the units of results. None: measured in random games, where these end in wins and
            losses and nothing is drawn by lot; else 0.
        memory: How large the tree may become: on a tree the branches visited least are dropped then, natively it stops growing.
        choice: Play the `best` move; or `weighted`, any move, as likely as it was visited often.
        seed: Makes deals, playouts and choices reproducible; None: others every time.
        per_deal: Simulations for each deal, which begin in any of those dealt so far. The more, the faster, and the more the tree
            learns what is hidden in deals that come again. None: 1 on a tree; 8 natively, where a simulation takes less time than
            a deal, which is dealt in Python.
        ignore: Capabilities of the game to leave unused.

    Raises:
        OptionError: An option is out of range.

    Examples:
        >>> InformationSetOptions(seed=1).changed()
        {'seed': 1}
    """

    per_deal: int | None = field(default=None, validator=whole_to(MOST_DEALS))

    def check_limits(self, limits: Limits, *, solving: bool = False) -> None:
        """Raises OptionError where limits are none for this search, or solving would never end."""
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
    """How perfect-information sampling works: deals what is hidden several times, and searches each as if all saw all.

    Attributes:
        deals: How many deals are looked at. Those that are equal are searched once.
        combine: Play the move with the best `average` of its values, or the one that is best in most deals, by `vote`.
        each: How each deal is searched, by alpha-beta or what `auto` is for the game.
        seed: Makes the deals reproducible; None: others every time.
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
        """Raises OptionError where limits are none for this search; solving looks at no limit of depth."""
        self.each.check_limits(limits, solving=solving)


INFORMATION_SET_DEFAULTS: Final = InformationSetOptions()
SAMPLED_DEFAULTS: Final = SampledOptions()


@frozen(kw_only=True)
class SampledDetails:
    """What perfect-information sampling tells of a search.

    Attributes:
        deals: Deals that were looked at.
        different: How many of them were different, each of which was searched once.
        solved: How many were searched to the end of the game.
    """

    deals: int
    different: int
    solved: int

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data for JSON."""
        return {"deals": self.deals, "different": self.different, "deals_solved": self.solved}
