"""The facts that a page needs of a module: places in its kernels' memory, their settings, and the texts of moves."""

from __future__ import annotations

import struct
from types import ModuleType
from typing import Any, Final

from attrs import evolve

from ..base.scores import DECISIVE, LONGEST_WIN, WIN
from ..compiler.program import Program
from ..compiler.runtime import header as h
from ..compiler.runtime.layout import Layout
from ..drawing.boards import shown_names
from ..families.alphabeta.native import layout as aw
from ..families.alphabeta.native.native_search import plan_of
from ..families.alphabeta.native.native_table import FIRST_BUCKETS, bucket_bytes
from ..families.montecarlo.native import layout as mw
from ..families.montecarlo.native.kernel import UNKNOWN_SCALE
from ..families.montecarlo.options import MonteCarloOptions
from ..game.following import steps
from ..game.notation import Notation
from ..game.protocol import players_of
from ..native.samples import sample_states
from ..native.shapes import Shapes
from ..native.variant import Variant
from ..play.audience import typical_value
from ..play.levels.level import bounded, read_ladder
from ..searching.options import AUTO, AlphaBetaOptions
from ..web.seats import levels_of
from . import kernel as w
from .board import board_of

_HEADER: Final = (
    *("STOP", "NODES", "NODE_LIMIT", "STACK_SIZE", "FAULT", "FLAGS", "DEPTH", "FAILURE", "ARENA", "ARENA_END", "LATE"),
    *("STATE", "END", "MOST_MOVES", "BY_PLIES", "BY_RULES", "MARGIN"),
)
_LOOK: Final = ("PLAYER", "OVER", "COUNT", "MOVES", "CHILDREN", "CHANCES", "TEXT", "TEXT_END", "MOST_TEXT", "RESULT", "SIZE")
_SEARCH: Final = (
    *("ROOT_DONE", "ROOT_BEST", "ROOT_OVER", "ROOT_PLAYER", "ROOT_COUNT", "ROOT_VALUES", "ROOT_BOUNDS", "LINE_LENGTH"),
    *("HORIZON", "MODE", "ALPHA", "BETA", "VALUE", "GENERATION", "TABLE", "PLAYED", "LENGTHS", "MOVES", "KILLER", "LEARNT_END"),
    *("SEARCH", "FOLLOW", "PREPARE", "UPPER", "GUESSING", "BUCKETS", "MOST_BUCKETS", "TABLE_HEADER"),
)
_MONTE_CARLO: Final = (
    *("TREE", "CAPACITY", "USED", "SIMULATIONS", "DONE", "RNG", "PLAYOUT_LIMIT", "EXPLORATION", "CHOICES", "SCALE", "IMPLICIT"),
    *("MARGINS", "LASTED", "VISITS", "LINK", "TOTALS", "PROVEN"),
    *("COUNT_SHIFT", "COUNT_MASK", "FIRST_SHIFT", "PLIES_SHIFT", "PLIES_MASK"),
)
_FAULTS: Final = {
    h.OUTCOME: "outcome() gave no result of the game",
    h.EVALUATION: "evaluate() gave no number below a win",
    h.PLAYER: "player() gave no player of the game",
    h.NO_MOVES: "moves() gave none although the game goes on",
    h.BOUNDS: "bounds() gave no bounds",
    h.STUCK: "stuck() gave no result of the game",
    h.MANY_MOVES: f"a position has more than {h.MOST_MOVES:,} moves",
    h.CHANCES: "chances() gave no probabilities that add up to 1",
    h.PRIOR: "prior() gave no weights",
}
_MOST_TEXTS: Final = 2_000
"""About the most texts of moves that a module takes."""


