"""From a game to native code: the kinds of its values, the comparison of both tiers, and where code is kept."""
