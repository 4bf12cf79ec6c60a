"""The lessons: one module each."""
