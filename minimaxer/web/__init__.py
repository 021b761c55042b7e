"""Games in a browser: a table for people and AIs, and a local server that shows it."""
