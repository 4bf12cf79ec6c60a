"""The catalog of a page: it decides which languages the page speaks."""

from flask import current_app, has_request_context, request

from survey.translations.catalogs import MESSAGES
from survey.web.http.audiences import domain_of

# The one instructor's page in a respondent's language, since it shows the respondent's page.
PREVIEW = "compose.preview"


def page_domain() -> str | None:
    """The catalog in whose languages this page speaks; None if it is English alone."""
    return language_domain(request.endpoint) if has_request_context() else None


def language_domain(endpoint: str | None) -> str | None:
    """The catalog of a page; a file for respondents is the same in every language."""
    if endpoint == PREVIEW:
        return MESSAGES
    domain = domain_of(endpoint)
    if endpoint is None or domain is None:
        return domain
    files = any("." in rule.rule for rule in current_app.url_map.iter_rules(endpoint))
    return None if files else domain
