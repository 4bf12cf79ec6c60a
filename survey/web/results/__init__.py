"""Results on pages and in files."""
