"""The commands of `minimaxer`, a module each."""
