"""Replaces the server's replies by others on their way to the page."""

from functools import partial

from playwright.sync_api import Page, Route

from survey.core.instrument.instrument import Instrument


def answer_json(body: bytes, route: Route) -> None:
    route.fulfill(body=body, content_type="application/json")


def serve_instead(page: Page, instrument: Instrument) -> None:
    """Replies with this questionnaire to each request for the survey's own."""
    page.route("**/instrument.json", partial(answer_json, instrument.canonical_json.encode()))
