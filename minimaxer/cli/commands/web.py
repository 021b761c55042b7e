"""Play in a browser: against the AI, with others at one screen, or to look at a game that was played."""

from __future__ import annotations

import functools
import webbrowser
from argparse import ArgumentParser, Namespace
from typing import Any

from attrs import evolve

from ...api.functions import valuing_moves
from ...api.search import Search
from ...errors import MissingExtraError, OptionError, how_to_install
from ...game.protocol import players_of
from ...game.registry import find_game
from ...play.book import open_book
from ...play.levels.level import ADAPTIVE
from ...searching.limits import Limits
from ...web.lobby import Lobby
from ...web.seats import AI, PERSON, Setting, seat_of
from ...web.table import Table
from ...web.thinkers import Thinkers
from ..arguments import add_search, add_whole, limits_of
from ..positions import records_of
from ..terminal.players import add_seating, add_strength, clock_from, dice_from, level_from, sides_from
from ..tiers import in_tier, options_from, search_in_tier


def add_arguments(command: ArgumentParser) -> None:
    command.add_argument("game", nargs="?", help="the game; by default it is chosen in the browser")
    add_seating(command)
    add_strength(command)
    command.add_argument("--record", metavar="F", help="begin with the last game of this file, to look at and play on")
    add_whole(command, "--port", "N", "where to listen (default: any free port)", default=0)
    command.add_argument("--open", action="store_true", help="open the page in the browser too")
    add_search(command)


def run(given: Namespace) -> int:
    """Shows the table until Ctrl-C."""
    try:
        from ...web.server import Server
    except ImportError as error:
        raise MissingExtraError(f"`minimaxer web` needs Starlette and uvicorn ({error}): {how_to_install('web')}") from error
    server = Server(_place(given), port=given.port)
    print(f"Play at {server.address}\nThe address is for you alone. Ctrl-C ends the game.", flush=True)
    if given.open:
        webbrowser.open(server.address)
    server.run()
    return 0


def _place(given: Namespace) -> Table | Lobby:
    """The table, or where no game is given the games to choose from."""
    if given.game is not None:
        return table_from(given)
    for name in ("book", "evaluate", "position"):
        if getattr(given, name) is not None:
            raise OptionError(f"--{name} needs a game, as in: minimaxer web connect_four --{name} …")
    clock_from(given.clock)
    dice_from(given.dice)
    lobby = Lobby(lambda name: table_from(Namespace(**(vars(given) | {"game": name, "record": None}))))
    if given.record is not None:
        lobby.open_last(records_of(given.record))
    return lobby


def table_from(given: Namespace) -> Table:
    """The table given on the command line. Raises OptionError for a setting out of range, NotationError for a position or record
    that is not one of the game.
    """
    game = find_game(given.game)
    table = Table(game, given.game, _thinkers(given, game), _setting(given, game))
    if given.record is not None:
        with table.changed:
            table.restore(records_of(given.record)[-1])
    return table


def _setting(given: Namespace, game: Any) -> Setting:
    people, limits = sides_from(given.side, players_of(game)), limits_of(given)
    level = level_from(given, game, people)
    opponent = AI if level is None else ADAPTIVE if given.level == ADAPTIVE else seat_of(level, game)
    seats = tuple(PERSON if player in people else opponent for player in range(players_of(game)))
    setting = Setting(seats=seats, clock=clock_from(given.clock), dice=dice_from(given.dice), position=given.position)
    return setting if limits == Limits() else evolve(setting, limits=limits)


def _thinkers(given: Namespace, game: Any) -> Thinkers:
    """The AIs, which are made once the page is up."""
    options = options_from(given.options, given.algorithm)
    tiered = functools.cache(lambda: in_tier(given, game, waits=False))

    def open_search(exact: bool) -> Search[Any, Any]:
        asked = valuing_moves(game, given.algorithm, options) if exact else options
        return search_in_tier(given, game, tiered(), asked, is_playing=not exact)

    if given.book is not None:
        open_book(game, given.book).close()  # a wrong file is told at once
    return Thinkers(open_search, book=given.book)
