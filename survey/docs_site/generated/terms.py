"""The app's words as a table in Markdown."""

from collections.abc import Iterable

from survey.docs_site.markdown_tables import cell, table
from survey.docs_site.terms import Term


def described_terms(terms: Iterable[Term]) -> str:
    """A row for each word: its meaning, and the words that it stands instead of."""
    rows = [(each.word, each.meaning, ", ".join(each.instead_of)) for each in terms]
    return table(("word", "meaning", "not"), [tuple(map(cell, row)) for row in rows])
