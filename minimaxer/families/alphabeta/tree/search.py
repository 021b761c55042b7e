"""Creating a search of the alpha-beta family on a tree: by one worker, or by several."""

from __future__ import annotations

from ....errors import OptionError
from ....game.protocol import M, S
from ....searching.setup import Setup
from ....searching.validators import is_free_threaded
from .tree_search import TreeSearch


class _LoneTreeSearch(TreeSearch[S, M]):
    """The tree tier, with a note in each result on why there is only one worker."""

    alone = (
        "this Python runs one thread at a time, so that threads would only wait for one another; give mx.compile(game), whose "
        "code needs no such lock, or take parallel='processes'"
    )


def create(setup: Setup[S, M]) -> TreeSearch[S, M]:
    """Creates the search by one worker, or by several if they can help; raises OptionError if scheme or options do not fit."""
    if setup.threads == 1:
        return TreeSearch(setup)
    if setup.tables:
        raise OptionError("endgame tables are looked up by one worker on a tree; leave threads out")
    if setup.parallel == "abdada":
        raise OptionError("parallel='abdada' is for compiled games: give mx.compile(game), or take parallel='processes'")
    if setup.parallel != "processes" and not is_free_threaded():
        return _LoneTreeSearch(setup)
    if setup.options.repetition:
        raise OptionError(
            "repetition on a tree is for one worker, since workers share a table; compile the game, or leave threads out"
        )
    from .workers.team_search import TeamSearch  # here, since some Pythons have no processes, such as those in browsers

    return TeamSearch(setup)
