"""The list of an instructor's surveys, with search, archived surveys, and names for copies."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from survey.core.responses.tally import Tally
from survey.core.results.results import DEFAULT_CONFIDENCE, question_results
from survey.store import State, Survey
from survey.store.models import Role
from survey.web.accounts.access import reachable_surveys
from survey.web.charts.axis import GLANCE
from survey.web.charts.letters import MOST, Letters, letters_of
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store
from survey.web.http.sessions import current_instructor
from survey.web.results.cards import Card, card_of

bp = Pages(
    "surveys",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys",
    roles={Role.OWN: ("archive", "bring_back")},
)

FEW = 5  # surveys to see at a glance; for more there is a search
PAGE = 50  # surveys on one page; only their responses are counted


@dataclass(frozen=True)
class SurveyEntry:
    """A survey in the list; `place` is its number, from 1, among surveys with the same title."""

    survey: Survey
    place: int

    @cached_property
    def tally(self) -> Tally:
        return store().responses.tally(self.survey.code)

    @property
    def responses(self) -> int:
        return self.tally.responses

    @property
    def letters(self) -> Letters | None:
        """The letters of an open survey's responses."""
        if self.survey.shown_state is not State.OPEN:
            return None
        return letters_of(self.responses, self.survey.instrument.class_size, MOST)

    @cached_property
    def card(self) -> Card | None:
        """The card of a closed survey's first question with one figure."""
        survey = self.survey
        if survey.state is not State.CLOSED or survey.missing_responses(self.responses):
            return None
        found = question_results(
            survey.instrument, self.tally, DEFAULT_CONFIDENCE, False, survey.told, survey.cap
        )
        return next((card_of(each, closed=True) for each in found if each.headline), None)

    @property
    def shared(self) -> bool:
        """Whether the survey is a colleague's."""
        return self.survey.owner != current_instructor().name

    @property
    def labels(self) -> tuple[str, ...]:
        """The owner's labels, which only the owner sees."""
        return () if self.shared else self.survey.labels

    def has(self, words: Iterable[str]) -> bool:
        """Whether each of these words is in a title, in any language, or in the code."""
        instrument = self.survey.instrument
        titles = [instrument.title, *(each.title for each in instrument.translations)]
        said = " ".join([*titles, self.survey.code]).casefold()
        return all(word in said for word in words)


@bp.get("")
def index() -> ResponseReturnValue:
    """All surveys, or with ?q= those whose titles or codes have these words; ?page= from the first.

    With ?label= only those with that label. Archived surveys come last.
    """
    every = _listed(reachable_surveys())
    wanted, label = (request.args.get(name, "").strip() for name in ("q", "label"))
    found = [
        each
        for each in every
        if each.has(wanted.casefold().split()) and (not label or label in each.labels)
    ]
    found.sort(key=lambda each: each.survey.archived)  # stable: the newest first in both
    pages = max(1, -(-len(found) // PAGE))
    page = min(max(request.args.get("page", 1, int), 1), pages)
    shown = found[(page - 1) * PAGE : page * PAGE]
    return render_template(
        "running/surveys.html",
        glance=GLANCE,
        some=bool(every),
        wanted=wanted,
        label=label,
        labels=sorted({label for each in every for label in each.labels}, key=str.casefold),
        searchable=len(every) > FEW or bool(wanted),
        count=len(found),
        archived_count=sum(each.survey.archived for each in found),
        page=page,
        pages=pages,
        listed=[each for each in shown if not each.survey.archived],
        archived=[each for each in shown if each.survey.archived],
    )


@bp.post("/<code>/archive")
def archive(survey: Survey) -> ResponseReturnValue:
    store().surveys.set_archived(survey.code, True)
    flash(
        gettext(
            "“%(title)s” is archived. It keeps everything, and stands below the list.",
            title=survey.instrument.title,
        )
    )
    return redirect(url_for("surveys.index"))


@bp.post("/<code>/bring-back")
def bring_back(survey: Survey) -> ResponseReturnValue:
    store().surveys.set_archived(survey.code, False)
    flash(gettext("“%(title)s” is back in the list.", title=survey.instrument.title))
    return redirect(url_for("surveys.index"))


def _listed(newest_first: list[Survey]) -> list[SurveyEntry]:
    earlier: Counter[str] = Counter()
    listed = []
    for survey in reversed(newest_first):
        title = survey.instrument.title
        earlier[title] += 1
        listed.append(SurveyEntry(survey, earlier[title]))
    return listed[::-1]
