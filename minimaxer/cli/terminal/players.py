"""Setting up a game with people, from the command line."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from random import Random
from typing import Any

from ...errors import OptionError
from ...play.levels.level import ADAPTIVE, Level, next_level
from ...searching.limits import Limits
from ..arguments import add_number, limits_of


def add_seating(command: ArgumentParser) -> None:
    """Adds `--side`, `--position`, `--dice` and `--clock`."""
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
        "--clock", metavar="T[+I]", help="seconds that each player has for the game, and gets back after each move, as 300+5"
    )


def add_strength(command: ArgumentParser) -> None:
    """Adds the AI's opening book and strength: `--book`, `--level` and `--elo`."""
    command.add_argument("--book", metavar="F", help="an opening book, as `minimaxer book` makes it, by which the AI begins")
    command.add_argument(
        "--level",
        metavar="L",
        help="play against a level of the game rather than the strongest: a number, also between two, or adaptive, which follows "
        "your results from game to game",
    )
    add_number(command, "--elo", "E", "the same by strength, in Elo above random play")


def level_from(given: Namespace, game: Any, people: set[int]) -> Level | None:
    """The level given on the command line; None for the strongest play."""
    if given.level is None and given.elo is None:
        return None
    if limits_of(given) != Limits():
        raise OptionError("contradictory options: a level knows how long it thinks; leave --depth, --seconds and --nodes out")
    if given.level == ADAPTIVE and given.elo is None:
        if len(people) != 1:
            raise OptionError("an adaptive level follows one person; let --side name one")
        return next_level(game)
    level = None if given.level is None else number_in(given.level, "--level to be a number or adaptive")
    return Level(level, elo=given.elo)


def number_in(text: str, expected: str) -> float:
    """The number that a text is; raises OptionError with what was expected if it is none."""
    try:
        return float(text)
    except ValueError:
        raise OptionError(f"expected {expected}, got {text!r}") from None


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
    """The generator of dice rolls; None if people roll."""
    if given in ("ask", "roll"):
        return None if given == "ask" else Random()
    if not given.isdecimal():
        raise OptionError(f"expected --dice to be roll, ask or a whole number, got {given!r}")
    return Random(int(given))


def clock_from(given: str | None) -> Limits | None:
    """The clock of each player; None without clocks."""
    if given is None:
        return None
    clock, plus, increment = given.partition("+")
    try:
        return Limits(clock=float(clock), increment=float(increment) or None if plus else None)
    except ValueError:
        raise OptionError(f"expected --clock to be seconds above 0, as in 300 or 300+5, got {given!r}") from None
