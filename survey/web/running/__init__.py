"""A survey under way: publish, share, present, close, delete."""
