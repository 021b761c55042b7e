"""Alpha-beta and its kin: minimax, principal variation search, MTD(f), expectimax, Star1 and Star2."""
