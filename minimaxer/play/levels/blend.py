"""A player between two others: for each move one of them is drawn."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from attrs import frozen

from ..players import Choice, Chooser, Contestant
from ..session import Session


@frozen
class Blend:
    """A player whose strength goes evenly from each step of a row to the next.

    Attributes:
        steps: Players, weakest first.
        place: Where it stands among them: at 2.25, a quarter of the moves are those of step 3, the others those of step 2.
        name: What it is called.
    """

    steps: tuple[Contestant, ...]
    place: float
    name: str
    limits: None = None
    draws_lots: bool = True

    def described(self, game: Any) -> str:
        """The place, and all settings of the steps."""
        steps = ", ".join(each.described(game) for each in self.steps)
        return f"place {self.place!r} of {steps}"

    def opened(self, game: Any, seed: int) -> Chooser:
        """Somebody who draws by that seed."""
        return _Drawn(self, game, seed)


class _Drawn:
    """Steps are taken to the table when they are first drawn."""

    def __init__(self, blend: Blend, game: Any, seed: int) -> None:
        self._blend: Final = blend
        self._game: Final = game
        self._seed: Final = seed
        self._rng: Final = Random(seed)
        self._open: Final[dict[int, Chooser]] = {}

    def choose(self, session: Session[Any, Any]) -> Choice[Any]:
        """What the step says that is drawn for this move."""
        lower = int(self._blend.place)
        number = lower + (self._rng.random() < self._blend.place - lower)
        if number not in self._open:
            self._open[number] = self._blend.steps[number].opened(self._game, self._seed + number)
        return self._open[number].choose(session)

    def close(self) -> None:
        """Closes all that were drawn."""
        for each in self._open.values():
            each.close()
