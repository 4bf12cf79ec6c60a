"""Attacks on what was released: who is behind a row, in a pool, or the newcomer."""
