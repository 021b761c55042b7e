"""minimaxer: write the rules of a game once, in five methods, and get an AI.

The public names are those of `__all__`; everything else may change. Each is imported when it is first used.
"""

from __future__ import annotations

import typing

from .base import shown

__version__ = "0.9.0"

if typing.TYPE_CHECKING:
    from . import bits as bits, drawing as drawing, testing as testing, tuples as tuples
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
    from .base.bound import Bound as Bound
    from .base.scores import (
        DRAW as DRAW,
        LOSS as LOSS,
        WIN as WIN,
        is_decisive as is_decisive,
        loss_in as loss_in,
        plies_to_end as plies_to_end,
        win_in as win_in,
    )
    from .batch import Analysis as Analysis, JobReport as JobReport, analyse_many as analyse_many, solve_by_jobs as solve_by_jobs
    from .bridges.external import External as External
    from .drawing import Drawing as Drawing, draw_tree as draw_tree
    from .errors import (
        CompileError as CompileError,
        EngineError as EngineError,
        FinishedGameError as FinishedGameError,
        GameError as GameError,
        IllegalMoveError as IllegalMoveError,
        MinimaxerError as MinimaxerError,
        MissingExtraError as MissingExtraError,
        NotationError as NotationError,
        OptionError as OptionError,
        ProofError as ProofError,
        RulesError as RulesError,
        SavedSearchError as SavedSearchError,
        ScoreError as ScoreError,
        SearchBusyError as SearchBusyError,
        TableError as TableError,
        TierError as TierError,
        UnknownGameError as UnknownGameError,
    )
    from .families.alphabeta.tree.node import Node as Node
    from .families.alphabeta.tree.tree import Tree as Tree
    from .families.hybrid.options import UnevaluatedOptions as UnevaluatedOptions
    from .families.information_sets.options import (
        InformationSetOptions as InformationSetOptions,
        SampledDetails as SampledDetails,
        SampledOptions as SampledOptions,
    )
    from .families.montecarlo.options import MonteCarloDetails as MonteCarloDetails, MonteCarloOptions as MonteCarloOptions
    from .families.proof.options import ProofDetails as ProofDetails, ProofOptions as ProofOptions
    from .game.capability import Capabilities as Capabilities, Capability as Capability, capabilities as capabilities
    from .game.dealing import deal_cards as deal_cards
    from .game.protocol import (
        CHANCE as CHANCE,
        Game as Game,
        HasAllMoves as HasAllMoves,
        HasAreas as HasAreas,
        HasBanked as HasBanked,
        HasBounds as HasBounds,
        HasCanonical as HasCanonical,
        HasChances as HasChances,
        HasEvaluate as HasEvaluate,
        HasFeatures as HasFeatures,
        HasGain as HasGain,
        HasIndex as HasIndex,
        HasIsLegal as HasIsLegal,
        HasKey as HasKey,
        HasMoveId as HasMoveId,
        HasMoveNotation as HasMoveNotation,
        HasMustMove as HasMustMove,
        HasNoisyMoves as HasNoisyMoves,
        HasNull as HasNull,
        HasOrder as HasOrder,
        HasPositionNotation as HasPositionNotation,
        HasPrior as HasPrior,
        HasRender as HasRender,
        HasSearchMoves as HasSearchMoves,
        HasStuck as HasStuck,
        HasSvg as HasSvg,
        HasTally as HasTally,
        HasTier as HasTier,
    )
    from .game.registry import find_game as find_game, games as games
    from .game.shuffling import shuffle as shuffle
    from .game.state_class import State as State, from_state_class as from_state_class
    from .game.view import View as View
    from .game.weights import Weights as Weights
    from .insight.steps import (
        RecordedNode as RecordedNode,
        RecordedSearch as RecordedSearch,
        Recording as Recording,
        Step as Step,
        record as record,
    )
    from .learning.training.evaluation import LearntEvaluation as LearntEvaluation
    from .learning.training.result import Duel as Duel, Training as Training, TrainingRound as TrainingRound
    from .learning.training.trainer import train as train
    from .learning.tuning.result import TunedWeight as TunedWeight, Tuning as Tuning, TuningRound as TuningRound
    from .learning.tuning.spsa import OptionTuning as OptionTuning, tune_options as tune_options
    from .learning.tuning.tuner import tune as tune
    from .native import CompiledGame as CompiledGame
    from .play.balance import balanced_openings as balanced_openings
    from .play.book import Book as Book
    from .play.levels.level import Level as Level
    from .play.match import Match as Match, play_match as play_match
    from .play.players import Player as Player
    from .play.record import Record as Record, read_records as read_records
    from .play.review import Review as Review, review as review
    from .play.session import Ending as Ending, Session as Session
    from .play.statistics import Sprt as Sprt, Tally as Tally
    from .play.tournament import Tournament as Tournament, play_tournament as play_tournament
    from .proofs.proving import Claim as Claim, prove as prove, verify as verify
    from .searching.details import AlphaBetaDetails as AlphaBetaDetails, Cutoffs as Cutoffs
    from .searching.limits import Limits as Limits, StopReason as StopReason
    from .searching.options import AlphaBetaOptions as AlphaBetaOptions
    from .searching.result import RootMove as RootMove, SearchResult as SearchResult
    from .searching.statistics import Statistics as Statistics, Workers as Workers
    from .tables.contents import TableStatistics as TableStatistics
    from .tables.table import Table as Table

