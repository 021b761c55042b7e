"""Value iteration: games as graphs of all reachable states, with values even where play can cycle."""
