"""Searches step by step."""
