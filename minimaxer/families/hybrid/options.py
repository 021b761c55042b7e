"""Options of the search of games without an evaluation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from attrs import Attribute, field, frozen

from ...errors import OptionError
from ...searching.limits import Limits
from ...searching.options import DEFAULTS, AlphaBetaOptions, UsualOptions
from ...searching.validators import known_names, names, share, whole_or_none, whole_to
from ..montecarlo.options import MONTE_CARLO_DEFAULTS, MonteCarloOptions


def _an(kind: type[Any], whose: str) -> Callable[[object, Attribute[Any], object], None]:
    def check(instance: object, attribute: Attribute[Any], value: object) -> None:
        if not isinstance(value, kind):
            raise OptionError(f"expected {attribute.name} to be {kind.__name__}(...), for {whose}, got {value!r}")

    return check


@frozen(kw_only=True)
class UnevaluatedOptions(UsualOptions):
    """Options for games without an evaluation: alpha-beta comes first and may prove the value, then come playouts.

    Attributes:
        proving: The share of the time that alpha-beta gets.
        playouts: Playouts after alpha-beta has searched to a depth and not proven the value; with a limit of nodes alone, any
            number gives playouts the nodes that are left. 0: with a limit of depth or nodes alone, its answer is final.
        deep: Options of alpha-beta.
        wide: Options of Monte Carlo tree search.
        seed: Makes random choices reproducible, as far as time does not decide; None: a new seed each time.
        ignore: Capabilities of the game to leave unused.

    Raises:
        OptionError: An option is out of range.

    Examples:
        >>> UnevaluatedOptions(proving=0.5).changed()
        {'proving': 0.5}
    """

    proving: float = field(default=0.2, validator=share)
    playouts: int = field(default=0, validator=whole_to(1 << 40, least=0))
    deep: AlphaBetaOptions = field(default=DEFAULTS, validator=_an(AlphaBetaOptions, "alpha-beta"))
    wide: MonteCarloOptions = field(default=MONTE_CARLO_DEFAULTS, validator=_an(MonteCarloOptions, "playouts"))
    seed: int | None = field(default=None, validator=whole_or_none)
    ignore: frozenset[str] = field(default=frozenset(), converter=names, validator=known_names)

    def check_limits(self, limits: Limits, *, solving: bool = False) -> None:
        """Raises OptionError for limits that do not fit this search; solving ignores a limit of depth."""
        (self.deep if goes_deep(limits, solving=solving) else self.wide).check_limits(limits, solving=solving)

    @property
    def repetition(self) -> bool:
        """True if repeated positions count as draws."""
        return self.deep.repetition


def goes_deep(limits: Limits, *, solving: bool) -> bool:
    """True if the limits are for alpha-beta: it solves, or has a depth, or nodes alone, which gives reproducible results."""
    return solving or limits.depth is not None or limits.seconds is limits.clock is limits.simulations is None


UNEVALUATED_DEFAULTS: Final = UnevaluatedOptions()
PLAYED_OUT: Final = UnevaluatedOptions(playouts=1_000)
"""The default options for playing such games."""
