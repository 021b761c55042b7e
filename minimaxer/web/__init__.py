"""Games in a browser: a table at which people and AIs sit, and a server for the person's own machine that shows it."""
