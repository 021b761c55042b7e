"""Players of a match, read from the command line."""

from __future__ import annotations

from typing import Any, Final

from attrs import fields_dict

from ..bridges.external import External
from ..errors import OptionError
from ..game.registry import find_game, read_fields
from ..learning.evaluation import LearntEvaluation
from ..play.levels.level import Level
from ..play.players import Anybody, Contestant, Player
from ..searching.limits import Limits
from .options import made, options_of

_LIMITS: Final = tuple(fields_dict(Limits))
_OWN: Final = ("name", "algorithm", "threads", "parallel", "book", "evaluate", "ponder")
_LEVEL: Final = ("level", "elo", "path")
HELP: Final = (
    "a player, as often as the game has players: limits, options of the search and more, as in depth=4,algorithm=mtdf,name=new, "
    "with clock=60,increment=0.5 for a clock, book=F for an opening book, ponder=True to think while the other does, "
    "evaluate=F for a learnt evaluation, rules=module:object for rules of its own; level=3 or elo=400 for a level; random; or "
    "another program: command=fairy-stockfish,depth=2,UCI_Variant=gardner"
)


def contestant_from(text: str, game: Any, tier: Any) -> Contestant:
    """The player that a text such as `depth=4,table=1MB` describes; `tier` puts a player's own rules into the requested tier."""
    if text == "random":
        return Anybody()
    given = read_fields(text, "--player")
    if "command" in given:
        return _external(given)
    if "level" in given or "elo" in given:
        return _level(given)
    rules = given.pop("rules", None)
    algorithm = str(given.get("algorithm", "auto"))
    known = tuple(options_of(algorithm))
    if unknown := [name for name in given if name not in (*_LIMITS, *_OWN, *known)]:
        raise OptionError(
            f"a player has no {unknown[0]!r}; known: {', '.join((*_LIMITS, *_OWN))}, rules, and the options of the search, as "
            f"{', '.join(known[:3])}"
        )
    options = {name: value for name, value in given.items() if name in known}
    limits = {name: value for name, value in given.items() if name in _LIMITS}
    settings: dict[str, Any] = {name: value for name, value in given.items() if name in _OWN}
    if "name" in settings:
        settings["name"] = str(settings["name"])
    own = None if rules is None else find_game(str(rules))
    if "evaluate" in settings:
        settings["evaluate"] = LearntEvaluation.load(game if own is None else own, str(settings["evaluate"]))
    if limits:
        settings["limits"] = Limits(**limits)
    if options:
        settings["options"] = made(options, algorithm)
    return Player(**settings, game=None if own is None else tier(own))


def _level(given: dict[str, Any]) -> Level:
    if unknown := [name for name in given if name not in _LEVEL]:
        raise OptionError(f"a level has no {unknown[0]!r}; known: {', '.join(_LEVEL)}")
    return Level(given.get("level"), elo=given.get("elo"), path=given.get("path"))


def _external(given: dict[str, Any]) -> External:
    """Another program; names that are neither limits nor settings of ours are its own options."""
    command, name = str(given.pop("command")), str(given.pop("name", ""))
    protocol = given.pop("protocol", "uci")
    limits = {each: given.pop(each) for each in _LIMITS if each in given}
    settings: dict[str, Any] = {"limits": Limits(**limits)} if limits else {}
    return External(command, name=name, protocol=protocol, options=given, **settings)
