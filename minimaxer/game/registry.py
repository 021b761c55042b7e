"""Games by name: registered under the entry-point group `minimaxer.games`, or as `package.module:object`."""

from __future__ import annotations

import ast
import difflib
import importlib
import inspect
import sys
import warnings
from collections.abc import Callable, Iterable
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from ..errors import MinimaxerError, OptionError, UnknownGameError
from .capability import REQUIRED, capabilities
from .protocol import Game
from .state_class import from_state_class

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "minimaxer.games"
"""The entry-point group under which a package registers its games."""
_LONGEST_LITERAL: Final = 1_000
"""The longest text that is read as a Python value, in characters; numbers of more than 4,300 digits cannot even be printed."""
_RULES: Final = tuple(each.name for each in REQUIRED)
"""The methods of a class of rules."""
_brought: Final = set[str]()
"""Folders added to the search path for games found by name."""


def games() -> dict[str, EntryPoint]:
    """The registered games by name; nothing is imported.

    Examples:
        >>> "connect_four" in games()
        True
    """
    from importlib.metadata import entry_points  # here, since it takes long, and a file's name needs none

    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def find_game(name: str) -> Game[Any, Any]:
    """The rules object that a text names.

    Modules and files are run as Python code: give only names that you trust. A module is searched in the current folder too,
    and the imports of a file in its folder and the current one; installed modules come first.

    Args:
        name: A registered name such as `connect_four`, or `package.module:object` or `path/to/file.py:object` where the object
            is a rules object, a class of them or a function that gives one; any may be followed by a colon and fields, as in
            `mancala:houses=4,seeds=3`. A list of values is written `heaps=3+4+5`.

    Raises:
        UnknownGameError: Nothing of that name is registered or can be imported.
        OptionError: A field is unknown, or its value is refused.
        GameError: The object found is no game.

    Examples:
        >>> find_game("nim:heaps=1+2")
        Nim(heaps=(1, 2))
    """
    if not isinstance(name, str):
        raise UnknownGameError(f"expected the name of a game, got {name!r}")
    maker, fields, label = _find(name)
    if _is_state_class(maker):
        maker = from_state_class(maker)
    game = _make(maker, fields, label) if callable(maker) and (inspect.isclass(maker) or inspect.isroutine(maker)) else maker
    if fields and game is maker:
        raise OptionError(f"{label} is a finished rules object and takes no fields, got {_written(fields)}")
    capabilities(game)
    return game  # type: ignore[no-any-return]  # capabilities has just checked it


def find_object(name: str) -> Any:
    """The object that `package.module:object` or `path/to/file.py:object` names; raises UnknownGameError if there is none."""
    module, _, attribute = name.partition(":")
    if not module or not attribute:
        raise UnknownGameError("expected a module, a colon and the name of an object in it")
    return _imported(module, attribute)


def _find(name: str) -> tuple[Any, dict[str, Any], str]:
    head, _, rest = name.partition(":")
    if not rest and head.endswith(".py"):
        name, found = _only_game(head)
        return found, {}, f"{head}:{name}"
    known = {} if head.endswith(".py") else games()
    if head in known:
        return known[head].load(), read_fields(rest, head), head
    if not rest or "=" in rest.partition(":")[0]:
        hint = did_you_mean(head, known) or ";"
        raise UnknownGameError(f"no game is named {head!r}{hint} known: {', '.join(known)}; or give package.module:object")
    attribute, _, fields = rest.partition(":")
    return _imported(head, attribute), read_fields(fields, name), f"{head}:{attribute}"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A suggestion to append to an error: the known word that is most like the given one; empty if there is none."""
    near = difflib.get_close_matches(word, known, 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def _only_game(path: str) -> tuple[str, Any]:
    """The game that a file defines, with its name: its only rules object, or else its only class of rules or of states. Raises
    UnknownGameError if it defines none, or several.
    """
    module = _module(path)
    public: dict[int, tuple[str, Any]] = {}  # each object by its first name
    for name, value in vars(module).items():
        if not name.startswith("_"):
            public.setdefault(id(value), (name, value))
    objects = [each for each in public.values() if not inspect.isclass(each[1]) and _has_rules(each[1])]
    classes = [
        (name, value)
        for name, value in public.values()
        if inspect.isclass(value) and value.__module__ == module.__name__ and (_has_rules(value) or _is_state_class(value))
    ]
    bases = {base for _, value in classes for base in value.__mro__[1:]}
    games = objects or [each for each in classes if each[1] not in bases]
    if len(games) == 1:
        return games[0]
    found = [name for name, _ in games]
    holds = f"several games: {', '.join(found)}" if found else f"no class with the methods {', '.join(_RULES)}"
    raise UnknownGameError(f"{path} holds {holds}; name one, as in {path}:{next(iter(found), 'MyGame')}")


def _has_rules(value: object) -> bool:
    return all(callable(getattr(value, name, None)) for name in _RULES)


def _imported(module: str, attribute: str) -> Any:
    found = _module(module)
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise UnknownGameError(f"{module!r} has no {attribute!r}{_where(module)}")
        found = getattr(found, part)
    return found


def _module(name: str) -> Any:
    """The module in the file at that path, or of that name; the current folder is searched where nothing installed has it."""
    try:
        if name.endswith(".py"):
            return _run_file(name)
        top = name.partition(".")[0]
        if top not in sys.modules and find_spec(top) is None:
            _look_behind(Path.cwd())
        return importlib.import_module(name)
    except (Exception, SystemExit) as error:
        raise UnknownGameError(f"cannot import {name!r}: {type(error).__name__}: {error}") from error


def _where(module: str) -> str:
    """A note on the origin of a module if the file of its name in the current folder may be meant instead; else empty."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if not Path(f"{module}.py").exists() or file is None or Path(file) == Path(f"{module}.py").resolve():
        return ""
    return f"; it is {file}, since what is installed goes first; rename {module}.py"


