"""What results look like on any page or in any file: hidden if few, at a confidence."""

import hashlib
from dataclasses import dataclass

from flask import Response
from flask import make_response
from flask import request

import survey
from survey.core import sentences
from survey.core.estimation import Estimate
from survey.core.intervals import INTERVALS
from survey.core.privacy import posterior
from survey.core.results import CONFIDENCES
from survey.core.results import DEFAULT_CONFIDENCE
from survey.core.results import QuestionResult
from survey.core.results import question_results
from survey.core.tally import Tally
from survey.errors import ParameterError
from survey.store import State
from survey.store import Survey
from survey.web import pictures
from survey.web.services import store


@dataclass(frozen=True)
class Revelation:
    """What one report tells someone who believed `prior` beforehand."""

    prior: float
    after_yes: float
    after_no: float


@dataclass(frozen=True)
class Card:
    """One question's result with everything that a page shows of it."""

    result: QuestionResult
    second: str  # the interval drawn beside Hoeffding's

    @property
    def intervals(self) -> list[tuple[str, str, str]]:
        """Name, ends and the question that it answers, of Hoeffding's and the second first."""
        names = sorted(INTERVALS, key=lambda name: (name != "hoeffding", name != self.second))
        return [
            (
                name,
                sentences.interval_in_words(self.estimate, name),
                sentences.INTERVAL_QUESTIONS[name],
            )
            for name in names
        ]

    @property
    def estimate(self) -> Estimate:
        return self.result.estimate

    @property
    def picture(self) -> pictures.DotAndWhisker | None:
        return pictures.dot_and_whisker(self.estimate, self.second)

    @property
    def read_aloud(self) -> str:
        return sentences.read_aloud(self.estimate)

    @property
    def false_reports(self) -> str:
        return sentences.false_reports(self.estimate)

    @property
    def revelation(self) -> Revelation:
        estimate = self.estimate.estimate
        # Whoever is certain learns nothing: show even odds instead.
        prior = estimate if 0 < estimate < 1 else 0.5
        gamma = self.estimate.gamma
        return Revelation(prior, posterior(prior, 1, gamma), posterior(prior, 0, gamma))


@dataclass(frozen=True)
class Results:
    """The results of a survey at one moment; `cards` is None while they are hidden."""

    survey: Survey
    tally: Tally
    confidence: float

    @property
    def percent_confidence(self) -> str:
        """The confidence as an address asks for it: 90, 95 or 99."""
        return percent_of(self.confidence)

    @property
    def missing(self) -> int:
        """How many more responses it takes until results are shown."""
        return self.survey.missing_responses(self.tally.responses)

    def check_shown(self) -> None:
        """Raises ResultsHidden while there are too few responses."""
        self.survey.check_shown(self.tally.responses)

    @property
    def cards(self) -> list[Card] | None:
        if self.missing:
            return None
        results = question_results(self.survey.instrument, self.tally, self.confidence)
        # While responses arrive one looks again and again; afterwards the class is what it is.
        second = "class" if self.survey.state is State.CLOSED else "anytime"
        return [Card(result, second) for result in results]


def results_of(survey: Survey) -> Results:
    """The results at the confidence that the address asks for (?confidence=90)."""
    return Results(survey, store().tally(survey.code), requested_confidence())


def requested_confidence() -> float:
    """0.90, 0.95 or 0.99 from ?confidence=90, 95 or 99; raises ParameterError for others."""
    asked = request.args.get("confidence")
    if asked is None:
        return DEFAULT_CONFIDENCE
    for confidence in CONFIDENCES:
        if asked == percent_of(confidence):
            return confidence
    raise ParameterError("The confidence can be 90, 95 or 99.", "confidence")


def percent_of(confidence: float) -> str:
    """0.95 as "95"."""
    return f"{100 * confidence:.0f}"


def unless_unchanged(results: Results, render) -> Response:
    """A page that is rendered anew only if its results have changed (conditional GET)."""
    state = repr((survey.__version__, request.full_path, results))
    etag = hashlib.sha256(state.encode()).hexdigest()[:32]
    if request.if_none_match.contains_weak(etag):
        response = make_response("", 304)
    else:
        response = make_response(render())
    response.set_etag(etag, weak=True)
    return response


def download(pieces, filename: str, content_type: str) -> Response:
    """A file to save, streamed piece by piece."""
    response = Response(pieces, content_type=content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response
