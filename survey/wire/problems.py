"""The one table from errors to HTTP statuses, and the problem document that programs get."""

import json
import logging
import traceback
from dataclasses import dataclass
from typing import Any

from survey import errors
from survey.translations.marked import N_

logger = logging.getLogger(__name__)

_compact = json.JSONEncoder(separators=(",", ":")).encode

# status and title of each error; the detail is the error's own sentence.
STATUS: dict[type[errors.SurveyError], tuple[int, str]] = {
    errors.ParameterError: (422, N_("This value is not valid")),
    errors.InstrumentInvalid: (422, "The questionnaire is not valid"),
    errors.SurveyNotFound: (404, N_("No such survey")),
    errors.PageNotFound: (404, "No such page"),
    errors.PictureNotFound: (404, "No such picture"),
    errors.LessonNotFound: (404, "No such lesson"),
    errors.FormatUnavailable: (404, "No such download"),
    errors.SurveyNotOpen: (410, N_("The survey is closed")),
    errors.SurveyFull: (410, N_("This survey is full")),
    errors.SurveyFrozen: (409, "The survey is published"),
    errors.DraftChanged: (409, "The draft was changed meanwhile"),
    errors.StateChanged: (409, "The survey has changed meanwhile"),
    errors.BudgetExceeded: (409, "The survey is beyond your limit"),
    errors.PrivacyTooWeak: (409, "The survey would hardly protect anyone"),
    errors.SupportMissing: (409, "The survey names nobody who helps"),
    errors.ResultsHidden: (403, N_("The results are not shown")),
    errors.ResponseTooLarge: (413, "Request Entity Too Large"),
    errors.ResponseNotJSON: (415, "Unsupported Media Type"),
    errors.ReportRejected: (422, N_("The response is not valid")),
    errors.ResponseConflict: (409, N_("The response conflicts with another")),
    errors.TokenRejected: (403, N_("The token was refused")),
    errors.HostUnknown: (400, N_("Not this server's name")),
    errors.OnThisMachineOnly: (403, "Not in the network"),
    errors.RoleMissing: (403, "Not shared for this"),
    errors.SignInRequired: (401, "Not signed in"),
    errors.SignInRefused: (403, "Not signed in"),
    errors.InstructorNotFound: (403, "Not signed in"),
    errors.SignInThrottled: (429, N_("Too many attempts")),
    errors.TokenThrottled: (429, N_("Too many attempts")),
    errors.CodeThrottled: (429, N_("Too many attempts")),
    errors.ReadingThrottled: (429, N_("Too many attempts")),
    errors.LabBusy: (503, "The lab is busy"),
    errors.StoreUnavailable: (503, N_("The survey cannot be saved at the moment")),
}

RETRY_AFTER_SECONDS = 5

PROBLEM_TYPE = "application/problem+json"
NO_TYPE = "about:blank"  # no more is known than the status says


def type_of(error: type[errors.SurveyError]) -> str:
    """The error's problem type: a URI on the page of the documentation that lists all of them."""
    return f"/docs/reference/wire#{error.__name__}"


@dataclass(frozen=True)
class Problem:
    """An error as a program gets it; `field` is the wrong field, if there is one.

    Programs tell errors apart by `type`; titles and details are for people.
    """

    status: int
    title: str
    detail: str
    field: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
    type: str = NO_TYPE

    def body(self) -> bytes:
        """The problem document (RFC 9457)."""
        document: dict[str, Any] = {
            "type": self.type,
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
        }
        if self.field is not None:
            document["field"] = self.field
        return json_line(document)


def problem_of(error: errors.SurveyError) -> Problem:
    """The error's problem, by the table."""
    status, title = STATUS[type(error)]
    headers = []
    if isinstance(error, errors.Throttled):
        headers.append(("Retry-After", str(error.retry_after)))
    if status == 401:
        headers.append(("WWW-Authenticate", 'Cookie realm="Deniable"'))  # RFC 9110 asks for it
    if status == 503:
        headers.append(("Retry-After", str(RETRY_AFTER_SECONDS)))
    kind = type_of(type(error))
    return Problem(status, title, error.message, error.field, tuple(headers), kind)


def mistake(error: Exception, place: str | None) -> Problem:
    """The problem for an unexpected error; logs the place in the code.

    The error's own words stay out of the log: they may quote what somebody typed or sent.
    """
    lines = "".join(traceback.format_tb(error.__traceback__))
    logger.error("unexpected %s in %s\n%s", type(error).__name__, place, lines)
    return Problem(
        500,
        N_("Something went wrong"),
        N_("The server made a mistake. Nothing was lost; please retry."),
    )


def json_line(document: dict[str, Any]) -> bytes:
    """A short JSON document as bytes to send."""
    return _compact(document).encode() + b"\n"
