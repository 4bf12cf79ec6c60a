"""Slips to cut out: each with its token as a link, as a QR code and in readable groups."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from secrets import SystemRandom

import segno
from flask import current_app, render_template
from flask_babel import force_locale, gettext
from markupsafe import Markup

from survey.core.instrument.language_tags import direction
from survey.core.responses.links import mended_link, survey_link
from survey.core.responses.tokens import draw_tokens, grouped, hash_token
from survey.exports.csv_lines import plain_csv
from survey.store import Store, Survey
from survey.store.token_rules import check_stars
from survey.translations.catalogs import LANGUAGES
from survey.web.http.extensions import static_folder
from survey.web.i18n.page_language import ENGLISH_TAG, match
from survey.wire.keys import PublicKey


@dataclass(frozen=True)
class Slip:
    """One token to hand out; `link` opens the survey with it. `starred` if it has a star."""

    token: str
    link: str
    starred: bool = False

    @property
    def readable(self) -> str:
        return grouped(self.token)

    @property
    def address(self) -> str:
        """The survey's own address, which people type."""
        return mended_link(self.link).partition("#")[0]

    @property
    def client(self) -> str | None:
        """The address of the client that somebody else holds, if the link leads there."""
        page = self.link.partition("#")[0]
        return None if page == self.address else page

    @property
    def qr(self) -> Markup:
        """The link as a QR code, an inline SVG."""
        drawing = segno.make(self.link, error="m", micro=False)
        return Markup(  # noqa: S704 - segno draws; nothing of the link is in the markup
            drawing.svg_inline(omitsize=True, border=2, dark="#000", light="#fff")
        )


def issue_slips(
    store: Store,
    secret_key: str,
    survey: Survey,
    count: int,
    link: Callable[[str], str],
    shown: str | None = None,
) -> list[Slip]:
    """Draws slips and counts their tokens as issued; raises the errors of both."""
    slips = draw_slips(survey, count, link)
    count_as_issued(store, secret_key, survey, slips, shown)
    return slips


def draw_slips(survey: Survey, count: int, link: Callable[[str], str]) -> list[Slip]:
    """Slips with new tokens, whose links `link` makes; raises the errors of shuffled_stars."""
    stars = shuffled_stars(survey, count)
    tokens = draw_tokens(count)
    return [Slip(token, link(token), starred) for token, starred in zip(tokens, stars, strict=True)]


def count_as_issued(
    store: Store,
    secret_key: str,
    survey: Survey,
    slips: Iterable[Slip],
    shown: str | None = None,
) -> None:
    """Stores the slips' tokens as keyed hashes; raises the errors of Surveys.add_tokens.

    Nothing else stores the tokens, and nothing the stars.
    """
    # Sorted by hash, so that the order of printing is not in the database.
    hashes = sorted(hash_token(secret_key, slip.token) for slip in slips)
    store.surveys.add_tokens(survey.code, hashes, shown)


def shuffled_stars(survey: Survey, count: int) -> list[bool]:
    """Which of `count` slips have a star, by the system's random generator.

    No slip has one without a control question about stars.

    Raises ParameterError for a draft, whose share can still change, and if the share of so many
    slips is no whole number.
    """
    known = survey.instrument.known_of_stars
    if known is None:
        return [False] * count
    check_stars(survey, count)
    starred = known.share * count
    stars = [place < starred for place in range(count)]
    SystemRandom().shuffle(stars)
    return stars


def link_of_token(
    survey: Survey, address: str, key: PublicKey, client: str | None
) -> Callable[[str], str]:
    """A function that makes a token's link to the survey at `address`, signed with `key`.

    It leads to the address `client`, if somebody else holds the client.
    """
    digest, fingerprint = survey.frozen_digest, key.fingerprint
    return lambda token: survey_link(address, digest, token, fingerprint, client)


def slips_html(survey: Survey, slips: Iterable[Slip], key: PublicKey, to_keep: bool = False) -> str:
    """A page to print; with `to_keep`, a file with its own style sheet."""
    styles = None
    if to_keep:
        css = (static_folder(current_app) / "styles" / "slips.css").read_text(encoding="utf-8")
        styles = Markup(f"<style>\n{css}</style>")  # noqa: S704 - our own file
    return render_template(
        "running/slips.html", survey=survey, slips=slips, styles=styles, said=_said_for(survey),
        key=key.fingerprint,
    )  # fmt: skip


def _said_for(survey: Survey) -> dict[str, str]:
    """The texts on a slip, in the questionnaire's own language if the pages have it."""
    tag = match(survey.instrument.language, tuple(LANGUAGES)) or ENGLISH_TAG
    with force_locale(tag):
        return {
            "lang": tag,
            "dir": direction(tag),
            "scan": gettext("Scan, or open %(address)s and type:"),
            "questionnaire": gettext("Questionnaire:"),
            "key": gettext("Key:"),
            "promise": gettext("One response. This slip carries no name."),
            "star": gettext("This slip bears a star."),
            "no_star": gettext("This slip bears no star."),
        }


def slips_csv(slips: Iterable[Slip]) -> str:
    """One row for each slip, for mail merge or label printers.

    A column marks stars, if some slips have one."""
    slips = list(slips)
    rows = [(slip.readable, slip.link, "★" if slip.starred else "") for slip in slips]
    columns = ["token", "link", "star"][: 3 if any(slip.starred for slip in slips) else 2]
    return plain_csv(columns, [row[: len(columns)] for row in rows])
