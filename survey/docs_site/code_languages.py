"""The languages of code blocks, and what the tests do with each."""

# The tests run a block of these, or parse it: a wrong one fails.
RUN = frozenset({"console", "csv", "json", "python", "sql", "toml"})

# The tests do not run these: they need a machine of their own, or another program.
SHOWN = frozenset({"ini", "js", "nginx", "postgresql", "r", "sh", "text"})

LANGUAGES = RUN | SHOWN
