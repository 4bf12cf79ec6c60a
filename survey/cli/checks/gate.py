"""Finds what answers in place of the server: a tunnel's warning page, a sign-in, basic auth.

Such a gate may let a page through, whose request carries cookies, and hold up what the page asks
for, which carries none: then respondents see a page without questions.
"""

from contextlib import closing

from survey.cli.checks.visitors import PHONES
from survey.cli.client.survey_connection import ServerReply, SurveyConnection, document_of
from survey.errors import ConfigError

OF_THE_APP = ("application/json", "application/problem+json")


def gate_at(address: str) -> str:
    """The sentence on a gate that answers at this address."""
    return (
        f"Something before the server answers at {address}: a sign-in, or a tunnel's warning page. "
        "It may let the page through, and then no question comes. Let /s/ and /client/ pass it."
    )


def is_gates(reply: ServerReply) -> bool:
    """Whether this reply to a request for JSON is none of the app's."""
    content_type = reply.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    return reply.status < 500 and content_type not in OF_THE_APP


def address(url: str) -> str:
    """Says that phones reach the app at this address; raises ConfigError if something else answers.

    Raises ServerUnreachable if nothing does.
    """
    with closing(SurveyConnection(url)) as connection:
        for phone in PHONES:
            path = f"{connection.path}/health"
            asked = phone.headers("application/json", connection.address)
            reply = connection.get(path, {**asked, "Accept-Encoding": "identity"})
            if is_gates(reply):
                raise ConfigError(gate_at(connection.address))
            if document_of(reply.body).get("app") != "deniable":
                raise ConfigError(f"{connection.address} is not this app: it has no /health.")
        return f"{connection.address} answers phones as it should"
