"""Perfect-information sampling: hidden cards are dealt several times, and each deal is searched as if all saw all."""
