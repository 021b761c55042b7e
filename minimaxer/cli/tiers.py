"""How to search, read from the command line: `--tier`, natively or on a tree, and the options of a method."""

from __future__ import annotations

import logging
import sys
from argparse import Namespace
from typing import Any, Final

from attrs import fields_dict

from ..api.methods import defaults_to_play, family_of
from ..api.search import Search
from ..base.lazy import imported
from ..errors import CompileError, OptionError
from ..families.proof.options import asking
from ..game.notation import Notation
from ..game.registry import find_game, read_fields
from ..native import PendingGame, available, compile_game, rules_of
from ..searching.options import Options
from ..tables.table import Table
from .positions import Position, read
from .progress import clear, note


def options_from(text: str, algorithm: str = "auto") -> Options | None:
    """The options of the method's family that a text such as `ordering=lazy_pick,table=64MB` sets; None for an empty text. Raises
    OptionError if an option is unknown or refused.
    """
    if not text:
        return None
    given = read_fields(text, "--options")
    known = options_of(algorithm)
    if unknown := [name for name in given if name not in known]:
        raise OptionError(f"there is no option {unknown[0]!r}; known: {', '.join(known)}")
    return made(given, algorithm)


def options_of_answer(given: Namespace) -> Options | None:
    """The options of a search, with its goal if one is given; raises OptionError if one is unknown or refused."""
    options = options_from(given.options, given.algorithm)
    if given.goal is None:
        return options
    asked: Options = asking(given.goal, family_of(given.algorithm).defaults if options is None else options, given.algorithm)
    return asked


def options_of(algorithm: str) -> dict[str, Any]:
    """The options of a method's family, by name."""
    return fields_dict(type(family_of(algorithm).defaults))


def made(given: dict[str, Any], algorithm: str) -> Options:
    """The options of a method's family with these values."""
    return type(family_of(algorithm).defaults)(**given)


TIERS: Final = ("auto", "tree", "compiled")


class _Announcer(logging.Handler):
    """Prints log messages to standard error, such as that a game is being compiled, which takes seconds."""

    def emit(self, record: logging.LogRecord) -> None:
        clear()
        print(f"minimaxer: {record.getMessage()}", file=sys.stderr, flush=True)


def game_in_tier(given: Namespace, *, waits: bool = True) -> tuple[Any, Any]:
    """The game given on the command line, and the form of it to search: compiled if that is requested or possible.

    Unless it `waits`, a game that may be searched on a tree is compiled in the background. For `--tier compiled`, raises
    CompileError if the game cannot be compiled, and MissingExtraError without llvmlite.
    """
    game = find_game(given.game)
    if isinstance(getattr(given, "position", None), str):  # a wrong one is told before anything is compiled
        read(Position(given.position, "--position"), Notation(game))
    return game, in_tier(given, game, waits=waits)


def in_tier(given: Namespace, game: Any, *, waits: bool = True) -> Any:
    """The form of the rules to search; errors as in `game_in_tier`."""
    if given.tier == "tree" or (given.tier == "auto" and not available()):
        return game
    if not waits and given.tier == "auto":
        announce(logging.WARNING)
        return PendingGame(game)
    announce()
    try:
        return compile_game(game, on_progress=lambda step: note("" if step.done == step.total else str(step)))
    except CompileError as error:
        if given.tier == "compiled":
            raise
        logging.getLogger("minimaxer").info("searched on a tree, since: %s", error)
        return game


def search_in_tier(
    given: Namespace, game: Any, tiered: Any, options: Options | None, *, is_playing: bool = False
) -> Search[Any, Any]:
    """The search of the game in its tier; with `auto`, on a tree if the compiled tier refuses the options."""
    if is_playing and options is None and not getattr(given, "tables", None):
        options = defaults_to_play(given.algorithm, game, files_of(given, game)["evaluate"])
    try:
        return _search(given, tiered, options)
    except OptionError:
        if given.tier != "auto" or tiered is game:
            raise
        return _search(given, game, options)


def files_of(given: Namespace, game: Any) -> dict[str, Any]:
    """The arguments `evaluate` and `tables` of `Search` and `Search.restore`, loaded from the files named on the command line."""
    rules = rules_of(game)
    path = getattr(given, "evaluate", None) or "auto"
    own: dict[str, Any] = {"auto": "auto", "none": None}
    return {
        "evaluate": own[path] if path in own else imported("minimaxer.learning.evaluation:LearntEvaluation").load(rules, path),
        "tables": [Table.load(rules, path) for path in getattr(given, "tables", None) or ()],
    }


def _search(given: Namespace, game: Any, options: Options | None) -> Search[Any, Any]:
    return Search(
        game, options, algorithm=given.algorithm, threads=given.threads, parallel=given.parallel, **files_of(given, game)
    )


def announce(level: int = logging.INFO) -> None:
    """Sends log messages of that level and above, such as those about compiling, to standard error."""
    log = logging.getLogger("minimaxer")
    log.setLevel(level)
    log.handlers[:] = [_Announcer()]
    log.propagate = False
