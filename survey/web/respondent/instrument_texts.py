"""A survey in the language that the reader of a page reads best."""

from dataclasses import replace

from survey.store import Survey
from survey.web.i18n.page_language import language_for


def worded(survey: Survey) -> Survey:
    """The survey with its questionnaire in the best of its languages for the reader.

    Only the words differ: digest, kinds, γ and the order of options are the
    same, and so is all that is sent. What is computed for instructors and for
    programs keeps the questionnaire's own words.
    """
    languages = survey.instrument.languages
    if not languages:
        return survey
    return replace(survey, instrument=survey.instrument.worded_in(language_for(languages)))
