"""From numba's errors to what a game's author can act on. Imports no numba."""

from __future__ import annotations

import linecache
import re
from collections.abc import Callable
from typing import Final

from ...errors import CompileError
from .refusal import Refusal

_PLACE: Final = re.compile(r'File "([^"]+)", line (\d+):|at ([^\s(]+(?: [^\s(]+)*) \((\d+)\)')
_COLOUR: Final = re.compile(r"\x1b\[\d+m")


def compile_error(refusal: Refusal) -> CompileError:
    """The error for something that was refused."""
    return _error(refusal.name, refusal.filename, refusal.line, refusal.cause)


def explain(error: BaseException, functions: Callable[[str, int], str | None]) -> CompileError:
    """The error for what numba raised.

    Args:
        error: numba's error.
        functions: The name of the game's function at a file and line; None where there is none.
    """
    text = _COLOUR.sub("", str(error))
    cause = next((words(match) for pattern, words in _CAUSES if (match := pattern.search(text))), None)
    if cause is None:
        lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("Failed in")]
        cause = f"numba cannot compile it: {lines[0] if lines else type(error).__name__}"
    for match in _PLACE.finditer(text):
        file, line = match.group(1) or match.group(3), int(match.group(2) or match.group(4))
        name = functions(file, line)
        if name is not None:
            return _error(name, file, line, cause)
    return _error("the game", None, 0, cause)


def _error(name: str, file: str | None, line: int, cause: str) -> CompileError:
    where = ""
    if file and line:
        source = linecache.getline(file, line).strip()
        where = f", line {line} of {file}" + (f" (`{source}`)" if source else "")
    elif line:
        where = f", line {line}"
    return CompileError(f"cannot compile {name}{where}: {cause}")


def _plain(text: str) -> str:
    """Numba's names of types in the author's words."""
    text = re.sub(r"Literal\[(int|str|bool)\]\(([^)]*)\)", r"\1", text)
    text = re.sub(r"\bu?int(8|16|32|64)\b", "int", text).replace("float64", "float").replace("unicode_type", "str")
    text = re.sub(r"OptionalType\((\w+)\)", r"\1 or None", text)
    text = re.sub(r"UniTuple\((\w+) x (\d+)\)", r"tuple of \2 \1s", text)
    text = re.sub(r"reflected list\((\w+)\)<[^>]*>", r"list of \1", text)
    return text.replace("none", "None").replace("boolean", "bool")


def _attribute(match: re.Match[str]) -> str:
    name, kind = match.group(1), _plain(match.group(2))
    advice = _ADVICE.get(name, "compiled games know fields, methods and properties of the rules and of NamedTuples")
    return f"{kind} has no {name!r} that can be compiled; {advice}"


def _call(match: re.Match[str]) -> str:
    name, arguments = match.group(1), match.group(2)
    if name == "getitem":
        return _getitem(arguments)
    if name in ("add", "iadd") and "uple" in arguments:
        return "tuples whose lengths are not known beforehand are joined; write minimaxer.tuples.replaced or added"
    return f"{name} does not take {_plain(arguments)} in compiled games"


def _getitem(arguments: str) -> str:
    if "slice" in arguments:
        return "a tuple is cut at places not known beforehand; write minimaxer.tuples.replaced, or a loop over indices"
    if arguments.startswith(("Tuple(", "NamedTuple")) or "Tuple(UniTuple" in arguments or "Tuple(int" in arguments:
        return "a tuple whose items have different types or lengths is indexed by a variable; make all items alike"
    return f"{_plain(arguments.split(',')[0])} cannot be indexed this way"


_ADVICE: Final = {
    "append": "use a list that begins with its items, or a tuple",
    "index": "loop over the items and compare",
    "sort": "use minimaxer.tuples.sort",
    "keys": "use a tuple indexed by a number",
    "get": "use a tuple indexed by a number",
    "items": "use enumerate on a tuple",
    "_asdict": "name the fields",
    "_make": "call the class with the fields",
    "to_bytes": "use shifts and masks",
}
_Words = Callable[[re.Match[str]], str]
_CAUSES: Final[tuple[tuple[re.Pattern[str], _Words], ...]] = tuple(
    (re.compile(pattern, re.DOTALL), words)
    for pattern, words in (
        (r"Unknown attribute '(\w+)' of type ([^\n]+)", _attribute),
        (
            r"Can't unify return type from the following types: ([^\n]+)",
            lambda match: f"it returns {_plain(match.group(1)).replace(', ', ' on one path and ', 1)} on another; give one type",
        ),
        (
            r"Cannot unify ([^\n]+) and ([^\n]+) for '([\w.$]+)'",
            lambda match: (
                f"{match.group(3).split('.')[0]} is {_plain(match.group(1))} on one path and {_plain(match.group(2))} on "
                "another; give it one type"
            ),
        ),
        (
            r"Untyped global name '?(\w+)'?:.*?Cannot determine Numba type of <class '([\w.]+)'>",
            lambda match: (
                f"{match.group(1)} is a {match.group(2)}, which is no constant and no plain function; use numbers and tuples"
            ),
        ),
        (
            r"Cannot determine Numba type of <class '([\w.]+)'>",
            lambda match: f"a {match.group(1)} cannot be compiled; use numbers and tuples",
        ),
        (
            r"No implementation of function Function\(<(?:built-in function|class) '?(\w+)'?>\) found for signature:"
            r"\s+>>> \w+\(([^\n]*)\)",
            _call,
        ),
        (
            r"No conversion from ([^\n]+) to ([^\n]+) for '[^']*return",
            lambda match: (
                f"it returns {_plain(match.group(1))} on one path and {_plain(match.group(2))} on another; give one type"
            ),
        ),
        (
            r"Use of unsupported opcode \((\w+)\)",
            lambda match: f"the construct there ({match.group(1).lower()}) cannot be compiled; write it with plain statements",
        ),
        (
            r"[Ii]nvalid use of (?:type|Function)\(([^\n]*?)\) with (?:parameters|argument\(s\) of type\(s\):) \(([^\n]*)\)",
            lambda match: f"{match.group(1)} cannot be called with {_plain(match.group(2))} in compiled games",
        ),
        (
            r"(?:Undecided type|Cannot infer the type of variable|cannot type infer)[^\n]*",
            lambda match: "the type of a value there cannot be told; a list may be empty, or a function may only call itself",
        ),
        (r"missing a required argument: '(\w+)'", lambda match: f"the argument {match.group(1)} is missing"),
        (r"too many positional arguments", lambda match: "there are too many arguments"),
        (
            r"Cannot type (?:empty )?generator[^\n]*",
            lambda match: "it is a generator that yields nothing; yield at least in one place",
        ),
        (r"generator[^\n]*no yield", lambda match: "it is a generator that yields nothing; yield at least in one place"),
    )
)


def is_numba(error: BaseException) -> bool:
    """Whether numba or LLVM raised it."""
    return type(error).__module__.startswith(("numba", "llvmlite"))
