"""The gallery: the bundled games as pages that play them, exported when the documentation is built.

They are kept in `build/games`, in a folder for each version of the code, so that a build whose code is the same takes them from
there.
"""

from __future__ import annotations

import hashlib
import html
import importlib.metadata
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
CACHE: Final = ROOT / "build" / "games"
GAMES: Final = {
    "connect_four": "Connect four",
    "reversi": "Reversi",
    "chess_lite": "Chess on a small board",
    "mancala": "Mancala",
    "breakthrough": "Breakthrough",
    "backgammon": "Backgammon",
    "dots_and_boxes": "Dots and boxes",
    "domineering": "Domineering",
    "2048": "2048",
    "einstein": "EinStein würfelt nicht",
    "chinese_checkers": "Chinese checkers",
    "tic_tac_toe": "Tic-tac-toe",
    "nim": "Nim",
    "pig": "Pig",
}
"""The games by name, with their titles; those that hide cards are not exported."""
FRONT: Final = "three_in_a_row"
"""The game of the home page, beside its code."""
OWN: Final = {FRONT: (f"{ROOT}/examples/three_in_a_row.py:ThreeInARow", "Three in a row")}
"""The games that are not bundled, by the names of their pages, with where they are and their titles."""
EXPORT: Final = "import sys, minimaxer as mx; mx.export(mx.find_game(sys.argv[1]), sys.argv[2], name=sys.argv[3])"


def pages() -> dict[str, Path]:
    """The folder of each game's page, by the game's name; none without the compiler."""
    if importlib.util.find_spec("llvmlite") is None:
        return {}
    folder = CACHE / _version()
    if not folder.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as made, ThreadPoolExecutor(os.cpu_count()) as threads:
            list(threads.map(lambda name: _export(name, Path(made, "games", name)), [*OWN, *GAMES]))
            for old in CACHE.glob("[0-9a-f]*"):
                shutil.rmtree(old, ignore_errors=True)
            Path(made, "games").rename(folder)
    return {name: folder / name for name in [*OWN, *GAMES]}


def _export(name: str, folder: Path) -> None:
    game, title = OWN.get(name) or (name, GAMES[name])
    command = [sys.executable, "-c", EXPORT, game, str(folder), title]
    path = os.pathsep.join([str(ROOT), str(ROOT / "games"), *filter(None, [os.environ.get("PYTHONPATH")])])
    subprocess.run(command, check=True, env=os.environ | {"PYTHONPATH": path})


def _version() -> str:
    """The digest of the code that makes the pages."""
    files = sorted(each for folder in ("minimaxer", "games", "examples") for each in (ROOT / folder).rglob("*") if each.is_file())
    found = hashlib.sha256(importlib.metadata.version("llvmlite").encode())
    for file in files:
        if "__pycache__" not in file.parts:
            found.update(f"{file.relative_to(ROOT)}\0".encode() + file.read_bytes())
    return found.hexdigest()[:16]


def front(root: str) -> str:
    """The game of the home page, to be played there; `root` as for `cards`."""
    return f'<iframe class="mx-own" src="{root}play/{FRONT}/" title="{OWN[FRONT][1]}, to be played" loading="lazy"></iframe>\n'


def cards(root: str) -> str:
    """The gallery as HTML: a picture of each game that leads to its page; `root` is the way from the page to the site's."""
    shown = "".join(
        f'<a href="{root}play/{name}/">'
        + "".join(
            f'<img src="{root}pictures/board-{name}-{theme}.svg#only-{theme}" alt="" loading="lazy">'
            for theme in ("light", "dark")
        )
        + f"<span>{html.escape(title)}</span></a>\n"
        for name, title in GAMES.items()
    )
    return f'<div class="mx-gallery">\n{shown}</div>\n'
