"""This machine's addresses and the instance's data, for commands."""