def _look_behind(*folders: Path) -> None:
    """Adds folders to the search path, behind all others: worker processes look there too."""
    for folder in map(str, folders):
        if folder not in sys.path:
            sys.path.append(folder)
            _brought.add(folder)


def _run_file(path: str) -> ModuleType:
    """The module in that file; its imports may lie in its folder or in the current one."""
    file = Path(path).resolve()
    if taken := _taken(file):
        raise ImportError(f"{taken} has the same name, and goes first; rename the file")
    _look_behind(file.parent, Path.cwd())
    spec = spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return module


def _taken(file: Path) -> str | None:
    """A module that has the name of the file already, so that its importers would get the file instead; None if there is none."""
    if file.stem in sys.stdlib_module_names or file.stem == "__main__":
        return f"Python's own module {file.stem}"
    found = PathFinder.find_spec(file.stem, [folder for folder in sys.path if folder not in _brought])
    if found is None or found.origin is None or Path(found.origin).resolve() == file:
        return None
    return f"the installed module {found.origin}"


def _is_state_class(found: object) -> bool:
    """True for a class whose states know their own rules, rather than a class of rules objects."""
    methods = [getattr(found, name, None) for name in ("moves", "play", "outcome")]
    if not inspect.isclass(found) or not all(inspect.isfunction(method) for method in methods):
        return False
    return [len(inspect.signature(method).parameters) for method in methods if method is not None] == [1, 2, 1]


def read_fields(text: str, name: str) -> dict[str, Any]:
    """Reads `name=value,name=value`; values are Python literals or plain text, and `a+b` is a tuple.

    Raises OptionError, with the name of the fields' owner, if the text is not of that form.

    Examples:
        >>> read_fields("houses=4,extra_turn=false,heaps=1+2", "a game")
        {'houses': 4, 'extra_turn': False, 'heaps': (1, 2)}
    """
    fields: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        field, equals, value = part.partition("=")
        if not equals or not field.isidentifier():
            raise OptionError(f"expected fields as name=value separated by commas after {name!r}, got {part!r}")
        if field in fields:
            raise OptionError(f"{field} is given twice after {name!r}")
        fields[field] = _value(value)
    return fields


def _value(text: str) -> Any:
    if "+" in text:
        return tuple(_value(part) for part in text.split("+"))
    capitalised = {"true": True, "false": False}
    if text.lower() in capitalised:
        return capitalised[text.lower()]
    if len(text) > _LONGEST_LITERAL:
        return text
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python warns of some texts that are nearly numbers
            return ast.literal_eval(text)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return text


def _make(maker: Callable[..., Any], fields: dict[str, Any], label: str) -> Any:
    signature = inspect.signature(maker)
    takes = [each for each in signature.parameters.values() if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]
    names = [each.name for each in takes]
    if unknown := [name for name in fields if name not in names]:
        raise OptionError(f"{label} has no field {unknown[0]!r}; it has {', '.join(names) or 'none'}")
    missing = [each.name for each in takes if each.default is each.empty and each.name not in fields]
    if missing:
        raise OptionError(f"{label} needs {', '.join(missing)}; write {label}:{missing[0]}=...")
    try:
        return maker(**fields)
    except MinimaxerError:
        raise
    except (TypeError, ValueError) as error:
        raise OptionError(f"{label} refuses {_written(fields)}: {error}") from error


def _written(fields: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in fields.items())
