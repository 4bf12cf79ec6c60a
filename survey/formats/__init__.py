"""Questionnaires in the formats of other tools: one module per format, and shared modules.

A reader takes over the questions that this app can ask, and lists everything else: it drops
nothing of a file silently.
"""
