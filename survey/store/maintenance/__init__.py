"""Whole databases: open, copy, back up, rescue, inspect."""
