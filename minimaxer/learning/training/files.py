"""Files of learnt evaluations, as `docs/reference/training-format.md` describes. Nothing in them is ever run.

Paths of cells are taken from the game's own states; a file only selects among these.
"""

from __future__ import annotations

import enum
import hashlib
import json
import sys
import zlib
from array import array
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from attrs import asdict, frozen

from ...base.reading import expecting, made_of, read_json
from ...base.writing import replacing, telling
from ...errors import GameError, NotationError
from ...game.capability import capabilities
from ...game.protocol import Game
from ...native import rules_of
from ...searching.saved import whole
from ...tables.graph import Naming
from ...tables.rules import rules_digest
from .cells import WIDEST, Board, Cells, Item, columns_of, is_whole, item_of, leaves_of, written
from .native.layout import MOST_CODES
from .options import MOST_NUMBERS
from .relations import sampled
from .result import TrainingRound
from .source import MOST_PLACES, Pattern, Scale, looks, size_of, table_size
from .symmetries import MOST, Symmetry, is_symmetry

if TYPE_CHECKING:
    from .evaluation import LearntEvaluation

MAGIC: Final = b"minimaxer evaluation\n"
VERSION: Final = 2
_LONGEST_HEAD: Final = 1 << 24
_PARTS: Final = ("numbers", "net", "size")
_GAMES: Final = 40
_SECONDS: Final = 1.0


@frozen(kw_only=True)
class Kept:
    """The state of training that a file holds beside the evaluation, so that training can resume.

    Attributes:
        settings: The settings of training, as text.
        games: Games played so far.
        seconds: Time spent on them.
        curve: The rows of the strength curve, as plain data.
        net: The sum of the errors of each number; None where training is over.
        size: The sum of the absolute errors of each number.
    """

    settings: str = ""
    games: int = 0
    seconds: float = 0.0
    curve: tuple[dict[str, Any], ...] = ()
    net: array[float] | None = None
    size: array[float] | None = None


def digest_of(game: Game[Any, Any]) -> str:
    """A digest of a game's rules, the same for a compiled game and its plain one."""
    plain = rules_of(game)
    if hasattr(plain, "chances"):
        return hashlib.sha256(" ".join(leaves_of(plain.initial())).encode()).hexdigest()
    found = capabilities(plain, ignore=("canonical", "index", "banked"))
    return rules_digest(plain, found, Naming(plain, found, shares=False))


def write(path: Path, learnt: LearntEvaluation, kept: Kept) -> None:
    """Writes a file; if that fails, an existing one is left unchanged.

    Raises:
        NotationError: It cannot be written.
    """
    arrays = {"numbers": learnt.numbers, "net": kept.net, "size": kept.size}
    parts = {name: zlib.compress(_floats(each), 1) for name, each in arrays.items() if each is not None}
    head = {
        "version": VERSION,
        "game": repr(learnt.game),
        "digest": digest_of(learnt.game),
        "boards": [asdict(board) for board in learnt.cells.boards],
        "items": [
            {"path": item.path, "values": item.values if item.is_range else [written(each) for each in item.values]}
            for item in learnt.cells.items
        ],
        "patterns": [asdict(pattern) for pattern in learnt.patterns],
        "symmetries": [asdict(each) for each in learnt.symmetries],
        "scale": asdict(learnt.scale),
        "settings": kept.settings,
        "games": kept.games,
        "seconds": kept.seconds,
        "curve": list(kept.curve),
        "parts": {name: len(data) for name, data in parts.items()},
    }
    text = json.dumps(head).encode()
    body = b"".join(parts.values())
    with telling(path), replacing(path, private=False) as file:
        file.write(MAGIC + len(text).to_bytes(8, "little") + hashlib.sha256(text + body).digest() + text + body)


def _floats(numbers: array[float]) -> bytes:
    found = array("f", numbers)
    if sys.byteorder == "big":
        found.byteswap()
    return found.tobytes()


