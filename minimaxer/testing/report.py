"""The doctor's report and its findings."""

from __future__ import annotations

import html
from collections import Counter
from typing import Any, Final, Literal

from attrs import asdict, field, frozen

Severity = Literal["error", "warning", "hint"]
_LISTED: Final = 30
"""Moves written out in a report."""


@frozen(kw_only=True)
class Finding:
    """One law that a game breaks, or a remark on the game.

    Attributes:
        law: The law's name.
        severity: `error`: results are wrong; `warning`: something does not work; `hint`: may be intended.
        diagnosis: The problem in words, with the values that show it.
        moves: The moves, as text, from the initial state to one that shows it; None if no single state does.
        state: That state, as text.
        is_shortest: True if no shorter list of moves leads to such a state.
    """

    law: str
    severity: Severity
    diagnosis: str
    moves: tuple[str, ...] | None = None
    state: str | None = None
    is_shortest: bool = True

    def __str__(self) -> str:
        text = f"{self.severity}: {self.law}: {self.diagnosis}"
        if self.moves is None:
            return text
        listed = " ".join(self.moves[:_LISTED]) + (f" ... ({len(self.moves)} moves)" if len(self.moves) > _LISTED else "")
        shortest = "" if self.is_shortest else " (there may be fewer)"
        where = f"after {listed}{shortest}" if self.moves else "in the initial state"
        return f"{text}\n    {where}: {self.state}"


@frozen(kw_only=True)
class Report:
    """The result of examining a game.

    Attributes:
        game: The game, as text.
        findings: The findings, errors first.
        games: Random games played.
        plies: Their plies.
        capabilities: The game's optional methods by name, with what each unlocks.
        missing: The methods that the game lacks by name, with what each would unlock.
        notes: Parts that were not examined, and why.
        seconds: Time it took.
    """

    game: str
    findings: tuple[Finding, ...]
    games: int
    plies: int
    capabilities: dict[str, str] = field(factory=dict)
    missing: dict[str, str] = field(factory=dict)
    notes: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """True if no law is broken; warnings and hints do not count."""
        return not self.errors

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings with severity `error`."""
        return tuple(finding for finding in self.findings if finding.severity == "error")

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        state = "no law is broken" if self.ok else f"{len(self.errors)} broken"
        lines = [f"{self.game}: {self.games} random games, {self.plies:,} plies, {self.seconds:.1f} s: {state}"]
        lines += [str(finding) for finding in self.findings]
        lines += [f"note: {note}" for note in self.notes]
        if self.capabilities:
            lines.append(f"has {', '.join(self.capabilities)}")
        if self.missing:
            lines.append(f"lacks {', '.join(self.missing)}; print(mx.capabilities(game)) says what each unlocks")
        return "\n".join(lines)

    def __repr__(self) -> str:
        counts = Counter(finding.severity for finding in self.findings)
        return f"<Report on {self.game}: {', '.join(f'{count} {name}' for name, count in counts.items()) or 'no findings'}>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"

    def to_dict(self) -> dict[str, Any]:
        """The report in plain types, for JSON."""
        return {"ok": self.ok, **asdict(self)}
