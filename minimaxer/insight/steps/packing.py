"""A recording as compact plain data for its page: every text once, and boards as edits of the one before."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, Final

from ...base.scores import Bound, brief_payoffs, is_decisive
from ...drawing.canvas import shortened
from ...drawing.layout import SIGNS
from ...errors import GameError
from ...game.capability import Capabilities
from .running import Recorded
from .step import KINDS, PSEUDOCODE, Pseudocode, Step

_LONGEST: Final = 100_000
"""Most characters of a board; a longer one is left out."""
_PIECES: Final = re.compile(r"[^<]+|<[^<]*")
"""A sign that opens a tag, with the text up to the next one."""
_SPOKEN: Final = re.compile(r'\s+aria-label="[^"]*"|<title>[^<]*</title>')
"""Text of a picture for people who cannot see it: the page has it beside the picture, and no two boards share it."""


class Boards:
    """The boards of a recording, each once: by `svg`, else `render`, else the state's `repr`; `kind` is `svg` or `text`."""

    def __init__(self, found: Capabilities[Any, Any]) -> None:
        self.kind: Final = "text" if found.svg is None else "svg"
        self._draw: Final = found.svg or found.render or repr
        self._name: Final = "svg" if found.svg is not None else "render"
        self._known: Final[dict[Any, int]] = {}
        self._places: Final[dict[str, int]] = {}
        self._pieces: Final[dict[str, int]] = {}
        self._rows: Final[list[list[list[int]]]] = []
        self._last: list[int] = []

    def place(self, state: Any) -> int:
        """The number of the state's board, added if it is new; -1 if too long. Raises GameError unless the game gives text."""
        if not isinstance(state, Hashable):
            return self._place(state)
        if state not in self._known:
            self._known[state] = self._place(state)
        return self._known[state]

    def _place(self, state: Any) -> int:
        text = self._draw(state)
        if not isinstance(text, str):
            raise GameError(f"{self._name}({state!r}) gave {text!r}; expected text")
        if len(text) > _LONGEST:
            return -1
        text = text.encode("utf-8", "replace").decode("utf-8")
        if text not in self._places:
            self._places[text] = len(self._rows)
            pieces = _PIECES.findall(_SPOKEN.sub("", text)) if self.kind == "svg" else text.splitlines(keepends=True)
            board = [self._pieces.setdefault(piece, len(self._pieces)) for piece in pieces]
            changes = reversed(SequenceMatcher(None, self._last, board, autojunk=False).get_opcodes())  # from the end
            edits = [[low, high - low, *board[first:last]] for what, low, high, first, last in changes if what != "equal"]
            self._rows.append(edits)
            self._last = board
        return self._places[text]

    def packed(self) -> dict[str, Any]:
        """The boards as plain data: `kind`, `pieces`, and `rows`, each a list of edits of the board before: an index, the
        number of pieces to remove there, and the pieces to insert.
        """
        return {"kind": self.kind, "pieces": list(self._pieces), "rows": self._rows}


_LONGEST_NAME: Final = 24
_PLACES: Final = {kind: place for place, kind in enumerate(KINDS)}
_SIGNS: Final = {Bound.EXACT: 0, Bound.LOWER: 1, Bound.UPPER: -1}
_DECISIVE: Final = 0.93
"""The place of a win on the line from -1 to 1, whatever its distance."""
_USUAL: Final = 0.8
"""The place of the greatest other value."""


def packed(recorded: Sequence[Recorded], boards: Boards, plain: tuple[int, bool] | None) -> dict[str, Any]:
    """The data of a page. `boards` receives the searches' boards.

    `plain` is the number of nodes that plain minimax visits, and whether these are all. The result is plain data: `texts`;
    `kinds`, each a name and its meaning; `boards`; `plain`; `players`; and `searches`. A search has

    - `code`, its lines; those from `beyond` on belong to quiescence;
    - `values`, each a text and its place on a line from -1 to 1, or with `payoffs` a text and for each player a text and the
      length of a bar from -1 to 1, 0 where the payoff is not known;
    - `nodes`: parent, move, player, board, step that made it, 1 where the game is over and 2 more beyond the depth limit,
      probability;
    - `ghosts` and `spared`: parent, move;
    - `steps`: kind, node, child, alpha, beta, value, sign of the bound, line of the code, template, arguments; then node,
      visits and value of each credit.

    -1 means that there is none.
    """
    texts: defaultdict[str, int] = defaultdict()
    texts.default_factory = texts.__len__  # a new text gets the next number
    return {
        "kinds": [[kind, meaning] for kind, meaning in KINDS.items()],
        "plain": plain,
        "players": max(each.search.result.players for each in recorded),
        "searches": [_packed_search(each, boards, texts) for each in recorded],
        "boards": boards.packed(),
        "texts": list(texts),
    }


