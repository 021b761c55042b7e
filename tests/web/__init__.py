"""Tests of playing in a browser."""
