"""Search trees: which children were made, searched, cut off and never made, with values and windows."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final, Generic, Literal, cast

from ..base.checks import check_whole, front_door_but
from ..base.scores import Bound, brief_payoffs, is_decisive, shown_payoffs
from ..errors import OptionError
from ..families.alphabeta.tree.tree import ChanceNode, Node, Tree
from ..families.maxn.tree.maxn import PayoffChanceNode, PayoffNode
from ..families.montecarlo.tree.tree import PlayoutNode, PlayoutTree
from ..game.protocol import CHANCE, M, S
from ..searching.mover import AT_LEAST
from .boards import drawn_by
from .canvas import PLAYERS, Canvas, Drawing, Theme, checked_theme, columns, shortened
from .layout import MINUS, SIGNS, Box, Numbers, spread, walk

Direction = Literal["auto", "down", "right"]
MOST_NODES: Final = 200
WIDEST: Final = 1100
"""Pixels that fit a page; `auto` draws wider trees to the right."""
HIGHEST: Final = 900
"""Pixels that fit a screen; in higher or wider trees the root is at the beginning, where it is visible."""
_LETTER: Final = 6.9
_BOARD: Final = 72
"""Pixels of a node's board, at most, each way."""
_PALE: Final = {CHANCE: "paper", **{player: f"{colour}_pale" for player, colour in enumerate(PLAYERS)}}
_LONGEST_LIST: Final = 8
"""Most letters of the moves that a note names as never made; a note counts more of them."""
_LONGEST_NAME: Final = 18
_MOST_DRAWN: Final = 5_000
_NODES: Final = (Node, PayoffNode, PlayoutNode)


@front_door_but("node", "depth", "nodes")
def draw_tree(
    tree: Tree[S, M],
    *,
    node: Node[S, M] | None = None,
    depth: int | None = None,
    nodes: int = MOST_NODES,
    direction: Direction = "auto",
    boards: bool = False,
    theme: Theme = "auto",
) -> Drawing:
    """Draws a search tree as the latest search left it.

    A box holds the move and, below it, the value for player 0, after `≥` or `≤` if it is a bound, or the payoffs of more than
    two players. Its colour shows the player to move, and a double border the end of the game. Chance nodes are round, and their
    outcomes show probabilities; if all results are wins, losses and draws, values are player 0's chances. In Monte Carlo tree
    search a box holds the mean, after `=` if it is proven, and the visits. The principal variation is thick. Dashed boxes and
    edges were made before, but not visited by the last finished depth: a cutoff came first (marked by scissors), or the value
    of their parent was known already. A dashed note lists the moves for which no node was ever made. With the search's option
    `trace=True` each box also shows the window of the node's last search; a raised plus or minus means the next number above
    or below, as in the null window (3, 3⁺). Point at a box for more.

    Args:
        tree: A tree, such as `Search(game).tree` after a search.
        node: The top node; the root by default.
        depth: Plies to show below it; all by default.
        nodes: Most nodes to show, up to 5,000: the principal variation first, then those nearest to the top; notes count the
            moves left out.
        direction: `down`, or `right`, which suits wide trees; `auto` takes the one that fits. If the tree does not fit, parents
            are aligned with their first child instead of the middle, so that the root is at the beginning of the picture.
        boards: True to draw the board of each node, by the game's `svg` or as it was found in the states.
        theme: `auto` follows the reader's setting; `light` and `dark` don't.

    Raises:
        OptionError: An argument is out of range, or `tree` is no search tree.
        GameError: Boards are to be drawn, and the game has no `svg`, and no board was found.

    Examples:
        >>> from minimaxer import Search, Limits
        >>> from minimaxer_games.nim import Nim
        >>> engine = Search(Nim(heaps=(2, 1)))
        >>> _ = engine.run(limits=Limits(depth=2))
        >>> draw_tree(engine.tree).save("/dev/null")
    """
    _check(tree, node, depth, nodes, direction)
    top = tree.root if node is None else node
    draw = drawn_by(tree.game, tree.found) if boards else None
    return _Picture(tree, _Boxes(tree, top, depth, nodes).top, direction, checked_theme(theme), draw).drawing()


def _check(tree: Any, node: Any, depth: int | None, nodes: int, direction: str) -> None:
    if not isinstance(getattr(tree, "root", None), _NODES):
        raise OptionError(f"expected a tree to draw, such as Search(game).tree, got {tree!r}")
    if node is not None and (not isinstance(node, _NODES) or node.path()[0] is not tree.root):
        raise OptionError(f"expected node to be one of the tree's nodes as it is now, got {shortened(repr(node), 80)}")
    for name, number, least, most in (("depth", 0 if depth is None else depth, 0, None), ("nodes", nodes, 1, _MOST_DRAWN)):
        check_whole(name, number, least, most)
    if direction not in ("auto", "down", "right"):
        raise OptionError(f"expected direction to be auto, down or right, got {direction!r}")


