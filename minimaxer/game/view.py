"""The view of a state and its moves for people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from ..errors import GameError
from .notation import short_text


@frozen(slots=False)
class View:
    """The view of a searched state and its moves for people.

    Attributes:
        state: The state.
        svg: The game's `svg`, where it has one.
        format_move: The game's `format_move`, where it has one.

    Pickling a result empties its view, which would take the whole game along; copies share it.
    """

    state: Any
    svg: Callable[[Any], str] | None = None
    format_move: Callable[[Any, Any], str] | None = None

    def board(self) -> str | None:
        """The state as a picture.

        Raises:
            GameError: The game's `svg` gave anything but text.
        """
        if self.svg is None:
            return None
        picture = self.svg(self.state)
        if not isinstance(picture, str):
            raise GameError(f"svg({self.state!r}) gave {picture!r}; expected text that begins with <svg")
        return picture

    def name(self, move: object) -> str:
        """The move in the game's notation."""
        return short_text(move) if self.format_move is None else str(self.format_move(self.state, move))

    def __reduce__(self) -> tuple[Any, ...]:
        return View, (None,)

    def __deepcopy__(self, memo: object) -> View:
        return self
