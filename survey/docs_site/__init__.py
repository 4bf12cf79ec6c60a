"""The documentation site: renders the Markdown in survey/docs/ as pages, and finds their faults.

It is pure: it knows no request and no database. A page names the code that it documents
("::: commands survey.cli:command_line"), and the description comes from that code.
"""
