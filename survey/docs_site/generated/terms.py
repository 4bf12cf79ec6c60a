"""The app's words as a table in Markdown."""

from collections.abc import Iterable

from survey.docs_site.markdown_tables import cell, table
from survey.docs_site.terms import Term


def described_terms(terms: Iterable[Term]) -> str:
    """A row for each word: its meaning, and the words that it replaces."""
    return table(("word", "meaning"), [(cell(each.word), _meaning(each)) for each in terms])


def _meaning(term: Term) -> str:
    unwanted = [f"*{cell(old)}*" for old in term.instead_of]
    return cell(term.meaning) + (f"; not {' or '.join(unwanted)}" if unwanted else "")
