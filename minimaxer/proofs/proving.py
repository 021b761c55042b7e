"""Writing certificates: the solver's moves for the one player, all moves of the other."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, Generic

from attrs import asdict, define, evolve, field, fields, frozen

from ..api.search import Search
from ..base.checks import front_door
from ..base.files import expecting, made_of, read_json, replacing, telling
from ..base.progress import OnProgress, Progress, ignored
from ..base.scores import DECISIVE, DRAW, WIN, Bound
from ..errors import GameError, NotationError, ProofError
from ..game.capability import capabilities
from ..game.comparing import equal
from ..game.following import final_outcome, listed_moves
from ..game.protocol import Game, M, S, hides, players_of
from ..native import CompiledGame, rules_of
from ..native.game import described
from ..searching.limits import Limits, StopReason
from ..searching.options import AlphaBetaOptions
from ..searching.validators import is_goal
from .verifying import verify as verified

VERSION: Final = 1
"""Version of the file format."""
_TOLD_EVERY: Final = 256
"""Number of positions between two progress reports."""


class _RoundError(ProofError):
    """Raised if the moves found repeat a position, where they should lead to the end."""


@frozen
class Claim:
    """The claim of a certificate.

    Attributes:
        player: The player who gets it, whatever the other one does.
        at_least: The least it gets at the end: a margin, or `WIN`.
        endless: True if play may repeat positions, which is a draw.
        positions: The number of positions in the certificate.
        game: The rules in words.
        position: The first position, in the game's notation; None if the game has no notation.
    """

    player: int
    at_least: float
    endless: bool
    positions: int
    game: str
    position: str | None

    def to_dict(self) -> dict[str, Any]:
        """The claim as plain data for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        what = "does not lose" if self.at_least == DRAW else f"gets at least {self.at_least:g}"
        what = "wins" if self.at_least >= DECISIVE else what
        return f"player {self.player} {what}: {self.positions:,} positions"


@define
class _Position:
    """A position of the proof. It is open while on the path being searched, and done when everything below is proven.

    Attributes:
        steps: The contents of its line, children by their index here; None if the game is over.
        children: These indexes.
    """

    state: Any
    steps: list[int | None] | None = None
    children: Iterator[int] = field(factory=lambda: iter(()))
    is_open: bool = False
    is_done: bool = False


class Prover(Generic[S, M]):
    """Finds the positions and moves of a certificate that the player gets at least that much in a game for two. The search solves
    positions, each within the limits.
    """

    def __init__(self, game: Game[S, M], player: int, at_least: float, search: Search[S, M], limits: Limits) -> None:
        self._game: Final[Any] = game
        self._player: Final = player
        self._at_least: Final = at_least
        self._search: Final = search
        self._limits: Final = limits
        self.found: Final = capabilities(game)
        self._positions: Final[list[_Position]] = []
        self._numbers: Final[dict[Any, int]] = {}
        self._finished: Final[list[int]] = []
        """Positions in the order in which everything below them was proven."""
        self.endless = False

    def prove(self, state: S, on_progress: OnProgress = ignored) -> list[_Position]:
        """The positions, each before those after it, as far as play does not repeat; raises ProofError if it cannot be proven."""
        path = [self._number(state)]
        self._open(path[0])
        while path:
            here = self._positions[path[-1]]
            child = next(here.children, None)
            if child is None:
                here.is_open, here.is_done = False, True
                self._finished.append(path.pop())
                if len(self._finished) % _TOLD_EVERY == 0:
                    on_progress(Progress("proving", len(self._positions), None))
            elif self._positions[child].is_open:
                self.endless = True
                if self._at_least > DRAW:
                    raise _RoundError(
                        "expected moves that lead to the end, and those found go round, which is a draw: "
                        f"{self._positions[child].state!r} comes again, and player {self._player} is to get {self._at_least:g}"
                    )
            elif not self._positions[child].is_done:
                self._open(child)
                path.append(child)
        return self._in_order()

    def _number(self, state: Any) -> int:
        try:
            known = self._numbers.setdefault(state, len(self._positions))
        except TypeError:
            raise GameError(
                f"a certificate needs hashable states, got {state!r}; make it of tuples or of a frozen class"
            ) from None
        if known == len(self._positions):
            self._positions.append(_Position(state))
        return known

    def _open(self, number: int) -> None:
        """Finds the moves that the proof of a position needs, and the positions after them."""
        here = self._positions[number]
        here.is_open = True
        if self._is_over(here.state):
            return
        moves = listed_moves(self._game.moves(here.state), "moves", here.state)
        place: list[int | None] = []
        if self._game.player(here.state) == self._player:
            place = [self._choice(here.state, moves)]
            moves = [moves[place[0]]]  # type: ignore[index]  # a place, as of here
        after = (self._game.play(here.state, move) for move in moves)
        behind = [None if self._is_over(state) else self._number(state) for state in after]
        here.steps = [*place, *behind]
        here.children = iter([child for child in behind if child is not None])

    def _is_over(self, state: Any) -> bool:
        """True if the game is over; raises ProofError if the player then has less than is claimed."""
        outcome: Any = final_outcome(self._game, self.found, state)  # a number, for two players
        if outcome is None:
            return False
        got = outcome if self._player == 0 else -outcome
        if got < self._at_least:
            raise ProofError(f"player {self._player} gets no more than {got:g} from {state!r}; expected {self._at_least:g}")
        return True

    def _choice(self, state: Any, moves: list[Any]) -> int:
        """The index of a move that gets as much as is wanted: one that is proven already, or the solver's."""
        known = self._known(state, moves)
        if known is not None or len(moves) == 1:
            return known or 0
        result = self._search.solve(state, self._limits)
        is_answered = result.stop is StopReason.SOLVED and result.bound is not Bound.EXACT  # the question, if not the value
        if not (result.solved or is_answered):
            raise ProofError(f"expected every position to be solved within the limits, and {state!r} was not; give more time")
        value = result.value if self._player == 0 else -result.value
        if value < min(self._at_least, DECISIVE):
            raise ProofError(f"player {self._player} gets no more than {value:g} from {state!r}; expected {self._at_least:g}")
        return next(place for place, move in enumerate(moves) if equal(move, result.move))

    def _known(self, state: Any, moves: list[Any]) -> int | None:
        """The index of a move that ends the game well, or leads to a position that is proven already."""
        proven = None
        for place, move in enumerate(moves):
            after = self._game.play(state, move)
            outcome: Any = final_outcome(self._game, self.found, after)  # a number, for two players
            if outcome is not None:
                if (outcome if self._player == 0 else -outcome) >= self._at_least:
                    return place
            elif proven is None and self._is_done(after):
                proven = place
        return proven

    def _is_done(self, state: Any) -> bool:
        """True if everything after a state is proven."""
        try:
            number = self._numbers.get(state)
        except TypeError:  # which is told when it gets a number
            return False
        return number is not None and self._positions[number].is_done

    def _in_order(self) -> list[_Position]:
        """The positions from the root down, with line numbers in their steps."""
        order = self._finished[::-1]
        line_of = {number: line for line, number in enumerate(order)}
        for number in order:
            here = self._positions[number]
            if here.steps is not None:
                first = 1 if self._game.player(here.state) == self._player else 0
                here.steps[first:] = [None if child is None else line_of[child] for child in here.steps[first:]]
        return [self._positions[number] for number in order]


