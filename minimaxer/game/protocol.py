"""The protocols of games, with five methods required and each other optional, and the players and hidden cards of a game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from random import Random
from typing import Any, Final, Protocol, TypeVar

from ..errors import GameError, OptionError, RulesError

CHANCE: Final = -1
"""The player of states in which dice, cards or lots decide."""
FINISHED: Final = -2
"""The player of finished states, where one is needed."""
FACTS: Final = ("players", "names", "payoff_sum", "value_range", "size")
"""The attributes that describe the players and numbers of a rules object; all may be missing."""
S = TypeVar("S")
M = TypeVar("M")
S_contra = TypeVar("S_contra", contravariant=True)
M_contra = TypeVar("M_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)
Score = float | Sequence[float]
"""A number for player 0; where there are more than two players, one number for each."""
Area = tuple[float, float, float, float]
"""A rectangle of a picture, in the units of its `viewBox`: the left edge, the upper edge, the width and the height."""


class Game(Protocol[S, M]):
    """The rules of a game: a stateless object over plain states. All numbers are for player 0.

    A game is for two unless its attribute `players` says 1, or 3 to 6. With more than two, `outcome` and `evaluate` give one
    number for each player, in a tuple; these are payoffs as given, and each player wants its own to be high. An attribute
    `payoff_sum` says that they always add up to that number and, unless `value_range = (low, high)` says otherwise, that none is
    below 0: searches then prune.
    """

    def initial(self) -> S:
        """The state in which a game begins."""

    def player(self, state: S, /) -> int:
        """The player to move in a running state, counted from 0, or `mx.CHANCE`. A player may move several times in a row."""

    def moves(self, state: S, /) -> Iterable[M]:
        """The legal moves of a running state, at least one; a generator is consumed lazily."""

    def play(self, state: S, move: M, /) -> S:
        """The state after the move; the argument is never changed."""

    def outcome(self, state: S, /) -> Score | None:
        """None while the game runs, else `mx.WIN`, `mx.LOSS`, `mx.DRAW` or a margin, for player 0; or the payoffs of all."""


class HasEvaluate(Protocol[S_contra]):
    """Static evaluation of running states at the depth limit; 0 where it is missing."""

    def evaluate(self, state: S_contra, /) -> Score:
        """The evaluation for player 0, in the units of `outcome`'s margins, below the band of wins; or for each player."""


class HasChances(Protocol[S_contra, M_co]):
    """Dice, cards and lots that all players see."""

    def chances(self, state: S_contra, /) -> Iterable[tuple[M_co, float]]:
        """The outcomes of chance in a state whose player is `mx.CHANCE`: moves for `play`, with probabilities that add up to 1.

        Outcomes and evaluations of such a game are utilities, whose averages count: an evaluation is the outcome expected, and
        where outcomes are wins and losses, `mx.WIN` times how much likelier player 0 is to win than to lose.
        """


class HasKey(Protocol[S_contra]):
    """The key of the transposition table; the state itself where it is missing."""

    def key(self, state: S_contra, /) -> Hashable:
        """Equal for two states only if they have the same future for the same mover; the search adds the mover."""


class HasOrder(Protocol[S_contra, M_contra]):
    """Static move ordering."""

    def order(self, state: S_contra, move: M_contra, /) -> float:
        """The ordering weight of the move for its mover: bigger is searched first."""


class HasPrior(Protocol[S_contra, M_contra]):
    """Prior probabilities of moves, for Monte Carlo tree search with `selection="puct"`."""

    def prior(self, state: S_contra, move: M_contra, /) -> float:
        """A weight from 0; the move's share is its part of the weights of all moves of the state."""


class HasSearchMoves(Protocol[S_contra, M_co]):
    """The moves worth searching."""

    def search_moves(self, state: S_contra, /) -> Iterable[M_co]:
        """A subset of `moves`, best first, never empty, that keeps the game-theoretic value."""


class HasIsLegal(Protocol[S_contra, M_contra]):
    """A test of one move without generating any."""

    def is_legal(self, state: S_contra, move: M_contra, /) -> bool:
        """True if the move is among `moves(state)`."""


class HasNoisyMoves(Protocol[S_contra, M_co]):
    """Quiescence search at the depth limit."""

    def noisy_moves(self, state: S_contra, /) -> Iterable[M_co]:
        """The legal moves that change the evaluation abruptly, such as captures; may be empty."""


class HasMustMove(Protocol[S_contra]):
    """States that must not be judged without looking further."""

    def must_move(self, state: S_contra, /) -> bool:
        """True if quiescence has to try every move here, as when in check."""


class HasBanked(Protocol[S_contra]):
    """The part of a result that is settled before the end, such as seeds in a store: the table keeps values without it."""

    def banked(self, state: S_contra, /) -> float:
        """The margin for player 0 that is settled whatever happens; `key` may leave out what only this depends on."""


class HasBounds(Protocol[S_contra]):
    """Early cutoffs by what is still reachable."""

    def bounds(self, state: S_contra, /) -> tuple[float, float]:
        """Lowest and highest value for player 0 reachable from a running state; wins count plies from this state."""


class HasStuck(Protocol[S_contra]):
    """Results that only show when there is no move, such as mate and stalemate."""

    def stuck(self, state: S_contra, /) -> Score:
        """The result for player 0 of a state whose `moves` turned out empty."""


class HasNull(Protocol[S]):
    """Null-move pruning."""

    def null(self, state: S, /) -> S | None:
        """The position with the other player to move, or None where passing is not allowed."""


