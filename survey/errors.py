"""Everything that someone outside the code can cause, one class a cause.

Each carries one sentence that says what is wrong and what to do. None ever
carries an answer; those that name a value name what was typed into a form, a
file or a command, which is public anyway. HTTP statuses live in
survey/web/http/errors.py, exit codes in survey/cli/__init__.py.
"""


class SurveyError(Exception):
    """Base of all errors that are shown to a person as they are.

    A class of which one sentence says all has it as its own `message`.
    """

    message: str

    def __init__(self, message: str | None = None, field: str | None = None):
        if message is not None:
            self.message = message
        super().__init__(self.message)
        self.field = field


class ParameterError(SurveyError, ValueError):
    """γ, confidence, margin, counts or another number is out of its range."""


class InstrumentInvalid(SurveyError):
    """A questionnaire does not validate; `field` names where.

    `errors` maps every field at fault to its sentence, so that a form or a
    file shows all of them at once.
    """

    def __init__(self, errors: dict[str, str]):
        field, sentence = next(iter(errors.items()))
        super().__init__(f"{field}: {sentence}", field)
        self.errors = errors


class SurveyNotFound(SurveyError):
    """No survey has this code, or whoever asks may not know that it has.

    One sentence for all of these, so that it tells nothing.
    """

    message = "There is no survey with this code. Please check the code."


class LessonNotFound(SurveyError):
    """The privacy lab has no lesson of this name."""


class PageNotFound(SurveyError):
    """The documentation has no page at this address."""


class PictureNotFound(SurveyError):
    """No picture of this name is in the results."""


class SurveyNotOpen(SurveyError):
    """The survey takes no responses now."""


class SurveyFrozen(SurveyError):
    """A published instrument never changes."""


class DraftChanged(SurveyError):
    """A draft is no longer what a change to it was made for."""

    message = (
        "This draft was changed meanwhile in another window, so nothing was saved. Please "
        "open it anew and make your change again."
    )


class BudgetExceeded(SurveyError):
    """A survey's ε is above the instructor's limit, so it is not published."""


class ResultsHidden(SurveyError):
    """Too few responses, or results that the instructor has not made public."""


class ReportRejected(SurveyError):
    """A response breaks the wire format; `field` names the field."""


class ResponseConflict(SurveyError):
    """The same response id with other reports, or another instrument's digest."""


class TokenRejected(SurveyError):
    """A participation token is spent or unknown."""


class HostUnknown(SurveyError):
    """The request names another host than this one."""

    message = (
        "This server does not go by the name in this address. Please check the link; whoever "
        "runs the server can add the name with --trust-host."
    )


class SignInRequired(SurveyError):
    """Only an instructor who has signed in may ask for this; people are led to the sign-in."""

    message = "Only a signed-in instructor gets this: send the session's cookie."


class SignInRefused(SurveyError):
    """The password or the sign-in link is wrong."""


class InstructorNotFound(SurveyError):
    """No instructor has this name, or no longer."""

    def __init__(self, name: str):
        super().__init__(f"There is no instructor named {name}.")


class InstructorRefused(SurveyError):
    """A name is taken, or its instructor has surveys, or is the only one."""


class Throttled(SurveyError):
    """Too many wrong attempts at something; `retry_after` is in seconds."""

    def __init__(self, message: str, retry_after: int, field: str | None = None):
        super().__init__(message, field)
        self.retry_after = retry_after


class SignInThrottled(Throttled):
    """Too many wrong passwords."""


class TokenThrottled(Throttled):
    """Too many wrong participation tokens."""


class CodeThrottled(Throttled):
    """Too many wrong codes were typed."""


class StoreUnavailable(SurveyError):
    """The database could not be read or written; nothing was acknowledged."""


class LabBusy(SurveyError):
    """Too many lessons of the lab are waited for, or one took too long."""

    message = "Many are trying the lab at this moment. Please try again in a few seconds."


class ConfigError(SurveyError):
    """A setting is missing or unusable; the message names it."""


class FormatUnavailable(SurveyError):
    """An export cannot be written in this format, or not here; the message names another way."""


class DataError(SurveyError):
    """A data file cannot be read as reports; the message names line and column."""


class ServerUnreachable(SurveyError):
    """A command could not reach a server, or it answered with an error."""


class ResponseRefused(ServerUnreachable):
    """A server has seen a response and does not store it."""


def fault_of_system(error: OSError) -> str:
    """What the system refused, in one sentence that names the file."""
    name = f"{error.filename}: " if error.filename else ""
    return f"{name}{error.strerror or type(error).__name__}."
