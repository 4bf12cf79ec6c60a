"""New drafts, each stored once, however often its form is sent.

A form draws its draft's join code when it is first shown. So an instructor who gets no reply can
send it again without making a second draft.
"""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from survey.core.instrument.instrument import Instrument
from survey.core.responses.join_codes import draw_code, is_code
from survey.errors import DraftChanged, SurveyNotFound
from survey.store import Store, Survey
from survey.store.models import INSTRUCTOR
from survey.web.accounts.access import permitted_survey
from survey.web.http.extensions import store
from survey.web.http.sessions import current_instructor


def add_survey(
    store: Store,
    instrument: Instrument,
    owner: str = INSTRUCTOR,
    wished: str = "",
    **decided: Any,
) -> str:
    """Stores a new draft and returns its join code, the `wished` one if that is free.

    A copy of the demo is an ordinary survey. `decided` are other fields of Survey, here and below.
    """
    instrument = replace(instrument, demo=False)
    made = Survey("", instrument, owner=owner, since=datetime.now(UTC).date(), **decided)
    code = wished or draw_code()
    while not store.surveys.add(replace(made, code=code)):
        code = draw_code()
    return code


def add_own_survey(instrument: Instrument, wished: str = "", **decided: Any) -> str:
    """Stores a draft of the signed-in instructor and returns its join code."""
    return add_survey(store(), instrument, current_instructor().name, wished, **decided)


def add_once(instrument: Instrument, code: str, **decided: Any) -> str:
    """Stores the draft of a form with this code unless it is stored already; returns its code.

    Raises DraftChanged if the instructor's draft with this code has other contents.
    """
    if not is_code(code):
        return add_own_survey(instrument, **decided)
    try:
        earlier = permitted_survey(code)
    except SurveyNotFound:
        return add_own_survey(instrument, code, **decided)
    if earlier.published:
        return add_own_survey(instrument, **decided)
    if earlier.instrument.digest != instrument.digest:
        raise DraftChanged
    return code
