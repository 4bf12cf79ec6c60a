"""A survey's reports and estimates in files for other programs, each written in pieces.

A file is made of an instrument and its responses alone: no token and no name of an
instructor can come into it. The caller checks whether it may be shown.
"""
