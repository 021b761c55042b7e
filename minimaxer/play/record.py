"""Game records: the moves in the game's own notation, the players' information, and the result; written, read and replayed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from attrs import asdict, field, frozen

from ..base.checks import front_door
from ..base.files import expecting, made_of, read_json
from ..errors import IllegalMoveError, NotationError
from ..game.protocol import Game, M, S, players_of
from .session import Result, Session


@frozen(kw_only=True)
class Note:
    """A move as it was played.

    Attributes:
        move: In the game's notation.
        player: The player who made it; -1 for chance.
        value: The player's estimate of the position, for player 0 or, with more than two, for all; None if unknown.
        depth: The search depth, in plies.
        nodes: Nodes visited.
        seconds: Time taken.
    """

    move: str
    player: int
    value: float | list[float] | None = None
    depth: int | None = None
    nodes: int | None = None
    seconds: float = 0.0


@frozen(kw_only=True)
class Record:
    """A game that was played.

    Attributes:
        game: The game's name.
        names: The players' names, player 0's first.
        position: The first position, in the game's notation.
        moves: The moves, those of chance included.
        result: The result; None if the game was not finished.
        tags: Other information by name: texts such as the round or the date.

    Examples:
        >>> from minimaxer_games.nim import Nim
        >>> session = Session(Nim())
        >>> session.play(session.legal[0])
        >>> record = record_of(session, "nim", ("you", "me"))
        >>> read_records(record.text)[0] == record
        True
    """

    game: str
    names: tuple[str, ...]
    position: str
    moves: tuple[Note, ...]
    result: Result | None
    tags: dict[str, str] = field(factory=dict)

    @property
    def text(self) -> str:
        """The game as text in the style of portable game notation: tags, then the moves with their information as comments."""
        head = [_tag("Game", self.game), *(_tag(f"Player{number}", name) for number, name in enumerate(self.names))]
        head += [_tag("Position", self.position), *(_tag(name, text) for name, text in self.tags.items())]
        if self.result is not None:
            head.append(_tag("Ending", self.result.ending.value))
            if self.result.outcome is not None:
                head.append(_tag("Outcome", json.dumps(self.result.outcome)))
            if self.result.by is not None:
                head += [_tag("Forfeit", str(self.result.by)), _tag("Why", self.result.why)]
        body = [f"{number}. {_written(note)}" for number, note in enumerate(self.moves, 1)]
        return "\n".join([*head, "", *body, self.score, ""])

    @property
    def score(self) -> str:
        """The points of all players, as in `1-0`; `*` if the game has no result."""
        written = {0.0: "0", 0.5: "1/2", 1.0: "1"}
        return "*" if self.result is None else "-".join(written.get(each, f"{each:.4g}") for each in self.result.points)

    def to_dict(self) -> dict[str, Any]:
        """The game as plain data for JSON."""
        row = asdict(self)
        row["moves"] = [{name: value for name, value in asdict(note).items() if value is not None} for note in self.moves]
        if self.result is not None:
            row["result"] |= {"ending": self.result.ending.value}
        return row

    def session(self, game: Game[S, M]) -> Session[S, M]:
        """Replays the game.

        Raises:
            NotationError: It is not a game by these rules: a position or a move is unknown to the game, or the number of players
                differs.
        """
        self.check(players_of(game))
        session: Session[S, M] = Session(game)
        if self.position != session.notation.write_position(session.state):
            try:
                start = session.notation.read_position(self.position)
            except ValueError as error:
                raise NotationError(f"cannot read where this game of {self.game!r} began: {error}") from error
            session = Session(game, start)
        for number, note in enumerate(self.moves, 1):
            try:
                session.play(session.notation.read_move(session.state, note.move), note.seconds)
            except (NotationError, IllegalMoveError, ValueError) as error:
                raise NotationError(f"move {number}, {note.move!r}, cannot be played: {error}") from error
        session.result = self.result
        return session

    def check(self, players: int) -> None:
        """Raises NotationError unless its result and its moves fit that number of players."""
        points = (0.0,) * players if self.result is None else self.result.points
        if len(points) != players or not all(0 <= each <= 1 for each in points):
            raise NotationError(f"expected a result that gives {players} players up to 1 point each, got {self.score}")
        for number, note in enumerate(self.moves, 1):
            if not -1 <= note.player < players:
                raise NotationError(f"move {number}, {note.move!r}: expected player -1 to {players - 1}, got {note.player}")


def record_of(
    session: Session[Any, Any], game: str, names: Iterable[str], notes: Mapping[int, Note] | None = None, **tags: str
) -> Record:
    """The record of a session; notes are by move number from 0, and tags are other information to keep."""
    notes = {} if notes is None else notes
    moves = [
        notes.get(number)
        or Note(move=session.notation.write_move(state, move), player=session.game.player(state), seconds=session.seconds[number])
        for number, (state, move) in enumerate(zip(session.states, session.moves, strict=False))
    ]
    position = session.notation.write_position(session.states[0])
    return Record(game=game, names=tuple(names), position=position, moves=tuple(moves), result=session.result, tags=tags)


def record_from(row: Any) -> Record:
    """Builds a record from plain data, as `Record.to_dict` returns it; raises NotationError if it is not one."""
    try:
        found: Record = made_of(Record, row)
    except ValueError as error:
        raise NotationError(f"expected the record of a game, got {row!r} ({error})") from error
    return found


_TAG: Final = re.compile(r'\[(\w+) ("(?:[^"\\]|\\.)*")\]')
_MOVE: Final = re.compile(r'(\d{1,9})\. ("(?:[^"\\]|\\.)*"|\S+)(?: \{([^}]*)\})?')
_KNOWN: Final = ("player", "value", "depth", "nodes", "seconds")


def _tag(name: str, text: str) -> str:
    return f"[{name} {json.dumps(text, ensure_ascii=False)}]"


def _written(note: Note) -> str:
    move = note.move if re.fullmatch(r'[^\s"{}]+', note.move) else json.dumps(note.move, ensure_ascii=False)
    text = [
        f"{name} {json.dumps(value, separators=(',', ':'))}"
        for name in _KNOWN
        if (value := getattr(note, name)) is not None and (name != "seconds" or value > 0)
    ]
    return f"{move} {{{', '.join(text)}}}"


@front_door
def read_records(text: str) -> list[Record]:
    r"""Reads the games of a text that `Record.text` made, one after the other, or of JSON lines, as a match writes them.

    Args:
        text: The text; nothing in it is executed, so it may come from an untrusted source.

    Raises:
        NotationError: A line does not belong to a record.

    Examples:
        >>> [record] = read_records('[Game "nim"]\n[Player0 "you"]\n[Position "1/0"]\n\n1. 1-1\n*')
        >>> record.names, [note.move for note in record.moves]
        (('you',), ['1-1'])
    """
    return list(_rows(text)) if text.lstrip().startswith("{") else [_read(lines, first) for first, lines in _parts(text)]


def _rows(text: str) -> Iterator[Record]:
    """The games of JSON lines: one game each, or a round of a match."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = read_json(line)
        except ValueError as error:
            raise NotationError(f"line {number}: expected the record of a game as JSON, got {line[:80]!r}") from error
        games = row["games"] if isinstance(row, dict) and "games" in row else [row]
        yield from map(record_from, games if isinstance(games, list) else [games])


