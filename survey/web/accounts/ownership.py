"""Which surveys an instructor reaches: their own. Nothing else decides it."""

from survey.errors import SurveyNotFound
from survey.store import Survey
from survey.web.accounts.sign_in import current_instructor
from survey.web.http.extensions import store


def own_survey(code: str) -> Survey:
    """The survey with this code, if it belongs to whoever is signed in; else SurveyNotFound.

    Every view under /surveys/<code> begins with it. Another's survey is
    answered as if there were none, so that no answer tells which codes exist.
    """
    survey = store().survey(code)
    if survey.owner != current_instructor().name:
        raise SurveyNotFound
    return survey
