"""Exports a game as a folder of static files: a page that plays it, without Python and without a server of its own."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from ..api.functions import compile as compile_game
from ..base.checks import front_door
from ..base.files import replacing, telling, write_text
from ..base.lazy import imported
from ..base.progress import OnProgress, Progress, ignored
from ..drawing.canvas import TOKENS
from ..errors import CompileError, GameError, NotationError, OptionError
from ..game.capability import capabilities
from ..game.following import steps
from ..game.protocol import hides
from ..game.reprs import writes_itself
from ..native import rules_of
from ..native.game import CompiledGame
from ..native.variant import KERNELS
from ..play.audience import begun
from ..web.seats import title_of
from . import kernel

_SEARCHES: Final = ("perft", "search", "montecarlo")
_COMPILING: Final = "module:module_of", "module:types_of", "facts:facts_of"
"""What needs the compiler, and is imported only then."""
_OWN: Final = Path(__file__).with_name("page")
_SHARED: Final = Path(__file__).parents[1] / "web" / "page"
_SERVED: Final = ("index.html", "lobby.html", "lobby.js")
"""Files of the page that stand elsewhere here, or that only a server uses."""
_STEPS: Final = 2
_NO_SERVER: Final = (
    '<script>if (location.protocol === "file:") document.getElementById("turn").textContent = '
    '"A browser runs this page from a server only, such as: python -m http.server";</script>\n'
)
"""Says why the page stays empty where a file was opened."""
LOG: Final = logging.getLogger("minimaxer")


@front_door
def export(game: Any, folder: str | Path, *, name: str | None = None, on_progress: OnProgress = ignored) -> Path:
    """Writes a web page that plays a game, with its rules and searches as WebAssembly: for any static server, at any address.

    The page is that of `minimaxer web`: the board, the AI and its levels, hints, and the value of each move. The game's `svg`,
    `areas`, `render` and `format_move` are used where they can be compiled; else the board that is found in its states.

    Args:
        game: The rules, which must be such as `compile` takes, and hide nothing.
        folder: Where to write; made if it is not there. Files of the same names are replaced.
        name: The title; by default the name of the game's class.
        on_progress: Called as each part of the work begins.

    Returns:
        The page.

    Raises:
        GameError: It is no game, or it hides something from its players.
        CompileError: The game cannot be compiled.
        NotationError: The folder cannot be written.
        OptionError: The folder has no name.

    Examples:
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> export(TicTacToe(), "site")  # doctest: +SKIP
        PosixPath('site/index.html')
    """
    rules = rules_of(game)
    if hides(rules):
        raise GameError(f"expected a game that hides nothing, got {rules!r}: the page would hold what a player must not see")
    if not str(folder):
        raise OptionError("expected a folder for the page, got an empty name")
    out = Path(folder)
    if out.exists() and not out.is_dir():
        raise NotationError(f"cannot write {out}: it is a file")
    compiled = game if isinstance(game, CompiledGame) else compile_game(game, on_progress=on_progress)
    on_progress(Progress("compiling for the web", 1, _STEPS, unit="steps"))
    module = module_for(compiled)
    title = begun(title_of(name or type(rules).__name__)).replace("&", "&amp;").replace("<", "&lt;")
    page = (_SHARED / "index.html").read_text("utf-8").replace("<title>minimaxer</title>", f"<title>{title}</title>")
    with telling(out):
        (out / "page").mkdir(parents=True, exist_ok=True)
        with replacing(out / "game.wasm", private=False) as written:
            written.write(module)
        for file in (TOKENS, *_SHARED.iterdir(), *_OWN.iterdir()):  # of two with one name, the one of exported pages
            if file.name not in _SERVED:
                shutil.copyfile(file, out / "page" / file.name)
    write_text(out / "index.html", page.replace("</body>", f"{_NO_SERVER}</body>"))
    on_progress(Progress("written", _STEPS, _STEPS, unit="steps"))
    return out / "index.html"


def module_for(game: CompiledGame[Any, Any]) -> bytes:
    """A compiled game's module: its rules, its searches, and the methods for people that compile; raises CompileError."""
    module_of, types_of, facts_of = (imported(f"minimaxer.exporting.{each}") for each in _COMPILING)
    variant, methods = game.variant(), _methods_for_people(game.game)
    kernels: dict[str, Callable[..., Any]] = {"look": kernel.look}
    kernels |= {name: imported(KERNELS[name]) for name in _SEARCHES if name != "search" or variant.players <= 2}
    shown: list[str] = []

    def describe(rules: Any) -> None:
        for name in kernel.SHOWN:
            setattr(rules, f"has_{name}", name in shown)
            setattr(rules, name, methods[name])

    build = variant.build(describe)
    for name in kernel.SHOWN:
        if methods[name] is None or (name == "areas" and "svg" not in shown):
            continue
        shown.append(name)
        describe(build.rules)
        try:
            types_of(build, kernel.look)
        except CompileError as error:
            LOG.warning("the page does without %s: %s", name, str(error).splitlines()[0])
            shown.remove(name)
            describe(build.rules)
    module: bytes = module_of(build, kernels, lambda program: facts_of(variant, build.shapes, program, tuple(shown)), {"look"})
    return module


def _methods_for_people(game: Any) -> dict[str, Any]:
    """The methods that a page may show, by name; for moves that write themselves, one that has them do so."""
    found = capabilities(game)
    methods = {name: getattr(found, name) for name in kernel.SHOWN}
    move = next(iter(steps(game, game.initial())), None)
    if methods["format_move"] is None and writes_itself(type(move)):
        methods["format_move"] = kernel.text_of_move
    return methods
