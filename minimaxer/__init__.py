"""minimaxer: write the rules of a game once, in five methods, and get an AI.

The public names are those of `__all__`; everything else may change.
"""

from __future__ import annotations

import typing

from .api.functions import analyse, best_move, compile, search, solve, with_weights
from .api.search import Search
from .base import shown
from .base.bound import Bound
from .base.scores import DRAW, LOSS, WIN, is_decisive, loss_in, plies_to_end, win_in
from .errors import (
    CompileError,
    EngineError,
    FinishedGameError,
    GameError,
    IllegalMoveError,
    MinimaxerError,
    MissingExtraError,
    NotationError,
    OptionError,
    ProofError,
    RulesError,
    SavedSearchError,
    ScoreError,
    SearchBusyError,
    TableError,
    TierError,
    UnknownGameError,
)
from .families.hybrid.options import UnevaluatedOptions
from .families.information_sets.options import InformationSetOptions, SampledDetails, SampledOptions
from .families.montecarlo.options import MonteCarloDetails, MonteCarloOptions
from .families.proof.options import ProofDetails, ProofOptions
from .game.capability import Capabilities, Capability, capabilities
from .game.protocol import (
    CHANCE,
    Game,
    HasAllMoves,
    HasAreas,
    HasBanked,
    HasBounds,
    HasCanonical,
    HasChances,
    HasEvaluate,
    HasFeatures,
    HasGain,
    HasIndex,
    HasIsLegal,
    HasKey,
    HasMoveId,
    HasMoveNotation,
    HasMustMove,
    HasNoisyMoves,
    HasNull,
    HasOrder,
    HasPositionNotation,
    HasPrior,
    HasRender,
    HasSearchMoves,
    HasStuck,
    HasSvg,
    HasTally,
    HasTier,
)
from .game.view import View
from .game.weights import Weights
from .native import CompiledGame
from .searching.details import AlphaBetaDetails, Cutoffs
from .searching.limits import Limits, StopReason
from .searching.options import AlphaBetaOptions
from .searching.result import RootMove, SearchResult
from .searching.statistics import Statistics, Workers

if typing.TYPE_CHECKING:
    from . import bits, drawing, testing, tuples
    from .api.perft import divide, perft
    from .api.tabulate import tabulate
    from .batch import Analysis, JobReport, analyse_many, solve_by_jobs
    from .bridges.external import External
    from .drawing import Drawing, draw_tree
    from .families.alphabeta.tree.node import Node
    from .families.alphabeta.tree.tree import Tree
    from .game.dealing import deal_cards
    from .game.registry import find_game, games
    from .game.shuffling import shuffle
    from .game.state_class import State, from_state_class
    from .insight.steps import RecordedNode, RecordedSearch, Recording, Step, record
    from .learning.training.evaluation import LearntEvaluation
    from .learning.training.result import Duel, Training, TrainingRound
    from .learning.training.trainer import train
    from .learning.tuning.result import TunedWeight, Tuning, TuningRound
    from .learning.tuning.spsa import OptionTuning, tune_options
    from .learning.tuning.tuner import tune
    from .play.balance import balanced_openings
    from .play.book import Book
    from .play.levels.level import Level
    from .play.match import Match, play_match
    from .play.players import Player
    from .play.record import Record, read_records
    from .play.review import Review, review
    from .play.session import Ending, Session
    from .play.statistics import Sprt, Tally
    from .play.tournament import Tournament, play_tournament
    from .proofs.proving import Claim, prove, verify
    from .tables.contents import TableStatistics
    from .tables.table import Table

__version__ = "0.9.0"

