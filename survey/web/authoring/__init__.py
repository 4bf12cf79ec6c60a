"""Composing, importing, translating, planning."""
