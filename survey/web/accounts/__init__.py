"""Signing in, passwords, and which surveys are whose."""
