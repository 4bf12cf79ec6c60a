"""The languages of blocks of code, and what the tests do with a block of each."""

# Run, or read by what reads them: a wrong one fails the tests.
RUN = frozenset({"console", "csv", "json", "python", "sql", "toml"})

# Shown only: they need a machine of their own, or another program.
SHOWN = frozenset({"ini", "nginx", "postgresql", "r", "sh", "text"})

LANGUAGES = RUN | SHOWN
