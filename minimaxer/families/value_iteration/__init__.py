"""Games as graphs: all states that can be reached, and values where play can go round in circles."""
