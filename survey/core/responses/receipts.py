"""What was sent, in words, for the respondent once it is stored."""

from collections.abc import Sequence

from survey.core.instrument.instrument import Instrument
from survey.core.responses.reports import Report, answered


def reports_in_words(instrument: Instrument, reports: Sequence[Report]) -> list[tuple[str, str]]:
    """(question, what its reports say) for each question that was asked, in order."""
    lines = []
    for question, sent in answered(instrument, reports):
        said = [
            f"{item.option}: {item.labels[report]}" if item.option else item.labels[report]
            for item, report in sent
        ]
        lines.append((question.text, "; ".join(said)))
    return lines
