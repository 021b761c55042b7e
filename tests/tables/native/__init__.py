"""Tests of native endgame tables."""
