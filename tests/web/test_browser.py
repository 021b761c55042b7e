"""The page in a real browser: games played by clicks and by keys, what a click does, and that nothing else is asked for."""

from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

import pytest
from attrs import fields

import minimaxer as mx
from minimaxer.drawing.boards import with_board
from minimaxer.game.capability import capabilities
from minimaxer.game.notation import names_of
from minimaxer.game.registry import games
from minimaxer.testing.play import random_states
from minimaxer.web.lobby import Lobby
from minimaxer.web.table import Table

from ..accessible import needs_axe, violations
from ..game.boards import Lines
from ..needs import CHROMIUM, HAS_BROWSER
from .tables import table_of

if not HAS_BROWSER:
    pytest.skip("tests in a browser need chromium and the package playwright", allow_module_level=True)

from playwright import sync_api

from minimaxer.web.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.thorough
TOKEN = "a-token-for-tests"
OFTEN = ["2048", "backgammon", "chinese_checkers", "higher_lower", "open_whist", "reversi", "whist"]
"""Games that are played in thorough runs; the tests of exported pages, which share the script, play the others."""
SMALL = {
    "2048": "2048",
    "backgammon": "backgammon",
    "chinese_checkers": "chinese_checkers",
    "reversi": "reversi:size=6",
    "whist": "whist",
}
MOST_CLICKS = 3_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Visit:
    """A page at a table, which notes all that goes wrong and every host that is asked."""

    def __init__(self, browser: Browser, table: Table, width: int = 1100, height: int = 800, moving: bool = False) -> None:
        self.table = table
        self.server = Server(table, token=TOKEN)
        self._thread = threading.Thread(target=self.server.run, daemon=True)
        self._thread.start()
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="no-preference" if moving else "reduce"
        )
        self.page: Page = self.context.new_page()
        self.wrong: list[str] = []
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", lambda request: self._check(request.url))
        self.page.goto(self.server.address)
        self.page.wait_for_selector("#history button")

    def _check(self, url: str) -> None:
        if not url.startswith(self.server.address):
            self.wrong.append(f"asked for {url}")

    def shown(self, at: int) -> None:
        """Waits until the page shows the position after so many moves or more."""
        self.page.wait_for_selector(f"#history li:nth-child({at + 1})", timeout=20_000)

    def words(self, name: str) -> str:
        """The text of a part of the page."""
        return self.page.inner_text(f"#{name}")

    def until(self, selector: str) -> None:
        """Waits for something on the page; where it does not come, the error tells all that stands there instead."""
        try:
            self.page.wait_for_selector(selector)
        except sync_api.TimeoutError:
            raise AssertionError(f"{selector} did not come; {self._described()}") from None

    def _described(self) -> str:
        page, table = self.page, self.table
        told: dict[str, object] = {
            name: page.locator(f"#{name}").text_content() for name in ("turn", "said", "failure", "job-words", "choices")
        }
        told |= {name: page.locator(f"#{name}").inner_html() for name in ("places", "history")}
        told |= {f"{name} is hidden": page.locator(f"#{name}").is_hidden() for name in ("job", "held", "curtain", "frame")}
        known = {name: getattr(table, name) for name in ("version", "turns", "held", "failure", "job", "is_ready")}
        return f"page: {told}; table: {known | {'moves': table.session.moves}}; went wrong: {self.wrong}"

    def close(self) -> None:
        """Leaves, and makes sure that nothing went wrong."""
        self.context.close()
        self.server.stop()
        self._thread.join(10)
        assert self.wrong == []
        assert not self._thread.is_alive()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Any]:
    """Makes visits, and ends them."""
    visits: list[Visit] = []

    def make(table: Table, **size: Any) -> Visit:
        visits.append(Visit(browser, table, **size))
        return visits[-1]

    yield make
    for each in visits:
        each.close()


def opponent(table_game: Any) -> str:
    """Level 1 where the game has levels, else the AI."""
    from minimaxer.web.seats import levels_of

    return "level 1" if levels_of(table_game) else "AI"


