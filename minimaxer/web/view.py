"""The view of a table for the browser: plain data, without anything that the person at the board must not see; its picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from xml.etree import ElementTree

from attrs import frozen

from ..base.scores import plies_to_end, win_probability
from ..drawing.charts import PLOT
from ..errors import RulesError
from ..game.comparing import equal
from ..game.notation import counts_of, is_area
from ..game.protocol import CHANCE, Area, hides
from ..play.audience import begun, with_side
from ..searching.result import RootMove, SearchResult
from .seats import describe_news, describe_turn, title_of
from .table import Table


@frozen
class Frame:
    """The part of the plane that a picture shows, in its own units."""

    x: float
    y: float
    width: float
    height: float

    def share(self, area: Area) -> list[float]:
        """Converts a rectangle to percent of the picture: left, top, width and height.

        Examples:
            >>> Frame(0, 0, 200, 100).share((50, 25, 20, 20))
            [25.0, 25.0, 10.0, 20.0]
        """
        x, y, width, height = area
        across, down = 100 / self.width, 100 / self.height
        return [round(share, 3) for share in ((x - self.x) * across, (y - self.y) * down, width * across, height * down)]


def frame_of(svg: object) -> Frame:
    """The frame of a game's picture; raises RulesError if it is no SVG, or one without a size.

    Examples:
        >>> frame_of('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 148 148"/>')
        Frame(x=0.0, y=0.0, width=148.0, height=148.0)
    """
    if not isinstance(svg, str):
        raise RulesError(f"svg() gave {svg!r}; expected text that begins with <svg")
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        raise RulesError(f"svg() gave text that is no XML: {error}") from None
    sides = (root.get("viewBox") or f"0 0 {_bare(root.get('width'))} {_bare(root.get('height'))}").replace(",", " ").split()
    try:
        frame = Frame(*map(float, sides))
    except (TypeError, ValueError):
        frame = Frame(0, 0, 0, 0)
    if frame.width > 0 and frame.height > 0:
        return frame
    raise RulesError("svg() gave a picture without a size; give its first element a viewBox of four numbers, as in '0 0 148 148'")


def _bare(size: str | None) -> str:
    return "" if size is None else size.strip().removesuffix("px")


def shares(frame: Frame | None, areas: Any, state: object, move: object) -> list[list[float]]:
    """The areas of a move in percent of the picture; empty without a picture or a method `areas`. Raises RulesError if `areas`
    gave anything but rectangles.
    """
    if frame is None or areas is None:
        return []
    given: Sequence[Any] = areas(state, move)
    if not isinstance(given, (tuple, list)) or not all(is_area(each) for each in given):
        raise RulesError(f"areas({state!r}, {move!r}) gave {given!r}; expected rectangles (x, y, width, height)")
    return [frame.share(each) for each in given]


MOST_MOVES: Final = 1_000
"""Most legal moves that are listed; others can be typed."""


def view_of(table: Table) -> dict[str, Any]:
    """The view of the whole page; the caller holds the table's lock."""
    clocks = table.clocks()
    session = table.session
    counts = counts_of(session.found, session.state, session.players) or [""] * session.players
    frame = frame_of(picture_of(table)) if table.pictures.svg is not None and table.is_shown else None
    return {
        "version": table.version,
        "title": begun(title_of(table.name)),
        "levels": table.levels,
        "has_book": table.thinkers.has_book,
        "uses_book": table.setting.uses_book,
        "hides": hides(table.game),
        "has_chance": session.found.chances is not None,
        "has_positions": session.found.parse is not None,
        "players": [
            {"name": begun(name), "seat": seat, "clock": clock, "has": has}
            for name, seat, clock, has in zip(table.names, table.setting.seats, clocks, counts, strict=True)
        ],
        "mover": session.mover,
        "asked": table.is_asked,
        "over": session.is_over,
        "held": table.held,
        "turn": describe_turn(session, table.seats, held=table.held),
        "said": _said(table),
        "failure": table.failure,
        "board": _board(table, frame),
        "moves": _moves(table, frame),
        "last": _last(table, frame),
        "at": len(session.moves),
        "history": _history(table),
        "undone": len(session.undone),
        "can_undo": bool(session.moves) and (not table.people or session.turn_before(table.people) is not None),
        "job": _job(table),
        "advice": _advice(table, frame),
        "review": _review(table),
        "worth": _worth(table),
        "lobby_number": table.lobby_number,
        "is_open": table.audience.knows_all,
        "explains": table.explains,
        "seconds": table.setting.limits.seconds,
    }


