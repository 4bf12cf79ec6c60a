"""The audience of a page. Sign-in, ownership, language and metrics follow from it.

survey/web/accounts/access.py derives the access from it, survey/web/i18n/page_language.py the
languages, and survey/web/operations/metrics.py the counts.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum
from types import MappingProxyType

from flask import Blueprint, current_app

from survey.store.models import Role
from survey.translations.catalogs import INSTRUCTORS, MESSAGES


class Audience(StrEnum):
    """The people for whom a page is made.

    An instructor's page needs a sign-in, and the survey in its address must be that
    instructor's own or one that is shared with them.
    """

    RESPONDENT = "respondent"
    PUBLIC = "public"
    INSTRUCTOR = "instructor"
    MACHINE = "machine"

    @property
    def counted_as(self) -> "Audience":
        """The audience for /metrics, where public pages count as respondents' pages."""
        return Audience.RESPONDENT if self is Audience.PUBLIC else self


_DOMAINS = {Audience.RESPONDENT: MESSAGES, Audience.INSTRUCTOR: INSTRUCTORS}


class Pages(Blueprint):
    """A blueprint for one audience.

    A view for instructors whose address has a `<code>` takes `survey: Survey` instead, with which
    the instructor may do what the view does: `roles` names the views that a presenter may open,
    too, and those that only the owner may; all others are for colleagues who may edit.
    With `lags` they may show responses as a replica has them (survey/store/replicas.py).
    `before_sign_in` names its views that need no sign-in. `form_on` says of a view that takes a
    form which page has it: that page shows the form again if it is refused. The
    pages speak the languages that have the catalog `domain`: respondents' have `messages`,
    instructors' `instructors`.
    """

    def __init__(
        self,
        name: str,
        *,
        audience: Audience,
        url_prefix: str | None = None,
        before_sign_in: Collection[str] = (),
        domain: str | None = None,
        lags: bool = False,
        roles: Mapping[Role, Collection[str]] = MappingProxyType({}),
        form_on: Mapping[str, str] = MappingProxyType({}),
    ):
        super().__init__(name, __name__, url_prefix=url_prefix)
        self.audience = audience
        self.lags = lags
        self.domain = domain or _DOMAINS.get(audience)
        self.roles = {f"{name}.{view}": role for role, views in roles.items() for view in views}
        self.form_on = {f"{name}.{view}": page for view, page in form_on.items()}
        self.before_sign_in = frozenset(f"{name}.{view}" for view in before_sign_in)


def audience_of(endpoint: str | None) -> Audience:
    """The audience of a route; a route without one is for instructors, so that it is not public.

    Static files, and addresses that lead nowhere, are public.
    """
    if endpoint is None or endpoint == "static":
        return Audience.PUBLIC
    pages = _pages_of(endpoint)
    return pages.audience if pages else Audience.INSTRUCTOR


def domain_of(endpoint: str | None) -> str | None:
    """The catalog that has the languages of a route's page; None if the page is English only.

    An error at an unknown address uses the respondents' catalog.
    """
    if endpoint is None:
        return MESSAGES
    pages = _pages_of(endpoint)
    return pages.domain if pages else None


def least_role(endpoint: str | None) -> Role:
    """The role in a survey that a route's view needs."""
    pages = _pages_of(endpoint)
    return pages.roles.get(endpoint or "", Role.EDIT) if pages else Role.EDIT


def page_of_form(endpoint: str | None) -> str | None:
    """The endpoint of the page with the form that a route takes, if it is shown again."""
    pages = _pages_of(endpoint)
    return pages.form_on.get(endpoint or "") if pages else None


def may_lag(endpoint: str | None) -> bool:
    """Whether a route may show responses from a replica, which lags."""
    pages = _pages_of(endpoint)
    return pages is not None and pages.lags


def needs_sign_in(endpoint: str | None) -> bool:
    """Whether only a signed-in instructor may open a route."""
    if audience_of(endpoint) is not Audience.INSTRUCTOR:
        return False
    pages = _pages_of(endpoint)
    return pages is None or endpoint not in pages.before_sign_in


def _pages_of(endpoint: str | None) -> Pages | None:
    """The blueprint of a route; None at an address that leads nowhere."""
    found = current_app.blueprints.get((endpoint or "").partition(".")[0])
    return found if isinstance(found, Pages) else None
