"""Tests of what runs Python in the pages."""
