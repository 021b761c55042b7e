"""Check a certificate by the rules alone, without any search."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from ...errors import NotationError, ProofError
from ...game.notation import Notation
from ...game.registry import find_game
from ...native.game import described
from ...proofs.proving import Claim, claim_of, verify
from ..arguments import add_game, add_json
from ..progress import tell


def add_arguments(command: ArgumentParser) -> None:
    add_game(command)
    command.add_argument("certificate", metavar="FILE", help="what prove wrote")
    command.add_argument("--position", metavar="P", help="where the proof begins (default: where the certificate says)")
    add_json(command)


def run(given: Namespace) -> int:
    """Checks, and prints what is proven; 1 where nothing is."""
    game = find_game(given.game)
    try:
        claim = verify(game, given.certificate, _start(game, claim_of(given.certificate), given.position))
    except ProofError as error:
        print(f"not proven: {error}", file=sys.stderr)
        return 1
    tell(given, claim)
    return 0


def _start(game: Any, claim: Claim, position: str | None) -> Any:
    try:
        return Notation(game).read_position(claim.position if position is None else position)
    except NotationError as error:
        if position is not None or claim.game == described(game):
            raise
        raise NotationError(f"expected a certificate of {described(game)}, got one of {claim.game}") from error
