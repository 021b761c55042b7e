"""The nodes and steps of a recording while it is made, up to a limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from attrs import evolve

from ...game.capability import Capabilities
from ...game.protocol import CHANCE
from ...game.reprs import short_text
from .sentences import Sentences
from .step import RecordedNode, Step


class Notes:
    """Nodes by number, each after its parent, and steps in order; `originals` are the search's own nodes, by number. At most
    `most` steps are held; one more is left out, sets `is_full` and calls `on_full`.
    """

    def __init__(self, found: Capabilities[Any, Any], most: int, on_full: Callable[[], None]) -> None:
        self.nodes: list[RecordedNode] = []
        self.steps: list[Step] = []
        self.is_full = False
        self._found: Final = found
        self._most: Final = most
        self._on_full: Final = on_full
        self._numbers: Final[dict[Any, int]] = {}
        self.originals: Final[list[Any]] = []

    def add(self, step: Step) -> int | None:
        """Adds a step; returns its index, or None if there is no room for it."""
        if len(self.steps) >= self._most:
            self.is_full = True
            self._on_full()
            return None
        self.steps.append(step)
        return len(self.steps) - 1

    def number(self, node: Any, *, beyond: bool = False) -> int:
        """The number of a node, which is added with its ancestors if it is new; `beyond` the depth limit or not."""
        if node not in self._numbers:
            parent = None if node.parent is None else self.number(node.parent)
            self._numbers[node] = len(self.nodes)
            self.originals.append(node)
            self.nodes.append(self._noted(node, parent, beyond))
        return self._numbers[node]

    def appeared(self, node: Any) -> int:
        """The number of a node, marked as made now, though the search may have made it before."""
        number = self.number(node)
        self.nodes[number] = evolve(self.nodes[number], made=self._now)
        return number

    def begun(self, node: Any, depth: int) -> int:
        """The number of a node of a search to that depth; the first one begins the recording."""
        is_first, number = not self.nodes, self.number(node)
        if is_first:
            self.add(Step(kind="start", node=0, words=Sentences.start(self.nodes[0].player, depth), depth=depth))
        return number

    def name_of(self, node: Any) -> str:
        """The name of one of the search's own nodes in sentences."""
        return self.name(self.number(node))

    def name(self, number: int) -> str:
        """The name of a node in sentences."""
        node = self.nodes[number]
        if node.parent is None:
            return "the root"
        return f"{'outcome' if self.nodes[node.parent].player == CHANCE else 'move'} {short_text(node.move)}"

    def written(self, node: Any, move: Any) -> str:
        """A move of the node in the game's notation."""
        write = self._found.format_move
        return short_text(move) if write is None else str(write(node.state, move))

    @property
    def _now(self) -> int:
        """The index of the next step; one past the last if the recording is full, so that the node is never shown."""
        return len(self.steps) + int(self.is_full)

    def _noted(self, node: Any, parent: int | None, beyond: bool) -> RecordedNode:
        probability = None
        if node.parent is not None and node.parent.player == CHANCE:
            known = getattr(node.parent, "probabilities", ())  # which nodes that stand for many states do not have
            place = next((place for place, child in enumerate(node.parent.children) if child is node), len(known) - 1)
            probability = known[place] if 0 <= place < len(known) else None
        return RecordedNode(
            parent=parent,
            move="start" if node.parent is None else self.written(node.parent, node.move),
            player=node.player,
            over=node.outcome is not None,
            made=self._now,
            probability=probability,
            beyond=beyond,
            state=node.state,
        )
