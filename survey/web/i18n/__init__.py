"""The language that a page speaks, and how it writes figures."""
