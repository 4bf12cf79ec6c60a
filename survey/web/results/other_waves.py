"""The other waves of a survey, so that an instructor sees whether it has joined them."""

from survey.core.responses.repeated_questions import repeated_questions, same_waves
from survey.store import Survey
from survey.web.http.extensions import store


def other_waves(survey: Survey) -> list[tuple[Survey, list[int]]]:
    """The owner's other surveys of the same name, with the questions that this one repeats."""
    if not survey.instrument.waves_of:
        return []
    others = [each for each in store().surveys.all(survey.owner) if each.code != survey.code]
    return [
        (each, repeated_questions(survey.instrument, each.instrument))
        for each in others
        if same_waves(survey.instrument, each.instrument)
    ]
