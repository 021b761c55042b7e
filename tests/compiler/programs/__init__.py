"""Random programs for the compiler: small games made of the constructs it takes, each tried against Python.

`writing` makes the source of a game from a seed, `trying` compares it with Python, `running` does that in other processes, and
`shrinking` makes a program that fails smaller. `python -m tests.compiler.programs --help` runs many.
"""
