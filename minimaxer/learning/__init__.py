"""Learning an evaluation from the rules alone: patterns over the cells of positions, trained by games against itself."""
