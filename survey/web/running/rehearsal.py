"""Rehearsing a draft: simulated students answer it; the instructor sets the true shares.

They come all at once, or as in class in small groups, so that the bands narrow.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Thread
from time import sleep

from flask import redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from survey.core.instrument.instrument import Instrument, Question
from survey.core.numerals import exact_number
from survey.core.responses.response import Response
from survey.core.simulation.class_truths import Truth, proposed_truth, shares_of
from survey.core.simulation.students import simulated_responses
from survey.errors import ParameterError, SurveyError, SurveyFrozen, SurveyNotFound
from survey.store import Store, Survey
from survey.store.rehearsals import add_together
from survey.translations.marked import N_
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import live_dashboard, live_store, rehearsals
from survey.web.i18n.number_fields import as_typed

bp = Pages(
    "rehearse",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>/rehearse",
    form_on={"begin": "dashboard.page"},
)

MOST_STUDENTS = 10_000
STEPS = 40  # groups in which a class arrives
SECONDS_A_STEP = 1.0
IN_STEPS = "in-steps"
ONLY_DRAFTS = N_("Only a draft is rehearsed. Duplicate the survey and rehearse the copy.")
KEPT = "rehearsed"  # in the session: the code of the last rehearsal and its truth


@dataclass(frozen=True)
class TruthField:
    """A field for one true number: a percentage, or a mean in its range."""

    name: str
    label: str
    value: float
    low: int = 0
    high: int = 100
    unit: str = "%"

    @property
    def typed(self) -> str:
        return as_typed(f"{self.value:.10g}")


@dataclass(frozen=True)
class Panel:
    """The panel on rehearsing, on the page of a draft or of its rehearsal.

    `questions` has the text and the fields of each; the fields hold the truth that this browser
    has set, or the proposed one. `set_here` is true if the rehearsal has that truth, and `changed`
    if the draft has changed since it began.
    """

    draft: str
    running: bool
    changed: bool
    set_here: bool
    students: int
    questions: list[tuple[str, list[TruthField]]]


@bp.post("")
def begin(survey: Survey) -> ResponseReturnValue:
    """Begins the rehearsal again, at the proposed truth unless the form has one."""
    if survey.published:
        raise SurveyFrozen(ONLY_DRAFTS)
    truth = _typed_truth(survey.instrument)
    students = _students(survey)
    responses = simulated_responses(
        survey.instrument, shares_of(survey.instrument, truth), students
    )
    rehearsals().begin(survey)
    if not _is_draft(survey.code):  # published or deleted while the students were simulated
        rehearsals().end(survey.code)
        raise SurveyFrozen(ONLY_DRAFTS)
    store = rehearsals().existing()
    assert store is not None
    if request.form.get("arrive") == IN_STEPS:
        Thread(target=arrive_in_steps, args=(store, survey.code, responses), daemon=True).start()
    else:
        add_together(store, survey.code, responses)
    session[KEPT] = [survey.code, truth]
    return redirect(url_for("rehearsal.dashboard.page", code=survey.code))


@bp.post("/end")
def end(survey: Survey) -> ResponseReturnValue:
    rehearsals().end(survey.code)
    return redirect(url_for("dashboard.page", code=survey.code))


def _is_draft(code: str) -> bool:
    try:
        return not live_store().surveys.get(code).published
    except SurveyNotFound:
        return False


def arrive_in_steps(store: Store, code: str, responses: Sequence[Response]) -> None:
    """Stores the responses group by group, with pauses.

    Stops when the rehearsal ends or has other responses, since it has then begun again.
    """
    together = math.ceil(len(responses) / STEPS)
    try:
        for start in range(0, len(responses), together):
            if store.responses.tally(code).responses != start:
                return
            add_together(store, code, responses[start : start + together])
            sleep(SECONDS_A_STEP)
    except SurveyError:
        return  # the rehearsal has ended, or the database does not answer


def panel(survey: Survey) -> Panel:
    """The panel of a draft, or of its rehearsal."""
    draft = live_store().surveys.get(survey.code)
    rehearsed = rehearsals().find(survey.code)
    code, truth = session.get(KEPT, (None, None))
    set_here = code == survey.code and _fits(draft.instrument, truth)
    held = truth if set_here else proposed_truth(draft.instrument)
    texts = [question.text for question in draft.instrument.questions]
    return Panel(
        draft=live_dashboard(survey.code),
        running=rehearsed is not None,
        changed=rehearsed is not None and rehearsed.instrument != draft.instrument,
        set_here=set_here,
        students=_students(draft),
        questions=list(zip(texts, _fields(draft.instrument, held), strict=True)),
    )


def _students(draft: Survey) -> int:
    return min(draft.instrument.class_size, MOST_STUDENTS, draft.cap or MOST_STUDENTS)


def _fits(instrument: Instrument, truth: Truth) -> bool:
    """Whether a stored truth still has a number for each field."""
    wanted = [len(each) for each in proposed_truth(instrument)]
    return [len(each) for each in truth] == wanted


def _fields(instrument: Instrument, truth: Truth) -> list[list[TruthField]]:
    """The fields of each question, with this truth in them."""
    pairs = zip(instrument.questions, truth, strict=True)
    return [_fields_of(number, *pair) for number, pair in enumerate(pairs, start=1)]


def _fields_of(number: int, question: Question, values: Sequence[float]) -> list[TruthField]:
    wanted = question.kind.truths.controls(question.items(""))
    return [
        TruthField(f"truth-{number}-{place}", label, value, low, high, unit)
        for place, ((label, low, high, unit), value) in enumerate(
            zip(wanted, values, strict=True), start=1
        )
    ]


def _typed_truth(instrument: Instrument) -> list[list[float]]:
    """The truth in the form; raises ParameterError for a number that is out of its range."""
    proposed = _fields(instrument, proposed_truth(instrument))
    return [[_typed(each) for each in fields] for fields in proposed]


def _typed(field: TruthField) -> float:
    typed = request.form.get(field.name)
    if typed is None:
        return field.value
    value = exact_number(typed)
    if value is None or not field.low <= value <= field.high:
        raise ParameterError(
            gettext(
                "%(label)s: please give a number from %(low)s to %(high)s.",
                label=field.label,
                low=field.low,
                high=field.high,
            ),
            field.name,
        )
    return float(value)
