"""Documents as what they ask the reader to do: files to write, code to run, commands to type."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
FENCE = re.compile(
    r"^(?P<indent> *)```(?P<kind>\w+)(?: title=\"(?P<title>[^\"]+)\")?[^\n]*\n(?P<body>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)
BELOW = " (below)"
"""Behind a file's name: the text goes below what the file holds."""
NEEDS = re.compile(r"You\s+need\s+the\s+files\s+of\s+(?P<links>[^.]*(?:\.md[^.]*)+)\.(?:\s|$)")
"""How a page says which pages' files it goes on with, by links."""
LINKED = re.compile(r"\]\(([^)#]+)\)")
SECONDS = 600


@frozen
class Block:
    """A fenced block of a page.

    Attributes:
        kind: The language behind the fence.
        title: The file it is to be written to, if any.
        body: Its text.
        line: The line of the page on which it begins.
    """

    kind: str
    title: str | None
    body: str
    line: int


def pages() -> list[Path]:
    """The README and every page of the documentation."""
    return [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]


def blocks(page: Path) -> list[Block]:
    """The page's fenced blocks, in order."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(
            found["kind"],
            found["title"],
            re.sub(rf"^{found['indent']}", "", found["body"], flags=re.MULTILINE),
            text.count("\n", 0, found.start()) + 1,
        )
        for found in FENCE.finditer(text)
    ]


def needed(page: Path) -> list[Path]:
    """The pages whose files this one goes on with, as it says itself, in order."""
    found = NEEDS.search(page.read_text(encoding="utf-8"))
    return [] if found is None else [page.parent / link for link in LINKED.findall(found["links"])]


def prepare(page: Path, folder: Path) -> None:
    """Writes the files of the pages that a page goes on with, and before them what those go on with."""
    for before in needed(page):
        prepare(before, folder)
        for block in blocks(before):
            if block.title is not None:
                write(block, folder)


def is_active(block: Block) -> bool:
    """Whether there is something to do."""
    return block.title is not None or block.kind in ("python", "console")


def commands(block: Block) -> Iterator[tuple[str, list[str]]]:
    """Each command of a console block with the lines that are shown behind it."""
    for part in re.split(r"^\$ ", block.body, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown.splitlines()


def write(block: Block, folder: Path) -> None:
    """Writes the block's file."""
    assert block.title is not None
    name = block.title.removesuffix(BELOW)
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    before = file.read_text(encoding="utf-8") if block.title.endswith(BELOW) else ""
    file.write_text(before + ("\n\n" if before else "") + block.body, encoding="utf-8")


def environment() -> Mapping[str, str]:
    """Where commands find Python and what is installed beside it; nothing is coloured."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "COLUMNS": "120", "PY_COLORS": "0", "PYTHONPATH": ""}


def run_code(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a block by itself, in the page's folder."""
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=folder, env=environment(), timeout=SECONDS
    )


def run_command(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Types a command in the page's folder; both outputs in one."""
    return subprocess.run(
        command,
        shell=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=folder,
        env=environment(),
        timeout=SECONDS,
    )


def shows(shown: list[str], printed: str) -> bool:
    """Whether the output is what the page shows; `…` stands for any text, alone on a line for any lines."""
    pattern = ""
    for line in shown:
        if line.strip() == "…":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*".join(re.escape(part) for part in line.rstrip().split("…")) + r"[ \t]*\n"
    return re.fullmatch(pattern, printed if printed.endswith("\n") or not printed else printed + "\n") is not None