@front_door
def prove(
    game: Game[S, M],
    state: S | None = None,
    *,
    path: str | Path,
    player: int | None = None,
    at_least: float | None = None,
    options: AlphaBetaOptions | None = None,
    seconds: float | None = None,
    on_progress: OnProgress = ignored,
) -> Claim:
    """Writes a certificate that a player gets at least a value, so that `verify` can check it without any search.

    The certificate has one move for that player and all replies of the other in every position that can occur.

    Args:
        game: The rules, for two players, without chance or hidden information; compiled ones are solved natively.
        state: The first state of the proof; the initial state by default.
        path: The file to write. An existing file is replaced only once the new one is complete.
        player: The player who gets it; by default the winner, or player 0 in a draw.
        at_least: The value it gets: `WIN`, a margin, or 0 for not losing; by default the most it can get.
        options: Options of the solver; the defaults are the fast ones.
        seconds: Time limit for one position; none by default.
        on_progress: Called from time to time with the number of positions found so far.

    Returns:
        The claim.

    Raises:
        ProofError: The claim is not true, or not proven in the time given.
        GameError: There are not two players, there is chance or hidden information, or states are not hashable.
        NotationError: The file cannot be written.
        MinimaxerError: As in `solve`.

    Examples:
        >>> from tempfile import TemporaryDirectory
        >>> from minimaxer_games.nim import Nim
        >>> with TemporaryDirectory() as folder:
        ...     claim = prove(Nim(), path=f"{folder}/nim.proof")
        ...     verify(Nim(), f"{folder}/nim.proof") == claim
        True
        >>> print(claim)
        player 0 wins: 50 positions
    """
    found = capabilities(game)
    if players_of(game) != 2:  # what the words say
        raise GameError(f"expected a game for two players, got one for {players_of(game)}; there is nothing to prove of it")
    if found.chances is not None or hides(game):
        raise GameError("expected a game without chance and hidden cards; what is not certain cannot be proven move by move")
    root = game.initial() if state is None else state
    limits = Limits(seconds=seconds)
    options = options or AlphaBetaOptions()
    wanted = _claimed(game, options, root, limits, player, at_least)
    prover, positions = _proven(game, options, wanted, root, limits, on_progress)
    written = None if found.format is None else found.format(root)
    rules = rules_of(game)
    claim = Claim(*wanted, endless=prover.endless, positions=len(positions), game=described(rules), position=written)
    _write(Path(path), claim, positions, partial(verified, rules, state=root))
    return claim


