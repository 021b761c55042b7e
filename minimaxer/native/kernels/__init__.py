"""Kernel functions shared by all families, compiled together with a game's methods; they also run as plain Python."""
