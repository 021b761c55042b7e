"""Counts how often a capability met an option, a family, a tier, a number of threads or a call."""

from __future__ import annotations

from collections import Counter
from typing import Final

from .cases import Case
from .rules import kind_of

SHOWN: Final = 12
"""Columns of one block of the table."""


class Meetings:
    """How often two features occurred in one case."""

    def __init__(self) -> None:
        self.counts: Final[Counter[tuple[str, str]]] = Counter()
        self.cases = 0
        self.searches = 0
        self.refused: Final[Counter[str]] = Counter()

    def note(self, case: Case) -> None:
        """Counts a case."""
        self.cases += 1
        self.searches += sum(call[0] not in ("advance", "goto", "save") for call in case.calls)
        for feature in features_of(case.kind):
            for other in ways_of(case):
                self.counts[feature, other] += 1

    def __str__(self) -> str:
        rows = sorted({row for row, _ in self.counts})
        columns = sorted({column for _, column in self.counts})
        lines = [f"{self.cases:,} cases, {self.searches:,} searches"]
        wide = max(map(len, rows), default=0)
        for first in range(0, len(columns), SHOWN):
            block = columns[first : first + SHOWN]
            lines.append(" " * wide + "".join(f"{column[:13]:>14}" for column in block))
            lines += [f"{row:{wide}}" + "".join(f"{self.counts[row, column]:14,}" for column in block) for row in rows]
        lines += [f"refused {count:,}: {text}" for text, count in self.refused.most_common()]
        return "\n".join(lines)


def features_of(name: str) -> list[str]:
    """What a class of games has."""
    kind = kind_of(name)
    shape = kind.shape
    found = {part.__name__ for part in kind.parts if part.__name__ not in ("Three", "Four", "Five", "Alone")}
    found |= {f"{shape.players} players"} if shape.players != 2 else set()
    found |= {"loops"} if shape.loops else set()
    return sorted(found)


def ways_of(case: Case) -> list[str]:
    """How a case is searched."""
    found = {case.algorithm, case.tier, f"{case.threads} threads", *(call[0] for call in case.calls)}
    found |= {
        name if value is True else f"{name}={value}" for name, value in case.options.items() if name not in ("seed", "ignore")
    }
    found |= {f"without {name}" for name in case.ignored}
    return sorted(found)
