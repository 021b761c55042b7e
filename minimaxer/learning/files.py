"""Files of learnt evaluations, as `docs/reference/training-format.md` describes. Nothing in them is ever run.

Paths of cells are taken from the game's own states; a file only selects among these.
"""

from __future__ import annotations

import ast
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

from ..base.files import expecting, made_of, read_json, replacing, telling
from ..compiler.runtime.values import nested
from ..errors import GameError, NotationError
from ..game.capability import capabilities
from ..game.data import Sample
from ..game.protocol import Game
from ..native import rules_of
from ..searching.saved import whole
from ..tables.files import rules_digest
from ..tables.graph import Naming
from .cells import MOST_COUNT, WIDEST, Board, Cells, Item, Leaf, columns_of, is_whole, leaf_of, written
from .native.layout import MOST_CODES
from .relations import sampled
from .result import MOST_NUMBERS, TrainingRound
from .source import LANES, MOST_PLACES, MOST_WIDTH, Pattern, Scale, looks, single_cells, size_of, table_size
from .symmetries import MOST, Symmetry, is_symmetry

if TYPE_CHECKING:
    from .evaluation import LearntEvaluation

MAGIC: Final = b"minimaxer evaluation\n"
VERSIONS: Final = (3, 4)
"""Of patterns, and of networks."""
_LONGEST_HEAD: Final = 1 << 24
_PARTS: Final = ("numbers", "net", "size")
_GAMES: Final = 400
_STATES: Final = 2_000


@frozen(kw_only=True)
class Kept:
    """The state of training that a file holds beside the evaluation, so that training can resume; `settings` are text.

    Attributes:
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
        return hashlib.sha256(" ".join(column.path for column in columns_of([plain.initial()])).encode()).hexdigest()
    found = capabilities(plain, ignore=("canonical", "index", "banked"))
    try:
        return rules_digest(plain, found, Naming(plain, found, shares=False))
    except GameError:  # of states that no table can hold
        return Sample(plain, found).digest()


def write(path: Path, learnt: LearntEvaluation, kept: Kept) -> None:
    """Writes a file; if that fails, raises NotationError, and an existing file is left unchanged."""
    data = packed(learnt, kept, digest_of(learnt.game))
    with telling(path), replacing(path, private=False) as file:
        file.write(data)


def packed(learnt: LearntEvaluation, kept: Kept, digest: str) -> bytes:
    """The content of a file."""
    arrays = {"numbers": learnt.numbers, "net": kept.net, "size": kept.size}
    parts = {name: zlib.compress(_floats(each), 1) for name, each in arrays.items() if each is not None}
    head = {
        "version": VERSIONS[learnt.width > 0],
        "game": repr(learnt.game),
        "digest": digest,
        "boards": [asdict(board) for board in learnt.cells.boards],
        "items": [_item_data(item) for item in learnt.cells.items],
        "patterns": [asdict(pattern) for pattern in learnt.patterns],
        "symmetries": [asdict(each) for each in learnt.symmetries],
        "scale": asdict(learnt.scale),
        **({"width": learnt.width} if learnt.width else {}),
        "settings": kept.settings,
        "games": kept.games,
        "seconds": kept.seconds,
        "curve": list(kept.curve),
        "parts": {name: len(data) for name, data in parts.items()},
    }
    text = json.dumps(head).encode()
    body = b"".join(parts.values())
    return MAGIC + len(text).to_bytes(8, "little") + hashlib.sha256(text + body).digest() + text + body


def _item_data(item: Item) -> dict[str, Any]:
    leaves = [
        {"path": leaf.path, "values": leaf.values if leaf.is_range else [written(each) for each in leaf.values]}
        for leaf in item.leaves
    ]
    return {"path": item.path, "guard": item.guard, "leaves": leaves}


def _floats(numbers: array[float]) -> bytes:
    found = array("f", numbers)
    if sys.byteorder == "big":
        found.byteswap()
    return found.tobytes()


def read(evaluation: type[LearntEvaluation], game: Game[Any, Any], path: Path) -> tuple[LearntEvaluation, Kept]:
    """Reads the evaluation of a game and the state of its training from a file. Raises NotationError if it cannot be read, or
    holds something else; GameError if it was learnt with other rules.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NotationError(f"cannot read {path}: {error.strerror}") from None
    plain = rules_of(game)
    head, body = _checked(str(path), data)
    with expecting(f"{path} is damaged, or was written by another program; train anew"):
        digest, name = head["digest"], head["game"]
    if digest != digest_of(plain):
        raise GameError(f"{path} was learnt of other rules: {name}; expected {plain!r}: train anew, or give those rules")
    return _evaluation(evaluation, plain, str(path), head, body)


