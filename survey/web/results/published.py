"""The results of any page or file, at the requested confidence; hidden while they are few."""

import gzip
import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import urlencode

from flask import Response, g, make_response, request, session

import survey
from survey.core.responses.public_steps import LAG
from survey.core.responses.tally import Tally
from survey.core.results.results import CONFIDENCES, DEFAULT_CONFIDENCE, question_results
from survey.errors import ParameterError
from survey.store import State, Survey
from survey.text.caveats import easily_moved, uneven
from survey.translations.marked import N_
from survey.web.http.extensions import reading_throttle, shared_pages, store
from survey.web.http.networks import network
from survey.web.http.shared_pages import RENDERS_NONE, MissingPage
from survey.web.i18n.page_language import asked_language, current_tag, page_translator
from survey.web.results.cards import Card, card_of


@dataclass(frozen=True)
class Results:
    """The results of a survey at one moment; `cards` is None while they are hidden.

    While figures wait for the closing, `tally` has the number of responses alone.
    With `simultaneous` all intervals shown hold together with this confidence. `first_shown` is
    the number of responses from which on the public sees figures, and `step` the number of further
    ones that changes them. `listed` are the ids of the responses in the results, None if all are.
    """

    survey: Survey
    tally: Tally
    confidence: float
    simultaneous: bool = False
    first_shown: int | None = None
    step: int | None = None
    listed: frozenset[str] | None = field(default=None, repr=False)  # its ETag is the tally's

    @property
    def hidden(self) -> bool:
        """Whether figures are hidden, because responses are few or the survey is still open."""
        return self.survey.hides_figures or self.missing > 0

    @property
    def missing(self) -> int:
        """How many more responses it takes until results are shown."""
        return self.survey.missing_responses(self.tally.responses)

    @property
    def is_last_step(self) -> bool:
        """Whether the open survey shows its last step: too few can still respond for another."""
        shown, expected = self.tally.responses, self.survey.instrument.class_size
        return self.step is not None and shown + self.step + LAG > expected

    def check_shown(self) -> None:
        """Raises ResultsHidden while the figures are hidden."""
        self.survey.check_shown(self.tally.responses)

    @cached_property
    def cards(self) -> list[Card] | None:
        if self.hidden:
            return None
        results = question_results(
            self.survey.instrument, self.tally, self.confidence, self.simultaneous, self.told,
            self.survey.cap,
        )  # fmt: skip
        return [card_of(result, self.survey.state is State.CLOSED) for result in results]

    @property
    def uneven(self) -> str:
        """A warning that questions were not drawn evenly, if each is asked one; otherwise ""."""
        return uneven(self.survey.instrument, self.tally, page_translator())

    @property
    def easily_moved(self) -> str:
        """A warning that few who answer falsely could undo all figures that are shown; else ""."""
        shown = [card.result for card in self.shown_cards if not card.text.too_few]
        return easily_moved(shown, page_translator())

    @property
    def told(self) -> str:
        """The name of the told interval."""
        return self.survey.told

    @property
    def shown_cards(self) -> list[Card]:
        """The cards; raises ResultsHidden while there are too few responses."""
        self.check_shown()
        return self.cards or []

    @cached_property
    def when(self) -> str:
        """The words for when all told intervals are right; "" if they differ."""
        said = {text.when for card in self.cards or [] for text in card.text.shown}
        return said.pop() if len(said) == 1 else ""

    @property
    def statements(self) -> int:
        """The number of intervals on the page; if `simultaneous`, they share alpha."""
        return sum(len(card.result.quantities) for card in self.shown_cards)

    @property
    def query(self) -> str:
        """The query of an address that shows the results at these settings."""
        return self.query_for(self.confidence, self.simultaneous)

    def query_for(self, confidence: float, simultaneous: bool) -> str:
        """?confidence=95, with &together=1 for simultaneous intervals."""
        return "?" + urlencode(_asked(confidence, simultaneous))

    @property
    def settings(self) -> dict[str, str]:
        """The settings that are not the usual ones, as arguments of an address."""
        usual = {"confidence": percent_of(DEFAULT_CONFIDENCE)}
        return dict(self.asked.items() - usual.items())

    @property
    def asked(self) -> dict[str, str]:
        """The settings as arguments of an address: {"confidence": "95"}."""
        return _asked(self.confidence, self.simultaneous)


