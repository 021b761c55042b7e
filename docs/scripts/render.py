"""Writes what the documents show of the results: tables, figures in the text, and pictures.

    python docs/scripts/render.py           writes
    python docs/scripts/render.py --check   says what is out of date instead, and ends with 1 then

Tables stand between `<!--table NAME-->` and `<!--/table-->`, figures between `<!--fig NAME-->` and `<!--/fig-->`. The README's
pictures are written too. All others, and recordings of searches, are made when the site is built, by `demos.py`; pictures of
figures come from docs/results, which `measure.py` and `claims.py` write.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import claim_figures  # type: ignore[import-not-found, unused-ignore]
from figures import FIGURES, TABLES  # type: ignore[import-not-found, unused-ignore]
from pictures import PICTURES  # type: ignore[import-not-found, unused-ignore]
from recordings import RECORDINGS  # type: ignore[import-not-found, unused-ignore]

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FOR_README = ("tree-alphabeta", "board-found", "game-curve")
"""Pictures that the README shows, which is read where no site is built."""


def filled(text: str) -> str:
    """The page with its tables and figures as they are now."""
    text = _replaced(text, "table", TABLES | claim_figures.TABLES, "\n\n{}\n\n")
    return _replaced(text, "fig", FIGURES | claim_figures.FIGURES, "{}")


def _replaced(text: str, kind: str, makers: dict[str, Callable[[], str]], around: str) -> str:
    def made(found: re.Match[str]) -> str:
        if found[1] not in makers:
            raise SystemExit(f"there is no {kind} named {found[1]!r}; known: {', '.join(makers)}")
        return f"<!--{kind} {found[1]}-->{around.format(makers[found[1]]())}<!--/{kind}-->"

    return re.sub(rf"<!--{kind} ([\w-]+)-->.*?<!--/{kind}-->", made, text, flags=re.DOTALL)


def files() -> Iterator[tuple[Path, str]]:
    """Every file with the text that it should have."""
    for page in [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]:
        yield page, filled(page.read_text(encoding="utf-8"))
    for name in FOR_README:
        yield from ((DOCS / place, draw()) for place, draw in _drawn(name))


def made() -> dict[str, Callable[[], str]]:
    """What the site holds beside what is kept in docs, by its place there: pictures, and recordings of searches."""
    found = {place: draw for name in PICTURES if name not in FOR_README for place, draw in _drawn(name)}
    return found | {f"recordings/{name}.html": lambda record=record: record().html for name, record in RECORDINGS.items()}


def _drawn(name: str) -> Iterator[tuple[str, Callable[[], str]]]:
    for theme in ("light", "dark"):
        yield f"pictures/{name}-{theme}.svg", partial(_picture, name, theme)


def _picture(name: str, theme: str) -> str:
    return f"{PICTURES[name](theme)}\n"


def main() -> int:
    """Writes, or says what is out of date."""
    check = "--check" in sys.argv[1:]
    stale = []
    for file, text in files():
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            stale.append(str(file.relative_to(ROOT)))
            if not check:
                file.parent.mkdir(exist_ok=True)
                file.write_text(text, encoding="utf-8")
    for name in stale:
        print(f"{'out of date' if check else 'written'}: {name}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
