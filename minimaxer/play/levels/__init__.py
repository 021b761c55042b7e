"""Levels: players of measured strength, from random play up."""