def _claimed(
    game: Game[S, M], options: AlphaBetaOptions, root: S, limits: Limits, player: int | None, at_least: float | None
) -> tuple[int, float]:
    if player not in (None, 0, 1):
        raise ProofError(f"expected player to be 0 or 1, got {player!r}")
    if player is not None and at_least is not None and _question(game, options, player, at_least) is not None:
        return player, at_least  # whether it is true, the proof will show
    with closing(Search(game, options)) as search:
        result = search.solve(root, limits)
    if not result.solved:
        raise ProofError(f"expected the position to be solved within the limits, and it was not: {result}; give more time")
    owner = (0 if result.value >= DRAW else 1) if player is None else player
    value = result.value if owner == 0 else -result.value
    most = WIN if value >= DECISIVE else -WIN if value <= -DECISIVE else value
    if at_least is not None and at_least > most:
        raise ProofError(f"player {owner} gets no more than {most:g}; expected {at_least:g}, or more")
    return owner, most if at_least is None else at_least


def _question(game: Any, options: AlphaBetaOptions, player: int, at_least: float) -> float | None:
    """The goal for player 0 that decides whether a player gets a value; None if the search takes no goal."""
    if not isinstance(game, CompiledGame) or not options.may_ask or options.goal is not None:
        return None
    goal = at_least
    if player == 1:
        worst = min(max(-at_least, -DECISIVE), DECISIVE)
        goal = math.nextafter(worst, math.inf) if game.variant(options.ignore).shapes.float_scores else math.floor(worst) + 1
    return goal if is_goal(goal) else None


def _proven(
    game: Game[S, M], options: AlphaBetaOptions, wanted: tuple[int, float], root: S, limits: Limits, on_progress: OnProgress
) -> tuple[Prover[S, M], list[_Position]]:
    """The prover, and the positions of the proof.

    A search for a goal takes less work than one for the value or the fastest win. In games that can repeat positions, its moves
    may repeat them too: then every position is solved, and wins are the quickest there are.
    """
    question = _question(game, options, *wanted)
    if question is not None:
        with closing(Search(game, evolve(options, goal=question))) as search, suppress(_RoundError):
            prover = Prover(game, *wanted, search, limits)
            return prover, prover.prove(root, on_progress)
    with closing(Search(game, options)) as search:
        prover = Prover(game, *wanted, search, limits)
        return prover, prover.prove(root, on_progress)


def _write(path: Path, claim: Claim, positions: list[_Position], check: Callable[[Any], object]) -> None:
    """Writes the file, or keeps the existing one and raises ProofError where the certificate does not pass the check."""
    digest = hashlib.sha256()
    with telling(path), replacing(path, private=False) as file:
        for line in ({"proof": VERSION, **claim.to_dict()}, *(position.steps for position in positions)):
            text = json.dumps(line, separators=(",", ":")).encode() + b"\n"
            digest.update(text)
            file.write(text)
        file.write(b'"%s"\n' % digest.hexdigest().encode())
        file.flush()
        try:
            check(file.name)
        except ProofError as error:
            raise ProofError(f"expected a certificate that its check accepts, and the search found none: {error}") from error


@front_door
def verify(game: Game[S, M], path: str | Path, state: S | None = None) -> Claim:
    """Checks a certificate by the game's rules alone, without any search.

    `minimaxer.proofs.verifying` is short, and the only code to trust.

    Args:
        game: The rules.
        path: The certificate.
        state: The first state of its proof; the initial state by default.

    Returns:
        The proven claim.

    Raises:
        ProofError: The certificate does not prove what it claims, or was changed.
        NotationError: It cannot be read.

    Examples:
        >>> from tempfile import TemporaryDirectory
        >>> from minimaxer_games.nim import Nim
        >>> with TemporaryDirectory() as folder:
        ...     _ = prove(Nim(), path=f"{folder}/nim.proof")
        ...     print(verify(Nim(), f"{folder}/nim.proof"))
        player 0 wins: 50 positions
    """
    capabilities(game)
    try:
        return _as_claim(verified(game, path, state))
    except OSError as error:
        raise NotationError(f"cannot read {path}: {error.strerror}") from None


def claim_of(path: str | Path) -> Claim:
    """The claim of a certificate, without a check; raises ProofError if it does not begin like one."""
    try:
        with open(path, "rb") as file:
            line = file.readline()
    except OSError as error:
        raise NotationError(f"cannot read {path}: {error.strerror}") from None
    try:
        head = read_json(line)
    except ValueError:
        raise ProofError(f"expected a certificate that begins with its claim, got {line[:60]!r}") from None
    return _as_claim(head)


def _as_claim(head: Any) -> Claim:
    with expecting(f"expected a certificate of version {VERSION} that begins with its claim, got {str(head)[:60]}", ProofError):
        version, known = head["proof"], {each.name: head[each.name] for each in fields(Claim)}
        if version != VERSION:
            raise LookupError
        claim: Claim = made_of(Claim, known)
    return claim
