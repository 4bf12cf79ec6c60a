"""Whole databases: open, copy, back up, inspect."""
