"""Openings of a match, distinct positions where games begin, and one game: each failure of a player is turned into a result."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, Final

from ..base.scores import LOSS, WIN, Bound, is_decisive
from ..errors import IllegalMoveError, OptionError
from ..game.capability import Capabilities, capabilities
from ..game.following import final_outcome, is_chance, steps, wandered
from ..game.protocol import Game, M, S
from ..searching.result import SearchResult
from .players import Choice, Chooser
from .record import Note
from .session import Ending, Session

MOST_ROUNDS: Final = 10_000_000
"""Largest number of openings that may be requested at a time."""
MOST_OPENING_PLIES: Final = 12
"""Largest number of plies tried if none is given."""
TRIES: Final = 20
"""Random games per wanted opening, after which the search for more ends."""


def openings(game: Game[S, M], given: int | Iterable[S] | None, number: int, seed: int = 0) -> list[S]:
    """States in which games begin; generated ones are distinct and unfinished, and at most `number`.

    `given` is a number of random plies from the initial state (all positions after them, in random order, if there are no more
    than wanted), or the states themselves. None means as few plies as give enough states, or the initial state in games with
    chance, since dice make each game different. Raises OptionError if there is no such state, or the number of plies is invalid.
    """
    if given is None:
        return _enough(game, number, seed)
    if isinstance(given, (bool, str)) or (isinstance(given, int) and given < 0):
        raise OptionError(f"expected openings to be a number of plies from 0, or states, got {given!r}")
    if isinstance(given, int):
        found = after_plies(game, given, number)
        if found is None:
            found = list(islice(drawn(game, given, TRIES * number, seed), number))
        else:
            Random(f"order {seed} {given}").shuffle(found)
        if not found:
            raise OptionError(f"expected games that run for longer than {given} plies, but all had ended by then; take fewer")
        return found
    states = list(given)
    if not states:
        raise OptionError("expected at least one opening, got none")
    return states


def after_plies(game: Game[S, M], plies: int, most: int) -> list[S] | None:
    """All distinct states in which the game still runs after exactly that many plies from the initial state. None if there are
    more than `most`, after these plies or fewer.
    """
    states = [game.initial()]
    for _ in range(plies):
        after = (game.play(state, move) for state in states for move in steps(game, state))
        states = list(islice(_distinct(game, after), most + 1))
        if len(states) > most:
            return None
        if not states:
            break
    return states


def _enough(game: Game[S, M], number: int, seed: int) -> list[S]:
    if hasattr(game, "chances"):
        return [game.initial()]
    most: list[S] = []
    for plies in range(1, MOST_OPENING_PLIES + 1):
        found = list(islice(drawn(game, plies, TRIES * number, seed), number))
        if len(found) >= number:
            return found
        most = max(most, found, key=len)
    return most or [game.initial()]


def drawn(game: Game[S, M], plies: int, tries: int, seed: int) -> Iterator[S]:
    """The distinct unfinished states that `tries` random games reach after that many plies."""
    rng = Random(f"openings {seed} {plies}")
    yield from _distinct(game, (state for _ in range(tries) if (state := _walk(game, plies, rng)) is not None))


def _walk(game: Game[S, M], plies: int, rng: Random) -> S | None:
    """The state after random plies; None if the game ended before."""
    found = capabilities(game)
    state = game.initial()
    for _ in range(plies):
        if final_outcome(game, found, state) is not None:
            return None
        state = wandered(game, state, rng)
    return state


def wandering(game: Any, rng: Random) -> Iterator[Any]:
    """Yields states of random games in which a player moves, without end."""
    found, state = capabilities(game), game.initial()
    while True:
        if final_outcome(game, found, state) is not None:
            state = game.initial()
        if not is_chance(game, state):
            yield state
        state = wandered(game, state, rng)


def position_name(game: Game[S, M], found: Capabilities[S, M], state: S) -> Hashable:
    """A hashable key that equal positions share: the mover, and the game's key or the whole state."""
    identity = found.identity(state)
    try:
        hash(identity)
    except TypeError:
        identity = repr(identity)
    return game.player(state), identity


def _distinct(game: Game[S, Any], states: Iterable[S]) -> Iterator[S]:
    found = capabilities(game)
    seen = set()
    for state in states:
        name = position_name(game, found, state)
        if name not in seen and final_outcome(game, found, state) is None:
            seen.add(name)
            yield state


MOST_PLIES: Final = 2_000
"""Default number of plies after which a game is broken off."""
REPETITIONS: Final = 3
"""Occurrences of a position that make a draw, as in chess."""


def play_out(
    session: Session[S, M],
    choosers: Sequence[Chooser],
    rng: Random,
    *,
    plies: int = MOST_PLIES,
    adjudicate: bool = False,
    repetition: bool = False,
) -> dict[int, Note]:
    """Plays a session to its end, and leaves the result in it; returns notes on the players' moves, by move number from 0.

    Choosers come in the order of the players; `rng` decides the moves of chance. The game is a draw after `plies`, or with
    `repetition` when a position occurs for the third time; with `adjudicate` it ends once a search has proven its result.
    """
    notes: dict[int, Note] = {}
    seen: Counter[Hashable] = Counter()
    while not session.is_over:
        if repetition and _comes_too_often(session, seen):
            session.break_off(Ending.REPETITION)
        elif len(session.moves) >= plies:
            session.break_off()
        elif session.is_chance:
            session.draw(rng)
        else:
            _ask(session, choosers, notes, adjudicate)
    return notes


def _comes_too_often(session: Session[Any, Any], seen: Counter[Hashable]) -> bool:
    """Counts the current position; True if it has occurred `REPETITIONS` times."""
    here = position_name(session.game, session.found, session.state)
    seen[here] += 1
    return seen[here] == REPETITIONS


def _ask(session: Session[Any, Any], choosers: Sequence[Chooser], notes: dict[int, Note], adjudicate: bool) -> None:
    """Asks the mover for a move and plays it, or ends the game against the mover."""
    mover, number, state = session.mover, len(session.moves), session.state
    assert mover is not None
    began = time.perf_counter()
    try:
        choice = choosers[mover].choose(session)
    except Exception as error:  # players may be anybody's
        session.forfeit(mover, Ending.ERROR, f"{type(error).__name__}: {error}")
        return
    seconds = time.perf_counter() - began
    try:
        session.play(choice.move, seconds)
    except IllegalMoveError:
        session.forfeit(mover, Ending.ILLEGAL, repr(choice.move))
    if len(session.moves) == number:  # it was not played
        return
    notes[number] = note_of(session.notation.write_move(state, session.moves[number]), mover, choice, seconds)
    known = None if choice.result is None or not adjudicate else proven(choice.result)
    if known is not None and not session.is_over:
        session.settle(known)


def note_of(move: str, mover: int, choice: Choice[Any], seconds: float) -> Note:
    """A note on a move, with what its player knew."""
    result, seconds = choice.result, round(seconds, 6)
    if result is None:
        return Note(move=move, player=mover, seconds=seconds, **choice.known)
    value = result.value if result.payoffs is None else list(result.payoffs)
    return Note(move=move, player=mover, value=value, depth=result.depth, nodes=result.nodes, seconds=seconds)


def proven(result: SearchResult[Any]) -> Any:
    """The outcome of the game that a search has proven; None if it has proven none."""
    if not result.solved or result.bound is not Bound.EXACT or result.meaning in ("chances", "utility"):
        return None
    if result.payoffs is not None:
        return result.payoffs
    return (WIN if result.value > 0 else LOSS) if is_decisive(result.value) else result.value
