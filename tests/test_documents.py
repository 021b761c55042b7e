"""The documents: what they ask for works, what they show is what comes out, and links lead somewhere."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import minimaxer as mx
from docs.scripts.render import made

from . import documents as d
from .needs import HAS_LLVMLITE

SLOW = (
    "docs/explanation/monte-carlo.md",
    "docs/explanation/selective.md",
    "docs/explanation/threads.md",
    "docs/how-to/put-aside.md",
    "docs/how-to/weaken.md",
    "docs/tutorials/2-write-the-search.md",
    "docs/tutorials/6-judging.md",
    "docs/tutorials/7-remembering.md",
    "docs/tutorials/9-bits.md",
    "docs/tutorials/10-good-moves-first.md",
    "docs/tutorials/19-matches.md",
    "docs/tutorials/20-tuning.md",
    "docs/tutorials/5-sorting.md",
    "docs/tutorials/8-native-speed.md",
    "docs/tutorials/11-all-your-cores.md",
    "docs/tutorials/13-small-chess.md",
    "docs/tutorials/14-trust-your-game.md",
    "docs/tutorials/15-dice.md",
    "docs/tutorials/16-three.md",
    "docs/tutorials/17-no-evaluation.md",
    "docs/tutorials/22-backwards.md",
    "docs/tutorials/21-rules-alone.md",
    "docs/how-to/check.md",
)
"""Pages that compile games of their own, or search for many seconds."""


def pages() -> Iterator[Any]:
    """The pages with something to run."""
    for page in d.pages():
        name = page.relative_to(d.ROOT).as_posix()
        if any(map(d.is_active, d.blocks(page))):
            yield pytest.param(page, id=name, marks=[pytest.mark.thorough] if name in SLOW else [])


PAGES = list(pages())
MADE = {d.DOCS / place for place in made()}
"""Pictures and recordings, which are made when the site is built."""
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?: \"[^\"]*\")?\)")


@pytest.mark.thorough
@pytest.mark.parametrize("page", PAGES)
def test_pages_do_what_they_say(page: Path, tmp_path: Path) -> None:
    """From an empty folder, block by block: files are written, code runs, commands print what is shown.

    A `print` with a comment behind it prints what the comment says.
    """
    if not HAS_LLVMLITE and "compile" in page.read_text(encoding="utf-8"):
        pytest.skip("compiled games need the extra 'compiled'")
    folder = d.ROOT if page == d.ROOT / "README.md" else tmp_path
    d.prepare(page, folder)
    for block in filter(d.is_active, d.blocks(page)):
        where = f"{page.name}, line {block.line}"
        if block.title is not None:
            d.write(block, folder)
        elif block.kind == "python":
            run = d.run_code(block.body, folder)
            assert run.returncode == 0, f"{where}:\n{run.stderr}"
            for promised in re.findall(r"^ *print\(.*\)  # (.*)$", block.body, re.MULTILINE):
                assert promised in run.stdout.splitlines(), f"{where}: expected {promised!r} in\n{run.stdout}"
        else:
            for command, shown in d.commands(block):
                ran = d.run_command(command, folder)
                assert "Traceback (most recent call last)" not in ran.stdout, f"{where}: {command}\n{ran.stdout}"
                assert d.shows(shown, ran.stdout), f"{where}: {command}\n{ran.stdout}"


QUICK = {"check": " --games 20", "games": "", "perft": "", "search": "", "solve": ""}
"""Commands that end soon, and what is added to them, so that they do."""
COMMANDS = [
    pytest.param(command, id=f"{page.name}: {command}", marks=[pytest.mark.thorough] if "--threads" in command else [])
    for page in d.pages()
    for block in d.blocks(page)
    if block.kind in ("sh", "bash")
    for line in block.body.splitlines()
    for command in [line.partition("#")[0].strip().removeprefix("uv run ")]
    if command.startswith("minimaxer ") and command.split()[1] in QUICK and "my_game" not in command
]


@pytest.mark.thorough
@pytest.mark.parametrize("command", COMMANDS)
def test_quick_commands_run(command: str) -> None:
    """What is only shown as a command, without its output, works too."""
    if "--threads" in command and not HAS_LLVMLITE:
        pytest.skip("threads are for compiled games, which need the extra 'compiled'")
    assert d.run_command(command + QUICK[command.split()[1]], d.ROOT).returncode == 0


def test_there_are_pages() -> None:
    """Tutorials among them, and each has something to do."""
    assert len(PAGES) > 20
    assert len(COMMANDS) >= 3
    for page in (d.DOCS / "tutorials").glob("*.md"):
        assert len(list(filter(d.is_active, d.blocks(page)))) >= 4, page.name


def test_pages_go_on_with_the_files_of_others(tmp_path: Path) -> None:
    """A page that says so gets the files of the pages that it names, and of those that they name."""
    [page] = (d.DOCS / "tutorials").glob("9-*.md")
    assert [each.name for each in d.needed(page)] == ["2-write-the-search.md"]
    d.prepare(page, tmp_path)
    assert {"tic_tac_toe.py", "own.py", "four.py", "growing.py"} <= {file.name for file in tmp_path.iterdir()}
    assert d.needed(d.DOCS / "index.md") == []


def test_outputs_are_compared() -> None:
    """Another output is noticed; what may vary is marked."""
    assert d.shows(["a", "b … c"], "a\nb 12 c\n")
    assert d.shows(["a", "…", "z"], "a\nb\nc\nz\n")
    assert d.shows([], "")
    assert not d.shows(["a"], "a\nb\n")
    assert not d.shows(["a", "b"], "a\n")
    assert not d.shows([], "error\n")


@pytest.mark.parametrize("page", [pytest.param(page, id=str(page.relative_to(d.ROOT))) for page in d.pages()])
def test_links_lead_somewhere(page: Path) -> None:
    """Files that are linked are there; anchors are checked when the documentation is built."""
    text = re.sub(r"^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in LINK.findall(text):
        if not target.startswith(("http:", "https:", "#")):
            place = (page.parent / target.partition("#")[0]).resolve()
            assert place.exists() or place in MADE, f"{page.name} links to {target}"


@pytest.mark.parametrize("page", [pytest.param(page, id=str(page.relative_to(d.ROOT))) for page in d.pages()])
def test_figures_do_not_break_paragraphs(page: Path) -> None:
    """A line of a paragraph never begins with a comment, which would begin a block of its own."""
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        assert not re.match(r" *<!--/?fig", line), f"{page.name}, line {number}: take a word of the line before down"


@pytest.mark.parametrize("number", range(2, 11))
def test_rows_of_the_growing_table_are_those_of_the_results(number: int) -> None:
    """The nodes that a tutorial shows are those in the table of this and the later tutorials."""
    [page] = (d.DOCS / "tutorials").glob(f"{number}-*.md")
    rows = json.loads((d.DOCS / "results" / "lessons.json").read_text(encoding="utf-8"))["lessons"]
    kept = {f"{row['name']}, {row['set']}: {row['nodes']:,} nodes in … ms" for row in rows if row["lesson"] == number}
    shown = {
        line
        for block in d.blocks(page)
        if block.kind == "console"
        for command, lines in d.commands(block)
        if "python rows_" in command
        for line in lines
    }
    assert shown == kept
    assert kept


def test_every_page_is_in_the_navigation() -> None:
    """A page that nobody finds is none."""
    navigation = (d.ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for page in d.DOCS.rglob("*.md"):
        assert f"{page.relative_to(d.DOCS).as_posix()}\n" in navigation, page.name


def test_figures_are_those_of_the_results() -> None:
    """Tables, figures in the text and pictures are what `docs/scripts/render.py` makes of the results now."""
    run = subprocess.run(
        [sys.executable, str(d.DOCS / "scripts" / "render.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_example_file_runs() -> None:
    """The game of one's own is solved: a draw."""
    run = subprocess.run(
        [sys.executable, str(d.ROOT / "examples" / "three_in_a_row.py")], capture_output=True, text=True, check=True
    )
    assert run.stdout.startswith("0: 0 at depth 9, solved")


