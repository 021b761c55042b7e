"""The coverage of a comparison with Python: the places of the rules that were never compared. Imports no compiler."""

from __future__ import annotations

import linecache
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from attrs import asdict, frozen

if TYPE_CHECKING:
    from ..compiler.program import Place

_LISTED: Final = 20
"""Places written out in a report."""


@frozen(kw_only=True)
class Gap:
    """A place of the rules that was never compared.

    Attributes:
        file: The file.
        line: The line.
        method: The function's qualified name.
        source: The text of the place in that line.
        what: The event that never happened, such as `was never run`.
    """

    file: str
    line: int
    method: str
    source: str
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} in {self.method}: `{self.source}` {self.what}"


@frozen(kw_only=True)
class CompileReport:
    """The coverage of the comparison of a compiled game with Python.

    Attributes:
        states: The states compared; 0 where the game was compiled without a check.
        moves: The moves compared in them.
        never_compared: The places that no compared state reached, outermost only, in the order of the source.
    """

    states: int = 0
    moves: int = 0
    never_compared: tuple[Gap, ...] = ()

    def __str__(self) -> str:
        if not self.states:
            return "not compared with Python"
        text = f"compared with Python in {self.states} states and {self.moves} moves; "
        if not self.never_compared:
            return f"{text}every line and branch was reached"
        more = len(self.never_compared) - _LISTED
        lines = [*map(str, self.never_compared[:_LISTED]), *([f"and {more} more"] if more > 0 else [])]
        return "\n    ".join([f"{text}never compared:", *lines])

    def to_json(self) -> dict[str, Any]:
        """The report as plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> CompileReport:
        """The report that `to_json` wrote; raises ValueError if lines of the source have moved since."""
        gaps = tuple(Gap(**each) for each in data["never_compared"])
        for each in gaps:
            line = linecache.getline(each.file, each.line)
            if line and each.source not in line:
                raise ValueError("lines have moved")
        return cls(states=int(data["states"]), moves=int(data["moves"]), never_compared=gaps)


def gaps_in(places: Iterable[Place]) -> tuple[Gap, ...]:
    """The gaps of the places that were never reached; a place within another is left out."""
    found: list[Gap] = []
    file, end = "", (0, 0)
    for place in sorted(places, key=lambda each: (each.file, *each.at)):
        if place.file == file and place.at < end:
            continue
        node, (line, column) = place.node, place.at
        file, end = place.file, (node.end_lineno, node.end_col_offset)
        source = linecache.getline(file, line).encode()[column : end[1] if end[0] == line else None].decode().strip()
        what = "was never false" if place.how == "false" else "was never run"
        found.append(Gap(file=file, line=line, method=place.name, source=source, what=what))
    return tuple(found)
