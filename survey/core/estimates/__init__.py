"""Estimates from tallies: unbiased, with their intervals."""
