"""Games for three and more as games for two: whoever moves at the root against all others, by alpha-beta, in both tiers."""
