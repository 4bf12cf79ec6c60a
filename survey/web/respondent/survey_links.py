"""The addresses of a survey that respondents get: typed, scanned or sent."""

from dataclasses import dataclass

from flask import current_app, request, url_for

from survey.core.responses.links import survey_link
from survey.store import Survey
from survey.web.http.extensions import signing_key

LAN = "LAN"  # the setting that is a LanState while the app also listens in a local network


@dataclass(frozen=True)
class LanState:
    """What pages say of the address at which phones join in the local network.

    `gone` is whether this computer has lost it, `followed` whether the app then goes on at another
    one, and `former` the address before the last change, if there was one.
    """

    url: str = ""
    gone: bool = False
    followed: bool = False
    former: str = ""


def join_url(survey: Survey) -> str:
    """The full address that respondents type; it begins with --url if that is given."""
    return join_page() + url_for("respond.page", code=survey.code)


def typed_address() -> str:
    """The shortest address that leads to the field for the code.

    A browser adds http:// by itself, and https:// where there is no port.
    """
    scheme, _, rest = join_page().partition("://")
    return rest if scheme == "http" or ":" not in rest else f"{scheme}://{rest}"


def join_page() -> str:
    """The full address of the page with the field for a code."""
    url: str = current_app.config["PUBLIC_URL"] or request.host_url
    return url.rstrip("/")


def shared_link(survey: Survey) -> str:
    """The link to scan or send, with the digest and the key that the client must find.

    It leads to the holder of the client, if somebody else holds it.
    """
    key = signing_key().public.fingerprint
    client = client_address(survey)
    return survey_link(join_url(survey), survey.frozen_digest, key=key, client=client)


def client_address(survey: Survey) -> str | None:
    """The address at which somebody else holds the client for this survey; None if nobody does."""
    held: str | None = current_app.config["CLIENT_AT"]
    return (held if survey.client_at is None else survey.client_at) or None


def lan_state() -> LanState:
    """Whether phones can still join at the address in the local network."""
    state: LanState = current_app.config.get(LAN, LanState())
    return state