def _said(table: Table) -> str:
    """The last moves in words; says if the last is from the book, and which level the next game is against."""
    said = describe_news(table.audience)
    if table.is_from_book:
        said = f"{said.removesuffix('.')}, from the book."
    return said if table.following is None else f"{said} Your next game is against {table.following.name}.".strip()


def picture_of(table: Table, at: int | None = None) -> str | None:
    """The picture of the board, now or after `at` moves; None if there is none, or it must not be seen."""
    draw, states = table.pictures.svg, table.session.states
    if at is not None and not (table.audience.knows_all and 0 <= at < len(states)):
        return None
    return draw(states[-1 if at is None else at]) if draw is not None and table.is_shown else None


def _board(table: Table, frame: Frame | None) -> dict[str, Any]:
    """The board: its text and the size of its picture; if it must not be seen, the reason."""
    session = table.session
    if not table.is_shown:
        waits = session.mover in table.people and len(table.people) > 1
        return {"shown": False, "number": table.turns, "waits": waits, "keeps": len(table.people) == 1}
    text = table.audience.board(session.state)
    size = None if frame is None else [frame.width, frame.height]
    beside = [] if session.found.svg is not None or session.board is None else session.board.beside(session.state)
    return {"shown": True, "number": table.turns, "text": text, "size": size, "beside": beside}


def _moves(table: Table, frame: Frame | None) -> list[dict[str, Any]]:
    """The moves or dice rolls that a person may enter now."""
    session = table.session
    if not table.may_move:
        return []
    areas = None if session.is_chance else table.pictures.areas
    state = session.state
    return [
        {"text": session.notation.write_move(state, move), "areas": shares(frame, areas, state, move)}
        for move in session.legal[:MOST_MOVES]
    ]


def _last(table: Table, frame: Frame | None) -> list[list[float]]:
    """The areas of the last move of a player, chance excluded; none where they would tell what a hidden hand holds."""
    session = table.session
    if not table.audience.knows_all:
        return []
    turn = session.turn_before(range(session.players))
    return [] if turn is None else shares(frame, table.pictures.areas, session.states[turn], session.moves[turn])


def _history(table: Table) -> list[dict[str, Any]]:
    """The moves so far, followed by those taken back."""
    session = table.session
    moves, state = [*session.moves, *reversed(session.undone)], session.states[0]
    looked_at = () if table.review is None else table.review.moves
    rows = []
    for number, move in enumerate(moves):
        state = session.states[number] if number < len(session.states) else state
        player = session.game.player(state)
        row = {"text": session.notation.write_move(state, move) if table.audience.sees_move_of(player) else "?", "player": player}
        if number < len(looked_at):
            row |= {"mark": looked_at[number].mark, "told": with_side(looked_at[number].value_text, table.names)}
            row |= {"better": looked_at[number].best if looked_at[number].mark else ""}
        rows.append(row)
        state = session.game.play(state, move)
    return rows


def _job(table: Table) -> dict[str, Any] | None:
    """The running job; the progress of the AI's search only if that reveals nothing hidden."""
    job, thinkers = table.job, table.thinkers
    if job is None:
        return None
    progress = job.progress if job.kind != "move" or table.audience.knows_all else None
    if progress is not None and "told" in progress:
        progress = progress | {"told": with_side(progress["told"], table.names)}
    return {"kind": job.kind, "is_ready": thinkers.is_ready, "compiling": thinkers.compiling, "progress": progress}