class _Boxes(Generic[S, M]):
    """Chooses the nodes to show."""

    def __init__(self, tree: Tree[S, M], top: Node[S, M], depth: int | None, most: int) -> None:
        self._tree: Final = tree
        self._depth: Final = math.inf if depth is None else depth
        self._chosen: Final = self._choose(top, most)
        self.top: Final = Box(0, top, searched=top.depth >= 0)
        todo = [self.top]
        while todo:
            box = todo.pop()
            self._fill(box)
            todo += [child for child in box.below if child.node is not None]

    def _choose(self, top: Node[S, M], most: int) -> set[Node[S, M]]:
        """The nodes to show: the best line, then level by level."""
        chosen = {top, *self._tree.line(top)[: int(min(most - 1, self._depth))]}
        level, plies = [top], 0
        while level and plies < self._depth and len(chosen) < most:
            level = [child for node in level for child in node.children]
            plies += 1
            for node in level:
                if len(chosen) >= most:
                    break
                if node.parent in chosen:
                    chosen.add(node)
        return chosen

    def _fill(self, box: Box[S, M]) -> None:
        node, level = box.node, box.level + 1
        assert node is not None
        looked_at = [box.searched and self._visited(child, node) for child in node.children]
        hidden = []
        for child, visited in zip(node.children, looked_at, strict=True):
            if child in self._chosen:
                box.below.append(Box(level, child, searched=visited))
            else:
                hidden.append(visited)
        if hidden:
            searched = sum(hidden)
            words = f"+{len(hidden)} move{'s' if len(hidden) > 1 else ''}"
            below = f"{len(hidden)} moves with all below them not shown, {searched} of them visited by the last finished depth"
            box.below.append(Box(level, words=words, hint=below, searched=searched > 0))
        missing = self._tree.untried(node) if node.pending is not None and level <= self._depth else []
        if missing:
            listed = " ".join([shortened(self._move(node, move), _LONGEST_NAME) for move in missing])
            words = f"{len(missing)} never made" if len(listed) > _LONGEST_LIST else f"never made: {listed}"
            box.below.append(Box(level, words=words, hint=f"never made: {listed}"))
        box.cut = (bool(missing) or not all(looked_at)) and any(looked_at) and node.depth > 0 and self._is_cut(node)
        box.known = box.searched and node.depth > 0 and node.outcome is None and not any(looked_at)

    def _is_cut(self, node: Node[S, M]) -> bool:
        """True if the remaining moves cannot matter: the value is a bound on the mover's side, or a win."""
        if isinstance(node, PlayoutNode):
            return False
        if isinstance(node, PayoffNode):
            return not node.exact or (node.player != CHANCE and node.payoffs[node.player] >= self._tree.scale.high)
        if node.player == CHANCE:
            return node.bound is not Bound.EXACT
        won = self._tree.scale.meaning == "plies" and is_decisive(node.value) and (node.value > 0) == (node.player == 0)
        return node.bound is AT_LEAST[node.player] or won

    def _visited(self, child: Node[S, M], parent: Node[S, M]) -> bool:
        """True if the latest search of the parent visited the child."""
        if self._tree.windows is not None:
            return child in self._tree.windows and parent in self._tree.windows
        if isinstance(child, PlayoutNode):
            return child.visits > 0
        return child.depth >= 0 and (child.depth >= parent.depth - 1 or parent.depth < 0)

    def _move(self, parent: Node[S, M], move: M) -> str:
        return self._tree.name(type(parent)(parent.state, move, 0, parent, parent.ply + 1, None))


