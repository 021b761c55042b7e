"""What the command line takes."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from .. import __version__
from ..methods import ALGORITHMS
from ..terms.schemes import SCHEMES
from ..testing.doctor import GAMES
from . import benching, checking, experimenting, listing, looking, perfting, playing, telling
from .tiers import TIERS

_GAME = "a registered name or package.module:object, with fields as in mancala:houses=4,seeds=3"


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the usage before it."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: error: {message} (--help shows the usage)\n")


def parser() -> argparse.ArgumentParser:
    """The parser; each command's function is its `run`."""
    top = _Parser(prog="minimaxer", description="Plays, searches and solves games for two.")
    top.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = top.add_subparsers(required=True, metavar="command")

    games = _command(commands, "games", listing.run, "list the registered games, their fields and capabilities")
    games.add_argument("--json", action="store_true", help="print one JSON object per line")

    search = _command(commands, "search", looking.run_search, "look ahead: the best move, its value and the line expected")
    _add_positions(search)
    _add_limits(search)
    _add_method(search)
    _add_threads(search)
    _add_workers(search)

    solve = _command(commands, "solve", looking.run_solve, "the game-theoretic value, a best move and the line to the end")
    _add_positions(solve)
    solve.add_argument("--seconds", type=_number, metavar="T", help="give up after so much time for each position")
    solve.add_argument("--nodes", type=_whole, metavar="N", help="give up after so many nodes for each position")
    _add_method(solve)
    _add_threads(solve)
    _add_workers(solve)

    perft = _command(commands, "perft", perfting.run, "count the sequences of legal moves")
    perft.add_argument("game", help=_GAME)
    perft.add_argument("--depth", type=_whole, required=True, metavar="D", help="plies; every depth up to it is counted")
    perft.add_argument("--position", metavar="P", help="where to start, in the game's notation")
    perft.add_argument("--finished", action="store_true", help="count games that ended earlier too")
    perft.add_argument("--divide", action="store_true", help="count the sequences behind each first move, at that depth alone")
    perft.add_argument(
        "--threads", type=_whole, default=1, metavar="N", help="threads to count on, for compiled games (default 1)"
    )
    _add_tier(perft)
    perft.add_argument("--json", action="store_true", help="print one JSON object per line")

    check = _command(commands, "check", checking.run, "play random games, and say which laws the rules break")
    check.add_argument("game", help=_GAME)
    check.add_argument("--games", type=_whole, default=GAMES, metavar="N", help=f"random games to play (default {GAMES})")
    check.add_argument("--seed", type=_whole, default=0, metavar="S", help="which games (default 0)")
    check.add_argument("--seconds", type=_number, metavar="T", help="end the examination after that time (default: no limit)")
    check.add_argument(
        "--tier",
        choices=TIERS,
        default="auto",
        help="compare compiled rules where possible (auto, the default), demand that they compile, or look at Python's alone",
    )
    check.add_argument("--json", action="store_true", help="print one JSON object")

    play = _command(commands, "play", playing.run, "play against the AI in the terminal")
    play.add_argument("game", help=_GAME)
    play.add_argument(
        "--side",
        choices=("0", "1", "both", "none"),
        default="0",
        help="which player you are (default 0, who begins); with none, Ctrl-C ends the game",
    )
    play.add_argument("--position", metavar="P", help="where to start, in the game's notation")
    _add_limits(play)
    _add_method(play)
    _add_threads(play)

    lab = _command(commands, "lab", experimenting.run, "try orderings and options on a game, and say which is best")
    _add_positions(lab)
    lab.add_argument(
        "--positions", type=_whole, default=4, metavar="N", help="without a position: so many of random games (default 4)"
    )
    lab.add_argument("--seed", type=_whole, default=0, metavar="S", help="which random games (default 0)")
    lab.add_argument("--depth", type=_whole, metavar="D", help="plies to search (default: what takes some tenths of a second)")
    lab.add_argument("--seconds", type=_number, default=40.0, metavar="T", help="how long it may take (default 40)")
    lab.add_argument(
        "--tier", choices=TIERS, default="auto", help="one tier, or both where the game can be compiled (auto, the default)"
    )
    lab.add_argument("--svg", metavar="F", help="draw the times as bars into this file")

    bench = _command(
        commands, "bench", telling.run, "measure what makes searches fast on this machine; bench smp: several workers"
    )
    bench.add_argument("--json", action="store_true", help="print one JSON object per line")
    kinds = bench.add_subparsers(metavar="smp")
    smp = _command(kinds, "smp", benching.run_smp, "nodes per second and time to the answer with one and several workers")
    _add_positions(smp)
    smp.add_argument("--depth", type=_whole, metavar="D", help="plies to search (default: what one worker takes some time for)")
    smp.add_argument("--solve", action="store_true", help="solve the positions instead")
    smp.add_argument("--threads", default="1,2", metavar="N,...", help="numbers of workers (default 1,2)")
    smp.add_argument("--parallel", choices=SCHEMES, default="auto", help="how they share a search")
    smp.add_argument("--repeat", type=_whole, default=3, metavar="R", help="how often each is measured (default 3)")
    _add_method(smp)
    return top


def _command(commands: Any, name: str, run: Any, text: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
    command.set_defaults(run=run)
    command.add_argument("--traceback", action="store_true", help="show where an error came from")
    return command


def _add_positions(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", help=_GAME)
    where = command.add_mutually_exclusive_group()
    where.add_argument("--position", metavar="P", help="the position, in the game's notation (default: the start)")
    where.add_argument(
        "--file", metavar="F", help="a file with one position per line; further columns are ignored; - is standard input"
    )
    command.add_argument("--json", action="store_true", help="print one JSON object per line")


def _add_limits(command: argparse.ArgumentParser) -> None:
    command.add_argument("--depth", type=_whole, metavar="D", help="plies to look ahead at the most")
    command.add_argument("--seconds", type=_number, metavar="T", help="time at the most (default 1 where no limit is given)")
    command.add_argument("--nodes", type=_whole, metavar="N", help="nodes visited at the most")


def _add_tier(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--tier",
        choices=TIERS,
        default="auto",
        help="search native code (compiled), Python objects (tree), or native code where possible (auto, the default)",
    )


def _add_method(command: argparse.ArgumentParser) -> None:
    _add_tier(command)
    command.add_argument("--algorithm", choices=ALGORITHMS, default="auto")
    command.add_argument(
        "--options",
        metavar="NAME=VALUE,...",
        default="",
        help="options of the search, such as ordering=lazy_pick,table=64MB,ignore=order+bounds; see AlphaBetaOptions",
    )


def _add_threads(command: argparse.ArgumentParser) -> None:
    command.add_argument("--threads", type=_whole, default=1, metavar="N", help="workers on one search at the most (default 1)")
    command.add_argument(
        "--parallel", choices=SCHEMES, default="auto", help="how they share it; processes is for games that are not compiled"
    )


def _add_workers(command: argparse.ArgumentParser) -> None:
    command.add_argument("--workers", type=_whole, metavar="N", help="look at N positions of the file at a time, in processes")
    command.add_argument(
        "--out", metavar="F", help="write results as JSON lines to this file too, and leave out the positions it holds already"
    )


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a whole number, got {text!r}") from None


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a number, got {text!r}") from None
