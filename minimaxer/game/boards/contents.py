"""What stands on cells: its name, its sign, and whose it is."""

from __future__ import annotations

import enum
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from .walking import fields_of, written

LONGEST_SIGN: Final = 3
_FITTING: Final = 0.75
"""The least part of contents that something in common must explain, and of one that both bring its owner must bring."""
_DEEPEST: Final = 3
"""Levels of nesting of what stands on a cell."""
_LINE, _LARGE = 60, 1_000_000
"""Characters of a part of a state that is written out, and numbers that are codes rather than counts."""
_OWNER: Final = ("owner", "player", "side", "color", "colour", "team", "who")
_CHESS: Final = {"King": "♚", "Queen": "♛", "Rook": "♜", "Bishop": "♝", "Knight": "♞", "Pawn": "♟"}


def name_of(content: Any, owner: int | None = None, depth: int = 0) -> str:
    """A name for what stands on a cell, without its owner, who may be the first of its parts.

    Examples:
        >>> name_of("K"), name_of(12), name_of("knight"), name_of(("rook", 3))
        ('K', '12', '♞', '♜3')
    """
    if isinstance(content, enum.Enum):
        content = content.value if isinstance(content.value, str) else content.name
        content = content if len(content) == 1 else content.capitalize()
    if content is None or isinstance(content, bool) or depth > _DEEPEST:
        return "●" if content is True and depth == 0 else ""
    if isinstance(content, int | str):
        return _CHESS.get(str(content).capitalize(), str(content))
    parts = enumerate(content) if type(content) is tuple else fields_of(content)
    others = [each for name, each in parts if str(name).lower() not in _OWNER and (name, each) != (0, owner)]
    return "".join(name_of(each, None, depth + 1) for each in others)


def words_of(value: Any) -> str:
    """A part of a state in words; empty where it holds nothing, or more than a line.

    Examples:
        >>> words_of((("tiger", "crab"), ("crane",))), words_of(3), words_of(())
        ('tiger crab | crane', '3', '')
    """
    if isinstance(value, tuple | list) and not hasattr(value, "_fields"):
        parts = [words_of(each) or "-" for each in value]
        between = " | " if any(isinstance(each, tuple | list) for each in value) else " "
        text = between.join(parts) if set(parts) - {"-"} else ""
    else:
        text = name_of(value) if type(value) is not int or abs(value) < _LARGE else ""
    return text if len(text) <= _LINE else ""


def face_of(content: Any, stacked: bool) -> str:
    """The text by which a content is known: its `repr`; of a stack, that of its top."""
    return written(content[-1:] if stacked else content)


def amount(content: Any) -> int:
    """How much stands on a cell: the sum of the numbers of a content, or its length."""
    return sum(map(int, re.findall(r"\d+", written(content)))) or len(written(content))


def shortest(name: str, others: Iterable[str]) -> str:
    """The shortest beginning of a name that no other has, up to three letters; its capitals where these tell more.

    Examples:
        >>> shortest("ShortDark", ["ShortLight"]), shortest("knight", ["king", "pawn"])
        ('SD', 'kn')
    """
    rest = list(others)
    for count in range(1, LONGEST_SIGN + 1):
        if not any(other.startswith(name[:count]) for other in rest):
            return name[:count]
    capitals, *taken = ("".join(filter(str.isupper, each)) for each in (name, *rest))
    return name[:LONGEST_SIGN] if capitals in (*taken, "") else capitals


def owners_of(sure: Mapping[str, int], samples: Mapping[str, Any], by_both: Mapping[str, Counter[int]]) -> dict[str, int]:
    """The players of all contents that took part, by those that are sure and what the contents of each player have in common.

    A content that is unlike the others of its player is nobody's. So are those that both players bring to cells, unless they are
    letters of which only the case differs, or most come from the player whom they name.
    """
    for feature in (_letter, _owner_field, _case, _sign, _front):
        by_value: dict[Any, Counter[int]] = {}
        for content, player in sure.items():
            by_value.setdefault(feature(samples[content]), Counter())[player] += 1
        likely = {value: votes.most_common(1)[0][0] for value, votes in by_value.items() if value is not None}
        fitting = sum(likely.get(feature(samples[content])) == player for content, player in sure.items())
        if len(set(likely.values())) < 2 or fitting < _FITTING * len(sure):
            continue
        told = {content: likely.get(feature(each)) for content, each in samples.items() if feature(each) is not None}
        mine = {content: player for content, player in sure.items() if told.get(content, player) == player}
        others = {
            content: player
            for content, player in told.items()
            if player is not None
            and content not in sure
            and (feature is _letter or content not in by_both or by_both[content][player] >= _FITTING * by_both[content].total())
        }
        if feature is not _letter or others:
            return mine | others
    return dict(sure)


def _letter(content: Any) -> Any:
    return content.lower() if isinstance(content, str) and len(content) == 1 and content.isalpha() else None


def _owner_field(content: Any) -> Any:
    return next((written(value) for name, value in fields_of(content) if name.lower() in _OWNER), None)


def _case(content: Any) -> Any:
    return content.isupper() if isinstance(content, str) and content.isalpha() else None


def _sign(content: Any) -> Any:
    return content > 0 if isinstance(content, int) and not isinstance(content, bool) and content else None


def _front(content: Any) -> Any:
    return content[0] if isinstance(content, str | tuple) and len(content) > 1 else None
