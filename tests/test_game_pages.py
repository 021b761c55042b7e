"""The pages of the bundled games: one for each, in a fixed scheme, with counts and capabilities that are true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import minimaxer as mx

from .documents import DOCS

PAGES = {page.stem: page for page in sorted((DOCS / "reference" / "games").glob("*.md"))}
VARIANTS = {"kalah_benchmark": "mancala", "kalah_paper": "mancala", "open_whist": "whist"}
SCHEME = ["Rules", "Notation", "State", "Capabilities", "Move counts", "Known values", "In Python"]


def test_every_registered_game_has_a_page() -> None:
    """Variants stand on the page of their game."""
    ours = {name for name, entry in mx.games().items() if entry.value.startswith("minimaxer_games.")}
    assert {VARIANTS.get(name, name) for name in ours} == set(PAGES)
    for variant, name in VARIANTS.items():
        assert f"`{variant}`" in PAGES[name].read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES.values(), ids=list(PAGES))
def test_the_scheme(page: Path) -> None:
    """The same headings in the same order, a picture, and a source of the counts."""
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == SCHEME
    assert f"board-{page.stem}-dark.svg#only-dark" in text


@pytest.mark.parametrize("name", PAGES)
def test_capabilities(name: str) -> None:
    """Those that the game has, in the order of the catalogue."""
    listed = re.search(r"## Capabilities\n(.*?)\n## ", PAGES[name].read_text(encoding="utf-8"), re.DOTALL)
    assert listed is not None
    assert re.findall(r"`(\w+)`", listed[1]) == [each.name for each in mx.capabilities(mx.find_game(name))]


@pytest.mark.thorough
@pytest.mark.parametrize("most", [60_000, pytest.param(300_000, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("name", PAGES)
def test_move_counts(name: str, most: int) -> None:
    """As this library counts them now, up to so many sequences of moves."""
    rows = re.findall(r"^\| (\d+) \| ([\d,]+) \|$", PAGES[name].read_text(encoding="utf-8"), re.MULTILINE)
    counts = {int(depth): int(count.replace(",", "")) for depth, count in rows}
    assert list(counts) == list(range(1, len(counts) + 1))
    assert len(counts) >= 4
    game = mx.find_game(name)
    for depth, count in counts.items():
        if count <= most:
            assert mx.perft(game, depth=depth) == count


@pytest.mark.parametrize("name", PAGES)
def test_positions_in_the_notation_can_be_read(name: str) -> None:
    """The first example of a position stands for one."""
    text = PAGES[name].read_text(encoding="utf-8")
    notation = text[text.index("## Notation") : text.index("## State")]
    game = mx.find_game(name)
    samples = [each for each in re.findall(r"`([^`]+)`", notation) if len(each) > 2]
    readable = 0
    for sample in samples:
        try:
            game.parse(sample)  # type: ignore[attr-defined]
            readable += 1
        except mx.NotationError:
            continue
    small = {"breakthrough": "breakthrough:columns=3,rows=4,men=1", "reversi": "reversi:size=4",
             "domineering": "domineering:rows=2,columns=3", "dots_and_boxes": "dots_and_boxes:rows=1,columns=2"}  # fmt: skip
    if name in small:
        mx.find_game(small[name]).parse(samples[0])  # type: ignore[attr-defined]
    else:
        assert readable >= 1