def test_the_example_positions_have_their_scores() -> None:
    """The file that the README's first command solves carries the published scores beside the positions."""
    file = d.ROOT / "examples" / "connect_four_endgames.txt"
    command = [sys.executable, "-m", "minimaxer", "solve", "connect_four", "--file", str(file)]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [line.split() for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert len(out) == len(rows) == 20
    for line, (position, score) in zip(out, rows, strict=True):
        assert line.startswith(position)
        if score == "0":
            assert line.endswith("draw")
        else:
            winner = len(position) % 2 if int(score) > 0 else 1 - len(position) % 2
            assert f"player {winner} wins" in line


def test_nothing_is_installed_from_where_it_is_not() -> None:
    """No page has pip fetch minimaxer from a registry; from a folder it may."""
    for page in d.pages():
        for line in re.findall(r"pip install[^\n`&]*", page.read_text(encoding="utf-8")):
            assert not re.search(r"(?<![./])\bminimaxer\b", line), (page, line)


def test_results_in_the_readme_are_those_of_today() -> None:
    """The line that stands behind a call as a comment."""
    text = (d.ROOT / "README.md").read_text(encoding="utf-8")
    call, line = re.findall(r"^(mx\.search\(.+\)\.pv)  # look ahead: (.+)$", text, re.MULTILINE)[0]
    game = mx.find_game("connect_four")
    assert eval(call, {"mx": mx, "game": game, "state": game.parse("4455")}) == eval(line)  # type: ignore[attr-defined]  # it has
