"""Values as text for games without a notation: moves in short, states by their `repr`, from which they are read back; `View`."""

from __future__ import annotations

import ast
import dataclasses
import math
import sys
from collections.abc import Callable
from enum import Enum, StrEnum
from typing import Any, Final

import attrs
from attrs import frozen

from .capability import Capabilities
from .comparing import equal


@frozen(slots=False)
class View:
    """The view of a searched state and its moves for people.

    Attributes:
        state: The state.
        game: The rules; None after pickling.
        found: The capabilities of the whole game; None after pickling.

    Pickling a result empties its view, which would take the whole game along; copies share it.
    """

    state: Any
    game: Any = None
    found: Capabilities[Any, Any] | None = None

    def name(self, move: object) -> str:
        """The move in the game's notation."""
        format_move = None if self.found is None else self.found.format_move
        return short_text(move) if format_move is None else str(format_move(self.state, move))

    def __reduce__(self) -> tuple[Any, ...]:
        return View, (None,)

    def __deepcopy__(self, memo: object) -> View:
        return self


_SETS: Final[dict[str, Callable[..., Any]]] = {"frozenset": frozenset, "set": set}
_FLOATS: Final = {"inf": math.inf, "nan": math.nan}


def from_repr(text: str, sample: object) -> Any:
    """The state with that `repr`, of the class of a sample.

    Literals are read, and NamedTuples, dataclasses and attrs classes of the sample or of the module that defines its class, if
    Python wrote their `repr`. Their fields are set as written; nothing is run, their constructors neither.

    Raises ValueError for a text of another class, or one that is not read; SyntaxError for what is no Python.
    """
    module = vars(sys.modules[type(sample).__module__]).values()
    own = [each for each in module if isinstance(each, type) and each.__module__ == type(sample).__module__]
    classes = {name: each for each in [*own, type(sample)] for name in (each.__name__, each.__qualname__) if _fields(each)}
    found = _value(ast.parse(text.strip(), mode="eval").body, classes)
    if type(found) is not type(sample):
        raise ValueError(f"expected a {type(sample).__name__}, got a {type(found).__name__}")
    return found


def is_read_back(sample: object) -> bool:
    """True if `from_repr` reads the `repr` of a state."""
    try:
        return equal(from_repr(repr(sample), sample), sample)
    except Exception:  # of a class of the game's, too
        return False


def _value(node: ast.expr, classes: dict[str, type[Any]]) -> Any:
    if isinstance(node, ast.Tuple):
        return tuple(_value(each, classes) for each in node.elts)
    if isinstance(node, ast.List):
        return [_value(each, classes) for each in node.elts]
    if isinstance(node, ast.Set):
        return {_value(each, classes) for each in node.elts}
    if isinstance(node, ast.Dict) and None not in node.keys:
        pairs = zip(node.keys, node.values, strict=True)
        return {_value(key, classes): _value(value, classes) for key, value in pairs if key is not None}
    if isinstance(node, ast.Name) and node.id in _FLOATS:
        return _FLOATS[node.id]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Name):
        return -_value(node.operand, classes)
    if not isinstance(node, ast.Call):
        return ast.literal_eval(node)
    name = ast.unparse(node.func)
    if name in _SETS and not node.keywords and all(isinstance(each, ast.Set | ast.List) for each in node.args):
        return _SETS[name](*(_value(each, classes) for each in node.args))
    cls = classes.get(name)
    if cls is None or node.args or sorted(map(str, [each.arg for each in node.keywords])) != sorted(_fields(cls)):
        raise ValueError(f"expected {'a class of the game' if cls is None else ', '.join(_fields(cls))}, got {ast.unparse(node)}")
    values = {str(each.arg): _value(each.value, classes) for each in node.keywords}
    if issubclass(cls, tuple):
        return tuple.__new__(cls, (values[each] for each in _fields(cls)))
    made = object.__new__(cls)
    for field, value in values.items():
        object.__setattr__(made, field, value)
    return made


def _fields(cls: type[Any]) -> list[str]:
    """The fields of a class whose `repr` names each of them and its value; none of others."""
    if writes_itself(cls) or not (issubclass(cls, tuple) or dataclasses.is_dataclass(cls) or attrs.has(cls)):
        return []
    shown = _shown(cls)
    return list(shown) if all(each is True for each in shown.values()) else []


def _shown(cls: type[Any]) -> dict[str, object]:
    """The fields of a class, each with True if Python's `repr` shows it, False if not, or a function that writes it."""
    if dataclasses.is_dataclass(cls):
        return {each.name: each.repr for each in dataclasses.fields(cls)}
    if attrs.has(cls):
        return {each.name: each.repr for each in attrs.fields(cls)}
    return dict.fromkeys(getattr(cls, "_fields", ()), True)


def short_text(value: object) -> str:
    """Text for a value whose game has no notation: an Enum member's name, a class's fields in short, else `str`."""
    cls = type(value)
    if writes_itself(cls):
        return str(value)
    if isinstance(value, Enum):
        return str(value) if isinstance(value, StrEnum) else value.name
    shown = _shown(cls)
    if not all(isinstance(each, bool) for each in shown.values()):
        return str(value)
    names = [name for name, is_shown in shown.items() if is_shown]
    if names:  # those of a tuple may be hidden by a subclass
        fields = tuple(value) if isinstance(value, tuple) else [getattr(value, name) for name in names]
        return f"{cls.__name__}({', '.join(map(_part, fields))})"
    if cls is tuple:
        parts = [_part(each) for each in value]  # type: ignore[attr-defined]  # of a tuple
        return f"({', '.join(parts)}{',' * (len(parts) == 1)})"
    return str(value)


def _part(value: object) -> str:
    return repr(value) if isinstance(value, str) and not isinstance(value, Enum) else short_text(value)


def writes_itself(cls: type[Any]) -> bool:
    """True if the author of a class wrote how its objects are shown."""
    return _is_written(cls, "__str__") or _is_written(cls, "__repr__")


def _is_written(cls: type[Any], name: str) -> bool:
    """True if the author of a class wrote that method, rather than a decorator or a base of Python's."""
    method = getattr(cls, name)
    if getattr(method, "__globals__", {}).get("__name__") != cls.__module__:
        return False
    return not method.__code__.co_filename.startswith("<attrs generated")