class _Picture(Generic[S, M]):
    """Puts the boxes on a page."""

    def __init__(self, tree: Tree[S, M], top: Box[S, M], direction: str, theme: Theme, draw: Callable[[S], str] | None) -> None:
        self._tree: Final = tree
        self._draw: Final = draw
        board = 0 if draw is None else _BOARD
        self._top: Final = top
        boxes = list(walk(top))
        self._rows: Final = {box: self._written_in(box) for box in boxes}
        letters = max(columns(row) for rows in self._rows.values() for row in rows)
        self._width: Final = max(40.0, letters * _LETTER + 12, board + 14)
        self._words: Final = 34.0 if max(map(len, self._rows.values())) < 3 else 46.0
        self._height: Final = self._words + board
        steps = spread(top)
        self._down: Final = steps * (self._width + 10) <= WIDEST if direction == "auto" else direction == "down"
        across = self._width + 10 if self._down else self._height + 6
        along = self._height + 38 if self._down else self._width + 44
        self._across, self._along = across, along
        if steps * across > (WIDEST if self._down else HIGHEST):
            steps = spread(top, first=True)
        levels = 1 + max(box.level for box in boxes)
        self._marks: Final = self._explained(boxes)
        legend = 34 + (18 if self._marks else 0)
        if self._down:
            width, height = steps * across + 20, (levels - 1) * along + self._height + 24 + legend
        else:
            width, height = (levels - 1) * along + self._width + 24, steps * across + 20 + legend
        widest = max(560.0, len(self._marks) * 5.6 + 28)
        self._canvas: Final = Canvas(
            round(max(width, widest)), round(height), title=f"a search tree of {len(boxes)} boxes", theme=theme
        )
        self._left = 10 + max(0.0, (widest - width) / 2)

    @property
    def _numbers(self) -> Numbers:
        return Numbers(self._tree.scale, self._tree.seen)

    def drawing(self) -> Drawing:
        """The picture."""
        top = self._top.node
        assert top is not None
        line = {top, *self._tree.line(top)}
        for box in self._rows:
            for child in box.below:
                self._edge(box, child, thick=child.node in line)
        for box in self._rows:
            self._box(box, best=box.node in line)
        self._legend()
        return self._canvas.drawing()

    def _corner(self, box: Box[S, M]) -> tuple[float, float]:
        if self._down:
            return self._left + 5 + box.place * self._across, 12 + box.level * self._along
        return self._left + 2 + box.level * self._along, 10 + box.place * self._across

    def _edge(self, box: Box[S, M], child: Box[S, M], *, thick: bool) -> None:
        x1, y1 = self._corner(box)
        x2, y2 = self._corner(child)
        if self._down:
            x1, y1, x2 = x1 + self._width / 2, y1 + self._height, x2 + self._width / 2
            half = (y1 + y2) / 2
            steps = f"M{x1:.1f} {y1:.1f}C{x1:.1f} {half:.1f} {x2:.1f} {half:.1f} {x2:.1f} {y2:.1f}"
        else:
            x1, y1, y2 = x1 + self._width, y1 + self._height / 2, y2 + self._height / 2
            half = (x1 + x2) / 2
            steps = f"M{x1:.1f} {y1:.1f}C{half:.1f} {y1:.1f} {half:.1f} {y2:.1f} {x2:.1f} {y2:.1f}"
        self._canvas.path(steps, stroke="accent" if thick else "faint", thick=3 if thick else 1, dashed=not child.searched)

    def _box(self, box: Box[S, M], *, best: bool) -> None:
        x, y = self._corner(box)
        canvas, width, height = self._canvas, self._width, self._height
        rows = self._rows[box]
        node = box.node
        canvas.begin(box.hint or ("" if node is None else self._hint(box)), x=x, y=y)
        fade = 1 if box.searched else 0.75
        if node is None:
            canvas.rect(0, height / 2 - 11, width, 22, "none", stroke="rule", dashed=True, round=4)
            canvas.text(width / 2, height / 2, rows[0], "faint", size=11, plain=True)
        else:
            pale = "paper" if node.outcome is not None else _PALE[node.player]
            look = {"thick": 2.5 if best else 1, "round": height / 2 if node.player == CHANCE else 5}
            stroke = "accent" if best else "faint" if box.searched else "rule"
            canvas.rect(0, 0, width, height, pale if box.searched else "paper", stroke=stroke, dashed=not box.searched, **look)
            if node.outcome is not None:
                canvas.rect(3, 3, width - 6, height - 6, "none", stroke=stroke, round=3, fade=fade)
            for row, words in enumerate(rows):
                colour = "ink" if box.searched and row < 2 else "faint"
                canvas.text(width / 2, 10 + row * 13.5, words, colour, size=11 if row < 2 else 9, plain=True, bold=row == 0)
            if self._draw is not None:
                canvas.place(self._draw(node.state), (width - _BOARD) / 2, self._words - 3, _BOARD, _BOARD)
        canvas.end()
        if box.cut and self._down:
            canvas.text(x + width / 2 + 6, y + height + 9, "✂ cut-off", "warn", size=10, anchor="start")
        elif box.cut:
            canvas.text(x + width + 4, y + height / 2 - 9, "✂", "warn", size=11, anchor="start")

    def _written_in(self, box: Box[S, M]) -> list[str]:
        node = box.node
        if node is None:
            return [box.words]
        name = "start" if node is self._tree.root else shortened(self._tree.name(node), _LONGEST_NAME)
        if isinstance(node.parent, (ChanceNode, PayoffChanceNode)) and node is not self._tree.root:
            name += f" ({node.parent.probabilities[node.parent.children.index(node)]:.3g})"
        rows = [name, self._value(node)]
        if isinstance(node, PlayoutNode):
            return [*rows, f"{node.visits:,} visit{'' if node.visits == 1 else 's'}"]
        window = None if self._tree.windows is None else self._tree.windows.get(node)
        return rows if window is None else [*rows, self._numbers.window(*window)]

    def _value(self, node: Node[S, M]) -> str:
        if node.outcome is None and node.depth < 0:
            return "—"
        if isinstance(node, PlayoutNode):
            payoffs = node.payoffs
            assert payoffs is not None
            words = brief_payoffs(payoffs) if len(payoffs) > 2 else cast("PlayoutTree[S, M]", self._tree).written(payoffs)
            return ("" if node.proven is None else "= ") + words.replace("-", MINUS)
        if isinstance(node, PayoffNode):
            return ("" if node.exact else "✂ ") + brief_payoffs(node.payoffs).replace("-", MINUS)
        return SIGNS[node.bound] + self._numbers.value(node.value)

    def _hint(self, box: Box[S, M]) -> str:
        node = box.node
        assert node is not None
        if node.outcome is not None:
            return f"over, {self._told(node)}"
        to = "" if isinstance(node, PlayoutNode) else f", searched to depth {node.depth}"
        known = "never searched" if node.depth < 0 else f"{self._told(node)}{to}"
        latest = "" if box.searched or node.depth < 0 else ", not by the last finished depth"
        solved = ", solved" if node.solved else ""
        before = "; known already, so that no move was looked at" if box.known else ""
        who = "chance decides" if node.player == CHANCE else f"player {node.player} moves"
        return f"{who}; {known}{latest}{solved}{before}; {node.state!r}"

    def _told(self, node: Node[S, M]) -> str:
        """A node's value in words, with the player that it is for."""
        if isinstance(node, PlayoutNode):
            return cast("PlayoutTree[S, M]", self._tree).value_text(node)
        if isinstance(node, PayoffNode):
            return f"{'' if node.exact else 'cut off at '}payoffs {shown_payoffs(node.payoffs)}"
        return f"{node.outcome:+g} for player 0" if node.outcome is not None else f"{self._value(node)} for player 0"

    def _legend(self) -> None:
        y = self._canvas.height - 14 - (18 if self._marks else 0)
        x = 14.0
        players = [
            (f"{PLAYERS[player]}_pale", False, "faint", f"player {player}" if player else "player 0 moves")
            for player in range(self._tree.players)
        ]
        for fill, dashed, stroke, words in (
            *players,
            ("paper", False, "faint", "over"),
            ("paper", False, "accent", "line expected"),
            ("paper", True, "rule", "not searched this time"),
        ):
            self._canvas.rect(
                x, y - 7, 20, 14, fill, stroke=stroke, dashed=dashed, round=3, thick=2.5 if stroke == "accent" else 1
            )
            if words == "over":
                self._canvas.rect(x + 2.5, y - 4.5, 15, 9, "none", stroke=stroke, round=2)
            self._canvas.text(x + 26, y, words, "faint", size=11, anchor="start")
            x += 40 + len(words) * 6.1
        if self._marks:
            self._canvas.text(14, y + 18, self._marks, "faint", size=11, anchor="start")

    def _explained(self, boxes: list[Box[S, M]]) -> str:
        """The meaning of the marks that occur in the boxes."""
        values = [rows[1] for box, rows in self._rows.items() if box.node is not None]
        found = []
        if any(value[-1:].isdigit() and value.lstrip("≥≤= ")[:1] in ("W", "L") for value in values):
            found.append("W3, L3: player 0 wins, loses in 3 plies")
        if any(value[:1] in ("≥", "≤") for value in values):
            found.append("≥, ≤: at least, at most")
        if self._tree.windows is not None and any(box.node in self._tree.windows for box in boxes):
            found.append("(low, high): the window")
            if any("⁺" in row or "⁻" in row for rows in self._rows.values() for row in rows[2:]):
                found.append("3⁺, 3⁻: just above, below 3")
        if any(box.cut for box in boxes):
            found.append("✂: cut-off")
        return " · ".join(found)
