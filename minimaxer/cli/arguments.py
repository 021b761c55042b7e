"""Command-line arguments, above all those that several commands share, and the examples at the end of `--help`."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any, Final, NoReturn

from ..api.methods import ALGORITHMS
from ..base.lazy import imported
from ..base.scores import DRAW, WIN
from ..base.version import __version__
from ..errors import OptionError
from ..game.registry import did_you_mean
from ..searching.limits import Limits
from ..searching.validators import SCHEMES
from .tiers import TIERS

EXAMPLES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "games": (("minimaxer games", "all games"), ("minimaxer games --json", "the same as data")),
    "search": (
        ("minimaxer search connect_four --depth 10", "from the start, 10 plies deep"),
        ("minimaxer search connect_four --position 4455 --seconds 2", "from a position, for two seconds"),
        ("minimaxer search my_game.py:MyGame --depth 6 --tier tree", "a game of yours, in Python"),
    ),
    "solve": (
        ("minimaxer solve tic_tac_toe --position x...o....", "one position"),
        ("minimaxer solve connect_four --file positions.txt --json", "a file of positions"),
        ("minimaxer solve breakthrough:columns=4,rows=5 --algorithm proof --goal win", "only whether player 0 wins"),
        ("minimaxer solve connect_four --file positions.txt --store solved.db", "keeping solved positions in a file"),
        ("minimaxer solve mancala --seconds 3600 --resume kalah.save", "an hour at a time"),
        ("minimaxer solve mancala --jobs 1000000 --workers 2 --store kalah.db", "by many processes"),
    ),
    "analyse": (
        ("minimaxer analyse connect_four --position 4455 --lines 3", "the three best moves"),
        ("minimaxer analyse mancala --depth 8 --lines 6 --json", "all moves, as data"),
    ),
    "perft": (
        ("minimaxer perft chess_lite --depth 5", "every depth up to 5"),
        ("minimaxer perft chess_lite --depth 4 --divide", "behind each first move"),
    ),
    "compile": (
        ("minimaxer compile my_game.py:MyGame", "how much was compared with Python"),
        ("minimaxer compile tic_tac_toe --show play", "the types and the code of a method"),
    ),
    "tabulate": (
        ("minimaxer tabulate tic_tac_toe --out ttt.table", "all positions from the start"),
        ("minimaxer solve tic_tac_toe --tables ttt.table", "look them up"),
    ),
    "check": (
        ("minimaxer check my_game.py:MyGame", "300 random games"),
        ("minimaxer check mancala:houses=4 --games 1000 --seed 7", "more games, the same each time"),
    ),
    "play": (
        ("minimaxer play connect_four", "you move first"),
        ("minimaxer play connect_four --side 1 --level 3", "you move second, against a weaker opponent"),
        ("minimaxer play mancala --side none --depth 6", "watch the AI play against itself"),
    ),
    "export": (("minimaxer export my_game.py:MyGame --web site", "a page that plays the game, for any static server"),),
    "match": (("minimaxer match connect_four --player depth=4 --player depth=2 --rounds 50", "100 games"),),
    "levels": (("minimaxer levels my_game.py:MyGame --seconds 60", "measure levels for a minute"),),
    "balance": (
        ("minimaxer balance my_game.py:MyGame", "1,000 random games"),
        ("minimaxer balance connect_four --games 200 --player level=3", "and by a level against itself"),
    ),
    "tune": (
        ("minimaxer tune my_game.py:MyGame", "3 rounds of 1,000 games, then a match"),
        ("minimaxer tune my_game.py:MyGame --nodes 500 --games 300 --out mine.json", "quicker; Ctrl-C and again goes on"),
        ("minimaxer tune connect_four --algorithm montecarlo --options exploration=0.2:2 --nodes 500", "an option of the search"),
    ),
    "train": (
        ("minimaxer train connect_four --out four.learnt", "ten minutes on all cores; Ctrl-C and again goes on"),
        ("minimaxer play connect_four --evaluate four.learnt", "play against what was learnt"),
    ),
    "review": (("minimaxer review connect_four games.txt --svg curve.svg", "the last game of a file"),),
    "book": (("minimaxer book connect_four four.book games.txt --plies 8", "add games to a book"),),
    "engine": (("minimaxer engine chess_lite", "speak UCI on standard input"),),
    "profile": (("minimaxer profile my_game.py:MyGame", "what the rules cost"),),
    "lab": (("minimaxer lab mancala --seconds 20", "try settings for 20 seconds"),),
    "bench": (
        ("minimaxer bench", "all chapters"),
        ("minimaxer bench smp connect_four --depth 14 --threads 1,2", "one thread against two"),
    ),
}
"""Example lines for each command, each with a short description."""


def epilog(command: str) -> str | None:
    """The end of a command's help; None if there are no examples."""
    lines = EXAMPLES.get(command, ())
    width = max((len(line) for line, _ in lines), default=0)
    shown = [f"  {line:{width}}  {what}" for line, what in lines]
    return "\n".join(["examples:", *shown]) if shown else None