def unpacked(evaluation: type[LearntEvaluation], plain: Any, data: bytes, name: str) -> LearntEvaluation:
    """The evaluation that the content of a file of that name holds, whatever rules it was learnt with; errors as in `read`."""
    return _evaluation(evaluation, plain, name, *_checked(name, data))[0]


def _evaluation(
    evaluation: type[LearntEvaluation], plain: Any, name: str, head: dict[str, Any], body: bytes
) -> tuple[LearntEvaluation, Kept]:
    try:
        return _made(evaluation, plain, head, body)
    except (KeyError, TypeError, ValueError, AttributeError, SyntaxError, zlib.error) as error:
        raise NotationError(f"{name} is damaged, or was written by another program: {error}; train anew") from None


def _checked(path: str, data: bytes) -> tuple[dict[str, Any], bytes]:
    begin = len(MAGIC) + 40
    if not data.startswith(MAGIC) or len(data) < begin:
        raise NotationError(f"{path} is no learnt evaluation; expected a file that minimaxer train wrote")
    size = int.from_bytes(data[len(MAGIC) : len(MAGIC) + 8], "little")
    if size > _LONGEST_HEAD or hashlib.sha256(data[begin:]).digest() != data[len(MAGIC) + 8 : begin]:
        raise NotationError(f"{path} is damaged: its check sum is another; copy it anew")
    with expecting(f"{path} is damaged, or was written by another program; train anew"):
        head = read_json(data[begin : begin + size])
        version = head["version"]
    if version not in VERSIONS:
        todo = "train anew" if version in (1, 2) else "use a newer program"
        known = " and ".join(map(str, VERSIONS))
        raise NotationError(f"{path} has version {version!r} of the format, and this program reads {known}; {todo}")
    return head, data[begin + size :]


def _made(evaluation: type[LearntEvaluation], game: Any, head: dict[str, Any], body: bytes) -> tuple[LearntEvaluation, Kept]:
    if max(len(head["boards"]), len(head["items"]), len(head["patterns"])) > MOST_CODES:
        raise ValueError("it has too many cells, patterns, or symmetries")
    cells = _cells(game, head)
    patterns = tuple(_pattern(cells, each) for each in head["patterns"])
    symmetries = tuple(_symmetry(cells, each) for each in head["symmetries"])
    scale: Scale = made_of(Scale, head["scale"])
    if not 0 < scale.most < 1e9 or scale.movers not in (2, 3):
        raise ValueError("the scale is none")
    width = whole(head["width"] if head["version"] == VERSIONS[1] else 0, MOST_WIDTH)
    if width % LANES or (width and patterns != single_cells(cells)):
        raise ValueError(f"a network has {width} sums, or looks at more than a cell at once")
    if len(symmetries) >= MOST or len(looks(patterns, () if width else symmetries)) > MOST_CODES:
        raise ValueError("it has too many cells, patterns, or symmetries")
    count = table_size(cells, patterns, scale.movers, width)
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
    learnt = evaluation(game, cells, patterns, scale, parts["numbers"], symmetries, width)
    for state in sampled(learnt.game, 1, 0).states:
        try:
            learnt(state)
        except Exception as error:
            raise ValueError(f"a place is none of a state: {error}") from None
    return learnt, kept


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
    """Reads the cells; values that are neither numbers nor texts come from the game's own states."""
    boards = tuple(
        Board(tuple(_place(each) for each in board["paths"]), _increasing(board["bits"], WIDEST)) for board in head["boards"]
    )
    known: dict[str, Any] = {}
    if any(not all(map(is_whole, leaf["values"])) for item in head["items"] for leaf in item["leaves"]):
        seen = [each for state in sampled(game, _GAMES, 0, _STATES).states for _, each in nested(state)]
        members = [each for kind in {type(each) for each in seen if isinstance(each, enum.Enum)} for each in kind]
        known = {written(each): each for each in members}
    return Cells(boards, tuple(_read_item(item, known) for item in head["items"]))


