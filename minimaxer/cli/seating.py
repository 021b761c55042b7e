"""How a game that people play is set up, read from the command line."""

from __future__ import annotations

from argparse import ArgumentParser
from random import Random

from ..errors import OptionError
from ..terms.limits import Limits


def add_seating(command: ArgumentParser) -> None:
    """Who sits where, from which position, with which dice and clocks."""
    command.add_argument(
        "--side",
        default="0",
        metavar="S",
        help="which player you are (default 0, who begins): a number, several as in 0+2, all (or both), or none, where Ctrl-C "
        "ends the game",
    )
    command.add_argument("--position", metavar="P", help="where to start, in the game's notation")
    command.add_argument(
        "--dice",
        default="roll",
        metavar="D",
        help="where chance decides: roll, ask for what real dice show, or a number, which makes the rolls the same each time",
    )
    command.add_argument(
        "--clock",
        metavar="T[+I]",
        help="seconds that each player has for the game, and gets back after each move, as 300+5",
    )


def sides_from(given: str, players: int) -> set[int]:
    """The players that are people."""
    if given in ("both", "all"):
        return set(range(players))
    parts = [] if given == "none" else given.split("+")
    if not all(part.isdecimal() and int(part) < players for part in parts):
        known = "0" if players == 1 else f"a player from 0 to {players - 1}, several as in 0+1"
        raise OptionError(f"expected --side to be {known}, all or none, got {given!r}")
    return set(map(int, parts))


def dice_from(given: str) -> Random | None:
    """What rolls; None where people do."""
    if given in ("ask", "roll"):
        return None if given == "ask" else Random()
    if not given.isdecimal():
        raise OptionError(f"expected --dice to be roll, ask or a whole number, got {given!r}")
    return Random(int(given))


def clock_from(given: str | None) -> Limits | None:
    """The clock that everybody has; None without one."""
    if given is None:
        return None
    clock, plus, increment = given.partition("+")
    try:
        return Limits(clock=float(clock), increment=float(increment) or None if plus else None)
    except ValueError:
        raise OptionError(f"expected --clock to be seconds above 0, as in 300 or 300+5, got {given!r}") from None
