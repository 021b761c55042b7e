"""`record`: searches of one state recorded step by step, shown in a browser as one self-contained file without network."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any, Final

from attrs import field, frozen

from ...api.methods import family_of
from ...base.checks import check_whole, front_door_but
from ...base.files import write_text
from ...drawing.boards import with_board
from ...drawing.canvas import TOKENS
from ...errors import FinishedGameError, OptionError
from ...families.montecarlo.options import MonteCarloOptions
from ...game.capability import Capabilities
from ...game.protocol import Game, M, S, Score, check_mover, dealt, players_of
from ...native import CompiledGame
from ...searching.options import AlphaBetaOptions, Options
from ...searching.setup import Setup
from .packing import Boards, packed
from .running import YOURS, Runs, Variant, named, usual
from .step import PSEUDOCODE, RecordedSearch

_SCRIPTS: Final = ("replay.js", "boards.js", "tree.js", "window.js", "payoffs.js", "quiz.js", "main.js")
"""The files of the script, in the order of their concatenation."""


def page(title: str, data: dict[str, Any]) -> str:
    """The HTML page of a recording, which is given as plain data. Texts of games are escaped, and the content security policy
    allows only the page's own script: no text can inject code.
    """
    script, style = '"use strict";\n' + "\n".join(map(_read, _SCRIPTS)), TOKENS.read_text("utf-8") + _read("style.css")
    parts = {
        "policy": f"default-src 'none'; img-src data:; style-src {_digest(style)}; script-src {_digest(script)}",
        "title": escape(title),
        "style": style,
        "data": json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
        "script": script,
    }
    return re.sub("<!--([a-z]+)-->", lambda place: parts[place[1]], _read("index.html"))


def _digest(text: str) -> str:
    """The hash of a text, by which the policy allows it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def _read(name: str) -> str:
    return files(__package__).joinpath("page", name).read_text(encoding="utf-8")


STEPS: Final = 5_000
"""Most steps recorded of a search by default."""
MOST_STEPS: Final = 100_000
MOST_DEPTH: Final = 100
SIMULATIONS: Final = 100
"""Simulations of Monte Carlo search by default."""


@frozen(kw_only=True)
class Recording:
    """Searches of one state, step by step, as `record` gives them. Notebooks show it; `save` writes it to a file.

    Attributes:
        title: The game's name.
        searches: The searches, beginning with the one to show first.
        plain_nodes: Nodes that plain minimax visits to the same depth; None if they were not counted.
        is_plain_complete: True if minimax finished; else it visits more.
    """

    title: str
    searches: tuple[RecordedSearch, ...]
    plain_nodes: int | None = None
    is_plain_complete: bool = True
    _data: dict[str, Any] = field(repr=False, eq=False, alias="data")

    @property
    def html(self) -> str:
        """The recording as one self-contained page."""
        return page(self.title, self._data)

    def save(self, path: str | Path) -> None:
        """Writes the page to a file, which any browser opens, without a network.

        Args:
            path: The file; by convention it ends in `.html`.

        Raises:
            NotationError: It cannot be written; an earlier file is kept.
        """
        write_text(path, self.html)

    def _repr_html_(self) -> str:
        frame = 'sandbox="allow-scripts" style="width:100%;height:820px;border:0" title="step through a search"'
        return f'<iframe {frame} srcdoc="{escape(self.html)}"></iframe>'


