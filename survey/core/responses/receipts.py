"""What was sent, in words, for the respondent once it is stored."""

from collections.abc import Sequence

from survey.core.instrument.instrument import Instrument


def reports_in_words(instrument: Instrument, reports: Sequence[int]) -> list[tuple[str, str]]:
    """(question, what its reports say) for each question, in order."""
    left = iter(reports)
    lines = []
    for question, items in zip(instrument.questions, instrument.items_of_questions, strict=True):
        said = []
        for item in items:
            label = item.labels[next(left)]
            said.append(f"{item.option}: {label}" if item.option else label)
        lines.append((question.text, "; ".join(said)))
    return lines
