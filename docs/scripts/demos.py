"""The engine inside the pages: a hook of MkDocs that adds the gallery of games, Pyodide, the real package, and buttons that run
what the pages show.

Where Pyodide or the compiler cannot be had, the pages are built without what needs it, as `DEMOS=false mkdocs build` asks for. A
game that cannot be exported ends the build.
"""

from __future__ import annotations

import html
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

sys.path.insert(0, str(Path(__file__).parent))

import gallery
import render
import runnable
import vendored
from mkdocs.structure.files import File, Files

from minimaxer.drawing.canvas import TOKENS

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

PAGE: Final = vendored.ROOT / "minimaxer" / "web" / "page"
TABLE: Final = "demo/table"
"""Where the page of `minimaxer web` is put, with another `asking.js`, which asks Python in the page instead of a server."""
PARTS: Final = re.compile(r"^<!--demo (?P<name>\w+)-->\n(?P<without>.*?)^<!--/demo-->$", re.MULTILINE | re.DOTALL)
"""A part of a page that has something else in it where Python runs in the page."""
BUTTON: Final = '\n\n<div class="mx-run" data-page="{page}" data-run="{number}"><button type="button">Run</button></div>'
RUNNING: Final = ("tutorials/", "try/", "index.md")
"""The pages whose blocks can be run."""
PIECES: Final = ("demo/editor.html", "demo/player.html")
"""The parts; they are no pages."""

_state: dict[str, Any] = {"pyodide": None, "games": {}}
"""What this build has: under `pyodide` its folder, None where it is built without; under `games` the folder of each game."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Finds Pyodide; without it, the pages do not even load the small script that waits for a click. Exports the games."""
    _state["pyodide"], _state["games"] = None, {}
    if config.extra.get("demos", True):
        try:
            _state["games"] = gallery.pages()
            _state["pyodide"] = vendored.pyodide()
        except vendored.Missing as missing:
            print(f"The pages are built without running Python: {missing}", file=sys.stderr)
    if _state["pyodide"] is None:
        config.extra_javascript = []
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds pictures, recordings, and what runs Python; or takes out what is there for that."""
    made = [File.generated(config, place, content=content()) for place, content in render.made().items()]
    made.append(File.generated(config, f"stylesheets/{TOKENS.name}", abs_src_path=str(TOKENS)))
    for name, folder in _state["games"].items():
        for file in filter(Path.is_file, folder.rglob("*")):
            place = f"play/{name}/{file.relative_to(folder).as_posix()}"
            made.append(File.generated(config, place, abs_src_path=str(file)))
    if _state["pyodide"] is None:
        without = [file for file in files if not file.src_uri.startswith("demo/") or file.src_uri == "demo/demo.css"]
        return Files([*without, *made])
    kept = [*(file for file in files if file.src_uri not in PIECES), *made]
    names = []
    for name, content in vendored.wheels():
        kept.append(File.generated(config, f"demo/wheels/{name}", content=content))
        names.append(name)
    kept += [
        File.generated(config, f"demo/pyodide/{name}", abs_src_path=str(_state["pyodide"] / name)) for name in vendored.FILES
    ]
    kept.append(File.generated(config, "demo/vendored.json", content=json.dumps({"wheels": names})))
    for file in (TOKENS, *PAGE.iterdir()):
        inside = f"{TABLE}/{file.name}" if file.suffix == ".html" else f"{TABLE}/page/{file.name}"
        if file.name not in ("asking.js", "lobby.html", "lobby.js"):
            kept.append(File.generated(config, inside, abs_src_path=str(file)))
    for file in list(kept):
        if file.src_uri.startswith(RUNNING) and file.is_documentation_page() and file.abs_src_path is not None:
            runs = runnable.runs_of(Path(file.abs_src_path))
            if runs["runs"]:
                kept.append(File.generated(config, _runs(file.src_uri), content=json.dumps(runs)))
    return Files(kept)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Puts a button below each block that can run, and the gallery, the editor and the player where they belong."""
    if _state["games"]:
        root = "../" * page.url.count("/")
        made = {"gallery": gallery.cards, "front": gallery.front}
        markdown = PARTS.sub(lambda found: made[found["name"]](root) if found["name"] in made else found[0], markdown)
    if _state["pyodide"] is None:
        return PARTS.sub(lambda found: found["without"], markdown)
    runs = files.get_file_from_path(_runs(page.file.src_uri))
    numbers = {} if runs is None else json.loads(runs.content_string)["runs"]
    markdown = with_buttons(markdown, _runs(page.file.src_uri), set(numbers))
    return PARTS.sub(lambda found: part(found["name"], found["without"], config), markdown)


def with_buttons(markdown: str, page: str, numbers: set[str]) -> str:
    """A page with a button below each of these blocks, which begin a line."""
    made, end = "", 0
    for number, found in enumerate(runnable.documents.FENCE.finditer(markdown)):
        made, end = made + markdown[end : found.end()], found.end()
        if str(number) in numbers and not found["indent"]:
            made += BUTTON.format(page=page, number=number)
    return made + markdown[end:]


def part(name: str, without: str, config: MkDocsConfig) -> str:
    """The HTML of a part of a page, with the block in it that stands there otherwise."""
    if name in ("front", "gallery"):
        return without
    text = Path(config.docs_dir, f"demo/{name}.html").read_text(encoding="utf-8")
    block = runnable.documents.FENCE.search(without)
    return text if block is None else text.replace("{source}", html.escape(block["body"]).replace("\n", "&#10;"))


def _runs(page: str) -> str:
    """Where the files and commands of a page are kept."""
    return f"demo/runs/{page.removesuffix('.md')}.json"