def facts_of(variant: Variant, shapes: Shapes, program: Program, shown: tuple[str, ...]) -> dict[str, Any]:
    """The facts about a compiled game, as plain data for JSON."""
    game, found, width = variant.game, variant.found, shapes.move.words
    return {
        "names": shown_names(game),
        "players": players_of(game),
        "state": shapes.state.to_json(),
        "move": shapes.move.to_json(),
        "stateWords": shapes.state.words,
        "moveWords": width,
        "moveTexts": {} if "format_move" in shown else move_texts(game, shapes.move),
        "shown": shown,
        "initial": [str(word) for word in shapes.state.flatten(game.initial())],
        "hasFloats": shapes.float_scores,
        "hasChances": found.chances is not None,
        "evaluates": found.evaluate is not None or found.bounds is not None,
        "needsArena": program.allocates,
        "highest": shapes.highest,
        "WIN": WIN,
        "DECISIVE": DECISIVE,
        "LONGEST_WIN": LONGEST_WIN,
        "header": _numbers(h, _HEADER),
        "look": _numbers(w, _LOOK),
        "search": _searching(variant, width) if variant.players <= 2 else None,
        "montecarlo": _sampling(variant, width),
        "failures": [f"{each.cls.__name__}: {each.text or ''} (in {each.name}, line {each.line})" for each in program.failures],
        "faults": _FAULTS,
        "board": None if "svg" in shown else board_of(game, shapes),
        "levels": _levels(game),
        "typical": typical_value(game),
    }


def _levels(game: Any) -> dict[str, Any] | None:
    """The steps of the game's levels, and the place of each level among them; None without levels."""
    if levels_of(game) == 0:
        return None
    ladder = read_ladder(game)
    places = [ladder.place_of(level) for level in range(1, len(ladder.elos) + 1)]
    return {"places": places, "steps": evolve(ladder, steps=bounded(ladder.steps)).to_dict()["steps"]}


def _numbers(module: ModuleType, names: tuple[str, ...]) -> dict[str, int]:
    return {name: int(getattr(module, name)) for name in names}


def _searching(variant: Variant, width: int) -> dict[str, Any]:
    """The layout and the settings of alpha-beta."""
    plan, exact = (plan_of(variant, AlphaBetaOptions(exact_moves=is_exact), AUTO) for is_exact in (False, True))
    return {
        **_numbers(aw, _SEARCH),
        "LINES": aw.lines(width),
        "LINE_FOLLOWED": aw.line_followed(width),
        "SIZE": aw.size(width),
        "HEAD": _words(plan.searching),
        "SELECTIVE_HEAD": _words(plan.selecting),
        "EXACT_HEAD": _words(exact.searching),
        "BUCKET": bucket_bytes(float_scores=False),
        "FLOAT_BUCKET": bucket_bytes(float_scores=True),
        "FIRST_BUCKETS": FIRST_BUCKETS,
    }


def _words(head: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{aw.HEAD}q", head)


def _sampling(variant: Variant, width: int) -> dict[str, Any]:
    """The layout and the settings of Monte Carlo tree search."""
    players, found = variant.players, variant.found
    options = MonteCarloOptions().settled(found)
    blocks = {mw.PRIORS: options.follows_priors(found), mw.ESTIMATES: options.backs_up(found, players)}
    return {
        **_numbers(mw, _MONTE_CARLO),
        "SIZE": mw.size(width),
        "NODE": mw.node_words(players, width, shared=False),
        "MOVE": mw.move_at(players, shared=False),
        "BLOCKS": [int(place) for place, is_needed in blocks.items() if is_needed],
        "FLAGS": mw.SOLVER * options.solver | mw.DECISIVE * options.decisive,
        "PLIES": options.playout_plies or 0,
        "DRAWN": options.playout_choices,
        "CONSTANT": float(options.exploration or 0.0),
        "SHARE": float(options.implicit),
        "GIVEN_SCALE": UNKNOWN_SCALE if options.evaluation_scale is None else float(options.evaluation_scale),
    }


def move_texts(game: Any, layout: Layout) -> dict[str, str]:
    """The texts of moves by their words, as far as random games meet them; none if one is written now so, now so."""
    notation: Notation[Any, Any] = Notation(game)
    texts = dict[str, set[str]]()
    for state in sample_states(game):
        for move in steps(game, state) if game.outcome(state) is None else ():
            texts.setdefault(",".join(map(str, layout.flatten(move))), set()).add(notation.write_move(state, move))
        if len(texts) > _MOST_TEXTS:
            break
    return {} if any(len(each) > 1 for each in texts.values()) else {words: text for words, (text,) in texts.items()}
