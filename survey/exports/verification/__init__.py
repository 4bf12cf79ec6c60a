"""Checks an export: against itself, its signed statement, a receipt, and another export."""