def _asked(confidence: float, simultaneous: bool) -> dict[str, str]:
    return {"confidence": percent_of(confidence)} | ({"together": "1"} if simultaneous else {})


def results_of(survey: Survey) -> Results:
    """The results at the settings in the address (?confidence=90&together=1)."""
    together = request.args.get("together") == "1"
    tally = shown_tally(survey, survey.frozen or store().responses.tally(survey.code))
    return Results(survey, tally, requested_confidence(), together)


def shown_tally(survey: Survey, tally: Tally) -> Tally:
    """The tally; while figures wait for the closing, the number of responses alone."""
    return tally.count_alone if survey.hides_figures else tally


def shown_results_of(survey: Survey) -> Results:
    """`results_of`; raises ResultsHidden while there are too few responses."""
    results = results_of(survey)
    results.check_shown()
    return results


def requested_confidence() -> float:
    """0.90, 0.95 or 0.99 from ?confidence=90, 95 or 99; raises ParameterError for others."""
    asked = request.args.get("confidence")
    if asked is None:
        return DEFAULT_CONFIDENCE
    for confidence in CONFIDENCES:
        if asked == percent_of(confidence):
            return confidence
    raise ParameterError(N_("The confidence can be 90, 95 or 99."), "confidence")


def percent_of(confidence: float) -> str:
    """0.95 as "95"."""
    return f"{100 * confidence:.0f}"


def unless_unchanged(results: Results, render: Callable[[], str], *more: object) -> Response:
    """Renders the page only if its results, or what `more` it shows, have changed; else 304.

    Readers whose session holds neither a sign-in nor a notice share what is rendered: a page of
    theirs reads nothing else of its address than its path, its language and these results'
    settings.
    """
    own = session.keys() - {"csrf_token"}  # a sign-in or a notice
    etag = _state_of(results, request.query_string if own else "", *more)
    if request.if_none_match.contains_weak(etag):
        response = make_response("", 304)
    else:
        response = make_response(render()) if own else _shared(results, etag, render)
    response.set_etag(etag, weak=True)
    return response


def _shared(results: Results, state: str, render: Callable[[], str]) -> Response:
    """The page that all readers of this state share, rendered by a thread that may."""

    def rendered() -> str:
        if asker := network():
            reading_throttle().attempt(asker)
        g.kept_query = results.settings
        return render()

    page = shared_pages().kept(state)
    if page is None:
        if request.environ.get(RENDERS_NONE):
            raise MissingPage(state)
        page = shared_pages().of(state, rendered)
    # With a cookie no page is compressed: survey/app/compressed_pages.py says why.
    zipped = request.accept_encodings["gzip"] and not request.cookies
    response = make_response(page if zipped else gzip.decompress(page))
    response.vary.add("Accept-Encoding")
    if zipped:
        response.content_encoding = "gzip"
    return response


def _state_of(results: Results, *more: object) -> str:
    """The ETag of a page or file that depends on its path, these results and `more` alone."""
    languages = current_tag(), asked_language()  # of the words, and of the links
    role = g.get("role")  # two people may use one browser
    state = repr((survey.__version__, request.path, languages, role, results, *more))
    return hashlib.sha256(state.encode()).hexdigest()[:32]


def download(
    pieces: str | bytes | Iterable[str] | Iterable[bytes],
    filename: str,
    content_type: str,
    results: Results | None = None,
) -> Response:
    """A file to save, streamed in pieces.

    The `results` in it determine its ETag, so that one file serves all requests.
    """
    response = Response(pieces, content_type=content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    if results is not None:
        response.set_etag(_state_of(results), weak=True)
    return response
