"""A folder for Datasette: readable tables and their metadata."""
