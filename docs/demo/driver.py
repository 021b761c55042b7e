"""Python's side of what runs in a page. The worker calls it; texts come and go, as JSON where they have parts."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import runpy
import shutil
import sys
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

import minimaxer as mx

if TYPE_CHECKING:
    from minimaxer.web.alone import Alone

METHODS: Final = ("initial", "player", "moves", "play", "outcome")
OWN: Final = "my_game"
"""What the module with the reader's own game is called."""


class Folder:
    """An empty folder, in which the reader's programs run."""

    def __init__(self) -> None:
        self.path: Final = Path(tempfile.mkdtemp(prefix="lessons-")).resolve()

    def write(self, name: str, text: str, *, below: bool = False) -> None:
        """Writes a file; or adds to it."""
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        before = file.read_text(encoding="utf-8") + "\n\n" if below else ""
        file.write_text(before + text, encoding="utf-8")

    def has(self, file: str) -> bool:
        """Whether a file is one of the folder's; names are taken from there on."""
        return (self.path / file).is_relative_to(self.path) and (self.path / file).is_file()

    def __enter__(self) -> None:
        self._before = os.getcwd(), list(sys.path), list(sys.argv)
        os.chdir(self.path)
        sys.path.insert(0, str(self.path))
        importlib.invalidate_caches()

    def __exit__(self, *_: object) -> None:
        folder, sys.path[:], sys.argv[:] = self._before
        os.chdir(folder)
        self.forget()

    def forget(self) -> None:
        """Has the folder's modules imported anew the next time."""
        for name, module in list(sys.modules.items()):
            if (getattr(module, "__file__", None) or "").startswith(f"{self.path}{os.sep}"):
                del sys.modules[name]

    def remove(self) -> None:
        """Removes it."""
        shutil.rmtree(self.path, ignore_errors=True)


def run(given: str) -> int:
    """Runs commands in a new folder, one after another until one fails; they print as they would in a terminal.

    Args:
        given: JSON: `files`, each with its name, its text and whether that goes below what is there; and `commands`, each a list
            of words that begins with `python` or `minimaxer`.

    Returns:
        The exit code of the last one.
    """
    asked = json.loads(given)
    folder = Folder()
    try:
        for name, text, below in asked["files"]:
            folder.write(name, text, below=below)
        for words in asked["commands"]:
            if len(asked["commands"]) > 1:
                print(f"$ {' '.join(words)}")
            if code := _run_command(folder, words):
                return code
        return 0
    finally:
        folder.remove()
        sys.stdout.flush()
        sys.stderr.flush()


def _run_command(folder: Folder, words: Sequence[str]) -> int:
    with folder:
        try:
            if words[0] == "minimaxer":
                from minimaxer_command import main

                return main(words[1:])
            if words[1] == "-c":
                folder.write("block.py", words[2])
            sys.argv[:] = ["block.py"] if words[1] == "-c" else list(words[1:])
            runpy.run_path(sys.argv[0], run_name="__main__")
        except SystemExit as error:
            return error.code if isinstance(error.code, int) else int(error.code is not None)
        except BaseException as error:
            print(told(error, folder), end="", file=sys.stderr)
            return 1
    return 0


def told(error: BaseException, folder: Folder) -> str:
    """An error as Python tells it, from the first line of the reader's own on."""
    found: TracebackType | None = error.__traceback__
    while found is not None and not folder.has(found.tb_frame.f_code.co_filename):
        found = found.tb_next
    text = "".join(traceback.format_exception(type(error), error, found))
    return text.replace(f"{folder.path}{os.sep}", "")


class Own:
    """The reader's own game.

    Args:
        source: The text of its module.

    Attributes:
        game: The rules.
        name: What they are called.
        folder: Where the module is.

    Raises:
        Exception: What the module raises.
    """

    def __init__(self, source: str, folder: Folder) -> None:
        self.folder: Final = folder
        folder.write(f"{OWN}.py", source)
        with folder:
            module = importlib.import_module(OWN)
            self.game: Final = _game_of(vars(module))
        self.name: Final = type(self.game).__name__


def _game_of(names: dict[str, Any]) -> Any:
    """The game of a module: what it calls `game`, or else an object of its last class with the five methods.

    Raises:
        GameError: There is none.
    """
    if "game" in names and not inspect.ismodule(names["game"]):
        return names["game"]
    made = [each for each in names.values() if inspect.isclass(each) and each.__module__ == OWN]
    games = [each for each in made if all(hasattr(each, name) for name in METHODS)]
    if games:
        return games[-1]()
    lacking = ""
    if made:
        missing = {each.__name__: [name for name in METHODS if not hasattr(each, name)] for each in made}
        nearest = min(missing, key=lambda name: len(missing[name]))
        lacking = f"; {nearest} lacks {', '.join(missing[nearest])}"
    raise mx.GameError(f"expected a class with the methods {', '.join(METHODS)}{lacking}")


class Asked:
    """What a page has asked for last: a search of the reader's game, and a table to play at."""

    def __init__(self) -> None:
        self.table: Alone | None = None
        self._rows: Iterator[str] | None = None
        self._folders: dict[str, Folder] = {}

    def own(self, source: str, use: str) -> Own | str:
        """The reader's game; what went wrong, as Python tells it, where it cannot be made."""
        before = self._folders.pop(use, None)
        if before is not None:
            before.forget()
            before.remove()
        folder = self._folders[use] = Folder()
        try:
            return Own(source, folder)
        except BaseException as error:
            return told(error, folder)

    def search(self, source: str, seconds: float) -> str | None:
        """Begins a search of the reader's game; gives what went wrong, if anything did."""
        self._rows = None
        own = self.own(source, "search")
        if isinstance(own, str):
            return own
        self._rows = _rows(own, mx.Limits(seconds=seconds))
        return None

    def row(self) -> str | None:
        """What the search knows after its next slice, as JSON; None after the last."""
        assert self._rows is not None
        return next(self._rows, None)

    def stop(self) -> None:
        """Ends the search."""
        self._rows = None

    def open(self, name: str, source: str | None) -> str | None:
        """Puts up a table for a bundled game, or for the reader's own; gives what went wrong, if anything did."""
        from minimaxer.web.alone import Alone  # here, since blocks that only run need no table

        if self.table is not None:
            self.table.close()
            self.table = None
        try:
            if source is None:
                self.table = Alone(mx.find_game(name), name)
                return None
            own = self.own(source, "table")
            if isinstance(own, str):
                return own
            self.table = Alone(own.game, own.name)
        except Exception as error:
            return told(error, self._folders.get("table") or Folder())
        return None


def _rows(own: Own, limits: mx.Limits) -> Iterator[str]:
    """What a search finds, slice by slice; an error, as Python tells it, ends it."""
    from minimaxer.web.alone import sliced

    try:
        with closing(mx.Search(own.game)) as search:
            notation = mx.Session(own.game).notation
            state = own.game.initial()
            for result in sliced(search, state, limits):
                yield json.dumps(
                    {
                        "depth": result.depth,
                        "move": None if result.move is None else notation.write_move(state, result.move),
                        "told": result.value_text,
                        "line": notation.write_line(state, result.pv),
                        "nodes": result.nodes,
                        "seconds": result.seconds,
                        "engine": result.engine,
                        "stop": result.stop.value,
                    }
                )
    except Exception as error:
        yield json.dumps({"error": told(error, own.folder)})


asked: Final = Asked()
