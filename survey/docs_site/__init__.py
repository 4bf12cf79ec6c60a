"""The documentation site: Markdown in survey/docs/, as pages with what is wrong in them.

Pure: it knows no request and no database. What a page documents it names
("::: commands survey.cli:command_line"), and it is described from the code itself.
"""
