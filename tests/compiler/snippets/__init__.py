"""Random modules of many methods: natural Python, typed by construction, each method compared for each input.

`modules` writes one from a seed (`author` knows what is in scope, `terms` writes expressions, `actions` statements), `trial` compares
it with Python, and `python -m tests.compiler.snippets --help` runs many. The sibling `programs` writes whole games instead.
"""
