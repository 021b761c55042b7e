"""Max^n: games for three and more, in which each player wants its own payoff to be great."""