__all__ = [
    "CHANCE",
    "DRAW",
    "LOSS",
    "WIN",
    "AlphaBetaDetails",
    "AlphaBetaOptions",
    "Analysis",
    "Book",
    "Bound",
    "Capabilities",
    "Capability",
    "Claim",
    "CompileError",
    "CompiledGame",
    "Cutoffs",
    "Drawing",
    "Duel",
    "Ending",
    "EngineError",
    "External",
    "FinishedGameError",
    "Game",
    "GameError",
    "HasAllMoves",
    "HasAreas",
    "HasBanked",
    "HasBounds",
    "HasCanonical",
    "HasChances",
    "HasEvaluate",
    "HasFeatures",
    "HasGain",
    "HasIndex",
    "HasIsLegal",
    "HasKey",
    "HasMoveId",
    "HasMoveNotation",
    "HasMustMove",
    "HasNoisyMoves",
    "HasNull",
    "HasOrder",
    "HasPositionNotation",
    "HasPrior",
    "HasRender",
    "HasSearchMoves",
    "HasStuck",
    "HasSvg",
    "HasTally",
    "HasTier",
    "IllegalMoveError",
    "InformationSetOptions",
    "JobReport",
    "LearntEvaluation",
    "Level",
    "Limits",
    "Match",
    "MinimaxerError",
    "MissingExtraError",
    "MonteCarloDetails",
    "MonteCarloOptions",
    "Node",
    "NotationError",
    "OptionError",
    "OptionTuning",
    "Player",
    "ProofDetails",
    "ProofError",
    "ProofOptions",
    "Record",
    "RecordedNode",
    "RecordedSearch",
    "Recording",
    "Review",
    "RootMove",
    "RulesError",
    "SampledDetails",
    "SampledOptions",
    "SavedSearchError",
    "ScoreError",
    "Search",
    "SearchBusyError",
    "SearchResult",
    "Session",
    "Sprt",
    "State",
    "Statistics",
    "Step",
    "StopReason",
    "Table",
    "TableError",
    "TableStatistics",
    "Tally",
    "TierError",
    "Tournament",
    "Training",
    "TrainingRound",
    "Tree",
    "TunedWeight",
    "Tuning",
    "TuningRound",
    "UnevaluatedOptions",
    "UnknownGameError",
    "View",
    "Weights",
    "Workers",
    "analyse",
    "analyse_many",
    "balanced_openings",
    "best_move",
    "bits",
    "capabilities",
    "compile",
    "deal_cards",
    "divide",
    "draw_tree",
    "drawing",
    "find_game",
    "from_state_class",
    "games",
    "is_decisive",
    "loss_in",
    "perft",
    "play_match",
    "play_tournament",
    "plies_to_end",
    "prove",
    "read_records",
    "record",
    "review",
    "search",
    "shuffle",
    "solve",
    "solve_by_jobs",
    "tabulate",
    "testing",
    "train",
    "tune",
    "tune_options",
    "tuples",
    "verify",
    "win_in",
    "with_weights",
]


def _drawing() -> typing.Any:
    from . import drawing

    return drawing


shown.found_by(_drawing)

if not typing.TYPE_CHECKING:
    _MODULES = ("bits", "drawing", "testing", "tuples")
    _LATER = {
        **dict.fromkeys(("Drawing", "draw_tree"), "drawing"),
        **dict.fromkeys(("Analysis", "JobReport", "analyse_many", "solve_by_jobs"), "batch"),
        **dict.fromkeys(("divide", "perft"), "api.perft"),
        "balanced_openings": "play.balance",
        "Book": "play.book",
        "Level": "play.levels.level",
        **dict.fromkeys(("Match", "play_match"), "play.match"),
        **dict.fromkeys(("Claim", "prove", "verify"), "proofs.proving"),
        "Player": "play.players",
        **dict.fromkeys(("Record", "read_records"), "play.record"),
        **dict.fromkeys(("Review", "review"), "play.review"),
        **dict.fromkeys(("Ending", "Session"), "play.session"),
        **dict.fromkeys(("Sprt", "Tally"), "play.statistics"),
        **dict.fromkeys(("Tournament", "play_tournament"), "play.tournament"),
        "External": "bridges.external",
        "shuffle": "game.shuffling",
        "deal_cards": "game.dealing",
        **dict.fromkeys(("find_game", "games"), "game.registry"),
        **dict.fromkeys(("State", "from_state_class"), "game.state_class"),
        **dict.fromkeys(("RecordedNode", "RecordedSearch", "Recording", "Step", "record"), "insight.steps"),
        "Table": "tables.table",
        "TableStatistics": "tables.contents",
        "tabulate": "api.tabulate",
        "LearntEvaluation": "learning.training.evaluation",
        **dict.fromkeys(("Duel", "Training", "TrainingRound"), "learning.training.result"),
        "train": "learning.training.trainer",
        "Node": "families.alphabeta.tree.node",
        "Tree": "families.alphabeta.tree.tree",
        **dict.fromkeys(("TunedWeight", "Tuning", "TuningRound"), "learning.tuning.result"),
        **dict.fromkeys(("OptionTuning", "tune_options"), "learning.tuning.spsa"),
        "tune": "learning.tuning.tuner",
    }

    def __getattr__(name: str) -> typing.Any:
        """A public name that importing the package has no need of: its module is imported when it is first asked for."""
        from importlib import import_module

        if name in _MODULES:
            return import_module(f".{name}", __name__)
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value = getattr(import_module(f".{_LATER[name]}", __name__), name)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
