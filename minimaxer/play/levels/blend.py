"""A player between two others: one of them, drawn at random, makes each move."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from attrs import evolve, field, frozen

from ..players import Choice, Chooser, Contestant, Player
from ..session import Session

MOST_NODES: Final = 1 << 14
"""The longest search of a level."""


def bounded(steps: tuple[Contestant, ...]) -> tuple[Contestant, ...]:
    """The steps, of which no search is longer: with all captures behind it, a single ply may have millions of nodes."""
    return tuple(
        evolve(each, name=each.name, limits=evolve(each.limits, nodes=MOST_NODES))
        if isinstance(each, Player) and each.limits.depth is not None and each.limits.nodes is None
        else each
        for each in steps
    )


@frozen
class Blend:
    """A player of intermediate strength, mixed from two neighbouring steps; the steps are players, weakest first.

    At place 2.25, a quarter of the moves are those of step 3, the others those of step 2.
    """

    steps: tuple[Contestant, ...] = field(converter=bounded)
    place: float
    name: str
    limits: None = None
    is_random: bool = True

    def described(self, game: Any) -> str:
        """The place, and all settings of the steps."""
        steps = ", ".join(each.described(game) for each in self.steps)
        return f"place {self.place!r} of {steps}"

    def create(self, game: Any, seed: int) -> Chooser:
        """Opens a chooser that draws with that seed."""
        return _Drawn(self, game, seed)


class _Drawn:
    """Opens each step when it is first drawn."""

    def __init__(self, blend: Blend, game: Any, seed: int) -> None:
        self._blend: Final = blend
        self._game: Final = game
        self._seed: Final = seed
        self._rng: Final = Random(seed)
        self._open: Final[dict[int, Chooser]] = {}

    def choose(self, session: Session[Any, Any]) -> Choice[Any]:
        """The move of the step that is drawn for this turn."""
        lower = int(self._blend.place)
        number = lower + (self._rng.random() < self._blend.place - lower)
        if number not in self._open:
            self._open[number] = self._blend.steps[number].create(self._game, self._seed + number)
        return self._open[number].choose(session)

    def close(self) -> None:
        """Closes all steps that were drawn."""
        for each in self._open.values():
            each.close()
