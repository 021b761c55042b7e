"""Pages of the documentation in a real browser: readers with keyboards, screen readers, phones and slow connections.

Pages of one folder are one test: every twelfth of them, or all where `MINIMAXER_PAGES=all` is set, which takes ten minutes. What
each page of the theme has in common, such as the header, is looked at by `test_browser.py`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from ..accessible import SHIFTS, broken_rules, faint, needs_axe
from .serving import needs_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

Scheme = Literal["light", "dark"]
pytestmark = [*needs_site, needs_axe]
FOLDERS = ("tutorials", "how-to", "explanation", "reference/games", "reference", "play", "")
"""Each has the pages below it that no earlier one has."""
EVERY = 1 if os.environ.get("MINIMAXER_PAGES") == "all" else 12
PARTS = "demo/"
"""The pages that are shown only inside of others."""
MOST_SHIFT = 0.01
"""A tenth of what counts as good: https://web.dev/articles/cls."""
PICTURES = "**/*.{svg,png,webp}"
INDEX = "**/search_index.json"
"""Each page would spend a second on it."""
SETTLE = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
SCROLL = """async () => {
  const rest = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
    scrollTo(0, top);
    await rest();
  }
  scrollTo(0, 0);
  await rest();
}"""
BEYOND = """() => [
  ...(document.documentElement.scrollWidth > innerWidth ? [`${document.documentElement.scrollWidth} pixels across`] : []),
  ...[...document.querySelectorAll(".md-typeset__scrollwrap, pre, pre > code")]
    .filter((each) => each.scrollWidth > each.clientWidth && !/visible|clip|hidden/.test(getComputedStyle(each).overflowX))
    .filter((each) => each.tabIndex < 0 && !each.querySelector("a[href], button, [tabindex]"))
    .map((each) => `cannot be scrolled by keys: ${each.textContent.slice(0, 80)}`),
]"""
"""The page if it is wider than the window, and its parts that can be scrolled, but not by keys."""
ROWS = ("<td", "<th", "<tr")
MOVED = """() => window.shifts.map(({ value, moved }) => [value, moved])"""


def pages_of(site: Path, folder: str) -> list[str]:
    """The pages of a folder."""
    found = sorted(file.relative_to(site).as_posix() for file in (site / folder).rglob("*.html"))
    before = tuple(f"{each}/" for each in FOLDERS[: FOLDERS.index(folder)])
    return [page.removesuffix("index.html") for page in found if not page.startswith((PARTS, *before))]


class Reader:
    """A page at one width, whose pictures come late.

    Args:
        width: In pixels.
    """

    def __init__(self, browser: Browser, width: int) -> None:
        self.context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme="light", reduced_motion="reduce"
        )
        self.context.add_init_script(SHIFTS)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(120_000)
        self.page.route(PICTURES, self._take)
        self.page.route(INDEX, lambda route: route.fulfill(json={"config": {"lang": ["en"], "separator": " "}, "docs": []}))
        self._held: list[Route] | None = None

    def _take(self, route: Route) -> None:
        if self._held is None:
            route.continue_()
        else:
            self._held.append(route)

    def read(self, address: str) -> None:
        """Opens a page, gives it its pictures once the rest is shown, and scrolls to its end and back."""
        held: list[Route] = []
        self._held = held
        self.page.goto(address, wait_until="domcontentloaded")
        self.page.evaluate(SETTLE)
        self._held = None
        for route in held:
            route.continue_()
        self.page.wait_for_load_state("load")
        self.page.evaluate(SCROLL)

    def shifted(self) -> list[str]:
        """The parts that moved by themselves, if they moved too far; rows of tables may, while a table is still read."""
        moved = [
            (value, parts)
            for value, parts in self.page.evaluate(MOVED)
            if not parts or not all(part[0].startswith(ROWS) for part in parts)
        ]
        return [f"{value}: {parts}" for value, parts in moved] if sum(value for value, _ in moved) > MOST_SHIFT else []


@pytest.fixture
def reader(browser: Browser) -> Iterator[Callable[[int], Reader]]:
    """Opens a window of a width, and closes the one before: only one at a time is drawn."""
    readers: list[Reader] = []

    def make(width: int) -> Reader:
        while readers:
            readers.pop().context.close()
        readers.append(Reader(browser, width))
        return readers[-1]

    yield make
    for each in readers:
        each.context.close()


@pytest.mark.parametrize("folder", FOLDERS)
def test_pages_suit_all_readers(site: Path, address: str, reader: Callable[[int], Reader], folder: str) -> None:
    """Of every twelfth page: nothing breaks a rule of axe-core or is faint in either scheme, moves by itself, or makes a phone scroll sideways."""
    pages = pages_of(site, folder)
    assert len(pages) > 3
    pages = pages[::EVERY]
    wrong: dict[str, list[str]] = {page: [] for page in pages}
    looks: dict[Scheme, set[str]] = {"light": set(), "dark": set()}
    wide = reader(1200)
    for name in pages:
        wide.read(address + name)
        wrong[name] += [*broken_rules(wide.page), *wide.shifted()]
        for scheme, known in looks.items():
            wide.page.emulate_media(color_scheme=scheme)
            wrong[name] += faint(wide.page, known)
        wide.page.emulate_media(color_scheme="light")
    narrow = reader(390)
    for name in pages:
        narrow.read(address + name)
        wrong[name] += [*narrow.page.evaluate(BEYOND), *narrow.shifted()]
    assert {name: found for name, found in wrong.items() if found} == {}
