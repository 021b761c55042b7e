"""Making rules and settings ready to be sent to other processes."""

from __future__ import annotations

import pickle

from .....errors import OptionError


def packed(setup: object, instead: str) -> bytes:
    """Rules and settings in a form that can be sent.

    Args:
        setup: They.
        instead: What to do where they cannot be sent, other than to define them elsewhere.

    Raises:
        OptionError: They cannot be sent.
    """
    try:
        return pickle.dumps(setup)
    except Exception as error:  # pickle raises many kinds
        raise OptionError(
            f"the rules or settings cannot be sent to other processes ({type(error).__name__}: {error}); define classes and "
            f"functions at the top of a module, or {instead}"
        ) from error
