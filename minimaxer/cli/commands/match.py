"""Have players play many games against each other, and say what that proves."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Any, Final, get_args

from attrs import fields_dict

from ...base.checks import check_whole
from ...base.files import check_writable, write_text
from ...bridges.external import External
from ...errors import OptionError
from ...game.notation import Notation
from ...game.protocol import players_of
from ...game.registry import find_game, read_fields
from ...learning.evaluation import LearntEvaluation
from ...play.balance import balanced_openings
from ...play.book import open_book
from ...play.levels.level import Level
from ...play.match import ROUNDS, Match, Round, play_match
from ...play.players import Anybody, Contestant, Player
from ...play.playing import MOST_PLIES
from ...play.statistics import Model, Sprt
from ...play.tournament import Kind, Tournament, play_tournament
from ...searching.limits import Limits
from ..arguments import add_game, add_json, add_number, add_tier, add_whole, hypotheses
from ..positions import read, rows_of
from ..progress import note, tell
from ..tiers import game_in_tier, in_tier, made, options_of

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
        if unknown := [name for name in given if name not in _LEVEL]:
            raise OptionError(f"a level has no {unknown[0]!r}; known: {', '.join(_LEVEL)}")
        return Level(given.get("level"), elo=given.get("elo"), path=given.get("path"))
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


def _external(given: dict[str, Any]) -> External:
    """Another program; names that are neither limits nor settings of ours are its own options."""
    command, name = str(given.pop("command")), str(given.pop("name", ""))
    protocol = given.pop("protocol", "uci")
    limits = {each: given.pop(each) for each in _LIMITS if each in given}
    settings: dict[str, Any] = {"limits": Limits(**limits)} if limits else {}
    return External(command, name=name, protocol=protocol, options=given, **settings)


_SETTINGS: Final = ("rounds", "seed", "plies", "adjudicate", "repetition", "workers")


def add_arguments(command: ArgumentParser) -> None:
    add_game(command)
    command.add_argument("--player", action="append", default=[], metavar="P", help=HELP)
    add_whole(command, "--rounds", "N", f"most rounds, each with every player in every seat (default {ROUNDS})", default=ROUNDS)
    add_whole(command, "--openings", "N", "begin after N random plies (default: as few as are enough)")
    about = "of random openings, take those that a short search values at V or less for either side"
    add_number(command, "--balanced", "V", about)
    command.add_argument("--book", metavar="F", help="begin where the games of this opening book were after --openings plies")
    command.add_argument("--file", metavar="F", help="begin at the positions of this file, one a line; - is standard input")
    about = "end as soon as it is proven that the first player is E1 Elo stronger, or is not even E0, as in 0,10"
    command.add_argument("--sprt", metavar="E0,E1", help=about)
    about = "what E0 and E1 are in (default normalized)"
    command.add_argument("--model", choices=get_args(Model), default="normalized", help=about)
    add_number(command, "--alpha", "P", "how often the test may be wrong (default 0.05)", default=0.05)
    add_whole(command, "--seed", "N", "of openings, dice and lots (default 0)", default=0)
    add_whole(command, "--plies", "N", "after N plies nobody wins (default 2000)", default=MOST_PLIES)
    command.add_argument("--adjudicate", action="store_true", help="end games whose result a search has proven")
    command.add_argument("--repetition", action="store_true", help="draw games in which a position comes for the third time")
    add_whole(command, "--workers", "N", "games side by side (default: one for each processor)")
    about = "write rounds as JSON lines to this file (a tournament: folder), and leave out those it holds"
    command.add_argument("--out", metavar="F", help=about)
    command.add_argument("--gauntlet", action="store_true", help="of many players, the first against all others")
    command.add_argument("--records", metavar="F", help="write all games as text to this file")
    add_json(command)
    add_tier(command)


def run(given: Namespace) -> int:
    """Plays the match, or a tournament of more players than seats; returns 1 if a round could not be played."""
    game, tiered = game_in_tier(given)
    check_writable(given.records)
    players = [contestant_from(text, game, lambda rules: in_tier(given, rules)) for text in given.player]
    sprt = None
    if given.sprt is not None:
        sprt = Sprt(*hypotheses(given.sprt, "0,10"), alpha=given.alpha, beta=given.alpha, model=given.model)
    settings: dict[str, Any] = {name: getattr(given, name) for name in _SETTINGS}
    settings |= {"openings": _openings(given, game, tiered), "path": given.out}
    found: Match[Any, Any] | Tournament
    if players_of(game) == 2 and (len(players) > 2 or given.gauntlet):
        kind: Kind = "gauntlet" if given.gauntlet else "round_robin"
        found = play_tournament(tiered, players, kind=kind, on_round=_standing, **settings, sprt=sprt)
        matches = list(found.matches.values())
    else:
        found = play_match(tiered, players, sprt=sprt, on_round=_shown, **settings)
        matches = [found]
    note("")
    tell(given, found)
    if given.records is not None:
        write_text(given.records, "\n".join(game.text for match in matches for game in match.games))
    failed = sum(each.error is not None for match in matches for each in match.rounds)
    if failed:
        print(f"minimaxer: error: {failed} rounds could not be played", file=sys.stderr)
    return 1 if failed else 0


def _openings(given: Namespace, game: Any, tiered: Any) -> Any:
    """The openings that the options give: a number of random plies, a list of states, or None."""
    if given.balanced is not None:
        if given.book is not None or given.file is not None:
            raise OptionError("contradictory options: --balanced chooses among random openings, and --book and --file give them")
        check_whole("--rounds", given.rounds, 1)
        note("looking for balanced openings")
        found = balanced_openings(tiered, given.rounds, given.balanced, plies=given.openings, seed=given.seed)
        if len(found) < given.rounds:
            print(f"minimaxer: {len(found)} balanced openings were found for {given.rounds} rounds", file=sys.stderr)
        return found
    if given.book is not None:
        if given.file is not None:
            raise OptionError("contradictory options: --book and --file both say where games begin")
        with open_book(game, given.book) as book:
            return book.positions(given.openings or 0)
    if given.file is None:
        return given.openings
    if given.openings is not None:
        raise OptionError("contradictory options: --openings draws positions, and --file gives them")
    notation: Notation[Any, Any] = Notation(game)
    return [read(row, notation) for row in rows_of(given.file)]


def _shown(match: Match[Any, Any], done: Round) -> None:
    elo = f", Elo {match.pairs.elo}" if len(match.names) == 2 else ""
    ratio = "" if match.sprt is None else f", test {match.sprt.ratio(match.pairs.counts):+.2f}"
    note(f"round {done.number + 1}: {_points(match)}{elo}{ratio}")


def _standing(tournament: Tournament, done: Round) -> None:
    note(f"match {len(tournament.matches)}, round {done.number + 1}: {_points(tournament)}")


def _points(found: Match[Any, Any] | Tournament) -> str:
    return ", ".join(f"{name} {points:g}" for name, points in zip(found.names, found.points, strict=True))
