"""Python in the pages, in a real browser: a built site from a local server, and nothing from anywhere else.

The site is built for these tests, unless MINIMAXER_SITE names the folder of one.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from .. import documents
from ..accessible import SHIFTS, needs_axe, violations
from ..exporting.clicks import play_by_clicks
from .parts import part
from .serving import Playing, needs_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FrameLocator, Page

pytestmark = needs_site
PATIENCE = 120_000
"""Milliseconds for what is sure to come, on a machine however busy."""
OWN = """
class Doubling:
    '''Add one or double, in turn, from 1; who gets to 30 or beyond wins.'''
    def initial(self): return (1, 0)
    def player(self, state): return state[1]
    def moves(self, state): return ["+1", "x2"]
    def play(self, state, move): return (state[0] + 1 if move == "+1" else state[0] * 2, 1 - state[1])
    def outcome(self, state): return None if state[0] < 30 else 1_000_000 if state[1] == 1 else -1_000_000
"""
gallery = part("scripts/gallery.py")
ENDLESS = OWN.replace("30", "10**30")
DONE = "This is the slow tier"
"""What is said when a program or a search has ended."""
FIREFOX = shutil.which("firefox") or shutil.which("firefox-esr")


class Visit:
    """A page, which notes all that goes wrong and every host that is asked."""

    def __init__(self, browser: Browser, address: str, width: int, scheme: Any) -> None:
        self.address = address
        self.context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce")
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.wrong: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", lambda request: self._note(request.url))

    def _note(self, url: str) -> None:
        self.asked.append(url)
        if not url.startswith((self.address, f"blob:{self.address}", "data:")):
            self.wrong.append(f"asked for {url}")

    def go(self, page: str) -> Visit:
        """Goes to a page."""
        self.page.goto(self.address + page)
        return self

    def run(self, number: int) -> str:
        """Presses the button below the so manieth block that has one, and gives all that it prints."""
        block = self.page.locator(".mx-run").nth(number)
        block.get_by_role("button", name="Run").click()
        block.locator(".mx-status", has_text=DONE).wait_for()
        return block.locator(".mx-output").inner_text()

    def status(self) -> str:
        """What the page of the editor says at the end of its work."""
        self.page.locator("#mx-status", has_text=DONE).wait_for()
        return self.page.inner_text("#mx-status")

    def write(self, source: str) -> None:
        """Puts a game into the editor."""
        self.page.fill("#mx-source", source)

    def table(self) -> FrameLocator:
        """The page with the board."""
        return self.page.frame_locator(".mx-frame iframe")


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Any]:
    """Makes visits, and ends them."""
    visits: list[Visit] = []

    def make(page: str, width: int = 1100, scheme: str = "light") -> Visit:
        visits.append(Visit(browser, address, width, scheme))
        return visits[-1].go(page)

    yield make
    for each in visits:
        each.context.close()
        assert each.wrong == []


def test_blocks_print_what_they_print_here(visit: Any, tmp_path: Path) -> None:
    """A program of a tutorial with its files, and a block by itself; Python is loaded at the first press, and not before."""
    page = documents.DOCS / "tutorials" / "1-first-ai.md"
    there = visit("tutorials/1-first-ai/")
    there.page.wait_for_load_state("networkidle")
    assert not any("pyodide" in url or url.endswith(".whl") for url in there.asked)
    for block in documents.blocks(page):
        if block.title is not None:
            documents.write(block, tmp_path)
    here = documents.run_code((tmp_path / "ask.py").read_text(), tmp_path).stdout
    assert here == "8\n0 4\n"
    assert there.run(1) == here
    assert any(url.endswith(".whl") for url in there.asked)
    there.go("")
    [block] = [each for each in documents.blocks(documents.DOCS / "index.md") if each.kind == "python"]
    assert there.run(0) == documents.run_code(block.body, tmp_path).stdout == "0\n"


def test_commands_print_what_the_page_shows(visit: Any) -> None:
    """The first command of the first tutorial."""
    page = documents.DOCS / "tutorials" / "1-first-ai.md"
    command, shown = next(
        found for block in documents.blocks(page) if block.kind == "console" for found in documents.commands(block)
    )
    there = visit("tutorials/1-first-ai/")
    assert command == "minimaxer solve tic_tac_toe.py:TicTacToe --tier tree"
    assert documents.shows(shown, there.run(0))


def test_programs_are_stopped_and_begin_anew(visit: Any) -> None:
    """What was printed stays; the next press runs again; an error is shown as Python tells it."""
    there = visit("try/your-game/")
    page = there.page
    there.write("print('begun', flush=True)\nwhile True: pass\n")
    page.click("#mx-script")
    page.locator("#mx-output", has_text="begun").wait_for()
    page.click("#mx-stop")
    assert there.status().startswith("Stopped after ")
    assert page.inner_text("#mx-output") == "begun\n"
    there.write("def f():\n    return 1 / 0\n\nf()\n")
    page.click("#mx-script")
    assert there.status().startswith("Ended with exit code 1 after ")
    told = page.inner_text("#mx-output")
    assert told.startswith("Traceback (most recent call last):\n")
    assert 'File "my_game.py", line 2, in f' in told
    assert told.endswith("ZeroDivisionError: division by zero\n")


def test_a_game_of_ones_own_is_searched(visit: Any) -> None:
    """One that nobody has seen before, to its end; then one without an end, until it is stopped, with what was found."""
    there = visit("try/your-game/")
    page = there.page
    there.write(OWN)
    page.select_option("#mx-seconds", "600")  # it is solved long before, on a machine however busy
    page.click("#mx-search")
    assert there.status().startswith("Done after ")
    row = page.locator("#mx-found tbody tr").last.locator("td").all_inner_texts()
    expected = documents.run_code(
        f"{OWN}\nimport minimaxer as mx\nresult = mx.solve(Doubling())\nprint(result.value_text)", documents.ROOT
    ).stdout.strip()
    assert row[2] == expected
    there.write(ENDLESS)
    page.click("#mx-search")
    page.locator("#mx-found tbody tr").first.wait_for()
    page.click("#mx-stop")
    assert there.status().startswith("Stopped, with what was found, after ")
    assert page.locator("#mx-found tbody tr").count() > 0
    there.write(OWN.replace("def moves", "def move"))
    page.click("#mx-search")
    page.locator("#mx-output", has_text="Doubling lacks moves").wait_for()


def test_a_game_of_ones_own_is_played(visit: Any) -> None:
    """Against the AI, by buttons, to the end."""
    there = visit("try/your-game/")
    there.write(OWN)
    there.page.click("#mx-play")
    play_out(there.table(), random.Random(1))


def test_a_game_with_cards_is_played_to_its_end(visit: Any) -> None:
    """By Python in the page, since its page would hold what is hidden."""
    there = visit("try/games/?game=higher_lower")
    there.page.click("#mx-open")
    play_out(there.table(), random.Random(2))


@pytest.mark.parametrize("name", gallery.GAMES)
def test_games_of_the_gallery_are_played_to_their_end(visit: Any, name: str) -> None:
    """By clicks on the picture or on buttons, against a level in the middle or else the AI, without Python."""
    there = visit("try/games/")
    there.page.locator(f'.mx-gallery a[href$="play/{name}/"]').click()
    there.page.wait_for_selector("body:not(.waiting)")
    assert there.page.locator("#board img").count() == 1
    opponent = there.page.locator("#players select").last
    levels = [each for each in opponent.locator("option").all_inner_texts() if each.startswith("level ")]
    if levels and opponent.input_value() != "person":
        opponent.select_option(levels[len(levels) // 2])
    if opponent.input_value() == "AI":
        there.page.click("#new")
        there.page.fill("#seconds", "0.05")
        there.page.click("#setup button[value=begin]")
    play_by_clicks(there.page)
    assert there.page.inner_text("#failure") == ""
    assert not any("pyodide" in url for url in there.asked)


@pytest.mark.skipif(FIREFOX is None, reason="there is no Firefox here")
@pytest.mark.parametrize("name", ["connect_four", "backgammon", "chess_lite"])
def test_firefox_plays_to_the_end(address: str, tmp_path: Path, name: str) -> None:
    """A page beside the game clicks for it, and tells the server how it ended."""
    Playing.told.clear()
    command = [str(FIREFOX), "--headless", "--no-remote", "--profile", str(tmp_path), f"{address}playing.html?{name}"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as firefox:
        has_ended = Playing.told.wait(PATIENCE / 1000)
        firefox.terminate()
    assert has_ended
    assert "The game is over" in Playing.said


def play_out(table: FrameLocator, rng: random.Random) -> None:
    """Clicks places and buttons at random until the game is over."""
    places = table.locator(".place:not(.anew), #choices button")
    for _ in range(200):
        table.locator(".place:not(.anew), #choices button, #turn:has-text('The game is over')").first.wait_for(timeout=PATIENCE)
        if "The game is over" in table.locator("#turn").inner_text():
            assert not table.locator("#failure").is_visible()
            return
        moves = table.locator("#history li").count()
        places.nth(rng.randrange(places.count())).click()
        table.locator(f"#history li:nth-child({moves + 1})").wait_for(timeout=PATIENCE)
        table.locator("#job").wait_for(state="hidden", timeout=PATIENCE)
    raise AssertionError("the game does not end")


def test_advice_and_steps_come_from_the_engine(visit: Any) -> None:
    """A hint, the value of every move, and a search of the position step by step in a page of its own."""
    there = visit("try/your-game/")
    there.write("from minimaxer_games.tic_tac_toe import TicTacToe\ngame = TicTacToe()\n")
    there.page.click("#mx-play")
    table = there.table()
    table.locator(".place").nth(4).click()
    table.locator("#history li:nth-child(3)").wait_for()
    table.locator("#values").click()
    table.locator(".badge.best").first.wait_for()
    with there.context.expect_page() as opened:
        table.locator("#why").click()
    opened.value.wait_for_load_state()
    assert opened.value.url.startswith("blob:")
    assert opened.value.locator("svg, canvas, button").count() > 0
    with there.page.expect_download() as saved:
        table.locator("#save").click()
    assert '[Game "TicTacToe"]' in Path(saved.value.path()).read_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_all_of_it(visit: Any, scheme: str) -> None:
    """At 390 pixels nothing is cut off; the board has the colours of the page; nothing moves but by a press."""
    there = visit("try/games/", width=390, scheme=scheme)
    page = there.page
    page.evaluate(SHIFTS)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.click("#mx-open")
    table = there.table()
    table.locator(".place, #choices button").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert table.locator("body").evaluate("(body) => body.scrollWidth <= innerWidth")
    colour = table.locator("body").evaluate("(body) => getComputedStyle(body).backgroundColor")
    assert colour == ("rgb(255, 255, 255)" if scheme == "light" else "rgb(27, 30, 38)")
    moved = page.evaluate("window.shifts")
    assert sum(each["value"] for each in moved) < 0.1, moved
    for each in ("", "try/your-game/", "tutorials/1-first-ai/"):
        there.go(each)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["", "tutorials/1-first-ai/", "try/games/", "try/your-game/", "reference/command-line/"])
def test_pages_are_accessible(visit: Any, name: str, scheme: str) -> None:
    """The parts of the theme among them."""
    page = visit(name, width=1300, scheme=scheme).page
    page.wait_for_load_state("load")
    assert violations(page) == []


def test_keys_are_enough(visit: Any) -> None:
    """Tab indents in the editor, Escape and Tab leave it; the buttons follow in order, each with a name."""
    there = visit("try/your-game/")
    page = there.page
    page.focus("#mx-source")
    page.keyboard.press("Control+End")
    page.keyboard.type("if True:")
    page.keyboard.press("Enter")
    page.keyboard.type("x = 1")
    page.keyboard.press("Tab")
    assert page.input_value("#mx-source").endswith("if True:\n    x = 1    ")
    page.keyboard.press("Escape")
    names = []
    for _ in range(5):
        page.keyboard.press("Tab")
        names.append(page.evaluate("document.activeElement.id"))
    assert names == ["mx-play", "mx-search", "mx-seconds", "mx-script", "mx-reset"]
    page.keyboard.press("Enter")
    assert "class LastStick" in page.input_value("#mx-source")
    assert page.get_by_label("Your game, in Python").count() == 1


def test_pages_work_without_javascript(browser: Browser, address: str) -> None:
    """Buttons that would do nothing are not shown."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    for each in ("tutorials/1-first-ai/", "try/your-game/", "try/games/"):
        page.goto(address + each)
        assert page.locator(".mx-run button:visible, .mx-tools button:visible").count() == 0
    context.close()
