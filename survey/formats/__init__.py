"""Questionnaires in the formats of other tools: one module a format, and what they share.

A reader takes over what respondents can be asked here, and lists all the rest:
nothing of a file is dropped in silence.
"""
