"""Recordings in a real browser: every step walked, with the keyboard and by clicks, without an error or a request."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.insight.steps import Recording
from minimaxer_games.chess_lite import ChessLite
from minimaxer_games.chinese_checkers import ChineseCheckers
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.domineering import Domineering
from minimaxer_games.mancala import kalah_benchmark
from minimaxer_games.nim import Nim
from minimaxer_games.pig import Pig
from minimaxer_games.tic_tac_toe import TicTacToe

from ...needs import CHROMIUM, HAS_PLAYWRIGHT
from .games import Cake, Hostile, Menu, Trade, Written

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(not HAS_PLAYWRIGHT, reason="pages are walked by playwright, of the dependency group 'browser'"),
    pytest.mark.skipif(CHROMIUM is None, reason="pages are walked in chromium, which is not installed"),
]
WALK = """([place, count]) => {
    choose(place, 0);
    const sentences = [];
    for (let step = 0; step < count; step++) {
        sentences.push(document.getElementById("sentence").textContent);
        document.getElementById("next").click();
    }
    return sentences;
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


class Opened:
    """A page of a recording, with all that went wrong on it."""

    def __init__(self, browser: Any, file: Path, recording: Recording, place: str = "", **look: Any) -> None:
        recording.save(file)
        self.wrong: list[str] = []
        self.page = browser.new_page(**look)
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", lambda request: self.wrong.append(request.url) if self.is_foreign(request.url) else None)
        self.file = file.as_uri()
        self.page.goto(self.file + place)

    def is_foreign(self, url: str) -> bool:
        """Whether an address is neither the file's nor written out in the page."""
        return not url.startswith(("data:", "about:srcdoc", self.file))

    def wait_for(self, expression: str) -> None:
        """Waits until an expression is true on the page, whose policy lets nobody else evaluate any."""
        for _ in range(200):
            if self.page.evaluate(expression):
                return
            self.page.wait_for_timeout(25)
        raise AssertionError(f"waited for {expression}")

    def text(self, name: str) -> str:
        """The text of an element."""
        return str(self.page.locator(f"#{name}").text_content())


RECORDINGS = {
    "menu": lambda: mx.record(Menu(), depth=2),
    "nim": lambda: mx.record(Nim(heaps=(1, 2, 2)), depth=3, variants=["own", "pvs"]),
    "tic_tac_toe": lambda: mx.record(TicTacToe(), TicTacToe().parse("xo..x...o"), depth=3, variants=["table", "montecarlo"]),
    "kalah": lambda: mx.record(kalah_benchmark(houses=3, seeds=2), depth=3),
    "pig": lambda: mx.record(Pig(), depth=2),
    "trade": lambda: mx.record(Trade(), depth=2, options=mx.AlphaBetaOptions(), variants=["quiescence"]),
    "chess": lambda: mx.record(ChessLite(), ChessLite().parse("3k1/2p2/1p3/5/KQ3 w"), depth=1, variants=["quiescence"]),
    "cake": lambda: mx.record(Cake(), depth=2, simulations=5),
}


@pytest.mark.parametrize("name", RECORDINGS)
def test_all_steps_are_walked(browser: Any, tmp_path: Path, name: str) -> None:
    """The page says what the recording does at each step of each search, and nothing goes wrong."""
    recording = RECORDINGS[name]()
    opened = Opened(browser, tmp_path / "steps.html", recording)
    for place, search in enumerate(recording.searches):
        told = opened.page.evaluate(WALK, [place, len(search.steps)])
        assert told == [step.sentence for step in search.steps]
        made = len(search.nodes)
        assert opened.page.evaluate("replay.search.nodes.filter((_, node) => replay.exists(node)).length") == made
        if search.algorithm != "montecarlo":
            assert opened.page.evaluate("replay.counts.entered") == search.result.nodes
    assert opened.wrong == []


def test_steps_have_links(browser: Any, tmp_path: Path) -> None:
    """A page opens where its address says, and says where it is."""
    recording = mx.record(Menu(), depth=2)
    opened = Opened(browser, tmp_path / "steps.html", recording, "#pvs/7")
    assert opened.text("sentence") == next(search for search in recording.searches if search.name == "pvs").steps[7].sentence
    opened.page.keyboard.press("ArrowRight")
    opened.wait_for("location.hash === '#pvs/8'")
    assert opened.page.locator("#link").get_attribute("href") == "#pvs/8"
    opened.page.goto(opened.file + "#minimax/3")
    opened.wait_for("replay.search.name === 'minimax' && replay.position === 3")
    opened.page.goto(opened.file + "#nobody/-5")
    opened.wait_for("replay.search.name === 'alphabeta' && replay.position === 0")
    assert opened.wrong == []


def test_keys_lead_through_the_search(browser: Any, tmp_path: Path) -> None:
    """To the next cut-off, the next depth, the beginning and the end."""
    recording = mx.record(Menu(), depth=2, variants=["deepening"])
    kinds = [step.kind for step in recording.searches[0].steps]
    opened = Opened(browser, tmp_path / "steps.html", recording)
    for key, place in (
        ("d", kinds.index("depth")),
        ("d", kinds.index("depth", kinds.index("depth") + 1)),
        ("c", kinds.index("cut")),
        ("ArrowLeft", kinds.index("cut") - 1),
        ("End", len(kinds) - 1),
        ("Home", 0),
    ):
        opened.page.keyboard.press(key)
        assert opened.page.evaluate("replay.position") == place
    opened.page.locator("#slider").fill("4")
    assert opened.page.evaluate("replay.position") == 4
    assert opened.wrong == []


def test_what_quiescence_sees_is_marked(browser: Any, tmp_path: Path) -> None:
    """Behind a line with a word, in boxes of their own kind; its lines run, and what stands there goes with its depth."""
    recording = mx.record(Trade(), depth=2, options=mx.AlphaBetaOptions())
    steps = recording.searches[0].steps
    place = next(place for place, step in enumerate(steps) if step.kind == "noisy")
    opened = Opened(browser, tmp_path / "steps.html", recording, f"#yours/{place}")
    assert opened.page.locator("#tree .box.beyond").count() == 1
    assert opened.page.locator("#tree text.limit").text_content() == "beyond the limit →"
    assert opened.page.locator("#key-beyond").is_visible()
    lines = opened.page.locator("#code li").all()
    assert [line.text_content() for line in lines if line.is_visible()][:2] == [
        "alphabeta(node, depth, alpha, beta):",
        "quiescence(node, alpha, beta):",
    ]
    assert opened.page.locator("#code .running").text_content() == "quiescence(node, alpha, beta):"
    assert "beyond the limit1" in opened.text("counts")
    opened.page.keyboard.press("c")
    assert opened.page.evaluate("replay.cut[replay.step[STEP.node]]") == 2
    opened.page.keyboard.press("d")
    assert opened.page.locator("#tree .box.beyond").count() == 0
    assert "quiescence" in opened.page.locator("#code li").nth(2).text_content()
    assert opened.wrong == []


HIDDEN_LINES = """() => {
    const side = document.querySelector(".side"), hidden = new Set();
    do {
        const line = document.querySelector("#code .running");
        const shown = side.getBoundingClientRect();
        if (line && (line.getBoundingClientRect().bottom > shown.bottom || line.getBoundingClientRect().top < shown.top)) {
            hidden.add(line.textContent);
        }
        document.getElementById("next").click();
    } while (!document.getElementById("next").disabled);
    return [...hidden];
}"""


@pytest.mark.parametrize("height", [650, 800])
def test_the_line_that_runs_is_seen_on_a_low_screen(browser: Any, tmp_path: Path, height: int) -> None:
    """The algorithm stands in a column of its own where there is no room below the board: nobody has to scroll for its lines."""
    recording = RECORDINGS["trade"]()
    opened = Opened(browser, tmp_path / "steps.html", recording, viewport={"width": 1280, "height": height})
    for place in range(len(recording.searches)):
        opened.page.evaluate(f"choose({place}, 0)")
        assert opened.page.evaluate(HIDDEN_LINES) == []
    assert opened.page.evaluate("document.documentElement.scrollWidth") == 1280
    assert opened.wrong == []


def test_payoffs_are_bars(browser: Any, tmp_path: Path) -> None:
    """One for each player, in place of the window; a position that was cut off has its mover's least."""
    recording = mx.record(Cake(), depth=2, simulations=3)
    kinds = [step.kind for step in recording.searches[0].steps]
    opened = Opened(browser, tmp_path / "steps.html", recording, f"#maxn/{kinds.index('over')}")
    assert opened.page.locator("#payoffs").inner_text().split("\n") == [
        "Payoffs of move 0", "player 0", "4", "player 1", "3", "player 2", "3"
    ]  # fmt: skip
    assert opened.page.locator("#window").is_hidden()
    widths = opened.page.evaluate("[...document.querySelectorAll('.track i')].map((each) => each.style.width)")
    assert widths == ["40%", "30%", "30%"]
    opened.page.keyboard.press("ArrowRight")
    assert opened.page.locator("#payoffs .moves").text_content() == "player 1 chooses"
    opened.page.keyboard.press("c")
    assert opened.page.locator("#payoffs").inner_text().split("\n")[3:5] == ["player 1 moves", "≥7"]
    assert "? ≥7 ?" in opened.page.locator("#tree").text_content()
    assert opened.page.locator("#legend .key.player-2").count() == 1
    opened.page.locator("#variant").select_option("1")
    opened.page.keyboard.press("End")
    assert opened.page.locator("#payoffs h2").text_content() == "Payoffs of the result"
    assert "\N{MULTIPLICATION SIGN}3" in opened.page.locator("#tree").text_content()
    assert opened.wrong == []


def test_it_plays_by_itself(browser: Any, tmp_path: Path) -> None:
    """At the speed chosen, up to the end."""
    opened = Opened(browser, tmp_path / "steps.html", mx.record(Menu(), depth=1, variants=["minimax"]))
    opened.page.locator("#speed").select_option("20")
    opened.page.locator("#play").click()
    opened.wait_for("replay.position === replay.last")
    assert opened.text("play") == "Play"
    assert opened.wrong == []


def test_the_window_closes_in(browser: Any, tmp_path: Path) -> None:
    """Alpha and beta stand where the step says, and meet at a cut-off."""
    opened = Opened(browser, tmp_path / "steps.html", mx.record(Menu(), depth=2, variants=["alphabeta"]), "#alphabeta/13")
    labels = opened.page.locator("#line .label").all_text_contents()
    assert labels[:2] == ["alpha +3", "beta ∞"]
    opened.page.keyboard.press("c")
    lefts = opened.page.evaluate(
        "['alpha', 'beta'].map((name) => parseFloat(document.querySelector(`.handle.${name}`).style.left))"
    )
    assert lefts[0] > lefts[1]
    assert opened.page.locator("#tree .ghost text").all_text_contents() == ["1", "2"]
    assert opened.page.locator("#code .running").text_content().strip() == "if alpha >= beta: stop here"
    assert opened.wrong == []


def test_the_quiz_knows_the_answer(browser: Any, tmp_path: Path) -> None:
    """A right answer and a wrong one; both go on."""
    opened = Opened(browser, tmp_path / "steps.html", mx.record(Menu(), depth=2, variants=["alphabeta"]), "#alphabeta/4")
    opened.page.locator("#ask").click()
    opened.page.locator("#answers button", has_text="the game is over").click()
    assert opened.text("sentence") == "Right. The game is over at move 0: +3."
    opened.page.locator("#answers button", has_text="a child is made").click()
    assert opened.text("sentence").startswith("No: a value comes up, the best so far. Move 0 is worth +3")
    assert opened.text("question") == "What happens now? (1 of 2 right)"
    assert opened.wrong == []


def test_nodes_open_and_close(browser: Any, tmp_path: Path) -> None:
    """By a click or the keyboard; the tree is fitted and made larger."""
    opened = Opened(browser, tmp_path / "steps.html", mx.record(Menu(), depth=2, variants=["minimax"]))
    opened.page.keyboard.press("End")
    boxes = opened.page.locator("#tree .box")
    assert boxes.count() == 11
    opened.page.locator("#tree [role=button]").nth(1).click()
    assert boxes.count() < 11
    opened.page.locator("#tree [aria-expanded=false]").first.focus()
    opened.page.keyboard.press("Enter")
    assert boxes.count() == 11
    assert opened.page.evaluate("document.activeElement.dataset.node") == "1"
    before = opened.page.evaluate("tree.scale")
    opened.page.locator("#zoom-in").click()
    assert opened.page.evaluate("tree.scale") > before
    opened.page.locator("#fit").click()
    box = opened.page.locator("#tree").bounding_box()
    drawn = opened.page.locator("#tree > g").bounding_box()
    assert drawn["width"] <= box["width"]
    assert drawn["height"] <= box["height"]
    assert opened.wrong == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_needs_no_scrolling_sideways(browser: Any, tmp_path: Path, scheme: str) -> None:
    """At 390 pixels nothing sticks out, and each button is large enough for a thumb."""
    look = {"viewport": {"width": 390, "height": 844}, "color_scheme": scheme, "has_touch": True}
    opened = Opened(browser, tmp_path / "steps.html", mx.record(ConnectFour(), depth=2), "#own/20", **look)
    assert opened.page.evaluate("document.documentElement.scrollWidth") == 390
    heights = opened.page.evaluate(
        "[...document.querySelectorAll('button')].filter((each) => each.offsetParent).map((each) => each.offsetHeight)"
    )
    assert min(heights) >= 36
    assert opened.wrong == []


def test_the_last_move_is_marked(browser: Any, tmp_path: Path) -> None:
    """In pictures and in boards of text."""
    opened = Opened(browser, tmp_path / "steps.html", mx.record(TicTacToe(), depth=1, variants=["minimax"]), "#minimax/5")
    assert "data-new-shape" in opened.page.evaluate("decodeURIComponent(document.querySelector('#board img').src)")
    assert opened.page.evaluate("document.querySelector('#board img').naturalWidth") == 196
    written = Opened(browser, tmp_path / "text.html", mx.record(Written(), depth=1, variants=["minimax"]), "#minimax/2")
    assert written.page.locator("#board mark").all_text_contents() == ["x"]
    assert opened.wrong == written.wrong == []


def test_notebooks_show_it(browser: Any, tmp_path: Path) -> None:
    """In a frame that may do nothing but run its own script."""
    recording = mx.record(Menu(), depth=2, variants=["pvs"])
    opened = Opened(browser, tmp_path / "steps.html", recording)
    book = tmp_path / "notebook.html"
    book.write_text(recording._repr_html_(), encoding="utf-8")
    opened.file = book.as_uri()
    opened.page.goto(opened.file)
    frame = opened.page.frames[1]
    frame.locator("#next").click()
    assert frame.locator("#sentence").text_content() == recording.searches[0].steps[1].sentence
    opened.page.wait_for_timeout(400)
    assert opened.wrong == []


def test_nothing_of_a_game_runs(browser: Any, tmp_path: Path) -> None:
    """Neither in texts nor in pictures, and no picture reaches the network."""
    recording = mx.record(Hostile(), depth=2, variants=["alphabeta"])
    opened = Opened(browser, tmp_path / "steps.html", recording)
    assert opened.page.evaluate(WALK, [0, len(recording.searches[0].steps)]) == [
        step.sentence for step in recording.searches[0].steps
    ]
    opened.page.wait_for_timeout(200)
    assert opened.page.title() == "Hostile, step by step"
    assert opened.page.locator("main script, main image, footer b").count() == 0
    assert opened.wrong == []


OPENING = """() => {
    const began = performance.now(), data = JSON.parse(byId("data").textContent);
    new Boards(data.boards);
    data.searches.forEach((search) => new Replay(search, data));
    go(0);
    go(replay.last);
    return performance.now() - began;
}"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "depth", "name"), [(Domineering(), 3, "minimax"), (ChessLite(), 3, "quiescence"), (ChineseCheckers(), 4, "maxn")]
)
def test_five_thousand_steps_open(browser: Any, tmp_path: Path, game: Any, depth: int, name: str) -> None:
    """All that the page does to open, and to come to the last step; in a file of less than 2 MB."""
    recording = mx.record(game, depth=depth, variants=[name])
    assert len(recording.searches[0].steps) == 5_001
    assert len(recording.html.encode()) < 2_000_000
    opened = Opened(browser, tmp_path / "steps.html", recording)
    assert opened.page.evaluate(OPENING) > 0  # milliseconds; a second where nothing else runs
    assert opened.wrong == []