else:
    _MODULES = ("bits", "drawing", "testing", "tuples")
    _PLACES = {
        "api.functions": "analyse best_move compile search solve with_weights",
        "api.perft": "divide perft",
        "api.search": "Search",
        "api.tabulate": "tabulate",
        "base.bound": "Bound",
        "base.scores": "DRAW LOSS WIN is_decisive loss_in plies_to_end win_in",
        "batch": "Analysis JobReport analyse_many solve_by_jobs",
        "bridges.external": "External",
        "drawing": "Drawing draw_tree",
        "errors": (
            "CompileError EngineError FinishedGameError GameError IllegalMoveError MinimaxerError MissingExtraError "
            "NotationError OptionError ProofError RulesError SavedSearchError ScoreError SearchBusyError TableError "
            "TierError UnknownGameError"
        ),
        "families.alphabeta.tree.node": "Node",
        "families.alphabeta.tree.tree": "Tree",
        "families.hybrid.options": "UnevaluatedOptions",
        "families.information_sets.options": "InformationSetOptions SampledDetails SampledOptions",
        "families.montecarlo.options": "MonteCarloDetails MonteCarloOptions",
        "families.proof.options": "ProofDetails ProofOptions",
        "game.capability": "Capabilities Capability capabilities",
        "game.dealing": "deal_cards",
        "game.protocol": (
            "CHANCE Game HasAllMoves HasAreas HasBanked HasBounds HasCanonical HasChances HasEvaluate HasFeatures "
            "HasGain HasIndex HasIsLegal HasKey HasMoveId HasMoveNotation HasMustMove HasNoisyMoves HasNull HasOrder "
            "HasPositionNotation HasPrior HasRender HasSearchMoves HasStuck HasSvg HasTally HasTier"
        ),
        "game.registry": "find_game games",
        "game.shuffling": "shuffle",
        "game.state_class": "State from_state_class",
        "game.view": "View",
        "game.weights": "Weights",
        "insight.steps": "RecordedNode RecordedSearch Recording Step record",
        "learning.training.evaluation": "LearntEvaluation",
        "learning.training.result": "Duel Training TrainingRound",
        "learning.training.trainer": "train",
        "learning.tuning.result": "TunedWeight Tuning TuningRound",
        "learning.tuning.spsa": "OptionTuning tune_options",
        "learning.tuning.tuner": "tune",
        "native": "CompiledGame",
        "play.balance": "balanced_openings",
        "play.book": "Book",
        "play.levels.level": "Level",
        "play.match": "Match play_match",
        "play.players": "Player",
        "play.record": "Record read_records",
        "play.review": "Review review",
        "play.session": "Ending Session",
        "play.statistics": "Sprt Tally",
        "play.tournament": "Tournament play_tournament",
        "proofs.proving": "Claim prove verify",
        "searching.details": "AlphaBetaDetails Cutoffs",
        "searching.limits": "Limits StopReason",
        "searching.options": "AlphaBetaOptions",
        "searching.result": "RootMove SearchResult",
        "searching.statistics": "Statistics Workers",
        "tables.contents": "TableStatistics",
        "tables.table": "Table",
    }
    """The public names of each module."""
    _LAZY = {name: place for place, names in _PLACES.items() for name in names.split()}
    __all__ = sorted((*_MODULES, *_LAZY))

    def __getattr__(name: str) -> typing.Any:
        """Imports a public name, or module, when it is first used."""
        from importlib import import_module

        if name in _MODULES:
            return import_module(f".{name}", __name__)
        if name not in _LAZY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value = getattr(import_module(f".{_LAZY[name]}", __name__), name)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})


def _drawing() -> typing.Any:
    from . import drawing

    return drawing


shown.found_by(_drawing)
