"""Write down why a player gets a result for sure, for anyone to verify."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ...game.notation import Notation
from ...proofs.proving import prove
from ..arguments import add_game, add_json, add_number, add_tier, add_whole
from ..progress import clear, reporter, tell
from ..tiers import game_in_tier


def add_arguments(command: ArgumentParser) -> None:
    add_game(command)
    command.add_argument("--out", required=True, metavar="FILE", help="the certificate to write")
    command.add_argument("--position", metavar="P", help="the position, in the game's notation (default: the start)")
    add_whole(command, "--player", "N", "who gets it (default: who wins, or player 0)")
    add_number(command, "--at-least", "V", "a margin, or 0 for not losing (default: all there is to get)")
    add_number(command, "--seconds", "T", "give up where one position takes so much time")
    add_tier(command)
    add_json(command)


def run(given: Namespace) -> int:
    """Proves, and prints what was proven."""
    game, tiered = game_in_tier(given)
    state = Notation(game).read_position(given.position)
    try:
        claim = prove(
            tiered,
            state,
            path=given.out,
            player=given.player,
            at_least=given.at_least,
            seconds=given.seconds,
            on_progress=reporter(),
        )
    finally:
        clear()
    tell(given, claim)
    return 0