def _read_item(data: dict[str, Any], known: dict[str, Any]) -> Item:
    path, guard = data["path"], data["guard"]
    leaves = tuple(_read_leaf(made_of(str, leaf["path"]), leaf["values"], known) for leaf in data["leaves"])
    for leaf in leaves:
        _place(path + leaf.path)
    if guard:
        _guard(guard)
    found = Item(path, leaves, guard)
    if not leaves or found.count > MOST_COUNT:
        raise ValueError(f"{path} is no cell")
    return found


def _read_leaf(path: str, values: list[Any], known: dict[str, Any]) -> Leaf:
    if all(map(is_whole, values)):
        low, high = (whole(each + (1 << 62), 1 << 63) - (1 << 62) for each in values)
        found = leaf_of(path, {low, high})
        assert found is not None
        return found
    if len(set(values)) != len(values):
        raise ValueError("values of a cell are not told apart")
    return Leaf(path, tuple(_value(str(each), known) for each in values), is_range=False)


_LONGEST: Final = 1_000
"""Most characters of a place, or of the condition under which it is there."""


def _place(text: Any) -> str:
    """The text of a place, what is counted there, or what is held there; raises ValueError of anything else."""
    node = _parsed(text)
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[place], keywords=[]):
            is_place = _is_place(place)
        case ast.Call(func=ast.Attribute(value=place, attr="count"), args=[ast.Constant(value=str())], keywords=[]):
            is_place = _is_place(place)
        case ast.Compare(left=key, ops=[ast.In()], comparators=[place]):
            is_place = _is_literal(key) and _is_place(place)
        case _:
            is_place = _is_place(node)
    if not is_place:
        raise ValueError(f"{text!r} is no place in a state")
    return str(text)


def _guard(text: Any) -> str:
    """The text of the condition under which a place is there; raises ValueError of anything else."""
    node = _parsed(text)
    for each in node.values if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And) else [node]:
        match each:
            case ast.Compare(left=place, ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
                is_guard = _is_place(place)
            case ast.Compare(left=key, ops=[ast.In()], comparators=[place]):
                is_guard = _is_literal(key) and _is_place(place)
            case ast.Compare(
                left=ast.Call(func=ast.Name(id="len"), args=[place], keywords=[]),
                ops=[ast.Gt()],
                comparators=[ast.Constant(value=int())],
            ):
                is_guard = _is_place(place)
            case _:
                is_guard = False
        if not is_guard:
            raise ValueError(f"{text!r} is no condition on a state")
    return str(text)


def _parsed(text: Any) -> ast.expr:
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise ValueError(f"{text!r} is no place in a state")
    try:
        ast.parse(f"({text})", mode="eval")  # a comment would hide what follows it
        return ast.parse(text, mode="eval").body
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise ValueError(f"{text!r} is no place in a state: {error}") from None


def _is_place(node: ast.expr) -> bool:
    """True for the state, and for attributes and items of it that are named by constants."""
    match node:
        case ast.Name(id="state"):
            return True
        case ast.Attribute(value=value, attr=name):
            return not name.startswith("__") and _is_place(value)
        case ast.Subscript(value=value, slice=key):
            return _is_literal(key) and _is_place(value)
    return False


def _is_literal(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=int() | str()) | ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int())):
            return True
        case ast.Tuple(elts=parts):
            return all(map(_is_literal, parts))
    return False


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
