"""Laws of notation and display: a written position or move reads back as itself."""

from __future__ import annotations

import math
from typing import Any, Final

from ...base.scores import plain_number
from ...game.comparing import RAISED, Difference, alike
from ...game.notation import is_area, is_tally
from ...game.weights import weights_of
from ..case import Case, error_text, shown
from .law import Law


def positions_read_back(case: Case[Any, Any]) -> str | None:
    """`parse(format(state))` is the state."""
    if case.found.parse is None:
        return None
    text = case.ask("format", case.state)
    if not isinstance(text, str) or not text or text != " ".join(text.split()) or ";" in text:
        return (
            f"format() gives {shown(text)}; expected a text of one line, without white space at its ends, and without a semicolon"
        )
    try:
        state = case.found.parse(text)
    except RAISED as error:
        return f"format() gives {shown(text)}, of which parse() raised {error_text(error)}"
    if case.difference(state, case.state) is not Difference.OTHER:
        return None
    gives = f"format() gives {shown(text)}, and parse() of it {shown(state)}, not {shown(case.state)}"
    return f"parse(format(state)) is another state: {gives}"


def moves_read_back(case: Case[Any, Any]) -> str | None:
    """`parse_move(state, format_move(state, move))` is the move, and no two moves have the same text."""
    if case.found.parse_move is None:
        return None
    for move in case.moves:
        text = case.ask("format_move", case.state, move)
        if not isinstance(text, str) or not text or text != "".join(text.split()):
            return f"format_move() gives {shown(text)} for {shown(move)}; expected a text without white space"
        try:
            again = case.found.parse_move(case.state, text)
        except RAISED as error:
            return f"format_move() gives {shown(text)} for {shown(move)}, of which parse_move() raised {error_text(error)}"
        if not alike(again, move):
            read = f"{shown(move)} is written {shown(text)}, which is read as {shown(again)}"
            return f"parse_move(state, format_move(state, move)) is another move: {read}"
    return None


def boards_are_text(case: Case[Any, Any]) -> str | None:
    """`render` gives text."""
    text = case.ask("render", case.state)
    return None if isinstance(text, str) and text else f"render() gives {shown(text)}; expected text"


def pictures_are_svg(case: Case[Any, Any]) -> str | None:
    """`svg` gives a picture."""
    text = case.ask("svg", case.state)
    if isinstance(text, str) and text.lstrip().startswith("<svg"):
        return None
    return f"svg() gives {shortened(text)}; expected text that begins with <svg"


def areas_are_rectangles(case: Case[Any, Any]) -> str | None:
    """`areas` gives rectangles, each of four numbers, with a width and a height."""
    for move in case.moves:
        given = case.ask("areas", case.state, move)
        if not isinstance(given, (tuple, list)) or not all(is_area(each) for each in given):
            return (
                f"areas(state, {shown(move)}) gives {shortened(given)}; expected rectangles (x, y, width, height), "
                "with width and height above 0, in the units of the picture"
            )
    return None


def tallies_are_numbers(case: Case[Any, Any]) -> str | None:
    """`tally` gives a number for each player."""
    given = case.ask("tally", case.state)
    if is_tally(given, case.players):
        return None
    return f"tally() gives {shortened(given)}; expected a tuple of {case.players} numbers, one for each player"


def features_are_numbers(case: Case[Any, Any]) -> str | None:
    """`features` gives numbers, the same count in every state, and one for each weight."""
    given, weights = case.ask("features", case.state), weights_of(case.game)
    numbers = [plain_number(each) for each in given] if isinstance(given, tuple | list) else [None]
    if any(number is None or not math.isfinite(number) for number in numbers):
        return f"features() gives {shortened(given)}; expected a tuple of finite numbers"
    if weights is not None and len(numbers) != len(weights):
        return f"features() gives {len(numbers)} numbers, and the game has {len(weights)} weights; give each a weight"
    initial = case.of(case.game.initial())
    if initial.runs and len(numbers) != (first := len(initial.ask("features", initial.state))):
        return f"features() gives {len(numbers)} numbers, and {first} in the initial state; give as many everywhere"
    return None


def shortened(text: object) -> str:
    """The `repr` of a value, cut to 60 characters."""
    written = shown(text)
    return written if len(written) <= 60 else f"{written[:60]}..."


LAWS: Final = (
    Law("positions-read-back", positions_read_back, needs="format", finished=True),
    Law("moves-read-back", moves_read_back, needs="format_move"),
    Law("boards-are-text", boards_are_text, needs="render", finished=True),
    Law("pictures-are-svg", pictures_are_svg, needs="svg", finished=True),
    Law("areas-are-rectangles", areas_are_rectangles, needs="areas", chance=False),
    Law("tallies-are-numbers", tallies_are_numbers, needs="tally", finished=True),
    Law("features-are-numbers", features_are_numbers, needs="features"),
)
