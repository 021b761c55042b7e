"""minimaxer: write the rules of a game once, in five methods, and get an AI.

The public names are those of `__all__`, and those that the reference lists where they are defined; everything else may change.
Each is imported when it is first used.
"""

from __future__ import annotations

import typing

from .base import shown
from .base.version import __version__ as __version__

if typing.TYPE_CHECKING:
    from . import bits as bits, drawing as drawing, errors as errors, testing as testing, tuples as tuples
    from .api.functions import (
        analyse as analyse,
        best_move as best_move,
        compile as compile,
        search as search,
        solve as solve,
        with_weights as with_weights,
    )
    from .api.perft import divide as divide, perft as perft
    from .api.search import Search as Search
    from .api.tabulate import tabulate as tabulate
    from .base.scores import (
        DRAW as DRAW,
        LOSS as LOSS,
        WIN as WIN,
        Bound as Bound,
        is_decisive as is_decisive,
        loss_in as loss_in,
        plies_to_end as plies_to_end,
        win_in as win_in,
    )
    from .batch import analyse_many as analyse_many, solve_by_jobs as solve_by_jobs
    from .bridges.external import External as External
    from .drawing import animation as animation, board as board, draw_tree as draw_tree
    from .errors import (
        CompileError as CompileError,
        GameError as GameError,
        IllegalMoveError as IllegalMoveError,
        MinimaxerError as MinimaxerError,
        MissingExtraError as MissingExtraError,
        NotationError as NotationError,
        OptionError as OptionError,
        RulesError as RulesError,
    )
    from .exporting.site import export as export
    from .families.alphabeta.tree.tree import Tree as Tree
    from .families.hybrid.options import UnevaluatedOptions as UnevaluatedOptions
    from .families.information_sets.options import (
        InformationSetOptions as InformationSetOptions,
        SampledOptions as SampledOptions,
    )
    from .families.montecarlo.options import MonteCarloOptions as MonteCarloOptions
    from .families.proof.options import ProofOptions as ProofOptions
    from .game.capability import Capabilities as Capabilities, capabilities as capabilities
    from .game.dealing import deal_cards as deal_cards, shuffle as shuffle
    from .game.protocol import CHANCE as CHANCE, Game as Game
    from .game.registry import find_game as find_game, games as games
    from .game.state_class import State as State, from_state_class as from_state_class
    from .game.weights import Weights as Weights
    from .insight.steps import record as record
    from .learning.evaluation import LearntEvaluation as LearntEvaluation
    from .learning.result import NetworkOptions as NetworkOptions, TrainingOptions as TrainingOptions
    from .native import CompiledGame as CompiledGame, PendingGame as PendingGame
    from .play.balance import balance as balance, balanced_openings as balanced_openings, playouts as playouts
    from .play.book import Book as Book
    from .play.levels.level import Level as Level
    from .play.match import Match as Match, play_match as play_match
    from .play.players import Player as Player
    from .play.record import Record as Record, read_records as read_records
    from .play.review import review as review
    from .play.session import Session as Session
    from .play.statistics import Sprt as Sprt
    from .play.tournament import play_tournament as play_tournament
    from .play.training import train as train
    from .play.tuning.spsa import tune_options as tune_options
    from .play.tuning.tuner import tune as tune
    from .proofs.proving import prove as prove, verify as verify
    from .searching.limits import Limits as Limits, StopReason as StopReason
    from .searching.options import AlphaBetaOptions as AlphaBetaOptions
    from .searching.result import SearchResult as SearchResult
    from .tables.table import Table as Table

    __all__: list[str]
else:
    _MODULES = ("bits", "drawing", "errors", "testing", "tuples")
    _PLACES = {
        "api.functions": "analyse best_move compile search solve with_weights",
        "api.perft": "divide perft",
        "api.search": "Search",
        "api.tabulate": "tabulate",
        "base.scores": "Bound DRAW LOSS WIN is_decisive loss_in plies_to_end win_in",
        "batch": "analyse_many solve_by_jobs",
        "bridges.external": "External",
        "drawing": "animation board draw_tree",
        "errors": "CompileError GameError IllegalMoveError MinimaxerError MissingExtraError NotationError OptionError RulesError",
        "exporting.site": "export",
        "families.alphabeta.tree.tree": "Tree",
        "families.hybrid.options": "UnevaluatedOptions",
        "families.information_sets.options": "InformationSetOptions SampledOptions",
        "families.montecarlo.options": "MonteCarloOptions",
        "families.proof.options": "ProofOptions",
        "game.capability": "Capabilities capabilities",
        "game.dealing": "deal_cards shuffle",
        "game.protocol": "CHANCE Game",
        "game.registry": "find_game games",
        "game.state_class": "State from_state_class",
        "game.weights": "Weights",
        "insight.steps": "record",
        "learning.evaluation": "LearntEvaluation",
        "learning.result": "NetworkOptions TrainingOptions",
        "play.training": "train",
        "play.tuning.spsa": "tune_options",
        "play.tuning.tuner": "tune",
        "native": "CompiledGame PendingGame",
        "play.balance": "balance balanced_openings playouts",
        "play.book": "Book",
        "play.levels.level": "Level",
        "play.match": "Match play_match",
        "play.players": "Player",
        "play.record": "Record read_records",
        "play.review": "review",
        "play.session": "Session",
        "play.statistics": "Sprt",
        "play.tournament": "play_tournament",
        "proofs.proving": "prove verify",
        "searching.limits": "Limits StopReason",
        "searching.options": "AlphaBetaOptions",
        "searching.result": "SearchResult",
        "tables.table": "Table",
    }
    """The public names of each module."""
    _LAZY = {name: place for place, names in _PLACES.items() for name in names.split()}
    __all__ = sorted((*_MODULES, *_LAZY))

    def __getattr__(name: str) -> typing.Any:
        """Imports a public name, or module, when it is first used."""
        from .base.lazy import imported

        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        place = f"{_LAZY[name]}:{name}" if name in _LAZY else name
        globals()[name] = value = imported(f"{__name__}.{place}")
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})


def _drawing() -> typing.Any:
    from . import drawing

    return drawing


shown.found_by(_drawing)
