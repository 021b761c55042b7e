"""Facts that pages state and that the code, the packaging or a folder decides."""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

import pytest

import minimaxer as mx
from minimaxer.api.methods import METHODS
from minimaxer.game import protocol
from minimaxer.game.capability import NAMES
from minimaxer.testing.laws import STATE_LAWS
from minimaxer_games.tic_tac_toe import TicTacToe

from . import documents as d

PROJECT: Final[dict[str, Any]] = tomllib.loads((d.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
README: Final = (d.ROOT / "README.md").read_text(encoding="utf-8")
FASTER: Final = "50 to 500 times as fast"
NUMBERS: Final = {20: "twenty", 21: "twenty-one", 22: "twenty-two", 23: "twenty-three", 24: "twenty-four", 25: "twenty-five"}
SAID: Final = {
    "alphabeta": ("alpha-beta", "PVS", "MTD(f)", "expectimax"),
    "maxn": ("max^n",),
    "montecarlo": ("Monte Carlo",),
    "proof": ("proof-number",),
}
"""How the comparison names what there is; searches made of these are not named again."""
MADE_OF_THESE: Final = {"information_sets", "determinization", "hybrid", "paranoid"}


def test_the_readme_counts_the_tutorials() -> None:
    """In words."""
    assert f"{NUMBERS[len(list((d.DOCS / 'tutorials').glob('[0-9]*.md')))]} lessons" in README


def test_the_readme_names_the_oldest_python() -> None:
    """As the package says."""
    oldest = PROJECT["project"]["requires-python"].removeprefix(">=")
    assert f"Python {oldest} or later" in README
    assert PROJECT["tool"]["mypy"].get("python_version", oldest) == oldest


def test_one_package_is_all_that_it_needs() -> None:
    """As the pages promise."""
    assert [re.split(r"[><=]", each)[0] for each in PROJECT["project"]["dependencies"]] == ["attrs"]


@pytest.mark.parametrize("page", [pytest.param(page, id=str(page.relative_to(d.ROOT))) for page in d.pages()])
def test_extras_and_groups_exist(page: Any) -> None:
    """Those that a page tells the reader to install."""
    text = page.read_text(encoding="utf-8")
    extras = {
        *re.findall(r"--extra (\w+)", text),
        *re.findall(r"\bextras? `(\w+)`", text),
        *re.findall(r"minimaxer\[(\w+)\]", text),
    }
    assert extras <= PROJECT["project"]["optional-dependencies"].keys()
    assert set(re.findall(r"--group (\w+)", text)) <= PROJECT["dependency-groups"].keys()


def test_the_comparison_names_every_search() -> None:
    """And says yes to what the rules of a game may have."""
    rows = dict(line.strip("| ").split(" | ")[:2] for line in _page("comparison").splitlines() if line.startswith("| "))
    for names in SAID.values():
        assert all(name in rows["search"] for name in names)
    assert {each.package.rpartition(".")[2] for each in METHODS.values()} == SAID.keys() | MADE_OF_THESE
    assert rows["games with chance, more players, hidden information"] == "yes"
    assert {"chances", "deal"} <= set(NAMES)


def test_the_reference_has_every_capability() -> None:
    """By name, and each protocol."""
    reference = d.DOCS / "reference"
    text = (reference / "game.md").read_text(encoding="utf-8")
    assert [name for name in sorted(NAMES) if not re.search(rf"`{name}\(", text)] == []
    text = (reference / "python" / "optional-methods.md").read_text(encoding="utf-8")
    assert [name for name in vars(protocol) if re.match("Has[A-Z]", name) and not re.search(rf"\b{name}\b", text)] == []


def test_the_reference_has_every_law() -> None:
    """By name."""
    text = (d.DOCS / "reference" / "laws.md").read_text(encoding="utf-8")
    assert [law.name for law in STATE_LAWS if f"`{law.name}`" not in text] == []


def test_design_denies_nothing_that_is_there() -> None:
    """Capabilities and commands are not in the list of what is missing."""
    missing = _page("design").partition("## What is not there")[2]
    assert missing
    for word in ("tables", "clock", "hidden cards: nothing", "dice", "Learning"):
        assert word not in missing


def test_all_pages_tell_the_same_speed() -> None:
    """Of native code beside Python, and so does a printed result."""
    assert FASTER in str(mx.search(TicTacToe(), depth=1))
    for name in ("explanation/compiling", "try/your-game", "how-to/fast-rules"):
        assert FASTER in re.sub(r"\s+", " ", (d.DOCS / f"{name}.md").read_text(encoding="utf-8")), name


def _page(name: str) -> str:
    return (d.DOCS / "explanation" / f"{name}.md").read_text(encoding="utf-8")


def test_the_architecture_names_files_that_exist() -> None:
    """Within the package, or anywhere in it by the end of their path, or in the project."""
    there = {path.relative_to(d.ROOT).as_posix() for folder in ("minimaxer", "docs") for path in (d.ROOT / folder).rglob("*")}
    there |= {f"{path}/" for path in there if (d.ROOT / path).is_dir()}
    named = re.findall(r"`([\w/]*(?:\w/|\w\.py))`", _page("architecture"))
    assert len(named) > 50
    missing = [each for each in named if not any(f"/{path}".endswith(f"/{each}") for path in there)]
    assert [each for each in missing if not (d.ROOT / each).exists()] == []
