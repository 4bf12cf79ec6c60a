"""A survey's reports and estimates in files for other programs, each written in pieces.

A file contains only an instrument and its responses: no token and no instructor's name. The
caller checks whether the file may be shown.
"""
