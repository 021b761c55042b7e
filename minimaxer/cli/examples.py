"""Examples that `--help` shows at its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

EXAMPLES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "games": (("minimaxer games", "all games"), ("minimaxer games --json", "the same as data")),
    "search": (
        ("minimaxer search connect_four --depth 10", "from the start, 10 plies deep"),
        ("minimaxer search connect_four --position 4455 --seconds 2", "from a position, for two seconds"),
        ("minimaxer search my_game.py:MyGame --depth 6 --tier tree", "a game of yours, in Python"),
    ),
    "solve": (
        ("minimaxer solve tic_tac_toe --position x...o....", "one position"),
        ("minimaxer solve connect_four --file positions.txt --json", "a file of positions"),
        ("minimaxer solve breakthrough:columns=4,rows=5 --algorithm proof --goal win", "only whether player 0 wins"),
        ("minimaxer solve connect_four --file positions.txt --store solved.db", "keeping solved positions in a file"),
        ("minimaxer solve mancala --seconds 3600 --resume kalah.save", "an hour at a time"),
        ("minimaxer solve mancala --jobs 1000000 --workers 2 --store kalah.db", "by many processes"),
    ),
    "analyse": (
        ("minimaxer analyse connect_four --position 4455 --lines 3", "the three best moves"),
        ("minimaxer analyse mancala --depth 8 --lines 6 --json", "all moves, as data"),
    ),
    "perft": (
        ("minimaxer perft chess_lite --depth 5", "every depth up to 5"),
        ("minimaxer perft chess_lite --depth 4 --divide", "behind each first move"),
    ),
    "compile": (
        ("minimaxer compile my_game.py:MyGame", "how much was compared with Python"),
        ("minimaxer compile tic_tac_toe --show play", "the types and the code of a method"),
    ),
    "tabulate": (
        ("minimaxer tabulate tic_tac_toe --out ttt.table", "all positions from the start"),
        ("minimaxer solve tic_tac_toe --tables ttt.table", "look them up"),
    ),
    "check": (
        ("minimaxer check my_game.py:MyGame", "300 random games"),
        ("minimaxer check mancala:houses=4 --games 1000 --seed 7", "more games, the same each time"),
    ),
    "play": (
        ("minimaxer play connect_four", "you move first"),
        ("minimaxer play connect_four --side 1 --level 3", "you move second, against a weaker opponent"),
        ("minimaxer play mancala --side none --depth 6", "watch the AI play against itself"),
    ),
    "export": (("minimaxer export my_game.py:MyGame --web site", "a page that plays the game, for any static server"),),
    "match": (("minimaxer match connect_four --player depth=4 --player depth=2 --rounds 50", "100 games"),),
    "levels": (("minimaxer levels my_game.py:MyGame --seconds 60", "measure levels for a minute"),),
    "balance": (
        ("minimaxer balance my_game.py:MyGame", "1,000 random games"),
        ("minimaxer balance connect_four --games 200 --player level=3", "and by a level against itself"),
    ),
    "tune": (
        ("minimaxer tune my_game.py:MyGame", "3 rounds of 1,000 games, then a match"),
        ("minimaxer tune my_game.py:MyGame --nodes 500 --games 300 --out mine.json", "quicker; Ctrl-C and again goes on"),
        ("minimaxer tune connect_four --algorithm montecarlo --options exploration=0.2:2 --nodes 500", "an option of the search"),
    ),
    "train": (
        ("minimaxer train connect_four --out four.learnt", "ten minutes on all cores; Ctrl-C and again goes on"),
        ("minimaxer play connect_four --evaluate four.learnt", "play against what was learnt"),
    ),
    "review": (("minimaxer review connect_four games.txt --svg curve.svg", "the last game of a file"),),
    "book": (("minimaxer book connect_four four.book games.txt --plies 8", "add games to a book"),),
    "engine": (("minimaxer engine chess_lite", "speak UCI on standard input"),),
    "profile": (("minimaxer profile my_game.py:MyGame", "what the rules cost"),),
    "lab": (("minimaxer lab mancala --seconds 20", "try settings for 20 seconds"),),
    "bench": (
        ("minimaxer bench", "all chapters"),
        ("minimaxer bench smp connect_four --depth 14 --threads 1,2", "one thread against two"),
    ),
}
"""Example lines for each command, each with a short description."""


def epilog(command: str) -> str | None:
    """The end of a command's help; None if there are no examples."""
    lines = EXAMPLES.get(command, ())
    width = max((len(line) for line, _ in lines), default=0)
    shown = [f"  {line:{width}}  {what}" for line, what in lines]
    return "\n".join(["examples:", *shown]) if shown else None