def play_by_clicks(there: Visit, rng: random.Random) -> int:
    """Clicks places and buttons at random until the game is over; gives the number of clicks."""
    page, clicks = there.page, 0
    deadline = time.perf_counter() + 240
    while clicks < MOST_CLICKS and time.perf_counter() < deadline:
        there.until(".place:not(.anew), #choices button, #which[open] button, #turn:has-text('The game is over')")
        if "The game is over" in there.words("turn"):
            return clicks
        choices = page.locator("#which[open] #which-moves button")
        if choices.count() == 0:
            choices = page.locator(".place:not(.anew), #choices button")
        count = choices.count()
        with suppress(sync_api.TimeoutError):  # the board may have changed since
            choices.nth(rng.randrange(max(1, count))).dispatch_event("click", timeout=1_000)
            clicks += 1
    raise AssertionError(f"the game is not over after {clicks} clicks: {there.words('turn')}")


def play_out(visit: Any, name: str, seed: int = 1) -> None:
    """A game to its end by clicks."""
    game = mx.find_game(SMALL.get(name, name))
    players = getattr(game, "players", 2)
    there = visit(table_of(game, "person", *[opponent(game)] * (players - 1), name=name))
    assert play_by_clicks(there, random.Random(seed)) > 0
    assert there.table.session.is_over
    assert there.words("failure") == ""


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim"])
def test_small_games_are_played_to_their_end(visit: Any, name: str) -> None:
    """By clicks on the picture, or on buttons, against level 1."""
    play_out(visit, name)


@pytest.mark.thorough
@pytest.mark.parametrize("name", OFTEN)
def test_games_are_played_to_their_end(visit: Any, name: str) -> None:
    """By clicks, against level 1 or, without levels, the AI: games that pages without a server do not play, and some others."""
    play_out(visit, name, seed=2)


def bare(name: str) -> Any:
    """A bundled game that draws nothing."""
    game = mx.find_game(name)
    absent = property(lambda self: object.__getattribute__(self, "absent"))
    kind: Any = type("Bare", (type(game),), {"svg": absent, "areas": absent, "render": absent})
    return kind(**{each.name: getattr(game, each.name) for each in fields(cast("Any", type(game))) if each.init})