class HasGain(Protocol[S_contra, M_contra]):
    """The gains of single moves, for selective search."""

    def gain(self, state: S_contra, move: M_contra, /) -> float:
        """The approximate rise of the mover's evaluation by the move itself, such as what it captures; 0 for quiet moves."""


class HasCanonical(Protocol[S, M]):
    """Symmetry: positions that mirror one another share a table entry."""

    def canonical(self, state: S, /) -> tuple[S, int]:
        """The representative of the state's symmetry class and the symmetry that maps the state there; keeps the mover."""

    def map_move(self, move: M, symmetry: int, /) -> M:
        """The move as seen after that symmetry."""


class HasMoveId(Protocol[M_contra]):
    """A small dense index of moves."""

    def move_id(self, move: M_contra, /) -> int:
        """A number from 0, different for each move, for tables of move statistics."""


class HasPositionNotation(Protocol[S]):
    """Positions as text, for files and the command line: one line, which may hold spaces, but no `;` and no tab."""

    def parse(self, text: str, /) -> S:
        """The state the text denotes; raises `mx.NotationError` for any other text."""

    def format(self, state: S, /) -> str:
        """The text that `parse` turns back into the state."""


class HasMoveNotation(Protocol[S_contra, M]):
    """Moves as text."""

    def parse_move(self, state: S_contra, text: str, /) -> M:
        """The move the text denotes in this state; raises `mx.NotationError` for any other text."""

    def format_move(self, state: S_contra, move: M, /) -> str:
        """The text that `parse_move` turns back into the move."""


class HasRender(Protocol[S_contra]):
    """A board for people."""

    def render(self, state: S_contra, /) -> str:
        """The position as a few lines of text."""


class HasSvg(Protocol[S_contra]):
    """A board as a picture."""

    def svg(self, state: S_contra, /) -> str:
        """The position as SVG text, from `<svg` on; `mx.drawing` has what boards need."""


class HasAreas(Protocol[S_contra, M_contra]):
    """Moves by clicking on the picture."""

    def areas(self, state: S_contra, move: M_contra, /) -> Sequence[Area]:
        """The parts of the picture to click, one after the other, to make the move; none for a move without a place."""


class HasTally(Protocol[S_contra]):
    """The counts that players have so far."""

    def tally(self, state: S_contra, /) -> Sequence[float]:
        """A number for each player that all may see: its discs, its seeds, the tricks that it took."""


class HasIndex(Protocol[S]):
    """Numbers of positions, for endgame tables that store nothing but values."""

    size: int
    """The count of position numbers, which run from 0 on."""

    def index(self, state: S, /) -> int:
        """The number of a position, with its mover; different positions have different numbers."""

    def unindex(self, number: int, /) -> S | None:
        """The position of that number, or None if no position has it."""


class HasFeatures(Protocol[S_contra]):
    """Numerical features of a position: for tuning, and with `weights` an evaluation."""

    def features(self, state: S_contra, /) -> Sequence[float]:
        """Numbers for player 0, always the same count; a game with `weights` has one weight for each, and needs no `evaluate`."""


class HasTier(Protocol[S_contra]):
    """Tiers of positions, for endgame tables that are made one tier after the other."""

    def tier(self, state: S_contra, /) -> int:
        """A number that no move raises, such as the pieces left; positions of lower tiers have the lower numbers."""


class HasAllMoves(Protocol[M_co]):
    """Numbers of moves, for programs that learn."""

    def all_moves(self) -> Sequence[M_co]:
        """All moves that can ever be legal, each once and always in the same order; without the outcomes of chance."""


MOST_PLAYERS: Final = 6


def players_of(game: Any) -> int:
    """The number of players, from the game's `players`: 2 where it is missing, or is something of the author's own.

    Raises GameError if it is a number or a text, but no number of players.

    Examples:
        >>> from minimaxer_games.nim import Nim
        >>> players_of(Nim())
        2
    """
    players = getattr(game, "players", 2)
    if not isinstance(players, (int, float, str)):  # such as a list of names
        return 2
    if type(players) is int and 1 <= players <= MOST_PLAYERS:
        return players
    raise GameError(f"{type(game).__name__}.players is {players!r}; expected a whole number of players from 1 to {MOST_PLAYERS}")


def hides(game: Game[Any, Any], ignore: Iterable[str] = ()) -> bool:
    """True if the game hides something from the player to move: it has `deal`, which is not ignored."""
    return hasattr(game, "deal") and "deal" not in ignore


def check_mover(player: int, state: object) -> None:
    """Raises OptionError in a state where chance decides: there is no player whose view could be searched."""
    if player == CHANCE:
        raise OptionError(f"expected a state in which a player moves, whose view it is that is searched, got {state!r}")


def dealt(game: Game[S, Any], deal: Callable[[S, int, Random], S], state: S, player: int, rng: Random) -> S:
    """A state from the game's `deal` that the player to move cannot distinguish from the real one. Raises RulesError if `deal`
    gave None, or a state where another player moves or the game is over.
    """
    new = deal(state, player, rng)
    if new is None:
        raise RulesError(f"deal({state!r}, {player}, rng) gave None; expected a state")
    if game.outcome(new) is not None:
        raise RulesError(f"deal({state!r}, {player}, rng) gave {new!r}, where the game is over; expected one where it runs")
    if (mover := game.player(new)) != player:
        who = "chance decides" if mover == CHANCE else f"player {mover} moves"
        raise RulesError(f"deal({state!r}, {player}, rng) gave {new!r}, where {who}; expected one where player {player} does")
    return new
