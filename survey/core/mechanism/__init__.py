"""Randomized response itself: the draw, what γ means, and whole arrays at once."""
