"""What users' code may rely on, as lines of text: public names with their parameters, the command line, and file formats.

python -m tests.interface            writes them to tests/interface.txt
"""

from __future__ import annotations

import argparse
import enum
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import minimaxer as mx
from minimaxer.cli import COMMANDS
from minimaxer.cli.arguments import parser
from minimaxer.learning import files as learnt
from minimaxer.play.tuning import samples as tuning, spsa
from minimaxer.proofs import proving
from minimaxer.tables import files as tables

FILE: Final = Path(__file__).with_suffix(".txt")


def lines() -> Iterator[str]:
    """The interface, a line for each name."""
    for name in mx.__all__:
        yield from described(f"mx.{name}", getattr(mx, name))
    for name in sorted(COMMANDS):
        (chosen,) = (each for each in parser([name])._actions if isinstance(each, argparse._SubParsersAction))
        actions = [each for each in chosen.choices[name]._actions if each.dest != "help"]
        places = [each.metavar or each.dest for each in actions if not each.option_strings]
        yield " ".join(
            ["$ minimaxer", name, *map(str, places), *sorted(text for each in actions for text in each.option_strings)]
        )
    formats: dict[str, object] = {
        "endgame tables": tables.VERSION,
        "proofs": proving.VERSION,
        "learnt evaluations": learnt.VERSIONS,
    }
    formats |= {"tunings": tuning._FORMAT, "tunings of options": spsa._FORMAT}
    for name, version in formats.items():
        yield f"file: {name}, {version}"


def described(name: str, value: Any) -> Iterator[str]:
    """A public name, with what can be read from it or given to it."""
    if isinstance(value, ModuleType):
        for inner in getattr(value, "__all__", None) or [each for each in vars(value) if not each.startswith("_")]:
            if getattr(value, inner).__class__ is not ModuleType and getattr(
                getattr(value, inner), "__module__", "minimaxer"
            ).startswith("minimaxer"):
                yield from described(f"{name}.{inner}", getattr(value, inner))
    elif isinstance(value, type):
        yield from of_class(name, value)
    elif callable(value):
        yield f"{name}{parameters(value)}"
    elif isinstance(value, (int, float, str)):
        yield f"{name} = {value!r}"
    else:
        yield name


def of_class(name: str, value: type[Any]) -> Iterator[str]:
    """A class: its bases among the built-in ones, its constructor, and its public attributes."""
    bases = [each.__name__ for each in value.__mro__[1:] if each.__module__ == "builtins" and each is not object]
    if issubclass(value, enum.Enum):
        yield f"{name}: {', '.join(f'{each.name} = {each.value!r}' for each in value)}"
        return
    is_error = issubclass(value, BaseException)
    yield (
        f"{name}({', '.join(bases)})"
        if is_error
        else f"{name}{'' if inspect.isabstract(value) or is_protocol(value) else parameters(value)}"
    )
    for inner in sorted(each for each in dir(value) if not each.startswith("_")):
        if (
            is_error
            or hasattr(object, inner)
            or any(inner in vars(base) for base in value.__mro__ if base.__module__ == "builtins")
        ):
            continue
        member = inspect.getattr_static(value, inner)
        member = member.__func__ if isinstance(member, (staticmethod, classmethod)) else member
        yield f"{name}.{inner}{parameters(member) if inspect.isfunction(member) else ''}"


def is_protocol(value: type[Any]) -> bool:
    """True of classes that only say what others have."""
    return bool(getattr(value, "_is_protocol", False))


def parameters(value: Any) -> str:
    """Names, kinds and defaults, without types."""
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return "(...)"
    bare = [each.replace(annotation=inspect.Parameter.empty, default=shown(each.default)) for each in found.parameters.values()]
    return str(found.replace(parameters=bare, return_annotation=inspect.Signature.empty))


class Shown:
    """A default, by its text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def shown(default: Any) -> Any:
    """A default that prints alike everywhere: numbers and texts by themselves, all others by their class."""
    if default is inspect.Parameter.empty or default is None or isinstance(default, (bool, int, float, str, tuple)):
        return default
    return Shown(type(default).__name__ if not callable(default) else "...")


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for line in lines()), encoding="utf-8")
