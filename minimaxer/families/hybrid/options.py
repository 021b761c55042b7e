"""What the search of games that nobody evaluates may be told."""

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
    """How games that nobody evaluates are searched: first by alpha-beta, which may prove the value, then by playouts.

    Attributes:
        proving: The share of the time that alpha-beta gets.
        playouts: Games played out after alpha-beta has looked to a depth and not proven the value; where nodes are asked for, any
            number has playouts take those that are left. 0: where a depth or nodes alone are asked for, its answer stands.
        deep: How alpha-beta searches.
        wide: How Monte Carlo tree search does.
        seed: Makes what is drawn by lot reproducible, as far as time does not decide; None: another every time.
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
        """Raises OptionError where limits are none for this search; solving looks at no limit of depth."""
        (self.deep if goes_deep(limits, solving=solving) else self.wide).check_limits(limits, solving=solving)

    @property
    def repetition(self) -> bool:
        """Whether positions that come again count as draws."""
        return self.deep.repetition


def goes_deep(limits: Limits, *, solving: bool) -> bool:
    """Whether alpha-beta alone answers: the value is asked for, or a depth, or just so many nodes, the same every time."""
    return solving or limits.depth is not None or limits.seconds is limits.clock is limits.simulations is None


UNEVALUATED_DEFAULTS: Final = UnevaluatedOptions()
PLAYED_OUT: Final = UnevaluatedOptions(playouts=1_000)
"""How such games are played where nothing else is asked for."""
