"""`minimaxer play`: a person against the AI in the terminal."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from contextlib import nullcontext
from random import Random
from typing import Any, Final

from ..engine import Search
from ..errors import IllegalMoveError, NotationError, OptionError
from ..payoffs import Payoffs, shown
from ..rules.capability import Capabilities, capabilities
from ..rules.chance import drawn, is_chance, steps
from ..rules.ending import final_outcome
from ..rules.notation import Notation
from ..rules.players import players_of
from ..scores import is_decisive
from ..terms.limits import Limits
from ..terms.result import SearchResult
from .arguments import add_game, add_limits, add_method, add_threads
from .interrupts import ending_early
from .options import options_from
from .progress import clear, live_line
from .tiers import game_in_tier, search_in_tier

_HELP: Final = """\
  a move       play it
  moves        list the legal moves
  hint         ask the AI for a move and its reasons
  undo         take back your last move
  board        show the board again
  seconds T    let the AI think T seconds a move
  help         show this
  quit         leave
  Ctrl-C makes the AI move at once while it thinks; it leaves at any other time."""


class _Quit(Exception):  # noqa: N818  # a signal, not an error
    """The person wants to leave."""


ABOUT: Final = "play against the AI in the terminal"


def add_arguments(command: ArgumentParser) -> None:
    """Adds what the command takes."""
    add_game(command)
    command.add_argument(
        "--side",
        default="0",
        metavar="S",
        help="which player you are (default 0, who begins): a number, several as in 0+2, all (or both), or none, where Ctrl-C "
        "ends the game",
    )
    command.add_argument("--position", metavar="P", help="where to start, in the game's notation")
    command.add_argument(
        "--dice",
        default="roll",
        metavar="D",
        help="where chance decides: roll, ask for what real dice show, or a number, which makes the rolls the same each time",
    )
    add_limits(command)
    add_method(command)
    add_threads(command)


def run(given: Namespace) -> int:
    """Plays a game to its end."""
    if given.side != "none" and sys.stdin is None:
        raise OptionError("standard input is closed, from which moves are read; give --side none")
    game, tiered = game_in_tier(given)
    people = _sides(given.side, players_of(game))
    found = capabilities(game)
    notation = Notation(game, found)
    engine = search_in_tier(given, game, tiered, options_from(given.options))
    limits = Limits(depth=given.depth, seconds=given.seconds, nodes=given.nodes)
    table = _Table(game, found, notation, engine, limits, people, _dice(given.dice))
    try:
        table.play(notation.read_position(given.position))
    except _Quit:
        print("bye")
    return 0


class _Table:
    """One game at one table."""

    def __init__(
        self,
        game: Any,
        found: Capabilities[Any, Any],
        notation: Notation[Any, Any],
        engine: Search[Any, Any],
        limits: Limits,
        people: set[int],
        dice: Random | None,
    ) -> None:
        self._game: Final = game
        self._found: Final = found
        self._notation: Final = notation
        self._engine: Final = engine
        self._limits = limits
        self._people: Final = people
        self._dice: Final = dice
        self._states: list[Any] = []

    def play(self, state: Any) -> None:
        """Plays from the state until the game is over."""
        self._states = [state]
        if self._people:
            print("Type a move, or help.")
        while True:
            state = self._states[-1]
            print(f"\n{self._notation.draw(state)}\n")
            outcome = final_outcome(self._game, self._found, state)
            if outcome is not None:
                print(f"The game is over: {_result(outcome, players_of(self._game))}.")
                return
            if is_chance(self._game, state):
                self._draw(state)
            elif self._game.player(state) in self._people:
                self._ask(state)
            else:
                self._answer(state)

    def _answer(self, state: Any) -> None:
        result = self._think(state)
        move = self._notation.write_move(state, result.move)
        print(f"Player {self._game.player(state)} (AI) plays {move}: {self._reasons(state, result)}")
        self._states.append(self._game.play(state, result.move))

    def _draw(self, state: Any) -> None:
        """Lets chance decide, or asks what the dice on the table show."""
        if self._dice is None:
            self._ask(state)
            return
        move = drawn(self._game, state, self._dice)
        print(f"Chance brings {self._notation.write_move(state, move)}.")
        self._states.append(self._game.play(state, move))

    def _think(self, state: Any) -> SearchResult[Any]:
        with ending_early(self._engine) if self._people else nullcontext():
            result = self._engine.run(state, self._limits, on_depth=live_line())
        clear()
        return result

    def _reasons(self, state: Any, result: SearchResult[Any]) -> str:
        line = " ".join(self._notation.write_line(state, result.pv))
        return f"{result.told}, depth {result.depth}, line {line}"

    def _ask(self, state: Any) -> None:
        """Asks until there is a move or something is taken back."""
        while True:
            try:
                asked = "The dice show: " if is_chance(self._game, state) else f"Player {self._game.player(state)}, your move: "
                text = input(asked).strip()
            except EOFError:
                raise _Quit from None
            if not text:
                continue
            word, _, rest = text.partition(" ")
            command = getattr(self, f"_do_{word.lower()}", None)
            if command is None:
                if self._move(state, text):
                    return
            elif command(state, rest):
                return

    def _move(self, state: Any, text: str) -> bool:
        try:
            move = self._notation.read_move(state, text)
        except (NotationError, IllegalMoveError) as error:
            print(f"  {error}")
            return False
        self._states.append(self._game.play(state, move))
        return True

    def _do_moves(self, state: Any, rest: str) -> bool:
        print("  " + " ".join(self._notation.write_move(state, move) for move in steps(self._game, state)))
        return False

    def _do_hint(self, state: Any, rest: str) -> bool:
        result = self._think(state)
        move = "chance decides" if result.move is None else self._notation.write_move(state, result.move)
        print(f"  {move}: {self._reasons(state, result)}")
        return False

    def _do_undo(self, state: Any, rest: str) -> bool:
        earlier = len(self._states) - 2
        while earlier >= 0 and self._game.player(self._states[earlier]) not in self._people:
            earlier -= 1
        if earlier < 0:
            print("  there is nothing to take back")
            return False
        del self._states[earlier + 1 :]
        return True

    def _do_board(self, state: Any, rest: str) -> bool:
        print(self._notation.draw(state))
        return False

    def _do_seconds(self, state: Any, rest: str) -> bool:
        try:
            self._limits = Limits(seconds=float(rest))
        except ValueError:
            print(f"  expected a number of seconds above 0, got {rest!r}")
        else:
            print(f"  the AI now thinks {float(rest):g} s a move")
        return False

    def _do_help(self, state: Any, rest: str) -> bool:
        print(_HELP)
        return False

    def _do_quit(self, state: Any, rest: str) -> bool:
        raise _Quit

    _do_q = _do_exit = _do_quit


def _sides(given: str, players: int) -> set[int]:
    """The players that are people."""
    if given in ("both", "all"):
        return set(range(players))
    parts = [] if given == "none" else given.split("+")
    if not all(part.isdecimal() and int(part) < players for part in parts):
        known = "0" if players == 1 else f"a player from 0 to {players - 1}, several as in 0+1"
        raise OptionError(f"expected --side to be {known}, all or none, got {given!r}")
    return set(map(int, parts))


def _dice(given: str) -> Random | None:
    """What rolls; None where people do."""
    if given in ("ask", "roll"):
        return None if given == "ask" else Random()
    if not given.isdecimal():
        raise OptionError(f"expected --dice to be roll, ask or a whole number, got {given!r}")
    return Random(int(given))


def _result(outcome: float | Payoffs, players: int) -> str:
    if isinstance(outcome, tuple):
        most = max(outcome)
        first = [str(player) for player, payoff in enumerate(outcome) if payoff == most]
        whom = f"player {first[0]} wins" if len(first) == 1 else f"players {', '.join(first)} share the first place"
        return f"{whom}, with payoffs {shown(outcome)}"
    if outcome == 0:
        return "a draw"
    winner = "player 0 wins" if outcome > 0 else "player 0 loses" if players == 1 else "player 1 wins"
    return winner if is_decisive(outcome) else f"{winner} by {abs(outcome):g}"