_TIER = "search native code (compiled), Python objects (tree), or native code where possible (auto, the default)"
_GAME = "a registered name or package.module:object, with fields as in mancala:houses=4,seeds=3"


class _Parser(argparse.ArgumentParser):
    """Reports errors in one line, without the usage. Options are never abbreviated: `--table` is not `--tables`."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        if wrong := re.match("unrecognized arguments: (--[a-z-]+)", message):
            below = _options_below(self)
            message += "; give it behind the command" if wrong[1] in below else did_you_mean(wrong[1], below)
        self.exit(2, f"{self.prog}: error: {message} (--help shows the usage)\n")


def _options_below(parser: argparse.ArgumentParser) -> list[str]:
    found = [each for each in parser._option_string_actions if each.startswith("--")]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            found += [each for command in action.choices.values() for each in _options_below(command)]
    return found


def parser(commands: Iterable[str]) -> argparse.ArgumentParser:
    """The parser of those commands, whose modules are imported now: one command needs few of the imports of all."""
    top = _Parser(
        prog="minimaxer",
        description="Plays, searches and solves games for one to six players.",
        epilog="`minimaxer games` lists the games; `minimaxer COMMAND --help` shows what a command takes, with examples.",
    )
    top.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    kinds = top.add_subparsers(required=True, metavar="command")
    for name in commands:
        add_command(kinds, name, imported(f"{__package__}.commands.{name}"))
    return top


def add_command(kinds: Any, name: str, module: ModuleType) -> None:
    """Adds a command to a parser's subparsers: a module with `add_arguments`, and `run`, which gives the exit code. The module's
    docstring, one sentence, is the help; with `python -OO`, which drops docstrings, it is the name.
    """
    description = module.__doc__ or f"{name.capitalize()}."
    command = kinds.add_parser(
        name,
        help=description[0].lower() + description[1:-1],
        description=description,
        epilog=epilog(name),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(run=module.run)
    command.add_argument("--traceback", action="store_true", help="show where an error came from")
    module.add_arguments(command)


def add_game(command: argparse.ArgumentParser) -> None:
    """Adds the game."""
    command.add_argument("game", help=_GAME)


def add_json(command: argparse.ArgumentParser, each: str = "") -> None:
    """Adds `--json`, which prints one object, or one per item that `each` names."""
    command.add_argument("--json", action="store_true", help=f"print one JSON object{each and ' per '}{each}")


def add_whole(command: argparse.ArgumentParser, name: str, metavar: str, about: str, **settings: Any) -> None:
    """Adds an option that is a whole number."""
    command.add_argument(name, type=whole, metavar=metavar, help=about, **settings)


def add_number(command: argparse.ArgumentParser, name: str, metavar: str, about: str, **settings: Any) -> None:
    """Adds an option that is a number."""
    command.add_argument(name, type=number, metavar=metavar, help=about, **settings)


def add_positions(command: argparse.ArgumentParser) -> None:
    """Adds the game, its positions and `--json`."""
    add_game(command)
    where = command.add_mutually_exclusive_group()
    where.add_argument("--position", metavar="P", help="the position, in the game's notation (default: the start)")
    about = "a file with one position per line; further columns are ignored; - is standard input"
    where.add_argument("--file", metavar="F", help=about)
    add_json(command, "line")


def add_limits(command: argparse.ArgumentParser) -> None:
    """Adds the limits of a search: depth, seconds, nodes and simulations."""
    add_whole(command, "--depth", "D", "plies to look ahead at the most")
    add_number(command, "--seconds", "T", "time at the most (default 1 where no limit is given)")
    add_whole(command, "--nodes", "N", "nodes visited at the most")
    add_whole(command, "--simulations", "N", "games played out at the most, by --algorithm montecarlo")


def limits_of(given: argparse.Namespace) -> Limits:
    """The limits given on the command line."""
    return Limits(depth=given.depth, seconds=given.seconds, nodes=given.nodes, simulations=given.simulations)


def add_tier(command: argparse.ArgumentParser, about: str = _TIER) -> None:
    """Adds `--tier`: native code or Python objects."""
    command.add_argument("--tier", choices=TIERS, default="auto", help=about)


def add_method(command: argparse.ArgumentParser) -> None:
    """Adds `--tier`, `--algorithm` and `--options`."""
    add_tier(command)
    command.add_argument("--algorithm", choices=ALGORITHMS, default="auto", help="the method (default: what suits the game)")
    command.add_argument(
        "--options",
        metavar="NAME=VALUE,...",
        default="",
        help="options of the search, such as ordering=lazy_pick,table=64MB,ignore=order+bounds; see AlphaBetaOptions, and "
        "MonteCarloOptions, InformationSetOptions, SampledOptions and ProofOptions for --algorithm montecarlo, ismcts, sampled "
        "and proof",
    )


def add_search(command: argparse.ArgumentParser) -> None:
    """Adds all arguments of one search."""
    for add in (add_limits, add_method, add_files, add_threads):
        add(command)


def add_answer(command: argparse.ArgumentParser) -> None:
    """Adds the arguments of a search that `search` and `solve` share, with those to search many positions in parallel."""
    add_method(command)
    about = "by --algorithm proof: does player 0 get at least V, a number, win, or draw? (default: the value)"
    command.add_argument("--goal", type=goal, metavar="V", help=about)
    add_files(command)
    add_threads(command)
    add_whole(command, "--workers", "N", "look at N positions of the file at a time, in processes")
    about = "have the work done by an executor, as package.module:function or path/to/file.py:function that gives one"
    command.add_argument("--executor", metavar="E", help=about)
    about = "write results as JSON lines to this file too, and leave out the positions it holds already"
    command.add_argument("--out", metavar="F", help=about)


def add_files(command: argparse.ArgumentParser) -> None:
    """Adds `--evaluate`, a learnt evaluation instead of the game's own, and `--tables`: endgame tables to probe."""
    command.add_argument(
        "--evaluate",
        metavar="F",
        help="a learnt evaluation that minimaxer train wrote, to be used instead of the game's own; none: learn none where the "
        "game has none",
    )
    about = "an endgame table that minimaxer tabulate wrote, to look positions up in; may be given several times"
    command.add_argument("--tables", metavar="F", action="append", help=about)


def add_threads(command: argparse.ArgumentParser) -> None:
    """Adds `--threads` and `--parallel`: the workers on one search, and the way they share it."""
    add_whole(command, "--threads", "N", "workers on one search at the most (default 1)", default=1)
    about = "how they share it; processes is for games that are not compiled"
    command.add_argument("--parallel", choices=SCHEMES, default="auto", help=about)


def whole(text: str) -> int:
    """Parses a whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a whole number, got {text!r}") from None


def goal(text: str) -> float:
    """Parses the payoff that player 0 should reach at least: a number, `win` or `draw`."""
    known = {"win": WIN, "draw": DRAW}
    if text in known:
        return known[text]
    try:
        return int(text)
    except ValueError:
        return number(text)


def number(text: str) -> float:
    """Parses a number."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a number, got {text!r}") from None


def hypotheses(text: str, example: str) -> tuple[float, float]:
    """The two Elo differences of `--sprt`, as in the example; raises OptionError for any other text."""
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise OptionError(f"expected --sprt to be two numbers as in {example}, got {text!r}") from None
    return elo0, elo1
