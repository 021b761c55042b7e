"""minimaxer: write the rules of a game once, in five methods, and get an AI.

The public names are those of `__all__`; everything else may change.
"""

from __future__ import annotations

import typing

from .compiled import CompiledGame
from .engine import Search
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
from .facade import analyse, best_move, compile, search, solve, with_weights
from .rules.capability import Capabilities, Capability, capabilities
from .rules.game import (
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
from .rules.weights import Weights
from .scores import DRAW, LOSS, WIN, is_decisive, loss_in, plies_to_end, win_in
from .terms import shown
from .terms.bound import Bound
from .terms.dealing import InformationSetOptions, SampledDetails, SampledOptions
from .terms.details import AlphaBetaDetails, Cutoffs
from .terms.limits import Limits, StopReason
from .terms.montecarlo import MonteCarloDetails, MonteCarloOptions
from .terms.options import AlphaBetaOptions
from .terms.proof import ProofDetails, ProofOptions
from .terms.result import RootMove, SearchResult
from .terms.statistics import Statistics, Workers
from .terms.unevaluated import UnevaluatedOptions
from .terms.view import View

if typing.TYPE_CHECKING:
    from . import bits, drawing, testing, tuples
    from .drawing import Drawing, draw_tree
    from .many import Analysis, JobReport, analyse_many, solve_by_jobs
    from .movecount import divide, perft
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
    from .protocols.external import External
    from .rules.dealing import deal_cards
    from .rules.registry import find_game, games
    from .rules.state_class import State, from_state_class
    from .steps import RecordedNode, RecordedSearch, Recording, Step, record
    from .tables.table import Table, TableStatistics
    from .tabulating import tabulate
    from .terms.shuffling import shuffle
    from .training.evaluation import LearntEvaluation
    from .training.result import Duel, Training, TrainingRound
    from .training.trainer import train
    from .tree.alphabeta.node import Node
    from .tree.alphabeta.tree import Tree
    from .tuning.result import TunedWeight, Tuning, TuningRound
    from .tuning.spsa import OptionTuning, tune_options
    from .tuning.tuner import tune

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
        **dict.fromkeys(("Analysis", "JobReport", "analyse_many", "solve_by_jobs"), "many"),
        **dict.fromkeys(("divide", "perft"), "movecount"),
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
        "External": "protocols.external",
        "shuffle": "terms.shuffling",
        "deal_cards": "rules.dealing",
        **dict.fromkeys(("find_game", "games"), "rules.registry"),
        **dict.fromkeys(("State", "from_state_class"), "rules.state_class"),
        **dict.fromkeys(("RecordedNode", "RecordedSearch", "Recording", "Step", "record"), "steps"),
        **dict.fromkeys(("Table", "TableStatistics"), "tables.table"),
        "tabulate": "tabulating",
        "LearntEvaluation": "training.evaluation",
        **dict.fromkeys(("Duel", "Training", "TrainingRound"), "training.result"),
        "train": "training.trainer",
        "Node": "tree.alphabeta.node",
        "Tree": "tree.alphabeta.tree",
        **dict.fromkeys(("TunedWeight", "Tuning", "TuningRound"), "tuning.result"),
        **dict.fromkeys(("OptionTuning", "tune_options"), "tuning.spsa"),
        "tune": "tuning.tuner",
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
