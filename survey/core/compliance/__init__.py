"""Whether people follow the coin, from a question whose share of yes is known."""
