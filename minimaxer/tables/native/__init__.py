"""Endgame tables of compiled games."""
