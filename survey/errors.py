"""Errors that someone outside the code can cause: one class for each cause.

Each carries one sentence that says what is wrong and what to do. No error
carries an answer; an error may repeat a value from a form, a file or a
command, which is public anyway. HTTP statuses live in
survey/wire/problems.py, exit codes in survey/cli/__init__.py.
"""

from survey.translations.marked import N_


class SurveyError(Exception):
    """Base of all errors whose sentence is shown to a person unchanged.

    A class whose errors all have the same sentence defines it as `message`.
    """

    message: str

    def __init__(self, message: str | None = None, field: str | None = None):
        if message is not None:
            self.message = message
        super().__init__(self.message)
        self.field = field


class ParameterError(SurveyError, ValueError):
    """A number such as γ, confidence or margin is out of its range, or a name is unknown."""


class InstrumentInvalid(SurveyError):
    """A questionnaire does not validate; `field` names the first field at fault.

    `errors` maps every field at fault to its sentence, so that a form or a
    file shows all of them at once.
    """

    def __init__(self, errors: dict[str, str]):
        field, sentence = next(iter(errors.items()))
        super().__init__(f"{field}: {sentence}", field)
        self.errors = errors


class SurveyNotFound(SurveyError):
    """No survey has this code, or the caller may not know that it exists.

    Both cases have the same sentence, so it does not reveal which one it is.
    """

    message = N_("There is no survey with this code. Please check the code.")


class LessonNotFound(SurveyError):
    """The privacy lab has no lesson of this name."""


class PageNotFound(SurveyError):
    """The documentation has no page at this address."""


class PictureNotFound(SurveyError):
    """No picture of this name is in the results."""


class SurveyNotOpen(SurveyError):
    """The survey takes no responses now."""

    message = N_("This survey is closed and takes no more responses.")


class SurveyFull(SurveyError):
    """The survey has as many responses as its cap, and the last one closed it."""


class SurveyFrozen(SurveyError):
    """A published survey cannot be changed in this way."""


class DraftChanged(SurveyError):
    """Somebody changed a draft while another change to it was being made."""

    message = (
        "This draft was changed in another window, so nothing was saved. Please open it "
        "again and repeat your change."
    )


class StateChanged(SurveyError):
    """Something has changed since a page showed it beside the button that was pressed."""


class BudgetExceeded(SurveyError):
    """A survey's ε is above the instructor's limit, so it cannot be published."""


class PrivacyTooWeak(SurveyError):
    """A survey's odds are forbidden, or its instructor has not confirmed them."""


class SupportMissing(SurveyError):
    """A survey on a painful subject names nobody who helps respondents."""


class ResultsHidden(SurveyError):
    """There are too few responses, or the instructor has not made the results public."""


class ResponseTooLarge(SurveyError):
    """A response is longer than any valid response."""

    message = N_("That is larger than what is taken here.")


class ResponseNotJSON(SurveyError):
    """A response is not sent as plain JSON."""

    message = "Responses are taken as uncompressed JSON only (Content-Type: application/json)."


class ReportRejected(SurveyError):
    """A response breaks the wire format; `field` names the field."""


class ResponseConflict(SurveyError):
    """A response has an id that is stored with other reports, or another instrument's digest."""


class TokenRejected(SurveyError):
    """A participation token is missing, unknown, spent, another survey's, or not needed."""


class HostUnknown(SurveyError):
    """The request is for another host name than this server's."""

    message = N_(
        "This server does not go by the name in this address. Please check the link. The person "
        "who runs the server can add the name with --trust-host."
    )


class OnThisMachineOnly(SurveyError):
    """The request came from the local network, which cannot open instructors' pages."""

    message = (
        "Instructors' pages answer only on the computer that runs the survey, at the address "
        "with 127.0.0.1 that it printed."
    )


class SignInRequired(SurveyError):
    """Only a signed-in instructor may ask for this; a browser is sent to the sign-in page."""

    message = "Only a signed-in instructor gets this: send the session's cookie."


class SignInRefused(SurveyError):
    """The password or the sign-in link is wrong."""


class InstructorNotFound(SurveyError):
    """No instructor has this name, or the instructor was removed."""

    def __init__(self, name: str):
        super().__init__(f"There is no instructor named {name}.")


class RoleMissing(SurveyError):
    """A colleague shares the survey, but their role does not allow the request."""


class InstructorRefused(SurveyError):
    """The name is taken, or the instructor of this name has surveys or is the only one."""


class Throttled(SurveyError):
    """There were too many attempts; `retry_after` is in seconds."""

    def __init__(self, message: str, retry_after: int, field: str | None = None):
        super().__init__(message, field)
        self.retry_after = retry_after


class SignInThrottled(Throttled):
    """Too many wrong passwords were entered."""


class TokenThrottled(Throttled):
    """Too many wrong participation tokens were sent."""


class CodeThrottled(Throttled):
    """Too many wrong codes were typed."""


class ReadingThrottled(Throttled):
    """Too many different public pages were asked for."""


class StoreUnavailable(SurveyError):
    """The database could not be read or written; nothing was acknowledged."""


class LabBusy(SurveyError):
    """Too many requests wait for lessons of the lab, or one lesson took too long."""

    message = N_("Many are trying the lab at this moment. Please try again in a few seconds.")


class ConfigError(SurveyError):
    """A setting is missing or unusable; the message names it."""


class FormatUnavailable(SurveyError):
    """An export cannot be written in this format, or not here; the message names another way."""


class DataError(SurveyError):
    """Data cannot be read or analysed; the message names the line, column or covariate."""


class ServerUnreachable(SurveyError):
    """A command could not reach a server, or it answered with an error."""


class ResponseRefused(ServerUnreachable):
    """A server refused to store a response."""


def fault_of_system(error: OSError) -> str:
    """One sentence with the operating system's reason, after the file's name if there is one."""
    name = f"{error.filename}: " if error.filename else ""
    return f"{name}{error.strerror or type(error).__name__}."
