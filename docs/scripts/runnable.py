"""Which blocks of a page can run in the page itself, and with which files."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests import documents

NATIVE: Final = re.compile(r"\.compile\(|\b(?:threads|workers|parallel|executor|table_path)=|\bDask|\bsubprocess\b|\bExternal\(")
"""What a block has that needs a compiler, threads or processes."""
COMMANDS: Final = ("solve", "search", "check", "perft", "play")
"""Commands of minimaxer that run in a page, by the tree tier."""


def runs_of(page: Path) -> dict[str, Any]:
    """What a page can run.

    Returns:
        Plain data: `writes`, the files that the page and those before it ask for, in order, each with its name, its text, and
        whether that goes below what is there; and `runs`, for each block that can run, by its number among the page's blocks, how
        many of those files are there by then, and the commands.
    """
    writes = [_write(block) for before in _before(page) for block in documents.blocks(before) if block.title is not None]
    runs = {}
    blocks = documents.blocks(page)
    for number, block in enumerate(blocks):
        if block.title is not None:
            writes.append(_write(block))
        commands = _commands(blocks, number)
        if commands:
            runs[number] = {"files": len(writes), "commands": commands}
    return {"writes": writes, "runs": runs}


def _before(page: Path) -> Iterator[Path]:
    """The pages whose files a page goes on with, those that they go on with first."""
    for each in documents.needed(page):
        yield from _before(each)
        yield each


def _write(block: documents.Block) -> tuple[str, str, bool]:
    assert block.title is not None
    return block.title.removesuffix(documents.BELOW), block.body, block.title.endswith(documents.BELOW)


def _commands(blocks: list[documents.Block], number: int) -> list[list[str]]:
    """What is run for a block: nothing where it only writes a file, or cannot run in a page."""
    block = blocks[number]
    if block.kind == "console":
        return _typed(block)
    if block.kind != "python" or NATIVE.search(block.body):
        return []
    if block.title is None:
        return [["python", "-c", block.body]]
    file = block.title.removesuffix(documents.BELOW)
    for after in blocks[number + 1 :]:
        if after.kind == "python":
            return []
        if after.kind == "console" and ["python", file] in map(_words, _lines(after)):
            return [["python", file]]
    return []


def _typed(block: documents.Block) -> list[list[str]]:
    """The commands of a block, where all of them are minimaxer's and need no compiler, and nobody is asked for a move."""
    commands = [_words(line) for line in _lines(block)]
    return commands if all(map(_is_for_pages, commands)) else []


def _is_for_pages(words: list[str]) -> bool:
    if words[0] != "minimaxer" or words[1] not in COMMANDS or "tree" not in words:
        return False
    return words[1] != "play" or "none" in words


def _lines(block: documents.Block) -> list[str]:
    return [command for command, _ in documents.commands(block)]


def _words(line: str) -> list[str]:
    """A command's words, without settings of the environment before it."""
    return [word for word in shlex.split(line) if not re.fullmatch(r"[A-Z]+=\w+", word)]