def _advice(table: Table, frame: Frame | None) -> dict[str, Any] | None:
    """The result of a hint, or the values of the moves; with the areas of the reply that the search expects."""
    if table.advice is None or not table.is_shown or not table.is_asked:
        return None
    kind, result = table.advice
    session, names = table.session, table.names
    return {
        "kind": kind,
        "move": None if result.move is None else session.notation.write_move(session.state, result.move),
        "number": None if result.move is None else _number(table, result.move),
        "told": with_side(result.value_text, names),
        "depth": result.depth,
        "line": session.notation.write_line(session.state, result.pv),
        "reply": _reply(table, frame, result.pv),
        "values": [_value(table, row, result) for row in (result.moves if kind == "values" else ())],
    }


def _reply(table: Table, frame: Frame | None, line: Sequence[Any]) -> list[list[float]]:
    """The areas of the second move of a line, where a player makes it and everything is seen."""
    game = table.session.game
    if len(line) < 2 or not table.audience.knows_all:
        return []
    state = game.play(table.session.state, line[0])
    return [] if game.player(state) == CHANCE else shares(frame, table.pictures.areas, state, line[1])


def _value(table: Table, row: RootMove[Any], result: SearchResult[Any]) -> dict[str, Any]:
    session = table.session
    best = result.moves[0]
    return {
        "number": _number(table, row.move),
        "text": session.notation.write_move(session.state, row.move),
        "told": with_side(result.value_text_of(row), table.names),
        "short": short_value(row, session.mover or 0),
        "best": equal(row.move, result.move) or (row.value is not None and (row.value, row.bound) == (best.value, best.bound)),
    }


def short_value(row: RootMove[Any], mover: int) -> str:
    """The value of a move for the mover, in a few characters.

    Examples:
        >>> from minimaxer import Bound, win_in
        >>> short_value(RootMove(move=1, value=-3, bound=Bound.EXACT, depth=2, pv=(1,)), mover=1)
        '+3'
        >>> short_value(RootMove(move=1, value=win_in(5), bound=Bound.EXACT, depth=5, pv=(1,)), mover=1)
        'loss 5'
    """
    value = row.payoffs[mover] if row.payoffs is not None else row.value
    if value is None:
        return "?"
    if row.payoffs is None and mover != 0:
        value = -value
    if row.meaning == "chances":
        return f"{win_probability(value):.0%}"
    plies = plies_to_end(value) if row.meaning == "plies" else None
    if plies is not None:
        return f"{'win' if value > 0 else 'loss'} {plies}"
    return f"{value:+.3g}" if value else "0"


def _number(table: Table, move: Any) -> int:
    """The index of a move among the legal moves."""
    return next(number for number, each in enumerate(table.session.legal) if equal(each, move))


def _worth(table: Table) -> dict[str, Any] | None:
    """The position's worth for player 0, if it is known; None where no bar can show it, or it would reveal something."""
    session = table.session
    if len(table.names) != 2 or not table.audience.knows_all:
        return None
    if session.result is not None:
        return {"share": session.result.points[0], "told": ""}
    worth = table.worth
    if worth is None or table.player_moves > worth.turns + 1:
        return {"share": None, "told": ""}
    return {"share": worth.share, "told": with_side(worth.told, table.names)}


def _review(table: Table) -> dict[str, Any] | None:
    """Each player's mistakes, the number of moves reviewed, and the edges of the plot; None without a review."""
    if table.review is None:
        return None
    counts = [sum(each.player == player for each in table.review.mistakes) for player in range(len(table.names))]
    looked_at = {"looked_at": len(table.review.moves), "of": len(table.review.record.moves), "plot": PLOT}
    return {"number": id(table.review), "mistakes": counts} | looked_at


def curve_of(table: Table) -> str | None:
    """The curve of a reviewed game, as a picture; None without a review."""
    return None if table.review is None else str(table.review.curve())
