"""In which language a page speaks, and how it writes figures."""
