"""Our games in other programs, and theirs here: engines, and frameworks, each an extra that its module imports."""
