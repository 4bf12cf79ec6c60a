"""Whom a page is for. Sign-in, ownership, language and metrics follow from it.

Who is let in: survey/web/accounts/access.py. Which language a page speaks:
survey/web/i18n/page_language.py. What is counted: survey/web/operations/metrics.py.
"""

from collections.abc import Collection
from enum import StrEnum

from flask import Blueprint, current_app


class Audience(StrEnum):
    """Whose a page is: respondents' pages speak their language, all others English.

    An instructor's wants a sign-in, and the survey that its address names to be theirs.
    """

    RESPONDENT = "respondent"
    PUBLIC = "public"
    INSTRUCTOR = "instructor"
    MACHINE = "machine"

    @property
    def counted_as(self) -> "Audience":
        """As whose requests /metrics counts them: what is open to all tells of respondents, too."""
        return Audience.RESPONDENT if self is Audience.PUBLIC else self


class Pages(Blueprint):
    """A blueprint for one audience.

    A view of an instructor's address with a `<code>` takes `survey: Survey` instead: the survey,
    which is the instructor's own. `before_sign_in` are the views that need no sign-in all the same.
    """

    def __init__(
        self,
        name: str,
        *,
        audience: Audience,
        url_prefix: str | None = None,
        before_sign_in: Collection[str] = (),
    ):
        super().__init__(name, __name__, url_prefix=url_prefix)
        self.audience = audience
        self.before_sign_in = frozenset(f"{name}.{view}" for view in before_sign_in)


def audience_of(endpoint: str | None) -> Audience:
    """Whose a route is; one that does not say so is an instructor's, so that it is not open.

    Static files, and addresses that lead nowhere, are anybody's.
    """
    if endpoint is None or endpoint == "static":
        return Audience.PUBLIC
    pages = _pages_of(endpoint)
    return pages.audience if pages else Audience.INSTRUCTOR


def needs_sign_in(endpoint: str | None) -> bool:
    """Whether only a signed-in instructor reaches it."""
    if endpoint is None or audience_of(endpoint) is not Audience.INSTRUCTOR:
        return False
    pages = _pages_of(endpoint)
    return pages is None or endpoint not in pages.before_sign_in


def _pages_of(endpoint: str) -> Pages | None:
    found = current_app.blueprints.get(endpoint.rpartition(".")[0])
    return found if isinstance(found, Pages) else None
