"""One word a thing: the table of words, and what must not stand in their place."""

import re
from itertools import chain

from prose import private_words

from survey.cli import command_line
from survey.docs_site.generated.commands import described_commands
from survey.docs_site.generated.terms import described_terms
from survey.docs_site.terms import TERMS

REPLACED = [old for term in TERMS for old in term.instead_of]


def test_no_word_stands_for_two_things():
    words = [*chain.from_iterable(term.word.split(", ") for term in TERMS), *REPLACED]
    assert len(set(words)) == len(words)


def test_the_table_has_a_row_for_each_word():
    rows = described_terms(TERMS).splitlines()[2:]
    assert [row.split(" | ")[0].removeprefix("| ") for row in rows] == [each.word for each in TERMS]


def test_each_replaced_word_is_refused_on_pages_and_in_guides():
    """tests/unit/web/i18n and test_english.py look for private words there."""
    assert [old for old in REPLACED if not private_words(f"These are {old} here.")] == []


def test_no_command_uses_a_replaced_word():
    """A file's instrument has its name in the file as well."""
    described = described_commands(command_line)
    unwanted = [old for old in REPLACED if old != "instrument"]
    assert [old for old in unwanted if re.search(rf"\b{old}\b", described)] == []