NATURAL = Path(__file__).parents[3] / "shared" / "natural_games"
UNDRAWN: dict[str, Any] = {
    **{name: partial(bare, name) for name in ("connect_four", "mancala", "reversi:size=6", "tic_tac_toe")},
    "rows of letters": partial(Lines, "rows", moving=True),
    "a text": partial(Lines, "a text"),
    **{
        name: partial(mx.find_game, str(NATURAL / name))
        for name in ("achi.py:Achi", "animal_shogi.py:AnimalShogi", "hex.py:Hex", "onitama.py:Onitama", "oware.py:Oware")
    },
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", UNDRAWN)
def test_games_that_draw_nothing_are_played_on_the_board_that_is_found(visit: Any, name: str) -> None:
    """By clicks on cells alone."""
    if ".py:" in name and not NATURAL.exists():
        pytest.skip("the games beside the project are not there")
    there = visit(table_of(UNDRAWN[name](), "person", "AI", name=name))
    there.until(".place")
    assert there.page.locator("#choices button").count() == 0
    assert play_by_clicks(there, random.Random(4)) > 0
    assert there.table.session.is_over
    assert there.words("failure") == ""


@pytest.mark.thorough
def test_many_moves_without_a_board_are_grouped(visit: Any) -> None:
    """Never more than twelve buttons, down to the move."""
    if not NATURAL.exists():
        pytest.skip("the games beside the project are not there")
    there = visit(table_of(mx.find_game(str(NATURAL / "quoridor.py:Quoridor")), "person", "person", name="quoridor"))
    buttons = there.page.locator("#choices button")
    there.until("#choices button")
    assert not there.page.locator("#flip").is_visible()
    assert [text.split(" ")[0] for text in buttons.all_inner_texts()] == ["go", "wall"]
    buttons.nth(1).click()
    clicks = 0
    while not there.table.session.moves and clicks < 5:
        assert buttons.count() <= 17
        buttons.nth(1).click()
        clicks += 1
        there.page.wait_for_timeout(200)
    assert len(there.table.session.moves) == 1


def test_two_clicks_make_a_move(visit: Any) -> None:
    """A piece and where it goes; another piece takes the place of the first, Escape lets go, and the move is marked."""
    there = visit(table_of("breakthrough", "person", "person"))
    page = there.page
    page.get_by_label("a2", exact=True).click()
    assert page.locator(".place:not(.anew)").count() == 2
    page.get_by_label("b2", exact=True).click()
    assert page.locator(".place:not(.anew)").count() == 3
    page.keyboard.press("Escape")
    assert page.locator(".mark.chosen").count() == 0
    page.get_by_label("a2", exact=True).click()
    page.get_by_label("a2a3", exact=True).click()
    there.shown(1)
    assert there.words("status").split("\n") == ["Orange plays a2a3.", "Blue to move."]
    page.wait_for_selector(".mark.last")
    assert page.locator(".mark.last").count() == 2


def test_a_picture_that_does_not_come_is_not_waited_for(visit: Any) -> None:
    """Until the places of the new board are drawn, clicks on those of the old one do nothing; without the picture they are, too."""
    there = visit(table_of("nim", "person", "person"))
    page = there.page
    page.route(re.compile(r"board\.svg|after="), lambda route: None)
    page.reload()
    there.until(".place")
    page.evaluate("window.old = document.querySelector('.place'); old.click(); old.click()")
    there.shown(1)
    page.evaluate("old.click()")
    there.until("#places:not(:has([aria-label='1-1'])) .place")
    assert page.locator(".mark.chosen, .place.anew").count() == 0
    assert page.locator(".place:not(.anew)").count() == 9
    page.unroute_all(behavior="ignoreErrors")


def test_moves_alike_are_told_apart(visit: Any) -> None:
    """Where a pawn becomes another piece, a dialog asks which."""
    there = visit(table_of("chess_lite", "person", "person", position="4k/P4/5/5/4K w - - 0 1"))
    page = there.page
    page.get_by_label("a4a5", exact=True).click()
    page.locator(".place:not(.anew)").first.click()
    page.wait_for_selector("#which[open]")
    page.locator("#which-moves button", has_text="a4a5n").click()
    there.shown(1)
    assert "a4a5n" in there.words("said")


def test_keys_are_enough(visit: Any) -> None:
    """Tab to the board, arrows among its places, Enter plays; letters undo and play again."""
    there = visit(table_of("tic_tac_toe", "person", "person"))
    page = there.page
    page.locator(".place").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.ariaLabel") == "5"
    page.keyboard.press("Enter")
    there.shown(1)
    page.wait_for_selector("[aria-label='1'].place")
    page.keyboard.press("u")
    page.wait_for_selector("#history li.undone")
    page.keyboard.press("r")
    page.wait_for_selector("#history li:nth-child(2):not(.undone)")
    assert there.table.session.moves == [4]
    page.click("summary")
    page.fill("#text", "9")
    page.keyboard.press("Enter")
    there.shown(2)
    page.fill("#text", "nonsense")
    page.keyboard.press("Enter")
    page.wait_for_selector("#failure:not([hidden])")
    assert there.words("failure") == "expected a cell from 1 to 9, got 'nonsense'"
    assert len(there.wrong) == 1  # a refusal, which browsers note
    there.wrong.clear()


def test_advice_is_shown(visit: Any) -> None:
    """A hint marks the place; values stand on the places and in a table."""
    there = visit(table_of("tic_tac_toe", "person", "person", position="xx.oo....", limits=mx.Limits(depth=6)))
    page = there.page
    page.click("#hint")
    page.wait_for_selector("#advice:not([hidden])")
    assert there.words("advice-words") == "Best is 3: X wins in 1 ply (depth 1)."
    assert (page.locator(".mark.hinted").count(), page.locator(".mark.expected").count()) == (1, 0)
    page.click("#values")
    page.wait_for_selector(".badge.best")
    assert page.locator(".badge").count() == 5
    assert page.get_by_label("3: X wins in 1 ply").count() == 1


def test_a_hint_shows_the_reply_that_it_expects(visit: Any) -> None:
    """Only one square saves the other player for a move."""
    page = visit(table_of("tic_tac_toe", "person", "person", position="x.o......", limits=mx.Limits(depth=6))).page
    page.click("#hint")
    page.wait_for_selector(".mark.expected")
    line = page.inner_text("#advice-words").rpartition("Expected: ")[2].split()
    reply = page.locator(".mark.expected").bounding_box()
    place = page.get_by_role("button", name=line[1][0], exact=True).first.bounding_box()
    assert abs(reply["x"] - place["x"]) + abs(reply["y"] - place["y"]) < 2


def test_a_game_is_set_up_saved_and_looked_at(visit: Any, tmp_path: Any) -> None:
    """New game by the dialog, the file that is saved, the same file loaded, the review with its curve."""
    there = visit(table_of("nim", "person", "level 1", name="nim"))
    page = there.page
    page.click("#new")
    for number in (0, 1):
        page.locator("#setup select").nth(number).select_option("person")
    page.fill("#position", "1,2/0")
    page.fill("#clock", "300")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("#players .clock:not(:empty)")
    page.get_by_label("2-2", exact=True).click()
    there.shown(1)
    with page.expect_download() as saved:
        page.click("#save")
    saved.value.save_as(tmp_path / "game.txt")
    page.get_by_label("1-1", exact=True).click()
    page.wait_for_selector("#turn:has-text('The game is over: player 1 wins.')")
    page.click("#review")
    page.wait_for_selector("#curve img")
    assert page.locator("#history .mistake").inner_text() == "2-2??"
    ends = page.eval_on_selector(".now", "line => line.style.left")
    assert "played 2-2??; better: 2-1 (before the move: " in page.locator(".mistakes button").inner_text()
    page.locator(".mistakes button").click()
    page.wait_for_selector("#history li:nth-child(1) [aria-current]")
    assert float(page.eval_on_selector(".now", "line => line.style.left")[:-1]) < float(ends[:-1]) < 100
    picture = page.locator("#curve img").bounding_box()
    page.locator("#curve img").click(position={"x": 0.97 * picture["width"], "y": 50})
    page.wait_for_selector("#turn:has-text('The game is over: player 1 wins.')")
    page.set_input_files("#file", tmp_path / "game.txt")
    page.wait_for_selector("#turn:has-text('Player 1 to move.')")
    page.locator("#history button").first.click()
    page.wait_for_selector("#history li:nth-child(1) [aria-current]")
    assert there.table.session.moves == []


def test_ais_play_each_other_and_wait(visit: Any) -> None:
    """Their thoughts are shown; they wait when told to, and go on."""
    there = visit(table_of("connect_four", "AI", "AI", limits=mx.Limits(seconds=600)))
    page = there.page
    page.wait_for_selector("#job-words:has-text('depth')")
    page.click("#now")
    there.shown(1)
    page.click("#hold")
    page.wait_for_selector("#go:visible")
    page.click("#go")
    page.wait_for_selector("#job:not([hidden])")
    there.table.close()


def test_hidden_cards_wait_behind_a_button(visit: Any) -> None:
    """With two people at the screen the board is shown to one at a time."""
    there = visit(table_of("whist", "person", "person"))
    page = there.page
    assert page.locator("#frame img[src]").count() == 0
    page.click("#reveal")
    page.wait_for_selector("#frame img[src]")
    page.locator(".place").first.click()
    page.wait_for_selector("#reveal:visible")
    assert page.locator("#frame img[src]").count() == 0
    assert not page.locator("#frame").is_visible()


WATCHED = """() => {
  window.stages = [];
  const note = () => {
    const stage = document.querySelector("#frame .stage");
    const moving = stage?.getAnimations({ subtree: true }).map((each) => each.effect.getKeyframes()[0].transform ?? "fades");
    if (stage && stage !== window.stage) document.body.dataset.steps = window.stages.push([...new Set(moving)]);
    window.stage = stage;
  };
  new MutationObserver(() => setTimeout(note)).observe(document.getElementById("frame"), { childList: true, subtree: true });
}"""
"""Notes what moves on the board, step by step."""


def test_pieces_move(visit: Any) -> None:
    """A piece slides from where it stood, what it takes fades, a disc falls from the top of its column, and so back."""
    there = visit(table_of("chess_lite", "person", "person"), moving=True)
    page = there.page
    page.evaluate(WATCHED)
    page.click("#others summary")
    for move in ("d2d3", "c4d3", "c2d3"):
        page.fill("#text", move)
        page.locator("#typed").evaluate("(form) => form.requestSubmit()")
        page.wait_for_selector(f"#history button[aria-current]:text-is('{move}')")
    page.wait_for_selector("body[data-steps='3']:not(:has(.stage))")
    assert [len(each) for each in page.evaluate("window.stages")] == [2, 2, 2]  # what fades, and one that slides
    page.click("#undo")
    page.wait_for_selector("body[data-steps='4']:not(:has(.stage))")
    drop = visit(table_of("connect_four", "person", "person"), moving=True).page
    drop.evaluate(WATCHED)
    drop.locator(".place").nth(3).click()
    drop.wait_for_selector("body[data-steps='1']:not(:has(.stage))")
    ((fades, falls),) = drop.evaluate("window.stages")
    assert fades == "fades"
    assert falls.startswith("translate(0%, -")


def test_several_moves_are_shown_one_by_one(visit: Any) -> None:
    """Those that were made between two looks at the table."""
    there = visit(table_of("connect_four", "person", "person"), moving=True)
    there.page.evaluate(WATCHED)
    with there.table.changed:
        for at, move in enumerate([3, 3, 2]):
            there.table.play(move, at)
        there.table.announce()
    there.page.wait_for_selector("body[data-steps='3']:not(:has(.stage))")


def test_nothing_moves_for_who_wants_it_still(visit: Any) -> None:
    """Where the system asks for less motion."""
    page = visit(table_of("connect_four", "person", "person")).page
    page.evaluate(WATCHED)
    page.locator(".place").nth(3).click()
    page.wait_for_selector("#frame img[alt*='o']")
    assert page.evaluate("window.stages") == []


CHANGES = """async ([pictures, areas, isChance]) => {
  const { changesOf, parse } = await import("./page/motion.js");
  return pictures.map(([before, after]) => {
    const found = changesOf(parse(before), parse(after), areas, isChance);
    return found && { gone: found.gone.length, moved: found.moved.map(({ x, y, right, down }) => [x + right, y + down, x, y]) };
  });
}"""
"""What has changed between pictures, with where each piece moved from and to."""


def drawn(*shapes: str) -> str:
    """A picture."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><style>.a {{ fill: red }}</style>{"".join(shapes)}</svg>'
    )


def disc(x: int, y: int, fill: str = "red", letter: str = "") -> str:
    """A disc, with a letter on it."""
    text = f'<text x="{x}" y="{y + 1}">{letter}</text>' if letter else ""
    return f'<circle cx="{x}" cy="{y}" r="5" fill="{fill}"/>{text}'


HOLES = [disc(x, 80, "grey") for x in (10, 30, 50, 70)]
COLUMN = (40, 0, 20, 100)


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ([disc(10, 10)], [disc(30, 50)], (0, [[10, 10, 30, 50]])),
        ([disc(10, 10, letter="K")], [disc(30, 50, letter="K")], (0, [[10, 10, 30, 50]])),
        ([disc(10, 10), disc(30, 50, "blue")], [disc(30, 50)], (1, [[10, 10, 30, 50]])),
        ([disc(10, 10)], [], (1, [])),
        ([], [disc(10, 60)], (0, [])),
        ([disc(50, 90, "white")], [disc(50, 90)], (1, [[50, 5, 50, 90]])),
        ([disc(10, 80), *HOLES[1:]], [HOLES[0], disc(30, 80), *HOLES[2:]], (1, [[10, 80, 30, 80]])),
        (['<path d="M10 10 L20 20" />'], ['<path d="M15 12 L25 22" />'], (0, [[15, 15, 20, 17]])),
        (['<path d="M10 10 L20 20" />'], ['<path d="M15 12 L25 30" />'], (1, [])),
        (
            ['<g transform="translate(1 2)"><rect width="3" height="3"/></g>'],
            ['<g transform="translate(5 2)"><rect width="3" height="3"/></g>'],
            (0, [[1, 2, 5, 2]]),
        ),
        (['<text x="1" y="1">5</text>'], ['<text x="9" y="9">5</text>'], (1, [])),
        (['<text x="1" y="1">♞</text>'], ['<text x="9" y="9">♞</text>'], (0, [[1, 1, 9, 9]])),
        (
            [disc(x, y) for x in range(0, 99, 11) for y in range(0, 99, 11)],
            [disc(x, y, "blue") for x in range(0, 99, 11) for y in range(0, 99, 11)],
            None,
        ),
    ],
)
def test_what_moved(visit: Any, before: list[str], after: list[str], found: Any) -> None:
    """Pieces of several shapes, what is taken, a drop down a column, a peg and its hole, and what only looks alike."""
    page = visit(table_of("tic_tac_toe", "person", "person")).page
    (told,) = page.evaluate(CHANGES, [[(drawn(*before), drawn(*after))], [COLUMN], False])
    assert (told and (told["gone"], told["moved"])) == found


def die(x: int, *pips: int) -> str:
    """A die with pips at those heights, on the board that it lies on."""
    return f'<rect x="{x}" y="0" width="10" height="10"/>' + "".join(f'<circle cx="{x + 5}" cy="{y}" r="1"/>' for y in pips)


def test_what_chance_changes_rolls(visit: Any) -> None:
    """Whole dice, where a pip is new; neither dice that stay, nor the board below them, nor pieces elsewhere."""
    page = visit(table_of("tic_tac_toe", "person", "person")).page
    board = '<rect x="0" y="0" width="90" height="90"/>'
    before = drawn(board, die(20, 2), die(40, 2, 5), disc(70, 70))
    after = drawn(board, die(20, 2, 5, 8), die(40, 2, 5), disc(60, 70), '<text x="80" y="80">7</text>')
    (told,) = page.evaluate(CHANGES, [[(before, after)], [], True])
    assert told["moved"] == [[25, 5, 25, 5], [60, 70, 60, 70]]


FLIPPED = """async (pictures) => {
  const { flipped } = await import("./page/motion.js");
  return pictures.map(flipped);
}"""
UNFLIPPED = [
    '<g transform="rotate(3)"/>',
    '<path d="m 1 1 l 2 2"/>',
    '<path d="M 1 1 A 2 2 0 0 0 5 5"/>',
    '<rect width="3" height="3" transform="scale(2)"/>',
]


def test_boards_are_seen_from_the_other_side(visit: Any) -> None:
    """Of every game that draws; thrice is as once. What cannot be moved so has no button."""
    there = visit(table_of("chess_lite", "person", "person"))
    page = there.page
    for name in games():
        game = mx.find_game(name)
        draw = with_board(game, capabilities(game)).svg
        pictures = [] if draw is None else [draw(state) for state in random_states(game, 3, seed=3)]
        turned = page.evaluate(FLIPPED, pictures)
        assert all(one != other for one, other in zip(turned, pictures, strict=True))
        assert page.evaluate(FLIPPED, page.evaluate(FLIPPED, turned)) == turned, name
    assert page.evaluate(FLIPPED, [drawn(each) for each in UNFLIPPED]) == [None] * len(UNFLIPPED)
    box = page.get_by_label("a2a3", exact=True).bounding_box()
    page.click("#flip")
    other = page.get_by_label("a2a3", exact=True).bounding_box()
    assert (box["x"] < other["x"], box["y"] > other["y"]) == (True, True)
    page.get_by_label("a2a3", exact=True).click()
    page.get_by_label("a2a3", exact=True).first.click()
    there.shown(1)


def followed(game: Any, state: Any) -> list[Any]:
    """The state after the first move, unless chance decides."""
    return [] if game.player(state) == mx.CHANCE else [game.play(state, next(iter(game.moves(state))))]


def test_what_moves_is_read_off_pictures(visit: Any) -> None:
    """Of every game that draws its board: equal pictures change nothing, and there and back is the same way."""
    page = visit(table_of("tic_tac_toe", "person", "person")).page
    for name in games():
        game = mx.find_game(name)
        draw = with_board(game, capabilities(game)).svg
        if draw is None:
            continue
        pictures = [
            (draw(state), draw(following)) for state in random_states(game, 8, seed=7) for following in followed(game, state)
        ]
        there, back = (list(page.evaluate(CHANGES, [pairs, []])) for pairs in (pictures, [(b, a) for a, b in pictures]))
        assert page.evaluate(CHANGES, [[(a, a) for a, _ in pictures], []]) == [{"gone": 0, "moved": []}] * len(pictures)
        for one, other in zip(there, back, strict=True):
            assert (one is None) == (other is None)
            assert one is None or len(one["moved"]) == len(other["moved"]), name


@needs_axe
def test_the_lobby_is_accessible(browser: Browser) -> None:
    """With the board of each game."""
    server = Server(Lobby(lambda name: table_of(name, "person", "person", name=name)), token=TOKEN)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    page = browser.new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text))
    page.goto(server.address)
    page.wait_for_selector("#games img")
    page.wait_for_load_state("networkidle")
    assert violations(page) == []
    assert page.locator("#games img").count() == len(games()) - 2, "whist and higher/lower hide something"
    assert wrong == []
    page.close()
    server.stop()
    thread.join(10)


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["connect_four", "whist"])
def test_pages_are_accessible(visit: Any, name: str, scheme: Literal["light", "dark"]) -> None:
    """At the start, with a hint, with values, with a menu open, and on a phone."""
    game = mx.find_game(name)
    seats = ["person", *["AI"] * (len(names_of(game)) - 1)]
    there = visit(table_of(name, *seats, name=name, dice=random.Random(1)))
    page = there.page
    page.emulate_media(color_scheme=scheme)
    page.wait_for_selector("#frame img[src]")
    assert violations(page) == []
    page.click("#values")
    there.until("#advice:visible")
    page.click("#others summary")
    page.click("#new")
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 390, "height": 844})
    assert violations(page) == []


SHIFTS = """new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().map((each) => each.value)))
  .observe({ type: "layout-shift", buffered: true }) ?? setTimeout(() => resolve([]), 500))"""
"""By how much what was shown has moved about while the page was loaded."""


def test_a_phone_shows_all_of_it(visit: Any) -> None:
    """At 390 pixels nothing is cut off, the board takes the width, and nothing moves about while it comes."""
    there = visit(table_of("connect_four", "person", "person"), width=390, height=844)
    page = there.page
    page.wait_for_selector("#frame img[src]")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = page.locator("#frame").bounding_box()
    assert box is not None
    assert box["width"] > 360
    assert sum(page.evaluate(SHIFTS)) < 0.1


class Hostile(type(mx.find_game("nim"))):  # type: ignore[misc]  # a class made from a game's
    """A game whose texts try to run."""

    names = ("<img src=x onerror=alert(1)>", "<b>B</b>")

    def svg(self, state: Any) -> str:
        return (
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10' onload='parent.document.title=1'>"
            "<script>parent.document.title = 'run'</script><image href='http://evil.example/x.png' width='9' height='9'/></svg>"
        )

    def areas(self, state: Any, move: Any) -> Any:
        return ()

    def format_move(self, state: Any, move: Any) -> str:
        return f"<script>document.title='run'</script>{move}"


def test_nothing_of_a_game_runs(visit: Any) -> None:
    """Scripts in its picture, its names and its moves are text, or nothing; no other host is asked."""
    there = visit(table_of(Hostile(), "person", "person"))
    page = there.page
    page.wait_for_selector("#frame img[src]")
    page.locator("#choices button").first.click()
    there.shown(1)
    assert page.locator("#history img, #players img, #status img, #choices script").count() == 0
    assert "<script>" in there.words("said")
    assert "run" not in page.title().split("·")[0]


def test_after_the_game(visit: Any) -> None:
    """It is played again, with sides changed, or looked at."""
    there = visit(table_of("nim:heaps=1", "person", "AI", name="nim"))
    page = there.page
    assert not page.locator("#end").is_visible()
    page.get_by_label("1-1", exact=True).click()
    there.until("#again:visible")
    page.click("#again")
    there.until("#turn:has-text('Player 0 to move.')")
    page.get_by_label("1-1", exact=True).click()
    there.until("#again:visible")
    page.click("#sides")
    there.until("#players li:first-child:has(option[value='AI']:checked)")
    assert there.table.setting.seats == ("AI", "person")


def test_directions_are_keys_and_swipes(visit: Any) -> None:
    """Where moves are called left, right, up and down."""
    there = visit(table_of("2048", "person", name="2048", dice=random.Random(3)))
    page, session = there.page, there.table.session
    before = len(session.moves)
    page.click("#new")
    page.keyboard.press("ArrowLeft")  # in a dialog it is no move
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    way = session.notation.write_move(session.state, session.legal[0])
    page.keyboard.press(f"Arrow{way.capitalize()}")
    there.shown(before + 2)
    assert session.notation.write_move(session.states[before], session.moves[before]) == way
    assert page.evaluate("getComputedStyle(document.querySelector('#board')).touchAction") == "none"
    box = page.locator("#frame").bounding_box()
    reached = len(session.moves)
    for right, down in ((100, 0), (0, 100), (-100, 0), (0, -100)):
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(*middle)
        page.mouse.down()
        page.mouse.move(middle[0] + right, middle[1] + down)
        page.mouse.up()
    there.shown(reached + 2)


def test_a_game_is_chosen_and_left(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a click on its board; a record is taken by its file; another page of the same server follows."""
    (tmp_path / "mine.txt").write_text('[Game "nim"]\n[Player0 "a"]\n[Player1 "b"]\n[Position "1,2/0"]\n\n1. 1-1\n*\n')
    monkeypatch.chdir(tmp_path)
    server = Server(Lobby(lambda name: table_of(mx.find_game(name), "person", "person", name=name)), token=TOKEN)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    page = browser.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(server.address)
    page.wait_for_selector("#games img")
    page.click("#games button:has-text('Connect four')")
    page.wait_for_selector("#title:has-text('Connect four')")
    other = browser.new_page()
    other.goto(server.address)
    other.wait_for_selector("#title:has-text('Connect four')")
    page.click("#leave")
    other.wait_for_selector("#games")
    other.click("#games button:has-text('Nim')")
    other.wait_for_selector("#title:has-text('Nim')")
    for number in (1, 2):  # so that this table has changed more often than the next one
        other.locator(".place").first.click()
        other.wait_for_selector(f"#history li:nth-child({number + 1}) [aria-current]")
    page.wait_for_selector("#games img")
    page.click("#games button:has-text('Reversi')")
    other.wait_for_selector("#title:has-text('Reversi')")
    other.close()
    page.wait_for_selector("#title:has-text('Reversi')")
    page.click("#leave")
    page.wait_for_selector("#games img")
    page.click("#records button")
    page.wait_for_selector("#history button:text-is('1-1')")
    page.click("#leave")
    page.wait_for_selector("#games img")
    page.set_input_files("#file", tmp_path / "mine.txt")
    page.wait_for_selector("#history button:text-is('1-1')")
    page.click("#leave")
    page.wait_for_selector("#games img")
    (tmp_path / "evil.txt").write_text('[Game "evil.py"]\n[Player0 "a"]\n[Position "1"]\n\n*\n')
    page.set_input_files("#file", tmp_path / "evil.txt")
    page.wait_for_selector("#failure:has-text(\"expected a game of the list, got 'evil.py'\")")
    page.close()
    server.stop()
    thread.join(10)
    assert wrong == []
    assert not thread.is_alive()
