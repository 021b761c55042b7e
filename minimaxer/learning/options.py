"""The settings of training that an evaluation depends on."""

from __future__ import annotations

from typing import Any, Final

from attrs import Attribute, asdict, field, frozen

from ..errors import OptionError
from ..searching.validators import share, switch, whole_or_none, whole_to
from .native.layout import MOST_CODES, MOST_PLIES

MOST_NUMBERS: Final = 1 << 26
"""Most numbers of an evaluation, so that a file cannot ask for more memory than there is."""
NUMBER_BYTES: Final = 24
"""Bytes of a number while it is learnt."""


def _rate(instance: object, attribute: Attribute[Any], value: Any) -> None:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= 1:
        raise OptionError(f"expected {attribute.name} to be a number above 0 and to 1, got {value!r}")


@frozen(kw_only=True)
class TrainingOptions:
    """The settings of training that an evaluation depends on.

    Attributes:
        patterns: Most patterns that a position is evaluated by: their images are counted, those of single numbers are not. More
            patterns see more, and make each evaluation slower.
        length: Most cells of each pattern.
        size_bytes: Memory for all numbers while they are learnt.
        rate: The learning rate of a position's value, from above 0 to 1.
        explore: The share of random moves, from 0 to 1.
        trace: Lambda: 0 learns from the next position alone, 1 from the result alone.
        opening: Most random plies at the start of a game, which are not learnt from.
        symmetries: True if symmetric positions share what is learnt, and so have the same evaluation: those that `canonical`
            maps to the same one, and mirrored or turned boards where that is found to leave the game unchanged.
        seed: Seed of all random choices.

    Raises:
        OptionError: An option is out of range.
    """

    patterns: int = field(default=120, validator=whole_to(MOST_CODES))
    length: int = field(default=8, validator=whole_to(20))
    size_bytes: int = field(default=192 << 20, validator=whole_to(NUMBER_BYTES * MOST_NUMBERS, least=1 << 10))
    rate: float = field(default=1.0, validator=_rate)
    explore: float = field(default=0.1, validator=share)
    trace: float = field(default=0.9, validator=share)
    opening: int = field(default=8, validator=whole_to(MOST_PLIES // 2, least=0))
    symmetries: bool = field(default=True, validator=switch)
    seed: int = field(default=0, validator=whole_or_none)

    def __str__(self) -> str:
        return " ".join(f"{name}={value}" for name, value in asdict(self).items())


DEFAULTS: Final = TrainingOptions()
