"""Sharing a survey before class: the link, a text to send in its languages, and a poster."""

from dataclasses import dataclass

from flask import current_app, render_template
from flask.typing import ResponseReturnValue
from flask_babel import force_locale, format_date, gettext

from survey.client_build.promise_words import promise
from survey.core.instrument.language_tags import direction
from survey.store import Survey
from survey.store.models import Role
from survey.translations.catalogs import LANGUAGES
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import signing_key, store
from survey.web.http.networks import only_here
from survey.web.i18n.language_names import language_name
from survey.web.i18n.page_language import ENGLISH_TAG, match, page_translator
from survey.web.respondent.served_client_files import client_of
from survey.web.respondent.survey_links import (
    client_address,
    join_page,
    lan_state,
    shared_link,
    typed_address,
)
from survey.web.running.holder_words import (
    comparison_words,
    hindered_by_scheme,
    who_holds_what,
)

bp = Pages(
    "share",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>/share",
    roles={Role.PRESENT: ("page", "poster")},
)


@dataclass(frozen=True)
class Invitation:
    """A text to send, in one language of the survey; `tag` names the text's own language."""

    name: str
    tag: str
    text: str

    @property
    def direction(self) -> str:
        return direction(self.tag)


@bp.get("")
def page(survey: Survey) -> ResponseReturnValue:
    client = client_address(survey)
    return render_template(
        "running/share.html",
        held=who_holds_what(client, join_page(), page_translator()) if client else "",
        compared=_compared(client) if client else None,
        hindered=hindered_by_scheme(client, join_page(), page_translator()) if client else "",
        survey=survey,
        responses=store().responses.tally(survey.code).responses,
        link=shared_link(survey),
        opened=typed_address(),
        invitations=[
            invitation(survey, tag) for tag in survey.instrument.languages or (ENGLISH_TAG,)
        ],
        only_here=only_here(),
        lan=lan_state(),
        command=current_app.config["LAN_COMMAND"],
        key=signing_key().public.fingerprint,
    )


def _compared(client: str) -> tuple[str, bool]:
    """A sentence on the last comparison of the holder's page, and whether it was the release's."""
    found = current_app.extensions["holder_comparisons"].last(client)
    release = client_of(current_app).single_file.sha256
    day = format_date(found.day) if found else ""
    words = comparison_words(found, release, page_translator(), day)
    return words, bool(found) and found.sha256 == release


@bp.get("/poster")
def poster(survey: Survey) -> ResponseReturnValue:
    """A sheet of A4."""
    return render_template(
        "running/poster.html",
        survey=survey,
        opened=typed_address(),
        promise=promise(survey.instrument, page_translator()),
    )


def invitation(survey: Survey, tag: str) -> Invitation:
    """The text in this language, or in English if the app does not have it."""
    instrument = survey.instrument
    titles = {each.language: each.title for each in instrument.translations}
    spoken = match(tag, tuple(LANGUAGES)) or ENGLISH_TAG
    with force_locale(spoken):
        asked = gettext("Please answer “%(title)s”:", title=titles.get(tag, instrument.title))
        minute = gettext("It takes a minute.")
        why = f"{promise(instrument, page_translator())} {minute}"
        slip = gettext("You need your slip: scan it, or type its token on the page.")
    last = f"{why} {slip}" if survey.tokens_required else why
    return Invitation(language_name(tag), spoken, f"{asked}\n{shared_link(survey)}\n\n{last}")