def _parts(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines of each game, with the number of its first."""
    lines: list[str] = []
    first, has_moves = 1, False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("[") and has_moves:
            yield first, lines
            lines, first, has_moves = [], number, False
        lines.append(line)
        has_moves = has_moves or bool(line.strip() and not line.startswith("["))
    if any(line.strip() for line in lines):
        yield first, lines


def _read(lines: list[str], first: int) -> Record:
    tags: dict[str, str] = {}
    notes: list[Note] = []
    score = None
    for number, line in enumerate(lines, first):
        if not line.strip():
            continue
        if (tag := _TAG.fullmatch(line)) is not None:
            with expecting(f'line {number}: expected a text as in [Game "nim"], got {tag[2]}'):
                tags[tag[1]] = str(read_json(tag[2]))
        elif (move := _MOVE.fullmatch(line)) is not None and int(move[1]) == len(notes) + 1:
            notes.append(_note(move[2], move[3] or "", number))
        elif score is None and re.fullmatch(r"\*|[\d./-]+", line) is not None:
            score = line
        else:
            raise NotationError(
                f'line {number}: expected a tag as in [Game "nim"], move {len(notes) + 1} as in `{len(notes) + 1}. move`, or the '
                f"result, got {line!r}"
            )
    return _put_together(tags, notes, score, first)


def _note(move: str, text: str, line: int) -> Note:
    try:
        known = {
            name: read_json(value) for name, _, value in (part.partition(" ") for part in re.split(r", (?=[a-z])", text) if part)
        }
        note: Note = made_of(Note, {"player": 0} | known | {"move": read_json(move) if move.startswith('"') else move})
    except ValueError as error:
        raise NotationError(f"line {line}: expected what is known of a move as in {{player 0, depth 4}}, got {text!r}") from error
    return note


def _put_together(tags: dict[str, str], notes: list[Note], score: str | None, first: int) -> Record:
    names: list[str] = []
    while (name := tags.pop(f"Player{len(names)}", None)) is not None:
        names.append(name)
    try:
        game, position = tags.pop("Game"), tags.pop("Position")
        result = None
        ending = tags.pop("Ending", None)
        outcome, by, why = tags.pop("Outcome", "null"), tags.pop("Forfeit", "null"), tags.pop("Why", "")
        if ending is not None and score not in (None, "*"):
            points = [0.5 if part == "1/2" else float(part) for part in str(score).split("-")]
            parts = {"points": points, "ending": ending, "by": read_json(by), "why": why, "outcome": read_json(outcome)}
            result = made_of(Result, parts)
    except (KeyError, ValueError) as error:
        raise NotationError(f"the game in line {first} and after lacks what a record has, or has it wrong: {error}") from error
    return Record(game=game, names=tuple(names), position=position, moves=tuple(notes), result=result, tags=tags)
