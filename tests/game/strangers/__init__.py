"""Games whose boards were written down before any finder had looked; each module is read as its author's own words."""
