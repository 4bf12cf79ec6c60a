"""Shows results on pages and in files."""