def _packed_search(recorded: Recorded, boards: Boards, texts: Mapping[str, int]) -> dict[str, Any]:
    search = recorded.search
    values = _Bars() if recorded.write is None else _Values(recorded.write, recorded.whole)
    code = PSEUDOCODE[search.algorithm]
    beyond = len(code.lines)
    if any(step.beyond for step in search.steps):
        code = code.with_quiescence()
    return {
        "name": search.name,
        "label": search.label,
        "about": search.about,
        "complete": search.is_complete,
        "code": code.lines,
        "beyond": beyond,
        "payoffs": recorded.write is None,
        "nodes": [
            [
                -1 if node.parent is None else node.parent,
                texts[shortened(node.move, _LONGEST_NAME)],
                node.player,
                boards.place(node.state),
                node.made,
                int(node.over) + 2 * int(node.beyond),
                *([] if node.probability is None else [f"{node.probability:.3g}"]),
            ]
            for node in search.nodes
        ],
        "ghosts": [[parent, texts[shortened(move, _LONGEST_NAME)]] for parent, move in search.ghosts],
        "spared": [[parent, texts[shortened(move, _LONGEST_NAME)]] for parent, move in search.spared],
        "steps": [_packed_step(step, values, code, texts) for step in search.steps],
        "values": values.rows(),
    }


def _packed_step(step: Step, values: _Values | _Bars, code: Pseudocode, texts: Mapping[str, int]) -> list[Any]:
    line = code.line(step)
    row: list[Any] = [
        _PLACES[step.kind],
        step.node,
        -1 if step.child is None else step.child,
        values(step.alpha),
        values(step.beta),
        values(step.value if step.payoffs is None else step.payoffs),
        _SIGNS[step.bound] if step.payoffs is None else 0,
        -1 if line is None else line,
        texts[step.words.template],
        [texts[argument] for argument in step.words.arguments],
    ]
    for credit in step.credits:
        row += [credit.node, credit.visits, values(credit.value if credit.payoffs is None else credit.payoffs)]
    return row


_Known = float | tuple[float | None, ...] | None
"""The value or payoffs of a step, if any."""


class _Values:
    """The values of one search by number; `whole` is the value drawn at full length, or None for the greatest one seen."""

    def __init__(self, write: Callable[[float], str], whole: float | None) -> None:
        self._write: Final = write
        self._whole: Final = whole
        self._places: Final[dict[float, int]] = {}

    def __call__(self, value: _Known) -> int:
        assert not isinstance(value, tuple)
        return -1 if value is None else self._places.setdefault(value, len(self._places))

    def rows(self) -> list[list[Any]]:
        """Each value as text, and its place on the line."""
        whole = max([abs(value) for value in self._places if math.isfinite(value) and not is_decisive(value)], default=0.0) or 1.0
        return [[self._write(value), round(self._place(value, whole), 4)] for value in self._places]

    def _place(self, value: float, whole: float) -> float:
        if math.isinf(value):
            return math.copysign(1.0, value)
        if self._whole is not None:
            return _DECISIVE * max(-1.0, min(1.0, value / self._whole))
        return math.copysign(_DECISIVE, value) if is_decisive(value) else _USUAL * value / whole


class _Bars:
    """The payoffs of one search by number."""

    def __init__(self) -> None:
        self._places: Final[dict[tuple[float | None, ...], int]] = {}

    def __call__(self, payoffs: _Known) -> int:
        return self._places.setdefault(payoffs, len(self._places)) if isinstance(payoffs, tuple) else -1

    def rows(self) -> list[list[Any]]:
        """Each one as text, and the text and the bar of each player."""
        whole = max((abs(each) for payoffs in self._places for each in payoffs if each is not None), default=0.0) or 1.0
        rows: list[list[Any]] = []
        for payoffs in self._places:
            sign = SIGNS[Bound.LOWER if None in payoffs else Bound.EXACT]
            texts = ["?" if each is None else f"{sign}{brief_payoffs((each,))}" for each in payoffs]
            bars = [[text, 0 if each is None else round(each / whole, 4)] for text, each in zip(texts, payoffs, strict=True)]
            rows.append([" ".join(texts), bars])
        return rows
