"""Packs rules and settings to send them to other processes."""

from __future__ import annotations

import pickle

from .....errors import OptionError


def packed(setup: object, instead: str) -> bytes:
    """The pickled form of rules and settings; raises OptionError, with `instead` as further advice, if they cannot be sent."""
    try:
        return pickle.dumps(setup)
    except Exception as error:  # pickle raises many kinds
        raise OptionError(
            f"the rules or settings cannot be sent to other processes ({type(error).__name__}: {error}); define classes and "
            f"functions at the top of a module, or {instead}"
        ) from error