@front_door_but("depth", "simulations", "steps")
def record(
    game: Game[S, M],
    state: S | None = None,
    *,
    depth: int = 3,
    simulations: int = SIMULATIONS,
    variants: Sequence[str] | None = None,
    algorithm: str | None = None,
    options: Options | None = None,
    evaluate: Callable[[S], Score] | None = None,
    steps: int = STEPS,
) -> Recording:
    """Searches a state on the tree in several ways and records each step, for stepping through in a browser.

    The searches are the real ones. Each is recorded up to a number of steps; a longer one ends there, and the page says so.

    Args:
        game: The rules; not those of a compiled game.
        state: The state to search; the initial state by default.
        depth: Plies to look ahead.
        simulations: Games played out, by `montecarlo`.
        variants: Names of searches to switch among: `minimax`; `alphabeta`, which takes moves as the game gives them; `own`, the
            same by the game's `order`; `best` and `worst`, by the true values of the moves; `eager`, with all children made at
            once; `pvs`; `deepening`; `table`; `quiescence`, of games that have `noisy_moves`; where chance decides `expectimax`,
            `star1` and `star2`; for three and more players `maxn`; `montecarlo`; and where something is hidden `ismcts`. By
            default those that fit the game; `best` and `worst` are left out where minimax would take too long to find them.
        algorithm: A search of your own beside them, in front: its method, by default `alphabeta`, `star1` or `maxn`.
        options: Its options.
        evaluate: A static evaluation to use instead of the game's: state to number for player 0.
        steps: Most steps of each search, up to 100,000.

    Returns:
        The recording.

    Raises:
        OptionError: A variant is unknown or does not fit the game; depth, simulations or steps are out of range; the game is a
            compiled one; or it hides something, and chance decides now.
        FinishedGameError: The game is over in that state.
        MinimaxerError: As in `search`.

    Examples:
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> game = TicTacToe()
        >>> recording = record(game, game.parse("xoxoxo..."), depth=2)
        >>> [search.name for search in recording.searches]
        ['alphabeta', 'minimax', 'own', 'best', 'worst', 'eager', 'pvs', 'deepening']
        >>> for step in recording.searches[0].steps[:3]:
        ...     print(step.sentence)
        The search begins. At the root, player 0 is to move; the search looks 2 plies ahead.
        The root is entered, 2 plies left. Player 0 moves here; the window is open, so every value matters.
        Move 7 is entered.
        >>> recording.save("steps.html")  # doctest: +SKIP
    """
    if isinstance(game, CompiledGame):
        raise OptionError("a compiled game is searched without a tree; record the original game")
    check_whole("depth", depth, 1, MOST_DEPTH)
    check_whole("simulations", simulations, 1, MOST_STEPS)
    check_whole("steps", steps, 1, MOST_STEPS)
    setup: Setup[Any, Any] = Setup(game=game, evaluate=evaluate)
    found, start = setup.capabilities(), game.initial() if state is None else state
    if game.outcome(start) is not None:
        what = f"expected a state in which the game runs, got {start!r}, where it is over"
        raise FinishedGameError(f"{what}; record an earlier one")
    chosen = _chosen(setup, variants, algorithm, options)
    runs = Runs(setup, _seen(game, found, start), depth, simulations, steps)
    if variants is None:  # without those whose order of moves takes too long to find
        chosen = [each for each in chosen if not each.arranged or runs.judge.is_complete]
    recorded = [runs.run(variant) for variant in chosen]
    counted = players_of(game) < 3 and any(isinstance(variant.options, AlphaBetaOptions) for variant in chosen)
    plain = (runs.judge.nodes, runs.judge.is_complete) if counted else None
    return Recording(
        title=type(game).__name__,
        searches=tuple(each.search for each in recorded),
        plain_nodes=None if plain is None else plain[0],
        is_plain_complete=plain is None or plain[1],
        data=packed(recorded, Boards(with_board(game, runs.found)), plain),
    )


def _chosen(
    setup: Setup[Any, Any], variants: Sequence[str] | None, algorithm: str | None, options: Options | None
) -> list[Variant]:
    """The searches that were asked for, or else those that fit the game."""
    own = [] if algorithm is None and options is None else [_own(setup, algorithm, options)]
    if variants is None:
        return own or named(usual(setup.capabilities(), players_of(setup.game)))
    if chosen := own + named(variants):
        return chosen
    raise OptionError("expected at least one variant, got none; leave variants out for those that fit the game")


def _seen(game: Game[S, Any], found: Capabilities[S, Any], state: S) -> S:
    """The state as its mover knows it: hidden parts are dealt at random, so that the recording reveals nothing."""
    if found.deal is None:
        return state
    player = game.player(state)
    check_mover(player, state)
    return dealt(game, found.deal, state, player, Random(0))


def _own(setup: Setup[Any, Any], algorithm: str | None, options: Options | None) -> Variant:
    if algorithm is None:
        algorithm = _fitting(setup, options)
    if algorithm not in PSEUDOCODE:
        hint = "; games for more than two by 'maxn' or 'montecarlo'" if players_of(setup.game) > 2 else ""
        raise OptionError(f"expected an algorithm that can be recorded, one of {', '.join(PSEUDOCODE)}; got {algorithm!r}{hint}")
    family = family_of(algorithm).defaults
    options = family if options is None else options
    if not isinstance(options, type(family)):
        raise OptionError(f"expected options to be {type(family).__name__}(...), got {options!r}")
    return Variant(YOURS, f"{algorithm}, {YOURS}", f"{algorithm} with the options asked for.", algorithm, options)


def _fitting(setup: Setup[Any, Any], options: Options | None) -> str:
    """The method for options that come without one."""
    found = setup.capabilities()
    if found.deal is not None:
        return "ismcts"
    if isinstance(options, MonteCarloOptions):
        return "montecarlo"
    return "maxn" if players_of(setup.game) > 2 else "star1" if found.chances is not None else "alphabeta"
