"""Endgame tables: the values of all positions of a game that ends in circles or not, found backwards from its ends."""
