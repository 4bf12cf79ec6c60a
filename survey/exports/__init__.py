"""A survey's reports and estimates in files for other programs, each written in pieces.

CSV and JSON, which are plain text, are in survey.core. A file here is made of
an instrument and its responses alone: no store, no token, no name of an
instructor can come into it. Whoever calls has asked whether it may be shown.
"""