def read(evaluation: type[LearntEvaluation], game: Game[Any, Any], path: Path) -> tuple[LearntEvaluation, Kept]:
    """Reads the evaluation of a game and the state of its training from a file.

    Raises:
        NotationError: It cannot be read, or holds something else.
        GameError: It was learnt with other rules.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NotationError(f"cannot read {path}: {error.strerror}") from None
    head, body = _checked(path, data)
    plain = rules_of(game)
    with expecting(f"{path} is damaged, or was written by another program; train anew"):
        digest, name = head["digest"], head["game"]
    if digest != digest_of(plain):
        raise GameError(f"{path} was learnt of other rules: {name}; expected {plain!r}: train anew, or give those rules")
    try:
        return _made(evaluation, plain, head, body)
    except (KeyError, TypeError, ValueError, AttributeError, zlib.error) as error:
        raise NotationError(f"{path} is damaged, or was written by another program: {error}; train anew") from None


def _checked(path: Path, data: bytes) -> tuple[dict[str, Any], bytes]:
    begin = len(MAGIC) + 40
    if not data.startswith(MAGIC) or len(data) < begin:
        raise NotationError(f"{path} is no learnt evaluation; expected a file that minimaxer train wrote")
    size = int.from_bytes(data[len(MAGIC) : len(MAGIC) + 8], "little")
    if size > _LONGEST_HEAD or hashlib.sha256(data[begin:]).digest() != data[len(MAGIC) + 8 : begin]:
        raise NotationError(f"{path} is damaged: its check sum is another; copy it anew")
    with expecting(f"{path} is damaged, or was written by another program; train anew"):
        head = read_json(data[begin : begin + size])
        version = head["version"]
    if version != VERSION:
        todo = "train anew" if version == 1 else "use a newer program"
        raise NotationError(f"{path} has version {version!r} of the format, and this program reads {VERSION}; {todo}")
    return head, data[begin + size :]


def _made(evaluation: type[LearntEvaluation], game: Any, head: dict[str, Any], body: bytes) -> tuple[LearntEvaluation, Kept]:
    cells = _cells(game, head)
    patterns = tuple(_pattern(cells, each) for each in head["patterns"])
    symmetries = tuple(_symmetry(cells, each) for each in head["symmetries"])
    if len(symmetries) >= MOST or len(looks(patterns, symmetries)) > MOST_CODES:
        raise ValueError("it has too many patterns, or symmetries")
    scale: Scale = made_of(Scale, head["scale"])
    if not 0 < scale.most < 1e9 or scale.movers not in (2, 3):
        raise ValueError("the scale is none")
    count = table_size(cells, patterns, scale.movers)
    if not 0 < count <= MOST_NUMBERS:
        raise ValueError(f"it has {count} numbers")
    parts: dict[str, array[float]] = {}
    for name in _PARTS:
        if name in head["parts"]:
            length = whole(head["parts"][name], len(body))
            parts[name] = _array(body[:length], count)
            body = body[length:]
    kept = Kept(
        settings=made_of(str, head["settings"]),
        games=whole(head["games"], 1 << 62),
        seconds=made_of(float, head["seconds"]),
        curve=tuple(TrainingRound.from_dict(row).to_dict() for row in head["curve"]),
        net=parts.get("net"),
        size=parts.get("size"),
    )
    return evaluation(game, cells, patterns, scale, parts["numbers"], symmetries), kept


def _array(data: bytes, count: int) -> array[float]:
    raw = zlib.decompressobj().decompress(data, 4 * count + 1)
    if len(raw) != 4 * count:
        raise ValueError(f"expected {count} numbers")
    found = array("f", raw)
    if sys.byteorder == "big":
        found.byteswap()
    if not all(-1e30 < each < 1e30 for each in found):
        raise ValueError("a number is none")
    return array("d", found)


def _cells(game: Any, head: dict[str, Any]) -> Cells:
    """Reads the cells; their paths, and values that are not numbers, come from the game's own states."""
    paths = {path: path for path in leaves_of(game.initial())}
    boards = tuple(
        Board(tuple(paths[each] for each in board["paths"]), _increasing(board["bits"], WIDEST)) for board in head["boards"]
    )
    named: dict[str, list[Any]] = {}
    if any(not all(map(is_whole, item["values"])) for item in head["items"]):
        named = columns_of(sampled(game, _SECONDS, _GAMES, 0).states)
    return Cells(boards, tuple(_read_item(paths[item["path"]], item["values"], named) for item in head["items"]))


def _read_item(path: str, values: list[Any], named: dict[str, list[Any]]) -> Item:
    if all(map(is_whole, values)):
        low, high = (whole(each + (1 << 62), 1 << 63) - (1 << 62) for each in values)
        return item_of(path, {low, high})
    if len(set(values)) != len(values):
        raise ValueError("values of a cell are not told apart")
    met = named[path]
    members = {type(each): list(type(each)) for each in met if isinstance(each, enum.Enum)}
    known = {written(each): each for each in [*met, *(member for all_ in members.values() for member in all_)]}
    return Item(path, tuple(_value(str(each), known) for each in values), is_range=False)


def _value(text: str, known: dict[str, Any]) -> Any:
    """The value that `written` formatted as this text: one seen or of the same Enum, another text, or None."""
    kind, _, rest = text.partition(" ")
    if text in known:
        return known[text]
    if kind == "str":
        return rest
    if text == "NoneType None":
        return None
    raise ValueError(f"no state has {text!r}")


def _increasing(numbers: Iterable[Any], end: int) -> tuple[int, ...]:
    found = tuple(whole(each, end - 1) for each in numbers)
    if any(one >= other for one, other in pairwise(found)):
        raise ValueError(f"{found} does not increase")
    return found


def _pattern(cells: Cells, data: dict[str, Any]) -> Pattern:
    found = Pattern(_increasing(data["bits"], WIDEST), _increasing(data["items"], len(cells.items)))
    if not 1 < size_of(cells, found) <= MOST_PLACES:
        raise ValueError(f"{found} has no cells, or too many")
    return found


def _symmetry(cells: Cells, data: dict[str, Any]) -> Symmetry:
    """Reads a symmetry, which must map each cell to one of its board, or to one with the same values."""
    bits = tuple((whole(bit, WIDEST - 1), whole(target, WIDEST - 1)) for bit, target in data["bits"])
    found = Symmetry(bits, tuple(whole(each, len(cells.items) - 1) for each in data["items"]))
    if not is_symmetry(cells, found):
        raise ValueError(f"{found} does not lead cells to cells")
    return found
