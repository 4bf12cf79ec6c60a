"""Randomized response itself: the draw, the meaning of γ, and draws of whole arrays."""
