"""The values of a tree as text in pictures: short, for player 0, as seen from the root."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from attrs import frozen

from ..base.scores import Bound, Scale, plies_to_end, win_probability

SIGNS: Final = {Bound.EXACT: "", Bound.LOWER: "≥", Bound.UPPER: "≤"}
"""The prefix of a value, by its bound."""
MINUS: Final = "\N{MINUS SIGN}"


@frozen
class Numbers:
    """The numbers of one tree as text: what values mean, and a value as it looks from the root."""

    scale: Scale
    seen: Callable[[float], float]

    def value(self, value: float) -> str:
        """A value: a win in 5 plies is `W5`, a loss `L5`."""
        if math.isinf(value):
            return "∞" if value > 0 else MINUS + "∞"
        value = self.seen(value)
        meaning = self.scale.meaning
        if meaning == "chances":
            return f"{win_probability(value):.2%}".replace("%", " %")
        plies = plies_to_end(value) if meaning == "plies" else None
        if plies is not None:
            return f"{'W' if value > 0 else 'L'}{plies}"
        return f"{value:+.7g}".replace("-", MINUS) if value else "0"

    def end(self, value: float) -> str:
        """An end of a window: `3⁺` and `3⁻` are the next numbers above and below 3."""
        if not _is_beside(value):
            return self.value(value)
        whole = round(value)
        return self.value(whole) + ("⁺" if value > whole else "⁻")

    def window(self, low: float, high: float) -> str:
        """A window; ends that are neighbouring numbers, as in a null window, are written relative to each other."""
        if math.nextafter(low, math.inf) == high and not (_is_beside(low) or _is_beside(high)):
            return f"({self.value(low)}, {self.value(low)}⁺)"
        return f"({self.end(low)}, {self.end(high)})"


def _is_beside(value: float) -> bool:
    """True if the value is the next number above or below a whole one."""
    if not math.isfinite(value):
        return False
    whole = round(value)
    return value in (math.nextafter(whole, math.inf), math.nextafter(whole, -math.inf))
