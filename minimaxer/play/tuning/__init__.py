"""Tuning: weights of an evaluation fitted to the results of games that it plays against itself."""
