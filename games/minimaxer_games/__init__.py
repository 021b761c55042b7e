"""The games that ship with minimaxer, one per module; each imports only the public package, as a user's game would."""
