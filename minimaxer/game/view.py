"""The view of a state and its moves for people."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from .capability import Capabilities
from .reprs import short_text


@frozen(slots=False)
class View:
    """The view of a searched state and its moves for people.

    Attributes:
        state: The state.
        game: The rules; None after pickling.
        found: The capabilities of the whole game; None after pickling.

    Pickling a result empties its view, which would take the whole game along; copies share it.
    """

    state: Any
    game: Any = None
    found: Capabilities[Any, Any] | None = None

    def name(self, move: object) -> str:
        """The move in the game's notation."""
        format_move = None if self.found is None else self.found.format_move
        return short_text(move) if format_move is None else str(format_move(self.state, move))

    def __reduce__(self) -> tuple[Any, ...]:
        return View, (None,)

    def __deepcopy__(self, memo: object) -> View:
        return self
