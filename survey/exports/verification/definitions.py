"""Checks an export's definitions: its statement signs them, or they are a release's."""

from collections.abc import Iterator, Mapping
from typing import Any

from survey.core.responses.statement import Statement
from survey.exports.verification.export_contents import ListedResponses
from survey.exports.verification.findings import Findings
from survey.text.earlier_definitions import RULES, STATED
from survey.text.glossary import DEFINITIONS, definitions_digest, definitions_text

UNSIGNED = "The definitions are those of no release whose statements sign none"


def check_definitions(
    listed: ListedResponses, statement: Statement | None, findings: Findings
) -> str:
    """Checks the definitions, and returns the SHA-256 of their text, as 64 hex digits.

    If the statement signs definitions, the file must have exactly these. Otherwise the file must
    have the definitions of a release whose statements signed none. If no known release has these
    definitions, `findings` lists the differing words as not checked.
    """
    definitions = _definitions_of(listed.document)
    digest = definitions_digest(definitions_text(definitions))
    signed = statement.terms.definitions if statement else None
    if signed and signed != digest:
        findings.faults.append("The definitions are not those that the statement signs.")
    elif statement and not signed and digest not in STATED:
        words = ", ".join(_other_words(definitions))
        findings.faults.append(f"{UNSIGNED}{f': {words}' if words else ''}.")
    elif digest not in RULES:
        findings.unchecked += [
            f"What definitions.{word} says: this release has other words."
            for word in _other_words(definitions)
        ]
    return digest


def _definitions_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """The definitions, with that of `one_question_each`, which older files hold beside them."""
    definitions = document.get("definitions")
    found = dict(definitions) if isinstance(definitions, dict) else {}
    word = "one_question_each"
    return {**found, **({word: document[word]} if word in document else {})}


def _other_words(definitions: Mapping[str, Any]) -> Iterator[str]:
    """The names of words that this release defines differently, or that only one side defines."""
    for word in {**DEFINITIONS, **definitions}:
        if DEFINITIONS.get(word) != definitions.get(word):
            yield word
