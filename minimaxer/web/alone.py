"""A table in a page that runs Python itself, as in the documentation: without a server, threads or processes."""

from __future__ import annotations

import json
from typing import Any, Final

from ..api.functions import valuing_moves
from ..api.methods import defaults_to_play, family_of
from ..api.search import Search
from ..errors import OptionError
from ..game.protocol import players_of
from .actions import ACTIONS, act
from .seats import AI, PERSON, levels_of
from .setting import Setting
from .slices import SlicedThinkers
from .table import Table
from .view import curve_of, picture_of, view_of
from .why import recording_of
from .words import describe_error


class Alone:
    """A person against the AI, at level 1 where the game has levels. All input and output is text.

    Raises GameError if the game lacks a method, or one has the wrong signature.

    Examples:
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> there = Alone(TicTacToe(), "tic_tac_toe")
        >>> json.loads(there.ask("play", '{"move": 4, "at": 0}'))["turn"]
        'O (level 1) thinks.'
        >>> while there.go_on() is not None:
        ...     pass
        >>> json.loads(there.look())["turn"]
        'X to move.'
    """

    def __init__(self, game: Any, name: str) -> None:
        def open_search(exact: bool) -> Search[Any, Any]:
            exactly = valuing_moves(game, "auto", family_of("auto", game).defaults) if exact else None
            return Search(game, exactly or defaults_to_play("auto", game))

        self._thinkers: Final = SlicedThinkers(open_search)
        opponents = [f"level {min(1, levels_of(game))}" if levels_of(game) else AI] * (players_of(game) - 1)
        self._table: Final = Table(game, name, self._thinkers, Setting(seats=(PERSON, *opponents)))

    @property
    def version(self) -> int:
        """The version of the table, which grows with every change."""
        return self._table.version

    def look(self) -> str:
        """The table as JSON; an error as `{"error": ...}`."""
        return self._answer(lambda: view_of(self._table))

    def ask(self, action: str, body: str) -> str:
        """Does one of `ACTIONS` at the table, as the server does, with its fields in JSON; gives the new table as `look` does."""

        def ask() -> dict[str, Any]:
            if action not in ACTIONS:
                raise OptionError(f"there is nothing to do by the name {action!r}; known: {', '.join(ACTIONS)}")
            return act(self._table, action, body.encode())

        return self._answer(ask)

    def text(self, name: str, at: int | None = None) -> str | None:
        """A file of the page: `board.svg`, `curve.svg`, `record` or `steps.html`; None if it is not available now.

        `at` asks for the board after that number of moves. Raises OptionError if there is no such file.
        """
        table = self._table
        if name == "board.svg":
            return picture_of(table, at)
        if name == "curve.svg":
            return curve_of(table)
        if name == "record":
            return table.record().text if table.audience.knows_all else None
        if name == "steps.html":
            return recording_of(table.game, table.session.state, table.advised_depth) if table.explains else None
        raise OptionError(f"expected board.svg, curve.svg, record or steps.html, got {name!r}")

    def go_on(self) -> float | None:
        """Does a slice of the AI's work; gives the seconds to wait before the next call, or None if there is nothing to do."""
        return self._thinkers.work.go_on()

    def close(self) -> None:
        """Closes the table and frees the memory of the AIs."""
        self._table.close()

    def _answer(self, ask: Any) -> str:
        try:
            with self._table.changed:
                return json.dumps(ask())
        except Exception as error:  # rules may raise anything
            return json.dumps({"error": describe_error(error, is_open=self._table.audience.knows_all)})
