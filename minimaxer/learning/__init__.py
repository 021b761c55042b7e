"""Learning from games: weights and options tuned, evaluations trained."""
