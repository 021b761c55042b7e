"""Games that nobody evaluates: alpha-beta proves what it can in a part of the time, and playouts say the rest."""
