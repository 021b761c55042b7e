"""Values as text for games without a notation: moves in short, and states by their `repr`, from which they are read back."""

from __future__ import annotations

import ast
import dataclasses
import sys
from enum import Enum, StrEnum
from typing import Any, Final

import attrs

_PLAIN: Final = {"frozenset": frozenset, "set": set}


def from_repr(text: str, sample: object) -> Any:
    """The state with that `repr`, of the class of a sample.

    Only literals are read, and calls of what has a `repr` that Python wrote: NamedTuples, dataclasses and attrs classes of the
    module that defines the sample's class. Nothing else in the text is run. Raises ValueError for a text of another class, or one
    that is not read; SyntaxError for no Python; TypeError for values that its classes do not take.

    Examples:
        >>> from minimaxer_games.pig import Pig
        >>> start = Pig().initial()
        >>> from_repr(repr(start), start) == start
        True
    """
    found = _value(ast.parse(text.strip(), mode="eval").body, vars(sys.modules[type(sample).__module__]))
    if type(found) is not type(sample):
        raise ValueError(f"expected a {type(sample).__name__}, got a {type(found).__name__}")
    return found


def _value(node: ast.expr, names: dict[str, Any]) -> Any:
    if isinstance(node, ast.Tuple):
        return tuple(_value(each, names) for each in node.elts)
    if isinstance(node, ast.List):
        return [_value(each, names) for each in node.elts]
    if isinstance(node, ast.Set):
        return {_value(each, names) for each in node.elts}
    if isinstance(node, ast.Dict):
        return {
            _value(key, names): _value(value, names) for key, value in zip(node.keys, node.values, strict=True) if key is not None
        }
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        make: Any = _PLAIN.get(node.func.id) or names.get(node.func.id)
        if node.func.id in _PLAIN or _is_written_by_python(make):
            given = {each.arg: _value(each.value, names) for each in node.keywords if each.arg is not None}
            return make(*(_value(each, names) for each in node.args), **given)
    return ast.literal_eval(node)


def _is_written_by_python(cls: Any) -> bool:
    """True of a class whose `repr` names every field and its value."""
    if not isinstance(cls, type) or writes_itself(cls):
        return False
    if dataclasses.is_dataclass(cls):
        return all(each.repr and each.init for each in dataclasses.fields(cls))
    if attrs.has(cls):
        return all(each.repr is True and each.init for each in attrs.fields(cls))
    return issubclass(cls, tuple) and hasattr(cls, "_fields")


def short_text(value: object) -> str:
    """Text for a value whose game has no notation: an Enum member's name, a class's fields in short, else `str`.

    Examples:
        >>> from typing import NamedTuple
        >>> class Step(NamedTuple):
        ...     start: tuple[int, int]
        ...     end: tuple[int, int]
        >>> short_text(Step((0, 1), (2, 3)))
        'Step((0, 1), (2, 3))'
    """
    cls = type(value)
    if writes_itself(cls):
        return str(value)
    if isinstance(value, Enum):
        return str(value) if isinstance(value, StrEnum) else value.name
    names = getattr(cls, "_fields", None)
    if dataclasses.is_dataclass(cls):
        names = [each.name for each in dataclasses.fields(cls) if each.repr]
    elif attrs.has(cls):
        if not all(isinstance(each.repr, bool) for each in attrs.fields(cls)):
            return str(value)
        names = [each.name for each in attrs.fields(cls) if each.repr]
    if names:
        return f"{cls.__name__}({', '.join(_part(getattr(value, name)) for name in names)})"
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
