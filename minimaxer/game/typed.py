"""Moves as people type them: with other separators, in other case, or only their beginning.

Records and engines write moves exactly as the game does; only places where people type may import this.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..errors import NotationError
from .notation import Notation
from .protocol import M, S

_PART = re.compile(r"[^\W\d_]+|\d+")
"""Letters or digits in a row: the parts of a move that count where separators do not."""


def typed_move(notation: Notation[S, M], state: S, legal: Sequence[M], text: str) -> M:
    """The legal move that a person means by a text.

    The game's own notation comes first. Else the one legal move with the same letters and digits is taken, or with the same
    numbers, or the only one that begins so; or else, where no move begins with a digit, the one of that number in the list.
    Raises NotationError unless exactly one move is meant, and IllegalMoveError for one that is not legal here.
    """
    try:
        return notation.read_move(state, text)
    except NotationError:
        meant = _meant(notation, state, legal, text) or _numbered(notation, state, legal, text)
        if not meant:
            raise
    if len(meant) == 1:
        return meant[0]
    raise NotationError(
        f"expected one move, got {text!r}, which may be {'  '.join(beginning_so(notation, state, meant))}; type more"
    )


def beginning_so(notation: Notation[S, M], state: S, legal: Sequence[M], text: str = "") -> list[str]:
    """The legal moves that begin with the text, in the game's notation."""
    return [each for each in [notation.write_move(state, move) for move in legal] if _bare(each).startswith(_bare(text))]


def may_be_numbered(notation: Notation[S, M], state: S, legal: Sequence[M]) -> bool:
    """True if legal moves may be named by their place in the list, from 1: no move's own text begins with a number."""
    texts = (text for move in legal for text in (notation.write_move(state, move), _plain(move)))
    return not any(part.isdigit() for text in texts for part in _PART.findall(text)[:1])


def _numbered(notation: Notation[S, M], state: S, legal: Sequence[M], text: str) -> list[M]:
    """The legal move of that number, where moves may be numbered."""
    places = {str(number): move for number, move in enumerate(legal, 1)}
    return [places[text]] if text in places and may_be_numbered(notation, state, legal) else []


def _meant(notation: Notation[S, M], state: S, legal: Sequence[M], text: str) -> list[M]:
    """The legal moves that a text may mean, by the first reading that finds any."""
    texts = [(notation.write_move(state, move), _plain(move)) for move in legal]
    parts, bare = _PART.findall(text.casefold()), _bare(text)
    if not parts and not bare:
        return []
    readings = (
        lambda each: bool(parts) and _signs(each) == _signs(text) and _PART.findall(each.casefold()) == parts,
        lambda each: _bare(each) == bare,
        lambda each: bool(parts) and _PART.findall(each.casefold()) == parts,
        lambda each: _bare(each).startswith(bare),
    )
    found = ([move for move, written in zip(legal, texts, strict=True) if any(map(reads, written))] for reads in readings)
    return next(filter(None, found), [])


def _plain(move: Any) -> str:
    """A move as Python writes it; of a tuple, only its items."""
    return " ".join(map(_plain, move)) if isinstance(move, tuple) else str(move)


def _signs(text: str) -> list[str]:
    """The numbers with a minus sign of their own, which has no digit or letter before it."""
    return re.findall(r"(?<![\w)])-\d+", text)


def _bare(text: str) -> str:
    return "".join(text.split()).casefold()
