"""Checks a certificate with nothing but a game's methods. It trusts no search and no other module of the package.

A certificate is a file of JSON lines that says: from this position, player P gets at least V, whatever the other one does. The
first line is the claim. Each line after it is a position, numbered from 0: where P moves, the index of one move among the legal
ones and the number of the position after it; where the other one moves, the numbers of the positions after every move. Where
the game is over, the number is null. Numbers rise along every move, so that no line of play is endless;
unless the claim says `endless` and V is 0 or less: endless play is a draw. The last line is the SHA-256 of all before it.
"""

import hashlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from ..base.files import read_json
from ..errors import ProofError

_BATCH = 1 << 16
"""Number of bytes to read at a time."""


def verify(game: Any, path: str | Path, state: Any = None) -> dict[str, Any]:
    """Returns the claim of a certificate after checking it; see `minimaxer.verify`."""
    lines = _lines(path)
    claim: dict[str, Any] = next(lines, {})
    _need(isinstance(claim, dict) and {"player", "at_least", "endless"} <= claim.keys(), 1, "a claim, got {!r}", claim)
    player, least, endless = claim["player"], claim["at_least"], claim["endless"]
    is_sound = type(player) is int and player in (0, 1) and type(least) in (int, float) and type(endless) is bool
    _need(is_sound, 1, "a player and a number, got {!r} and {!r}", player, least)
    _need(not endless or least <= 0, 1, "endless play only where a draw is enough")
    outcome = game.outcome if getattr(game, "stuck", None) is None else partial(_outcome, game)
    states = {0: game.initial() if state is None else state}
    position = -1
    for position, steps in enumerate(lines):
        line = position + 2
        if position not in states:
            _refuse(line, "a move that leads to position {}", position)
        here = states[position] if endless else states.pop(position)
        result = outcome(here)
        if result is not None:
            _need(steps is None, line, "null, since the game is over, got {!r}", steps)
            _need_enough(result, player, least, here, line)
            continue
        moves, mover = list(game.moves(here)), game.player(here)
        if mover not in (0, 1) or not isinstance(steps, list):
            _refuse(line, "a list of numbers where a player moves, got {!r}", steps)
        if mover == player:
            if not (len(steps) == 2 and type(steps[0]) is int and steps[0] in range(len(moves))):
                _refuse(line, "the place of a legal move, got {!r}", steps)
            moves, steps = [moves[steps[0]]], steps[1:]
        if len(steps) != len(moves):
            _refuse(line, "a position behind each of {} moves, got {}", len(moves), len(steps))
        for move, child in zip(moves, steps, strict=True):
            after = game.play(here, move)
            if child is None:
                result = outcome(after)
                _need(result is not None, line, "the game to be over after {!r}", move)
                _need_enough(result, player, least, after, line)
                continue
            if type(child) is not int or child < 0 or not (endless or child > position):
                _refuse(line, "a later position, got {!r}", child)
            if states.setdefault(child, after) != after:
                _refuse(line, "position {} after {!r}, got {!r}", child, move, after)
    lacking = [child for child in states if child > position]  # a move leads there, and no line has been read
    _need(not lacking, 1, "a line for every position, got none for {}", min(lacking, default=0))
    return claim


def _outcome(game: Any, state: Any) -> Any:
    """The outcome of a game that has `stuck`, for player 0; None while the game runs."""
    outcome = game.outcome(state)
    return game.stuck(state) if outcome is None and not any(True for _ in game.moves(state)) else outcome


def _need_enough(outcome: Any, player: int, least: float, state: Any, line: int) -> None:
    """Refuses an end of the game at which the player gets less than is claimed."""
    got = outcome if player == 0 else -outcome
    if not got >= least:
        _refuse(line, "at least {} for player {}, got {} in {!r}", least, player, got, state)


def _lines(path: str | Path) -> Iterator[Any]:
    """The parsed lines; the last one must be the digest of the others."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while lines := file.readlines(_BATCH):
            last = lines.pop() if lines[-1].startswith(b'"') and not file.peek(1) else b""
            digest.update(b"".join(lines))
            try:  # all at once, as one list: a call for each line takes as long as playing its moves
                values = read_json(f"[{b','.join(lines).decode()}]")
            except ValueError:
                values = []
            if len(values) != len(lines):
                raise ProofError(f"expected lines of JSON, got {next(filter(_is_broken, lines), lines[0])[:60]!r}")
            yield from values
            if last and last == b'"%s"\n' % digest.hexdigest().encode():
                return
    raise ProofError("expected the digest of all other lines in the last one: the certificate was changed, or cut off")


def _is_broken(line: bytes) -> bool:
    try:
        read_json(line)
    except ValueError:
        return True
    return False


def _need(holds: bool, line: int, expected: str, *values: Any) -> None:
    if not holds:
        _refuse(line, expected, *values)


def _refuse(line: int, expected: str, *values: Any) -> NoReturn:
    raise ProofError(f"line {line} of the certificate: expected {expected.format(*values)}")
