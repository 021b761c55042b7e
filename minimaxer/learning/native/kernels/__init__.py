"""Kernels: plain functions over a game and its memory."""
