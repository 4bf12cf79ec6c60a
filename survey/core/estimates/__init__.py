"""From tallies to unbiased estimates with their intervals."""
