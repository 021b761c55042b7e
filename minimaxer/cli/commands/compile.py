"""Compile a game and compare it with Python, or show the types and the code of one of its methods."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ...game.registry import find_game
from ...native import compile_game
from ..arguments import add_game
from ..progress import say
from ..tiers import announce


def add_arguments(command: ArgumentParser) -> None:
    add_game(command)
    command.add_argument("--show", metavar="METHOD", help="print the types of this method and the code that is handed to LLVM")


def run(given: Namespace) -> int:
    """Compiles the game, and prints how much of it was compared with Python, or a method's code."""
    announce()
    game = compile_game(find_game(given.game))
    say(str(game.report) if given.show is None else game.variant().method_code(given.show))
    return 0
