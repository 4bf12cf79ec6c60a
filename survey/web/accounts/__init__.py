"""Signing in, passwords, and the owners of surveys."""
