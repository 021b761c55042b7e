"""The boxes of a tree and their layout, leaves side by side, parents centred above their children; its values as text."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, Final, Generic

from attrs import define, field, frozen

from ..base.scores import Bound, Scale, plies_to_end, win_probability
from ..families.alphabeta.tree.tree import Node
from ..game.protocol import M, S

SIGNS: Final = {Bound.EXACT: "", Bound.LOWER: "≥", Bound.UPPER: "≤"}
"""The prefix of a value, by its bound."""
MINUS: Final = "\N{MINUS SIGN}"


@frozen
class Numbers:
    """The numbers of one tree as text: what values mean, and a value as it looks from the root."""

    scale: Scale
    seen: Callable[[float], float]

    def value(self, value: float) -> str:
        """A value: a win in 5 plies is `W5`, a loss `L5`."""
        if math.isinf(value):
            return "∞" if value > 0 else MINUS + "∞"
        value = self.seen(value)
        meaning = self.scale.meaning
        if meaning == "chances":
            return f"{win_probability(value):.2%}".replace("%", " %")
        plies = plies_to_end(value) if meaning == "plies" else None
        if plies is not None:
            return f"{'W' if value > 0 else 'L'}{plies}"
        return f"{value:+.7g}".replace("-", MINUS) if value else "0"

    def end(self, value: float) -> str:
        """An end of a window: `3⁺` and `3⁻` are the next numbers above and below 3."""
        if not _is_beside(value):
            return self.value(value)
        whole = round(value)
        return self.value(whole) + ("⁺" if value > whole else "⁻")

    def window(self, low: float, high: float) -> str:
        """A window; ends that are neighbouring numbers, as in a null window, are written relative to each other."""
        if math.nextafter(low, math.inf) == high and not (_is_beside(low) or _is_beside(high)):
            return f"({self.value(low)}, {self.value(low)}⁺)"
        return f"({self.end(low)}, {self.end(high)})"


def _is_beside(value: float) -> bool:
    """True if the value is the next number above or below a whole one."""
    if not math.isfinite(value):
        return False
    whole = round(value)
    return value in (math.nextafter(whole, math.inf), math.nextafter(whole, -math.inf))


@define(eq=False)
class Box(Generic[S, M]):
    """A node, or a note in a place where nodes are left out; its `place` is the position along the leaves, in steps."""

    level: int
    node: Node[S, M] | None = None
    words: str = ""
    hint: str = ""
    searched: bool = False
    cut: bool = False
    known: bool = False
    place: float = 0.0
    below: list[Box[S, M]] = field(factory=list)


def spread(top: Box[Any, Any], *, first: bool = False) -> float:
    """Places every box, with boxes of one level at least a step apart; returns the width in steps.

    A tree is composed of its subtrees, each as near to those before it as their outlines allow. A parent is placed above the
    middle of its children, or with `first` above the first of them, so that the root of a large tree is at its beginning.

    Source: E. Reingold and J. Tilford, "Tidier drawings of trees", IEEE Transactions on Software Engineering 7(2), 1981.
    """
    outlines: dict[int, list[tuple[float, float]]] = {}
    for box in reversed(list(walk(top))):
        merged: list[tuple[float, float]] = []
        for child in box.below:
            outline = outlines.pop(id(child))
            gap = max((mine[1] + 1 - theirs[0] for mine, theirs in zip(merged, outline, strict=False)), default=0.0)
            shift = gap if merged else 0.0
            child.place = shift  # of the whole subtree, for now
            moved = [(low + shift, high + shift) for low, high in outline]
            merged = [(min(a[0], b[0]), max(a[1], b[1])) for a, b in zip(merged, moved, strict=False)] + (
                merged[len(moved) :] or moved[len(merged) :]
            )
        own = 0.0
        if box.below:
            own = merged[0][0] if first else (merged[0][0] + merged[0][1]) / 2
        outlines[id(box)] = [(own, own), *merged]
    return _settle(top, outlines[id(top)], first=first)


def _settle(top: Box[Any, Any], outline: list[tuple[float, float]], *, first: bool) -> float:
    """Turns shifts of subtrees into places of boxes."""
    left = min(low for low, _ in outline)
    top.place = -left
    for box in walk(top):
        for child in box.below:
            child.place += box.place
    for box in reversed(list(walk(top))):
        if box.below:
            box.place = (box.below[0].place + box.below[0 if first else -1].place) / 2
    return max(high for _, high in outline) - left + 1


def walk(top: Box[S, M]) -> Iterator[Box[S, M]]:
    """The boxes, each before those below it."""
    todo = [top]
    while todo:
        box = todo.pop()
        yield box
        todo += reversed(box.below)
