"""Verifies an export: against itself, and against the statement that its server signed.

The check needs the file, and two things that people must bring: the root that the whole class has
seen, and the fingerprint of the key.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from survey.core.instrument.digest_forms import fingerprint
from survey.core.instrument.instrument import Instrument
from survey.core.responses.merkle_tree import root
from survey.core.responses.reports import Reports
from survey.core.responses.statement import Statement
from survey.exports.verification.definitions import check_definitions
from survey.exports.verification.export_contents import ListedResponses, read_listed
from survey.exports.verification.findings import Findings, first
from survey.exports.verification.listed_entries import PackedResponses
from survey.exports.verification.recomputation import check_figures
from survey.exports.verification.statement_chain import KnownForms, check_statements
from survey.text.caveats import uneven

NOTHING_KNOWN = KnownForms()


@dataclass(frozen=True)
class Verification:
    """The result: `figures` numbers were compared; a file without `faults` passed every check.

    `statements` are those whose signatures hold, the oldest first. `cautions` are sentences on
    odd things that are no faults, `unchecked` on points that the file cannot show.
    """

    listed: ListedResponses
    statements: tuple[Statement, ...]
    figures: int
    faults: tuple[str, ...]
    cautions: tuple[str, ...]
    unchecked: tuple[str, ...]

    @property
    def instrument(self) -> Instrument:
        return self.listed.instrument

    @property
    def responses(self) -> PackedResponses:
        return self.listed.responses

    @property
    def statement(self) -> Statement | None:
        """The last statement, which covers this list; None if there is none."""
        return self.statements[-1] if self.statements else None

    @property
    def signer(self) -> str | None:
        """The fingerprint of the key that signed the last statement; None if there is none."""
        return fingerprint(self.statement.key) if self.statement else None

    @cached_property
    def is_stated(self) -> bool:
        """Whether this list has the root of the last statement."""
        return bool(self.statement and root(self.listed.leaves).hex() == self.statement.root)

    def reports_of(self, response_id: str) -> Reports | None:
        """The reports with this response id; None if there are none."""
        return next((reports for each, reports in self.responses if each == response_id), None)


def verify(document: Any, known: KnownForms = NOTHING_KNOWN) -> Verification:
    """Checks an export: digest, responses, figures, definitions, statements and `known` forms.

    A response must have an id of its own and reports that the instrument
    allows. Raises DataError for anything that is no export; `faults` lists up to MOST_TOLD other
    faults.
    """
    listed = read_listed(document)
    findings = Findings(list(listed.faults))
    statements = check_statements(listed, known, findings)
    if odd := uneven(listed.instrument, listed.tally):
        findings.cautions.append(odd)
    definitions = check_definitions(listed, statements[-1] if statements else None, findings)
    figures = check_figures(listed, definitions, findings)
    told = (first(each) for each in (findings.faults, findings.cautions, findings.unchecked))
    return Verification(listed, tuple(statements), figures, *told)
